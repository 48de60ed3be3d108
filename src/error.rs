//! What can go wrong in the core. Data carry positions; sentences are made where they are shown.

use std::fmt;

/// Everything that the core refuses.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The kernels that were asked for do not run on this machine.
    BackendUnavailable {
        /// What was asked for.
        asked: String,
        /// The names of those that run here.
        available: Vec<&'static str>,
    },
    /// The work was called off (Ctrl-C).
    Cancelled,
    /// The search nodes or the time allowed ran out before the answer was known.
    OutOfBudget,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::BackendUnavailable { asked, available } => write!(
                f,
                "backend {asked:?} does not run on this machine; available: {}",
                available.join(", ")
            ),
            Error::Cancelled => f.write_str("the work was cancelled"),
            Error::OutOfBudget => f.write_str("the budget ran out before the answer was known"),
        }
    }
}

impl std::error::Error for Error {}
