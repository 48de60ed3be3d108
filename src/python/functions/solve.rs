//! `solve`, `verdict` and `count`.

use numpy::{IxDyn, PyArrayMethods};
use pyo3::exceptions::PyOverflowError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyType};

use crate::solve::{UNDECIDED, Verdict};

use crate::python::allocate::zeros;
use crate::python::arguments::call::{self, Call, Keywords};
use crate::python::arguments::{Word, at_least_one};
use crate::python::errors::{exception, verdict_member};
use crate::python::input::Input;
use crate::python::output::Output;
use crate::python::run::{Values, for_rows, validate};

use super::signature::python_function;

/// Puzzles that are worth a thread of their own.
const LEAST: usize = 128;

/// The sentinel count for a malformed row.
const MALFORMED: u64 = UNDECIDED - 1;

python_function!(
    #[signature(
        puzzles, *, rules = None, symbols = None, threads = None, out = None, budget = None, malformed = "raise"
    )]
    /// Solves one puzzle or many: solutions and verdicts.
    ///
    /// Where a puzzle has one solution, that is given; where it has several, the lexicographically smallest, on every
    /// machine and number of threads; where it has none, or is undecided or malformed, a blank grid.
    ///
    /// Parameters
    /// ----------
    /// puzzles
    ///     Text (str, bytes or bytearray), integers of any dtype and strides in shape (..., 9, 9) or (..., 81), nested
    ///     lists of integers, or many texts: a list, a tuple, a numpy array, a pandas Series or an Arrow column.
    ///     A blank is 0, in text also any of ``. _ * ? x X``.
    /// rules : optional
    ///     None, a name such as ``"16x16"`` or ``"x"``, :class:`Rules`, or one rule of :mod:`bitdoku.rules`.
    /// symbols : str, optional
    ///     The characters for the digits from 1 on in text, all different, such as ``"ABCDEFGHI"``, for puzzles and results
    ///     alike; a letter from A to Z stands for its other case too. Numbers are not affected.
    /// threads : int, optional
    ///     How many threads work; the default is the environment variable BITDOKU_THREADS, else all processors.
    /// out : ndarray of uint8, optional
    ///     Where solutions of numeric puzzles go: writeable, C-contiguous, of the result's shape. It may be the input
    ///     itself; malformed puzzles are then reported before anything is overwritten. Otherwise its contents are
    ///     unspecified after an error. A subclass such as numpy.memmap is written like any array, a masked array refused.
    /// budget : int or datetime.timedelta, optional
    ///     An int is the number of search nodes (guesses) for each puzzle, a timedelta the time for the whole call. What is
    ///     open then gets the verdict UNDECIDED. Within a number of nodes each puzzle is searched alone: whether it is decided
    ///     depends on the puzzle and the backend, not on the rest of the batch.
    /// malformed : {"raise", "mark"}
    ///     Whether malformed rows raise, or get the verdict MALFORMED and a blank solution.
    ///
    /// Returns
    /// -------
    /// SolveResult
    ///     ``solution`` in the form of the puzzles (numbers as a C-contiguous uint8 array of their shape), ``verdict`` a
    ///     :class:`Verdict` for one puzzle and a uint8 array with the leading shape for many. Unpacks like a tuple.
    ///
    /// Raises
    /// ------
    /// PuzzleError
    ///     Malformed data; the message names row, cell and value. Clashing givens are not malformed.
    /// TypeError
    ///     The wrong kind of object, such as an array of bool, or of floats that are not whole.
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd, numpy as np
    /// >>> bd.solve("4..853.69..........95....2.7....5...6...4.21..1...8..45......42.4..9....3.1..6...")
    /// SolveResult(solution='427853169163972458…', verdict=<Verdict.UNIQUE: 1>)
    /// >>> solution, verdict = bd.solve(np.zeros((2, 9, 9), dtype=int))
    /// >>> solution.shape, solution.dtype, verdict
    /// ((2, 9, 9), dtype('uint8'), array([2, 2], dtype=uint8))
    /// >>> bd.solve(["1" * 81, "."], malformed="mark").verdict
    /// array([  0, 255], dtype=uint8)
    pub fn solve<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let call = Call::new(py, Some(puzzles), &keywords)?;
        let input = call.input("puzzles", puzzles)?;
        let mut output = match out {
            None => Output::new(py, &input, None)?,
            Some(out) => {
                let (output, is_input) = Output::into_out(&input, out)?;
                if is_input && !call.mark {
                    validate(py, &input)?;
                }
                output
            }
        };
        let verdicts = verdicts(py, &input, &call, Some(&mut output))?;
        let solution = output.finish(py, &input)?;
        static RESULT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = RESULT.import(py, "bitdoku._results", "SolveResult")?;
        // With `out` the puzzles may be gone, overwritten by their solutions.
        let remembered = if out.is_some() { py.None().into_bound(py) } else { puzzles.clone() };
        class.call1((solution, verdicts, remembered, symbols, call.rules))
    }
);

python_function!(
    #[signature(puzzles, *, rules = None, symbols = None, threads = None, budget = None, malformed = "raise")]
    /// The verdicts alone: whether each puzzle has no solution, one, or several.
    ///
    /// Cheaper than :func:`solve` for puzzles with several solutions, and no solutions are written. Parameters as there.
    ///
    /// Returns
    /// -------
    /// Verdict or ndarray of uint8
    ///     One :class:`Verdict`, or an array with the leading shape of the puzzles.
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd
    /// >>> bd.verdict("." * 81)
    /// <Verdict.MULTIPLE: 2>
    /// >>> bd.verdict(["." * 81, "11" + "." * 79])
    /// array([2, 0], dtype=uint8)
    pub fn verdict<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let call = Call::new(py, Some(puzzles), &keywords)?;
        let input = call.input("puzzles", puzzles)?;
        verdicts(py, &input, &call, None)
    }
);

/// The verdicts: a `Verdict` for one puzzle, else a uint8 array. Solutions go to `output`.
fn verdicts<'py>(
    py: Python<'py>,
    input: &Input<'py>,
    call: &Call<'py>,
    output: Option<&mut Output<'py>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (engine, with_solutions) = (&call.engine, output.is_some());
    let fill = |verdicts: &mut [u8]| {
        let values = Values { cells: verdicts, per_row: 1, malformed: Verdict::Malformed as u8 };
        for_rows(py, input, call, LEAST, output, values, &|block, control| {
            let mut verdicts = vec![Verdict::Undecided; block.values.len()];
            let (puzzles, verdicts_mut) = (block.puzzles, &mut verdicts[..]);
            match with_solutions {
                true => engine.solve(puzzles, block.solutions, verdicts_mut, control)?,
                false => engine.verdict(puzzles, verdicts_mut, control)?,
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
    let array = zeros::<u8, IxDyn>(py, &input.shape)?;
    fill(array.readwrite().as_slice_mut()?)?;
    Ok(array.into_any())
}

python_function!(
    #[signature(
        puzzles, *, limit = None, rules = None, symbols = None, threads = None, budget = None, malformed = "raise"
    )]
    /// The number of solutions, exact unless it reaches ``limit``.
    ///
    /// Parameters
    /// ----------
    /// puzzles, rules, symbols, threads
    ///     As for :func:`solve`.
    /// limit : int, optional
    ///     Counting stops here. Without a limit, counting a puzzle with few givens may not terminate; Ctrl-C ends it. Counting
    ///     millions of solutions takes some 200 MB a thread.
    /// budget : int or datetime.timedelta, optional
    ///     As for :func:`solve`. Where it runs out, one puzzle raises, and many are masked. Within a number of nodes
    ///     solutions are counted one by one, so n of them take at least n - 1 nodes.
    /// malformed : {"raise", "mark"}
    ///     With "mark", malformed rows of many are masked; one malformed puzzle raises, as there is no number to give.
    ///
    /// Returns
    /// -------
    /// int or ndarray of uint64
    ///     For one puzzle an int. For many an array with their leading shape; a masked array with ``budget`` or
    ///     ``malformed="mark"``, its mask telling what is not known.
    ///
    /// Raises
    /// ------
    /// BudgetError
    ///     The budget ran out before the solutions of one puzzle were counted.
    /// OverflowError
    ///     More solutions than an uint64 can hold.
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd
    /// >>> bd.count("9165384...2........87....316.3.1..8.7..863..5.5..9.6...3....25........744752.63..")
    /// 3
    /// >>> bd.count(["." * 81, "." * 81], limit=1000)
    /// array([1000, 1000], dtype=uint64)
    pub fn count<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let mut call = Call::new(py, Some(puzzles), &keywords)?;
        let input = call.input("puzzles", puzzles)?;
        // Counts above this would be mistaken for the two marks.
        let most = MALFORMED - 1;
        let bound = match limit {
            None => most,
            Some(limit) => at_least_one("limit", limit)?.get().min(most),
        };
        if input.is_one() {
            // There is no mark for one number.
            call.mark = false;
        }
        let fill = |counts: &mut [u64]| {
            let values = Values { cells: counts, per_row: 1, malformed: MALFORMED };
            let engine = &call.engine;
            for_rows(py, &input, &call, 1, None, values, &|block, control| {
                engine.count(block.puzzles, block.values, bound, control)
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
        let array = zeros::<u64, IxDyn>(py, &input.shape)?;
        {
            let mut guard = array.readwrite();
            let counts = guard.as_slice_mut()?;
            fill(counts)?;
            check(counts)?;
        }
        if !call.mark && budget.is_none() {
            return Ok(array.into_any());
        }
        let mask = zeros::<bool, IxDyn>(py, &input.shape)?;
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
);

/// The name of the kernels in use, such as ``"avx512"`` or ``"scalar"``.
///
/// All kernels give the same answers. The fastest that the processor has are used, or those that the environment
/// variable BITDOKU_BACKEND names; it is read once, at the first call of any function.
///
/// Raises
/// ------
/// Error
///     BITDOKU_BACKEND names kernels that do not run on this machine; the message lists those that do.
///
/// Examples
/// --------
/// >>> import bitdoku as bd
/// >>> isinstance(bd.backend(), str)
/// True
#[pyfunction]
pub fn backend(py: Python<'_>) -> PyResult<&'static str> {
    Ok(call::backend(py)?.name())
}
