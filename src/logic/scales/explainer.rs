//! The scale of Sudoku Explainer: ER, EP and ED.

mod length;
pub(crate) use length::CHAINS;
