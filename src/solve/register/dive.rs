//! Search of a puzzle that seems to have several solutions.
//!
//! ```text
//!   propagate ── dead, too often: the puzzle may have one solution or none, for which the usual search is better
//!        |  `─── solved ── if two are wanted, digits of a rectangle may give the second   rectangle.rs
//!        `────── stalled ── guess in three boxes at once                                  boxes.rs
//!                           or in lexicographic order, if the smallest is wanted          order.rs
//! ```
//!
//! If a puzzle has several solutions, hardly any guess is wrong, and three guesses at once take half as many rounds. If
//! it has one solution or none, the tree would be larger. A search therefore dives if the board has more candidates
//! than boards with one solution do, if none of its first guesses is wrong, or if only the smallest solution is
//! missing. After some dead ends it continues as the usual search.
//!
//! *Cost.* The dive is a separate function, because it slowed down the usual search within its loop. Alternatives:
//! docs/dev/performance.md, "Several solutions".

use crate::board::Grid;
use crate::solve::{Puzzle, UNDECIDED};

use super::round::{Outcome, propagate};
use super::state::{Search, Wanted};
use super::vector::Nine;
use super::{boxes, order, rectangle};

/// The maximum number of solutions to look for. Beyond that, the larger tree costs more than the fast first solution
/// saves.
const LIMIT: u64 = 32;

/// The number of guesses of the usual search, none of them wrong, after which it dives. A quarter of top1465 reaches
/// this number.
const GUESSES: u64 = 3;

/// The same for a search for the smallest solution. The dive then starts from the original puzzle, so a failure costs
/// more. A tenth of top1465 reaches this number.
const GUESSES_IN_ORDER: u64 = 4;

/// The freedom of the first guess (see [`Children`](super::guess::Children)) below which the candidates are not
/// counted.
const FREEDOM: u16 = 16;

/// The number of candidates at the first guess at which the search dives immediately. In the sets of puzzles with one
/// solution or none, fewer than one in 20 puzzles has so many (hardest_1106: fewer than one in 4).
const CANDIDATES: u32 = 270;

/// The maximum number of dead ends; the next one ends the dive. The usual search continues with the remaining nodes.
const PATIENCE: u32 = 3;

/// The same if the usual search restarts where the dive began, because a dive in order, or of a board with few givens,
/// leaves too large a tree.
const PATIENCE_ANEW: u32 = 5;

/// The same if only the smallest solution is missing.
const LONG_PATIENCE: u32 = 64;

/// Whether a search without a wrong guess dives instead of making this guess; guesses are numbered from 1. At the first
/// guess, [`search`] still rejects boards with fewer than [`CANDIDATES`].
#[inline(always)]
pub(super) fn is_due(wanted: &Wanted, has_solution: bool, guess: u64, freedom: u16) -> bool {
    // The guesses of a dive have up to four branches, but within a budget n solutions take at least n - 1 nodes.
    let most = if wanted.nodes < u64::MAX { 2 } else { LIMIT };
    let after = match wanted.in_order(has_solution) {
        true if wanted.limit == 1 => 0,
        true => GUESSES_IN_ORDER,
        false => GUESSES,
    };
    wanted.limit <= most && (guess > after || guess == 1 && freedom >= FREEDOM)
}

/// Searches for several solutions, starting from the node of the last guess, whose two children are on the stack. In
/// order, it searches the whole puzzle, even without a guess. If it decides the puzzle, or the guesses are used up, the
/// stack is empty. If it gives up, the rest of the search is on the stack, and the solutions found so far are counted.
/// A board with few candidates remains unchanged.
#[inline(always)]
pub(in crate::solve) fn search<S: Nine>(
    s: S,
    search: &mut Search<S>,
    puzzle: Puzzle<'_>,
    mut solution: Option<&mut Grid>,
    wanted: &Wanted,
) {
    let &Wanted { limit, nodes, .. } = wanted;
    let Search { stack, guesses, .. } = search;
    let in_order = wanted.in_order(solution.is_some());
    let is_first = *guesses == 1;
    let mut has_stalled = !stack.is_empty() && (is_first || !in_order);
    let mut start = if has_stalled { [s.splat(0); 9] } else { s.read(puzzle) };
    if let [.., outside, inside] = &mut stack[..] {
        let mut node = *inside;
        for i in 0..9 {
            node[i] = s.or(inside[i], outside[i]);
        }
        if is_first && !(in_order && limit == 1) && candidates(s, &node) < CANDIDATES {
            return;
        }
        if has_stalled {
            start = node;
        }
        *outside = node;
        stack.pop();
        *guesses -= 1;
    }
    let starts_anew = in_order || is_first;
    let patience = match starts_anew {
        true if in_order && limit == 1 => LONG_PATIENCE,
        true => PATIENCE_ANEW,
        false => PATIENCE,
    };
    let below = stack.len();
    let mut cells = start;
    let (mut count, mut dead_ends) = (0, 0);
    let gives_up = loop {
        let outcome = match has_stalled {
            true => Outcome::Stalled,
            false => propagate(s, &mut cells),
        };
        has_stalled = false;
        match outcome {
            Outcome::Stalled => {
                if *guesses == nodes {
                    count = UNDECIDED;
                    break false;
                }
                *guesses += 1;
                match in_order {
                    true => order::guess(s, &mut cells, stack),
                    false => boxes::guess(s, &mut cells, stack),
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
                // Only if the search ends here; otherwise it would find the other solution again.
                if count == 1 && limit == 2 && rectangle::exchanges(s, &start, &cells) {
                    count += 1;
                }
                if count == limit {
                    break false;
                }
            }
            Outcome::Dead => dead_ends += 1,
        }
        if stack.len() == below {
            break false;
        }
        if dead_ends > patience {
            break true;
        }
        cells = stack.pop().expect("a node above");
    };
    if gives_up && starts_anew {
        stack.truncate(below);
        count = 0;
    } else if gives_up {
        // An empty node; the nodes above it are the rest of the search.
        stack[below - 1] = [s.splat(0); 9];
    } else if in_order || count >= limit {
        stack.clear();
    } else {
        stack.pop();
    }
    search.count = count;
    search.dead_ends += 1;
}

/// The number of candidates of all cells.
#[inline(always)]
fn candidates<S: Nine>(s: S, cells: &[S::Vector; 9]) -> u32 {
    let mut sum = s.splat(0);
    for &cell in cells {
        sum = s.add(sum, s.population(cell));
    }
    let mut boxes = [0; 16];
    s.store(sum, &mut boxes);
    let [a, b, c, _, d, e, f, _, g, h, i, ..] = boxes.map(u32::from);
    a + b + c + d + e + f + g + h + i
}
