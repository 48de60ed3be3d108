//! The axes of numbers that hold boards.

#![forbid(unsafe_code)]

use pyo3::prelude::*;

use super::fault::{puzzle_error, shape_text};

/// The shape of numbers: leading axes, and then 81 cells or 9 rows of 9.
pub struct Axes {
    /// The leading axes.
    pub leading: Vec<usize>,
    /// Whether the last axis has 81 cells.
    pub flat: bool,
}

impl Axes {
    /// A last axis of 81 is flat, else the last two axes are (9, 9); `None` for any other shape.
    pub fn split(shape: &[usize]) -> Option<Axes> {
        match shape {
            [leading @ .., 81] => Some(Axes { leading: leading.to_vec(), flat: true }),
            [leading @ .., 9, 9] => Some(Axes { leading: leading.to_vec(), flat: false }),
            _ => None,
        }
    }
}

/// The `PuzzleError` for a shape that holds no puzzles.
pub fn shape_error(py: Python<'_>, name: &str, shape: &[usize]) -> PyErr {
    let hint = match shape {
        [.., rows, columns] if rows == columns && *rows > 1 => {
            "; boards of other sizes need rules, such as rules='16x16'"
        }
        _ => "",
    };
    let shape = shape_text(shape);
    puzzle_error(py, format!("{name} has shape {shape}; expected (…, 9, 9) or (…, 81){hint}"))
}
