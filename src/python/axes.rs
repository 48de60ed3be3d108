//! The axes of numbers that hold boards.

#![forbid(unsafe_code)]

use pyo3::prelude::*;

use super::fault::{puzzle_error, shape_text};
use super::rows::Size;

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
        [.., rows, columns] if rows == columns => other_size(size, *rows),
        _ => String::new(),
    };
    let shape = shape_text(shape);
    let message =
        format!("{name} has shape {shape}; expected (…, {side}, {side}) or (…, {area}){hint}");
    puzzle_error(py, message)
}
