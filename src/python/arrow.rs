//! Arrow columns: text and lists of digits, read in place, and results of the same type for the same library.
//!
//! | in | out |
//! |---|---|
//! | string, large_string, string_view; binary, large_binary, binary_view | the same |
//! | list, large_list, fixed_size_list of integers | the same, of uint8 |
//! | dictionary of one of these | decoded |
//! | null | string |
//! | pyarrow Array, ChunkedArray; Polars Series; pandas Series; another producer | the same; a pyarrow array |
//!
//! Results keep the chunks of the input. A column of text costs a byte a cell, which the workers fill, and the
//! offsets. The first text that is not null tells whether the rows are boards or pencil marks.

#![forbid(unsafe_code)]

use arrow_buffer::Buffer;
use arrow_data::ArrayData;
use arrow_schema::DataType;
use numpy::PyArrayDyn;
use pyo3::exceptions::PyOverflowError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyList};

use super::arrow_c::{self, Chunk, Exported, Integers, Row};
use super::fault::{Fault, Value};
use super::memory::{collected, make_room};
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

/// What results have to look like.
pub struct ArrowForm<'py> {
    data_type: DataType,
    lengths: Vec<usize>,
    library: Library<'py>,
    symbols: Symbols,
}

enum Library<'py> {
    Pyarrow { chunked: bool },
    Polars { name: Bound<'py, PyAny> },
    Pandas { series: Bound<'py, PyAny> },
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
    let class = object.get_type();
    let module = class.module()?;
    let library = if module.to_cow()?.starts_with("polars") {
        Library::Polars { name: object.getattr("name")? }
    } else {
        Library::Pyarrow { chunked: !object.hasattr(intern!(object.py(), "__arrow_c_array__"))? }
    };
    let symbols = symbols.clone();
    Ok(Some((
        column,
        ArrowForm {
            data_type: arrow_c::of_results(&data_type, symbols.size.area),
            lengths,
            library,
            symbols,
        },
    )))
}

/// What the rows hold, which the first text tells.
fn content_of(chunks: &[Chunk], symbols: &Symbols) -> Content {
    let rows = chunks.iter().flat_map(|chunk| (0..chunk.len()).map(move |row| chunk.row(row)));
    let mut texts = rows.filter_map(|row| match row {
        Row::Text(bytes) => Some(String::from_utf8_lossy(bytes)),
        Row::Null | Row::List(_) => None,
    });
    // Lists are not texts, and there may be millions.
    match chunks.iter().find(|chunk| chunk.len() > 0).map(|chunk| chunk.row(0)) {
        Some(Row::List(_)) | None => Content::Digits,
        _ => texts.next().map_or(Content::Digits, |text| symbols.content_of(&text)),
    }
}

fn read(row: Row<'_>, content: Content, cells: &mut [u8], symbols: &Symbols) -> Result<(), Fault> {
    match row {
        Row::Null => Err(Fault::Null),
        Row::Text(bytes) => symbols.read_bytes(bytes, content, cells),
        Row::List(integers) => read_digits(&integers, cells, symbols.size.digits),
    }
}

/// The digits of a list; a null among them is a blank.
fn read_digits(integers: &Integers<'_>, cells: &mut [u8], most: usize) -> Result<(), Fault> {
    if integers.len() != cells.len() {
        return Err(Fault::Length(integers.len()));
    }
    integers.write_to(cells);
    for (cell, digit) in cells.iter_mut().enumerate() {
        if usize::from(*digit) > most {
            match integers.get(cell) {
                None => *digit = 0,
                Some(value) => return Err(Fault::Cell { cell, value: Value::Integer(value) }),
            }
        }
    }
    Ok(())
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

impl<'py> ArrowForm<'py> {
    /// Whether the rows are lists of digits.
    pub fn is_numbers(&self) -> bool {
        use DataType as Type;
        matches!(self.data_type, Type::List(_) | Type::LargeList(_) | Type::FixedSizeList(..))
    }

    /// Makes results a pandas Series with this one's index and name.
    pub fn wrap_in_series(&mut self, series: &Bound<'py, PyAny>) {
        self.library = Library::Pandas { series: series.clone() };
    }

    /// The results, characters or digits, as a column; with `copies`, a column of lists of so many.
    pub fn export(
        &self,
        py: Python<'py>,
        grids: Bound<'py, PyArrayDyn<u8>>,
        copies: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let area = self.symbols.size.area;
        let data = arrow_c::bytes_of(grids);
        let mut chunks = Vec::with_capacity(self.lengths.len());
        let mut start = 0;
        for &length in &self.lengths {
            let end = start + length * copies.unwrap_or(1);
            chunks.push(self.array(
                data.slice_with_length(area * start, area * (end - start)),
                length,
                copies,
            )?);
            start = end;
        }
        let empty = || self.array(Buffer::default(), 0, copies);
        match &self.library {
            Library::Pyarrow { chunked } => pyarrow(py, chunks, *chunked, empty()?),
            Library::Polars { name } => {
                let polars = py.import("polars")?;
                let series = polars.getattr("Series")?;
                if chunks.is_empty() {
                    chunks.push(empty()?);
                }
                let parts: Vec<_> = chunks
                    .into_iter()
                    .map(|chunk| series.call1((Exported(chunk),))?.call_method1("alias", (name,)))
                    .collect::<PyResult<_>>()?;
                if let [part] = &parts[..] {
                    return Ok(part.clone());
                }
                let options = [("rechunk", false)].into_py_dict(py)?;
                polars.call_method("concat", (PyList::new(py, parts)?,), Some(&options))
            }
            Library::Pandas { series } => {
                let column = pyarrow(py, chunks, true, empty()?)?;
                let pandas = py.import("pandas")?;
                let array =
                    pandas.getattr("arrays")?.getattr("ArrowExtensionArray")?.call1((column,))?;
                pandas_series(series, &array, None)
            }
        }
    }

    /// An array of the results for `rows` rows; with `copies`, of lists of so many.
    fn array(&self, data: Buffer, rows: usize, copies: Option<usize>) -> PyResult<ArrayData> {
        let (grids, area) = (rows * copies.unwrap_or(1), self.symbols.size.area);
        let is_small =
            matches!(self.data_type, DataType::Utf8 | DataType::Binary | DataType::List(_));
        // A column with 32-bit offsets is itself too short for this, unless it was a dictionary.
        let most = i32::MAX as usize / self.symbols.widest();
        if is_small && grids > most {
            return Err(PyOverflowError::new_err(format!(
                "a chunk of this Arrow type holds at most {most} grids; pass more chunks, or a large_string"
            )));
        }
        let array = match &self.data_type {
            text if !self.is_numbers() && !self.symbols.is_plain() => {
                let (mut bytes, mut offsets) = (Vec::new(), Vec::new());
                make_room(&mut offsets, grids + 1)?;
                offsets.push(0);
                for line in data.chunks_exact(area) {
                    let written = self.symbols.written(line);
                    make_room(&mut bytes, written.len())?;
                    bytes.extend_from_slice(&written);
                    offsets.push(bytes.len());
                }
                arrow_c::texts(text, bytes.into(), grids, offsets.into_iter())
            }
            data_type => arrow_c::rows(data_type, data, grids, area),
        }?;
        Ok(match copies {
            None => array,
            Some(copies) => arrow_c::lists(rows, copies, array),
        })
    }
}

/// The arrays as one of pyarrow's; `empty` has their type.
fn pyarrow<'py>(
    py: Python<'py>,
    arrays: Vec<ArrayData>,
    chunked: bool,
    empty: ArrayData,
) -> PyResult<Bound<'py, PyAny>> {
    let pyarrow = py.import("pyarrow")?;
    let import = |array| pyarrow.call_method1("array", (Exported(array),));
    let parts: Vec<_> = arrays.into_iter().map(import).collect::<PyResult<_>>()?;
    if let ([part], false) = (&parts[..], chunked) {
        return Ok(part.clone());
    }
    let data_type = import(empty)?.getattr("type")?;
    pyarrow.call_method1("chunked_array", (PyList::new(py, &parts)?, data_type))
}

/// A pandas Series with the index, name and attributes of another.
pub(super) fn pandas_series<'py>(
    like: &Bound<'py, PyAny>,
    values: &Bound<'py, PyAny>,
    dtype: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = like.py();
    let options = [("index", like.getattr("index")?), ("name", like.getattr("name")?)];
    let options = options.into_iter().chain(dtype.map(|dtype| ("dtype", dtype)));
    let options = options.into_py_dict(py)?;
    let made = py.import("pandas")?.getattr("Series")?.call((values,), Some(&options))?;
    made.setattr("attrs", py.import("copy")?.call_method1("deepcopy", (like.getattr("attrs")?,))?)?;
    Ok(made)
}
