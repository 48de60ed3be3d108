//! New puzzles: random streams, uniformly random complete grids, minimal puzzles.
