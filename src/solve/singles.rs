//! Naked and hidden singles: whether they solve a puzzle, the candidates they leave, and the next single.
//!
//! The cells that may hold a digit are a bit set, stored in three orders: by rows, by columns and by boxes. A house is
//! a field of ten bits, for nine cells and a spare bit:
//!
//! ```text
//!   bit   89      …      19 18 … 10  9  8 … 0
//!               house 8   -  house 1  -  house 0
//! ```
//!
//! *Cost.* With the spare bits set, one subtraction subtracts 1 from all nine fields at once, and `x & (x - 1)` is
//! nonzero in the fields with at least two cells. Finding all hidden singles of a digit in nine houses therefore takes
//! about twenty instructions.

#![forbid(unsafe_code)]

pub mod minutes;

use crate::board::{Candidates, Cell, Digits, Grid};

use super::Puzzle;

/// Nine houses of nine cells.
const ALL: u128 = FIRST * 0x1FF;
/// The first cell of each house.
const FIRST: u128 = {
    let (mut bits, mut house) = (0, 0);
    while house < 9 {
        bits |= 1 << (10 * house);
        house += 1;
    }
    bits
};
/// The spare bit of each house.
const SPARE: u128 = FIRST << 9;

/// The bit of a cell in each order: rows, columns, boxes.
const fn position(order: usize, cell: usize) -> usize {
    let (row, column) = (cell / 9, cell % 9);
    match order {
        0 => 10 * row + column,
        1 => 10 * column + row,
        _ => 10 * (row / 3 * 3 + column / 3) + row % 3 * 3 + column % 3,
    }
}

/// For each order and cell, the cell as a one-element set.
const BITS: [[u128; 81]; 3] = {
    let mut bits = [[0; 81]; 3];
    let mut i = 0;
    while i < 243 {
        bits[i / 81][i % 81] = 1 << position(i / 81, i % 81);
        i += 1;
    }
    bits
};

/// For each order and cell, the cell and its peers.
const SEEN: [[u128; 81]; 3] = {
    let mut seen = [[0; 81]; 3];
    let mut i = 0;
    while i < 243 {
        let (order, cell) = (i / 81, i % 81);
        let mut other = 0;
        while other < 81 {
            let in_box = other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3;
            if other / 9 == cell / 9 || other % 9 == cell % 9 || in_box {
                seen[order][cell] |= BITS[order][other];
            }
            other += 1;
        }
        i += 1;
    }
    seen
};

/// For each order, the cell of each bit.
const CELLS: [[u8; 90]; 3] = {
    let mut cells = [[0; 90]; 3];
    let mut i = 0;
    while i < 243 {
        cells[i / 81][position(i / 81, i % 81)] = (i % 81) as u8;
        i += 1;
    }
    cells
};

/// A board to be filled by singles.
pub(super) struct Board {
    /// For each order and digit, the cells that may hold the digit. The bits of filled cells are meaningless.
    open: [[u128; 9]; 3],
    /// For each order, the filled cells.
    filled: [u128; 3],
    /// The digit of each filled cell, 0 for the others.
    digits: [u8; 81],
}

impl Board {
    /// The board of a puzzle; `None` if givens clash.
    pub fn new(puzzle: Puzzle<'_>) -> Option<Board> {
        let mut board = Board { open: [[ALL; 9]; 3], filled: [0; 3], digits: [0; 81] };
        match puzzle {
            Puzzle::Grid(grid) => Cell::all()
                .filter(|&cell| grid.get(cell) != 0)
                .all(|cell| board.place(cell, grid.get(cell)))
                .then_some(board),
            Puzzle::Candidates(candidates) => {
                for (cell, digits) in candidates.iter().enumerate() {
                    for digit in (!*digits).iter() {
                        (0..3).for_each(|order| {
                            board.open[order][usize::from(digit) - 1] &= !BITS[order][cell];
                        });
                    }
                }
                Some(board)
            }
        }
    }

    /// Puts a digit into a cell; returns `false` if the cell cannot hold it.
    #[inline]
    pub fn place(&mut self, cell: Cell, digit: u8) -> bool {
        let (i, d) = (cell.index(), usize::from(digit) - 1);
        if self.open[0][d] & BITS[0][i] & !self.filled[0] == 0 {
            return false;
        }
        for order in 0..3 {
            self.open[order][d] &= !SEEN[order][i];
            self.filled[order] |= BITS[order][i];
        }
        self.digits[i] = digit;
        true
    }

    /// Whether every cell is filled.
    pub fn is_full(&self) -> bool {
        self.filled[0] == ALL
    }

    /// The digit of each filled cell; for each empty cell, the digits that no peer holds.
    pub fn candidates(&self) -> Candidates {
        let mut candidates = self.digits.map(Digits::only);
        for (open, digit) in self.open[0].iter().zip(1..) {
            for cell in cells(0, open & !self.filled[0]) {
                candidates[cell.index()] |= Digits::only(digit);
            }
        }
        candidates
    }

    /// The first empty cell in reading order that has one candidate.
    pub fn first_naked(&self) -> Option<Cell> {
        cells(0, self.naked()?).next()
    }

    /// The first empty cell in reading order that is the only place of a digit in a house.
    pub fn first_hidden(&self) -> Option<Cell> {
        (0..27).flat_map(|i| cells(i / 9, self.hidden(i / 9, i % 9))).min()
    }

    /// Fills cells by naked and hidden singles until none are left; returns `false` at a contradiction.
    pub fn fill(&mut self) -> bool {
        self.repeat(Board::singles)
    }

    /// Applies a rule until it fills no more cells; returns `false` at a contradiction.
    #[inline]
    pub fn repeat(&mut self, rule: impl Fn(&mut Board) -> bool) -> bool {
        while !self.is_full() {
            let before = self.filled[0];
            if !rule(self) {
                return false;
            }
            if self.filled[0] == before {
                break;
            }
        }
        true
    }

    /// Fills the cells that currently have one candidate; returns `false` at a contradiction.
    pub fn naked_singles(&mut self) -> bool {
        let Some(naked) = self.naked() else { return false };
        naked == 0 || (0..9).all(|digit| self.place_all(0, digit, self.open[0][digit] & naked))
    }

    /// Fills the cells that are currently naked or hidden singles; returns `false` at a contradiction.
    pub fn singles(&mut self) -> bool {
        if !self.naked_singles() {
            return false;
        }
        for order in 0..3 {
            for digit in 0..9 {
                if !self.place_all(order, digit, self.hidden(order, digit)) {
                    return false;
                }
            }
        }
        true
    }

    /// The empty cells with one candidate; `None` if an empty cell has none.
    #[inline]
    fn naked(&self) -> Option<u128> {
        let (mut once, mut twice) = (0, 0);
        for open in &self.open[0] {
            let open = open & !self.filled[0];
            twice |= once & open;
            once |= open;
        }
        (once | self.filled[0] == ALL).then_some(once & !twice)
    }

    /// The cells that are the only place of a digit in a house of this order.
    #[inline]
    fn hidden(&self, order: usize, digit: usize) -> u128 {
        let open = self.open[order][digit] & !self.filled[order];
        let more = open & ((open | SPARE) - FIRST);
        let several = (more & ALL).wrapping_add(ALL) & SPARE;
        open & !(several - (several >> 9))
    }

    /// Puts a digit into each of these cells; returns `false` at a contradiction.
    #[inline]
    fn place_all(&mut self, order: usize, digit: usize, mut positions: u128) -> bool {
        while positions != 0 {
            let cell = CELLS[order][positions.trailing_zeros() as usize];
            if !self.place(Cell::new(usize::from(cell)), digit as u8 + 1) {
                return false;
            }
            positions &= positions - 1;
        }
        true
    }
}

/// The cells of a set in this order, lowest bit first.
#[inline]
fn cells(order: usize, mut positions: u128) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        (positions != 0).then(|| {
            let cell = CELLS[order][positions.trailing_zeros() as usize];
            positions &= positions - 1;
            Cell::new(usize::from(cell))
        })
    })
}

/// Whether naked and hidden singles fill every cell.
pub fn solved_by_singles(puzzle: &Grid) -> bool {
    Board::new(puzzle.into()).is_some_and(|mut board| board.fill() && board.is_full())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::random::{Domain, Key};
    use crate::reference;
    use crate::solve::{Level, candidates};

    /// Compares with the candidates on boards of every kind: unique, several solutions, none, clashes.
    #[test]
    fn says_what_the_candidates_say() {
        let solved = reference::first(&Grid::EMPTY).unwrap();
        let mut words = Key::from_u64(3).words(Domain::Clues, 0, 0);
        let mut yes = 0;
        for i in 0..4000 {
            let keep = 20 + i % 40;
            let mut puzzle = Grid::new(std::array::from_fn(|cell| {
                if words.below(81) < keep { solved.cells()[cell] } else { 0 }
            }))
            .unwrap();
            if i % 5 == 0 {
                let cell = Cell::new(words.below(81) as usize);
                puzzle.set(cell, 1 + words.below(9) as u8);
            }
            let control = Control::unlimited();
            let open = candidates(&puzzle, Level::Singles, &control).unwrap();
            let expected = open.iter().all(|digits| digits.len() == 1);
            assert_eq!(solved_by_singles(&puzzle), expected, "{puzzle:?}");
            yes += u32::from(expected);
        }
        assert!((500..3500).contains(&yes), "{yes}");
        assert!(solved_by_singles(&solved));
        assert!(!solved_by_singles(&Grid::EMPTY));
    }
}
