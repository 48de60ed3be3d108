//! `generate`, `grids`, `minimize`, `redundant` and `harder`. python/bitdoku/_generate.py prepares their options.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use numpy::{PyArray3, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::control::Limits;
use crate::engine::{Difficulty, Measure, Scale, Steps};
use crate::error::Error;
use crate::generate::{Method, Request, Symmetry};
use crate::random::STREAM_VERSION;

use crate::python::allocate::zeros;
use crate::python::arguments::call::{Call, Keywords};
use crate::python::arguments::{Word, seed};
use crate::python::errors::{core_error, exception};
use crate::python::output::named_tuple;
use crate::python::run::detach::{detach, detach_with};
use crate::python::run::{each_board, each_flag};

use super::logic::{expect_logic, technique_of, techniques_of};
use super::signature::python_function;

/// Puzzles per part of the work: enough to fill the lanes of the widest kernel.
const BATCH: usize = 1024;

/// Minimum interval between progress callbacks.
const PROGRESS_EVERY: Duration = Duration::from_millis(200);

/// Calls a function with the number of finished items and the number of all.
pub struct Progress {
    function: Option<Py<PyAny>>,
    total: usize,
    last: Mutex<Instant>,
}

impl Progress {
    pub fn new(function: Option<Py<PyAny>>, total: usize) -> Progress {
        Progress { function, total, last: Mutex::new(Instant::now()) }
    }

    /// Checks signals, and reports the progress if the last report was some time ago.
    pub fn visit(&self, py: Python<'_>, made: u64) -> PyResult<()> {
        py.check_signals()?;
        let Some(function) = &self.function else { return Ok(()) };
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        // The last callback follows at the end.
        if made < self.total as u64 && last.elapsed() >= PROGRESS_EVERY {
            *last = Instant::now();
            function.call1(py, (made, self.total))?;
        }
        Ok(())
    }

    /// Reports that all items are finished.
    pub fn end(&self, py: Python<'_>) -> PyResult<()> {
        if let Some(function) = &self.function {
            function.call1(py, (self.total, self.total))?;
        }
        Ok(())
    }
}

/// Whether the scale is HoDoKu's, and the numbers of the required, forbidden and hardest techniques.
type StepsArgument = (bool, Vec<u8>, Vec<u8>, Option<u8>);

/// A `bitdoku.Difficulty`, which Python has checked: ranges and numbers of techniques.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct DifficultyArgument {
    singles: Option<(u8, u8)>,
    guesses: Option<(u64, u64)>,
    level: Option<(u8, u8)>,
    score: Option<(u32, u32)>,
    er: Option<(f64, f64)>,
    ep: Option<(f64, f64)>,
    ed: Option<(f64, f64)>,
    minutes: Option<(f64, f64)>,
    te: Option<(u8, u8)>,
    b: Option<(u8, u8)>,
    bxb: Option<(u8, u8)>,
    bxbb: Option<(u8, u8)>,
    steps: Option<StepsArgument>,
}

impl TryFrom<DifficultyArgument> for Difficulty {
    type Error = PyErr;

    fn try_from(difficulty: DifficultyArgument) -> PyResult<Difficulty> {
        let steps = difficulty.steps.map(|(is_hodoku, requires, forbids, hardest)| {
            PyResult::Ok(Steps {
                scale: if is_hodoku { Scale::Hodoku } else { Scale::Explainer },
                requires: techniques_of(&requires)?,
                forbids: techniques_of(&forbids)?,
                hardest: hardest.map(technique_of).transpose()?,
            })
        });
        let steps = steps.transpose()?;
        let DifficultyArgument { singles, guesses, level, score, er, ep, ed, .. } = difficulty;
        let DifficultyArgument { minutes, te, b, bxb, bxbb, .. } = difficulty;
        Ok(Difficulty {
            singles,
            guesses,
            level,
            score,
            er,
            ep,
            ed,
            minutes,
            te,
            b,
            bxb,
            bxbb,
            steps,
        })
    }
}

python_function!(
    #[signature("_fits": puzzles, difficulty: DifficultyArgument, *, rules = None, threads = None)]
    /// Whether each puzzle has exactly one solution and the requested difficulty, as bool of shape (…).
    pub fn fits<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let call = Call::new(py, Some(puzzles), &keywords)?;
        expect_logic(py, &call, false)?;
        let input = call.input("puzzles", puzzles)?;
        input.expect_givens("difficulty")?;
        let difficulty = Difficulty::try_from(difficulty)?;
        each_flag(py, &input, &call, &[], 1, &|block, control| {
            call.engine.fits(block.puzzles, &difficulty, block.values, control)
        })
    }
);

/// The version of all random streams.
#[pyfunction]
pub fn stream_version() -> u8 {
    STREAM_VERSION
}

/// The symmetry with a name.
pub fn symmetry_of(name: &str) -> PyResult<Symmetry> {
    let found = Symmetry::NAMED.into_iter().find(|(known, _)| *known == name);
    found.map(|(_, symmetry)| symmetry).ok_or_else(|| {
        let names = Symmetry::NAMED.map(|(name, _)| name).join("', '");
        PyValueError::new_err(format!("symmetry is {name:?}; expected one of '{names}'"))
    })
}

/// The first cell of each cell's orbit under a symmetry.
#[pyfunction]
#[pyo3(name = "_first_of_orbits")]
pub fn first_of_orbits(symmetry: &str, side: usize) -> PyResult<Vec<usize>> {
    let mut first = vec![0; side * side];
    for orbit in symmetry_of(symmetry)?.groups(side) {
        orbit.iter().for_each(|&cell| first[cell] = orbit[0]);
    }
    Ok(first)
}

python_function!(
    #[signature(
        puzzle: &Bound<'py, PyArray3<u8>>, solution: &Bound<'py, PyArray3<u8>>, *, seed, start: u64,
        clues: Option<(u32, u32)>, symmetry: &str, pattern: Option<Vec<bool>>, minimal: bool,
        difficulty: Option<DifficultyArgument>, controlled: bool, effort: Option<NonZeroU64>, given: Option<Vec<u8>>, rules?,
        progress: Option<Py<PyAny>>, threads?
    )]
    /// Fills `puzzle` and `solution`, C-contiguous uint8 of shape (n, side, side), with puzzles number `start` and following.
    pub fn generate_into<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<()> {
        let call = Call::new(py, None, &keywords)?;
        let symmetry = symmetry_of(symmetry)?;
        let method = if controlled { Method::Controlled } else { Method::TopDown };
        let request =
            Request { method, clues, symmetry, pattern, minimal, effort, solution: given };
        let difficulty = difficulty.map(Difficulty::try_from).transpose()?;
        if difficulty.is_some() {
            expect_logic(py, &call, false)?;
        }
        call.engine.check(&request, difficulty.as_ref()).map_err(|error| core_error(py, &error))?;
        let n = puzzle.shape()[0];
        in_range(py, start, n, call.engine.items().1)?;
        let engine = &call.engine;
        let area = engine.area();
        let (mut puzzle, mut solution) = (puzzle.readwrite(), solution.readwrite());
        let (puzzles, solutions) = (puzzle.as_slice_mut()?, solution.as_slice_mut()?);
        if puzzles.len() != n * area || solutions.len() != n * area {
            return Err(PyValueError::new_err("the arrays do not have the shape of the boards"));
        }
        let (key, threads) = (seed::key(seed)?, call.threads);
        let piece = n.div_ceil(4 * threads).clamp(1, BATCH);
        let parts: Vec<_> = (start..)
            .step_by(piece)
            .zip(puzzles.chunks_mut(piece * area).zip(solutions.chunks_mut(piece * area)))
            .collect();
        let (made, progress) = (AtomicU64::new(0), Progress::new(progress, n));
        let result = detach_with(
            py,
            threads,
            Limits::NONE,
            &|py| progress.visit(py, made.load(Ordering::Relaxed)),
            parts,
            |(first, (puzzles, solutions)), control| {
                engine.generate(
                    &request,
                    difficulty.as_ref(),
                    &key,
                    first,
                    puzzles,
                    solutions,
                    &made,
                    control,
                )
            },
        )?;
        result.map_err(|error| core_error(py, &error))?;
        progress.end(py)
    }
);

python_function!(
    #[signature(n: usize, *, seed, start: u64, rules?, threads?)]
    /// `n` random complete grids, number `start` and following: uint8 of shape (n, side, side).
    pub fn grids<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let call = Call::new(py, None, &keywords)?;
        in_range(py, start, n, call.engine.items().0)?;
        let key = seed::key(seed)?;
        let engine = &call.engine;
        let (side, area) = (engine.side(), call.engine.area());
        let array = zeros::<u8, numpy::Ix3>(py, &[n, side, side])?;
        {
            let mut guard = array.readwrite();
            let piece = engine.grids_at_a_time(n, call.threads);
            let grids = guard.as_slice_mut()?.chunks_mut(piece * area);
            let parts: Vec<_> = (start..).step_by(piece).zip(grids).collect();
            detach(py, call.threads, Limits::NONE, parts, |(first, grids), control| {
                engine.grids(&key, first, grids, control)
            })?;
        }
        Ok(array)
    }
);

pub fn in_range(py: Python<'_>, start: u64, n: usize, items: u64) -> PyResult<()> {
    if start.checked_add(n as u64).is_none_or(|end| end > items) {
        let message = format!("start + n is {start} + {n}; items are numbered below {items}");
        return Err(exception(py, "GenerationError", message));
    }
    Ok(())
}

/// The items of `minimize`: each has 128 streams of random numbers, or one stream of 2^48.
const MINIMIZED: u64 = 1 << 47;

/// An error about item `row` as one about a row of the input: items are numbered from `start`, rows from 0.
fn in_input(error: Error, start: u64) -> Error {
    match error {
        Error::NotUnique { row, solutions } => {
            Error::NotUnique { row: row - start as usize, solutions }
        }
        other => other,
    }
}

python_function!(
    #[signature(puzzles, *, seed, start: u64, clues: u32, rules?, symbols?, threads?, budget?, malformed = "raise")]
    /// The core of `bitdoku.minimize`.
    pub fn minimize<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let (call, input) = Call::givens(py, puzzles, &keywords, "minimize")?;
        in_range(py, start, input.rows, MINIMIZED)?;
        let (key, engine) = (seed::key(seed)?, &call.engine);
        each_board(py, &input, &call, None, 128, &|block, control| {
            block.each_run(engine.area(), |first, puzzles, results| {
                engine
                    .minimize(&key, start + first as u64, clues, puzzles, results, control)
                    .map_err(|error| in_input(error, start))
            })
        })
    }
);

python_function!(
    #[signature(
        puzzles, *, seed, start: u64, rounds: u32, by: Word, target: f64, rules?, symbols?, threads?,
        malformed = "raise"
    )]
    /// The core of `bitdoku.harder`.
    pub fn harder<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let call = Call::new(py, Some(puzzles), &keywords)?;
        call.expect_classic(py, "harder")?;
        let input = call.input("puzzles", puzzles)?;
        input.expect_givens("harder")?;
        let measure = by.choose(
            "by",
            &[
                ("guesses", Measure::Guesses),
                ("score", Measure::Score),
                ("er", Measure::Er),
                ("b", Measure::B),
                ("bxb", Measure::Bxb),
            ],
        )?;
        let (key, engine) = (seed::key(seed)?, &call.engine);
        in_range(py, start, input.rows, MINIMIZED)?;
        each_board(py, &input, &call, None, 1, &|block, control| {
            block.each_run(engine.area(), |first, puzzles, results| {
                let first = start + first as u64;
                engine
                    .harder(measure, &key, first, rounds, target, puzzles, results, control)
                    .map_err(|error| in_input(error, start))
            })
        })
    }
);

python_function!(
    #[signature(puzzles, *, rules?, symbols?, threads?, budget?, malformed = "raise")]
    /// The core of `bitdoku.redundant`: bool of shape (…, 9, 9) or (…, 81); with a budget, a
    /// `RedundantResult` of two such arrays.
    pub fn redundant<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let (call, input) = Call::givens(py, puzzles, &keywords, "redundant")?;
        let engine = &call.engine;
        let parts = &[2][..usize::from(budget.is_some())];
        let axes = [parts, &input.cell_axes()[..]].concat();
        let flags = each_flag(py, &input, &call, &axes, 32, &|block, control| {
            let givens = block.puzzles.givens();
            let mut marks = vec![None; givens.len()];
            engine.redundant(givens, &mut marks, control)?;
            let marks = marks.chunks_exact(engine.area());
            let rows = block.values.chunks_exact_mut(axes.iter().product());
            for (row, marks) in rows.zip(marks) {
                let (first, second) = row.split_at_mut(marks.len());
                first.iter_mut().zip(marks).for_each(|(flag, mark)| *flag = *mark == Some(true));
                second.iter_mut().zip(marks).for_each(|(flag, mark)| *flag = mark.is_none());
            }
            Ok(())
        })?;
        if parts.is_empty() {
            return Ok(flags);
        }
        let part = |number: usize| flags.call_method1("take", (number, input.shape.len()));
        static RESULT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        named_tuple(RESULT.import(py, "bitdoku._results", "RedundantResult")?, (part(0)?, part(1)?))
    }
);
