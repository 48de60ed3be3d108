//! Columns of any Arrow types as one table: a stream of a single batch. A named unsafe island.
//!
//! ```text
//!   columns: capsules of arrays ──moved──> children of a struct array ──> stream ──> capsule
//! ```
//!
//! The arrays are moved, not copied and not read, so every type that arrow-rs can name passes through.

#![expect(unsafe_code, reason = "structs of the Arrow C interface")]

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use arrow_data::ArrayData;
use arrow_data::ffi::FFI_ArrowArray;
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field, Fields};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::python::errors::exception;

use super::import::{Stream, arrays};

/// A capsule of a stream with one batch of these columns, each an Arrow array or a stream of one array.
#[pyfunction]
#[pyo3(name = "_arrow_stream")]
pub fn arrow_stream<'py>(
    py: Python<'py>,
    names: Vec<String>,
    columns: Vec<Bound<'py, PyAny>>,
    rows: usize,
) -> PyResult<Bound<'py, PyCapsule>> {
    let mut fields = Vec::new();
    let mut children = Vec::new();
    for (name, column) in names.into_iter().zip(&columns) {
        let (data_type, array) = one_array(&name, column)?;
        if array.len() != rows {
            let message = format!("column {name:?} has {} rows; expected {rows}", array.len());
            return Err(PyValueError::new_err(message));
        }
        fields.push(Field::new(name, data_type, true));
        children.push(Box::new(array));
    }
    let data_type = DataType::Struct(Fields::from(fields));
    // Fails for a name with NUL.
    let schema = FFI_ArrowSchema::try_from(&data_type)
        .map_err(|error| exception(py, "FormatError", error.to_string()))?;
    let contents = Box::new(Contents { schema: data_type, batch: Some(batch(children, rows)) });
    drop(schema);
    let stream = Stream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private_data: Box::into_raw(contents).cast(),
    };
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

fn one_array(name: &str, column: &Bound<'_, PyAny>) -> PyResult<(DataType, FFI_ArrowArray)> {
    let Some((data_type, mut arrays)) = arrays(name, column, |_| true)? else {
        return Err(PyTypeError::new_err(format!("column {name:?} is not an Arrow array")));
    };
    let array = match (arrays.pop(), arrays.is_empty()) {
        (Some(array), true) => array,
        (None, _) => FFI_ArrowArray::new(&ArrayData::new_empty(&data_type)),
        _ => return Err(PyValueError::new_err(format!("column {name:?} has several chunks"))),
    };
    Ok((data_type, array))
}

/// The private data of a stream.
struct Contents {
    schema: DataType,
    batch: Option<FFI_ArrowArray>,
}

/// The memory of a struct array: its children, and its list of buffers, whose only entry is an absent validity bitmap.
struct Owned {
    children: Vec<*mut FFI_ArrowArray>,
    buffers: [*const c_void; 1],
}

#[expect(clippy::vec_box, reason = "the interface has pointers to children")]
fn batch(children: Vec<Box<FFI_ArrowArray>>, rows: usize) -> FFI_ArrowArray {
    let children = children.into_iter().map(Box::into_raw).collect();
    let mut owned = Box::new(Owned { children, buffers: [ptr::null()] });
    FFI_ArrowArray {
        length: rows as i64,
        null_count: 0,
        offset: 0,
        n_buffers: 1,
        n_children: owned.children.len() as i64,
        buffers: owned.buffers.as_mut_ptr(),
        children: owned.children.as_mut_ptr(),
        dictionary: ptr::null_mut(),
        release: Some(release_batch),
        private_data: Box::into_raw(owned).cast(),
    }
}

unsafe extern "C" fn release_batch(array: *mut FFI_ArrowArray) {
    // SAFETY: the consumer passes an array that `batch` made and nobody has released, so the pointers are those of its
    // boxes. A child that the consumer has moved out is marked as released.
    unsafe {
        let owned = Box::from_raw((*array).private_data.cast::<Owned>());
        for &child in &owned.children {
            drop(Box::from_raw(child));
        }
        (*array).release = None;
    }
}

unsafe extern "C" fn get_schema(stream: *mut Stream, out: *mut FFI_ArrowSchema) -> c_int {
    const EINVAL: c_int = 22;
    // SAFETY: the consumer passes a stream of `arrow_stream` that is not released, and room for a schema.
    unsafe {
        let contents = &*(*stream).private_data.cast::<Contents>();
        match FFI_ArrowSchema::try_from(&contents.schema) {
            Ok(schema) => ptr::write(out, schema),
            Err(_) => return EINVAL,
        }
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut Stream, out: *mut FFI_ArrowArray) -> c_int {
    // SAFETY: as for `get_schema`. A released array marks the end.
    unsafe {
        let contents = &mut *(*stream).private_data.cast::<Contents>();
        ptr::write(out, contents.batch.take().unwrap_or_else(FFI_ArrowArray::empty));
    }
    0
}

unsafe extern "C" fn get_last_error(_: *mut Stream) -> *const c_char {
    ptr::null()
}

unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: the consumer passes a stream of `arrow_stream` that is not released.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<Contents>()));
        (*stream).release = None;
    }
}
