//! A chain found by a search: its conclusion, its length, and the data needed to find it again.
//!
//! The chain itself is not stored. Searches find hundreds of chains and use one. When it has to be shown, the same search from
//! the same start finds it again ([`ChainHint::step`]).

use std::cmp::Ordering;

use crate::logic::{Position, Technique};

use super::bits::{Bits, cell, digit, hash, number};
use super::producer::{Producer, Scale};

/// A chain that proves something.
#[derive(Clone, Copy, Debug)]
pub struct ChainHint {
    pub(super) producer: Producer,
    pub(super) scale: Scale,
    pub(super) technique: Technique,
    pub(super) rating: f64,
    pub(super) complexity: usize,
    /// The rank of the technique among hints of equal rating and complexity.
    pub(super) rank: u8,
    /// The position in the order of creation.
    pub(super) created: u32,
    /// The candidate that starts the chain (for cells and regions: the first branch), and whether it is assumed on.
    pub(super) source: (u16, bool),
    /// The conclusion; for contradictions, the candidate that would be both on and off.
    pub(super) target: (u16, bool),
    /// For cycles, the last on and the last off of the loop; for regions, the house.
    pub(super) through: (u16, u16),
    /// The candidates that are removed.
    pub(super) removed: Bits,
    /// The candidate that is placed, or [`NOTHING`].
    pub(super) placed: u16,
}

/// Whether a chain of this technique returns to its start.
pub(super) fn is_cycle(technique: Technique) -> bool {
    matches!(technique, Technique::XCycle | Technique::YCycle | Technique::XyCycle)
}

/// No placement.
pub(super) const NOTHING: u16 = u16::MAX;

impl ChainHint {
    /// The rating on the scale that ranked the chains.
    pub fn rating(&self) -> f64 {
        self.rating
    }

    /// The length: the number of candidates that take part.
    pub fn complexity(&self) -> usize {
        self.complexity
    }

    /// The technique.
    pub fn technique(&self) -> Technique {
        self.technique
    }

    /// Whether the hint sets the value of a cell.
    pub fn places(&self) -> bool {
        self.placed != NOTHING
    }

    /// Applies the conclusion.
    pub fn apply(&self, position: &mut Position) {
        for candidate in self.removed.iter() {
            position.remove(cell(candidate), digit(candidate));
        }
        if self.places() {
            position.place(cell(self.placed), digit(self.placed));
        }
    }

    /// The order of preference.
    fn order(&self, other: &ChainHint) -> Ordering {
        let rest = |hint: &ChainHint| (hint.complexity, hint.rank, hint.created);
        self.rating.total_cmp(&other.rating).then_with(|| rest(self).cmp(&rest(other)))
    }

    /// Whether this hint is preferred to `other`.
    #[inline]
    pub(super) fn before(&self, other: &ChainHint) -> bool {
        self.order(other).is_lt()
    }

    /// Sets the conclusion that `candidate` is on (or off). Returns whether that removes anything.
    pub(super) fn conclude(&mut self, position: &Position, (candidate, on): (u16, bool)) -> bool {
        self.removed = Bits::NONE;
        self.placed = NOTHING;
        if on {
            for other in position.candidates(cell(candidate)).iter() {
                let other = number(cell(candidate), other);
                if other != candidate {
                    self.removed.insert(other);
                }
            }
            self.placed = candidate;
        } else {
            self.removed.insert(candidate);
        }
        !self.removed.is_empty()
    }
}

/// Sorts hints by preference and drops hints with the same eliminations as an earlier one.
pub(super) fn choose(hints: &mut Vec<ChainHint>, seen: &mut Vec<u64>) {
    hints.sort_unstable_by(ChainHint::order);
    seen.clear();
    hints.retain(|hint| {
        let hash = hash(&hint.removed);
        let new = !seen.contains(&hash);
        if new {
            seen.push(hash);
        }
        new
    });
}
