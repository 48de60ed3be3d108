//! Classic 9x9 Sudoku: verdicts, solutions, counts and candidates, for one puzzle or millions.
//!
//! ```text
//!   solve · verdict · count      batch.rs       chunks over threads, verdicts from counts
//!   solutions                    enumerate.rs   all solutions, lazily, in lexicographic order
//!   smallest solution            smallest.rs    the lexicographically first of several
//!   candidates                   candidates.rs  basic, singles, locked, true
//!   solved by singles            singles.rs    yes or no, quickly
//!   traces                       trace.rs       the order in which singles fill the cells
//!            └──────── all of them ask ──────── Backend::search(query, answers) ─── arch/
//! ```
//!
//! Everything rests on one question, [`Backend::search`]: how many solutions has each of these puzzles, up
//! to a limit, and what is one of them. Each backend answers it; all give the same counts.

mod arch;
mod batch;
mod candidates;
mod choose;
mod enumerate;
mod lanes;
mod register;
mod singles;
mod smallest;
mod trace;

pub use crate::cpu::Backend;
pub use arch::guesses;
pub(crate) use batch::verdict_of;
pub use batch::{count, solve, verdict};
pub use candidates::{Level, candidates};
pub use enumerate::Solutions;
pub use singles::solved_by_singles;
pub use trace::{Placement, Technique, trace};

use crate::board::{Candidates, Grid};

/// What is known of a puzzle's solutions; the numbers are those that Python sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Verdict {
    /// No grid obeys the givens.
    NoSolution = 0,
    /// Exactly one does.
    Unique = 1,
    /// At least two do.
    Multiple = 2,
    /// The budget ran out before it was known.
    Undecided = 3,
    /// The row was no puzzle at all. Never given by the core; set where input is read.
    Malformed = 255,
}

/// The puzzles of a query.
#[derive(Clone, Copy)]
pub enum Puzzles<'a> {
    /// Givens only.
    Grids(&'a [Grid]),
    /// What each cell may hold. A cell with one candidate is a given, one without makes the puzzle unsolvable.
    Candidates(&'a [Candidates]),
}

impl Puzzles<'_> {
    /// How many.
    pub fn len(&self) -> usize {
        match self {
            Puzzles::Grids(grids) => grids.len(),
            Puzzles::Candidates(candidates) => candidates.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A question about each puzzle of a batch.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// The puzzles.
    pub puzzles: Puzzles<'a>,
    /// Counting a puzzle's solutions stops here; at least 1.
    pub limit: u64,
    /// Search nodes that each puzzle may use; `u64::MAX` for as many as it takes. A node is one guess of a depth-first
    /// search of this puzzle alone, so what is decided depends on the puzzle and the backend, not on the batch.
    pub nodes: u64,
}

/// Where the answers go; as many places as puzzles.
pub struct Answers<'a> {
    /// min(number of solutions, limit), or [`UNDECIDED`].
    pub counts: &'a mut [u64],
    /// One of the solutions (the one found first), blank where there is none or the puzzle is undecided.
    pub solutions: Option<&'a mut [Grid]>,
}

/// The count of a puzzle whose budget ran out.
pub const UNDECIDED: u64 = u64::MAX;
