//! Puzzles in any form: what they are, how many, and how their rows are read.
//!
//! ```text
//!   str · bytes · bytearray ──────────────┐                    ┌─ Detached: any thread reads any row, without Python
//!   list · tuple · numpy text · Series ───┤                    │    numpy memory, Arrow buffers, rows read already
//!   numpy numbers · DataFrame ────────────┼─> Input { shape } ─┤
//!   nested lists of numbers, characters ──┤                    └─ Texts: rows are Python objects, read in stages
//!   Board · Puzzles · Pencilmarks ────────┤                         of a few thousand while attached
//!   Arrow C interface ────────────────────┘
//! ```
//!
//! Only nested lists, pencil marks and single texts are parsed here; a million rows are recognised by their first.

#![forbid(unsafe_code)]

pub mod arrow;
pub mod containers;
pub mod nested;
pub mod recognise;
pub mod rows;
pub mod sample;
pub mod symbols;
pub mod text;

use std::borrow::Cow;

use numpy::PyUntypedArray;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::python::arrow_c::ArrowForm;
use crate::python::errors::Fault;

use rows::{Content, Rows, Size};
use symbols::Symbols;
use text::{TextKind, Texts};

/// Puzzles, or answers, as they came in.
pub struct Input<'py> {
    /// The argument's name, for messages.
    pub name: Cow<'static, str>,
    /// The leading axes; none for one puzzle.
    pub shape: Vec<usize>,
    /// How many puzzles: the product of `shape`.
    pub rows: usize,
    /// What each row holds.
    pub content: Content,
    /// What results have to look like.
    pub form: Form<'py>,
    /// How texts are read, and written.
    pub symbols: Symbols,
    /// Where the rows are.
    pub source: Source<'py>,
    /// The array of numbers that they are read from, if it is one.
    pub array: Option<Bound<'py, PyUntypedArray>>,
}

/// The form of the input, which the output mirrors.
pub enum Form<'py> {
    /// One text.
    Text(TextKind),
    /// A list or tuple of texts.
    List { kind: TextKind, tuple: bool },
    /// A pandas Series of texts.
    Series { kind: TextKind, series: Bound<'py, PyAny> },
    /// A numpy array of text or objects; `dtype` is that of results.
    TextArray { kind: TextKind, dtype: Bound<'py, PyAny> },
    /// Numbers, in arrays or nested lists.
    Numbers { flat: bool },
    /// A pandas Series of lists or arrays of numbers.
    SeriesOfRows { series: Bound<'py, PyAny>, arrays: bool },
    /// Single characters, or texts that are the rows of one board.
    Characters { flat: bool, layout: Characters },
    /// Arrow data.
    Arrow(ArrowForm<'py>),
}

/// How single characters lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Characters {
    /// In nested lists.
    Lists,
    /// In an array of text.
    Array,
    /// In an array of bytes.
    ArrayOfBytes,
    /// Side by side in the texts of a list, one for each row of the board.
    RowsInList,
    /// The same in a tuple.
    RowsInTuple,
    /// The same in an array.
    RowsInArray,
}

/// Where rows are read.
pub enum Source<'py> {
    /// By any thread, without Python.
    Detached(Box<dyn Rows + 'py>),
    /// From Python objects.
    Texts(Texts<'py>),
}

impl<'py> Input<'py> {
    /// Whether this is one puzzle, so that results are scalars.
    pub fn is_one(&self) -> bool {
        self.shape.is_empty()
    }

    /// The size of the boards.
    pub fn size(&self) -> Size {
        self.symbols.size
    }

    /// The axes of an array with one item a cell, behind the leading ones: those of the input, and (n, n) for text.
    pub fn cell_axes(&self) -> Vec<usize> {
        let flat = match &self.form {
            Form::Numbers { flat } | Form::Characters { flat, .. } => *flat,
            Form::SeriesOfRows { .. } => true,
            Form::Arrow(form) => form.is_numbers(),
            _ => false,
        };
        let mut axes = Vec::new();
        self.size().add_axes(&mut axes, flat);
        axes
    }

    /// Reads the rows from number `first` on, as many as `block` has room for, while attached; faults are numbered from
    /// there.
    pub fn read(
        &self,
        first: usize,
        block: &mut [u8],
        faults: &mut Vec<(usize, Fault)>,
    ) -> PyResult<()> {
        match &self.source {
            Source::Detached(rows) => {
                rows.read(first, block, &mut |row, fault| faults.push((row, fault)));
                Ok(())
            }
            Source::Texts(texts) => texts.stage(&self.name, &self.shape, first, block, faults),
        }
    }

    /// Refuses many puzzles, for functions of one.
    pub fn expect_one(&self, what: &str) -> PyResult<()> {
        match self.is_one() {
            true => Ok(()),
            false => {
                let (name, rows) = (&self.name, self.rows);
                let plural = if rows == 1 { "" } else { "s" };
                let how = match rows {
                    0 => String::new(),
                    _ => format!(": pass {name}[0], or each in a loop"),
                };
                Err(PyTypeError::new_err(format!(
                    "{name} holds a batch of {rows} puzzle{plural}; {what} takes one{how}"
                )))
            }
        }
    }

    /// Refuses pencil marks, for functions that are defined for givens only.
    pub fn expect_givens(&self, what: &str) -> PyResult<()> {
        match self.content {
            Content::Digits => Ok(()),
            Content::Candidates => Err(PyTypeError::new_err(format!(
                "{} holds pencil marks; {what} takes puzzles of givens",
                self.name
            ))),
        }
    }
}

/// Whether an array is one of `numpy.ma`.
pub fn is_masked(array: &Bound<'_, PyUntypedArray>) -> PyResult<bool> {
    static NDARRAY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = array.py();
    if array.get_type().is(NDARRAY.import(py, "numpy", "ndarray")?) {
        return Ok(false);
    }
    static MASKED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    array.is_instance(MASKED.import(py, "numpy.ma", "MaskedArray")?)
}
