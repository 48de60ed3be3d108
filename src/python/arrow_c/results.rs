//! Arrays of results, of the type that [`of_results`] gives, for other libraries. A named unsafe island.
//!
//! Results lie in a fresh NumPy array, which has its bytes in huge pages if the system offers some. They are handed out
//! in place: an exported struct holds a reference to the array until the consumer releases it.

#![expect(unsafe_code, reason = "bytes of a NumPy array, and arrays that are not validated again")]

use std::panic::AssertUnwindSafe;
use std::ptr::NonNull;
use std::sync::Arc;

use arrow_buffer::{Buffer, NullBuffer, ScalarBuffer};
use arrow_data::ffi::FFI_ArrowArray;
use arrow_data::{ArrayData, ByteView, MAX_INLINE_VIEW_LEN};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::python::allocate::{collected, make_room, zeros};

/// An array of ours, for the constructors of other libraries to take.
#[pyclass(module = "bitdoku._core", name = "_ArrowExport", frozen)]
pub struct Exported(pub ArrayData);

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
        capsules(py, &self.0)
    }
}

/// The type and the array, for a consumer.
pub fn capsules<'py>(
    py: Python<'py>,
    array: &ArrayData,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let field = Field::new("", array.data_type().clone(), true);
    let schema = FFI_ArrowSchema::try_from(&field)
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok((
        PyCapsule::new_with_value(py, schema, c"arrow_schema")?,
        PyCapsule::new_with_value(py, FFI_ArrowArray::new(array), c"arrow_array")?,
    ))
}

/// The type of results for puzzles of a type, with `cells` cells each. Dictionaries are decoded and integers become uint8;
/// a column of nulls, which is what libraries make of an empty one, becomes text.
pub fn of_results(data_type: &DataType, cells: usize) -> DataType {
    let digits =
        |item: &Field| Arc::new(Field::new(item.name(), DataType::UInt8, item.is_nullable()));
    match data_type {
        DataType::List(item) => DataType::List(digits(item)),
        DataType::LargeList(item) => DataType::LargeList(digits(item)),
        DataType::FixedSizeList(item, _) => DataType::FixedSizeList(digits(item), cells as i32),
        DataType::Dictionary(_, values) => of_results(values, cells),
        DataType::Null => DataType::Utf8,
        text => text.clone(),
    }
}

/// A new NumPy array that nobody else can read or write until it is shared.
pub struct UnsharedArray<'py>(Bound<'py, PyArrayDyn<u8>>);

impl<'py> UnsharedArray<'py> {
    /// An array of zeros.
    ///
    /// # Errors
    /// As [`zeros`].
    pub fn zeros(py: Python<'py>, shape: &[usize]) -> PyResult<UnsharedArray<'py>> {
        zeros(py, shape).map(UnsharedArray)
    }

    /// Its bytes.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        assert!(self.0.is_c_contiguous());
        // SAFETY: the array is C-contiguous, and only `self` refers to it: `zeros` has just made it.
        unsafe { self.0.as_slice_mut().expect("a contiguous array") }
    }

    /// The array, for anybody.
    pub fn share(self) -> Bound<'py, PyArrayDyn<u8>> {
        self.0
    }

    /// Its bytes for an Arrow array, which keeps it and never writes.
    pub fn into_buffer(self) -> Buffer {
        assert!(self.0.is_c_contiguous());
        let length = self.0.len();
        let Some(start) = NonNull::new(self.0.data()).filter(|_| length > 0) else {
            return Buffer::default();
        };
        let owner = Arc::new(AssertUnwindSafe(self.0.unbind()));
        // SAFETY: the array is C-contiguous, its owner keeps it, and nobody else has a reference to write it.
        unsafe { Buffer::from_custom_allocation(start, length, owner) }
    }
}

/// Rows of `cells` digits each, as lists.
///
/// # Errors
/// MemoryError.
///
/// # Panics
/// If the type is not of lists, or there are fewer digits.
pub fn digits(
    data_type: &DataType,
    data: Buffer,
    rows: usize,
    cells: usize,
) -> PyResult<ArrayData> {
    let offsets = (0..=rows).map(|row| row * cells);
    let buffers = match data_type {
        DataType::FixedSizeList(_, length) => {
            assert_eq!(*length as usize, cells);
            vec![]
        }
        DataType::List(_) => vec![small(rows, offsets)?],
        DataType::LargeList(_) => vec![large(rows, offsets)?],
        _ => panic!("{data_type} is not a type of lists"),
    };
    assert!(data.len() >= rows * cells, "a digit for each cell");
    // SAFETY: the assertion and the offsets above; any byte is a uint8.
    unsafe {
        let digits = array(DataType::UInt8, rows * cells, vec![data], vec![], None);
        Ok(array(data_type.clone(), rows, buffers, vec![digits], None))
    }
}

/// So many texts, each from an offset to the next.
///
/// # Errors
/// MemoryError.
///
/// # Safety
/// The type is one of texts or of bytes. There is one offset more than rows, they do not decrease, and none is beyond the
/// data. What lies between two of them is UTF-8 if the type is one of texts.
pub unsafe fn texts(
    data_type: &DataType,
    data: Buffer,
    rows: usize,
    offsets: impl Iterator<Item = usize>,
) -> PyResult<ArrayData> {
    let buffers = match data_type {
        DataType::Utf8View | DataType::BinaryView => views(&data, rows, offsets)?,
        DataType::LargeUtf8 | DataType::LargeBinary => vec![large(rows, offsets)?, data],
        _ => vec![small(rows, offsets)?, data],
    };
    // SAFETY: as the caller promises.
    Ok(unsafe { array(data_type.clone(), rows, buffers, vec![], None) })
}

/// Texts with offsets of 64 bits.
///
/// # Errors
/// RuntimeError if the bytes between two offsets are not UTF-8.
pub fn large_texts(
    data: Buffer,
    offsets: ScalarBuffer<i64>,
    nulls: Option<NullBuffer>,
) -> PyResult<ArrayData> {
    let is_valid = std::str::from_utf8(&data).is_ok_and(|text| {
        let is_boundary = |&at: &i64| usize::try_from(at).is_ok_and(|at| text.is_char_boundary(at));
        offsets.is_sorted() && offsets.iter().all(is_boundary)
    });
    if !is_valid || offsets.is_empty() {
        return Err(PyRuntimeError::new_err("the column is not UTF-8"));
    }
    let rows = offsets.len() - 1;
    // SAFETY: just checked.
    Ok(unsafe { array(DataType::LargeUtf8, rows, vec![offsets.into_inner(), data], vec![], nulls) })
}

/// `lists` lists of `length` rows of another array each.
///
/// # Panics
/// If there are fewer rows.
pub fn lists(lists: usize, length: usize, rows: ArrayData) -> ArrayData {
    assert!(rows.len() >= lists * length, "rows for each list");
    let item = Field::new("item", rows.data_type().clone(), true);
    let data_type = DataType::FixedSizeList(Arc::new(item), length as i32);
    // SAFETY: the assertion; the rows are an array of the item's type.
    unsafe { array(data_type, lists, vec![], vec![rows], None) }
}

/// # Safety
/// Buffers and children are those of the type, for so many rows.
unsafe fn array(
    data_type: DataType,
    rows: usize,
    buffers: Vec<Buffer>,
    child_data: Vec<ArrayData>,
    nulls: Option<NullBuffer>,
) -> ArrayData {
    let array = ArrayData::builder(data_type).len(rows).buffers(buffers).child_data(child_data);
    let array = array.nulls(nulls);
    // SAFETY: as the caller promises.
    unsafe { array.build_unchecked() }
}

/// # Panics
/// If an offset is above `i32::MAX`.
fn small(rows: usize, offsets: impl Iterator<Item = usize>) -> PyResult<Buffer> {
    let offset = |offset| i32::try_from(offset).expect("few enough bytes");
    Ok(collected(rows + 1, offsets.map(offset))?.into())
}

fn large(rows: usize, offsets: impl Iterator<Item = usize>) -> PyResult<Buffer> {
    Ok(collected(rows + 1, offsets.map(|offset| offset as i64))?.into())
}

/// The views of texts, and the buffers that they refer to by offsets of 32 bits.
fn views(
    data: &Buffer,
    rows: usize,
    offsets: impl Iterator<Item = usize>,
) -> PyResult<Vec<Buffer>> {
    let mut views: Vec<u128> = Vec::new();
    make_room(&mut views, rows)?;
    let mut starts = vec![0];
    let mut start = 0;
    for end in offsets.skip(1) {
        let text = &data[start..end];
        let length = text.len() as u32;
        views.push(if length <= MAX_INLINE_VIEW_LEN {
            let mut view = [0; 16];
            view[..4].copy_from_slice(&length.to_le_bytes());
            view[4..4 + text.len()].copy_from_slice(text);
            u128::from_le_bytes(view)
        } else {
            if end - starts[starts.len() - 1] > i32::MAX as usize {
                starts.push(start);
            }
            let buffer = starts.len() - 1;
            let view = ByteView::new(length, &text[..4]).with_buffer_index(buffer as u32);
            view.with_offset((start - starts[buffer]) as u32).as_u128()
        });
        start = end;
    }
    let ends = starts[1..].iter().copied().chain([start]);
    let parts = starts.iter().zip(ends);
    let parts = parts.map(|(&start, end)| data.slice_with_length(start, end - start));
    Ok([Buffer::from(views)].into_iter().chain(parts).collect())
}
