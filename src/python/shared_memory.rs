//! Memory that Python owns: read and written while other threads may be writing it too. A named unsafe island.
//!
//! ```text
//!   numpy array ──copy_out, each byte loaded once──> owned block ──validated, solved──> owned block ──copy_in──> numpy array
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

use crate::board::Grid;

use super::fault::{Fault, Value};
use super::rows::{Cells, Rows};

const WORD: usize = size_of::<usize>();

/// C-contiguous rows of 81 bytes.
pub struct Contiguous {
    start: *const u8,
    rows: usize,
    /// Keeps the memory allocated.
    _owner: Py<PyUntypedArray>,
}

// SAFETY: what it points to is kept allocated by `_owner`, and is only read, by atomic loads, from whichever thread.
unsafe impl Send for Contiguous {}
// SAFETY: as for `Send`.
unsafe impl Sync for Contiguous {}

impl Contiguous {
    /// The rows of a C-contiguous array of `rows * 81` single bytes; `None` for any other array.
    pub fn new(array: &Bound<'_, PyUntypedArray>, rows: usize) -> Option<Contiguous> {
        let fits =
            array.is_c_contiguous() && array.dtype().itemsize() == 1 && array.len() == rows * 81;
        fits.then(|| Contiguous { start: start(array), rows, _owner: array.clone().unbind() })
    }
}

/// Where the item with index (0, 0, …) is.
fn start(array: &Bound<'_, PyUntypedArray>) -> *mut u8 {
    // SAFETY: the pointer is that of a live array object, whose field `data` never changes while we hold the array
    // (save by `resize(refcheck=False)`, with which a caller gives up NumPy's own safety).
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
    fn read(&self, first: usize, cells: &mut [Cells], report: &mut dyn FnMut(usize, Fault)) {
        assert!(first <= self.rows && cells.len() <= self.rows - first);
        let block: &mut [u8] = bytemuck::cast_slice_mut(cells);
        // SAFETY: the assertion keeps the copy within the `rows * 81` bytes that `new` found in the array.
        let small = unsafe { load_bytes(self.start.add(first * 81), block) };
        if small {
            return;
        }
        for (row, cells) in cells.iter().enumerate() {
            if let Some(cell) = cells.iter().position(|&value| value > 9) {
                report(row, Fault::Cell { cell, value: Value::Integer(cells[cell].into()) });
            }
        }
    }
}

/// A writeable C-contiguous array of grids, the caller's `out`.
pub struct Out {
    start: *mut u8,
    grids: usize,
    /// Keeps the memory allocated.
    _owner: Py<PyUntypedArray>,
}

// SAFETY: what it points to is kept allocated by `_owner`, and is only written, by atomic stores, from whichever thread.
unsafe impl Send for Out {}
// SAFETY: as for `Send`.
unsafe impl Sync for Out {}

impl Out {
    /// A writeable C-contiguous array of `grids * 81` single bytes; `None` for any other array.
    pub fn new(array: &Bound<'_, PyUntypedArray>, grids: usize) -> Option<Out> {
        // SAFETY: the pointer is that of a live array object.
        let flags = unsafe { (*_PyArray_GET_ITEM_DATA(array.as_array_ptr())).flags };
        let fits = flags & NPY_ARRAY_WRITEABLE != 0
            && array.is_c_contiguous()
            && array.dtype().itemsize() == 1
            && array.len() == grids * 81;
        fits.then(|| Out { start: start(array), grids, _owner: array.clone().unbind() })
    }

    /// Writes `grids` from grid `first` on.
    pub fn write(&self, first: usize, grids: &[Grid]) {
        assert!(first <= self.grids && grids.len() <= self.grids - first);
        let bytes = Grid::cells_of(grids).as_flattened();
        // SAFETY: the assertion keeps the copy within the `grids * 81` bytes that `new` found in the array.
        unsafe { store_bytes(self.start.add(first * 81), bytes) };
    }
}

/// Copies `to.len()` bytes from shared memory, loading each once; whether all are 0 to 9.
///
/// # Safety
/// `to.len()` bytes from `from` on are allocated.
unsafe fn load_bytes(mut from: *const u8, to: &mut [u8]) -> bool {
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
    most <= 9
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

/// An integer array of any item type, byte order and strides, seen as rows of 81 cells.
pub struct Strided {
    start: *const u8,
    /// The leading axes: length and stride in bytes.
    axes: Vec<(usize, isize)>,
    /// Where in a row each cell is.
    cells: Box<[isize; 81]>,
    gather: Gather,
    /// Keeps the memory allocated.
    _owner: Py<PyUntypedArray>,
}

/// Reads one row; `Err` is the first cell that is not 0 to 9, all others being read nevertheless.
type Gather = unsafe fn(*const u8, &[isize; 81], &mut Cells) -> Result<(), (usize, i128)>;

// SAFETY: what it points to is kept allocated by `_owner`, and is only read, by atomic loads, from whichever thread.
unsafe impl Send for Strided {}
// SAFETY: as for `Send`.
unsafe impl Sync for Strided {}

impl Strided {
    /// The rows of an integer array of shape (…, 81) or (…, 9, 9); `None` for any other array.
    pub fn new(array: &Bound<'_, PyUntypedArray>) -> Option<Strided> {
        let dtype = array.dtype();
        let (size, swapped) = (dtype.itemsize(), dtype.is_native_byteorder() == Some(false));
        let signed = match dtype.kind() {
            b'i' => true,
            b'u' => false,
            _ => return None,
        };
        let (shape, strides) = (array.shape(), array.strides());
        let (leading, cells) = match *shape {
            [.., 81] => {
                (shape.len() - 1, std::array::from_fn(|i| i as isize * strides[shape.len() - 1]))
            }
            [.., 9, 9] => {
                let (row, column) = (strides[shape.len() - 2], strides[shape.len() - 1]);
                let at = |i| (i / 9) as isize * row + (i % 9) as isize * column;
                (shape.len() - 2, std::array::from_fn(at))
            }
            _ => return None,
        };
        let axes: Vec<_> =
            shape.iter().copied().zip(strides.iter().copied()).take(leading).collect();
        let start = start(array);
        let aligned = size <= WORD
            && !swapped
            && start.align_offset(size) == 0
            && strides.iter().all(|stride| stride % size as isize == 0);
        let gather: Gather = match (size, signed, aligned) {
            (1, false, _) => gather::<AlignedU8>,
            (1, true, _) => gather::<AlignedI8>,
            (2, false, true) => gather::<AlignedU16>,
            (2, true, true) => gather::<AlignedI16>,
            (4, false, true) => gather::<AlignedU32>,
            (4, true, true) => gather::<AlignedI32>,
            (8, false, true) => gather::<AlignedU64>,
            (8, true, true) => gather::<AlignedI64>,
            (2, ..) => by_bytes::<2>(signed, swapped),
            (4, ..) => by_bytes::<4>(signed, swapped),
            (8, ..) => by_bytes::<8>(signed, swapped),
            _ => return None,
        };
        let owner = array.clone().unbind();
        Some(Strided { start, axes, cells: Box::new(cells), gather, _owner: owner })
    }
}

impl Rows for Strided {
    fn read(&self, first: usize, cells: &mut [Cells], report: &mut dyn FnMut(usize, Fault)) {
        let rows: usize = self.axes.iter().map(|axis| axis.0).product();
        assert!(first <= rows && cells.len() <= rows - first);
        for (i, cells) in cells.iter_mut().enumerate() {
            let (mut row, mut offset) = (first + i, 0);
            for &(length, stride) in self.axes.iter().rev() {
                offset += (row % length) as isize * stride;
                row /= length;
            }
            // SAFETY: the row's number is below the product of the axes, as asserted, so that the offset is one that
            // NumPy's shape and strides reach; `new` chose a gather for aligned items only where start and strides are.
            let read = unsafe { (self.gather)(self.start.offset(offset), &self.cells, cells) };
            if let Err((cell, value)) = read {
                report(i, Fault::Cell { cell, value: Value::Integer(value) });
            }
        }
    }
}

/// How an item is loaded.
trait Load {
    /// # Safety
    /// An item lies at `from`, aligned if the implementor says so.
    unsafe fn load(from: *const u8) -> i128;
}

macro_rules! aligned {
    ($($name:ident $atomic:ident),*) => {$(
        struct $name;
        impl Load for $name {
            #[inline(always)]
            unsafe fn load(from: *const u8) -> i128 {
                // SAFETY: the caller promises an aligned item; relaxed loads may be used on any readable memory.
                unsafe { (*from.cast::<$atomic>()).load(Ordering::Relaxed).into() }
            }
        }
    )*};
}
aligned!(AlignedU8 AtomicU8, AlignedI8 AtomicI8, AlignedU16 AtomicU16, AlignedI16 AtomicI16);
aligned!(AlignedU32 AtomicU32, AlignedI32 AtomicI32, AlignedU64 AtomicU64, AlignedI64 AtomicI64);

/// Items that are not aligned, or in the other byte order.
struct ByBytes<const SIZE: usize, const SIGNED: bool, const SWAPPED: bool>;

impl<const SIZE: usize, const SIGNED: bool, const SWAPPED: bool> Load
    for ByBytes<SIZE, SIGNED, SWAPPED>
{
    unsafe fn load(from: *const u8) -> i128 {
        let little = cfg!(target_endian = "little") != SWAPPED;
        let mut value: u64 = 0;
        for i in 0..SIZE {
            let at = if little { SIZE - 1 - i } else { i };
            // SAFETY: the caller promises SIZE bytes.
            let byte = unsafe { (*from.add(at).cast::<AtomicU8>()).load(Ordering::Relaxed) };
            value = value << 8 | u64::from(byte);
        }
        let unused = 64 - 8 * SIZE as u32;
        if SIGNED {
            i128::from((value << unused).cast_signed() >> unused)
        } else {
            i128::from(value)
        }
    }
}

fn by_bytes<const SIZE: usize>(signed: bool, swapped: bool) -> Gather {
    match (signed, swapped) {
        (false, false) => gather::<ByBytes<SIZE, false, false>>,
        (false, true) => gather::<ByBytes<SIZE, false, true>>,
        (true, false) => gather::<ByBytes<SIZE, true, false>>,
        (true, true) => gather::<ByBytes<SIZE, true, true>>,
    }
}

/// # Safety
/// An item lies at each of the offsets from `row`, aligned if `L` needs it.
unsafe fn gather<L: Load>(
    row: *const u8,
    offsets: &[isize; 81],
    cells: &mut Cells,
) -> Result<(), (usize, i128)> {
    let mut fault = None;
    for (i, (cell, &offset)) in cells.iter_mut().zip(offsets).enumerate() {
        // SAFETY: the caller promises an item at each offset, aligned if need be.
        let value = unsafe { L::load(row.offset(offset)) };
        *cell = if (0..=9).contains(&value) {
            value as u8
        } else {
            fault.get_or_insert((i, value));
            super::rows::ILLEGAL
        };
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
                assert!(unsafe { load_bytes(from.as_ptr().add(offset), &mut to) });
                assert_eq!(to, from[offset..]);
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
                assert!(!unsafe { load_bytes(from.as_ptr(), &mut [0; 81]) }, "{value} at {at}");
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
            assert_eq!(ByBytes::<8, true, LITTLE>::load(at), i128::from(big));
            assert_eq!(ByBytes::<8, true, BIG>::load(at), i128::from(little));
            assert_eq!(ByBytes::<8, false, BIG>::load(at), i128::from(little.cast_unsigned()));
            assert_eq!(ByBytes::<2, true, LITTLE>::load(at), -2);
            assert_eq!(ByBytes::<2, false, LITTLE>::load(at), 0xfffe);
            assert_eq!(ByBytes::<4, true, LITTLE>::load(at), -98303);
        }
    }
}
