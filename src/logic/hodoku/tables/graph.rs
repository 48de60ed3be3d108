//! The graph of candidates and groups, as numbered nodes with their direct consequences in the order of HoDoKu's tables.
//!
//! ```text
//!   node = 2·k + on        k < candidates: a candidate, by cell and digit; above: a group
//!
//!   group   the two or three places of a digit where a box and a line cross: on if one of them holds the digit
//!
//!   links   on  ──►  off: other digits of the cell; the digit in row, column, box; groups whose cells all see the cell
//!           off ──►  on: the other digit of a cell with two; the one other place in row, column, box; groups that contain
//!                    all other places of a house
//! ```
//!
//! The links of each node are stored twice: as a list, whose order determines which of several shortest paths is found, and
//! as a bit row. *Cost.* A few microseconds for 150 candidates.

use crate::board::{Cell, Digits, HOUSES};
use crate::logic::grid9::cells::{CellSet, HOUSE_SETS, PEER_SETS};
use crate::logic::grid9::houses::HOUSES_OF;
use crate::logic::{Candidate, Position};

/// No node.
pub(super) const NOTHING: u16 = u16::MAX;

/// The places of a digit in the crossing of a line and a box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) digit: u8,
    pub(super) cells: CellSet,
    /// The line and the box, as indices of [`HOUSES`].
    pub(super) houses: [u8; 2],
}

/// The nodes of a position and their links.
pub(super) struct Graph {
    pub(super) candidates: Vec<Candidate>,
    pub(super) groups: Vec<Group>,
    /// The numbers of the groups of each digit, in ascending order.
    of_digit: [Vec<u16>; 9],
    /// The first node of each candidate (9·cell + digit − 1), or [`NOTHING`].
    node: Box<[u16; 729]>,
    /// The number of words in a bit row.
    pub(super) words: usize,
    starts: Vec<u32>,
    links: Vec<u16>,
    rows: Vec<u64>,
}

impl Graph {
    pub(super) fn new() -> Graph {
        Graph {
            candidates: Vec::new(),
            groups: Vec::new(),
            of_digit: [const { Vec::new() }; 9],
            node: Box::new([NOTHING; 729]),
            words: 0,
            starts: Vec::new(),
            links: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        2 * (self.candidates.len() + self.groups.len())
    }

    /// The node of a candidate that is on or off.
    #[inline]
    pub(super) fn node(&self, cell: Cell, digit: u8, on: bool) -> u16 {
        self.node[9 * cell.index() + usize::from(digit) - 1] + u16::from(on)
    }

    /// The candidate of a node, if it is not a group.
    #[inline]
    pub(super) fn candidate(&self, node: u16) -> Option<Candidate> {
        self.candidates.get(usize::from(node / 2)).copied()
    }

    /// The cells and the digit of a node.
    #[inline]
    pub(super) fn place(&self, node: u16) -> (CellSet, u8) {
        match self.candidate(node) {
            Some(one) => (CellSet::only(one.classic_cell()), one.digit),
            None => {
                let group = &self.groups[usize::from(node / 2) - self.candidates.len()];
                (group.cells, group.digit)
            }
        }
    }

    /// The direct consequences of a node, in order.
    #[inline]
    pub(super) fn links(&self, node: u16) -> &[u16] {
        let at = usize::from(node);
        &self.links[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The direct consequences of a node, as bits.
    #[inline]
    pub(super) fn row(&self, node: u16) -> &[u64] {
        &self.rows[usize::from(node) * self.words..][..self.words]
    }

    /// Builds the graph of a position.
    pub(super) fn build(&mut self, position: &Position, grouped: bool) {
        self.candidates.clear();
        self.groups.clear();
        self.of_digit.iter_mut().for_each(Vec::clear);
        self.node.fill(NOTHING);
        for cell in position.empty().iter() {
            for digit in position.candidates(cell).iter() {
                self.node[9 * cell.index() + usize::from(digit) - 1] =
                    2 * self.candidates.len() as u16;
                self.candidates.push(Candidate::new(cell, digit));
            }
        }
        if grouped {
            self.find_groups(position);
        }
        self.starts.clear();
        self.links.clear();
        for k in 0..self.candidates.len() {
            let one = self.candidates[k];
            self.starts.push(self.links.len() as u32);
            self.candidate_off(position, one);
            self.starts.push(self.links.len() as u32);
            self.candidate_on(position, one);
        }
        for k in 0..self.groups.len() {
            self.starts.push(self.links.len() as u32);
            self.group_off(position, k);
            self.starts.push(self.links.len() as u32);
            self.group_on(position, k);
        }
        self.starts.push(self.links.len() as u32);
        self.words = self.len().div_ceil(64);
        self.rows.clear();
        self.rows.resize(self.len() * self.words, 0);
        for (at, row) in self.rows.chunks_exact_mut(self.words.max(1)).enumerate() {
            for &to in &self.links[self.starts[at] as usize..self.starts[at + 1] as usize] {
                row[usize::from(to / 64)] |= 1 << (to % 64);
            }
        }
    }

    fn find_groups(&mut self, position: &Position) {
        for (line, cells) in HOUSES.iter().enumerate().take(18) {
            for digit in 1..=9 {
                let places = position.places(line, digit);
                for part in 0..3 {
                    let here = places & 7 << (3 * part);
                    if here & here.wrapping_sub(1) != 0 {
                        let first = cells[3 * part];
                        let set = (3 * part..3 * part + 3)
                            .filter(|place| here >> place & 1 != 0)
                            .map(|place| cells[place])
                            .collect();
                        let houses = [line as u8, HOUSES_OF[first.index()][2].0];
                        self.of_digit[usize::from(digit) - 1].push(self.groups.len() as u16);
                        self.groups.push(Group { digit, cells: set, houses });
                    }
                }
            }
        }
    }

    fn push(&mut self, cells: CellSet, digit: u8, on: bool) {
        for cell in cells.iter() {
            self.links.push(self.node(cell, digit, on));
        }
    }

    /// Adds links to the groups of a digit that satisfy `wanted`.
    fn push_groups(&mut self, digit: u8, on: bool, wanted: impl Fn(&Group) -> bool) {
        let first = 2 * self.candidates.len() as u16;
        for &k in &self.of_digit[usize::from(digit) - 1] {
            if wanted(&self.groups[usize::from(k)]) {
                self.links.push(first + 2 * k + u16::from(on));
            }
        }
    }

    fn candidate_on(&mut self, position: &Position, one: Candidate) {
        let (cell, digit) = (one.classic_cell(), one.digit);
        for other in position.candidates(cell).without(Digits::only(digit)).iter() {
            self.links.push(self.node(cell, other, false));
        }
        let mut told = CellSet::only(cell);
        for (house, _) in HOUSES_OF[cell.index()] {
            let cells = position.cells(digit) & HOUSE_SETS[usize::from(house)];
            self.push(cells.without(told), digit, false);
            told |= cells;
        }
        let seen = PEER_SETS[cell.index()];
        self.push_groups(digit, false, |group| group.cells.without(seen).is_empty());
    }

    fn candidate_off(&mut self, position: &Position, one: Candidate) {
        let (cell, digit) = (one.classic_cell(), one.digit);
        let others = position.candidates(cell).without(Digits::only(digit));
        if others.len() == 1 {
            self.links.push(self.node(cell, others.smallest(), true));
        }
        let others = HOUSES_OF[cell.index()].map(|(house, _)| {
            (position.cells(digit) & HOUSE_SETS[usize::from(house)]).without(CellSet::only(cell))
        });
        for cells in others {
            if cells.len() == 1 {
                self.push(cells, digit, true);
            }
        }
        self.push_groups(digit, true, |group| others.contains(&group.cells));
    }

    fn group_on(&mut self, position: &Position, k: usize) {
        let one = self.groups[k];
        let seen = one.cells.common_peers() & position.cells(one.digit);
        self.push(seen, one.digit, false);
        self.push_groups(one.digit, false, |other| {
            !other.cells.meets(one.cells)
                && (other.houses[0] == one.houses[0] || other.houses[1] == one.houses[1])
        });
    }

    fn group_off(&mut self, position: &Position, k: usize) {
        let one = self.groups[k];
        let others = one.houses.map(|house| {
            (position.cells(one.digit) & HOUSE_SETS[usize::from(house)]).without(one.cells)
        });
        for cells in others {
            if cells.len() == 1 {
                self.push(cells, one.digit, true);
            }
        }
        self.push_groups(one.digit, true, |other| others.contains(&other.cells));
    }
}
