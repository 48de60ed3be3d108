//! BUG + 1: all empty cells but one have two candidates.
//!
//! ```text
//!   12  .  12 | ...        If every empty cell had two candidates, and every digit no place or two places in each house,
//!   .  123  . | ...        the puzzle would have no solution or several. So the cell with three candidates holds the digit
//!                          that has three places in its row, column and box.
//! ```

use crate::board::{Cell, Digits};

use super::found::{Found, eliminations_of};
use crate::logic::grid9::cells::CellSet;
use crate::logic::grid9::houses::HOUSES_OF;
use crate::logic::grid9::position::Position;
use crate::logic::grid9::tuples::size;
use crate::logic::step::{NO_HOUSES, Step};
use crate::logic::technique::Technique;
use crate::logic::text::unique as text;

/// The cell with three candidates, and its digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BugPlusOne {
    pub(crate) cell: Cell,
    pub(crate) digit: u8,
}

/// The conclusion, if the position is a BUG + 1.
pub(crate) fn bug_plus_one(position: &Position) -> Option<Found<BugPlusOne>> {
    let counts = position.cells_by_count();
    let cell = counts.three.iter().next()?;
    if counts.three.is_several() || (counts.two | counts.three) != position.empty() {
        return None;
    }
    let own = HOUSES_OF[cell.index()].map(|(house, _)| usize::from(house));
    let mut extra = position
        .candidates(cell)
        .iter()
        .filter(|&digit| own.iter().all(|&house| size(position.places(house, digit)) == 3));
    let digit = extra.next()?;
    let is_bug = (0..27).all(|house| {
        (1..=9).all(|other| {
            let most = if other == digit && own.contains(&house) { 3 } else { 2 };
            size(position.places(house, other)) <= most
        })
    });
    if !is_bug {
        return None;
    }
    let gone = position.candidates(cell).without(Digits::only(digit));
    let removed = eliminations_of(position, CellSet::only(cell), gone);
    let proof = BugPlusOne { cell, digit };
    Some(Found::removing(Technique::BugPlusOne, removed, proof))
}

impl BugPlusOne {
    /// The step that removes `gone`.
    pub(crate) fn step(&self, gone: &str) -> Step {
        let BugPlusOne { cell, digit } = *self;
        let mut step = Step::new(Technique::BugPlusOne).by([cell], Digits::only(digit), NO_HOUSES);
        let extras = [Digits::only(digit).into()];
        step.text = text::Bug { cells: &[cell.to_string()], extras: &extras }.one(gone);
        step.notation = format!("{digit} in {cell}");
        step
    }
}
