//! Files of puzzles as text: bytes in, columns of text out, and back. It knows no Python, and does not read boards.

#![forbid(unsafe_code)]

pub mod write;
