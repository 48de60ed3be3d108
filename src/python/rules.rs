//! `RuleSet`: any size, any rules. Private; python/bitdoku/rules makes the constraints and calls the methods.
//!
//! Boards are C-contiguous uint8 arrays of shape (N, side²); they are copied before the interpreter is let go, since
//! any search costs more than that.

#![forbid(unsafe_code)]

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use numpy::{Element, Ix2, PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::control::{Control, Signal};
use crate::error::Error;
use crate::generate::rules as grids;
use crate::rules::{self as core, Constraint, Solver};
use crate::solve::{Level, UNDECIDED};
use crate::symmetry::plain;

use super::arguments::Word;
use super::fault::exception;
use super::fresh::zeros;
use super::run::{Options, backend, detach};
use super::seed;

/// Rows that a worker takes at a time at most.
const PIECE: usize = 1024;

/// Cells of boards between two looks at the control.
const CHECK_EVERY: usize = 1024;

/// Solutions and verdicts.
type Solved<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u8>>);

/// Canonical forms and numbers of automorphisms.
type Formed<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u64>>);

/// Counts, and which of them are known.
type Counted<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<bool>>);

/// The rules of a board, compiled.
#[pyclass(module = "bitdoku._core", name = "RuleSet", frozen)]
pub struct RuleSet {
    rules: Arc<core::RuleSet>,
}

/// Reads each item of a sequence: for tuples and lists, which it mostly is, in half the time of `extract`.
fn each<'py, T>(
    sequence: &Bound<'py, PyAny>,
    read: impl Fn(Borrowed<'_, 'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let tuple = match (sequence.cast::<PyTuple>(), sequence.cast::<PyList>()) {
        (Ok(tuple), _) => tuple.clone(),
        (_, Ok(list)) => list.to_tuple(),
        _ => PyTuple::new(sequence.py(), sequence.extract::<Vec<Bound<'py, PyAny>>>()?)?,
    };
    let mut items = Vec::with_capacity(tuple.len());
    for item in tuple.iter_borrowed() {
        items.push(read(item)?);
    }
    Ok(items)
}

/// Numbers of cells or states. Negative ones are an error, which `usize` tells.
fn numbers(sequence: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    each(sequence, |item| match item.extract::<i64>() {
        Ok(number @ 0..) => Ok(number as usize),
        _ => item.extract(),
    })
}

/// One constraint, from a tuple that begins with its name.
fn constraint(item: &Bound<'_, PyAny>) -> PyResult<Constraint> {
    let tuple = item.cast::<PyTuple>()?;
    let name = tuple.get_item(0)?;
    let name = name.cast::<PyString>()?.to_str()?;
    let arguments = tuple.len() - 1;
    let expect = |wanted: usize| match arguments == wanted {
        true => Ok(()),
        false => Err(PyValueError::new_err(format!(
            "constraint '{name}' has {arguments} arguments; expected {wanted}"
        ))),
    };
    let at = |i: usize| tuple.get_item(i);
    match name {
        "allowed" => {
            expect(2)?;
            Ok(Constraint::Allowed { cell: at(1)?.extract()?, digits: at(2)?.extract()? })
        }
        "different" => {
            // With a name: three items.
            if arguments != 2 {
                expect(1)?;
            }
            let name: Option<String> = if arguments == 2 { at(2)?.extract()? } else { None };
            Ok(Constraint::Different { cells: numbers(&at(1)?)?, name: name.map(Arc::from) })
        }
        "related" => {
            expect(2)?;
            let pairs = each(&at(1)?, |pair| pair.extract())?;
            Ok(Constraint::Related { pairs, table: at(2)?.extract()? })
        }
        "total" => {
            expect(4)?;
            Ok(Constraint::Total {
                cells: numbers(&at(1)?)?,
                sum: at(2)?.extract()?,
                weights: at(3)?.extract()?,
                no_repeat: at(4)?.extract()?,
            })
        }
        "accepted" => {
            expect(5)?;
            Ok(Constraint::Accepted {
                cells: numbers(&at(1)?)?,
                states: at(2)?.extract()?,
                start: at(3)?.extract()?,
                accepting: numbers(&at(4)?)?,
                transitions: each(&at(5)?, |row| each(&row, |to| to.extract()))?,
            })
        }
        other => Err(PyValueError::new_err(format!(
            "constraint '{other}' is not understood; known are 'allowed', 'different', 'related', 'total', 'accepted'"
        ))),
    }
}

#[pymethods]
impl RuleSet {
    #[new]
    fn new(py: Python<'_>, side: usize, constraints: Vec<Bound<'_, PyAny>>) -> PyResult<RuleSet> {
        let read = |(i, item): (usize, &Bound<'_, PyAny>)| {
            constraint(item).map_err(|error| {
                PyValueError::new_err(format!("constraints[{i}]: {}", error.value(py)))
            })
        };
        let constraints: Vec<Constraint> =
            constraints.iter().enumerate().map(read).collect::<PyResult<_>>()?;
        let backend = backend(py)?;
        let rules = py
            .detach(|| core::RuleSet::new(side, &constraints))
            .map_err(|fault| PyValueError::new_err(fault.to_string()))?
            .with_backend(backend);
        Ok(RuleSet { rules: Arc::new(rules) })
    }

    /// Rows and columns.
    #[getter]
    fn side(&self) -> usize {
        self.rules.side()
    }

    /// Verdicts and, with `want="solve"`, solutions (else an array of no rows).
    #[pyo3(
        signature = (digits, *, want = Word::Default, threads = None, budget_nodes = None, budget_ns = None),
        text_signature = "($self, digits, *, want='solve', threads=None, budget_nodes=None, budget_ns=None)"
    )]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        digits: &Bound<'py, PyArray2<u8>>,
        want: Word<'_, '_>,
        threads: Option<&Bound<'py, PyAny>>,
        budget_nodes: Option<u64>,
        budget_ns: Option<u64>,
    ) -> PyResult<Solved<'py>> {
        let write = want.choose("want", &[("solve", true), ("verdict", false)])?;
        let call = Call::new(py, &self.rules, digits, threads, budget_nodes, budget_ns)?;
        let width = if write { call.cells } else { 0 };
        let solutions = zeros::<u8, Ix2>(py, &[if write { call.rows } else { 0 }, call.cells])?;
        let verdicts = zeros::<u8, _>(py, &[call.rows])?;
        {
            let (mut solutions, mut verdicts) = (solutions.readwrite(), verdicts.readwrite());
            let answers = verdicts.as_slice_mut()?;
            call.each(
                py,
                solutions.as_slice_mut()?,
                width,
                answers,
                |solver, puzzle, solution, verdict, control| {
                    let found = if write {
                        solver.solve(puzzle, solution, call.nodes, control)?
                    } else {
                        solver.verdict(puzzle, call.nodes, control)?
                    };
                    *verdict = found as u8;
                    Ok(())
                },
            )?;
        }
        Ok((solutions, verdicts))
    }

    /// min(number of solutions, `limit`) of each puzzle, and whether it is known.
    #[pyo3(signature = (digits, limit = None, *, threads = None, budget_nodes = None, budget_ns = None))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        digits: &Bound<'py, PyArray2<u8>>,
        limit: Option<u64>,
        threads: Option<&Bound<'py, PyAny>>,
        budget_nodes: Option<u64>,
        budget_ns: Option<u64>,
    ) -> PyResult<Counted<'py>> {
        let limit = limit.unwrap_or(UNDECIDED - 1);
        if limit == 0 {
            return Err(PyValueError::new_err("limit is 0; expected at least 1"));
        }
        let call = Call::new(py, &self.rules, digits, threads, budget_nodes, budget_ns)?;
        let counts = zeros::<u64, _>(py, &[call.rows])?;
        let decided = zeros::<bool, _>(py, &[call.rows])?;
        {
            let (mut counts, mut decided) = (counts.readwrite(), decided.readwrite());
            let known = decided.as_slice_mut()?;
            call.each(
                py,
                counts.as_slice_mut()?,
                1,
                known,
                |solver, puzzle, count, known, control| {
                    let found = solver.count(puzzle, limit, call.nodes, control)?;
                    *known = found != UNDECIDED;
                    count[0] = if *known { found } else { 0 };
                    Ok(())
                },
            )?;
        }
        Ok((counts, decided))
    }

    /// What each cell may hold, as masks of 16, 32 or 64 bits.
    #[pyo3(
        signature = (digits, level = Word::Default, *, threads = None),
        text_signature = "($self, digits, level='basic', *, threads=None)"
    )]
    fn candidates<'py>(
        &self,
        py: Python<'py>,
        digits: &Bound<'py, PyArray2<u8>>,
        level: Word<'_, '_>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let level = level.choose(
            "level",
            &[
                ("basic", Level::Basic),
                ("singles", Level::Singles),
                ("locked", Level::Locked),
                ("true", Level::True),
            ],
        )?;
        match self.rules.side() {
            ..=16 => self.masks(py, digits, level, threads, |mask| mask as u16),
            17..=32 => self.masks(py, digits, level, threads, |mask| mask as u32),
            _ => self.masks(py, digits, level, threads, |mask| mask),
        }
    }

    /// Which givens break a rule by themselves or with other givens.
    #[pyo3(signature = (digits, *, threads = None))]
    fn conflicts<'py>(
        &self,
        py: Python<'py>,
        digits: &Bound<'py, PyArray2<u8>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let call = Call::new(py, &self.rules, digits, threads, None, None)?;
        let marks = zeros::<bool, Ix2>(py, &[call.rows, call.cells])?;
        {
            let mut marks = marks.readwrite();
            let all = marks.as_slice_mut()?;
            call.each(
                py,
                all,
                call.cells,
                &mut vec![(); call.rows],
                |solver, puzzle, marks, (), _| {
                    core::conflicts(solver.rules(), puzzle, marks);
                    Ok(())
                },
            )?;
        }
        Ok(marks)
    }

    /// All solutions of one puzzle, (side²,) arrays in lexicographic order.
    #[pyo3(signature = (digits, limit = None))]
    fn solutions(
        &self,
        digits: &Bound<'_, PyArray1<u8>>,
        limit: Option<u64>,
    ) -> PyResult<RuleSolutions> {
        let puzzle = digits.readonly().as_array().to_vec();
        check(&self.rules, &puzzle, digits.len())?;
        let solutions = core::Solutions::new(Arc::clone(&self.rules), &puzzle[..]);
        let walk = Walk { solutions, left: limit.unwrap_or(u64::MAX) };
        Ok(RuleSolutions(Mutex::new(walk)))
    }

    /// Random complete grids number `start` and following, (n, side²).
    #[pyo3(signature = (n, *, seed, start = 0, threads = None))]
    fn grids<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        seed: &Bound<'py, PyAny>,
        start: u64,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        in_range(py, start, n)?;
        let key = seed::key(seed)?;
        let workers = Options::new(py, None, threads, None, &Word::Default)?.threads;
        let cells = self.rules.cells();
        let grids = zeros::<u8, Ix2>(py, &[n, cells])?;
        {
            let mut guard = grids.readwrite();
            let piece = n.div_ceil(4 * workers).clamp(1, PIECE);
            let parts: Vec<_> = (start..)
                .step_by(piece)
                .zip(guard.as_slice_mut()?.chunks_mut(piece * cells))
                .collect();
            detach(py, workers, None, parts, |(first, grids), control| {
                for (item, grid) in (first..).zip(grids.chunks_mut(cells)) {
                    grids::random_grid(&self.rules, &key, item, grid, control)?;
                }
                Ok(())
            })?;
        }
        Ok(grids)
    }

    /// Takes givens out in random order while the solution stays one; row i is item `start` + i.
    #[pyo3(signature = (digits, *, seed, start = 0, floor = 0, threads = None))]
    fn minimize<'py>(
        &self,
        py: Python<'py>,
        digits: &Bound<'py, PyArray2<u8>>,
        seed: &Bound<'py, PyAny>,
        start: u64,
        floor: usize,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let call = Call::new(py, &self.rules, digits, threads, None, None)?;
        in_range(py, start, call.rows)?;
        let key = seed::key(seed)?;
        let made = zeros::<u8, Ix2>(py, &[call.rows, call.cells])?;
        {
            let mut made = made.readwrite();
            let mut numbers: Vec<usize> = (0..call.rows).collect();
            call.each(
                py,
                made.as_slice_mut()?,
                call.cells,
                &mut numbers,
                |solver, puzzle, made, row, control| {
                    made.copy_from_slice(puzzle);
                    grids::minimize(solver, &key, start + *row as u64, *row, made, floor, control)
                },
            )?;
        }
        Ok(made)
    }

    /// Canonical forms of plain boards, and their numbers of automorphisms (2^64 - 1: that many or more).
    #[pyo3(signature = (digits, *, threads = None))]
    fn canonical<'py>(
        &self,
        py: Python<'py>,
        digits: &Bound<'py, PyArray2<u8>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Formed<'py>> {
        let Some(shape) = self.rules.plain() else {
            return Err(PyValueError::new_err("these rules are not those of a plain board"));
        };
        let call = Call::new(py, &self.rules, digits, threads, None, None)?;
        let forms = zeros::<u8, Ix2>(py, &[call.rows, call.cells])?;
        let numbers = zeros::<u64, _>(py, &[call.rows])?;
        {
            let (mut forms, mut numbers) = (forms.readwrite(), numbers.readwrite());
            call.each(
                py,
                forms.as_slice_mut()?,
                call.cells,
                numbers.as_slice_mut()?,
                |_, puzzle, form, number, control| {
                    *number = plain::canonical(shape, puzzle, form, control)?;
                    Ok(())
                },
            )?;
        }
        Ok((forms, numbers))
    }
}

impl RuleSet {
    fn masks<'py, T: Element + Copy + Send + Sync + Default>(
        &self,
        py: Python<'py>,
        digits: &Bound<'py, PyArray2<u8>>,
        level: Level,
        threads: Option<&Bound<'py, PyAny>>,
        narrow: impl Fn(u64) -> T + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = Call::new(py, &self.rules, digits, threads, None, None)?;
        let masks = zeros::<T, Ix2>(py, &[call.rows, call.cells])?;
        {
            let mut masks = masks.readwrite();
            let all = masks.as_slice_mut()?;
            call.each(
                py,
                all,
                call.cells,
                &mut vec![(); call.rows],
                |solver, puzzle, masks, (), control| {
                    let mut wide = vec![0; puzzle.len()];
                    core::candidates(solver, puzzle, level, &mut wide, control)?;
                    masks.iter_mut().zip(wide).for_each(|(mask, wide)| *mask = narrow(wide));
                    Ok(())
                },
            )?;
        }
        Ok(masks.into_any())
    }
}

fn in_range(py: Python<'_>, start: u64, n: usize) -> PyResult<()> {
    if start.checked_add(n as u64).is_none_or(|end| end > grids::ITEMS) {
        let message =
            format!("start + n is {start} + {n}; items are numbered below {}", grids::ITEMS);
        return Err(exception(py, "GenerationError", message));
    }
    Ok(())
}

/// Whether these are boards of the rules.
fn check(rules: &core::RuleSet, digits: &[u8], width: usize) -> PyResult<()> {
    let (side, cells) = (rules.side(), rules.cells());
    if width != cells {
        return Err(PyValueError::new_err(format!("boards of {width} cells; expected {cells}")));
    }
    match digits.iter().position(|&digit| usize::from(digit) > side) {
        None => Ok(()),
        Some(at) => {
            let (row, cell) = (at / cells, at % cells);
            Err(PyValueError::new_err(format!(
                "puzzles[{row}]: cell ({}, {}) holds {}; expected 0..{side}",
                cell / side,
                cell % side,
                digits[at]
            )))
        }
    }
}

/// One call about many boards.
struct Call<'a> {
    rules: &'a core::RuleSet,
    digits: Vec<u8>,
    rows: usize,
    cells: usize,
    nodes: u64,
    deadline: Option<Instant>,
    workers: usize,
}

impl<'a> Call<'a> {
    fn new(
        py: Python<'_>,
        rules: &'a core::RuleSet,
        digits: &Bound<'_, PyArray2<u8>>,
        threads: Option<&Bound<'_, PyAny>>,
        budget_nodes: Option<u64>,
        budget_ns: Option<u64>,
    ) -> PyResult<Call<'a>> {
        if !digits.is_c_contiguous() {
            return Err(PyTypeError::new_err("boards have to be C-contiguous"));
        }
        let (rows, width) = (digits.shape()[0], digits.shape()[1]);
        let digits = digits.readonly().as_slice()?.to_vec();
        check(rules, &digits, width)?;
        let deadline =
            budget_ns.and_then(|ns| Instant::now().checked_add(Duration::from_nanos(ns)));
        Ok(Call {
            rules,
            digits,
            rows,
            cells: width,
            nodes: budget_nodes.unwrap_or(u64::MAX),
            deadline,
            workers: Options::new(py, None, threads, None, &Word::Default)?.threads,
        })
    }

    /// Calls `work` for each board with its `width` values of `out` and its value of `more`.
    fn each<T: Send, S: Send>(
        &self,
        py: Python<'_>,
        mut out: &mut [T],
        width: usize,
        more: &mut [S],
        work: impl Fn(&mut Solver<'_>, &[u8], &mut [T], &mut S, &Control<'_>) -> Result<(), Error>
        + Sync,
    ) -> PyResult<()> {
        let piece = self.rows.div_ceil(8 * self.workers).clamp(1, PIECE);
        let mut parts = Vec::new();
        for (puzzles, more) in self.digits.chunks(piece * self.cells).zip(more.chunks_mut(piece)) {
            let (these, rest) = out.split_at_mut(more.len() * width);
            out = rest;
            parts.push((puzzles, these, more));
        }
        detach(py, self.workers, self.deadline, parts, |(puzzles, out, more), control| {
            let mut solver = Solver::new(self.rules);
            let (mut out, mut seen) = (out, 0);
            for (puzzle, more) in puzzles.chunks(self.cells).zip(more) {
                seen += self.cells;
                if seen >= CHECK_EVERY {
                    seen = 0;
                    if control.checkpoint() == Signal::Cancelled {
                        return Err(Error::Cancelled);
                    }
                }
                let (these, rest) = out.split_at_mut(width);
                out = rest;
                work(&mut solver, puzzle, these, more, control)?;
            }
            Ok(())
        })
    }
}

/// The iterator of `RuleSet.solutions`. Threads may share it: each solution goes to one of them.
#[pyclass(module = "bitdoku._core", name = "_RuleSolutions", frozen)]
pub struct RuleSolutions(Mutex<Walk>);

struct Walk {
    solutions: core::Solutions,
    /// How many may still be asked for.
    left: u64,
}

impl Walk {
    fn next(&mut self, control: &Control<'_>) -> Result<Option<Box<[u8]>>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        let next = self.solutions.next(control)?;
        self.left -= u64::from(next.is_some());
        Ok(next)
    }
}

#[pymethods]
impl RuleSolutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray1<u8>>>> {
        let next = Mutex::new(None);
        // The lock is taken while detached, or two threads could wait for each other.
        detach(py, 1, None, vec![()], |(), control| {
            let mut walk = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let found = walk.next(control)?;
            *next.lock().map_err(|_| Error::Cancelled)? = found;
            Ok(())
        })?;
        let found = next.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(found.map(|digits| PyArray1::from_vec(py, digits.into_vec())))
    }
}
