//! The boards of a position, one for each digit.

#![forbid(unsafe_code)]

use crate::rules::arch::DIGITS;
use crate::rules::digits::bits;

use super::cells::Cells;

/// The cells that may hold each digit.
#[derive(Clone, Copy)]
pub(super) struct Board<const W: usize> {
    pub places: [Cells<W>; DIGITS],
    /// The digits that the cells of totals and automata may hold.
    pub sets: [[u16; 64]; W],
    /// Cells with one digit that has been removed from their peers.
    pub done: Cells<W>,
}

impl<const W: usize> Board<W> {
    pub const EMPTY: Board<W> =
        Board { places: [[0; W]; DIGITS], sets: [[0; 64]; W], done: [0; W] };

    /// The digits that a cell may hold.
    #[inline(always)]
    pub fn digits(&self, largest: usize, cell: usize) -> u64 {
        let mut digits = 0;
        for (d, places) in self.places[..largest].iter().enumerate() {
            digits |= (places[cell / 64] >> (cell % 64) & 1) << d;
        }
        digits
    }

    /// Removes these digits from a cell.
    #[inline(always)]
    pub fn take(&mut self, digits: u64, cell: usize) {
        for digit in bits(digits) {
            self.places[digit.trailing_zeros() as usize][cell / 64] &= !(1 << (cell % 64));
        }
    }
}
