//! Naked, hidden and locked sets in the order of HoDoKu: the first useful set, with eliminations in every house that contains
//! all its cells.
//!
//! ```text
//!   locked pair         a naked pair in the crossing of a box and a row (or column),
//!   12  12  -1 | . -2 .   which removes something both in the box and in the rest of the row
//!   -2  .   .  |
//!   .   .   .  |
//! ```
//!
//! Houses are searched in the order boxes, rows, columns, and the sets of a house in lexicographic order.

use std::ops::ControlFlow;

use crate::board::Digits;

use super::found::{Found, eliminations_of};
use crate::logic::common::subsets::{self, HiddenSet, NakedSet, Where};
use crate::logic::grid9::cells::{CellSet, HOUSE_SETS};
use crate::logic::grid9::houses::{BOXES, BOXES_ROWS_COLUMNS, Kind};
use crate::logic::grid9::pattern::{self, Eliminations};
use crate::logic::grid9::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;
use crate::logic::text::{short, subsets as text};

/// The first useful naked set of size `degree` in the houses of `among`.
pub(crate) fn naked(position: &Position, degree: u32, among: u32) -> Option<Found<NakedSet>> {
    let visit = &mut |set: NakedSet| {
        let removed = removed_by(position, set);
        Found::removing(set.technique(), removed, set).if_any()
    };
    subsets::naked::<_, true>(position, degree, open_houses(degree, among), visit).break_value()
}

/// The first naked pair or triplet in the crossing of a box and a line that removes something both in the box and in the rest
/// of the line, for the boxes in `among`.
pub(crate) fn locked(position: &Position, degree: u32, among: u32) -> Option<Found<NakedSet>> {
    let technique = [Technique::LockedPair, Technique::LockedTriple][degree as usize - 2];
    let visit = &mut |set: NakedSet| {
        let mut houses = set.cells().houses();
        let line = houses.next().filter(|&house| Kind::of(usize::from(house)) != Kind::Box);
        let Some(line) = line else { return ControlFlow::Continue(()) };
        let [line, r#box] = [line, set.house].map(|house| HOUSE_SETS[usize::from(house)]);
        let removes = |cells: CellSet| set.digits.iter().any(|d| position.cells(d).meets(cells));
        if !removes(r#box.without(set.cells())) || !removes(line.without(r#box)) {
            return ControlFlow::Continue(());
        }
        Found::removing(technique, removed_by(position, set), set).if_any()
    };
    subsets::naked::<_, true>(position, degree, open_houses(degree, among & BOXES), visit)
        .break_value()
}

/// The first useful hidden set of size `degree` in the houses of `among`.
pub(crate) fn hidden(position: &Position, degree: u32, among: u32) -> Option<Found<HiddenSet>> {
    let visit = &mut |set: HiddenSet| {
        let removed = eliminations_of(position, set.cells(), !set.digits);
        Found::removing(set.technique(), removed, set).if_any()
    };
    subsets::hidden::<_, true>(position, degree, open_houses(degree, among), visit).break_value()
}

/// The houses with more empty cells than the set has.
fn open_houses(degree: u32, among: u32) -> Where<'static> {
    Where { order: &BOXES_ROWS_COLUMNS, among, least_empty: degree + 1, least: 1 }
}

/// The eliminations of a naked set: house by house, in each by cell and digit.
fn removed_by(position: &Position, set: NakedSet) -> Eliminations {
    let mut removed = Eliminations::new();
    let mut seen = set.cells();
    for house in set.cells().houses() {
        let cells = HOUSE_SETS[usize::from(house)];
        removed.extend(eliminations_of(position, cells.without(seen), set.digits));
        seen |= cells;
    }
    removed
}

/// The common part of the steps of naked and hidden sets. The technique is taken from [`Found`] later.
fn step(cells: CellSet, digits: Digits, houses: Vec<u8>) -> Step {
    let mut step = Step::new(Technique::NakedPair).by(cells.iter(), digits, houses);
    step.notation = format!("{} in {}", pattern::digits_notation(digits), short::cells(cells));
    step
}

/// The step of a naked set that removes `gone`.
pub(crate) fn naked_step(set: &NakedSet, gone: &str) -> Step {
    let mut step = step(set.cells(), set.digits, set.cells().houses().collect());
    let houses = pattern::house_names(step.houses.iter().copied());
    let names = pattern::names(set.cells().iter());
    step.text = text::naked(&houses, &names, set.digits.into(), true, gone);
    step
}

/// The step of a hidden set that removes `gone`.
pub(crate) fn hidden_step(set: &HiddenSet, gone: &str) -> Step {
    let mut step = step(set.cells(), set.digits, vec![set.house]);
    let (house, names) = set.names();
    step.text = text::hidden(&house, &names, set.digits.into(), gone);
    step
}
