//! Arrow data from other libraries, through the Arrow C interface's capsules. A named unsafe island.
//!
//! A producer hands out structs of the C interface in capsules: an array with its schema
//! (`__arrow_c_array__`), or a stream of arrays (`__arrow_c_stream__`). Both are moved out of their capsules, which
//! then hold released structs, as the protocol asks. Buffers are used in place; nothing is copied.
//!
//! Results go the other way in the same structs. Their bytes lie in a fresh NumPy array, which has them in huge pages
//! where the system offers some, and are not looked at again: together 6 ns a row less, of 99, than a vector and
//! Arrow's own validation.
//!
//! The crate `pyo3-arrow` does the same and more; it cost 3 MB of the built module and two minutes of building for
//! the sake of these hundred lines, since it brings casts between all types along.

#![expect(unsafe_code, reason = "structs of the Arrow C interface")]

use std::ffi::CStr;
use std::panic::AssertUnwindSafe;
use std::ptr::NonNull;
use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, GenericStringArray, NullArray, OffsetSizeTrait, make_array};
use arrow_buffer::{Buffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// The chunks of an Arrow producer and their type; `None` where `object` is none.
///
/// `judge` looks at the type before any data are imported: not all that producers have can be.
pub fn import(
    object: &Bound<'_, PyAny>,
    judge: impl Fn(&DataType) -> PyResult<()>,
) -> PyResult<Option<(DataType, Vec<ArrayRef>)>> {
    let py = object.py();
    if object.hasattr(intern!(py, "__arrow_c_array__"))? {
        let pair = object.call_method0(intern!(py, "__arrow_c_array__"))?;
        let (schema, array) = pair.extract().map_err(|_| no_capsule("__arrow_c_array__"))?;
        let (data_type, array) = import_array(&schema, &array, judge)?;
        return Ok(Some((data_type, vec![array])));
    }
    if object.hasattr(intern!(py, "__arrow_c_stream__"))? {
        let stream = object.call_method0(intern!(py, "__arrow_c_stream__"))?;
        let stream = stream.cast_into().map_err(|_| no_capsule("__arrow_c_stream__"))?;
        return import_stream(&stream, judge).map(Some);
    }
    Ok(None)
}

fn no_capsule(method: &str) -> PyErr {
    PyTypeError::new_err(format!("{method}() of the puzzles gave no Arrow capsules"))
}

fn refused(error: ArrowError) -> PyErr {
    PyValueError::new_err(format!("Arrow data could not be imported: {error}"))
}

fn import_array(
    schema: &Bound<'_, PyCapsule>,
    array: &Bound<'_, PyCapsule>,
    judge: impl Fn(&DataType) -> PyResult<()>,
) -> PyResult<(DataType, ArrayRef)> {
    let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
    // SAFETY: the capsule's name, which was checked, says what the pointer is, and the capsule outlives this function.
    // Whoever read the pair before us has released the array, and maybe the schema, which must then not be looked at.
    if unsafe { array.as_ref() }.is_released() {
        return Err(PyValueError::new_err("the Arrow array has been read already"));
    }
    // SAFETY: as for the array.
    let data_type = DataType::try_from(unsafe { schema.as_ref() }).map_err(refused)?;
    judge(&data_type)?;
    // SAFETY: the same pointer; the array is moved out.
    let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
    // SAFETY: that the array's buffers are what its schema says is the producer's promise.
    let array = unsafe { array_of(array, &data_type) }?;
    Ok((data_type, array))
}

/// # Safety
/// The array's buffers are what the type says.
unsafe fn array_of(array: FFI_ArrowArray, data_type: &DataType) -> PyResult<ArrayRef> {
    if *data_type == DataType::Null {
        // Polars gives it a buffer, which the format does not know and the crate refuses.
        return Ok(Arc::new(NullArray::new(array.len())));
    }
    // SAFETY: the caller promises that the buffers are what the type says.
    let data = unsafe { from_ffi_and_data_type(array, data_type.clone()) };
    Ok(make_array(data.map_err(refused)?))
}

fn import_stream(
    capsule: &Bound<'_, PyCapsule>,
    judge: impl Fn(&DataType) -> PyResult<()>,
) -> PyResult<(DataType, Vec<ArrayRef>)> {
    let pointer = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: the capsule's name, which was checked, says what the pointer is. The stream is moved out.
    let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.as_ptr()) };
    let (Some(get_schema), Some(get_next), Some(_)) =
        (stream.get_schema, stream.get_next, stream.release)
    else {
        return Err(PyValueError::new_err("the Arrow stream has been read already"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the stream has its function for releasing, so that it is not released, and calls its own function.
    if unsafe { get_schema(&mut stream, &mut schema) } != 0 {
        return Err(stream_error(&mut stream));
    }
    let data_type = DataType::try_from(&schema).map_err(refused)?;
    judge(&data_type)?;
    let mut chunks = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: the same stream, which nobody but `stream` can release.
        if unsafe { get_next(&mut stream, &mut array) } != 0 {
            return Err(stream_error(&mut stream));
        }
        if array.is_released() {
            return Ok((data_type, chunks));
        }
        // SAFETY: that the array's buffers are what the stream's schema says is the producer's promise.
        chunks.push(unsafe { array_of(array, &data_type) }?);
    }
}

fn stream_error(stream: &mut FFI_ArrowArrayStream) -> PyErr {
    let message = stream.get_last_error.and_then(|get_last_error| {
        // SAFETY: the stream calls its own function; its text lives until the next call on the stream.
        unsafe {
            let text = get_last_error(stream);
            (!text.is_null()).then(|| CStr::from_ptr(text).to_string_lossy().into_owned())
        }
    });
    PyValueError::new_err(format!(
        "the Arrow stream failed: {}",
        message.unwrap_or_else(|| "no reason given".to_owned())
    ))
}

/// The bytes of an array that nobody else knows, and that nobody writes any more: `ArrowForm::export`, the one caller,
/// takes the call's own result when the workers are done with it.
pub fn buffer_of(array: Bound<'_, PyArrayDyn<u8>>) -> Buffer {
    assert!(array.is_c_contiguous());
    let Some(start) = NonNull::new(array.data()).filter(|_| !array.is_empty()) else {
        return Buffer::from(&[]);
    };
    let (length, owner) = (array.len(), Arc::new(AssertUnwindSafe(array.unbind())));
    // SAFETY: the array has so many bytes, one after the other as asserted, and the owner keeps them allocated; the
    // caller has seen to it that they do not change any more.
    unsafe { Buffer::from_custom_allocation(start, length, owner) }
}

/// Strings of 81 characters each, `lines` being what [`line`](super::text::line) made.
pub fn strings<O: OffsetSizeTrait>(lines: Buffer, count: usize) -> GenericStringArray<O> {
    assert!(count == 0 || lines.len() % count == 0);
    let offsets = OffsetBuffer::from_repeated_length(lines.len() / count.max(1), count);
    // SAFETY: the bytes are digits and dots, or still the zeros of a new array, so that they are UTF-8 wherever they
    // are cut; the last offset is the length, as asserted.
    unsafe { GenericStringArray::new_unchecked(offsets, lines, None) }
}

/// An array of ours, for the constructors of other libraries to take.
#[pyclass(module = "bitdoku._core", name = "_ArrowExport", frozen)]
pub struct Exported(pub ArrayRef);

#[pymethods]
impl Exported {
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // A producer may ignore the request: the consumer then casts.
        let _ = requested_schema;
        let data = self.0.to_data();
        let schema = FFI_ArrowSchema::try_from(data.data_type()).map_err(refused)?;
        Ok((
            PyCapsule::new_with_value(py, schema, SCHEMA)?,
            PyCapsule::new_with_value(py, FFI_ArrowArray::new(&data), ARRAY)?,
        ))
    }
}
