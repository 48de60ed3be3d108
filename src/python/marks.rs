//! `candidates` and `conflicts`: something about each cell.

#![forbid(unsafe_code)]

use numpy::{Element, IxDyn, PyArrayMethods};
use pyo3::prelude::*;

use crate::board::Grid;
use crate::control::Control;
use crate::error::Error;
use crate::solve::{self, Level};

use super::arguments::Word;
use super::fresh::zeros;
use super::input::Input;
use super::run::{Options, Values, for_rows};
use super::symbols::Symbols;
use super::variants::{hand_on, other};

/// What each cell may still hold, as bit masks: bit k stands for digit k + 1.
///
/// Parameters
/// ----------
/// puzzles, rules, symbols, threads
///     As for :func:`solve`.
/// level : {"basic", "singles", "locked", "true"}
///     "basic": the givens of the peers are removed. "singles": what is left when naked and hidden singles have been
///     followed to the end. "locked": the same with locked candidates. "true": exactly the digits that occur in some
///     solution, found with a few dozen quick searches.
/// malformed : {"raise", "mark"}
///     With "mark", malformed rows are all 0.
///
/// Returns
/// -------
/// ndarray of uint16
///     In the shape of numeric puzzles; of shape (..., 9, 9) for text. A cell without a candidate is 0.
///
/// Examples
/// --------
/// >>> import bitdoku as bd
/// >>> masks = bd.candidates("12345678." + "." * 72)
/// >>> masks.shape, bin(masks[0, 8])
/// ((9, 9), '0b100000000')
#[pyfunction]
#[pyo3(signature = (puzzles, *, level = Word::Default, rules = None, symbols = None, threads = None, malformed = Word::Default))]
#[pyo3(
    text_signature = "(puzzles, *, level=\"basic\", rules=None, symbols=None, threads=None, malformed=\"raise\")"
)]
pub fn candidates<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    level: Word<'_, 'py>,
    rules: Option<&Bound<'py, PyAny>>,
    symbols: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    malformed: Word<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(rules) = other(rules) {
        let options = [("symbols", symbols), ("threads", threads)];
        return hand_on(
            "candidates",
            (puzzles,),
            rules,
            &options,
            &[("level", &level), ("malformed", &malformed)],
        );
    }
    let options = Options::new(py, rules, threads, None, &malformed)?;
    let symbols = Symbols::new(symbols)?;
    let (level, least) = level.choose(
        "level",
        &[
            ("basic", (Level::Basic, 256)),
            ("singles", (Level::Singles, 256)),
            ("locked", (Level::Locked, 256)),
            ("true", (Level::True, 8)),
        ],
    )?;
    let input = Input::new("puzzles", puzzles, &symbols)?;
    each_cell(py, &input, &options, least, 0u16, |grid, masks, control| {
        let open = solve::candidates(grid, level, control)?;
        masks.iter_mut().zip(open).for_each(|(mask, digits)| *mask = digits.bits());
        Ok(())
    })
}

/// Which givens clash with an equal given in their row, column or box.
///
/// Parameters
/// ----------
/// puzzles, rules, symbols, threads
///     As for :func:`solve`.
/// malformed : {"raise", "mark"}
///     With "mark", malformed rows are all False.
///
/// Returns
/// -------
/// ndarray of bool
///     In the shape of numeric puzzles; of shape (..., 9, 9) for text.
///
/// Examples
/// --------
/// >>> import bitdoku as bd
/// >>> bd.conflicts("11" + "." * 79).nonzero()
/// (array([0, 0]), array([0, 1]))
#[pyfunction]
#[pyo3(signature = (puzzles, *, rules = None, symbols = None, threads = None, malformed = Word::Default))]
#[pyo3(
    text_signature = "(puzzles, *, rules=None, symbols=None, threads=None, malformed=\"raise\")"
)]
pub fn conflicts<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
    symbols: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    malformed: Word<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(rules) = other(rules) {
        let options = [("symbols", symbols), ("threads", threads)];
        return hand_on("conflicts", (puzzles,), rules, &options, &[("malformed", &malformed)]);
    }
    let options = Options::new(py, rules, threads, None, &malformed)?;
    let symbols = Symbols::new(symbols)?;
    let input = Input::new("puzzles", puzzles, &symbols)?;
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
    let array = zeros::<T, IxDyn>(py, &input.cell_shape())?;
    {
        let mut guard = array.readwrite();
        let values = Values { cells: guard.as_slice_mut()?, per_row: 81, malformed };
        for_rows(py, input, options, least, None, values, |block, control| {
            let rows = block.puzzles.iter().zip(block.values.chunks_exact_mut(81));
            for (grid, cells) in rows {
                control.checkpoint()?;
                work(grid, cells, control)?;
            }
            Ok(())
        })?;
    }
    Ok(array.into_any())
}
