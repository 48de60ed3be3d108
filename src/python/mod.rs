//! The extension module `bitdoku._core`: the only room that knows Python.
//!
//! ```text
//!   solve.rs  marks.rs  check.rs  solutions.rs  symmetry.rs      the functions: a dozen lines each around a kernel
//!       │
//!   Options ── Input ── Mirror ── for_rows           what they share
//!   run.rs     input.rs mirror.rs run.rs             arguments.rs: words and numbers
//!                │         │
//!   text.rs symbols.rs  nested.rs  arrow.rs  shared_memory.rs     the forms: text, nested lists, Arrow, numpy memory
//! ```
//!
//! A function that takes puzzles in any form and gives grids in the same form is four steps:
//!
//! ```text
//!   let options = Options::new(py, rules, threads, budget, &malformed)?;  // keyword arguments, judged
//!   let input = Input::new("puzzles", puzzles, &Symbols::new(symbols)?)?; // any form of the contract
//!   let mut mirror = Mirror::new(py, &input, copies)?;                    // grids out, `copies` for each row
//!   for_rows(py, &input, &options, least, Some(&mut mirror), Values::none(), |block, control| {
//!       // detached, on any thread, rows block.first.. of the batch:
//!       //   block.puzzles: &[Grid] -> block.solutions: &mut [Grid] (blank; `copies` a row), block.values: &mut [T]
//!       Ok(())
//!   })?;
//!   mirror.finish(py, &input)
//! ```
//!
//! Numbers out instead of grids: no mirror, and `Values` over the slice of a fresh numpy array (marks.rs shows both).
//! Malformed rows, `malformed="mark"`, signals, threads and forks are then taken care of; a kernel sees only
//! well-formed grids. `least` is how many rows are worth a thread of their own.
//!
//! Unsafe code is in two islands: shared_memory.rs (numpy memory that other threads may write) and
//! arrow_c/ (the Arrow C interface).

mod arch;
mod arguments;
mod arrow;
mod arrow_c;
mod axes;
mod board;
mod check;
mod data;
mod fault;
mod fresh;
mod generate;
mod input;
mod marks;
mod mirror;
mod nested;
mod rows;
mod rules;
mod run;
mod seed;
mod shared_memory;
mod solutions;
mod solve;
mod symbols;
mod symmetry;
mod text;
mod transform;
mod variants;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use super::arrow_c::Exported;
    #[pymodule_export]
    use super::board::{board_cells, board_line, board_text, candidates_text};
    #[pymodule_export]
    use super::check::check;
    #[pymodule_export]
    use super::data::{cells, guesses, singles, traces};
    #[pymodule_export]
    use super::generate::{generate_into, grids, harder, minimize, redundant, stream_version};
    #[pymodule_export]
    use super::marks::{candidates, conflicts};
    #[pymodule_export]
    use super::rules::{RuleSet, RuleSolutions};
    #[pymodule_export]
    use super::solutions::{SolutionsIterator, solutions};
    #[pymodule_export]
    use super::solve::{backend, count, solve, verdict};
    #[pymodule_export]
    use super::symmetry::{automorphisms, canonical, class_keys, fingerprint, shuffle};
    #[pymodule_export]
    use super::transform::Transform;
    #[pymodule_export]
    use super::variants::text_cells;

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
