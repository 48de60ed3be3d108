//! The links of one candidate, in the order in which chains follow them.
//!
//! ```text
//!   on  ⇒ off (weak)      the other digits of the cell, then the other cells of box, row and column with the digit
//!   off ⇒ on  (strong)    the other digit of a cell with two, then the other cell of a box, row or column with two
//! ```
//!
//! If two candidates are linked twice, a weak link is reported once, with the first reason. Strong links may be reported twice,
//! and the caller uses the first one. The order determines which of several shortest chains is found, so every rating depends
//! on it.

use crate::board::{Cell, HOUSES};
use crate::logic::Position;
use crate::logic::grid9::houses::HOUSES_OF;
use crate::logic::grid9::tuples::members;

use super::bits::CANDIDATES;

/// The links that a chain may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum System {
    /// Links between cells, within one digit.
    X,
    /// Weak links of all kinds, strong links only within cells.
    Y,
    /// All links.
    Xy,
}

/// The reason why a candidate is on or off: a house below 27, or one of the constants.
pub(super) type Reason = u8;
/// Another digit of the cell.
pub(super) const CELL: Reason = 27;
/// The assumption that starts the chain.
pub(super) const START: Reason = 28;
/// A nested technique.
pub(super) const RULE: Reason = 29;

/// The location of a candidate.
#[derive(Clone, Copy)]
struct Spot {
    cell: u8,
    /// The digit minus 1.
    digit: u8,
    /// Box, row and column, with the place of the cell in each.
    houses: [(u8, u8); 3],
    /// The places to skip in each of the three houses: in the box the cell itself, in row and column the cells of the box.
    without: [u16; 3],
}

/// The spot of each candidate. The lookup replaces divisions by nine.
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

/// Whether exactly two bits are set. Portable code for counting bits is slow.
#[inline]
pub(super) fn is_pair(bits: u16) -> bool {
    let rest = bits & bits.wrapping_sub(1);
    rest != 0 && rest & (rest - 1) == 0
}

/// Visits the candidates that `candidate` turns off when it is on. `visit` returns `false` to stop.
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

/// Visits the candidates that `candidate` turns on when it is off. A candidate may be visited twice; the first visit counts.
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
