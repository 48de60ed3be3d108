//! The guess: "this digit is in this minirow", or it is not.
//!
//! ```text
//!   row 0   a . .   . a .   b . .        the digit has two ways left in this band, a and b.
//!   row 1   b . .   . . .   . a b   ...  They differ in row 1, so: is it in this box's minirow of row 1?
//!   row 2   ...
//! ```
//!
//! The guess is in the band or stack with the fewest ways over all digits that is not settled (nine ways, one for each
//! digit). There it chooses a digit with two ways or, failing that, more, and a minirow used by some but not all of
//! these ways. The two children have no solution in common, so nothing is searched twice. "In this minirow" removes the
//! digit from the other two minirows of the box; the other boxes follow by propagation.
//!
//! *Cost.* The six regions are compared at once, without branches. The search has half as many nodes as with "the cell
//! with the fewest candidates" (docs/dev/performance.md, "One puzzle at a time").

use crate::arch::unrolled;

use super::round::{Ways, along, position, rests, three, ways};
use super::vector::Nine;

/// The words of the first row of boxes of each band, then of each stack.
const BAND: u64 = 0b0111;
const STACK: u64 = 0b0001_0001_0001;
/// The minirows at which each region may be split, as bits 32·direction + 16·line + word. Two of the three lines
/// suffice, because ways that agree in two lines are equal.
const REGIONS: [u64; 6] = {
    let band = BAND | BAND << 16;
    let stack = (STACK | STACK << 16) << 32;
    [band, band << 4, band << 8, stack, stack << 1, stack << 2]
};
/// The positions of a line, as words with all bits set: the first two rows of a box, then the first two columns.
const LINES: [[u16; 9]; 4] = {
    let mut lines = [[0; 9]; 4];
    let mut cell = 0;
    while cell < 3 {
        lines[0][position::<false>(0, cell)] = !0;
        lines[1][position::<false>(1, cell)] = !0;
        lines[2][position::<true>(0, cell)] = !0;
        lines[3][position::<true>(1, cell)] = !0;
        cell += 1;
    }
    lines
};

/// The possible guesses in one direction.
struct Choices<V> {
    /// The number of ways of the whole band, in each of its boxes.
    freedom: V,
    /// The digit to split, in each box of the band.
    digit: V,
    /// That digit in the minirows used by some but not all of its ways; the first two lines.
    open: [V; 2],
    /// Nonzero if two digits must go into the same cell, or four into the same minirow.
    clash: V,
}

#[inline(always)]
fn choices<S: Nine, const STACKS: bool>(
    s: S,
    cells: &[S::Vector; 9],
    rests: &[S::Vector; 9],
) -> Choices<S::Vector> {
    let Ways { right, left, possible, elsewhere, unsure, .. } = ways::<S, STACKS>(s, cells, rests);
    macro_rules! around {
        ($v:expr) => {
            [$v, along::<S, STACKS, 1>(s, $v), along::<S, STACKS, 2>(s, $v)]
        };
    }
    // Each way uses one minirow of line 0, so line 0 contains every way.
    let count = s.add(s.population(right[0]), s.population(left[0]));
    let count = around!(count);
    let freedom = s.add(s.add(count[0], count[1]), count[2]);

    // One full adder for each digit's three ways to the right, and one for its three ways to the left.
    let (r, l) = (around!(right[0]), around!(left[0]));
    let (one_r, two_r) = (s.xor3(r[0], r[1], r[2]), s.majority(r[0], r[1], r[2]));
    let (one_l, two_l) = (s.xor3(l[0], l[1], l[2]), s.majority(l[0], l[1], l[2]));
    let (both, twos) = (s.and(one_r, one_l), s.or(two_r, two_l));
    let exactly_two = s.or(s.and_not(both, twos), s.and_nor(s.xor(two_r, two_l), one_r, one_l));
    let pool = s.or(exactly_two, s.unless(s.or(both, twos), exactly_two));
    let digit = s.and_not(pool, s.rest(pool));

    let mut clash = s.splat(0);
    for line in 0..3 {
        let hidden = s.and_not(possible[line], unsure[line]);
        let v = three!(C => s.rest(s.and(cells[position::<STACKS>(line, C)], hidden)));
        clash = s.or(clash, s.or3(v[0], v[1], v[2]));
        // If a bit is left after removing three, more than three digits must go into three cells.
        let certain = s.and_not(possible[line], elsewhere[line]);
        clash = s.or(clash, s.rest(s.rest(s.rest(certain))));
    }
    Choices {
        freedom,
        digit,
        open: [s.and3(possible[0], elsewhere[0], digit), s.and3(possible[1], elsewhere[1], digit)],
        clash,
    }
}

/// The two children of a node.
pub(super) struct Children<V> {
    /// The child in which the digit is in the minirow.
    pub inside: [V; 9],
    /// The child in which the digit is not in the minirow.
    pub outside: [V; 9],
    /// The number of ways of all digits in the region.
    pub freedom: u16,
}

/// The two children of a stalled node; `None` if there is no solution.
#[inline(always)]
pub(super) fn guess<S: Nine>(s: S, cells: &[S::Vector; 9]) -> Option<Children<S::Vector>> {
    let rests = rests(s, cells);
    let bands = choices::<S, false>(s, cells, &rests);
    let stacks = choices::<S, true>(s, cells, &rests);
    if !s.is_zero(s.or(bands.clash, stacks.clash)) {
        return None;
    }
    // Subtracting 10 makes a settled region (9) the largest.
    let ten = s.splat(0u16.wrapping_sub(10));
    let (least, region) = s.least(s.add(bands.freedom, ten), s.add(stacks.freedom, ten));
    if least == u16::MAX {
        // Every digit has one way in every band and stack, and therefore one cell in every box. Such a node is solved
        // or dead.
        return None;
    }
    let places = u64::from(s.nonzero(bands.open[0]))
        | u64::from(s.nonzero(bands.open[1])) << 16
        | u64::from(s.nonzero(stacks.open[0])) << 32
        | u64::from(s.nonzero(stacks.open[1])) << 48;
    let place = (places & REGIONS[region]).trailing_zeros() as usize % 64;
    let direction = s.splat(if place < 32 { !0 } else { 0 });
    let digit = s.or(s.and(bands.digit, direction), s.and_not(stacks.digit, direction));
    let digit = s.only(digit, place % 16);
    let line = &LINES[place / 16];
    let (mut inside, mut outside) = (*cells, *cells);
    for i in 0..9 {
        let here = s.and(digit, s.splat(line[i]));
        outside[i] = s.and_not(cells[i], here);
        inside[i] = s.and_not(cells[i], s.xor(digit, here));
    }
    Some(Children { inside, outside, freedom: least.wrapping_add(10) })
}
