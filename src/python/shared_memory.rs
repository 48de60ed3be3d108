//! Memory that Python owns: read and written while other threads may be writing it too. A named unsafe island.
//!
//! ```text
//!   numpy array ──load_bytes──> owned block ──validated, solved──> owned block ──store_bytes──> numpy array
//! ```
//!
//! Once the interpreter is detached, any thread of the program may write to an array that was passed in. So no
//! reference into it is ever made: bytes are loaded one machine word at a time with relaxed atomic loads (plain
//! loads on every processor), or by one string instruction, into a block of our own, and only that block is
//! validated and used. A compiler may repeat an ordinary load, so that a value which was checked would not be the
//! value that is used; it may not repeat these. What a racing writer can cause is a torn puzzle, never an index
//! out of bounds.

#![expect(unsafe_code, reason = "memory that Python owns")]

use std::sync::atomic::{
    AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicU8, AtomicU16, AtomicU32, AtomicU64,
    AtomicUsize, Ordering,
};

use numpy::npyffi::{_PyArray_GET_ITEM_DATA, NPY_ARRAY_WRITEABLE};
use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;

use super::fault::{Fault, Value};
use super::rows::{ILLEGAL, Rows, Size};

const WORD: usize = size_of::<usize>();

/// C-contiguous rows of a byte a cell.
pub struct Contiguous {
    start: *const u8,
    rows: usize,
    size: Size,
    /// Keeps the memory allocated.
    _owner: Py<PyUntypedArray>,
}

// SAFETY: what it points to is kept allocated by `_owner`, and is only read, by atomic loads, from whichever thread.
unsafe impl Send for Contiguous {}
// SAFETY: as for `Send`.
unsafe impl Sync for Contiguous {}

impl Contiguous {
    /// The rows of a C-contiguous array of as many single bytes as so many boards have cells; `None` for any other
    /// array.
    pub fn new(array: &Bound<'_, PyUntypedArray>, rows: usize, size: Size) -> Option<Contiguous> {
        let fits = array.is_c_contiguous()
            && array.dtype().itemsize() == 1
            && array.len() == rows * size.area;
        fits.then(|| Contiguous { start: start(array), rows, size, _owner: array.clone().unbind() })
    }
}

/// Where the item with index (0, 0, …) is.
fn start(array: &Bound<'_, PyUntypedArray>) -> *mut u8 {
    // SAFETY: the pointer is that of a live array object, whose field `data` never changes while we hold the array,
    // save by a method that replaces the buffer, such as `resize(refcheck=False)` and `__setstate__`, with which a
    // caller gives up NumPy's own safety.
    unsafe { (*_PyArray_GET_ITEM_DATA(array.as_array_ptr())).data.cast() }
}

/// The bytes that an array reaches: the first, and one past the last.
pub fn extent(array: &Bound<'_, PyUntypedArray>) -> (usize, usize) {
    let (mut low, mut high) = (start(array) as usize, start(array) as usize);
    if array.is_empty() {
        return (low, low);
    }
    for (&length, &stride) in array.shape().iter().zip(array.strides()) {
        let reach = (length - 1) as isize * stride;
        if reach < 0 {
            low = low.wrapping_add_signed(reach);
        } else {
            high = high.wrapping_add_signed(reach);
        }
    }
    (low, high + array.dtype().itemsize())
}

impl Rows for Contiguous {
    fn read(&self, first: usize, block: &mut [u8], report: &mut dyn FnMut(usize, Fault)) {
        let Size { digits, area, .. } = self.size;
        assert!(first <= self.rows && block.len() <= (self.rows - first) * area);
        // SAFETY: the assertion keeps the copy within the bytes that `new` found in the array, `area` for each row.
        let most = unsafe { load_bytes(self.start.add(first * area), block) };
        if usize::from(most) <= digits {
            return;
        }
        for (row, cells) in block.chunks_exact(area).enumerate() {
            if let Some(cell) = cells.iter().position(|&value| usize::from(value) > digits) {
                report(row, Fault::Cell { cell, value: Value::Integer(cells[cell].into()) });
            }
        }
    }
}

/// A writeable C-contiguous array of grids, the caller's `out`.
pub struct Out {
    start: *mut u8,
    bytes: usize,
    /// Keeps the memory allocated.
    _owner: Py<PyUntypedArray>,
}

// SAFETY: what it points to is kept allocated by `_owner`, and is only written, by atomic stores, from whichever thread.
unsafe impl Send for Out {}
// SAFETY: as for `Send`.
unsafe impl Sync for Out {}

impl Out {
    /// A writeable C-contiguous array of single bytes; `None` for any other array.
    pub fn new(array: &Bound<'_, PyUntypedArray>) -> Option<Out> {
        // SAFETY: the pointer is that of a live array object.
        let flags = unsafe { (*_PyArray_GET_ITEM_DATA(array.as_array_ptr())).flags };
        let fits = flags & NPY_ARRAY_WRITEABLE != 0
            && array.is_c_contiguous()
            && array.dtype().itemsize() == 1;
        fits.then(|| Out {
            start: start(array),
            bytes: array.len(),
            _owner: array.clone().unbind(),
        })
    }

    /// Writes `bytes` from byte `first` on.
    pub fn write(&self, first: usize, bytes: &[u8]) {
        assert!(first <= self.bytes && bytes.len() <= self.bytes - first);
        // SAFETY: the assertion keeps the copy within the bytes that `new` found in the array.
        unsafe { store_bytes(self.start.add(first), bytes) };
    }
}

/// Copies `to.len()` bytes from shared memory, loading each once; the largest of them.
///
/// # Safety
/// `to.len()` bytes from `from` on are allocated.
unsafe fn load_bytes(mut from: *const u8, to: &mut [u8]) -> u8 {
    let mut most = 0;
    // Pieces that are still in the first cache when they are judged.
    for piece in to.chunks_mut(1 << 14) {
        // SAFETY: the pieces together are `to`, and `from` moves along with them.
        unsafe {
            // The address sanitizer, whose builds have debug assertions, could not look into it either.
            if piece.len() >= STRING && !cfg!(debug_assertions) {
                load_string(from, piece);
            } else {
                load_words(from, piece);
            }
            from = from.add(piece.len());
        }
        most = piece.iter().fold(most, |most, &byte| most.max(byte));
    }
    most
}

/// From how many bytes on the processor's own copying is the fastest.
const STRING: usize = 4096;

/// A copy that the compiler cannot look into, so that it cannot repeat a load either. With it reading takes
/// a third of the time: a tenth of what the solver needs for an easy puzzle.
///
/// # Safety
/// `to.len()` bytes from `from` on are allocated.
#[cfg(target_arch = "x86_64")]
unsafe fn load_string(from: *const u8, to: &mut [u8]) {
    // SAFETY: the caller promises the bytes that are read; those written are the slice. The direction flag is clear,
    // as everywhere between instructions of compiled code.
    unsafe {
        std::arch::asm!(
            "rep movsb",
            inout("rcx") to.len() => _,
            inout("rdi") to.as_mut_ptr() => _,
            inout("rsi") from => _,
            options(nostack, preserves_flags),
        );
    }
}

#[cfg(not(target_arch = "x86_64"))]
use load_words as load_string;

/// Copies by words, each an atomic load.
///
/// # Safety
/// `to.len()` bytes from `from` on are allocated.
unsafe fn load_words(mut from: *const u8, to: &mut [u8]) {
    let (head, rest) = to.split_at_mut(from.align_offset(WORD).min(to.len()));
    let mut words = rest.chunks_exact_mut(WORD);
    // SAFETY: `head`, the words and the tail together are `to`, and `from` moves along with them. Relaxed loads of
    // at most a word may be used on any readable memory. `align_offset` has made the word loads aligned.
    unsafe {
        for byte in head {
            *byte = (*from.cast::<AtomicU8>()).load(Ordering::Relaxed);
            from = from.add(1);
        }
        for word in &mut words {
            let value = (*from.cast::<AtomicUsize>()).load(Ordering::Relaxed);
            word.copy_from_slice(&value.to_ne_bytes());
            from = from.add(WORD);
        }
        for byte in words.into_remainder() {
            *byte = (*from.cast::<AtomicU8>()).load(Ordering::Relaxed);
            from = from.add(1);
        }
    }
}

/// Copies `from` to shared memory, storing each byte once.
///
/// # Safety
/// `from.len()` bytes from `to` on are allocated and writeable.
unsafe fn store_bytes(mut to: *mut u8, from: &[u8]) {
    let (head, rest) = from.split_at(to.align_offset(WORD).min(from.len()));
    let words = rest.chunks_exact(WORD);
    let tail = words.remainder();
    // SAFETY: `head`, the words and the tail together are `from`, and `to` moves along with them; `align_offset` has
    // made the word stores aligned.
    unsafe {
        for &byte in head {
            (*to.cast::<AtomicU8>()).store(byte, Ordering::Relaxed);
            to = to.add(1);
        }
        for word in words {
            let mut value = [0; WORD];
            value.copy_from_slice(word);
            (*to.cast::<AtomicUsize>()).store(usize::from_ne_bytes(value), Ordering::Relaxed);
            to = to.add(WORD);
        }
        for &byte in tail {
            (*to.cast::<AtomicU8>()).store(byte, Ordering::Relaxed);
            to = to.add(1);
        }
    }
}

/// An array of integers or floats of any strides and byte order, seen as rows of cells.
pub struct Strided {
    start: *const u8,
    /// The leading axes: length and stride in bytes.
    axes: Vec<(usize, isize)>,
    /// Where in a row each cell is.
    cells: Box<[isize]>,
    /// The largest digit.
    most: u8,
    gather: Gather,
    /// Keeps the memory allocated.
    _owner: Py<PyUntypedArray>,
}

/// Reads one row of digits up to the last argument; `Err` is the first cell that holds something else, all others
/// being read nevertheless.
type Gather = unsafe fn(*const u8, &[isize], &mut [u8], u8) -> Result<(), (usize, Value)>;

// SAFETY: what it points to is kept allocated by `_owner`, and is only read, by atomic loads, from whichever thread.
unsafe impl Send for Strided {}
// SAFETY: as for `Send`.
unsafe impl Sync for Strided {}

impl Strided {
    /// The rows of an array of shape (…, n²) or (…, n, n), of integers of 1 to 8 bytes or floats of 4 or 8; `None` for
    /// any other array.
    pub fn new(array: &Bound<'_, PyUntypedArray>, size: Size) -> Option<Strided> {
        let dtype = array.dtype();
        let (bytes, swapped) = (dtype.itemsize(), dtype.is_native_byteorder() == Some(false));
        let (shape, strides) = (array.shape(), array.strides());
        let Size { side, digits, area } = size;
        let (leading, cells): (_, Box<[isize]>) = match *shape {
            [.., rows, columns] if (rows, columns) == (side, side) => {
                let (row, column) = (strides[shape.len() - 2], strides[shape.len() - 1]);
                let at = |i| (i / side) as isize * row + (i % side) as isize * column;
                (shape.len() - 2, (0..area).map(at).collect())
            }
            [.., cells] if cells == area => {
                let step = strides[shape.len() - 1];
                (shape.len() - 1, (0..area).map(|i| i as isize * step).collect())
            }
            _ => return None,
        };
        let axes: Vec<_> =
            shape.iter().copied().zip(strides.iter().copied()).take(leading).collect();
        let start = start(array);
        let aligned = bytes <= WORD
            && !swapped
            && start.align_offset(bytes) == 0
            && strides.iter().all(|stride| stride % bytes as isize == 0);
        let gather: Gather = match (dtype.kind(), bytes, aligned) {
            (b'u', 1, _) => gather::<AlignedU8>,
            (b'i', 1, _) => gather::<AlignedI8>,
            (b'u', 2, true) => gather::<AlignedU16>,
            (b'i', 2, true) => gather::<AlignedI16>,
            (b'u', 4, true) => gather::<AlignedU32>,
            (b'i', 4, true) => gather::<AlignedI32>,
            (b'u', 8, true) => gather::<AlignedU64>,
            (b'i', 8, true) => gather::<AlignedI64>,
            (b'u', 2, _) => by_bytes::<2, UNSIGNED>(swapped),
            (b'i', 2, _) => by_bytes::<2, SIGNED>(swapped),
            (b'u', 4, _) => by_bytes::<4, UNSIGNED>(swapped),
            (b'i', 4, _) => by_bytes::<4, SIGNED>(swapped),
            (b'u', 8, _) => by_bytes::<8, UNSIGNED>(swapped),
            (b'i', 8, _) => by_bytes::<8, SIGNED>(swapped),
            (b'f', 4, _) => by_bytes::<4, FLOAT>(swapped),
            (b'f', 8, _) => by_bytes::<8, FLOAT>(swapped),
            _ => return None,
        };
        let owner = array.clone().unbind();
        Some(Strided { start, axes, cells, most: digits as u8, gather, _owner: owner })
    }
}

impl Rows for Strided {
    fn read(&self, first: usize, block: &mut [u8], report: &mut dyn FnMut(usize, Fault)) {
        let rows: usize = self.axes.iter().map(|axis| axis.0).product();
        let area = self.cells.len();
        assert!(first <= rows && block.len() <= (rows - first) * area);
        for (i, cells) in block.chunks_exact_mut(area).enumerate() {
            let (mut row, mut offset) = (first + i, 0);
            for &(length, stride) in self.axes.iter().rev() {
                offset += (row % length) as isize * stride;
                row /= length;
            }
            // SAFETY: the row's number is below the product of the axes, as asserted, so that the offset is one that
            // NumPy's shape and strides reach; `new` chose a gather for aligned items only if start and strides are.
            let read =
                unsafe { (self.gather)(self.start.offset(offset), &self.cells, cells, self.most) };
            if let Err((cell, value)) = read {
                report(i, Fault::Cell { cell, value });
            }
        }
    }
}

/// How an item is loaded, and the digit that it is.
trait Load {
    /// The digit 0 to `most` that lies at `from`, or what does lie there. NaN is a blank.
    ///
    /// # Safety
    /// An item lies at `from`, aligned if the implementor says so.
    unsafe fn digit(from: *const u8, most: u8) -> Result<u8, Value>;
}

fn digit_of(value: i128, most: u8) -> Result<u8, Value> {
    if (0..=i128::from(most)).contains(&value) {
        Ok(value as u8)
    } else {
        Err(Value::Integer(value))
    }
}

macro_rules! aligned {
    ($($name:ident $atomic:ident),*) => {$(
        struct $name;
        impl Load for $name {
            #[inline(always)]
            unsafe fn digit(from: *const u8, most: u8) -> Result<u8, Value> {
                // SAFETY: the caller promises an aligned item; relaxed loads may be used on any readable memory.
                let value = unsafe { (*from.cast::<$atomic>()).load(Ordering::Relaxed) };
                digit_of(value.into(), most)
            }
        }
    )*};
}
aligned!(AlignedU8 AtomicU8, AlignedI8 AtomicI8, AlignedU16 AtomicU16, AlignedI16 AtomicI16);
aligned!(AlignedU32 AtomicU32, AlignedI32 AtomicI32, AlignedU64 AtomicU64, AlignedI64 AtomicI64);

/// Items that are not aligned, in the other byte order, or floats.
struct ByBytes<const SIZE: usize, const KIND: u8, const SWAPPED: bool>;

const UNSIGNED: u8 = b'u';
const SIGNED: u8 = b'i';
const FLOAT: u8 = b'f';

impl<const SIZE: usize, const KIND: u8, const SWAPPED: bool> ByBytes<SIZE, KIND, SWAPPED> {
    /// The item's bits.
    ///
    /// # Safety
    /// SIZE bytes lie at `from`.
    unsafe fn bits(from: *const u8) -> u64 {
        let little = cfg!(target_endian = "little") != SWAPPED;
        (0..SIZE).fold(0, |bits, i| {
            let at = if little { SIZE - 1 - i } else { i };
            // SAFETY: the caller promises SIZE bytes.
            let byte = unsafe { (*from.add(at).cast::<AtomicU8>()).load(Ordering::Relaxed) };
            bits << 8 | u64::from(byte)
        })
    }

    fn integer(bits: u64) -> i128 {
        let unused = 64 - 8 * SIZE as u32;
        match KIND {
            SIGNED => i128::from((bits << unused).cast_signed() >> unused),
            _ => i128::from(bits),
        }
    }
}

impl<const SIZE: usize, const KIND: u8, const SWAPPED: bool> Load for ByBytes<SIZE, KIND, SWAPPED> {
    unsafe fn digit(from: *const u8, most: u8) -> Result<u8, Value> {
        // SAFETY: the caller promises an item.
        let bits = unsafe { Self::bits(from) };
        if KIND != FLOAT {
            return digit_of(Self::integer(bits), most);
        }
        let value = match SIZE {
            4 => f32::from_bits(bits as u32).into(),
            _ => f64::from_bits(bits),
        };
        if value.is_nan() {
            return Ok(0);
        }
        let integer = value as i128;
        if integer as f64 == value {
            digit_of(integer, most)
        } else if value.is_finite() && value.fract() == 0.0 {
            Err(Value::Huge(format!("{value:e}")))
        } else {
            Err(Value::Fraction(value))
        }
    }
}

fn by_bytes<const SIZE: usize, const KIND: u8>(swapped: bool) -> Gather {
    if swapped { gather::<ByBytes<SIZE, KIND, true>> } else { gather::<ByBytes<SIZE, KIND, false>> }
}

/// # Safety
/// An item lies at each of the offsets from `row`, aligned if `L` needs it.
unsafe fn gather<L: Load>(
    row: *const u8,
    offsets: &[isize],
    cells: &mut [u8],
    most: u8,
) -> Result<(), (usize, Value)> {
    let mut fault = None;
    for (i, (cell, &offset)) in cells.iter_mut().zip(offsets).enumerate() {
        // SAFETY: the caller promises an item at each offset, aligned if need be.
        let digit = unsafe { L::digit(row.offset(offset), most) };
        *cell = digit.unwrap_or_else(|value| {
            fault.get_or_insert((i, value));
            ILLEGAL
        });
    }
    fault.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_copied_and_judged_at_every_alignment() {
        for offset in 0..WORD {
            for length in [0, 1, 7, 8, 9, 81, 162, STRING, STRING + 5] {
                let from: Vec<u8> = (0..offset + length).map(|i| (i * 7 % 10) as u8).collect();
                let mut to = vec![77; length];
                // SAFETY: `from` has that many bytes.
                let most = unsafe { load_bytes(from.as_ptr().add(offset), &mut to) };
                assert_eq!(to, from[offset..]);
                assert_eq!(most, to.iter().copied().max().unwrap_or(0));
                let mut back = vec![77; offset + length];
                // SAFETY: `back` has that many bytes.
                unsafe { store_bytes(back.as_mut_ptr().add(offset), &to) };
                assert_eq!(back[offset..], to);
            }
        }
        for at in 0..81 {
            for value in [10, 11, 127, 128, 137, 138, 255] {
                let mut from = [9; 81];
                from[at] = value;
                // SAFETY: both have 81 bytes.
                let most = unsafe { load_bytes(from.as_ptr(), &mut [0; 81]) };
                assert_eq!(most, value, "{value} at {at}");
            }
        }
    }

    #[test]
    fn items_of_any_order_and_sign_are_read() {
        const BIG: bool = cfg!(target_endian = "big");
        const LITTLE: bool = !BIG;
        let bytes = [0xff, 0xfe, 0x80, 0x01, 0x02, 0x03, 0x04, 0x05];
        let at = bytes.as_ptr();
        let (big, little) = (i64::from_be_bytes(bytes), i64::from_le_bytes(bytes));
        // SAFETY: there are eight bytes.
        unsafe {
            let swapped = ByBytes::<8, SIGNED, LITTLE>::bits(at);
            assert_eq!(ByBytes::<8, SIGNED, LITTLE>::integer(swapped), i128::from(big));
            let native = ByBytes::<8, SIGNED, BIG>::bits(at);
            assert_eq!(ByBytes::<8, SIGNED, BIG>::integer(native), i128::from(little));
            let native = ByBytes::<8, UNSIGNED, BIG>::bits(at);
            assert_eq!(
                ByBytes::<8, UNSIGNED, BIG>::integer(native),
                i128::from(little.cast_unsigned())
            );
            let bits = ByBytes::<2, SIGNED, LITTLE>::bits(at);
            assert_eq!(ByBytes::<2, SIGNED, LITTLE>::integer(bits), -2);
            let bits = ByBytes::<2, UNSIGNED, LITTLE>::bits(at);
            assert_eq!(ByBytes::<2, UNSIGNED, LITTLE>::integer(bits), 0xfffe);
            let bits = ByBytes::<4, SIGNED, LITTLE>::bits(at);
            assert_eq!(ByBytes::<4, SIGNED, LITTLE>::integer(bits), -98303);
        }
    }

    #[test]
    fn floats_are_digits_if_they_are_whole() {
        const BIG: bool = cfg!(target_endian = "big");
        let digit = |value: f64| {
            let bytes = value.to_le_bytes();
            // SAFETY: there are eight bytes.
            unsafe { ByBytes::<8, FLOAT, BIG>::digit(bytes.as_ptr(), 9) }
        };
        assert_eq!(
            [digit(0.0), digit(-0.0), digit(9.0), digit(f64::NAN)],
            [Ok(0), Ok(0), Ok(9), Ok(0)]
        );
        for value in [1.5, -0.25, f64::INFINITY] {
            assert_eq!(digit(value), Err(Value::Fraction(value)));
        }
        for value in [-1, 10, 256, 1 << 80] {
            assert_eq!(digit(value as f64), Err(Value::Integer(value)));
        }
        assert_eq!(digit(-1e300), Err(Value::Huge("-1e300".to_owned())));
        let narrow = 7.0f32.to_le_bytes();
        // SAFETY: there are four bytes.
        assert_eq!(unsafe { ByBytes::<4, FLOAT, BIG>::digit(narrow.as_ptr(), 9) }, Ok(7));
    }
}
