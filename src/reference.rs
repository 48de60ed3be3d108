//! A slow, simple solver: the oracle of the tests, never used to compute results.
//!
//! It finds the first blank cell, tries each digit that no peer holds, smallest first, and recurses. Solutions
//! therefore come in lexicographic order. There is no propagation and there are no masks.

#![forbid(unsafe_code)]

use crate::board::{Cell, Grid, PEERS};

/// Calls `found` with each solution, in lexicographic order, until it returns `false`.
pub fn solutions(puzzle: &Grid, found: &mut impl FnMut(&Grid) -> bool) {
    if !puzzle.conflicts().contains(&true) {
        let mut grid = *puzzle;
        fill(&mut grid, 0, found);
    }
}

/// The number of solutions, counted up to `limit`.
pub fn count(puzzle: &Grid, limit: u64) -> u64 {
    let mut n = 0;
    solutions(puzzle, &mut |_| {
        n += 1;
        n < limit
    });
    n
}

/// The lexicographically smallest solution.
pub fn first(puzzle: &Grid) -> Option<Grid> {
    let mut first = None;
    solutions(puzzle, &mut |grid| {
        first = Some(*grid);
        false
    });
    first
}

fn fill(grid: &mut Grid, from: usize, found: &mut impl FnMut(&Grid) -> bool) -> bool {
    let Some(cell) = (from..81).map(Cell::new).find(|&cell| grid.get(cell) == 0) else {
        return found(grid);
    };
    for digit in 1..=9 {
        if PEERS[cell.index()].iter().all(|&peer| grid.get(peer) != digit) {
            grid.set(cell, digit);
            let go_on = fill(grid, cell.index() + 1, found);
            grid.set(cell, 0);
            if !go_on {
                return false;
            }
        }
    }
    true
}
