//! Writes solutions: collects them as columns and writes 32 at a time, the reverse of [`input`](super::input).

use crate::arch::{Aligned, unrolled};
use crate::board::Grid;

use super::input::{BLOCK, PIECES, place_of};
use super::simd::{Simd, lowest};

/// Solutions that are not written yet.
pub(super) struct Output<'a> {
    solutions: Option<&'a mut [Grid]>,
    /// One column per solution, as in the stack. The array consists of whole vectors, so that no store crosses a cache
    /// line.
    cells: [Aligned<[u16; BLOCK]>; 81],
    puzzles: [u16; BLOCK],
    len: usize,
    pieces: [[u8; 8 * BLOCK]; PIECES.len()],
}

impl<'a> Output<'a> {
    pub fn new(solutions: Option<&'a mut [Grid]>) -> Output<'a> {
        Output {
            solutions,
            cells: [Aligned([0; BLOCK]); 81],
            puzzles: [0; BLOCK],
            len: 0,
            pieces: [[0; 8 * BLOCK]; PIECES.len()],
        }
    }

    /// Adds the solutions in these lanes.
    #[inline(always)]
    pub fn put<S: Simd>(&mut self, s: S, cells: &[S::Vector; 81], puzzles: S::Vector, lanes: u32) {
        if self.solutions.is_none() || lanes == 0 {
            return;
        }
        let mut rest = lanes;
        while rest != 0 {
            if self.len == BLOCK {
                self.write(s);
            }
            let (first, from) = (self.len / S::LANES * S::LANES, self.len % S::LANES);
            let part = lowest(rest, S::LANES - from);
            rest &= !part;
            let n = part.count_ones();
            let columns = (u32::MAX >> (32 - n)) << from;
            let route = s.moving(part, columns);
            for (row, &cell) in self.cells.iter_mut().zip(cells) {
                let row = &mut row.0[first..];
                s.store(s.carry(route, cell, s.load(row)), row);
            }
            let row = &mut self.puzzles[first..];
            s.store(s.carry(route, puzzles, s.load(row)), row);
            self.len += n as usize;
        }
    }

    /// Writes the collected solutions.
    #[inline(always)]
    pub fn write<S: Simd>(&mut self, s: S) {
        let Some(solutions) = &mut self.solutions else { return };
        for (first, piece) in PIECES.into_iter().zip(&mut self.pieces) {
            for (batch, piece) in piece.chunks_exact_mut(8 * S::LANES).enumerate() {
                let row = |k: usize| &self.cells[first + k].0[batch * S::LANES..];
                let columns = s.transpose(unrolled!(K in [0 1 2 3 4 5 6 7] => s.load(row(K))));
                for (piece, pair) in piece.chunks_exact_mut(2 * S::LANES).zip(columns.as_chunks().0)
                {
                    s.digits(*pair, piece);
                }
            }
        }
        for column in 0..self.len {
            let at = place_of::<S, u8>(column);
            let cells = solutions[self.puzzles[column] as usize].cells_mut();
            for (first, piece) in PIECES.into_iter().zip(&self.pieces) {
                cells[first..first + 8].copy_from_slice(&piece[at..at + 8]);
            }
        }
        self.len = 0;
    }

    /// Blanks the solutions of the puzzles marked `true`.
    pub fn blank(&mut self, blank: impl Iterator<Item = bool>) {
        let Some(solutions) = &mut self.solutions else { return };
        for (solution, blank) in solutions.iter_mut().zip(blank) {
            if blank {
                *solution = Grid::EMPTY;
            }
        }
    }
}
