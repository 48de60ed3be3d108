//! Sudoku as a game: a batch of boards, on each of which every step places or erases one digit.
//!
//! ```text
//!   action   cell · choices + k       k < digits   places digit k + 1
//!                                     k = digits   erases the cell, in games with erasing
//!
//!   cells    the digit of each cell, 0 for a blank
//!   kinds    blank · given · right · forced (right, and a single when it was placed) · wrong
//!   witness  a solution that contains the givens and all right placements
//!   legal    for each action, whether it is possible: the digit is allowed in the blank cell, and no peer holds it
//! ```
//!
//! *Right.* A placement is right if some solution contains it together with the givens and the earlier right placements
//! that are still on the board. With one solution, this is a comparison with the witness. With several, a placement that
//! differs from the witness is right if a search finds a solution with it, which becomes the new witness. Whether a
//! placement is right does not depend on the witness.
//!
//! *Invariant.* `legal` always equals what the cells imply; a test computes it anew after each step. Every blank cell has
//! the digit of the witness among its legal ones as long as no wrong digit is on the board.
//!
//! *Cost.* A placement changes the actions of its cell, and one action of each peer. An erasure checks the peers of each
//! peer. The observations are copies.

#![forbid(unsafe_code)]

mod boards;
mod game;
#[cfg(test)]
mod tests;

pub use boards::{Boards, Kind, Results, Saved, Views};
pub use game::{Game, Mask, Mistakes, Options, Reward};
