//! Nested lists of numbers: looked at element by element, before NumPy could turn `True` into 1 or `"1"` into text.
//!
//! ```text
//!   [[…81…], [… 80 …], …]         a list of lists in which one has 81 numbers: flat puzzles, one of them faulty
//!   [[[…9…], …9…], […], …]        lists of lists of lists, one of them nine lists of nine: boards
//!   [[…9…], …9…]                  nine lists of nine, and none of 81: one board
//! ```
//!
//! The first regular puzzle decides, so that a puzzle of the wrong length is a faulty row, which can be marked. Where
//! none is regular, and where there is one puzzle alone, there is no shape that an answer could have: an error.

#![forbid(unsafe_code)]

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};

use super::arguments::{index, is_bool, shown};
use super::axes::{Axes, shape_error};
use super::fault::{Fault, Value, puzzle_error};
use super::rows::{ILLEGAL, Owned};
use super::text::{TextKind, is_null};

/// Deeper nesting than this is a list that holds itself.
const DEEPEST: usize = 32;

/// Reads a nested list (lists, tuples, arrays within lists) of shape (…, 9, 9) or (…, 81).
pub fn read(name: &str, list: &Bound<'_, PyAny>) -> PyResult<(Axes, Owned)> {
    let mut shape = Vec::new();
    let mut first = list.clone();
    while let Some(items) = items(&first)? {
        if shape.len() == DEEPEST {
            return Err(puzzle_error(
                list.py(),
                format!("{name} is nested deeper than {DEEPEST} lists"),
            ));
        }
        shape.push(items.len());
        // A null is no example of what the items are.
        let Some(item) = items.iter().find(|item| !is_null(item)).or(items.iter().next()) else {
            break;
        };
        first = item;
    }
    let depth = shape.len();
    let row_depth = if depth >= 2 && has_row(list, depth - 1, &[81])? {
        Some(depth - 1)
    } else if depth >= 3 && has_row(list, depth - 2, &[9, 9])? {
        Some(depth - 2)
    } else {
        None
    };
    if let Some(row_depth) = row_depth {
        shape.truncate(row_depth);
        shape.extend_from_slice(if depth - row_depth == 1 { &[81] } else { &[9, 9] });
    }
    let mut reader = Reader {
        name,
        shape,
        row_depth,
        path: Vec::new(),
        cells: Vec::new(),
        values: Vec::new(),
        rows: Vec::new(),
    };
    reader.walk(list).map_err(|wrong| match wrong {
        Wrong::Refused(error) => error,
        Wrong::Shape(message, _) => puzzle_error(list.py(), message),
    })?;

    let Reader { shape, cells, values, rows, .. } = reader;
    let axes = Axes::split(&shape).ok_or_else(|| shape_error(list.py(), name, &shape))?;
    let mut faults: Vec<(usize, Fault)> = values
        .into_iter()
        .map(|(at, value)| (at / 81, Fault::Cell { cell: at % 81, value }))
        .chain(rows)
        .collect();
    // One fault a row: the first.
    faults.sort_by_key(|(row, _)| *row);
    faults.dedup_by_key(|(row, _)| *row);
    Ok((axes, Owned { cells: cells.as_chunks::<81>().0.to_vec(), faults }))
}

/// The items of a list or tuple, or of an array as nested lists; `None` for anything else.
fn items<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyList>>> {
    if let Ok(list) = object.cast::<PyList>() {
        return Ok(Some(list.clone()));
    }
    if let Ok(tuple) = object.cast::<PyTuple>() {
        return Ok(Some(tuple.to_list()));
    }
    if !object.is_instance_of::<PyInt>() && object.hasattr("tolist")? {
        // An array, or a scalar of one, for which `tolist` gives no list.
        return Ok(object.call_method0("tolist")?.cast_into::<PyList>().ok());
    }
    Ok(None)
}

/// Whether one of the items so many levels down has these lengths. Usually the first.
fn has_row(object: &Bound<'_, PyAny>, levels: usize, lengths: &[usize]) -> PyResult<bool> {
    let Some(items) = items(object)? else { return Ok(false) };
    if levels == 0 {
        if items.len() != lengths[0] {
            return Ok(false);
        }
        for item in items.iter().filter(|_| lengths.len() > 1) {
            if !has_row(&item, 0, &lengths[1..])? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    for item in items.iter() {
        if has_row(&item, levels - 1, lengths)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Why a list cannot be read.
enum Wrong {
    /// It holds what is no number.
    Refused(PyErr),
    /// Its shape is another than expected: the sentence, and whether lengths are what is wrong, not the nesting.
    Shape(String, bool),
}

impl From<PyErr> for Wrong {
    fn from(error: PyErr) -> Wrong {
        Wrong::Refused(error)
    }
}

struct Reader<'a> {
    name: &'a str,
    shape: Vec<usize>,
    /// How deep the puzzles are, where there are many of them.
    row_depth: Option<usize>,
    path: Vec<usize>,
    cells: Vec<u8>,
    /// Values that are no digits, by the cell's number.
    values: Vec<(usize, Value)>,
    /// Rows that are no puzzles.
    rows: Vec<(usize, Fault)>,
}

impl Reader<'_> {
    fn place(&self) -> String {
        self.path.iter().fold(self.name.to_owned(), |place, index| format!("{place}[{index}]"))
    }

    fn walk(&mut self, object: &Bound<'_, PyAny>) -> Result<(), Wrong> {
        if self.row_depth == Some(self.path.len()) { self.row(object) } else { self.level(object) }
    }

    /// One of many puzzles: what is wrong with its shape is a fault of this row.
    fn row(&mut self, object: &Bound<'_, PyAny>) -> Result<(), Wrong> {
        // A million of them take seconds, for all of which the interpreter is ours.
        object.py().check_signals()?;
        let (cells, values, depth) = (self.cells.len(), self.values.len(), self.path.len());
        let flat = self.shape.len() - depth == 1;
        let fault = if is_null(object) {
            Fault::Null
        } else if items(object)?.is_none() {
            let lone = self.number(object);
            lone?;
            let message = format!("{} is one number; expected a puzzle of 81 cells", self.place());
            return Err(puzzle_error(object.py(), message).into());
        } else {
            match self.level(object) {
                Ok(()) => return Ok(()),
                Err(Wrong::Shape(_, lengths)) => {
                    self.path.truncate(depth);
                    match leaves(object, self.shape.len() - depth)? {
                        Some(n) if lengths && n != 81 => Fault::Length(n),
                        Some(_) if lengths => Fault::Uneven,
                        _ => Fault::Nesting { flat },
                    }
                }
                Err(refused) => return Err(refused),
            }
        };
        self.cells.truncate(cells);
        self.values.truncate(values);
        self.rows.push((cells / 81, fault));
        self.cells.extend_from_slice(&[ILLEGAL; 81]);
        Ok(())
    }

    fn level(&mut self, object: &Bound<'_, PyAny>) -> Result<(), Wrong> {
        let depth = self.path.len();
        let Some(&length) = self.shape.get(depth) else {
            return self.number(object);
        };
        let Some(items) = items(object)? else {
            // A wrong element is worse news than a wrong shape.
            let (cells, values) = (self.cells.len(), self.values.len());
            self.number(object)?;
            self.cells.truncate(cells);
            self.values.truncate(values);
            let what = if is_null(object) { "a null" } else { "one number" };
            let message =
                format!("{} is {what}; expected {length} items like the first", self.place());
            return Err(Wrong::Shape(message, is_null(object)));
        };
        for (i, item) in items.iter().enumerate() {
            self.path.push(i);
            self.walk(&item)?;
            self.path.pop();
        }
        if items.len() != length {
            let message = format!(
                "{} has {} item{}; expected {length} like the first",
                self.place(),
                items.len(),
                if items.len() == 1 { "" } else { "s" }
            );
            return Err(Wrong::Shape(message, true));
        }
        Ok(())
    }

    fn number(&mut self, object: &Bound<'_, PyAny>) -> Result<(), Wrong> {
        let refuse =
            |why: &str| Err(PyTypeError::new_err(format!("{} {why}", self.place())).into());
        let value = if let Ok(int) = object.cast_exact::<PyInt>() {
            match int.extract::<i64>() {
                Ok(value) => Value::Integer(value.into()),
                Err(_) => Value::Huge(shown(int)),
            }
        } else if is_bool(object)? {
            return refuse("is a bool; expected an integer: convert with int()");
        } else if is_null(object) {
            Value::Null
        } else if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            let message = format!("{} is a list; expected an integer like the first", self.place());
            return Err(Wrong::Shape(message, false));
        } else if TextKind::of(object).is_some() {
            return refuse("is text among numbers; expected an integer");
        } else if let Some(index) = index(object)?
            && index.is_exact_instance_of::<PyInt>()
        {
            return self.number(&index);
        } else {
            let kind = object.get_type().name()?;
            return refuse(&format!("is {kind}; expected an integer"));
        };
        match value {
            Value::Integer(value @ 0..=9) => self.cells.push(value as u8),
            value => {
                self.values.push((self.cells.len(), value));
                self.cells.push(ILLEGAL);
            }
        }
        Ok(())
    }
}

/// How many numbers lie exactly so many levels down; `None` where there are some, or lists, elsewhere.
fn leaves(object: &Bound<'_, PyAny>, levels: usize) -> PyResult<Option<usize>> {
    match items(object)? {
        None => Ok((levels == 0).then_some(1)),
        Some(_) if levels == 0 => Ok(None),
        Some(items) => {
            let mut sum = 0;
            for item in items.iter() {
                match leaves(&item, levels - 1)? {
                    None => return Ok(None),
                    Some(n) => sum += n,
                }
            }
            Ok(Some(sum))
        }
    }
}
