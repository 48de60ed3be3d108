//! The functions and classes of `bitdoku._core`, a file for each group: thin wrappers of `crate::engine`.
//!
//! | file | functions |
//! |---|---|
//! | solve, solutions, check, candidates, sample | of the same names, `verdict`, `count`, `conflicts`, `candidate_counts` |
//! | symmetry, transform | `canonical`, `automorphisms`, `fingerprint`, `shuffle`; the class `Transform` |
//! | generate | `generate`, `grids`, `minimize`, `harder`, `redundant` |
//! | compose | `compose` |
//! | logic | `explain` and `rate`, and the tables of techniques and columns |
//! | convert | `to_array`, `to_text` |
//! | play | the core of `bitdoku.env`: the class `PlayBoards`, `draw_puzzles` |
//! | decode | the search of `bitdoku.decode` |
//! | answers | private functions of `bitdoku.answers` |
//! | board, draw, puzzle_data | private functions of `bitdoku.board`, and of `bitdoku.datasets` and others |
//! | read_files, write_files | bytes of files to columns of text, and back |

#![forbid(unsafe_code)]

mod signature;

pub mod answers;
pub mod board;
mod by_rules;
pub mod candidates;
pub mod check;
pub mod compose;
pub mod convert;
pub mod decode;
pub mod draw;
pub mod generate;
pub mod logic;
pub mod play;
pub mod puzzle_data;
pub mod read_files;
pub mod sample;
pub mod solutions;
pub mod solve;
pub mod symmetry;
pub mod transform;
pub mod write_files;
