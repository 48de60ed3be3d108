//! Detection of contradictions of one digit, without the chains that prove them.
//!
//! ```text
//!   bit   89      …      19 18 … 10  9  8 … 0      three such words: by rows, by columns, by boxes
//!               house 8   -  house 1  -  house 0
//! ```
//!
//! The places of one digit are stored in a field of ten bits for each house. `x & (x - 1)` in all fields at once leaves the
//! fields with at least two places, so no loop is needed to find the fields with one place or none. The result does not depend
//! on the order: a chain of one digit that removes candidates along the way ends in a contradiction exactly if a house runs out
//! of places here. Two ons that see each other are such a case, because each removes the place of the other.

use crate::board::Cell;
use crate::logic::CellSet;
use crate::logic::grid9::houses::HOUSES_OF;

/// The bit of the first place of each house.
const FIRST: u128 = {
    let (mut bits, mut house) = (0, 0);
    while house < 9 {
        bits |= 1 << (10 * house);
        house += 1;
    }
    bits
};

/// The bit of each cell by rows, columns and boxes.
const BITS: [[u128; 3]; 81] = {
    let mut bits = [[0; 3]; 81];
    let mut i = 0;
    while i < 243 {
        let (house, place) = HOUSES_OF[i / 3][i % 3];
        bits[i / 3][i % 3] = 1 << (10 * (house as usize % 9) + place as usize);
        i += 1;
    }
    bits
};

/// The cells that each cell sees, by rows, columns and boxes.
const SEEN: [[u128; 3]; 81] = {
    let mut seen = [[0; 3]; 81];
    let mut i = 0;
    while i < 81 * 81 {
        let (cell, other) = (i / 81, i % 81);
        if Cell::new(cell).sees(Cell::new(other)) {
            let mut order = 0;
            while order < 3 {
                seen[cell][order] |= BITS[other][order];
                order += 1;
            }
        }
        i += 1;
    }
    seen
};

/// The cell of each bit.
const CELLS: [[u8; 90]; 3] = {
    let mut cells = [[0; 90]; 3];
    let mut i = 0;
    while i < 243 {
        cells[i % 3][BITS[i / 3][i % 3].trailing_zeros() as usize] = (i / 3) as u8;
        i += 1;
    }
    cells
};

/// The places of one digit.
pub(super) struct Places {
    places: [u128; 3],
    /// The first bit of each house that has places.
    houses: [u128; 3],
}

/// The nonempty fields, as their first bits.
#[inline]
fn filled(places: u128) -> u128 {
    ((places + FIRST * 0x1ff) >> 9) & FIRST
}

impl Places {
    pub(super) fn new(cells: CellSet) -> Places {
        let mut places = [0; 3];
        for cell in cells.iter() {
            for (places, bit) in places.iter_mut().zip(BITS[cell.index()]) {
                *places |= bit;
            }
        }
        Places { places, houses: places.map(filled) }
    }

    /// Whether a contradiction follows if a cell holds the digit (or does not).
    pub(super) fn contradicts(&self, cell: Cell, on: bool) -> bool {
        let mut places = self.places;
        let mut set = [0; 3];
        if on {
            take(&mut places, &mut set, cell);
        } else {
            for (places, bit) in places.iter_mut().zip(BITS[cell.index()]) {
                *places &= !bit;
            }
        }
        loop {
            let mut changed = false;
            for order in 0..3 {
                let now = filled(places[order]);
                if now != self.houses[order] {
                    return true;
                }
                // Removing the first place empties the fields with a single place.
                let two = places[order] & (places[order] | FIRST << 9).wrapping_sub(FIRST);
                let mut single = places[order] & !(filled(two) * 0x1ff) & !set[order];
                while single != 0 {
                    let cell = CELLS[order][single.trailing_zeros() as usize];
                    take(&mut places, &mut set, Cell::new(usize::from(cell)));
                    single &= single - 1;
                    changed = true;
                }
            }
            if !changed {
                return false;
            }
        }
    }
}

/// Places the digit in a cell.
#[inline]
fn take(places: &mut [u128; 3], set: &mut [u128; 3], cell: Cell) {
    for order in 0..3 {
        set[order] |= BITS[cell.index()][order];
        places[order] &= !SEEN[cell.index()][order];
    }
}
