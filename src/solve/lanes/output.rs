//! Writes solutions: collects them as columns and writes 32 at a time, the reverse of [`input`](super::input).

use crate::arch::unrolled;
use crate::board::Grid;

use super::input::{BLOCK, PIECES};
use super::simd::Simd;
use super::stack::Stack;

/// Solutions that are not written yet.
pub(super) struct Output<'a> {
    solutions: Option<&'a mut [Grid]>,
    block: Stack,
}

impl<'a> Output<'a> {
    pub fn new(solutions: Option<&'a mut [Grid]>) -> Output<'a> {
        Output { solutions, block: Stack::new(BLOCK) }
    }

    /// Adds the solutions in these lanes.
    #[inline(always)]
    pub fn put<S: Simd>(&mut self, s: S, cells: &[S::Vector; 81], puzzles: S::Vector, lanes: u32) {
        if self.solutions.is_none() || lanes == 0 {
            return;
        }
        let n = lanes.count_ones() as usize;
        if self.block.len() + n > BLOCK {
            self.write(s);
        }
        let column = self.block.len();
        self.block.put(s, column, cells, lanes);
        let numbers = s.carry(s.packing(lanes), puzzles, puzzles);
        s.store(numbers, self.block.row_mut(81, column));
        self.block.set_len(column + n);
    }

    /// Writes the collected solutions.
    #[inline(always)]
    pub fn write<S: Simd>(&mut self, s: S) {
        let Some(solutions) = &mut self.solutions else { return };
        let mut pieces = [[0u8; 8 * BLOCK]; PIECES.len()];
        for (first, piece) in PIECES.into_iter().zip(&mut pieces) {
            for (batch, piece) in piece.chunks_exact_mut(8 * S::LANES).enumerate() {
                let row = |k: usize| self.block.row(first + k, batch * S::LANES);
                let columns = s.transpose(unrolled!(K in [0 1 2 3 4 5 6 7] => s.load(row(K))));
                for (piece, column) in piece.chunks_exact_mut(S::LANES).zip(columns) {
                    s.narrow(s.digits(column), piece);
                }
            }
        }
        for column in 0..self.block.len() {
            let (batch, lane) = (column / S::LANES, column % S::LANES);
            let at = batch * 8 * S::LANES + lane % 8 * S::LANES + lane / 8 * 8;
            let mut cells = [0; 81];
            for (first, piece) in PIECES.into_iter().zip(&pieces) {
                cells[first..first + 8].copy_from_slice(&piece[at..at + 8]);
            }
            solutions[self.block.puzzle(column) as usize] = Grid::unchecked(cells);
        }
        self.block.set_len(0);
    }

    /// Blanks the solutions of these puzzles.
    pub fn blank(&mut self, blank: impl Iterator<Item = bool>) {
        let Some(solutions) = &mut self.solutions else { return };
        for (solution, blank) in solutions.iter_mut().zip(blank) {
            if blank {
                *solution = Grid::EMPTY;
            }
        }
    }
}
