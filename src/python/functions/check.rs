//! `check`: compares answers with their puzzles.

use numpy::{IxDyn, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::control::Limits;
use crate::engine::{Checked, Puzzles};

use crate::python::allocate::zeros;
use crate::python::arguments::Word;
use crate::python::arguments::call::{Call, Keywords};
use crate::python::errors::{Fault, shape_text};
use crate::python::input::rows::Content;
use crate::python::input::{Input, containers};
use crate::python::output::named_tuple;
use crate::python::run::detach::detach;
use crate::python::run::{bytes_of, fault_of};

use super::by_rules::or_grouped;
use super::signature::python_function;

/// Rows in memory at a time, for each worker.
const STAGE: usize = 8192;

python_function!(
    #[signature(puzzles, answers, *, rules = None, symbols = None, threads = None, malformed = "raise")]
    /// Check whether answers are solutions of their puzzles, and find the wrong cells.
    ///
    /// If a puzzle has several solutions, each of them is correct.
    ///
    /// Parameters
    /// ----------
    /// puzzles, rules, symbols, threads
    ///     As for :func:`solve`.
    /// answers
    ///     Answers in any form, not necessarily that of the puzzles, with the same leading shape. One puzzle is compared
    ///     with any number of answers, and one answer with any number of puzzles. Cells may hold any numbers (0, 10, -100,
    ///     1.5) and any characters; 81 cells are never malformed. A :class:`Puzzles` table or its rows stand for their
    ///     solutions if they have any, else for their puzzles.
    /// malformed : {"raise", "mark"}
    ///     Whether malformed puzzles and answers raise, or are False in all fields.
    ///
    /// Returns
    /// -------
    /// CheckResult
    ///     A named tuple of ``correct``, ``respects_givens`` and ``complete``, bools for one answer to one puzzle, else
    ///     bool arrays, and ``cell_errors``, a bool for each cell: of shape (..., 81) if answers are flat numbers, else
    ///     (..., 9, 9).
    ///
    /// Examples
    /// --------
    /// >>> import bitdoku as bd
    /// >>> puzzle = "4..853.69..........95....2.7....5...6...4.21..1...8..45......42.4..9....3.1..6..."
    /// >>> bd.check(puzzle, bd.solve(puzzle).solution).correct
    /// True
    /// >>> correct, respects_givens, complete, cell_errors = bd.check(puzzle, puzzle)
    /// >>> correct, respects_givens, complete, int(cell_errors.sum())
    /// (False, True, False, 0)
    pub fn check<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        or_grouped(py, "check", puzzles, &keywords, &[("answers", Some(answers))], || {
            let call = Call::new(py, Some(puzzles), &keywords)?;
            let puzzles = call.input("puzzles", puzzles)?;
            let solutions = containers::solutions(answers)?;
            let answers = solutions.as_ref().unwrap_or(answers);
            let answers = call.input_with("answers", answers, &call.symbols.for_answers())?;
            answers.expect_givens("check")?;
            let shape = match (puzzles.is_one(), answers.is_one()) {
                (true, _) => &answers.shape,
                (false, true) => &puzzles.shape,
                (false, false) if puzzles.shape == answers.shape => &puzzles.shape,
                (false, false) => {
                    return Err(PyValueError::new_err(format!(
                        "puzzles have the leading shape {}, answers {}; expected the same, one puzzle, or one answer",
                        shape_text(&puzzles.shape),
                        shape_text(&answers.shape)
                    )));
                }
            };
            let array = |shape: &[usize]| zeros::<bool, IxDyn>(py, shape);
            let (correct, respects, complete) = (array(shape)?, array(shape)?, array(shape)?);
            let errors = array(&[&shape[..], &answers.cell_axes()].concat())?;
            {
                let mut guards = [correct.readwrite(), respects.readwrite(), complete.readwrite()];
                let [correct, respects, complete] = &mut guards;
                let mut errors = errors.readwrite();
                let marks =
                    [correct.as_slice_mut()?, respects.as_slice_mut()?, complete.as_slice_mut()?];
                check_all(py, &puzzles, &answers, &call, (marks, errors.as_slice_mut()?))?;
            }
            static RESULT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            let class = RESULT.import(py, "bitdoku._results", "CheckResult")?;
            if shape.is_empty() {
                let scalar = |array: Bound<'py, PyArrayDyn<bool>>| array.call_method0("item");
                let fields = (scalar(correct)?, scalar(respects)?, scalar(complete)?, errors);
                return named_tuple(class, fields);
            }
            named_tuple(class, (correct, respects, complete, errors))
        })
    }
);

/// The results for some rows: correct, respects the givens, complete; and the errors, one for each cell.
type Results<'a> = ([&'a mut [bool]; 3], &'a mut [bool]);

fn check_all<'py>(
    py: Python<'py>,
    puzzles: &Input<'py>,
    answers: &Input<'py>,
    call: &Call<'py>,
    ([correct, respects, complete], errors): Results<'_>,
) -> PyResult<()> {
    let engine = &call.engine;
    let area = engine.area();
    let least = engine.worth_a_thread(256);
    let threads = if correct.len() <= 2 * least { 1 } else { call.threads };
    let (mut givens, mut filled) = (Staged::new(puzzles), Staged::new(answers));
    let stage = STAGE * threads;
    let stages = correct.chunks_mut(stage).zip(respects.chunks_mut(stage));
    let stages = stages.zip(complete.chunks_mut(stage)).zip(errors.chunks_mut(stage * area));
    for (k, (((correct, respects), complete), errors)) in stages.enumerate() {
        let rows = correct.len();
        givens.read(py, puzzles, k * stage, rows, call.mark)?;
        filled.read(py, answers, k * stage, rows, call.mark)?;
        let chunk = rows.div_ceil(threads * 4).max(least);
        let parts = correct.chunks_mut(chunk).zip(respects.chunks_mut(chunk));
        let parts = parts.zip(complete.chunks_mut(chunk)).zip(errors.chunks_mut(chunk * area));
        let parts = (0..).step_by(chunk).zip(parts).collect();
        detach(py, threads, Limits::NONE, parts, |(start, part), control| {
            let (((correct, respects), complete), errors) = part;
            control.checkpoint()?;
            let row = |i: usize| {
                let row = start + i;
                let is_bad = givens.is_bad(row) || filled.is_bad(row);
                (!is_bad).then(|| (givens.puzzle(row), filled.row(row)))
            };
            let checked = Checked { correct, respects_givens: respects, complete, errors };
            engine.check_answers(row, checked, control)
        })?;
        py.check_signals()?;
    }
    Ok(())
}

/// Rows of an input that have been read.
struct Staged {
    width: usize,
    content: Content,
    words: Vec<u64>,
    /// Whether each row is malformed.
    bad: Vec<bool>,
    /// Whether there is one row for all rows of the other side; it is read once.
    is_one: bool,
    is_answer: bool,
}

impl Staged {
    fn new(input: &Input<'_>) -> Staged {
        let width = input.size().bytes(input.content);
        let (is_one, is_answer) = (input.is_one(), input.name == "answers");
        let content = input.content;
        Staged { width, content, words: Vec::new(), bad: Vec::new(), is_one, is_answer }
    }

    /// Reads rows. Cells of answers may hold any values.
    fn read(
        &mut self,
        py: Python<'_>,
        input: &Input<'_>,
        first: usize,
        rows: usize,
        mark: bool,
    ) -> PyResult<()> {
        let (first, rows) = if self.is_one { (0, 1) } else { (first, rows) };
        if self.is_one && !self.bad.is_empty() {
            return Ok(());
        }
        let mut faults = Vec::new();
        input.read(first, bytes_of(&mut self.words, rows * self.width)?, &mut faults)?;
        self.bad.clear();
        self.bad.resize(rows, false);
        for (row, fault) in faults {
            if self.is_answer && matches!(fault, Fault::Cell { .. } | Fault::Nulls) {
                continue;
            }
            if !mark || fault.is_wrong_kind() {
                return Err(fault_of(py, input, first + row, &fault));
            }
            self.bad[row] = true;
        }
        Ok(())
    }

    fn at(&self, row: usize) -> usize {
        if self.is_one { 0 } else { row }
    }

    fn is_bad(&self, row: usize) -> bool {
        self.bad[self.at(row)]
    }

    fn row(&self, row: usize) -> &[u8] {
        &bytemuck::cast_slice(&self.words)[self.at(row) * self.width..][..self.width]
    }

    fn puzzle(&self, row: usize) -> Puzzles<'_> {
        match self.content {
            Content::Digits => Puzzles::Givens(self.row(row)),
            Content::Candidates => Puzzles::Candidates(bytemuck::cast_slice(self.row(row))),
        }
    }
}
