//! Hidden and naked singles.
//!
//! ```text
//!   hidden single (* is the only place       naked single
//!   left for 7 in its row)                   12 4 . | ...         the cell sees all digits but one
//!   . 7 . | 3 . 7 | . . .                    . .  .
//!   - - - | - - - | - * -
//! ```

use std::ops::ControlFlow;

use crate::board::{Cell, Digits, HOUSES};

use crate::logic::grid9::houses::{self, HOUSES_OF, HouseOrder};
use crate::logic::grid9::pattern;
use crate::logic::grid9::position::{Changes, Position};
use crate::logic::step::{Candidate, NO_HOUSES, Step};
use crate::logic::technique::Technique;
use crate::logic::text::singles as text;

/// A digit with one place left in a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HiddenSingle {
    /// The index in [`HOUSES`].
    pub(crate) house: u8,
    pub(crate) cell: Cell,
    pub(crate) digit: u8,
    /// Whether the cell is the last empty cell of the house.
    pub(crate) is_last: bool,
}

/// A cell with one candidate left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NakedSingle {
    pub(crate) cell: Cell,
    pub(crate) digit: u8,
}

/// Visits the hidden singles of the houses in `among`: by house, then by digit.
#[inline]
pub(crate) fn hidden<B>(
    position: &Position,
    order: &HouseOrder,
    among: u32,
    found: &mut impl FnMut(HiddenSingle) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for &house in order.iter().filter(|&house| among >> house & 1 != 0) {
        for (at, places) in position.places_of(usize::from(house)).iter().enumerate() {
            if places.is_power_of_two() {
                let cell = HOUSES[usize::from(house)][places.trailing_zeros() as usize];
                let is_last = position.empty_in(usize::from(house)) == 1;
                found(HiddenSingle { house, cell, digit: at as u8 + 1, is_last })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Visits the cells with one candidate, in row-major order.
#[inline]
pub(crate) fn naked<B>(
    position: &Position,
    found: &mut impl FnMut(NakedSingle) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for cell in position.cells_by_count().one.iter() {
        found(NakedSingle { cell, digit: position.candidates(cell).single() })?;
    }
    ControlFlow::Continue(())
}

/// Places the hidden singles of the houses in `among` until none is left, and returns their number. `pending` holds the houses
/// to search for each digit. All changes are added to it and to `changes`.
///
/// The result does not depend on the order as long as every digit has a place in every house: a placement never removes another
/// hidden single.
pub(crate) fn place_hidden(
    position: &mut Position,
    among: u32,
    pending: &mut [u32; 9],
    changes: &mut Changes,
) -> u32 {
    let mut placed = 0;
    while let Some(at) = pending.iter().position(|houses| houses & among != 0) {
        while pending[at] & among != 0 {
            let house = (pending[at] & among).trailing_zeros();
            pending[at] &= !(1 << house);
            let places = position.places_of(house as usize)[at];
            if places.is_power_of_two() {
                let cell = HOUSES[house as usize][places.trailing_zeros() as usize];
                position.place(cell, at as u8 + 1);
                placed += 1;
                let new = position.take_changes();
                for (houses, more) in pending.iter_mut().zip(new.houses) {
                    *houses |= more;
                }
                changes.add(&new);
            }
        }
    }
    placed
}

impl HiddenSingle {
    pub(crate) fn placement(&self) -> Candidate {
        Candidate::new(self.cell, self.digit)
    }

    pub(crate) fn step(&self) -> Step {
        if self.is_last {
            last_step(self.house, self.placement())
        } else {
            hidden_step(self.house, self.placement())
        }
    }
}

impl NakedSingle {
    pub(crate) fn placement(&self) -> Candidate {
        Candidate::new(self.cell, self.digit)
    }

    pub(crate) fn step(&self) -> Step {
        naked_step(self.placement())
    }
}

/// The step of a hidden single.
pub(crate) fn hidden_step(house: u8, placed: Candidate) -> Step {
    let mut step = single(Technique::HiddenSingle, placed);
    step.houses = vec![house.into()];
    step.text =
        text::hidden(&houses::name(house.into()), &placed.classic_cell().to_string(), placed.digit);
    step
}

/// The step of a hidden single in the last empty cell of its house.
pub(crate) fn last_step(house: u8, placed: Candidate) -> Step {
    let mut step = hidden_step(house, placed);
    step.text =
        text::last(&houses::name(house.into()), &placed.classic_cell().to_string(), placed.digit);
    step
}

/// The step of a naked single.
pub(crate) fn naked_step(placed: Candidate) -> Step {
    let cell = placed.classic_cell();
    let mut step = single(Technique::NakedSingle, placed);
    step.houses = HOUSES_OF[cell.index()].map(|(house, _)| house.into()).to_vec();
    step.text = text::naked(&cell.to_string(), placed.digit);
    step
}

fn single(technique: Technique, placed: Candidate) -> Step {
    let mut step = Step::new(technique);
    step.placements = vec![placed];
    step = step.by([placed.cell], Digits::only(placed.digit), NO_HOUSES);
    step.notation = pattern::conclusion_notation(&step.placements, &[]);
    step
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::grid9::houses::{ALL_HOUSES, BOXES_COLUMNS_ROWS};
    use crate::logic::testing::{cell, marked, only, visited};

    fn all(position: &Position) -> Vec<HiddenSingle> {
        visited(|found| {
            let _ = hidden(position, &BOXES_COLUMNS_ROWS, ALL_HOUSES, &mut |single| found(single));
        })
    }

    #[test]
    fn a_digit_with_one_place_is_a_hidden_single() {
        let mut position = marked(&[]);
        only(&mut position, 3, "r4c2 r4c5", "7");
        assert_eq!(all(&position), []);
        only(&mut position, 3, "r4c2", "7");
        let single = HiddenSingle { house: 3, cell: cell("r4c2"), digit: 7, is_last: false };
        assert_eq!(all(&position), [single]);
        let step = single.step();
        assert_eq!(step.text, "In row 4, r4c2 is the only place left for 7.");
        assert_eq!(step.notation, "r4c2=7");
    }

    #[test]
    fn a_cell_with_one_candidate_is_a_naked_single() {
        let position = marked(&[("r1c1", "12"), ("r9c9", "4")]);
        let found = visited(|found| {
            let _ = naked(&position, &mut |single| found(single));
        });
        assert_eq!(found, [NakedSingle { cell: cell("r9c9"), digit: 4 }]);
    }

    #[test]
    fn all_hidden_singles_are_placed() {
        let puzzle =
            ".86..1...9....38....4.973...7...2..5.2..6.79.8...4.....68............2.3.........";
        let mut position = Position::new(&puzzle.parse().unwrap());
        let mut changes = Changes::NONE;
        position.take_changes();
        let placed = place_hidden(&mut position, ALL_HOUSES, &mut [ALL_HOUSES; 9], &mut changes);
        assert_eq!((placed, position.empty().len()), (34, 81 - 23 - 34));
        assert_eq!(all(&position), []);
        assert!(!changes.cells.is_empty());
    }
}
