//! One puzzle at a time, in nine vectors: one for each position in a box, with a word for each box.
//!
//! ```text
//!     the puzzle                                       the state
//!   +-------+-------+-------+
//!   | a b c | a b c | a b c |       vector a:  box 0  box 1  box 2 | box 3  box 4  box 5 | box 6 ...
//!   | d e f | d e f | d e f |       vector b:  box 0  box 1  box 2 | ...
//!   | g h i | g h i | g h i |         ...
//!   +-------+-------+-------+       vector i:  box 0  ...                         16 bits a word,
//!   | a b c | a b c | ...                                                         a bit for each digit
//! ```
//!
//! The three cells that a row has in a box are then three vectors, and so are the three that a column has:
//! what happens within a box needs no shuffle, and what happens between boxes is six of them for each
//! direction. Rows and columns take the same code, and nothing is ever transposed. (tdoku keeps a box, its 9
//! cells and 6 triads, in one vector; this is the same idea turned inside out.)
//!
//! ```text
//!   read ── propagate ── dead ────────────────── next node from the stack ── none left: done
//!              |    `─── solved ── count, write ──'
//!              `──────── stalled ── guess: two children, one stays, one goes to the stack
//! ```
//!
//! The search is depth first, a node 288 bytes. Nothing here is `unsafe`; [`Nine`] is what `arch/` provides.
//!
//! Tried and lost: moving a search into lanes after 16, 32 or 64 guesses by handing over its open nodes
//! (hardest_1905, one puzzle a call: 47, 43, 57 k/s instead of 70; multiple_16clue, whose parts are then all
//! counted to the limit, 72 after 16 guesses instead of 540). Three nodes at once in 512 bits, 27 words of
//! 32, exchanged one by one (hardest_1905 +17 %, 17clue +16 %, but kaggle -14 %, multiple -21 %): taking a
//! node out, guessing and putting it back costs what the shared rounds gain.

#![forbid(unsafe_code)]

mod guess;
mod round;
mod vector;

pub(super) use vector::{ALL, LOWEST, Nine};

use smallvec::SmallVec;

use crate::board::Grid;
use crate::control::{Control, Stop};
use crate::error::Error;

use super::{Answers, Puzzles, Query, UNDECIDED};
use guess::guess;
use round::{Outcome, propagate};

/// Waiting nodes that lie in the kernel's frame, 9 KB; nearly every puzzle has fewer.
const IN_PLACE: usize = 32;

/// Nodes between two looks at the control; some 20 microseconds.
const CHECK_EVERY: u32 = 128;

/// Answers a query, one puzzle after the other. Leaves a puzzle undecided after `patience` dead ends.
///
/// # Errors
/// [`Error::Stopped`].
#[inline(always)]
pub(super) fn search<S: Nine>(
    s: S,
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
    patience: u64,
) -> Result<(), Error> {
    let mut stack: SmallVec<[[S::Vector; 9]; IN_PLACE]> = SmallVec::new();
    let mut until_check = 0;
    for i in 0..query.puzzles.len() {
        let mut cells = match query.puzzles {
            Puzzles::Grids(grids) => s.read_grid(&grids[i]),
            Puzzles::Candidates(candidates) => s.read_candidates(&candidates[i]),
        };
        let (mut count, mut guesses) = (0, 0);
        stack.clear();
        loop {
            if until_check == 0 {
                until_check = CHECK_EVERY;
                match control.checkpoint() {
                    Ok(()) => {}
                    Err(Stop::Cancelled) => return Err(Stop::Cancelled.into()),
                    // From here on every puzzle finds the same, for a look at the clock.
                    Err(Stop::Deadline | Stop::Nodes) => {
                        until_check = 0;
                        count = UNDECIDED;
                        break;
                    }
                }
            }
            until_check -= 1;
            match propagate(s, &mut cells) {
                Outcome::Solved => {
                    if count == 0
                        && let Some(solutions) = &mut answers.solutions
                    {
                        s.write(&cells, &mut solutions[i]);
                    }
                    count += 1;
                    if count == query.limit {
                        break;
                    }
                }
                Outcome::Dead => {}
                Outcome::Stalled => {
                    if let Some((inside, outside)) = guess(s, &cells) {
                        if guesses < query.nodes && guesses - (stack.len() as u64) < patience {
                            guesses += 1;
                            stack.push(outside);
                            cells = inside;
                            continue;
                        }
                        count = UNDECIDED;
                        break;
                    }
                }
            }
            match stack.pop() {
                Some(node) => cells = node,
                None => break,
            }
        }
        answers.counts[i] = count;
        if (count == 0 || count == UNDECIDED)
            && let Some(solutions) = &mut answers.solutions
        {
            solutions[i] = Grid::EMPTY;
        }
    }
    Ok(())
}
