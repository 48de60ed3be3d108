//! The houses of the classic board: their orders, their names, and the crossings of boxes and lines.
//!
//! ```text
//!              columns 0 1 2            a place in a box          a place in a line
//!            +---------------+
//!   row 0    |  0   1   2    |          place % 3: column         place / 3: box
//!   row 1    |  3   4   5    |          place / 3: row
//!   row 2    |  6   7   8    |
//!            +---------------+
//! ```

use crate::board::{Cell, HOUSES};

/// The row, column and box of each cell, as indices of [`HOUSES`], each with the place of the cell in it.
pub(crate) const HOUSES_OF: [[(u8, u8); 3]; 81] = {
    let mut of = [[(0, 0); 3]; 81];
    let mut i = 0;
    while i < 27 * 9 {
        of[HOUSES[i / 9][i % 9].index()][i / 81] = ((i / 9) as u8, (i % 9) as u8);
        i += 1;
    }
    of
};

/// The three houses of each cell as bits.
pub(crate) const HOUSE_BITS: [u32; 81] = {
    let mut bits = [0; 81];
    let mut i = 0;
    while i < 243 {
        bits[i / 3] |= 1 << HOUSES_OF[i / 3][i % 3].0;
        i += 1;
    }
    bits
};

/// An order of the 27 houses.
pub(crate) type HouseOrder = [u8; 27];

const fn order(firsts: [u8; 3]) -> HouseOrder {
    let mut houses = [0; 27];
    let mut i = 0;
    while i < 27 {
        houses[i] = firsts[i / 9] + (i % 9) as u8;
        i += 1;
    }
    houses
}

/// Boxes, then columns, then rows.
pub(crate) const BOXES_COLUMNS_ROWS: HouseOrder = order([18, 9, 0]);
/// Boxes, then rows, then columns.
pub(crate) const BOXES_ROWS_COLUMNS: HouseOrder = order([18, 0, 9]);

/// All houses as bits.
pub(crate) const ALL_HOUSES: u32 = (1 << 27) - 1;
/// The rows as bits.
pub(crate) const ROWS: u32 = 0x1FF;
/// The boxes as bits.
pub(crate) const BOXES: u32 = 0x1FF << 18;

/// The kind of a house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    Row,
    Column,
    Box,
}

impl Kind {
    /// The kind of a house, given as an index of [`HOUSES`].
    pub(crate) const fn of(house: usize) -> Kind {
        match house / 9 {
            0 => Kind::Row,
            1 => Kind::Column,
            _ => Kind::Box,
        }
    }

    /// The index of the first house of the kind.
    pub(crate) const fn first(self) -> usize {
        9 * self as usize
    }

    /// The kind of the crossing lines: columns for rows, and rows for columns.
    pub(crate) const fn across(self) -> Kind {
        if matches!(self, Kind::Row) { Kind::Column } else { Kind::Row }
    }

    /// The name in sentences.
    pub(crate) const fn name(self) -> &'static str {
        ["row", "column", "box"][self as usize]
    }

    /// The name in Sudoku Explainer's notation.
    pub(crate) const fn short(self) -> &'static str {
        ["row", "column", "block"][self as usize]
    }
}

/// The first house shared by two different cells that see each other, in the order row, column, box.
pub(crate) fn shared(one: Cell, other: Cell) -> u8 {
    let pairs = HOUSES_OF[one.index()].into_iter().zip(HOUSES_OF[other.index()]);
    let mut shared = pairs.filter(|((a, _), (b, _))| a == b).map(|((house, _), _)| house);
    shared.next().expect("cells that see each other")
}

/// The places of `house` that are also in the crossing house `cover`.
#[inline]
pub(crate) const fn overlap(house: usize, cover: usize) -> u16 {
    match (Kind::of(house), Kind::of(cover)) {
        (Kind::Box, Kind::Row) => 0b111 << (cover % 3 * 3),
        (Kind::Box, _) => 0b1001001 << (cover % 3),
        (Kind::Column, _) => 0b111 << ((cover - 18) / 3 * 3),
        (Kind::Row, _) => 0b111 << (cover % 3 * 3),
    }
}

/// The name of a house in sentences: `row 4`.
pub(crate) fn name(house: usize) -> String {
    format!("{} {}", Kind::of(house).name(), house % 9 + 1)
}
