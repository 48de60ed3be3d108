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
use crate::control::{Control, Stop};
use crate::error::Error;

use super::register::Wanted;
use super::{Answers, Puzzle, Query, UNDECIDED, is_blank};

/// The smallest number of puzzles for the lanes.
pub(super) const BATCH: usize = 32;

/// The number of solutions from which a puzzle goes to the lanes, if the limit is at least [`MANY`].
const SOLUTIONS: u64 = 16;

/// The smallest limit for that. A hundred solutions of one puzzle take longer in lanes.
const MANY: u64 = 256;

/// Usually fewer than one dive in so many fails, if the puzzles have several solutions.
const FEW: usize = 32;

/// Puzzles between two checkpoints, one at a time; a long search has its own.
const CHECK_EVERY: usize = 32;

/// A search of some puzzles together.
type Lanes<'f> = dyn Fn(&Query<'_>, &mut Answers<'_>) -> Result<(), Error> + 'f;

/// A search of one puzzle; the count.
type Singly<'f> = dyn Fn(Puzzle<'_>, Option<&mut Grid>, &Wanted) -> Result<u64, Stop> + 'f;

/// Answers a query by `singly`, which counts the solutions of a puzzle, and by `lanes` for puzzles with at least `patience` dead
/// ends and solutions or, if the limit is large, with [`SOLUTIONS`].
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

/// Answers a query by `singly`, one puzzle after the other. Leaves a puzzle undecided after `patience` dead ends and solutions,
/// or at `limit` solutions if the query counts further. Returns whether all puzzles are decided.
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

/// Answers the query by `lanes` for the puzzles that are undecided.
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

/// Looks for the smallest solutions that the lanes have not found: in lanes for puzzles that did not dive, one at a time for
/// those whose dive failed. Where fewer than one puzzle in [`FEW`] are left, most of them have dived.
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
    // The search in order comes first. If it fails, that is a dead end, and the usual one has nothing to add.
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

/// Answers a query by `lanes` for the puzzles of these numbers: writes their solutions and returns their counts.
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
