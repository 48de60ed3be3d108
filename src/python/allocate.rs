//! Vectors and numpy arrays whose length is the caller's: MemoryError if they cannot be allocated.
//!
//! Rust ends the process where an ordinary allocation fails, and `PyArray::zeros` of the numpy crate panics. So memory that
//! grows with the input or the result is reserved here.

#![forbid(unsafe_code)]

use numpy::ndarray::Dimension;
use numpy::{Element, PyArray, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

/// Reserves space for `more` further items.
///
/// # Errors
/// MemoryError.
pub fn make_room<T>(items: &mut Vec<T>, more: usize) -> PyResult<()> {
    items.try_reserve(more).map_err(|_| out_of_memory())
}

/// The items of an iterator that yields `count` of them.
///
/// # Errors
/// MemoryError.
pub fn collected<T>(count: usize, items: impl Iterator<Item = T>) -> PyResult<Vec<T>> {
    let mut all = Vec::new();
    all.try_reserve_exact(count).map_err(|_| out_of_memory())?;
    all.extend(items);
    Ok(all)
}

/// The MemoryError.
pub fn out_of_memory() -> PyErr {
    PyMemoryError::new_err("out of memory")
}

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
