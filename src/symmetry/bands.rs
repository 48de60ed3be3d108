//! The 416 classes of bands: the class of a band, and all ways to transform the band into the smallest form of its
//! class.
//!
//! ```text
//!      box 1      box 2      box 3            labels: box 1 reads 0..8 regardless of its digits;
//!    0  1  2 | a0 b0 c0 | d0 e0 f0            the columns of boxes 2 and 3 are sorted by their top label
//!    3  4  5 | a1 b1 c1 | d1 e1 f1
//!    6  7  8 | a2 b2 c2 | d2 e2 f2            72,576 = 56·6^4 such *normal* bands remain
//!
//!   key = 1296·(4·rank of {a0,b0,c0} among 20 + (0 in row 1 of box 2) + 2·(1 in row 1 of box 2))
//!         + 36·(orders of rows 1 and 2 in box 2) + (orders of rows 1 and 2 in box 3)        < 103,680
//! ```
//!
//! Classes are numbered in the order of their smallest forms, so comparing numbers compares the first three rows of a
//! canonical grid. A *frame* is an order of the rows, a choice of box 1, an order of its columns and an order of the
//! other two boxes; there are 216 frames. Undoing a frame of a smallest form yields a normal band together with a way
//! back to the form, and every such way occurs once. A class therefore has 216 pairs (normal band, way), shared equally
//! by its bands, and the table can be built without a search.
//!
//! *Cost.* 416 · 216 steps for the pairs and as many to find the smallest forms: about 25 ms on first use. The tables
//! occupy 0.5 MB.

#![forbid(unsafe_code)]

use std::sync::LazyLock;

use super::lines::{LINES, ORDERS_OF_3, line_number};

/// Three rows of nine cells.
pub type Band = [[u8; 9]; 3];

/// An upper bound on keys; not every number is the key of a band. A power of two, so that a masked index needs no
/// bounds check.
pub const KEYS: usize = 1 << 17;

/// The number of classes of bands.
pub const CLASSES: usize = 416;

/// The total number of ways to the smallest form from all bands of a class.
pub const WAYS: usize = 216;

/// The rank of the orders of rows 1 and 2, by the signs of three comparisons each; 36 values.
///
/// Bit 0: the first column is smaller than the second; bit 1: the first smaller than the third; bit 2: the second
/// smaller than the third. Bits 3 to 5 are the same for the next row.
pub const ORDER_RANKS: [u8; 64] = {
    // The possible combinations of comparisons; 2 and 5 are contradictory.
    const SINGLE: [u8; 8] = [0, 1, 0, 2, 3, 0, 4, 5];
    let mut ranks = [0; 64];
    let mut i = 0;
    while i < 64 {
        ranks[i] = SINGLE[i & 7] + 6 * SINGLE[i >> 3];
        i += 1;
    }
    ranks
};

/// The rank, among the 20, of a set of three of six labels (bit k is label k + 3).
pub const TRIPLE_RANKS: [u8; 64] = {
    let mut ranks = [0; 64];
    let (mut i, mut n) = (0usize, 0);
    while i < 64 {
        if i.count_ones() == 3 {
            ranks[i] = n;
            n += 1;
        }
        i += 1;
    }
    ranks
};

/// The normal form of a band with respect to its first box.
#[derive(Clone, Copy)]
pub struct Normal {
    /// The number of the normal band.
    pub key: usize,
    /// The source column of each place of the normal band.
    pub columns: [u8; 9],
}

/// The normal form of a band; `cell` returns the digit, 1 to 9, at (row, column).
#[inline]
pub fn normal(cell: impl Fn(usize, usize) -> u8) -> Normal {
    // Nibble d of `labels` is the label of digit d. The shift is taken modulo 64, so any byte is safe.
    let mut labels = 0u64;
    for i in 1..9 {
        labels |= (i as u64).wrapping_shl(4 * u32::from(cell(i / 3, i % 3)));
    }
    let label = |row, column| (labels.wrapping_shr(4 * u32::from(cell(row, column))) & 15) as u32;
    let mut columns = [0, 1, 2, 0, 0, 0, 0, 0, 0];
    let mut orders = [0usize; 2];
    let mut first = 0usize;
    for half in 0..2 {
        // Top label, column and the two labels below in one word. Top labels differ, so they determine the order.
        let [a, b, c] = [0, 1, 2].map(|k| {
            let column = 3 + 3 * half + k;
            label(0, column) << 24
                | (column as u32) << 16
                | label(2, column) << 8
                | label(1, column)
        });
        let (a, b) = (a.min(b), a.max(b));
        let (b, c) = (b.min(c), b.max(c));
        let (a, b) = (a.min(b), a.max(b));
        for (k, word) in [a, b, c].into_iter().enumerate() {
            columns[3 + 3 * half + k] = (word >> 16) as u8;
        }
        let below = |x: u32, y: u32, shift: u32| {
            usize::from((x >> shift) as u8 & 15 < (y >> shift) as u8 & 15)
        };
        let signs = |shift| below(a, b, shift) | below(a, c, shift) << 1 | below(b, c, shift) << 2;
        orders[half] = usize::from(ORDER_RANKS[signs(0) | signs(8) << 3]);
        if half == 0 {
            let bits = |word: u32| 1usize << (word >> 24 & 15) >> 3;
            let has = |l: u32| usize::from([a, b, c].iter().any(|word| word & 15 == l));
            let triple = (bits(a) | bits(b) | bits(c)) & 63;
            first = 4 * usize::from(TRIPLE_RANKS[triple]) + has(0) + 2 * has(1);
        }
    }
    Normal { key: 1296 * first + 36 * orders[0] + orders[1], columns }
}

/// The classes, and the ways to their smallest forms.
pub struct Bands {
    /// The class of each key.
    pub class: Box<[u16; KEYS]>,
    /// The index of a key's first way among the [`WAYS`] of its class.
    pub start: Box<[u8; KEYS]>,
    /// The number of ways of each band in a class.
    pub count: [u8; CLASSES],
    /// All ways, [`WAYS`] per class: 1296·(order of rows) + (order of the columns of the normal band).
    pub ways: Box<[u16]>,
    /// The smallest forms as 27 digits, padded for 32-byte stores.
    pub rows: [[u8; 32]; CLASSES],
}

/// The tables, computed on first use.
pub static BANDS: LazyLock<Bands> = LazyLock::new(Bands::new);

/// A frame: an order of the rows and an order of the columns.
struct Frame {
    rows: [u8; 3],
    columns: [u8; 9],
}

impl Frame {
    /// All 216 frames.
    fn all() -> impl Iterator<Item = Frame> {
        (0..WAYS).map(|i| {
            let (boxes, inner) = (ORDERS_OF_3[i / 6 % 6], ORDERS_OF_3[i % 6]);
            Frame {
                rows: ORDERS_OF_3[i / 36],
                columns: std::array::from_fn(|k| {
                    3 * boxes[k / 3] + if k < 3 { inner[k] } else { k as u8 % 3 }
                }),
            }
        })
    }

    fn cell(&self, band: &Band, row: usize, column: usize) -> u8 {
        band[usize::from(self.rows[row])][usize::from(self.columns[column])]
    }

    /// The normal band of `band` in this frame, and the columns of `band` at its places.
    fn view(&self, band: &Band) -> (usize, [u8; 9]) {
        let normal = normal(|row, column| self.cell(band, row, column));
        (normal.key, normal.columns.map(|k| self.columns[usize::from(k)]))
    }
}

impl Bands {
    fn new() -> Bands {
        let forms = smallest_forms();
        assert_eq!(forms.len(), CLASSES);
        let mut bands = Bands {
            class: vec![0; KEYS].try_into().expect("`KEYS` items"),
            start: vec![0; KEYS].try_into().expect("`KEYS` items"),
            count: [0; CLASSES],
            ways: vec![0; CLASSES * WAYS].into(),
            rows: [[0; 32]; CLASSES],
        };
        for (class, form) in forms.iter().enumerate() {
            let mut ways: Vec<_> = Frame::all()
                .map(|frame| {
                    let (key, columns) = frame.view(form);
                    let mut back = [0; 9];
                    (0..9).for_each(|k| back[usize::from(columns[k])] = k as u8);
                    let mut rows = [0; 3];
                    (0..3).for_each(|k| rows[usize::from(frame.rows[k])] = k as u8);
                    let row_order = ORDERS_OF_3.iter().position(|order| *order == rows);
                    let way = 1296 * row_order.expect("an order")
                        + line_number(&back).expect("boxes stay together");
                    (key, way as u16)
                })
                .collect();
            ways.sort_unstable();
            for (i, &(key, way)) in ways.iter().enumerate() {
                bands.ways[class * WAYS + i] = way;
                if i == 0 || ways[i - 1].0 != key {
                    bands.class[key] = class as u16;
                    bands.start[key] = i as u8;
                }
            }
            bands.count[class] = ways.iter().filter(|&&(key, _)| key == ways[0].0).count() as u8;
            bands.rows[class][..27].copy_from_slice(form.as_flattened());
        }
        bands
    }
}

/// The smallest form of each class, in increasing order.
fn smallest_forms() -> Vec<Band> {
    let mut seen = vec![false; KEYS];
    let mut forms = Vec::with_capacity(CLASSES);
    for band in normal_bands() {
        if seen[normal(|row, column| band[row][column]).key] {
            continue;
        }
        let mut smallest = [[u8::MAX; 9]; 3];
        for frame in Frame::all() {
            let (key, columns) = frame.view(&band);
            if !std::mem::replace(&mut seen[key], true) {
                let view = frame
                    .rows
                    .map(|row| columns.map(|column| band[usize::from(row)][usize::from(column)]));
                smallest = smallest.min(smallest_in_frame(&view));
            }
        }
        forms.push(smallest);
    }
    forms.sort_unstable();
    forms
}

/// The smallest form that leaves the rows, the boxes and the columns of box 1 in place.
///
/// A smallest form starts with 123456789 45: the first labels below box 1's top row are at the left of box 2's top row,
/// in the same order. This function returns no form for a band without this property; another frame of the class does.
fn smallest_in_frame(view: &Band) -> Band {
    let mut smallest = [[u8::MAX; 9]; 3];
    for second in ORDERS_OF_3 {
        for third in ORDERS_OF_3 {
            let columns: [usize; 9] = std::array::from_fn(|k| match k / 3 {
                0 => k,
                1 => 3 + usize::from(second[k - 3]),
                _ => 6 + usize::from(third[k - 6]),
            });
            if view[0][columns[3]] != view[1][0] || view[0][columns[4]] != view[1][1] {
                continue;
            }
            let mut digits = [0; 10];
            (0..9).for_each(|k| digits[usize::from(view[0][columns[k]])] = k as u8 + 1);
            let form = view.map(|row| columns.map(|column| digits[usize::from(row[column])]));
            // The two lower rows may be in the wrong order; another frame then has a smaller form.
            smallest = smallest.min(form);
        }
    }
    smallest
}

/// All normal bands, with digits 1 to 9.
fn normal_bands() -> impl Iterator<Item = Band> {
    let sets =
        |allowed: u16| (0u16..512).filter(move |set| set.count_ones() == 3 && set & !allowed == 0);
    let place = |set: u16, order: usize| {
        let mut rest = set;
        let digits: [u8; 3] = std::array::from_fn(|_| {
            let digit = rest.trailing_zeros() as u8 + 1;
            rest &= rest - 1;
            digit
        });
        ORDERS_OF_3[order].map(|k| digits[usize::from(k)])
    };
    let rows = sets(0o770).flat_map(move |top| {
        // The remaining digits, for row 2, must avoid box 1's bottom row.
        sets(0o707 & !top)
            .map(move |middle| [top, middle, 0o777 & !top & !middle])
            .filter(|[_, _, bottom]| bottom & 0o700 == 0)
    });
    rows.flat_map(move |second| {
        (0..1296).map(move |i| {
            let first = [0o7, 0o70, 0o700];
            std::array::from_fn(|r| {
                let orders = [[0, 0], [i / 216, i / 36 % 6], [i / 6 % 6, i % 6]][r];
                let third = 0o777 & !first[r] & !second[r];
                let parts =
                    [place(first[r], 0), place(second[r], orders[0]), place(third, orders[1])];
                std::array::from_fn(|k| parts[k / 3][k % 3])
            })
        })
    })
}

/// The order of the three rows and the order of the nine columns of a way.
#[inline]
pub fn way_orders(way: u16) -> (&'static [u8; 3], &'static [u8; 16]) {
    (&ORDERS_OF_3[usize::from(way) / 1296 % 6], &LINES[usize::from(way) % 1296])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn there_are_72576_normal_bands_in_416_classes() {
        let keys: HashSet<_> = normal_bands()
            .map(|band| {
                let normal = normal(|row, column| band[row][column]);
                assert_eq!(normal.columns, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
                normal.key
            })
            .collect();
        assert_eq!(keys.len(), 56 * 1296);
        let sizes: usize = BANDS.count.iter().map(|&count| WAYS / usize::from(count)).sum();
        assert_eq!(sizes, 56 * 1296);
        assert_eq!(&BANDS.rows[0][..27], b"\x01\x02\x03\x04\x05\x06\x07\x08\x09\x04\x05\x06\x07\x08\x09\x01\x02\x03\x07\x08\x09\x01\x02\x03\x04\x05\x06");
        assert!(BANDS.rows.is_sorted());
    }

    /// Every way of every normal band leads to the smallest form of its class.
    #[test]
    fn ways_lead_to_the_form() {
        for band in normal_bands() {
            let key = normal(|row, column| band[row][column]).key;
            let class = usize::from(BANDS.class[key]);
            let start = class * WAYS + usize::from(BANDS.start[key]);
            for &way in &BANDS.ways[start..start + usize::from(BANDS.count[class])] {
                let (rows, columns) = way_orders(way);
                let mut digits = [0; 10];
                let at = |r: usize, c: usize| band[usize::from(rows[r])][usize::from(columns[c])];
                (0..9).for_each(|c| digits[usize::from(at(0, c))] = c as u8 + 1);
                let form: Vec<u8> =
                    (0..27).map(|i| digits[usize::from(at(i / 9, i % 9))]).collect();
                assert_eq!(form, BANDS.rows[class][..27]);
            }
        }
    }
}
