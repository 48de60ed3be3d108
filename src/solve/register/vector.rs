//! The vectors of the kernel for one puzzle: [`Words`] with one word for each of the nine boxes.
//!
//! ```text
//!   word      0   1   2   3    4   5   6   7    8   9  10  11   12  13  14  15
//!   box       0   1   2  (0)   3   4   5  (3)   6   7   8  (6)  (0) (1) (2) (0)
//!             `-- band 0 --'   `-- band 1 --'   `-- band 2 --'   `--- spare ---'
//! ```
//!
//! A band is a quarter of 64 bits. "The next box of the band" is therefore a shuffle within quarters, and "the next box
//! of the stack" is a permutation of quarters. Spare words repeat the boxes in parentheses and take part in all
//! operations, so tests need no mask.
//!
//! Digit d is bit d + 3 of a word. A set of digits is therefore, as a number, either 0 or at least 16, and a shift by
//! that number either keeps a word or clears it: a selection without a comparison.

use smallvec::SmallVec;

use crate::arch::Words;
use crate::board::{Candidates, Grid};
use crate::solve::Puzzle;

/// The number of pending nodes that fit on the machine stack, 9 KB. Nearly all puzzles have fewer.
const IN_PLACE: usize = 32;

/// The pending nodes.
pub(super) type Stack<S> = SmallVec<[[<S as Words>::Vector; 9]; IN_PLACE]>;

/// The position of the bit for digit 1.
pub const LOWEST: u32 = 4;
/// The set of all nine digits.
pub const ALL: u16 = 0x1ff << LOWEST;

/// The position and the word of a cell.
pub const fn place(cell: usize) -> (usize, usize) {
    let (row, column) = (cell / 9, cell % 9);
    (row % 3 * 3 + column % 3, row / 3 * 4 + column / 3)
}

/// The operations of one instruction set.
///
/// The implementing type proves that the processor has the instructions. All methods are `#[inline(always)]`, so that
/// they become part of the function with the `#[target_feature]`. Closures with vectors would not, so the kernel has
/// none.
pub trait Nine: Words {
    /// Reads a puzzle into nine vectors.
    fn read_grid(self, grid: &Grid) -> [Self::Vector; 9];
    /// Reads a puzzle with pencil marks into nine vectors.
    fn read_candidates(self, candidates: &Candidates) -> [Self::Vector; 9];
    /// Writes the digits of a solved puzzle.
    fn write(self, cells: &[Self::Vector; 9], grid: &mut Grid);

    /// x if `rest` is 0, else 0. `rest` must be 0 or at least 16.
    fn unless(self, x: Self::Vector, rest: Self::Vector) -> Self::Vector;
    /// `all` if it has at most three bits, else 0.
    fn at_most_three(self, all: Self::Vector) -> Self::Vector;
    /// x & possible & !unsure if that is not empty, else x & possible. All are sets of digits.
    fn settle(self, x: Self::Vector, possible: Self::Vector, unsure: Self::Vector) -> Self::Vector;

    /// For each word, the word of the box N further along its band, cyclically.
    fn across<const N: usize>(self, v: Self::Vector) -> Self::Vector;
    /// For each word, the word of the box N further along its stack, cyclically.
    fn down<const N: usize>(self, v: Self::Vector) -> Self::Vector;

    /// The words that are not 0, as a bit mask.
    fn nonzero(self, v: Self::Vector) -> u16;
    /// Whether all words are 0.
    fn is_zero(self, v: Self::Vector) -> bool;
    /// Whether some word is 0.
    fn has_zero(self, v: Self::Vector) -> bool;
    /// Whether each word contains all nine digits.
    fn is_all(self, v: Self::Vector) -> bool;
    /// Keeps word `word` and its copies; 0 elsewhere.
    fn only(self, v: Self::Vector, word: usize) -> Self::Vector;
    /// The smallest of the words 0, 4, 8 of `bands` and 0, 1, 2 of `stacks`, and its index among these six.
    fn least(self, bands: Self::Vector, stacks: Self::Vector) -> (u16, usize);

    /// Reads a puzzle of either kind into nine vectors.
    #[inline(always)]
    fn read(self, puzzle: Puzzle<'_>) -> [Self::Vector; 9] {
        match puzzle {
            Puzzle::Grid(grid) => self.read_grid(grid),
            Puzzle::Candidates(candidates) => self.read_candidates(candidates),
        }
    }

    // The default below is for processors without better instructions.

    /// x without its lowest bit.
    #[inline(always)]
    fn rest(self, x: Self::Vector) -> Self::Vector {
        self.and(x, self.add(x, self.splat(0xffff)))
    }
}
