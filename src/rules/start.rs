//! The two forms of a puzzle.

#![forbid(unsafe_code)]

#[cfg(feature = "engine")]
use std::ops::Range;

use super::digits::of_given;
#[cfg(any(test, feature = "logic"))]
use super::digits::single;

/// A puzzle: its givens, or its pencil marks (Sukaku). Several puzzles of one size may be concatenated.
#[derive(Clone, Copy, Debug)]
pub enum Start<'a> {
    /// The digit of each cell, row by row; 0 for a blank.
    Givens(&'a [u8]),
    /// The digits that each cell may hold, row by row, bit k for digit k + 1. Bits beyond the digits of the board are
    /// ignored; a cell without digits makes the puzzle unsolvable.
    Candidates(&'a [u64]),
}

impl<'a> From<&'a [u8]> for Start<'a> {
    fn from(givens: &'a [u8]) -> Start<'a> {
        Start::Givens(givens)
    }
}

impl<'a> From<&'a [u64]> for Start<'a> {
    fn from(masks: &'a [u64]) -> Start<'a> {
        Start::Candidates(masks)
    }
}

impl<'a> Start<'a> {
    /// The digits of the cells.
    ///
    /// # Panics
    /// If the puzzle consists of pencil marks.
    pub fn givens(self) -> &'a [u8] {
        match self {
            Start::Givens(givens) => givens,
            Start::Candidates(_) => panic!("expected givens, not pencil marks"),
        }
    }

    /// The number of cells.
    pub(crate) fn len(self) -> usize {
        match self {
            Start::Givens(givens) => givens.len(),
            Start::Candidates(masks) => masks.len(),
        }
    }

    /// Checks the number of cells.
    ///
    /// # Panics
    /// If the number is different.
    pub(super) fn check(self, cells: usize) {
        assert_eq!(self.len(), cells, "expected a puzzle with as many cells as the rules");
    }

    /// The digits that each cell may hold, before any rule.
    pub(crate) fn sets(self) -> impl Iterator<Item = u64> + 'a {
        (0..self.len()).map(move |cell| match self {
            Start::Givens(givens) => of_given(givens[cell]),
            Start::Candidates(masks) => masks[cell],
        })
    }

    /// The digit of each cell, 0 for a blank; a cell with one candidate is a given.
    #[cfg(any(test, feature = "logic"))]
    pub(crate) fn values(self) -> impl Iterator<Item = u8> + 'a {
        (0..self.len()).map(move |cell| match self {
            Start::Givens(givens) => givens[cell],
            Start::Candidates(masks) => single(masks[cell]),
        })
    }
}

/// Parts of several puzzles, for [`crate::engine`].
#[cfg(feature = "engine")]
impl<'a> Start<'a> {
    /// Some of the cells.
    pub(crate) fn cells(self, range: Range<usize>) -> Start<'a> {
        match self {
            Start::Givens(givens) => Start::Givens(&givens[range]),
            Start::Candidates(masks) => Start::Candidates(&masks[range]),
        }
    }

    /// The cells in sequences of `length`; the last one may be shorter.
    pub(crate) fn chunks(self, length: usize) -> impl Iterator<Item = Start<'a>> {
        let cells = self.len();
        (0..cells).step_by(length).map(move |start| self.cells(start..cells.min(start + length)))
    }
}
