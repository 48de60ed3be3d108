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

use super::pattern;
use super::position::Position;
use super::singles;
use super::step::{Candidate, Step, Technique};

/// A conclusion of HoDoKu's scale.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Found {
    pub(crate) technique: Technique,
    pub(crate) placements: SmallVec<[Candidate; 1]>,
    /// In the order in which they are removed: it decides which single comes next.
    pub(crate) eliminations: SmallVec<[Candidate; 8]>,
    pub(crate) proof: Proof,
}

/// What is needed to draw and to tell a step: a variant for each family of techniques.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Proof {
    /// The only place for a digit in a house (index of [`crate::board::HOUSES`]).
    HiddenSingle { house: u8 },
    /// The only digit for a cell.
    NakedSingle,
    /// The last empty cell of a house.
    FullHouse { house: u8 },
}

impl Found {
    /// A conclusion that places a digit.
    pub(crate) fn placing(technique: Technique, placed: Candidate, proof: Proof) -> Found {
        let placements = smallvec::smallvec![placed];
        Found { technique, placements, eliminations: SmallVec::new(), proof }
    }

    /// The step in full, without its score; `position` is the one in which it was found.
    pub(crate) fn step(&self, position: &Position) -> Step {
        let mut step = match self.proof {
            Proof::HiddenSingle { house } => singles::hidden_step(house, self.placements[0]),
            Proof::NakedSingle => singles::naked_step(self.placements[0]),
            Proof::FullHouse { house } => singles::last_step(house, self.placements[0]),
        };
        let _ = position;
        step.technique = self.technique;
        step.placements = self.placements.to_vec();
        step.eliminations = pattern::in_order(&self.eliminations);
        step
    }
}
