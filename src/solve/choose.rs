//! One puzzle at a time, or many in lanes?
//!
//! ```text
//!   a budget of nodes       one at a time
//!   32 puzzles or more      lanes
//!   fewer                   one at a time, as long as they meet few dead ends; the rest together: lanes
//! ```
//!
//! One at a time is quick to start; lanes need work to fill them, many puzzles or one with a large tree. Dead ends tell
//! how large the tree is: a board with few givens takes up to 80 guesses for two solutions, hardly one of them wrong,
//! and would leave the lanes empty. A search that has grown starts anew in the lanes: handing over its open nodes lost,
//! see [`register`](super::register).
//!
//! In the lanes the nodes that a puzzle takes depend on the other puzzles. So a budget of nodes is for the kernel that
//! searches depth first, one puzzle after the other, and its verdict is a function of the puzzle and the backend.
//!
//! The two numbers were measured: docs/dev/performance.md, "Which kernel answers".

#![forbid(unsafe_code)]

use crate::board::Grid;
use crate::error::Error;

use super::{Answers, Puzzles, Query, UNDECIDED};

/// Puzzles that fill the lanes for long enough.
const BATCH: usize = 32;

/// Answers a query by `singly`, and by `lanes` what meets more than `patience` dead ends.
///
/// # Errors
/// Theirs.
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
        return search_undecided(query, answers, lanes);
    }
    Ok(())
}

/// Answers by `lanes` what is undecided.
#[cold]
fn search_undecided(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    lanes: impl Fn(&Query<'_>, &mut Answers<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let open: Vec<usize> =
        (0..answers.counts.len()).filter(|&i| answers.counts[i] == UNDECIDED).collect();
    let mut counts = vec![0; open.len()];
    let mut solutions = answers.solutions.as_ref().map(|_| vec![Grid::EMPTY; open.len()]);
    let mut found = Answers { counts: &mut counts, solutions: solutions.as_deref_mut() };
    match query.puzzles {
        Puzzles::Grids(grids) => {
            let grids: Vec<_> = open.iter().map(|&i| grids[i]).collect();
            lanes(&Query { puzzles: Puzzles::Grids(&grids), ..*query }, &mut found)?;
        }
        Puzzles::Candidates(candidates) => {
            let candidates: Vec<_> = open.iter().map(|&i| candidates[i]).collect();
            lanes(&Query { puzzles: Puzzles::Candidates(&candidates), ..*query }, &mut found)?;
        }
    }
    for (k, &i) in open.iter().enumerate() {
        answers.counts[i] = counts[k];
        if let (Some(to), Some(from)) = (&mut answers.solutions, &solutions) {
            to[i] = from[k];
        }
    }
    Ok(())
}
