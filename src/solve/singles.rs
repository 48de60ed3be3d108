//! Whether naked and hidden singles alone solve a puzzle: the question that data sets ask of millions.
//!
//! For each digit the cells where it can still be, three times: by rows, by columns and by boxes. A house is a field of
//! ten bits, nine cells and a spare one:
//!
//! ```text
//!   bit   89      …      19 18 … 10  9  8 … 0
//!               house 8   -  house 1  -  house 0
//! ```
//!
//! With the spare bits set, one subtraction takes 1 from all nine fields at once, and `x & (x - 1)` leaves the fields
//! that have two cells or more: all hidden singles of a digit in nine houses take some twenty instructions. The answer is
//! that of [`super::candidates`] at the level `Singles`, of which this is the quick form.

#![forbid(unsafe_code)]

use crate::board::{Candidates, Cell, Digits, Grid};

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

/// The three orders: house and place of a cell in its house.
const fn position(order: usize, cell: usize) -> usize {
    let (row, column) = (cell / 9, cell % 9);
    match order {
        0 => 10 * row + column,
        1 => 10 * column + row,
        _ => 10 * (row / 3 * 3 + column / 3) + row % 3 * 3 + column % 3,
    }
}

/// For each order and cell the bit of the cell.
const BITS: [[u128; 81]; 3] = {
    let mut bits = [[0; 81]; 3];
    let mut i = 0;
    while i < 243 {
        bits[i / 81][i % 81] = 1 << position(i / 81, i % 81);
        i += 1;
    }
    bits
};

/// For each order and cell the bits of the cell and its peers.
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

/// For each order the cell at each position.
const CELLS: [[u8; 90]; 3] = {
    let mut cells = [[0; 90]; 3];
    let mut i = 0;
    while i < 243 {
        cells[i / 81][position(i / 81, i % 81)] = (i % 81) as u8;
        i += 1;
    }
    cells
};

pub(super) struct Board {
    /// For each order and digit the cells where it can be; those that have a digit may stand there still.
    open: [[u128; 9]; 3],
    /// For each order the cells that have a digit.
    filled: [u128; 3],
}

impl Board {
    /// The board of a puzzle; `None` if its givens clash.
    pub fn new(puzzle: &Grid) -> Option<Board> {
        let mut board = Board { open: [[ALL; 9]; 3], filled: [0; 3] };
        for cell in Cell::all() {
            let digit = puzzle.get(cell);
            if digit != 0 && !board.place(cell.index(), usize::from(digit) - 1) {
                return None;
            }
        }
        Some(board)
    }

    /// The board of pencil marks; `None` if cells with one candidate clash.
    pub fn with_candidates(candidates: &Candidates) -> Option<Board> {
        let mut board = Board { open: [[0; 9]; 3], filled: [0; 3] };
        for (cell, digits) in candidates.iter().enumerate() {
            for digit in digits.iter() {
                for (open, bits) in board.open.iter_mut().zip(&BITS) {
                    open[usize::from(digit) - 1] |= bits[cell];
                }
            }
        }
        for (cell, digits) in candidates.iter().enumerate() {
            if digits.len() == 1 && !board.place(cell, digits.bits().trailing_zeros() as usize) {
                return None;
            }
        }
        Some(board)
    }

    /// What each cell without a digit may hold, and nothing for the others.
    pub fn candidates(&self) -> Candidates {
        let mut candidates = [Digits::NONE; 81];
        for (digit, open) in (1..).zip(self.open[0]) {
            for (cell, digits) in candidates.iter_mut().enumerate() {
                if open & !self.filled[0] & BITS[0][cell] != 0 {
                    *digits |= Digits::only(digit);
                }
            }
        }
        candidates
    }

    /// Whether every cell has a digit.
    pub fn is_full(&self) -> bool {
        self.filled[0] == ALL
    }

    /// Does what a rule allows as often as that fills another cell; false at a contradiction.
    pub fn repeat(&mut self, mut rule: impl FnMut(&mut Board) -> bool) -> bool {
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

    /// Gives a cell its digit; false where it cannot have it.
    #[inline]
    fn place(&mut self, cell: usize, digit: usize) -> bool {
        if self.open[0][digit] & BITS[0][cell] & !self.filled[0] == 0 {
            return false;
        }
        for order in 0..3 {
            self.open[order][digit] &= !SEEN[order][cell];
            self.filled[order] |= BITS[order][cell];
        }
        true
    }

    /// Places `digit` at all `positions` of an order; false at a contradiction.
    #[inline]
    fn place_all(&mut self, order: usize, digit: usize, mut positions: u128) -> bool {
        while positions != 0 {
            let cell = CELLS[order][positions.trailing_zeros() as usize];
            if !self.place(usize::from(cell), digit) {
                return false;
            }
            positions &= positions - 1;
        }
        true
    }

    /// Fills cells that have one candidate; false at a contradiction.
    pub fn naked(&mut self) -> bool {
        let (mut once, mut twice) = (0, 0);
        for open in &mut self.open[0] {
            *open &= !self.filled[0];
            twice |= once & *open;
            once |= *open;
        }
        if once | self.filled[0] != ALL {
            return false;
        }
        let naked = once & !twice;
        if naked != 0 {
            for digit in 0..9 {
                if !self.place_all(0, digit, self.open[0][digit] & naked) {
                    return false;
                }
            }
        }
        true
    }

    /// Fills what singles fill; false at a contradiction.
    pub fn singles(&mut self) -> bool {
        if !self.naked() {
            return false;
        }
        for order in 0..3 {
            for digit in 0..9 {
                let open = self.open[order][digit] & !self.filled[order];
                let more = open & ((open | SPARE) - FIRST);
                let several = (more & ALL).wrapping_add(ALL) & SPARE;
                let hidden = open & !(several - (several >> 9));
                if !self.place_all(order, digit, hidden) {
                    return false;
                }
            }
        }
        true
    }
}

/// Whether naked and hidden singles fill every cell.
pub fn solved_by_singles(puzzle: &Grid) -> bool {
    let board = Board::new(puzzle);
    board.is_some_and(|mut board| board.repeat(Board::singles) && board.is_full())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::random::{Domain, Key};
    use crate::reference;
    use crate::solve::{Level, candidates};

    /// Boards of every kind: unique, with several solutions, with none, with clashes.
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
