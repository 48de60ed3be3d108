//! The symmetries of Sudoku: transformations, canonical forms, automorphisms.
