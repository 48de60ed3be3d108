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
//! The three cells of a row in a box are three vectors, and so are those of a column. Deductions within a box need no
//! shuffle, those between boxes six for each direction. Rows and columns use the same code, without transposing.
//!
//! ```text
//!   read ── propagate ── dead ────────────────── next node from the stack ── none left: done
//!              |    `─── solved ── count, write ──'
//!              `──────── stalled ── guess: two children, one continues, one goes to the stack         guess.rs
//!                                   or dive: four, if the puzzle seems to have several solutions    dive.rs
//! ```
//!
//! *Cost.* The search is depth first; a node has 288 bytes. [`Nine`] is implemented in `arch/`; this module has no unsafe
//! code. Alternatives: docs/dev/performance.md, "One puzzle at a time".
//!
//! *Credit.* tdoku (T. Dillon) keeps a box, its 9 cells and 6 triads, in one vector; here a vector has one cell of each box.

#![forbid(unsafe_code)]

mod dive;
mod guess;
mod order;
mod round;
mod vector;

pub(super) use order::smallest;
pub(super) use vector::{ALL, LOWEST, Nine};

use crate::board::Grid;
use crate::control::Control;
use crate::error::Error;

use super::{Answers, Puzzles, Query, UNDECIDED};
use guess::{Children, guess};
use round::{Outcome, propagate};
use vector::Stack;

/// Nodes between two checkpoints, about 20 microseconds.
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
    let mut stack = Stack::<S>::new();
    let mut until_check = 0;
    for i in 0..query.puzzles.len() {
        let mut cells = match query.puzzles {
            Puzzles::Grids(grids) => s.read_grid(&grids[i]),
            Puzzles::Candidates(candidates) => s.read_candidates(&candidates[i]),
        };
        let (mut count, mut guesses, mut dead_ends) = (0, 0, 0);
        // The number of pending nodes below the one where the dive began.
        let mut below = None;
        stack.clear();
        loop {
            if until_check == 0 {
                until_check = CHECK_EVERY;
                if !control.has_time()? {
                    // All further puzzles check too, and are undecided.
                    until_check = 0;
                    count = UNDECIDED;
                    break;
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
                    let may_guess = guesses < query.nodes && dead_ends < patience;
                    if below.is_none()
                        && dead_ends == 0
                        && guesses == dive::GUESSES
                        && query.limit <= dive::LIMIT
                    {
                        below = Some(stack.len());
                        stack.push(cells);
                    }
                    if below.is_some() && dead_ends <= dive::PATIENCE {
                        if may_guess {
                            guesses += 1;
                            dive::guess(s, &mut cells, &mut stack);
                            continue;
                        }
                        count = UNDECIDED;
                        break;
                    }
                    if let Some(Children { inside, outside, freedom }) = guess(s, &cells) {
                        if may_guess {
                            if guesses == 0
                                && freedom >= dive::FREEDOM
                                && query.limit <= dive::LIMIT
                                && dive::candidates(s, &cells) >= dive::CANDIDATES
                            {
                                // The next round changes nothing, and then it dives.
                                below = Some(0);
                                stack.push(cells);
                                continue;
                            }
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
            dead_ends += 1;
            if let Some(below) = below
                && dead_ends <= dive::PATIENCE + 1
            {
                if stack.len() == below + 1 {
                    // Nothing is left below the node where the dive began.
                    stack.truncate(below);
                    dead_ends = dive::PATIENCE + 2;
                } else if dead_ends > dive::PATIENCE {
                    // The dive has found too little: the search goes on from that node.
                    stack.truncate(below + 1);
                    count = 0;
                    dead_ends = dive::PATIENCE + 2;
                }
            }
            match stack.pop() {
                Some(node) => cells = node,
                None => break,
            }
        }
        answers.counts[i] = count;
        if (count == 0 || count == UNDECIDED || query.smallest && count == query.limit)
            && let Some(solutions) = &mut answers.solutions
        {
            solutions[i] = Grid::EMPTY;
        }
    }
    Ok(())
}
