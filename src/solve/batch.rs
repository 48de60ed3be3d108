//! Batches: verdicts, solutions and counts of many puzzles, in chunks over the workers.

#![forbid(unsafe_code)]

use crate::board::Grid;
use crate::control::Control;
use crate::error::Error;

use super::smallest::Smallest;
use super::{Answers, Backend, Puzzles, Query, UNDECIDED, Verdict};

/// Puzzles that are searched at a time: a vector kernel runs half empty at the end of each step, and the
/// counts of a step should stay in the cache.
const STEP: usize = 8192;

/// Solves each puzzle: its verdict, and its solution where it has one. Where it has several, the
/// lexicographically smallest; where it has none or is undecided, a blank grid.
///
/// # Errors
/// [`Error::Stopped`].
///
/// # Panics
/// If the slices differ in length.
pub fn solve<'a>(
    backend: Backend,
    puzzles: impl Into<Puzzles<'a>>,
    solutions: &mut [Grid],
    verdicts: &mut [Verdict],
    control: &Control<'_>,
) -> Result<(), Error> {
    let puzzles = puzzles.into();
    assert!(puzzles.len() == solutions.len() && puzzles.len() == verdicts.len());
    let (mut few, mut many) = room();
    let step = counts_of(puzzles.len(), &mut few, &mut many);
    let chunks =
        puzzles.chunks(STEP).zip(solutions.chunks_mut(STEP)).zip(verdicts.chunks_mut(STEP));
    let mut smallest = Smallest::default();
    for ((puzzles, solutions), verdicts) in chunks {
        let query = Query { puzzles, limit: 2, nodes: control.nodes() };
        let counts = &mut step[..puzzles.len()];
        backend.search(&query, &mut Answers { counts, solutions: Some(solutions) }, control)?;
        for (i, &count) in counts.iter().enumerate() {
            verdicts[i] = verdict_of(count);
            if count == 2 {
                match smallest.of(puzzles.get(i), control)? {
                    Some(solution) => solutions[i] = solution,
                    None => (verdicts[i], solutions[i]) = (Verdict::Undecided, Grid::EMPTY),
                }
            }
        }
    }
    Ok(())
}

/// The verdict on each puzzle.
///
/// # Errors
/// [`Error::Stopped`].
///
/// # Panics
/// If the slices differ in length.
pub fn verdict<'a>(
    backend: Backend,
    puzzles: impl Into<Puzzles<'a>>,
    verdicts: &mut [Verdict],
    control: &Control<'_>,
) -> Result<(), Error> {
    let puzzles = puzzles.into();
    assert!(puzzles.len() == verdicts.len());
    let (mut few, mut many) = room();
    let step = counts_of(puzzles.len(), &mut few, &mut many);
    for (puzzles, verdicts) in puzzles.chunks(STEP).zip(verdicts.chunks_mut(STEP)) {
        let query = Query { puzzles, limit: 2, nodes: control.nodes() };
        let counts = &mut step[..puzzles.len()];
        backend.search(&query, &mut Answers { counts, solutions: None }, control)?;
        verdicts
            .iter_mut()
            .zip(counts.iter())
            .for_each(|(verdict, count)| *verdict = verdict_of(*count));
    }
    Ok(())
}

/// min(number of solutions, `limit`) of each puzzle, or [`UNDECIDED`].
///
/// # Errors
/// [`Error::Stopped`].
///
/// # Panics
/// If the slices differ in length, or `limit` is 0.
pub fn count<'a>(
    backend: Backend,
    puzzles: impl Into<Puzzles<'a>>,
    counts: &mut [u64],
    limit: u64,
    control: &Control<'_>,
) -> Result<(), Error> {
    let puzzles = puzzles.into();
    assert!(puzzles.len() == counts.len() && limit > 0);
    let query = Query { puzzles, limit, nodes: control.nodes() };
    backend.search(&query, &mut Answers { counts, solutions: None }, control)
}

/// Room for the counts of a step. A call for one puzzle takes some 100 ns, and memory from the heap 20 of them.
fn room() -> ([u64; 8], Vec<u64>) {
    ([0; 8], Vec::new())
}

/// Places for the counts of a step of `n` puzzles.
fn counts_of<'a>(n: usize, few: &'a mut [u64; 8], many: &'a mut Vec<u64>) -> &'a mut [u64] {
    if n <= few.len() {
        return few;
    }
    many.resize(n.min(STEP), 0);
    many
}

/// What the number of solutions up to two says.
pub(crate) fn verdict_of(count: u64) -> Verdict {
    match count {
        0 => Verdict::NoSolution,
        1 => Verdict::Unique,
        UNDECIDED => Verdict::Undecided,
        _ => Verdict::Multiple,
    }
}
