//! The classic board as its finders see it: sets of cells as 81 bits, houses as indices, and the position.

pub(crate) mod cells;
pub(crate) mod houses;
pub(crate) mod pattern;
pub(crate) mod position;
pub(crate) mod tuples;
