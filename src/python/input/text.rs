//! Puzzles as Python text: `str`, `bytes` and `bytearray`, alone or as the items of lists, tuples and arrays.
//!
//! Python is needed to look at each item, so rows come in stages: [`Texts::stage`] reads a few thousand while attached,
//! and only their cells go on to the workers. A clean row of 81 characters costs some 15 ns to read and 40 ns to make,
//! nearly all of it the interpreter's.

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyFloat, PyInt, PyList, PySlice, PyString, PyTuple};

use crate::python::arguments::{is_bool, shown};
use crate::python::errors::{Fault, place};

use super::rows::Content;
use super::symbols::Symbols;

/// The three kinds of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextKind {
    Str,
    Bytes,
    ByteArray,
}

impl TextKind {
    /// The kind of an object; `None` if it is not a text.
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

    /// Writes the row of one text, which means nothing at a fault; `None` if `object` is not of this kind.
    #[inline]
    pub fn read(
        self,
        object: &Bound<'_, PyAny>,
        symbols: &Symbols,
        content: Content,
        row: &mut [u8],
    ) -> Option<Result<(), Fault>> {
        Some(match self {
            TextKind::Str => {
                let string = object.cast::<PyString>().ok()?;
                match string.to_str() {
                    Ok(text) => symbols.read(text, content, row),
                    // Lone surrogates: the parser names the replacement character's place.
                    Err(_) => symbols.read(&string.to_string_lossy(), content, row),
                }
            }
            TextKind::Bytes => {
                symbols.read_bytes(object.cast::<PyBytes>().ok()?.as_bytes(), content, row)
            }
            TextKind::ByteArray => {
                symbols.read_bytes(&object.cast::<PyByteArray>().ok()?.to_vec(), content, row)
            }
        })
    }

    /// Makes a text of a row that the workers wrote.
    #[inline]
    pub fn write<'py>(
        self,
        py: Python<'py>,
        row: &[u8],
        symbols: &Symbols,
    ) -> PyResult<Bound<'py, PyAny>> {
        let text = symbols.written(row);
        // Not `new`, which panics if there is no memory.
        let copy = |to: &mut [u8]| {
            to.copy_from_slice(&text);
            Ok(())
        };
        Ok(match self {
            TextKind::Str => PyString::from_bytes(py, &text)?.into_any(),
            TextKind::Bytes => PyBytes::new_with(py, text.len(), copy)?.into_any(),
            TextKind::ByteArray => PyByteArray::new_with(py, text.len(), copy)?.into_any(),
        })
    }
}

/// Whether an object stands for a missing value: `None`, NaN, `pandas.NA`, `NaT`.
pub fn is_null(object: &Bound<'_, PyAny>) -> bool {
    object.is_none()
        || object.cast::<PyFloat>().is_ok_and(|float| float.value().is_nan())
        || object.get_type().name().is_ok_and(|name| name == "NAType" || name == "NaTType")
}

/// A text of any kind; `None` for anything else. What is not UTF-8 is replaced.
pub fn text_of(object: &Bound<'_, PyAny>) -> Option<String> {
    match TextKind::of(object)? {
        TextKind::Str => Some(object.cast::<PyString>().ok()?.to_string_lossy().into_owned()),
        _ => Some(String::from_utf8_lossy(&object.extract::<Vec<u8>>().ok()?).into_owned()),
    }
}

/// What the texts of a call hold that begin with this one; digits if it is not a text.
pub fn content_of(object: &Bound<'_, PyAny>, symbols: &Symbols) -> Content {
    text_of(object).map_or(Content::Digits, |text| symbols.content_of(&text))
}

/// Many texts.
pub struct Texts<'py> {
    /// Where they are.
    pub items: Items<'py>,
    /// All of one kind.
    pub kind: TextKind,
    /// What they hold.
    pub content: Content,
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
    /// Reads the rows from number `first` on, as many as `block` has room for; faults are numbered from there.
    pub fn stage(
        &self,
        name: &str,
        shape: &[usize],
        first: usize,
        block: &mut [u8],
        faults: &mut Vec<(usize, Fault)>,
    ) -> PyResult<()> {
        let width = self.symbols.size.bytes(self.content);
        let range = first..first + block.len() / width;
        let mut read = |i: usize, item: &Bound<'_, PyAny>| -> PyResult<()> {
            let row = &mut block[i * width..(i + 1) * width];
            let fault = match self.kind.read(item, &self.symbols, self.content, row) {
                Some(Ok(())) => return Ok(()),
                Some(Err(fault)) => fault,
                None if is_null(item) => Fault::Null,
                None if matches!(self.items, Items::Flat(_)) && is_integer(item)? => {
                    let area = self.symbols.size.area;
                    let text = padded(item, area)?.ok_or_else(|| {
                        PyTypeError::new_err(format!(
                            "{} is {}; expected text, or an integer of {area} digits (up to {} leading zeros may be missing)",
                            place(name, shape, first + i).0,
                            shown(item),
                            (area - 1) / 2,
                        ))
                    })?;
                    match self.symbols.read(&text, self.content, row) {
                        Ok(()) => return Ok(()),
                        Err(fault) => fault,
                    }
                }
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
                let slice = PySlice::new(flat.py(), range.start as isize, range.end as isize, 1);
                let list = flat.get_item(slice)?.call_method0("tolist")?.cast_into::<PyList>()?;
                list.iter().enumerate().try_for_each(|(i, item)| read(i, &item))
            }
        }
    }
}

/// Whether an object is a Python int; a bool is not.
pub fn is_integer(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(object.is_instance_of::<PyInt>() && !is_bool(object)?)
}

/// A puzzle that a CSV reader took for a number, with the blanks that it lost in front; `None` if these would be most of
/// its cells: then it is another number.
fn padded(number: &Bound<'_, PyAny>, area: usize) -> PyResult<Option<String>> {
    // `str` refuses integers of thousands of digits, which are not a puzzle either.
    let digits = match number.str() {
        Err(error) if error.is_instance_of::<PyValueError>(number.py()) => return Ok(None),
        digits => digits?,
    };
    // Not `to_string`, which may run signal handlers and has no way to report what they raise.
    let digits = digits.to_cow()?;
    Ok((2 * digits.len() > area).then(|| format!("{digits:0>area$}")))
}
