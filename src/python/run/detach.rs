//! Work detached from the interpreter, on this thread or on workers, with periodic checks of signals.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;

use crate::control::{Control, Limits};
use crate::error::Error;
use crate::parallel::{self, Workers};

use crate::python::errors::core_error;

/// Detaches from the interpreter and processes `parts`; attaches periodically to check signals.
pub fn detach<T: Send>(
    py: Python<'_>,
    threads: usize,
    limits: Limits,
    parts: Vec<T>,
    work: impl Fn(T, &Control<'_>) -> Result<(), Error> + Sync,
) -> PyResult<()> {
    let result = detach_with(py, threads, limits, &|py| py.check_signals(), parts, work)?;
    result.map_err(|error| core_error(py, &error))
}

/// Detaches from the interpreter for a piece of work on this thread.
pub fn detach_once<T: Send>(
    py: Python<'_>,
    limits: Limits,
    work: impl Fn(&Control<'_>) -> Result<T, Error> + Sync,
) -> PyResult<T> {
    let done = Mutex::new(None);
    detach(py, 1, limits, vec![()], |(), control| {
        *done.lock().unwrap_or_else(PoisonError::into_inner) = Some(work(control)?);
        Ok(())
    })?;
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(done.expect("the work was done"))
}

/// [`detach`] with another periodic check, and with the error of the core.
pub fn detach_with<T: Send>(
    py: Python<'_>,
    threads: usize,
    limits: Limits,
    visit: &(dyn Fn(Python<'_>) -> PyResult<()> + Sync),
    parts: Vec<T>,
    work: impl Fn(T, &Control<'_>) -> Result<(), Error> + Sync,
) -> PyResult<Result<(), Error>> {
    let mut parts = parts.into_iter();
    detach_dyn(py, threads, limits, visit, &mut |workers| {
        parallel::for_each(workers, parts.by_ref(), &work)
    })
}

/// [`detach_with`] for any work.
fn detach_dyn(
    py: Python<'_>,
    threads: usize,
    limits: Limits,
    visit: &(dyn Fn(Python<'_>) -> PyResult<()> + Sync),
    work: &mut (dyn FnMut(Workers<'_>) -> Result<(), Error> + Send),
) -> PyResult<Result<(), Error>> {
    let signal: Mutex<Option<PyErr>> = Mutex::new(None);
    let result = py.detach(|| {
        let poll = || {
            Python::attach(|py| match visit(py) {
                Ok(()) => false,
                Err(error) => {
                    *signal.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    true
                }
            })
        };
        work(Workers { threads, limits, poll: Some(&poll) })
    });
    match (signal.into_inner().unwrap_or_else(PoisonError::into_inner), result) {
        (Some(error), _) => Err(error),
        (None, result) => Ok(result),
    }
}
