//! Arrow columns: text and lists of digits, read in place, and results of the same type for the same library.
//!
//! | in | out |
//! |---|---|
//! | string, large_string, string_view | the same |
//! | list, large_list, fixed_size_list of uint8 | the same |
//! | dictionary of one of these | decoded |
//! | null | string |
//! | pyarrow Array, ChunkedArray; Polars Series; pandas Series; another producer | the same; a pyarrow array |
//!
//! Results keep the chunks of the input. A column of text costs its 81 bytes a row, which the workers fill, and the
//! offsets.

#![forbid(unsafe_code)]

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, FixedSizeListArray, GenericListArray,
    GenericStringArray, LargeBinaryArray, OffsetSizeTrait, StringViewArray, UInt8Array,
    new_empty_array,
};
use arrow_buffer::{Buffer, OffsetBuffer};
use arrow_schema::{DataType, Field};
use numpy::PyArrayDyn;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyList};

use super::arrow_capsules::{self, Exported, buffer_of, strings};
use super::fault::{Fault, Value};
use super::rows::{Content, Rows};
use super::symbols::Symbols;

/// A column as it came in.
pub struct Column {
    chunks: Vec<Chunk>,
    /// The number of the first row of each chunk, and at the end that of all rows.
    starts: Vec<usize>,
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

enum Chunk {
    // As bytes: that a producer's text is UTF-8 is looked at, not believed.
    Text(BinaryArray),
    LargeText(LargeBinaryArray),
    TextView(BinaryViewArray),
    Digits { lists: ArrayRef, digits: UInt8Array },
    Dictionary { keys: Vec<Option<usize>>, values: Box<Chunk> },
    Nulls,
}

/// Rows that are read in one go: 10 KB, so that a second look finds them in the first cache.
const PIECE: usize = 128;

/// Reads a producer of the Arrow C interface; `None` where `object` is none.
pub fn import<'py>(
    name: &str,
    object: &Bound<'py, PyAny>,
    symbols: &Symbols,
) -> PyResult<Option<(Column, ArrowForm<'py>)>> {
    let decoded = |data_type: &DataType| {
        decoded_type(data_type, symbols.size.area).ok_or_else(|| {
            // A table is a struct of all its columns.
            let mut shown = data_type.to_string();
            if let Some((end, _)) = shown.char_indices().nth(60) {
                shown.replace_range(end.., "…");
            }
            PyTypeError::new_err(format!(
                "{name} is Arrow data of type {shown}; expected a column of strings, or of lists of uint8"
            ))
        })
    };
    let Some((data_type, arrays)) =
        arrow_capsules::import(object, |data_type| decoded(data_type).map(drop))?
    else {
        return Ok(None);
    };
    let decoded = decoded(&data_type)?;
    let chunks: Vec<Chunk> = arrays.iter().map(Chunk::new).collect();
    let lengths: Vec<usize> = arrays.iter().map(|array| array.len()).collect();
    let mut starts = vec![0];
    starts.extend(lengths.iter().scan(0, |end, length| {
        *end += length;
        Some(*end)
    }));
    let column = Column { chunks, starts, symbols: symbols.clone() };
    let class = object.get_type();
    let module = class.module()?;
    let library = if module.to_cow()?.starts_with("polars") {
        Library::Polars { name: object.getattr("name")? }
    } else {
        Library::Pyarrow { chunked: !object.hasattr(intern!(object.py(), "__arrow_c_array__"))? }
    };
    let symbols = symbols.clone();
    Ok(Some((column, ArrowForm { data_type: decoded, lengths, library, symbols })))
}

/// The type of results; `None` for a type that holds no puzzles.
fn decoded_type(data_type: &DataType, area: usize) -> Option<DataType> {
    match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Some(data_type.clone()),
        DataType::List(item) | DataType::LargeList(item) if is_digit(item) => {
            Some(data_type.clone())
        }
        // Lists of another length hold no puzzle, but are read so that the message can say so, row by row.
        DataType::FixedSizeList(item, _) if is_digit(item) => {
            Some(DataType::FixedSizeList(item.clone(), area as i32))
        }
        DataType::Dictionary(_, values) => decoded_type(values, area),
        // Rows without a single text: a column that was read from an empty one.
        DataType::Null => Some(DataType::Utf8),
        _ => None,
    }
}

fn is_digit(item: &Field) -> bool {
    *item.data_type() == DataType::UInt8
}

impl Chunk {
    /// # Panics
    /// If [`decoded_type`] knows nothing of the array's type.
    fn new(array: &ArrayRef) -> Chunk {
        match array.data_type() {
            DataType::Utf8 => Chunk::Text(array.as_string::<i32>().clone().into()),
            DataType::LargeUtf8 => Chunk::LargeText(array.as_string::<i64>().clone().into()),
            DataType::Utf8View => Chunk::TextView(array.as_string_view().clone().to_binary_view()),
            DataType::List(_) => Chunk::digits(array, array.as_list::<i32>().values()),
            DataType::LargeList(_) => Chunk::digits(array, array.as_list::<i64>().values()),
            DataType::FixedSizeList(..) => {
                Chunk::digits(array, array.as_fixed_size_list().values())
            }
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                let nulls = dictionary.keys().logical_nulls();
                let keys = if dictionary.values().is_empty() {
                    vec![None; dictionary.len()]
                } else {
                    let valid = |i| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(i));
                    let keys = dictionary.normalized_keys().into_iter().enumerate();
                    keys.map(|(i, key)| valid(i).then_some(key)).collect()
                };
                Chunk::Dictionary { keys, values: Box::new(Chunk::new(dictionary.values())) }
            }
            DataType::Null => Chunk::Nulls,
            _ => unreachable!("decoded_type lets no other through"),
        }
    }

    fn digits(lists: &ArrayRef, digits: &ArrayRef) -> Chunk {
        Chunk::Digits { lists: lists.clone(), digits: digits.as_primitive::<UInt8Type>().clone() }
    }

    /// Reads rows that lie behind each other, 81 characters each, digits or `.`: a third of the time it takes row by
    /// row. `false` where they are not like that.
    fn read_points(&self, row: usize, rows: usize, cells: &mut [u8], symbols: &Symbols) -> bool {
        let bytes = match self {
            Chunk::Text(array) if array.null_count() == 0 => {
                dense(array.value_offsets(), array.value_data(), row, rows, symbols.size.area)
            }
            Chunk::LargeText(array) if array.null_count() == 0 => {
                dense(array.value_offsets(), array.value_data(), row, rows, symbols.size.area)
            }
            _ => None,
        };
        bytes.is_some_and(|bytes| symbols.read_points(bytes, cells))
    }

    fn read(&self, row: usize, content: Content, cells: &mut [u8], symbols: &Symbols) -> Result<(), Fault> {
        let bytes = match self {
            Chunk::Text(array) if array.is_valid(row) => array.value(row),
            Chunk::LargeText(array) if array.is_valid(row) => array.value(row),
            Chunk::TextView(array) if array.is_valid(row) => array.value(row),
            Chunk::Digits { lists, digits } if lists.is_valid(row) => {
                return read_digits(lists, digits, row, cells, symbols.size.side);
            }
            Chunk::Dictionary { keys, values } => {
                return keys[row].map_or(Err(Fault::Null), |key| values.read(key, content, cells, symbols));
            }
            _ => return Err(Fault::Null),
        };
        symbols.read_bytes(bytes, content, cells)
    }
}

/// The text of `rows` rows from `row` on, if each is 81 bytes long.
fn dense<'a, O: OffsetSizeTrait>(
    offsets: &[O],
    text: &'a [u8],
    row: usize,
    rows: usize,
    area: usize,
) -> Option<&'a [u8]> {
    let offsets = &offsets[row..=row + rows];
    let steps = offsets.iter().zip(&offsets[1..]);
    let even = steps.fold(true, |even, (a, b)| even & (b.as_usize() == a.as_usize() + area));
    if even { text.get(offsets[0].as_usize()..offsets[rows].as_usize()) } else { None }
}

fn read_digits(
    lists: &ArrayRef,
    digits: &UInt8Array,
    row: usize,
    cells: &mut [u8],
    side: usize,
) -> Result<(), Fault> {
    let (start, end) = match lists.data_type() {
        DataType::List(_) => {
            let offsets = lists.as_list::<i32>().value_offsets();
            (offsets[row] as usize, offsets[row + 1] as usize)
        }
        DataType::LargeList(_) => {
            let offsets = lists.as_list::<i64>().value_offsets();
            (offsets[row] as usize, offsets[row + 1] as usize)
        }
        _ => {
            let lists = lists.as_fixed_size_list();
            let start = lists.value_offset(row) as usize;
            (start, start + lists.value_length() as usize)
        }
    };
    let values = digits.values().get(start..end).unwrap_or_default();
    if values.len() != cells.len() {
        return Err(Fault::Length(end - start));
    }
    cells.copy_from_slice(values);
    if let Some(cell) = (0..cells.len()).find(|&cell| digits.is_null(start + cell)) {
        return Err(Fault::Cell { cell, value: Value::Null });
    }
    match cells.iter().position(|&value| usize::from(value) > side) {
        Some(cell) => Err(Fault::Cell { cell, value: Value::Integer(cells[cell].into()) }),
        None => Ok(()),
    }
}

impl Column {
    /// What the rows hold.
    pub fn content(&self) -> Content {
        Content::Digits
    }

    /// How many rows.
    pub fn len(&self) -> usize {
        self.starts[self.chunks.len()]
    }
}

impl Rows for Column {
    fn read(&self, first: usize, block: &mut [u8], report: &mut dyn FnMut(usize, Fault)) {
        let width = self.symbols.size.bytes(self.content());
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
            if !self.chunks[chunk].read_points(row, rows, piece, &self.symbols) {
                for (k, cells) in piece.chunks_exact_mut(width).enumerate() {
                    if let Err(fault) = self.chunks[chunk].read(row + k, self.content(), cells, &self.symbols) {
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
        !matches!(self.data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
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
        let data = buffer_of(grids);
        let mut chunks = Vec::with_capacity(self.lengths.len());
        let mut start = 0;
        for &length in &self.lengths {
            let grids = length * copies.unwrap_or(1);
            let chunk = data.slice_with_length(start * area, grids * area);
            start += grids;
            chunks.push(self.array(chunk, grids, copies)?);
        }
        let export = |chunk: ArrayRef| Exported(chunk).into_bound_py_any(py);
        match &self.library {
            Library::Pyarrow { chunked } => pyarrow(py, chunks, *chunked, self.array_type(copies)?),
            Library::Polars { name } => {
                let polars = py.import("polars")?;
                let series = polars.getattr("Series")?;
                if chunks.is_empty() {
                    chunks.push(new_empty_array(&self.array_type(copies)?));
                }
                let parts: Vec<_> = chunks
                    .into_iter()
                    .map(|chunk| series.call1((export(chunk)?,))?.call_method1("alias", (name,)))
                    .collect::<PyResult<_>>()?;
                if let [part] = &parts[..] {
                    return Ok(part.clone());
                }
                let options = [("rechunk", false)].into_py_dict(py)?;
                polars.call_method("concat", (PyList::new(py, parts)?,), Some(&options))
            }
            Library::Pandas { series } => {
                let column = pyarrow(py, chunks, true, self.array_type(copies)?)?;
                let pandas = py.import("pandas")?;
                let array =
                    pandas.getattr("arrays")?.getattr("ArrowExtensionArray")?.call1((column,))?;
                let options =
                    [("index", series.getattr("index")?), ("name", series.getattr("name")?)]
                        .into_py_dict(py)?;
                pandas_series(series, &array, &options)
            }
        }
    }

    /// The rows that the workers wrote; in other symbols they are made anew.
    fn strings<O: OffsetSizeTrait>(&self, lines: Buffer, count: usize) -> GenericStringArray<O> {
        if self.symbols.is_plain() {
            return strings(lines, count);
        }
        let written =
            |line: &[u8]| String::from_utf8_lossy(&self.symbols.written(line)).into_owned();
        GenericStringArray::from_iter_values(lines.chunks_exact(self.symbols.size.area).map(written))
    }

    fn array_type(&self, copies: Option<usize>) -> PyResult<DataType> {
        Ok(match copies {
            None => self.data_type.clone(),
            Some(copies) => DataType::FixedSizeList(
                Arc::new(Field::new("item", self.data_type.clone(), true)),
                list_length(copies)?,
            ),
        })
    }

    fn array(&self, data: Buffer, grids: usize, copies: Option<usize>) -> PyResult<ArrayRef> {
        let area = self.symbols.size.area;
        // A column with 32-bit offsets is itself too short for this, unless it was a dictionary.
        let short = |data_type: &DataType| matches!(data_type, DataType::Utf8 | DataType::List(_));
        let most = i32::MAX as usize / self.symbols.widest();
        if short(&self.data_type) && grids > most {
            return Err(PyOverflowError::new_err(format!(
                "a chunk of this Arrow type holds at most {most} grids; pass more chunks, or a large_string"
            )));
        }
        let digits = || Arc::new(UInt8Array::new(data.clone().into(), None));
        let array: ArrayRef = match &self.data_type {
            DataType::Utf8 => Arc::new(self.strings::<i32>(data, grids)),
            DataType::LargeUtf8 => Arc::new(self.strings::<i64>(data, grids)),
            DataType::Utf8View => {
                Arc::new(StringViewArray::from(&self.strings::<i64>(data, grids)))
            }
            DataType::List(item) => Arc::new(
                GenericListArray::<i32>::try_new(item.clone(), offsets(grids, area), digits(), None)
                    .map_err(arrow_error)?,
            ),
            DataType::LargeList(item) => Arc::new(
                GenericListArray::<i64>::try_new(item.clone(), offsets(grids, area), digits(), None)
                    .map_err(arrow_error)?,
            ),
            DataType::FixedSizeList(item, _) => Arc::new(
                FixedSizeListArray::try_new(item.clone(), area as i32, digits(), None)
                    .map_err(arrow_error)?,
            ),
            _ => unreachable!("decoded_type lets no other through"),
        };
        match (copies, self.array_type(copies)?) {
            (Some(copies), DataType::FixedSizeList(item, _)) => Ok(Arc::new(
                FixedSizeListArray::try_new(item, list_length(copies)?, array, None)
                    .map_err(arrow_error)?,
            )),
            _ => Ok(array),
        }
    }
}

fn offsets<O: OffsetSizeTrait>(grids: usize, area: usize) -> OffsetBuffer<O> {
    OffsetBuffer::from_repeated_length(area, grids)
}

fn list_length(copies: usize) -> PyResult<i32> {
    i32::try_from(copies).map_err(|_| PyOverflowError::new_err("too many copies for an Arrow list"))
}

fn arrow_error(error: arrow_schema::ArrowError) -> PyErr {
    PyTypeError::new_err(format!("Arrow data could not be made: {error}"))
}

fn pyarrow(
    py: Python<'_>,
    chunks: Vec<ArrayRef>,
    chunked: bool,
    data_type: DataType,
) -> PyResult<Bound<'_, PyAny>> {
    let pyarrow = py.import("pyarrow")?;
    let import = |chunk: ArrayRef| pyarrow.call_method1("array", (Exported(chunk),));
    let parts: Vec<_> = chunks.into_iter().map(import).collect::<PyResult<_>>()?;
    match &parts[..] {
        [part] if !chunked => Ok(part.clone()),
        [] if !chunked => import(new_empty_array(&data_type)),
        _ => {
            let empty = || import(new_empty_array(&data_type));
            let one = parts.first().map_or_else(empty, |part| Ok(part.clone()))?;
            let parts = PyList::new(py, &parts)?;
            pyarrow.call_method1("chunked_array", (parts, one.getattr("type")?))
        }
    }
}

/// A pandas Series that keeps the attributes of another.
pub(super) fn pandas_series<'py>(
    like: &Bound<'py, PyAny>,
    values: &Bound<'py, PyAny>,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = like.py();
    let made = py.import("pandas")?.getattr("Series")?.call((values,), Some(options))?;
    made.setattr("attrs", py.import("copy")?.call_method1("deepcopy", (like.getattr("attrs")?,))?)?;
    Ok(made)
}
