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
//! The variables are in the order of the number of their members, so that the loops over members have constant lengths.
//!
//! *Cost.* Per member of an open variable and round, about 10 operations on rows.

#![forbid(unsafe_code)]

use crate::arch::unrolled;
use crate::cpu::Backend;
use crate::logic::bits;

use super::arch::Vectors;
use super::state::State;
use super::tables::{CANDIDATES, VARIABLES, VARIABLES_OF};

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
        bits::members(self.0).map(usize::from)
    }
}

/// The capacity for rows; numbers of rows are limited to it without a check.
const ROWS: usize = CANDIDATES.next_power_of_two();

/// A row for each open candidate, by number.
#[derive(Clone)]
struct Rows(Box<[Row; ROWS]>);

impl Rows {
    fn new() -> Rows {
        Rows(Box::new([Row::NONE; ROWS]))
    }
    #[inline(always)]
    fn get(&self, number: u16) -> Row {
        self.0[number as usize % ROWS]
    }
    #[inline(always)]
    fn set(&mut self, number: u16, row: Row) {
        self.0[number as usize % ROWS] = row;
    }
}

/// Assumptions about one state, one in each lane.
pub struct Lanes {
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(dead_code, reason = "other processors have nothing to choose")
    )]
    pub(super) vectors: Vectors,
    /// The open candidates of the state, in order.
    candidates: Vec<u16>,
    /// The number of the first candidate that is assumed in a lane.
    first: usize,
    rows: Rows,
    /// The candidates that the current round asserts.
    asserted: Rows,
    /// For each number of members, the open variables as numbers of rows, one after the other.
    variables: [Vec<u16>; 10],
    /// The lanes without a contradiction so far.
    alive: Row,
    /// The lanes in which the last round asserted two linked candidates.
    clash: Row,
}

impl Lanes {
    pub fn new(backend: Backend) -> Lanes {
        Lanes {
            vectors: Vectors::new(backend),
            candidates: Vec::new(),
            first: 0,
            rows: Rows::new(),
            asserted: Rows::new(),
            variables: Default::default(),
            alive: Row::NONE,
            clash: Row::NONE,
        }
    }

    /// See [`Lanes::load`].
    #[inline(always)]
    pub(super) fn load_rows(&mut self, state: &State, first: usize) {
        self.candidates.clear();
        self.candidates.extend(state.open());
        self.first = first;
        // For each variable, its open members as numbers of rows, and the lanes that assert one of them.
        let mut sizes = [0_u8; VARIABLES];
        let mut members = [[0; 9]; VARIABLES];
        let mut taken = [Row::NONE; VARIABLES];
        for (number, &candidate) in self.candidates.iter().enumerate() {
            let lane = number.wrapping_sub(first);
            let (word, bit) = if lane < LANES { (lane / 64, 1 << (lane % 64)) } else { (0, 0) };
            for (variable, _) in VARIABLES_OF[candidate as usize] {
                let variable = variable as usize;
                let size = &mut sizes[variable];
                members[variable][*size as usize] = number as u16;
                taken[variable].0[word] |= bit;
                *size += 1;
            }
        }
        self.variables.iter_mut().for_each(Vec::clear);
        for (members, size) in members.iter().zip(sizes) {
            // Without branches, and with a copy of constant length.
            let variables = &mut self.variables[size as usize];
            variables.extend_from_slice(members);
            variables.truncate(variables.len() - 9 + size as usize);
        }
        (self.alive, self.clash) = (Row::NONE, Row::NONE);
        for (number, &candidate) in self.candidates.iter().enumerate() {
            let unit = UNITS[number.wrapping_sub(first).min(LANES)];
            let [a, b, c, d] =
                VARIABLES_OF[candidate as usize].map(|(variable, _)| taken[variable as usize]);
            self.rows.set(number as u16, unit.or_not(a.or(b).or(c.or(d))));
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
        self.asserted.0[..self.candidates.len()].fill(Row::NONE);
        let mut empty = self.clash;
        let _ = unrolled!(N in [2 3 4 5 6 7 8 9] => self.find_sized::<N>(&mut empty));
        self.retire(empty)
    }

    /// [`Lanes::find`] for the variables with N members.
    #[inline(always)]
    fn find_sized<const N: usize>(&mut self, empty: &mut Row) {
        for numbers in self.variables[N].as_chunks::<N>().0 {
            let (mut once, mut twice) = (Row::NONE, Row::NONE);
            for &number in numbers {
                let row = self.rows.get(number);
                twice = twice.or(once.and(row));
                once = once.or(row);
            }
            *empty = empty.or_not(once);
            let single = once.without(twice);
            if !single.is_empty() {
                for &number in numbers {
                    let row = self.asserted.get(number).or(self.rows.get(number).and(single));
                    self.asserted.set(number, row);
                }
            }
        }
    }

    /// See [`Lanes::remove`].
    #[inline(always)]
    pub(super) fn remove_linked(&mut self) -> bool {
        let mut removed = Row::NONE;
        self.clash = Row::NONE;
        let _ = unrolled!(N in [2 3 4 5 6 7 8 9] => self.remove_sized::<N>(&mut removed));
        !removed.and(self.alive).is_empty()
    }

    /// [`Lanes::remove`] for the variables with N members.
    #[inline(always)]
    fn remove_sized<const N: usize>(&mut self, removed: &mut Row) {
        for numbers in self.variables[N].as_chunks::<N>().0 {
            let (mut any, mut two) = (Row::NONE, Row::NONE);
            for &number in numbers {
                let asserted = self.asserted.get(number);
                two = two.or(any.and(asserted));
                any = any.or(asserted);
            }
            if any.is_empty() {
                continue;
            }
            self.clash = self.clash.or(two);
            for &number in numbers {
                let row = self.rows.get(number);
                let kept = row.and(self.asserted.get(number).or_not(any));
                *removed = removed.or(row.without(kept));
                self.rows.set(number, kept);
            }
        }
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
                self.rows.set(number as u16, Row::NONE);
            }
            if !state.is_open(candidate) {
                let lane = number.wrapping_sub(self.first).min(LANES);
                self.alive = self.alive.without(UNITS[lane]);
            }
        }
    }
}
