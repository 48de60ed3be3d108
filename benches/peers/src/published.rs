//! How solvers that no registry has compare with crate `sudoku` 0.8.
//!
//! Measured on one Zen 4 machine: thousand puzzles a second, one thread, search stopped at the second
//! solution, medians over alternations in one process. tdoku was built by clang 19 with AVX-512, limit 2,
//! counting only. A solver that answered a set wrongly has no number there. Rates of another run cannot
//! be compared with ours; their relation to crate `sudoku`, times what crate `sudoku` does here, can.
//!
//! This errs against us: built as it is here, for the baseline and with link-time optimisation, crate
//! `sudoku` is 1.1 to 1.5 times as fast beside `msolve` as it was in that table.

pub const PROVENANCE: &str = "measured on one Zen 4 machine: src/published.rs; \
    scaled by the rate of crate sudoku in this run";

const SETS: [&str; 10] = [
    "kaggle",
    "minimal",
    "17clue",
    "top1465",
    "hardest_1905",
    "hardest_1106",
    "multiple",
    "multiple_16clue",
    "none",
    "none_hard",
];

const SUDOKU: [f64; 10] = [650., 388., 299., 92., 12.7, 7.5, 340., 224., 702., 48.];

const NAN: f64 = f64::NAN;
const OTHERS: [(&str, [f64; 10]); 5] = [
    ("tdoku", [940., 326., 280., 109., 19.1, 12.2, 275., 233., 957., 51.]),
    ("Schoku 0.9.6", [1062., 428., 342., 115., 15.1, 8.8, 258., 181., 1472., 47.]),
    ("gzSudoku", [964., 418., 344., 85., 13.2, 6.7, 357., NAN, 1105., 48.]),
    ("fsss2", [1324., 304., 188., 39., 9.8, 5.1, 244., 162., 915., 31.]),
    ("sk_bforce2", [1099., 296., 340., 92., 12.7, 6.9, NAN, NAN, 990., 45.]),
];

/// The fastest of these solvers on a set, and its rate as a multiple of crate `sudoku`'s.
pub fn fastest(set: &str) -> Option<(&'static str, f64)> {
    let i = SETS.iter().position(|&name| name == set)?;
    OTHERS
        .iter()
        .map(|(name, rates)| (*name, rates[i] / SUDOKU[i]))
        .filter(|(_, relation)| !relation.is_nan())
        .max_by(|a, b| a.1.total_cmp(&b.1))
}
