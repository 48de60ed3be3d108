//! The moves that keep the boxes of a board: orders of its lines, and transposition.
//!
//! ```text
//!   lines    0 1 … n-1 the rows, n … 2n-1 the columns
//!   move     for each line of the result the line of the source; either rows come from rows and columns from columns,
//!            or, transposed, rows from columns and columns from rows
//!   cell     row r, column c of the result comes from the cell where move[r] and move[n + c] meet
//! ```
//!
//! *Invariant.* The lines of one block (a band or a stack) come from one block. The composition of
//! `first` and then `second` takes line l from `first[second[l]]`.

#![forbid(unsafe_code)]

use crate::random::Words;

/// The source of each line.
pub(super) type Lines = Box<[u8]>;

/// A board with boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    /// The number of rows, and of columns, of the board.
    pub side: usize,
    /// The number of rows in a band.
    pub band: usize,
    /// The number of columns in a stack.
    pub stack: usize,
}

impl Frame {
    /// The board whose boxes have this many rows and columns. Boxes that are lines permit all orders of lines.
    pub fn new((height, width): (usize, usize)) -> Frame {
        let side = height * width;
        match height == 1 || width == 1 {
            true => Frame { side, band: side, stack: side },
            false => Frame { side, band: height, stack: width },
        }
    }

    /// Whether transposition keeps boxes.
    pub fn transposes(&self) -> bool {
        self.band == self.stack
    }

    /// The number of the band or stack that contains a line.
    pub fn block(&self, line: usize) -> usize {
        match line.checked_sub(self.side) {
            None => line / self.band,
            Some(column) => self.side / self.band + column / self.stack,
        }
    }

    /// The cell at the intersection of a row and a column, given in either order.
    #[inline]
    pub fn meet(&self, a: u8, b: u8) -> usize {
        let part = |line: usize| if line < self.side { line * self.side } else { line - self.side };
        part(a.into()) + part(b.into())
    }

    /// The contribution of each line to the number of a cell.
    pub fn parts(&self) -> Vec<u16> {
        let (side, lines) = (self.side, 0..2 * self.side);
        lines.map(|line| if line < side { line * side } else { line - side } as u16).collect()
    }

    /// The identity.
    pub fn identity(&self) -> Lines {
        (0..2 * self.side).map(|line| line as u8).collect()
    }

    /// Draws a uniformly random move.
    pub fn draw(&self, words: &mut Words, lines: &mut [u8]) {
        let (rows, columns) = lines.split_at_mut(self.side);
        random_order(self.band, words, rows);
        random_order(self.stack, words, columns);
        let transposed = self.transposes() && words.below(2) == 1;
        let crossed = if transposed { rows } else { columns };
        crossed.iter_mut().for_each(|line| *line += self.side as u8);
    }
}

/// A random order of lines that keeps blocks of `block` lines together.
fn random_order(block: usize, words: &mut Words, order: &mut [u8]) {
    let blocks = order.len() / block;
    let mut starts = [0u8; 64];
    starts.iter_mut().zip(0..).for_each(|(start, k)| *start = k);
    words.shuffle(&mut starts[..blocks]);
    for (lines, start) in order.chunks_exact_mut(block).zip(starts) {
        lines.iter_mut().zip(block as u8 * start..).for_each(|(line, k)| *line = k);
        words.shuffle(lines);
    }
}
