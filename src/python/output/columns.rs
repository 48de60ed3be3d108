//! Columns of numbers for other libraries: NumPy arrays as Arrow arrays.

use std::sync::Arc;

use arrow_buffer::NullBuffer;
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field};
use numpy::{
    PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::python::arrow_c::{Exported, UnsharedArray};

/// A copy of a C-contiguous array of numbers or bools as an Arrow array; rows of a 2-D array become lists.
///
/// Entries are null where `valid` is false; it must have an entry for each row.
#[pyfunction]
#[pyo3(name = "_arrow_array", signature = (array, valid = None))]
pub fn arrow_array(
    array: &Bound<'_, PyUntypedArray>,
    valid: Option<PyReadonlyArray1<'_, bool>>,
) -> PyResult<Exported> {
    let dtype = array.dtype();
    let expected = || {
        PyTypeError::new_err(format!("an array of {dtype}; expected contiguous numbers or bools"))
    };
    let known = array.is_c_contiguous() && dtype.is_native_byteorder() != Some(false);
    let data_type = match (dtype.kind(), dtype.itemsize()) {
        _ if !known => return Err(expected()),
        (b'b', 1) => DataType::Boolean,
        (b'i', 1) => DataType::Int8,
        (b'i', 2) => DataType::Int16,
        (b'i', 4) => DataType::Int32,
        (b'i', 8) => DataType::Int64,
        (b'u', 1) => DataType::UInt8,
        (b'u', 2) => DataType::UInt16,
        (b'u', 4) => DataType::UInt32,
        (b'u', 8) => DataType::UInt64,
        (b'f', 4) => DataType::Float32,
        (b'f', 8) => DataType::Float64,
        _ => return Err(expected()),
    };
    let mut flat = array.call_method1("reshape", (-1,))?.call_method1("view", ("u1",))?;
    if data_type == DataType::Boolean {
        flat =
            array.py().import("numpy")?.call_method1("packbits", (flat, None::<i32>, "little"))?;
    }
    let bytes = flat.cast_into::<PyArray1<u8>>()?;
    let mut copy = UnsharedArray::zeros(array.py(), &[bytes.len()])?;
    copy.bytes_mut().copy_from_slice(bytes.readonly().as_slice()?);
    let buffer = copy.into_buffer();
    let rows = array.shape().first().copied().unwrap_or(0);
    let width: usize = array.shape().iter().skip(1).product();
    let failed = |error: arrow_schema::ArrowError| PyValueError::new_err(error.to_string());
    let length = |length: usize| i32::try_from(length).map_err(|_| expected());
    let nulls = valid.map(|valid| valid.as_array().iter().copied().collect::<NullBuffer>());
    let values = ArrayData::builder(data_type.clone()).len(array.len()).add_buffer(buffer);
    if array.ndim() < 2 {
        return values.nulls(nulls).build().map(Exported).map_err(failed);
    }
    let values = values.build().map_err(failed)?;
    let item = Field::new("item", data_type, false);
    let lists = ArrayData::builder(DataType::FixedSizeList(Arc::new(item), length(width)?));
    lists.len(rows).add_child_data(values).nulls(nulls).build().map(Exported).map_err(failed)
}
