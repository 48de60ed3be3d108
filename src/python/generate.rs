//! `generate`, `grids`, `minimize`, `redundant`, `harder`; the options of `generate` are prepared in
//! python/bitdoku/_generate.py.

#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use numpy::{IxDyn, PyArray3, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::board::Grid;
use crate::control::Limits;
use crate::generate::grids::GridStream;
use crate::generate::{self as core, EVERYWHERE, Maker, Method, Request, Symmetry};
use crate::random::{Domain, STREAM_VERSION};

use super::arguments::Word;
use super::fault::{core_error, exception};
use super::fresh::zeros;
use super::input::Input;
use super::mirror::Mirror;
use super::run::{Options, Values, check, detach, detach_with, for_rows};
use super::seed;
use super::symbols::Symbols;

/// Puzzles that a worker makes at a time: enough to fill the lanes of the widest kernel.
const PIECE: usize = 1024;

/// How long nothing is told of the progress.
const TELL: Duration = Duration::from_millis(200);

/// The version of all random streams.
#[pyfunction]
pub fn stream_version() -> u8 {
    STREAM_VERSION
}

/// Fills `puzzle` and `solution`, C-contiguous uint8 of shape (n, 9, 9), with puzzles number `start` and following.
#[pyfunction]
#[pyo3(signature = (puzzle, solution, *, seed, start, clues, symmetry, pattern, minimal, guesses, controlled, effort,
                    rules, progress, threads))]
#[expect(clippy::too_many_arguments, reason = "the options of one call, all given by name")]
pub fn generate_into<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyArray3<u8>>,
    solution: &Bound<'py, PyArray3<u8>>,
    seed: &Bound<'py, PyAny>,
    start: u64,
    clues: Option<(u32, u32)>,
    symmetry: &str,
    pattern: Option<[bool; 81]>,
    minimal: bool,
    guesses: Option<(u64, u64)>,
    controlled: bool,
    effort: u64,
    rules: Option<&Bound<'py, PyAny>>,
    progress: Option<Py<PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<()> {
    let options = Options::new(py, rules, threads, None, &Word::Default)?;
    let Some((_, symmetry)) = Symmetry::NAMED.into_iter().find(|(name, _)| *name == symmetry)
    else {
        let names = Symmetry::NAMED.map(|(name, _)| name).join("', '");
        return Err(pyo3::exceptions::PyValueError::new_err(format!(
            "symmetry is {symmetry:?}; expected one of '{names}'"
        )));
    };
    let request = Request {
        method: if controlled { Method::Controlled } else { Method::TopDown },
        clues,
        symmetry,
        pattern: pattern.map_or(EVERYWHERE, |cells| {
            cells.iter().enumerate().fold(0, |set, (i, &inside)| set | u128::from(inside) << i)
        }),
        minimal,
        guesses,
        effort,
    };
    request.check().map_err(|error| core_error(py, &error))?;
    let n = puzzle.shape()[0];
    in_range(py, start, n, core::ITEMS)?;
    let (mut puzzle, mut solution) = (puzzle.readwrite(), solution.readwrite());
    let puzzles: &mut [Grid] = bytemuck::cast_slice_mut(puzzle.as_slice_mut()?);
    let solutions: &mut [Grid] = bytemuck::cast_slice_mut(solution.as_slice_mut()?);
    let maker = Maker { key: seed::key(seed)?, backend: options.backend };
    let threads = options.threads;
    let piece = n.div_ceil(4 * threads).clamp(1, PIECE);
    let parts: Vec<_> = (start..)
        .step_by(piece)
        .zip(puzzles.chunks_mut(piece).zip(solutions.chunks_mut(piece)))
        .collect();
    let (made, last) = (AtomicU64::new(0), Mutex::new(Instant::now()));
    let visit = |py: Python<'_>| -> PyResult<()> {
        check(py)?;
        let Some(progress) = &progress else { return Ok(()) };
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        let made = made.load(Ordering::Relaxed);
        // What is complete is told at the end.
        if made < n as u64 && last.elapsed() >= TELL {
            *last = Instant::now();
            progress.call1(py, (made, n))?;
        }
        Ok(())
    };
    let result = detach_with(
        py,
        threads,
        Limits::NONE,
        &visit,
        parts,
        |(first, (puzzles, solutions)), control| {
            core::generate(&maker, &request, first, puzzles, solutions, &made, control)
        },
    )?;
    result.map_err(|error| core_error(py, &error))?;
    if let Some(progress) = progress {
        progress.call1(py, (n, n))?;
    }
    Ok(())
}

/// `n` random complete grids, number `start` and following: uint8 of shape (n, 9, 9).
#[pyfunction]
#[pyo3(signature = (n, *, seed, start, rules, threads))]
pub fn grids<'py>(
    py: Python<'py>,
    n: usize,
    seed: &Bound<'py, PyAny>,
    start: u64,
    rules: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    const PIECE: usize = 4096;
    let options = Options::new(py, rules, threads, None, &Word::Default)?;
    in_range(py, start, n, core::grids::ITEMS)?;
    let stream = GridStream {
        key: seed::key(seed)?,
        domain: Domain::Grids,
        family: 0,
        backend: options.backend,
    };
    let array = zeros::<u8, numpy::Ix3>(py, &[n, 9, 9])?;
    {
        let mut guard = array.readwrite();
        let grids: &mut [Grid] = bytemuck::cast_slice_mut(guard.as_slice_mut()?);
        let parts: Vec<_> = (start..).step_by(PIECE).zip(grids.chunks_mut(PIECE)).collect();
        detach(py, options.threads, Limits::NONE, parts, |(first, grids), control| {
            control.checkpoint()?;
            stream.fill(first, grids);
            Ok(())
        })?;
    }
    Ok(array)
}

fn in_range(py: Python<'_>, start: u64, n: usize, items: u64) -> PyResult<()> {
    if start.checked_add(n as u64).is_none_or(|end| end > items) {
        let message = format!("start + n is {start} + {n}; items are numbered below {items}");
        return Err(exception(py, "GenerationError", message));
    }
    Ok(())
}

/// See `bitdoku.minimize`.
#[pyfunction]
#[pyo3(signature = (puzzles, *, seed, rules, symbols, threads))]
pub fn minimize<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
    symbols: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options::new(py, rules, threads, None, &Word::Default)?;
    let input = Input::new("puzzles", puzzles, &Symbols::new(symbols)?)?;
    let mut mirror = Mirror::new(py, &input, None)?;
    let key = seed::key(seed)?;
    for_rows(py, &input, &options, 128, Some(&mut mirror), Values::none(), |block, control| {
        let first = block.first as u64;
        core::minimize(options.backend, &key, first, block.puzzles, block.solutions, control)
    })?;
    mirror.finish(py, &input)
}

/// See `bitdoku.harder`.
#[pyfunction]
#[pyo3(signature = (puzzles, *, seed, rounds, rules, symbols, threads))]
pub fn harder<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    rounds: u32,
    rules: Option<&Bound<'py, PyAny>>,
    symbols: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options::new(py, rules, threads, None, &Word::Default)?;
    let input = Input::new("puzzles", puzzles, &Symbols::new(symbols)?)?;
    let mut mirror = Mirror::new(py, &input, None)?;
    let key = seed::key(seed)?;
    for_rows(py, &input, &options, 1, Some(&mut mirror), Values::none(), |block, control| {
        core::harder(&key, block.first as u64, block.puzzles, block.solutions, rounds, control)
    })?;
    mirror.finish(py, &input)
}

/// See `bitdoku.redundant`.
#[pyfunction]
#[pyo3(signature = (puzzles, *, rules, symbols, threads))]
pub fn redundant<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
    symbols: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options::new(py, rules, threads, None, &Word::Default)?;
    let input = Input::new("puzzles", puzzles, &Symbols::new(symbols)?)?;
    let array = zeros::<bool, IxDyn>(py, &input.cell_shape())?;
    {
        let mut guard = array.readwrite();
        let values = Values { cells: guard.as_slice_mut()?, per_row: 81, malformed: false };
        for_rows(py, &input, &options, 32, None, values, |block, control| {
            let rows = block.values.as_chunks_mut().0;
            core::redundant(options.backend, block.puzzles, rows, control)
        })?;
    }
    Ok(array.into_any())
}
