//! New puzzles: uniformly random complete grids, minimal puzzles and puzzles to order.
//!
//! ```text
//!   grids/          uniformly random complete grids
//!   unavoidable.rs  sets of cells that need a clue
//!   reduce.rs       clues go in a given order, many puzzles at once
//!   symmetry.rs     the ten symmetries of a pattern of clues
//!   request.rs      what is wanted, and what is refused at once
//!   produce.rs      attempts until each item has its puzzle
//!   attempt.rs      one try
//!   controlled.rs   the controlled-bias method
//!   rules/          the same for other rules: complete grids, puzzles to order
//!   given.rs        given puzzles: minimise them, tell redundant clues, look for harder neighbours
//! ```

mod attempt;
mod controlled;
mod given;
pub mod grids;
mod produce;
mod reduce;
mod request;
pub mod rules;
mod symmetry;
#[cfg(test)]
mod tests;
mod unavoidable;

pub use given::{harder, minimize, redundant};
pub use produce::{ITEMS, Maker, generate};
pub use request::{Method, Request};
pub use symmetry::Symmetry;
