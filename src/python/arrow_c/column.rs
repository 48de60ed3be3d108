//! Reads arrays of a producer in place. A named unsafe island.
//!
//! ```text
//!   rows    row 0   row 1   null    row 3            validity: a bit a row, from bit `first` on; none if all are valid
//!   data    534…79  .9.…1.          12…              bytes, or integers of any width
//!           ^       ^       ^       ^     ^          offsets, a view of 16 bytes a row, or a fixed length
//! ```
//!
//! That the buffers are as long as the type and the number of rows say is the producer's promise; nobody can check it.
//! Everything else is checked: each access lies within those lengths, and offsets that do not rise give an empty row.

#![expect(unsafe_code, reason = "buffers of other libraries")]

use std::ops::Range;
use std::ptr::NonNull;
use std::slice;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::abi::{self, ArrowArray, ArrowSchema};
use super::types::{DataType, Integer, ListLayout, TextLayout, TextType};

/// One array of a column.
pub struct Chunk {
    part: Part,
    /// Owns the buffers that `part` reads.
    _array: ArrowArray,
}

/// What a row holds.
pub enum Row<'a> {
    /// No value.
    Null,
    /// The bytes of a text, which need not be UTF-8.
    Text(&'a [u8]),
    /// Integers.
    List(Integers<'a>),
}

/// The integers of one row.
pub struct Integers<'a> {
    items: &'a Items,
    range: Range<usize>,
}

/// The chunks of an Arrow producer and their type; `None` if `object` is not a producer.
///
/// # Errors
/// A type that holds no puzzles, a producer that fails or breaks the protocol.
pub fn import(name: &str, object: &Bound<'_, PyAny>) -> PyResult<Option<(DataType, Vec<Chunk>)>> {
    let judge = |schema: &ArrowSchema| {
        DataType::new(schema).map_err(|found| {
            PyTypeError::new_err(format!(
                "{name} is Arrow data of type {found}; expected a column of strings, or of lists of integers"
            ))
        })
    };
    let Some((data_type, arrays)) = abi::import(object, judge)? else { return Ok(None) };
    let chunk = |array: ArrowArray| {
        // SAFETY: the producer promises that the array is of the type of its schema. The chunk owns the array.
        let part = unsafe { Part::new(&array, &data_type) };
        let part = part.ok_or_else(|| {
            PyValueError::new_err(format!("{name} is an Arrow array that lacks a part of its type"))
        })?;
        PyResult::Ok(Chunk { part, _array: array })
    };
    let chunks = arrays.into_iter().map(chunk).collect::<PyResult<_>>()?;
    Ok(Some((data_type, chunks)))
}

impl Chunk {
    /// How many rows.
    pub fn len(&self) -> usize {
        self.part.rows
    }

    /// A row.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    pub fn row(&self, row: usize) -> Row<'_> {
        self.part.row(row)
    }

    /// The bytes of rows of text that have `width` bytes each, none of them null, and nothing in between; `None` if
    /// they are not like that.
    pub fn dense_text(&self, rows: Range<usize>, width: usize) -> Option<&[u8]> {
        let Part {
            validity: Validity { bits: None, .. },
            values: Values::Text { offsets, data },
            ..
        } = &self.part
        else {
            return None;
        };
        let is_even = match offsets {
            Offsets::Small(offsets) => {
                is_even(offsets, &rows, |o| i32::from_ne_bytes(o).into(), width)
            }
            Offsets::Large(offsets) => is_even(offsets, &rows, i64::from_ne_bytes, width),
            Offsets::Fixed { .. } => false,
        };
        let start = offsets.range(rows.start).start;
        if is_even { data.as_slice().get(start..start + rows.len() * width) } else { None }
    }
}

/// Whether each offset is by `width` larger than the one before.
#[inline]
fn is_even<const N: usize>(
    offsets: &Buffer<[u8; N]>,
    rows: &Range<usize>,
    value: impl Fn([u8; N]) -> i64,
    width: usize,
) -> bool {
    let offsets = &offsets.as_slice()[rows.start..=rows.end];
    let steps = offsets.iter().zip(&offsets[1..]);
    steps.fold(true, |even, (&a, &b)| even & (value(b).wrapping_sub(value(a)) == width as i64))
}

/// An array, or the values of a dictionary.
struct Part {
    rows: usize,
    validity: Validity,
    values: Values,
}

enum Values {
    Text { offsets: Offsets, data: Buffer<u8> },
    Views { views: Buffer<[u8; 16]>, data: Vec<Buffer<u8>> },
    Lists { offsets: Offsets, items: Items },
    Dictionary { keys: Items, values: Box<Part> },
    Nulls,
}

impl Part {
    /// `None` if something is missing.
    ///
    /// # Safety
    /// The array is of this type, and outlives the result.
    unsafe fn new(array: &ArrowArray, data_type: &DataType) -> Option<Part> {
        let (rows, first) = array.rows()?;
        // SAFETY: the array is of this type, as the caller promises, hence its children of theirs; a list of views ends
        // with the lengths of the buffers before.
        let values = unsafe {
            match data_type {
                DataType::Text(TextType { layout: TextLayout::View, .. }) => {
                    let end = array.buffer_count().checked_sub(1)?.max(2);
                    let lengths = Buffer::<[u8; 8]>::new(array, end, 0, end - 2)?;
                    let lengths =
                        lengths.as_slice().iter().map(|&length| i64::from_ne_bytes(length));
                    let data = lengths.zip(2..).map(|(length, index)| {
                        Buffer::new(array, index, 0, length.try_into().ok()?)
                    });
                    let data = data.collect::<Option<_>>()?;
                    Values::Views { views: Buffer::new(array, 1, first, rows)?, data }
                }
                DataType::Text(TextType { layout, .. }) => {
                    let offsets = Offsets::new(array, *layout == TextLayout::Large)?;
                    let end = if rows == 0 { 0 } else { offsets.range(rows - 1).end };
                    Values::Text { offsets, data: Buffer::new(array, 2, 0, end)? }
                }
                DataType::Lists { layout, integer, .. } => {
                    let offsets = match *layout {
                        ListLayout::Fixed(length) => Offsets::Fixed { length, first },
                        other => Offsets::new(array, other == ListLayout::Large)?,
                    };
                    Values::Lists { offsets, items: Items::new(array.child()?, *integer)? }
                }
                DataType::Dictionary { keys, values } => {
                    let values = Box::new(Part::new(array.dictionary()?, values)?);
                    Values::Dictionary { keys: Items::new(array, *keys)?, values }
                }
                DataType::Null => Values::Nulls,
            }
        };
        let validity = match data_type {
            // Polars gives it a buffer, which the format does not know.
            DataType::Null => Validity { bits: None, first: 0 },
            // SAFETY: the first buffer of all other types has a bit for each row.
            _ => unsafe { Validity::new(array)? },
        };
        Some(Part { rows, validity, values })
    }

    #[inline]
    fn row(&self, row: usize) -> Row<'_> {
        assert!(row < self.rows, "a row of the column");
        if !self.validity.is_valid(row) {
            return Row::Null;
        }
        match &self.values {
            Values::Text { offsets, data } => {
                Row::Text(data.as_slice().get(offsets.range(row)).unwrap_or_default())
            }
            Values::Views { views, data } => Row::Text(view(&views.as_slice()[row], data)),
            Values::Lists { offsets, items } => {
                let range = offsets.range(row);
                Row::List(Integers {
                    items,
                    range: if range.end <= items.rows { range } else { 0..0 },
                })
            }
            Values::Dictionary { keys, values } => {
                let key = keys.get(row).and_then(|key| usize::try_from(key).ok());
                key.filter(|&key| key < values.rows).map_or(Row::Null, |key| values.row(key))
            }
            Values::Nulls => Row::Null,
        }
    }
}

/// A text by its view: its length, and either up to twelve bytes or four of them, a buffer and the place there.
fn view<'a>(view: &'a [u8; 16], data: &'a [Buffer<u8>]) -> &'a [u8] {
    let word =
        |at: usize| i32::from_ne_bytes(std::array::from_fn(|k| view[at + k])) as u32 as usize;
    let length = word(0);
    if length <= 12 {
        return &view[4..4 + length];
    }
    let data = data.get(word(8)).map_or(&[][..], Buffer::as_slice);
    data.get(word(12)..).and_then(|rest| rest.get(..length)).unwrap_or_default()
}

impl Integers<'_> {
    /// How many integers.
    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// An integer; `None` if it is null.
    ///
    /// # Panics
    /// If there is no such integer.
    pub fn get(&self, index: usize) -> Option<i128> {
        assert!(index < self.len(), "an item of the list");
        self.items.get(self.range.start + index)
    }

    /// Writes the integers as bytes; 255 for all that are not 0 to 254, and for null.
    ///
    /// # Panics
    /// If there are not as many bytes.
    pub fn write_to(&self, bytes: &mut [u8]) {
        assert_eq!(bytes.len(), self.len(), "a byte for each integer");
        self.items.write_to(self.range.start, bytes);
        if self.items.validity.bits.is_some() {
            for (byte, index) in bytes.iter_mut().zip(self.range.clone()) {
                if !self.items.validity.is_valid(index) {
                    *byte = u8::MAX;
                }
            }
        }
    }
}

/// Where the bytes or items of each row are.
enum Offsets {
    Small(Buffer<[u8; 4]>),
    Large(Buffer<[u8; 8]>),
    Fixed { length: usize, first: usize },
}

impl Offsets {
    /// # Safety
    /// The array's second buffer holds an offset for each row and one more, and outlives the result.
    unsafe fn new(array: &ArrowArray, large: bool) -> Option<Offsets> {
        let (rows, first) = array.rows()?;
        // An array without rows may lack even the first offset.
        let length = if rows == 0 { 0 } else { rows + 1 };
        // SAFETY: as the caller promises.
        unsafe {
            Some(if large {
                Offsets::Large(Buffer::new(array, 1, first, length)?)
            } else {
                Offsets::Small(Buffer::new(array, 1, first, length)?)
            })
        }
    }

    /// Those of a row; empty if the offsets do not rise.
    #[inline]
    fn range(&self, row: usize) -> Range<usize> {
        let (start, end) = match self {
            Offsets::Small(offsets) => {
                let offset = |row: usize| i64::from(i32::from_ne_bytes(offsets.as_slice()[row]));
                (offset(row), offset(row + 1))
            }
            Offsets::Large(offsets) => {
                let offset = |row: usize| i64::from_ne_bytes(offsets.as_slice()[row]);
                (offset(row), offset(row + 1))
            }
            Offsets::Fixed { length, first } => {
                let start = (first + row).saturating_mul(*length);
                return start..start.saturating_add(*length);
            }
        };
        if 0 <= start && start <= end { start as usize..end as usize } else { 0..0 }
    }
}

/// Integers one after the other.
struct Items {
    integer: Integer,
    rows: usize,
    data: Buffer<u8>,
    validity: Validity,
}

/// Puts the values of `$data` from `$first` on, integers of the type `$integer`, through an expression for one type.
macro_rules! with_values {
    ($integer:expr, $data:expr, |$values:ident: &[$value:ident]| $body:expr) => {
        match $integer {
            Integer::Int8 => with_values!(@ i8, $data, $values, $value, $body),
            Integer::UInt8 => with_values!(@ u8, $data, $values, $value, $body),
            Integer::Int16 => with_values!(@ i16, $data, $values, $value, $body),
            Integer::UInt16 => with_values!(@ u16, $data, $values, $value, $body),
            Integer::Int32 => with_values!(@ i32, $data, $values, $value, $body),
            Integer::UInt32 => with_values!(@ u32, $data, $values, $value, $body),
            Integer::Int64 => with_values!(@ i64, $data, $values, $value, $body),
            Integer::UInt64 => with_values!(@ u64, $data, $values, $value, $body),
        }
    };
    (@ $type:ident, $data:expr, $values:ident, $value:ident, $body:expr) => {{
        type $value = $type;
        let $values = $data.as_chunks::<{ size_of::<$type>() }>().0;
        $body
    }};
}

impl Items {
    /// # Safety
    /// The array is of integers of this type, and outlives the result.
    unsafe fn new(array: &ArrowArray, integer: Integer) -> Option<Items> {
        let (rows, first) = array.rows()?;
        let bytes = integer.bytes();
        let (start, length) = (first.checked_mul(bytes)?, rows.checked_mul(bytes)?);
        // SAFETY: as the caller promises.
        let (data, validity) =
            unsafe { (Buffer::new(array, 1, start, length)?, Validity::new(array)?) };
        Some(Items { integer, rows, data, validity })
    }

    fn get(&self, index: usize) -> Option<i128> {
        let valid = self.validity.is_valid(index);
        valid.then(|| {
            with_values!(self.integer, self.data.as_slice(), |values: &[Value]| {
                Value::from_ne_bytes(values[index]).into()
            })
        })
    }

    #[expect(clippy::useless_conversion, reason = "one of the types is u8")]
    /// The integers from `first` on as bytes, 255 for what is not one.
    fn write_to(&self, first: usize, bytes: &mut [u8]) {
        with_values!(self.integer, self.data.as_slice(), |values: &[Value]| {
            let values = &values[first..first + bytes.len()];
            for (byte, &value) in bytes.iter_mut().zip(values) {
                *byte = u8::try_from(Value::from_ne_bytes(value)).unwrap_or(u8::MAX);
            }
        });
    }
}

/// Which rows have a value: a bit each, from bit `first` on.
struct Validity {
    bits: Option<Buffer<u8>>,
    first: usize,
}

impl Validity {
    /// # Safety
    /// The array's first buffer is a bit for each row, or missing, and outlives the result.
    unsafe fn new(array: &ArrowArray) -> Option<Validity> {
        let (rows, first) = array.rows()?;
        let bits = if rows == 0 || array.is_without_nulls() || array.buffer(0).is_none() {
            None
        } else {
            // SAFETY: as the caller promises.
            Some(unsafe { Buffer::new(array, 0, 0, first.checked_add(rows)?.div_ceil(8))? })
        };
        Some(Validity { bits, first })
    }

    #[inline]
    fn is_valid(&self, row: usize) -> bool {
        self.bits.as_ref().is_none_or(|bits| {
            let bit = self.first + row;
            bits.as_slice()[bit / 8] >> (bit % 8) & 1 == 1
        })
    }
}

/// A producer's buffer, of values without alignment. Whoever holds one holds the array too.
struct Buffer<T> {
    start: NonNull<T>,
    length: usize,
}

impl<T: bytemuck::Pod> Buffer<T> {
    /// The values of a buffer from `first` on; `None` if there is no such buffer, but values are needed.
    ///
    /// # Safety
    /// The buffer has so many values, if the array has it. Both outlive the result.
    unsafe fn new(
        array: &ArrowArray,
        index: usize,
        first: usize,
        length: usize,
    ) -> Option<Buffer<T>> {
        const { assert!(align_of::<T>() == 1, "nobody promises more") };
        if length == 0 {
            return Some(Buffer { start: NonNull::dangling(), length });
        }
        let start = array.buffer(index)?.cast::<T>();
        // SAFETY: the buffer is that long, as the caller promises.
        Some(Buffer { start: unsafe { start.add(first) }, length })
    }

    #[inline]
    fn as_slice(&self) -> &[T] {
        // SAFETY: `new` was promised that so many values are there while this is; nobody writes them (the interface
        // forbids it), and values of bytes need no alignment.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.length) }
    }
}

// SAFETY: the interface lets any thread read the buffers of an array.
unsafe impl<T> Send for Buffer<T> {}
// SAFETY: as for `Send`.
unsafe impl<T> Sync for Buffer<T> {}
