//! The state of a partly solved classic puzzle: the values, and the candidates of the empty cells.
//!
//! Candidates are stored in three redundant forms, because techniques access them in three ways:
//!
//! ```text
//!   candidates[cell]        the digits that the cell may hold                      naked sets, wings, bivalue cells
//!   cells[digit]            the cells that may hold the digit                      locked candidates, fish, coloring
//!   places[house][digit]    the places 0..9 in the house where the digit can go    hidden singles and sets, strong links
//! ```
//!
//! *Invariant.* The three forms agree. A filled cell has no candidates. *Changes.* The position also records the cells that
//! lost candidates and, for each digit, the houses in which it lost a place ([`Position::take_changes`]). A technique that
//! found nothing before only needs to search there again. *Cost.* Removing a candidate takes six writes. A position has about
//! a kilobyte and is cheap to copy.

use crate::board::{Candidates, Cell, Digits, Grid, HOUSES};

use super::cells::{CellSet, PEER_SETS};
use super::houses::{ALL_HOUSES, HOUSE_BITS, HOUSES_OF, Kind};

/// The values, and the candidates of the empty cells.
#[derive(Clone)]
pub struct Position {
    values: [u8; 81],
    candidates: [Digits; 81],
    cells: [CellSet; 9],
    places: [[u16; 9]; 27],
    empty: CellSet,
    /// The number of cells that hold each digit.
    placed: [u8; 9],
    /// The number of empty cells of each house.
    empty_in: [u8; 27],
    changes: Changes,
}

/// The empty cells, grouped by their number of candidates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByCount {
    pub(crate) one: CellSet,
    pub(crate) two: CellSet,
    pub(crate) three: CellSet,
    pub(crate) two_or_more: CellSet,
}

/// The candidates removed since some point in time, in summary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Changes {
    /// For each digit, the houses in which it lost a place; bit k is the k-th of [`HOUSES`].
    pub(crate) houses: [u32; 9],
    /// The cells that lost candidates.
    pub(crate) cells: CellSet,
}

impl Changes {
    /// No changes.
    pub(crate) const NONE: Changes = Changes { houses: [0; 9], cells: CellSet::NONE };
    /// Changes everywhere.
    pub(crate) const ALL: Changes = Changes { houses: [ALL_HOUSES; 9], cells: CellSet::ALL };

    /// Adds the changes in `other`.
    #[inline]
    pub(crate) fn add(&mut self, other: &Changes) {
        for (houses, more) in self.houses.iter_mut().zip(other.houses) {
            *houses |= more;
        }
        self.cells |= other.cells;
    }

    /// The houses in which any digit lost a place.
    #[inline]
    pub(crate) fn any_house(&self) -> u32 {
        self.houses.iter().fold(0, |all, houses| all | houses)
    }

    /// The digits that lost a place.
    #[inline]
    pub(crate) fn digits(&self) -> Digits {
        let bits = (0..9).fold(0, |set, at| set | u16::from(self.houses[at] != 0) << at);
        Digits::from_bits(bits)
    }
}

impl Position {
    /// The position of a puzzle. Each empty cell may hold the digits that none of its peers has.
    pub fn new(puzzle: &Grid) -> Position {
        Position::with_candidates(puzzle, &[Digits::ALL; 81])
    }

    /// The position of a puzzle whose empty cells may only hold `candidates`.
    pub fn with_candidates(puzzle: &Grid, candidates: &Candidates) -> Position {
        let mut seen = [Digits::NONE; 27];
        let mut empty = CellSet::ALL;
        let mut placed = [0; 9];
        let mut empty_in = [9; 27];
        for cell in Cell::all() {
            let digit = puzzle.get(cell);
            if digit != 0 {
                empty.remove(cell);
                placed[usize::from(digit) - 1] += 1;
                for (house, _) in HOUSES_OF[cell.index()] {
                    seen[usize::from(house)] |= Digits::only(digit);
                    empty_in[usize::from(house)] -= 1;
                }
            }
        }
        let mut position = Position {
            values: *puzzle.cells(),
            candidates: [Digits::NONE; 81],
            cells: [CellSet::NONE; 9],
            places: [[0; 9]; 27],
            empty,
            placed,
            empty_in,
            changes: Changes::ALL,
        };
        for cell in empty.iter() {
            let [row, column, r#box] = HOUSES_OF[cell.index()].map(|(house, _)| usize::from(house));
            let open = candidates[cell.index()].without(seen[row] | seen[column] | seen[r#box]);
            position.candidates[cell.index()] = open;
            for digit in open.iter() {
                let at = usize::from(digit) - 1;
                position.cells[at].insert(cell);
                for (house, place) in HOUSES_OF[cell.index()] {
                    position.places[usize::from(house)][at] |= 1 << place;
                }
            }
        }
        position
    }

    /// The value of a cell, or 0 if it is empty.
    #[inline]
    pub fn value(&self, cell: Cell) -> u8 {
        self.values[cell.index()]
    }

    /// The values of all cells, 0 for empty cells.
    #[inline]
    pub fn values(&self) -> &[u8; 81] {
        &self.values
    }

    /// The cells without a value.
    #[inline]
    pub fn empty(&self) -> CellSet {
        self.empty
    }

    /// The number of empty cells of a house, given as an index of [`HOUSES`].
    #[inline]
    pub fn empty_in(&self, house: usize) -> u32 {
        u32::from(self.empty_in[house])
    }

    /// The number of cells that hold `digit` (1 to 9).
    #[inline]
    pub fn placed(&self, digit: u8) -> u32 {
        u32::from(self.placed[usize::from(digit) - 1])
    }

    /// The candidates of each cell, bit k for digit k + 1.
    pub(crate) fn masks(&self) -> Vec<u64> {
        self.candidates.iter().map(|&digits| digits.into()).collect()
    }

    /// Whether every cell has a value.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.empty.is_empty()
    }

    /// Whether an empty cell has no candidate, or a digit has no place in a house.
    pub fn contradicts_itself(&self) -> bool {
        self.lacks_a_digit(&self.held())
    }

    /// Whether the position contradicts itself, or two cells that see each other have the same value.
    pub(crate) fn is_impossible(&self) -> bool {
        let held = self.held();
        let differ = |(held, &empty): (&u16, &u8)| held.count_ones() + u32::from(empty) == 9;
        !held.iter().zip(&self.empty_in).all(differ) || self.lacks_a_digit(&held)
    }

    /// The values in each house.
    fn held(&self) -> [u16; 27] {
        let mut held = [0u16; 27];
        for (cell, &value) in self.values.iter().enumerate() {
            for (house, _) in HOUSES_OF[cell] {
                held[usize::from(house)] |= 1 << value >> 1;
            }
        }
        held
    }

    fn lacks_a_digit(&self, held: &[u16; 27]) -> bool {
        let lacks_a_place = held.iter().zip(&self.places).any(|(&held, places)| {
            let open = places.iter().enumerate();
            open.fold(held, |all, (at, &places)| all | u16::from(places != 0) << at) != 0x1FF
        });
        lacks_a_place || self.empty.iter().any(|cell| self.candidates(cell).is_empty())
    }

    /// The candidates of a cell; empty if it has a value.
    #[inline]
    pub fn candidates(&self, cell: Cell) -> Digits {
        self.candidates[cell.index()]
    }

    /// The candidates of all cells.
    #[inline]
    pub fn all_candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// The candidates of the nine cells of a house, as bits of [`Digits`].
    #[inline]
    pub(crate) fn candidates_of(&self, house: usize) -> [u16; 9] {
        HOUSES[house].map(|cell| self.candidates[cell.index()].bits())
    }

    /// The cells that may hold `digit` (1 to 9).
    #[inline]
    pub fn cells(&self, digit: u8) -> CellSet {
        self.cells[usize::from(digit) - 1]
    }

    /// The places for `digit` (1 to 9) in a house; bit k stands for the k-th cell of the house.
    #[inline]
    pub fn places(&self, house: usize, digit: u8) -> u16 {
        self.places[house][usize::from(digit) - 1]
    }

    /// The places of all nine digits in a house.
    #[inline]
    pub(crate) fn places_of(&self, house: usize) -> &[u16; 9] {
        &self.places[house]
    }

    /// The places of a digit in the nine houses of a kind.
    #[inline]
    pub(crate) fn lines(&self, kind: Kind, digit: u8) -> [u16; 9] {
        std::array::from_fn(|k| self.places(kind.first() + k, digit))
    }

    /// For each digit, the empty cells that see no cell with that value, whether or not the candidate was removed.
    pub(crate) fn allowed(&self) -> [CellSet; 9] {
        let mut allowed = [self.empty; 9];
        for (cell, &value) in self.values.iter().enumerate() {
            if value != 0 {
                let set = &mut allowed[usize::from(value) - 1];
                *set = set.without(PEER_SETS[cell]);
            }
        }
        allowed
    }

    /// The empty cells, grouped by their number of candidates.
    #[inline]
    pub(crate) fn cells_by_count(&self) -> ByCount {
        let [mut one, mut two, mut three, mut four] = [CellSet::NONE; 4];
        for &cells in &self.cells {
            four |= three & cells;
            three |= two & cells;
            two |= one & cells;
            one |= cells;
        }
        ByCount {
            one: one.without(two),
            two: two.without(three),
            three: three.without(four),
            two_or_more: two,
        }
    }

    /// Sets the value of a cell and removes the digit from the candidates of its peers.
    pub fn place(&mut self, cell: Cell, digit: u8) {
        for other in self.candidates(cell).iter() {
            self.remove(cell, other);
        }
        self.values[cell.index()] = digit;
        self.empty.remove(cell);
        self.placed[usize::from(digit) - 1] += 1;
        for (house, _) in HOUSES_OF[cell.index()] {
            self.empty_in[usize::from(house)] -= 1;
        }
        for peer in (self.cells(digit) & PEER_SETS[cell.index()]).iter() {
            self.remove(peer, digit);
        }
    }

    /// Removes a candidate, which the cell must have.
    #[inline]
    pub fn remove(&mut self, cell: Cell, digit: u8) {
        let at = usize::from(digit) - 1;
        self.candidates[cell.index()] = self.candidates[cell.index()].without(Digits::only(digit));
        self.cells[at].remove(cell);
        for (house, place) in HOUSES_OF[cell.index()] {
            self.places[usize::from(house)][at] &= !(1 << place);
        }
        self.changes.houses[at] |= HOUSE_BITS[cell.index()];
        self.changes.cells.insert(cell);
    }

    /// Removes `digits` from the candidates of `cells`. Returns whether anything was removed.
    pub(crate) fn remove_all(&mut self, cells: CellSet, digits: Digits) -> bool {
        let mut any = false;
        for digit in digits.iter() {
            for cell in (self.cells(digit) & cells).iter() {
                self.remove(cell, digit);
                any = true;
            }
        }
        any
    }

    /// The changes since the last call. The first call returns [`Changes::ALL`].
    #[inline]
    pub(crate) fn take_changes(&mut self) -> Changes {
        std::mem::replace(&mut self.changes, Changes::NONE)
    }
}

/// Compares values and candidates, but not the recorded changes.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.values == other.values && self.candidates == other.candidates
    }
}

impl Eq for Position {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::grid9::cells::HOUSE_SETS;

    /// Asserts that the three forms of the candidates agree.
    fn check(position: &Position) {
        for cell in Cell::all() {
            assert_eq!(position.value(cell) == 0, position.empty().contains(cell));
            for digit in 1..=9 {
                let has = position.candidates(cell).contains(digit);
                assert!(position.value(cell) == 0 || !has);
                assert_eq!(position.cells(digit).contains(cell), has);
                for (house, place) in HOUSES_OF[cell.index()] {
                    let places = position.places(usize::from(house), digit);
                    assert_eq!(places >> place & 1 != 0, has);
                }
            }
        }
        for (house, set) in HOUSE_SETS.iter().enumerate() {
            assert_eq!(
                position.empty_in(house),
                set.iter().filter(|&c| position.value(c) == 0).count() as u32
            );
        }
    }

    #[test]
    fn the_facts_agree() {
        let puzzle: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let mut position = Position::new(&puzzle);
        check(&position);
        assert_eq!(position.candidates(Cell::new(2)), Digits::from_bits(0b1011));
        position.remove(Cell::new(2), 2);
        check(&position);
        position.take_changes();
        position.place(Cell::new(2), 4);
        check(&position);
        assert_eq!(position.value(Cell::new(2)), 4);
        let changes = position.take_changes();
        assert_ne!(changes.houses[3] & 1, 0);
        assert!(!changes.digits().contains(9) && changes.cells.contains(Cell::new(2)));
        assert_eq!(position.take_changes(), Changes::NONE);
        let narrow = Position::with_candidates(&puzzle, &[Digits::from_bits(0b11); 81]);
        assert_eq!(narrow.candidates(Cell::new(2)), Digits::from_bits(0b11));
    }
}
