//! The extension module `bitdoku._core`: the only part of the crate that depends on Python.
//!
//! ```text
//!   functions/    one file for each group: solve.rs, check.rs, symmetry.rs, …
//!   arguments/    Keywords ──> Call: the engine for `rules=`, symbols, threads, budget, malformed; words, numbers, seeds
//!   input/        puzzles in any form ──> Input: the number of puzzles, their form, and rows that a worker can read
//!   run/          each_board, each_row: blocks of rows over the workers, detached, with checks of signals
//!   output/       Output: boards in the form of the input
//!   errors.rs     exceptions and faults of rows     allocate.rs   vectors and arrays, or MemoryError
//! ```
//!
//! A function that accepts puzzles in any form and returns boards in the same form:
//!
//! ```text
//!   python_function!(
//!       #[signature(puzzles, *, rules = None, symbols = None, threads = None, malformed = "raise")]
//!       /// The docstring.
//!       pub fn minimize<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
//!           let (call, input) = Call::givens(py, puzzles, &keywords, "minimize")?;   // the engine; puzzles in any form
//!           each_board(py, &input, &call, copies, least, &|block, control| {          // boards out, `copies` for each row
//!               // detached, on any thread, rows block.first.. of the batch:
//!               //   block.puzzles -> block.solutions (blank; `copies` a row)
//!               Ok(())
//!           })
//!       }
//!   );
//! ```
//!
//! If the results are numbers, `each_row` makes the array and a block has `block.values`. Both call `for_rows`, which
//! handles malformed rows, `malformed="mark"`, signals, threads and forks; kernels get well-formed rows only. `least` is the
//! number of rows that are worth a thread.
//!
//! Unsafe code is in shared_memory.rs (numpy memory that other threads may write), arrow_c/ (the Arrow C interface) and
//! arch/ (vectors).

mod allocate;
mod arch;
mod arguments;
mod arrow_c;
mod errors;
mod functions;
mod input;
mod output;
mod run;
mod shared_memory;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use super::arguments::call::worker_threads;
    #[pymodule_export]
    use super::arguments::rules::RuleSet;
    #[pymodule_export]
    use super::arguments::{kind_of, whole, word};
    #[pymodule_export]
    use super::arrow_c::Exported;
    #[pymodule_export]
    use super::arrow_c::arrow_stream;
    #[pymodule_export]
    use super::functions::answers::{placements, read_answers, right_cells, right_moves};
    #[pymodule_export]
    use super::functions::board::{board_cells, board_line, board_text, candidates_text};
    #[pymodule_export]
    use super::functions::candidates::{candidates, conflicts};
    #[pymodule_export]
    use super::functions::check::check;
    #[pymodule_export]
    use super::functions::compose::compose;
    #[pymodule_export]
    use super::functions::convert::{to_array, to_text};
    #[pymodule_export]
    use super::functions::decode::best_boards;
    #[pymodule_export]
    use super::functions::draw::{captions, colors, highlights, measures, omission_note, svg};
    #[pymodule_export]
    use super::functions::generate::{
        first_of_orbits, fits, generate_into, grids, harder, minimize, redundant, stream_version,
    };
    #[pymodule_export]
    use super::functions::logic::{
        columns, explain, rate, rounds, techniques, techniques_of_scale,
    };
    #[pymodule_export]
    use super::functions::play::{PlayBoards, draw_puzzles, episode_numbers};
    #[pymodule_export]
    use super::functions::puzzle_data::{
        cells, class_keys, count_cells, decode, guesses, line_parts, recognize, row_width, singles,
        traces,
    };
    #[pymodule_export]
    use super::functions::read_files::{Batch, TextColumn, TextReader};
    #[pymodule_export]
    use super::functions::sample::{candidate_counts, sample};
    #[pymodule_export]
    use super::functions::solutions::{SolutionsIterator, solutions};
    #[pymodule_export]
    use super::functions::solve::{backend, count, solve, verdict};
    #[pymodule_export]
    use super::functions::symmetry::{automorphisms, canonical, fingerprint, shuffle};
    #[pymodule_export]
    use super::functions::transform::Transform;
    #[pymodule_export]
    use super::functions::write_files::{csv_rows, json_rows, line_rows};
    #[pymodule_export]
    use super::output::columns::arrow_array;

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(module: &super::Bound<'_, super::PyModule>) -> super::PyResult<()> {
        super::allocate::load_numpy(module.py())
    }
}
