//! Boards as Arrow columns, of the type and for the library that the puzzles came from.
//!
//! Results keep the chunks of the input. A column of text costs a byte a cell, which the workers fill, and the offsets. A named
//! unsafe island.

#![expect(unsafe_code, reason = "texts that are not validated again")]

use arrow_buffer::Buffer;
use arrow_data::ArrayData;
use arrow_schema::DataType;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyList};

use crate::python::allocate::make_room;
use crate::python::input::symbols::Symbols;

use super::results::{self, Exported, UnsharedArray};

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

impl<'py> ArrowForm<'py> {
    /// The form of `object`, a producer of chunks of these lengths.
    pub fn new(
        object: &Bound<'py, PyAny>,
        data_type: &DataType,
        lengths: Vec<usize>,
        symbols: &Symbols,
    ) -> PyResult<ArrowForm<'py>> {
        let module = object.get_type().module()?;
        let library = if module.to_cow()?.starts_with("polars") {
            Library::Polars { name: object.getattr("name")? }
        } else {
            Library::Pyarrow { chunked: !object.hasattr("__arrow_c_array__")? }
        };
        let data_type = results::of_results(data_type, symbols.size.area);
        Ok(ArrowForm { data_type, lengths, library, symbols: symbols.clone() })
    }

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
        grids: UnsharedArray<'py>,
        copies: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let area = self.symbols.size.area;
        let data = grids.into_buffer();
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
            lists if self.is_numbers() => results::digits(lists, data, grids, area),
            text if self.symbols.is_plain() => {
                assert!(data.len() >= grids * area);
                let offsets = (0..=grids).map(|row| row * area);
                // SAFETY: the assertion; `Output` has these boards as characters, which the workers write in ASCII.
                unsafe { results::texts(text, data, grids, offsets) }
            }
            text => {
                let (mut bytes, mut offsets) = (Vec::new(), Vec::new());
                make_room(&mut offsets, grids + 1)?;
                offsets.push(0);
                for line in data.chunks_exact(area) {
                    let written = self.symbols.written(line);
                    make_room(&mut bytes, written.len())?;
                    bytes.extend_from_slice(&written);
                    offsets.push(bytes.len());
                }
                assert_eq!(offsets.len(), grids + 1);
                // SAFETY: each row is one of whole characters, up to the offset behind it.
                unsafe { results::texts(text, bytes.into(), grids, offsets.into_iter()) }
            }
        }?;
        Ok(match copies {
            None => array,
            Some(copies) => results::lists(rows, copies, array),
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
pub fn pandas_series<'py>(
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
