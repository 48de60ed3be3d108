//! One round of propagation in every lane at once: the rows' half, then the columns' half, in place.
//!
//! ```text
//!   a band           box 0           box 1           box 2
//!               +-------------+-------------+-------------+
//!        row 0  | x0   x1  x2 |     0,1     |     0,2     |   a minirow (row, box): three cells x0 x1 x2
//!               +-------------+-------------+-------------+
//!        row 1  |     1,0     |     1,1     |     1,2     |   the columns' half sees the same picture in a
//!               +-------------+-------------+-------------+   stack: "row" is then a column, "box" a box of
//!        row 2  |     2,0     |     2,1     |     2,2     |   the stack, and a minirow stands upright
//!               +-------------+-------------+-------------+
//!
//!   minirow (row, box)     all      digits that some cell may hold
//!                          certain  digits that one of the cells must hold: naked singles
//!                          open     all, less what is certain in the four other minirows of its row and box
//!
//!   a digit takes one minirow of each row and of each box, so its places in a band are one of six:
//!
//!        X . .     X . .     . X .     . X .     . . X     . . X
//!        . X .     . . X     X . .     . . X     X . .     . X .
//!        . . X     . X .     . . X     X . .     . X .     X . .
//!
//!        a placement is the AND of three `open`; possible(row, box) is the OR of the two placements that
//!        use the minirow. That is locked candidates, all of them, in both directions, for 15 operations.
//!
//!   hidden(row, box)       possible digits for which the minirow is the last of its row or of its box, and
//!                          that only one of its cells may hold
//!   cell                   x & hidden where that is not empty, else x & possible
//! ```
//!
//! A minirow that is the last place in its box for three digits holds those alone; one that is for four is dead.
//! That must be seen in both halves: where the columns' half did not look, boards with few givens were searched
//! for ever (`few_givens_take_few_guesses` in the tests).
//!
//! Tried and lost: naked triples of a minirow, which take a tenth off the rounds of hard puzzles and add as much to
//! each round: without them AVX2 gains 6 to 11 %, AVX-512 up to 2 %. Looking for four digits in the columns only
//! before a guess: kaggle +6 %, none +2 %, hardest -10 %, boards with few givens six times slower.
//!
//! Nothing is removed cell by cell within a minirow: the other half reaches those cells, because there they
//! lie in different minirows of one box. That saves a third of the work and the spills that came with it.
//! A lane never loses a solution, and what a round has taken from it stays taken.
//!
//! What a round tells about a lane:
//!
//! * *dead*: some digit has no placement in some band or stack, some cell holds no digit, or two hidden
//!   digits want the same cell. The last two are not implied by the first.
//! * *solved*: in the rows' half each digit had exactly one place in each row, and the lane is not dead. The
//!   columns' half of the same round has then seen 81 places, one a digit and row, and found one for each
//!   digit in each column and box, and no cell empty: that is a solution, without a second look.
//! * *stalled*: nothing has changed. A round only takes candidates away, so the cells of a lane, added up as
//!   numbers (at most 81 x 511, which fits), stay the same only if each cell does. That is one operation a
//!   cell and round; gathering x ^ x' is four. Short cuts such as "no digit was settled" have looped for ever.

use super::simd::Simd;

/// Rounds between two polls for cancellation, some 50 microseconds.
pub(super) const PATIENCE: u32 = 128;

/// What the last round found, as sets of lanes. A lane is in at most one of them.
pub(super) struct Outcome {
    pub dead: u32,
    pub solved: u32,
    pub stalled: u32,
}

/// Gathered along the way, one number a lane.
struct Signs<S: Simd> {
    /// Digits with a placement in every band so far.
    alive: S::Vector,
    /// The top bit is set if a cell was empty.
    hollow: S::Vector,
    /// Digits with more than one place in some row.
    loose: S::Vector,
    /// The cells of the columns' half, added up as numbers.
    sum: S::Vector,
    /// At least 4 where a minirow would have to hold more than three digits.
    crowd: S::Vector,
    /// 0xffff, of which the compiler must not know that it is: it would make it anew for each use.
    ones: S::Vector,
}

/// What [`round`] must find in `sum` for a lane whose cells somebody else has changed.
pub(super) const CHANGED: u16 = 0xffff;

/// One round in place. `sum` is what the round before left in it.
#[inline(always)]
pub(super) fn round<S: Simd>(s: S, cells: &mut [S::Vector; 81], sum: &mut S::Vector) -> Outcome {
    let zero = s.splat(0);
    let mut signs = Signs::<S> {
        alive: s.splat(0x1ff),
        hollow: zero,
        loose: zero,
        sum: zero,
        crowd: zero,
        ones: std::hint::black_box(s.splat(0xffff)),
    };
    for band in 0..3 {
        let (window, _) = cells[27 * band..].split_first_chunk_mut::<27>().expect("a band");
        half::<S, 27, 9, 3, 1, true>(s, std::hint::black_box(window), &mut signs);
    }
    for stack in 0..3 {
        let (window, _) = cells[3 * stack..].split_first_chunk_mut::<75>().expect("a stack");
        half::<S, 75, 1, 27, 9, false>(s, std::hint::black_box(window), &mut signs);
    }
    let sound = s.lanes(s.equal(signs.alive, s.splat(0x1ff)))
        & s.lanes(s.is_zero(s.and(signs.hollow, s.splat(0x8000))))
        & s.lanes(s.less(signs.crowd, s.splat(4)));
    let solved = sound & s.lanes(s.is_zero(signs.loose));
    let stalled = sound & !solved & s.lanes(s.equal(signs.sum, *sum));
    *sum = signs.sum;
    Outcome { dead: S::EVERY_LANE & !sound, solved, stalled }
}

/// A band, or a stack: cell `k` of minirow (row, box) is at `row * ROW + box * BOX + k * CELL`.
#[inline(always)]
fn half<
    S: Simd,
    const SPAN: usize,
    const ROW: usize,
    const BOX: usize,
    const CELL: usize,
    const ROWS: bool,
>(
    s: S,
    cells: &mut [S::Vector; SPAN],
    signs: &mut Signs<S>,
) {
    // An array of vectors that starts as zeros is spilt, so every array is written as what it holds.
    macro_rules! each_minirow {
        ($row:ident, $box:ident => $value:expr) => {
            [
                [
                    minirow!(0, 0, $row, $box, $value),
                    minirow!(0, 1, $row, $box, $value),
                    minirow!(0, 2, $row, $box, $value),
                ],
                [
                    minirow!(1, 0, $row, $box, $value),
                    minirow!(1, 1, $row, $box, $value),
                    minirow!(1, 2, $row, $box, $value),
                ],
                [
                    minirow!(2, 0, $row, $box, $value),
                    minirow!(2, 1, $row, $box, $value),
                    minirow!(2, 2, $row, $box, $value),
                ],
            ]
        };
    }
    macro_rules! minirow {
        ($r:literal, $b:literal, $row:ident, $box:ident, $value:expr) => {{
            let ($row, $box) = ($r, $b);
            $value
        }};
    }

    let pair = each_minirow!(r, b => {
        let at = r * ROW + b * BOX;
        let x = [cells[at], cells[at + CELL], cells[at + 2 * CELL]];
        let below = [s.add(x[0], signs.ones), s.add(x[1], signs.ones), s.add(x[2], signs.ones)];
        if !ROWS {
            // 0 less 1 has the top bit, which no digit has. What is empty for the rows' half is still empty
            // for the columns' half.
            signs.hollow = s.or(s.or3(signs.hollow, below[0], below[1]), below[2]);
        }
        let all = s.or3(x[0], x[1], x[2]);
        (all, s.singles(x, below))
    });
    // The second pass reads the cells again: kept from the first they would be 27 more registers.
    let cells = std::hint::black_box(cells);

    let open = each_minirow!(r, b => {
        s.and_nor(pair[r][b].0, pair[(r + 1) % 3][b].1, pair[(r + 2) % 3][b].1)
    });
    // placement[2 a + i]: row 0 in box a, rows 1 and 2 in the other two boxes, i = 0 in increasing order.
    let placement = [
        s.and3(open[0][0], open[1][1], open[2][2]),
        s.and3(open[0][0], open[1][2], open[2][1]),
        s.and3(open[0][1], open[1][0], open[2][2]),
        s.and3(open[0][1], open[1][2], open[2][0]),
        s.and3(open[0][2], open[1][0], open[2][1]),
        s.and3(open[0][2], open[1][1], open[2][0]),
    ];
    let p = placement;
    let possible = [
        [s.or(p[0], p[1]), s.or(p[2], p[3]), s.or(p[4], p[5])],
        [s.or(p[2], p[4]), s.or(p[0], p[5]), s.or(p[1], p[3])],
        [s.or(p[3], p[5]), s.or(p[1], p[4]), s.or(p[0], p[2])],
    ];
    signs.alive = s.and_or(signs.alive, s.or3(possible[0][0], p[2], p[3]), possible[0][2]);
    let _ = each_minirow!(r, b => {
        let at = r * ROW + b * BOX;
        let x = [cells[at], cells[at + CELL], cells[at + 2 * CELL]];
        let p = possible[r][b];
        let elsewhere = s.or(possible[(r + 1) % 3][b], possible[(r + 2) % 3][b]);
        let p = s.full(p, s.and_not(p, elsewhere), &mut signs.crowd, signs.ones);
        let several = s.majority(x[0], x[1], x[2]);
        let several = s.or(several, elsewhere);
        let hidden = s.and_not(p, several);
        if ROWS {
            signs.loose = s.or_and(signs.loose, p, several);
        }
        let next = [
            s.settle(x[0], hidden, p),
            s.settle(x[1], hidden, p),
            s.settle(x[2], hidden, p),
        ];
        if !ROWS {
            signs.sum = s.add(s.add(s.add(signs.sum, next[0]), next[1]), next[2]);
        }
        cells[at] = next[0];
        cells[at + CELL] = next[1];
        cells[at + 2 * CELL] = next[2];
    });
}
