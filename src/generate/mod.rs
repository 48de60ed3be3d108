//! New puzzles: uniformly random complete grids, minimal puzzles and puzzles to order.

pub mod grids;
