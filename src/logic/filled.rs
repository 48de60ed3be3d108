//! The order in which steps fill the cells of a puzzle, and the technique that each cell takes.

use super::{Candidate, Technique};

/// A cell that has been filled, and the hardest technique since the one before.
pub type Filled = (Candidate, Technique);

/// Notes the cells of positions that follow each other.
pub(crate) struct Order {
    known: Vec<u8>,
    filled: Vec<Filled>,
    /// The hardest step since the last cell: its rank, and its technique.
    hardest: Option<(f64, Technique)>,
}

impl Order {
    pub(crate) fn new(values: &[u8]) -> Order {
        Order { known: values.to_vec(), filled: Vec::new(), hardest: None }
    }

    /// Notes a step that is taken in a position with these values; of two steps the one with the higher rank is harder.
    pub(crate) fn step(&mut self, values: &[u8], technique: Technique, rank: f64) {
        self.note(values);
        if self.hardest.is_none_or(|(hardest, _)| rank > hardest) {
            self.hardest = Some((rank, technique));
        }
    }

    /// All cells that have been filled, up to these values.
    pub(crate) fn end(mut self, values: &[u8]) -> Vec<Filled> {
        self.note(values);
        self.filled
    }

    fn note(&mut self, values: &[u8]) {
        let Some((_, technique)) = self.hardest else { return };
        for (cell, (known, &digit)) in self.known.iter_mut().zip(values).enumerate() {
            if *known != digit {
                *known = digit;
                self.filled.push((Candidate { cell: cell as u16, digit }, technique));
                self.hardest = None;
            }
        }
    }
}
