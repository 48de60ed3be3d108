//! A Sudoku engine based on bit masks. It solves, counts, generates and canonicalizes grids, one at a time or by the
//! million.
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
//! [`solve()`] and [`solutions`] process one puzzle; [`Batch`] processes many on all processors. Every build contains
//! kernels for SSE4.1, AVX2 and AVX-512, or for NEON. The fastest kernel that the processor supports is selected at run
//! time, and all kernels compute the same results. The kernels for WebAssembly need `-C target-feature=+simd128`.
//!
//! # Modules
//!
//! | module | contents | feature |
//! |---|---|---|
//! | [`board`] | digits, cells, houses, grids, and their text formats | |
//! | [`solve`](mod@solve) | classic 9x9: verdicts, solutions, counts and candidates, with a choice of kernel and limits | |
//! | [`rules`] | any rules, on boards with sides up to 64 | `rules` (default) |
//! | [`symmetry`] | the 1,218,998,108,160 symmetries, canonical forms, fingerprints | `symmetry` |
//! | [`generate`] | uniformly random grids, puzzles with requested properties | `generate` |
//! | [`logic`] | human techniques, steps with explanations, difficulty ratings | `logic` |
//! | [`depth`] | depth ratings: trial and error, braids | `logic` |
//! | [`draw`] | boards, rules and steps as SVG | `draw` |
//! | [`control`] | limits, deadlines and cancellation for the functions of these modules | |
//! | [`random`] | random numbers by position: every result depends only on seed and index | `generate` or `symmetry` |
//! | [`error`] | errors, and the reasons why work stopped | |
//!
//! The feature `full` enables all of these modules. The feature `python` builds the extension module of the Python
//! package `bitdoku`. The feature `reference` adds a slow, simple solver, which the tests use as an oracle.

// Other targets have no vector kernels; only the portable code is compiled.
#![cfg_attr(
    not(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        all(target_arch = "wasm32", target_feature = "simd128")
    )),
    allow(
        dead_code,
        unused_imports,
        unused_macros,
        unused_variables,
        unfulfilled_lint_expectations
    )
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(feature = "python", feature = "reference"))]
#[doc(hidden)]
pub mod answers;
mod arch;
mod batch;
pub mod board;
pub mod control;
mod cpu;
#[cfg(any(feature = "python", feature = "reference"))]
#[doc(hidden)]
pub mod decode;
#[cfg(any(test, feature = "logic"))]
pub mod depth;
#[cfg(any(test, feature = "draw"))]
pub mod draw;
#[cfg(feature = "engine")]
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
#[cfg(any(feature = "python", feature = "reference"))]
#[doc(hidden)]
pub mod play;
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
