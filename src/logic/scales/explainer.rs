//! The scale of Sudoku Explainer: ER, EP and ED.

mod length;
