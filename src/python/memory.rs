//! What the functions do where memory runs out: they raise MemoryError, and neither panic nor end the process.
//!
//! Rust's own memory is looked after by the reserve (arch/reserve.rs). Python's is not: where no object can be made, PyO3
//! panics, and if the exception for that cannot be made either, it panics again, which ends the process. Therefore the
//! functions that work on puzzles run inside [`or_memory_error`]. It cannot help with what PyO3 makes of the arguments.

#![forbid(unsafe_code)]

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::Ordering;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::control::OUT_OF_MEMORY;

use super::arch::reserve;

/// The message of PyO3's panic.
const NO_OBJECT: &str = "PyObject pointer is null";

thread_local! {
    /// Whether a panic of this thread comes to [`caught`].
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Runs the body of a function, and makes its error, for which there may be no memory either.
///
/// # Errors
/// The body's, or MemoryError if an object of Python's could not be made.
pub fn or_memory_error<T>(body: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let (mut body, mut value) = (Some(body), None);
    caught(&mut || {
        value = body.take().map(|body| body()).transpose()?;
        Ok(())
    })?;
    Ok(value.expect("the body has run"))
}

/// [`or_memory_error`] for any value: the only copy of its code.
fn caught(body: &mut dyn FnMut() -> PyResult<()>) -> PyResult<()> {
    let body = || {
        body().inspect_err(|error| {
            Python::attach(|py| _ = error.value(py));
        })
    };
    // What the body has changed is dropped with it, or was the caller's before, who sees an error as after any other.
    let outer = IS_CAUGHT.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(body));
    IS_CAUGHT.set(outer);
    result.unwrap_or_else(|cause| {
        match cause.downcast_ref() {
            // Without a message, which would need memory.
            Some(&NO_OBJECT) => Err(PyMemoryError::new_err(())),
            _ => panic::resume_unwind(cause),
        }
    })
}

/// Keeps [`NO_OBJECT`] from being printed where it is caught. Only panics of this module come here: it has its own standard
/// library.
pub fn silence_lack_of_objects() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
        if !IS_CAUGHT.get() || info.payload().downcast_ref() != Some(&NO_OBJECT) {
            print(info);
        }
    }));
}

/// Refuses to start work without a reserve of memory.
pub fn expect_memory() -> PyResult<()> {
    if reserve::is_ready() { Ok(()) } else { Err(out_of_memory()) }
}

/// What is done now and then while others work, or while lists are read: Python's signals are looked at, and memory.
pub fn check(py: Python<'_>) -> PyResult<()> {
    match OUT_OF_MEMORY.load(Ordering::Relaxed) {
        true => Err(out_of_memory()),
        false => py.check_signals(),
    }
}

/// Makes room for so many more items, which may be more than the reserve has.
pub fn make_room<T>(items: &mut Vec<T>, more: usize) -> PyResult<()> {
    items.try_reserve(more).map_err(|_| out_of_memory())
}

/// The items of an iterator that has so many.
pub fn collected<T>(count: usize, items: impl Iterator<Item = T>) -> PyResult<Vec<T>> {
    let mut all = Vec::new();
    all.try_reserve_exact(count).map_err(|_| out_of_memory())?;
    all.extend(items);
    Ok(all)
}

pub fn out_of_memory() -> PyErr {
    PyMemoryError::new_err("out of memory")
}
