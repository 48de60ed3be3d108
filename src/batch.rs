//! The simplest interface: one puzzle, or many puzzles on several threads.

#![forbid(unsafe_code)]

use std::time::Duration;

use crate::board::Grid;
use crate::control::{self, Control, Limits};
use crate::error::Error;
use crate::parallel::{self, Workers};
use crate::solve::{self, Backend, Solutions, UNDECIDED, Verdict};

/// The number of puzzles in the chunk that a thread processes at a time.
const PIECE: usize = 4096;

/// The verdict on a puzzle, and a solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Solved {
    /// Whether the puzzle has no solution, one or several.
    pub verdict: Verdict,
    /// The unique solution, or the lexicographically smallest of several.
    pub solution: Option<Grid>,
}

/// Solves one puzzle.
///
/// ```
/// use bitdoku::{Grid, Verdict};
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solved = bitdoku::solve(&puzzle);
/// assert_eq!(solved.verdict, Verdict::Unique);
/// assert!(solved.solution.unwrap().to_string().starts_with("534678912"));
///
/// assert_eq!(bitdoku::solve(&Grid::EMPTY).verdict, Verdict::Multiple);
/// # Ok::<(), bitdoku::board::text::TextError>(())
/// ```
pub fn solve(puzzle: &Grid) -> Solved {
    let (mut solution, mut verdict) = ([Grid::EMPTY], [Verdict::Undecided]);
    let backend = Backend::detect();
    never_stopped(solve::solve(
        backend,
        std::slice::from_ref(puzzle),
        &mut solution,
        &mut verdict,
        &Control::unlimited(),
    ));
    Solved::new(verdict[0], solution[0])
}

/// Iterates over all solutions of a puzzle, in lexicographic order.
///
/// ```
/// let puzzle: bitdoku::Grid = [".".repeat(9), "123456789".repeat(8)].concat().parse()?;
/// assert_eq!(bitdoku::solutions(&puzzle).count(), 0);
/// assert_eq!(bitdoku::solutions(&bitdoku::Grid::EMPTY).take(1000).count(), 1000);
/// # Ok::<(), bitdoku::board::text::TextError>(())
/// ```
pub fn solutions(puzzle: &Grid) -> impl Iterator<Item = Grid> + use<> {
    let mut solutions = Solutions::new(puzzle);
    let control = Control::unlimited();
    std::iter::from_fn(move || never_stopped(solutions.next(&control)))
}

/// Settings for many puzzles. The results do not depend on the number of threads.
///
/// ```
/// use std::time::Duration;
/// use bitdoku::{Batch, Grid, Verdict};
///
/// let puzzles = vec![Grid::EMPTY; 1000];
/// let batch = Batch::new().threads(4).nodes(10_000).time(Duration::from_secs(60));
/// let solved = batch.solve(&puzzles);
/// assert_eq!(solved[999].verdict, Verdict::Multiple);
/// assert_eq!(batch.counts(&puzzles, 100)[0], Some(100));
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Batch {
    backend: Backend,
    threads: usize,
    nodes: Option<u64>,
    time: Option<Duration>,
}

impl Default for Batch {
    fn default() -> Batch {
        Batch::new()
    }
}

impl Batch {
    /// Settings with the fastest kernels, all processors and no limits.
    pub fn new() -> Batch {
        Batch {
            backend: Backend::detect(),
            threads: parallel::available(),
            nodes: None,
            time: None,
        }
    }

    /// Uses at most this many threads, including the calling one; 0 counts as 1.
    pub fn threads(self, threads: usize) -> Batch {
        Batch { threads: threads.max(1), ..self }
    }

    /// Limits the number of search nodes (guesses) for each puzzle. A puzzle that needs more is undecided.
    pub fn nodes(self, nodes: u64) -> Batch {
        Batch { nodes: Some(nodes), ..self }
    }

    /// Limits the duration of each call. Puzzles not finished in time are undecided. The limit has no effect on
    /// `wasm32-unknown-unknown`, where the standard library has no clock.
    pub fn time(self, time: Duration) -> Batch {
        Batch { time: Some(time), ..self }
    }

    /// Uses the kernels of `backend`.
    pub fn backend(self, backend: Backend) -> Batch {
        Batch { backend, ..self }
    }

    /// Solves each puzzle.
    pub fn solve(&self, puzzles: &[Grid]) -> Vec<Solved> {
        let mut solutions = vec![Grid::EMPTY; puzzles.len()];
        let mut verdicts = vec![Verdict::Undecided; puzzles.len()];
        let chunks =
            puzzles.chunks(PIECE).zip(solutions.chunks_mut(PIECE)).zip(verdicts.chunks_mut(PIECE));
        self.for_each(chunks, |((puzzles, solutions), verdicts), control| {
            solve::solve(self.backend, puzzles, solutions, verdicts, control)
        });
        let solved = verdicts.iter().zip(&solutions);
        solved.map(|(&verdict, &solution)| Solved::new(verdict, solution)).collect()
    }

    /// The verdict on each puzzle; faster than [`Batch::solve`].
    pub fn verdicts(&self, puzzles: &[Grid]) -> Vec<Verdict> {
        let mut verdicts = vec![Verdict::Undecided; puzzles.len()];
        let chunks = puzzles.chunks(PIECE).zip(verdicts.chunks_mut(PIECE));
        self.for_each(chunks, |(puzzles, verdicts), control| {
            solve::verdict(self.backend, puzzles, verdicts, control)
        });
        verdicts
    }

    /// The number of solutions of each puzzle, counted up to `limit`; `None` for an undecided puzzle.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub fn counts(&self, puzzles: &[Grid], limit: u64) -> Vec<Option<u64>> {
        assert!(limit > 0, "expected a limit of at least 1");
        let mut counts = vec![0; puzzles.len()];
        let chunks = puzzles.chunks(PIECE).zip(counts.chunks_mut(PIECE));
        self.for_each(chunks, |(puzzles, counts), control| {
            solve::count(self.backend, puzzles, counts, limit, control)
        });
        counts.into_iter().map(|count| (count != UNDECIDED).then_some(count)).collect()
    }

    fn for_each<I>(
        &self,
        chunks: I,
        work: impl Fn(I::Item, &Control<'_>) -> Result<(), Error> + Sync,
    ) where
        I: ExactSizeIterator + Send,
        I::Item: Send,
    {
        let mut limits = Limits::NONE;
        limits.nodes = self.nodes;
        // A deadline beyond the range of the clock is the same as none.
        let deadline = |time| control::now()?.checked_add(time);
        limits.deadline = self.time.and_then(deadline);
        let workers = Workers { threads: self.threads, limits, poll: None };
        never_stopped(parallel::for_each(workers, chunks, work));
    }
}

impl Solved {
    fn new(verdict: Verdict, solution: Grid) -> Solved {
        let known = matches!(verdict, Verdict::Unique | Verdict::Multiple);
        Solved { verdict, solution: known.then_some(solution) }
    }
}

/// Unwraps the result of a call that cannot be cancelled. Limits only leave puzzles undecided, so the one possible
/// error is a search that runs out of memory.
fn never_stopped<T>(result: Result<T, Error>) -> T {
    result.expect("memory for the search")
}
