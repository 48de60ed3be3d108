//! Rows of 81 cells that any thread can read, whatever they came from.

#![forbid(unsafe_code)]

use super::fault::Fault;

/// The cells of one row as they were read: 0 to 9, and something above where the row is faulty.
pub type Cells = [u8; 81];

/// What a cell holds whose value does not fit or is no digit.
pub const ILLEGAL: u8 = 255;

/// Puzzles that can be read without Python, from any thread, in any order.
pub trait Rows: Sync {
    /// Reads the rows from number `first` on, as many as `cells` has. `report` is told of each faulty row (counted
    /// from `first`) once; what stands in its cells is then above 9 where they are wrong, else unspecified.
    ///
    /// # Panics
    /// If there are not that many rows.
    fn read(&self, first: usize, cells: &mut [Cells], report: &mut dyn FnMut(usize, Fault));
}

/// Rows that have been read already: nested lists, and one text.
#[derive(Default)]
pub struct Owned {
    /// The rows.
    pub cells: Vec<Cells>,
    /// The faulty ones, by increasing number.
    pub faults: Vec<(usize, Fault)>,
}

impl Rows for Owned {
    fn read(&self, first: usize, cells: &mut [Cells], report: &mut dyn FnMut(usize, Fault)) {
        cells.copy_from_slice(&self.cells[first..first + cells.len()]);
        let from = self.faults.partition_point(|(row, _)| *row < first);
        for (row, fault) in &self.faults[from..] {
            if *row >= first + cells.len() {
                break;
            }
            report(row - first, fault.clone());
        }
    }
}
