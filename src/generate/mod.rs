//! New puzzles: uniformly random complete grids, minimal puzzles and puzzles to order.

pub mod grids;
pub mod reduce;
pub mod unavoidable;
