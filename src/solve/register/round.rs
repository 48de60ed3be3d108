//! One round of propagation: the bands, then the stacks, on nine vectors that never leave the registers.
//!
//! Seen from the bands, the three cells of row r in a box are a *minirow*, and r = 0, 1, 2 are the three
//! minirows of each box. A digit's three places in a band are one minirow in each row and in each box: one
//! of six *ways*, three that step down and right, three that step down and left:
//!
//! ```text
//!   X . .   . X .   . . X     X . .   . X .   . . X
//!   . X .   . . X   X . .     . . X   X . .   . X .       rows: r = 0, 1, 2     columns: the boxes
//!   . . X   X . .   . X .     . X .   . . X   X . .
//! ```
//!
//! 1. What a minirow can hold at all, what it holds for certain (cells with one digit, or three digits in
//!    its three cells), and what has a choice of cells within it.
//! 2. A digit that is certain in one minirow of a box leaves the two others of that box.
//! 3. The ways that are left for each digit: three shifted minirows each, ANDed. Their union is what the
//!    minirows may still hold: locked candidates, exactly, in both directions at once. A digit that is
//!    certain needs no second elimination along its row, because no way is left there.
//! 4. A digit whose every way uses a minirow where it has one cell is hidden there. That no other minirow
//!    of the box can hold it says the same as that no other minirow of the row can: it is true of the ways.
//!
//! Seen from the stacks, minicolumns do the same; only the three vectors of a line and the direction of the
//! shift change. With AVX-512 a round is 255 vector operations and no spill: 64 cycles at four a cycle, 86 as
//! measured. Most operations do not depend on their neighbours, so that one puzzle alone keeps the vector
//! units busy.
//!
//! Tried and lost: all 27 minirows in one 512-bit register, so that three registers hold the puzzle (51
//! operations and 11 shuffles a half, but in a chain of 40 cycles: kaggle 82 ns instead of 70, 17clue 540
//! instead of 395); no triples (kaggle 5 % faster, hardest_1106 8 % slower); testing the flags once a round
//! instead of once a half (2 to 5 % slower); looking for empty cells only when nothing changes (kaggle 2 %
//! faster, unsolvable puzzles 10 % slower); looking in every round for two hidden digits in one cell, which
//! the guess does (5 % slower); looking for "solved" also between the halves (no difference).

use super::vector::Nine;

/// `$body` for $i = 0, 1, 2, as an array. (A closure would lose the processor's features.)
macro_rules! three {
    ($i:ident => $body:expr) => {
        [
            {
                const $i: usize = 0;
                $body
            },
            {
                const $i: usize = 1;
                $body
            },
            {
                const $i: usize = 2;
                $body
            },
        ]
    };
}
pub(super) use three;

/// The position of cell `cell` of line `line` in a box: lines are its rows, or its columns.
pub(super) const fn position<const STACKS: bool>(line: usize, cell: usize) -> usize {
    if STACKS { 3 * cell + line } else { 3 * line + cell }
}

/// What one half of a round finds out about the minirows (or minicolumns).
pub(super) struct Ways<V> {
    /// The ways down and right (or right and down), by the minirow of each line that they use.
    pub right: [V; 3],
    /// The ways down and left.
    pub left: [V; 3],
    /// What each minirow may hold.
    pub possible: [V; 3],
    /// What some way puts elsewhere.
    pub elsewhere: [V; 3],
    /// What has to go into one cell of the minirow.
    pub hidden: [V; 3],
    /// What still has a way.
    pub alive: V,
}

/// The boxes' neighbours along the band or the stack.
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

/// Half a round: `None` if some digit has no way left.
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

/// How propagation ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// There is no solution.
    Dead,
    /// Every cell holds one digit, and all is well.
    Solved,
    /// Nothing more follows.
    Stalled,
}

/// Rounds until nothing changes. "Solved" is looked at before a round, for rows, columns and boxes at once,
/// which saves the round that would confirm it.
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
        // An empty cell need not leave a digit without a way.
        if s.has_zero(smallest) {
            return Outcome::Dead;
        }
        if s.is_zero(changed) {
            return Outcome::Stalled;
        }
    }
}
