//! Private functions of `bitdoku.datasets` and others, which check the arguments. Results have the leading axes of the
//! puzzles.

use numpy::PyArrayDyn;
use pyo3::prelude::*;

use crate::engine::{Engine, row_digests};

use crate::python::arguments::Word;
use crate::python::arguments::call::{Call, Keywords};
use crate::python::run::{each_flag, each_row};

use super::convert;
use super::logic::SCALES;
use super::signature::python_function;

/// Rows that are worth a thread of their own.
const LEAST: usize = 256;

python_function!(
    #[signature(
        "_cells": puzzles, *, rules = None, symbols = None, malformed = "raise", threads = None,
        name: &str = "puzzles"
    )]
    /// `to_array` with the shape (…, n²), for an argument called `name`.
    pub fn cells<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let call = Call::new(py, Some(puzzles), &keywords)?;
        let input = call.input(name.to_owned(), puzzles)?;
        input.expect_givens("this function")?;
        convert::cells(py, &input, &call, &[input.size().area])
    }
);

python_function!(
    #[signature("_guesses": puzzles, *, threads = None)]
    /// The number of guesses that the portable kernel needs to decide whether there is exactly one solution, as uint32 of
    /// shape (…): ``guesses`` of ``bitdoku.rate``. Classic 9x9 only.
    pub fn guesses<'py>(
        py: Python<'py>,
        keywords: Keywords,
    ) -> PyResult<Bound<'py, PyArrayDyn<u32>>> {
        let call = Call::new(py, Some(puzzles), &keywords)?;
        call.expect_classic(py, "the number of guesses")?;
        let input = call.input("puzzles", puzzles)?;
        input.expect_givens("the number of guesses")?;
        let engine = &call.engine;
        each_row(py, &input, &call, &[], LEAST, 0, &|block, control| {
            engine.guesses(block.puzzles.givens(), block.values, control)
        })
    }
);

python_function!(
    #[signature("_singles": puzzles, *, rules = None, threads = None)]
    /// Whether naked and hidden singles alone solve each puzzle, as bool of shape (…).
    pub fn singles<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let (call, input) = Call::givens(py, puzzles, &keywords, "this function")?;
        let engine = &call.engine;
        each_flag(py, &input, &call, &[], LEAST, &|block, control| {
            engine.solved_by_singles(block.puzzles.givens(), block.values, control)
        })
    }
);

python_function!(
    #[signature("_traces": puzzles, *, scale: Option<Word> = None, threads = None)]
    /// The number of givens and 81 times (row, column, digit, technique), as uint8 of shape (…, 325); all 255 if a puzzle
    /// has no solution or several. Classic 9x9 only.
    ///
    /// Techniques are those of `solve::trace`, or with ``scale`` the numbers of ``bitdoku.Technique``.
    pub fn traces<'py>(
        py: Python<'py>,
        keywords: Keywords,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let call = Call::new(py, Some(puzzles), &keywords)?;
        call.expect_classic(py, "a trace")?;
        let scale = scale.map(|scale| scale.choose("scale", &SCALES)).transpose()?;
        let input = call.input("puzzles", puzzles)?;
        input.expect_givens("a trace")?;
        let engine = &call.engine;
        let least = if scale.is_some() { 1 } else { LEAST };
        each_row(py, &input, &call, &[Engine::TRACE], least, 255, &|block, control| {
            engine.traces(scale, block.puzzles.givens(), block.values, control)
        })
    }
);

python_function!(
    #[signature("_class_keys": puzzles, *, by: Word, rules = None, symbols = None, threads = None)]
    /// 16 bytes for each puzzle, equal if `bitdoku.datasets` counts two puzzles as duplicates.
    ///
    /// ``by`` is "exact" (the cells), "class" (the fingerprint) or "solution_class" (the fingerprint of the solution if
    /// there is exactly one, else of the puzzle).
    pub fn class_keys<'py>(
        py: Python<'py>,
        keywords: Keywords,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let call = Call::new(py, Some(puzzles), &keywords)?;
        let by = by.choose(
            "by",
            &[("exact", By::Exact), ("class", By::Class), ("solution_class", By::SolutionClass)],
        )?;
        let input = call.input("puzzles", puzzles)?;
        input.expect_givens("this function")?;
        let area = input.size().area;
        let engine = &call.engine;
        each_row(py, &input, &call, &[16], LEAST, 0, &|block, control| {
            let (keys, _) = block.values.as_chunks_mut();
            let cells = block.puzzles.givens();
            match by {
                By::Exact => {
                    row_digests(cells, area, keys);
                    Ok(())
                }
                By::Class => engine.fingerprint(cells, keys, control),
                By::SolutionClass => engine.solution_fingerprint(cells, keys, control),
            }
        })
    }
);

/// The definition of duplicates.
#[derive(Clone, Copy)]
enum By {
    Exact,
    Class,
    SolutionClass,
}
