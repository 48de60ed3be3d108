//! `to_array` and `to_text`: puzzles in any form as numbers and as text.

use numpy::{PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::python::arch::points;
use crate::python::arguments::Word;
use crate::python::arguments::call::{Call, Keywords};
use crate::python::input::Input;
use crate::python::run::each_row;

use super::signature::python_function;

/// Rows that are worth a thread of their own.
const LEAST: usize = 256;

/// The value of all cells of a malformed row.
const MALFORMED: u8 = 255;

/// The cells as uint8, with these axes for each row.
pub fn cells<'py>(
    py: Python<'py>,
    input: &Input<'py>,
    call: &Call<'py>,
    axes: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
    each_row(py, input, call, axes, LEAST, MALFORMED, &|block, _| {
        block.values.copy_from_slice(block.puzzles.givens());
        Ok(())
    })
}

python_function!(
    #[signature(puzzles, *, rules = None, symbols = None, threads = None, malformed = "raise")]
    /// Convert puzzles in any form to an array of numbers.
    ///
    /// Parameters
    /// ----------
    /// puzzles, rules, symbols, threads
    ///     As for :func:`solve`, without pencil marks.
    /// malformed : {"raise", "mark"}
    ///     Whether malformed rows raise, or get 255 in all cells.
    ///
    /// Returns
    /// -------
    /// ndarray of uint8
    ///     A new C-contiguous array with 0 in blank cells: of the shape of numeric puzzles, of shape (9, 9) for one text
    ///     and (m, 9, 9) for m texts.
    ///
    /// Raises
    /// ------
    /// PuzzleError
    ///     Malformed data.
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd
    /// >>> bd.to_array("12" + "." * 79)[0]
    /// array([1, 2, 0, 0, 0, 0, 0, 0, 0], dtype=uint8)
    /// >>> bd.to_array(["1..." * 4, "." * 16], rules="4x4").shape
    /// (2, 4, 4)
    pub fn to_array<'py>(
        py: Python<'py>,
        keywords: Keywords,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let (call, input) = Call::givens(py, puzzles, &keywords, "to_array")?;
        cells(py, &input, &call, &input.cell_axes())
    }
);

python_function!(
    #[signature(puzzles, *, rules = None, symbols = None, threads = None, blank = ".")]
    /// Convert puzzles in any form to text, one character per cell.
    ///
    /// With more than 35 digits and no symbols, a text is numbers separated by spaces.
    ///
    /// Parameters
    /// ----------
    /// puzzles, rules, symbols, threads
    ///     As for :func:`solve`, without pencil marks.
    /// blank : {".", "0"}
    ///     The character for blank cells.
    ///
    /// Returns
    /// -------
    /// str or list of str
    ///     A str for one puzzle; for many a list, in C order if they have several leading axes.
    ///
    /// Raises
    /// ------
    /// PuzzleError
    ///     Malformed data.
    /// ValueError
    ///     ``blank`` is the symbol of a digit.
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd, numpy as np
    /// >>> bd.to_text(np.eye(4, dtype=int), rules="4x4")
    /// '1....1....1....1'
    /// >>> bd.to_text(["1..." * 4], rules="4x4", blank="0")
    /// ['1000100010001000']
    pub fn to_text<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let (call, input) = Call::givens(py, puzzles, &keywords, "to_text")?;
        let symbols = &input.symbols;
        let is_zero = blank.choose("blank", &[(".", false), ("0", true)])?;
        if is_zero && symbols.alphabet().value('0').is_some_and(|value| value > 0) {
            return Err(PyValueError::new_err("blank is '0', the symbol of a digit; expected '.'"));
        }
        let area = input.size().area;
        let cells = cells(py, &input, &call, &[area])?;
        let mut guard = cells.readwrite();
        let cells = guard.as_slice_mut()?;
        if symbols.is_plain() {
            points::print(cells);
        }
        let text = |row: &[u8]| {
            let mut text = symbols.written(row);
            if is_zero {
                // No symbol is a point.
                let points = text.to_mut().iter_mut().filter(|byte| **byte == b'.');
                points.for_each(|byte| *byte = b'0');
            }
            PyString::from_bytes(py, &text)
        };
        if input.is_one() {
            return Ok(text(cells)?.into_any());
        }
        let texts = PyList::empty(py);
        cells.chunks_exact(area).try_for_each(|row| texts.append(text(row)?))?;
        Ok(texts.into_any())
    }
);
