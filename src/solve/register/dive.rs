//! Guesses for puzzles with several solutions: a digit in each of three boxes at once.
//!
//! ```text
//!   a . .    three boxes that share no row and no column; in each a cell with two candidates, or else with more
//!   . b .
//!   . . c    a b c, then a b !c, a !b, !a: these four have no solution in common
//! ```
//!
//! If a puzzle has several solutions, hardly any guess is wrong, and three at once take half the rounds. If it has one or
//! none, the tree would be larger. So a search dives if the board has more candidates than boards with one solution do, or
//! if none of its first guesses is wrong; and soon after a wrong guess it goes back and continues as usual.

use super::vector::{Nine, Stack};

/// The most solutions that a dive looks for.
pub(super) const LIMIT: u64 = 2;

/// Guesses, none of them wrong, after which a search dives; [`order::GUESSES`](super::order::GUESSES) if the smallest solution is
/// wanted. A quarter of top1465 gets so far.
pub(super) const GUESSES: u64 = 4;

/// The freedom of the first guess (see [`Children`](super::guess::Children)) below which the candidates are not counted.
pub(super) const FREEDOM: u16 = 16;

/// The candidates at the first guess from which it dives at once. Of the sets with one solution or none, fewer than
/// one in 20 puzzles has so many (hardest_1106: fewer than one in 4).
pub(super) const CANDIDATES: u32 = 270;

/// The dead ends and solutions after which a dive ends, if a solution is still missing.
pub(super) const PATIENCE: u64 = 5;

/// The words of boxes that share no row and no column.
const DIAGONALS: [u16; 3] =
    [1 | 1 << 5 | 1 << 10, 1 << 1 | 1 << 6 | 1 << 8, 1 << 2 | 1 << 4 | 1 << 9];

/// Guesses in a stalled node; the stack gets the nodes in which one part of the guess is wrong. There is at least one, since
/// a node without an open cell is solved or dead.
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
