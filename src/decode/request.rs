//! What to decode, and a decoded board.

#![forbid(unsafe_code)]

use crate::engine::Engine;
use crate::solve::Verdict;

/// The boards to decode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boards {
    /// Puzzles with exactly one solution if `unique`, else with at least one. The values of a cell are blank and the
    /// digits.
    Puzzles {
        /// Whether there must be exactly one solution.
        unique: bool,
    },
    /// Complete grids. The values of a cell are the digits.
    Grids,
}

/// A request for the best boards.
#[derive(Clone, Copy)]
pub struct Request<'e> {
    /// The rules.
    pub engine: &'e Engine,
    /// The boards to decode.
    pub boards: Boards,
    /// The number of boards for each row of scores, at least 1.
    pub k: usize,
    /// The maximum number of boards that are tested for each row of scores, or of nodes in a search for grids.
    pub nodes: u64,
}

/// A decoded board.
pub(super) struct Decoded {
    pub board: Box<[u8]>,
    pub solution: Box<[u8]>,
    pub score: f64,
    pub verdict: Verdict,
}

impl Request<'_> {
    /// The number of values of a cell.
    pub fn values(&self) -> usize {
        self.engine.digits() + usize::from(self.boards != Boards::Grids)
    }

    /// Whether a board with this verdict is valid.
    pub(super) fn accepts(&self, verdict: Verdict) -> bool {
        match self.boards {
            Boards::Puzzles { unique: false } => {
                matches!(verdict, Verdict::Unique | Verdict::Multiple)
            }
            _ => verdict == Verdict::Unique,
        }
    }

    /// The score of a board.
    pub(super) fn sum(&self, scores: &[f64], board: &[u8]) -> f64 {
        let first = u8::from(self.boards == Boards::Grids);
        let cells = scores.chunks_exact(self.values()).zip(board);
        cells.fold(0.0, |sum, (scores, &value)| sum + scores[usize::from(value - first)])
    }
}
