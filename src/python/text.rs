//! Puzzles as Python text: `str`, `bytes` and `bytearray`, alone or as the items of lists, tuples and arrays.
//!
//! Python is needed to look at each item, so rows come in stages: [`Texts::stage`] reads a few thousand while attached,
//! and only their 81-byte grids go on to the workers. Cost of a clean row of 81 characters: some 15 ns to read it and
//! 40 ns to make one, nearly all of it the interpreter's.

#![forbid(unsafe_code)]

use std::ops::Range;

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyFloat, PyList, PyString, PyTuple};

use crate::board::Grid;

use super::arch::points;
use super::fault::{Fault, place};
use super::rows::Cells;
use super::symbols::Symbols;

/// The three kinds of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextKind {
    Str,
    Bytes,
    ByteArray,
}

impl TextKind {
    /// The kind of an object; `None` where it is no text.
    pub fn of(object: &Bound<'_, PyAny>) -> Option<TextKind> {
        if object.is_instance_of::<PyString>() {
            Some(TextKind::Str)
        } else if object.is_instance_of::<PyBytes>() {
            Some(TextKind::Bytes)
        } else if object.is_instance_of::<PyByteArray>() {
            Some(TextKind::ByteArray)
        } else {
            None
        }
    }

    /// The name of the Python type.
    pub const fn name(self) -> &'static str {
        match self {
            TextKind::Str => "str",
            TextKind::Bytes => "bytes",
            TextKind::ByteArray => "bytearray",
        }
    }

    /// Writes the cells of one text, which mean nothing at a fault; `None` where `object` is not of this kind.
    #[inline]
    pub fn read(
        self,
        object: &Bound<'_, PyAny>,
        symbols: &Symbols,
        cells: &mut Cells,
    ) -> Option<Result<(), Fault>> {
        Some(match self {
            TextKind::Str => {
                let string = object.cast::<PyString>().ok()?;
                match string.to_str() {
                    Ok(text) => symbols.read(text, cells),
                    // Lone surrogates: the parser names the replacement character's place.
                    Err(_) => symbols.read(&string.to_string_lossy(), cells),
                }
            }
            TextKind::Bytes => symbols.read_bytes(object.cast::<PyBytes>().ok()?.as_bytes(), cells),
            TextKind::ByteArray => {
                symbols.read_bytes(&object.cast::<PyByteArray>().ok()?.to_vec(), cells)
            }
        })
    }

    /// Makes a text of characters.
    #[inline]
    pub fn write<'py>(
        self,
        py: Python<'py>,
        line: &Cells,
        symbols: &Symbols,
    ) -> PyResult<Bound<'py, PyAny>> {
        let text = symbols.written(line);
        Ok(match self {
            TextKind::Str => PyString::from_bytes(py, &text)?.into_any(),
            TextKind::Bytes => PyBytes::new(py, &text).into_any(),
            TextKind::ByteArray => PyByteArray::new(py, &text).into_any(),
        })
    }
}

/// The characters of a grid in one row, `.` for blank.
#[inline]
pub fn line(grid: &Grid) -> Cells {
    let mut line = *grid.cells();
    points::print(&mut line);
    line
}

/// Whether an object stands for a missing value: `None`, NaN, `pandas.NA`, `NaT`.
pub fn is_null(object: &Bound<'_, PyAny>) -> bool {
    object.is_none()
        || object.cast::<PyFloat>().is_ok_and(|float| float.value().is_nan())
        || object.get_type().name().is_ok_and(|name| name == "NAType" || name == "NaTType")
}

/// Many texts.
pub struct Texts<'py> {
    /// Where they are.
    pub items: Items<'py>,
    /// All of one kind.
    pub kind: TextKind,
    /// How they are read.
    pub symbols: Symbols,
}

/// Where texts are kept.
pub enum Items<'py> {
    /// In a list.
    List(Bound<'py, PyList>),
    /// In a tuple.
    Tuple(Bound<'py, PyTuple>),
    /// In a one-dimensional numpy array.
    Flat(Bound<'py, PyAny>),
}

impl Texts<'_> {
    /// Reads the rows `range` into `cells`; faults are numbered from the first of them.
    pub fn stage(
        &self,
        name: &str,
        shape: &[usize],
        range: Range<usize>,
        cells: &mut [Cells],
        faults: &mut Vec<(usize, Fault)>,
    ) -> PyResult<()> {
        let first = range.start;
        let mut read = |i: usize, item: &Bound<'_, PyAny>| -> PyResult<()> {
            let fault = match self.kind.read(item, &self.symbols, &mut cells[i]) {
                Some(Ok(())) => return Ok(()),
                Some(Err(fault)) => fault,
                None if is_null(item) => Fault::Null,
                None => {
                    return Err(PyTypeError::new_err(format!(
                        "{} is {}; expected {} as in the rows before",
                        place(name, shape, first + i).0,
                        item.get_type().name()?,
                        self.kind.name(),
                    )));
                }
            };
            faults.push((i, fault));
            Ok(())
        };
        match &self.items {
            Items::List(list) => {
                for i in range {
                    // Another thread may shorten the list while the interpreter is detached.
                    let item = list.get_item(i).map_err(|_| {
                        PyRuntimeError::new_err(format!(
                            "{name} changed its length during the call"
                        ))
                    })?;
                    read(i - first, &item)?;
                }
                Ok(())
            }
            Items::Tuple(tuple) => {
                range.into_iter().try_for_each(|i| read(i - first, &*tuple.get_borrowed_item(i)?))
            }
            Items::Flat(flat) => {
                let slice = pyo3::types::PySlice::new(
                    flat.py(),
                    range.start as isize,
                    range.end as isize,
                    1,
                );
                let list = flat.get_item(slice)?.call_method0("tolist")?.cast_into::<PyList>()?;
                list.iter().enumerate().try_for_each(|(i, item)| read(i, &item))
            }
        }
    }
}
