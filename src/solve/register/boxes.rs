//! Guesses for puzzles with several solutions: one digit in each of three boxes at once.
//!
//! ```text
//!   a . .    three boxes that share no row and no column; in each, a cell with two candidates or, failing that, more
//!   . b .
//!   . . c    a b c, then a b !c, a !b, !a: these four have no solution in common
//! ```

use super::vector::{Nine, Stack};

/// The words of three boxes that share no row and no column.
const DIAGONALS: [u16; 3] =
    [1 | 1 << 5 | 1 << 10, 1 << 1 | 1 << 6 | 1 << 8, 1 << 2 | 1 << 4 | 1 << 9];

/// Guesses in a stalled node, and pushes the nodes in which one part of the guess is wrong. There is at least one
/// unless the node is dead.
#[inline(always)]
pub(super) fn guess<S: Nine>(s: S, cells: &mut [S::Vector; 9], stack: &mut Stack<S>) {
    // In each word, the digit of one position.
    let mut digits = *cells;
    let mut found = s.splat(0);
    for i in 0..9 {
        let several = s.rest(cells[i]);
        let two = s.unless(several, s.rest(several));
        digits[i] = s.unless(two, found);
        found = s.or(found, digits[i]);
    }
    for i in 0..9 {
        let several = s.rest(cells[i]);
        let smallest = s.and_not(cells[i], several);
        let open = s.xor(smallest, s.unless(smallest, several));
        let digit = s.unless(open, found);
        digits[i] = s.or(digits[i], digit);
        found = s.or(found, digit);
    }
    let open = s.nonzero(found);
    let diagonal = DIAGONALS.into_iter().find(|diagonal| open & diagonal != 0);
    let mut parts = open & diagonal.unwrap_or(0);
    while parts != 0 {
        let word = parts.trailing_zeros() as usize;
        parts &= parts - 1;
        let mut other = *cells;
        for i in 0..9 {
            let digit = s.only(digits[i], word);
            other[i] = s.and_not(cells[i], digit);
            cells[i] = s.or(digit, s.unless(cells[i], digit));
        }
        stack.push(other);
    }
}
