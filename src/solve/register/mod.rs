//! One puzzle at a time, in nine vectors: one for each position in a box, with one word for each box.
//!
//! ```text
//!     the puzzle                                       the state
//!   +-------+-------+-------+
//!   | a b c | a b c | a b c |       vector a:  box 0  box 1  box 2 | box 3  box 4  box 5 | box 6 ...
//!   | d e f | d e f | d e f |       vector b:  box 0  box 1  box 2 | ...
//!   | g h i | g h i | g h i |         ...
//!   +-------+-------+-------+       vector i:  box 0  ...                         16 bits per word,
//!   | a b c | a b c | ...                                                         one bit for each digit
//! ```
//!
//! The three cells of a row in a box are three vectors, and so are the three cells of a column. Deductions within a box
//! need no shuffle, and deductions between boxes need six for each direction. Rows and columns use the same code,
//! without transposing.
//!
//! ```text
//!   read ── propagate ── dead ────────────────── next node from the stack ── none left: done
//!              |    `─── solved ── count, write ──'
//!              `──────── stalled ── guess: two children, one continues, one goes to the stack         guess.rs
//!                                   or dive, if the puzzle seems to have several solutions          dive.rs
//! ```
//!
//! *Cost.* The search is depth first; a node has 288 bytes. [`Nine`] is implemented in `arch/`; this module has no
//! unsafe code. Alternatives: docs/dev/performance.md, "One puzzle at a time".
//!
//! *Credit.* tdoku (T. Dillon) keeps a box, its 9 cells and 6 triads, in one vector; here a vector has one cell of each
//! box.

#![forbid(unsafe_code)]

mod boxes;
pub(super) mod dive;
mod guess;
mod order;
pub(super) mod rectangle;
mod round;
mod state;
mod vector;

pub(super) use state::{Search, Wanted};
#[cfg(target_arch = "x86_64")]
pub(super) use vector::place;
pub(super) use vector::{ALL, LOWEST, Nine};

use crate::board::Grid;
use crate::control::{Control, Stop};

use super::{Puzzle, UNDECIDED};
use guess::{Children, guess};
use round::{Outcome, propagate};
use vector::Stack;

/// The number of guesses between two checkpoints, less than 100 microseconds.
const CHECK_EVERY: u64 = 128;

/// The reason why a search pauses.
enum Pause {
    /// The puzzle is decided, or the guesses or the patience are used up.
    Done,
    /// The search may dive. The two children of the node are on the stack.
    Dive,
    /// A checkpoint is due.
    Check,
}

/// Counts the solutions of a puzzle up to the limit. Returns [`UNDECIDED`] if the guesses, the patience or the time are
/// used up. The solution is the first one found, or the smallest one; a blank grid if there is none or it is unknown.
/// `dive` is [`dive::search`].
///
/// # Errors
/// [`Stop::Cancelled`].
#[inline(always)]
pub(super) fn search<S: Nine>(
    s: S,
    puzzle: Puzzle<'_>,
    mut solution: Option<&mut Grid>,
    wanted: &Wanted,
    control: &Control<'_>,
    dive: impl Fn(&mut Search<S>, Puzzle<'_>, Option<&mut Grid>, &Wanted),
) -> Result<u64, Stop> {
    let mut search = Search { stack: Stack::<S>::new(), count: 0, guesses: 0, dead_ends: 0 };
    let mut start = Some(puzzle);
    let mut is_smallest = false;
    loop {
        match go_on(s, &mut search, start, solution.as_deref_mut(), wanted) {
            Pause::Done => break,
            Pause::Check => {}
            Pause::Dive => {
                dive(&mut search, puzzle, solution.as_deref_mut(), wanted);
                if search.stack.is_empty() {
                    is_smallest = wanted.in_order(solution.is_some());
                    break;
                }
            }
        }
        start = None;
        if !control.has_time()? {
            search.count = UNDECIDED;
            break;
        }
    }
    let count = search.count;
    if let Some(solution) = solution {
        let mut is_other =
            wanted.smallest && count == wanted.limit && search.guesses > 0 && !is_smallest;
        // With a limit of one, this dive has just been tried.
        if is_other && wanted.in_order(true) && wanted.limit > 1 {
            search.stack.clear();
            dive(&mut search, puzzle, Some(solution), &Wanted { limit: 1, ..*wanted });
            is_other = search.count != 1;
        }
        if count == 0 || count == UNDECIDED || is_other {
            *solution = Grid::EMPTY;
        }
    }
    Ok(count)
}

/// Searches from the puzzle or, if there is none, from the nodes on the stack. It calls no function except to grow the
/// stack, so that its vectors stay in registers.
#[inline(always)]
fn go_on<S: Nine>(
    s: S,
    search: &mut Search<S>,
    mut puzzle: Option<Puzzle<'_>>,
    mut solution: Option<&mut Grid>,
    wanted: &Wanted,
) -> Pause {
    let Search { stack, count, guesses, dead_ends } = search;
    let (mut n, mut guessed, mut ends) = (*count, *guesses, *dead_ends);
    let pause = 'search: loop {
        let next = match puzzle.take() {
            Some(puzzle) => Some(s.read(puzzle)),
            None => stack.pop(),
        };
        let Some(mut cells) = next else { break Pause::Done };
        loop {
            match propagate(s, &mut cells) {
                Outcome::Solved => {
                    if n == 0
                        && let Some(solution) = &mut solution
                    {
                        s.write(&cells, solution);
                    }
                    n += 1;
                    if n == wanted.limit {
                        break 'search Pause::Done;
                    }
                    break;
                }
                Outcome::Dead => break,
                Outcome::Stalled => {}
            }
            let Some(Children { inside, outside, freedom }) = guess(s, &cells) else { break };
            if guessed == wanted.nodes || ends >= wanted.patience {
                n = UNDECIDED;
                break 'search Pause::Done;
            }
            guessed += 1;
            stack.push(outside);
            cells = inside;
            if guessed % CHECK_EVERY == 0 {
                stack.push(cells);
                break 'search Pause::Check;
            }
            if ends == 0 && dive::is_due(wanted, solution.is_some(), guessed, freedom) {
                stack.push(cells);
                break 'search Pause::Dive;
            }
        }
        ends += 1;
    };
    (*count, *guesses, *dead_ends) = (n, guessed, ends);
    pause
}
