//! Finders that both scales of classic Sudoku use, and rows of bits for almost locked sets of any board. The scales list the patterns
//! of a technique in different orders: the order is a parameter of the search.

pub(crate) mod fish;
pub(crate) mod locked;
pub(crate) mod rows;
pub(crate) mod singles;
pub(crate) mod subsets;
pub(crate) mod wings;
