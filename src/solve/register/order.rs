//! Guesses in lexicographic order, for the smallest of several solutions.
//!
//! ```text
//!   first open row    5 . 2 | . . 8 | . 1 .        up to three cells from the left, the smallest digit in each:
//!                       a     b c
//!                                                  a b c, then a b !c, a !b, !a
//! ```
//!
//! All cells before the first are settled, so the solutions of each of these four come before those of the next. The search is
//! depth first with its whole stack, so its first solution is the smallest.
//!
//! *Cost.* This is a bad order for showing that a node has no solution, so it is for puzzles that are known to have several
//! solutions, and ends after [`PATIENCE`] dead ends. [`Solutions`](crate::solve::Solutions) then knows more.

use crate::board::Grid;
use crate::solve::Puzzle;

use super::round::{Outcome, propagate};
use super::vector::{Nine, Stack};

/// The dead ends after which the search gives up.
const PATIENCE: u32 = 64;

/// Writes the smallest solution of a puzzle; returns whether it was found.
#[inline(always)]
pub(in crate::solve) fn smallest<S: Nine>(s: S, puzzle: Puzzle<'_>, solution: &mut Grid) -> bool {
    let mut cells = match puzzle {
        Puzzle::Grid(grid) => s.read_grid(grid),
        Puzzle::Candidates(candidates) => s.read_candidates(candidates),
    };
    let mut stack = Stack::<S>::new();
    let mut dead_ends = 0;
    loop {
        match propagate(s, &mut cells) {
            Outcome::Solved => {
                s.write(&cells, solution);
                return true;
            }
            Outcome::Stalled => {
                guess(s, &mut cells, &mut stack);
                continue;
            }
            Outcome::Dead => dead_ends += 1,
        }
        match stack.pop() {
            Some(node) if dead_ends <= PATIENCE => cells = node,
            _ => return false,
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
    let lines = [0, 3, 6].map(|line| open[line] | open[line + 1] | open[line + 2]);
    let is_open = |row: &usize| lines[row % 3] >> (row / 3 * 4) & 0b111 != 0;
    let row = (0..9).find(is_open).expect("a node without an open cell has not stalled");
    let (mut used, mut parts) = (0, 0);
    for column in 0..9 {
        let (position, word) = (row % 3 * 3 + column % 3, row / 3 * 4 + column / 3);
        if open[position] >> word & 1 == 0 {
            continue;
        }
        let left: u16 = words[position][word] & !used;
        if left == 0 || parts == 3 {
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
