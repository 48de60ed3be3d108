//! A round of propagation in all lanes at once, in place: one half for the rows, then one half for the columns.
//!
//! ```text
//!   a band           box 0           box 1           box 2
//!               +-------------+-------------+-------------+
//!        row 0  | x0   x1  x2 |     0,1     |     0,2     |   a minirow (row, box): three cells x0 x1 x2
//!               +-------------+-------------+-------------+
//!        row 1  |     1,0     |     1,1     |     1,2     |   in a stack, for the half of the columns,
//!               +-------------+-------------+-------------+   a "row" is a column, a "box" is a box of the
//!        row 2  |     2,0     |     2,1     |     2,2     |   stack, and a "minirow" is vertical
//!               +-------------+-------------+-------------+
//!
//!   minirow (row, box)     all      digits that some cell may hold
//!                          certain  digits that one of the cells must hold: naked singles
//!                          open     all, without the digits certain in the four other minirows of its row and box
//!
//!   a digit uses one minirow of each row and each box, so its places in a band are one of six:
//!
//!        X . .     X . .     . X .     . X .     . . X     . . X
//!        . X .     . . X     X . .     . . X     X . .     . X .
//!        . . X     . X .     . . X     X . .     . X .     X . .
//!
//!        a placement is the AND of three `open`; possible(row, box) is the OR of the two placements that
//!        use the minirow. These are all locked candidates, in both directions, in 15 operations.
//!
//!   hidden(row, box)       possible digits for which the minirow is the last of its row or of its box, and
//!                          that only one of its cells may hold
//!   cell                   x & hidden if that is not empty, else x & possible
//! ```
//!
//! If a minirow is the last place in its box for three digits, it holds only those; for four digits, the lane is dead.
//! Both halves must check this. Without the check in the columns, searches of boards with few givens may not terminate
//! (`few_givens_take_few_guesses` in the tests).
//!
//! Within a minirow, no digit is removed from single cells. The other half does so, because there these cells are in
//! different minirows of a box. This saves a third of the work, and spills.
//!
//! *Invariant.* A lane never loses a solution, and a round only removes candidates. After a round a lane is at most one
//! of:
//!
//! * *dead*: some digit has no placement in a band or stack, some cell holds no digit, or a minirow would have to hold
//!   four digits. The last two do not follow from the first.
//! * *full*: the sum of the cells as numbers equals the sum for a grid, 9 x 511. Such a lane is solved if [`solved`]
//!   finds every digit in every row, column and box. Otherwise the next round changes the lane, because in a lane that
//!   does not change every digit has a place in each of them.
//! * *stalled*: nothing has changed. Because candidates are only removed, the sum (at most 81 x 511, which fits into a
//!   word) stays the same only if each cell does. This takes one operation per cell; collecting x ^ x' takes four.
//!   Conditions such as "no digit was settled" do not imply it.
//!
//! *Cost.* Costs and alternatives: docs/dev/performance.md, "Many puzzles at once".

use crate::arch::unrolled;

use super::simd::Simd;

/// Rules of a round: only naked singles.
pub(super) const NAKED: u8 = 0;
/// Naked and hidden singles and, if requested at run time, locked candidates.
pub(super) const NAMED: u8 = 1;
/// Everything described above, for searches, which need not report the rules used.
pub(super) const EVERYTHING: u8 = 2;

/// The number of rounds between two polls for cancellation, about 50 microseconds.
pub(super) const PATIENCE: u32 = 128;

/// The result of a round as sets of lanes. A lane is in at most one of them.
pub(super) struct Outcome {
    pub dead: u32,
    /// See [`solved`].
    pub full: u32,
    pub stalled: u32,
}

/// Values collected during a round, one number per lane.
struct Flags<S: Simd> {
    /// Digits with a placement in every band and stack so far.
    alive: S::Vector,
    /// The minimum of the cells in the columns' half, as numbers: 0 if a cell is empty. A cell emptied by the rows'
    /// half is still empty then.
    least: S::Vector,
    /// The sum of the cells in the columns' half, as numbers.
    sum: S::Vector,
    /// At least 4 if a minirow would have to hold more than three digits.
    overfull: S::Vector,
    /// The digits to which locked candidates do not apply.
    unlocked: S::Vector,
    /// 0xffff. If the value were visible to the compiler, it would be recomputed for each use.
    ones: S::Vector,
}

/// The `sum` of a lane whose cells were changed outside of [`round`].
pub(super) const CHANGED: u16 = 0xffff;

/// One round in place with all rules. `sum` is the value that the previous round left there.
#[inline(always)]
pub(super) fn round<S: Simd>(s: S, cells: &mut [S::Vector; 81], sum: &mut S::Vector) -> Outcome {
    round_with::<S, EVERYTHING>(s, cells, sum, true)
}

/// One round in place with some of the rules; `locked` applies only to [`NAMED`].
#[inline(always)]
pub(super) fn round_with<S: Simd, const RULES: u8>(
    s: S,
    cells: &mut [S::Vector; 81],
    sum: &mut S::Vector,
    locked: bool,
) -> Outcome {
    let zero = s.splat(0);
    let mut flags = Flags::<S> {
        alive: s.splat(0x1ff),
        least: s.splat(0x1ff),
        sum: zero,
        overfull: zero,
        unlocked: s.splat(if locked { 0 } else { 0x1ff }),
        ones: std::hint::black_box(s.splat(0xffff)),
    };
    for band in 0..3 {
        let (window, _) = cells[27 * band..].split_first_chunk_mut::<27>().expect("a band");
        half::<S, 27, 9, 3, 1, true, RULES>(s, std::hint::black_box(window), &mut flags);
    }
    for stack in 0..3 {
        let (window, _) = cells[3 * stack..].split_first_chunk_mut::<75>().expect("a stack");
        half::<S, 75, 1, 27, 9, false, RULES>(s, std::hint::black_box(window), &mut flags);
    }
    let sound = s.lanes(s.equal(flags.alive, s.splat(0x1ff)))
        & !s.lanes(s.is_zero(flags.least))
        & s.lanes(s.less(flags.overfull, s.splat(4)));
    let full = sound & s.lanes(s.equal(flags.sum, s.splat(9 * 0x1ff)));
    let stalled = sound & !full & s.lanes(s.equal(flags.sum, *sum));
    *sum = flags.sum;
    Outcome { dead: S::EVERY_LANE & !sound, full, stalled }
}

/// The solved lanes among `full`. If every row contains every digit, each row has a sum of at least 511, so with the
/// sum of a grid no digit occurs twice; the same is true of columns and boxes. Because no cell is empty, each cell has
/// one digit.
#[inline(always)]
pub(super) fn solved<S: Simd>(s: S, cells: &[S::Vector; 81], full: u32) -> u32 {
    if full == 0 {
        return 0;
    }
    let everything = s.splat(0x1ff);
    let mut complete = everything;
    let mut columns = [s.splat(0); 9];
    for band in cells.as_chunks::<27>().0 {
        // Prevents unrolling, which is no faster.
        let band = std::hint::black_box(band);
        let mut boxes = [s.splat(0); 3];
        for row in band.as_chunks::<9>().0 {
            let mut in_row = s.splat(0);
            for (b, minirow) in row.as_chunks::<3>().0.iter().enumerate() {
                let all = s.or3(minirow[0], minirow[1], minirow[2]);
                in_row = s.or(in_row, all);
                boxes[b] = s.or(boxes[b], all);
            }
            for (column, &cell) in columns.iter_mut().zip(row) {
                *column = s.or(*column, cell);
            }
            complete = s.and(complete, in_row);
        }
        complete = s.and(s.and3(complete, boxes[0], boxes[1]), boxes[2]);
    }
    for column in columns {
        complete = s.and(complete, column);
    }
    full & s.lanes(s.equal(complete, everything))
}

/// A band or a stack: cell `k` of minirow (row, box) is at `row * ROW + box * BOX + k * CELL`.
#[inline(always)]
fn half<
    S: Simd,
    const SPAN: usize,
    const ROW: usize,
    const BOX: usize,
    const CELL: usize,
    const ROWS: bool,
    const RULES: u8,
>(
    s: S,
    cells: &mut [S::Vector; SPAN],
    flags: &mut Flags<S>,
) {
    // Box by box, so that few values are live at a time, since there are only 16 registers. Every array is written out,
    // because an array of vectors initialized with zeros is spilled.
    let boxes = unrolled!(B in [0 1 2] => {
        let pair = unrolled!(R in [0 1 2] => {
            let at = R * ROW + B * BOX;
            let x = [cells[at], cells[at + CELL], cells[at + 2 * CELL]];
            let below = [s.add(x[0], flags.ones), s.add(x[1], flags.ones), s.add(x[2], flags.ones)];
            let all = s.or3(x[0], x[1], x[2]);
            (all, s.singles(x, below))
        });
        let open = unrolled!(R in [0 1 2] => {
            s.and_nor(pair[R].0, pair[(R + 1) % 3].1, pair[(R + 2) % 3].1)
        });
        (open, unrolled!(R in [0 1 2] => pair[R].1))
    });
    // The second pass reloads the cells: keeping them would take 27 more registers.
    let cells = std::hint::black_box(cells);

    let open = unrolled!(R in [0 1 2] => [boxes[0].0[R], boxes[1].0[R], boxes[2].0[R]]);
    let p = placements(s, &open);
    let row0 = [s.or(p[0], p[1]), s.or(p[2], p[3]), s.or(p[4], p[5])];
    flags.alive = s.and_or(flags.alive, s.or(row0[0], row0[1]), row0[2]);
    // The digits that the three minirows of a box may hold. In `placed`, the digits certain in a minirow are already
    // removed from its row.
    macro_rules! possible {
        ($box:expr) => {{
            let placed = match $box {
                0 => [s.or(p[0], p[1]), s.or(p[2], p[4]), s.or(p[3], p[5])],
                1 => [s.or(p[2], p[3]), s.or(p[0], p[5]), s.or(p[1], p[4])],
                _ => [s.or(p[4], p[5]), s.or(p[1], p[3]), s.or(p[0], p[2])],
            };
            if RULES == EVERYTHING {
                placed
            } else {
                let (right, left) = (boxes[($box + 1) % 3].1, boxes[($box + 2) % 3].1);
                unrolled!(R in [0 1 2] => {
                    let open = s.and_nor(open[R][$box], left[R], right[R]);
                    if RULES == NAKED { open } else { s.or_and(placed[R], open, flags.unlocked) }
                })
            }
        }};
    }
    let _ = unrolled!(B in [0 1 2] => {
        let possible = possible!(B);
        let _ = unrolled!(R in [0 1 2] => {
            let at = R * ROW + B * BOX;
            let x = [cells[at], cells[at + CELL], cells[at + 2 * CELL]];
            let p = possible[R];
            let elsewhere = s.or(possible[(R + 1) % 3], possible[(R + 2) % 3]);
            let last = s.and_not(p, elsewhere);
            let p = if RULES == EVERYTHING {
                s.full(p, last, &mut flags.overfull, flags.ones)
            } else {
                p
            };
            let in_cells = s.majority(x[0], x[1], x[2]);
            let lone = s.and_not(last, in_cells);
            let next = if RULES == NAKED {
                [s.and(x[0], p), s.and(x[1], p), s.and(x[2], p)]
            } else {
                // With locked candidates, the last place in the row is the last place in the box too.
                let hidden = if RULES == NAMED {
                    let in_row = s.or(possible!((B + 1) % 3)[R], possible!((B + 2) % 3)[R]);
                    s.and_not(p, s.or_and(in_cells, elsewhere, in_row))
                } else {
                    lone
                };
                [s.settle(x[0], hidden, p), s.settle(x[1], hidden, p), s.settle(x[2], hidden, p)]
            };
            if !ROWS {
                flags.sum = s.add(s.add(s.add(flags.sum, next[0]), next[1]), next[2]);
                flags.least = s.min(s.min(s.min(flags.least, next[0]), next[1]), next[2]);
            }
            cells[at] = next[0];
            cells[at + CELL] = next[1];
            cells[at + 2 * CELL] = next[2];
        });
    });
}

/// The six placements of a digit among nine minirows, from the `open` digits of each. Placements 2a and 2a + 1 use box
/// a in row 0; rows 1 and 2 use the other two boxes, first in increasing order, then in decreasing order.
#[inline(always)]
pub(super) fn placements<S: Simd>(s: S, open: &[[S::Vector; 3]; 3]) -> [S::Vector; 6] {
    [
        s.and3(open[0][0], open[1][1], open[2][2]),
        s.and3(open[0][0], open[1][2], open[2][1]),
        s.and3(open[0][1], open[1][0], open[2][2]),
        s.and3(open[0][1], open[1][2], open[2][0]),
        s.and3(open[0][2], open[1][0], open[2][1]),
        s.and3(open[0][2], open[1][1], open[2][0]),
    ]
}
