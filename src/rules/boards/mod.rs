//! The search for up to 16 digits: for each digit a board of bits, the cells that may hold it.
//!
//! ```text
//!   places[d]   W words, bit c: digit d + 1 may stand in cell c          W = 1, 2, 4 for 64, 128, 256 cells
//!
//!   placed      places[d] &= !peers[c]                                   all peers at once, by any rules
//!   unit u      places[d] & units[u]: none, one, or few                  dead end, hidden single, lock
//!   lock        places[d] &= !(peers[a] & peers[b] & peers[c])           what all of the few places see
//!
//!   masks.rs      the rules as sets of cells       board.rs · cells.rs   the boards, operations on sets
//!   propagate.rs  deductions to a fixpoint         search.rs             guesses
//! ```
//!
//! *Cost.* Removing a digit from twenty peers takes a word or two, not twenty changes that are each followed up; changes are
//! found afterwards by comparison. A guess copies the boards (about 500 bytes for 9x9). With more digits the boards are long and
//! mostly empty, and [`super::trail`] is faster.
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
