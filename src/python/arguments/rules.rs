//! `rules=`, compiled.
//!
//! Python expands named rules into primitives (bitdoku/rules). A `RuleSet` compiles these once for each set of rules, and
//! caches later results: symmetries, grids to draw from.

use std::collections::HashMap;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::engine::Engine;
use crate::rules::{Constraint, Primitive};

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
    /// primitive. With `box`, the rows and columns of a box, constraints for rows, columns and boxes are added. The clues are
    /// equivalent constraints, each with a noun for explanations.
    #[new]
    #[pyo3(signature = (side, constraints, r#box = None, digits = None, clues = None), text_signature = "(side, constraints, box=None, digits=None, clues=None)")]
    fn new(
        py: Python<'_>,
        side: usize,
        constraints: Vec<Bound<'_, PyAny>>,
        r#box: Option<(usize, usize)>,
        digits: Option<usize>,
        clues: Option<Vec<Bound<'_, PyAny>>>,
    ) -> PyResult<RuleSet> {
        let mut reader = Reader::default();
        let constraints = reader.all(py, &constraints)?;
        let clues = clues.map(|clues| reader.all(py, &clues)).transpose()?;
        let (digits, backend) = (digits.unwrap_or(side), backend(py)?);
        let engine = py.detach(|| Engine::new(side, digits, r#box, constraints, clues, backend));
        Ok(RuleSet(engine.map_err(|fault| PyValueError::new_err(fault.to_string()))?))
    }
}

/// Constraints from tuples in the form of [`RuleSet`].
pub fn constraints(py: Python<'_>, items: &[Bound<'_, PyAny>]) -> PyResult<Vec<Constraint>> {
    Reader::default().all(py, items)
}

/// Reads each item of a sequence, for tuples and lists in half the time of `extract`.
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

/// Numbers of cells or states. Negative numbers are an error of `usize`.
fn numbers(sequence: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    each(sequence, |item| match item.extract::<i64>() {
        Ok(number @ 0..) => Ok(number as usize),
        _ => item.extract(),
    })
}

/// Reads constraints from tuples.
#[derive(Default)]
struct Reader {
    /// Transitions by the address of their tuple, which the constraints keep alive: automata often share them.
    transitions: HashMap<usize, Arc<[Vec<i64>]>>,
    /// Names by the address of their text.
    names: HashMap<usize, Arc<str>>,
}

impl Reader {
    fn all(&mut self, py: Python<'_>, items: &[Bound<'_, PyAny>]) -> PyResult<Vec<Constraint>> {
        let read = |(i, item): (usize, &Bound<'_, PyAny>)| {
            self.constraint(item).map_err(|error| {
                PyValueError::new_err(format!("constraints[{i}]: {}", error.value(py)))
            })
        };
        items.iter().enumerate().map(read).collect()
    }

    /// A constraint from a tuple of its kind, its arguments and optionally its name.
    fn constraint(&mut self, item: &Bound<'_, PyAny>) -> PyResult<Constraint> {
        let tuple = item.cast::<PyTuple>()?;
        let kind = tuple.get_item(0)?;
        let kind = kind.cast::<PyString>()?.to_str()?;
        let expected = match kind {
            "different" => 1,
            "allowed" | "related" => 2,
            "total" => 4,
            "accepted" => 5,
            other => {
                return Err(PyValueError::new_err(format!(
                    "constraint '{other}' is not understood; known are 'allowed', 'different', 'related', 'total', 'accepted'"
                )));
            }
        };
        let arguments = tuple.len() - 1;
        if arguments != expected && arguments != expected + 1 {
            return Err(PyValueError::new_err(format!(
                "constraint '{kind}' has {arguments} arguments; expected {expected}"
            )));
        }
        let at = |i: usize| tuple.get_item(i);
        let primitive = match kind {
            "allowed" => Primitive::Allowed { cell: at(1)?.extract()?, digits: at(2)?.extract()? },
            "different" => Primitive::Different { cells: numbers(&at(1)?)? },
            "related" => Primitive::Related {
                pairs: each(&at(1)?, |pair| pair.extract())?,
                table: at(2)?.extract()?,
            },
            "total" => Primitive::Total {
                cells: numbers(&at(1)?)?,
                sum: at(2)?.extract()?,
                weights: at(3)?.extract()?,
                no_repeat: at(4)?.extract()?,
            },
            _ => Primitive::Accepted {
                cells: numbers(&at(1)?)?,
                states: at(2)?.extract()?,
                start: at(3)?.extract()?,
                accepting: numbers(&at(4)?)?,
                transitions: self.transitions(&at(5)?)?,
            },
        };
        let name = if arguments > expected { self.name(&at(arguments)?)? } else { None };
        Ok(Constraint { primitive, name })
    }

    fn name(&mut self, text: &Bound<'_, PyAny>) -> PyResult<Option<Arc<str>>> {
        let address = text.as_ptr() as usize;
        if text.is_none() || self.names.contains_key(&address) {
            return Ok(self.names.get(&address).cloned());
        }
        let name: Arc<str> = text.cast::<PyString>()?.to_str()?.into();
        self.names.insert(address, Arc::clone(&name));
        Ok(Some(name))
    }

    fn transitions(&mut self, rows: &Bound<'_, PyAny>) -> PyResult<Arc<[Vec<i64>]>> {
        let address = rows.as_ptr() as usize;
        if let Some(known) = self.transitions.get(&address) {
            return Ok(Arc::clone(known));
        }
        let read: Arc<[Vec<i64>]> = each(rows, |row| each(&row, |to| to.extract()))?.into();
        self.transitions.insert(address, Arc::clone(&read));
        Ok(read)
    }
}
