//! All solutions of one puzzle, lazily, in lexicographic order.
//!
//! ```text
//!   pending   [ cell 2 above 4 | cell 5 above 1 | ... | now ]        the next state to look at comes last
//!
//!   now ── propagate ── dead: drop it        solved: that is the next solution
//!                  └─── open: the first open cell with its smallest digit; "larger than that" waits below
//! ```
//!
//! *Order.* All cells before the first open one are settled, so whatever has the smaller digit there comes first.
//! *Memory.* On the way to a state each cell leaves at most one alternative behind: 81 entries, 20 KB.
//! *No thrashing.* Going by cell order is a bad way to find out that a state has no solution. After
//! [`PATIENCE`] dead ends without a solution, a state is asked first, by a quick search in the best order, whether
//! it has one at all, and the answer goes along as a witness for as long as it agrees. From then on the way to the
//! next solution is at most 81 pending states and 81 cells of 8 digits, a quick search for each: never an
//! enumeration of failures.

#![forbid(unsafe_code)]

use crate::board::Grid;
use crate::control::{Control, Stop};
use crate::error::Error;

use super::Puzzle;
use super::arch::{Outcome, Search, State};

/// Dead ends since the last solution before states are asked whether they have one.
const PATIENCE: u32 = 32;

/// Walks the solutions of one puzzle in lexicographic order.
pub struct Solutions {
    walk: Walk,
}

impl Solutions {
    /// A walk that has not begun.
    pub fn new<'a>(puzzle: impl Into<Puzzle<'a>>) -> Solutions {
        Solutions { walk: Walk::new(State::from_puzzle(puzzle.into())) }
    }

    /// The next solution; `None` after the last, for ever. The nodes that `control` allows are for each call.
    ///
    /// # Errors
    /// [`Error::Stopped`]; either way another call goes on where this one stopped.
    pub fn next(&mut self, control: &Control<'_>) -> Result<Option<Grid>, Error> {
        Ok(self.walk.next(&mut Search::new(control.nodes(), control))?)
    }
}

/// Goes through the solutions below a state in lexicographic order.
pub(super) struct Walk {
    pending: Vec<Pending>,
}

struct Pending {
    state: State,
    /// A solution of `state`, where one is known.
    witness: Option<Grid>,
}

impl Walk {
    /// All solutions below `state`.
    pub fn new(state: State) -> Walk {
        Walk { pending: vec![Pending { state, witness: None }] }
    }

    /// Forgets what is left and starts again with all solutions below `state`.
    pub fn restart(&mut self, state: State) {
        self.pending.clear();
        self.pending.push(Pending { state, witness: None });
    }

    /// The next solution, `None` after the last.
    ///
    /// # Errors
    /// That of `search`; another call goes on where this one stopped.
    pub fn next(&mut self, search: &mut Search<'_>) -> Result<Option<Grid>, Stop> {
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
            // The witness is a solution of the one or of the other.
            let smaller =
                witness.take_if(|witness| child.candidate(cell, witness.get(cell)).is_some());
            self.pending.push(Pending { state: child, witness: smaller });
        }
        Ok(None)
    }
}
