//! What all patterns have in common: what they remove, and how they become steps.

use smallvec::SmallVec;

use crate::board::{Cell, Digits};

use super::cells::CellSet;
use super::houses;
use super::position::Position;
use crate::logic::step::Candidate;
use crate::rules::bits;

/// Digits that go from cells; those of them that the cells have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Removal {
    pub(crate) cells: CellSet,
    pub(crate) digits: Digits,
}

/// All that a pattern removes: most need one entry.
pub(crate) type Removals = SmallVec<[Removal; 2]>;

/// Candidates in the order in which they are removed.
pub(crate) type Eliminations = SmallVec<[Candidate; 8]>;

/// One removal.
pub(crate) fn removal(cells: CellSet, digits: Digits) -> Removals {
    smallvec::smallvec![Removal { cells, digits }]
}

/// The candidates that `removals` take away, in row-major order of cells, then by digit.
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

/// Whether `removals` take anything away.
pub(crate) fn is_useful(position: &Position, removals: &[Removal]) -> bool {
    removals.iter().any(|removal| {
        removal.digits.iter().any(|digit| position.cells(digit).meets(removal.cells))
    })
}

/// Players' notation of cells: `r1c2,r1c3`.
pub(crate) fn cells_notation<C: Into<u16> + Copy>(cells: &[C]) -> String {
    join(cells.iter().copied().map(name), ",")
}

/// Players' notation of digits: `3,9`.
pub(crate) fn digits_notation(digits: impl Into<u64>) -> String {
    join(each(digits), ",")
}

/// Players' notation of what a step concludes: `r2c9=6` and `-57r2c2 -4r3c7`.
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

/// Cells in a sentence: `r1c2, r1c3 and r1c4`.
pub(crate) fn cells_text(cells: impl IntoIterator<Item: Into<u16>>) -> String {
    listed(cells.into_iter().map(name), "and")
}

/// Digits in a sentence: `3, 5 and 9`.
pub(crate) fn digits_text(digits: impl Into<u64>) -> String {
    listed(each(digits), "and")
}

/// Cells as alternatives: `r1c2, r1c3 or r1c4`.
pub(crate) fn any_cell_text(cells: impl IntoIterator<Item: Into<u16>>) -> String {
    listed(cells.into_iter().map(name), "or")
}

/// Digits as alternatives: `3, 5 or 9`.
pub(crate) fn any_digit_text(digits: impl Into<u64>) -> String {
    listed(each(digits), "or")
}

/// Houses in a sentence: `row 4 and column 1`.
pub(crate) fn houses_text(houses: impl IntoIterator<Item: Into<u32>>) -> String {
    listed(houses.into_iter().map(|house| houses::name(house.into() as usize)), "and")
}

/// A list in a sentence, the last after `word`.
pub(crate) fn listed(parts: impl IntoIterator<Item = String>, word: &str) -> String {
    let mut parts: Vec<String> = parts.into_iter().collect();
    match parts.pop() {
        None => String::new(),
        Some(last) if parts.is_empty() => last,
        Some(last) => format!("{} {word} {last}", parts.join(", ")),
    }
}

/// What a step removes, in a sentence: `7 from r1c2 and r1c3; 5 and 6 from r2c2`.
pub(crate) fn eliminations_text(eliminations: &[Candidate]) -> String {
    let mut by_digits: Vec<(Digits, Vec<u16>)> = Vec::new();
    for group in eliminations.chunk_by(|a, b| a.cell == b.cell) {
        let digits = group.iter().fold(Digits::NONE, |set, gone| set | Digits::only(gone.digit));
        match by_digits.iter_mut().find(|(other, _)| *other == digits) {
            Some((_, cells)) => cells.push(group[0].cell),
            None => by_digits.push((digits, vec![group[0].cell])),
        }
    }
    let parts: Vec<String> = by_digits
        .into_iter()
        .map(|(digits, cells)| format!("{} from {}", digits_text(digits), cells_text(cells)))
        .collect();
    parts.join("; ")
}

fn name(cell: impl Into<u16>) -> String {
    Cell::new(cell.into().into()).to_string()
}

/// The digits of a set.
fn each(digits: impl Into<u64>) -> impl Iterator<Item = String> {
    bits(digits.into()).map(|digit| (digit.trailing_zeros() + 1).to_string())
}

fn join(parts: impl Iterator<Item: ToString>, separator: &str) -> String {
    parts.map(|part| part.to_string()).collect::<Vec<_>>().join(separator)
}
