//! What can go wrong in the core. Data carry positions; sentences are made where they are shown.

#![forbid(unsafe_code)]

use std::fmt;

use crate::control::Stop;

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
    /// No puzzle can meet the request.
    Impossible {
        /// Why not.
        reason: String,
    },
    /// The rules do not have what was asked for.
    Unsupported {
        /// What, as a sentence.
        what: String,
    },
    /// No such puzzle was found with the effort allowed.
    NotFound {
        /// The number of the item.
        item: u64,
        /// What was wanted.
        wanted: String,
        /// How many grids were tried.
        attempts: u64,
        /// What was found instead, as a clause; empty if there is nothing to tell.
        found: String,
    },
    /// The rules have more symmetries than can be tried one by one.
    TooManySymmetries {
        /// How many can be tried on a board of this size.
        most: u64,
    },
    /// Expected a puzzle with a unique solution.
    NotUnique {
        /// Its number: where items are numbered from `first` on, that of the item.
        row: usize,
        /// How many solutions, 2 standing for more.
        solutions: u64,
    },
    /// There is no memory for the work.
    OutOfMemory,
    /// The work stopped before the answer was known.
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
                "the rules have more than {most} symmetries, too many to try them all for a canonical form"
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
