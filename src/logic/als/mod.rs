//! Almost locked sets: some cells of a house that have one digit more than cells.
//!
//! ```text
//!   A  12 · 123  (3 cells? no: 2 cells, 3 digits)     if one of its digits goes, the others are locked in its cells
//!   restricted common x of A and B: every x of A sees every x of B, so only one of the sets can hold x
//! ```

pub(crate) mod chain;
pub(crate) mod xy_wing;
pub(crate) mod xz;

use smallvec::SmallVec;

use crate::board::{Digits, HOUSES};

use super::cells::CellSet;
use super::position::Position;

/// An almost locked set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Set {
    pub(crate) cells: CellSet,
    pub(crate) digits: Digits,
}

/// What proves a step: sets, and the restricted commons between each and the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sets {
    pub(crate) sets: SmallVec<[Set; 3]>,
    pub(crate) links: SmallVec<[Digits; 3]>,
}

/// Rows of bits, one bit for each set.
#[derive(Clone, Default)]
pub(crate) struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn reset(&mut self, rows: usize, words: usize) {
        self.words = words;
        self.bits.clear();
        self.bits.resize(rows * words, 0);
    }

    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    #[inline]
    fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..][..self.words]
    }

    #[inline]
    pub(crate) fn contains(&self, row: usize, bit: usize) -> bool {
        self.bits[row * self.words + bit / 64] >> (bit % 64) & 1 != 0
    }

    #[inline]
    fn insert(&mut self, row: usize, bit: usize) {
        self.bits[row * self.words + bit / 64] |= 1 << (bit % 64);
    }
}

/// Adds the bits of a row to another.
#[inline]
pub(crate) fn add(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to |= from;
    }
}

/// The cells of a set that have a digit; sets with the same share a group.
#[derive(Clone, Copy)]
struct Group {
    digit: u8,
    cells: CellSet,
    /// The cells that see all of them and have the digit.
    gone: CellSet,
}

/// All almost locked sets of a position, and how they meet.
#[derive(Clone, Default)]
pub(crate) struct Table {
    pub(crate) sets: Vec<Set>,
    groups: Vec<Group>,
    /// The group of each digit of each set; 0 if the set lacks the digit, or no cell outside could lose it.
    group_of: Vec<[u16; 9]>,
    /// For each cell the sets that it is in.
    touching: Rows,
    /// For each group the sets with which the digit is a restricted common.
    common: Rows,
    /// For each group the sets that remove the digit from a cell together with it.
    removing: Rows,
    members: Rows,
    removers: Rows,
}

impl Table {
    /// Finds the sets of a position.
    pub(crate) fn fill(&mut self, position: &Position) {
        self.sets.clear();
        self.groups.clear();
        self.groups.push(Group { digit: 0, cells: CellSet::NONE, gone: CellSet::NONE });
        self.group_of.clear();
        let mut slots = [[0u16; 512]; 9];
        for house in 0..27 {
            let first_group = self.groups.len();
            let candidates = position.candidates_of(house);
            let open = candidates
                .iter()
                .enumerate()
                .fold(0u16, |open, (place, digits)| open | u16::from(*digits != 0) << place);
            self.grow(position, house, &candidates, open, (0, 0), &mut slots);
            for group in &self.groups[first_group..] {
                // places
                let mask = places_mask(house, group.cells);
                slots[usize::from(group.digit) - 1][usize::from(mask)] = 0;
            }
        }
        self.connect(position);
    }

    fn grow(
        &mut self,
        position: &Position,
        house: usize,
        candidates: &[u16; 9],
        open: u16,
        (chosen, digits): (u16, u16),
        slots: &mut [[u16; 512]; 9],
    ) {
        let mut rest = open;
        while rest != 0 {
            let place = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let chosen = chosen | 1 << place;
            let digits = digits | candidates[place];
            if digits.count_ones() == chosen.count_ones() + 1 {
                self.push(position, house, candidates, chosen, digits, slots);
            }
            if digits.count_ones() <= chosen.count_ones() + rest.count_ones() + 1 {
                self.grow(position, house, candidates, rest, (chosen, digits), slots);
            }
        }
    }

    fn push(
        &mut self,
        position: &Position,
        house: usize,
        candidates: &[u16; 9],
        chosen: u16,
        digits: u16,
        slots: &mut [[u16; 512]; 9],
    ) {
        let cells: CellSet =
            Digits::from_bits(chosen).iter().map(|k| HOUSES[house][usize::from(k) - 1]).collect();
        // Only sets of one cell, or within a line and a box, can come twice.
        if house >= 9 && self.sets.iter().any(|set| set.cells == cells) {
            return;
        }
        let _ = candidates;
        let digits = Digits::from_bits(digits);
        let mut group_of = [0; 9];
        for digit in digits.iter() {
            let at = usize::from(digit) - 1;
            let places = chosen & position.places(house, digit);
            let slot = &mut slots[at][usize::from(places)];
            if *slot == 0 {
                *slot = self.groups.len() as u16;
                let cells = cells & position.cells(digit);
                let gone = cells.common_peers() & position.cells(digit);
                self.groups.push(Group { digit, cells, gone });
            }
            group_of[at] = *slot;
        }
        self.sets.push(Set { cells, digits });
        self.group_of.push(group_of);
    }

    /// Fills the rows.
    fn connect(&mut self, position: &Position) {
        let words = self.sets.len().div_ceil(64);
        self.touching.reset(81, words);
        self.members.reset(self.groups.len(), words);
        let mut having = Rows::default();
        having.reset(9, words);
        for (number, set) in self.sets.iter().enumerate() {
            for cell in set.cells.iter() {
                self.touching.insert(cell.index(), number);
            }
            for digit in set.digits.iter() {
                let at = usize::from(digit) - 1;
                having.insert(at, number);
                self.members.insert(usize::from(self.group_of[number][at]), number);
            }
        }
        self.removers.reset(9 * 81, words);
        for (number, group) in self.groups.iter().enumerate().skip(1) {
            for cell in group.gone.iter() {
                let row = 81 * (usize::from(group.digit) - 1) + cell.index();
                add(self.removers.row_mut(row), self.members.row(number));
            }
        }
        self.common.reset(self.groups.len(), words);
        self.removing.reset(self.groups.len(), words);
        for (number, group) in self.groups.iter().enumerate().skip(1) {
            if group.gone.is_empty() {
                continue;
            }
            let at = usize::from(group.digit) - 1;
            let common = self.common.row_mut(number);
            for cell in position.cells(group.digit).without(group.gone).iter() {
                add(common, self.touching.row(cell.index()));
            }
            for (word, having) in common.iter_mut().zip(having.row(at)) {
                *word = having & !*word;
            }
            for cell in group.gone.iter() {
                add(self.removing.row_mut(number), self.removers.row(81 * at + cell.index()));
            }
        }
    }

    /// The group of a digit of a set.
    #[inline]
    fn group(&self, set: usize, digit: u8) -> usize {
        usize::from(self.group_of[set][usize::from(digit) - 1])
    }

    /// The cells that lose a digit if it has to be in a set.
    #[inline]
    fn gone(&self, set: usize, digit: u8) -> CellSet {
        self.groups[self.group(set, digit)].gone
    }

    /// Makes `overlap` the sets that share a cell with a set, itself included.
    fn overlap(&self, set: usize, overlap: &mut Vec<u64>) {
        overlap.clear();
        overlap.resize(self.touching.words, 0);
        for cell in self.sets[set].cells.iter() {
            add(overlap, self.touching.row(cell.index()));
        }
    }

    /// The first two restricted commons of two sets that share no cell.
    #[inline]
    fn commons(&self, one: usize, other: usize) -> Digits {
        let (mut digits, mut count) = (Digits::NONE, 0);
        for digit in (self.sets[one].digits & self.sets[other].digits).iter() {
            if count < 2 && self.common.contains(self.group(one, digit), other) {
                digits |= Digits::only(digit);
                count += 1;
            }
        }
        digits
    }
}

/// The places of cells in a house.
fn places_mask(house: usize, cells: CellSet) -> u16 {
    let places = HOUSES[house].into_iter().enumerate();
    places.fold(0, |mask, (place, cell)| mask | u16::from(cells.contains(cell)) << place)
}

/// The numbers of the bits.
#[inline]
pub(crate) fn ones(word: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let number = 64 * word + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            number
        })
    })
}
