//! What `bitdoku.board` asks of the core: one puzzle of any form as cells, boards and grids of candidates as text.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::board::text::{Alphabet, Frame, board, candidates};
use crate::board::{Digits, Grid};

use super::fault::{puzzle_error, row_error};
use super::input::{Input, Source};

/// The 81 cells of one puzzle in any form; `name` is the argument's, `"puzzle"` or `"solution"`.
#[pyfunction]
pub fn board_cells<'py>(puzzle: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
    let py = puzzle.py();
    let name = if name == "solution" { "solution" } else { "puzzle" };
    let input = Input::new(name, puzzle)?;
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

fn frame(name: &str) -> PyResult<Frame> {
    match name {
        "box" => Ok(Frame::Box),
        "ascii" => Ok(Frame::Ascii),
        _ => Err(PyValueError::new_err(format!("frame is {name:?}; expected 'box' or 'ascii'"))),
    }
}

/// The framed board of 81 cells, each 0 to 9.
#[pyfunction]
pub fn board_text(cells: [u8; 81], frame_name: &str) -> PyResult<String> {
    let grid = Grid::new(cells).map_err(|error| {
        PyValueError::new_err(format!("cell {} holds {}; expected 0..9", error.cell, error.value))
    })?;
    Ok(board(&grid, &Alphabet::STANDARD, frame(frame_name)?))
}

/// The grid of candidates of 81 masks, bit k for digit k + 1.
#[pyfunction]
pub fn candidates_text(masks: [u16; 81], frame_name: &str) -> PyResult<String> {
    let masks = masks.map(Digits::from_bits);
    Ok(candidates(&masks, &Alphabet::STANDARD, frame(frame_name)?))
}
