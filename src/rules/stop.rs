//! Why a search stopped before its answer was known.

#![forbid(unsafe_code)]

use crate::control::{Control, Signal};
use crate::error::Error;

/// Why a search stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// Cancelled from outside.
    Cancelled,
    /// The deadline has passed.
    Deadline,
    /// The nodes are used up.
    Nodes,
}

/// Polls for cancellation and the deadline.
pub(super) fn checkpoint(control: &Control<'_>) -> Result<(), Stop> {
    match control.checkpoint() {
        Signal::Continue => Ok(()),
        Signal::Cancelled => Err(Stop::Cancelled),
        Signal::OutOfTime => Err(Stop::Deadline),
    }
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Error {
        match stop {
            Stop::Cancelled => Error::Cancelled,
            Stop::Deadline | Stop::Nodes => Error::OutOfBudget,
        }
    }
}
