//! Equivalence of two automata on cells: the order in which they read the cells, as far as it matters.
//!
//! ```text
//!   sandwich       accepts the same in either direction: the smaller of the two orders
//!   sum modulo 3   accepts the same in any order: sorted
//!   runs           [3 1]: the first three cells in any order, then the fourth
//! ```
//!
//! Automata are compared by their tables, with states numbered in the order in which digits reach them from the start.
//! Two minimal automata accept the same words if and only if these tables are equal.

#![forbid(unsafe_code)]

use std::collections::HashMap;

use crate::control::Control;
use crate::error::Error;

/// The maximum number of states for the test of reading backwards, which takes the square of their number.
const MOST_REVERSED: usize = 4096;

/// A transition that is not allowed.
pub(super) const NOWHERE: u32 = u32::MAX;

/// An automaton that starts in state 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Automaton {
    /// For each state, the next state for each digit.
    pub rows: Vec<Vec<u32>>,
    /// For each state, whether a word may end in it.
    pub accepting: Vec<bool>,
}

/// The equivalent orders in which an automaton reads a number of cells.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Reading {
    /// The lengths of the runs of cells within which the order does not matter.
    pub runs: Vec<usize>,
    /// Whether each word is accepted if and only if its reverse is.
    pub backwards: bool,
}

impl Automaton {
    /// The automaton of the states that digits reach from `start`, numbered in the order in which they are reached.
    /// `leads` returns the next state for digit d + 1.
    pub fn new(
        digits: usize,
        start: usize,
        accepts: impl Fn(usize) -> bool,
        leads: impl Fn(usize, usize) -> Option<usize>,
    ) -> Automaton {
        let mut numbers = HashMap::from([(start, 0)]);
        let mut states = vec![start];
        let mut rows = Vec::new();
        while let Some(&state) = states.get(rows.len()) {
            let mut number = |to: usize| {
                let next = states.len() as u32;
                *numbers.entry(to).or_insert_with(|| {
                    states.push(to);
                    next
                })
            };
            rows.push(
                (0..digits)
                    .map(|d| leads(state, d))
                    .map(|to| to.map_or(NOWHERE, &mut number))
                    .collect(),
            );
        }
        Automaton { rows, accepting: states.into_iter().map(accepts).collect() }
    }

    /// The automaton that reads digit d + 1 as digits − d.
    pub fn reversed_digits(&self) -> Automaton {
        let digits = self.rows[0].len();
        let leads = |state: usize, d: usize| to(self.rows[state][digits - 1 - d]);
        Automaton::new(digits, 0, |state| self.accepting[state], leads)
    }

    /// The equivalent orders in which it reads `count` cells.
    pub fn reading(&self, count: usize, control: &Control<'_>) -> Result<Reading, Error> {
        Ok(Reading { runs: self.runs(count, control)?, backwards: self.reads_backwards(control)? })
    }

    fn runs(&self, count: usize, control: &Control<'_>) -> Result<Vec<usize>, Error> {
        let mut runs = vec![0];
        let mut states = vec![0];
        for step in 1..=count {
            runs.last_mut().into_iter().for_each(|run| *run += 1);
            control.checkpoint()?;
            if step < count && !states.iter().all(|&state| self.commutes(state)) {
                runs.push(0);
            }
            let reached =
                states.iter().flat_map(|&state| &self.rows[state]).filter_map(|&next| to(next));
            states = reached.collect();
            states.sort_unstable();
            states.dedup();
        }
        Ok(runs)
    }

    /// Whether any two digits lead to the same state in either order.
    fn commutes(&self, state: usize) -> bool {
        let row = &self.rows[state];
        let after =
            |one: usize, other: usize| to(row[one]).map_or(NOWHERE, |via| self.rows[via][other]);
        (0..row.len()).all(|a| (0..a).all(|b| after(a, b) == after(b, a)))
    }

    fn reads_backwards(&self, control: &Control<'_>) -> Result<bool, Error> {
        if self.rows.len() > MOST_REVERSED {
            return Ok(false);
        }
        // The states of the automaton for the reversed words are the sets of states from which it leads to acceptance.
        // It is minimal, because every state of this automaton is reachable (Brzozowski), so with more states it is a
        // different one.
        let mut numbers = HashMap::from([(self.accepting.clone(), 0)]);
        let mut sets = vec![self.accepting.clone()];
        let mut rows: Vec<Vec<u32>> = Vec::new();
        while let Some(members) = sets.get(rows.len()).cloned() {
            let mut row = Vec::with_capacity(self.rows[0].len());
            for digit in 0..self.rows[0].len() {
                control.checkpoint()?;
                let leads = |from: &Vec<u32>| to(from[digit]).is_some_and(|to| members[to]);
                let origin: Vec<bool> = self.rows.iter().map(leads).collect();
                let next = sets.len() as u32;
                row.push(match origin.contains(&true) {
                    false => NOWHERE,
                    true => *numbers.entry(origin).or_insert_with_key(|origin| {
                        sets.push(origin.clone());
                        next
                    }),
                });
            }
            if sets.len() > self.rows.len() {
                return Ok(false);
            }
            rows.push(row);
        }
        let accepting = sets.iter().map(|members| members[0]).collect();
        Ok(*self == Automaton { rows, accepting })
    }
}

fn to(state: u32) -> Option<usize> {
    (state != NOWHERE).then_some(state as usize)
}

impl Reading {
    /// The cells in the smallest of all equivalent orders.
    pub fn in_order(&self, cells: &[u16]) -> Vec<u16> {
        let sorted = self.sorted(cells.to_vec());
        if !self.backwards {
            return sorted;
        }
        let mut reversed = sorted.clone();
        reversed.reverse();
        self.sorted(reversed).min(sorted)
    }

    fn sorted(&self, mut cells: Vec<u16>) -> Vec<u16> {
        let mut rest = &mut cells[..];
        for &run in &self.runs {
            let (these, others) = rest.split_at_mut(run);
            these.sort_unstable();
            rest = others;
        }
        cells
    }

    /// A number for each cell that is read; two cells have equal numbers if only other cells distinguish them.
    pub fn ranks(&self) -> Vec<u32> {
        let last = self.runs.len() - 1;
        let rank = |run: usize| if self.backwards { run.min(last - run) } else { run };
        let lengths = self.runs.iter().enumerate();
        lengths.flat_map(|(run, &length)| std::iter::repeat_n(rank(run) as u32, length)).collect()
    }
}
