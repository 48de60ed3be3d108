//! Result boards in the form of the input.
//!
//! ```text
//!   numbers, Arrow, characters ──> a new array, or the caller's `out` ─┐ the kernels write here, detached
//!   one text ──────> a vector of bytes ────────────────────────────────┘
//!   lists, Series, numpy text ──────> made while attached, a few thousand at a time
//! ```
//!
//! If the result is text of one byte per cell, the workers convert digits to characters while they are in cache.

#![forbid(unsafe_code)]

pub mod columns;

use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PySlice, PyString, PyTuple, PyType};

use crate::python::allocate::out_of_memory;
use crate::python::arguments::kind;
use crate::python::arrow_c::{UnsharedArray, pandas_series};
use crate::python::errors::shape_text;
use crate::python::input::symbols::Symbols;
use crate::python::input::text::TextKind;
use crate::python::input::{Characters, Form, Input, is_masked};
use crate::python::shared_memory::{Out, extent};

/// The destination of the boards of a call: `copies` for each row of the input.
pub struct Output<'py> {
    /// Boards per row.
    pub per_row: usize,
    /// The length of an extra axis after the leading ones, if there is one.
    copies: Option<usize>,
    /// Whether workers write characters rather than digits.
    pub is_text: bool,
    symbols: Symbols,
    pub(in crate::python) place: Place<'py>,
}

pub(in crate::python) enum Place<'py> {
    /// A new array.
    Array(UnsharedArray<'py>),
    /// The caller's array.
    Out(Out, Bound<'py, PyAny>),
    /// Bytes of one text.
    Owned(Vec<u8>),
    /// A list to which texts are appended.
    List(Bound<'py, PyList>, TextKind),
    /// A new numpy array of text: its one-dimensional view, the kind of text, the array.
    Flat(Bound<'py, PyAny>, TextKind, Bound<'py, PyAny>),
}

impl<'py> Output<'py> {
    /// A destination for one board per row, or for `copies` boards on a new axis after the leading ones.
    pub fn new(
        py: Python<'py>,
        input: &Input<'py>,
        copies: Option<usize>,
    ) -> PyResult<Output<'py>> {
        let per_row = copies.unwrap_or(1);
        let size = input.size();
        let mut shape = input.shape.clone();
        shape.extend(copies);
        let place = match &input.form {
            Form::Numbers { flat } | Form::Characters { flat, .. } => {
                size.add_axes(&mut shape, *flat);
                Place::Array(UnsharedArray::zeros(py, &shape)?)
            }
            Form::Arrow(_) | Form::SeriesOfRows { .. } => {
                shape.push(size.area);
                Place::Array(UnsharedArray::zeros(py, &shape)?)
            }
            Form::Text(_) => {
                let bytes = per_row.checked_mul(size.area);
                let blank = bytes.and_then(|n| bytemuck::try_zeroed_vec(n).ok());
                Place::Owned(blank.ok_or_else(out_of_memory)?)
            }
            Form::List { kind, .. } | Form::Series { kind, .. } => {
                Place::List(PyList::empty(py), *kind)
            }
            Form::TextArray { kind, dtype } => {
                let array = py.import("numpy")?.call_method1("empty", (shape, dtype))?;
                Place::Flat(array.call_method1(intern!(py, "reshape"), (-1,))?, *kind, array)
            }
        };
        let is_text = match &input.form {
            Form::Numbers { .. } | Form::Characters { .. } | Form::SeriesOfRows { .. } => false,
            Form::Arrow(form) => !form.is_numbers(),
            _ => true,
        };
        let symbols = input.symbols.clone();
        let is_text = is_text && symbols.is_plain();
        Ok(Output { per_row, copies, is_text, symbols, place })
    }

    /// The caller's array, which must be writeable C-contiguous uint8 of exactly the result's shape, and whether it is the
    /// memory of the input. An array that shares part of that memory is refused, because rows would be overwritten before
    /// they are read.
    pub fn into_out(input: &Input<'py>, out: &Bound<'py, PyAny>) -> PyResult<(Output<'py>, bool)> {
        let Form::Numbers { .. } = input.form else {
            return Err(PyTypeError::new_err(
                "out is for numeric puzzles only; the results of text are text",
            ));
        };
        let Ok(array) = out.cast::<PyArrayDyn<u8>>() else {
            return Err(PyTypeError::new_err(format!(
                "out is {}; expected a numpy array of uint8",
                match out.cast::<PyUntypedArray>() {
                    Ok(array) => format!("an array of {}", array.dtype()),
                    Err(_) => kind(out),
                }
            )));
        };
        if is_masked(array.as_untyped())? {
            return Err(PyTypeError::new_err(
                "out is a masked array, whose mask does not apply to solutions; pass out.data",
            ));
        }
        let untyped = array.as_untyped();
        let shape = [&input.shape[..], &input.cell_axes()].concat();
        if untyped.shape() != shape {
            return Err(PyValueError::new_err(format!(
                "out has shape {}; expected the result's, {}",
                shape_text(untyped.shape()),
                shape_text(&shape)
            )));
        }
        let memory = Out::new(untyped)
            .ok_or_else(|| PyValueError::new_err("out must be C-contiguous and writeable"))?;
        let mut is_input = false;
        if let Some(array) = &input.array {
            let (theirs, ours) = (extent(array), extent(untyped));
            is_input = theirs == ours && array.is_c_contiguous();
            if !is_input && theirs.0 < ours.1 && ours.0 < theirs.1 {
                return Err(PyValueError::new_err(
                    "out shares memory with the puzzles without being the same array",
                ));
            }
        }
        let output = Output {
            per_row: 1,
            copies: None,
            is_text: false,
            symbols: input.symbols.clone(),
            place: Place::Out(memory, out.clone()),
        };
        Ok((output, is_input))
    }

    /// Whether boards can be written while detached, any of them at any time.
    pub fn is_detached(&self) -> bool {
        matches!(self.place, Place::Array(_) | Place::Out(..) | Place::Owned(_))
    }

    /// Takes boards, from number `first` on, for a place that is not detached.
    pub fn take(&self, py: Python<'py>, first: usize, rows: &[u8]) -> PyResult<()> {
        match &self.place {
            Place::List(list, kind) => append(list, rows, *kind, &self.symbols),
            Place::Flat(flat, kind, _) => {
                let texts = PyList::empty(py);
                append(&texts, rows, *kind, &self.symbols)?;
                let end = (first + texts.len()) as isize;
                flat.set_item(PySlice::new(py, first as isize, end, 1), texts)
            }
            _ => Ok(()),
        }
    }

    /// The result.
    pub fn finish(self, py: Python<'py>, input: &Input<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Output { copies, symbols, place, .. } = self;
        match (place, &input.form) {
            (Place::Array(array), Form::Arrow(form)) => form.export(py, array, copies),
            (Place::Array(cells), Form::Characters { layout, .. }) => {
                characters(&cells.share(), &symbols, *layout)
            }
            (Place::Array(cells), Form::SeriesOfRows { series, arrays }) => {
                let cells = cells.share();
                let rows = match arrays {
                    true => {
                        let rows = PyList::empty(py);
                        cells.try_iter()?.try_for_each(|row| rows.append(row?))?;
                        rows
                    }
                    false => cells.call_method0("tolist")?.cast_into::<PyList>()?,
                };
                like_series(series, rows, true)
            }
            (Place::Array(array), _) => Ok(array.share().into_any()),
            (Place::Out(_, out), _) => Ok(out),
            (Place::Flat(_, _, array), _) => Ok(array),
            (Place::Owned(rows), Form::Text(kind)) => match copies {
                None => kind.write(py, &rows, &symbols),
                Some(_) => {
                    let texts = PyList::empty(py);
                    append(&texts, &rows, *kind, &symbols)?;
                    Ok(texts.into_any())
                }
            },
            (Place::List(list, _), form) => {
                let list = match copies {
                    None => list,
                    Some(copies) => {
                        // Not `new` and `PyList::get_slice`, which panic if there is no memory.
                        let parts = PyList::empty(py);
                        for row in 0..input.rows {
                            let part = row * copies..(row + 1) * copies;
                            parts.append(list.as_sequence().get_slice(part.start, part.end)?)?;
                        }
                        parts
                    }
                };
                match form {
                    Form::List { tuple: true, .. } => Ok(list.as_sequence().to_tuple()?.into_any()),
                    Form::Series { series, .. } => like_series(series, list, copies.is_some()),
                    _ => Ok(list.into_any()),
                }
            }
            _ => unreachable!("`new` pairs places with forms"),
        }
    }
}

/// A named tuple of `bitdoku._results`, without a call of its constructor, a Python function that doubles the cost.
pub fn named_tuple<'py>(
    class: &Bound<'py, PyType>,
    fields: impl IntoPyObject<'py, Target = PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    static NEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = class.py();
    let new = NEW.get_or_try_init(py, || {
        py.get_type::<PyTuple>().getattr(intern!(py, "__new__")).map(Bound::unbind)
    })?;
    new.bind(py).call1((class, fields))
}

/// Appends the texts of boards to a list.
fn append(
    list: &Bound<'_, PyList>,
    rows: &[u8],
    kind: TextKind,
    symbols: &Symbols,
) -> PyResult<()> {
    let mut rows = rows.chunks_exact(symbols.size.area);
    rows.try_for_each(|row| list.append(kind.write(list.py(), row, symbols)?))
}

/// Cells as single characters, in the layout of the input.
pub fn characters<'py>(
    cells: &Bound<'py, PyArrayDyn<u8>>,
    symbols: &Symbols,
    layout: Characters,
) -> PyResult<Bound<'py, PyAny>> {
    let py = cells.py();
    let numpy = py.import("numpy")?;
    let digits = 0..=symbols.size.digits as u8;
    let table: Vec<String> = digits.map(|digit| symbols.word(digit)).collect();
    let made = numpy.call_method1("array", (table,))?.call_method1("take", (cells,))?;
    let nested = || made.call_method0("tolist");
    // The rows of one board as texts; with copies the boards are nested lists.
    let rows = || -> PyResult<Bound<'py, PyList>> {
        let rows = nested()?.cast_into::<PyList>()?;
        let empty = PyString::new(py, "");
        let joined: Vec<_> =
            rows.iter().map(|row| empty.call_method1("join", (row,))).collect::<PyResult<_>>()?;
        PyList::new(py, joined)
    };
    match layout {
        Characters::Array => Ok(made),
        Characters::ArrayOfBytes => {
            numpy.getattr("strings")?.call_method1("encode", (made, "utf-8"))
        }
        Characters::RowsInList if cells.ndim() == 2 => Ok(rows()?.into_any()),
        Characters::RowsInTuple if cells.ndim() == 2 => Ok(rows()?.to_tuple().into_any()),
        Characters::RowsInArray if cells.ndim() == 2 => numpy.call_method1("array", (rows()?,)),
        _ => nested(),
    }
}

fn like_series<'py>(
    series: &Bound<'py, PyAny>,
    list: Bound<'py, PyList>,
    nested: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let dtype = series.getattr("dtype")?;
    let dtype = match dtype.getattr_opt("categories")? {
        _ if nested => PyString::new(series.py(), "object").into_any(),
        // The solutions are not among the categories of the puzzles.
        Some(categories) => categories.getattr("dtype")?,
        None => dtype,
    };
    pandas_series(series, list.as_any(), Some(dtype))
}
