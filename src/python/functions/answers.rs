//! Private functions of `bitdoku.answers`, which passes puzzles and boards as uint8 of shape (rows, cells).

use std::borrow::Cow;

use numpy::{Ix1, Ix2, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::answers::{self, Reading};
use crate::control::Limits;

use crate::python::allocate::{collected, zeros};
use crate::python::arguments::call::{Call, Keywords};
use crate::python::arguments::kind_of;
use crate::python::run::detach::{detach, detach_once};

use super::signature::python_function;

/// Bytes of text that are worth a thread.
const LEAST_TEXT: usize = 1 << 16;
/// Boards that are worth a thread.
const LEAST_BOARDS: usize = 256;

/// Boards, and the numbers of the reasons.
type Readings<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u8>>);

python_function!(
    #[signature(
        "_read_answers": texts, puzzles, *, shape: Option<(usize, usize)>, rules = None, symbols = None, threads = None
    )]
    /// The answers to puzzles in a list of texts: boards, blank without an answer, and reasons. There are as many puzzles as
    /// texts, or one. ``shape`` has the rows and columns of a box, if there are boxes.
    pub fn read_answers<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Readings<'py>> {
        let call = Call::new(py, None, &keywords)?;
        let alphabet = call.symbols.alphabet();
        let texts = texts.extract::<Vec<Bound<'py, PyAny>>>()?;
        let mut strings: Vec<Cow<'_, str>> = Vec::new();
        for (row, text) in texts.iter().enumerate() {
            let Ok(text) = text.cast::<PyString>() else {
                return Err(PyTypeError::new_err(format!(
                    "texts[{row}] is {}; expected a str",
                    kind_of(text)
                )));
            };
            strings.push(text.to_string_lossy());
        }
        let area = call.engine.area();
        let puzzles = rows_of(&puzzles.extract()?)?;
        let is_one = puzzles.len() == area;
        let boards = zeros::<u8, Ix2>(py, &[strings.len(), area])?;
        let reasons = zeros::<u8, Ix1>(py, &[strings.len()])?;
        {
            let (mut boards, mut reasons) = (boards.readwrite(), reasons.readwrite());
            let bytes: usize = strings.iter().map(|text| text.len()).sum();
            let threads = if bytes <= LEAST_TEXT { 1 } else { call.threads };
            let chunk = strings.len().div_ceil(8 * threads).max(1);
            let parts = boards.as_slice_mut()?.chunks_mut(chunk * area);
            let parts = strings.chunks(chunk).zip(parts);
            let parts = parts.zip(reasons.as_slice_mut()?.chunks_mut(chunk));
            let parts = (0..).step_by(chunk).zip(parts).collect();
            detach(py, threads, Limits::NONE, parts, |(first, part), control| {
                let ((texts, boards), reasons) = part;
                let boards = boards.chunks_exact_mut(area);
                for (k, ((text, board), reason)) in
                    texts.iter().zip(boards).zip(reasons).enumerate()
                {
                    control.checkpoint()?;
                    let row = if is_one { 0 } else { first + k };
                    let puzzle = &puzzles[row * area..][..area];
                    let Reading { board: found, reason: why } =
                        answers::read(text, puzzle, alphabet, shape);
                    if let Some(found) = found {
                        board.copy_from_slice(&found);
                    }
                    *reason = why as u8;
                }
                Ok(())
            })?;
        }
        Ok((boards, reasons))
    }
);

python_function!(
    #[signature("_right_cells": puzzles, boards, *, rules = None, threads = None)]
    /// The right digits of boards in row order, as bool of shape (rows, cells). There are as many puzzles as boards, or one.
    pub fn right_cells<'py>(
        py: Python<'py>,
        keywords: Keywords,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let call = Call::new(py, None, &keywords)?;
        let engine = &call.engine;
        let area = engine.area();
        let (puzzles, boards) = (rows_of(&puzzles.extract()?)?, rows_of(&boards.extract()?)?);
        let rows = boards.len() / area;
        let right = zeros::<bool, Ix2>(py, &[rows, area])?;
        {
            let mut right = right.readwrite();
            let least = engine.worth_a_thread(LEAST_BOARDS);
            let threads = if rows <= least { 1 } else { call.threads };
            let chunk = rows.div_ceil(8 * threads).max(1);
            let parts = boards.chunks(chunk * area);
            let parts = parts.zip(right.as_slice_mut()?.chunks_mut(chunk * area));
            let parts = (0..).step_by(chunk).zip(parts).collect();
            detach(py, threads, Limits::NONE, parts, |(first, (boards, right)), control| {
                let rows = boards.chunks_exact(area).zip(right.chunks_exact_mut(area));
                for (k, (board, right)) in rows.enumerate() {
                    control.checkpoint()?;
                    let row = if puzzles.len() == area { 0 } else { first + k };
                    let puzzle = &puzzles[row * area..][..area];
                    answers::right_cells(engine, puzzle, board, right, control)?;
                }
                Ok(())
            })?;
        }
        Ok(right)
    }
);

python_function!(
    #[signature("_placements": text, *, rules = None, symbols = None)]
    /// The placements (row, column, digit) in a text, rows and columns from 0; a number that is no digit is 0.
    pub fn placements<'py>(
        py: Python<'py>,
        keywords: Keywords,
    ) -> PyResult<Vec<(usize, usize, u8)>> {
        let call = Call::new(py, None, &keywords)?;
        let text = text.cast::<PyString>()?.to_string_lossy();
        let alphabet = call.symbols.alphabet();
        detach_once(py, Limits::NONE, |_| Ok(answers::placements(&text, alphabet)))
    }
);

python_function!(
    #[signature("_right_moves": puzzle, moves: Vec<(usize, u8)>, *, rules = None)]
    /// Whether each placement (cell, digit) is right, in order; ``puzzle`` has one row.
    pub fn right_moves<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Vec<bool>> {
        let call = Call::new(py, None, &keywords)?;
        let puzzle = rows_of(&puzzle.extract()?)?;
        detach_once(py, Limits::NONE, |control| {
            answers::right_moves(&call.engine, &puzzle, &moves, control)
        })
    }
);

/// A copy of the rows, which other threads cannot change.
fn rows_of(array: &PyReadonlyArray2<'_, u8>) -> PyResult<Vec<u8>> {
    let array = array.as_array();
    collected(array.len(), array.iter().copied())
}
