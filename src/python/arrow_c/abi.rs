//! The three structs of the Arrow C interface, and their way through Python's capsules. A named unsafe island.
//!
//! ```text
//!   __arrow_c_array__()  -> (capsule of ArrowSchema, capsule of ArrowArray)     one array
//!   __arrow_c_stream__() -> capsule of ArrowArrayStream                         a schema, then arrays until one is empty
//! ```
//!
//! The layout of the structs is fixed by the specification (<https://arrow.apache.org/docs/format/CDataInterface.html>).
//! A struct owns what it points to until its `release` is called, which clears `release`. A struct is moved by copying
//! it and clearing `release` in the old place; this is how an array leaves its capsule, which then holds a released
//! struct, as the protocol asks. Schemas are only read.

#![expect(unsafe_code, reason = "structs of the Arrow C interface")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem;
use std::ptr::{self, NonNull};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

pub(super) const SCHEMA: &CStr = c"arrow_schema";
pub(super) const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// `ARROW_FLAG_NULLABLE`.
pub(super) const NULLABLE: i64 = 2;

/// The type of an array, as a tree.
#[repr(C)]
pub struct ArrowSchema {
    pub(super) format: *const c_char,
    pub(super) name: *const c_char,
    pub(super) metadata: *const c_char,
    pub(super) flags: i64,
    pub(super) n_children: i64,
    pub(super) children: *mut *mut ArrowSchema,
    pub(super) dictionary: *mut ArrowSchema,
    pub(super) release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    pub(super) private_data: *mut c_void,
}

/// The buffers of an array, as a tree of the same form.
#[repr(C)]
pub struct ArrowArray {
    pub(super) length: i64,
    pub(super) null_count: i64,
    pub(super) offset: i64,
    pub(super) n_buffers: i64,
    pub(super) n_children: i64,
    pub(super) buffers: *const *const c_void,
    pub(super) children: *mut *mut ArrowArray,
    pub(super) dictionary: *mut ArrowArray,
    pub(super) release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    pub(super) private_data: *mut c_void,
}

/// Arrays of one type, one after the other.
#[repr(C)]
pub struct ArrowArrayStream {
    get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    private_data: *mut c_void,
}

macro_rules! owning {
    ($($name:ident),*) => {$(
        impl $name {
            /// A struct that owns nothing, for others to fill.
            pub(super) fn released() -> $name {
                // SAFETY: integers, pointers and optional functions may all be zero.
                unsafe { mem::zeroed() }
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: the struct's own function, which has not been called: that clears the field.
                    unsafe { release(self) }
                }
            }
        }

        // SAFETY: the interface lets any thread use a struct and release it, and what it points to does not change.
        unsafe impl Send for $name {}
        // SAFETY: as for `Send`; what takes a shared reference only reads.
        unsafe impl Sync for $name {}
    )*};
}

owning!(ArrowSchema, ArrowArray, ArrowArrayStream);

/// Moves a struct out of its capsule.
///
/// # Safety
/// The pointer is that of a capsule whose name says that it holds such a struct.
unsafe fn take<T>(capsule: NonNull<c_void>, released: T) -> T {
    // SAFETY: as the caller promises. A released struct is all that stays behind.
    unsafe { capsule.cast::<T>().replace(released) }
}

impl ArrowSchema {
    /// The type in the notation of the interface; empty if there is none.
    pub fn format(&self) -> &CStr {
        // SAFETY: a text that the struct owns.
        unsafe { text(self.format) }
    }

    /// The name of the field; empty if it has none.
    pub fn name(&self) -> &CStr {
        // SAFETY: a text that the struct owns.
        unsafe { text(self.name) }
    }

    /// Whether the field may be null.
    pub fn is_nullable(&self) -> bool {
        self.flags & NULLABLE != 0
    }

    /// How many children there are.
    pub fn child_count(&self) -> i64 {
        self.n_children
    }

    /// The first child: the items of lists.
    pub fn child(&self) -> Option<&ArrowSchema> {
        let any = self.n_children > 0 && !self.children.is_null();
        // SAFETY: there are so many children, and the struct owns them.
        if any { unsafe { (*self.children).as_ref() } } else { None }
    }

    /// The type of a dictionary's values.
    pub fn dictionary(&self) -> Option<&ArrowSchema> {
        // SAFETY: null, or owned by this struct.
        unsafe { self.dictionary.as_ref() }
    }
}

/// # Safety
/// The pointer is null, or that of a C string which outlives the result.
unsafe fn text<'a>(start: *const c_char) -> &'a CStr {
    // SAFETY: as the caller promises.
    if start.is_null() { c"" } else { unsafe { CStr::from_ptr(start) } }
}

impl ArrowArray {
    /// How many rows, and how many come before them in the buffers.
    pub fn rows(&self) -> Option<(usize, usize)> {
        Some((self.length.try_into().ok()?, self.offset.try_into().ok()?))
    }

    /// Whether the producer says that no row is null.
    pub fn is_without_nulls(&self) -> bool {
        self.null_count == 0
    }

    /// How many buffers there are.
    pub fn buffer_count(&self) -> usize {
        if self.buffers.is_null() { 0 } else { self.n_buffers.try_into().unwrap_or(0) }
    }

    /// The start of a buffer; `None` if there is no such buffer.
    pub fn buffer(&self, index: usize) -> Option<NonNull<c_void>> {
        // SAFETY: there are so many pointers.
        let start = (index < self.buffer_count()).then(|| unsafe { *self.buffers.add(index) })?;
        NonNull::new(start.cast_mut())
    }

    /// The first child: the items of lists.
    pub fn child(&self) -> Option<&ArrowArray> {
        let any = self.n_children > 0 && !self.children.is_null();
        // SAFETY: there are so many children, and the struct owns them.
        if any { unsafe { (*self.children).as_ref() } } else { None }
    }

    /// The values of a dictionary.
    pub fn dictionary(&self) -> Option<&ArrowArray> {
        // SAFETY: null, or owned by this struct.
        unsafe { self.dictionary.as_ref() }
    }
}

/// The arrays of an Arrow producer and what `judge` makes of their type; `None` if `object` is not a producer. The type
/// is judged before any array is read.
pub fn import<T>(
    object: &Bound<'_, PyAny>,
    judge: impl Fn(&ArrowSchema) -> PyResult<T>,
) -> PyResult<Option<(T, Vec<ArrowArray>)>> {
    let py = object.py();
    if object.hasattr(intern!(py, "__arrow_c_array__"))? {
        let pair = object.call_method0(intern!(py, "__arrow_c_array__"))?;
        let (schema, array) = pair.extract().map_err(|_| no_capsule("__arrow_c_array__"))?;
        return import_array(&schema, &array, judge).map(Some);
    }
    if object.hasattr(intern!(py, "__arrow_c_stream__"))? {
        let stream = object.call_method0(intern!(py, "__arrow_c_stream__"))?;
        let stream = stream.cast_into().map_err(|_| no_capsule("__arrow_c_stream__"))?;
        return import_stream(&stream, judge).map(Some);
    }
    Ok(None)
}

fn no_capsule(method: &str) -> PyErr {
    PyTypeError::new_err(format!("{method}() of the puzzles returned no Arrow capsules"))
}

fn used(what: &str) -> PyErr {
    PyValueError::new_err(format!("the Arrow {what} has been read already"))
}

fn import_array<T>(
    schema: &Bound<'_, PyCapsule>,
    array: &Bound<'_, PyCapsule>,
    judge: impl Fn(&ArrowSchema) -> PyResult<T>,
) -> PyResult<(T, Vec<ArrowArray>)> {
    let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<ArrowSchema>();
    let array = array.pointer_checked(Some(ARRAY))?;
    // SAFETY: the capsule's name, which was checked, says what the pointer is, and the capsule outlives this function.
    let (schema, held) = unsafe { (schema.as_ref(), array.cast::<ArrowArray>().as_ref()) };
    // Whoever read the pair before has released the array, and maybe the schema.
    if held.release.is_none() || schema.release.is_none() {
        return Err(used("array"));
    }
    let judged = judge(schema)?;
    // SAFETY: the capsule's name was checked; `held` is not used any more.
    let array = unsafe { take(array, ArrowArray::released()) };
    Ok((judged, vec![array]))
}

fn import_stream<T>(
    capsule: &Bound<'_, PyCapsule>,
    judge: impl Fn(&ArrowSchema) -> PyResult<T>,
) -> PyResult<(T, Vec<ArrowArray>)> {
    let pointer = capsule.pointer_checked(Some(STREAM))?;
    // SAFETY: the capsule's name, which was checked, says what the pointer is.
    let mut stream = unsafe { take(pointer, ArrowArrayStream::released()) };
    let (Some(get_schema), Some(get_next), Some(_)) =
        (stream.get_schema, stream.get_next, stream.release)
    else {
        return Err(used("stream"));
    };
    let mut schema = ArrowSchema::released();
    // SAFETY: the stream's own function; the stream has not been released.
    if unsafe { get_schema(&mut stream, &mut schema) } != 0 {
        return Err(stream_error(&mut stream));
    }
    let judged = judge(&schema)?;
    let mut arrays = Vec::new();
    loop {
        let mut array = ArrowArray::released();
        // SAFETY: as for the schema.
        if unsafe { get_next(&mut stream, &mut array) } != 0 {
            return Err(stream_error(&mut stream));
        }
        if array.release.is_none() {
            return Ok((judged, arrays));
        }
        arrays.push(array);
    }
}

fn stream_error(stream: &mut ArrowArrayStream) -> PyErr {
    let message = stream.get_last_error.map_or(ptr::null(), |get_last_error| {
        // SAFETY: the stream's own function; the stream has not been released.
        unsafe { get_last_error(stream) }
    });
    // SAFETY: the text lives until the next call on the stream.
    let message = unsafe { text(message) }.to_string_lossy();
    let message = if message.is_empty() { "no reason given" } else { &message };
    PyValueError::new_err(format!("the Arrow stream failed: {message}"))
}
