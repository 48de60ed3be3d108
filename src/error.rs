//! The errors of the core. A variant holds data and positions; [`fmt::Display`] turns them into a sentence.

#![forbid(unsafe_code)]

use std::fmt;

use crate::control::Stop;

/// An error of the core.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The requested backend does not run on this machine.
    BackendUnavailable {
        /// The name of the requested backend.
        asked: String,
        /// The names of the available backends.
        available: Vec<&'static str>,
    },
    /// No puzzle can meet the request.
    Impossible {
        /// The reason, as a sentence.
        reason: String,
    },
    /// The rules do not support the operation.
    Unsupported {
        /// The reason, as a sentence.
        what: String,
    },
    /// The search for a puzzle that meets the request reached its limit.
    NotFound {
        /// The number of the item.
        item: u64,
        /// A description of the requested puzzle.
        wanted: String,
        /// The number of grids tried.
        attempts: u64,
        /// The closest result, as a clause; empty if there is none to report.
        found: String,
    },
    /// The rules have too many symmetries to try one by one.
    TooManySymmetries {
        /// The maximum number of symmetries that can be tried on a board of this size.
        most: u64,
    },
    /// A puzzle does not have exactly one solution.
    NotUnique {
        /// The number of the puzzle. If items are numbered from `first` on, the number of the item.
        row: usize,
        /// The number of solutions; 2 means two or more.
        solutions: u64,
    },
    /// Memory allocation failed.
    OutOfMemory,
    /// The work stopped before the result was known.
    Stopped(Stop),
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Error {
        Error::Stopped(stop)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::BackendUnavailable { asked, available } => write!(
                f,
                "backend {asked:?} does not run on this machine; available: {}",
                available.join(", ")
            ),
            Error::Impossible { reason } => f.write_str(reason),
            Error::Unsupported { what } => f.write_str(what),
            Error::NotFound { item, wanted, attempts, found } => {
                write!(f, "item {item}: none of {attempts} grids gave {wanted}")?;
                if found.is_empty() { Ok(()) } else { write!(f, "; {found}") }
            }
            Error::TooManySymmetries { most } => write!(
                f,
                "the rules have more than {most} symmetries, too many to try each of them for a canonical form"
            ),
            Error::NotUnique { row, solutions: 0 } => {
                write!(f, "puzzles[{row}] has no solution; expected exactly one")
            }
            Error::NotUnique { row, .. } => {
                write!(f, "puzzles[{row}] has several solutions; expected exactly one")
            }
            Error::OutOfMemory => f.write_str("out of memory"),
            Error::Stopped(Stop::Cancelled) => f.write_str("the work was cancelled"),
            Error::Stopped(Stop::Deadline) => {
                f.write_str("the time ran out before the answer was known")
            }
            Error::Stopped(Stop::Nodes) => {
                f.write_str("the search nodes ran out before the answer was known")
            }
        }
    }
}

impl std::error::Error for Error {}
