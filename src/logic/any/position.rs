//! The state of a puzzle on a board of any side.
//!
//! ```text
//!   values       the digit of each cell, 0 if empty
//!   candidates   the digits that each empty cell may hold             bit k for digit k + 1
//!   places       for each digit, the empty cells that may hold it     always consistent with candidates
//!   changed      the time of the last change of each cell, so that clues are searched only after a change
//! ```

use crate::rules::{Start, bits, of_given};

use super::cells::Cells;
use super::rules::Rules;
use crate::logic::Step;

/// The values and candidates of a board.
#[derive(Clone)]
pub struct Position {
    digits: usize,
    words: usize,
    values: Vec<u8>,
    candidates: Vec<u64>,
    places: Vec<u64>,
    open: usize,
    now: u32,
    changed: Vec<u32>,
}

impl Position {
    /// The position of a puzzle. Candidates are the digits that the rules and the puzzle allow in a cell, without the values of
    /// its peers. In pencil marks, a cell with one candidate has that value.
    pub fn new(rules: &Rules, puzzle: Start<'_>) -> Position {
        let values: Vec<u8> = match puzzle {
            Start::Givens(givens) => givens.to_vec(),
            Start::Candidates(masks) => masks
                .iter()
                .map(
                    |&mask| {
                        if mask.count_ones() == 1 { mask.trailing_zeros() as u8 + 1 } else { 0 }
                    },
                )
                .collect(),
        };
        let masks = match puzzle {
            Start::Givens(_) => vec![!0; values.len()],
            Start::Candidates(masks) => masks.to_vec(),
        };
        Position::with_candidates(rules, &values, &masks)
    }

    /// The position with these values and candidates. The values of peers are removed from the candidates.
    pub fn with_candidates(rules: &Rules, values: &[u8], masks: &[u64]) -> Position {
        let (digits, geometry) = (rules.digits(), rules.geometry());
        let words = geometry.peers(0).words().len();
        let allowed = rules.set().allowed().iter();
        let mut position = Position {
            digits,
            words,
            values: values.to_vec(),
            candidates: allowed.zip(masks).map(|(allowed, mask)| allowed & mask).collect(),
            places: vec![0; digits * words],
            open: values.iter().filter(|&&value| value == 0).count(),
            now: 1,
            changed: vec![1; values.len()],
        };
        for (cell, &value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
            position.candidates[cell] = 0;
            for peer in geometry.peers(cell).iter() {
                position.candidates[usize::from(peer)] &= !of_given(value);
            }
        }
        for cell in 0..values.len() {
            for digit in bits(position.candidates[cell]) {
                let at = digit.trailing_zeros() as usize * words + cell / 64;
                position.places[at] |= 1 << (cell % 64);
            }
        }
        position
    }

    /// The digit of each cell, 0 if empty.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The candidates of each cell; 0 for cells with a value.
    pub fn all_candidates(&self) -> &[u64] {
        &self.candidates
    }

    /// The total number of candidates.
    pub fn candidate_count(&self) -> u32 {
        self.candidates.iter().map(|set| set.count_ones()).sum()
    }

    /// The candidates of an empty cell.
    #[inline]
    pub fn candidates(&self, cell: u16) -> u64 {
        self.candidates[usize::from(cell)]
    }

    /// The digits that a cell can be: its value, or its candidates.
    #[inline]
    pub fn possible(&self, cell: u16) -> u64 {
        match self.values[usize::from(cell)] {
            0 => self.candidates(cell),
            value => of_given(value),
        }
    }

    /// Whether digit d + 1 is a candidate of the cell.
    #[inline]
    pub fn has(&self, cell: u16, d: u32) -> bool {
        self.candidates(cell) >> d & 1 == 1
    }

    /// The empty cells that may hold digit d + 1, as words of a set.
    #[inline]
    pub fn places(&self, d: u32) -> &[u64] {
        &self.places[d as usize * self.words..][..self.words]
    }

    /// The cells of a set that may hold digit d + 1.
    pub fn places_in(&self, cells: &[u64], d: u32) -> Cells {
        Cells::of(self.places(d)).and(cells)
    }

    /// The number of cells without a value.
    pub fn open(&self) -> usize {
        self.open
    }

    /// Whether all cells have a value.
    pub fn is_full(&self) -> bool {
        self.open == 0
    }

    /// The time of the last change, a counter that every change increases.
    pub fn now(&self) -> u32 {
        self.now
    }

    /// Whether one of the cells changed after the given time.
    pub fn has_changed(&self, cells: &[u16], since: u32) -> bool {
        cells.iter().any(|&cell| self.changed[usize::from(cell)] > since)
    }

    /// Applies the placements and eliminations of a step.
    pub fn apply(&mut self, rules: &Rules, step: &Step) {
        step.placements.iter().for_each(|placed| self.place(rules, placed.cell, placed.d()));
        step.eliminations.iter().for_each(|gone| self.remove(gone.cell, gone.d()));
    }

    /// Removes the candidate d + 1.
    pub fn remove(&mut self, cell: u16, d: u32) {
        let at = usize::from(cell);
        if self.has(cell, d) {
            self.candidates[at] &= !(1 << d);
            self.places[d as usize * self.words + at / 64] &= !(1 << (at % 64));
            self.now += 1;
            self.changed[at] = self.now;
        }
    }

    /// Sets the value of a cell to d + 1.
    pub fn place(&mut self, rules: &Rules, cell: u16, d: u32) {
        let at = usize::from(cell);
        for digit in bits(self.candidates[at]) {
            self.remove(cell, digit.trailing_zeros());
        }
        self.open -= usize::from(self.values[at] == 0);
        self.values[at] = d as u8 + 1;
        self.now += 1;
        self.changed[at] = self.now;
        for peer in rules.geometry().peers(at).iter() {
            self.remove(peer, d);
        }
    }

    /// Whether an empty cell has no candidate, a digit has no place in a complete unit, two equal digits see each other, or the
    /// digits of a full board violate a clue.
    pub fn contradicts_itself(&self, rules: &Rules) -> bool {
        if self.is_full() && rules.broken(&self.values).is_some() {
            return true;
        }
        let geometry = rules.geometry();
        let is_stuck = |cell: usize| match self.values[cell] {
            0 => self.candidates[cell] == 0,
            value => {
                geometry.peers(cell).iter().any(|peer| self.values[usize::from(peer)] == value)
                    || rules.set().allowed()[cell] & of_given(value) == 0
            }
        };
        let all = !0 >> (64 - self.digits);
        (0..self.values.len()).any(is_stuck)
            || geometry.units().filter(|unit| unit.is_complete()).any(|unit| {
                unit.cells().iter().fold(0, |found, &cell| found | self.possible(cell)) & all != all
            })
    }
}
