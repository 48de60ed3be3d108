//! Columns of numbers for other libraries: NumPy arrays as Arrow arrays.

#![forbid(unsafe_code)]

use std::sync::Arc;

use arrow_buffer::{ArrowNativeType, BooleanBuffer, Buffer};
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field};
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::arrow_c::Exported;

/// A copy of a C-contiguous array of numbers or bools as an Arrow array; rows of a 2-D array become lists.
#[pyfunction]
#[pyo3(name = "_arrow_array")]
pub fn arrow_array(array: &Bound<'_, PyUntypedArray>) -> PyResult<Exported> {
    let values = bools(array)
        .or_else(|| numbers::<i8>(array, DataType::Int8))
        .or_else(|| numbers::<i16>(array, DataType::Int16))
        .or_else(|| numbers::<i32>(array, DataType::Int32))
        .or_else(|| numbers::<i64>(array, DataType::Int64))
        .or_else(|| numbers::<u8>(array, DataType::UInt8))
        .or_else(|| numbers::<u16>(array, DataType::UInt16))
        .or_else(|| numbers::<u32>(array, DataType::UInt32))
        .or_else(|| numbers::<u64>(array, DataType::UInt64))
        .or_else(|| numbers::<f32>(array, DataType::Float32))
        .or_else(|| numbers::<f64>(array, DataType::Float64));
    let expected = || {
        let dtype = array.dtype();
        PyTypeError::new_err(format!("an array of {dtype}; expected contiguous numbers or bools"))
    };
    let builder = values.ok_or_else(expected)?;
    let rows = array.shape().first().copied().unwrap_or(0);
    let width: usize = array.shape().iter().skip(1).product();
    let failed = |error: arrow_schema::ArrowError| PyValueError::new_err(error.to_string());
    let length = |length: usize| i32::try_from(length).map_err(|_| expected());
    let values = builder.map_err(failed)?;
    if array.ndim() < 2 {
        return Ok(Exported(values));
    }
    let item = Field::new("item", values.data_type().clone(), false);
    let lists = ArrayData::builder(DataType::FixedSizeList(Arc::new(item), length(width)?));
    lists.len(rows).add_child_data(values).build().map(Exported).map_err(failed)
}

type Built = Result<ArrayData, arrow_schema::ArrowError>;

fn numbers<T: Element + ArrowNativeType>(
    array: &Bound<'_, PyUntypedArray>,
    data_type: DataType,
) -> Option<Built> {
    let typed = array.cast::<PyArrayDyn<T>>().ok()?.readonly();
    let values = typed.as_slice().ok()?;
    let buffer = Buffer::from_slice_ref(values);
    Some(ArrayData::builder(data_type).len(values.len()).add_buffer(buffer).build())
}

fn bools(array: &Bound<'_, PyUntypedArray>) -> Option<Built> {
    let typed = array.cast::<PyArrayDyn<bool>>().ok()?.readonly();
    let values = typed.as_slice().ok()?;
    let bits = BooleanBuffer::from_iter(values.iter().copied()).into_inner();
    Some(ArrayData::builder(DataType::Boolean).len(values.len()).add_buffer(bits).build())
}
