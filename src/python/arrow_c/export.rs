//! Makes arrays of results for other libraries. A named unsafe island.
//!
//! Results lie in a fresh NumPy array, which has its bytes in huge pages if the system offers some. They are handed out
//! in place: an exported struct holds a reference to the array until the consumer releases it.

#![expect(unsafe_code, reason = "structs of the Arrow C interface")]

use std::any::Any;
use std::ffi::{CStr, CString, c_void};
use std::ops::Range;
use std::panic::AssertUnwindSafe;
use std::ptr;
use std::sync::Arc;

use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::abi::{ARRAY, ArrowArray, ArrowSchema, NULLABLE, SCHEMA};
use super::types::Item;

/// An array of ours, for the constructors of other libraries to take.
#[pyclass(module = "bitdoku._core", name = "_ArrowExport", frozen)]
pub struct Exported(pub Arc<Array>);

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
        Ok((
            PyCapsule::new_with_value(py, schema(&self.0, c"", true), SCHEMA)?,
            PyCapsule::new_with_value(py, array(&self.0), ARRAY)?,
        ))
    }
}

/// An array without nulls.
pub struct Array {
    /// Its type in the notation of the C interface.
    pub format: CString,
    /// How many rows.
    pub rows: usize,
    /// Its buffers after the first, which would tell nulls.
    pub buffers: Vec<Bytes>,
    /// Items of lists.
    pub child: Option<Child>,
}

/// The items of lists.
pub struct Child {
    /// Their field.
    pub item: Item,
    /// The items.
    pub array: Arc<Array>,
}

/// Bytes that do not change any more, and their owner.
#[derive(Clone)]
pub struct Bytes {
    start: *const u8,
    length: usize,
    _owner: Arc<dyn Any + Send + Sync>,
}

// SAFETY: the bytes do not change, and the owner may be dropped anywhere.
unsafe impl Send for Bytes {}
// SAFETY: as for `Send`.
unsafe impl Sync for Bytes {}

impl Bytes {
    /// The bytes of these values.
    pub fn new<T: bytemuck::NoUninit + Send + Sync>(values: Vec<T>) -> Bytes {
        let bytes: &[u8] = bytemuck::cast_slice(&values);
        // A vector can move; its values stay where they are.
        Bytes { start: bytes.as_ptr(), length: bytes.len(), _owner: Arc::new(values) }
    }

    /// The bytes of an array that nobody else knows, and that nobody writes any more: `ArrowForm::export`, the one
    /// caller, takes the call's own result when the workers are done with it.
    pub fn of_array(array: Bound<'_, PyArrayDyn<u8>>) -> Bytes {
        assert!(array.is_c_contiguous());
        let (start, length) = (array.data().cast_const(), array.len());
        Bytes { start, length, _owner: Arc::new(AssertUnwindSafe(array.unbind())) }
    }

    /// Some of the bytes.
    ///
    /// # Panics
    /// If they are not among these.
    pub fn slice(&self, range: Range<usize>) -> Bytes {
        let part = &self.as_slice()[range];
        Bytes { start: part.as_ptr(), length: part.len(), _owner: self._owner.clone() }
    }

    /// The bytes.
    pub fn as_slice(&self) -> &[u8] {
        if self.length == 0 {
            return &[];
        }
        // SAFETY: the owner keeps them; whoever made this has seen to it that they do not change.
        unsafe { std::slice::from_raw_parts(self.start, self.length) }
    }
}

/// What an exported struct points to.
struct Parts<S> {
    // The buffers and the format, the name, the pointers to the buffers: held, not read.
    _array: Arc<Array>,
    _name: CString,
    pointers: Vec<*const c_void>,
    child: *mut S,
}

impl<S> Drop for Parts<S> {
    fn drop(&mut self) {
        if !self.child.is_null() {
            // SAFETY: made by `Box::into_raw`. A consumer may have moved the child out, which then is a released struct.
            drop(unsafe { Box::from_raw(self.child) });
        }
    }
}

macro_rules! releasing {
    ($name:ident, $struct:ident) => {
        /// # Safety
        /// The struct is one of ours, and has not been released.
        unsafe extern "C" fn $name(released: *mut $struct) {
            // SAFETY: as the caller promises, its private data are the parts that were made for it.
            unsafe {
                drop(Box::from_raw((*released).private_data.cast::<Parts<$struct>>()));
                (*released).release = None;
            }
        }
    };
}

releasing!(release_schema, ArrowSchema);
releasing!(release_array, ArrowArray);

fn schema(array: &Arc<Array>, name: &CStr, nullable: bool) -> ArrowSchema {
    let child = |child: &Child| {
        Box::into_raw(Box::new(schema(&child.array, &child.item.name, child.item.nullable)))
    };
    let parts = Box::new(Parts {
        _array: array.clone(),
        _name: name.to_owned(),
        pointers: Vec::new(),
        child: array.child.as_ref().map_or(ptr::null_mut(), child),
    });
    let name = parts._name.as_ptr();
    let parts = Box::into_raw(parts);
    ArrowSchema {
        format: array.format.as_ptr(),
        name,
        flags: if nullable { NULLABLE } else { 0 },
        n_children: array.child.is_some().into(),
        // SAFETY: the parts were just made, and live until the struct is released.
        children: unsafe { &raw mut (*parts).child },
        release: Some(release_schema),
        private_data: parts.cast(),
        ..ArrowSchema::released()
    }
}

fn array(array: &Arc<Array>) -> ArrowArray {
    let child = |child: &Child| Box::into_raw(Box::new(self::array(&child.array)));
    let mut pointers = vec![ptr::null()];
    pointers.extend(array.buffers.iter().map(|buffer| buffer.as_slice().as_ptr().cast()));
    let parts = Box::new(Parts {
        _array: array.clone(),
        _name: CString::default(),
        pointers,
        child: array.child.as_ref().map_or(ptr::null_mut(), child),
    });
    let buffers = parts.pointers.as_ptr();
    let parts = Box::into_raw(parts);
    ArrowArray {
        length: array.rows as i64,
        n_buffers: array.buffers.len() as i64 + 1,
        buffers,
        n_children: array.child.is_some().into(),
        // SAFETY: the parts were just made, and live until the struct is released.
        children: unsafe { &raw mut (*parts).child },
        release: Some(release_array),
        private_data: parts.cast(),
        ..ArrowArray::released()
    }
}
