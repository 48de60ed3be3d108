//! Candidates as numbers, and sets of them.
//!
//! ```text
//!   number = 9·cell + digit − 1          word 0: 0 … 63   word 1: 64 … 127   …   word 11: 704 … 728
//! ```
//!
//! Chains are started in the order of the numbers: cells in row-major order, digits ascending.

use crate::board::Cell;
use crate::logic::Candidate;

/// The number of candidates of an empty board.
pub(super) const CANDIDATES: usize = 729;

/// The number of a candidate. `digit` is 1 to 9.
#[inline]
pub(super) fn number(cell: Cell, digit: u8) -> u16 {
    9 * cell.index() as u16 + u16::from(digit) - 1
}

/// The cell of a candidate.
#[inline]
pub(super) fn cell(candidate: u16) -> Cell {
    Cell::new(usize::from(candidate) / 9)
}

/// The digit of a candidate, 1 to 9.
#[inline]
pub(super) fn digit(candidate: u16) -> u8 {
    (candidate % 9) as u8 + 1
}

/// The candidate with this number.
pub(super) fn candidate(number: u16) -> Candidate {
    Candidate::new(cell(number), digit(number))
}

/// A set of candidates.
pub(super) type Bits = crate::logic::bits::Bits<12>;

/// A hash of a set.
pub(super) fn hash(set: &Bits) -> u64 {
    set.words().iter().fold(0, |hash, &word| mix(hash ^ word))
}

/// Spreads the bits of a word.
#[inline]
pub(super) fn mix(word: u64) -> u64 {
    let folded = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    folded ^ folded >> 29
}
