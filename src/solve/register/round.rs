//! A round of propagation on nine vectors that stay in registers: the bands, then the stacks.
//!
//! In a band, the three cells of row r in a box are a *minirow*; a box has the minirows r = 0, 1, 2. The three places
//! of a digit in a band are in one minirow of each row and each box. There are six *ways* to arrange them, three that
//! step down and right, three that step down and left:
//!
//! ```text
//!   X . .   . X .   . . X     X . .   . X .   . . X
//!   . X .   . . X   X . .     . . X   X . .   . X .       rows: r = 0, 1, 2     columns: the boxes
//!   . . X   X . .   . X .     . X .   . . X   X . .
//! ```
//!
//! 1. For each minirow, compute its digits, the digits that are certain (cells with one digit, or three digits in the
//!    three cells), and the digits that several of its cells may hold.
//! 2. Remove a digit that is certain in one minirow of a box from the other two.
//! 3. Compute the remaining ways for each digit: each is the AND of three shifted minirows. Their union is the set of
//!    digits that each minirow may hold. These are exactly the locked candidates, in both directions. A certain digit
//!    needs no second elimination along its row, because no way is left there.
//! 4. A digit is hidden in a minirow if all its ways use the minirow, and only one of its cells may hold the digit. For
//!    ways, "no other minirow of the box" and "no other minirow of the row" are equivalent.
//!
//! For stacks and minicolumns, only the three vectors of a line and the direction of the shifts change.
//!
//! *Cost.* A round is 232 vector operations with AVX-512 and 357 with AVX2, that is 58 and 89 cycles at four operations
//! per cycle. Most are independent, so one puzzle keeps the vector units busy. Alternatives: docs/dev/performance.md,
//! "One puzzle at a time".

use crate::arch::unrolled;

use super::vector::{ALL, Nine};

/// An array with one value for each of the numbers 0, 1 and 2.
macro_rules! three {
    ($i:ident => $value:expr) => {
        unrolled!($i in [0 1 2] => $value)
    };
}
pub(super) use three;

/// The position in a box of cell `cell` of line `line`; lines are the rows or the columns of the box.
pub(super) const fn position<const STACKS: bool>(line: usize, cell: usize) -> usize {
    if STACKS { 3 * cell + line } else { 3 * line + cell }
}

/// The minirows (or minicolumns) in one half of a round.
pub(super) struct Ways<V> {
    /// The ways down and right (or right and down), indexed by the minirow that they use in each line.
    pub right: [V; 3],
    /// The ways down and left.
    pub left: [V; 3],
    /// The digits that each minirow may hold.
    pub possible: [V; 3],
    /// The digits with a way that does not use the minirow.
    pub elsewhere: [V; 3],
    /// The digits that are not hidden in the minirow: they have a way elsewhere, or several of its cells may hold them.
    pub unsure: [V; 3],
    /// The digits with at least one way.
    pub alive: V,
}

/// For each word, the word of the box `N` further along the band or stack.
#[inline(always)]
pub(super) fn along<S: Nine, const STACKS: bool, const N: usize>(s: S, v: S::Vector) -> S::Vector {
    if STACKS { s.down::<N>(v) } else { s.across::<N>(v) }
}

/// Steps 1 to 4; `rests` are the cells without their lowest digits.
#[inline(always)]
pub(super) fn ways<S: Nine, const STACKS: bool>(
    s: S,
    cells: &[S::Vector; 9],
    rests: &[S::Vector; 9],
) -> Ways<S::Vector> {
    macro_rules! cell {
        ($line:expr, $cell:expr) => {
            cells[position::<STACKS>($line, $cell)]
        };
    }
    macro_rules! single {
        ($line:expr, $cell:expr) => {
            s.unless(cell!($line, $cell), rests[position::<STACKS>($line, $cell)])
        };
    }
    let all = three!(L => s.or3(cell!(L, 0), cell!(L, 1), cell!(L, 2)));
    let choice = three!(L => s.majority(cell!(L, 0), cell!(L, 1), cell!(L, 2)));
    let single = three!(L => s.or3(single!(L, 0), single!(L, 1), single!(L, 2)));
    let certain = three!(L => s.or(single[L], s.at_most_three(all[L])));
    let open = three!(L => s.and_nor(all[L], certain[(L + 1) % 3], certain[(L + 2) % 3]));

    let next = three!(L => along::<S, STACKS, 1>(s, open[L]));
    let last = three!(L => along::<S, STACKS, 2>(s, open[L]));
    let right = three!(L => s.and3(open[L], next[(L + 1) % 3], last[(L + 2) % 3]));
    let left = three!(L => s.and3(open[L], last[(L + 1) % 3], next[(L + 2) % 3]));
    let possible = three!(L => s.or(right[L], left[L]));
    let elsewhere = three!(L => s.or(possible[(L + 1) % 3], possible[(L + 2) % 3]));
    let unsure = three!(L => s.or(choice[L], elsewhere[L]));
    let alive = s.or3(possible[0], possible[1], possible[2]);
    Ways { right, left, possible, elsewhere, unsure, alive }
}

/// Half a round; `None` if some digit has no way left.
#[inline(always)]
fn half<S: Nine, const STACKS: bool>(s: S, cells: &[S::Vector; 9]) -> Option<[S::Vector; 9]> {
    let ways = ways::<S, STACKS>(s, cells, &rests(s, cells));
    let mut settled = *cells;
    for line in 0..3 {
        for cell in 0..3 {
            let i = position::<STACKS>(line, cell);
            settled[i] = s.settle(cells[i], ways.possible[line], ways.unsure[line]);
        }
    }
    s.is_all(ways.alive).then_some(settled)
}

/// The cells without their lowest digit.
#[inline(always)]
pub(super) fn rests<S: Nine>(s: S, cells: &[S::Vector; 9]) -> [S::Vector; 9] {
    let mut rests = *cells;
    for i in 0..9 {
        rests[i] = s.rest(cells[i]);
    }
    rests
}

/// Whether every row, column and box contains all nine digits.
#[inline(always)]
fn is_complete<S: Nine>(s: S, x: &[S::Vector; 9]) -> bool {
    let row = three!(L => s.or3(x[3 * L], x[3 * L + 1], x[3 * L + 2]));
    let column = three!(L => s.or3(x[L], x[L + 3], x[L + 6]));
    let boxes = s.or3(row[0], row[1], row[2]);
    let rows = three!(L => s.or3(row[L], s.across::<1>(row[L]), s.across::<2>(row[L])));
    let columns = three!(L => s.or3(column[L], s.down::<1>(column[L]), s.down::<2>(column[L])));
    let rows = s.and3(rows[0], rows[1], rows[2]);
    let columns = s.and3(columns[0], columns[1], columns[2]);
    s.is_all(s.and3(boxes, rows, columns))
}

/// The result of propagation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// There is no solution.
    Dead,
    /// Every cell holds one digit, and the cells form a solution.
    Solved,
    /// Propagation is complete; a guess is needed. In rare cases there is no solution.
    Stalled,
}

/// Propagates until nothing changes.
#[inline(always)]
pub(super) fn propagate<S: Nine>(s: S, cells: &mut [S::Vector; 9]) -> Outcome {
    loop {
        let outcome = rounds(s, cells);
        if outcome != Outcome::Solved || is_complete(s, cells) {
            return outcome;
        }
    }
}

/// Like [`propagate`], but a state reported as solved may only have the sums of a solution.
///
/// The candidates of each box are added as numbers. If each digit is present, the sum is at least the sum of one of
/// each digit, so with exactly this sum the box is settled or some digit is missing. Candidates are only removed, so
/// the sum stays the same if nothing changes. It also stays the same if it falls by exactly 65536, but then it is too
/// small for all nine digits: the node is dead, and so are both children of a guess.
#[inline(always)]
fn rounds<S: Nine>(s: S, cells: &mut [S::Vector; 9]) -> Outcome {
    // Unlike a sum, this is not divisible by 16.
    let mut last = s.splat(0xffff);
    loop {
        let Some(half_way) = half::<S, false>(s, cells) else { return Outcome::Dead };
        let Some(settled) = half::<S, true>(s, &half_way) else { return Outcome::Dead };
        *cells = settled;
        let (mut sum, mut smallest) = (settled[0], settled[0]);
        for &cell in &settled[1..] {
            sum = s.add(sum, cell);
            smallest = s.min(smallest, cell);
        }
        // A cell may be empty although every digit has a way.
        if s.has_zero(smallest) {
            return Outcome::Dead;
        }
        let is_full = s.is_zero(s.xor(sum, s.splat(ALL)));
        if is_full | s.is_zero(s.xor(sum, last)) {
            rarely();
            return if is_full { Outcome::Solved } else { Outcome::Stalled };
        }
        last = sum;
    }
}

/// Marks a branch as rare. Without it AVX-512 takes longer: docs/dev/performance.md.
#[cold]
#[inline(always)]
fn rarely() {}
