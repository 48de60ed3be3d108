//! What the fuzz targets check: each is a function of bytes that panics if an answer is wrong. The fuzzer calls them, and so
//! does `tests/rust/fuzz.rs`, with inputs that once failed and a few others.

mod answers;
mod batch;
mod bytes;
mod constraints;
mod files;
mod general;
mod logic;
mod oracle;
mod rules;
mod solver;
mod symmetry;
mod text;

/// Panics if an answer is wrong for the puzzles that are made out of the bytes.
pub type Check = fn(&[u8]);

/// The targets by name.
pub const TARGETS: [(&str, Check); 9] = [
    ("answers", answers::check),
    ("batch", batch::check),
    ("files", files::check),
    ("general", general::check),
    ("logic", logic::check),
    ("rules", rules::check),
    ("solver", solver::check),
    ("symmetry", symmetry::check),
    ("text", text::check),
];
