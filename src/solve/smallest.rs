//! The lexicographically smallest of several solutions.
//!
//! It is the first one that a walk in lexicographic order comes to. In a puzzle with several solutions that walk
//! seldom meets a dead end; where it does it asks quick searches for the way (`enumerate.rs`), so nothing is ever
//! enumerated.

#![forbid(unsafe_code)]

use crate::board::Grid;
use crate::control::{Control, Stop};
use crate::error::Error;

use super::Puzzle;
use super::arch::{Search, State};
use super::enumerate::Walk;

/// Finds smallest solutions, of one puzzle after another, in the same memory.
#[derive(Default)]
pub(super) struct Smallest {
    walk: Option<Walk>,
}

impl Smallest {
    /// The smallest solution of `puzzle`; `None` where it has none, or the budget ran out.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn of(&mut self, puzzle: Puzzle<'_>, control: &Control<'_>) -> Result<Option<Grid>, Error> {
        let state = State::from_puzzle(puzzle);
        let walk = match &mut self.walk {
            Some(walk) => {
                walk.restart(state);
                walk
            }
            none => none.insert(Walk::new(state)),
        };
        match walk.next(&mut Search::new(control.nodes(), control)) {
            Ok(solution) => Ok(solution),
            Err(Stop::Cancelled) => Err(Stop::Cancelled.into()),
            Err(Stop::Deadline | Stop::Nodes) => Ok(None),
        }
    }
}
