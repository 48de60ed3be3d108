//! `solve`, `verdict` and `count`.

use numpy::{IxDyn, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyOverflowError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyType};

use crate::solve as core;
use crate::solve::{UNDECIDED, Verdict};

use super::fault::{exception, verdict_member};
use super::input::Input;
use super::mirror::Mirror;
use super::run::{Options, Values, at_least_one, for_rows, validate};

/// Puzzles that are worth a thread of their own.
const LEAST: usize = 128;

/// The lot of a malformed row in a `count`.
const MALFORMED: u64 = UNDECIDED - 1;

#[pyfunction]
#[pyo3(signature = (puzzles, *, rules = None, threads = None, out = None, budget = None, malformed = "raise"))]
pub fn solve<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    budget: Option<&Bound<'py, PyAny>>,
    malformed: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options::new(py, rules, threads, budget, malformed)?;
    let input = Input::new("puzzles", puzzles)?;
    let mut mirror = match out {
        None => Mirror::new(py, &input, None)?,
        Some(out) => {
            let mirror = Mirror::into_out(&input, puzzles, out)?;
            if !options.mark {
                validate(py, &input)?;
            }
            mirror
        }
    };
    let verdicts = verdicts(py, &input, &options, Some(&mut mirror))?;
    let solution = mirror.finish(py, &input)?;
    static RESULT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = RESULT.import(py, "bitdoku._results", "SolveResult")?;
    // With `out` the puzzles may be gone, overwritten by their solutions.
    let remembered = if out.is_some() { py.None().into_bound(py) } else { puzzles.clone() };
    class.call1((solution, verdicts, remembered))
}

#[pyfunction]
#[pyo3(signature = (puzzles, *, rules = None, threads = None, budget = None, malformed = "raise"))]
pub fn verdict<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    budget: Option<&Bound<'py, PyAny>>,
    malformed: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options::new(py, rules, threads, budget, malformed)?;
    let input = Input::new("puzzles", puzzles)?;
    verdicts(py, &input, &options, None)
}

/// The verdicts: a `Verdict` for one puzzle, else a uint8 array. Solutions go to `mirror`.
fn verdicts<'py>(
    py: Python<'py>,
    input: &Input<'py>,
    options: &Options,
    mirror: Option<&mut Mirror<'py>>,
) -> PyResult<Bound<'py, PyAny>> {
    let with_solutions = mirror.is_some();
    let fill = |verdicts: &mut [u8]| {
        let values = Values { cells: verdicts, per_row: 1, malformed: Verdict::Malformed as u8 };
        for_rows(py, input, options, LEAST, mirror, values, |block, control| {
            let (backend, budget) = (options.backend, options.budget);
            let mut verdicts = vec![Verdict::Undecided; block.puzzles.len()];
            if with_solutions {
                core::solve(
                    backend,
                    block.puzzles,
                    block.solutions,
                    &mut verdicts,
                    budget,
                    control,
                )?;
            } else {
                core::verdict(backend, block.puzzles, &mut verdicts, budget, control)?;
            }
            block.values.iter_mut().zip(verdicts).for_each(|(value, v)| *value = v as u8);
            Ok(())
        })
    };
    if input.is_one() {
        let mut verdict = [0];
        fill(&mut verdict)?;
        return verdict_member(py, verdict[0]);
    }
    let array = PyArrayDyn::<u8>::zeros(py, IxDyn(&input.shape), false);
    fill(array.readwrite().as_slice_mut()?)?;
    Ok(array.into_any())
}

#[pyfunction]
#[pyo3(signature = (puzzles, *, limit = None, rules = None, threads = None, budget = None, malformed = "raise"))]
pub fn count<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    limit: Option<&Bound<'py, PyAny>>,
    rules: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    budget: Option<&Bound<'py, PyAny>>,
    malformed: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let mut options = Options::new(py, rules, threads, budget, malformed)?;
    let input = Input::new("puzzles", puzzles)?;
    // Counts above this would be mistaken for the two marks; nobody lives to see one.
    let most = MALFORMED - 1;
    let bound = match limit {
        None => most,
        Some(limit) => at_least_one("limit", limit)?.get().min(most),
    };
    if input.is_one() {
        // There is no mark for one number.
        options.mark = false;
    }
    let fill = |counts: &mut [u64]| {
        let values = Values { cells: counts, per_row: 1, malformed: MALFORMED };
        for_rows(py, &input, &options, 1, None, values, |block, control| {
            let (backend, budget) = (options.backend, options.budget);
            core::count(backend, block.puzzles, block.values, bound, budget, control)
        })
    };
    let check = |counts: &[u64]| match counts.contains(&most) && limit.is_none() {
        true => Err(PyOverflowError::new_err("more than 2^64 solutions; give a limit")),
        false => Ok(()),
    };
    if input.is_one() {
        let mut counts = [0];
        fill(&mut counts)?;
        check(&counts)?;
        return match counts[0] {
            UNDECIDED => Err(exception(
                py,
                "BudgetError",
                "the budget ran out before all were counted".into(),
            )),
            count => Ok(count.into_pyobject(py)?.into_any()),
        };
    }
    let array = PyArrayDyn::<u64>::zeros(py, IxDyn(&input.shape), false);
    {
        let mut guard = array.readwrite();
        let counts = guard.as_slice_mut()?;
        fill(counts)?;
        check(counts)?;
    }
    if !options.mark && budget.is_none() {
        return Ok(array.into_any());
    }
    let mask = PyArrayDyn::<bool>::zeros(py, IxDyn(&input.shape), false);
    {
        let (mut counts, mut mask) = (array.readwrite(), mask.readwrite());
        for (count, masked) in counts.as_slice_mut()?.iter_mut().zip(mask.as_slice_mut()?) {
            *masked = *count >= MALFORMED;
            if *masked {
                *count = 0;
            }
        }
    }
    let options = [("mask", mask)].into_py_dict(py)?;
    py.import("numpy.ma")?.call_method(intern!(py, "array"), (array,), Some(&options))
}

/// The kernels in use.
#[pyfunction]
pub fn backend(py: Python<'_>) -> PyResult<&'static str> {
    Ok(super::run::backend(py)?.name())
}
