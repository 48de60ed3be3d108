//! Guesses in lexicographic order, for the smallest of several solutions.
//!
//! ```text
//!   first open row    5 . 2 | . . 8 | . 1 .        up to two cells from the left, the smallest digit in each:
//!                       a     b
//!                                                  a b, then a !b, !a
//! ```
//!
//! All cells before the first are settled, so the solutions of each of these three come before those of the next. The search
//! is depth first with its whole stack, so its first solution is the smallest.
//!
//! *Cost.* This is a bad order for showing that a node has no solution. So it is for puzzles that seem to have several
//! solutions, for which it is the whole search, and for those that are known to. It ends after some dead ends, and then the
//! usual search goes on, or [`Solutions`](crate::solve::Solutions). docs/dev/performance.md, "Several solutions", has the
//! alternatives.

use crate::arch::unrolled;
use crate::board::Grid;
use crate::solve::Puzzle;

use super::round::{Outcome, propagate, three};
use super::vector::{Nine, Stack};

/// Guesses of the usual search, none of them wrong, after which the search begins anew in order; none if only the smallest
/// solution is missing. A search in order that fails costs more than a dive that fails, so these are more than
/// [`dive::GUESSES`](super::dive::GUESSES): a twelfth of top1465 gets so far.
pub(super) const GUESSES: u64 = 5;

/// The dead ends after which a search for several solutions ends: the puzzle may have one.
const PATIENCE: u32 = 8;

/// The same for one solution, of a puzzle that is known to have several.
const LONG_PATIENCE: u32 = 64;

/// The cells in a guess.
const PARTS: usize = 2;

/// Counts the solutions of a puzzle up to `limit`, and writes the smallest; `None` after too many dead ends.
#[inline(always)]
pub(in crate::solve) fn search<S: Nine>(
    s: S,
    puzzle: Puzzle<'_>,
    limit: u64,
    smallest: &mut Grid,
) -> Option<u64> {
    let patience = if limit == 1 { LONG_PATIENCE } else { PATIENCE };
    let mut cells = match puzzle {
        Puzzle::Grid(grid) => s.read_grid(grid),
        Puzzle::Candidates(candidates) => s.read_candidates(candidates),
    };
    let mut stack = Stack::<S>::new();
    let (mut count, mut dead_ends) = (0, 0);
    loop {
        match propagate(s, &mut cells) {
            Outcome::Stalled => {
                guess(s, &mut cells, &mut stack);
                continue;
            }
            Outcome::Solved => {
                if count == 0 {
                    s.write(&cells, smallest);
                }
                count += 1;
                if count == limit {
                    return Some(count);
                }
            }
            Outcome::Dead => dead_ends += 1,
        }
        match stack.pop() {
            Some(_) if dead_ends > patience => return None,
            Some(node) => cells = node,
            None => return Some(count),
        }
    }
}

/// Guesses in a stalled node; the stack gets the nodes in which one part of the guess is wrong.
#[inline(always)]
fn guess<S: Nine>(s: S, cells: &mut [S::Vector; 9], stack: &mut Stack<S>) {
    // The cells stay in registers as long as they are not indexed by variables.
    let mut words = [[0; 16]; 9];
    let mut open = [0; 9];
    for i in 0..9 {
        s.store(cells[i], &mut words[i]);
        open[i] = s.nonzero(s.rest(cells[i]));
    }
    let lines = three!(L => open[3 * L] | open[3 * L + 1] | open[3 * L + 2]);
    let is_open = |row: &usize| lines[row % 3] >> (row / 3 * 4) & 0b111 != 0;
    let row = (0..9).find(is_open).expect("a node without an open cell has not stalled");
    let (mut used, mut parts) = (0, 0);
    for column in 0..9 {
        let (position, word) = (row % 3 * 3 + column % 3, row / 3 * 4 + column / 3);
        if open[position] >> word & 1 == 0 {
            continue;
        }
        let left: u16 = words[position][word] & !used;
        if left == 0 || parts == PARTS {
            break;
        }
        let smallest = left & left.wrapping_neg();
        used |= smallest;
        parts += 1;
        let mut other = *cells;
        for i in 0..9 {
            let here = s.only(s.splat(if i == position { !0 } else { 0 }), word);
            let digit = s.and(here, s.splat(smallest));
            other[i] = s.and_not(cells[i], digit);
            cells[i] = s.and_not(cells[i], s.xor(here, digit));
        }
        stack.push(other);
    }
}
