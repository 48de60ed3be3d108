//! Branches stalled lanes: the lane keeps one child, and the other child goes to a free lane or to the stack.
//!
//! ```text
//!                    third 0     third 1     third 2            digit d, line 4, third 1
//!   line 4 (a row) | x  x  x | | x  x  x | | x  x  x |
//!
//!   the lane       |-d -d -d | | .  .  . | |-d -d -d |          "d is in the minirow"
//!   its sibling    | .  .  . | |-d -d -d | | .  .  . |          "d is not in the minirow"
//! ```
//!
//! *Cost.* One pass over the 81 cells edits all lanes at once; a lane without a guess has no digit and does not change.
//! Editing single lanes in memory would stall, because a vector cannot be loaded while narrow stores to it are in the
//! store buffer.

use crate::arch::unrolled;

use super::guess::Guess;
use super::simd::Simd;
use super::stack::Stack;

/// Branches the lanes of `direct` into the lanes of `free`, which has the same size, and the lanes of `surplus` onto
/// the stack.
#[inline(always)]
pub(super) fn branch<S: Simd>(
    s: S,
    cells: &mut [S::Vector; 81],
    guess: &Guess<S>,
    direct: u32,
    free: u32,
    surplus: u32,
    stack: &mut Stack,
) {
    let zero = s.splat(0);
    let everything = s.splat(0x1ff);
    // A sibling is a copy of its lane that loses the digit in the minirow, so the copies need the guess too.
    let moving = s.moving(direct, free);
    let digit = s.select(s.mask(direct | surplus), guess.digit, zero);
    let digit = s.carry(moving, digit, digit);
    let line = s.carry(moving, guess.line, guess.line);
    let third = s.carry(moving, guess.third, guess.third);
    let of_sibling = s.mask(free);
    let loses = unrolled!(T in [0 1 2] => {
        let here = s.equal(third, s.splat(T as u16));
        let (here, elsewhere) = (s.select(here, everything, zero), s.select(here, zero, everything));
        s.select(of_sibling, here, elsewhere)
    });
    let packing = s.packing(surplus);
    let column = stack.len();
    stack.reserve(S::LANES);
    let mut rows = stack.rows_mut(column);

    let of_column = unrolled!(I in [0 1 2 3 4 5 6 7 8] => {
        s.select(s.equal(line, s.splat(9 + I as u16)), digit, zero)
    });
    for row in 0..9 {
        let of_row = s.select(s.equal(line, s.splat(row as u16)), digit, zero);
        for b in 0..3 {
            let lost_by_row = s.and(of_row, loses[b]);
            for i in 3 * b..3 * b + 3 {
                let cell = &mut cells[9 * row + i];
                let x = s.carry(moving, *cell, *cell);
                let lost = s.or_and(lost_by_row, of_column[i], loses[row / 3]);
                *cell = s.and_not(x, lost);
                if surplus != 0 {
                    // The sibling loses the digit in the minirow, where the lane keeps it.
                    let rest = s.xor(s.or(of_row, of_column[i]), lost);
                    let sibling = s.and_not(x, rest);
                    let to = rows.next().expect("a row for each cell");
                    s.store(s.carry(packing, sibling, sibling), to);
                }
            }
        }
    }
}
