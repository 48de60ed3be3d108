//! Branches stalled lanes: the lane keeps one child, the other goes to a free lane or to the stack.
//!
//! ```text
//!                    third 0     third 1     third 2            digit d, line 4, third 1
//!   line 4 (a row) | x  x  x | | x  x  x | | x  x  x |
//!
//!   the lane       |-d -d -d | | .  .  . | |-d -d -d |          "d is in the minirow"
//!   its sibling    | .  .  . | |-d -d -d | | .  .  . |          "it is not"
//! ```
//!
//! One pass over the 81 cells edits all lanes at once; a lane without a guess has no digit and does not change. Editing
//! single lanes in memory would stall: a vector cannot be loaded while narrow stores to it are in the store buffer.

use super::guess::Guess;
use super::simd::Simd;
use super::stack::Stack;

/// Branches the lanes of `direct` to the lanes of `free`, as many, and the lanes of `surplus` to the stack.
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
    let digit = s.select(s.mask(direct | surplus), guess.digit, zero);
    let everything = s.splat(0x1ff);
    let third = [
        s.select(s.equal(guess.third, zero), everything, zero),
        s.select(s.equal(guess.third, s.splat(1)), everything, zero),
        s.select(s.equal(guess.third, s.splat(2)), everything, zero),
    ];
    let moving = s.moving(direct, free);
    let packing = s.packing(surplus);
    let column = stack.len();
    stack.reserve(S::LANES);

    let mut of_column = [zero; 9];
    for (i, of_column) in of_column.iter_mut().enumerate() {
        *of_column = s.select(s.equal(guess.line, s.splat(9 + i as u16)), digit, zero);
    }
    for row in 0..9 {
        let of_row = s.select(s.equal(guess.line, s.splat(row as u16)), digit, zero);
        for b in 0..3 {
            // What the two children lose in this minirow by its row …
            let out = s.and(of_row, third[b]);
            let kept = s.and_not(of_row, third[b]);
            for column_in_box in 0..3 {
                let cell = 9 * row + 3 * b + column_in_box;
                // … and by its column.
                let of_column = of_column[3 * b + column_in_box];
                let out = s.or_and(out, of_column, third[row / 3]);
                let kept = s.or_and_not(kept, of_column, third[row / 3]);
                let x = cells[cell];
                let sibling = s.and_not(x, out);
                cells[cell] = s.carry(moving, sibling, s.and_not(x, kept));
                if surplus != 0 {
                    s.store(s.carry(packing, sibling, sibling), stack.row_mut(cell, column));
                }
            }
        }
    }
}
