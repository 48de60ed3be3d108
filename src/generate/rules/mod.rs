//! Complete grids and puzzles under any rules.
//!
//! ```text
//!   grids.rs        random complete grids · two_stacks.rs  exactly uniform ones of plain 4x4, 6x6 and 8x8 boards
//!   puzzles.rs      new puzzles
//!   given.rs        given puzzles: makes them minimal, marks redundant clues
//!   removal.rs      removes clues while there is one solution
//! ```
//!
//! Every item is a function of the rules, the request, the key and its number.

#![forbid(unsafe_code)]

mod given;
mod grids;
mod puzzles;
mod removal;
mod two_stacks;

pub use given::{minimize, redundant};
pub(super) use grids::search as search_grid;
pub use grids::{Grids, ITEMS};
pub use puzzles::generate;
pub(super) use puzzles::key_of;
