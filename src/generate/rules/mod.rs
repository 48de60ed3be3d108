//! Complete grids and minimal puzzles for any rules.
//!
//! ```text
//!   grids.rs        random complete grids
//!   two_stacks.rs   exactly uniform ones of plain 4x4, 6x6 and 8x8 boards
//!   minimize.rs     removes givens while the puzzle has one solution
//! ```

#![forbid(unsafe_code)]

mod grids;
mod minimize;
mod two_stacks;

pub use grids::{ITEMS, random_grid};
pub use minimize::minimize;
