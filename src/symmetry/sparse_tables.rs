//! The tables of sparse.rs: the sorting of stacks of three nibbles and their columns.

#![forbid(unsafe_code)]

use super::lines::{LINE_ORDERS, LINES, ORDERS_OF_3};

/// The position of the lowest bit of the value in a choice.
pub const VALUE: u32 = 28;

/// The orders of [`LINES`] for places counted down from byte 15.
pub static REVERSED: [[u8; 16]; LINE_ORDERS] = {
    let mut orders = [[0; 16]; LINE_ORDERS];
    let mut number = 0;
    while number < LINE_ORDERS {
        let mut k = 0;
        while k < 9 {
            orders[number][15 - k] = 15 - LINES[number][k];
            k += 1;
        }
        number += 1;
    }
    orders
};

/// Three nibbles with the first two, or all three, sorted.
pub static SORTED: [[u16; 4096]; 2] = {
    let mut tables = [[0; 4096]; 2];
    let mut i = 0;
    while i < 4096 {
        let (a, b, c) = (i as u16 >> 8, i as u16 >> 4 & 15, i as u16 & 15);
        let (a, b) = if a > b { (b, a) } else { (a, b) };
        tables[0][i] = a << 8 | b << 4 | c;
        let (b, c) = if b > c { (c, b) } else { (b, c) };
        let (a, b) = if a > b { (b, a) } else { (a, b) };
        tables[1][i] = a << 8 | b << 4 | c;
        i += 1;
    }
    tables
};

/// The orders that sort three items, as a bit set of the six orders, by two bits for each pair (first with second,
/// first with third, second with third): 0 if the left item comes first, 1 if the right one does, 2 for either.
pub static SORTING: [u8; 64] = {
    let mut sets = [0; 64];
    let mut code = 0;
    while code < 64 {
        let mut i = 0;
        while i < 6 {
            let order = ORDERS_OF_3[i];
            let (mut k, mut fits) = (0, true);
            while k < 3 {
                let (x, y) = [(0, 1), (0, 2), (1, 2)][k];
                // Whether x comes before y in this order.
                let before = order[0] == x || order[2] == y;
                let pair = code >> (2 * k) & 3;
                fits = fits && (pair == 2 || (pair == 0) == before);
                k += 1;
            }
            if fits {
                sets[code] |= 1 << i;
            }
            i += 1;
        }
        code += 1;
    }
    sets
};

/// The [`SORTING`] code of three nibbles.
pub static PAIRS: [u8; 4096] = {
    let mut codes = [0; 4096];
    let mut i = 0;
    while i < 4096 {
        codes[i] = pairs(i as u16 >> 8, i as u16 >> 4 & 15, i as u16 & 15);
        i += 1;
    }
    codes
};

/// Blanks keep their order, because exchanging them changes nothing.
const fn pair(x: u16, y: u16) -> u8 {
    if x > y {
        1
    } else if x == y && x != 0 {
        2
    } else {
        0
    }
}

pub const fn pairs(a: u16, b: u16, c: u16) -> u8 {
    pair(a, b) | pair(a, c) << 2 | pair(b, c) << 4
}

/// The pairs of three items that may be exchanged when the first 0, 1, 2 or 3 are free.
pub const FREE_PAIRS: [u8; 4] = [0, 0, 0b11, 0b11_1111];

/// The value of a row without labeled digits, with everything free and sorted, by its mask.
pub static FIRST_VALUES: [u64; 512] = {
    let mut values = [0; 512];
    let mut mask = 0;
    while mask < 512 {
        // The number of digits in each stack, smallest first.
        let mut counts = [0; 3];
        let mut k = 0;
        while k < 9 {
            counts[k / 3] += mask >> k & 1;
            k += 1;
        }
        let order = SORTING[pairs(counts[0], counts[1], counts[2]) as usize].trailing_zeros();
        let mut stack = 0;
        while stack < 3 {
            let stacks = [0, 0xf, 0xff, 0xfff];
            let count = counts[ORDERS_OF_3[order as usize][stack] as usize];
            values[mask as usize] = values[mask as usize] << 12 | stacks[count as usize];
            stack += 1;
        }
        values[mask as usize] <<= VALUE;
        mask += 1;
    }
    values
};
