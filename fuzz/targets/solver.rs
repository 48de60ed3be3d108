//! Every backend counts what the slow solver counts, for givens and for pencil marks.
//!
//! The puzzles have at least [`FEWEST`] givens: the slow solver would not end on others.

use bitdoku::board::{Candidates, Grid};
use bitdoku::control::Control;
use bitdoku::reference;
use bitdoku::solve::{Answers, Backend, Puzzles, Query};

use super::bytes::Bytes;

const FEWEST: usize = 46;
/// Enough to tell apart what matters, and few enough to count.
const LIMIT: u64 = 50;

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (mut grids, mut marked) = (Vec::new(), Vec::new());
    while !bytes.is_empty() && grids.len() < 20 {
        let grid = bytes.puzzle(FEWEST);
        marked.push(bytes.strike(&grid));
        grids.push(grid);
    }
    let expected: Vec<u64> = grids.iter().map(|grid| reference::count(grid, LIMIT)).collect();
    let expected_marked: Vec<u64> =
        grids.iter().zip(&marked).map(|(grid, marked)| count_marked(grid, marked)).collect();
    for backend in Backend::available() {
        for limit in [1, 2, LIMIT] {
            let (counts, solutions) = counts(backend, Puzzles::Grids(&grids), limit);
            for (i, grid) in grids.iter().enumerate() {
                assert_eq!(counts[i], expected[i].min(limit), "{backend:?} {limit} {grid}");
                judge(backend, &grid.givens(), counts[i], &solutions[i]);
            }
        }
        let (counts, solutions) = counts(backend, Puzzles::Candidates(&marked), LIMIT);
        for (i, marked) in marked.iter().enumerate() {
            assert_eq!(counts[i], expected_marked[i], "{backend:?} {marked:?}");
            judge(backend, marked, counts[i], &solutions[i]);
        }
    }
}

/// The solutions of the grid whose digits are all among the marks, up to the limit.
fn count_marked(grid: &Grid, marked: &Candidates) -> u64 {
    let mut n = 0;
    reference::solutions(grid, &mut |solution| {
        n += u64::from(fits(solution, marked));
        n < LIMIT
    });
    n
}

fn fits(solution: &Grid, marked: &Candidates) -> bool {
    solution.cells().iter().zip(marked).all(|(&digit, set)| set.contains(digit))
}

fn counts(backend: Backend, puzzles: Puzzles<'_>, limit: u64) -> (Vec<u64>, Vec<Grid>) {
    let mut counts = vec![0; puzzles.len()];
    let mut solutions = vec![Grid::EMPTY; puzzles.len()];
    let query = Query::new(puzzles, limit);
    let mut answers = Answers::new(&mut counts).with_solutions(&mut solutions);
    backend.search(&query, &mut answers, &Control::unlimited()).expect("nothing cancels");
    (counts, solutions)
}

/// A solution obeys the puzzle; without one the grid is blank.
fn judge(backend: Backend, puzzle: &Candidates, count: u64, solution: &Grid) {
    if count == 0 {
        assert_eq!(*solution, Grid::EMPTY, "{backend:?}");
    } else {
        let obeys = solution.is_solution() && fits(solution, puzzle);
        assert!(obeys, "{backend:?} {puzzle:?} {solution}");
    }
}
