//! Digits, cells, houses and grids, and their text formats. All other modules build on this one.
//!
//! ```text
//!            stack 0     stack 1     stack 2
//!          +-----------+-----------+-----------+
//!          |  0  1  2  |  3  4  5  |  6  7  8  |
//!  band 0  |  9 10 11  | 12 13 14  | 15 16 17  |   cell  = 9·row + column
//!          | 18 19 20  | 21 22 23  | 24 25 26  |   box   = 3·band + stack
//!          +-----------+-----------+-----------+   house = row 0..9, column 9..18, box 18..27
//!  band 1  | 27 28 29  | ...
//! ```

#![forbid(unsafe_code)]

mod cell;
mod digit;
mod grid;
mod house;
pub mod text;

pub use cell::Cell;
pub use digit::{Candidates, Digits};
pub use grid::{Grid, GridError};
pub use house::{HOUSES, House, PEERS};
