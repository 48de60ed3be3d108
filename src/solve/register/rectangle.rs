//! Detects whether two digits of a solution can be exchanged in a rectangle, which yields another solution.
//!
//! ```text
//!   . a . | . b .       two rows of a band, two columns of different boxes, two digits: an unavoidable set of four cells.
//!   . . . | . . .       If each of the four may hold the other digit too, there is a second solution.
//!   . b . | . a .       Likewise with two columns of a stack.
//! ```
//!
//! On boards with 24 random givens, 87 % of the solutions have such a rectangle.

use crate::arch::unrolled;

use super::round::{along, position, three};
use super::vector::Nine;

/// Whether a solution of a node has such a rectangle.
#[inline(always)]
pub(in crate::solve) fn exchanges<S: Nine>(
    s: S,
    node: &[S::Vector; 9],
    solution: &[S::Vector; 9],
) -> bool {
    let found =
        s.or(along_lines::<S, false>(s, node, solution), along_lines::<S, true>(s, node, solution));
    !s.is_zero(found)
}

/// The digits of the rectangles in the bands, or in the stacks.
#[inline(always)]
fn along_lines<S: Nine, const STACKS: bool>(
    s: S,
    node: &[S::Vector; 9],
    solution: &[S::Vector; 9],
) -> S::Vector {
    let mut found = s.splat(0);
    for line in 0..3 {
        // The digits of two cells of a box in one column (or row), if each cell may hold the other's digit.
        let pairs = three!(C => {
            let a = position::<STACKS>(line, C);
            let b = position::<STACKS>((line + 1) % 3, C);
            let digits = s.or(solution[a], solution[b]);
            s.unless(digits, s.and_not(digits, s.and(node[a], node[b])))
        });
        for other in pairs {
            let other = along::<S, STACKS, 1>(s, other);
            for pair in pairs {
                found = s.or(found, s.unless(pair, s.xor(pair, other)));
            }
        }
    }
    found
}
