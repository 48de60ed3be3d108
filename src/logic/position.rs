//! What is known at one point of a solution: values, and what each empty cell may still hold.
//!
//! The same facts are kept three ways, because each technique reads them another way:
//!
//! ```text
//!   candidates[cell]        the digits that the cell may hold                      naked sets, wings, bivalue cells
//!   cells[digit]            the cells that may hold the digit                      locked candidates, fish, colours
//!   places[house][digit]    the places 0..9 in the house where the digit can go    hidden singles and sets, strong links
//! ```
//!
//! *Invariant.* The three agree; a filled cell has no candidates. *Cost.* Removing a candidate is five writes; a position is
//! a kilobyte and is copied freely.

use crate::board::{Candidates, Cell, Digits, Grid, HOUSES};

use super::cells::{CellSet, PEER_SETS};

/// Values, and the candidates of the empty cells.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    values: [u8; 81],
    candidates: [Digits; 81],
    cells: [CellSet; 9],
    places: [[u16; 9]; 27],
    empty: CellSet,
}

/// Row, column and box of each cell (indices of [`HOUSES`]), and its place in each.
pub(crate) const HOUSES_OF: [[(u8, u8); 3]; 81] = {
    let mut of = [[(0, 0); 3]; 81];
    let mut i = 0;
    while i < 27 * 9 {
        of[HOUSES[i / 9][i % 9].index()][i / 81] = ((i / 9) as u8, (i % 9) as u8);
        i += 1;
    }
    of
};

impl Position {
    /// The position of a puzzle: each empty cell may hold what none of its peers is given.
    pub fn new(puzzle: &Grid) -> Position {
        Position::with_candidates(puzzle, &[Digits::ALL; 81])
    }

    /// The position of a puzzle whose empty cells may hold `candidates` only.
    pub fn with_candidates(puzzle: &Grid, candidates: &Candidates) -> Position {
        todo!("{puzzle:?} {candidates:?}")
    }

    /// The value of a cell, or 0 if it is empty.
    #[inline]
    pub fn value(&self, cell: Cell) -> u8 {
        self.values[cell.index()]
    }

    /// The cells without a value.
    #[inline]
    pub fn empty(&self) -> CellSet {
        self.empty
    }

    /// What an empty cell may hold; nothing for a filled one.
    #[inline]
    pub fn candidates(&self, cell: Cell) -> Digits {
        self.candidates[cell.index()]
    }

    /// The cells that may hold `digit` (1 to 9).
    #[inline]
    pub fn cells(&self, digit: u8) -> CellSet {
        self.cells[usize::from(digit) - 1]
    }

    /// The places (bit k is the k-th cell of the house) where `digit` (1 to 9) can go in a house.
    #[inline]
    pub fn places(&self, house: usize, digit: u8) -> u16 {
        self.places[house][usize::from(digit) - 1]
    }

    /// Gives a cell its value and removes it from the candidates of the peers.
    pub fn place(&mut self, cell: Cell, digit: u8) {
        for other in self.candidates(cell).iter() {
            self.remove(cell, other);
        }
        self.values[cell.index()] = digit;
        self.empty.remove(cell);
        for peer in (self.cells(digit) & PEER_SETS[cell.index()]).iter() {
            self.remove(peer, digit);
        }
    }

    /// Removes a candidate that the cell has.
    #[inline]
    pub fn remove(&mut self, cell: Cell, digit: u8) {
        let at = usize::from(digit) - 1;
        self.candidates[cell.index()] = self.candidates[cell.index()].without(Digits::only(digit));
        self.cells[at].remove(cell);
        for (house, place) in HOUSES_OF[cell.index()] {
            self.places[usize::from(house)][at] &= !(1 << place);
        }
    }
}
