//! Naked and hidden sets, and placements that follow from hidden sets directly.
//!
//! ```text
//!   naked pair in a row             hidden pair in a row             direct hidden pair
//!   12 .  12 | -1 .  -2 | . .  .    12- . 12- | . .  . | . .  .     12 . 12 | . 3 . | . .  .
//!   the two cells use up 1 and 2:   1 and 2 have only two places:   1 and 2 fill the two cells, so 3,
//!   no other cell of the row        these cells hold nothing else   which could also go there, has only
//!   holds them                                                      one place left
//! ```

use std::ops::ControlFlow;

use crate::board::{Cell, Digits, HOUSES};

use crate::logic::grid9::cells::{CellSet, HOUSE_SETS};
use crate::logic::grid9::houses::{self, HouseOrder, Kind};
use crate::logic::grid9::pattern::{self, Removals};
use crate::logic::grid9::position::Position;
use crate::logic::grid9::tuples::{eligible, members, tuples};
use crate::logic::step::{Candidate, Step};
use crate::logic::technique::Technique;
use crate::logic::text::subsets as text;

/// k cells of a house that have k candidates between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NakedSet {
    pub(crate) house: u8,
    /// The cells, as places in the house.
    pub(crate) places: u16,
    pub(crate) digits: Digits,
}

/// k digits that have k places in a house between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HiddenSet {
    pub(crate) house: u8,
    /// The places in the house.
    pub(crate) places: u16,
    pub(crate) digits: Digits,
}

/// A hidden set that leaves one place for another digit of the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DirectHiddenSet {
    pub(crate) set: HiddenSet,
    pub(crate) digit: u8,
    pub(crate) place: u8,
}

/// The houses and the sizes that a search for sets covers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Where<'a> {
    /// The order in which houses are searched.
    pub(crate) order: &'a HouseOrder,
    /// The houses to search, as bits.
    pub(crate) among: u32,
    /// The minimum number of empty cells of a house.
    pub(crate) least_empty: u32,
    /// The minimum number of candidates of each cell, or of places of each digit.
    pub(crate) least: u32,
}

impl Where<'_> {
    #[inline]
    fn houses(self, position: &Position) -> impl Iterator<Item = usize> {
        let Where { order, among, least_empty, .. } = self;
        let houses = order.iter().map(|&house| usize::from(house));
        houses.filter(move |&house| {
            among >> house & 1 != 0 && position.empty_in(house) >= least_empty
        })
    }
}

/// Visits the naked sets: by house, then in the order of [`tuples`] of the places.
pub(crate) fn naked<B, const IN_ORDER: bool>(
    position: &Position,
    degree: u32,
    r#where: Where<'_>,
    found: &mut impl FnMut(NakedSet) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for house in r#where.houses(position) {
        let cells = position.candidates_of(house);
        let open = eligible(&cells, degree, r#where.least);
        tuples::<B, IN_ORDER>(&cells, open, degree, &mut |places, digits| {
            found(NakedSet { house: house as u8, places, digits: Digits::from_bits(digits) })
        })?;
    }
    ControlFlow::Continue(())
}

/// Visits the hidden sets: by house, then in the order of [`tuples`] of the digits.
pub(crate) fn hidden<B, const IN_ORDER: bool>(
    position: &Position,
    degree: u32,
    r#where: Where<'_>,
    found: &mut impl FnMut(HiddenSet) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for house in r#where.houses(position) {
        let digits = position.places_of(house);
        let open = eligible(digits, degree, r#where.least);
        tuples::<B, IN_ORDER>(digits, open, degree, &mut |chosen, places| {
            found(HiddenSet { house: house as u8, places, digits: Digits::from_bits(chosen) })
        })?;
    }
    ControlFlow::Continue(())
}

/// Visits the direct placements: for each hidden set the smallest other digit that has several places in the house but only one
/// outside the set.
pub(crate) fn direct_hidden<B>(
    position: &Position,
    degree: u32,
    r#where: Where<'_>,
    found: &mut impl FnMut(DirectHiddenSet) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for house in r#where.houses(position) {
        let digits = position.places_of(house);
        let open = eligible(digits, degree, r#where.least);
        tuples::<B, false>(digits, open, degree, &mut |chosen, places| {
            for digit in (!Digits::from_bits(chosen)).iter() {
                let its = digits[usize::from(digit) - 1];
                let left = its & !places;
                if left.is_power_of_two() && its.count_ones() >= 2 {
                    let set =
                        HiddenSet { house: house as u8, places, digits: Digits::from_bits(chosen) };
                    return found(DirectHiddenSet {
                        set,
                        digit,
                        place: left.trailing_zeros() as u8,
                    });
                }
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}

/// The cells at the given places of a house.
pub(crate) fn cells_at(house: impl Into<usize>, places: u16) -> CellSet {
    let cells = &HOUSES[house.into()];
    members(places).map(|k| cells[k]).collect()
}

/// `Pair`, `Triplet` or `Quad`.
fn size_name(degree: u32) -> &'static str {
    ["Pair", "Triplet", "Quad"][degree as usize - 2]
}

impl NakedSet {
    /// Whether another cell of the house has one of the digits.
    pub(crate) fn removes(&self, position: &Position) -> bool {
        let house = usize::from(self.house);
        self.digits.iter().any(|digit| position.places(house, digit) & !self.places != 0)
    }

    pub(crate) fn cells(&self) -> CellSet {
        cells_at(self.house, self.places)
    }

    pub(crate) fn removals(&self) -> Removals {
        pattern::removal(HOUSE_SETS[usize::from(self.house)].without(self.cells()), self.digits)
    }

    pub(crate) fn technique(&self) -> Technique {
        [Technique::NakedPair, Technique::NakedTriplet, Technique::NakedQuad]
            [self.digits.len() as usize - 2]
    }

    pub(crate) fn step(&self, position: &Position) -> Step {
        let house = usize::from(self.house);
        let mut step = Step::new(self.technique());
        step.eliminations = pattern::candidates_of(position, &self.removals());
        step = step.by(self.cells().iter(), self.digits, [self.house]);
        let houses = [houses::name(house)];
        let names = pattern::names(self.cells().iter());
        step.text = text::naked(
            &houses,
            &names,
            self.digits.into(),
            true,
            &pattern::removed(&step.eliminations),
        );
        step.notation = format!(
            "Naked {}: Cells {}: {} in {} => {}",
            size_name(self.digits.len()),
            pattern::cells_notation(&step.cells),
            pattern::digits_notation(self.digits),
            Kind::of(house).short(),
            pattern::conclusion_notation(&[], &step.eliminations)
        );
        step
    }
}

impl HiddenSet {
    /// Whether the cells of the set have other candidates.
    pub(crate) fn removes(&self, position: &Position) -> bool {
        self.cells().iter().any(|cell| !position.candidates(cell).without(self.digits).is_empty())
    }

    pub(crate) fn cells(&self) -> CellSet {
        cells_at(self.house, self.places)
    }

    pub(crate) fn removals(&self) -> Removals {
        pattern::removal(self.cells(), !self.digits)
    }

    pub(crate) fn technique(&self) -> Technique {
        [Technique::HiddenPair, Technique::HiddenTriplet, Technique::HiddenQuad]
            [self.digits.len() as usize - 2]
    }

    /// The names of the house and of the cells.
    pub(crate) fn names(&self) -> (String, Vec<String>) {
        (houses::name(self.house.into()), pattern::names(self.cells().iter()))
    }

    pub(crate) fn step(&self, position: &Position) -> Step {
        let mut step = Step::new(self.technique());
        step.eliminations = pattern::candidates_of(position, &self.removals());
        step = step.by(self.cells().iter(), self.digits, [self.house]);
        let (house, names) = self.names();
        step.text =
            text::hidden(&house, &names, self.digits.into(), &pattern::removed(&step.eliminations));
        step.notation = format!(
            "Hidden {}: Cells {}: {} in {} => {}",
            size_name(self.digits.len()),
            pattern::cells_notation(&step.cells),
            pattern::digits_notation(self.digits),
            Kind::of(usize::from(self.house)).short(),
            pattern::conclusion_notation(&[], &step.eliminations)
        );
        step
    }
}

impl DirectHiddenSet {
    pub(crate) fn technique(&self) -> Technique {
        [Technique::DirectHiddenPair, Technique::DirectHiddenTriplet]
            [self.set.digits.len() as usize - 2]
    }

    pub(crate) fn placement(&self) -> Candidate {
        let cell: Cell = HOUSES[usize::from(self.set.house)][usize::from(self.place)];
        Candidate::new(cell, self.digit)
    }

    pub(crate) fn step(&self) -> Step {
        let mut step = Step::new(self.technique());
        step.placements = vec![self.placement()];
        step = step.by(self.set.cells().iter(), self.set.digits, [self.set.house]);
        let (house, names) = self.set.names();
        let placed = (&self.placement().classic_cell().to_string()[..], self.digit);
        step.text = text::direct(&house, &names, self.set.digits.into(), placed);
        step.notation = format!(
            "Direct Hidden {}: Cells {}: {} in {} => {}",
            size_name(self.set.digits.len()),
            pattern::cells_notation(&step.cells),
            pattern::digits_notation(self.set.digits),
            Kind::of(usize::from(self.set.house)).short(),
            pattern::conclusion_notation(&step.placements, &[])
        );
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::grid9::houses::{ALL_HOUSES, BOXES_COLUMNS_ROWS};
    use crate::logic::testing::{marked, only, removed, visited};

    fn at(least_empty: u32) -> Where<'static> {
        Where { order: &BOXES_COLUMNS_ROWS, among: ALL_HOUSES, least_empty, least: 2 }
    }

    fn all_naked(position: &Position, degree: u32) -> Vec<NakedSet> {
        visited(|found| {
            let _ = naked::<_, false>(position, degree, at(2 * degree), &mut |set| {
                if set.removes(position) { found(set) } else { ControlFlow::Continue(()) }
            });
        })
    }

    fn all_hidden(position: &Position, degree: u32) -> Vec<HiddenSet> {
        visited(|found| {
            let _ = hidden::<_, false>(position, degree, at(2 * degree), &mut |set| {
                if set.removes(position) { found(set) } else { ControlFlow::Continue(()) }
            });
        })
    }

    #[test]
    fn cells_that_take_up_their_digits_are_a_naked_set() {
        assert_eq!(all_naked(&marked(&[("r1c1", "12"), ("r1c5", "13")]), 2), []);
        let position = marked(&[("r1c1 r1c5", "12")]);
        let found = all_naked(&position, 2);
        assert_eq!(found, [NakedSet { house: 0, places: 0b10001, digits: Digits::from_bits(3) }]);
        assert!(removed(&found[0].step(&position)).starts_with("-12r1c2 -12r1c3"));
        assert_eq!(all_naked(&position, 3), []);
        let position = marked(&[("r1c1", "12"), ("r2c2", "23"), ("r3c3", "13")]);
        let found = all_naked(&position, 3);
        assert_eq!(
            found,
            [NakedSet { house: 18, places: 0b100010001, digits: Digits::from_bits(7) }]
        );
        let position = marked(&[("r1c1 r1c2", "12"), ("r1c8 r1c9", "1234")]);
        assert_eq!(all_naked(&position, 4).len(), 1);
    }

    #[test]
    fn digits_that_take_up_their_places_are_a_hidden_set() {
        let mut position = marked(&[]);
        only(&mut position, 9, "r1c1 r5c1 r6c1", "45");
        assert_eq!(all_hidden(&position, 2), []);
        only(&mut position, 9, "r1c1 r5c1", "45");
        let found = all_hidden(&position, 2);
        assert_eq!(
            found,
            [HiddenSet { house: 9, places: 0b10001, digits: Digits::from_bits(0b11000) }]
        );
        assert_eq!(removed(&found[0].step(&position)), "-1236789r1c1 -1236789r5c1");
    }

    #[test]
    fn a_hidden_pair_leaves_one_place_for_another_digit() {
        let mut position = marked(&[]);
        only(&mut position, 0, "r1c1 r1c2", "12");
        let direct = |position: &Position| {
            visited(|found| {
                let _ = direct_hidden(position, 2, at(3), &mut |direct| found(direct));
            })
        };
        only(&mut position, 0, "r1c1 r1c5 r1c6", "3");
        assert_eq!(direct(&position), []);
        only(&mut position, 0, "r1c1 r1c5", "3");
        let found = direct(&position);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].step().notation,
            "Direct Hidden Pair: Cells r1c1,r1c2: 1,2 in row => r1c5=3"
        );
    }
}
