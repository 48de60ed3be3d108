//! `candidates` and `conflicts`: something about each cell.

use numpy::{Element, IxDyn, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Grid;
use crate::control::Control;
use crate::error::Error;
use crate::solve::{self, Level};

use super::input::Input;
use super::run::{Options, Values, for_rows};

#[pyfunction]
#[pyo3(signature = (puzzles, *, level = "basic", rules = None, threads = None, malformed = "raise"))]
pub fn candidates<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    level: &str,
    rules: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    malformed: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options::new(py, rules, threads, None, malformed)?;
    let (level, least) = match level {
        "basic" => (Level::Basic, 256),
        "singles" => (Level::Singles, 256),
        "locked" => (Level::Locked, 256),
        "true" => (Level::True, 8),
        other => {
            return Err(PyValueError::new_err(format!(
                "level is {other:?}; expected 'basic', 'singles', 'locked' or 'true'"
            )));
        }
    };
    let input = Input::new("puzzles", puzzles)?;
    let backend = options.backend;
    each_cell(py, &input, &options, least, 0u16, |grid, masks, control| {
        let open = solve::candidates(backend, grid, level, control)?;
        masks.iter_mut().zip(open).for_each(|(mask, digits)| *mask = digits.bits());
        Ok(())
    })
}

#[pyfunction]
#[pyo3(signature = (puzzles, *, rules = None, threads = None, malformed = "raise"))]
pub fn conflicts<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    malformed: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options::new(py, rules, threads, None, malformed)?;
    let input = Input::new("puzzles", puzzles)?;
    each_cell(py, &input, &options, 512, false, |grid, clashes, _| {
        clashes.copy_from_slice(&grid.conflicts());
        Ok(())
    })
}

/// An array with an item for each cell; `malformed` fills the rows that are no puzzle.
fn each_cell<'py, T: Element + Copy + Send + Sync>(
    py: Python<'py>,
    input: &Input<'py>,
    options: &Options,
    least: usize,
    malformed: T,
    work: impl Fn(&Grid, &mut [T], &Control<'_>) -> Result<(), Error> + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let array = PyArrayDyn::<T>::zeros(py, IxDyn(&input.cell_shape()), false);
    {
        let mut guard = array.readwrite();
        let values = Values { cells: guard.as_slice_mut()?, per_row: 81, malformed };
        for_rows(py, input, options, least, None, values, |block, control| {
            let rows = block.puzzles.iter().zip(block.values.chunks_exact_mut(81));
            for (grid, cells) in rows {
                if control.checkpoint() == crate::control::Signal::Cancelled {
                    return Err(Error::Cancelled);
                }
                work(grid, cells, control)?;
            }
            Ok(())
        })?;
    }
    Ok(array.into_any())
}
