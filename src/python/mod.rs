//! The extension module `bitdoku._core`: the only room that knows Python.

use pyo3::prelude::*;

#[pymodule]
mod _core {
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
