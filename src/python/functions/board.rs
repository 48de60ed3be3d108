//! Private functions of `bitdoku.board`: the cells of one puzzle, boards and grids of candidates as text.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::board::text::{self, Frame};

use crate::python::arguments::Word;
use crate::python::arguments::call::{Call, Keywords};
use crate::python::errors::puzzle_error;
use crate::python::input::rows::Size;
use crate::python::input::symbols::Symbols;
use crate::python::run::fault_of;

use super::signature::python_function;

python_function!(
    #[signature(puzzle, name: &str, symbols = None, rules = None)]
    /// The cells of one puzzle in any form, or of a batch of one; `name` is the name of the argument.
    pub fn board_cells<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyBytes>> {
        let call = Call::new(py, Some(puzzle), &keywords)?;
        let input = call.input(name.to_owned(), puzzle)?;
        input.expect_givens("a Board")?;
        if input.rows != 1 {
            let message = format!(
                "{name} holds {} puzzles; expected one: a Board shows one puzzle",
                input.rows
            );
            return Err(puzzle_error(py, message));
        }
        let mut cells = vec![0; input.size().area];
        let mut faults = Vec::new();
        input.read(0, &mut cells, &mut faults)?;
        match faults.first() {
            Some((row, fault)) => Err(fault_of(py, &input, *row, fault)),
            None => Ok(PyBytes::new(py, &cells)),
        }
    }
);

fn frame(name: &Word<'_, '_>) -> PyResult<Frame> {
    name.choose("frame", &[("box", Frame::Box), ("ascii", Frame::Ascii)])
}

/// The size of a board of `cells` cells, by default with as many digits as rows.
fn size(cells: usize, digits: Option<usize>) -> PyResult<Size> {
    let size = (1..=64).map(Size::new).find(|size| size.area == cells).ok_or_else(|| {
        PyValueError::new_err(format!("{cells} cells; expected those of a square board"))
    })?;
    match digits {
        Some(digits) if !(size.side..=64).contains(&digits) => {
            Err(PyValueError::new_err(format!("digits is {digits}; expected {}..64", size.side)))
        }
        digits => Ok(Size { digits: digits.unwrap_or(size.side), ..size }),
    }
}

/// The cells of a board as a line of characters, or of numbers separated by spaces with more than 35 digits.
#[pyfunction]
#[pyo3(signature = (cells, symbols = None, digits = None))]
pub fn board_line(
    cells: Vec<u8>,
    symbols: Option<&Bound<'_, PyAny>>,
    digits: Option<usize>,
) -> PyResult<String> {
    let symbols = Symbols::new(size(cells.len(), digits)?, symbols)?;
    let between = if symbols.characters() == cells.len() { "" } else { " " };
    Ok(cells.iter().map(|&digit| symbols.word(digit)).collect::<Vec<_>>().join(between))
}

/// A board with frames around its boxes, whose rows and columns are `box`.
#[pyfunction]
#[pyo3(signature = (cells, frame_name, symbols = None, r#box = None, digits = None))]
pub fn board_text(
    cells: Vec<u8>,
    frame_name: Word<'_, '_>,
    symbols: Option<&Bound<'_, PyAny>>,
    r#box: Option<(usize, usize)>,
    digits: Option<usize>,
) -> PyResult<String> {
    let symbols = Symbols::new(size(cells.len(), digits)?, symbols)?;
    let words: Vec<String> = cells.iter().map(|&digit| symbols.word(digit)).collect();
    Ok(text::framed(&words, r#box, frame(&frame_name)?))
}

/// The grid of candidates of masks, bit k for digit k + 1; `!` in a cell without candidates.
#[pyfunction]
#[pyo3(signature = (masks, frame_name, symbols = None, r#box = None, digits = None))]
pub fn candidates_text(
    masks: Vec<u64>,
    frame_name: Word<'_, '_>,
    symbols: Option<&Bound<'_, PyAny>>,
    r#box: Option<(usize, usize)>,
    digits: Option<usize>,
) -> PyResult<String> {
    let size = size(masks.len(), digits)?;
    let symbols = Symbols::new(size, symbols)?;
    let between = if symbols.characters() == size.area { "" } else { "," };
    let word = |&mask: &u64| {
        let digits = (1..=size.digits as u8).filter(|digit| mask >> (digit - 1) & 1 == 1);
        let digits: Vec<String> = digits.map(|digit| symbols.word(digit)).collect();
        if digits.is_empty() { "!".to_owned() } else { digits.join(between) }
    };
    let words: Vec<String> = masks.iter().map(word).collect();
    Ok(text::framed(&words, r#box, frame(&frame_name)?))
}
