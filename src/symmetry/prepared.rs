//! A transformation in the representation used by the kernels: three rows of 16 bytes.
//!
//! ```text
//!   rows      0  9 18 …    source of cell (r, c) = rows[r] + columns[c]: a vector kernel adds the two parts, gathers,
//!   columns   0  1  2 …    and relabels
//!   digits    0  1  2 …
//! ```

#![forbid(unsafe_code)]

use super::lines::{LINES, digit_order};
use super::transform::Transform;
use crate::board::Grid;

/// A transformation in the representation used by the kernels. The source of a cell is the sum of a row part and a
/// column part.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct Prepared {
    /// The row part for each row of the result.
    pub rows: [u8; 16],
    /// The column part for each column of the result.
    pub columns: [u8; 16],
    /// The image of each digit.
    pub digits: [u8; 16],
}

impl Prepared {
    /// All zeros, to be overwritten.
    pub const BLANK: Prepared = Prepared { rows: [0; 16], columns: [0; 16], digits: [0; 16] };

    /// The transformation with these numbers, as in [`Transform::from_numbers`].
    #[inline(always)]
    pub fn from_numbers((geometry, relabelling): (u64, u64)) -> Prepared {
        let lines = geometry as usize / 2;
        let (rows, columns) = (&LINES[lines / LINES.len()], &LINES[lines % LINES.len()]);
        let (by_row, by_column) = if geometry % 2 == 1 { (1, 9) } else { (9, 1) };
        Prepared {
            rows: rows.map(|row| by_row * row),
            columns: columns.map(|column| by_column * column),
            digits: digit_order(relabelling as usize),
        }
    }

    /// Transforms one grid, without vector instructions. Inlined, so that kernels compile it for their processor.
    #[inline(always)]
    pub fn apply(&self, grid: &Grid, result: &mut Grid) {
        // The array has as many items as a byte has values, so that no index is checked.
        let mut cells = [0; 256];
        cells[..81].copy_from_slice(grid.cells());
        let columns: [u8; 9] = std::array::from_fn(|k| self.columns[k]);
        let (result, _) = result.cells_mut().as_chunks_mut::<9>();
        for (row, out) in self.rows.iter().zip(result) {
            let source = |column| cells[usize::from(row + column)] & 15;
            *out = columns.map(|column| self.digits[usize::from(source(column))]);
        }
    }
}

impl From<&Transform> for Prepared {
    fn from(transform: &Transform) -> Prepared {
        let mut prepared = Prepared::BLANK;
        let (rows, columns) = transform.parts();
        prepared.rows[..9].copy_from_slice(&rows);
        prepared.columns[..9].copy_from_slice(&columns);
        prepared.digits[..10].copy_from_slice(transform.digits());
        prepared
    }
}
