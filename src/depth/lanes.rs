//! Singles after each of up to 256 assumptions at once.
//!
//! ```text
//!               lane: assumption 0 1 2 3 …
//!   row: candidate a             1 0 1 1 …     bit: the candidate is live after the assumption
//!        candidate b             0 1 1 1 …
//!        …
//! ```
//!
//! A round asserts the single members of all variables and removes the candidates linked to them, in all lanes. A
//! variable is a fold over the rows of its members: the lanes with at least one member, and the lanes with two. The
//! number of rounds before a lane has a variable without members is a lower bound of the length of a proof.
//!
//! *Cost.* Per member of an open variable and round, about 10 operations on rows.

#![forbid(unsafe_code)]

use super::arch::Vectors;
use super::state::State;
use super::tables::{CANDIDATES, MEMBERS};
use crate::cpu::Backend;
use crate::logic::bits::{members, ones};

/// The number of words in a row.
const WORDS: usize = 4;
/// The number of lanes.
pub const LANES: usize = 64 * WORDS;

/// One bit for each lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Row([u64; WORDS]);

/// Each lane as a row, and an empty row at the end.
static UNITS: [Row; LANES + 1] = {
    let mut units = [Row::NONE; LANES + 1];
    let mut lane = 0;
    while lane < LANES {
        units[lane].0[lane / 64] = 1 << (lane % 64);
        lane += 1;
    }
    units
};

impl Row {
    const NONE: Row = Row([0; WORDS]);

    #[inline(always)]
    fn map(self, other: Row, f: impl Fn(u64, u64) -> u64) -> Row {
        let [a, b] = [self.0, other.0];
        Row([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])])
    }
    #[inline(always)]
    fn or(self, other: Row) -> Row {
        self.map(other, |a, b| a | b)
    }
    #[inline(always)]
    fn and(self, other: Row) -> Row {
        self.map(other, |a, b| a & b)
    }
    #[inline(always)]
    fn without(self, other: Row) -> Row {
        self.map(other, |a, b| a & !b)
    }
    #[inline(always)]
    fn or_not(self, other: Row) -> Row {
        self.map(other, |a, b| a | !b)
    }
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }
    /// The lanes of the row.
    pub fn lanes(self) -> impl Iterator<Item = usize> {
        members(self.0).map(usize::from)
    }
}

/// Assumptions about one state, one in each lane.
pub struct Lanes {
    pub(super) vectors: Vectors,
    /// The open candidates of the state, in order.
    candidates: Vec<u16>,
    /// The number of the first candidate that is assumed in a lane.
    first: usize,
    rows: Vec<Row>,
    /// The candidates that the current round asserts.
    asserted: Vec<Row>,
    /// The open variables as numbers of rows, one after the other.
    members: Vec<u16>,
    /// The end of each variable in `members`.
    ends: Vec<u16>,
    /// The lanes without a contradiction so far.
    alive: Row,
    /// The lanes in which the last round asserted two linked candidates.
    clash: Row,
    numbers: [u16; CANDIDATES],
}

impl Lanes {
    pub fn new(backend: Backend) -> Lanes {
        Lanes {
            vectors: Vectors::new(backend),
            candidates: Vec::new(),
            first: 0,
            rows: Vec::new(),
            asserted: Vec::new(),
            members: Vec::new(),
            ends: Vec::new(),
            alive: Row::NONE,
            clash: Row::NONE,
            numbers: [0; CANDIDATES],
        }
    }

    /// See [`Lanes::load`].
    #[inline(always)]
    pub(super) fn load_rows(&mut self, state: &State, first: usize) {
        self.candidates.clear();
        self.candidates.extend(state.open());
        self.first = first;
        for (number, &candidate) in self.candidates.iter().enumerate() {
            self.numbers[candidate as usize] = number as u16;
        }
        let count = self.candidates.len();
        self.rows.clear();
        self.rows.resize(count, Row::NONE);
        self.asserted.clear();
        self.asserted.resize(count, Row::NONE);
        self.members.clear();
        self.ends.clear();
        let unit = |number: u16| UNITS[(number as usize).wrapping_sub(first).min(LANES)];
        for (variable, members) in MEMBERS.iter().enumerate() {
            let set = state.members(variable);
            if set.is_power_of_two() {
                continue;
            }
            let start = self.members.len();
            // The lanes that assert a member.
            let mut taken = Row::NONE;
            for member in ones(set.into()) {
                let number = self.numbers[members[member as usize] as usize];
                self.members.push(number);
                taken = taken.or(unit(number));
            }
            for &number in &self.members[start..] {
                let row = &mut self.rows[number as usize];
                *row = row.or(taken);
            }
            self.ends.push(self.members.len() as u16);
        }
        (self.alive, self.clash) = (Row::NONE, Row::NONE);
        for (number, row) in self.rows.iter_mut().enumerate() {
            let unit = unit(number as u16);
            *row = unit.or_not(*row);
            self.alive = self.alive.or(unit);
        }
    }

    /// The candidate assumed in a lane.
    pub fn candidate(&self, lane: usize) -> u16 {
        self.candidates[self.first + lane]
    }

    /// See [`Lanes::find`].
    #[inline(always)]
    pub(super) fn find_singles(&mut self) -> Row {
        let mut empty = self.clash;
        let mut start = 0;
        self.asserted.fill(Row::NONE);
        for &end in &self.ends {
            let members = &self.members[start..end as usize];
            start = end as usize;
            let (mut once, mut twice) = (Row::NONE, Row::NONE);
            for &number in members {
                let row = self.rows[number as usize];
                twice = twice.or(once.and(row));
                once = once.or(row);
            }
            empty = empty.or_not(once);
            let single = once.without(twice);
            if !single.is_empty() {
                for &number in members {
                    let asserted = &mut self.asserted[number as usize];
                    *asserted = asserted.or(self.rows[number as usize].and(single));
                }
            }
        }
        self.retire(empty)
    }

    /// See [`Lanes::remove`].
    #[inline(always)]
    pub(super) fn remove_linked(&mut self) -> bool {
        let mut start = 0;
        let mut removed = Row::NONE;
        self.clash = Row::NONE;
        for &end in &self.ends {
            let members = &self.members[start..end as usize];
            start = end as usize;
            let (mut any, mut two) = (Row::NONE, Row::NONE);
            for &number in members {
                let asserted = self.asserted[number as usize];
                two = two.or(any.and(asserted));
                any = any.or(asserted);
            }
            if any.and(self.alive).is_empty() {
                continue;
            }
            self.clash = self.clash.or(two);
            for &number in members {
                let row = &mut self.rows[number as usize];
                let kept = row.and(self.asserted[number as usize].or_not(any));
                removed = removed.or(row.without(kept));
                *row = kept;
            }
        }
        !removed.and(self.alive).is_empty()
    }

    /// Drops lanes. Returns the lanes that were alive.
    fn retire(&mut self, lanes: Row) -> Row {
        let lanes = lanes.and(self.alive);
        self.alive = self.alive.without(lanes);
        lanes
    }

    /// Removes the candidates that are no longer live in `state` from all lanes, and retires their lanes.
    pub fn restrict(&mut self, state: &State) {
        for (number, &candidate) in self.candidates.iter().enumerate() {
            if !state.is_live(candidate) {
                self.rows[number] = Row::NONE;
            }
            if !state.is_open(candidate) {
                let lane = number.wrapping_sub(self.first).min(LANES);
                self.alive = self.alive.without(UNITS[lane]);
            }
        }
    }
}
