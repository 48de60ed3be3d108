//! Memory for the end of a call that runs out of it.
//!
//! Rust ends the process if an allocation fails, and a library must not. Every call therefore starts with a reserve of
//! memory, which is never touched and so only takes addresses. If the system refuses memory, the reserve is given back, the
//! allocation is repeated, and [`OUT_OF_MEMORY`] stops all work at its next checkpoint, as Ctrl-C does; the calls raise
//! MemoryError. The next call takes a new reserve, or raises at once.
//!
//! An allocation larger than the reserve is not repeated. Whatever grows with the input or the result has to be allocated
//! by numpy or with `try_reserve`.

#![expect(unsafe_code, reason = "an allocator")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::control::OUT_OF_MEMORY;

/// More than all workers allocate from one checkpoint to the next.
const SIZE: usize = 16 << 20;
const LAYOUT: Layout = match Layout::from_size_align(SIZE, 16) {
    Ok(layout) => layout,
    Err(_) => unreachable!(),
};

static RESERVE: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());

/// Takes the reserve, unless it is there. Returns false if there is no memory for it.
pub fn is_ready() -> bool {
    if RESERVE.load(Ordering::Relaxed).is_null() {
        // SAFETY: the size is not zero.
        let taken = unsafe { System.alloc(LAYOUT) };
        if taken.is_null() {
            return false;
        }
        let order = (Ordering::AcqRel, Ordering::Relaxed);
        if RESERVE.compare_exchange(ptr::null_mut(), taken, order.0, order.1).is_err() {
            // SAFETY: allocated above with this layout, and nowhere else.
            unsafe { System.dealloc(taken, LAYOUT) };
        }
    }
    // A search that cannot grow sets it too, and leaves the reserve.
    OUT_OF_MEMORY.store(false, Ordering::Relaxed);
    true
}

/// Allocates again after giving back the reserve.
#[cold]
fn again(size: usize, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    if size > SIZE {
        return ptr::null_mut();
    }
    let reserve = RESERVE.swap(ptr::null_mut(), Ordering::AcqRel);
    // After the swap: another call that begins now clears it only if it finds the reserve.
    OUT_OF_MEMORY.store(true, Ordering::Relaxed);
    if !reserve.is_null() {
        // SAFETY: allocated with this layout, and the swap leaves it to us alone.
        unsafe { System.dealloc(reserve, LAYOUT) };
    }
    allocate()
}

/// The allocator of the system, and the reserve.
struct Reserving;

#[global_allocator]
static ALLOCATOR: Reserving = Reserving;

// SAFETY: every method is that of the system's allocator, called once more if it returns null, which allocates nothing.
unsafe impl GlobalAlloc for Reserving {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are the same.
        let allocate = || unsafe { System.alloc(layout) };
        let found = allocate();
        if found.is_null() { again(layout.size(), allocate) } else { found }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are the same.
        let allocate = || unsafe { System.alloc_zeroed(layout) };
        let found = allocate();
        if found.is_null() { again(layout.size(), allocate) } else { found }
    }

    #[inline]
    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promises are the same; the old block stays as it is if null is returned.
        let allocate = || unsafe { System.realloc(old, layout, size) };
        let found = allocate();
        if found.is_null() { again(size, allocate) } else { found }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are the same, and all blocks come from there.
        unsafe { System.dealloc(block, layout) }
    }
}
