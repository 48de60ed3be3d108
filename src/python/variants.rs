//! Calls with other rules than those of the usual puzzle: handed on to `bitdoku._variants`, which knows every side.
//!
//! A call without rules costs one comparison here, and stays in the rooms that are built for 9x9.

#![forbid(unsafe_code)]

use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyString};

use crate::board::text::{self, Alphabet, MAX_SIDE};

use super::arguments::Word;
use super::fault::{Fault, puzzle_error};

/// The rules of a call, where they are not those of the usual puzzle.
#[inline]
pub fn other<'a, 'py>(rules: Option<&'a Bound<'py, PyAny>>) -> Option<&'a Bound<'py, PyAny>> {
    rules.filter(|rules| !rules.cast::<PyString>().is_ok_and(|name| name == "9x9"))
}

/// Calls the function of that name in `bitdoku._variants`; what is `None` or was not given keeps its default.
#[cold]
pub fn hand_on<'py>(
    function: &str,
    puzzles: impl PyCallArgs<'py>,
    rules: &Bound<'py, PyAny>,
    options: &[(&str, Option<&Bound<'py, PyAny>>)],
    words: &[(&str, &Word<'_, 'py>)],
) -> PyResult<Bound<'py, PyAny>> {
    let py = rules.py();
    let keywords = PyDict::new(py);
    keywords.set_item("rules", rules)?;
    for (name, value) in options {
        if let Some(value) = value {
            keywords.set_item(name, value)?;
        }
    }
    for (name, word) in words {
        if let Word::Given(value) = word {
            keywords.set_item(name, value)?;
        }
    }
    py.import("bitdoku._variants")?.getattr(function)?.call(puzzles, Some(&keywords))
}

/// The cells of a board of any side, 1 to 64, that a text shows in the usual or other symbols.
///
/// The `PuzzleError` says what is wrong with the text, and has the cell as `cell`; not which of many texts it is.
#[pyfunction]
#[pyo3(signature = (text, side, symbols = None))]
pub fn text_cells<'py>(
    text: &Bound<'py, PyAny>,
    side: usize,
    symbols: Option<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = text.py();
    let alphabet = match symbols {
        None if (1..=MAX_SIDE).contains(&side) => Alphabet::standard(side),
        None => return Err(PyValueError::new_err(format!("side is {side}; expected 1..64"))),
        Some(symbols) => Alphabet::new(symbols)
            .map_err(|error| PyValueError::new_err(format!("symbols: {error}")))?,
    };
    if alphabet.side() != side {
        return Err(PyValueError::new_err(format!(
            "symbols has {} characters; expected {side}, the first for 1",
            alphabet.side()
        )));
    }
    let parse = |text: &str| text::parse_cells(text, &alphabet).map_err(Fault::Text);
    let bytes = match (text.cast::<PyBytes>(), text.cast::<PyByteArray>()) {
        (Ok(bytes), _) => bytes.as_bytes().to_vec(),
        (_, Ok(bytes)) => bytes.to_vec(),
        _ => match text.cast::<PyString>() {
            Ok(text) => text.to_string_lossy().into_owned().into_bytes(),
            Err(_) => return Err(PyTypeError::new_err("expected str, bytes or bytearray")),
        },
    };
    let cells = if !bytes.is_empty() && bytes.iter().all(|&byte| byte < 10) {
        Err(Fault::RawDigits)
    } else {
        match std::str::from_utf8(&bytes) {
            Ok(text) => parse(text),
            Err(error) => {
                let at = error.valid_up_to();
                Err(Fault::Bytes { at, byte: bytes[at] })
            }
        }
    };
    match cells {
        Ok(cells) => Ok(PyBytes::new(py, &cells)),
        Err(fault) => {
            let error = puzzle_error(py, fault.for_side(side));
            if let Some(cell) = fault.cell() {
                error.value(py).setattr("cell", (cell / side, cell % side))?;
            }
            Err(error)
        }
    }
}
