//! Fast search of puzzles with several solutions: each lane follows one path and discards the rest of the tree.
//!
//! ```text
//!   a guess chooses one cell and one digit in each of three boxes that share no row and no column:  a, b, c
//!
//!     guess       a  b  c      all three are right
//!     then        a  b !c      only if that finds too few solutions, from the node before the guess
//!     then        a !b
//!     then       !a            the four have no solution in common
//! ```
//!
//! If a puzzle has several solutions, the first path nearly always leads to one, and the last guess leads to another. A
//! lane therefore keeps only the nodes before its last two guesses. If they do not suffice, the puzzle is restarted
//! with the complete search, so the answers are the same. A dive for two of 40 solutions fails once in 25 times.
//!
//! Nothing indicates in advance whether a puzzle has several solutions, but the puzzles of a batch tend to be similar:
//! see [`Policy`].
//!
//! *Lexicographic order.* In a search for the smallest solution, a guess uses the first open cells with their smallest
//! digits: the first three open cells of the first row that has any. If that row has only two or three, the third cell
//! is the first open cell of the next such row.
//!
//! ```text
//!   first open row    5 . 2 | 4 . 8 | . 1 9        a = 3, b = 6; after these only 7 is left for the last cell
//!                       a       b     7
//!   next open row     . 9 . | 1 4 2 | . . .        c, unless its smallest digit is 3, 6 or 7, which might rule it out
//!                     c
//! ```
//!
//! All discarded nodes come later in the order, so the first solution is the smallest. A cell with only one digit left
//! after the cells before it receives that digit. The alternative would be dead, so the cell is not part of the guess.
//!
//! *Cost.* Three guesses at once take half as many rounds as single guesses. Alternatives: docs/dev/performance.md,
//! "Several solutions".

#![forbid(unsafe_code)]

use super::simd::Simd;
use crate::solve::Query;
use crate::solve::choose::BATCH;

/// The freedom of the tightest band (see [`guess`](super::guess)) at which a board has so few givens that a dive is
/// worthwhile.
pub(super) const LOOSE: u16 = 22;

/// The maximum number of solutions to look for. The two nodes that a dive keeps seldom have more.
const LIMIT: u64 = 4;

/// Decides whether to dive. Each failed dive costs some rounds, and each puzzle with enough solutions pays for one.
pub(super) struct Policy(i32);

impl Policy {
    /// The maximum and the negated minimum, unless the policy is fixed.
    const MOST: i32 = 32;

    /// The initial policy: no puzzle dives until one has reached the limit. In batches of fewer than [`BATCH`] puzzles
    /// none dives, because the kernel for one puzzle has already searched them for a long time, and a single path would
    /// leave the other lanes empty. If only the smallest solution is missing, all puzzles dive.
    pub fn new(query: &Query<'_>) -> Policy {
        Policy(match query.limit {
            1 if query.smallest => i32::MAX,
            1..=LIMIT if query.puzzles.len() >= BATCH => -1,
            _ => i32::MIN,
        })
    }
    /// Records a puzzle that reached the limit.
    pub fn several(&mut self) {
        if self.0.unsigned_abs() <= Policy::MOST.unsigned_abs() {
            self.0 = (self.0 + 1).min(Policy::MOST);
        }
    }
    /// Records a failed dive.
    pub fn failed(&mut self) {
        if self.0 < i32::MAX {
            self.0 = (self.0 - 1).max(-Policy::MOST);
        }
    }
    /// Whether all puzzles should dive.
    pub fn all(&self) -> bool {
        self.0 > 0
    }
    /// Whether boards with few givens should dive.
    pub fn loose(&self) -> bool {
        self.0 >= 0
    }
}

/// The last two guesses of each lane.
pub(in crate::solve) struct Dive<S: Simd> {
    last: Guess<S>,
    earlier: Guess<S>,
    /// Whether to find solutions in lexicographic order.
    ordered: bool,
}

struct Guess<S: Simd> {
    /// The node before the guess. It is on the heap, because within the stack frame of the search the size of a guess
    /// determined which arrays alias, and searches that never dive took up to a tenth longer.
    before: Box<[S::Vector; 81]>,
    /// In order: the first cell of the row of a and b, and of the row of c. Otherwise unused.
    rows: [S::Vector; 2],
    /// The cells a, b, c; in order, their columns. [`NO_CELL`] for missing parts.
    cells: [S::Vector; 3],
    digits: [S::Vector; 3],
    /// The part that is wrong in the current node; 3 if none is.
    wrong: S::Vector,
}

const NO_CELL: u16 = 0xff;

/// The state of the lanes that dive.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Diving {
    /// The lanes of `stalled` without an earlier guess.
    pub fresh: u32,
    pub stalled: u32,
    /// The lanes that are dead, or solved with too few solutions.
    pub failed: u32,
}

impl<S: Simd> Dive<S> {
    pub fn new(s: S, ordered: bool) -> Dive<S> {
        Dive { last: Guess::new(s), earlier: Guess::new(s), ordered }
    }

    /// Guesses in stalled lanes, and moves failed lanes to the next part of the last guess that has one. Returns the
    /// lanes without such a part.
    #[inline(always)]
    pub fn advance(&mut self, s: S, cells: &mut [S::Vector; 81], lanes: Diving) -> u32 {
        let Diving { fresh, stalled, failed } = lanes;
        let (zero, ones) = (s.splat(0), s.splat(0xffff));
        let (three, none) = (s.splat(3), s.splat(NO_CELL));
        let Dive { last, earlier, ordered } = self;
        let (guessing, first) = (s.mask(stalled), s.mask(fresh));
        let back = failed & s.lanes(s.equal(last.next(s), ones));
        let going_back = s.mask(back);
        let choice = match (stalled, *ordered) {
            (0, _) => Choice::nothing(s),
            (_, false) => choose(s, cells, stalled),
            (_, true) => choose_first(s, cells),
        };
        if *ordered {
            for i in 0..2 {
                let other = s.select(going_back, earlier.rows[i], last.rows[i]);
                earlier.rows[i] = s.select(guessing, last.rows[i], earlier.rows[i]);
                last.rows[i] = s.select(guessing, choice.rows[i], other);
            }
        }
        for part in 0..3 {
            let (cell, digit) = (last.cells[part], last.digits[part]);
            let other = s.select(going_back, earlier.cells[part], cell);
            last.cells[part] = s.select(guessing, choice.free[part], other);
            let other = s.select(going_back, earlier.digits[part], digit);
            last.digits[part] = s.select(guessing, choice.digits[part], other);
            let other = s.select(going_back, none, earlier.cells[part]);
            let kept = s.select(first, none, s.select(guessing, cell, other));
            earlier.cells[part] = kept;
            earlier.digits[part] = s.select(guessing, digit, earlier.digits[part]);
        }
        let wrong = last.wrong;
        last.wrong = s.select(going_back, earlier.wrong, wrong);
        earlier.wrong = s.select(guessing, wrong, earlier.wrong);
        let wrong = s.select(guessing, three, last.next(s));
        last.wrong = s.select(s.mask(stalled | failed), wrong, last.wrong);
        let finished = failed & s.lanes(s.equal(wrong, ones));
        // The digits that the cells of the guess lose: all except the guessed digit, or only that digit in the part
        // that is wrong.
        let mut lost = last.digits;
        for (part, lost) in lost.iter_mut().enumerate() {
            let number = s.splat(part as u16);
            let rest = s.select(s.equal(number, wrong), *lost, zero);
            *lost = s.select(s.less(number, s.and(wrong, three)), s.xor(*lost, ones), rest);
        }
        let moving = s.mask((stalled | failed) & !finished);
        let masks = [guessing, going_back, moving];
        if *ordered {
            // By rows and columns. A comparison with each cell, as below, took half of the time of a guess.
            let mut lost_in_column = [[zero; 9]; 2];
            for part in 0..3 {
                let cell = s.select(guessing, choice.cells[part], last.cells[part]);
                for (column, lost_here) in lost_in_column[part / 2].iter_mut().enumerate() {
                    let here = s.equal(cell, s.splat(column as u16));
                    *lost_here = s.select(here, lost[part], *lost_here);
                }
            }
            let rows = self.last.rows;
            for (row, cells) in cells.as_chunks_mut::<9>().0.iter_mut().enumerate() {
                let first = s.splat(9 * row as u16);
                let in_row = [s.equal(rows[0], first), s.equal(rows[1], first)];
                for (column, cell) in cells.iter_mut().enumerate() {
                    let lost_here = s.or(
                        s.select(in_row[0], lost_in_column[0][column], zero),
                        s.select(in_row[1], lost_in_column[1][column], zero),
                    );
                    self.edit(s, 9 * row + column, cell, lost_here, masks);
                }
            }
        } else {
            for (band, cells) in cells.as_chunks_mut::<27>().0.iter_mut().enumerate() {
                let (edited, lost) = (self.last.cells[band], lost[band]);
                for (k, cell) in cells.iter_mut().enumerate() {
                    let i = 27 * band + k;
                    let lost_here = s.select(s.equal(edited, s.splat(i as u16)), lost, zero);
                    self.edit(s, i, cell, lost_here, masks);
                }
            }
        }
        finished
    }

    /// Saves a cell's value before the guesses, and removes the digits that it loses. The masks are the lanes that
    /// guess, the lanes that return to the earlier guess, and the lanes whose node changes.
    #[inline(always)]
    fn edit(
        &mut self,
        s: S,
        i: usize,
        cell: &mut S::Vector,
        lost: S::Vector,
        [guessing, going_back, moving]: [S::Mask; 3],
    ) {
        let Dive { last, earlier, .. } = self;
        let before = s.select(going_back, earlier.before[i], last.before[i]);
        earlier.before[i] = s.select(guessing, before, earlier.before[i]);
        let before = s.select(guessing, *cell, before);
        last.before[i] = before;
        *cell = s.select(moving, s.and_not(before, lost), *cell);
    }
}

/// A new guess.
struct Choice<S: Simd> {
    /// As in [`Guess`].
    rows: [S::Vector; 2],
    cells: [S::Vector; 3],
    digits: [S::Vector; 3],
    /// The cells that still have another digit after the cells before them. They are the parts of the guess.
    free: [S::Vector; 3],
}

impl<S: Simd> Choice<S> {
    /// The absence of a guess.
    #[inline(always)]
    fn nothing(s: S) -> Choice<S> {
        let (zero, none) = (s.splat(0), s.splat(NO_CELL));
        Choice { rows: [zero; 2], cells: [none; 3], digits: [zero; 3], free: [none; 3] }
    }
}

impl<S: Simd> Guess<S> {
    /// The absence of a guess.
    #[inline(always)]
    fn new(s: S) -> Guess<S> {
        let (zero, none) = (s.splat(0), s.splat(NO_CELL));
        let before = vec![zero; 81].try_into().ok().expect("81 vectors");
        Guess { before, rows: [zero; 2], cells: [none; 3], digits: [zero; 3], wrong: zero }
    }

    /// The last part before the wrong one; all ones if there is none.
    #[inline(always)]
    fn next(&self, s: S) -> S::Vector {
        let mut next = s.splat(0xffff);
        for (part, &cell) in self.cells.iter().enumerate() {
            let number = s.splat(part as u16);
            let here = s.select(s.equal(cell, s.splat(NO_CELL)), next, number);
            next = s.select(s.less(number, self.wrong), here, next);
        }
        next
    }
}

/// Chooses one cell in each band and its smallest digit: in a box, the cell with the fewest candidates, at least two.
#[inline(always)]
fn choose<S: Simd>(s: S, cells: &[S::Vector; 81], stalled: u32) -> Choice<S> {
    let (zero, none) = (s.splat(0), s.splat(NO_CELL));
    let (mut chosen, mut digits) = ([none; 3], [zero; 3]);
    let mut open = stalled;
    for diagonal in 0..3 {
        for band in 0..3 {
            let mut least = s.splat(0x7fff);
            let mut best = zero;
            let mut at = none;
            let first = 27 * band + (band + diagonal) % 3 * 3;
            for row in 0..3 {
                for k in 0..3 {
                    let i = first + 9 * row + k;
                    let rank = s.add(s.population(cells[i]), s.splat(0xfffe));
                    let rank = s.and(rank, s.splat(0x7fff));
                    let better = s.less(rank, least);
                    least = s.min(least, rank);
                    best = s.select(better, cells[i], best);
                    at = s.select(better, s.splat(i as u16), at);
                }
            }
            let wanted = s.mask(open);
            chosen[band] = s.select(wanted, at, chosen[band]);
            let digit = s.lowest_bit(best);
            digits[band] = s.select(wanted, digit, digits[band]);
        }
        for cell in chosen {
            open &= s.lanes(s.equal(cell, none));
        }
        if open == 0 {
            break;
        }
    }
    Choice { rows: [zero; 2], cells: chosen, digits, free: chosen }
}

/// Chooses the first open cell and the next two of its row, or one of the next open row, with their smallest digits.
#[inline(always)]
fn choose_first<S: Simd>(s: S, cells: &[S::Vector; 81]) -> Choice<S> {
    let (zero, none, ones) = (s.splat(0), s.splat(NO_CELL), s.splat(0xffff));
    // The cells of the first two open rows.
    let (mut first, mut second) = ([zero; 9], [zero; 9]);
    let mut starts = [zero; 2];
    for (row, cells) in cells.as_chunks::<9>().0.iter().enumerate().rev() {
        let mut open = zero;
        for &cell in cells {
            open = s.or(open, s.and(cell, s.add(cell, ones)));
        }
        let settled = s.is_zero(open);
        starts[1] = s.select(settled, starts[1], starts[0]);
        starts[0] = s.select(settled, starts[0], s.splat(9 * row as u16));
        for ((first, second), &cell) in first.iter_mut().zip(&mut second).zip(cells) {
            *second = s.select(settled, *second, *first);
            *first = s.select(settled, *first, cell);
        }
    }
    let mut at = [none; 4];
    let mut x = [zero; 3];
    // The digits that the cells after each chosen cell may hold.
    let mut after = [zero; 3];
    let mut rest = zero;
    for (column, &cell) in first.iter().enumerate().rev() {
        let settled = s.is_zero(s.and(cell, s.add(cell, ones)));
        let shifted = [s.splat(column as u16), at[0], at[1], at[2]];
        let shifted_x = [cell, x[0], x[1]];
        let shifted_after = [rest, after[0], after[1]];
        for part in 0..3 {
            at[part] = s.select(settled, at[part], shifted[part]);
            x[part] = s.select(settled, x[part], shifted_x[part]);
            after[part] = s.select(settled, after[part], shifted_after[part]);
        }
        at[3] = s.select(settled, at[3], shifted[3]);
        rest = s.select(settled, rest, s.or(rest, cell));
    }
    // The first open cell of the second row.
    let (mut next_at, mut next) = (none, zero);
    for (column, &cell) in second.iter().enumerate().rev() {
        let settled = s.is_zero(s.and(cell, s.add(cell, ones)));
        next_at = s.select(settled, next_at, s.splat(column as u16));
        next = s.select(settled, next, s.lowest_bit(cell));
    }
    let [a, b, c, fourth] = at;
    let mut at = [a, b, c];
    let (mut digits, mut free) = ([zero; 3], at);
    let mut used = zero;
    for part in 0..3 {
        let left = s.and_not(x[part], used);
        // Digits of the row that no later cell may hold. The open cells of a row hold no more digits than there are
        // cells, so these digits belong here.
        let last = s.and(left, s.and_not(s.and_not(rest, used), after[part]));
        let left = s.select(s.is_zero(last), left, last);
        digits[part] = s.lowest_bit(left);
        used = s.or(used, digits[part]);
        at[part] = s.select(s.is_zero(digits[part]), none, at[part]);
        free[part] = s.select(s.is_zero(s.and(left, s.add(left, ones))), none, at[part]);
    }
    // If the row has no fourth open cell, the whole row is settled before this cell, which replaces the third cell. The
    // exception is a digit that a cell of the row may hold too, which might rule it out.
    let next = s.select(s.equal(fourth, none), s.and_not(next, rest), zero);
    let is_third = s.is_zero(next);
    digits[2] = s.select(is_third, digits[2], next);
    at[2] = s.select(is_third, at[2], next_at);
    free[2] = s.select(is_third, free[2], next_at);
    let rows = [starts[0], s.select(is_third, starts[0], starts[1])];
    Choice { rows, cells: at, digits, free }
}
