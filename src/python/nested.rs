//! Nested lists of numbers: looked at element by element, before NumPy could turn `True` into 1 or `"1"` into text.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyTuple};

use super::fault::{Fault, Value, puzzle_error};
use super::input::{Axes, shape_error};
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
        let Ok(item) = items.get_item(0) else { break };
        first = item;
    }
    let mut reader =
        Reader { name, shape, path: Vec::new(), cells: Vec::new(), faults: Vec::new() };
    reader.walk(list)?;

    let Reader { shape, cells, faults, .. } = reader;
    let axes = Axes::split(&shape).ok_or_else(|| shape_error(list.py(), name, &shape))?;
    let mut owned = Owned { cells: cells.as_chunks::<81>().0.to_vec(), faults: Vec::new() };
    for (at, value) in faults {
        // One fault a row: the first.
        if owned.faults.last().is_none_or(|(row, _)| *row != at / 81) {
            owned.faults.push((at / 81, Fault::Cell { cell: at % 81, value }));
        }
    }
    Ok((axes, owned))
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

struct Reader<'a> {
    name: &'a str,
    shape: Vec<usize>,
    path: Vec<usize>,
    cells: Vec<u8>,
    faults: Vec<(usize, Value)>,
}

impl Reader<'_> {
    fn place(&self) -> String {
        self.path.iter().fold(self.name.to_owned(), |place, index| format!("{place}[{index}]"))
    }

    fn walk(&mut self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        let depth = self.path.len();
        let Some(&length) = self.shape.get(depth) else {
            return self.number(object);
        };
        let Some(items) = items(object)? else {
            // A wrong element is worse news than a wrong shape.
            let mut lone = Reader {
                shape: vec![],
                cells: vec![],
                faults: vec![],
                path: self.path.clone(),
                ..*self
            };
            lone.number(object)?;
            return Err(puzzle_error(
                object.py(),
                format!("{} is one number; expected {length} items like the first", self.place()),
            ));
        };
        for (i, item) in items.iter().enumerate() {
            self.path.push(i);
            self.walk(&item)?;
            self.path.pop();
        }
        if items.len() != length {
            let message = format!(
                "{} has {} items; expected {length} like the first",
                self.place(),
                items.len()
            );
            return Err(puzzle_error(object.py(), message));
        }
        Ok(())
    }

    fn number(&mut self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        let refuse = |why: &str| Err(PyTypeError::new_err(format!("{} {why}", self.place())));
        let value = if let Ok(int) = object.cast_exact::<PyInt>() {
            match int.extract::<i64>() {
                Ok(value) => Value::Integer(value.into()),
                Err(_) => Value::Huge(short(&int.str()?.to_string())),
            }
        } else if object.is_instance_of::<PyBool>() || is_numpy_bool(object)? {
            return refuse("is a bool; expected an integer: convert with int()");
        } else if is_null(object) {
            Value::Null
        } else if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            let message = format!("{} is a list; expected an integer like the first", self.place());
            return Err(puzzle_error(object.py(), message));
        } else if TextKind::of(object).is_some() {
            return refuse("is text among numbers; expected an integer");
        } else if let Ok(index) = object.call_method0("__index__")
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
                self.faults.push((self.cells.len(), value));
                self.cells.push(ILLEGAL);
            }
        }
        Ok(())
    }
}

fn is_numpy_bool(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let class = object.get_type();
    Ok(class.module()? == "numpy" && class.name()?.to_cow()?.starts_with("bool"))
}

fn short(digits: &str) -> String {
    if digits.len() <= 24 { digits.to_owned() } else { format!("{}…", &digits[..20]) }
}
