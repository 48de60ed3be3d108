//! The canonical form of boards in which some row or column repeats a digit.
//!
//! Equal new digits in one row receive *one* label, so the method of `sparse` does not apply. The search starts from
//! all 2 · 1296 column orders and proceeds breadth first over rows with their final labels. Equal rows within a band,
//! and equal bands, are interchangeable: the search tries one of them and multiplies the number of automorphisms at the
//! end.
//!
//! *Cost.* At most 23,328 states in all tests; no such board is a puzzle.

#![forbid(unsafe_code)]

use super::lines::{LINE_ORDERS, LINES};

/// Whether some row or column contains a digit twice.
pub fn repeats(grid: &[u8; 81]) -> bool {
    let (mut twice, mut columns) = (0u16, [0u16; 9]);
    for row in grid.chunks_exact(9) {
        let mut seen = 0u16;
        for (column, &digit) in columns.iter_mut().zip(row) {
            // Bit 0, for blanks, is ignored.
            let bit = 1u16.wrapping_shl(u32::from(digit)) & !1;
            twice |= bit & (seen | *column);
            seen |= bit;
            *column |= bit;
        }
    }
    twice != 0
}

/// Buffers reused from board to board.
#[derive(Default)]
pub struct Scratch {
    states: Vec<State>,
    next: Vec<State>,
}

#[derive(Clone, Copy)]
struct State {
    /// The number of the column order.
    columns: u16,
    /// The unused rows.
    unused: u16,
    /// 0 for rows, 9 for columns.
    orientation: u8,
    /// The band of the next row; 3 at the start of a band.
    band: u8,
    /// Nibble d is the label of digit d, or 15 if it has none.
    labels: u64,
}

/// The canonical form of any board, and its number of automorphisms.
pub fn canonical(grid: &[u8; 81], scratch: &mut Scratch) -> ([u8; 81], u32) {
    let Scratch { states, next } = scratch;
    let mut rows = [[0u8; 9]; 18];
    for (i, &digit) in grid.iter().enumerate() {
        rows[i / 9][i % 9] = digit;
        rows[9 + i % 9][i / 9] = digit;
    }
    let equal = [0, 9].map(|first| Equal::new(rows[first..first + 9].try_into().expect("nine")));
    states.clear();
    for (side, orientation) in [0, 9].into_iter().enumerate() {
        // Equal columns and stacks are the equal rows and bands of the other orientation.
        let other = &equal[1 - side];
        states.extend(
            (0..LINE_ORDERS as u16)
                .filter(|&columns| other.is_first(&LINES[usize::from(columns)]))
                .map(|columns| State {
                    columns,
                    unused: 0o777,
                    orientation,
                    band: 3,
                    labels: u64::MAX << 4,
                }),
        );
    }
    let mut form = [0; 81];
    let mut known = 0;
    for level in 0..9 {
        let mut smallest = u64::MAX;
        next.clear();
        for state in &*states {
            let side = usize::from(state.orientation != 0);
            let mut candidates = if level % 3 == 0 {
                equal[side].bands(state.unused)
            } else {
                equal[side].rows(state.unused & 0o7 << (3 * state.band))
            };
            while candidates != 0 {
                let row = candidates.trailing_zeros() as usize;
                candidates &= candidates - 1;
                let order = &LINES[usize::from(state.columns)];
                let (mut value, mut labels, mut number) = (0, state.labels, known);
                for &column in &order[..9] {
                    let digit =
                        u32::from(rows[usize::from(state.orientation) + row][usize::from(column)]);
                    let mut label = labels.wrapping_shr(4 * digit) & 15;
                    if label == 15 {
                        number += 1;
                        label = number;
                        labels ^= (15 ^ number).wrapping_shl(4 * digit);
                    }
                    value = value << 4 | label;
                }
                if value < smallest {
                    smallest = value;
                    next.clear();
                }
                if value == smallest {
                    next.push(State {
                        unused: state.unused & !(1 << row),
                        band: (row / 3) as u8,
                        labels,
                        ..*state
                    });
                }
            }
        }
        for place in 0..9 {
            let label = smallest >> (4 * (8 - place)) & 15;
            form[9 * level + place] = label as u8;
            known = known.max(label);
        }
        std::mem::swap(states, next);
    }
    let exchanges: u32 = equal.iter().map(Equal::exchanges).product();
    (form, states.len() as u32 * exchanges)
}

/// Equality among nine lines.
struct Equal {
    /// For each line, the earlier lines of its band that are equal to it.
    rows: [u16; 9],
    /// For each band, the earlier bands that are equal to it in some order of their lines.
    bands: [u8; 3],
    /// For each band, the number of orders of its lines that change nothing.
    orders: [u32; 3],
}

impl Equal {
    fn new(lines: &[[u8; 9]; 9]) -> Equal {
        let rows = std::array::from_fn(|i| {
            (i / 3 * 3..i).filter(|&j| lines[j] == lines[i]).fold(0, |set, j| set | 1 << j)
        });
        let sorted: [[[u8; 9]; 3]; 3] = std::array::from_fn(|band| {
            let mut band = [lines[3 * band], lines[3 * band + 1], lines[3 * band + 2]];
            band.sort_unstable();
            band
        });
        let orders = sorted.map(|[a, b, c]| match u8::from(a == b) + u8::from(b == c) {
            0 => 1,
            1 => 2,
            _ => 6,
        });
        let bands = std::array::from_fn(|i| {
            (0..i).filter(|&j| sorted[j] == sorted[i]).fold(0, |set, j| set | 1 << j)
        });
        Equal { rows, bands, orders }
    }

    /// The lines of `lines` that do not equal an earlier one.
    fn rows(&self, lines: u16) -> u16 {
        (0..9)
            .filter(|&i| lines >> i & 1 == 1 && self.rows[i] & lines == 0)
            .fold(0, |s, i| s | 1 << i)
    }

    /// The lines that may start a band, from the unused bands.
    fn bands(&self, unused: u16) -> u16 {
        let open = [0, 1, 2].map(|band| unused >> (3 * band) & 7 == 7);
        (0..3)
            .filter(|&i| open[i] && !(0..i).any(|j| open[j] && self.bands[i] >> j & 1 == 1))
            .fold(0, |set, band| set | self.rows(unused & 0o7 << (3 * band)))
    }

    /// Whether this is the one among all equivalent orders that keeps equal lines and bands in sequence.
    fn is_first(&self, order: &[u8; 16]) -> bool {
        let mut place = [0; 9];
        (0..9).for_each(|k| place[usize::from(order[k])] = k);
        (0..9).all(|i| (0..i).all(|j| self.rows[i] >> j & 1 == 0 || place[j] < place[i]))
            && (0..3).all(|i| {
                (0..i).all(|j| self.bands[i] >> j & 1 == 0 || place[3 * j] / 3 < place[3 * i] / 3)
            })
    }

    /// The number of orders that change nothing.
    fn exchanges(&self) -> u32 {
        let same_bands = match self.bands.map(u8::count_ones).iter().sum() {
            0 => 1,
            1 => 2,
            _ => 6,
        };
        self.orders.iter().product::<u32>() * same_bands
    }
}
