//! What patterns have in common: their eliminations, and the notation of steps.

use smallvec::SmallVec;

use crate::board::{Cell, Digits};

use super::cells::{CellSet, PEER_SETS};
use super::houses;
use super::position::Position;
use crate::logic::step::Candidate;
use crate::logic::text::chain::Board;
use crate::logic::text::words;

/// Digits to remove from cells. Cells without one of the digits are not affected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Removal {
    pub(crate) cells: CellSet,
    pub(crate) digits: Digits,
}

/// All eliminations of a pattern. Most patterns have one entry.
pub(crate) type Removals = SmallVec<[Removal; 2]>;

/// Candidates in the order of their removal.
pub(crate) type Eliminations = SmallVec<[Candidate; 8]>;

/// The eliminations of a pattern that removes the same digits from all its target cells.
pub(crate) fn removal(cells: CellSet, digits: Digits) -> Removals {
    smallvec::smallvec![Removal { cells, digits }]
}

/// The candidates that `removals` eliminate, in row-major order of cells, then by digit.
pub(crate) fn candidates_of(position: &Position, removals: &[Removal]) -> Vec<Candidate> {
    let mut found = Vec::new();
    for cell in position.empty().iter() {
        let mut gone = Digits::NONE;
        for removal in removals.iter().filter(|removal| removal.cells.contains(cell)) {
            gone |= removal.digits;
        }
        found.extend(
            (gone & position.candidates(cell)).iter().map(|digit| Candidate::new(cell, digit)),
        );
    }
    found
}

/// Candidates in row-major order of cells, then by digit, without repeats.
pub(crate) fn in_order(candidates: &[Candidate]) -> Vec<Candidate> {
    let mut sorted = candidates.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

/// Whether `removals` eliminate at least one candidate.
pub(crate) fn is_useful(position: &Position, removals: &[Removal]) -> bool {
    removals.iter().any(|removal| {
        removal.digits.iter().any(|digit| position.cells(digit).meets(removal.cells))
    })
}

/// Players' notation of cells: `r1c2,r1c3`.
pub(crate) fn cells_notation<C: Into<u16> + Copy>(cells: &[C]) -> String {
    names(cells.iter().copied()).join(",")
}

/// Players' notation of digits: `3,9`.
pub(crate) fn digits_notation(digits: impl Into<u64>) -> String {
    words::digits(digits.into()).join(",")
}

/// Players' notation of conclusions: `r2c9=6` and `-57r2c2 -4r3c7`.
pub(crate) fn conclusion_notation(placements: &[Candidate], eliminations: &[Candidate]) -> String {
    let mut parts: Vec<String> = placements
        .iter()
        .map(|placed| format!("{}={}", placed.classic_cell(), placed.digit))
        .collect();
    for group in eliminations.chunk_by(|a, b| a.cell == b.cell) {
        let digits: String = group.iter().map(|gone| gone.digit.to_string()).collect();
        parts.push(format!("-{digits}{}", group[0].classic_cell()));
    }
    parts.join(" ")
}

/// The names of cells.
pub(crate) fn names(cells: impl IntoIterator<Item: Into<u16>>) -> Vec<String> {
    words::cells(cells, 9)
}

/// The names of houses, given as indices of [`HOUSES`](crate::board::HOUSES).
pub(crate) fn house_names(houses: impl IntoIterator<Item: Into<u32>>) -> Vec<String> {
    houses.into_iter().map(|house| houses::name(house.into() as usize)).collect()
}

/// Eliminations as part of a sentence.
pub(crate) fn removed(gone: &[Candidate]) -> String {
    words::removed(gone, 9)
}

/// The classic board as described to the sentences of chains.
pub(crate) fn board() -> Board<'static> {
    fn house(house: u32) -> String {
        houses::name(house as usize)
    }
    fn sees(one: u16, other: u16) -> bool {
        PEER_SETS[usize::from(one)].contains(Cell::new(other.into()))
    }
    Board { side: 9, house: &house, sees: &sees, reason: &|_| None }
}
