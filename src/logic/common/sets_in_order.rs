//! Naked, hidden and locked sets as HoDoKu takes them: the first that removes anything, in any house that holds all its
//! cells.
//!
//! ```text
//!   locked pair         a naked pair in a box and in a row (or column), which removes
//!   12  12  -1 | . -2 .   something in the box as well as in the rest of the row
//!   -2  .   .  |
//!   .   .   .  |
//! ```
//!
//! Houses are walked as boxes, rows, columns; the sets of a house in lexicographic order.

use std::ops::ControlFlow;

use crate::board::{Digits, HOUSES};

use super::subsets::cells_at;
use crate::logic::grid9::cells::{CellSet, HOUSE_SETS};
use crate::logic::grid9::houses::{self, BOXES, BOXES_ROWS_COLUMNS, Kind};
use crate::logic::grid9::pattern::{self, Eliminations};
use crate::logic::grid9::position::Position;
use crate::logic::grid9::tuples::{eligible, tuples_in_order};
use crate::logic::hodoku::found::{Found, Proof, eliminations_of};
use crate::logic::step::{Candidate, Step};
use crate::logic::technique::Technique;
use crate::logic::text::short;

/// A set of cells of a house and as many digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Subset {
    /// The house (index of [`HOUSES`]) in which it was found.
    pub(crate) house: u8,
    pub(crate) cells: CellSet,
    pub(crate) digits: Digits,
}

/// The first naked set of `degree` that removes something, in the houses of `among`.
pub(crate) fn naked(position: &Position, degree: u32, among: u32) -> Option<Found> {
    let technique = [Technique::NakedPair, Technique::NakedTriplet, Technique::NakedQuad];
    first_naked(position, degree, among, |set| {
        let removed = removed_by(position, set);
        let technique = technique[degree as usize - 2];
        (!removed.is_empty()).then(|| Found::removing(technique, removed, Proof::NakedSet(set)))
    })
}

/// The first naked pair or triplet of a box and a line that removes something in the box and in the rest of the line, in the
/// boxes of `among`.
pub(crate) fn locked(position: &Position, degree: u32, among: u32) -> Option<Found> {
    let technique = [Technique::LockedPair, Technique::LockedTriple][degree as usize - 2];
    first_naked(position, degree, among & BOXES, |set| {
        let mut houses = set.cells.houses();
        let line = houses.next().filter(|&house| Kind::of(usize::from(house)) != Kind::Box)?;
        let [line, r#box] = [line, set.house].map(|house| HOUSE_SETS[usize::from(house)]);
        let removes = |cells: CellSet| set.digits.iter().any(|d| position.cells(d).meets(cells));
        if !removes(r#box.without(set.cells)) || !removes(line.without(r#box)) {
            return None;
        }
        Some(Found::removing(technique, removed_by(position, set), Proof::NakedSet(set)))
    })
}

/// The first naked set of which `take` makes something.
fn first_naked(
    position: &Position,
    degree: u32,
    among: u32,
    take: impl Fn(Subset) -> Option<Found>,
) -> Option<Found> {
    let houses = BOXES_ROWS_COLUMNS.iter().filter(|&house| among >> house & 1 != 0);
    for &house in houses {
        if position.empty_in(usize::from(house)) <= degree {
            continue;
        }
        let cells = position.candidates_of(usize::from(house));
        let found =
            tuples_in_order(&cells, eligible(&cells, degree, 1), degree, &mut |places, digits| {
                let cells = cells_at(house, places);
                match take(Subset { house, cells, digits: Digits::from_bits(digits) }) {
                    Some(found) => ControlFlow::Break(found),
                    None => ControlFlow::Continue(()),
                }
            });
        if let ControlFlow::Break(found) = found {
            return Some(found);
        }
    }
    None
}

/// What a naked set removes: house by house, in each by cell and digit.
fn removed_by(position: &Position, set: Subset) -> Eliminations {
    let mut removed = Eliminations::new();
    let mut seen = set.cells;
    for house in set.cells.houses() {
        let cells = HOUSE_SETS[usize::from(house)];
        removed.extend(eliminations_of(position, cells.without(seen), set.digits));
        seen |= cells;
    }
    removed
}

/// The first hidden set of `degree` that removes something, in the houses of `among`.
pub(crate) fn hidden(position: &Position, degree: u32, among: u32) -> Option<Found> {
    let technique = [Technique::HiddenPair, Technique::HiddenTriplet, Technique::HiddenQuad];
    for &house in BOXES_ROWS_COLUMNS.iter().filter(|&house| among >> house & 1 != 0) {
        if position.empty_in(usize::from(house)) <= degree {
            continue;
        }
        let places = position.places_of(usize::from(house));
        let found =
            tuples_in_order(places, eligible(places, degree, 1), degree, &mut |digits, places| {
                let digits = Digits::from_bits(digits);
                let mut removed = Eliminations::new();
                for place in Digits::from_bits(places).iter() {
                    let cell = HOUSES[usize::from(house)][usize::from(place) - 1];
                    let gone = position.candidates(cell).without(digits);
                    removed.extend(gone.iter().map(|digit| Candidate::new(cell, digit)));
                }
                if removed.is_empty() {
                    return ControlFlow::Continue(());
                }
                let set = Subset { house, cells: cells_at(house, places), digits };
                let technique = technique[degree as usize - 2];
                ControlFlow::Break(Found::removing(technique, removed, Proof::HiddenSet(set)))
            });
        if let ControlFlow::Break(found) = found {
            return Some(found);
        }
    }
    None
}

impl Subset {
    /// What naked and hidden sets have in common; Found gives the technique.
    fn start(&self, houses: Vec<u8>) -> Step {
        let mut step = Step::new(Technique::NakedPair).by(self.cells.iter(), self.digits, houses);
        let cells = short::cells(self.cells);
        step.notation = format!("{} in {cells}", pattern::digits_notation(self.digits));
        step
    }

    /// The step of a naked set that removes `gone`.
    pub(crate) fn naked_step(&self, gone: &str) -> Step {
        let mut step = self.start(self.cells.houses().collect());
        let houses = pattern::houses_text(step.houses.iter().copied());
        step.text = format!(
            "In {houses}, {} can hold only {}. So these cells must hold these digits in some order, and no other cell of \
             {houses} holds them: remove {gone}.",
            pattern::cells_text(self.cells.iter()),
            pattern::digits_text(self.digits),
        );
        step
    }

    /// The step of a hidden set that removes `gone`.
    pub(crate) fn hidden_step(&self, gone: &str) -> Step {
        let mut step = self.start(vec![self.house]);
        step.text = format!(
            "In {}, {} can only be in {}, so these cells hold nothing else: remove {gone}.",
            houses::name(usize::from(self.house)),
            pattern::digits_text(self.digits),
            pattern::cells_text(self.cells.iter()),
        );
        step
    }
}
