//! New puzzles: uniformly random complete grids, minimal puzzles, and puzzles with requested properties.
//!
//! ```text
//!   grids/          uniformly random complete grids
//!   unavoidable.rs  sets of cells that need a clue
//!   reduce.rs       removes clues in a given order, many puzzles at once
//!   symmetry.rs     the ten symmetries of a pattern of clues
//!   request.rs      requests for puzzles under any rules, and the rejection of impossible ones
//!   produce.rs      attempts until each item has its puzzle
//!   attempt.rs      one attempt
//!   controlled.rs   the controlled-bias method
//!   rules/          the same for other rules: complete grids, puzzles with requested properties
//!   compose/        puzzles whose marks are invented as well
//!   given.rs        given puzzles: makes them minimal, marks redundant clues, searches for harder neighbors
//! ```
//!
//! # Examples
//!
//! ```
//! use std::sync::atomic::AtomicU64;
//!
//! use bitdoku::control::Control;
//! use bitdoku::generate::{Maker, Request, generate};
//! use bitdoku::random::Key;
//! use bitdoku::solve::Backend;
//! use bitdoku::{Error, Grid};
//!
//! let maker = Maker { key: Key::from_u64(1), backend: Backend::detect() };
//! let (mut puzzles, mut solutions) = ([Grid::EMPTY; 3], [Grid::EMPTY; 3]);
//! let (made, control) = (AtomicU64::new(0), Control::unlimited());
//! generate(&maker, &Request::MINIMAL, None, 0, &mut puzzles, &mut solutions, &made, &control)?;
//! for (puzzle, solution) in puzzles.iter().zip(solutions) {
//!     assert_eq!(bitdoku::solve(puzzle).solution, Some(solution));
//! }
//! # Ok::<(), Error>(())
//! ```

mod attempt;
pub mod compose;
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
pub use produce::{ITEMS, Judge, Judgement, Maker, generate};
pub use request::{Method, Request};
pub use symmetry::Symmetry;
