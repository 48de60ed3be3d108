//! Puzzles in objects of the package itself: `Board`, `Puzzles`, `Rows`, `Pencilmarks`, and lists of `Board`.
//!
//! They have a method `__bitdoku__`, which gives a tuple: an array of digits or of masks, whether it holds masks, and
//! the rules of the boards (None if they carry none).

#![forbid(unsafe_code)]

use numpy::PyUntypedArray;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyList, PyString, PyTuple};

use super::fault::exception;

/// What such an object holds.
pub struct Carried<'py> {
    /// The array.
    pub data: Bound<'py, PyAny>,
    /// Whether it holds masks of candidates.
    pub candidates: bool,
    /// The rules, or None.
    pub rules: Bound<'py, PyAny>,
}

/// What an object of the package, or a list of them, holds; `None` for any other object.
pub fn carried<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Carried<'py>>> {
    if object.is_exact_instance_of::<PyString>() || object.cast::<PyUntypedArray>().is_ok() {
        return Ok(None);
    }
    let first = match (object.cast::<PyList>(), object.cast::<PyTuple>()) {
        (Ok(list), _) => list.get_item(0).ok(),
        (_, Ok(tuple)) => tuple.get_item(0).ok(),
        _ => return one(object),
    };
    match first {
        Some(first) if !is_common(&first) && one(&first)?.is_some() => many(object).map(Some),
        _ => Ok(None),
    }
}

/// Whether this is one of the usual items of lists, which costs less to find out than that it has no such method.
fn is_common(object: &Bound<'_, PyAny>) -> bool {
    object.is_exact_instance_of::<PyString>()
        || object.is_exact_instance_of::<PyBytes>()
        || object.is_exact_instance_of::<PyInt>()
        || object.is_exact_instance_of::<PyList>()
        || object.is_exact_instance_of::<PyTuple>()
        || object.is_none()
}

fn one<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Carried<'py>>> {
    let Some(method) = object.getattr_opt(intern!(object.py(), "__bitdoku__"))? else {
        return Ok(None);
    };
    let (data, candidates, rules) = method.call0()?.extract()?;
    Ok(Some(Carried { data, candidates, rules }))
}

/// Boards side by side; they have to have the same rules.
fn many<'py>(items: &Bound<'py, PyAny>) -> PyResult<Carried<'py>> {
    let py = items.py();
    let (mut arrays, mut like) = (Vec::new(), None::<(bool, Bound<'py, PyAny>)>);
    for (i, item) in items.try_iter()?.enumerate() {
        let Some(found) = one(&item?)? else {
            let message = format!("puzzles[{i}] is not a board as in the rows before");
            return Err(PyTypeError::new_err(message));
        };
        let (candidates, rules) = like.get_or_insert((found.candidates, found.rules.clone()));
        if *candidates != found.candidates || !rules.eq(&found.rules)? {
            let message = format!("puzzles[{i}] has other rules than the boards before it");
            return Err(exception(py, "RulesError", message));
        }
        arrays.push(found.data);
    }
    let (candidates, rules) = like.expect("there is a first board");
    let data = py.import("numpy")?.call_method1("stack", (PyList::new(py, arrays)?,))?;
    Ok(Carried { data, candidates, rules })
}
