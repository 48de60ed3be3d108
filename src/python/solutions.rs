//! `solutions`: an iterator that searches as far as it is asked to.

#![forbid(unsafe_code)]

use std::sync::Mutex;

use numpy::PyArrayDyn;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::board::Grid;
use crate::control::Limits;
use crate::solve::Solutions;

use super::arguments::{Word, at_least_one};
use super::input::{Form, Input, Source};
use super::run::{Options, detach, validate};
use super::symbols::Symbols;
use super::text::{TextKind, line};
use super::variants::{hand_on, other};

/// How each solution is handed out.
enum Handout {
    Text(TextKind, Symbols),
    Numbers { flat: bool },
}

/// The iterator. Threads may share it: each solution goes to one of them.
#[pyclass(module = "bitdoku._core", name = "_Solutions", frozen)]
pub struct SolutionsIterator {
    walk: Mutex<Walk>,
    handout: Handout,
}

struct Walk {
    solutions: Solutions,
    left: u64,
}

/// All solutions of one puzzle, lazily and in lexicographic order.
///
/// Parameters
/// ----------
/// puzzle
///     One puzzle, in any form that :func:`solve` takes.
/// limit : int, optional
///     The most solutions to give.
/// rules, symbols, threads, malformed
///     As for :func:`solve`. One thread searches, whatever their number; with ``malformed="mark"`` a malformed
///     puzzle has no solutions.
///
/// Returns
/// -------
/// iterator
///     Solutions in the form of the puzzle. Ctrl-C interrupts a long search, which can then go on. An iterator may be
///     shared by threads; each solution goes to one of them.
///
/// Examples
/// --------
/// >>> import bitdoku as bd
/// >>> puzzle = "9165384...2........87....316.3.1..8.7..863..5.5..9.6...3....25........744752.63.."
/// >>> for solution in bd.solutions(puzzle):
/// ...     print(solution[9:18], solution[45:54])
/// 324179568 158792643
/// 324179568 851792643
/// 324971568 158792643
#[pyfunction]
#[pyo3(signature = (puzzle, *, limit = None, rules = None, symbols = None, threads = None, malformed = Word::Default))]
#[pyo3(
    text_signature = "(puzzle, *, limit=None, rules=None, symbols=None, threads=None, malformed=\"raise\")"
)]
pub fn solutions<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    limit: Option<&Bound<'py, PyAny>>,
    rules: Option<&Bound<'py, PyAny>>,
    symbols: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    malformed: Word<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(rules) = other(rules) {
        let options = [("limit", limit), ("symbols", symbols), ("threads", threads)];
        return hand_on("solutions", (puzzle,), rules, &options, &[("malformed", &malformed)]);
    }
    let options = Options::new(py, rules, threads, None, &malformed)?;
    let symbols = Symbols::new(symbols)?;
    let input = Input::new("puzzle", puzzle, &symbols)?;
    let (Source::Detached(rows), true) = (&input.source, input.is_one()) else {
        return Err(PyTypeError::new_err("puzzle holds many puzzles; solutions takes one"));
    };
    let handout = match input.form {
        Form::Text(kind) => Handout::Text(kind, symbols),
        Form::Numbers { flat } => Handout::Numbers { flat },
        _ => return Err(PyTypeError::new_err("puzzle holds many puzzles; solutions takes one")),
    };
    let mut left = limit.map_or(Ok(u64::MAX), |l| at_least_one("limit", l).map(|l| l.get()))?;
    let mut cells = [[0; 81]];
    let mut faulty = false;
    rows.read(0, &mut cells, &mut |_, _| faulty = true);
    if faulty {
        if !options.mark {
            validate(py, &input)?;
        }
        // A malformed puzzle that is only to be marked has no solutions to show.
        (cells, left) = ([[0; 81]], 0);
    }
    let solutions = Solutions::new(&Grid::unchecked(cells[0]));
    let iterator = SolutionsIterator { walk: Mutex::new(Walk { solutions, left }), handout };
    Ok(Bound::new(py, iterator)?.into_any())
}

#[pymethods]
impl SolutionsIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let next = Mutex::new(None);
        // The lock is taken while detached, or two threads could wait for each other.
        detach(py, 1, Limits::NONE, vec![()], |(), control| {
            let mut walk = self.walk.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if walk.left > 0 {
                let found = walk.solutions.next(control)?;
                walk.left = if found.is_some() { walk.left - 1 } else { 0 };
                *next.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = found;
            }
            Ok(())
        })?;
        let Ok(Some(grid)) = next.into_inner() else { return Ok(None) };
        match &self.handout {
            Handout::Text(kind, symbols) => kind.write(py, &line(&grid), symbols).map(Some),
            Handout::Numbers { flat } => {
                let cells = grid.cells().to_vec();
                let shape: &[usize] = if *flat { &[81] } else { &[9, 9] };
                let array = numpy::ndarray::ArrayD::from_shape_vec(shape, cells);
                let array = array.map_err(|error| PyTypeError::new_err(error.to_string()))?;
                Ok(Some(PyArrayDyn::from_owned_array(py, array).into_any()))
            }
        }
    }
}
