//! Automata: a cell keeps a digit if some path from the start to an accepting state uses it there.
//!
//! ```text
//!   cell        0        1        2
//!   reached  {0} ──> {1, 2} ──> {2, 5} ──> {4, 5}     forwards: the states that can be reached
//!   useful   {0} <── {1}    <── {5}    <── {4}        backwards: those that lead to an accepting state
//! ```
//!
//! A digit of cell i is kept if it leads from a useful state of layer i to a useful state of layer i + 1.
//!
//! *Cost.* One pass forwards and one backwards, each with cells · reached states · successors of each state steps,
//! where digits that lead to the same state are one step.

#![forbid(unsafe_code)]

use smallvec::SmallVec;

use super::digits::{self, Conflict, bits};
use super::families::Family;
use super::geometry::narrow;
use super::layers::Layers;
use super::lists::Lists;
use super::shifts::{Shifts, members};

/// An automaton over some cells.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    cells: Vec<u16>,
    pub start: u32,
    /// `next[state * largest + d]`, or [`NOWHERE`].
    next: Vec<u32>,
    /// The accepting states, as a bit set.
    accepting: Vec<u64>,
    /// The number of words in a set of states.
    words: usize,
    largest: usize,
    /// The transitions as shifts, if there are few shifts.
    shifts: Option<Shifts>,
    /// The successors of each state, each with the digits that lead to it; empty if shifts are used everywhere.
    followers: Lists<(u32, u64)>,
    /// The transitions of each cell, for many states and cells but few states before each cell.
    layers: Option<Layers>,
}

const NOWHERE: u32 = u32::MAX;

/// The number of steps beyond which an automaton with more than 64 states stores separate transitions for each cell.
/// Finding them takes as long as narrowing the automaton a few times.
const MANY_STEPS: usize = 1 << 14;

impl Automaton {
    pub fn new(
        cells: &[usize],
        start: usize,
        accepting: &[usize],
        transitions: &[Vec<i64>],
    ) -> Automaton {
        let words = transitions.len().div_ceil(64);
        let mut ends = vec![0; words];
        accepting.iter().for_each(|state| ends[state / 64] |= 1 << (state % 64));
        let largest = transitions.first().map_or(0, Vec::len);
        let mut next = Vec::with_capacity(transitions.len() * largest);
        for row in transitions {
            next.extend(row.iter().map(|&to| u32::try_from(to).unwrap_or(NOWHERE)));
        }
        let mut automaton = Automaton {
            cells: narrow(cells),
            start: start as u32,
            next,
            accepting: ends,
            words,
            largest,
            shifts: None,
            followers: Lists::default(),
            layers: None,
        };
        let after = |state, d| automaton.next(state, d);
        let first_and_last = (automaton.start, &automaton.accepting[..]);
        automaton.shifts = Shifts::new(largest, automaton.states(), after, first_and_last);
        if automaton.shifts.is_none() {
            automaton.followers = transitions.iter().map(|row| followers(row)).collect();
        }
        if words > 1 && automaton.steps() >= MANY_STEPS {
            automaton.layers = automaton.find_layers();
        }
        automaton
    }

    fn find_layers(&self) -> Option<Layers> {
        let (mut sets, mut useful) =
            (vec![digits::all(self.largest); self.cells.len()], Vec::new());
        self.narrow_states(&mut sets, &mut useful).ok()?;
        Layers::new(self.largest, self.words, &useful, |state, d| self.next(state, d))
    }

    /// The cells that the automaton reads, in order; a cell may occur twice.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// The number of cells times states times digits.
    pub fn steps(&self) -> usize {
        self.cells.len() * self.next.len()
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.next.len() / self.largest.max(1)
    }

    /// The state after digit d + 1 in `state`.
    #[inline]
    pub fn next(&self, state: u32, d: u32) -> Option<u32> {
        let next = self.next[state as usize * self.largest + d as usize];
        (next != NOWHERE).then_some(next)
    }

    /// Whether the automaton may end in this state.
    pub fn accepts(&self, state: u32) -> bool {
        self.accepting[state as usize / 64] >> (state % 64) & 1 == 1
    }

    /// Removes from the sets of its cells the digits that no accepted sequence uses.
    ///
    /// # Errors
    /// There is no accepted sequence.
    #[inline]
    pub fn narrow(&self, sets: &mut [u64], layers: &mut Vec<u64>) -> Result<(), Conflict> {
        match &self.layers {
            Some(of_cells) => of_cells.narrow(sets, layers),
            None => self.narrow_states(sets, layers),
        }
    }

    /// Like [`Automaton::narrow`]; stores in `layers` the states before each cell and after the last through which some
    /// accepted sequence passes.
    pub fn narrow_states(&self, sets: &mut [u64], layers: &mut Vec<u64>) -> Result<(), Conflict> {
        if let Some(shifts) = &self.shifts {
            return shifts.narrow(sets, layers);
        }
        let (words, n) = (self.words, self.cells.len());
        layers.clear();
        layers.resize((n + 1) * words, 0);
        layers[self.start as usize / 64] |= 1 << (self.start % 64);
        for (i, &digits) in sets.iter().enumerate() {
            let (from, to) = layers[i * words..(i + 2) * words].split_at_mut(words);
            for state in members(from) {
                for &(next, by) in self.followers.get(state as usize) {
                    to[next as usize / 64] |= u64::from(digits & by != 0) << (next % 64);
                }
            }
        }
        let mut alive = false;
        for (layer, ends) in layers[n * words..].iter_mut().zip(&self.accepting) {
            *layer &= ends;
            alive |= *layer != 0;
        }
        if !alive {
            return Err(Conflict);
        }
        for (i, set) in sets.iter_mut().enumerate().rev() {
            let (from, to) = layers[i * words..(i + 2) * words].split_at_mut(words);
            let mut support = 0;
            for (w, word) in from.iter_mut().enumerate() {
                for bit in bits(*word) {
                    let state = 64 * w as u32 + bit.trailing_zeros();
                    let mut useful = 0;
                    for &(next, by) in self.followers.get(state as usize) {
                        let is_useful = to[next as usize / 64] >> (next % 64) & 1;
                        useful |= by & is_useful.wrapping_neg();
                    }
                    useful &= *set;
                    if useful == 0 {
                        *word &= !bit;
                    }
                    support |= useful;
                }
            }
            *set = support;
        }
        Ok(())
    }

    /// Like [`Automaton::narrow`], for cells that all differ. A state is followed together with the sets of digits that
    /// lead to it, so that no digit is read twice.
    ///
    /// # Errors
    /// There is no accepted sequence of different digits.
    #[inline(always)]
    pub fn narrow_different(
        &self,
        sets: &mut [u64],
        layers: &mut Vec<u64>,
        families: &mut Vec<Family>,
    ) -> Result<(), Conflict> {
        self.narrow_states(sets, layers)?;
        let (words, n, states) = (self.words, self.cells.len(), self.states());
        families.clear();
        families.resize((n + 1) * states, Family::NONE);
        families[self.start as usize] = Family::EMPTY;
        // Only useful states are left in the layers.
        for (i, &digits) in sets.iter().enumerate() {
            let (from, to) = families[i * states..(i + 2) * states].split_at_mut(states);
            let useful = &layers[(i + 1) * words..(i + 2) * words];
            for state in members(&layers[i * words..(i + 1) * words]) {
                let before = from[state as usize];
                if before.is_empty() {
                    continue;
                }
                for digit in bits(digits) {
                    let d = digit.trailing_zeros();
                    if let Some(next) = self.next(state, d)
                        && useful[next as usize / 64] >> (next % 64) & 1 == 1
                    {
                        to[next as usize].add(&before.with(d));
                    }
                }
            }
        }
        for (i, set) in sets.iter_mut().enumerate().rev() {
            let (from, to) = families[i * states..(i + 2) * states].split_at_mut(states);
            let useful = &layers[(i + 1) * words..(i + 2) * words];
            let mut support = 0;
            for state in members(&layers[i * words..(i + 1) * words]) {
                let before = from[state as usize];
                if before.is_empty() {
                    continue;
                }
                let mut kept = Family::NONE;
                for digit in bits(*set) {
                    let d = digit.trailing_zeros();
                    if let Some(next) = self.next(state, d)
                        && useful[next as usize / 64] >> (next % 64) & 1 == 1
                    {
                        let here = to[next as usize].without(d).and(&before);
                        support |= if here.is_empty() { 0 } else { digit };
                        kept.add(&here);
                    }
                }
                from[state as usize] = kept;
            }
            if support == 0 {
                return Err(Conflict);
            }
            *set = support;
        }
        Ok(())
    }
}

/// The successors of a state with these transitions, each with its digits.
fn followers(transitions: &[i64]) -> SmallVec<[(u32, u64); 16]> {
    let mut followers = SmallVec::<[(u32, u64); 16]>::new();
    for (d, &to) in transitions.iter().enumerate() {
        let Ok(to) = u32::try_from(to) else { continue };
        match followers.iter_mut().find(|(state, _)| *state == to) {
            Some((_, digits)) => *digits |= 1 << d,
            None => followers.push((to, 1 << d)),
        }
    }
    followers
}
