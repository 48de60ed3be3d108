//! Chooses between the two kernels of a backend: one puzzle at a time, or many in lanes.
//!
//! ```text
//!   a budget of nodes       one at a time
//!   32 puzzles or more      lanes
//!   fewer                   one at a time, then all puzzles with many dead ends together in lanes
//! ```
//!
//! The first kernel starts quickly. The lanes need work to fill them: many puzzles, or one with a large search tree. The
//! number of dead ends tells how large the tree is. Guesses do not: a board with few givens takes up to 80 for two
//! solutions, hardly one of them wrong, and would leave the lanes empty. A puzzle that goes to the lanes starts anew.
//!
//! In lanes, the number of nodes for a puzzle depends on the other puzzles. So budgets use the kernel for one puzzle, and
//! the verdict depends on the puzzle and the backend only.
//!
//! Both thresholds are measured: docs/dev/performance.md, "Which kernel answers".

#![forbid(unsafe_code)]

use crate::board::Grid;
use crate::error::Error;

use super::{Answers, Query, UNDECIDED};

/// The smallest number of puzzles for the lanes.
pub(super) const BATCH: usize = 32;

/// Answers a query by `singly`, and by `lanes` for puzzles with more than `patience` dead ends.
///
/// # Errors
/// [`Error::Stopped`].
#[inline]
pub(super) fn search(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    patience: u64,
    singly: impl Fn(&mut Answers<'_>, u64) -> Result<(), Error>,
    lanes: impl Fn(&Query<'_>, &mut Answers<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    if query.nodes < u64::MAX {
        return singly(answers, u64::MAX);
    }
    if query.puzzles.len() >= BATCH {
        return lanes(query, answers);
    }
    singly(answers, patience)?;
    if answers.counts.contains(&UNDECIDED) {
        return search_undecided(query, answers, &lanes);
    }
    Ok(())
}

/// Answers the query by `lanes` for the puzzles that are undecided.
#[cold]
fn search_undecided(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    lanes: &dyn Fn(&Query<'_>, &mut Answers<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let open: Vec<usize> =
        (0..answers.counts.len()).filter(|&i| answers.counts[i] == UNDECIDED).collect();
    let mut counts = vec![0; open.len()];
    let mut solutions = answers.solutions.as_ref().map(|_| vec![Grid::EMPTY; open.len()]);
    let mut found = Answers { counts: &mut counts, solutions: solutions.as_deref_mut() };
    query.puzzles.select(&open, |puzzles| lanes(&Query { puzzles, ..*query }, &mut found))?;
    for (k, &i) in open.iter().enumerate() {
        answers.counts[i] = counts[k];
        if let (Some(to), Some(from)) = (&mut answers.solutions, &solutions) {
            to[i] = from[k];
        }
    }
    Ok(())
}
