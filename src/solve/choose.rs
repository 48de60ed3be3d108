//! Chooses between the two kernels of a backend: one puzzle at a time, or many puzzles in lanes.
//!
//! ```text
//!   a budget of nodes       one at a time
//!   32 puzzles or more      lanes
//!   fewer                   one at a time, then all puzzles with many dead ends or solutions together in lanes
//!   the smallest solution   if the lanes have not found it: in lanes again, then one at a time
//! ```
//!
//! The kernel for one puzzle starts quickly. The lanes need enough work to fill them: many puzzles, or one with a large
//! search tree. The number of dead ends indicates the size of the tree. The number of guesses does not: a board with
//! few givens takes up to 80 guesses for two solutions, hardly any of them wrong, and would leave the lanes empty. With
//! a large limit, however, a puzzle with several solutions probably has many. A puzzle that moves to the lanes is
//! restarted.
//!
//! In lanes, the number of nodes for a puzzle depends on the other puzzles. Queries with a budget therefore use the
//! kernel for one puzzle, so that the verdict depends only on the puzzle and the backend.
//!
//! The thresholds were measured: docs/dev/performance.md, "Which kernel answers" and "Up to a limit".

#![forbid(unsafe_code)]

use crate::board::Grid;
use crate::control::{Control, Stop};
use crate::error::Error;

use super::register::Wanted;
use super::{Answers, Puzzle, Query, UNDECIDED, is_blank};

/// The minimum number of puzzles for the lanes.
pub(super) const BATCH: usize = 32;

/// The number of solutions after which a puzzle moves to the lanes, if the limit is at least [`MANY`].
const SOLUTIONS: u64 = 16;

/// The minimum limit for moving a puzzle to the lanes. A hundred solutions of one puzzle take longer in lanes.
const MANY: u64 = 256;

/// Usually fewer than one in this many dives fail if the puzzles have several solutions.
const FEW: usize = 32;

/// The number of puzzles between two checkpoints, one at a time; a long search makes its own checkpoints.
const CHECK_EVERY: usize = 32;

/// Searches several puzzles together.
type Lanes<'f> = dyn Fn(&Query<'_>, &mut Answers<'_>) -> Result<(), Error> + 'f;

/// Searches one puzzle and returns the count.
type Singly<'f> = dyn Fn(Puzzle<'_>, Option<&mut Grid>, &Wanted) -> Result<u64, Stop> + 'f;

/// Answers a query with `singly`, which counts the solutions of one puzzle, and with `lanes` for puzzles that reach
/// `patience` dead ends and solutions or, with a large limit, [`SOLUTIONS`] solutions.
///
/// # Errors
/// [`Error::Stopped`].
#[inline]
pub(super) fn search(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
    patience: u64,
    singly: impl Fn(Puzzle<'_>, Option<&mut Grid>, &Wanted) -> Result<u64, Stop>,
    lanes: impl Fn(&Query<'_>, &mut Answers<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let has_budget = query.nodes < u64::MAX;
    if query.puzzles.len() >= BATCH && !has_budget {
        lanes(query, answers)?;
    } else {
        let limit = if query.limit >= MANY && !has_budget { SOLUTIONS } else { query.limit };
        let patience = if has_budget { u64::MAX } else { patience };
        let all_decided = one_by_one(query, answers, control, limit, patience, &singly)?;
        if all_decided || has_budget {
            return Ok(());
        }
        search_undecided(query, answers, &lanes)?;
    }
    if query.smallest {
        find_smallest(query, answers, control, &singly, &lanes)?;
    }
    Ok(())
}

/// Answers a query with `singly`, one puzzle after another. A puzzle remains undecided after `patience` dead ends and
/// solutions, or at `limit` solutions if the query's limit is higher. Returns whether all puzzles are decided.
#[inline(always)]
pub(super) fn one_by_one(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
    limit: u64,
    patience: u64,
    singly: impl Fn(Puzzle<'_>, Option<&mut Grid>, &Wanted) -> Result<u64, Stop>,
) -> Result<bool, Error> {
    let wanted = Wanted { limit, nodes: query.nodes, patience, smallest: query.smallest };
    let (mut all_decided, mut has_time) = (true, true);
    for (i, count) in answers.counts.iter_mut().enumerate() {
        let solution = answers.solutions.as_mut().map(|solutions| &mut solutions[i]);
        if i % CHECK_EVERY == 0 {
            has_time = control.has_time()?;
        }
        if !has_time {
            *count = UNDECIDED;
            if let Some(solution) = solution {
                *solution = Grid::EMPTY;
            }
            all_decided = false;
            continue;
        }
        let n = singly(query.puzzles.get(i), solution, &wanted)?;
        let is_decided = n != UNDECIDED && (n < limit || limit == query.limit);
        *count = if is_decided { n } else { UNDECIDED };
        all_decided &= is_decided;
    }
    Ok(all_decided)
}

/// Answers the query with `lanes` for the undecided puzzles.
#[cold]
fn search_undecided(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    lanes: &Lanes<'_>,
) -> Result<(), Error> {
    let open: Vec<usize> =
        (0..answers.counts.len()).filter(|&i| answers.counts[i] == UNDECIDED).collect();
    let counts = again(query, &open, answers, lanes)?;
    for (&i, count) in open.iter().zip(counts) {
        answers.counts[i] = count;
    }
    Ok(())
}

/// Searches for the smallest solutions that the lanes have not found: in lanes for puzzles that did not dive, one at a
/// time for puzzles whose dive failed. If fewer than one puzzle in [`FEW`] is missing, most of the missing ones have
/// dived.
fn find_smallest(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
    singly: &Singly<'_>,
    lanes: &Lanes<'_>,
) -> Result<(), Error> {
    let missing = |answers: &Answers<'_>| -> Vec<usize> {
        let solutions = answers.solutions.as_deref().unwrap_or_default();
        let is_missing = |i: &usize| answers.counts[*i] == query.limit && is_blank(&solutions[*i]);
        (0..solutions.len()).filter(is_missing).collect()
    };
    let open = missing(answers);
    if open.len() >= BATCH.max(query.puzzles.len() / FEW) {
        again(&Query { limit: 1, ..*query }, &open, answers, lanes)?;
    }
    // The search in order comes first. Its failure is a dead end, and the usual search could add nothing.
    let wanted = Wanted { limit: 1, nodes: query.nodes, patience: 1, smallest: true };
    for i in missing(answers) {
        if !control.has_time()? {
            break;
        }
        let solution = answers.solutions.as_mut().map(|solutions| &mut solutions[i]);
        singly(query.puzzles.get(i), solution, &wanted)?;
    }
    Ok(())
}

/// Answers a query with `lanes` for the puzzles with these numbers; writes their solutions and returns their counts.
#[cold]
fn again(
    query: &Query<'_>,
    numbers: &[usize],
    answers: &mut Answers<'_>,
    lanes: &Lanes<'_>,
) -> Result<Vec<u64>, Error> {
    let mut counts = vec![0; numbers.len()];
    let mut solutions = answers.solutions.as_ref().map(|_| vec![Grid::EMPTY; numbers.len()]);
    let mut found = Answers { counts: &mut counts, solutions: solutions.as_deref_mut() };
    query.puzzles.select(numbers, |puzzles| lanes(&Query { puzzles, ..*query }, &mut found))?;
    if let (Some(to), Some(from)) = (&mut answers.solutions, solutions) {
        for (&i, solution) in numbers.iter().zip(from) {
            to[i] = solution;
        }
    }
    Ok(counts)
}
