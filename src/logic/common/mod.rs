//! Finders that both scales of classic Sudoku use, and rows of bits for almost locked sets of any board. Where the scales list the patterns of a technique in different orders, the
//! order is a second function beside the first.

pub(crate) mod fish;
pub(crate) mod fish_in_order;
pub(crate) mod locked;
pub(crate) mod rows;
pub(crate) mod sets_in_order;
pub(crate) mod singles;
pub(crate) mod subsets;
pub(crate) mod wings;
pub(crate) mod wings_in_order;
