//! Candidates by number, and sets of them.
//!
//! ```text
//!   number = 9·cell + digit − 1          word 0: 0 … 63   word 1: 64 … 127   …   word 11: 704 … 728
//! ```
//!
//! Increasing numbers are the order in which chains are started: cells row by row, digits ascending.

use crate::board::Cell;
use crate::logic::Candidate;

/// How many candidates there are.
pub(super) const CANDIDATES: usize = 729;

/// The number of a candidate; `digit` is 1 to 9.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bits([u64; 12]);

impl Bits {
    /// No candidate.
    pub(super) const NONE: Bits = Bits([0; 12]);

    #[inline]
    pub(super) fn contains(&self, candidate: u16) -> bool {
        self.0[usize::from(candidate) / 64] >> (candidate % 64) & 1 != 0
    }

    #[inline]
    pub(super) fn insert(&mut self, candidate: u16) {
        self.0[usize::from(candidate) / 64] |= 1 << (candidate % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, candidate: u16) {
        self.0[usize::from(candidate) / 64] &= !(1 << (candidate % 64));
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The candidates of both sets.
    #[inline]
    pub(super) fn and(&self, other: &Bits) -> Bits {
        Bits(std::array::from_fn(|k| self.0[k] & other.0[k]))
    }

    /// The candidates in increasing order.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = u16> + use<> {
        let words = self.0;
        (0..12u16).flat_map(move |k| {
            let mut rest = words[usize::from(k)];
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as u16;
                    rest &= rest - 1;
                    64 * k + bit
                })
            })
        })
    }

    /// A fingerprint: equal sets have equal ones.
    pub(super) fn hash(&self) -> u64 {
        self.0.iter().fold(0, |hash, &word| mix(hash ^ word))
    }
}

/// Spreads the bits of a word.
#[inline]
pub(super) fn mix(word: u64) -> u64 {
    let folded = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    folded ^ folded >> 29
}
