//! Pending search nodes: pushed if a branch finds no free lane, popped if a lane is free.
//!
//! ```text
//!                       len
//!   cell 0   n n n n n n . . . . |slack|    one column per node, one row per cell: as in the lanes, so
//!   cell 1   n n n n n n . . . . |     |    packed lanes of a vector are columns of a row
//!     ...
//!   cell 80  n n n n n n . . . . |     |    the length of a row is an odd multiple of 64 bytes; otherwise all
//!   puzzle   n n n n n n . . . . |     |    rows of a column would map to one set of the cache
//! ```
//!
//! Each row begins at a cache line. Whole vectors are written, so a row ends with slack. The stack doubles its capacity
//! when it is full. New puzzles and solutions have the same layout.

use super::simd::Simd;

/// Columns of 81 candidate sets and a puzzle number.
pub(super) struct Stack {
    memory: Vec<u16>,
    /// The offset of the first row in memory, so that rows begin at a cache line.
    start: usize,
    stride: usize,
    len: usize,
}

/// The number of rows: the cells and the puzzle number.
const ROWS: usize = 82;
/// Space for the widest vector after the last column.
const SLACK: usize = 32;
/// The number of words in a cache line.
const LINE: usize = 32;

impl Stack {
    /// An empty stack with space for `capacity` columns.
    pub fn new(capacity: usize) -> Stack {
        let stride = stride_for(capacity);
        let memory = vec![0; ROWS * stride + LINE];
        let start = memory.as_ptr().align_offset(size_of::<[u16; LINE]>()).min(LINE);
        Stack { memory, start, stride, len: 0 }
    }

    /// The number of columns.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Sets the number of columns; their contents are the last values written there.
    #[inline(always)]
    pub fn set_len(&mut self, len: usize) {
        debug_assert!(len <= self.stride - SLACK);
        self.len = len;
    }

    /// Reserves space for `more` columns.
    #[inline(always)]
    pub fn reserve(&mut self, more: usize) {
        if self.len + more > self.stride - SLACK {
            self.grow(self.len + more);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, capacity: usize) {
        let mut larger = Stack::new(capacity.max(2 * self.stride));
        larger.append(self, 0, self.len);
        *self = larger;
    }

    /// The part of row `row` that starts at column `column` and is as long as the widest vector.
    #[inline(always)]
    pub fn row(&self, row: usize, column: usize) -> &[u16] {
        &self.memory[self.start + row * self.stride + column..][..SLACK]
    }

    /// [`Stack::row`] for every row. This uses chunks, although they need a division, because a loop that splits, as
    /// below, takes 1.2 times as long.
    #[inline(always)]
    pub fn rows(&self, column: usize) -> impl Iterator<Item = &[u16]> {
        assert!(column + SLACK <= self.stride);
        let rows = self.memory[self.start..].chunks_exact(self.stride);
        rows.map(move |row| &row[column..][..SLACK])
    }

    /// A mutable [`Stack::row`].
    #[inline(always)]
    pub fn row_mut(&mut self, row: usize, column: usize) -> &mut [u16] {
        &mut self.memory[self.start + row * self.stride + column..][..SLACK]
    }

    /// [`Stack::row_mut`] for every row.
    #[inline(always)]
    pub fn rows_mut(&mut self, column: usize) -> impl Iterator<Item = &mut [u16]> {
        let stride = self.stride;
        assert!(column + SLACK <= stride);
        let mut rest = &mut self.memory[self.start..];
        std::iter::from_fn(move || {
            let (row, after) = std::mem::take(&mut rest).split_at_mut_checked(stride)?;
            rest = after;
            Some(&mut row[column..][..SLACK])
        })
    }

    /// Writes the cells of these lanes to columns, starting at `column`.
    #[inline(always)]
    pub fn put<S: Simd>(&mut self, s: S, column: usize, cells: &[S::Vector; 81], lanes: u32) {
        let packing = s.packing(lanes);
        for (row, &v) in self.rows_mut(column).zip(cells) {
            s.store(s.carry(packing, v, v), row);
        }
    }

    /// Appends `n` columns of another stack, starting at its `column`.
    pub fn append(&mut self, other: &Stack, column: usize, n: usize) {
        let len = self.len;
        let to = self.memory[self.start..].chunks_exact_mut(self.stride);
        let from = other.memory[other.start..].chunks_exact(other.stride);
        for (to, from) in to.zip(from) {
            to[len..][..n].copy_from_slice(&from[column..][..n]);
        }
        self.set_len(len + n);
    }

    /// The puzzle number of a column.
    #[inline(always)]
    pub fn puzzle(&self, column: usize) -> u16 {
        self.memory[self.start + 81 * self.stride + column]
    }

    /// The puzzle numbers of all columns.
    pub fn puzzles(&self) -> &[u16] {
        &self.memory[self.start + 81 * self.stride..][..self.len]
    }
}

/// The length of rows with space for `capacity` columns and the slack: an odd multiple of 64 bytes.
fn stride_for(capacity: usize) -> usize {
    ((capacity + SLACK).div_ceil(LINE) | 1) * LINE
}
