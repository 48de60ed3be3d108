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
//!                                   or dive, if the puzzle seems to have several solutions          dive.rs
//! ```
//!
//! *Cost.* The search is depth first; a node has 288 bytes. [`Nine`] is implemented in `arch/`; this module has no unsafe
//! code. Alternatives: docs/dev/performance.md, "One puzzle at a time".
//!
//! *Credit.* tdoku (T. Dillon) keeps a box, its 9 cells and 6 triads, in one vector; here a vector has one cell of each box.

#![forbid(unsafe_code)]

mod boxes;
pub(super) mod dive;
mod guess;
mod order;
pub(super) mod rectangle;
mod round;
mod vector;

pub(super) use vector::{ALL, LOWEST, Nine, place};

use crate::board::Grid;
use crate::control::Control;
use crate::error::Error;

use super::{Answers, Query, UNDECIDED};
use dive::{Found, Start, Wanted};
use guess::{Children, guess};
use round::{Outcome, propagate};
use vector::Stack;

/// Nodes between two checkpoints, about 20 microseconds.
const CHECK_EVERY: u32 = 128;

/// Answers a query, one puzzle after the other. Leaves a puzzle undecided after `patience` dead ends or solutions. `dive` is
/// [`dive::search`].
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
    dive: impl Fn(Start<'_, S::Vector>, Wanted<'_>) -> Found,
) -> Result<(), Error> {
    let mut stack = Stack::<S>::new();
    let mut until_check = 0;
    // A budget of nodes is for one search. If only the smallest solution is missing, the first guess is in order.
    let ordered = query.smallest && query.nodes == u64::MAX && answers.solutions.is_some();
    let dives_after = match query.limit {
        1 if ordered => 0,
        _ if ordered => dive::GUESSES_IN_ORDER,
        _ => dive::GUESSES,
    };
    // Guesses of a dive have up to four branches, but within a budget n solutions take at least n - 1.
    let most = if query.nodes < u64::MAX { 2 } else { dive::LIMIT };
    for i in 0..query.puzzles.len() {
        let mut cells = s.read(query.puzzles.get(i));
        let (mut count, mut guesses, mut dead_ends) = (0, 0, 0);
        let mut may_dive = query.limit <= most;
        let mut is_smallest = false;
        stack.clear();
        'search: loop {
            if until_check == 0 {
                until_check = CHECK_EVERY;
                if !control.has_time()? {
                    // All further puzzles check too, and are undecided.
                    until_check = 0;
                    count = UNDECIDED;
                    break 'search;
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
                        break 'search;
                    }
                }
                Outcome::Dead => {}
                Outcome::Stalled => 'stalled: {
                    may_dive &= dead_ends == 0;
                    let mut dives = may_dive && guesses == dives_after;
                    if !dives {
                        let Some(Children { inside, outside, freedom }) = guess(s, &cells) else {
                            break 'stalled;
                        };
                        // More candidates than boards with one solution have: it dives at once.
                        dives = may_dive
                            && guesses == 0
                            && freedom >= dive::FREEDOM
                            && dive::candidates(s, &cells) >= dive::CANDIDATES;
                        if !dives {
                            if guesses == query.nodes || dead_ends >= patience {
                                count = UNDECIDED;
                                break 'search;
                            }
                            guesses += 1;
                            stack.push(outside);
                            cells = inside;
                            continue 'search;
                        }
                    }
                    may_dive = false;
                    // A copy, since `cells` would be in memory if they were borrowed.
                    let node = cells;
                    let start = match ordered && guesses > 0 {
                        true => Start::Puzzle(query.puzzles.get(i)),
                        false => Start::Node(&node),
                    };
                    let (limit, nodes) = (query.limit, query.nodes - guesses);
                    let solution = answers.solutions.as_mut().map(|solutions| &mut solutions[i]);
                    let found = dive(start, Wanted { limit, nodes, ordered, solution });
                    guesses += found.guesses;
                    until_check = until_check.saturating_sub(found.guesses as u32);
                    let Some(n) = found.count else { continue 'search };
                    count = n;
                    is_smallest = ordered;
                    if n >= query.limit || ordered {
                        break 'search;
                    }
                    // That was all below the node; others may be on the stack.
                }
            }
            dead_ends += 1;
            match stack.pop() {
                Some(node) => cells = node,
                None => break,
            }
        }
        answers.counts[i] = count;
        let mut is_other = query.smallest && count == query.limit && guesses > 0 && !is_smallest;
        // With a limit of one it has just been tried.
        if is_other
            && ordered
            && query.limit > 1
            && let Some(solutions) = &mut answers.solutions
        {
            let start = Start::Puzzle(query.puzzles.get(i));
            let solution = Some(&mut solutions[i]);
            let found = dive(start, Wanted { limit: 1, nodes: u64::MAX, ordered, solution });
            is_other = found.count.is_none();
        }
        if (count == 0 || count == UNDECIDED || is_other)
            && let Some(solutions) = &mut answers.solutions
        {
            solutions[i] = Grid::EMPTY;
        }
    }
    Ok(())
}
