//! Found solutions, gathered as columns and written out a block at a time.

use crate::board::{Digits, Grid};

use super::simd::Simd;
use super::stack::Stack;

/// Solutions on their way out.
pub(super) struct Output<'a> {
    solutions: Option<&'a mut [Grid]>,
    block: Stack,
}

impl<'a> Output<'a> {
    pub fn new(solutions: Option<&'a mut [Grid]>) -> Output<'a> {
        Output { solutions, block: Stack::new(32) }
    }

    /// Takes the solutions in `lanes`.
    #[inline(always)]
    pub fn put<S: Simd>(&mut self, s: S, cells: &[S::Vector; 81], puzzles: S::Vector, lanes: u32) {
        if self.solutions.is_none() || lanes == 0 {
            return;
        }
        let n = lanes.count_ones() as usize;
        if self.block.len() + n > 32 {
            self.write(s);
        }
        let column = self.block.len();
        let packing = s.packing(lanes);
        for (row, &v) in cells.iter().enumerate() {
            s.store(s.carry(packing, v, v), self.block.row_mut(row, column));
        }
        s.store(s.carry(packing, puzzles, puzzles), self.block.row_mut(81, column));
        self.block.set_len(column + n);
    }

    /// Writes what has been gathered.
    #[inline(always)]
    pub fn write<S: Simd>(&mut self, _s: S) {
        let Some(solutions) = &mut self.solutions else { return };
        for column in 0..self.block.len() {
            let cells = std::array::from_fn(|cell| {
                Digits::from_bits(self.block.row(cell, column)[0]).single()
            });
            solutions[self.block.puzzle(column) as usize] = Grid::new(cells).expect("digits");
        }
        self.block.set_len(0);
    }

    /// Blanks the solution of a puzzle that has none or was left undecided.
    pub fn blank(&mut self, blank: impl Iterator<Item = bool>) {
        let Some(solutions) = &mut self.solutions else { return };
        for (solution, blank) in solutions.iter_mut().zip(blank) {
            if blank {
                *solution = Grid::EMPTY;
            }
        }
    }
}
