//! What a search of HoDoKu's scale finds: the conclusion, and as much of the proof as its step needs.
//!
//! ```text
//!   finder  ──►  Found { technique, placements, eliminations, proof }  ──►  applied in that order
//!                                                      └── step(position) ──►  Step: cells, houses, links, text
//! ```
//!
//! The order of the eliminations is part of the result: each may leave a single, and singles are taken in the order in which
//! they come about. The proof is a few bytes, or boxed; sentences are made only when someone looks.

#![forbid(unsafe_code)]

use smallvec::SmallVec;

use crate::board::Digits;

use super::bug_plus_one::BugPlusOne;
use super::cells::CellSet;
use super::colors::Colors;
use super::fish::Fish;
use super::fish_in_order::FinnedFish;
use super::locked::Locked;
use super::notation;
use super::pattern;
use super::position::Position;
use super::rectangles::Rectangle;
use super::sets_in_order::Subset;
use super::single_digit::{EmptyRectangle, TwoLinks};
use super::singles;
use super::step::{Candidate, Step, Technique};
use super::wings::Wing;
use super::wings_in_order::WWing;

/// Candidates in the order in which they are removed.
pub(crate) type Eliminations = SmallVec<[Candidate; 8]>;

/// A conclusion of HoDoKu's scale.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Found {
    pub(crate) technique: Technique,
    pub(crate) placements: SmallVec<[Candidate; 1]>,
    /// In the order in which they are removed: it decides which single comes next.
    pub(crate) eliminations: Eliminations,
    pub(crate) proof: Proof,
}

/// What is needed to draw and to tell a step: a variant for each family of techniques.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Proof {
    /// The only place for a digit in a house (index of [`crate::board::HOUSES`]).
    HiddenSingle {
        house: u8,
    },
    /// The only digit for a cell.
    NakedSingle,
    /// The last empty cell of a house.
    FullHouse {
        house: u8,
    },
    NakedSet(Subset),
    HiddenSet(Subset),
    Locked(Locked),
    Fish(Fish),
    FinnedFish(FinnedFish),
    BugPlusOne(BugPlusOne),
    TwoLinks(TwoLinks),
    EmptyRectangle(EmptyRectangle),
    WWing(WWing),
    Wing(Wing),
    Rectangle(Box<Rectangle>),
    Colors(Colors),
}

/// A digit of some cells, in row-major order.
pub(crate) fn eliminations(cells: CellSet, digit: u8) -> Eliminations {
    cells.iter().map(|cell| Candidate { cell, digit }).collect()
}

/// Those of some digits that some cells have: by cell, then by digit.
pub(crate) fn eliminations_of(position: &Position, cells: CellSet, digits: Digits) -> Eliminations {
    let mut removed = Eliminations::new();
    for cell in cells.iter() {
        let gone = position.candidates(cell) & digits;
        removed.extend(gone.iter().map(|digit| Candidate { cell, digit }));
    }
    removed
}

impl Found {
    /// A conclusion that places a digit.
    pub(crate) fn placing(technique: Technique, placed: Candidate, proof: Proof) -> Found {
        let placements = smallvec::smallvec![placed];
        Found { technique, placements, eliminations: SmallVec::new(), proof }
    }

    /// A conclusion that removes candidates.
    pub(crate) fn removing(
        technique: Technique,
        eliminations: Eliminations,
        proof: Proof,
    ) -> Found {
        Found { technique, placements: SmallVec::new(), eliminations, proof }
    }

    /// The step in full, without its score and the name in its notation; `position` is the one in which it was found.
    pub(crate) fn step(&self, position: &Position) -> Step {
        let eliminations = pattern::in_order(&self.eliminations);
        let gone = pattern::eliminations_text(&eliminations);
        let mut step = match &self.proof {
            Proof::HiddenSingle { house } => singles::hidden_step(*house, self.placements[0]),
            Proof::NakedSingle => singles::naked_step(self.placements[0]),
            Proof::FullHouse { house } => singles::last_step(*house, self.placements[0]),
            Proof::NakedSet(set) => set.naked_step(&gone),
            Proof::HiddenSet(set) => set.hidden_step(&gone),
            Proof::Locked(locked) => Step {
                notation: format!("{} in {}", locked.digit, notation::houses(1 << locked.base)),
                ..locked.step(position, 0.0)
            },
            Proof::Fish(fish) => {
                let (base, cover) = fish.houses_as_bits();
                let [base, cover] = [base, cover].map(notation::houses);
                let notation = format!("{} {base} {cover}", fish.digit);
                Step { notation, ..fish.step(position, 0.0) }
            }
            Proof::FinnedFish(fish) => fish.step(position, &gone),
            Proof::BugPlusOne(bug) => bug.step(&gone),
            Proof::TwoLinks(links) => links.step(&gone),
            Proof::EmptyRectangle(pattern) => pattern.step(position, &gone),
            Proof::WWing(wing) => wing.step(&gone),
            Proof::Wing(wing) => {
                let step = wing.step(position, 0.0);
                let digits = notation::alternatives(step.digits);
                let cells = notation::cells(step.cells.iter().copied().collect());
                Step { notation: format!("{digits} in {cells}"), ..step }
            }
            Proof::Rectangle(rectangle) => rectangle.step(position, self.technique, &gone),
            Proof::Colors(colors) => colors.step(self.technique, &gone),
        };
        step.technique = self.technique;
        step.placements = self.placements.to_vec();
        step.eliminations = eliminations;
        // Singles have their notation already.
        if self.placements.is_empty() {
            step.notation += " => ";
            step.notation += &notation::removed(&step.eliminations);
        }
        step
    }
}
