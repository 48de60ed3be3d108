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

use crate::board::HOUSES;
use crate::logic::Position;
use crate::logic::houses::HOUSES_OF;

use super::bits::{cell, digit};

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

/// What `candidate` turns off when it is on. `visit` returns `false` to stop.
#[inline]
pub(super) fn weak(
    position: &Position,
    candidate: u16,
    system: System,
    mut visit: impl FnMut(u16, Reason) -> bool,
) {
    let (at, digit) = (cell(candidate), digit(candidate));
    let first = candidate + 1 - u16::from(digit);
    if system != System::X {
        let mut rest = position.candidates(at).bits() & !(1 << (digit - 1));
        while rest != 0 {
            if !visit(first + rest.trailing_zeros() as u16, CELL) {
                return;
            }
            rest &= rest - 1;
        }
    }
    let [(row, column_of), (column, row_of), (r#box, place)] = HOUSES_OF[at.index()];
    let houses =
        [(r#box, 1 << place), (row, 7 << (column_of / 3 * 3)), (column, 7 << (row_of / 3 * 3))];
    for (house, without) in houses {
        let mut rest = position.places(usize::from(house), digit) & !without;
        while rest != 0 {
            let other = HOUSES[usize::from(house)][rest.trailing_zeros() as usize];
            if !visit(9 * other.index() as u16 + u16::from(digit) - 1, house) {
                return;
            }
            rest &= rest - 1;
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
    let (at, digit) = (cell(candidate), digit(candidate));
    if system != System::X {
        let both = position.candidates(at).bits();
        if both.count_ones() == 2 {
            let other = (both & !(1 << (digit - 1))).trailing_zeros() as u16;
            visit(candidate + 1 - u16::from(digit) + other, CELL);
        }
    }
    if system == System::Y {
        return;
    }
    let [row, column, r#box] = HOUSES_OF[at.index()];
    for (house, place) in [r#box, row, column] {
        let both = position.places(usize::from(house), digit);
        if both.count_ones() == 2 {
            let other = (both & !(1 << place)).trailing_zeros() as usize;
            let other = HOUSES[usize::from(house)][other];
            visit(9 * other.index() as u16 + u16::from(digit) - 1, house);
        }
    }
}
