//! Reads puzzles into columns, laid out as in the stack, 32 at a time.
//!
//! ```text
//!   puzzles, one per row           pieces                              columns, one per puzzle
//!   cells 0 .. 7 | 8 .. 15 | …     eight cells of puzzles 0, 1,        cell 0   p p p p …
//!   cells 0 .. 7 | 8 .. 15 | …     8, 9, 16, 17, 24 and 25 next to     cell 1   p p p p …
//!    …                             each other, then of 2, 3, 10 …      …
//! ```
//!
//! Pieces are copied so that eight vectors of them form a block that can be transposed. All pieces are copied before
//! the first is loaded, because a vector load waits for the narrow stores that it covers. The last piece is cells 73 to
//! 80, so seven cells are transposed twice and nothing beyond the puzzle is read.
//!
//! Givens are converted to candidates while they are bytes: one table contains the lower bytes, another the upper
//! bytes, and the two are interleaved. Each group of 16 bytes therefore holds cells of two puzzles, one for each
//! vector.

use crate::arch::unrolled;
use crate::board::Digits;
use crate::solve::Puzzles;

use super::simd::Simd;
use super::stack::Stack;

/// The number of puzzles read at a time.
pub(super) const BLOCK: usize = 32;

/// The first cell of each piece of eight.
pub(super) const PIECES: [usize; 11] = [0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 73];

/// The puzzles of a run that are not yet in a lane.
pub(super) struct Input<'a> {
    puzzles: Puzzles<'a>,
    /// The number of the first puzzle that has not been read.
    next: usize,
    /// The puzzles read last; the first `taken` of them are already in lanes.
    block: Stack,
    taken: usize,
    /// Puzzles to read again, after all others.
    again: Vec<u16>,
    /// Whether the block contains puzzles read again.
    is_again: bool,
    pieces: [[u8; 8 * BLOCK]; PIECES.len()],
}

impl<'a> Input<'a> {
    pub fn new(puzzles: Puzzles<'a>) -> Input<'a> {
        Input {
            puzzles,
            next: 0,
            block: Stack::new(BLOCK),
            taken: 0,
            again: Vec::new(),
            is_again: false,
            pieces: [[0; 8 * BLOCK]; PIECES.len()],
        }
    }

    /// The available columns, at least one unless every puzzle is taken: the block, the first column, the number of
    /// columns.
    #[inline(always)]
    pub fn ready<S: Simd>(&mut self, s: S) -> (&Stack, usize, usize) {
        let left = self.puzzles.len() - self.next;
        if self.taken == self.block.len() && left + self.again.len() > 0 {
            self.is_again = left == 0;
            let mut numbers = [0; BLOCK];
            let n = if self.is_again { self.again.len() } else { left }.min(BLOCK);
            let numbers = &mut numbers[..n];
            if self.is_again {
                numbers.copy_from_slice(&self.again[self.again.len() - n..]);
                self.again.truncate(self.again.len() - n);
            } else {
                for (i, number) in numbers.iter_mut().enumerate() {
                    *number = (self.next + i) as u16;
                }
                self.next += n;
            }
            match self.puzzles {
                Puzzles::Grids(grids) => {
                    for (column, &number) in numbers.iter().enumerate() {
                        let cells = grids[number as usize].cells();
                        copy_pieces::<S, u8>(cells, column, &mut self.pieces);
                    }
                    for (first, piece) in PIECES.into_iter().zip(&self.pieces) {
                        for (batch, piece) in piece.chunks_exact(8 * S::LANES).enumerate() {
                            let [[a, b], [c, d], [e, f], [g, h]] = unrolled!(K in [0 1 2 3] => {
                                s.candidates(&piece[2 * K * S::LANES..])
                            });
                            put(s, [a, b, c, d, e, f, g, h], &mut self.block, first, batch);
                        }
                    }
                }
                Puzzles::Candidates(candidates) => {
                    let puzzles = numbers.iter().map(|&i| Digits::words(&candidates[i as usize]));
                    read(s, puzzles, &mut self.block);
                }
            }
            self.block.row_mut(81, 0)[..n].copy_from_slice(numbers);
            self.block.set_len(n);
            self.taken = 0;
        }
        (&self.block, self.taken, self.block.len() - self.taken)
    }

    /// Marks the next `n` columns as taken.
    #[inline(always)]
    pub fn take(&mut self, n: usize) {
        self.taken += n;
    }

    /// Returns a puzzle to the input; it is read again after all others.
    pub fn again(&mut self, puzzle: u16) {
        self.again.push(puzzle);
    }

    /// Whether the available columns were returned before.
    pub fn is_again(&self) -> bool {
        self.is_again
    }

    /// The numbers of the puzzles that are not in a lane.
    pub fn untouched(&self) -> impl Iterator<Item = usize> {
        let ready = self.taken..self.block.len();
        let ready = ready.map(|column| self.block.puzzle(column));
        let ready = ready.chain(self.again.iter().copied()).map(usize::from);
        ready.chain(self.next..self.puzzles.len())
    }
}

/// Reads up to 32 puzzles, given as candidates, into the first columns of a block.
#[inline(always)]
pub(super) fn read<'a, S: Simd>(
    s: S,
    puzzles: impl Iterator<Item = &'a [u16; 81]>,
    block: &mut Stack,
) {
    let mut pieces = [[0u16; 8 * BLOCK]; PIECES.len()];
    for (column, cells) in puzzles.enumerate() {
        copy_pieces::<S, u16>(cells, column, &mut pieces);
    }
    for (first, piece) in PIECES.into_iter().zip(&pieces) {
        for (batch, piece) in piece.chunks_exact(8 * S::LANES).enumerate() {
            let part = |k: usize| &piece[k * S::LANES..][..S::LANES];
            let rows = unrolled!(K in [0 1 2 3 4 5 6 7] => s.load(part(K)));
            put(s, rows, block, first, batch);
        }
    }
}

/// The position of a puzzle's eight cells within a piece. With words, each 16 bytes hold one puzzle; with bytes, two,
/// one for each vector of a pair.
#[inline(always)]
pub(super) fn place_of<S: Simd, T>(column: usize) -> usize {
    let together = 2 / size_of::<T>();
    let (batch, lane) = (column / S::LANES, column % S::LANES);
    let (part, vector, half) = (lane / 8, lane % 8 / together, lane % together);
    8 * (batch * S::LANES + vector * together * (S::LANES / 8) + part * together + half)
}

/// Copies the cells of a puzzle to its pieces.
#[inline(always)]
fn copy_pieces<S: Simd, T: Copy>(
    cells: &[T; 81],
    column: usize,
    pieces: &mut [[T; 8 * BLOCK]; PIECES.len()],
) {
    let at = place_of::<S, T>(column);
    for (first, piece) in PIECES.into_iter().zip(pieces) {
        piece[at..at + 8].copy_from_slice(&cells[first..first + 8]);
    }
}

/// Transposes eight cells of `LANES` puzzles into eight rows of a block.
#[inline(always)]
fn put<S: Simd>(s: S, rows: [S::Vector; 8], block: &mut Stack, first: usize, batch: usize) {
    for (k, row) in s.transpose(rows).into_iter().enumerate() {
        s.store(row, block.row_mut(first + k, batch * S::LANES));
    }
}
