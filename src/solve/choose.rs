//! One puzzle at a time, or many in lanes?
//!
//! ```text
//!   32 puzzles or more      lanes
//!   fewer                   one at a time, as long as they take few guesses; the rest together: lanes
//! ```
//!
//! One at a time is quick to start; lanes need work to fill them, many puzzles or one with a large tree. A
//! search that has grown starts anew in the lanes: handing over its open nodes lost, see
//! [`register`](super::register).
//!
//! Thousand puzzles a second, one at a time and in lanes by 16, 32 and 64 a call (Zen 5): with AVX-512 kaggle
//! 7,906 and 8,043, 14,306, 17,158, 17clue 1,871 and 2,581, 4,087, 4,792; with AVX2 kaggle 6,071 and 7,093,
//! 9,356, 9,909, none 4,988 and 4,240, 6,338, 7,874.
//!
//! One puzzle a call, all by itself and leaving for the lanes after 24 guesses (AVX-512): hardest_1106 33 and
//! 54, hardest_1905 62 and 65, top1465 339 and 316, none_hard (22 guesses a puzzle) 182 and 147; after 16 or 32
//! guesses 60 and 48, 74 and 60, 275 and 321, 137 and 153. With AVX2, after 24: 24 and 30, 44 and 42, 236 and
//! 224, 129 and 104; there, and with fewer lanes, only searches that are long by any measure leave.
//!
//! A board with fewer givens than any puzzle takes 30 to 80 guesses for two solutions, and meets hardly a dead end: the
//! lanes would stay empty. It gets a second go by itself.

#![forbid(unsafe_code)]

use crate::board::Grid;
use crate::control::Control;
use crate::error::Error;

use super::{Answers, Puzzles, Query, UNDECIDED};

/// Puzzles that fill the lanes for long enough.
const BATCH: usize = 32;

/// Givens that a puzzle with one solution has at least (McGuire, Tugemann and Civario, 2012).
const UNIQUE: usize = 17;

/// Guesses that are enough for two solutions of nearly any board with fewer.
const SPARSE: u64 = 96;

/// Answers a query by `singly`, and by `lanes` what takes more than `patience` guesses.
///
/// # Errors
/// Theirs.
#[inline]
pub(super) fn search(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
    patience: u64,
    singly: impl Fn(&Query<'_>, &mut Answers<'_>, &Control<'_>) -> Result<(), Error>,
    lanes: impl Fn(&Query<'_>, &mut Answers<'_>, &Control<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    if query.puzzles.len() >= BATCH {
        return lanes(query, answers, control);
    }
    singly(&Query { nodes: query.nodes.min(patience), ..*query }, answers, control)?;
    if query.nodes > patience && answers.counts.contains(&UNDECIDED) {
        return the_rest(query, answers, control, patience, singly, lanes);
    }
    Ok(())
}

/// Answers what is undecided: sparse boards one at a time again, and by `lanes` what is left.
#[cold]
fn the_rest(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
    patience: u64,
    singly: impl Fn(&Query<'_>, &mut Answers<'_>, &Control<'_>) -> Result<(), Error>,
    lanes: impl Fn(&Query<'_>, &mut Answers<'_>, &Control<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let nodes = match query.nodes {
        u64::MAX => u64::MAX,
        nodes => nodes - patience,
    };
    if patience < SPARSE && query.limit <= 2 {
        let sparse = undecided(answers, |i| givens(query.puzzles, i) < UNIQUE);
        let query = Query { nodes: nodes.min(SPARSE), ..*query };
        again(&query, answers, control, &sparse, singly)?;
    }
    let open = undecided(answers, |_| true);
    again(&Query { nodes, ..*query }, answers, control, &open, lanes)
}

/// The numbers of the puzzles that are undecided, those for which `which` holds.
fn undecided(answers: &Answers<'_>, which: impl Fn(usize) -> bool) -> Vec<usize> {
    (0..answers.counts.len()).filter(|&i| answers.counts[i] == UNDECIDED && which(i)).collect()
}

/// How many cells of a puzzle are settled from the start.
fn givens(puzzles: Puzzles<'_>, i: usize) -> usize {
    match puzzles {
        Puzzles::Grids(grids) => grids[i].clues(),
        Puzzles::Candidates(candidates) => candidates[i].iter().filter(|c| c.len() == 1).count(),
    }
}

/// Answers for the puzzles `rows` alone, by `kernel`.
fn again(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
    rows: &[usize],
    kernel: impl Fn(&Query<'_>, &mut Answers<'_>, &Control<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut counts = vec![0; rows.len()];
    let mut solutions = answers.solutions.as_ref().map(|_| vec![Grid::EMPTY; rows.len()]);
    let mut found = Answers { counts: &mut counts, solutions: solutions.as_deref_mut() };
    match query.puzzles {
        Puzzles::Grids(grids) => {
            let grids: Vec<_> = rows.iter().map(|&i| grids[i]).collect();
            kernel(&Query { puzzles: Puzzles::Grids(&grids), ..*query }, &mut found, control)?;
        }
        Puzzles::Candidates(candidates) => {
            let candidates: Vec<_> = rows.iter().map(|&i| candidates[i]).collect();
            let puzzles = Puzzles::Candidates(&candidates);
            kernel(&Query { puzzles, ..*query }, &mut found, control)?;
        }
    }
    for (k, &i) in rows.iter().enumerate() {
        answers.counts[i] = counts[k];
        if let (Some(to), Some(from)) = (&mut answers.solutions, &solutions) {
            to[i] = from[k];
        }
    }
    Ok(())
}
