//! The order in which a path fills the cells of a puzzle, with the technique needed for each cell.

use super::{Candidate, Technique};

/// A filled cell, and the hardest technique used since the previous cell was filled.
pub type Filled = (Candidate, Technique);

/// Records the cells filled along a sequence of positions.
pub(crate) struct Order {
    known: Vec<u8>,
    filled: Vec<Filled>,
    /// The rank and the technique of the hardest step since the last cell was filled.
    hardest: Option<(f64, Technique)>,
}

impl Order {
    pub(crate) fn new(values: &[u8]) -> Order {
        Order { known: values.to_vec(), filled: Vec::new(), hardest: None }
    }

    /// Records a step applied to a position with these values. The step with the higher rank is the harder one.
    pub(crate) fn step(&mut self, values: &[u8], technique: Technique, rank: f64) {
        self.note(values);
        if self.hardest.is_none_or(|(hardest, _)| rank > hardest) {
            self.hardest = Some((rank, technique));
        }
    }

    /// All filled cells, in order, up to a position with these values.
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
