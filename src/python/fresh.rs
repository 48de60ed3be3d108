//! New numpy arrays, filled with zeros. `PyArray::zeros` of the numpy crate panics where memory runs out.

#![forbid(unsafe_code)]

use numpy::ndarray::Dimension;
use numpy::{Element, PyArray, PyArray1, PyArrayMethods};
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

/// Finds the functions of numpy.
///
/// The numpy crate finds them when they are first used, in Python, and panics if a signal handler raises meanwhile.
/// Handlers run on the main thread only, so another thread does it.
///
/// # Errors
/// ImportError.
pub fn load_numpy(py: Python<'_>) -> PyResult<()> {
    py.import("numpy.lib")?;
    let load = || {
        Python::attach(|py| drop(PyArray1::<u8>::zeros(py, 1, false).readwrite()));
    };
    // If no thread can be started, the first call finds them.
    py.detach(|| std::thread::Builder::new().spawn(load).map(std::thread::JoinHandle::join)).ok();
    Ok(())
}
