//! The comparison of patterns that remove candidates, as on HoDoKu's scale.
//!
//! The pattern that removes more candidates is better. Of patterns that remove the same number, the better one has the smaller
//! weighted sum:
//!
//! ```text
//!   removed, by digit, then by cell        5 in cell 12   5 in cell 40   7 in cell 3
//!   weights 1, 81, 161, …                  12·1 + 5   +   40·81 + 5  +   3·161 + 7
//! ```
//!
//! Of equal patterns, the first one found is kept.

use std::cmp::Reverse;

use crate::board::Digits;

use crate::logic::grid9::cells::CellSet;
use crate::logic::grid9::pattern::Eliminations;
use crate::logic::step::Candidate;

/// The sort key of a pattern: smaller is better.
pub(crate) type Worth = (Reverse<u32>, u32);

/// The worst key: a pattern that removes nothing.
pub(crate) const WORTHLESS: Worth = (Reverse(0), 0);

/// The key of removing `digits`. `cells_of` returns the cells that lose a digit.
#[inline]
pub(crate) fn worth(digits: Digits, cells_of: impl Fn(u8) -> CellSet) -> Worth {
    let (mut count, mut sum) = (0, 0);
    for digit in digits.iter() {
        for cell in cells_of(digit).iter() {
            sum += cell.index() as u32 * (80 * count + 1) + u32::from(digit);
            count += 1;
        }
    }
    (Reverse(count), sum)
}

/// The key of removing candidates, in the given order.
#[inline]
pub(crate) fn worth_of(removed: &[Candidate]) -> Worth {
    let weights = (0..).map(|count| 80 * count + 1);
    let terms = removed.iter().zip(weights);
    let sum = terms.map(|(one, weight)| u32::from(one.cell) * weight + u32::from(one.digit));
    (Reverse(removed.len() as u32), sum.sum())
}

/// The candidates of these digits, by digit, then by cell. `cells_of` returns the cells of a digit.
pub(crate) fn by_digit(digits: Digits, cells_of: impl Fn(u8) -> CellSet) -> Eliminations {
    let of_digit = |digit| cells_of(digit).iter().map(move |cell| Candidate::new(cell, digit));
    digits.iter().flat_map(of_digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::testing::{cell, digits};

    #[test]
    fn more_removals_are_better_then_a_smaller_sum() {
        let of = |names: &'static str| move |_| names.split(' ').map(cell).collect::<CellSet>();
        let one = worth(digits("5"), of("r2c4"));
        assert_eq!(one, (Reverse(1), 12 + 5));
        let two = worth(digits("57"), of("r2c4"));
        assert_eq!(two, (Reverse(2), 12 + 5 + 12 * 81 + 7));
        assert!(two < one && one < WORTHLESS);
        assert_eq!(worth_of(&by_digit(digits("57"), of("r2c4"))), two);
        assert_eq!(by_digit(digits("57"), of("r2c4 r1c1")).len(), 4);
        assert_eq!(by_digit(digits("57"), of("r2c4 r1c1"))[1].classic_cell(), cell("r2c4"));
    }
}
