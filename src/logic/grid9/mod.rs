//! The classic board as the finders of both scales use it: the position, sets of cells, houses and their orders, and the search
//! for k sets with k elements between them.

pub(crate) mod cells;
pub(crate) mod houses;
pub(crate) mod pattern;
pub(crate) mod position;
pub(crate) mod tuples;
