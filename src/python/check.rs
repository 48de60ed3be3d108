//! `check`: is an answer a solution of its puzzle, and if not, where is it wrong?

#![forbid(unsafe_code)]

use numpy::{IxDyn, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyType};

use crate::board::{Digits, Grid, HOUSES};
use crate::control::Limits;

use super::arguments::Word;
use super::fault::{Fault, row_error, shape_text};
use super::fresh::zeros;
use super::input::{Input, Source};
use super::rows::Cells;
use super::run::{Options, detach};
use super::symbols::Symbols;
use super::variants::{hand_on, other};

/// Rows that are held at a time, for each worker.
const STAGE: usize = 8192;

/// Judges answers: is each a solution of its puzzle, and if not, where is it wrong?
///
/// Any valid solution is accepted, also of a puzzle that has several.
///
/// Parameters
/// ----------
/// puzzles, rules, symbols, threads
///     As for :func:`solve`.
/// answers
///     In any form, not necessarily that of the puzzles, with the same leading shape. One puzzle goes with any number
///     of answers, and one answer with any number of puzzles. Any 81 cells are judged, not refused: numbers of any
///     value (0, 10, -100), and characters that are no digits.
/// malformed : {"raise", "mark"}
///     With "mark", malformed puzzles, and answers that have not 81 cells, are incorrect in every respect.
///
/// Returns
/// -------
/// CheckResult
///     ``correct``, ``respects_givens``, ``complete``: bools for one answer to one puzzle, else bool arrays;
///     ``cell_errors``: a bool for each cell, (..., 81) where answers are flat numbers, else (..., 9, 9). True where a cell contradicts a
///     given, clashes with a peer, or holds something that is neither a digit nor blank.
///
/// Examples
/// --------
/// >>> import bitdoku as bd
/// >>> puzzle = "4..853.69..........95....2.7....5...6...4.21..1...8..45......42.4..9....3.1..6..."
/// >>> bd.check(puzzle, bd.solve(puzzle).solution).correct
/// True
/// >>> bd.check(puzzle, puzzle)
/// CheckResult(correct=False, respects_givens=True, complete=False, cell_errors=0 in all)
#[pyfunction]
#[pyo3(signature = (puzzles, answers, *, rules = None, symbols = None, threads = None, malformed = Word::Default))]
#[pyo3(
    text_signature = "(puzzles, answers, *, rules=None, symbols=None, threads=None, malformed=\"raise\")"
)]
pub fn check<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    answers: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
    symbols: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    malformed: Word<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(rules) = other(rules) {
        let options = [("symbols", symbols), ("threads", threads)];
        return hand_on("check", (puzzles, answers), rules, &options, &[("malformed", &malformed)]);
    }
    let options = Options::new(py, rules, threads, None, &malformed)?;
    let symbols = Symbols::new(symbols)?;
    let puzzles = Input::new("puzzles", puzzles, &symbols)?;
    let answers = Input::new("answers", answers, &symbols.judging())?;
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
    let cell_axes = answers.cell_shape().split_off(answers.shape.len());
    let errors = array(&[shape.clone(), cell_axes].concat())?;
    {
        let mut guards = [correct.readwrite(), respects.readwrite(), complete.readwrite()];
        let [correct, respects, complete] = &mut guards;
        let mut errors = errors.readwrite();
        let mut marks = Marks {
            correct: correct.as_slice_mut()?,
            respects: respects.as_slice_mut()?,
            complete: complete.as_slice_mut()?,
            errors: errors.as_slice_mut()?.as_chunks_mut().0,
        };
        judge_all(py, &puzzles, &answers, &options, &mut marks)?;
    }
    static RESULT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = RESULT.import(py, "bitdoku._results", "CheckResult")?;
    if shape.is_empty() {
        let scalar = |array: Bound<'py, PyArrayDyn<bool>>| -> PyResult<_> {
            Ok(PyBool::new(py, array.readonly().as_slice()?[0]).to_owned())
        };
        return class.call1((scalar(correct)?, scalar(respects)?, scalar(complete)?, errors));
    }
    class.call1((correct, respects, complete, errors))
}

/// Where the judgements go, a place a row.
struct Marks<'a> {
    correct: &'a mut [bool],
    respects: &'a mut [bool],
    complete: &'a mut [bool],
    errors: &'a mut [[bool; 81]],
}

impl<'a> Marks<'a> {
    /// The first `rows` places, and the rest.
    fn split(self, rows: usize) -> (Marks<'a>, Marks<'a>) {
        let (correct, more_correct) = self.correct.split_at_mut(rows);
        let (respects, more_respects) = self.respects.split_at_mut(rows);
        let (complete, more_complete) = self.complete.split_at_mut(rows);
        let (errors, more_errors) = self.errors.split_at_mut(rows);
        (
            Marks { correct, respects, complete, errors },
            Marks {
                correct: more_correct,
                respects: more_respects,
                complete: more_complete,
                errors: more_errors,
            },
        )
    }
}

fn judge_all<'py>(
    py: Python<'py>,
    puzzles: &Input<'py>,
    answers: &Input<'py>,
    options: &Options,
    marks: &mut Marks<'_>,
) -> PyResult<()> {
    let (one_puzzle, one_answer) = (puzzles.is_one(), answers.is_one());
    let all = marks.correct.len();
    let threads = if all <= 512 { 1 } else { options.threads };
    let (mut givens, mut filled) = (Vec::new(), Vec::new());
    if one_puzzle {
        stage(py, puzzles, 0, 1, options, false, &mut givens)?;
    }
    if one_answer {
        stage(py, answers, 0, 1, options, true, &mut filled)?;
    }
    let mut rest = Marks {
        correct: marks.correct,
        respects: marks.respects,
        complete: marks.complete,
        errors: marks.errors,
    };
    let mut first = 0;
    while first < all {
        let rows = (STAGE * threads).min(all - first);
        if !one_puzzle {
            stage(py, puzzles, first, rows, options, false, &mut givens)?;
        }
        if !one_answer {
            stage(py, answers, first, rows, options, true, &mut filled)?;
        }
        let (mut these, others) = rest.split(rows);
        let chunk = rows.div_ceil(threads * 4).max(256);
        let mut parts = Vec::new();
        for start in (0..rows).step_by(chunk) {
            let (part, later) = these.split(chunk.min(rows - start));
            parts.push((start, part));
            these = later;
        }
        detach(py, threads, Limits::NONE, parts, |(start, marks), control| {
            control.checkpoint()?;
            for row in 0..marks.correct.len() {
                let puzzle = &givens[if one_puzzle { 0 } else { start + row }];
                let answer = &filled[if one_answer { 0 } else { start + row }];
                let judgement = judge(puzzle, answer);
                marks.correct[row] = judgement.respects && judgement.complete && judgement.valid;
                marks.respects[row] = judgement.respects;
                marks.complete[row] = judgement.complete;
                marks.errors[row] = judgement.errors;
            }
            Ok(())
        })?;
        py.check_signals()?;
        rest = others;
        first += rows;
    }
    Ok(())
}

/// Reads rows; `None` for those that are malformed and to be marked. Answers may hold any values.
fn stage(
    py: Python<'_>,
    input: &Input<'_>,
    first: usize,
    rows: usize,
    options: &Options,
    any_values: bool,
    staged: &mut Vec<Option<Cells>>,
) -> PyResult<()> {
    let mut cells = vec![[0; 81]; rows];
    let mut faults = Vec::new();
    match &input.source {
        Source::Detached(source) => {
            source.read(first, &mut cells, &mut |row, fault| faults.push((row, fault)));
        }
        Source::Texts(texts) => {
            let range = first..first + rows;
            texts.stage(&input.name, &input.shape, range, &mut cells, &mut faults)?;
        }
    }
    staged.clear();
    staged.extend(cells.into_iter().map(Some));
    for (row, fault) in faults {
        if any_values && matches!(fault, Fault::Cell { .. }) {
            continue;
        }
        if !options.mark {
            return Err(row_error(py, &input.name, &input.shape, first + row, &fault));
        }
        staged[row] = None;
    }
    Ok(())
}

struct Judgement {
    respects: bool,
    complete: bool,
    /// No digit twice in a house.
    valid: bool,
    errors: [bool; 81],
}

fn judge(puzzle: &Option<Cells>, answer: &Option<Cells>) -> Judgement {
    let (Some(puzzle), Some(answer)) = (puzzle, answer) else {
        return Judgement { respects: false, complete: false, valid: false, errors: [false; 81] };
    };
    let legal = answer.map(|value| if value <= 9 { value } else { 0 });
    let mut errors = Grid::unchecked(legal).conflicts();
    let valid = HOUSES.iter().all(|house| {
        house.iter().fold(Digits::NONE, |seen, &cell| seen | Digits::only(legal[cell.index()]))
            == Digits::ALL
    });
    let (mut respects, mut complete) = (true, true);
    for i in 0..81 {
        let respected = puzzle[i] == 0 || puzzle[i] == answer[i];
        respects &= respected;
        complete &= legal[i] != 0;
        errors[i] |= answer[i] > 9 || (!respected && answer[i] != 0);
    }
    Judgement { respects, complete, valid, errors }
}
