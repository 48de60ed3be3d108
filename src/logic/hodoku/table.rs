//! The searches of the scale in order.
//!
//! A row is one search. It covers all techniques with the same place in the order, such as the three kinds of nice loops.

use crate::logic::Technique;
use crate::logic::technique::{Techniques, count_in_order, in_order};

/// The techniques of the scale, in order.
const ORDER: [Technique; count_in_order(true)] = in_order(true);

const fn place(at: usize) -> u16 {
    ORDER[at].place()
}

/// The number of searches.
pub(super) const ROWS: usize = {
    let (mut rows, mut at) = (1, 1);
    while at < ORDER.len() {
        rows += (place(at) != place(at - 1)) as usize;
        at += 1;
    }
    rows
};

const _: () = assert!(ROWS <= 64, "a set of rows has 64 bits");

/// The index in the order at which each row starts, and the end of the last row.
const STARTS: [usize; ROWS + 1] = {
    let mut starts = [ORDER.len(); ROWS + 1];
    let (mut row, mut at) = (1, 1);
    starts[0] = 0;
    while at < ORDER.len() {
        if place(at) != place(at - 1) {
            starts[row] = at;
            row += 1;
        }
        at += 1;
    }
    starts
};

/// The techniques that a row finds.
#[inline]
pub(super) fn techniques_of(row: usize) -> &'static [Technique] {
    &ORDER[STARTS[row]..STARTS[row + 1]]
}

/// The techniques that the scale uses by default, in order.
pub fn techniques_in_order() -> Vec<Technique> {
    ORDER.into_iter().filter(|&technique| Techniques::DEFAULT.contains(technique)).collect()
}
