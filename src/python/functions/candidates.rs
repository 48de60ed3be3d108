//! `candidates` and `conflicts`: a value for each cell.

use bytemuck::Pod;
use numpy::Element;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::engine::Puzzles;
use crate::solve::Level;

use crate::python::arguments::Word;
use crate::python::arguments::call::{Call, Keywords};
use crate::python::input::Input;
use crate::python::output::named_tuple;
use crate::python::run::{each_flag, each_row};

use super::by_rules::or_grouped;
use super::signature::python_function;

python_function!(
    #[signature(
        puzzles, *, level = "basic", rules = None, symbols = None, threads = None, budget = None, malformed = "raise"
    )]
    /// Find the candidates of each cell, as bit masks: bit k for digit k + 1.
    ///
    /// Parameters
    /// ----------
    /// puzzles, rules, symbols, threads
    ///     As for :func:`solve`.
    /// level : {"basic", "singles", "locked", "true"}
    ///     "basic": all digits but the givens of the peers. "singles": the candidates left after all naked and hidden
    ///     singles. "locked": the same with locked candidates. "true": exactly the digits that occur in some solution,
    ///     found with a few dozen short searches.
    /// budget : int or datetime.timedelta, optional
    ///     As for :func:`solve`, for the searches of level "true". The other levels do not search.
    /// malformed : {"raise", "mark"}
    ///     Whether malformed rows raise, or get 0 in all cells.
    ///
    /// Returns
    /// -------
    /// ndarray of uint16 or CandidatesResult
    ///     An array of the shape of numeric puzzles, or of shape (..., 9, 9) for text; uint32 or uint64 with more than 16
    ///     or 32 digits. A cell without candidates is 0. :meth:`Pencilmarks.digits` lists the digits of masks. With
    ///     ``budget``, a :class:`CandidatesResult` of this array and a second one of the candidates left undecided.
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd
    /// >>> masks = bd.candidates("12345678." + "." * 72)
    /// >>> masks.shape, bin(masks[0, 8])
    /// ((9, 9), '0b100000000')
    ///
    /// The cells that differ among the solutions have several true candidates:
    ///
    /// >>> masks = bd.candidates("12..34..21..43..", level="true", rules="4x4")
    /// >>> masks & (masks - 1) != 0
    /// array([[False, False,  True,  True],
    ///        [False, False,  True,  True],
    ///        [False, False,  True,  True],
    ///        [False, False,  True,  True]])
    ///
    /// With a budget, the digits found so far and the undecided ones:
    ///
    /// >>> found, undecided = bd.candidates("." * 81, level="true", budget=1000)
    /// >>> bool(((found | undecided) == 511).all()), bool((found & undecided).any())
    /// (True, False)
    pub fn candidates<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        or_grouped(py, "candidates", puzzles, &keywords, &[("level", level.given())], || {
            let call = Call::new(py, Some(puzzles), &keywords)?;
            let (level, least) = level.choose(
                "level",
                &[
                    ("basic", (Level::Basic, 256)),
                    ("singles", (Level::Singles, 256)),
                    ("locked", (Level::Locked, 256)),
                    ("true", (Level::True, 8)),
                ],
            )?;
            let input = call.input("puzzles", puzzles)?;
            let how = (level, least, budget.is_some());
            match call.engine.digits() {
                ..=16 => masks(py, &input, &call, how, |mask| mask as u16),
                17..=32 => masks(py, &input, &call, how, |mask| mask as u32),
                _ => masks(py, &input, &call, how, |mask| mask),
            }
        })
    }
);

/// The candidates as masks of type `T`, with the undecided ones if there is a budget.
fn masks<'py, T: Element + Pod + Sync>(
    py: Python<'py>,
    input: &Input<'py>,
    call: &Call<'py>,
    (level, least, has_budget): (Level, usize, bool),
    narrow: impl Fn(u64) -> T + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let (engine, area) = (&call.engine, input.size().area);
    let parts = 1 + usize::from(has_budget);
    let axes = [&[2][..usize::from(has_budget)], &input.cell_axes()[..]].concat();
    let array = each_row(py, input, call, &axes, least, T::zeroed(), &|block, control| {
        let mut rows: Vec<_> = block.values.chunks_exact_mut(parts * area).collect();
        let copy = |cells: &mut [T], wide: &[u64]| {
            cells.iter_mut().zip(wide).for_each(|(mask, &wide)| *mask = narrow(wide));
        };
        if has_budget && level == Level::True {
            let mut write = |row: usize, found: &[u64], undecided: &[u64]| {
                let (first, second) = rows[row].split_at_mut(area);
                copy(first, found);
                copy(second, undecided);
            };
            return engine.occurring(block.puzzles, &mut write, control);
        }
        let mut write = |row: usize, wide: &[u64]| copy(&mut rows[row][..area], wide);
        engine.candidates(block.puzzles, level, &mut write, control)
    })?;
    if !has_budget {
        return Ok(array.into_any());
    }
    static RESULT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = RESULT.import(py, "bitdoku._results", "CandidatesResult")?;
    let part = |number: usize| array.call_method1("take", (number, input.shape.len()));
    named_tuple(class, (part(0)?, part(1)?))
}

python_function!(
    #[signature(puzzles, *, rules = None, symbols = None, threads = None, malformed = "raise")]
    /// Find the givens that clash with an equal given in their row, column or box.
    ///
    /// Parameters
    /// ----------
    /// puzzles, rules, symbols, threads
    ///     As for :func:`solve`.
    /// malformed : {"raise", "mark"}
    ///     Whether malformed rows raise, or get False in all cells.
    ///
    /// Returns
    /// -------
    /// ndarray of bool
    ///     An array of the shape of numeric puzzles, or of shape (..., 9, 9) for text.
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd
    /// >>> bd.conflicts("11" + "." * 79).nonzero()
    /// (array([0, 0]), array([0, 1]))
    pub fn conflicts<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let call = Call::new(py, Some(puzzles), &keywords)?;
        let input = call.input("puzzles", puzzles)?;
        let engine = &call.engine;
        each_flag(py, &input, &call, &input.cell_axes(), 512, &|block, control| {
            control.checkpoint()?;
            match block.puzzles {
                Puzzles::Givens(cells) => engine.conflicts(cells, block.values),
                Puzzles::Candidates(masks) => {
                    // A cell with one candidate is a given.
                    let given = |&mask: &u64| match mask.is_power_of_two() {
                        true => mask.trailing_zeros() as u8 + 1,
                        false => 0,
                    };
                    let cells: Vec<u8> = masks.iter().map(given).collect();
                    engine.conflicts(&cells, block.values);
                }
            }
            Ok(())
        })
    }
);
