//! One attempt at a puzzle: a grid, the order in which its cells are removed, and the remaining clues.

#![forbid(unsafe_code)]

use crate::board::Grid;

use super::unavoidable::CellSet;

/// An attempt.
pub(super) struct Attempt {
    /// The number of the item in this call.
    pub slot: usize,
    /// The grid.
    pub solution: Grid,
    /// A number of clues from the requested range.
    pub order: [u8; 81],
    /// A number of clues from the requested range.
    pub aim: u32,
    /// The remaining clues.
    pub clues: CellSet,
    /// Whether the attempt can still succeed.
    pub alive: bool,
}
