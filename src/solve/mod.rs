//! Classic 9x9 Sudoku: verdicts, solutions, counts and candidates, for one puzzle or millions.
//!
//! ```text
//!   solve · verdict · count      batch.rs       chunks over threads, verdicts from counts
//!   solutions                    enumerate.rs   all solutions, lazily, in lexicographic order
//!   smallest solution            smallest.rs    the lexicographically first of several
//!   candidates                   candidates.rs  basic, singles, locked, true
//!   solved by singles            singles.rs     yes or no, quickly
//!   tier                         tier.rs        singles, subsets, or more
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
mod tier;
mod trace;

pub use crate::cpu::Backend;
pub use arch::guesses;
pub(crate) use batch::verdict_of;
pub use batch::{count, solve, verdict};
pub use candidates::{Level, candidates};
pub use enumerate::Solutions;
pub use singles::solved_by_singles;
pub use tier::{Tier, tier};
pub use trace::{Placement, Technique, trace};

use crate::board::{Candidates, Grid};

/// What is known of a puzzle's solutions; the numbers are those that Python sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[non_exhaustive]
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
#[non_exhaustive]
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

impl<'a> Puzzles<'a> {
    /// Puzzle number `i`.
    ///
    /// # Panics
    /// If there are not that many.
    pub fn get(self, i: usize) -> Puzzle<'a> {
        match self {
            Puzzles::Grids(grids) => Puzzle::Grid(&grids[i]),
            Puzzles::Candidates(candidates) => Puzzle::Candidates(&candidates[i]),
        }
    }

    /// The puzzles in runs of at most `n`.
    fn chunks(self, n: usize) -> impl Iterator<Item = Puzzles<'a>> {
        (0..self.len()).step_by(n).map(move |start| {
            let end = self.len().min(start + n);
            match self {
                Puzzles::Grids(grids) => Puzzles::Grids(&grids[start..end]),
                Puzzles::Candidates(candidates) => Puzzles::Candidates(&candidates[start..end]),
            }
        })
    }
}

impl<'a> From<&'a [Grid]> for Puzzles<'a> {
    fn from(grids: &'a [Grid]) -> Puzzles<'a> {
        Puzzles::Grids(grids)
    }
}

impl<'a> From<&'a Vec<Grid>> for Puzzles<'a> {
    fn from(grids: &'a Vec<Grid>) -> Puzzles<'a> {
        Puzzles::Grids(grids)
    }
}

impl<'a, const N: usize> From<&'a [Grid; N]> for Puzzles<'a> {
    fn from(grids: &'a [Grid; N]) -> Puzzles<'a> {
        Puzzles::Grids(grids)
    }
}

impl<'a> From<&'a [Candidates]> for Puzzles<'a> {
    fn from(candidates: &'a [Candidates]) -> Puzzles<'a> {
        Puzzles::Candidates(candidates)
    }
}

/// One puzzle.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Puzzle<'a> {
    /// Givens only.
    Grid(&'a Grid),
    /// What each cell may hold.
    Candidates(&'a Candidates),
}

impl Puzzle<'_> {
    /// What each cell may hold when only its own given counts.
    pub fn givens(self) -> Candidates {
        match self {
            Puzzle::Grid(grid) => grid.givens(),
            Puzzle::Candidates(candidates) => *candidates,
        }
    }
}

impl<'a> From<&'a Grid> for Puzzle<'a> {
    fn from(grid: &'a Grid) -> Puzzle<'a> {
        Puzzle::Grid(grid)
    }
}

impl<'a> From<&'a Candidates> for Puzzle<'a> {
    fn from(candidates: &'a Candidates) -> Puzzle<'a> {
        Puzzle::Candidates(candidates)
    }
}

/// A question about each puzzle of a batch.
#[derive(Clone, Copy)]
#[non_exhaustive]
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
#[non_exhaustive]
pub struct Answers<'a> {
    /// min(number of solutions, limit), or [`UNDECIDED`].
    pub counts: &'a mut [u64],
    /// One of the solutions (the one found first), blank where there is none or the puzzle is undecided.
    pub solutions: Option<&'a mut [Grid]>,
}

impl<'a> Query<'a> {
    /// Counts solutions up to `limit`, with as many nodes as it takes.
    pub fn new(puzzles: impl Into<Puzzles<'a>>, limit: u64) -> Query<'a> {
        Query { puzzles: puzzles.into(), limit, nodes: u64::MAX }
    }

    /// The same with at most `nodes` search nodes for each puzzle.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Query<'a> {
        Query { nodes, ..self }
    }
}

impl<'a> Answers<'a> {
    /// Counts only.
    pub fn new(counts: &'a mut [u64]) -> Answers<'a> {
        Answers { counts, solutions: None }
    }

    /// Solutions too.
    #[must_use]
    pub fn with_solutions(self, solutions: &'a mut [Grid]) -> Answers<'a> {
        Answers { solutions: Some(solutions), ..self }
    }
}

/// The count of a puzzle whose budget ran out.
pub const UNDECIDED: u64 = u64::MAX;
