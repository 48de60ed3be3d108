//! The guess: "this digit is in this minirow" against "it is not".
//!
//! ```text
//!   row 0   a . .   . a .   b . .        the digit has two ways left in this band, a and b:
//!   row 1   b . .   . . .   . a b   ...  they differ in row 1, so: in the box's minirow of row 1, or not?
//!   row 2   ...
//! ```
//!
//! Of the six bands and stacks it takes the one with the fewest ways, counted over all digits, that is not
//! settled (nine ways, one for each digit); in it a digit with two ways, or if none has, with more; and a
//! minirow that not all its ways use. The two answers exclude each other, so nothing is searched twice.
//! "In this minirow" is said as "not in the two others of its box": the other boxes follow.
//!
//! Nothing is decided by a branch: the six are compared at once, and masks do the rest.
//! Half the nodes of "the cell with the fewest candidates" (137 instead of 274 on hardest_1905).

use super::round::{Ways, along, position, rests, three, ways};
use super::vector::Nine;

/// Words of the first row of boxes of each band, then of each stack.
const BAND: u64 = 0b0111;
const STACK: u64 = 0b0001_0001_0001;
/// Where the least region may be split, as bits 32·direction + 16·line + word. The first two of the three
/// lines are enough: ways that agree in two lines are the same.
const REGIONS: [u64; 6] = {
    let band = BAND | BAND << 16;
    let stack = (STACK | STACK << 16) << 32;
    [band, band << 4, band << 8, stack, stack << 1, stack << 2]
};
/// The positions of a line, all bits set: the first two rows of a box, then the first two columns.
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

/// What one direction has to offer.
struct Offer<V> {
    /// The number of ways of the whole band, in each of its boxes.
    freedom: V,
    /// The digit to split, in each box of the band.
    digit: V,
    /// That digit where some ways of it use the minirow and some do not; first two lines.
    open: [V; 2],
    /// Nonzero where two digits have to go into the same cell, or four into the same minirow.
    clash: V,
}

#[inline(always)]
fn offer<S: Nine, const STACKS: bool>(
    s: S,
    cells: &[S::Vector; 9],
    rests: &[S::Vector; 9],
) -> Offer<S::Vector> {
    let Ways { right, left, possible, elsewhere, hidden, .. } = ways::<S, STACKS>(s, cells, rests);
    macro_rules! around {
        ($v:expr) => {
            [$v, along::<S, STACKS, 1>(s, $v), along::<S, STACKS, 2>(s, $v)]
        };
    }
    // Each way uses one minirow of line 0, so line 0 counts them all.
    let count = s.add(s.population(right[0]), s.population(left[0]));
    let count = around!(count);
    let freedom = s.add(s.add(count[0], count[1]), count[2]);

    // A full adder for each digit's three ways to the right, one for those to the left.
    let (r, l) = (around!(right[0]), around!(left[0]));
    let (one_r, two_r) = (s.xor3(r[0], r[1], r[2]), s.majority(r[0], r[1], r[2]));
    let (one_l, two_l) = (s.xor3(l[0], l[1], l[2]), s.majority(l[0], l[1], l[2]));
    let (both, twos) = (s.and(one_r, one_l), s.or(two_r, two_l));
    let exactly_two = s.or(s.and_not(both, twos), s.and_nor(s.xor(two_r, two_l), one_r, one_l));
    let pool = s.or(exactly_two, s.unless(s.or(both, twos), exactly_two));
    let digit = s.and_not(pool, s.rest(pool));

    let mut clash = s.splat(0);
    for line in 0..3 {
        let v = three!(C => s.rest(s.and(cells[position::<STACKS>(line, C)], hidden[line])));
        clash = s.or(clash, s.or3(v[0], v[1], v[2]));
        // Four digits have to go into three cells if something is left of them beyond three.
        let certain = s.and_not(possible[line], elsewhere[line]);
        clash = s.or(clash, s.rest(s.rest(s.rest(certain))));
    }
    Offer {
        freedom,
        digit,
        open: [s.and3(possible[0], elsewhere[0], digit), s.and3(possible[1], elsewhere[1], digit)],
        clash,
    }
}

/// The cells of the two children: the digit in the minirow, and not.
type Children<V> = ([V; 9], [V; 9]);

/// The two children of a stalled node; `None` if there is no solution.
#[inline(always)]
pub(super) fn guess<S: Nine>(s: S, cells: &[S::Vector; 9]) -> Option<Children<S::Vector>> {
    let rests = rests(s, cells);
    let bands = offer::<S, false>(s, cells, &rests);
    let stacks = offer::<S, true>(s, cells, &rests);
    if !s.is_zero(s.or(bands.clash, stacks.clash)) {
        return None;
    }
    // Less 10, what is settled becomes the largest.
    let ten = s.splat(0u16.wrapping_sub(10));
    let (least, region) = s.least(s.add(bands.freedom, ten), s.add(stacks.freedom, ten));
    if least == u16::MAX {
        // Every digit has one way in every band and stack, so one cell in every box: a node that is neither
        // solved by that nor dead does not stall.
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
    Some((inside, outside))
}
