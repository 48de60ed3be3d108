//! Almost locked sets: cells of a house with one candidate more than there are cells.
//!
//! ```text
//!   set A    12  123             if A loses one of its digits, its cells contain all the others
//!   set B        1 4  45         x is a restricted common of A and B if every x of A sees every x of B:
//!                                only one of them can contain x, so the other one contains all its other digits
//! ```
//!
//! Sets are numbered in the order in which they are found: by row, column, box, and within a house in the order of
//! [`grow`]. Whether x is a restricted common of A and B depends only on the cells of A that may be x, and many sets share
//! these: such sets belong to one *group*. For each group the table has bit rows with one bit for each set: the sets with which
//! the digit is a restricted common, and the sets that together with a set of the group remove the digit from some cell.
//! Techniques work on whole rows and examine single sets only where something is removed.
//!
//! *Cost.* A hard position has about 230 sets and 400 groups. All buffers are reused for the next position. Some searches for
//! chains take a third of a second, and pencil marks can have thousands of sets, with which a search takes ten seconds. So all
//! loops over sets count their work ([`Control::work`]): blocks of a row, and [`rows::PAIR`] for each pair of sets.

pub(crate) mod chain;
pub(in crate::logic) mod text;
pub(crate) mod xy_wing;
pub(crate) mod xz;

use smallvec::SmallVec;

use crate::board::{Cell, Digits};
use crate::control::{Control, Stop};

use crate::logic::common::rows::{self, Rows, add};
use crate::logic::common::subsets::cells_at;
use crate::logic::grid9::cells::CellSet;
use crate::logic::grid9::pattern::Eliminations;
use crate::logic::grid9::position::Position;
use crate::logic::grid9::tuples::{grow, size};

/// An almost locked set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Set {
    pub(crate) cells: CellSet,
    pub(crate) digits: Digits,
}

impl Set {
    /// The number of rows read for its digits and cells: the work of a loop over the sets.
    fn rows(&self) -> usize {
        (self.digits.len() + self.cells.len()) as usize
    }
}

/// The proof of a step: sets, and the restricted commons of each set with the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sets {
    pub(crate) sets: SmallVec<[Set; 3]>,
    pub(crate) links: SmallVec<[Digits; 3]>,
}

/// The cells of some sets in a house that may hold a digit.
#[derive(Clone, Copy)]
struct Group {
    digit: u8,
    /// The other cells that may hold the digit and see all of these. There is at least one.
    gone: CellSet,
}

/// The group of a digit that no cell outside a set can lose. Its rows are empty.
const NONE: u16 = 0;
/// A group that has not been computed.
const UNKNOWN: u16 = u16::MAX;

/// All almost locked sets of a position, and their relations.
pub(crate) struct Table {
    sets: Vec<Set>,
    /// The group of each digit of each set.
    group_of: Vec<[u16; 9]>,
    groups: Vec<Group>,
    /// For each digit and each set of places in the current house, the group.
    known: Box<[[u16; 512]; 9]>,
    /// The entries of `known` that are not [`UNKNOWN`].
    touched: Vec<(u8, u16)>,
    /// For each cell, the sets that contain it.
    meeting: Rows,
    /// For each digit, the sets that have it.
    having: Rows,
    /// For each group, its sets.
    members: Rows,
    /// For each digit and cell, the sets that remove the digit from the cell.
    taking: Rows,
    /// For each group, the sets with which its digit is a restricted common. Sets that share a cell are not excluded here.
    common: Rows,
    /// For each group, the sets that together with it remove the digit from some cell.
    removing: Rows,
    /// For each set, the sets with which it has a restricted common.
    linked: Rows,
    /// For each set, the sets with which it has two restricted commons.
    linked_twice: Rows,
    /// The buffers of the search for chains.
    chain: chain::Room,
}

impl Table {
    pub(crate) fn new() -> Table {
        Table {
            sets: Vec::new(),
            group_of: Vec::new(),
            groups: Vec::new(),
            known: Box::new([[UNKNOWN; 512]; 9]),
            touched: Vec::new(),
            meeting: Rows::default(),
            having: Rows::default(),
            members: Rows::default(),
            taking: Rows::default(),
            common: Rows::default(),
            removing: Rows::default(),
            linked: Rows::default(),
            linked_twice: Rows::default(),
            chain: chain::Room::default(),
        }
    }

    /// Finds the sets of a position.
    pub(crate) fn fill(&mut self, position: &Position, control: &Control<'_>) -> Result<(), Stop> {
        self.sets.clear();
        self.group_of.clear();
        self.groups.clear();
        self.groups.push(Group { digit: 1, gone: CellSet::NONE });
        for house in 0..27 {
            let candidates = position.candidates_of(house);
            let open = (0..9).fold(0, |open, k| open | u16::from(candidates[k] != 0) << k);
            grow(&candidates, open, (0, 0), &mut |chosen, digits, rest| {
                let (cells, count) = (size(chosen), size(digits));
                if count == cells + 1 && !came_before(house, chosen) {
                    self.push(position, house, chosen, Digits::from_bits(digits));
                }
                count <= cells + 1 + size(rest)
            });
            for (digit, places) in self.touched.drain(..) {
                self.known[usize::from(digit) - 1][usize::from(places)] = UNKNOWN;
            }
        }
        self.connect(position, control)
    }

    fn push(&mut self, position: &Position, house: usize, chosen: u16, digits: Digits) {
        let mut group_of = [NONE; 9];
        for digit in digits.iter() {
            let at = usize::from(digit) - 1;
            let places = chosen & position.places(house, digit);
            let known = &mut self.known[at][usize::from(places)];
            if *known == UNKNOWN {
                let gone = cells_at(house, places).common_peers() & position.cells(digit);
                *known = NONE;
                if !gone.is_empty() {
                    *known = self.groups.len() as u16;
                    self.groups.push(Group { digit, gone });
                }
                self.touched.push((digit, places));
            }
            group_of[at] = *known;
        }
        self.sets.push(Set { cells: cells_at(house, chosen), digits });
        self.group_of.push(group_of);
    }

    /// Fills in the rows.
    fn connect(&mut self, position: &Position, control: &Control<'_>) -> Result<(), Stop> {
        let (sets, groups) = (self.sets.len(), self.groups.len());
        self.meeting.reset(81, sets);
        self.having.reset(9, sets);
        self.members.reset(groups, sets);
        for (number, set) in self.sets.iter().enumerate() {
            for cell in set.cells.iter() {
                self.meeting.insert(cell.index(), number);
            }
            for digit in set.digits.iter() {
                let at = usize::from(digit) - 1;
                self.having.insert(at, number);
                self.members.insert(usize::from(self.group_of[number][at]), number);
            }
        }
        self.taking.reset(9 * 81, sets);
        for (number, group) in self.groups.iter().enumerate() {
            let members = self.members.row(number);
            control.work(group.gone.len() as usize * members.len())?;
            for cell in group.gone.iter() {
                add(self.taking.row_mut(taken(group.digit, cell)), members);
            }
        }
        self.common.reset(groups, sets);
        self.removing.reset(groups, sets);
        for (number, &Group { digit, gone }) in self.groups.iter().enumerate().skip(1) {
            // The sets in which every cell with the digit would lose it.
            let common = self.common.row_mut(number);
            control.work(position.cells(digit).len() as usize * common.len())?;
            for cell in position.cells(digit).without(gone).iter() {
                add(common, self.meeting.row(cell.index()));
            }
            let having = self.having.row(usize::from(digit) - 1);
            for (block, having) in common.iter_mut().zip(having) {
                for (word, having) in block.iter_mut().zip(having) {
                    *word = having & !*word;
                }
            }
            let removing = self.removing.row_mut(number);
            for cell in gone.iter() {
                add(removing, self.taking.row(taken(digit, cell)));
            }
        }
        self.link(control)
    }

    /// Fills in the rows of linked sets.
    fn link(&mut self, control: &Control<'_>) -> Result<(), Stop> {
        self.linked.reset(self.sets.len(), self.sets.len());
        self.linked_twice.reset(self.sets.len(), self.sets.len());
        for (number, set) in self.sets.iter().enumerate() {
            control.work(set.rows() * self.linked.row(number).len())?;
            for digit in set.digits.iter() {
                let common = self.common.row(self.group(number, digit));
                let linked = self.linked.row_mut(number);
                rows::add_twice(linked, self.linked_twice.row_mut(number), common);
            }
            for cell in set.cells.iter() {
                let meeting = self.meeting.row(cell.index());
                rows::take(self.linked.row_mut(number), meeting);
                rows::take(self.linked_twice.row_mut(number), meeting);
            }
        }
        Ok(())
    }

    /// The group of a digit of a set.
    #[inline]
    fn group(&self, set: usize, digit: u8) -> usize {
        usize::from(self.group_of[set][usize::from(digit) - 1])
    }

    /// The cells that lose a digit if the set must contain it.
    #[inline]
    fn gone(&self, set: usize, digit: u8) -> CellSet {
        self.groups[self.group(set, digit)].gone
    }

    /// The cells that lose a digit if one of the two sets must contain it.
    #[inline]
    fn gone_from(&self, one: usize, other: usize, digit: u8) -> CellSet {
        self.gone(one, digit) & self.gone(other, digit)
    }

    /// The digits that both sets have.
    #[inline]
    fn shared(&self, one: usize, other: usize) -> Digits {
        self.sets[one].digits & self.sets[other].digits
    }

    /// The restricted commons of two linked sets, at most two.
    #[inline]
    fn commons(&self, one: usize, other: usize) -> Digits {
        let mut commons = Digits::NONE;
        for digit in self.shared(one, other).iter() {
            if self.common.contains(self.group(one, digit), other) {
                commons |= Digits::only(digit);
                if commons.len() == 2 {
                    break;
                }
            }
        }
        commons
    }

    /// The eliminations if each of `digits` must be in one of two sets: by digit, then by cell.
    fn removed(&self, one: usize, other: usize, digits: Digits) -> Eliminations {
        super::best::by_digit(digits, |digit| self.gone_from(one, other, digit))
    }
}

/// The row of a digit and a cell.
fn taken(digit: u8, cell: Cell) -> usize {
    81 * (usize::from(digit) - 1) + cell.index()
}

/// Whether the cells at these places have already occurred in an earlier house: single cells in their row, cells of a box in
/// their row or column.
fn came_before(house: usize, places: u16) -> bool {
    match house / 9 {
        0 => false,
        1 => places & (places - 1) == 0,
        _ => {
            let in_row = |k: u16| places & !(0b111 << (3 * k)) == 0;
            let in_column = |k: u16| places & !(0b1001001 << k) == 0;
            (0..3).any(|k| in_row(k) || in_column(k))
        }
    }
}
