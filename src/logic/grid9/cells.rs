//! Sets of cells of the classic board.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::board::{Cell, HOUSES, PEERS};

use super::houses::HOUSES_OF;

/// A set of the 81 cells. Bit k stands for cell k in row-major order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet(u128);

/// The cells of each house, in the order of [`HOUSES`].
pub(crate) const HOUSE_SETS: [CellSet; 27] = {
    let mut sets = [CellSet::NONE; 27];
    let mut i = 0;
    while i < 27 * 9 {
        sets[i / 9].0 |= 1 << HOUSES[i / 9][i % 9].index();
        i += 1;
    }
    sets
};

/// The peers of each cell.
pub(crate) const PEER_SETS: [CellSet; 81] = {
    let mut sets = [CellSet::NONE; 81];
    let mut i = 0;
    while i < 81 * 20 {
        sets[i / 20].0 |= 1 << PEERS[i / 20][i % 20].index();
        i += 1;
    }
    sets
};

impl CellSet {
    /// The empty set.
    pub const NONE: CellSet = CellSet(0);
    /// All 81 cells.
    pub const ALL: CellSet = CellSet((1 << 81) - 1);

    /// The set that contains only `cell`.
    #[inline]
    pub const fn only(cell: Cell) -> CellSet {
        CellSet(1 << cell.index())
    }

    /// The bits of the set.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The number of cells in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set contains at least two cells.
    #[inline]
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `cell` is in the set.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 != 0
    }

    /// Whether the two sets have a cell in common.
    #[inline]
    pub const fn meets(self, other: CellSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The cells of the set that are not in `other`.
    #[inline]
    pub const fn without(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.index();
    }

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << cell.index());
    }

    /// The cells in row-major order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let cell = Cell::new(rest.trailing_zeros() as usize);
                rest &= rest - 1;
                cell
            })
        })
    }

    /// The houses that contain the whole set, in the order row, column, box. The set must not be empty.
    pub(crate) fn houses(self) -> impl Iterator<Item = u8> {
        let first = self.0.trailing_zeros() as usize;
        let houses = HOUSES_OF[first].into_iter().map(|(house, _)| house);
        houses.filter(move |&house| self.without(HOUSE_SETS[usize::from(house)]).is_empty())
    }

    /// The cells that see every cell of the set; all cells if the set is empty.
    pub fn common_peers(self) -> CellSet {
        self.iter().fold(CellSet::ALL, |seen, cell| seen & PEER_SETS[cell.index()])
    }
}

/// Collects cells given by number.
impl FromIterator<u16> for CellSet {
    fn from_iter<I: IntoIterator<Item = u16>>(cells: I) -> CellSet {
        cells.into_iter().map(|cell| Cell::new(cell.into())).collect()
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        cells.into_iter().fold(CellSet::NONE, |set, cell| set | CellSet::only(cell))
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitand(self, other: CellSet) -> CellSet {
        CellSet(self.0 & other.0)
    }
}

impl BitOr for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitor(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }
}

impl BitAndAssign for CellSet {
    #[inline]
    fn bitand_assign(&mut self, other: CellSet) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: CellSet) {
        self.0 |= other.0;
    }
}

impl Not for CellSet {
    type Output = CellSet;
    #[inline]
    fn not(self) -> CellSet {
        CellSet(!self.0 & CellSet::ALL.0)
    }
}

impl std::fmt::Debug for CellSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
