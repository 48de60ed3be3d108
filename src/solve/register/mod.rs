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
//!                                   or begin anew, if the smallest of these is wanted               order.rs
//! ```
//!
//! *Cost.* The search is depth first; a node has 288 bytes. [`Nine`] is implemented in `arch/`; this module has no unsafe
//! code. Alternatives: docs/dev/performance.md, "One puzzle at a time".
//!
//! *Credit.* tdoku (T. Dillon) keeps a box, its 9 cells and 6 triads, in one vector; here a vector has one cell of each box.

#![forbid(unsafe_code)]

mod dive;
mod guess;
pub(super) mod order;
mod round;
mod vector;

pub(super) use vector::{ALL, LOWEST, Nine};

use crate::board::Grid;
use crate::control::Control;
use crate::error::Error;

use super::{Answers, Puzzle, Puzzles, Query, UNDECIDED};
use guess::{Children, guess};
use round::{Outcome, propagate};
use vector::Stack;

/// In place of a count: the puzzle seems to have several solutions, of which the smallest is wanted.
const SEVERAL: u64 = UNDECIDED - 1;

/// Nodes between two checkpoints, about 20 microseconds.
const CHECK_EVERY: u32 = 128;

/// Answers a query, one puzzle after the other. Leaves a puzzle undecided after `patience` dead ends. `in_order` is
/// [`order::search`], compiled apart: within this loop it made the usual search slower.
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
    in_order: impl Fn(Puzzle<'_>, u64, &mut Grid) -> Option<u64>,
) -> Result<(), Error> {
    let mut stack = Stack::<S>::new();
    let mut until_check = 0;
    // A budget of nodes is for one search. If only the smallest solution is missing, the first guess is in order.
    let ordered = query.smallest && query.nodes == u64::MAX && answers.solutions.is_some();
    let dives_after = match query.limit {
        1 if ordered => 0,
        _ if ordered => order::GUESSES,
        _ => dive::GUESSES,
    };
    for i in 0..query.puzzles.len() {
        let mut cells = match query.puzzles {
            Puzzles::Grids(grids) => s.read_grid(&grids[i]),
            Puzzles::Candidates(candidates) => s.read_candidates(&candidates[i]),
        };
        let mut is_smallest = false;
        let (mut count, mut guesses, mut dead_ends) = (0, 0, 0);
        // The number of pending nodes below the one where the dive began.
        let mut below = None;
        stack.clear();
        loop {
            'search: loop {
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
                    Outcome::Stalled => 'stalled: {
                        let may_guess = guesses < query.nodes && dead_ends < patience;
                        let may_dive =
                            below.is_none() && dead_ends == 0 && query.limit <= dive::LIMIT;
                        let dives = below.is_some() && dead_ends <= dive::PATIENCE
                            || may_dive && guesses == dives_after;
                        if !dives {
                            let Some(Children { inside, outside, freedom }) = guess(s, &cells)
                            else {
                                break 'stalled;
                            };
                            // More candidates than boards with one solution have: it dives at once.
                            let is_loose = may_dive
                                && guesses == 0
                                && freedom >= dive::FREEDOM
                                && dive::candidates(s, &cells) >= dive::CANDIDATES;
                            if !is_loose {
                                if !may_guess {
                                    count = UNDECIDED;
                                    break 'search;
                                }
                                guesses += 1;
                                stack.push(outside);
                                cells = inside;
                                continue 'search;
                            }
                        }
                        if below.is_none() {
                            below = Some(stack.len());
                            stack.push(cells);
                            if ordered {
                                count = SEVERAL;
                                break 'search;
                            }
                        }
                        if !may_guess {
                            count = UNDECIDED;
                            break 'search;
                        }
                        guesses += 1;
                        dive::guess(s, &mut cells, &mut stack);
                        continue 'search;
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
            let Some(solutions) = &mut answers.solutions else { break };
            if count == SEVERAL {
                if let Some(found) = in_order(query.puzzles.get(i), query.limit, &mut solutions[i])
                {
                    (count, is_smallest) = (found, true);
                    break;
                }
                // The usual search goes on, like after a dive.
                (count, dead_ends) = (0, dive::PATIENCE + 2);
                cells = stack.pop().expect("the node at which it began anew");
                continue;
            }
            // With a limit of one it has just been tried.
            is_smallest = ordered
                && count == query.limit
                && query.limit > 1
                && in_order(query.puzzles.get(i), 1, &mut solutions[i]).is_some();
            break;
        }
        answers.counts[i] = count;
        let is_other = query.smallest && count == query.limit && guesses > 0 && !is_smallest;
        if (count == 0 || count == UNDECIDED || is_other)
            && let Some(solutions) = &mut answers.solutions
        {
            solutions[i] = Grid::EMPTY;
        }
    }
    Ok(())
}
