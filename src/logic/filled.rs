//! The order in which steps fill the cells of a puzzle, and what each cell takes.

use super::{Candidate, Position, Technique};
use crate::board::Cell;

/// A cell that has been filled, and the hardest technique since the one before.
pub type Filled = (Candidate, Technique);

/// Notes the cells of positions that follow each other.
pub(crate) struct Order {
    known: [u8; 81],
    filled: Vec<Filled>,
    /// The hardest step since the last cell: its rank, and its technique.
    hardest: Option<(f64, Technique)>,
}

impl Order {
    pub(crate) fn new(position: &Position) -> Order {
        Order { known: *position.values(), filled: Vec::new(), hardest: None }
    }

    /// Notes a step that is taken in a position; of two steps the one with the higher rank is harder.
    pub(crate) fn step(&mut self, position: &Position, technique: Technique, rank: f64) {
        self.look(position);
        if self.hardest.is_none_or(|(hardest, _)| rank > hardest) {
            self.hardest = Some((rank, technique));
        }
    }

    /// All cells that have been filled, up to this position.
    pub(crate) fn end(mut self, position: &Position) -> Vec<Filled> {
        self.look(position);
        self.filled
    }

    fn look(&mut self, position: &Position) {
        let Some((_, technique)) = self.hardest else { return };
        for cell in Cell::all() {
            let digit = position.value(cell);
            if digit != self.known[cell.index()] {
                self.known[cell.index()] = digit;
                self.filled.push((Candidate::new(cell, digit), technique));
                self.hardest = None;
            }
        }
    }
}
