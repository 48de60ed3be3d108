//! Takes arrays and their type out of Python's capsules. A named unsafe island.
//!
//! ```text
//!   __arrow_c_array__()  -> (capsule of a schema, capsule of an array)     one array
//!   __arrow_c_stream__() -> capsule of a stream                            a schema, then arrays until one is empty
//! ```
//!
//! A struct is moved by copying it and clearing `release` in the old place; this is how an array leaves its capsule, which
//! then holds a released struct, as the protocol asks. Schemas are only read.

#![expect(unsafe_code, reason = "structs of the Arrow C interface")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use arrow_data::ffi::FFI_ArrowArray;
use arrow_schema::DataType;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::critical_section::with_critical_section;
use pyo3::types::PyCapsule;

use crate::python::allocate::{collected, make_room, out_of_memory};

use super::column::{Chunk, holds_puzzles};

/// Arrays of one type, one after the other: the struct of the interface, which arrow-rs has only beside its typed arrays.
#[repr(C)]
pub(super) struct Stream {
    pub get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut FFI_ArrowSchema) -> c_int>,
    pub get_next: Option<unsafe extern "C" fn(*mut Stream, *mut FFI_ArrowArray) -> c_int>,
    pub get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    pub release: Option<unsafe extern "C" fn(*mut Stream)>,
    pub private_data: *mut c_void,
}

// SAFETY: the interface lets any thread call a stream, one at a time.
unsafe impl Send for Stream {}

impl Stream {
    const RELEASED: Stream = Stream {
        get_schema: None,
        get_next: None,
        get_last_error: None,
        release: None,
        private_data: ptr::null_mut(),
    };

    /// The error for a code that is not 0.
    fn error(&mut self, code: c_int) -> PyErr {
        // The protocol's codes are those of errno.
        const ENOMEM: c_int = if cfg!(target_os = "emscripten") { 48 } else { 12 };
        if code == ENOMEM {
            return out_of_memory();
        }
        let message = self.get_last_error.map_or(ptr::null(), |get_last_error| {
            // SAFETY: the stream's own function; the stream has not been released.
            unsafe { get_last_error(self) }
        });
        let message = match message.is_null() {
            true => c"",
            // SAFETY: a text that lives until the next call on the stream.
            false => unsafe { CStr::from_ptr(message) },
        };
        let message = message.to_string_lossy();
        let message = if message.is_empty() { "no reason given" } else { &message };
        PyValueError::new_err(format!("the Arrow stream failed: {message}"))
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: the struct's own function, which has not been called: that clears the field.
            unsafe { release(self) }
        }
    }
}

/// The chunks of an Arrow producer and their type; `None` if `object` is not a producer. The type is looked at before any
/// array is read.
///
/// # Errors
/// A type that holds no puzzles, a producer that fails or breaks the protocol.
pub fn import(name: &str, object: &Bound<'_, PyAny>) -> PyResult<Option<(DataType, Vec<Chunk>)>> {
    let Some((data_type, arrays)) = arrays(name, object, holds_puzzles)? else { return Ok(None) };
    let chunk = |array: FFI_ArrowArray| {
        // SAFETY: the producer promises that the array is of the type of its schema.
        let chunk = catch_unwind(AssertUnwindSafe(|| unsafe { Chunk::new(array, &data_type) }));
        chunk.ok().flatten().ok_or_else(|| lacking(name))
    };
    let mut chunks = collected(arrays.len(), std::iter::empty())?;
    for array in arrays {
        chunks.push(chunk(array)?);
    }
    Ok(Some((data_type, chunks)))
}

/// The arrays of an Arrow producer and their type; `None` if `object` is not a producer.
///
/// # Errors
/// A type that `accepts` refuses, a producer that fails or breaks the protocol.
pub(super) fn arrays(
    name: &str,
    object: &Bound<'_, PyAny>,
    accepts: Accepts,
) -> PyResult<Option<(DataType, Vec<FFI_ArrowArray>)>> {
    let py = object.py();
    let capsules = |method| -> PyResult<Option<Bound<'_, PyAny>>> {
        object.getattr_opt(method)?.map(|method| method.call0()).transpose()
    };
    let no_capsule = |method: &str| {
        PyTypeError::new_err(format!("{method}() of the puzzles returned no Arrow capsules"))
    };
    if let Some(pair) = capsules(intern!(py, "__arrow_c_array__"))? {
        let (schema, array) = pair.extract().map_err(|_| no_capsule("__arrow_c_array__"))?;
        let (data_type, array) = read_array(name, &schema, &array, accepts)?;
        Ok(Some((data_type, vec![array])))
    } else if let Some(stream) = capsules(intern!(py, "__arrow_c_stream__"))? {
        let stream = stream.cast_into().map_err(|_| no_capsule("__arrow_c_stream__"))?;
        read_stream(name, &stream, accepts).map(Some)
    } else {
        Ok(None)
    }
}

/// Tells whether a caller can use arrays of a type.
type Accepts = fn(&DataType) -> bool;

/// The error for a producer that breaks the protocol. The Arrow crates assert what they expect of a struct (a format, a
/// table of buffers, children) and panic otherwise.
fn lacking(name: &str) -> PyErr {
    PyValueError::new_err(format!("{name} is an Arrow array that lacks a part of its type"))
}

/// The type that a schema describes, if the caller accepts it.
fn type_of(name: &str, schema: &FFI_ArrowSchema, accepts: Accepts) -> PyResult<DataType> {
    let read = catch_unwind(AssertUnwindSafe(|| DataType::try_from(schema)));
    let found = match read.map_err(|_| lacking(name))? {
        Ok(data_type) if accepts(&data_type) => return Ok(data_type),
        Ok(data_type) => data_type.to_string(),
        Err(_) => format!("{:?}", schema.format()),
    };
    // A table is a struct of all its columns.
    let shown = if found.chars().count() <= 60 {
        found
    } else {
        found.chars().take(60).chain(['…']).collect()
    };
    Err(PyTypeError::new_err(format!(
        "{name} is Arrow data of type {shown}; expected a column of strings, or of lists of integers"
    )))
}

fn used(what: &str) -> PyErr {
    PyValueError::new_err(format!("the Arrow {what} has been read already"))
}

fn read_array(
    name: &str,
    schema: &Bound<'_, PyCapsule>,
    capsule: &Bound<'_, PyCapsule>,
    accepts: Accepts,
) -> PyResult<(DataType, FFI_ArrowArray)> {
    let schema = schema.pointer_checked(Some(c"arrow_schema"))?.cast::<FFI_ArrowSchema>();
    let array = capsule.pointer_checked(Some(c"arrow_array"))?.cast::<FFI_ArrowArray>();
    // Another thread may have the same capsules.
    with_critical_section(capsule, || {
        // SAFETY: the capsules' names, which were checked, say what the pointers are, and the capsules outlive this
        // function.
        let (schema, held) = unsafe { (schema.as_ref(), array.as_ref()) };
        // Whoever read the pair before has released the array, and maybe the schema.
        if held.is_released() || schema.release.is_none() {
            return Err(used("array"));
        }
        let data_type = type_of(name, schema, accepts)?;
        // SAFETY: as before; `held` is not used any more.
        Ok((data_type, unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) }))
    })
}

fn read_stream(
    name: &str,
    capsule: &Bound<'_, PyCapsule>,
    accepts: Accepts,
) -> PyResult<(DataType, Vec<FFI_ArrowArray>)> {
    let pointer = capsule.pointer_checked(Some(c"arrow_array_stream"))?.cast::<Stream>();
    // SAFETY: the capsule's name, which was checked, says what the pointer is. A released struct is left there.
    // Another thread may have the same capsule.
    let take = || unsafe { pointer.replace(Stream::RELEASED) };
    let mut stream = with_critical_section(capsule, take);
    let (Some(get_schema), Some(get_next), Some(_)) =
        (stream.get_schema, stream.get_next, stream.release)
    else {
        return Err(used("stream"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the stream's own function; the stream has not been released.
    let code = unsafe { get_schema(&mut stream, &mut schema) };
    if code != 0 {
        return Err(stream.error(code));
    }
    let data_type = type_of(name, &schema, accepts)?;
    let mut arrays = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as for the schema.
        let code = unsafe { get_next(&mut stream, &mut array) };
        if code != 0 {
            return Err(stream.error(code));
        }
        if array.is_released() {
            return Ok((data_type, arrays));
        }
        make_room(&mut arrays, 1)?;
        arrays.push(array);
        // A stream may be endless.
        capsule.py().check_signals()?;
    }
}
