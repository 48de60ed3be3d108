//! `sample` and `candidate_counts`: solutions drawn uniformly, and the number of solutions with each candidate.

use std::sync::{Mutex, PoisonError};

use numpy::{IxDyn, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::control::Limits;
use crate::engine::{Engine, Puzzles};

use crate::python::allocate::{make_room, zeros};
use crate::python::arguments::call::{Call, Keywords};
use crate::python::arguments::{Word, below, seed};
use crate::python::errors::{core_error, exception};
use crate::python::run::detach::{detach, detach_once};
use crate::python::run::{each_board, with_one};

use super::signature::python_function;

/// More solutions than an item can be numbered among.
const TOO_MANY: u64 = u64::MAX - 2;

/// Parts that a worker divides at a time: their children fill the lanes.
const PARTS: usize = 16;

python_function!(
    #[signature(
        puzzle, n, *, seed, rules = None, symbols = None, threads = None, budget = None, malformed = "raise"
    )]
    /// Draw random solutions of one puzzle, all exactly equally likely.
    ///
    /// Parameters
    /// ----------
    /// puzzle
    ///     One puzzle, in any form that :func:`solve` accepts.
    /// n : int
    ///     The number of solutions, drawn with replacement.
    /// seed : int, numpy SeedSequence, numpy Generator or None
    ///     As for :func:`generate`.
    /// rules, symbols, threads, malformed
    ///     As for :func:`solve`. A malformed puzzle that is marked has blank solutions.
    /// budget : int or datetime.timedelta, optional
    ///     The number of search nodes of each count, or the time for the whole call.
    ///
    /// Returns
    /// -------
    /// list, ndarray, …
    ///     The solutions in the form of the puzzle, with a first axis of length ``n``. Item i depends only on the puzzle, the
    ///     seed and i.
    ///
    /// Raises
    /// ------
    /// PuzzleError
    ///     The puzzle is malformed or has no solution.
    /// OverflowError
    ///     More solutions than an uint64 can hold. Counting the solutions of a puzzle with few givens may not terminate, as in
    ///     :func:`count`; Ctrl-C ends it. :func:`grids` draws solutions of the empty grid.
    /// BudgetError
    ///     The budget ran out.
    ///
    /// Notes
    /// -----
    /// Random numbers are drawn from 0 to the number of solutions, and the solutions with these numbers in lexicographic
    /// order are found by counting the solutions of parts of the puzzle. The first solution takes about five times as long
    /// as :func:`count`, a thousand solutions about twenty times as long.
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd
    /// >>> puzzle = "9165384...2........87....316.3.1..8.7..863..5.5..9.6...3....25........744752.63.."
    /// >>> solutions = bd.sample(puzzle, 100, seed=1)
    /// >>> len(solutions), len(set(solutions))
    /// (100, 3)
    pub fn sample<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let call = Call::new(py, Some(puzzle), &keywords)?;
        let input = call.input("puzzle", puzzle)?;
        input.expect_one("sample")?;
        let n = below("n", n, 40)? as usize;
        let key = seed::key(seed)?;
        let area = call.engine.area();
        let mut cells = Vec::new();
        make_room(&mut cells, n.saturating_mul(area))?;
        cells.resize(n * area, 0);
        with_one(py, &input, &call, |puzzle| {
            if n == 0 {
                return Ok(());
            }
            let solutions = solutions(py, &call.engine, puzzle, call.limits)?;
            if solutions == 0 {
                let message = "puzzle has no solution, so there is none to draw".to_owned();
                return Err(exception(py, "PuzzleError", message));
            }
            let whole = call.engine.sample(puzzle, solutions, n, &key);
            let whole = whole.map_err(|error| core_error(py, &error))?;
            let mut parts = vec![whole];
            while !parts.is_empty() {
                let next = Mutex::new((Vec::new(), &mut cells));
                let chunks = parts.chunks(PARTS).collect();
                detach(py, call.threads, call.limits, chunks, |parts, control| {
                    let found = call.engine.divide(parts, control)?;
                    let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
                    next.0.extend(found.parts);
                    for (item, solution) in found.solutions {
                        next.1[item * area..][..area].copy_from_slice(&solution);
                    }
                    Ok(())
                })?;
                parts = next.into_inner().unwrap_or_else(PoisonError::into_inner).0;
            }
            Ok(())
        })?;
        each_board(py, &input, &call, Some(n), 1, &|block, _| {
            block.solutions.copy_from_slice(&cells);
            Ok(())
        })
    }
);

python_function!(
    #[signature(puzzle, *, rules = None, symbols = None, threads = None, budget = None, malformed = "raise")]
    /// Count the solutions of one puzzle for each digit in each cell.
    ///
    /// Parameters
    /// ----------
    /// puzzle
    ///     One puzzle, in any form that :func:`solve` accepts.
    /// rules, symbols, threads, malformed
    ///     As for :func:`solve`. With ``malformed="mark"`` the counts of a malformed puzzle are 0.
    /// budget : int or datetime.timedelta, optional
    ///     The number of search nodes of each count, or the time for the whole call.
    ///
    /// Returns
    /// -------
    /// ndarray of uint64, shape (side, side, digits)
    ///     Element [row, column, k] is the number of solutions with digit k + 1 in that cell. The sum over k is
    ///     :func:`count`.
    ///
    /// Raises
    /// ------
    /// PuzzleError
    ///     The puzzle is malformed.
    /// OverflowError
    ///     More solutions than an uint64 can hold.
    /// BudgetError
    ///     The budget ran out.
    ///
    /// Notes
    /// -----
    /// Up to 32,768 solutions are enumerated. With more, the solutions are counted for nearly every candidate, which takes
    /// up to about a hundred times as long as :func:`count`.
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd
    /// >>> puzzle = "9165384...2........87....316.3.1..8.7..863..5.5..9.6...3....25........744752.63.."
    /// >>> counts = bd.candidate_counts(puzzle)
    /// >>> counts[5, 0].tolist()
    /// [2, 0, 0, 0, 0, 0, 0, 1, 0]
    pub fn candidate_counts<'py>(
        py: Python<'py>,
        keywords: Keywords,
    ) -> PyResult<Bound<'py, PyArrayDyn<u64>>> {
        let call = Call::new(py, Some(puzzle), &keywords)?;
        let input = call.input("puzzle", puzzle)?;
        input.expect_one("candidate_counts")?;
        let engine = &call.engine;
        let (side, digits) = (engine.side(), engine.digits());
        let array = zeros::<u64, IxDyn>(py, &[side, side, digits])?;
        with_one(py, &input, &call, |puzzle| {
            let solutions = solutions(py, engine, puzzle, call.limits)?;
            if solutions == 0 {
                return Ok(());
            }
            let mut guard = array.readwrite();
            let counts = Mutex::new(guard.as_slice_mut()?);
            let few = detach_once(py, call.limits, |control| {
                let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
                engine.few_candidate_counts(puzzle, solutions, &mut counts, control)
            })?;
            if few {
                return Ok(());
            }
            let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
            let cells = counts.chunks_exact_mut(digits).enumerate().collect();
            detach(py, call.threads, call.limits, cells, |(cell, counts), control| {
                engine.candidate_counts(puzzle, solutions, cell, counts, control)
            })
        })?;
        Ok(array)
    }
);

/// The number of solutions.
fn solutions(
    py: Python<'_>,
    engine: &Engine,
    puzzle: Puzzles<'_>,
    limits: Limits,
) -> PyResult<u64> {
    let count = detach_once(py, limits, |control| engine.count_one(puzzle, TOO_MANY, control))?;
    match count {
        TOO_MANY.. => Err(PyOverflowError::new_err("the puzzle has more than 2^64 solutions")),
        count => Ok(count),
    }
}
