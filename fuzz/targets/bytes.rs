//! Puzzles out of the bytes of a fuzzer. Each byte decides little, so that a small change of the input is a small change of
//! the puzzle; after the last byte all are 0.

use bitdoku::board::{Candidates, Cell, Digits, Grid};
use bitdoku::symmetry::Transform;

/// Complete grids of several classes, among them one with many automorphisms.
const COMPLETE: [&str; 4] = [
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
    "123456789457893612986217354274538196531964827698721435342685971715349268869172543",
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
];

pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub fn new(bytes: &'a [u8]) -> Bytes<'a> {
        Bytes(bytes)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All that are left.
    pub fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }

    pub fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or(0)
    }

    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A number below the bound.
    pub fn below(&mut self, bound: usize) -> usize {
        let mut number = 0;
        let mut range = 1;
        while range < bound {
            number = number << 8 | usize::from(self.byte());
            range <<= 8;
        }
        number % bound
    }

    pub fn choice<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub fn transform(&mut self) -> Transform {
        Transform::from_numbers(self.below(3_359_232) as u64, self.below(362_880) as u64)
    }

    /// A complete grid.
    pub fn solution(&mut self) -> Grid {
        let grid = self.choice(&COMPLETE).parse().expect("a grid");
        self.transform().apply(&grid)
    }

    /// A puzzle with at least so many givens of a complete grid. Some have a few other digits, and then perhaps no solution.
    pub fn puzzle(&mut self, fewest: usize) -> Grid {
        let solution = self.solution();
        let mut puzzle = solution;
        let thin = self.below(3);
        for group in 0..11 {
            let kept = (0..thin).fold(self.byte(), |kept, _| kept & self.byte());
            for cell in (8 * group..8 * group + 8).filter(|&cell| cell < 81) {
                if kept >> (cell % 8) & 1 == 0 {
                    puzzle.set(Cell::new(cell), 0);
                }
            }
        }
        let mut missing = fewest.saturating_sub(puzzle.clues());
        for cell in Cell::all().filter(|&cell| puzzle.get(cell) == 0).collect::<Vec<_>>() {
            if missing > 0 {
                missing -= 1;
                puzzle.set(cell, solution.get(cell));
            }
        }
        for _ in 0..self.byte().saturating_sub(192) / 16 {
            puzzle.set(Cell::new(self.below(81)), self.below(10) as u8);
        }
        puzzle
    }

    /// The puzzle with some candidates struck, of givens too.
    pub fn strike(&mut self, puzzle: &Grid) -> Candidates {
        let mut marks = puzzle.givens();
        for _ in 0..self.below(40) {
            let set = &mut marks[self.below(81)];
            *set = set.without(Digits::only(self.below(9) as u8 + 1));
        }
        for _ in 0..self.byte().saturating_sub(224) / 8 {
            marks[self.below(81)] &= Digits::from_bits(self.below(512) as u16);
        }
        marks
    }
}
