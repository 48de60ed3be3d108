//! Puzzles, read a vector's worth at a time into columns like those of the stack.

use crate::board::Digits;
use crate::solve::Puzzles;

use super::simd::Simd;
use super::stack::Stack;

/// The puzzles of a run that no lane has taken yet.
pub(super) struct Input<'a> {
    puzzles: Puzzles<'a>,
    /// The first puzzle that has not been read.
    next: usize,
    /// Those that have been read; `taken` columns of it are in lanes already.
    block: Stack,
    taken: usize,
}

/// Candidates by digit. Bytes that are no digit give the empty set or another digit's: memory-safe, and as
/// meaningless as the byte.
const SETS: [u16; 32] = {
    let mut sets = [0; 32];
    sets[0] = Digits::ALL.bits();
    let mut digit = 1;
    while digit < 10 {
        sets[digit] = Digits::only(digit as u8).bits();
        digit += 1;
    }
    sets
};

impl<'a> Input<'a> {
    pub fn new(puzzles: Puzzles<'a>) -> Input<'a> {
        Input { puzzles, next: 0, block: Stack::new(32), taken: 0 }
    }

    /// The columns that are ready, at least one unless all puzzles are taken: the block, the first, how many.
    #[inline(always)]
    pub fn ready<S: Simd>(&mut self, s: S) -> (&Stack, usize, usize) {
        if self.taken == self.block.len() {
            self.read(s);
        }
        (&self.block, self.taken, self.block.len() - self.taken)
    }

    /// Marks the next `n` columns as taken.
    #[inline(always)]
    pub fn take(&mut self, n: usize) {
        self.taken += n;
    }

    /// The numbers of the puzzles that no lane has seen.
    pub fn untouched(&self) -> impl Iterator<Item = usize> {
        self.next - (self.block.len() - self.taken)..self.puzzles.len()
    }

    #[inline(always)]
    fn read<S: Simd>(&mut self, _s: S) {
        let n = (self.puzzles.len() - self.next).min(32);
        self.block.set_len(n);
        self.taken = 0;
        for i in 0..n {
            let puzzle = self.next + i;
            match self.puzzles {
                Puzzles::Grids(grids) => {
                    for (cell, &digit) in grids[puzzle].cells().iter().enumerate() {
                        self.block.row_mut(cell, i)[0] = SETS[digit as usize % 32];
                    }
                }
                Puzzles::Candidates(candidates) => {
                    for (cell, digits) in candidates[puzzle].iter().enumerate() {
                        self.block.row_mut(cell, i)[0] = digits.bits();
                    }
                }
            }
            self.block.row_mut(81, i)[0] = puzzle as u16;
        }
        self.next += n;
    }
}
