//! Reads arrays of a producer in place. A named unsafe island.
//!
//! ```text
//!   rows    row 0   row 1   null    row 3            validity: a bit a row; none if all are valid
//!   data    534…79  .9.…1.          12…              bytes, or integers of any width
//!           ^       ^       ^       ^     ^          offsets, a view of 16 bytes a row, or a fixed length
//! ```
//!
//! That the buffers are as long as the type and the number of rows say is the producer's promise; nobody can check it.
//! Everything else is checked: each access lies within those lengths, and offsets that do not rise give an empty row.
//! Values are read as bytes, since nobody promises that they are aligned.

#![expect(unsafe_code, reason = "buffers of other libraries")]

use std::ops::Range;
use std::ptr::NonNull;
use std::sync::Arc;

use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_data::ffi::FFI_ArrowArray;
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use arrow_schema::DataType;

/// Whether rows of a type are texts, lists of integers, or nulls.
pub fn holds_puzzles(data_type: &DataType) -> bool {
    use DataType as Type;
    match data_type {
        Type::Null | Type::Utf8 | Type::LargeUtf8 | Type::Utf8View => true,
        Type::Binary | Type::LargeBinary | Type::BinaryView => true,
        Type::List(item) | Type::LargeList(item) | Type::FixedSizeList(item, _) => {
            let item = item.data_type();
            item.is_integer() || list_item(item).is_some_and(DataType::is_integer)
        }
        Type::Dictionary(keys, values) => keys.is_integer() && holds_puzzles(values),
        _ => false,
    }
}

/// The type of a list's items; `None` for other types.
fn list_item(data_type: &DataType) -> Option<&DataType> {
    use DataType as Type;
    match data_type {
        Type::List(item) | Type::LargeList(item) | Type::FixedSizeList(item, _) => {
            Some(item.data_type())
        }
        _ => None,
    }
}

/// What a row holds.
pub enum Row<'a> {
    /// No value.
    Null,
    /// The bytes of a text, which need not be UTF-8.
    Text(&'a [u8]),
    /// Integers.
    List(Integers<'a>),
    /// Lists of integers that differ in length, or are null.
    Uneven,
}

/// The integers of one row.
pub struct Integers<'a> {
    items: &'a Items,
    range: Range<usize>,
}

/// One array of a column, or the values of a dictionary.
pub struct Chunk {
    rows: usize,
    nulls: Option<NullBuffer>,
    values: Values,
}

enum Values {
    Text { offsets: Offsets, data: Buffer },
    Views { views: Buffer, data: Vec<Buffer> },
    Lists { offsets: Offsets, items: Items },
    Nested { offsets: Offsets, lists: Box<Chunk> },
    Dictionary { keys: Items, values: Box<Chunk> },
    Nulls,
}

/// Where the bytes or items of each row are.
enum Offsets {
    Small(Buffer),
    Large(Buffer),
    Fixed { length: usize, first: usize },
}

/// Integers one after the other.
struct Items {
    integer: DataType,
    rows: usize,
    data: Buffer,
    nulls: Option<NullBuffer>,
}

/// A struct of the interface within an array, which `owner` keeps.
#[derive(Clone, Copy)]
struct Source<'a> {
    array: &'a FFI_ArrowArray,
    owner: &'a Arc<FFI_ArrowArray>,
    rows: usize,
    /// How many rows come before them in the buffers.
    first: usize,
}

impl<'a> Source<'a> {
    /// `None` if a number of rows is negative.
    fn new(array: &'a FFI_ArrowArray, owner: &'a Arc<FFI_ArrowArray>) -> Option<Source<'a>> {
        let (rows, first) = (array.len(), array.offset());
        let possible = |rows: usize| isize::try_from(rows).is_ok();
        (possible(rows) && possible(first)).then_some(Source { array, owner, rows, first })
    }

    fn child(self) -> Option<Source<'a>> {
        let any = self.array.num_children() > 0;
        any.then(|| Source::new(self.array.child(0), self.owner)).flatten()
    }

    fn dictionary(self) -> Option<Source<'a>> {
        Source::new(self.array.dictionary()?, self.owner)
    }

    /// So many values of `width` bytes of a buffer from `first` on; `None` if there is no such buffer, but values are
    /// needed.
    ///
    /// # Safety
    /// The buffer has these values, if the array has it.
    unsafe fn buffer(
        self,
        index: usize,
        width: usize,
        first: usize,
        length: usize,
    ) -> Option<Buffer> {
        if length == 0 {
            return Some(Buffer::default());
        }
        let exists = index < self.array.num_buffers();
        let start = exists.then(|| NonNull::new(self.array.buffer(index).cast_mut())).flatten()?;
        let (first, bytes) = (first.checked_mul(width)?, length.checked_mul(width)?);
        // SAFETY: the caller promises the values, and the owner keeps them.
        Some(unsafe { Buffer::from_custom_allocation(start.add(first), bytes, self.owner.clone()) })
    }

    /// Which rows have a value.
    ///
    /// # Safety
    /// The first buffer is a bit for each row, or missing.
    unsafe fn nulls(self) -> Option<NullBuffer> {
        if self.rows == 0 || self.array.null_count_opt() == Some(0) {
            return None;
        }
        let bytes = self.first.checked_add(self.rows)?.div_ceil(8);
        // SAFETY: as the caller promises.
        let bits = unsafe { self.buffer(0, 1, 0, bytes)? };
        let nulls = NullBuffer::new(BooleanBuffer::new(bits, self.first, self.rows));
        Some(nulls).filter(|nulls| nulls.null_count() > 0)
    }

    /// # Safety
    /// The second buffer holds an offset for each row and one more.
    unsafe fn offsets(self, large: bool) -> Option<Offsets> {
        // An array without rows may lack even the first offset.
        let length = if self.rows == 0 { 0 } else { self.rows + 1 };
        let width = if large { 8 } else { 4 };
        // SAFETY: as the caller promises.
        let offsets = unsafe { self.buffer(1, width, self.first, length)? };
        Some(if large { Offsets::Large(offsets) } else { Offsets::Small(offsets) })
    }

    /// # Safety
    /// The array is of integers of this type.
    unsafe fn items(self, integer: &DataType) -> Option<Items> {
        let (integer, rows) = (integer.clone(), self.rows);
        // SAFETY: as the caller promises.
        unsafe {
            let data = self.buffer(1, integer.primitive_width()?, self.first, rows)?;
            Some(Items { integer, rows, data, nulls: self.nulls() })
        }
    }

    /// # Safety
    /// The array is of this type, hence its children of theirs.
    unsafe fn chunk(self, data_type: &DataType) -> Option<Chunk> {
        use DataType as Type;
        let Source { rows, first, .. } = self;
        // SAFETY: the array is of this type, as the caller promises.
        let values = unsafe {
            match data_type {
                Type::Utf8View | Type::BinaryView => {
                    // The last buffer has the lengths of those after the views.
                    let end = self.array.num_buffers().checked_sub(1)?.max(2);
                    let lengths = self.buffer(end, 8, 0, end - 2)?;
                    let lengths = lengths.as_chunks().0.iter().map(|&n| i64::from_ne_bytes(n));
                    let data = lengths
                        .zip(2..)
                        .map(|(length, index)| self.buffer(index, 1, 0, length.try_into().ok()?));
                    let data = data.collect::<Option<_>>()?;
                    Values::Views { views: self.buffer(1, 16, first, rows)?, data }
                }
                Type::Utf8 | Type::Binary | Type::LargeUtf8 | Type::LargeBinary => {
                    let large = matches!(data_type, Type::LargeUtf8 | Type::LargeBinary);
                    let offsets = self.offsets(large)?;
                    let end = if rows == 0 { 0 } else { offsets.range(rows - 1).end };
                    Values::Text { offsets, data: self.buffer(2, 1, 0, end)? }
                }
                Type::List(item) | Type::LargeList(item) | Type::FixedSizeList(item, _) => {
                    let offsets = match data_type {
                        Type::FixedSizeList(_, length) => {
                            Offsets::Fixed { length: (*length).try_into().ok()?, first }
                        }
                        _ => self.offsets(matches!(data_type, Type::LargeList(_)))?,
                    };
                    let (item, child) = (item.data_type(), self.child()?);
                    if list_item(item).is_some() {
                        Values::Nested { offsets, lists: Box::new(child.chunk(item)?) }
                    } else {
                        Values::Lists { offsets, items: child.items(item)? }
                    }
                }
                Type::Dictionary(keys, values) => Values::Dictionary {
                    keys: self.items(keys)?,
                    values: Box::new(self.dictionary()?.chunk(values)?),
                },
                _ => Values::Nulls,
            }
        };
        let nulls = match data_type {
            // Polars gives it a buffer, which the format does not know.
            Type::Null => None,
            // SAFETY: the first buffer of all other types has a bit for each row.
            _ => unsafe { self.nulls() },
        };
        Some(Chunk { rows, nulls, values })
    }
}

impl Chunk {
    /// An array as a chunk; `None` if something is missing.
    ///
    /// # Safety
    /// The array is of this type.
    pub unsafe fn new(array: FFI_ArrowArray, data_type: &DataType) -> Option<Chunk> {
        let owner = Arc::new(array);
        // SAFETY: as the caller promises.
        unsafe { Source::new(&owner, &owner)?.chunk(data_type) }
    }

    /// How many rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// A row.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    pub fn row(&self, row: usize) -> Row<'_> {
        assert!(row < self.rows, "a row of the column");
        if self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            return Row::Null;
        }
        match &self.values {
            Values::Text { offsets, data } => {
                Row::Text(data.get(offsets.range(row)).unwrap_or_default())
            }
            Values::Views { views, data } => Row::Text(view(&views.as_chunks().0[row], data)),
            Values::Lists { offsets, items } => {
                let range = offsets.range(row);
                Row::List(Integers {
                    items,
                    range: if range.end <= items.rows { range } else { 0..0 },
                })
            }
            Values::Nested { offsets, lists } => lists.joined(offsets.range(row)),
            Values::Dictionary { keys, values } => {
                let key = keys.get(row).and_then(|key| usize::try_from(key).ok());
                key.filter(|&key| key < values.rows).map_or(Row::Null, |key| values.row(key))
            }
            Values::Nulls => Row::Null,
        }
    }

    /// Lists of one length, one after the other, as a single list.
    fn joined(&self, rows: Range<usize>) -> Row<'_> {
        let rows = if rows.end <= self.rows { rows } else { 0..0 };
        let mut all: Option<Integers<'_>> = None;
        let length = rows.len();
        for row in rows {
            match (self.row(row), &mut all) {
                (Row::List(list), _) if list.len() != length => return Row::Uneven,
                (Row::List(list), None) => all = Some(list),
                (Row::List(list), Some(all)) if list.range.start == all.range.end => {
                    all.range.end = list.range.end;
                }
                _ => return Row::Uneven,
            }
        }
        all.map_or(Row::Uneven, Row::List)
    }

    /// The bytes of rows of text that have `width` bytes each, none of them null, and nothing in between; `None` if
    /// they are not like that.
    pub fn dense_text(&self, rows: Range<usize>, width: usize) -> Option<&[u8]> {
        let (None, Values::Text { offsets, data }) = (&self.nulls, &self.values) else {
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
        if is_even { data.get(start..start + rows.len() * width) } else { None }
    }
}

/// Whether each offset is by `width` larger than the one before.
#[inline]
fn is_even<const N: usize>(
    offsets: &[u8],
    rows: &Range<usize>,
    value: impl Fn([u8; N]) -> i64,
    width: usize,
) -> bool {
    let offsets = &offsets.as_chunks().0[rows.start..=rows.end];
    let steps = offsets.iter().zip(&offsets[1..]);
    steps.fold(true, |even, (&a, &b)| even & (value(b).wrapping_sub(value(a)) == width as i64))
}

/// A text by its view: its length, and either up to twelve bytes or four of them, a buffer and the place there.
fn view<'a>(bytes: &'a [u8; 16], data: &'a [Buffer]) -> &'a [u8] {
    let view = ByteView::from(u128::from_ne_bytes(*bytes));
    let (start, length) = (view.offset as usize, view.length as usize);
    if view.length <= MAX_INLINE_VIEW_LEN {
        return &bytes[4..4 + length];
    }
    let data = data.get(view.buffer_index as usize).map_or(&[][..], Buffer::as_slice);
    data.get(start..).and_then(|rest| rest.get(..length)).unwrap_or_default()
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
        if let Some(nulls) = &self.items.nulls {
            for (byte, index) in bytes.iter_mut().zip(self.range.clone()) {
                if nulls.is_null(index) {
                    *byte = u8::MAX;
                }
            }
        }
    }
}

impl Offsets {
    /// Those of a row; empty if the offsets do not rise.
    #[inline]
    fn range(&self, row: usize) -> Range<usize> {
        let (start, end) = match self {
            Offsets::Small(offsets) => {
                let offsets = offsets.as_chunks().0;
                let offset = |row: usize| i64::from(i32::from_ne_bytes(offsets[row]));
                (offset(row), offset(row + 1))
            }
            Offsets::Large(offsets) => {
                let offsets = offsets.as_chunks().0;
                (i64::from_ne_bytes(offsets[row]), i64::from_ne_bytes(offsets[row + 1]))
            }
            Offsets::Fixed { length, first } => {
                let start = (first + row).saturating_mul(*length);
                return start..start.saturating_add(*length);
            }
        };
        if 0 <= start && start <= end { start as usize..end as usize } else { 0..0 }
    }
}

/// Puts the values of some bytes, integers of a type, through an expression for one type.
macro_rules! with_values {
    ($items:expr, |$values:ident: &[$value:ident]| $body:expr) => {
        with_values!(@ $items, $values, $value, $body,
            Int8 i8, UInt8 u8, Int16 i16, UInt16 u16, Int32 i32, UInt32 u32, Int64 i64, UInt64 u64)
    };
    (@ $items:expr, $values:ident, $value:ident, $body:expr, $($name:ident $type:ident),*) => {
        match $items.integer {
            $(DataType::$name => {
                type $value = $type;
                let $values = $items.data.as_chunks::<{ size_of::<$type>() }>().0;
                $body
            })*
            _ => unreachable!("`holds_puzzles` lets only integers in"),
        }
    };
}

impl Items {
    fn get(&self, index: usize) -> Option<i128> {
        let valid = self.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(index));
        valid.then(|| {
            with_values!(self, |values: &[Value]| Value::from_ne_bytes(values[index]).into())
        })
    }

    #[expect(clippy::useless_conversion, reason = "one of the types is u8")]
    /// The integers from `first` on as bytes, 255 for what is not one.
    fn write_to(&self, first: usize, bytes: &mut [u8]) {
        with_values!(self, |values: &[Value]| {
            let values = &values[first..first + bytes.len()];
            for (byte, &value) in bytes.iter_mut().zip(values) {
                *byte = u8::try_from(Value::from_ne_bytes(value)).unwrap_or(u8::MAX);
            }
        });
    }
}
