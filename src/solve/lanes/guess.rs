//! Chooses a branch when a round changes nothing.
//!
//! ```text
//!   among the three bands and three stacks: the one with the least freedom
//!
//!       freedom = the number of pairs (digit, placement) left; 9 if nothing is open
//!
//!   in it, a digit with two placements left (else three, else more), and a minirow that distinguishes them:
//!
//!        . X .     . X .
//!        X . .     . . X        row 0 does not, row 1 does: "the digit is in minirow (1, 0)"
//!        . . X     X . .        against "it is not"
//! ```
//!
//! *Invariant.* The two children have no solution in common, so no solution is counted twice.
//!
//! *Cost.* On the hardest puzzles, the search tree is half as large as with "the first cell with the fewest
//! candidates".

use crate::arch::unrolled;

use super::dive::LOOSE;
use super::round::placements;
use super::simd::Simd;

/// A branch for every lane.
pub(super) struct Guess<S: Simd> {
    /// The line: 0 to 8 for a row, 9 to 17 for a column.
    pub line: S::Vector,
    /// The minirow of the row, or minicolumn of the column: 0, 1 or 2.
    pub third: S::Vector,
    /// The digit as one bit.
    pub digit: S::Vector,
    /// The lanes that have a branch.
    pub possible: u32,
    /// The lanes in which two hidden digits need the same cell, so that there is no solution.
    pub clash: u32,
    /// The lanes in which each band and stack has many placements: boards with few givens.
    pub loose: u32,
}

/// The best band or stack so far.
struct Best<S: Simd> {
    freedom: S::Vector,
    digits: S::Vector,
    line: S::Vector,
    placements: [S::Vector; 6],
}

/// Chooses a branch in each lane; the result is meaningless for lanes that have not stalled.
#[inline(always)]
pub(super) fn guess<S: Simd>(s: S, cells: &[S::Vector; 81]) -> Guess<S> {
    let zero = s.splat(0);
    let mut best =
        Best::<S> { freedom: s.splat(1000), digits: zero, line: zero, placements: [zero; 6] };
    let mut clash = zero;
    for band in 0..3 {
        let (window, _) = cells[27 * band..].split_first_chunk::<27>().expect("a band");
        clash = s.or(clash, clashes(s, window));
        weigh::<S, 27, 9, 3, 1>(s, window, 3 * band as u16, &mut best);
    }
    for stack in 0..3 {
        let (window, _) = cells[3 * stack..].split_first_chunk::<75>().expect("a stack");
        weigh::<S, 75, 1, 27, 9>(s, window, 9 + 3 * stack as u16, &mut best);
    }
    let digit = s.lowest_bit(best.digits);
    let p = best.placements;
    // Row 0 distinguishes the placements unless they all use the same minirow of it; in that case row 1 does.
    let row0 = [s.or(p[0], p[1]), s.or(p[2], p[3]), s.or(p[4], p[5])];
    let first = s.is_zero(s.and(s.majority(row0[0], row0[1], row0[2]), digit));
    // The minirow of the first remaining placement.
    let mut in_row0 = zero;
    let mut in_row1 = zero;
    for (k, third0, third1) in [(5, 2, 1), (4, 2, 0), (3, 1, 2), (2, 1, 0), (1, 0, 2), (0, 0, 1)] {
        let gone = s.is_zero(s.and(p[k], digit));
        in_row0 = s.select(gone, in_row0, s.splat(third0));
        in_row1 = s.select(gone, in_row1, s.splat(third1));
    }
    Guess {
        line: s.select(first, s.add(best.line, s.splat(1)), best.line),
        third: s.select(first, in_row1, in_row0),
        digit,
        possible: S::EVERY_LANE & !s.lanes(s.is_zero(digit)),
        clash: S::EVERY_LANE & !s.lanes(s.is_zero(clash)),
        loose: S::EVERY_LANE & !s.lanes(s.less(best.freedom, s.splat(LOOSE))),
    }
}

/// Makes a band or stack the best one if it is better.
#[inline(always)]
fn weigh<S: Simd, const SPAN: usize, const ROW: usize, const BOX: usize, const CELL: usize>(
    s: S,
    cells: &[S::Vector; SPAN],
    line: u16,
    best: &mut Best<S>,
) {
    let all = unrolled!(R in [0 1 2] => unrolled!(B in [0 1 2] => {
        let at = R * ROW + B * BOX;
        s.or3(cells[at], cells[at + CELL], cells[at + 2 * CELL])
    }));
    let p = placements(s, &all);
    // The number of placements of each digit, as three bit planes.
    let (a, b) = (s.xor3(p[0], p[1], p[2]), s.xor3(p[3], p[4], p[5]));
    let (c, d) = (s.majority(p[0], p[1], p[2]), s.majority(p[3], p[4], p[5]));
    let e = s.and(a, b);
    let ones = s.xor(a, b);
    let twos = s.xor3(c, d, e);
    let fours = s.majority(c, d, e);
    let count_twos = s.population(twos);
    let count_fours = s.population(fours);
    let upper = s.add(s.add(count_fours, count_fours), count_twos);
    let freedom = s.add(s.add(upper, upper), s.population(ones));

    let open = s.or(twos, fours);
    let two = s.and_nor(twos, ones, fours);
    let three = s.and_not(s.and(twos, ones), fours);
    let few = s.select(s.is_zero(two), three, two);
    let digits = s.select(s.is_zero(few), open, few);

    // A settled band is not chosen, although it has the least freedom.
    let freedom = s.select(s.is_zero(open), s.splat(1000), freedom);
    let better = s.less(freedom, best.freedom);
    best.freedom = s.select(better, freedom, best.freedom);
    best.digits = s.select(better, digits, best.digits);
    best.line = s.select(better, s.splat(line), best.line);
    for (mine, best) in p.into_iter().zip(&mut best.placements) {
        *best = s.select(better, mine, *best);
    }
}

/// Nonzero in stalled lanes where two digits have their last place in a box in the same cell of the band.
///
/// When nothing changes, a cell with a hidden digit holds only hidden digits, so it has several if one of them is not
/// the cell's lowest digit. Only this function checks for a clash: a check in every round would cost a sixth of the
/// round, and a clash persists. Digits hidden in columns have their last place in the box too, so checking the bands
/// suffices.
#[inline(always)]
fn clashes<S: Simd>(s: S, cells: &[S::Vector; 27]) -> S::Vector {
    let zero = s.splat(0);
    let ones = s.splat(0xffff);
    let mut clash = zero;
    for b in 0..3 {
        // For the nine cells of a box: digits seen once, digits seen again, and digits that are not the lowest of a
        // cell.
        let (mut once, mut again, mut higher) = (zero, zero, zero);
        for r in 0..3 {
            for c in 0..3 {
                let x = cells[9 * r + 3 * b + c];
                again = s.or_and(again, once, x);
                once = s.or(once, x);
                higher = s.or_and(higher, x, s.add(x, ones));
            }
        }
        clash = s.or_and(clash, higher, s.and_not(once, again));
    }
    clash
}
