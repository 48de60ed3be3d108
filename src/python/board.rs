//! What `bitdoku.board` asks of the core: one puzzle of any form as cells, boards and grids of candidates as text.

#![forbid(unsafe_code)]

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::board::text::{Frame, board, candidates, line};
use crate::board::{Digits, Grid};

use super::arguments::Word;
use super::fault::{puzzle_error, row_error};
use super::input::{Input, Source};
use super::symbols::Symbols;

/// The 81 cells of one puzzle in any form; `name` is the argument's, `"puzzle"` or `"solution"`.
#[pyfunction]
#[pyo3(signature = (puzzle, name, symbols = None))]
pub fn board_cells<'py>(
    puzzle: &Bound<'py, PyAny>,
    name: &str,
    symbols: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = puzzle.py();
    let name = if name == "solution" { "solution" } else { "puzzle" };
    let input = Input::new(name, puzzle, &Symbols::new(symbols)?)?;
    let (true, Source::Detached(rows)) = (input.is_one(), &input.source) else {
        let message =
            format!("{name} holds {} puzzles; expected one: a Board shows one puzzle", input.rows);
        return Err(puzzle_error(py, message));
    };
    let mut cells = [[0; 81]];
    let mut fault = None;
    rows.read(0, &mut cells, &mut |_, found| fault = Some(found));
    match fault {
        Some(fault) => Err(row_error(py, name, &[], 0, &fault)),
        None => Ok(PyBytes::new(py, &cells[0])),
    }
}

fn frame(name: &Word<'_, '_>) -> PyResult<Frame> {
    name.choose("frame", &[("box", Frame::Box), ("ascii", Frame::Ascii)])
}

/// The row of 81 cells, each 0 to 9, as characters.
#[pyfunction]
#[pyo3(signature = (cells, symbols = None))]
pub fn board_line(cells: [u8; 81], symbols: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    Ok(line(&grid(cells)?, Symbols::new(symbols)?.alphabet()))
}

/// The framed board of 81 cells, each 0 to 9.
#[pyfunction]
#[pyo3(signature = (cells, frame_name, symbols = None))]
pub fn board_text(
    cells: [u8; 81],
    frame_name: Word<'_, '_>,
    symbols: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    Ok(board(&grid(cells)?, Symbols::new(symbols)?.alphabet(), frame(&frame_name)?))
}

fn grid(cells: [u8; 81]) -> PyResult<Grid> {
    Grid::new(cells).map_err(|error| {
        PyValueError::new_err(format!("cell {} holds {}; expected 0..9", error.cell, error.value))
    })
}

/// The grid of candidates of 81 masks, bit k for digit k + 1.
#[pyfunction]
#[pyo3(signature = (masks, frame_name, symbols = None))]
pub fn candidates_text(
    masks: [u16; 81],
    frame_name: Word<'_, '_>,
    symbols: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let masks = masks.map(Digits::from_bits);
    Ok(candidates(&masks, Symbols::new(symbols)?.alphabet(), frame(&frame_name)?))
}
