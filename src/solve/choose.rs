//! Chooses between the two kernels of a backend: one puzzle at a time, or many in lanes.
//!
//! ```text
//!   a budget of nodes       one at a time
//!   32 puzzles or more      lanes
//!   fewer                   one at a time, then all puzzles with many dead ends or solutions together in lanes
//!   the smallest solution   where lanes have not found it: in lanes again, and then one at a time
//! ```
//!
//! The first kernel starts quickly. The lanes need work to fill them: many puzzles, or one with a large search tree. The
//! number of dead ends tells how large the tree is. Guesses do not: a board with few givens takes up to 80 for two
//! solutions, hardly one of them wrong, and would leave the lanes empty. But if the limit is large and a puzzle has several
//! solutions, it probably has many. A puzzle that goes to the lanes starts anew.
//!
//! In lanes, the number of nodes for a puzzle depends on the other puzzles. So budgets use the kernel for one puzzle, and
//! the verdict depends on the puzzle and the backend only.
//!
//! The thresholds are measured: docs/dev/performance.md, "Which kernel answers" and "Up to a limit".

#![forbid(unsafe_code)]

use crate::board::Grid;
use crate::error::Error;

use super::{Answers, Query, UNDECIDED};

/// The smallest number of puzzles for the lanes.
pub(super) const BATCH: usize = 32;

/// The number of solutions from which a puzzle goes to the lanes, if the limit is at least [`MANY`].
const SOLUTIONS: u64 = 16;

/// The smallest limit for that. A hundred solutions of one puzzle take longer in lanes.
const MANY: u64 = 256;

/// Usually fewer than one dive in so many fails, if the puzzles have several solutions.
const FEW: usize = 32;

/// A search of some puzzles.
type Search<'f> = dyn Fn(&Query<'_>, &mut Answers<'_>) -> Result<(), Error> + 'f;

/// Answers a query by `singly`, and by `lanes` for puzzles with more than `patience` dead ends and solutions or, if the limit is
/// large, with [`SOLUTIONS`].
///
/// # Errors
/// [`Error::Stopped`].
#[inline]
pub(super) fn search(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    patience: u64,
    singly: impl Fn(&Query<'_>, &mut Answers<'_>, u64) -> Result<(), Error>,
    lanes: impl Fn(&Query<'_>, &mut Answers<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    if query.nodes < u64::MAX {
        return singly(query, answers, u64::MAX);
    }
    if query.puzzles.len() >= BATCH {
        lanes(query, answers)?;
    } else {
        if query.limit < MANY {
            // The query itself: one puzzle takes less than 100 ns, and reading a copy just written costs another 10.
            singly(query, answers, patience)?;
        } else {
            singly(&Query { limit: SOLUTIONS, ..*query }, answers, patience)?;
            let many = answers.counts.iter_mut().filter(|count| **count == SOLUTIONS);
            many.for_each(|count| *count = UNDECIDED);
        }
        if !answers.counts.contains(&UNDECIDED) {
            return Ok(());
        }
        search_undecided(query, answers, &lanes)?;
    }
    if query.smallest {
        // Without patience: if the search in order fails, the usual one has nothing to add.
        find_smallest(query, answers, &|q, a| singly(q, a, 0), &lanes)?;
    }
    Ok(())
}

/// Answers the query by `search` for the puzzles that are undecided.
#[cold]
fn search_undecided(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    search: &Search<'_>,
) -> Result<(), Error> {
    let open: Vec<usize> =
        (0..answers.counts.len()).filter(|&i| answers.counts[i] == UNDECIDED).collect();
    let counts = again(query, &open, answers, search)?;
    for (&i, count) in open.iter().zip(counts) {
        answers.counts[i] = count;
    }
    Ok(())
}

/// Looks for the smallest solutions that the lanes have not found: in lanes for puzzles that did not dive, one at a time for
/// those whose dive failed. Where fewer than one puzzle in [`FEW`] are left, most of them have dived.
fn find_smallest(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    singly: &Search<'_>,
    lanes: &Search<'_>,
) -> Result<(), Error> {
    let many = BATCH.max(query.puzzles.len() / FEW);
    for (search, least) in [(lanes, many), (singly, 1)] {
        let Some(solutions) = &answers.solutions else { return Ok(()) };
        let open: Vec<usize> = (0..solutions.len())
            .filter(|&i| answers.counts[i] == query.limit && solutions[i].cells()[0] == 0)
            .collect();
        if open.len() >= least {
            again(&Query { limit: 1, ..*query }, &open, answers, search)?;
        }
    }
    Ok(())
}

/// Answers a query by `search` for the puzzles of these numbers: writes their solutions and returns their counts.
#[cold]
fn again(
    query: &Query<'_>,
    numbers: &[usize],
    answers: &mut Answers<'_>,
    search: &Search<'_>,
) -> Result<Vec<u64>, Error> {
    let mut counts = vec![0; numbers.len()];
    let mut solutions = answers.solutions.as_ref().map(|_| vec![Grid::EMPTY; numbers.len()]);
    let mut found = Answers { counts: &mut counts, solutions: solutions.as_deref_mut() };
    query.puzzles.select(numbers, |puzzles| search(&Query { puzzles, ..*query }, &mut found))?;
    if let (Some(to), Some(from)) = (&mut answers.solutions, solutions) {
        for (&i, solution) in numbers.iter().zip(from) {
            to[i] = solution;
        }
    }
    Ok(counts)
}
