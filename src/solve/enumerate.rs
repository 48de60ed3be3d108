//! The solutions of one puzzle, one by one in lexicographic order.
//!
//! ```text
//!   pending   [ cell 2 above 4 | cell 5 above 1 | ... | current ]      a stack of states
//!
//!   current ── propagate ── dead: drop it        solved: the next solution
//!                      └─── open: guess the smallest digit of the first open cell; push "larger than that" first
//! ```
//!
//! *Order.* All cells before the first open one are settled, so all solutions with its smallest digit come first.
//!
//! *Cost.* Each cell has at most one pending alternative: 81 entries, 20 KB. Cell order is a poor order for proving
//! that a state has no solution. After [`PATIENCE`] dead ends without a solution, a search in the best order first
//! looks for any solution of a state. This witness remains valid as long as it agrees with the guesses. The next
//! solution therefore takes at most one such search for each digit of each cell, and never an enumeration of dead ends.

#![forbid(unsafe_code)]

use crate::board::Grid;
use crate::control::Control;
use crate::error::Error;

use super::Puzzle;
use super::arch::{Outcome, Search, State};

/// The number of dead ends since the last solution after which the search looks for witnesses.
const PATIENCE: u32 = 32;

/// An iterator-like search for the solutions of one puzzle, in lexicographic order.
pub struct Solutions {
    pending: Vec<Pending>,
}

struct Pending {
    state: State,
    /// A solution of `state`, if one is known.
    witness: Option<Grid>,
}

impl Solutions {
    /// The solutions of a puzzle; the search starts with the first call of [`Solutions::next`].
    pub fn new<'a>(puzzle: impl Into<Puzzle<'a>>) -> Solutions {
        let mut solutions = Solutions::none();
        solutions.restart(puzzle.into());
        solutions
    }

    /// An empty sequence without allocated memory; [`Solutions::restart`] sets a puzzle.
    pub(super) fn none() -> Solutions {
        Solutions { pending: Vec::new() }
    }

    /// Starts again with another puzzle, reusing the memory.
    pub(super) fn restart(&mut self, puzzle: Puzzle<'_>) {
        self.pending.clear();
        self.pending.push(Pending { state: State::from_puzzle(puzzle), witness: None });
    }

    /// The next solution, or `None` after the last one. The node limit of `control` applies to each call.
    ///
    /// # Errors
    /// [`Error::Stopped`]; the next call continues from there.
    pub fn next(&mut self, control: &Control<'_>) -> Result<Option<Grid>, Error> {
        let mut search = Search::new(control.nodes(), control);
        let mut patience = PATIENCE;
        while let Some(Pending { state, witness }) = self.pending.last_mut() {
            match state.propagate() {
                Outcome::Dead => {
                    patience = patience.saturating_sub(1);
                    self.pending.pop();
                    continue;
                }
                Outcome::Solved => {
                    let solution = state.solution();
                    self.pending.pop();
                    return Ok(Some(solution));
                }
                Outcome::Open => {}
            }
            if patience == 0 && witness.is_none() {
                *witness = search.find(state)?;
                if witness.is_none() {
                    self.pending.pop();
                    continue;
                }
            }
            search.spend()?;
            let (cell, guess) = state.first_open();
            let mut child = *state;
            child.require(guess);
            state.forbid(guess);
            // The witness is a solution of one of the two states.
            let smaller =
                witness.take_if(|witness| child.candidate(cell, witness.get(cell)).is_some());
            self.pending.push(Pending { state: child, witness: smaller });
        }
        Ok(None)
    }
}
