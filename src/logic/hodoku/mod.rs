//! The scale of HoDoKu 2.2: level and score.
//!
//! ```text
//!   57 searches in the order of the table  ──►  the conclusion of the first that has one  ──►  apply, begin again
//!   4 more if they are named
//!
//!   score   the sum of the scores of all steps
//!   level   that of the hardest step; one up for each level whose highest score is exceeded
//! ```
//!
//! Which step is taken decides all later ones, so the searches follow the order of the program to the letter, also in the
//! order in which a step removes its candidates. Scores depend on the puzzle as it is written: equivalent puzzles can differ.
//!
//! HoDoKu is by Bernhard Hobiger. The techniques are written from a description of what the program does, and compared with
//! its results.

pub(crate) mod almost;
mod alternating;
pub(crate) mod best;
mod bug_plus_one;
mod colors;
pub(crate) mod found;
mod franken;
mod general;
mod path;
mod queues;
mod rate;
mod rating;
mod rectangles;
mod remote_pair;
mod searches;
mod single_digit;
mod sue_de_coq;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod x_chain;
mod xy_chain;

pub use path::Path;
pub use queues::State;
pub use rating::{Rating, Within};
pub use table::{Level, techniques_in_order, worth};

use super::grid9::position::Changes;
use super::nodes::Nodes;
use super::{Candidate, Position, Step, Technique};
use crate::control::Stop;
use found::Found;

use super::technique::{Options, Techniques};
use searches::Memory;
use table::TABLE;

/// The scale, with the memory of its searches, which is kept from puzzle to puzzle.
pub struct Hodoku {
    allowed: Techniques,
    /// Which rows of the table are used.
    rows: u64,
    /// For each row what it has not seen, but the rows before it have.
    pending: [Changes; TABLE.len()],
    memory: Memory,
}

/// What can be done next.
#[derive(Clone, Debug)]
pub struct Hint(Found);

impl Hint {
    /// The technique.
    pub fn technique(&self) -> Technique {
        self.0.technique
    }

    /// The values that it sets.
    pub fn placements(&self) -> &[Candidate] {
        &self.0.placements
    }

    /// The candidates that it removes, in that order.
    pub fn eliminations(&self) -> &[Candidate] {
        &self.0.eliminations
    }

    /// Places and removes what the hint says, in the state in which it was found.
    pub fn apply(&self, state: &mut State) {
        state.apply(&self.0.placements, &self.0.eliminations);
    }

    /// The hint in full, rated with its score; `position` is the one in which it was found.
    pub fn step(&self, position: &Position) -> Step {
        let mut step = self.0.step(position);
        step.rating = table::row_of(self.0.technique).map_or(0.0, |row| f64::from(row.score));
        step
    }
}

impl Hodoku {
    /// A scale that uses the techniques of `options`.
    pub fn new(options: Options) -> Hodoku {
        let allowed = options.allowed();
        let used = TABLE.iter().map(|row| row.techniques.iter().any(|&one| allowed.contains(one)));
        let rows = used.enumerate().fold(0, |rows, (at, used)| rows | u64::from(used) << at);
        Hodoku { allowed, rows, pending: [Changes::ALL; TABLE.len()], memory: Memory::new() }
    }

    /// Forgets the puzzle before.
    fn begin(&mut self) {
        self.pending = [Changes::ALL; TABLE.len()];
        self.memory.forget();
    }

    /// The next step, if there is one.
    ///
    /// # Errors
    /// When there are no nodes left, or the control of `nodes` says stop.
    pub fn next(&mut self, state: &mut State, nodes: &Nodes<'_>) -> Result<Option<Hint>, Stop> {
        self.begin();
        Ok(self.search(state, nodes)?.map(Hint))
    }

    /// The step of each search that has one, in the order of the scale; of singles all.
    ///
    /// # Errors
    /// When there are no nodes left, or the control of `nodes` says stop.
    pub fn all(&mut self, state: &State, nodes: &Nodes<'_>) -> Result<Vec<Hint>, Stop> {
        let mut hints = Vec::new();
        let mut singles = state.all_singles();
        singles.retain(|found| self.allowed.contains(found.technique));
        hints.extend(singles.into_iter().map(Hint));
        self.memory.forget();
        for (at, row) in TABLE.iter().enumerate().skip(SINGLES) {
            if self.rows >> at & 1 != 0 {
                nodes.checkpoint()?;
                let mut state = state.clone();
                let among = (self.allowed, &Changes::ALL);
                let found = row.search.first(&mut state, among, &mut self.memory, nodes)?;
                hints.extend(found.map(Hint));
            }
        }
        Ok(hints)
    }

    /// The next step of the path on which the searches of the scale are.
    ///
    /// A search gets the changes since it last found nothing. Each is asked whenever the next one is, so a row has seen all
    /// that the rows after it have seen.
    fn search(&mut self, state: &mut State, nodes: &Nodes<'_>) -> Result<Option<Found>, Stop> {
        let mut unseen = Changes::NONE;
        for (at, row) in TABLE.iter().enumerate() {
            if at == SINGLES {
                nodes.checkpoint()?;
                unseen = state.position_mut().take_changes();
                self.memory.forget();
            }
            if self.rows >> at & 1 == 0 {
                continue;
            }
            if at >= SINGLES {
                unseen.add(&self.pending[at]);
                self.pending[at] = Changes::NONE;
            }
            let among = (self.allowed, &unseen);
            if let Some(found) = row.search.first(state, among, &mut self.memory, nodes)? {
                self.pending[at] = unseen;
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// The first rows of the table: they have queues.
const SINGLES: usize = 3;
