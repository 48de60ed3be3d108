//! Removes clues from a puzzle while it has one solution.

#![forbid(unsafe_code)]

use crate::control::{Control, Stop};
use crate::rules::{Solver, of_given};

/// A puzzle whose clues are removed, as digits and as the digits that each cell may hold.
pub(super) struct Removal<'s, 'r> {
    solver: &'s mut Solver<'r>,
    pub puzzle: Vec<u8>,
    masks: Vec<u64>,
    /// The number of search nodes left.
    nodes: u64,
}

impl<'s, 'r> Removal<'s, 'r> {
    /// All searches together have the nodes of `control`.
    pub fn new(
        solver: &'s mut Solver<'r>,
        puzzle: &[u8],
        control: &Control<'_>,
    ) -> Removal<'s, 'r> {
        let masks = puzzle.iter().map(|&digit| of_given(digit)).collect();
        Removal { solver, puzzle: puzzle.to_vec(), masks, nodes: control.nodes() }
    }

    /// min(number of solutions, 2).
    pub fn solutions(&mut self, control: &Control<'_>) -> Result<u64, Stop> {
        self.count(2, control)
    }

    /// Whether a given follows from the others: no solution has another digit in its cell.
    pub fn follows(&mut self, cell: usize, control: &Control<'_>) -> Result<bool, Stop> {
        let given = std::mem::replace(&mut self.masks[cell], !of_given(self.puzzle[cell]));
        let others = self.count(1, control);
        self.masks[cell] = given;
        Ok(others? == 0)
    }

    fn count(&mut self, limit: u64, control: &Control<'_>) -> Result<u64, Stop> {
        let puzzle = (&self.masks[..]).into();
        self.solver.count_up_to(puzzle, limit, &mut self.nodes, None, control)
    }

    /// Removes the clues of some cells if the puzzle, which must have one solution, still has only one. Returns whether
    /// it did.
    pub fn remove(&mut self, cells: &[usize], control: &Control<'_>) -> Result<bool, Stop> {
        let goes = match *cells {
            [cell] => self.follows(cell, control)?,
            _ => {
                cells.iter().for_each(|&cell| self.masks[cell] = of_given(0));
                let goes = self.solutions(control)? == 1;
                cells.iter().for_each(|&cell| self.masks[cell] = of_given(self.puzzle[cell]));
                goes
            }
        };
        if goes {
            for &cell in cells {
                self.puzzle[cell] = 0;
                self.masks[cell] = of_given(0);
            }
        }
        Ok(goes)
    }
}
