//! The loop that reads rows of the input, calls a kernel and writes the output.
//!
//! ```text
//!  attached   ┌ stage texts ┐                                     ┌ make texts ┐   check signals, next span
//!  detached                 └─ chunks over the workers: ──────────┘            └─ ...
//!                              read a block · validate · kernel · write
//! ```
//!
//! If neither side needs Python, the whole batch is one span. A chunk has at most [`BLOCK`] bytes of cells, so that its
//! puzzles stay in the second-level cache. Solutions are written directly to the output.

#![forbid(unsafe_code)]

pub mod detach;

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

use bytemuck::Pod;
use numpy::{Element, IxDyn, PyArrayDyn, PyArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;

use crate::control::{Control, Stop};
use crate::engine::Puzzles;
use crate::error::Error;

use crate::python::allocate::{make_room, zeros};
use crate::python::arch::points;
use crate::python::arguments::call::Call;
use crate::python::errors::{Fault, core_error, not_unique, row_error};
use crate::python::input::rows::{Content, Rows, Size};
use crate::python::input::{Input, Source};
use crate::python::output::{Output, Place};

use detach::detach_with;

/// The maximum number of bytes of cells per chunk, 8192 classic boards: enough for the solver to fill its lanes.
const BLOCK: usize = 8192 * 81;

/// Blocks of puzzles or results that are staged per worker if Python objects are read or written. A row with many copies may
/// exceed a block; it is then staged alone.
const STAGED_BLOCKS: usize = 2;

/// The rows of a call of a kernel.
pub struct Block<'a, S> {
    /// The number of the first row.
    pub first: usize,
    /// The puzzles. Malformed rows are replaced by a board without a solution.
    pub puzzles: Puzzles<'a>,
    /// Blank boards for the results, as many per row as the output has; none without an output.
    pub solutions: &'a mut [u8],
    /// The values of the rows.
    pub values: &'a mut [S],
    /// The positions of the malformed rows, in increasing order.
    pub bad: &'a [usize],
}

impl<S> Block<'_, S> {
    /// Calls `work` with each run of well-formed rows: the number of its first row, its givens and its results.
    ///
    /// # Errors
    /// The first error of `work`.
    pub fn each_run(
        self,
        area: usize,
        mut work: impl FnMut(usize, &[u8], &mut [u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let givens = self.puzzles.givens();
        let mut start = 0;
        for &end in self.bad.iter().chain([&(givens.len() / area)]) {
            if start < end {
                let cells = start * area..end * area;
                work(self.first + start, &givens[cells.clone()], &mut self.solutions[cells])?;
            }
            start = end + 1;
        }
        Ok(())
    }
}

/// One or more values for each row.
pub struct Values<'a, S> {
    /// The values of all rows.
    pub cells: &'a mut [S],
    /// The number of values per row.
    pub per_row: usize,
    /// The value of malformed rows.
    pub malformed: S,
}

/// Values as bytes.
struct Bytes<'a> {
    cells: &'a mut [u8],
    per_row: usize,
    malformed: &'a [u8],
}

impl Values<'_, u8> {
    /// No values.
    pub fn none() -> Values<'static, u8> {
        Values { cells: &mut [], per_row: 0, malformed: 0 }
    }
}

/// The function for the rows of a chunk. A trait object, because the loop around it is large and there are many functions;
/// for the same reason the loop handles values as bytes.
type Work<'a, S> = &'a (dyn Fn(Block<'_, S>, &Control<'_>) -> Result<(), Error> + Sync);

/// Calls `work` with every row of `input`, in chunks over the workers.
///
/// Boards are written to `output`, other results to `values`. `least` is the number of rows of classic Sudoku that are worth
/// a thread. Malformed rows raise (the first one, for any number of threads) or are marked with a blank board and
/// `values.malformed`.
pub fn for_rows<'py, S: Pod + Sync>(
    py: Python<'py>,
    input: &Input<'py>,
    call: &Call<'py>,
    least: usize,
    output: Option<&mut Output<'py>>,
    values: Values<'_, S>,
    work: Work<'_, S>,
) -> PyResult<()> {
    let bytes = Bytes {
        cells: bytemuck::cast_slice_mut(values.cells),
        per_row: values.per_row * size_of::<S>(),
        malformed: bytemuck::bytes_of(&values.malformed),
    };
    for_rows_of_bytes(py, input, call, least, output, bytes, &|block, control| {
        let Block { first, puzzles, solutions, values, bad } = block;
        let values = bytemuck::cast_slice_mut(values);
        work(Block { first, puzzles, solutions, values, bad }, control)
    })
}

fn for_rows_of_bytes<'py>(
    py: Python<'py>,
    input: &Input<'py>,
    call: &Call<'py>,
    least: usize,
    mut output: Option<&mut Output<'py>>,
    values: Bytes<'_>,
    work: Work<'_, u8>,
) -> PyResult<()> {
    let area = input.size().area;
    let width = input.size().bytes(input.content);
    let per_row = output.as_ref().map_or(0, |output| output.per_row);
    let most = (BLOCK / width).max(1);
    let least = call.engine.worth_a_thread(least);
    let threads = if input.rows <= least { 1 } else { call.threads };
    let detached = matches!(input.source, Source::Detached(_))
        && output.as_ref().is_none_or(|output| output.is_detached());
    let span = match detached {
        true => input.rows,
        false => STAGED_BLOCKS * threads * (BLOCK / width.max(per_row.saturating_mul(area))).max(1),
    };
    let chunk = match threads {
        1 => most,
        _ => (span.min(input.rows) / (4 * threads)).clamp(least.min(most), most),
    };
    let is_text = output.as_ref().is_some_and(|output| output.is_text);

    let mut staged: Vec<u64> = Vec::new();
    let mut buffer: Vec<u8> = Vec::new();
    let mut first = 0;
    while first < input.rows {
        let rows = span.min(input.rows - first);
        let mut faults = Vec::new();
        if let Source::Texts(_) = &input.source {
            let block = bytes_of(&mut staged, rows * width)?;
            input.read(first, block, &mut faults)?;
            if let (false, Some((row, fault))) = (call.mark, faults.first()) {
                return Err(fault_of(py, input, first + row, fault));
            }
            for &(row, _) in &faults {
                without_solution(&mut block[row * width..][..width], input.content, input.size());
            }
        }
        let reader = Reader {
            source: match &input.source {
                Source::Detached(rows) => Some(&**rows),
                Source::Texts(_) => None,
            },
            staged: bytemuck::cast_slice(&staged),
            width,
            content: input.content,
            size: input.size(),
            faults: &faults,
            span: first,
            mark: call.mark,
            found: Mutex::new(None),
        };
        let wanted = rows.saturating_mul(per_row).saturating_mul(area);
        let (boards, out): (&mut [u8], _) = match output.as_deref_mut().map(|m| &mut m.place) {
            None => (&mut [], None),
            Some(Place::Array(array)) => {
                (&mut array.bytes_mut()[first * per_row * area..][..wanted], None)
            }
            Some(Place::Owned(all)) => (&mut all[first * per_row * area..][..wanted], None),
            Some(Place::Out(out, _)) => (&mut [], Some(&*out)),
            Some(Place::List(..) | Place::Flat(..)) => {
                buffer.clear();
                make_room(&mut buffer, wanted)?;
                buffer.resize(wanted, 0);
                (&mut buffer[..], None)
            }
        };
        let parts = cut(
            first,
            rows,
            chunk,
            boards,
            if out.is_some() { 0 } else { per_row * area },
            &mut values.cells[first * values.per_row..(first + rows) * values.per_row],
            values.per_row,
        );
        let (malformed, values_per_row) = (values.malformed, values.per_row);
        let content = input.content;
        let result = detach_with(
            py,
            threads,
            call.limits,
            &|py| py.check_signals(),
            parts,
            |part, control| {
                reader.with_rows(part.first, part.rows, |block, bad| {
                    let puzzles = puzzles_of(block, content);
                    let mut run = |boards: &mut [u8]| {
                        let values = &mut *part.values;
                        work(
                            Block { first: part.first, puzzles, solutions: boards, values, bad },
                            control,
                        )?;
                        let board_bytes = per_row * area;
                        for &row in bad {
                            boards[row * board_bytes..(row + 1) * board_bytes].fill(0);
                            let values = &mut part.values[row * values_per_row..][..values_per_row];
                            let values = values.chunks_exact_mut(malformed.len());
                            values.for_each(|value| value.copy_from_slice(malformed));
                        }
                        if is_text {
                            points::print(boards);
                        }
                        Ok(())
                    };
                    match out {
                        None => run(part.boards),
                        Some(out) => with_block(part.rows * per_row * area, |boards| {
                            boards.fill(0);
                            run(boards)?;
                            out.write(part.first * per_row * area, boards);
                            Ok(())
                        }),
                    }
                })
            },
        );
        let found = reader.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some((row, fault)) = found {
            let (row, fault) = first_fault(input, row + 1, call.mark)?.unwrap_or((row, fault));
            return Err(fault_of(py, input, row, &fault));
        }
        match result? {
            Err(Error::NotUnique { row, solutions }) => {
                // A malformed row takes precedence, so that the error does not depend on the order of chunks.
                if !call.mark {
                    validate(py, input)?;
                }
                return Err(not_unique(py, &input.name, &input.shape, row, solutions));
            }
            other => other.map_err(|error| core_error(py, &error))?,
        }
        if let (Some(output), false) = (&output, buffer.is_empty()) {
            output.take(py, first * per_row, &buffer)?;
        }
        py.check_signals()?;
        first += rows;
    }
    Ok(())
}

/// Boards in the form of the input, one or `copies` for each row.
pub fn each_board<'py>(
    py: Python<'py>,
    input: &Input<'py>,
    call: &Call<'py>,
    copies: Option<usize>,
    least: usize,
    work: Work<'_, u8>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut output = Output::new(py, input, copies)?;
    for_rows(py, input, call, least, Some(&mut output), Values::none(), work)?;
    output.finish(py, input)
}

/// An array with these axes for each row; malformed rows are filled with `malformed`.
pub fn each_row<'py, T: Element + Pod + Sync>(
    py: Python<'py>,
    input: &Input<'py>,
    call: &Call<'py>,
    axes: &[usize],
    least: usize,
    malformed: T,
    work: Work<'_, T>,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let array = zeros::<T, IxDyn>(py, &[&input.shape[..], axes].concat())?;
    {
        let mut guard = array.readwrite();
        let per_row = axes.iter().product();
        let values = Values { cells: guard.as_slice_mut()?, per_row, malformed };
        for_rows(py, input, call, least, None, values, work)?;
    }
    Ok(array)
}

/// [`each_row`] for flags, all false in malformed rows.
pub fn each_flag<'py>(
    py: Python<'py>,
    input: &Input<'py>,
    call: &Call<'py>,
    axes: &[usize],
    least: usize,
    work: Work<'_, bool>,
) -> PyResult<Bound<'py, PyAny>> {
    let array = each_row(py, input, call, axes, least, 0u8, &|block, control| {
        let Block { first, puzzles, solutions, values: bytes, bad } = block;
        let mut flags = vec![false; bytes.len()];
        work(Block { first, puzzles, solutions, values: &mut flags, bad }, control)?;
        bytes.iter_mut().zip(flags).for_each(|(byte, flag)| *byte = flag.into());
        Ok(())
    })?;
    array.call_method1(intern!(py, "view"), (intern!(py, "bool"),))
}

/// Calls `work` with the first puzzle, while attached; `None` if it is malformed, with `malformed="mark"`.
pub fn with_one<'py, T>(
    py: Python<'py>,
    input: &Input<'py>,
    call: &Call<'py>,
    work: impl FnOnce(Puzzles<'_>) -> PyResult<T>,
) -> PyResult<Option<T>> {
    let (mut words, mut faults) = (Vec::new(), Vec::new());
    let row = bytes_of(&mut words, input.size().bytes(input.content))?;
    input.read(0, row, &mut faults)?;
    match faults.pop() {
        None => work(puzzles_of(row, input.content)).map(Some),
        Some((_, fault)) if call.mark && !fault.is_wrong_kind() => Ok(None),
        Some((_, fault)) => Err(fault_of(py, input, 0, &fault)),
    }
}

/// The bytes of rows as puzzles.
fn puzzles_of(block: &[u8], content: Content) -> Puzzles<'_> {
    match content {
        Content::Digits => Puzzles::Givens(block),
        Content::Candidates => Puzzles::Candidates(bytemuck::cast_slice(block)),
    }
}

/// The rows of a chunk and their results.
struct Part<'a> {
    first: usize,
    rows: usize,
    boards: &'a mut [u8],
    values: &'a mut [u8],
}

fn cut<'a>(
    mut first: usize,
    mut rows: usize,
    chunk: usize,
    mut boards: &'a mut [u8],
    board_bytes: usize,
    mut values: &'a mut [u8],
    values_per_row: usize,
) -> Vec<Part<'a>> {
    let mut parts = Vec::with_capacity(rows.div_ceil(chunk));
    while rows > 0 {
        let n = chunk.min(rows);
        let (head, rest) = boards.split_at_mut(n * board_bytes);
        let (these, others) = values.split_at_mut(n * values_per_row);
        parts.push(Part { first, rows: n, boards: head, values: these });
        (boards, values, first, rows) = (rest, others, first + n, rows - n);
    }
    parts
}

/// Reads rows for the workers and collects their faults.
struct Reader<'a> {
    source: Option<&'a dyn Rows>,
    staged: &'a [u8],
    /// Bytes per row.
    width: usize,
    content: Content,
    size: Size,
    faults: &'a [(usize, Fault)],
    /// The number of the first staged row.
    span: usize,
    mark: bool,
    /// The first malformed row to raise so far.
    found: Mutex<Option<(usize, Fault)>>,
}

impl Reader<'_> {
    /// Calls `work` with rows and the numbers of the malformed rows, which are replaced by boards without a solution.
    fn with_rows(
        &self,
        first: usize,
        rows: usize,
        work: impl FnOnce(&[u8], &[usize]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let bytes = rows * self.width;
        let Some(source) = self.source else {
            let start = first - self.span;
            let from = self.faults.partition_point(|(row, _)| *row < start);
            let bad = self.faults[from..].iter().map(|(row, _)| row - start);
            let bad: Vec<usize> = bad.take_while(|&row| row < rows).collect();
            return work(&self.staged[start * self.width..][..bytes], &bad);
        };
        with_block(bytes, |block| {
            let (mut bad, mut raises) = (Vec::new(), false);
            source.read(first, block, &mut |row, fault| {
                if !self.mark || fault.is_wrong_kind() {
                    let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
                    if found.as_ref().is_none_or(|(other, _)| first + row < *other) {
                        *found = Some((first + row, fault));
                    }
                    raises = true;
                }
                bad.push(row);
            });
            if raises {
                return Err(Stop::Cancelled.into());
            }
            for &row in &bad {
                let row = &mut block[row * self.width..][..self.width];
                without_solution(row, self.content, self.size);
            }
            work(block, &bad)
        })
    }
}

/// Replaces a malformed row by a board that is quickly found to have no solution: two ones side by side, or cells without
/// candidates.
fn without_solution(row: &mut [u8], content: Content, size: Size) {
    row.fill(0);
    if content == Content::Digits && size.side > 1 {
        row[..2].fill(1);
    }
}

/// The first malformed row before row `end`; with `mark`, the first that raises nevertheless.
fn first_fault(input: &Input<'_>, end: usize, mark: bool) -> PyResult<Option<(usize, Fault)>> {
    let width = input.size().bytes(input.content);
    let step = (BLOCK / width).max(1);
    let (mut words, mut faults) = (Vec::new(), Vec::new());
    for first in (0..end).step_by(step) {
        input.read(first, bytes_of(&mut words, step.min(end - first) * width)?, &mut faults)?;
        let found = faults.drain(..).find(|(_, fault)| !mark || fault.is_wrong_kind());
        if let Some((row, fault)) = found {
            return Ok(Some((first + row, fault)));
        }
    }
    Ok(None)
}

/// Raises if `input` has a malformed row, before anything is overwritten.
pub fn validate(py: Python<'_>, input: &Input<'_>) -> PyResult<()> {
    match first_fault(input, input.rows, false)? {
        Some((row, fault)) => Err(fault_of(py, input, row, &fault)),
        None => Ok(()),
    }
}

/// The `PuzzleError` for a malformed row.
pub fn fault_of(py: Python<'_>, input: &Input<'_>, row: usize, fault: &Fault) -> PyErr {
    row_error(py, &input.name, &input.shape, input.size(), row, fault)
}

/// The first `bytes` bytes of memory aligned for masks.
pub fn bytes_of(words: &mut Vec<u64>, bytes: usize) -> PyResult<&mut [u8]> {
    let length = bytes.div_ceil(8);
    if words.len() < length {
        make_room(words, length - words.len())?;
        words.resize(length, 0);
    }
    Ok(&mut bytemuck::cast_slice_mut(words)[..bytes])
}

/// Calls `work` with a block that this thread reuses between chunks: new memory costs a page fault every 4 KB.
fn with_block(
    bytes: usize,
    work: impl FnOnce(&mut [u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    thread_local! {
        static BLOCKS: RefCell<Vec<Vec<u64>>> = const { RefCell::new(Vec::new()) };
    }
    let mut block = BLOCKS.with_borrow_mut(Vec::pop).unwrap_or_default();
    let result = work(bytes_of(&mut block, bytes).map_err(|_| Error::OutOfMemory)?);
    if block.len() * 8 <= BLOCK + 8 {
        BLOCKS.with_borrow_mut(|blocks| blocks.push(block));
    }
    result
}
