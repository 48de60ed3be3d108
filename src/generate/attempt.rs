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
    /// The orbits inside the pattern, in the order of their first cells.
    pub fn units(&self, orbits: &[CellSet], inside: CellSet) -> Vec<CellSet> {
        if orbits.len() == 81 {
            let cells = self.order.iter().map(|&cell| 1 << cell);
            return cells.filter(|unit| unit & inside != 0).collect();
        }
        let mut seen: CellSet = 0;
        let mut units = Vec::with_capacity(orbits.len());
        for &cell in &self.order {
            if (inside & !seen) >> cell & 1 == 1 {
                let orbit = orbits.iter().find(|&orbit| orbit >> cell & 1 == 1);
                let orbit = *orbit.expect("every cell is in an orbit");
                seen |= orbit;
                units.push(orbit);
            }
        }
        units
    }
}
