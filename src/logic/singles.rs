//! Hidden and naked singles.
//!
//! ```text
//!   hidden single (7 in the row)             naked single
//!   . 7 . | 3 . 7 | . . .   box, columns     12 4 . | ...         the cell sees all other digits
//!   - - - | - - - | - * -                    . .  .
//! ```

use std::ops::ControlFlow;

use crate::board::{Cell, Digits, HOUSES};

use super::cells::CellSet;
use super::houses::{self, HOUSES_OF, HouseOrder};
use super::pattern;
use super::position::{Changes, Position};
use super::step::{Candidate, Step, Technique};

/// A digit that has one place left in a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HiddenSingle {
    /// Index of [`HOUSES`].
    pub(crate) house: u8,
    pub(crate) cell: Cell,
    pub(crate) digit: u8,
    /// Whether the cell is the last empty one of the house.
    pub(crate) is_last: bool,
}

/// A cell that has one candidate left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NakedSingle {
    pub(crate) cell: Cell,
    pub(crate) digit: u8,
}

/// Visits the hidden singles of the houses of `among`: by house, then by digit.
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

/// Places the hidden singles of the houses of `among` until there are none, and returns their number. `pending` says where
/// they can be; what this changes is added to it and to `changes`.
///
/// The order does not matter as long as each digit has a place in each house: what one placement leaves, another order
/// leaves too.
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
        Candidate { cell: self.cell, digit: self.digit }
    }

    pub(crate) fn step(&self, rating: f64) -> Step {
        let house = houses::name(usize::from(self.house));
        let mut step = single(Technique::HiddenSingle, self.placement(), rating);
        step.houses = vec![self.house];
        step.text = if self.is_last {
            format!(
                "{} is the last empty cell of {house}, and only {} is missing.",
                self.cell, self.digit
            )
        } else {
            format!("In {house}, {} can only go in {}.", self.digit, self.cell)
        };
        step
    }
}

impl NakedSingle {
    pub(crate) fn placement(&self) -> Candidate {
        Candidate { cell: self.cell, digit: self.digit }
    }

    pub(crate) fn step(&self, rating: f64) -> Step {
        let mut step = single(Technique::NakedSingle, self.placement(), rating);
        step.houses = HOUSES_OF[self.cell.index()].map(|(house, _)| house).to_vec();
        step.text = format!("{} is the only digit that {} can still hold.", self.digit, self.cell);
        step
    }
}

fn single(technique: Technique, placed: Candidate, rating: f64) -> Step {
    let mut step = pattern::step(technique, rating);
    step.placements = vec![placed];
    step.cells = vec![placed.cell];
    step.digits = Digits::only(placed.digit);
    step.notation = pattern::conclusion_notation(&step.placements, &[]);
    step
}
