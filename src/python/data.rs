//! What `bitdoku.datasets` asks about rows. Private doors: the Python side documents and judges their arguments.
//!
//! Results keep the leading axes of the puzzles.

#![forbid(unsafe_code)]

use numpy::{Element, IxDyn, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;

use crate::board::Grid;
use crate::control::Control;
use crate::error::Error;
use crate::solve::{self, Backend, Verdict};

use super::arguments::Word;
use super::fresh::zeros;
use super::input::Input;
use super::run::{Options, Values, for_rows};
use super::symbols::Symbols;

/// The cells of puzzles in any form, as uint8 of shape (…, 81); with ``malformed="mark"``, 255 in all cells of rows
/// that are no puzzle.
#[pyfunction]
#[pyo3(name = "_cells", signature = (puzzles, *, malformed = Word::Default, threads = None))]
#[pyo3(text_signature = "(puzzles, *, malformed=\"raise\", threads=None)")]
pub fn cells<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    malformed: Word<'_, 'py>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
    let options = Options::new(py, None, threads, None, &malformed)?;
    each_row(py, puzzles, &options, Some(81), 255, |grids, rows, _| {
        for (cells, grid) in rows.chunks_exact_mut(81).zip(grids) {
            cells.copy_from_slice(grid.cells());
        }
        Ok(())
    })
}

/// How many guesses the portable kernel makes before it knows whether there is one solution, as uint32 of shape (…):
/// the ``difficulty`` of `generate`.
#[pyfunction]
#[pyo3(name = "_guesses", signature = (puzzles, *, threads = None))]
pub fn guesses<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArrayDyn<u32>>> {
    let options = Options::new(py, None, threads, None, &Word::Default)?;
    each_row(py, puzzles, &options, None, 0, |grids, rows, control| {
        for (number, grid) in rows.iter_mut().zip(grids) {
            control.checkpoint()?;
            *number = solve::guesses(grid, control)?.try_into().unwrap_or(u32::MAX);
        }
        Ok(())
    })
}

/// Whether naked and hidden singles alone solve each puzzle, as bool of shape (…).
#[pyfunction]
#[pyo3(name = "_singles", signature = (puzzles, *, threads = None))]
pub fn singles<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
    let options = Options::new(py, None, threads, None, &Word::Default)?;
    each_row(py, puzzles, &options, None, false, |grids, rows, control| {
        for (solved, grid) in rows.iter_mut().zip(grids) {
            control.checkpoint()?;
            *solved = solve::solved_by_singles(grid);
        }
        Ok(())
    })
}

/// The number of givens and 81 times (row, column, digit, technique), as uint8 of shape (…, 325); 255 throughout
/// where a puzzle has no solution or several.
#[pyfunction]
#[pyo3(name = "_traces", signature = (puzzles, *, threads = None))]
pub fn traces<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
    const WIDTH: usize = 1 + 4 * 81;
    let options = Options::new(py, None, threads, None, &Word::Default)?;
    let backend = options.backend;
    each_row(py, puzzles, &options, Some(WIDTH), 255, |grids, rows, control| {
        let (solutions, verdicts) = solved(backend, grids, control)?;
        for (i, row) in rows.chunks_exact_mut(WIDTH).enumerate() {
            control.checkpoint()?;
            if verdicts[i] != Verdict::Unique {
                row.fill(255);
                continue;
            }
            row[0] = grids[i].cells().iter().filter(|&&digit| digit != 0).count() as u8;
            let steps = solve::trace(&grids[i], &solutions[i]);
            for (out, step) in row[1..].chunks_exact_mut(4).zip(steps) {
                let (line, column) = (step.cell.row() as u8, step.cell.column() as u8);
                out.copy_from_slice(&[line, column, step.digit, step.technique as u8]);
            }
        }
        Ok(())
    })
}

/// The solutions and verdicts of some puzzles.
pub fn solved(
    backend: Backend,
    puzzles: &[Grid],
    control: &Control<'_>,
) -> Result<(Vec<Grid>, Vec<Verdict>), Error> {
    let mut solutions = vec![Grid::EMPTY; puzzles.len()];
    let mut verdicts = vec![Verdict::Undecided; puzzles.len()];
    solve::solve(backend, puzzles, &mut solutions, &mut verdicts, control)?;
    Ok((solutions, verdicts))
}

/// An array of one value for each row, or of `width` along a last axis.
fn each_row<'py, T: Element + Copy + Send + Sync>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    options: &Options,
    width: Option<usize>,
    malformed: T,
    work: impl Fn(&[Grid], &mut [T], &Control<'_>) -> Result<(), Error> + Sync,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let input = Input::new("puzzles", puzzles, &Symbols::default())?;
    let shape: Vec<usize> = input.shape.iter().copied().chain(width).collect();
    let array = zeros::<T, IxDyn>(py, &shape)?;
    {
        let mut guard = array.readwrite();
        let per_row = width.unwrap_or(1);
        let values = Values { cells: guard.as_slice_mut()?, per_row, malformed };
        for_rows(py, &input, options, 256, None, values, |block, control| {
            work(block.puzzles, block.values, control)
        })?;
    }
    Ok(array)
}
