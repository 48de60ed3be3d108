//! Search nodes that wait: pushed where branches find no free lane, popped where lanes run out of work.
//!
//! ```text
//!                       len
//!   cell 0   n n n n n n . . . . |slack|    one column a node, one row a cell: as in the lanes, so that
//!   cell 1   n n n n n n . . . . |     |    packing some lanes of a vector gives some columns of a row
//!     ...
//!   cell 80  n n n n n n . . . . |     |    each row is an odd multiple of 64 bytes long, or all rows of a
//!   puzzle   n n n n n n . . . . |     |    column would fall into one set of the cache
//! ```
//!
//! Vectors are written whole, so each row ends in slack. The stack doubles when it is full. The same layout
//! holds fresh puzzles and found solutions, which are not popped but read by their own code.

/// Columns of 81 candidate sets and a puzzle number.
pub(super) struct Stack {
    rows: Vec<u16>,
    stride: usize,
    len: usize,
}

/// Rows: the cells and the puzzle number.
pub(super) const ROWS: usize = 82;
/// Room for the widest vector behind the last column.
const SLACK: usize = 32;

impl Stack {
    /// An empty stack with room for `capacity` columns.
    pub fn new(capacity: usize) -> Stack {
        let stride = stride_for(capacity);
        Stack { rows: vec![0; ROWS * stride], stride, len: 0 }
    }

    /// How many columns it holds.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Sets the number of columns; those within hold what was last written there.
    #[inline(always)]
    pub fn set_len(&mut self, len: usize) {
        debug_assert!(len <= self.stride - SLACK);
        self.len = len;
    }

    /// Makes room for `more` columns.
    #[inline(always)]
    pub fn reserve(&mut self, more: usize) {
        if self.len + more > self.stride - SLACK {
            self.grow(self.len + more);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, capacity: usize) {
        let stride = stride_for(capacity.max(2 * self.stride));
        let mut rows = vec![0; ROWS * stride];
        for (to, from) in rows.chunks_exact_mut(stride).zip(self.rows.chunks_exact(self.stride)) {
            to[..self.len].copy_from_slice(&from[..self.len]);
        }
        (self.rows, self.stride) = (rows, stride);
    }

    /// Row `row` from column `column` on, at least a vector long if there is room for the column.
    #[inline(always)]
    pub fn row(&self, row: usize, column: usize) -> &[u16] {
        &self.rows[row * self.stride + column..][..SLACK]
    }

    /// The same, to write to.
    #[inline(always)]
    pub fn row_mut(&mut self, row: usize, column: usize) -> &mut [u16] {
        &mut self.rows[row * self.stride + column..][..SLACK]
    }

    /// The puzzle number of a column.
    #[inline(always)]
    pub fn puzzle(&self, column: usize) -> u16 {
        self.rows[81 * self.stride + column]
    }

    /// The puzzle numbers of all columns.
    pub fn puzzles(&self) -> &[u16] {
        &self.rows[81 * self.stride..][..self.len]
    }
}

/// An odd multiple of 64 bytes with room for `capacity` columns and the slack.
fn stride_for(capacity: usize) -> usize {
    ((capacity + SLACK).div_ceil(32) | 1) * 32
}
