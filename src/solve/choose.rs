//! One puzzle at a time, or many in lanes?
//!
//! ```text
//!   batch   | 16 singly |        512 in lanes        | 16 singly | 16 singly | 16 singly | 512 in lanes ...
//!               hard                                     easy        easy        hard
//! ```
//!
//! In short batches the one-puzzle kernel wins while puzzles take few guesses: it has no lanes to fill and to
//! empty. The lanes win when trees are large, so there a few puzzles tell what comes next. Long batches go
//! to the lanes as they are.
//!
//! Thousand puzzles a second in batches of 512, one at a time against lanes (AVX-512): kaggle 13,225 and
//! 4,361, 17clue 2,472 and 2,140, multiple_16clue (9 guesses a puzzle) 536 and 464, top1465 (11 guesses)
//! 396 and 645, none_hard (22) 210 and 370, hardest_1905 (69) 72 and 124.

use std::ops::Range;

use crate::control::Control;
use crate::error::Error;

use super::{Answers, Puzzles, Query};

/// Fewer puzzles do not fill the lanes for long enough.
const BATCH: usize = 64;
/// So many are worth the lanes, easy or not: 17clue 4,166 thousand a second in lanes against 2,566, kaggle
/// 18,573 against 14,890 (AVX-512); `multiple` alone loses on AVX2, 576 against 749.
const LONG_BATCH: usize = 4096;
/// How many tell what comes next.
const PROBE: usize = 16;
/// How many follow them into the lanes.
const RUN: usize = 512;
/// Guesses a puzzle from which the lanes win.
const MANY_GUESSES: u64 = 10;

/// A part of a query.
fn part<'a>(query: &Query<'a>, range: Range<usize>) -> Query<'a> {
    let puzzles = match query.puzzles {
        Puzzles::Grids(grids) => Puzzles::Grids(&grids[range]),
        Puzzles::Candidates(candidates) => Puzzles::Candidates(&candidates[range]),
    };
    Query { puzzles, ..*query }
}

/// Answers a query by `singly`, which reports the guesses it took, and by `lanes`.
///
/// # Errors
/// Theirs.
#[inline]
pub(super) fn search(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
    singly: impl Fn(&Query<'_>, &mut Answers<'_>, &Control<'_>) -> Result<u64, Error>,
    lanes: impl Fn(&Query<'_>, &mut Answers<'_>, &Control<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let n = query.puzzles.len();
    if n < BATCH {
        return singly(query, answers, control).map(|_| ());
    }
    if n >= LONG_BATCH {
        return lanes(query, answers, control);
    }
    let (mut start, mut hard) = (0, false);
    while start < n {
        let end = n.min(start + if hard { RUN } else { PROBE });
        let query = part(query, start..end);
        let counts = &mut answers.counts[start..end];
        let solutions = answers.solutions.as_deref_mut().map(|all| &mut all[start..end]);
        let mut answers = Answers { counts, solutions };
        if hard {
            lanes(&query, &mut answers, control)?;
            hard = false;
        } else {
            let guesses = singly(&query, &mut answers, control)?;
            hard = guesses >= MANY_GUESSES * (end - start) as u64;
        }
        start = end;
    }
    Ok(())
}
