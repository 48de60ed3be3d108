//! Guesses in lexicographic order, for the smallest of several solutions.
//!
//! ```text
//!   first open row    5 . 2 | . . 8 | . 1 .        up to two cells from the left, the smallest digit in each:
//!                       a     b
//!                                                  a b, then a !b, !a
//! ```
//!
//! All cells before the first open one are settled, so the solutions of each of these three nodes precede those of the
//! next. The search is depth first with its whole stack, so its first solution is the smallest.
//!
//! *Cost.* This is a poor order for proving that a node has no solution, so it is used only for puzzles that are known
//! or likely to have several solutions. After some dead ends it gives up, and the usual search or
//! [`Solutions`](crate::solve::Solutions) takes over. Alternatives: docs/dev/performance.md, "Several solutions".

use super::vector::{Nine, Stack, place};

/// The maximum number of cells in a guess.
const PARTS: usize = 2;

/// The position and the word of each cell.
const PLACES: [[u8; 2]; 81] = {
    let mut places = [[0; 2]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (position, word) = place(cell);
        places[cell] = [position as u8, word as u8];
        cell += 1;
    }
    places
};

/// Guesses in a stalled node, and pushes the nodes in which one part of the guess is wrong. There is at least one
/// unless the node is dead.
#[inline(always)]
pub(super) fn guess<S: Nine>(s: S, cells: &mut [S::Vector; 9], stack: &mut Stack<S>) {
    // The cells stay in registers as long as they are not indexed by variables.
    let mut words = [[0; 16]; 9];
    for i in 0..9 {
        s.store(cells[i], &mut words[i]);
    }
    let at = |cell: usize| PLACES[cell].map(usize::from);
    let digits = |cell: usize| {
        let [position, word] = at(cell);
        words[position][word]
    };
    // A node without an open cell is dead, which the next round detects.
    let first = (0..81).find(|&cell| !digits(cell).is_power_of_two()).unwrap_or(80);
    let (mut used, mut parts) = (0, 0);
    for cell in first..first / 9 * 9 + 9 {
        if digits(cell).is_power_of_two() {
            continue;
        }
        if parts == PARTS {
            break;
        }
        let left: u16 = digits(cell) & !used;
        let [position, word] = at(cell);
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
