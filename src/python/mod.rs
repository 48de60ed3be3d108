//! The extension module `bitdoku._core`: the only part of the crate that knows Python.
//!
//! ```text
//!   solve.rs  marks.rs  check.rs  solutions.rs  symmetry.rs …    the functions: a dozen lines each around the engine
//!       │
//!   Call ── Input ── Mirror ── each_board, each_row  what they share
//!   call.rs input.rs mirror.rs run.rs · detach.rs    arguments.rs: words and numbers · rules.rs: rules=
//!                │        │
//!   recognise.rs: text.rs symbols.rs  nested.rs  arrow.rs  shared_memory.rs  ours.rs    the forms of input
//! ```
//!
//! A function that takes puzzles in any form and gives boards in the same form is three steps:
//!
//! ```text
//!   let keywords = Keywords { rules, symbols, threads, malformed, ..Keywords::default() };
//!   let (call, input) = Call::givens(py, puzzles, &keywords, "minimize")?;      // which engine answers; any form
//!   each_board(py, &input, &call, copies, least, &|block, control| {             // boards out, `copies` for each row
//!       // detached, on any thread, rows block.first.. of the batch:
//!       //   block.puzzles -> block.solutions (blank; `copies` a row)
//!       Ok(())
//!   })
//! ```
//!
//! If numbers come out instead of boards, `each_row` makes the array, of which a block has `block.values`. Both are
//! `for_rows` with somewhere for the results to go. Malformed rows, `malformed="mark"`, signals, threads and forks are
//! then taken care of; a kernel sees only well-formed rows. `least` is how many rows are worth a thread of their own.
//! Every side and every set of rules takes this way; only `crate::engine` tells classic Sudoku from the others.
//!
//! Unsafe code is in shared_memory.rs (numpy memory that other threads may write), arrow_c/ (the Arrow C interface) and
//! arch/ (vectors).

mod arch;
mod arguments;
mod arrow;
mod arrow_c;
mod axes;
mod board;
mod call;
mod check;
mod columns;
mod data;
mod detach;
mod fault;
mod files;
mod files_write;
mod fresh;
mod generate;
mod input;
mod logic;
mod marks;
mod memory;
mod mirror;
mod nested;
mod ours;
mod recognise;
mod rows;
mod rules;
mod run;
mod sample;
mod seed;
mod shared_memory;
mod solutions;
mod solve;
mod symbols;
mod symmetry;
mod text;
mod transform;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use super::arguments::{kind_of, whole, word};
    #[pymodule_export]
    use super::arrow_c::Exported;
    #[pymodule_export]
    use super::board::{board_cells, board_line, board_text, candidates_text};
    #[pymodule_export]
    use super::check::check;
    #[pymodule_export]
    use super::columns::arrow_array;
    #[pymodule_export]
    use super::data::{cells, class_keys, guesses, singles, traces};
    #[pymodule_export]
    use super::files::{Batch, TextColumn, TextReader};
    #[pymodule_export]
    use super::files_write::{csv_rows, json_rows, line_rows};
    #[pymodule_export]
    use super::generate::{
        first_of_orbits, fits, generate_into, grids, harder, minimize, redundant, stream_version,
    };
    #[pymodule_export]
    use super::logic::{columns, explain, rate, techniques, techniques_of_scale};
    #[pymodule_export]
    use super::marks::{candidates, conflicts};
    #[pymodule_export]
    use super::rules::RuleSet;
    #[pymodule_export]
    use super::sample::{candidate_counts, sample};
    #[pymodule_export]
    use super::solutions::{SolutionsIterator, solutions};
    #[pymodule_export]
    use super::solve::{backend, count, solve, verdict};
    #[pymodule_export]
    use super::symmetry::{automorphisms, canonical, fingerprint, shuffle};
    #[pymodule_export]
    use super::transform::Transform;

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(module: &super::Bound<'_, super::PyModule>) -> super::PyResult<()> {
        super::fresh::load_numpy(module.py())
    }
}
