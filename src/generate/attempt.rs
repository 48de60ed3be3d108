//! One attempt at a puzzle: a grid, the order in which its cells are removed, and the clues that remain.

#![forbid(unsafe_code)]

use crate::board::Grid;

use super::unavoidable::CellSet;

/// One attempt.
pub(super) struct Attempt {
    /// The number of the item in this call.
    pub slot: usize,
    /// The grid.
    pub solution: Grid,
    /// All cells in the order of removal.
    pub order: [u8; 81],
    /// A number of clues from the requested range.
    pub aim: u32,
    /// The remaining clues.
    pub clues: CellSet,
    /// Whether this attempt can still succeed.
    pub alive: bool,
}

impl Attempt {
    /// The numbers of the orbits inside the pattern, in the order of their first cells.
    pub fn order_of(&self, orbits: &[CellSet], inside: CellSet) -> Vec<u8> {
        if orbits.len() == 81 {
            return self.order.iter().copied().filter(|cell| inside >> cell & 1 == 1).collect();
        }
        let mut seen: CellSet = 0;
        let mut order = Vec::with_capacity(orbits.len());
        for &cell in &self.order {
            if (inside & !seen) >> cell & 1 == 1 {
                let number = orbits.iter().position(|&orbit| orbit >> cell & 1 == 1);
                let number = number.expect("every cell is in an orbit");
                seen |= orbits[number];
                order.push(number as u8);
            }
        }
        order
    }
}
