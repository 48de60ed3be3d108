//! One call: its options, and the loop that takes rows from the input through a kernel to the output.
//!
//! ```text
//!  attached   ┌ stage texts ┐                                     ┌ make texts ┐   next span, signals looked at
//!  detached                 └─ chunks over the workers: ──────────┘            └─ ...
//!                              read a block · validate · kernel · write
//! ```
//!
//! Where neither side needs Python the whole batch is one span. A chunk is at most [`BLOCK`] rows, so that its
//! puzzles (663 KB) stay in the second-level cache; solutions go straight into the output.

#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::num::NonZero;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDelta, PyDeltaAccess, PyString};

use crate::board::Grid;
use crate::control::{Control, Limits, Stop};
use crate::error::Error;
use crate::parallel::{self, Workers};
use crate::solve::Backend;

use super::arch::points;
use super::arguments::{Word, at_least_one};
use super::fault::{Fault, core_error, exception, not_unique, row_error};
use super::input::{Input, Source};
use super::mirror::{Mirror, Place, lock};
use super::rows::Cells;

/// The most rows that a worker takes at a time: enough for the solver to fill its lanes.
const BLOCK: usize = 8192;

/// Rows of Python objects that are read and written between two visits of the workers, for each of them.
const STAGE: usize = 16384;

/// What the keyword arguments of a call say.
pub struct Options {
    /// How many threads may work.
    pub threads: usize,
    /// Search nodes for each puzzle, and the end of the call.
    pub limits: Limits,
    /// Whether malformed rows are marked rather than raised.
    pub mark: bool,
    /// The kernels.
    pub backend: Backend,
}

impl Options {
    /// Looks at the keyword arguments that the functions share.
    pub fn new(
        py: Python<'_>,
        rules: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        budget: Option<&Bound<'_, PyAny>>,
        malformed: &Word<'_, '_>,
    ) -> PyResult<Options> {
        if let Some(rules) = rules
            && !rules.cast::<PyString>().is_ok_and(|name| name == "9x9")
        {
            return Err(exception(
                py,
                "RulesError",
                format!("rules {} are not understood; known are None and '9x9'", rules.repr()?),
            ));
        }
        let limits = match budget {
            None => Limits::NONE,
            Some(budget) => read_budget(budget)?,
        };
        let mark = malformed.choose("malformed", &[("raise", false), ("mark", true)])?;
        Ok(Options { threads: read_threads(threads)?, limits, mark, backend: backend(py)? })
    }
}

/// The argument `threads`, else the environment variable, which is looked at even where one thread will do: what is
/// wrong with it must not depend on the size of the input.
fn read_threads(threads: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    // Four times the processors is more than ever helps, and far from what an operating system refuses.
    static AVAILABLE: OnceLock<usize> = OnceLock::new();
    let available = *AVAILABLE.get_or_init(parallel::available);
    let wanted = match threads {
        Some(threads) => at_least_one("threads", threads)?.get() as usize,
        None => match std::env::var_os("BITDOKU_THREADS") {
            None => available,
            Some(text) => {
                let text = text.to_string_lossy();
                let read = text.trim().parse::<NonZero<usize>>().map_err(|_| {
                    PyValueError::new_err(format!(
                        "the environment variable BITDOKU_THREADS is {text:?}; expected a whole number of at least 1"
                    ))
                });
                read?.get()
            }
        },
    };
    Ok(wanted.min(4 * available.max(4)))
}

/// The kernels in use: those that `BITDOKU_BACKEND` names, else the fastest. The variable is read at the first call.
pub fn backend(py: Python<'_>) -> PyResult<Backend> {
    static BACKEND: OnceLock<Backend> = OnceLock::new();
    if let Some(&backend) = BACKEND.get() {
        return Ok(backend);
    }
    let backend = Backend::from_environment().map_err(|error| core_error(py, &error))?;
    Ok(*BACKEND.get_or_init(|| backend))
}

fn read_budget(budget: &Bound<'_, PyAny>) -> PyResult<Limits> {
    if let Ok(delta) = budget.cast::<PyDelta>() {
        let seconds = i64::from(delta.get_days()) * 86_400 + i64::from(delta.get_seconds());
        let Ok(seconds) = u64::try_from(seconds) else {
            return Err(PyValueError::new_err("budget is a negative time"));
        };
        let time = Duration::new(seconds, 1000 * delta.get_microseconds() as u32);
        if time.is_zero() {
            return Err(PyValueError::new_err("budget is no time at all; expected more than 0"));
        }
        // A time too far away to be represented is no limit.
        let deadline = Instant::now().checked_add(time);
        return Ok(deadline.map_or(Limits::NONE, |end| Limits::NONE.with_deadline(end)));
    }
    let nodes = at_least_one("budget", budget).map_err(|error| {
        if error.is_instance_of::<PyTypeError>(budget.py()) {
            PyTypeError::new_err(
                "budget is neither a whole number of search nodes nor a datetime.timedelta",
            )
        } else {
            error
        }
    })?;
    Ok(Limits::NONE.with_nodes(nodes.get()))
}

/// What a kernel gets to do.
pub struct Block<'a, S> {
    /// The number of the first row.
    pub first: usize,
    /// The puzzles; where a row is malformed, a grid that has no solution.
    pub puzzles: &'a [Grid],
    /// Blank grids for the results, as many a row as the mirror wants; none without a mirror.
    pub solutions: &'a mut [Grid],
    /// The values of these rows.
    pub values: &'a mut [S],
}

/// One or more values for each row.
pub struct Values<'a, S> {
    /// All of them.
    pub cells: &'a mut [S],
    /// How many a row.
    pub per_row: usize,
    /// What they are where the row is malformed.
    pub malformed: S,
}

impl Values<'_, ()> {
    /// No values at all.
    pub fn none() -> Values<'static, ()> {
        Values { cells: &mut [], per_row: 0, malformed: () }
    }
}

/// Takes every row of `input` through `work`, in chunks over the workers.
///
/// Grids go to `mirror`, other results to `values`. `least` is how many rows are worth a thread of their own.
/// Malformed rows raise (always the first of them, whatever the number of threads), or are marked: a blank grid and
/// `values.malformed`.
pub fn for_rows<'py, S: Copy + Send + Sync>(
    py: Python<'py>,
    input: &Input<'py>,
    options: &Options,
    least: usize,
    mut mirror: Option<&mut Mirror<'py>>,
    values: Values<'_, S>,
    work: impl Fn(Block<'_, S>, &Control<'_>) -> Result<(), Error> + Sync,
) -> PyResult<()> {
    let threads = if input.rows <= least { 1 } else { options.threads };
    let detached = matches!(input.source, Source::Detached(_))
        && mirror.as_ref().is_none_or(|mirror| mirror.is_detached());
    let span = if detached { input.rows } else { STAGE * threads };
    let chunk = match threads {
        1 => BLOCK,
        _ => (span.min(input.rows) / (4 * threads)).clamp(least.min(BLOCK), BLOCK),
    };
    let per_row = mirror.as_ref().map_or(0, |mirror| mirror.per_row);
    let is_text = mirror.as_ref().is_some_and(|mirror| mirror.is_text);

    let mut staged: Vec<Cells> = Vec::new();
    let mut buffer: Vec<Cells> = Vec::new();
    let mut first = 0;
    while first < input.rows {
        let rows = span.min(input.rows - first);
        let mut faults = Vec::new();
        if let Source::Texts(texts) = &input.source {
            staged.resize(rows, [0; 81]);
            texts.stage(
                &input.name,
                &input.shape,
                first..first + rows,
                &mut staged,
                &mut faults,
            )?;
            if let (false, Some((row, fault))) = (options.mark, faults.first()) {
                return Err(row_error(py, &input.name, &input.shape, first + row, fault));
            }
        }
        let reader = Reader {
            source: match &input.source {
                Source::Detached(rows) => Some(&**rows),
                Source::Texts(_) => None,
            },
            staged: &staged,
            faults: &faults,
            span: first,
            mark: options.mark,
            found: Mutex::new(None),
        };
        let mut guard = None;
        let (grids, out): (&mut [Cells], _) = match mirror.as_deref_mut().map(|m| &mut m.place) {
            None => (&mut [], None),
            Some(Place::Array(array)) => {
                let guard = guard.insert(lock(array));
                let all = guard.as_slice_mut().map_err(|e| PyValueError::new_err(e.to_string()))?;
                (
                    &mut bytemuck::cast_slice_mut(all)[first * per_row..(first + rows) * per_row],
                    None,
                )
            }
            Some(Place::Owned(all)) => (&mut all[first * per_row..(first + rows) * per_row], None),
            Some(Place::Out(out, _)) => (&mut [], Some(&*out)),
            Some(Place::List(..) | Place::Flat(..)) => {
                buffer.clear();
                let cells = rows.saturating_mul(per_row);
                buffer
                    .try_reserve(cells)
                    .map_err(|error| PyMemoryError::new_err(error.to_string()))?;
                buffer.resize(cells, [0; 81]);
                (&mut buffer[..], None)
            }
        };
        let parts = cut(
            first,
            rows,
            chunk,
            grids,
            if out.is_some() { 0 } else { per_row },
            &mut values.cells[first * values.per_row..(first + rows) * values.per_row],
            values.per_row,
        );
        let malformed = values.malformed;
        let result = detach_with(py, threads, options.limits, &check, parts, |part, control| {
            let (width, copies) = (part.values.len() / part.rows, per_row);
            with_block(part.rows, |cells| {
                let bad = reader.read(part.first, cells)?;
                let puzzles: &[Grid] = bytemuck::cast_slice(cells);
                let mut run = |grids: &mut [Cells]| {
                    let solutions = bytemuck::cast_slice_mut(grids);
                    let values = &mut *part.values;
                    work(Block { first: part.first, puzzles, solutions, values }, control)?;
                    for &row in &bad {
                        grids[row * copies..(row + 1) * copies].fill([0; 81]);
                        part.values[row * width..(row + 1) * width].fill(malformed);
                    }
                    if is_text {
                        points::print(bytemuck::cast_slice_mut(grids));
                    }
                    Ok(())
                };
                match out {
                    None => run(part.grids),
                    Some(out) => with_block(part.rows * per_row, |grids| {
                        grids.fill([0; 81]);
                        run(grids)?;
                        out.write(part.first * per_row, bytemuck::cast_slice(grids));
                        Ok(())
                    }),
                }
            })
        });
        let found = reader.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some((row, fault)) = found {
            let (row, fault) = first_fault(input, row).unwrap_or((row, fault));
            return Err(row_error(py, &input.name, &input.shape, row, &fault));
        }
        match result? {
            Err(Error::NotUnique { row, solutions }) => {
                return Err(not_unique(py, &input.name, &input.shape, row, solutions));
            }
            other => other.map_err(|error| core_error(py, &error))?,
        }
        drop(guard);
        if let (Some(mirror), false) = (&mirror, buffer.is_empty()) {
            mirror.take(py, first * per_row, &buffer)?;
        }
        py.check_signals()?;
        first += rows;
    }
    Ok(())
}

/// The rows of a chunk, and where their results go.
struct Part<'a, S> {
    first: usize,
    rows: usize,
    grids: &'a mut [Cells],
    values: &'a mut [S],
}

fn cut<'a, S>(
    mut first: usize,
    mut rows: usize,
    chunk: usize,
    mut grids: &'a mut [Cells],
    grids_per_row: usize,
    mut values: &'a mut [S],
    values_per_row: usize,
) -> Vec<Part<'a, S>> {
    let mut parts = Vec::with_capacity(rows.div_ceil(chunk));
    while rows > 0 {
        let n = chunk.min(rows);
        let (head, rest) = grids.split_at_mut(n * grids_per_row);
        let (these, others) = values.split_at_mut(n * values_per_row);
        parts.push(Part { first, rows: n, grids: head, values: these });
        (grids, values, first, rows) = (rest, others, first + n, rows - n);
    }
    parts
}

/// Reads rows for the workers, and keeps what it finds wrong.
struct Reader<'a> {
    source: Option<&'a dyn super::rows::Rows>,
    staged: &'a [Cells],
    faults: &'a [(usize, Fault)],
    /// The number of the first staged row.
    span: usize,
    mark: bool,
    /// A malformed row that has to be raised.
    found: Mutex<Option<(usize, Fault)>>,
}

impl Reader<'_> {
    /// Reads rows into `cells`; the malformed ones among them come back, and are made a puzzle without solution.
    fn read(&self, first: usize, cells: &mut [Cells]) -> Result<Vec<usize>, Error> {
        let mut bad = Vec::new();
        match self.source {
            Some(source) => source.read(first, cells, &mut |row, fault| {
                if !self.mark {
                    let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
                    if found.as_ref().is_none_or(|(other, _)| first + row < *other) {
                        *found = Some((first + row, fault));
                    }
                }
                bad.push(row);
            }),
            None => {
                let start = first - self.span;
                cells.copy_from_slice(&self.staged[start..start + cells.len()]);
                let from = self.faults.partition_point(|(row, _)| *row < start);
                let rows = self.faults[from..].iter().map(|(row, _)| row - start);
                bad.extend(rows.take_while(|&row| row < cells.len()));
            }
        }
        if !bad.is_empty() && !self.mark {
            return Err(Stop::Cancelled.into());
        }
        for &row in &bad {
            cells[row] = CLASH;
        }
        Ok(bad)
    }
}

/// Two ones in a row: no solution, found at once.
const CLASH: Cells = {
    let mut cells = [0; 81];
    cells[0] = 1;
    cells[1] = 1;
    cells
};

/// The first malformed row, none being behind `last`.
fn first_fault(input: &Input<'_>, last: usize) -> Option<(usize, Fault)> {
    let Source::Detached(rows) = &input.source else { return None };
    let mut block = vec![[0; 81]; 256];
    let mut first = 0;
    while first <= last {
        let n = block.len().min(last + 1 - first);
        let mut found = None;
        rows.read(first, &mut block[..n], &mut |row, fault| {
            found.get_or_insert((first + row, fault));
        });
        if found.is_some() {
            return found;
        }
        first += n;
    }
    None
}

/// Looks whether `input` has a malformed row, before anything is overwritten.
pub fn validate(py: Python<'_>, input: &Input<'_>) -> PyResult<()> {
    match first_fault(input, input.rows.saturating_sub(1)) {
        Some((row, fault)) if input.rows > 0 => {
            Err(row_error(py, &input.name, &input.shape, row, &fault))
        }
        _ => Ok(()),
    }
}

/// Lends a block of grids that this thread keeps between chunks, since fresh memory costs a page fault every 4 KB.
fn with_block<T>(rows: usize, work: impl FnOnce(&mut [Cells]) -> T) -> T {
    thread_local! {
        static BLOCKS: RefCell<Vec<Vec<Cells>>> = const { RefCell::new(Vec::new()) };
    }
    let mut block = BLOCKS.with_borrow_mut(Vec::pop).unwrap_or_default();
    if block.len() < rows {
        block.resize(rows, [0; 81]);
    }
    let result = work(&mut block[..rows]);
    if block.len() <= BLOCK {
        BLOCKS.with_borrow_mut(|blocks| blocks.push(block));
    }
    result
}

/// Detaches from the interpreter, works off `parts`, and attaches now and then to look for signals.
pub fn detach<T: Send>(
    py: Python<'_>,
    threads: usize,
    limits: Limits,
    parts: Vec<T>,
    work: impl Fn(T, &Control<'_>) -> Result<(), Error> + Sync,
) -> PyResult<()> {
    let result = detach_with(py, threads, limits, &check, parts, work)?;
    result.map_err(|error| core_error(py, &error))
}

/// What is done now and then while others work: Python's signals are looked at.
pub fn check(py: Python<'_>) -> PyResult<()> {
    py.check_signals()
}

/// [`detach`] with something else to do now and then, and with the core's own error.
pub fn detach_with<T: Send>(
    py: Python<'_>,
    threads: usize,
    limits: Limits,
    visit: &(dyn Fn(Python<'_>) -> PyResult<()> + Sync),
    parts: Vec<T>,
    work: impl Fn(T, &Control<'_>) -> Result<(), Error> + Sync,
) -> PyResult<Result<(), Error>> {
    let signal: Mutex<Option<PyErr>> = Mutex::new(None);
    let work = &work;
    let result = py.detach(|| {
        let poll = || {
            Python::attach(|py| match visit(py) {
                Ok(()) => false,
                Err(error) => {
                    *signal.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    true
                }
            })
        };
        let workers = Workers { threads, limits, poll: Some(&poll) };
        parallel::for_each(workers, parts.into_iter(), work)
    });
    match signal.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(result),
    }
}
