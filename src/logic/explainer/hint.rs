//! A hint: a pattern of any technique, with its rating on the scale of Sudoku Explainer.

use super::aligned::Aligned;
use super::bug::Bug;
use super::chains::ChainHint;
use super::loops::{Kinds, Loop};
use crate::logic::common::fish::Fish;
use crate::logic::common::locked::{DirectLocked, Locked};
use crate::logic::common::singles::{HiddenSingle, NakedSingle};
use crate::logic::common::subsets::{DirectHiddenSet, HiddenSet, NakedSet};
use crate::logic::common::wings::Wing;
use crate::logic::grid9::houses::Kind;
use crate::logic::grid9::pattern::Removals;
use crate::logic::{Candidate, Position, Step, Technique};

/// A possible next step: one pattern of some technique.
#[derive(Clone, Debug)]
pub struct Hint(pub(super) Pattern);

/// The pattern of a hint. Large patterns are boxed.
#[derive(Clone, Debug)]
pub(super) enum Pattern {
    HiddenSingle(HiddenSingle),
    NakedSingle(NakedSingle),
    DirectLocked(DirectLocked),
    DirectHiddenSet(DirectHiddenSet),
    Locked(Locked),
    NakedSet(NakedSet),
    HiddenSet(HiddenSet),
    Fish(Fish),
    Wing(Wing),
    Loop(Box<Loop>),
    Bug(Box<Bug>),
    Aligned(Aligned),
    Chain(Box<ChainHint>),
}

impl Hint {
    /// The technique.
    pub fn technique(&self) -> Technique {
        match &self.0 {
            Pattern::HiddenSingle(_) => Technique::HiddenSingle,
            Pattern::NakedSingle(_) => Technique::NakedSingle,
            Pattern::DirectLocked(found) => found.technique(),
            Pattern::DirectHiddenSet(found) => found.technique(),
            Pattern::Locked(found) => found.technique(),
            Pattern::NakedSet(found) => found.technique(),
            Pattern::HiddenSet(found) => found.technique(),
            Pattern::Fish(found) => found.technique(),
            Pattern::Wing(found) => found.technique(),
            Pattern::Loop(found) => found.technique(),
            Pattern::Bug(_) => Technique::Bug,
            Pattern::Aligned(found) => found.technique(),
            Pattern::Chain(found) => found.technique(),
        }
    }

    /// The rating, such as 2.3. Sums are equal to those of the original to the last bit.
    pub fn rating(&self) -> f64 {
        match &self.0 {
            Pattern::HiddenSingle(found) => single_rating(found),
            Pattern::Loop(found) => loop_rating(found),
            Pattern::Bug(found) => bug_rating(found),
            Pattern::Chain(found) => found.rating(),
            _ => base_rating(self.technique()),
        }
    }

    /// The candidate that the hint places; `None` for eliminations, and for chains, which apply themselves.
    fn placement(&self) -> Option<Candidate> {
        match &self.0 {
            Pattern::HiddenSingle(found) => Some(found.placement()),
            Pattern::NakedSingle(found) => Some(found.placement()),
            Pattern::DirectLocked(found) => Some(found.placement()),
            Pattern::DirectHiddenSet(found) => Some(found.placement()),
            _ => None,
        }
    }

    /// Whether the hint sets the value of a cell.
    pub fn places(&self) -> bool {
        match &self.0 {
            Pattern::Chain(found) => found.places(),
            _ => self.placement().is_some(),
        }
    }

    /// The eliminations of a pattern that places nothing.
    fn removals(&self, position: &Position) -> Removals {
        match &self.0 {
            Pattern::Locked(found) => found.removals(),
            Pattern::NakedSet(found) => found.removals(),
            Pattern::HiddenSet(found) => found.removals(),
            Pattern::Fish(found) => found.removals(),
            Pattern::Wing(found) => found.removals(),
            Pattern::Loop(found) => found.removals(position),
            Pattern::Bug(found) => found.removals(position),
            Pattern::Aligned(found) => found.removals(),
            _ => Removals::new(),
        }
    }

    /// Applies the hint to the position in which it was found.
    pub fn apply(&self, position: &mut Position) {
        if let Pattern::Chain(found) = &self.0 {
            return found.apply(position);
        }
        match self.placement() {
            Some(placed) => position.place(placed.classic_cell(), placed.digit),
            None => {
                for removal in self.removals(position) {
                    position.remove_all(removal.cells, removal.digits);
                }
            }
        }
    }

    /// The hint as a step with text and notation. `position` is the position in which it was found.
    pub fn step(&self, position: &Position) -> Step {
        let mut step = match &self.0 {
            Pattern::HiddenSingle(found) => found.step(),
            Pattern::NakedSingle(found) => found.step(),
            Pattern::DirectLocked(found) => found.step(position),
            Pattern::DirectHiddenSet(found) => found.step(),
            Pattern::Locked(found) => found.step(position),
            Pattern::NakedSet(found) => found.step(position),
            Pattern::HiddenSet(found) => found.step(position),
            Pattern::Fish(found) => found.step(position),
            Pattern::Wing(found) => found.step(position),
            Pattern::Loop(found) => found.step(position),
            Pattern::Bug(found) => found.step(position),
            Pattern::Aligned(found) => found.step(position),
            Pattern::Chain(found) => found.step(position),
        };
        step.rating = self.rating();
        step
    }
}

/// The rating of a technique; the minimum if it depends on the pattern.
pub(super) fn base_rating(technique: Technique) -> f64 {
    technique.rating().expect("a technique of this scale")
}

/// The rating of a hidden single: lower for the last cell of a house, and lower in a box than in a line.
fn single_rating(single: &HiddenSingle) -> f64 {
    match (single.is_last, Kind::of(usize::from(single.house))) {
        (true, _) => 1.0,
        (false, Kind::Box) => 1.2,
        (false, _) => 1.5,
    }
}

/// The rating of a loop, by length; type 3 also by the size of its set.
pub(super) fn loop_rating(found: &Loop) -> f64 {
    let base = match found.cells.len() {
        4 => 4.5,
        6 => 4.6,
        8 => 4.7,
        _ => 5.0,
    };
    match found.kind {
        Kinds::ThreeNaked { digits, .. } => base + f64::from(digits.len() - 1) * 0.1,
        // A hidden set counts as one cell smaller, because one of its cells represents both loop cells.
        Kinds::ThreeHidden { digits, .. } => base + f64::from(digits.len() - 2) * 0.1,
        _ => base,
    }
}

fn bug_rating(bug: &Bug) -> f64 {
    match bug.number() {
        1 => 5.6,
        3 => 5.7 + f64::from(bug.set_size() - 1) * 0.1,
        _ => 5.7,
    }
}
