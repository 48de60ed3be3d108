//! Private readers of text formats: bytes of a file in, columns of text out. Python handles files and formats.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};
use memchr::memmem;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyList, PyString};

use crate::files::write::Value;
use crate::files::{
    self, CsvReader, Failure, Input, JsonReader, LineReader, NULL, Reader, STRING, Texts,
};

use crate::python::allocate::{collected, out_of_memory};
use crate::python::arrow_c::{capsules, large_texts};
use crate::python::errors::exception;

/// A column of texts in memory that other libraries can share.
#[pyclass(frozen, module = "bitdoku._core", name = "_Texts")]
pub struct TextColumn {
    data: Buffer,
    offsets: ScalarBuffer<i64>,
    kinds: Vec<u8>,
    is_json: bool,
}

impl TextColumn {
    fn new(texts: Texts, is_json: bool) -> TextColumn {
        let Texts { data, offsets, kinds } = texts;
        TextColumn { data: data.into(), offsets: offsets.into(), kinds, is_json }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The values as in the file.
    pub fn values(&self) -> impl Iterator<Item = Value<'_>> {
        self.kinds.iter().zip(self.offsets.windows(2)).map(|(&kind, ends)| {
            let text = Cow::Borrowed(&self.data[ends[0] as usize..ends[1] as usize]);
            match kind {
                NULL => Value::Null,
                STRING => Value::Text(text),
                _ => Value::Source(text),
            }
        })
    }

    fn bytes(&self, row: usize) -> &[u8] {
        &self.data[self.offsets[row] as usize..self.offsets[row + 1] as usize]
    }

    fn text<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Option<Bound<'py, PyString>>> {
        // Not `new`, which panics if there is no memory.
        let text = || PyString::from_bytes(py, String::from_utf8_lossy(self.bytes(row)).as_bytes());
        (self.kinds[row] != NULL).then(text).transpose()
    }

    fn index(&self, row: i64) -> PyResult<usize> {
        let index = usize::try_from(row).ok().filter(|&row| row < self.kinds.len());
        index.ok_or_else(|| PyIndexError::new_err(format!("there is no row {row}")))
    }
}

/// An empty column with capacity for `rows` rows and `bytes` bytes.
fn with_room(rows: usize, bytes: usize) -> PyResult<Texts> {
    Texts::new(rows, bytes).map_err(|_| out_of_memory())
}

/// Adds a row.
fn push(texts: &mut Texts, kind: u8, text: &[u8]) -> PyResult<()> {
    texts.push(kind, text).map_err(|_| out_of_memory())
}

#[pymethods]
impl TextColumn {
    fn __len__(&self) -> usize {
        self.len()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        row: i64,
    ) -> PyResult<Option<Bound<'py, PyString>>> {
        self.text(py, self.index(row)?)
    }

    /// Whether these bytes occur in the texts; a match may span two rows.
    fn __contains__(&self, bytes: &[u8]) -> bool {
        memmem::find(&self.data, bytes).is_some()
    }

    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let texts = PyList::empty(py);
        for row in 0..self.kinds.len() {
            texts.append(self.text(py, row)?)?;
        }
        Ok(texts)
    }

    fn take(&self, rows: PyReadonlyArray1<'_, i64>) -> PyResult<TextColumn> {
        let rows = rows.as_array();
        let mut texts = with_room(rows.len(), 0)?;
        for &row in rows {
            let index = self.index(row)?;
            push(&mut texts, self.kinds[index], self.bytes(index))?;
        }
        Ok(TextColumn::new(texts, self.is_json))
    }

    #[staticmethod]
    fn of(values: &Bound<'_, PyList>) -> PyResult<TextColumn> {
        let mut texts = with_room(values.len(), 0)?;
        for value in values {
            match value.is_none() {
                true => push(&mut texts, NULL, b"")?,
                false => {
                    let text = value.cast::<PyString>()?.to_string_lossy();
                    push(&mut texts, STRING, text.as_bytes())?;
                }
            }
        }
        Ok(TextColumn::new(texts, false))
    }

    /// The lines of a text; an empty line is null.
    #[staticmethod]
    fn of_lines(lines: PyBuffer<u8>, py: Python<'_>) -> PyResult<TextColumn> {
        let bytes = lines.to_vec(py)?;
        let mut texts = with_room(memchr::memchr_iter(b'\n', &bytes).count(), bytes.len())?;
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', &bytes) {
            let line = &bytes[start..end];
            push(&mut texts, if line.is_empty() { NULL } else { STRING }, line)?;
            start = end + 1;
        }
        Ok(TextColumn::new(texts, false))
    }

    #[staticmethod]
    fn of_codes(codes: PyReadonlyArray1<'_, u8>, words: Vec<String>) -> PyResult<TextColumn> {
        let codes = codes.as_array();
        let mut texts = with_room(codes.len(), 0)?;
        for &code in codes {
            let word = words.get(usize::from(code)).ok_or_else(|| {
                PyIndexError::new_err(format!("code {code}, but {} words", words.len()))
            })?;
            push(&mut texts, STRING, word.as_bytes())?;
        }
        Ok(TextColumn::new(texts, false))
    }

    #[staticmethod]
    fn concat(parts: Vec<PyRef<'_, TextColumn>>) -> PyResult<TextColumn> {
        let sum = |count: fn(&TextColumn) -> usize| parts.iter().map(|part| count(part)).sum();
        let mut texts = with_room(sum(|part| part.kinds.len()), sum(|part| part.data.len()))?;
        for part in &parts {
            let start = texts.data.len() as i64;
            texts.data.extend_from_slice(&part.data);
            texts.offsets.extend(part.offsets[1..].iter().map(|offset| start + offset));
            texts.kinds.extend_from_slice(&part.kinds);
        }
        Ok(TextColumn::new(texts, parts.iter().any(|part| part.is_json)))
    }

    #[getter]
    fn kinds<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<u8>>> {
        self.is_json.then(|| PyArray1::from_slice(py, &self.kinds))
    }

    /// The bytes of each text.
    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let lengths = self.offsets.windows(2).map(|ends| ends[1] - ends[0]);
        Ok(PyArray1::from_vec(py, collected(self.len(), lengths)?))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // A producer may ignore the request: the consumer then casts.
        let _ = requested_schema;
        let nulls = self.kinds.contains(&NULL).then(|| {
            let valid = |row: usize| self.kinds[row] != NULL;
            NullBuffer::new(BooleanBuffer::collect_bool(self.kinds.len(), valid))
        });
        capsules(py, &large_texts(self.data.clone(), self.offsets.clone(), nulls)?)
    }
}

/// Rows of a file.
#[pyclass(frozen, get_all, module = "bitdoku._core", name = "_Batch")]
pub struct Batch {
    names: Vec<String>,
    columns: Vec<Py<TextColumn>>,
    lines: Py<PyArray1<i64>>,
    faults: Vec<(usize, String)>,
    several: Vec<usize>,
}

/// Reads CSV, JSON or lines. Threads may share it.
#[pyclass(frozen, module = "bitdoku._core", name = "_Reader")]
pub struct TextReader {
    reader: Mutex<Box<dyn Reader + Send>>,
    is_json: bool,
}

impl TextReader {
    fn new(reader: impl Reader + Send + 'static, is_json: bool) -> TextReader {
        TextReader { reader: Mutex::new(Box::new(reader)), is_json }
    }
}

#[pymethods]
impl TextReader {
    #[staticmethod]
    #[pyo3(signature = (name, delimiter, columns, *, line = 1))]
    fn csv(name: String, delimiter: char, columns: usize, line: i64) -> PyResult<TextReader> {
        if !delimiter.is_ascii() || matches!(delimiter, '"' | '\r' | '\n') {
            return Err(PyValueError::new_err(format!("the delimiter is {delimiter:?}")));
        }
        if columns == 0 {
            return Err(PyValueError::new_err("expected one or more columns"));
        }
        let input = Input::new(name, line);
        Ok(TextReader::new(CsvReader::new(input, delimiter as u8, columns), false))
    }

    #[staticmethod]
    fn json(name: String) -> TextReader {
        TextReader::new(JsonReader::new(Input::new(name, 1)), true)
    }

    #[staticmethod]
    fn lines(name: String) -> TextReader {
        TextReader::new(LineReader::new(Input::new(name, 1)), false)
    }

    fn feed(&self, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = data.py();
        let copied;
        let bytes = match data.cast::<PyBytes>() {
            Ok(bytes) => bytes.as_bytes(),
            Err(_) => {
                copied = PyBuffer::<u8>::get(data)?.to_vec(py)?;
                &copied
            }
        };
        let feed =
            || self.reader.lock().unwrap_or_else(PoisonError::into_inner).input().feed(bytes);
        py.detach(feed).map_err(|_| out_of_memory())
    }

    #[pyo3(signature = (rows, flush = false))]
    fn batch(&self, py: Python<'_>, rows: usize, flush: bool) -> PyResult<Option<Batch>> {
        let read = || self.reader.lock().unwrap_or_else(PoisonError::into_inner).batch(rows, flush);
        let batch = py.detach(read).map_err(|failure| match failure {
            Failure::Format(message) => exception(py, "FormatError", message),
            Failure::Memory(_) => out_of_memory(),
        })?;
        let Some(batch) = batch else { return Ok(None) };
        let files::Batch { names, columns, lines, faults, several } = batch;
        let column = |texts| Py::new(py, TextColumn::new(texts, self.is_json));
        let columns = columns.into_iter().map(column).collect::<PyResult<_>>()?;
        let lines = PyArray1::from_vec(py, lines).unbind();
        Ok(Some(Batch { names, columns, lines, faults, several }))
    }
}
