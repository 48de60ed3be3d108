//! All solutions of one puzzle, lazily, in lexicographic order.

use crate::board::Grid;
use crate::control::Control;
use crate::error::Error;

use super::Backend;

/// Walks the solutions of one puzzle in lexicographic order.
pub struct Solutions {
    pending: std::vec::IntoIter<Grid>,
}

impl Solutions {
    /// A walk that has not begun.
    pub fn new(_backend: Backend, puzzle: &Grid) -> Solutions {
        // TEMPORARY: eager and bounded.
        let mut all = Vec::new();
        let mut grid = *puzzle;
        fn fill(grid: &mut Grid, all: &mut Vec<Grid>) {
            use crate::board::{Cell, PEERS};
            if all.len() >= 10000 {
                return;
            }
            let Some(cell) = Cell::all().find(|&c| grid.get(c) == 0) else {
                all.push(*grid);
                return;
            };
            for d in 1..=9 {
                if PEERS[cell.index()].iter().all(|&p| grid.get(p) != d) {
                    grid.set(cell, d);
                    fill(grid, all);
                }
            }
            grid.set(cell, 0);
        }
        if !puzzle.conflicts().contains(&true) {
            fill(&mut grid, &mut all);
        }
        Solutions { pending: all.into_iter() }
    }

    /// The next solution; `None` after the last.
    ///
    /// # Errors
    /// [`Error::Cancelled`]; the walk can then go on where it was.
    pub fn next(&mut self, _control: &Control<'_>) -> Result<Option<Grid>, Error> {
        Ok(self.pending.next())
    }
}
