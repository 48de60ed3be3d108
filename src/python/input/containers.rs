//! Puzzles in objects of the package itself: `Board`, `Puzzles` and its `Row`, `Pencilmarks`, and lists of them.
//!
//! They have a method `__bitdoku__(mark)`, which gives an array of digits or of masks, and whether it holds masks, and an
//! attribute `__bitdoku_rules__`, the rules of the boards (None if they carry none). If `mark` is true, an object that
//! holds malformed rows fills them with 255 instead of raising.

use numpy::PyUntypedArray;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyList, PyString, PyTuple};

use crate::python::arguments::kind;
use crate::python::errors::exception;

/// What such an object holds.
pub struct Carried<'py> {
    /// The array.
    pub data: Bound<'py, PyAny>,
    /// Whether it holds masks of candidates.
    pub candidates: bool,
}

/// The rules that an object of the package, or the first of a list of them, carries.
pub fn rules<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(representative(object)?.map(|(_, rules)| rules).filter(|rules| !rules.is_none()))
}

/// What an object of the package, or a list of them, holds; `None` for any other object.
pub fn carried<'py>(object: &Bound<'py, PyAny>, mark: bool) -> PyResult<Option<Carried<'py>>> {
    match representative(object)? {
        None => Ok(None),
        Some((first, _)) if first.is(object) => one(object, mark).map(Some),
        Some((_, rules)) => many(object, &rules, mark).map(Some),
    }
}

/// The solutions of a table, of a row, or of a list of rows; `None` for any other object, or if one has none.
pub fn solutions<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    let solution = |of: &Bound<'py, PyAny>| -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(of.getattr_opt(intern!(py, "solution"))?.filter(|found| !found.is_none()))
    };
    match representative(object)? {
        None => Ok(None),
        Some((first, _)) if first.is(object) => solution(object),
        Some(_) => {
            let found = object.try_iter()?.map(|item| solution(&item?));
            let Some(all) = found.collect::<PyResult<Option<Vec<_>>>>()? else { return Ok(None) };
            py.import("numpy")?.call_method1("stack", (all,)).map(Some)
        }
    }
}

/// An object of the package, or the first of a list of them, and its rules.
fn representative<'py>(
    object: &Bound<'py, PyAny>,
) -> PyResult<Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    if object.is_exact_instance_of::<PyString>() || object.cast::<PyUntypedArray>().is_ok() {
        return Ok(None);
    }
    // A row of a table is a tuple.
    if object.is_instance_of::<PyTuple>()
        && !object.is_exact_instance_of::<PyTuple>()
        && let Some(rules) = rules_of(object)?
    {
        return Ok(Some((object.clone(), rules)));
    }
    let first = match (object.cast::<PyList>(), object.cast::<PyTuple>()) {
        (Ok(list), _) => list.get_item(0).ok(),
        (_, Ok(tuple)) => tuple.get_item(0).ok(),
        _ => Some(object.clone()),
    };
    let Some(first) = first.filter(|first| !is_common(first)) else { return Ok(None) };
    let rules = rules_of(&first)?;
    Ok(rules.map(|rules| (first, rules)))
}

fn rules_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    object.getattr_opt(intern!(object.py(), "__bitdoku_rules__"))
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

fn one<'py>(object: &Bound<'py, PyAny>, mark: bool) -> PyResult<Carried<'py>> {
    let (data, candidates) =
        object.call_method1(intern!(object.py(), "__bitdoku__"), (mark,))?.extract()?;
    Ok(Carried { data, candidates })
}

/// Boards side by side; they have to have the same rules.
fn many<'py>(
    items: &Bound<'py, PyAny>,
    rules: &Bound<'py, PyAny>,
    mark: bool,
) -> PyResult<Carried<'py>> {
    let py = items.py();
    let (arrays, mut candidates) = (PyList::empty(py), None);
    for (i, item) in items.try_iter()?.enumerate() {
        let item = item?;
        let Some(own) = rules_of(&item)? else {
            let first = kind(&items.get_item(0)?);
            return Err(unlike(i, &format!("is {}", kind(&item)), &first));
        };
        if !rules.eq(own)? {
            let message = format!("puzzles[{i}] has other rules than the boards before it");
            return Err(exception(py, "RulesError", message));
        }
        let found = one(&item, mark)?;
        if *candidates.get_or_insert(found.candidates) != found.candidates {
            let (marks, givens) = ("pencil marks", "givens");
            return Err(match found.candidates {
                true => unlike(i, &format!("holds {marks}"), givens),
                false => unlike(i, &format!("holds {givens}"), marks),
            });
        }
        arrays.append(found.data)?;
    }
    let data = py.import("numpy")?.call_method1("stack", (arrays,))?;
    Ok(Carried { data, candidates: candidates.is_some_and(|masks| masks) })
}

fn unlike(row: usize, what: &str, expected: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "puzzles[{row}] {what}; expected {expected} as in the rows before"
    ))
}
