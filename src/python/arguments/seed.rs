//! `seed=`, in the forms that NumPy accepts.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyBool, PyType};

use crate::random::Key;

use super::{index, shown, wrong_kind};

/// The key of a seed: a whole number of at least 0, a `SeedSequence`, a `Generator` (which advances by eight 32-bit draws, so
/// that two calls differ), or None for entropy from the operating system.
///
/// An integer and its `SeedSequence` have the same key.
pub fn key(seed: &Bound<'_, PyAny>) -> PyResult<Key> {
    static SEQUENCE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static GENERATOR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = seed.py();
    let sequence = SEQUENCE.import(py, "numpy.random", "SeedSequence")?;
    if seed.is_none() {
        return state(&sequence.call0()?.call_method1("generate_state", (8,))?);
    }
    if seed.is_instance(sequence)? {
        return state(&seed.call_method1("generate_state", (8,))?);
    }
    if seed.is_instance(GENERATOR.import(py, "numpy.random", "Generator")?)? {
        let options = [
            ("size", 8u64.into_pyobject(py)?.into_any()),
            ("dtype", "u4".into_pyobject(py)?.into_any()),
        ];
        let args = (0, 1u64 << 32);
        return state(&seed.call_method("integers", args, Some(&options.into_py_dict(py)?))?);
    }
    let expected = "a whole number, a numpy SeedSequence or Generator, or None";
    let refuse = || wrong_kind("seed", seed, expected);
    if seed.is_instance_of::<PyBool>() {
        return Err(refuse());
    }
    let number = index(seed)?.ok_or_else(refuse)?;
    if number.lt(0)? {
        return Err(PyValueError::new_err(format!(
            "seed is {}; expected at least 0",
            shown(&number)
        )));
    }
    let bits: usize = number.call_method0("bit_length")?.extract()?;
    let bytes: Vec<u8> =
        number.call_method1("to_bytes", (4 * bits.div_ceil(32).max(1), "little"))?.extract()?;
    let words: Vec<u32> =
        bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    Ok(Key::from_integer(&words))
}

fn state(words: &Bound<'_, PyAny>) -> PyResult<Key> {
    let words = words.cast::<PyArray1<u32>>()?.to_vec()?;
    let words =
        words.try_into().map_err(|_| PyValueError::new_err("the seed gave too few words"))?;
    Ok(Key::from_state(words))
}
