//! Every backend counts what the slow solver counts, for grids and for candidates, whatever else is in the batch.
//!
//! The puzzles are near a valid grid, with at least [`FEWEST`] givens: the slow solver would not end on others.
#![no_main]

use arbitrary::Arbitrary;
use bitdoku::board::{Candidates, Digits, Grid};
use bitdoku::control::Control;
use bitdoku::reference;
use bitdoku::solve::{Answers, Backend, Puzzles, Query};
use libfuzzer_sys::fuzz_target;

const FEWEST: usize = 38;
/// Enough to tell apart what matters, and few enough to count.
const LIMIT: u64 = 50;

#[derive(Arbitrary, Debug)]
struct Puzzle {
    /// Which cells of the valid grid are given.
    given: [u8; 11],
    /// How its digits are renamed.
    relabel: [u8; 8],
    /// Cells that get another digit.
    edits: Vec<(u8, u8)>,
    /// Candidates that are struck from blank cells.
    strikes: Vec<(u8, u8)>,
}

impl Puzzle {
    fn grid(&self) -> Grid {
        let mut names: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        for (i, &with) in self.relabel.iter().enumerate() {
            names.swap(i, i + usize::from(with) % (9 - i));
        }
        let digit = |i: usize| names[(i / 9 % 3 * 3 + i / 27 + i % 9) % 9];
        let mut cells = [0; 81];
        for (i, cell) in cells.iter_mut().enumerate() {
            if self.given[i / 8] >> (i % 8) & 1 == 1 {
                *cell = digit(i);
            }
        }
        // Fill from the end until there are enough.
        let missing = FEWEST.saturating_sub(cells.iter().filter(|&&v| v != 0).count());
        let blanks: Vec<usize> = (0..81).rev().filter(|&i| cells[i] == 0).take(missing).collect();
        blanks.into_iter().for_each(|i| cells[i] = digit(i));
        for &(cell, value) in self.edits.iter().take(3) {
            cells[usize::from(cell) % 81] = value % 10;
        }
        Grid::new(cells).expect("digits")
    }

    fn candidates(&self, grid: &Grid) -> Candidates {
        let mut candidates = grid.givens();
        for &(cell, digit) in self.strikes.iter().take(40) {
            let set = &mut candidates[usize::from(cell) % 81];
            *set = set.without(Digits::only(digit % 9 + 1));
        }
        candidates
    }
}

fn counts(backend: Backend, puzzles: Puzzles<'_>, limit: u64) -> (Vec<u64>, Vec<Grid>) {
    let mut counts = vec![0; puzzles.len()];
    let mut solutions = vec![Grid::EMPTY; puzzles.len()];
    let query = Query::new(puzzles, limit);
    let mut answers = Answers::new(&mut counts).with_solutions(&mut solutions);
    backend.search(&query, &mut answers, &Control::unlimited()).expect("nothing cancels");
    (counts, solutions)
}

fuzz_target!(|puzzles: Vec<Puzzle>| {
    let puzzles = &puzzles[..puzzles.len().min(20)];
    let grids: Vec<Grid> = puzzles.iter().map(Puzzle::grid).collect();
    let marked: Vec<Candidates> =
        puzzles.iter().zip(&grids).map(|(p, grid)| p.candidates(grid)).collect();
    let expected: Vec<u64> = grids.iter().map(|grid| reference::count(grid, LIMIT)).collect();
    let expected_marked: Vec<u64> = grids
        .iter()
        .zip(&marked)
        .map(|(grid, marked)| {
            let mut n = 0;
            reference::solutions(grid, &mut |solution| {
                let kept = solution.cells().iter().zip(marked).all(|(&v, set)| set.contains(v));
                n += u64::from(kept);
                n < LIMIT
            });
            n
        })
        .collect();
    for backend in Backend::available() {
        for limit in [1, 2, LIMIT] {
            let (counts, solutions) = counts(backend, Puzzles::Grids(&grids), limit);
            for (i, grid) in grids.iter().enumerate() {
                assert_eq!(counts[i], expected[i].min(limit), "{backend:?} {limit} {grid}");
                judge(backend, &grid.givens(), counts[i], &solutions[i]);
            }
        }
        let (counts, solutions) = counts(backend, Puzzles::Candidates(&marked), LIMIT);
        for i in 0..marked.len() {
            assert_eq!(counts[i], expected_marked[i], "{backend:?} {:?}", marked[i]);
            judge(backend, &marked[i], counts[i], &solutions[i]);
        }
    }
});

/// A solution obeys the puzzle; without one the grid is blank.
fn judge(backend: Backend, puzzle: &Candidates, count: u64, solution: &Grid) {
    if count == 0 {
        assert_eq!(*solution, Grid::EMPTY, "{backend:?}");
    } else {
        let obeys = solution.cells().iter().zip(puzzle).all(|(&v, set)| set.contains(v));
        assert!(solution.is_solution() && obeys, "{backend:?} {puzzle:?} {solution}");
    }
}
