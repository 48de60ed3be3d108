//! Classic 9x9 Sudoku: verdicts, solutions, counts and candidates, for one puzzle or millions.
//!
//! ```text
//!   solve · verdict · count      batch.rs       chunks over threads, verdicts from counts
//!   solutions                    enumerate.rs   all solutions, lazily, in lexicographic order
//!   candidates                   candidates.rs  basic, singles, locked, true
//!   solved by singles            singles.rs     yes or no, quickly
//!   minutes                      singles/       the time that players need
//!   tier                         tier.rs        singles, subsets, or more
//!   traces                       trace.rs       the order in which singles fill the cells
//!            └──────── all of them call ─────── Backend::search(query, answers) ─── arch/
//! ```
//!
//! [`Backend::search`] is the basis of this module. It counts the solutions of each puzzle up to a limit, and writes
//! one of them. All backends compute the same counts.
//!
//! # Examples
//!
//! ```
//! use bitdoku::Grid;
//! use bitdoku::control::{Control, Limits};
//! use bitdoku::solve::{self, Backend};
//!
//! let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzles: [Grid; 2] = [puzzle.parse()?, Grid::EMPTY];
//! let mut counts = [0; 2];
//! // Up to two solutions of each puzzle, within 1000 search nodes.
//! let control = Control::within(Limits::NONE.with_nodes(1000));
//! solve::count(Backend::detect(), &puzzles[..], &mut counts, 2, &control)?;
//! assert_eq!(counts, [1, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arch;
mod batch;
mod candidates;
mod choose;
mod enumerate;
mod grade;
mod lanes;
mod register;
mod singles;
mod tier;
mod trace;

pub use crate::cpu::Backend;
#[cfg(any(test, feature = "generate"))]
pub(crate) use arch::count_up_to;
pub use arch::guesses;
#[cfg(any(test, feature = "rules"))]
pub(crate) use batch::verdict_of;
pub use batch::{count, solve, verdict};
pub use candidates::{Level, candidates, occurring};
pub use enumerate::Solutions;
pub use grade::Tier;
pub use singles::minutes::{Pace, Round, minutes, rounds};
pub use singles::solved_by_singles;
#[doc(hidden)] // For the fuzzer.
pub use tier::solved_by_locked;
pub use tier::{tier, tiers};
pub use trace::{Placement, Technique, trace};

use std::ops::Range;

use crate::board::{Candidates, Grid};

/// The number of solutions of a puzzle, as far as it is known. The Python package uses the same numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[non_exhaustive]
pub enum Verdict {
    /// The puzzle has no solution.
    NoSolution = 0,
    /// The puzzle has exactly one solution.
    Unique = 1,
    /// The puzzle has at least two solutions.
    Multiple = 2,
    /// The budget ran out before the number was known.
    Undecided = 3,
    /// The input row is not a puzzle. Only code that reads input uses this value; the core never returns it.
    Malformed = 255,
}

/// The puzzles of a query.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Puzzles<'a> {
    /// Givens only.
    Grids(&'a [Grid]),
    /// The candidates of each cell. A cell with one candidate is a given; a cell with none makes the puzzle unsolvable.
    Candidates(&'a [Candidates]),
}

impl Puzzles<'_> {
    /// The number of puzzles.
    pub fn len(&self) -> usize {
        match self {
            Puzzles::Grids(grids) => grids.len(),
            Puzzles::Candidates(candidates) => candidates.len(),
        }
    }

    /// Whether there are no puzzles.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a> Puzzles<'a> {
    /// Puzzle number `i`.
    ///
    /// # Panics
    /// If `i` is not below [`Puzzles::len`].
    pub fn get(self, i: usize) -> Puzzle<'a> {
        match self {
            Puzzles::Grids(grids) => Puzzle::Grid(&grids[i]),
            Puzzles::Candidates(candidates) => Puzzle::Candidates(&candidates[i]),
        }
    }

    /// The puzzles in chunks of at most `n`.
    fn chunks(self, n: usize) -> impl Iterator<Item = Puzzles<'a>> {
        (0..self.len()).step_by(n).map(move |start| self.slice(start..self.len().min(start + n)))
    }

    /// Calls `work` with the puzzles that have these numbers.
    fn select<T>(self, numbers: &[usize], work: impl FnOnce(Puzzles<'_>) -> T) -> T {
        match self {
            Puzzles::Grids(grids) => {
                let grids: Vec<Grid> = numbers.iter().map(|&i| grids[i]).collect();
                work(Puzzles::Grids(&grids))
            }
            Puzzles::Candidates(candidates) => {
                let candidates: Vec<Candidates> = numbers.iter().map(|&i| candidates[i]).collect();
                work(Puzzles::Candidates(&candidates))
            }
        }
    }

    /// The puzzles in this range.
    fn slice(self, numbers: Range<usize>) -> Puzzles<'a> {
        match self {
            Puzzles::Grids(grids) => Puzzles::Grids(&grids[numbers]),
            Puzzles::Candidates(candidates) => Puzzles::Candidates(&candidates[numbers]),
        }
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
    /// The candidates of each cell.
    Candidates(&'a Candidates),
}

impl Puzzle<'_> {
    /// The candidates of each cell from its own given alone: the given, or all nine digits.
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

/// A question about the solutions of each puzzle.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Query<'a> {
    /// The puzzles.
    pub puzzles: Puzzles<'a>,
    /// The count at which the search for a puzzle stops; at least 1.
    pub limit: u64,
    /// The maximum number of search nodes for each puzzle; `u64::MAX` for no limit. A node is one guess of a
    /// depth-first search of this puzzle, so whether a puzzle is decided depends on the puzzle and the backend, but not
    /// on the other puzzles.
    pub nodes: u64,
    /// Whether the solution of a puzzle that reaches the limit must be the lexicographically smallest one. Some
    /// searches cannot find it; the solution is then a blank grid, and [`Solutions`] can find it.
    pub smallest: bool,
}

/// Memory for the answers, with one item per puzzle.
#[non_exhaustive]
pub struct Answers<'a> {
    /// min(number of solutions, limit), or [`UNDECIDED`].
    pub counts: &'a mut [u64],
    /// The first solution found, or the smallest one; a blank grid if there is none or the puzzle is undecided.
    pub solutions: Option<&'a mut [Grid]>,
}

impl<'a> Query<'a> {
    /// A query that counts solutions up to `limit`, without a node limit.
    pub fn new(puzzles: impl Into<Puzzles<'a>>, limit: u64) -> Query<'a> {
        Query { puzzles: puzzles.into(), limit, nodes: u64::MAX, smallest: false }
    }

    /// Requires the smallest solutions.
    #[must_use]
    pub fn smallest(self) -> Query<'a> {
        Query { smallest: true, ..self }
    }

    /// Allows at most `nodes` search nodes for each puzzle.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Query<'a> {
        Query { nodes, ..self }
    }
}

impl<'a> Answers<'a> {
    /// Answers with counts only.
    pub fn new(counts: &'a mut [u64]) -> Answers<'a> {
        Answers { counts, solutions: None }
    }

    /// Adds solutions to the answers.
    #[must_use]
    pub fn with_solutions(self, solutions: &'a mut [Grid]) -> Answers<'a> {
        Answers { solutions: Some(solutions), ..self }
    }
}

/// Whether a solution is missing. Only a blank grid has an empty first cell.
fn is_blank(solution: &Grid) -> bool {
    solution.cells()[0] == 0
}

/// The count of a puzzle whose budget ran out.
pub const UNDECIDED: u64 = u64::MAX;
