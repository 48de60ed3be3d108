//! Sets of digits.
//!
//! ```text
//! bit    15 … 9   8 7 6 5 4 3 2 1 0
//! digit           9 8 7 6 5 4 3 2 1        bit k is digit k + 1
//! ```

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use bytemuck::TransparentWrapper;

/// A set of digits 1 to 9; bit k represents digit k + 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, bytemuck::TransparentWrapper)]
#[repr(transparent)]
pub struct Digits(Word);

/// The bits of a set. The type is private, so only this module can create a set from unchecked bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
struct Word(u16);

/// The candidates of each cell, in row-major order: a puzzle with pencil marks.
pub type Candidates = [Digits; 81];

impl Digits {
    /// The empty set.
    pub const NONE: Digits = Digits(Word(0));
    /// The set of all nine digits.
    pub const ALL: Digits = Digits(Word(0x1ff));

    /// The set that contains only `digit` (1 to 9); the empty set for 0 and for values above 9.
    #[inline]
    pub const fn only(digit: u8) -> Digits {
        // A shift by 16 or more would overflow, so values above 9 become 0 first.
        let shift = if digit > 9 { 0 } else { digit };
        Digits::from_bits((1 << shift) >> 1)
    }

    /// The set with these bits; bits above the ninth are ignored.
    #[inline]
    pub const fn from_bits(bits: u16) -> Digits {
        Digits(Word(bits & 0x1ff))
    }

    /// The bits of the set.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.0
    }

    /// The bits of each cell's set, without a copy.
    #[inline]
    pub(crate) fn words(candidates: &Candidates) -> &[u16; 81] {
        let words = bytemuck::cast_slice(Digits::peel_slice(candidates));
        words.try_into().expect("a word for each set")
    }

    /// The number of digits in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.bits().count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits() == 0
    }

    /// Whether `digit` (1 to 9) is in the set.
    #[inline]
    pub const fn contains(self, digit: u8) -> bool {
        self.bits() & Digits::only(digit).bits() != 0
    }

    /// The smallest digit of the set, or 0 if it is empty.
    #[inline]
    pub const fn smallest(self) -> u8 {
        if self.bits() == 0 { 0 } else { self.bits().trailing_zeros() as u8 + 1 }
    }

    /// The largest digit of the set, or 0 if it is empty.
    #[inline]
    pub const fn largest(self) -> u8 {
        (u16::BITS - self.bits().leading_zeros()) as u8
    }

    /// The only digit of the set, or 0 if the set is empty or has several digits.
    #[inline]
    pub const fn single(self) -> u8 {
        if self.bits().is_power_of_two() { self.bits().trailing_zeros() as u8 + 1 } else { 0 }
    }

    /// The digits of the set that are not in `other`.
    #[inline]
    pub const fn without(self, other: Digits) -> Digits {
        Digits(Word(self.bits() & !other.bits()))
    }

    /// Iterates over the digits in increasing order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut rest = self.bits();
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let digit = rest.trailing_zeros() as u8 + 1;
                rest &= rest - 1;
                digit
            })
        })
    }
}

impl From<Digits> for u64 {
    fn from(digits: Digits) -> u64 {
        digits.bits().into()
    }
}

impl BitAnd for Digits {
    type Output = Digits;
    #[inline]
    fn bitand(self, other: Digits) -> Digits {
        Digits(Word(self.bits() & other.bits()))
    }
}

impl BitOr for Digits {
    type Output = Digits;
    #[inline]
    fn bitor(self, other: Digits) -> Digits {
        Digits(Word(self.bits() | other.bits()))
    }
}

impl BitAndAssign for Digits {
    #[inline]
    fn bitand_assign(&mut self, other: Digits) {
        *self = *self & other;
    }
}

impl BitOrAssign for Digits {
    #[inline]
    fn bitor_assign(&mut self, other: Digits) {
        *self = *self | other;
    }
}

impl Not for Digits {
    type Output = Digits;
    #[inline]
    fn not(self) -> Digits {
        Digits::from_bits(!self.bits())
    }
}

impl std::fmt::Debug for Digits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_outside_1_to_9_are_in_no_set() {
        for digit in [0, 10, 15, 16, 17, 64, 255] {
            assert!(Digits::only(digit).is_empty(), "{digit}");
            assert!(!Digits::ALL.contains(digit), "{digit}");
        }
        assert_eq!(Digits::ALL.iter().collect::<Vec<_>>(), (1..=9).collect::<Vec<_>>());
    }

    #[test]
    fn single_is_zero_unless_exactly_one() {
        assert_eq!(Digits::NONE.single(), 0);
        assert_eq!(Digits::only(7).single(), 7);
        assert_eq!((Digits::only(7) | Digits::only(2)).single(), 0);
        assert_eq!((Digits::only(7) | Digits::only(2)).smallest(), 2);
    }
}
