//! Private functions of `bitdoku.datasets`: rows of text formats from Python columns.
//!
//! ```text
//!   uint8 array, texts, list ──Given──> Column ──crate::files::write──> bytes
//!                      attached ┘└ detached
//! ```

use std::borrow::Cow;
use std::cell::RefCell;

use arrow_schema::DataType;
use numpy::{PyArray1, PyArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyMemoryView, PyString};

use crate::board::text::MAX_SIDE;
use crate::files::write::{
    Boards, Column, LETTERS_END, MISSING, Value, Written, csv, json, lines, utf8,
};

use crate::python::allocate::{collected, make_room, out_of_memory};
use crate::python::arguments::{Word, kind};
use crate::python::arrow_c::{self, Chunk, Row};
use crate::python::errors::{Fault, row_error, shape_text};
use crate::python::input::rows::{Rows, Size};
use crate::python::shared_memory::Contiguous;

use super::read_files::TextColumn;
use super::signature::python_function;

python_function!(
    #[signature(
        "_csv_rows": columns: Vec<Bound<'py, PyAny>>, delimiter: &str = ",", blank = ".",
        digits: Option<usize> = None
    )]
    /// Rows of CSV, each with ``\n`` at its end; quoted like those of `csv.writer`.
    ///
    /// Columns are arrays of boards, Arrow columns of text, or lists of str and None. Boards have `digits` digits, by default as
    /// many as rows.
    pub fn csv_rows<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        // Boards are not quoted, so they must not contain the delimiter.
        let &[byte @ (b'\t' | b'!'..=b'~')] = delimiter.as_bytes() else {
            return Err(wrong_delimiter(delimiter));
        };
        if byte.is_ascii_alphanumeric() || matches!(byte, b'"' | b'.') {
            return Err(wrong_delimiter(delimiter));
        }
        let names = (0..columns.len()).map(|i| format!("columns[{i}]")).collect();
        write(py, names, columns, (blank, digits), Kind::Text, &|columns| csv(columns, byte))
    }
);

python_function!(
    #[signature(
        "_json_rows": names: Vec<String>, columns: Vec<Bound<'py, PyAny>>, blank = ".",
        digits: Option<usize> = None
    )]
    /// Rows of JSON, an object a line, spaced and escaped like those of `json.dumps` with ``ensure_ascii=False``.
    ///
    /// Columns are those of `_csv_rows`, and lists of bytes, which are JSON source.
    pub fn json_rows<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        if names.len() != columns.len() {
            return Err(PyValueError::new_err(format!(
                "{} names of {} columns; expected equal counts",
                names.len(),
                columns.len()
            )));
        }
        let quoted = names.iter().map(|name| format!("column {name:?}")).collect();
        write(py, quoted, columns, (blank, digits), Kind::Json, &|columns| json(&names, columns))
    }
);

python_function!(
    #[signature("_line_rows": column: Bound<'py, PyAny>, blank = ".", digits: Option<usize> = None)]
    /// The texts or boards of a column, one a line.
    pub fn line_rows<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        write(py, vec!["column".to_owned()], vec![column], (blank, digits), Kind::Text, &lines)
    }
);

fn wrong_delimiter(delimiter: &str) -> PyErr {
    PyValueError::new_err(format!(
        "delimiter is {delimiter:?}; expected a tab or a punctuation character other than . and \""
    ))
}

/// The format of the values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Json,
}

/// Writes columns, detached from the interpreter.
fn write<'py>(
    py: Python<'py>,
    names: Vec<String>,
    columns: Vec<Bound<'py, PyAny>>,
    (blank, digits): (Word<'_, 'py>, Option<usize>),
    kind: Kind,
    encode: &(dyn Fn(Vec<Column<'_>>) -> Written + Sync),
) -> PyResult<Bound<'py, PyMemoryView>> {
    let blank = blank.choose("blank", &[(".", b'.'), ("0", b'0')])?;
    let given = names.iter().zip(&columns).map(|(name, column)| Given::new(name, column, digits));
    let given = given.collect::<PyResult<Vec<_>>>()?;
    let rows = given.first().map_or(0, Given::len);
    if let Some(odd) = given.iter().position(|column| column.len() != rows) {
        return Err(PyValueError::new_err(format!(
            "{} has {} rows; expected {rows} as in {}",
            names[odd],
            given[odd].len(),
            names[0]
        )));
    }
    let given = names.iter().zip(&given).map(|(name, column)| column.values(name, kind));
    let given = given.collect::<PyResult<Vec<_>>>()?;
    let (written, faulty) = py.detach(|| {
        let faulty = RefCell::new(None);
        let columns = given.into_iter().enumerate();
        let columns: PyResult<Vec<_>> =
            columns.map(|(i, column)| column.read(i, blank, &faulty)).collect();
        let written = columns.and_then(|columns| encode(columns).map_err(|_| out_of_memory()));
        (written, faulty.into_inner())
    });
    if let Some(Faulty { column, size, row, fault }) = faulty {
        return Err(row_error(py, &names[column], &[rows], size, row, &fault));
    }
    // Bytes of Python would be a copy.
    PyMemoryView::from(PyArray1::from_vec(py, written?).as_any())
}

/// A column as it came in.
enum Given<'py> {
    Boards {
        cells: Contiguous,
        rows: usize,
        size: Size,
    },
    Texts(Bound<'py, TextColumn>),
    Arrow(Vec<Chunk>),
    /// They keep their texts while others are free to change the list.
    Items(Vec<Bound<'py, PyAny>>),
}

/// A column that can be read without Python.
enum Readable<'a> {
    Boards { cells: &'a Contiguous, rows: usize, size: Size },
    Texts(&'a TextColumn),
    Arrow(&'a [Chunk]),
    Values(Vec<Value<'a>>),
}

/// A row of an array that is not a board.
struct Faulty {
    column: usize,
    size: Size,
    row: usize,
    fault: Fault,
}

impl<'py> Given<'py> {
    fn new(name: &str, column: &Bound<'py, PyAny>, digits: Option<usize>) -> PyResult<Given<'py>> {
        let expected = "expected a uint8 array of boards, texts in Arrow or a list of str and None";
        if let Ok(list) = column.cast::<PyList>() {
            return Ok(Given::Items(collected(list.len(), list.iter())?));
        }
        if let Ok(texts) = column.cast::<TextColumn>() {
            return Ok(Given::Texts(texts.clone()));
        }
        if let Ok(array) = column.cast::<PyArrayDyn<u8>>() {
            let shape = array.shape();
            let size = match *shape {
                [_, area] => Size::new(area.isqrt()),
                [_, side, _] => Size::new(side),
                _ => Size::new(0),
            };
            let rows = shape.first().copied().unwrap_or(0);
            let is_square = match *shape {
                [_, area] => area == size.area,
                [_, height, width] => height == width,
                _ => false,
            };
            if !is_square || !(1..=MAX_SIDE).contains(&size.side) {
                return Err(PyValueError::new_err(format!(
                    "{name} has shape {}; expected (rows, n²) or (rows, n, n) with n from 1 to {MAX_SIDE}",
                    shape_text(shape)
                )));
            }
            let most = if size.side > LETTERS_END { MAX_SIDE } else { LETTERS_END };
            let size = match digits {
                Some(digits) if !(size.side..=most).contains(&digits) => {
                    return Err(PyValueError::new_err(format!(
                        "digits is {digits}; expected {} to {most}",
                        size.side
                    )));
                }
                digits => Size { digits: digits.unwrap_or(size.side), ..size },
            };
            return Ok(Given::Boards {
                cells: contiguous(array.as_any(), rows, size)?,
                rows,
                size,
            });
        }
        let Some((data_type, chunks)) = arrow_c::import(name, column)? else {
            return Err(PyTypeError::new_err(format!("{name} is {}; {expected}", kind(column))));
        };
        if !holds_texts(&data_type) {
            let message = format!("{name} is Arrow data of type {data_type}; {expected}");
            return Err(PyTypeError::new_err(message));
        }
        Ok(Given::Arrow(chunks))
    }

    fn len(&self) -> usize {
        match self {
            Given::Boards { rows, .. } => *rows,
            Given::Texts(texts) => texts.get().len(),
            Given::Arrow(chunks) => chunks.iter().map(Chunk::len).sum(),
            Given::Items(items) => items.len(),
        }
    }

    fn values(&self, name: &str, format: Kind) -> PyResult<Readable<'_>> {
        let items = match self {
            Given::Boards { cells, rows, size } => {
                return Ok(Readable::Boards { cells, rows: *rows, size: *size });
            }
            Given::Texts(texts) => return Ok(Readable::Texts(texts.get())),
            Given::Arrow(chunks) => return Ok(Readable::Arrow(chunks)),
            Given::Items(items) => items,
        };
        let mut values = Vec::new();
        make_room(&mut values, items.len())?;
        for (row, item) in items.iter().enumerate() {
            values.push(value_of(name, row, item, format)?);
        }
        Ok(Readable::Values(values))
    }
}

impl<'a> Readable<'a> {
    /// Column `column` of a table. `faulty` becomes the first row that is not a board in some column.
    fn read(
        self,
        column: usize,
        blank: u8,
        faulty: &'a RefCell<Option<Faulty>>,
    ) -> PyResult<Column<'a>> {
        let values = match self {
            Readable::Boards { cells, rows, size } => {
                let read = move |start, block: &mut [u8]| {
                    let mut faults = Vec::new();
                    cells.read(start, block, &mut |row, fault| faults.push((row, fault)));
                    let is_missing = |row: usize| {
                        let cells = &block[row * size.area..][..size.area];
                        cells.iter().all(|cell| *cell == MISSING)
                    };
                    let mut first = faulty.borrow_mut();
                    if let Some((row, fault)) =
                        faults.into_iter().find(|(row, _)| !is_missing(*row))
                        && first.as_ref().is_none_or(|first| start + row < first.row)
                    {
                        *first = Some(Faulty { column, size, row: start + row, fault });
                    }
                };
                return Ok(Column::Boards(Boards::new(rows, size.area, blank, Box::new(read))));
            }
            Readable::Texts(texts) => collected(texts.len(), texts.values())?,
            Readable::Arrow(chunks) => {
                let rows = chunks.iter().flat_map(|chunk| (0..chunk.len()).map(|i| chunk.row(i)));
                let value = |row: Row<'a>| match row {
                    Row::Null | Row::List(_) | Row::Uneven => Value::Null,
                    Row::Text(text) => Value::Text(utf8(text)),
                };
                collected(chunks.iter().map(Chunk::len).sum(), rows.map(value))?
            }
            Readable::Values(values) => values,
        };
        Ok(Column::Values(values))
    }
}

/// A value of a list; bytes are JSON source.
fn value_of<'a>(
    name: &str,
    row: usize,
    item: &'a Bound<'_, PyAny>,
    format: Kind,
) -> PyResult<Value<'a>> {
    if item.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(text) = item.cast::<PyString>() {
        return Ok(Value::Text(Cow::Borrowed(text.to_str()?.as_bytes())));
    }
    match item.cast::<PyBytes>() {
        Ok(source) if format != Kind::Text => Ok(Value::Source(Cow::Borrowed(source.as_bytes()))),
        _ => {
            let expected = if format == Kind::Text { "str or None" } else { "str, bytes or None" };
            Err(PyTypeError::new_err(format!(
                "{name}[{row}] is {}; expected {expected}",
                kind(item)
            )))
        }
    }
}

/// The rows of an array, which is copied if they do not lie one after the other. A subclass may copy to something else.
fn contiguous(array: &Bound<'_, PyAny>, rows: usize, size: Size) -> PyResult<Contiguous> {
    let find = |array: &Bound<'_, PyAny>| {
        PyResult::Ok(Contiguous::new(array.cast::<PyUntypedArray>()?, rows, size))
    };
    let found = match find(array)? {
        Some(found) => Some(found),
        None => find(&array.call_method0("copy")?)?,
    };
    found.ok_or_else(|| PyValueError::new_err(format!("expected {rows} rows of uint8")))
}

fn holds_texts(data_type: &DataType) -> bool {
    match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => true,
        DataType::Dictionary(_, values) => holds_texts(values),
        _ => false,
    }
}
