//! The symmetries of Sudoku: transformations, canonical forms, automorphisms.
//!
//! ```text
//!   transform.rs   one element of the group: compose, invert, apply, draw at random
//!   prepared.rs    one in the form of the kernels
//!   shuffle.rs     many random transformations of many grids
//!   canonical.rs   the representative of a class: the smallest of all 1,218,998,108,160 images
//!     complete.rs    … of complete grids, by the 416 classes of bands (bands.rs)
//!     sparse.rs      … of puzzles, breadth first (sparse_tables.rs)
//!     repeated.rs    … of boards that repeat a digit in a line
//!   plain.rs       … of plain boards of any size, by refinement and individualization
//!   rules/         the same for any other rules: which symmetries they have, forms, random moves
//!   fingerprint.rs digests of 16 bytes that identify a class
//!   lines.rs       orders of lines and digits by number
//!   arch/          the kernels, one file a processor family
//! ```
//!
//! The group: transposition (2), orders of bands and of rows within them (6·6³), the same for stacks and columns,
//! relabellings (9!). Two boards are in one class if some transformation takes one to the other.

mod arch;
mod bands;
mod canonical;
mod complete;
mod fingerprint;
mod lines;
pub mod plain;
mod prepared;
mod repeated;
pub mod rules;
mod shuffle;
mod sparse;
mod sparse_tables;
mod transform;

pub use canonical::canonical;
pub use fingerprint::{STEP, digest, digest_rows, fingerprint};
pub use shuffle::{shuffle, transform_all};
pub use transform::{Draw, Group, Transform};
