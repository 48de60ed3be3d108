//! Rows of cells that any thread can read, whatever they came from.
//!
//! ```text
//!   digits       side² bytes a row, 0 blank                      [5 3 0 0 7 0 …]
//!   candidates   side² masks of 64 bits a row, bit k for k + 1   [0x1ff 0x010 …]   pencil marks (Sukaku)
//! ```
//!
//! A block of rows is one slice of bytes; blocks of candidates lie where `u64` may.

#![forbid(unsafe_code)]

use super::fault::Fault;

/// What a cell holds whose value does not fit or is not a digit.
pub const ILLEGAL: u8 = 255;

/// What each row of an input holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// A digit or a blank in each cell.
    Digits,
    /// The candidates of each cell.
    Candidates,
}

/// The size of the boards of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Rows and columns of a board, 1 to 64.
    pub side: usize,
    /// The number of digits, `side` to 64.
    pub digits: usize,
    /// Cells of a board.
    pub area: usize,
}

impl Size {
    /// That of boards with so many rows, and as many digits.
    pub const fn new(side: usize) -> Size {
        Size::with_digits(side, side)
    }

    /// That of boards with so many rows and digits.
    pub const fn with_digits(side: usize, digits: usize) -> Size {
        Size { side, digits, area: side * side }
    }

    /// Row and column of a cell.
    pub const fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.side, cell % self.side)
    }

    /// Adds the axes of a board's cells to a shape: (n²,) or (n, n).
    pub fn add_axes(self, shape: &mut Vec<usize>, flat: bool) {
        if flat {
            shape.push(self.area);
        } else {
            shape.extend([self.side; 2]);
        }
    }

    /// How many bytes a row takes in a block.
    pub const fn bytes(self, content: Content) -> usize {
        match content {
            Content::Digits => self.area,
            Content::Candidates => 8 * self.area,
        }
    }
}

/// Puzzles that can be read without Python, from any thread, in any order.
pub trait Rows: Sync {
    /// Reads the rows from number `first` on, as many as `block` has room for. `report` is told of each faulty row
    /// (counted from `first`) once; what is in its cells is then above the largest digit where they are wrong, else unspecified.
    ///
    /// # Panics
    /// If there are not that many rows.
    fn read(&self, first: usize, block: &mut [u8], report: &mut dyn FnMut(usize, Fault));
}

/// Rows that have been read already: nested lists, single texts, pencil marks.
#[derive(Default)]
pub struct Owned {
    /// The bytes of a row.
    pub width: usize,
    /// The rows.
    pub bytes: Vec<u8>,
    /// The faulty ones, by increasing number.
    pub faults: Vec<(usize, Fault)>,
}

impl Rows for Owned {
    fn read(&self, first: usize, block: &mut [u8], report: &mut dyn FnMut(usize, Fault)) {
        if block.is_empty() {
            return;
        }
        let start = first * self.width;
        block.copy_from_slice(&self.bytes[start..start + block.len()]);
        let end = first + block.len() / self.width;
        let from = self.faults.partition_point(|(row, _)| *row < first);
        for (row, fault) in self.faults[from..].iter().take_while(|(row, _)| *row < end) {
            report(row - first, fault.clone());
        }
    }
}
