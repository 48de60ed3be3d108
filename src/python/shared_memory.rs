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

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use numpy::npyffi::{_PyArray_GET_ITEM_DATA, NPY_ARRAY_WRITEABLE};
use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::python::errors::{Fault, Value};
use crate::python::input::rows::{Axes, ILLEGAL, Rows, Size};

const WORD: usize = size_of::<usize>();

/// The memory of an array, which stays allocated.
struct Memory {
    /// Where the item with index (0, 0, …) is.
    start: *mut u8,
    _owner: Py<PyUntypedArray>,
}

// SAFETY: what it points to is kept allocated by `_owner`, and is only read and written as the functions of this file do,
// from whichever thread.
unsafe impl Send for Memory {}
// SAFETY: as for `Send`.
unsafe impl Sync for Memory {}

impl Memory {
    fn new(array: &Bound<'_, PyUntypedArray>) -> Memory {
        Memory { start: start(array), _owner: array.clone().unbind() }
    }
}

/// C-contiguous rows of a byte a cell.
pub struct Contiguous {
    memory: Memory,
    rows: usize,
    size: Size,
}

impl Contiguous {
    /// The rows of a C-contiguous array with one byte for each cell of `rows` boards; `None` for any other array.
    pub fn new(array: &Bound<'_, PyUntypedArray>, rows: usize, size: Size) -> Option<Contiguous> {
        let fits = array.is_c_contiguous()
            && array.dtype().itemsize() == 1
            && array.len() == rows * size.area;
        fits.then(|| Contiguous { memory: Memory::new(array), rows, size })
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
        let most = unsafe { load_bytes(self.memory.start.add(first * area), block) };
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
    memory: Memory,
    bytes: usize,
}

impl Out {
    /// A writeable C-contiguous array of single bytes; `None` for any other array.
    pub fn new(array: &Bound<'_, PyUntypedArray>) -> Option<Out> {
        // SAFETY: the pointer is that of a live array object.
        let flags = unsafe { (*_PyArray_GET_ITEM_DATA(array.as_array_ptr())).flags };
        let fits = flags & NPY_ARRAY_WRITEABLE != 0
            && array.is_c_contiguous()
            && array.dtype().itemsize() == 1;
        fits.then(|| Out { memory: Memory::new(array), bytes: array.len() })
    }

    /// Writes `bytes` from byte `first` on.
    pub fn write(&self, first: usize, bytes: &[u8]) {
        assert!(first <= self.bytes && bytes.len() <= self.bytes - first);
        // SAFETY: the assertion keeps the copy within the bytes that `new` found in the array.
        unsafe { store_bytes(self.memory.start.add(first), bytes) };
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

/// The `length` bytes at `start`: aligned words, and the bytes before and after them.
///
/// # Safety
/// The bytes are allocated, and writeable if they are stored to. Relaxed loads of at most a word may be used on any
/// readable memory.
unsafe fn words<'a>(
    start: *const u8,
    length: usize,
) -> (&'a [AtomicU8], &'a [AtomicUsize], &'a [AtomicU8]) {
    // SAFETY: the caller promises the bytes, which atomics may share with anybody; any bytes are an integer.
    unsafe { std::slice::from_raw_parts(start.cast::<AtomicU8>(), length).align_to() }
}

/// Copies by words, each an atomic load.
///
/// # Safety
/// `to.len()` bytes from `from` on are allocated.
unsafe fn load_words(from: *const u8, to: &mut [u8]) {
    // SAFETY: the caller promises the bytes.
    let (head, middle, tail) = unsafe { words(from, to.len()) };
    let (to_head, rest) = to.split_at_mut(head.len());
    let (to_middle, to_tail) = rest.split_at_mut(WORD * middle.len());
    for (to, from) in to_middle.as_chunks_mut().0.iter_mut().zip(middle) {
        *to = from.load(Ordering::Relaxed).to_ne_bytes();
    }
    for (to, from) in to_head.iter_mut().chain(to_tail).zip(head.iter().chain(tail)) {
        *to = from.load(Ordering::Relaxed);
    }
}

/// Copies `from` to shared memory, storing each byte once.
///
/// # Safety
/// `from.len()` bytes from `to` on are allocated and writeable.
unsafe fn store_bytes(to: *mut u8, from: &[u8]) {
    // SAFETY: the caller promises the bytes.
    let (head, middle, tail) = unsafe { words(to, from.len()) };
    let (from_head, rest) = from.split_at(head.len());
    let (from_middle, from_tail) = rest.split_at(WORD * middle.len());
    for (&from, to) in from_middle.as_chunks().0.iter().zip(middle) {
        to.store(usize::from_ne_bytes(from), Ordering::Relaxed);
    }
    for (&from, to) in from_head.iter().chain(from_tail).zip(head.iter().chain(tail)) {
        to.store(from, Ordering::Relaxed);
    }
}

/// An array of integers or floats of any strides and byte order, seen as rows of cells.
pub struct Strided {
    memory: Memory,
    /// The leading axes: length and stride in bytes.
    axes: Vec<(usize, isize)>,
    /// Where in a row each cell is.
    cells: Box<[isize]>,
    /// The largest digit.
    most: u8,
    gather: Gather,
}

/// Reads one row of digits up to the last argument; `Err` is the fault of the first cell that holds something else, all
/// others being read nevertheless.
type Gather = unsafe fn(*const u8, &[isize], &mut [u8], u8) -> Result<(), Fault>;

impl Strided {
    /// The rows of an array of shape (…, n²) or (…, n, n), of integers of 1 to 8 bytes or floats of 4 or 8; `None` for
    /// any other array.
    pub fn new(array: &Bound<'_, PyUntypedArray>, size: Size) -> Option<Strided> {
        let dtype = array.dtype();
        let (bytes, is_swapped) = (dtype.itemsize(), dtype.is_native_byteorder() == Some(false));
        let (shape, strides) = (array.shape(), array.strides());
        let Size { side, digits, area } = size;
        let Axes { leading, flat } = Axes::split(shape, size)?;
        let step = strides[shape.len() - 1];
        let row = if flat { side as isize * step } else { strides[shape.len() - 2] };
        let cell = |i: usize| (i / side) as isize * row + (i % side) as isize * step;
        let cells = (0..area).map(cell).collect();
        let axes = leading.into_iter().zip(strides.iter().copied()).collect();
        let memory = Memory::new(array);
        let is_aligned = bytes <= WORD
            && memory.start.align_offset(bytes) == 0
            && strides.iter().all(|stride| stride % bytes as isize == 0);
        let access = match (is_swapped, is_aligned) {
            (false, true) => WHOLE,
            (false, false) => BYTES,
            (true, _) => SWAPPED,
        };
        let gather: Gather = match (dtype.kind(), bytes) {
            (b'u', 1) => gather::<1, UNSIGNED, WHOLE>,
            (b'i', 1) => gather::<1, SIGNED, WHOLE>,
            (b'u', 2) => gather_by::<2, UNSIGNED>(access),
            (b'i', 2) => gather_by::<2, SIGNED>(access),
            (b'u', 4) => gather_by::<4, UNSIGNED>(access),
            (b'i', 4) => gather_by::<4, SIGNED>(access),
            (b'u', 8) => gather_by::<8, UNSIGNED>(access),
            (b'i', 8) => gather_by::<8, SIGNED>(access),
            (b'f', 4) => gather_by::<4, FLOAT>(access),
            (b'f', 8) => gather_by::<8, FLOAT>(access),
            _ => return None,
        };
        Some(Strided { memory, axes, cells, most: digits as u8, gather })
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
            let read = unsafe {
                (self.gather)(self.memory.start.offset(offset), &self.cells, cells, self.most)
            };
            if let Err(fault) = read {
                report(i, fault);
            }
        }
    }
}

const UNSIGNED: u8 = b'u';
const SIGNED: u8 = b'i';
const FLOAT: u8 = b'f';

/// An item is loaded whole if it is aligned, else byte by byte, as also in the other byte order.
const WHOLE: u8 = 0;
const BYTES: u8 = 1;
const SWAPPED: u8 = 2;

/// The bits of an item.
///
/// # Safety
/// `SIZE` bytes lie at `from`, aligned if `ACCESS` is `WHOLE`.
#[inline(always)]
unsafe fn bits<const SIZE: usize, const ACCESS: u8>(from: *const u8) -> u64 {
    let little = cfg!(target_endian = "little") != (ACCESS == SWAPPED);
    // SAFETY: the caller promises the bytes and the alignment; relaxed loads may be used on any readable memory.
    unsafe {
        match SIZE {
            1 if ACCESS == WHOLE => (*from.cast::<AtomicU8>()).load(Ordering::Relaxed).into(),
            2 if ACCESS == WHOLE => (*from.cast::<AtomicU16>()).load(Ordering::Relaxed).into(),
            4 if ACCESS == WHOLE => (*from.cast::<AtomicU32>()).load(Ordering::Relaxed).into(),
            8 if ACCESS == WHOLE => (*from.cast::<AtomicU64>()).load(Ordering::Relaxed),
            _ => (0..SIZE).fold(0, |bits, i| {
                let at = from.add(if little { SIZE - 1 - i } else { i });
                bits << 8 | u64::from((*at.cast::<AtomicU8>()).load(Ordering::Relaxed))
            }),
        }
    }
}

/// The float that an item of `SIZE` bytes is.
#[inline(always)]
fn float<const SIZE: usize>(bits: u64) -> f64 {
    match SIZE {
        4 => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    }
}

/// The digit 0 to `most` that an item of `SIZE` bytes is, or what it is. NaN is a blank.
#[inline(always)]
fn digit<const SIZE: usize, const KIND: u8>(bits: u64, most: u8) -> Result<u8, Value> {
    let unused = 64 - 8 * SIZE as u32;
    let integer = match KIND {
        UNSIGNED => i128::from(bits),
        SIGNED => i128::from((bits << unused).cast_signed() >> unused),
        _ => {
            let value = float::<SIZE>(bits);
            let integer = value as i128;
            // That of NaN is 0.
            if integer as f64 != value && !value.is_nan() {
                let is_whole = value.is_finite() && value.fract() == 0.0;
                let huge = || Value::Huge(format!("{value:e}"));
                return Err(if is_whole { huge() } else { Value::Fraction(value) });
            }
            integer
        }
    };
    if (0..=i128::from(most)).contains(&integer) {
        Ok(integer as u8)
    } else {
        Err(Value::Integer(integer))
    }
}

fn gather_by<const SIZE: usize, const KIND: u8>(access: u8) -> Gather {
    match access {
        WHOLE => gather::<SIZE, KIND, WHOLE>,
        BYTES => gather::<SIZE, KIND, BYTES>,
        _ => gather::<SIZE, KIND, SWAPPED>,
    }
}

/// # Safety
/// An item lies at each of the offsets from `row`, aligned if `ACCESS` is `WHOLE`.
unsafe fn gather<const SIZE: usize, const KIND: u8, const ACCESS: u8>(
    row: *const u8,
    offsets: &[isize],
    cells: &mut [u8],
    most: u8,
) -> Result<(), Fault> {
    let mut fault = None;
    let mut is_null = KIND == FLOAT;
    for (i, (cell, &offset)) in cells.iter_mut().zip(offsets).enumerate() {
        // SAFETY: the caller promises an item at each offset, aligned if need be.
        let bits = unsafe { bits::<SIZE, ACCESS>(row.offset(offset)) };
        if KIND == FLOAT {
            is_null &= float::<SIZE>(bits).is_nan();
        }
        *cell = digit::<SIZE, KIND>(bits, most).unwrap_or_else(|value| {
            fault.get_or_insert(Fault::Cell { cell: i, value });
            ILLEGAL
        });
    }
    match fault {
        Some(fault) => Err(fault),
        None if is_null => Err(Fault::Nulls),
        None => Ok(()),
    }
}
