//! Rows of cells that any thread can read, whatever they came from.
//!
//! ```text
//!   digits       side² bytes a row, 0 blank                      [5 3 0 0 7 0 …]
//!   candidates   side² masks of 64 bits a row, bit k for k + 1   [0x1ff 0x010 …]   pencil marks (Sukaku)
//! ```
//!
//! A block of rows is one slice of bytes; blocks of candidates lie where `u64` may.

use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::python::errors::{Fault, puzzle_error, shape_text};

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

/// The shape of numbers: leading axes, and then n² cells or n rows of n.
pub struct Axes {
    /// The leading axes.
    pub leading: Vec<usize>,
    /// Whether the last axis has n² cells.
    pub flat: bool,
}

impl Axes {
    /// A last axis of n² is flat, else the last two axes are (n, n); `None` for any other shape.
    ///
    /// Only for the board of one cell do both fit; (…, 1, 1) then has two axes.
    pub fn split(shape: &[usize], size: Size) -> Option<Axes> {
        match shape {
            [leading @ .., rows, columns] if (*rows, *columns) == (size.side, size.side) => {
                Some(Axes { leading: leading.to_vec(), flat: false })
            }
            [leading @ .., cells] if *cells == size.area => {
                Some(Axes { leading: leading.to_vec(), flat: true })
            }
            _ => None,
        }
    }
}

/// How to give the rules of boards of another side, where those of 9x9 were expected; empty where that is no side.
pub fn other_size(expected: Size, side: usize) -> String {
    match (expected.side, side) {
        (9, 2..=8 | 10..=64) => {
            format!("; boards of other sizes need rules, such as rules='{side}x{side}'")
        }
        _ => String::new(),
    }
}

/// The `PuzzleError` for a shape that holds no puzzles.
pub fn shape_error(py: Python<'_>, name: &str, shape: &[usize], size: Size) -> PyErr {
    let Size { side, area, .. } = size;
    let hint = match shape {
        [.., cells, digits] if *digits > 1 && digits * digits == *cells => {
            format!("; {}", one_hot(name))
        }
        [.., rows, columns] if rows == columns => other_size(size, *rows),
        _ => String::new(),
    };
    let shape = shape_text(shape);
    let message =
        format!("{name} has shape {shape}; expected (…, {side}, {side}) or (…, {area}){hint}");
    puzzle_error(py, message)
}

/// How to make digits of one-hot cells, where a cell without a one is blank.
fn one_hot(name: &str) -> String {
    format!("one-hot cells become digits by np.where({name}.any(-1), {name}.argmax(-1) + 1, 0)")
}

/// Refuses an array of one-hot cells, of shape (…, n, n, n): it has the shape of n times as many boards of zeros and ones.
///
/// The first boards decide. As boards they would hold at most a single one in each row, and no other digit.
pub fn refuse_one_hot(name: &str, array: &Bound<'_, PyUntypedArray>) -> PyResult<()> {
    let [.., rows, columns, digits] = *array.shape() else { return Ok(()) };
    if rows != columns || columns != digits || digits < 4 || array.len() == 0 {
        return Ok(());
    }
    let first = array.call_method1("reshape", ((-1, digits, digits, digits),))?;
    let first = first.get_item(PySlice::new(array.py(), 0, 16, 1))?;
    let ones = first.call_method1("__eq__", (1,))?;
    let ones_per_cell = ones.call_method1("sum", (-1,))?;
    let boards: usize = first.len()?;
    let is_one_hot = first
        .call_method1("__eq__", (0,))?
        .call_method1("__or__", (ones,))?
        .call_method0("all")?
        .is_truthy()?
        && ones_per_cell.call_method0("max")?.extract::<usize>()? == 1
        && ones_per_cell.call_method0("sum")?.extract::<usize>()? > boards * digits;
    if is_one_hot {
        let shape = shape_text(array.shape());
        let message =
            format!("{name} has shape {shape} and only zeros and ones: {}", one_hot(name));
        return Err(puzzle_error(array.py(), message));
    }
    Ok(())
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
