//! The search of a puzzle that seems to have several solutions.
//!
//! ```text
//!   propagate ── dead, too often: the puzzle may have one solution or none, for which the usual search is better
//!        |  `─── solved ── if two are wanted, digits of a rectangle may give the second   rectangle.rs
//!        `────── stalled ── guess in three boxes at once                                  boxes.rs
//!                           or in lexicographic order, if the smallest is wanted          order.rs
//! ```
//!
//! If a puzzle has several solutions, hardly any guess is wrong, and three at once take half the rounds. If it has one or
//! none, the tree would be larger. So a search dives if the board has more candidates than boards with one solution do, or
//! if none of its first guesses is wrong, or if only the smallest solution is missing; and after some dead ends it goes on
//! as usual.
//!
//! *Cost.* It is compiled apart: within the loop of the usual search it made that slower. Alternatives:
//! docs/dev/performance.md, "Several solutions".

use crate::board::Grid;
use crate::solve::{Puzzle, UNDECIDED};

use super::round::{Outcome, propagate};
use super::vector::{Nine, Stack};
use super::{boxes, order, rectangle};

/// The most solutions to look for. For more, the larger tree costs more than the quick first solution saves.
pub(super) const LIMIT: u64 = 32;

/// Guesses of the usual search, none of them wrong, after which it dives. A quarter of top1465 gets so far.
pub(super) const GUESSES: u64 = 3;

/// The same if the smallest solution is wanted. The dive then starts from the puzzle, so a failure costs more. A tenth of
/// top1465 gets so far.
pub(super) const GUESSES_IN_ORDER: u64 = 4;

/// The freedom of the first guess (see [`Children`](super::guess::Children)) below which the candidates are not counted.
pub(super) const FREEDOM: u16 = 16;

/// The candidates at the first guess from which it dives at once. Of the sets with one solution or none, fewer than
/// one in 20 puzzles has so many (hardest_1106: fewer than one in 4).
pub(super) const CANDIDATES: u32 = 270;

/// The most dead ends; it ends with the next.
const PATIENCE: u32 = 8;

/// The same if only the smallest solution is missing.
const LONG_PATIENCE: u32 = 64;

/// Where the search begins.
pub(in crate::solve) enum Start<'a, V> {
    /// At a stalled node.
    Node(&'a [V; 9]),
    /// Anew.
    Puzzle(Puzzle<'a>),
}

/// What to look for.
pub(in crate::solve) struct Wanted<'a> {
    /// Solutions to count, at most [`LIMIT`].
    pub limit: u64,
    /// The most guesses.
    pub nodes: u64,
    /// Whether the first solution has to be the smallest; the search has to begin with the whole puzzle.
    pub ordered: bool,
    /// For the first solution.
    pub solution: Option<&'a mut Grid>,
}

/// What was found.
pub(in crate::solve) struct Found {
    /// min(number of solutions, limit), or [`UNDECIDED`] if the guesses are used up; `None` after too many dead ends.
    pub count: Option<u64>,
    pub guesses: u64,
}

/// Searches for several solutions.
#[inline(always)]
pub(in crate::solve) fn search<S: Nine>(
    s: S,
    start: Start<'_, S::Vector>,
    wanted: Wanted<'_>,
) -> Found {
    let Wanted { limit, nodes, ordered, mut solution } = wanted;
    let (mut has_stalled, node) = match start {
        Start::Node(node) => (true, *node),
        Start::Puzzle(puzzle) => (false, s.read(puzzle)),
    };
    let patience = if ordered && limit == 1 { LONG_PATIENCE } else { PATIENCE };
    let mut cells = node;
    let mut stack = Stack::<S>::new();
    let (mut count, mut guesses, mut dead_ends) = (0, 0, 0);
    loop {
        let outcome = if has_stalled { Outcome::Stalled } else { propagate(s, &mut cells) };
        has_stalled = false;
        match outcome {
            Outcome::Stalled => {
                if guesses == nodes {
                    return Found { count: Some(UNDECIDED), guesses };
                }
                guesses += 1;
                match ordered {
                    true => order::guess(s, &mut cells, &mut stack),
                    false => boxes::guess(s, &mut cells, &mut stack),
                }
                continue;
            }
            Outcome::Solved => {
                if count == 0
                    && let Some(solution) = &mut solution
                {
                    s.write(&cells, solution);
                }
                count += 1;
                // Only if the search ends with it: otherwise it finds the other solution again.
                if count == 1 && limit == 2 && rectangle::exchanges(s, &node, &cells) {
                    count += 1;
                }
                if count == limit {
                    return Found { count: Some(count), guesses };
                }
            }
            Outcome::Dead => dead_ends += 1,
        }
        match stack.pop() {
            Some(_) if dead_ends > patience => return Found { count: None, guesses },
            Some(node) => cells = node,
            None => return Found { count: Some(count), guesses },
        }
    }
}

/// The number of candidates of all cells.
#[inline(always)]
pub(super) fn candidates<S: Nine>(s: S, cells: &[S::Vector; 9]) -> u32 {
    let mut sum = s.splat(0);
    for &cell in cells {
        sum = s.add(sum, s.population(cell));
    }
    let mut boxes = [0; 16];
    s.store(sum, &mut boxes);
    let [a, b, c, _, d, e, f, _, g, h, i, ..] = boxes.map(u32::from);
    a + b + c + d + e + f + g + h + i
}
