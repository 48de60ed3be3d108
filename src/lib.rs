//! A Sudoku engine on bit masks: it solves, counts, generates and canonicalises grids, one or millions at once.
//!
//! ```
//! use bitdoku::{Grid, Verdict};
//!
//! let puzzle: Grid = "
//!     5 3 . | . 7 . | . . .
//!     6 . . | 1 9 5 | . . .
//!     . 9 8 | . . . | . 6 .
//!     ------+-------+------
//!     8 . . | . 6 . | . . 3
//!     4 . . | 8 . 3 | . . 1
//!     7 . . | . 2 . | . . 6
//!     ------+-------+------
//!     . 6 . | . . . | 2 8 .
//!     . . . | 4 1 9 | . . 5
//!     . . . | . 8 . | . 7 9
//! ".parse()?;
//! let solved = bitdoku::solve(&puzzle);
//! assert_eq!(solved.verdict, Verdict::Unique);
//! assert_eq!(
//!     solved.solution.unwrap().to_string(),
//!     "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
//! );
//! # Ok::<(), bitdoku::board::text::TextError>(())
//! ```
//!
//! [`solve()`] and [`solutions`] take one puzzle. [`Batch`] takes many and uses all processors. Every build contains
//! kernels for SSE4.1, AVX2, AVX-512 or NEON; the fastest one that the processor supports is chosen at run time. All
//! give the same answers.
//!
//! # Modules
//!
//! | module | contents | feature |
//! |---|---|---|
//! | [`board`] | digits, cells, houses, grids, and text in many forms | |
//! | [`solve`](mod@solve) | classic 9x9: verdicts, solutions, counts, candidates, with kernels and limits of choice | |
//! | [`rules`] | any rules on boards of any side up to 64 | `rules` (default) |
//! | [`symmetry`] | the 1,218,998,108,160 symmetries, canonical forms, fingerprints | `symmetry` |
//! | [`generate`] | uniformly random grids, puzzles to order | `generate` |
//! | [`logic`] | human techniques, steps with explanations, difficulty ratings | `logic` |
//! | [`control`] | limits, deadlines and cancellation for the functions of these modules | |
//! | [`random`] | random numbers by position: every result depends on seed and index only | `generate` or `symmetry` |
//! | [`error`] | what the functions refuse, and why work stopped | |
//!
//! The feature `full` turns all of them on. The feature `python` builds the extension module of the Python package
//! `bitdoku`; `reference` adds a slow, obvious solver, which the tests compare with.

// The kernels need vectors: without them, only their plain twins are compiled.
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(
        dead_code,
        unused_imports,
        unused_macros,
        unused_variables,
        unfulfilled_lint_expectations
    )
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod arch;
mod batch;
pub mod board;
pub mod control;
mod cpu;
#[cfg(any(feature = "python", feature = "reference"))]
#[doc(hidden)]
pub mod engine;
pub mod error;
#[cfg(any(test, feature = "python", feature = "reference"))]
#[doc(hidden)]
pub mod files;
#[cfg(any(test, feature = "generate"))]
pub mod generate;
#[cfg(any(test, feature = "logic"))]
pub mod logic;
mod parallel;
#[cfg(feature = "python")]
mod python;
#[cfg(any(test, feature = "generate", feature = "symmetry"))]
pub mod random;
#[cfg(any(test, feature = "reference"))]
pub mod reference;
#[cfg(any(test, feature = "rules"))]
pub mod rules;
pub mod solve;
#[cfg(any(test, feature = "symmetry"))]
pub mod symmetry;

pub use batch::{Batch, Solved, solutions, solve};
pub use board::{Candidates, Cell, Digits, Grid};
pub use error::Error;
pub use solve::Verdict;
