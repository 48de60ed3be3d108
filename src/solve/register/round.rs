//! A round of propagation on nine vectors that stay in registers: the bands, then the stacks.
//!
//! In the bands, the three cells of row r in a box are a *minirow*: r = 0, 1, 2 are the minirows of a box. The three places
//! of a digit in a band lie in one minirow of each row and each box. There are six *ways*, three that step down and right,
//! three that step down and left:
//!
//! ```text
//!   X . .   . X .   . . X     X . .   . X .   . . X
//!   . X .   . . X   X . .     . . X   X . .   . X .       rows: r = 0, 1, 2     columns: the boxes
//!   . . X   X . .   . X .     . X .   . . X   X . .
//! ```
//!
//! 1. For each minirow: its digits; the digits that are certain (cells with one digit, or three digits in the three cells);
//!    and the digits that several of its cells may hold.
//! 2. A digit that is certain in one minirow of a box is removed from the two others.
//! 3. The ways left for each digit: each is the AND of three shifted minirows. Their union is what the minirows may hold.
//!    These are exactly the locked candidates, in both directions. A certain digit needs no second elimination along its
//!    row, since no way is left there.
//! 4. A digit is hidden in a minirow if all its ways use the minirow, and only one of its cells may hold it. For ways, "no
//!    other minirow of the box" and "no other minirow of the row" are equivalent.
//!
//! For stacks and minicolumns, only the three vectors of a line and the direction of the shifts change.
//!
//! *Cost.* With AVX-512 a round is 255 vector operations without spills: 64 cycles at four a cycle, 86 as measured. Most
//! operations are independent, so one puzzle keeps the vector units busy. Alternatives: docs/dev/performance.md, "One
//! puzzle at a time".

use crate::arch::unrolled;

use super::vector::Nine;

/// The array of a value for each of the numbers 0, 1 and 2.
macro_rules! three {
    ($i:ident => $value:expr) => {
        unrolled!($i in [0 1 2] => $value)
    };
}
pub(super) use three;

/// The position in a box of cell `cell` of line `line`; lines are its rows or its columns.
pub(super) const fn position<const STACKS: bool>(line: usize, cell: usize) -> usize {
    if STACKS { 3 * cell + line } else { 3 * line + cell }
}

/// The minirows (or minicolumns) in one half of a round.
pub(super) struct Ways<V> {
    /// The ways down and right (or right and down), by the minirow that they use in each line.
    pub right: [V; 3],
    /// The ways down and left.
    pub left: [V; 3],
    /// The digits that each minirow may hold.
    pub possible: [V; 3],
    /// The digits with a way that does not use the minirow.
    pub elsewhere: [V; 3],
    /// The digits that are hidden in the minirow.
    pub hidden: [V; 3],
    /// The digits with a way.
    pub alive: V,
}

/// The word of the box `N` further along the band or stack.
#[inline(always)]
pub(super) fn along<S: Nine, const STACKS: bool, const N: usize>(s: S, v: S::Vector) -> S::Vector {
    if STACKS { s.down::<N>(v) } else { s.across::<N>(v) }
}

/// Steps 1 to 4; `rests` are the cells without their lowest digit.
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
    let hidden = three!(L => s.and_nor(possible[L], choice[L], elsewhere[L]));
    let alive = s.or3(possible[0], possible[1], possible[2]);
    Ways { right, left, possible, elsewhere, hidden, alive }
}

/// Half a round; `None` if some digit has no way left.
#[inline(always)]
fn half<S: Nine, const STACKS: bool>(s: S, cells: &[S::Vector; 9]) -> Option<[S::Vector; 9]> {
    let ways = ways::<S, STACKS>(s, cells, &rests(s, cells));
    let mut settled = *cells;
    for line in 0..3 {
        for cell in 0..3 {
            let i = position::<STACKS>(line, cell);
            settled[i] = s.settle(cells[i], ways.hidden[line], ways.possible[line]);
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

/// The union of all nine.
#[inline(always)]
fn union<S: Nine>(s: S, v: &[S::Vector; 9]) -> S::Vector {
    s.or3(s.or3(v[0], v[1], v[2]), s.or3(v[3], v[4], v[5]), s.or3(v[6], v[7], v[8]))
}

/// Whether every row, column and box holds all nine digits.
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
    /// Every cell holds one digit, and these form a solution.
    Solved,
    /// Nothing follows without a guess.
    Stalled,
}

/// Propagates until nothing changes. Solved states are detected before a round, which saves the round that would confirm
/// them.
#[inline(always)]
pub(super) fn propagate<S: Nine>(s: S, cells: &mut [S::Vector; 9]) -> Outcome {
    loop {
        if s.is_zero(union(s, &rests(s, cells))) {
            return if is_complete(s, cells) { Outcome::Solved } else { Outcome::Dead };
        }
        let Some(half_way) = half::<S, false>(s, cells) else { return Outcome::Dead };
        let Some(settled) = half::<S, true>(s, &half_way) else { return Outcome::Dead };
        let mut changed = s.and_not(cells[0], settled[0]);
        let mut smallest = settled[0];
        for i in 1..9 {
            changed = s.or_xor(changed, cells[i], settled[i]);
            smallest = s.min(smallest, settled[i]);
        }
        *cells = settled;
        // A cell may be empty although every digit has a way.
        if s.has_zero(smallest) {
            return Outcome::Dead;
        }
        if s.is_zero(changed) {
            return Outcome::Stalled;
        }
    }
}
