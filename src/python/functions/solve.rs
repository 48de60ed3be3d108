//! `solve`, `verdict` and `count`.

use numpy::{IxDyn, PyArrayMethods};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::control::Control;
use crate::engine::{Engine, Puzzles};
use crate::error::Error;
use crate::solve::{UNDECIDED, Verdict};

use crate::python::allocate::zeros;
use crate::python::arguments::call::{self, Call, Keywords};
use crate::python::arguments::{Word, at_least_one};
use crate::python::errors::verdict_member;
use crate::python::input::Input;
use crate::python::output::{Output, named_tuple};
use crate::python::run::{Values, for_rows, validate};

use super::by_rules::or_grouped;
use super::signature::python_function;

/// Puzzles that are worth a thread of their own.
const LEAST: usize = 128;

/// [`Engine::solve`] or [`Engine::solve_any`].
type Solve = fn(&Engine, Puzzles<'_>, &mut [u8], &mut [Verdict], &Control<'_>) -> Result<(), Error>;

/// The sentinel count for a malformed row.
const MALFORMED: u64 = UNDECIDED - 1;

python_function!(
    #[signature(
        puzzles, *, solution = "smallest", rules = None, symbols = None, threads = None, out = None, budget = None,
        malformed = "raise"
    )]
    /// Solve one puzzle or many.
    ///
    /// A puzzle with several solutions gets the lexicographically smallest one; on boards with a side above 9, it may be
    /// another one. It is the same on every machine and with any number of threads. Puzzles without a solution, undecided
    /// puzzles and malformed ones get a blank grid.
    ///
    /// Parameters
    /// ----------
    /// puzzles
    ///     Text (str, bytes or bytearray), integers of any dtype and strides in shape (..., 9, 9) or (..., 81), nested
    ///     lists of integers, or many texts: a list, a tuple, a numpy array, a pandas Series or an Arrow column.
    ///     A blank is 0, and in text also any of ``. _ * ? x X``.
    /// solution : {"smallest", "any"}
    ///     The solution of a puzzle with several. "any": the one that the solver finds first, which depends on the puzzle
    ///     and the rules only. With other rules than classic Sudoku, to find the smallest one can take many times as long.
    /// rules : optional
    ///     None, a name such as ``"16x16"`` or ``"x"``, :class:`Rules`, or one rule of :mod:`bitdoku.rules`.
    /// symbols : str, optional
    ///     The characters for the digits from 1 on in text, all different, such as ``"ABCDEFGHI"``, for puzzles and results
    ///     alike; letters from A to Z are matched in either case. Numbers are not affected.
    /// threads : int, optional
    ///     The number of threads. The default is the environment variable BITDOKU_THREADS, else all processors.
    /// out : ndarray of uint8, optional
    ///     An array for the solutions of numeric puzzles: writeable, C-contiguous, of the result's shape. It may be the
    ///     input itself; malformed puzzles are then reported before anything is overwritten. Otherwise its contents are
    ///     unspecified after an error. Subclasses such as numpy.memmap are accepted, masked arrays are not.
    /// budget : int or datetime.timedelta, optional
    ///     The number of search nodes (guesses) for each puzzle, or the time for the whole call. Puzzles not decided by
    ///     then get the verdict UNDECIDED. With a number of nodes, whether a puzzle is decided depends on the puzzle and
    ///     the backend, not on the rest of the batch.
    /// malformed : {"raise", "mark"}
    ///     Whether malformed rows raise, or get the verdict MALFORMED and a blank solution.
    ///
    /// Returns
    /// -------
    /// SolveResult
    ///     A named tuple of ``solution``, in the form of the puzzles (numbers as a C-contiguous uint8 array of their
    ///     shape), and ``verdict``, a :class:`Verdict` for one puzzle and a uint8 array with the leading shape for many.
    ///
    /// Raises
    /// ------
    /// PuzzleError
    ///     Malformed data; the message names row, cell and value. Clashing givens are not malformed.
    /// TypeError
    ///     The wrong kind of object, such as an array of bool or of floats that are not whole.
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd, numpy as np
    /// >>> bd.solve("4..853.69..........95....2.7....5...6...4.21..1...8..45......42.4..9....3.1..6...").solution
    /// '427853169163972458895164327734215986658749213912638574579381642246597831381426795'
    /// >>> solution, verdict = bd.solve(np.zeros((2, 9, 9), dtype=int))
    /// >>> solution.shape, solution.dtype, verdict
    /// ((2, 9, 9), dtype('uint8'), array([2, 2], dtype=uint8))
    /// >>> bd.solve(["1" * 81, "."], malformed="mark").verdict
    /// array([  0, 255], dtype=uint8)
    /// >>> bd.solve("1..............3", rules="4x4", solution="any").verdict
    /// <Verdict.MULTIPLE: 2>
    pub fn solve<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let more = [("out", out), ("solution", solution.given())];
        or_grouped(py, "solve", puzzles, &keywords, &more, || {
            let call = Call::new(py, Some(puzzles), &keywords)?;
            let solve = solution.choose(
                "solution",
                &[("smallest", Engine::solve as Solve), ("any", Engine::solve_any as Solve)],
            )?;
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
            let verdicts = verdicts(py, &input, &call, Some((&mut output, solve)))?;
            let solution = output.finish(py, &input)?;
            static RESULT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            let class = RESULT.import(py, "bitdoku._results", "SolveResult")?;
            named_tuple(class, (solution, verdicts))
        })
    }
);

python_function!(
    #[signature(puzzles, *, rules = None, symbols = None, threads = None, budget = None, malformed = "raise")]
    /// Determine whether each puzzle has no solution, one or several.
    ///
    /// Faster than :func:`solve` for puzzles with several solutions. The parameters are those of :func:`solve`.
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
        or_grouped(py, "verdict", puzzles, &keywords, &[], || {
            let call = Call::new(py, Some(puzzles), &keywords)?;
            let input = call.input("puzzles", puzzles)?;
            verdicts(py, &input, &call, None)
        })
    }
);

/// A `Verdict` for one puzzle, else a uint8 array. Solutions are written to `output`.
fn verdicts<'py>(
    py: Python<'py>,
    input: &Input<'py>,
    call: &Call<'py>,
    output: Option<(&mut Output<'py>, Solve)>,
) -> PyResult<Bound<'py, PyAny>> {
    let engine = &call.engine;
    let (output, solve) = output.unzip();
    let fill = |verdicts: &mut [u8]| {
        let values = Values { cells: verdicts, per_row: 1, malformed: Verdict::Malformed as u8 };
        for_rows(py, input, call, LEAST, output, values, &|block, control| {
            let mut verdicts = vec![Verdict::Undecided; block.values.len()];
            let (puzzles, verdicts_mut) = (block.puzzles, &mut verdicts[..]);
            match solve {
                Some(solve) => solve(engine, puzzles, block.solutions, verdicts_mut, control)?,
                None => engine.verdict(puzzles, verdicts_mut, control)?,
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
    /// Count the solutions of each puzzle, exactly or up to a limit.
    ///
    /// Parameters
    /// ----------
    /// puzzles, rules, symbols, threads
    ///     As for :func:`solve`.
    /// limit : int, optional
    ///     Counting stops at this number. Without a limit, counting a puzzle with few givens may not terminate; Ctrl-C
    ///     interrupts it. Counting millions of solutions needs about 200 MB per thread.
    /// budget : int or datetime.timedelta, optional
    ///     As for :func:`solve`. With a budget in nodes, solutions are counted one by one, so that n solutions need at
    ///     least n - 1 nodes.
    /// malformed : {"raise", "mark"}
    ///     Whether malformed rows raise, or get the count 0 and the verdict MALFORMED.
    ///
    /// Returns
    /// -------
    /// int, ndarray of uint64 or CountResult
    ///     The number of solutions: an int for one puzzle, an array with the leading shape of the puzzles for many. With
    ///     ``budget`` or ``malformed="mark"``, a :class:`CountResult` of these numbers and the verdicts.
    ///
    /// Raises
    /// ------
    /// OverflowError
    ///     A puzzle has more solutions than a uint64 can hold.
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd
    /// >>> three = "9165384...2........87....316.3.1..8.7..863..5.5..9.6...3....25........744752.63.."
    /// >>> bd.count(three)
    /// 3
    /// >>> bd.count(["." * 81, "." * 81], limit=1000)
    /// array([1000, 1000], dtype=uint64)
    /// >>> counts, verdicts = bd.count([three, "." * 81], budget=100_000)
    /// >>> counts[verdicts != bd.Verdict.UNDECIDED]
    /// array([3], dtype=uint64)
    pub fn count<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        or_grouped(py, "count", puzzles, &keywords, &[("limit", limit)], || {
            let call = Call::new(py, Some(puzzles), &keywords)?;
            let input = call.input("puzzles", puzzles)?;
            // Larger counts would be taken for one of the two sentinels.
            let most = MALFORMED - 1;
            let bound = match limit {
                None => most,
                Some(limit) => at_least_one("limit", limit)?.get().min(most),
            };
            let fill = |counts: &mut [u64]| {
                let values = Values { cells: &mut *counts, per_row: 1, malformed: MALFORMED };
                let engine = &call.engine;
                for_rows(py, &input, &call, 1, None, values, &|block, control| {
                    engine.count(block.puzzles, block.values, bound, control)
                })?;
                match limit.is_none() && counts.contains(&most) {
                    true => Err(PyOverflowError::new_err("more than 2^64 solutions; give a limit")),
                    false => Ok(()),
                }
            };
            // Replaces a sentinel by 0.
            let verdict_of = |count: &mut u64| match *count {
                UNDECIDED | MALFORMED => match std::mem::take(count) {
                    UNDECIDED => Verdict::Undecided,
                    _ => Verdict::Malformed,
                },
                0 => Verdict::NoSolution,
                1 if bound == 1 => Verdict::Undecided,
                1 => Verdict::Unique,
                _ => Verdict::Multiple,
            };
            let with_verdicts = call.mark || budget.is_some();
            static RESULT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            let class = RESULT.import(py, "bitdoku._results", "CountResult")?;
            if input.is_one() {
                let mut counts = [0];
                fill(&mut counts)?;
                let verdict = verdict_of(&mut counts[0]);
                return match with_verdicts {
                    true => named_tuple(class, (counts[0], verdict_member(py, verdict as u8)?)),
                    false => Ok(counts[0].into_pyobject(py)?.into_any()),
                };
            }
            let counts = zeros::<u64, IxDyn>(py, &input.shape)?;
            fill(counts.readwrite().as_slice_mut()?)?;
            if !with_verdicts {
                return Ok(counts.into_any());
            }
            let verdicts = zeros::<u8, IxDyn>(py, &input.shape)?;
            {
                let (mut counts, mut verdicts) = (counts.readwrite(), verdicts.readwrite());
                for (verdict, count) in
                    verdicts.as_slice_mut()?.iter_mut().zip(counts.as_slice_mut()?)
                {
                    *verdict = verdict_of(count) as u8;
                }
            }
            named_tuple(class, (counts, verdicts))
        })
    }
);

/// Return the name of the kernels in use, such as ``"avx512"`` or ``"scalar"``.
///
/// All kernels return the same results. The default is the fastest that the processor supports; the environment variable
/// BITDOKU_BACKEND selects others. It is read once, at the first call of any function.
///
/// Raises
/// ------
/// Error
///     BITDOKU_BACKEND names kernels that this machine does not support; the message lists the supported ones.
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
