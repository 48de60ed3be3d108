//! The class `Transform`.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::symmetry::{self, Group};

use crate::python::arguments::call::Keywords;
use crate::python::arguments::{Word, below, kind, order, seed};

use super::symmetry::{apply, read_group};

fn not_composed(other: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!(
        "@ composes two Transforms, and this is {}; call a Transform to apply it: transform(puzzles)",
        kind(other)
    ))
}

/// A symmetry of Sudoku: one of 1,218,998,108,160 transformations of a puzzle to an equivalent one.
///
/// The puzzle is optionally transposed, then rows and columns are permuted, then digits are relabeled:
/// ``result[r, c] = digits[source[rows[r], columns[c]] - 1]``, where source is the puzzle or its transpose.
/// ``t(puzzles)`` applies the symmetry, ``t.inverse`` is its inverse, and ``(t @ u)(p)`` is ``t(u(p))``. Transforms are
/// immutable, hashable and picklable; two are equal if they transform every puzzle alike.
///
/// Parameters
/// ----------
/// transpose : bool
/// rows, columns : nine ints
///     For each row (column) of the result, the row (column) of the source. Bands and stacks stay together.
/// digits : nine ints
///     The new digits for 1 to 9.
///
/// Raises
/// ------
/// ValueError
///     An order contains a number twice or splits a band or stack.
///
/// Examples
/// --------
/// >>> import bitdoku as bd
/// >>> t = bd.Transform.random(5)
/// >>> t @ t.inverse == bd.Transform()
/// True
/// >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
/// >>> t(puzzle) == bd.shuffle(puzzle, seed=5)
/// True
#[pyclass(frozen, eq, hash, module = "bitdoku")]
#[derive(PartialEq, Eq, Hash)]
pub struct Transform(symmetry::Transform);

#[pymethods]
impl Transform {
    #[new]
    #[pyo3(signature = (transpose = Word::Default, rows = None, columns = None, digits = None))]
    #[pyo3(text_signature = "(transpose=False, rows=None, columns=None, digits=None)")]
    fn new(
        transpose: Word<'_, '_>,
        rows: Option<&Bound<'_, PyAny>>,
        columns: Option<&Bound<'_, PyAny>>,
        digits: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Transform> {
        let transpose = transpose.flag("transpose")?;
        let (rows, columns) = (order("rows", rows, 0)?, order("columns", columns, 0)?);
        let digits = order("digits", digits, 1)?;
        for (name, order, part) in [("rows", rows, "band"), ("columns", columns, "stack")] {
            if let Some(torn) =
                order.chunks(3).find(|three| three.iter().any(|k| k / 3 != three[0] / 3))
            {
                return Err(PyValueError::new_err(format!(
                    "{name} tear a {part} apart with {torn:?}; expected 0, 1, 2 side by side, and 3, 4, 5, and 6, 7, 8"
                )));
            }
        }
        symmetry::Transform::new(transpose, rows, columns, digits).map(Transform).ok_or_else(|| {
            PyValueError::new_err("rows, columns and digits are no symmetry of Sudoku")
        })
    }

    /// Draw a transformation uniformly: number `index` of the stream of `seed`.
    ///
    /// ``shuffle(puzzles, seed=seed)`` applies ``Transform.random(seed, i)`` to puzzle i.
    ///
    /// Parameters
    /// ----------
    /// seed : int, numpy SeedSequence, numpy Generator or None
    /// index : int
    /// group : {"all", "digits", "geometry"}
    #[staticmethod]
    #[pyo3(signature = (seed, index = None, *, group = Word::Default))]
    #[pyo3(text_signature = "(seed, index=0, *, group=\"all\")")]
    fn random(
        seed: &Bound<'_, PyAny>,
        index: Option<&Bound<'_, PyAny>>,
        group: Word<'_, '_>,
    ) -> PyResult<Transform> {
        let index = index.map_or(Ok(0), |index| below("index", index, 62))?;
        let group: Group = read_group(&group)?;
        Ok(Transform(symmetry::Transform::random(&seed::key(seed)?, group, index)))
    }

    /// Whether the puzzle is transposed before its rows and columns are permuted.
    #[getter]
    fn transpose(&self) -> bool {
        self.0.transposed()
    }

    /// Row r of the result is row ``rows[r]`` of the source.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.rows())
    }

    /// Column c of the result is column ``columns[c]`` of the source.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.columns())
    }

    /// Digit d becomes ``digits[d - 1]``.
    #[getter]
    fn digits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.digits()[1..])
    }

    /// The transformation that undoes this one.
    #[getter]
    fn inverse(&self) -> Transform {
        Transform(self.0.inverse())
    }

    /// Return the transformed puzzles in the form of the input.
    #[pyo3(signature = (puzzles, *, rules = None, symbols = None, threads = None, malformed = Word::Default))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        puzzles: &Bound<'py, PyAny>,
        rules: Option<&Bound<'py, PyAny>>,
        symbols: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
        malformed: Word<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let keywords = Keywords { rules, symbols, threads, malformed, ..Keywords::default() };
        apply(py, &self.0, puzzles, &keywords)
    }

    fn __matmul__(&self, first: &Bound<'_, PyAny>) -> PyResult<Transform> {
        match first.cast::<Transform>() {
            Ok(first) => Ok(Transform(self.0.after(&first.get().0))),
            Err(_) => Err(not_composed(first)),
        }
    }

    fn __rmatmul__(&self, last: &Bound<'_, PyAny>) -> PyResult<Transform> {
        Err(not_composed(last))
    }

    /// Makes numpy leave the operator `@` to this class.
    #[classattr]
    fn __array_ufunc__() -> Option<Py<PyAny>> {
        None
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, t) = (slf.py(), slf.get());
        let parts = (t.transpose(), t.rows(py)?, t.columns(py)?, t.digits(py)?);
        (slf.get_type(), parts).into_pyobject(py)
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let text = format!(
            "Transform(transpose={}, rows={}, columns={}, digits={})",
            if self.0.transposed() { "True" } else { "False" },
            self.rows(py)?.repr()?,
            self.columns(py)?.repr()?,
            self.digits(py)?.repr()?,
        );
        Ok(PyString::new(py, &text))
    }
}
