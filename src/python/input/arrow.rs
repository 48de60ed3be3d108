//! Arrow columns: text and lists of digits, read in place. Results have the same type and belong to the same library.
//!
//! | in | out |
//! |---|---|
//! | string, large_string, string_view; binary, large_binary, binary_view | the same |
//! | list, large_list, fixed_size_list of integers | the same, of uint8 |
//! | lists of such lists, one for each row of a board | flat lists of uint8 |
//! | dictionary of one of these | decoded |
//! | null | string |
//! | pyarrow Array, ChunkedArray; Polars Series; pandas Series; another producer | the same; a pyarrow array |
//!
//! The first text that is not null decides whether the rows are boards or pencil marks.

use pyo3::prelude::*;

use crate::python::allocate::collected;
use crate::python::arrow_c::ArrowForm;
use crate::python::arrow_c::{self, Chunk, Integers, Row};
use crate::python::errors::{Fault, Value};

use super::rows::{Content, Rows};
use super::symbols::Symbols;

/// A column as it came in.
pub struct Column {
    chunks: Vec<Chunk>,
    /// The number of the first row of each chunk, and at the end that of all rows.
    starts: Vec<usize>,
    content: Content,
    symbols: Symbols,
}

/// Rows that are read in one go: 10 KB of classic boards, so that a second look finds them in the first cache.
const PIECE: usize = 128;

/// Reads a producer of the Arrow C interface; `None` if `object` is not one.
pub fn import<'py>(
    name: &str,
    object: &Bound<'py, PyAny>,
    symbols: &Symbols,
) -> PyResult<Option<(Column, ArrowForm<'py>)>> {
    let Some((data_type, chunks)) = arrow_c::import(name, object)? else { return Ok(None) };
    let lengths = collected(chunks.len(), chunks.iter().map(Chunk::len))?;
    let ends = lengths.iter().scan(0, |end, length| {
        *end += length;
        Some(*end)
    });
    let starts = collected(1 + chunks.len(), std::iter::once(0).chain(ends))?;
    let content = content_of(&chunks, symbols);
    let column = Column { chunks, starts, content, symbols: symbols.clone() };
    let form = ArrowForm::new(object, &data_type, lengths, symbols)?;
    Ok(Some((column, form)))
}

/// What the rows hold, which the first text tells.
fn content_of(chunks: &[Chunk], symbols: &Symbols) -> Content {
    let rows = chunks.iter().flat_map(|chunk| (0..chunk.len()).map(move |row| chunk.row(row)));
    let mut texts = rows.filter_map(|row| match row {
        Row::Text(bytes) => Some(String::from_utf8_lossy(bytes)),
        Row::Null | Row::List(_) | Row::Uneven => None,
    });
    // Lists are not texts, and there may be millions.
    match chunks.iter().find(|chunk| chunk.len() > 0).map(|chunk| chunk.row(0)) {
        Some(Row::List(_) | Row::Uneven) | None => Content::Digits,
        _ => texts.next().map_or(Content::Digits, |text| symbols.content_of(&text)),
    }
}

fn read(row: Row<'_>, content: Content, cells: &mut [u8], symbols: &Symbols) -> Result<(), Fault> {
    match row {
        Row::Null => Err(Fault::Null),
        Row::Text(bytes) => symbols.read_bytes(bytes, content, cells),
        Row::List(integers) => read_digits(&integers, cells, symbols.size.digits),
        Row::Uneven => Err(Fault::Uneven),
    }
}

/// The digits of a list; a null among them is a blank.
fn read_digits(integers: &Integers<'_>, cells: &mut [u8], most: usize) -> Result<(), Fault> {
    if integers.len() != cells.len() {
        return Err(Fault::Length(integers.len()));
    }
    integers.write_to(cells);
    let mut nulls = 0;
    for (cell, digit) in cells.iter_mut().enumerate() {
        if usize::from(*digit) > most {
            match integers.get(cell) {
                None => {
                    *digit = 0;
                    nulls += 1;
                }
                Some(value) => return Err(Fault::Cell { cell, value: Value::Integer(value) }),
            }
        }
    }
    if nulls == cells.len() { Err(Fault::Nulls) } else { Ok(()) }
}

impl Column {
    /// How many rows.
    pub fn len(&self) -> usize {
        self.starts[self.chunks.len()]
    }

    /// What the rows hold.
    pub fn content(&self) -> Content {
        self.content
    }

    /// Reads rows of one character a cell with nothing in between: a third of the time it takes row by row. `false` if
    /// they are not like that.
    fn read_points(&self, chunk: &Chunk, row: usize, rows: usize, cells: &mut [u8]) -> bool {
        self.content == Content::Digits
            && chunk
                .dense_text(row..row + rows, self.symbols.size.area)
                .is_some_and(|bytes| self.symbols.read_points(bytes, cells))
    }
}

impl Rows for Column {
    fn read(&self, first: usize, block: &mut [u8], report: &mut dyn FnMut(usize, Fault)) {
        let width = self.symbols.size.bytes(self.content);
        let count = block.len() / width;
        let mut chunk = self.starts.partition_point(|&start| start <= first) - 1;
        let mut i = 0;
        while i < count {
            while first + i >= self.starts[chunk + 1] {
                chunk += 1;
            }
            let rows = (count - i).min(PIECE).min(self.starts[chunk + 1] - first - i);
            let row = first + i - self.starts[chunk];
            let piece = &mut block[i * width..(i + rows) * width];
            let source = &self.chunks[chunk];
            if !self.read_points(source, row, rows, piece) {
                for (k, cells) in piece.chunks_exact_mut(width).enumerate() {
                    let row = source.row(row + k);
                    if let Err(fault) = read(row, self.content, cells, &self.symbols) {
                        report(i + k, fault);
                    }
                }
            }
            i += rows;
        }
    }
}
