//! The links of one candidate, in the order in which chains follow them.
//!
//! ```text
//!   on  ⇒ off (weak)      the other digits of the cell, then the other cells of box, row and column with the digit
//!   off ⇒ on  (strong)    the other digit of a cell with two, then the other cell of a box, row or column with two
//! ```
//!
//! Two candidates that are linked twice are reported with the first reason only if the link is weak; strong links may be
//! reported twice, and whoever follows them keeps the first. The order decides which of several equally short chains is
//! found, so it is part of every rating.

use crate::board::{Cell, HOUSES};
use crate::logic::Position;
use crate::logic::grid9::houses::HOUSES_OF;
use crate::logic::grid9::tuples::members;

use super::bits::CANDIDATES;

/// Which links a chain may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum System {
    /// Links between cells, within one digit.
    X,
    /// Weak links of all kinds, strong ones within cells only.
    Y,
    /// All links.
    Xy,
}

/// Why a candidate is on or off: a house below 27, or one of the constants.
pub(super) type Reason = u8;
/// Another digit of the cell.
pub(super) const CELL: Reason = 27;
/// The assumption that starts the chain.
pub(super) const START: Reason = 28;
/// A technique within the chain.
pub(super) const RULE: Reason = 29;

/// Where a candidate is.
#[derive(Clone, Copy)]
struct Spot {
    cell: u8,
    /// Digit less 1.
    digit: u8,
    /// Box, row and column, with the place of the cell in each.
    houses: [(u8, u8); 3],
    /// The places of the three that are not looked at when the others have been: in the box the cell itself, in row and
    /// column those of the box.
    without: [u16; 3],
}

/// The spot of each candidate; a look-up instead of divisions by nine.
const SPOTS: [Spot; CANDIDATES] = {
    let mut spots = [Spot { cell: 0, digit: 0, houses: [(0, 0); 3], without: [0; 3] }; CANDIDATES];
    let mut i = 0;
    while i < CANDIDATES {
        let [row, column, r#box] = HOUSES_OF[i / 9];
        spots[i] = Spot {
            cell: (i / 9) as u8,
            digit: (i % 9) as u8,
            houses: [r#box, row, column],
            without: [1 << r#box.1, 7 << (row.1 / 3 * 3), 7 << (column.1 / 3 * 3)],
        };
        i += 1;
    }
    spots
};

/// The number of the first candidate of each place in each house.
const FIRST: [[u16; 9]; 27] = {
    let mut first = [[0; 9]; 27];
    let mut i = 0;
    while i < 243 {
        first[i / 9][i % 9] = 9 * HOUSES[i / 9][i % 9].index() as u16;
        i += 1;
    }
    first
};

/// Whether exactly two bits are set; portable code counts bits slowly.
#[inline]
pub(super) fn is_pair(bits: u16) -> bool {
    let rest = bits & bits.wrapping_sub(1);
    rest != 0 && rest & (rest - 1) == 0
}

/// What `candidate` turns off when it is on. `visit` returns `false` to stop.
#[inline]
pub(super) fn weak(
    position: &Position,
    candidate: u16,
    system: System,
    mut visit: impl FnMut(u16, Reason) -> bool,
) {
    let spot = &SPOTS[usize::from(candidate)];
    let digit = u16::from(spot.digit);
    if system != System::X {
        let digits = position.candidates(Cell::new(usize::from(spot.cell))).bits();
        for other in members(digits & !(1 << digit)) {
            if !visit(candidate - digit + other as u16, CELL) {
                return;
            }
        }
    }
    for ((house, _), without) in spot.houses.into_iter().zip(spot.without) {
        for place in members(position.places(usize::from(house), spot.digit + 1) & !without) {
            if !visit(FIRST[usize::from(house)][place] + digit, house) {
                return;
            }
        }
    }
}

/// What `candidate` turns on when it is off. A target may be reported twice; the first time counts.
#[inline]
pub(super) fn strong(
    position: &Position,
    candidate: u16,
    system: System,
    mut visit: impl FnMut(u16, Reason),
) {
    let spot = &SPOTS[usize::from(candidate)];
    let digit = u16::from(spot.digit);
    if system != System::X {
        let both = position.candidates(Cell::new(usize::from(spot.cell))).bits();
        if is_pair(both) {
            let other = (both & !(1 << digit)).trailing_zeros() as u16;
            visit(candidate - digit + other, CELL);
        }
    }
    if system == System::Y {
        return;
    }
    for (house, place) in spot.houses {
        let both = position.places(usize::from(house), spot.digit + 1);
        if is_pair(both) {
            let other = (both & !(1 << place)).trailing_zeros() as usize;
            visit(FIRST[usize::from(house)][other] + digit, house);
        }
    }
}
