//! The units in which each digit occurs, in the representations used by searches and derived totals.
//!
//! ```text
//!   units      lists of cells, sorted             u  0 1 2 3 4 5 6 7 8 · 0 1 2 9 10 11 18 19 20 · …
//!   of_cell    the units of each cell             c  0 1 2 · 0 1 5 · …
//!   sets       a set of cells for each unit, and the same in eights: see `Units` of [`super::arch`]
//! ```
//!
//! They belong to the geometry, so they are computed once for all rules that share it.

#![forbid(unsafe_code)]

use super::digits::all;
use super::lists::{Lists, sets};

/// The units with a cell for each digit.
#[derive(Clone, Debug)]
pub(super) struct Complete {
    /// The cells of the units, sorted.
    pub units: Lists<u16>,
    /// The units of each cell.
    pub of_cell: Lists<u32>,
    /// The cells of each unit as a set.
    pub sets: Vec<u64>,
    /// The sets in eights: the first words of eight units, then their second words, and so on; then the next eight
    /// units.
    pub eights: Vec<[u64; 8]>,
    /// For each 64 units and each cell, the units of the cell as bits.
    pub bits_of_cell: Vec<u64>,
    /// For each unit, the units that share no cell with it, as bits in `words_of_units` words.
    pub apart: Vec<u64>,
    pub words_of_units: usize,
}

impl Complete {
    /// The units of a board with `cells` cells and sets of `words` words.
    pub fn new(units: Lists<u16>, cells: usize, words: usize) -> Complete {
        let mut eights = vec![[0; 8]; units.len().div_ceil(8) * words];
        let mut bits_of_cell = vec![0; units.len().div_ceil(64) * cells];
        for (number, unit) in units.iter().enumerate() {
            for &cell in unit {
                let word = number / 8 * words + usize::from(cell) / 64;
                eights[word][number % 8] |= 1 << (cell % 64);
                bits_of_cell[number / 64 * cells + usize::from(cell)] |= 1 << (number % 64);
            }
        }
        let words_of_units = units.len().div_ceil(64);
        let mut apart = vec![0; units.len() * words_of_units];
        for (number, unit) in units.iter().enumerate() {
            for w in 0..words_of_units {
                let of_cells = unit.iter().map(|&cell| bits_of_cell[w * cells + usize::from(cell)]);
                let with = of_cells.fold(0, |all, word| all | word);
                apart[number * words_of_units + w] = all(units.len() - 64 * w) & !with;
            }
        }
        Complete {
            of_cell: units.turned(cells),
            sets: sets(units.iter(), words),
            units,
            eights,
            bits_of_cell,
            apart,
            words_of_units,
        }
    }
}
