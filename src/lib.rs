//! bitdoku, the Sudoku engine.
//!
//! Rooms, in the order in which they may import one another:
//!
//! | room | what it holds |
//! |---|---|
//! | [`board`] | digits, cells, houses, masks, grids and their text: the words of every other room |
//! | [`solve`] | classic 9x9: one puzzle or millions, verdicts, counts, solutions, candidates |
//! | [`rules`] | sizes up to 64x64 and variants: the primitives and the solver for them |
//! | [`symmetry`] | the group of 1,218,998,108,160 transformations, canonical forms |
//! | [`generate`] | uniform complete grids, minimal puzzles |
//! | `python` | the extension module; the only room that knows Python (feature `python`) |
//!
//! [`parallel`] is the only door to threads, [`random`] to randomness; [`error`] holds what can go wrong, and
//! `reference` (feature `reference`) is the slow solver that the tests compare with.

mod arch;
pub mod board;
pub mod control;
mod cpu;
pub mod error;
pub mod generate;
pub mod parallel;
#[cfg(feature = "python")]
mod python;
pub mod random;
#[cfg(any(test, feature = "reference"))]
pub mod reference;
pub mod rules;
pub mod solve;
pub mod symmetry;
