//! Quick searches of puzzles with several solutions: each lane follows one path and forgets the rest of the tree.
//!
//! ```text
//!   a guess takes a cell of three boxes that share no row and no column, and a digit of each:  a, b, c
//!
//!     guess       a  b  c      all three are right
//!     then        a  b !c      only if that finds too little, from the node before the guess
//!     then        a !b
//!     then       !a            the four have no solution in common
//! ```
//!
//! If a puzzle has several solutions, the first path nearly always leads to one, and the last guess to another. So a lane
//! only keeps the node before its last guess. If that is not enough, the puzzle starts again with the complete search, so
//! the answers are the same. Of puzzles with 100,000 solutions one in a hundred does, of those with 40 one in twenty.
//!
//! Nothing tells whether a puzzle has several solutions, but the puzzles of a batch tend to be alike: see [`Luck`].
//!
//! *Cost.* Three guesses at once take half the rounds of one. docs/dev/performance.md, "Several solutions", compares orders.

#![forbid(unsafe_code)]

use super::simd::Simd;
use crate::solve::Query;

/// The freedom of the best band (see [`guess`](super::guess)) from which a board has so few givens that it is worth a dive.
pub(super) const LOOSE: u16 = 22;

/// Whether to dive. Each dive that fails costs some rounds; each puzzle with enough solutions pays for one.
pub(super) struct Luck(i32);

impl Luck {
    /// The largest, and the smallest, unless it is fixed.
    const MOST: i32 = 32;

    /// At the start. Dives are not for limits that they do not reach, nor for few puzzles: those have taken long already, and
    /// one path would leave the other lanes empty. If only the smallest solution is missing, all dive.
    pub fn new(query: &Query<'_>) -> Luck {
        Luck(match query.limit {
            1 if query.smallest => i32::MAX,
            1 | 2 if query.puzzles.len() >= 32 => 0,
            _ => i32::MIN,
        })
    }
    /// A puzzle with several solutions.
    pub fn several(&mut self) {
        if self.0.unsigned_abs() <= Luck::MOST.unsigned_abs() {
            self.0 = (self.0 + 1).min(Luck::MOST);
        }
    }
    /// A dive failed. Returns whether the puzzle needs the complete search.
    pub fn failed(&mut self) -> bool {
        if self.0 == i32::MAX {
            return false;
        }
        self.0 = (self.0 - 1).max(-Luck::MOST);
        true
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

/// The last guess of each lane.
pub(super) struct Dive<S: Simd> {
    /// The node before it.
    before: [S::Vector; 81],
    /// Its cells, or [`NO_CELL`].
    cells: [S::Vector; 3],
    digits: [S::Vector; 3],
    /// The part that is wrong in the present node; 3 if none is.
    wrong: S::Vector,
    /// Whether to find solutions in lexicographic order.
    ordered: bool,
}

const NO_CELL: u16 = 0xff;

impl<S: Simd> Dive<S> {
    pub fn new(s: S, ordered: bool) -> Dive<S> {
        let zero = s.splat(0);
        Dive { before: [zero; 81], cells: [zero; 3], digits: [zero; 3], wrong: zero, ordered }
    }

    /// Guesses in the lanes `stalled`; the lanes `failed` go on with the next part of their last guess. Returns those that
    /// have no such part.
    #[inline(always)]
    pub fn advance(
        &mut self,
        s: S,
        cells: &mut [S::Vector; 81],
        stalled: u32,
        failed: u32,
    ) -> u32 {
        let (ones, three) = (s.splat(0xffff), s.splat(3));
        let fresh = s.mask(stalled);
        if stalled != 0 {
            let (chosen, digits) = match self.ordered {
                false => choose(s, cells, stalled),
                true => choose_first(s, cells, stalled),
            };
            for part in 0..3 {
                self.cells[part] = s.select(fresh, chosen[part], self.cells[part]);
                self.digits[part] = s.select(fresh, digits[part], self.digits[part]);
            }
        }
        // The last part before the one that was wrong.
        let mut wrong = ones;
        for (part, &cell) in self.cells.iter().enumerate() {
            let number = s.splat(part as u16);
            let here = s.select(s.equal(cell, s.splat(NO_CELL)), wrong, number);
            wrong = s.select(s.less(number, self.wrong), here, wrong);
        }
        let wrong = s.select(fresh, three, wrong);
        let finished = failed & s.lanes(s.equal(wrong, ones));
        self.wrong = s.select(s.mask(stalled | failed), wrong, self.wrong);
        let mut kept = self.digits;
        for (part, kept) in kept.iter_mut().enumerate() {
            let number = s.splat(part as u16);
            let rest = s.select(s.equal(number, wrong), s.and_not(ones, *kept), ones);
            *kept = s.select(s.less(number, s.and(wrong, three)), *kept, rest);
        }
        let moving = s.mask((stalled | failed) & !finished);
        for (i, cell) in cells.iter_mut().enumerate() {
            let before = s.select(fresh, *cell, self.before[i]);
            self.before[i] = before;
            let number = s.splat(i as u16);
            let mut kept_here = ones;
            for (&cell, &kept) in self.cells.iter().zip(&kept) {
                kept_here = s.select(s.equal(cell, number), kept, kept_here);
            }
            let next = s.and(before, kept_here);
            *cell = s.select(moving, next, *cell);
        }
        finished
    }
}

/// A cell of each band, and a digit for it: the smallest of the cell with the fewest candidates, at least two, in a box.
#[inline(always)]
fn choose<S: Simd>(
    s: S,
    cells: &[S::Vector; 81],
    stalled: u32,
) -> ([S::Vector; 3], [S::Vector; 3]) {
    let (zero, none) = (s.splat(0), s.splat(NO_CELL));
    let (mut chosen, mut digits) = ([none; 3], [zero; 3]);
    let mut open = stalled;
    for diagonal in 0..3 {
        for band in 0..3 {
            let mut least = s.splat(0x7fff);
            let mut best = zero;
            let mut at = none;
            for k in 0..9 {
                let i = 27 * band + (band + diagonal) % 3 * 3 + 9 * (k / 3) + k % 3;
                let rank = s.add(s.population(cells[i]), s.splat(0xfffe));
                let rank = s.and(rank, s.splat(0x7fff));
                let better = s.less(rank, least);
                least = s.min(least, rank);
                best = s.select(better, cells[i], best);
                at = s.select(better, s.splat(i as u16), at);
            }
            let wanted = s.mask(open);
            chosen[band] = s.select(wanted, at, chosen[band]);
            let digit = s.and_not(best, s.add(best, s.splat(0xffff)));
            digits[band] = s.select(wanted, digit, digits[band]);
        }
        let [a, b, c] = chosen.map(|cell| s.lanes(s.equal(cell, none)));
        open &= a & b & c;
        if open == 0 {
            break;
        }
    }
    (chosen, digits)
}

/// The first open cell and up to two more of its row, and the smallest digits for them.
#[inline(always)]
fn choose_first<S: Simd>(
    s: S,
    cells: &[S::Vector; 81],
    stalled: u32,
) -> ([S::Vector; 3], [S::Vector; 3]) {
    let (zero, none, ones) = (s.splat(0), s.splat(NO_CELL), s.splat(0xffff));
    let (mut chosen, mut digits) = ([none; 3], [zero; 3]);
    let mut open = stalled;
    for row in 0..9 {
        let mut at = [none; 3];
        let mut x = [zero; 3];
        for i in (9 * row..9 * row + 9).rev() {
            let settled = s.is_zero(s.and(cells[i], s.add(cells[i], ones)));
            let shifted = [s.splat(i as u16), at[0], at[1]];
            let shifted_x = [cells[i], x[0], x[1]];
            for part in 0..3 {
                at[part] = s.select(settled, at[part], shifted[part]);
                x[part] = s.select(settled, x[part], shifted_x[part]);
            }
        }
        let wanted = s.mask(open);
        let mut used = zero;
        for part in 0..3 {
            let left = s.and_not(x[part], used);
            let digit = s.and_not(left, s.add(left, ones));
            used = s.or(used, digit);
            let cell = s.select(s.is_zero(digit), none, at[part]);
            chosen[part] = s.select(wanted, cell, chosen[part]);
            digits[part] = s.select(wanted, digit, digits[part]);
        }
        open &= s.lanes(s.equal(chosen[0], none));
        if open == 0 {
            break;
        }
    }
    (chosen, digits)
}
