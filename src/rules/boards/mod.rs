//! The search for up to 16 digits, with one board of bits for each digit: the cells that may hold it.
//!
//! ```text
//!   places[d]   W words, bit c: digit d + 1 may be in cell c             W = 1, 2, 4 for 64, 128, 256 cells
//!
//!   placed      places[d] &= !peers[c]                                   all peers at once, under any rules
//!   unit u      places[d] & units[u]: none, one, or few                  dead end, hidden single, lock
//!   lock        places[d] &= !(peers[a] & peers[b] & peers[c])           the cells that all of the few places see
//!
//!   masks.rs      the rules as sets of cells       board.rs · cells.rs   the boards, operations on sets
//!   propagate.rs  deductions to a fixpoint         search.rs             guesses
//! ```
//!
//! *Cost.* Removing a digit from twenty peers takes one or two words, instead of twenty changes that must each be
//! followed up; changes are found afterwards by comparison. A guess copies the boards (about 500 bytes for 9x9). With
//! more digits, the boards are long and mostly empty, and [`super::trail`] is faster.
//!
//! Totals and automata use sets of digits, which are collected for their cells.

#![forbid(unsafe_code)]

mod board;
mod cells;
mod masks;
mod propagate;
mod search;

pub(super) use masks::Masks;
pub(super) use propagate::Rules;
pub(super) use search::BoardSearch;
