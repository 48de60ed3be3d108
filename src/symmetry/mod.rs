//! The symmetries of Sudoku: transformations, canonical forms, automorphisms.
//!
//! ```text
//!   transform.rs   one element of the group: compose, invert, apply, draw at random
//!   prepared.rs    a transformation in the representation used by the kernels
//!   shuffle.rs     many random transformations of many grids
//!   canonical.rs   the representative of a class: the smallest of all 1,218,998,108,160 images
//!     complete.rs    … of complete grids, by the 416 classes of bands (bands.rs)
//!     sparse.rs      … of puzzles, breadth first (sparse_tables.rs)
//!     repeated.rs    … of boards that repeat a digit in a line
//!   plain.rs       … of plain boards of any size, by refinement and individualization
//!   rules/         the same for any other rules: their symmetries, forms, random moves
//!   fingerprint.rs digests of 16 bytes that identify a class
//!   lines.rs       numbering of the orders of lines and digits
//!   arch/          the kernels, one file per instruction set
//! ```
//!
//! The group consists of transposition (2), orders of bands and of rows within them (6·6³), the same for stacks and
//! columns, and relabelings (9!). Two boards are in the same class if some transformation maps one to the other.
//!
//! # Examples
//!
//! ```
//! use bitdoku::Grid;
//! use bitdoku::control::Control;
//! use bitdoku::random::Key;
//! use bitdoku::solve::Backend;
//! use bitdoku::symmetry::{Group, Transform, fingerprint};
//!
//! let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let moved = Transform::random(&Key::from_u64(1), Group::All, 0).apply(&puzzle);
//! assert_ne!(puzzle, moved);
//! let mut keys = [[0; 16]; 2];
//! fingerprint(Backend::detect(), &[puzzle, moved], &mut keys, &Control::unlimited())?;
//! assert_eq!(keys[0], keys[1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
