//! Sets of digits: bit k of a `u64` represents digit k + 1.

#![forbid(unsafe_code)]

/// There is no solution: a cell has no digit left, or a rule cannot be satisfied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conflict;

/// The first `count` digits.
pub(super) const fn all(count: usize) -> u64 {
    if count >= 64 { !0 } else { (1 << count) - 1 }
}

/// The digits of a cell with this given; all digits for a blank cell.
#[inline]
pub(crate) fn of_given(digit: u8) -> u64 {
    match digit {
        0 => !0,
        digit => 1u64.checked_shl(u32::from(digit) - 1).unwrap_or(0),
    }
}

/// Whether a set has exactly one digit.
#[inline]
pub(crate) fn is_single(digits: u64) -> bool {
    digits != 0 && digits & (digits - 1) == 0
}

/// The only digit of a set, or 0 if the set is empty or has several digits.
#[cfg(any(test, feature = "logic"))]
#[inline]
pub(super) fn single(digits: u64) -> u8 {
    if is_single(digits) { digits.trailing_zeros() as u8 + 1 } else { 0 }
}

/// The digits of a set as one-element sets, smallest first.
#[inline]
pub(crate) fn bits(mut digits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = digits & digits.wrapping_neg();
        digits ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
