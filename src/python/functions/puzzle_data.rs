//! Private functions of `bitdoku.datasets` and others, which check the arguments. Results have the leading axes of the
//! puzzles.

use std::sync::{Mutex, PoisonError};

use numpy::{Ix2, PyArray2, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;

use crate::board::text::{self, Kind};
use crate::control::Limits;
use crate::engine::{Engine, row_digests};

use crate::python::allocate::zeros;
use crate::python::arguments::Word;
use crate::python::arguments::call::{Call, Keywords, worker_threads};
use crate::python::errors::Fault;
use crate::python::input::rows::{Content, ILLEGAL, Size};
use crate::python::input::sample::Sample;
use crate::python::input::symbols::Symbols;
use crate::python::input::{Input, Source};
use crate::python::run::detach::detach;
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

/// Side, number of digits, kind ("puzzles", "grids", "pencilmarks") and blank character.
type Recognized = (Option<usize>, Option<usize>, Option<&'static str>, &'static str);

/// Symbols of boards whose side is their number, unless given.
fn own_symbols(symbols: &Bound<'_, PyAny>, side: Option<usize>) -> PyResult<Symbols> {
    let digits = symbols.len().ok().filter(|&digits| digits > 0).unwrap_or(9);
    Symbols::new(Size::with_digits(side.unwrap_or(digits), digits), Some(symbols))
}

/// The given symbols, or the standard ones, of boards of a side.
fn symbols_of_side(symbols: Option<&Bound<'_, PyAny>>, side: usize) -> PyResult<Symbols> {
    match symbols {
        Some(symbols) => own_symbols(symbols, Some(side)),
        None => Ok(Symbols::standard(Size::new(side))),
    }
}

/// Recognizes puzzles in any form by the first two hundred rows; with `symbols`, texts in these symbols only.
///
/// The kind is None if no row is a board. The side is then inferred from the lengths of the rows, if possible.
#[pyfunction]
#[pyo3(name = "_recognize", signature = (puzzles, symbols = None, side = None))]
pub fn recognize(
    puzzles: &Bound<'_, PyAny>,
    symbols: Option<&Bound<'_, PyAny>>,
    side: Option<usize>,
) -> PyResult<Recognized> {
    let own = match symbols {
        Some(symbols) => Some(own_symbols(symbols, side)?),
        None => None,
    };
    let alphabet = own.as_ref().map(Symbols::alphabet);
    let Sample { side, digits, kind, has_zeros } = Sample::of(puzzles, alphabet)?;
    let kind = kind.map(|kind| match kind {
        Kind::Puzzle => "puzzles",
        Kind::Grid => "grids",
        Kind::Pencilmarks => "pencilmarks",
    });
    Ok((side, digits.or(side), kind, if has_zeros { "0" } else { "." }))
}

/// The number of characters of a text that are cells of a board of this side, and the number of others but separators.
#[pyfunction]
#[pyo3(name = "_count_cells", signature = (text, side, symbols = None))]
pub fn count_cells(
    text: &str,
    side: usize,
    symbols: Option<&Bound<'_, PyAny>>,
) -> PyResult<(usize, usize)> {
    let symbols = symbols_of_side(symbols, side)?;
    let characters = text.chars().filter(|&c| !c.is_whitespace() && c != ',');
    Ok(characters.fold((0, 0), |(cells, others), c| match symbols.alphabet().value(c) {
        Some(_) => (cells + 1, others),
        None => (cells, others + 1),
    }))
}

/// The number of cells in a row of a board; 0 for a line of a frame, -1 for a title, None if spaces may be blanks.
#[pyfunction]
#[pyo3(name = "_row_width")]
pub fn row_width(line: &str) -> Option<isize> {
    match text::row_width(line) {
        // A frame may have a comment behind it.
        width if width != Some(0) && text::is_title(line, None) => Some(-1),
        width => width.map(|n| n as isize),
    }
}

/// Label, puzzle and solution of a line; the whole line as the puzzle if no field of it is a board.
#[pyfunction]
#[pyo3(name = "_line_parts", signature = (line, side, marks = false, field = None, symbols = None))]
pub fn line_parts(
    line: &str,
    side: usize,
    marks: bool,
    field: Option<usize>,
    symbols: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String, Option<String>)> {
    let symbols = symbols_of_side(symbols, side)?;
    let length = side.pow(if marks { 3 } else { 2 });
    Ok(match text::parts(line, symbols.alphabet(), length, field) {
        Some(text::Parts { label, puzzle, solution }) => {
            (label.to_owned(), puzzle.to_owned(), solution.map(str::to_owned))
        }
        None => (String::new(), line.to_owned(), None),
    })
}

/// Number of rows read together: some milliseconds of numbers.
const SLICE: usize = 1 << 12;

/// A malformed row: its number, the reason, and the row and column of the cell, if there is one.
type Malformed = (usize, String, Option<(usize, usize)>);

/// Cells, masks of pencil marks, and malformed rows.
type Decoded<'py> = (Bound<'py, PyArray2<u8>>, Option<Bound<'py, PyArray2<u64>>>, Vec<Malformed>);

/// The boards of puzzles in any form: the cells, uint8 of shape (n, side²); the masks of pencil marks, uint64 of the same
/// shape, or None; and the malformed rows, whose cells are 255 and whose masks are 0.
///
/// With pencil marks the cells with one candidate are givens. Texts among them may be givens; numbers that are not whole
/// are malformed too.
#[pyfunction]
#[pyo3(name = "_decode", signature = (puzzles, side, digits = None, marks = false, name = "puzzles", symbols = None))]
pub fn decode<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    side: usize,
    digits: Option<usize>,
    marks: bool,
    name: &str,
    symbols: Option<&Bound<'py, PyAny>>,
) -> PyResult<Decoded<'py>> {
    let size = Size::with_digits(side, digits.unwrap_or(side));
    let content = if marks { Content::Candidates } else { Content::Digits };
    let mut symbols = Symbols::new(size, symbols)?;
    symbols.content = Some(content);
    let input = Input::new(name.to_owned().into(), puzzles, &symbols, side != 9, true)?;
    let cells = zeros::<u8, Ix2>(py, &[input.rows, size.area])?;
    let mut faults = Vec::new();
    let masks = {
        let mut guard = cells.readwrite();
        let cells = guard.as_slice_mut()?;
        let masks = match input.content {
            Content::Digits => {
                read(py, &input, cells, &mut faults)?;
                None
            }
            Content::Candidates => {
                let masks = zeros::<u64, Ix2>(py, &[input.rows, size.area])?;
                {
                    let mut guard = masks.readwrite();
                    let masks = guard.as_slice_mut()?;
                    read(py, &input, bytemuck::cast_slice_mut(masks), &mut faults)?;
                    for (row, _) in &faults {
                        masks[row * size.area..][..size.area].fill(0);
                    }
                    let given =
                        |mask: u64| if mask.is_power_of_two() { mask.ilog2() + 1 } else { 0 };
                    cells.iter_mut().zip(masks).for_each(|(cell, mask)| *cell = given(*mask) as u8);
                }
                Some(masks)
            }
        };
        for (row, _) in &faults {
            cells[row * size.area..][..size.area].fill(ILLEGAL);
        }
        masks
    };
    let malformed = |(row, fault): (usize, Fault)| {
        (row, fault.sentence(size), fault.cell().map(|cell| size.place(cell)))
    };
    Ok((cells, masks, faults.into_iter().map(malformed).collect()))
}

/// Reads all rows, without Python where their source allows it.
fn read(
    py: Python<'_>,
    input: &Input<'_>,
    block: &mut [u8],
    faults: &mut Vec<(usize, Fault)>,
) -> PyResult<()> {
    let width = input.size().bytes(input.content);
    let slices = block.chunks_mut(SLICE * width).enumerate();
    match &input.source {
        Source::Detached(rows) => {
            let (rows, found) = (&**rows, Mutex::new(std::mem::take(faults)));
            detach(py, worker_threads(None)?, Limits::NONE, slices.collect(), |(i, block), _| {
                rows.read(i * SLICE, block, &mut |row, fault| {
                    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                    found.push((i * SLICE + row, fault));
                });
                Ok(())
            })?;
            *faults = found.into_inner().unwrap_or_else(PoisonError::into_inner);
            faults.sort_by_key(|(row, _)| *row);
        }
        Source::Texts(_) => {
            for (i, block) in slices {
                let before = faults.len();
                input.read(i * SLICE, block, faults)?;
                faults[before..].iter_mut().for_each(|(row, _)| *row += i * SLICE);
                py.check_signals()?;
            }
        }
    }
    Ok(())
}

/// The definition of duplicates.
#[derive(Clone, Copy)]
enum By {
    Exact,
    Class,
    SolutionClass,
}
