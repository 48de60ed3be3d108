//! New numpy arrays, filled with zeros. `PyArray::zeros` of the numpy crate panics where memory runs out.

#![forbid(unsafe_code)]

use numpy::ndarray::Dimension;
use numpy::{Element, PyArray};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

/// `numpy.zeros(shape, dtype)`.
///
/// # Errors
/// MemoryError, or ValueError for a size beyond all addresses.
pub fn zeros<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    static ZEROS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let zeros = ZEROS.import(py, "numpy", "zeros")?;
    let array = zeros.call1((PyTuple::new(py, shape)?, T::get_dtype(py)))?;
    Ok(array.cast_into()?)
}
