//! Vectors whose length is the caller's: MemoryError where there is no room for them.
//!
//! Rust ends the process where an ordinary allocation fails, so memory that grows with the input or the result is either a
//! numpy array or reserved here first.

#![forbid(unsafe_code)]

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

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
