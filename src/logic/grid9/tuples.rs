//! k sets with k elements between them: the search behind naked sets, hidden sets and fish.
//!
//! ```text
//!   naked set     k cells of a house    with   k digits                 sets[place] = candidates
//!   hidden set    k digits of a house   with   k places                 sets[digit] = places
//!   fish          k lines               with   k places of a digit      sets[line]  = places
//! ```

use std::ops::ControlFlow;

use crate::logic::bits::ones;

/// The size of each subset of nine elements. A lookup is much faster than counting bits in builds that cannot use the
/// processor's instruction.
const SIZES: [u8; 512] = {
    let mut sizes = [0; 512];
    let mut set = 0;
    while set < 512 {
        sizes[set] = (set as u16).count_ones() as u8;
        set += 1;
    }
    sizes
};

/// The number of elements of a subset of nine.
#[inline]
pub(crate) fn size(set: u16) -> u32 {
    u32::from(SIZES[usize::from(set & 0x1FF)])
}

/// The members of a subset of nine, in ascending order.
#[inline]
pub(crate) fn members(set: u16) -> impl Iterator<Item = usize> {
    ones(set.into()).map(usize::from)
}

/// The sets that may belong to a tuple of size `degree`, among sets with at least `least` elements.
#[inline]
pub(crate) fn eligible(sets: &[u16; 9], degree: u32, least: u32) -> u16 {
    let mut bits = 0;
    for (i, set) in sets.iter().enumerate() {
        let size = size(*set);
        bits |= u16::from(size >= least && size <= degree) << i;
    }
    bits
}

/// Visits the choices of `degree` sets among `eligible` that have `degree` elements between them, with these elements. If
/// `IN_ORDER`, the choices come in lexicographic order, {0, 1}, {0, 2}, …, {1, 2}, …; otherwise in increasing order of their
/// bits.
#[inline]
pub(crate) fn tuples<B, const IN_ORDER: bool>(
    sets: &[u16; 9],
    eligible: u16,
    degree: u32,
    found: &mut impl FnMut(u16, u16) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if size(eligible) < degree {
        return ControlFlow::Continue(());
    }
    extend::<B, IN_ORDER>(sets, eligible, degree, (degree, 0, 0), found)
}

/// Visits extensions of `part`, a choice of sets with its elements, by sets of `open`: {0}, {0, 1}, {0, 1, 2}, …, {1}, …. Each
/// is visited with the sets that could still be added, and is extended only if `visit` returns true.
pub(crate) fn grow(
    sets: &[u16; 9],
    mut open: u16,
    part: (u16, u16),
    visit: &mut impl FnMut(u16, u16, u16) -> bool,
) {
    while open != 0 {
        let next = open.trailing_zeros();
        open &= open - 1;
        let (chosen, union) = (part.0 | 1 << next, part.1 | sets[next as usize]);
        if visit(chosen, union, open) {
            grow(sets, open, (chosen, union), visit);
        }
    }
}

/// Whether a set outside the choice has some of its elements.
#[inline]
pub(crate) fn removes(sets: &[u16; 9], chosen: u16, union: u16) -> bool {
    members(!chosen & 0x1FF).fold(0, |all, other| all | sets[other]) & union != 0
}

/// The highest set is chosen first, so that the bits increase, or the lowest set for lexicographic order.
fn extend<B, const IN_ORDER: bool>(
    sets: &[u16; 9],
    eligible: u16,
    degree: u32,
    (missing, chosen, union): (u32, u16, u16),
    found: &mut impl FnMut(u16, u16) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if missing == 0 {
        return if size(union) == degree {
            found(chosen, union)
        } else {
            ControlFlow::Continue(())
        };
    }
    let mut rest = eligible;
    while rest != 0 {
        let i = rest.trailing_zeros();
        rest &= rest - 1;
        let left = if IN_ORDER { rest } else { eligible & ((1 << i) - 1) };
        let union = union | sets[i as usize];
        if size(union) <= degree && size(left) + 1 >= missing {
            let next = (missing - 1, chosen | 1 << i, union);
            extend::<B, IN_ORDER>(sets, left, degree, next, found)?;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_come_in_order() {
        let sets = [0b11, 0b101, 0b110, 0b11, 0b111, 0b1, 0, 0b1100, 0b11];
        let mut found = Vec::new();
        let all = eligible(&sets, 2, 2);
        assert_eq!(all, 0b1_1000_1111);
        let _ = tuples::<(), false>(&sets, all, 2, &mut |chosen, union| {
            found.push((chosen, union));
            ControlFlow::Continue(())
        });
        assert_eq!(found, [(0b1001, 0b11), (0b1_0000_0001, 0b11), (0b1_0000_1000, 0b11)]);
        let mut triples = Vec::new();
        let _ = tuples::<(), false>(&sets, eligible(&sets, 3, 2), 3, &mut |chosen, _| {
            triples.push(chosen);
            ControlFlow::Continue(())
        });
        assert!(
            triples.is_sorted() && triples.contains(&0b111) && triples.contains(&0b1_0001_0010)
        );
        let mut in_order = Vec::new();
        let _ = tuples::<(), true>(&sets, all, 2, &mut |chosen, _| {
            in_order.push(chosen);
            ControlFlow::Continue(())
        });
        assert_eq!(in_order, [0b1001, 0b1_0000_0001, 0b1_0000_1000]);
        let first =
            tuples::<_, false>(&sets, 0b111, 3, &mut |chosen, _| ControlFlow::Break(chosen));
        assert_eq!(first, ControlFlow::Break(0b111));
    }
}
