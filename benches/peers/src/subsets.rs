//! Puzzles with several solutions, by seed: random cells of random grids.
//!
//! ```text
//!   random_17   10^5 solutions and more        random_24   some thousands
//!   random_20   10^5 solutions and more        random_28   some hundreds
//! ```

use bitdoku::board::Grid;
use bitdoku::generate::grids::GridStream;
use bitdoku::random::{Domain, Key};
use bitdoku::solve::Backend;

/// The numbers of givens.
pub const GIVENS: [usize; 4] = [17, 20, 24, 28];

/// Puzzles in a set.
pub const PUZZLES: usize = 10_000;

/// `n` puzzles with `givens` givens each.
pub fn make(givens: usize, n: usize, seed: u64) -> Vec<Grid> {
    let key = Key::from_u64(seed);
    let family = givens as u64;
    let mut puzzles = vec![Grid::EMPTY; n];
    let stream = GridStream { key, domain: Domain::Grids, family, backend: Backend::detect() };
    stream.fill(0, &mut puzzles);
    for (i, puzzle) in puzzles.iter_mut().enumerate() {
        let mut order: [usize; 81] = std::array::from_fn(|cell| cell);
        key.words(Domain::Clues, family << 32 | i as u64, 0).shuffle(&mut order);
        let mut cells = *puzzle.cells();
        for &cell in &order[givens..] {
            cells[cell] = 0;
        }
        *puzzle = Grid::new(cells).expect("digits");
    }
    puzzles
}
