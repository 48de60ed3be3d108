//! `solutions`: an iterator that searches for the next solution on demand.

use std::sync::{Mutex, PoisonError};

use numpy::{IxDyn, PyArrayMethods};
use pyo3::prelude::*;

use crate::control::Limits;
use crate::engine::Solutions;

use crate::python::allocate::zeros;
use crate::python::arch::points;
use crate::python::arguments::call::{Call, Keywords};
use crate::python::arguments::{Word, at_least_one};
use crate::python::input::symbols::Symbols;
use crate::python::input::text::TextKind;
use crate::python::input::{Characters, Form};
use crate::python::output::characters;
use crate::python::run::detach::detach_once;
use crate::python::run::with_one;

use super::signature::python_function;

/// The form of each solution.
enum SolutionForm {
    Text(TextKind),
    Cells { flat: bool, layout: Option<Characters> },
}

/// The iterator. Threads may share it: each solution is returned to one of them.
#[pyclass(module = "bitdoku._core", name = "_Solutions", frozen)]
pub struct SolutionsIterator {
    search: Mutex<Search>,
    form: SolutionForm,
    symbols: Symbols,
    limits: Limits,
}

struct Search {
    /// `None` for a malformed puzzle with `malformed="mark"`.
    solutions: Option<Solutions>,
    left: u64,
}

python_function!(
    #[signature(
        puzzle, *, limit = None, rules = None, symbols = None, threads = None, budget = None, malformed = "raise"
    )]
    /// Iterate over all solutions of one puzzle in lexicographic order.
    ///
    /// Parameters
    /// ----------
    /// puzzle
    ///     One puzzle, in any form that :func:`solve` accepts.
    /// limit : int, optional
    ///     The maximum number of solutions.
    /// rules, symbols, threads, malformed
    ///     As for :func:`solve`. The search uses a single thread. With ``malformed="mark"`` a malformed puzzle has no
    ///     solutions.
    /// budget : int or datetime.timedelta, optional
    ///     The number of search nodes for each item, or the time from this call to the last item.
    ///
    /// Returns
    /// -------
    /// iterator
    ///     Solutions in the form of the puzzle. Ctrl-C interrupts a long search; the next item resumes it. Threads may
    ///     share an iterator: each solution is returned to one of them.
    ///
    /// Raises
    /// ------
    /// BudgetError
    ///     The budget ran out before the next solution was found. After a number of nodes, the next item resumes the search.
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
    pub fn solutions<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let call = Call::new(py, Some(puzzle), &keywords)?;
        let input = call.input("puzzle", puzzle)?;
        input.expect_one("solutions")?;
        let form = match input.form {
            Form::Text(kind) => SolutionForm::Text(kind),
            Form::Numbers { flat } => SolutionForm::Cells { flat, layout: None },
            Form::Characters { flat, layout } => SolutionForm::Cells { flat, layout: Some(layout) },
            _ => unreachable!("forms of many puzzles"),
        };
        let left = limit.map_or(Ok(u64::MAX), |l| at_least_one("limit", l).map(|l| l.get()))?;
        let solutions = with_one(py, &input, &call, |puzzle| Ok(call.engine.solutions(puzzle)))?;
        let search = Mutex::new(Search { solutions, left });
        let iterator =
            SolutionsIterator { search, form, symbols: call.symbols, limits: call.limits };
        Ok(Bound::new(py, iterator)?.into_any())
    }
);

#[pymethods]
impl SolutionsIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        // Locked while detached: two threads could otherwise deadlock on the lock and the interpreter.
        let next = detach_once(py, self.limits, |control| {
            let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
            let Search { solutions: Some(solutions), left: left @ 1.. } = &mut *search else {
                return Ok(None);
            };
            let found = solutions.next(control)?;
            *left = if found.is_some() { *left - 1 } else { 0 };
            Ok(found)
        })?;
        let Some(mut cells) = next else { return Ok(None) };
        let (flat, layout) = match self.form {
            SolutionForm::Text(kind) => {
                if self.symbols.is_plain() {
                    points::print(&mut cells);
                }
                return kind.write(py, &cells, &self.symbols).map(Some);
            }
            SolutionForm::Cells { flat, layout } => (flat, layout),
        };
        let mut shape = Vec::new();
        self.symbols.size.add_axes(&mut shape, flat);
        let array = zeros::<u8, IxDyn>(py, &shape)?;
        array.readwrite().as_slice_mut()?.copy_from_slice(&cells);
        Ok(Some(match layout {
            Some(layout) => characters(&array, &self.symbols, layout)?,
            None => array.into_any(),
        }))
    }
}
