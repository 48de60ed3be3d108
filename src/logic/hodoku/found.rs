//! The result of a search of HoDoKu's scale: the conclusion, and the part of the proof that its step needs.
//!
//! ```text
//!   finder  ──►  Found { technique, placements, eliminations, proof }  ──►  applied in that order
//!                                                      └── step(position) ──►  Step: cells, houses, links, text
//! ```
//!
//! The order of the eliminations is part of the result, because each may create a single, and singles are used in the order of
//! their creation. A proof has a few bytes or is boxed. Each finder has its own proof type.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::board::Digits;
use crate::logic::grid9::cells::CellSet;
use crate::logic::grid9::pattern::Eliminations;
use crate::logic::grid9::position::Position;
use crate::logic::step::Candidate;
use crate::logic::technique::Technique;

/// A conclusion of HoDoKu's scale.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Found<P> {
    pub(crate) technique: Technique,
    pub(crate) placements: SmallVec<[Candidate; 1]>,
    /// The eliminations in the order in which they are applied, which determines the next single.
    pub(crate) eliminations: Eliminations,
    pub(crate) proof: P,
}

/// The candidates of a digit in the cells, in row-major order.
pub(crate) fn eliminations(cells: CellSet, digit: u8) -> Eliminations {
    cells.iter().map(|cell| Candidate::new(cell, digit)).collect()
}

/// The candidates among `digits` that the cells have: by cell, then by digit.
pub(crate) fn eliminations_of(position: &Position, cells: CellSet, digits: Digits) -> Eliminations {
    let mut removed = Eliminations::new();
    for cell in cells.iter() {
        let gone = position.candidates(cell) & digits;
        removed.extend(gone.iter().map(|digit| Candidate::new(cell, digit)));
    }
    removed
}

impl<P> Found<P> {
    /// A conclusion that places a digit.
    pub(crate) fn placing(technique: Technique, placed: Candidate, proof: P) -> Found<P> {
        let placements = smallvec::smallvec![placed];
        Found { technique, placements, eliminations: SmallVec::new(), proof }
    }

    /// A conclusion that removes candidates.
    pub(crate) fn removing(technique: Technique, eliminations: Eliminations, proof: P) -> Found<P> {
        Found { technique, placements: SmallVec::new(), eliminations, proof }
    }

    /// Ends a search if the conclusion removes anything.
    pub(crate) fn if_any(self) -> ControlFlow<Found<P>> {
        match self.eliminations.is_empty() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(self),
        }
    }

    /// Converts the proof to a more general type.
    pub(crate) fn into<Q: From<P>>(self) -> Found<Q> {
        let Found { technique, placements, eliminations, proof } = self;
        Found { technique, placements, eliminations, proof: proof.into() }
    }
}
