//! The search with a trail: a set of digits for each cell, and a record of every change so that it can be undone.
//!
//! ```text
//!   plan.rs        numbers all deductions; the deductions of each cell
//!   state.rs       the digits that each cell may hold, the trail, the deductions that are due
//!   propagate.rs   deductions to a fixpoint · locked.rs  locked candidates
//!   search.rs      guesses
//! ```
//!
//! This search works on boards of any side. Up to 16 digits [`super::boards`] is faster, except for the order of
//! solutions and the levels of candidates.

#![forbid(unsafe_code)]

mod locked;
mod plan;
mod propagate;
mod search;
mod state;

pub(in crate::rules) use plan::Plan;
pub(crate) use plan::Rules;
pub(crate) use propagate::Effort;
pub(in crate::rules) use search::TrailSearch;
pub(crate) use state::State;
