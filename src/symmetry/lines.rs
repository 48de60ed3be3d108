//! Numbering of the 1296 orders of nine lines that keep bands together, and of the 362,880 orders of nine digits.
//!
//! ```text
//!   lines   216·(order of the bands) + 36·(order in band 0) + 6·(in band 1) + (in band 2)
//!   digits  216·(which three digits come first, next, last: 1680 ways) + the three inner orders as above
//! ```
//!
//! *Cost.* Both are products of a table and the same 216 inner orders, so a uniformly random order takes two table
//! lookups instead of a Fisher–Yates shuffle with eight dependent steps.

#![forbid(unsafe_code)]

/// The six orders of three items, in lexicographic order.
pub const ORDERS_OF_3: [[u8; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The number of orders of nine lines that keep bands together.
pub const LINE_ORDERS: usize = 1296;

/// The number of ways to deal nine digits into a first, a second and a third triple.
pub const DEALS: usize = 1680;

/// The number of orders of nine digits.
pub const DIGIT_ORDERS: usize = 216 * DEALS;

/// Line order `number`: place k receives line `LINES[number][k]`. Padded to 16 for byte shuffles.
pub static LINES: [[u8; 16]; LINE_ORDERS] = {
    let mut lines = [[0; 16]; LINE_ORDERS];
    let mut number = 0;
    while number < LINE_ORDERS {
        let mut k = 0;
        while k < 9 {
            let band = ORDERS_OF_3[number / 216][k / 3];
            lines[number][k] = 3 * band + inner(number % 216, k);
            k += 1;
        }
        number += 1;
    }
    lines
};

/// The place within triple k / 3 to which inner order `number` (of 216) moves place k.
const fn inner(number: usize, k: usize) -> u8 {
    let order = match k / 3 {
        0 => number / 36,
        1 => number / 6 % 6,
        _ => number % 6,
    };
    ORDERS_OF_3[order][k % 3]
}

/// The digits 1 to 9 dealt into three ascending triples. Padded to 16 with zeros.
pub static DEAL: [[u8; 16]; DEALS] = {
    let mut deals = [[0; 16]; DEALS];
    let mut deal = 0;
    let mut pair = 0u32;
    while pair < 1 << 18 {
        let (first, second) = (pair >> 9, pair & 511);
        if first.count_ones() == 3 && second.count_ones() == 3 && first & second == 0 {
            let triples = [first, second, 511 & !(first | second)];
            let mut place = 0;
            while place < 9 {
                let mut left = triples[place / 3];
                while left != 0 {
                    deals[deal][place] = left.trailing_zeros() as u8 + 1;
                    left &= left - 1;
                    place += 1;
                }
            }
            deal += 1;
        }
        pair += 1;
    }
    deals
};

/// Digit order `number`: the images of 1, 2, … 9; place 0 (blank) contains 0. Padded to 16.
#[inline]
pub fn digit_order(number: usize) -> [u8; 16] {
    let deal = &DEAL[number / 216];
    let places = &LINES[number % 216];
    let mut digits = [0; 16];
    for k in 0..9 {
        digits[k + 1] = deal[usize::from(places[k])];
    }
    digits
}

/// The number of a line order; `None` if a band is split or a line is missing.
pub fn line_number(order: &[u8; 9]) -> Option<usize> {
    // The number is computed from two of each three lines, which is correct only for line orders.
    let three = |a: u8, b: u8, c: u8| usize::from(2 * a + u8::from(b > c));
    if order.iter().any(|&line| line > 8) {
        return None;
    }
    let inner = |k: usize| three(order[k] % 3, order[k + 1] % 3, order[k + 2] % 3);
    let bands = three(order[0] / 3, order[3] / 3, order[6] / 3);
    let number = 216 * bands + 36 * inner(0) + 6 * inner(3) + inner(6);
    (LINES[number][..9] == *order).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_order_has_one_number() {
        let lines: HashSet<_> = LINES.iter().collect();
        assert_eq!(lines.len(), LINE_ORDERS);
        for (number, line) in LINES.iter().enumerate() {
            let order: [u8; 9] = line[..9].try_into().unwrap();
            assert_eq!(line_number(&order), Some(number));
            let mut torn = order;
            torn.swap(0, 8);
            assert_eq!(line_number(&torn), None);
            torn[0] = order[1];
            assert_eq!(line_number(&torn), None);
            assert!(order.chunks(3).all(|band| band.iter().all(|l| l / 3 == band[0] / 3)));
            assert_eq!(order.iter().fold(0, |seen, l| seen | 1 << l), 0x1ff);
        }
        let mut digits = HashSet::new();
        for number in 0..DIGIT_ORDERS {
            let order = digit_order(number);
            assert_eq!(order[1..10].iter().fold(0, |seen, d| seen | 1 << d), 0x3fe);
            assert_eq!([order[0], order[10], order[15]], [0; 3]);
            assert!(digits.insert(order));
        }
    }
}
