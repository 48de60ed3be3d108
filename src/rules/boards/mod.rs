//! The search for sides up to 16: for each digit a board of bits, the cells that may hold it.
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
//! A digit that leaves twenty peers costs a word or two, not twenty changes with all that looks at them; what has
//! changed is found afterwards, by comparing. A guess copies the boards (some 500 bytes for 9x9). Beyond side 16 the boards
//! are long and mostly empty, and [`super::trail`] is faster.
//!
//! Totals and automata work on sets of digits, which are gathered for the cells that they need.

#![forbid(unsafe_code)]

mod board;
mod cells;
mod masks;
mod propagate;
mod search;

pub(super) use masks::{LARGEST_SIDE, Masks};
pub(super) use propagate::Rules;
pub(super) use search::BoardSearch;
