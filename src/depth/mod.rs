//! Depth ratings: how deeply trial and error must be nested to solve a puzzle, and how long the proofs within are.
//!
//! | rating | rules that solve the puzzle | range |
//! |---|---|---|
//! | T&E depth | n nested assumptions, each refuted by singles | 0 to 3 |
//! | B | braids of at most this length | depth 0 and 1 |
//! | BxB | one assumption, refuted by braids of at most this length | depth 0 to 2 |
//! | BxBB | two nested assumptions, refuted by braids of at most this length | depth 0 to 3 |
//!
//! ```text
//!   tables.rs   candidates, variables        trial.rs    assumptions that singles refute
//!   state.rs    live candidates, singles     braids.rs   candidates with short braids
//!   lanes.rs    256 assumptions at once      braid.rs    the exact length of one braid
//!                                            members.rs  assertions and singles by vectors
//! ```
//!
//! A candidate is a digit in a cell. A variable is a cell, or a digit in a row, column or box; its members are the candidates
//! of which exactly one is true. Two candidates are linked if they share a variable. Every rule here removes a candidate, and a
//! rule that applies still applies, with the same length or a shorter one, after any other removal.
//!
//! *Invariant.* Each rating depends only on the candidates that a set of rules leaves, and these do not depend on the order of
//! the removals. Equivalent puzzles therefore have equal ratings.
//!
//! *Cost.* For random minimal puzzles about 7 µs (T&E depth) and 65 µs (B). For puzzles of depth 2, BxB takes about 40 ms; for
//! puzzles of depth 3, BxBB takes about 90 ms. The search for a shortest braid is exponential in the worst case.
//!
//! The ratings are defined by Denis Berthier (*Pattern-Based Constraint Satisfaction and Logic Puzzles*), who classified large
//! collections with them. This implementation follows the definitions.

mod arch;
mod braid;
mod braids;
mod lanes;
mod members;
mod state;
mod tables;
mod trial;

use crate::board::Digits;
use crate::control::{Control, Stop};
use crate::cpu::Backend;
use crate::logic::Nodes;
use crate::solve::{self, Level, Puzzle};

use braid::Braids;
use lanes::Lanes;
use state::State;

/// A length that no braid exceeds: each assertion fills another cell, and one variable is emptied.
const LONGEST: u8 = 82;

/// The depth ratings, with the memory of their searches.
///
/// Puzzles are expected to have exactly one solution. A node is a run of the lanes or a step of the search for a braid.
pub struct Depth {
    lanes: Lanes,
    braids: Braids,
    /// The candidates to be asserted.
    queue: Vec<u16>,
    /// The open candidates whose lower bound is within the current length.
    bounded: Vec<u16>,
}

/// The result of applying rules to a fixpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Closure {
    Contradiction,
    Solved,
    Open,
}

impl Depth {
    /// Empty memory.
    pub fn new(backend: Backend) -> Depth {
        let (lanes, braids) = (Lanes::new(backend), Braids::new(backend));
        Depth { lanes, braids, queue: Vec::new(), bounded: Vec::new() }
    }

    /// The number of nested assumptions that solve a puzzle: 0 if singles do, 3 if two assumptions do not suffice.
    ///
    /// # Errors
    /// [`Stop`] if the control or the budget of `nodes` stops the search.
    pub fn te(&mut self, puzzle: Puzzle<'_>, nodes: &Nodes<'_>) -> Result<u8, Stop> {
        match start(puzzle) {
            Some(mut state) => self.depth(&mut state, nodes),
            None => Ok(3),
        }
    }

    /// The length of the longest braid that a puzzle requires; 0 if singles solve it, `None` if braids do not.
    ///
    /// # Errors
    /// As for [`Depth::te`].
    pub fn b(&mut self, puzzle: Puzzle<'_>, nodes: &Nodes<'_>) -> Result<Option<u8>, Stop> {
        let Some(mut state) = start(puzzle) else { return Ok(None) };
        if state.is_solved() {
            return Ok(Some(0));
        }
        // Bounds prove a length that suffices. Searches then find out whether a shorter one does, and the next shorter one.
        let mut shorter = Vec::new();
        for length in 1..=LONGEST {
            // Few puzzles require braids of this length, so that this is faster than a test at the start.
            if length == 4 && self.trial(&mut state.clone(), nodes)? != Closure::Solved {
                return Ok(None);
            }
            if self.close_by_bounds(&mut state, length, nodes)? == Closure::Solved {
                break;
            }
            shorter.push((state.clone(), self.bounded.clone()));
        }
        while let Some((mut state, bounded)) = shorter.pop() {
            let length = shorter.len() as u8 + 1;
            self.bounded = bounded;
            if !self.search(&mut state, length, nodes)?
                || self.close(&mut state, length, nodes)? != Closure::Solved
            {
                return Ok(Some(length + 1));
            }
        }
        Ok(Some(1))
    }

    /// The smallest length of braids that solve a puzzle within one assumption; 0 up to depth 1, `None` at depth 3.
    ///
    /// # Errors
    /// As for [`Depth::te`].
    pub fn bxb(&mut self, puzzle: Puzzle<'_>, nodes: &Nodes<'_>) -> Result<Option<u8>, Stop> {
        let Some(mut state) = start(puzzle) else { return Ok(None) };
        match self.depth(&mut state.clone(), nodes)? {
            0 | 1 => return Ok(Some(0)),
            2 => {}
            _ => return Ok(None),
        }
        self.trial(&mut state, nodes)?;
        let mut all = trial::assumptions(&state);
        for length in 1..=LONGEST {
            if self.trial_with_braids(&mut state, &mut all, length, nodes)? == Closure::Solved {
                return Ok(Some(length));
            }
        }
        Ok(None)
    }

    /// The smallest length of braids that solve a puzzle within two nested assumptions; 0 up to depth 2.
    ///
    /// # Errors
    /// As for [`Depth::te`].
    pub fn bxbb(&mut self, puzzle: Puzzle<'_>, nodes: &Nodes<'_>) -> Result<Option<u8>, Stop> {
        let Some(mut state) = start(puzzle) else { return Ok(None) };
        if self.depth(&mut state, nodes)? <= 2 {
            return Ok(Some(0));
        }
        for length in 1..=LONGEST {
            if self.nested_trial_with_braids(&mut state, length, nodes)? == Closure::Solved {
                return Ok(Some(length));
            }
        }
        Ok(None)
    }

    /// The T&E depth; applies two nested assumptions to the state, if it needs them.
    fn depth(&mut self, state: &mut State, nodes: &Nodes<'_>) -> Result<u8, Stop> {
        if state.is_solved() {
            return Ok(0);
        }
        if self.trial(state, nodes)? == Closure::Solved {
            return Ok(1);
        }
        match self.nested_trial(state, nodes)? {
            Closure::Solved => Ok(2),
            _ => Ok(3),
        }
    }
}

/// The state of a puzzle after singles; `None` if they find a contradiction.
fn start(puzzle: Puzzle<'_>) -> Option<State> {
    let candidates = solve::candidates(puzzle, Level::Singles, &Control::unlimited()).ok()?;
    (candidates[0] != Digits::NONE).then(|| State::new(&candidates))
}

#[cfg(test)]
mod tests;
