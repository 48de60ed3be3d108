//! Finders shared by both scales of classic Sudoku, and bit rows for almost locked sets on any board. The two scales list the
//! patterns of a technique in different orders, so the order is a parameter of each finder.

pub(crate) mod fish;
pub(crate) mod locked;
pub(crate) mod rows;
pub(crate) mod singles;
pub(crate) mod subsets;
pub(crate) mod wings;
