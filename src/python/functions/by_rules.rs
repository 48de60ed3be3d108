//! Functions of rows that may have different rules: one call for each group of rows with the same rules.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::python::arguments::call::Keywords;

/// The result of `compute`, or for rows with different rules that of `bitdoku._by_rules.grouped`.
///
/// Only after an error is looked at the rules of the rows, so that all other calls are as fast as before. `more` are the
/// arguments beside `puzzles` that are no fields of [`Keywords`].
pub fn or_grouped<'py>(
    py: Python<'py>,
    function: &str,
    puzzles: &Bound<'py, PyAny>,
    keywords: &Keywords<'_, 'py>,
    more: &[(&str, Option<&Bound<'py, PyAny>>)],
    compute: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    compute().or_else(|error| {
        if keywords.rules.is_some() || error.get_type(py).name()? != "RulesError" {
            return Err(error);
        }
        let options = PyDict::new(py);
        let own = [
            ("symbols", keywords.symbols),
            ("threads", keywords.threads),
            ("budget", keywords.budget),
            ("malformed", keywords.malformed.given()),
        ];
        for (name, value) in own.into_iter().chain(more.iter().copied()) {
            if let Some(value) = value {
                options.set_item(name, value)?;
            }
        }
        let grouped =
            py.import(intern!(py, "bitdoku._by_rules"))?.getattr(intern!(py, "grouped"))?;
        grouped.call1((function, error.into_value(py), puzzles, options))
    })
}
