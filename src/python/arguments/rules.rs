//! `rules=`: what people give, compiled.
//!
//! Python makes the primitives of named rules (bitdoku/rules); a `RuleSet` is what the core makes of them, once for each
//! set of rules. It keeps what is found out about them later: symmetries, grids to draw from.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::engine::Engine;
use crate::rules::Constraint;

use super::call::backend;

/// The rules of a board, compiled.
#[pyclass(module = "bitdoku._core", name = "RuleSet", frozen)]
pub struct RuleSet(Engine);

/// The engine for `rules=`: None, a name, `Rules`, a rule, or a compiled `RuleSet`.
pub fn engine(py: Python<'_>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Engine> {
    static COMPILED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let Some(rules) = rules else { return Ok(Engine::classic(backend(py)?)) };
    if let Ok(compiled) = rules.cast::<RuleSet>() {
        return Ok(compiled.get().0.clone());
    }
    if rules.cast::<PyString>().is_ok_and(|name| name == "9x9") {
        return Ok(Engine::classic(backend(py)?));
    }
    let compiled = COMPILED.import(py, "bitdoku.rules._rules", "compiled")?.call1((rules,))?;
    Ok(compiled.cast::<RuleSet>()?.get().0.clone())
}

#[pymethods]
impl RuleSet {
    /// A board of `side` rows with `digits` digits, by default as many, and constraints: tuples that begin with the name of a
    /// primitive. With the rows and columns of a box, the constraints of rows, columns and boxes are added.
    #[new]
    #[pyo3(signature = (side, constraints, r#box = None, digits = None), text_signature = "(side, constraints, box=None, digits=None)")]
    fn new(
        py: Python<'_>,
        side: usize,
        constraints: Vec<Bound<'_, PyAny>>,
        r#box: Option<(usize, usize)>,
        digits: Option<usize>,
    ) -> PyResult<RuleSet> {
        let read = |(i, item): (usize, &Bound<'_, PyAny>)| {
            constraint(item).map_err(|error| {
                PyValueError::new_err(format!("constraints[{i}]: {}", error.value(py)))
            })
        };
        let constraints: Vec<Constraint> =
            constraints.iter().enumerate().map(read).collect::<PyResult<_>>()?;
        let backend = backend(py)?;
        let engine =
            py.detach(|| Engine::new(side, digits.unwrap_or(side), r#box, constraints, backend));
        Ok(RuleSet(engine.map_err(|fault| PyValueError::new_err(fault.to_string()))?))
    }
}

/// Reads each item of a sequence: for tuples and lists, which it mostly is, in half the time of `extract`.
fn each<'py, T>(
    sequence: &Bound<'py, PyAny>,
    read: impl Fn(Borrowed<'_, 'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let tuple = match (sequence.cast::<PyTuple>(), sequence.cast::<PyList>()) {
        (Ok(tuple), _) => tuple.clone(),
        (_, Ok(list)) => list.to_tuple(),
        _ => PyTuple::new(sequence.py(), sequence.extract::<Vec<Bound<'py, PyAny>>>()?)?,
    };
    let mut items = Vec::with_capacity(tuple.len());
    for item in tuple.iter_borrowed() {
        items.push(read(item)?);
    }
    Ok(items)
}

/// Numbers of cells or states. Negative ones are an error, which `usize` tells.
fn numbers(sequence: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    each(sequence, |item| match item.extract::<i64>() {
        Ok(number @ 0..) => Ok(number as usize),
        _ => item.extract(),
    })
}

/// One constraint, from a tuple that begins with its name.
pub fn constraint(item: &Bound<'_, PyAny>) -> PyResult<Constraint> {
    let tuple = item.cast::<PyTuple>()?;
    let name = tuple.get_item(0)?;
    let name = name.cast::<PyString>()?.to_str()?;
    let arguments = tuple.len() - 1;
    let expect = |wanted: usize| match arguments == wanted {
        true => Ok(()),
        false => Err(PyValueError::new_err(format!(
            "constraint '{name}' has {arguments} arguments; expected {wanted}"
        ))),
    };
    let at = |i: usize| tuple.get_item(i);
    match name {
        "allowed" => {
            expect(2)?;
            Ok(Constraint::Allowed { cell: at(1)?.extract()?, digits: at(2)?.extract()? })
        }
        "different" => {
            // With a name: three items.
            if arguments != 2 {
                expect(1)?;
            }
            let name: Option<String> = if arguments == 2 { at(2)?.extract()? } else { None };
            Ok(Constraint::Different { cells: numbers(&at(1)?)?, name: name.map(Arc::from) })
        }
        "related" => {
            expect(2)?;
            let pairs = each(&at(1)?, |pair| pair.extract())?;
            Ok(Constraint::Related { pairs, table: at(2)?.extract()? })
        }
        "total" => {
            expect(4)?;
            Ok(Constraint::Total {
                cells: numbers(&at(1)?)?,
                sum: at(2)?.extract()?,
                weights: at(3)?.extract()?,
                no_repeat: at(4)?.extract()?,
            })
        }
        "accepted" => {
            expect(5)?;
            Ok(Constraint::Accepted {
                cells: numbers(&at(1)?)?,
                states: at(2)?.extract()?,
                start: at(3)?.extract()?,
                accepting: numbers(&at(4)?)?,
                transitions: each(&at(5)?, |row| each(&row, |to| to.extract()))?,
            })
        }
        other => Err(PyValueError::new_err(format!(
            "constraint '{other}' is not understood; known are 'allowed', 'different', 'related', 'total', 'accepted'"
        ))),
    }
}
