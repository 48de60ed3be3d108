//! The hints of a search for several branches: their rating, and where they go.

use crate::logic::{Position, Technique};

use super::bits::Bits;
use super::branch::Branch;
use super::complexity::{Counter, Walked};
use super::hint::{ChainHint, NOTHING};
use super::links::{Reason, START};
use super::nested::Nested;
use super::propagate::Reach;
use super::worth::Worth;
use super::{Producer, Scale};

/// Where hints go.
pub(super) enum Sink<'a> {
    /// The first in the order of preference is wanted.
    First(Option<ChainHint>),
    /// All are wanted, and for each the walk over its conclusions, if someone asks for it.
    All(&'a mut Vec<ChainHint>, Option<&'a mut Walks>),
}

/// The walks of hints, by order of creation.
#[derive(Default)]
pub(super) struct Walks {
    pub(super) walked: Vec<Walked>,
    pub(super) ends: Vec<u32>,
}

impl Walks {
    pub(super) fn clear(&mut self) {
        self.walked.clear();
        self.ends.clear();
    }

    pub(super) fn of(&self, created: u32) -> &[Walked] {
        let created = created as usize;
        let first = if created == 0 { 0 } else { self.ends[created - 1] as usize };
        &self.walked[first..self.ends[created] as usize]
    }
}

impl Sink<'_> {
    fn wants(&self, rating: f64, complexity: usize) -> bool {
        match self {
            Sink::First(Some(best)) => {
                rating < best.rating || rating == best.rating && complexity <= best.complexity
            }
            _ => true,
        }
    }
}

/// What all hints of one search have in common.
pub(super) struct Search<'a, 's> {
    pub(super) position: &'a Position,
    pub(super) producer: Producer,
    pub(super) scale: Scale,
    pub(super) reach: Reach,
    pub(super) created: u32,
    pub(super) worth: Worth,
    /// The level of the bounds, if there are any.
    pub(super) level: Option<usize>,
    pub(super) sink: &'a mut Sink<'s>,
}

impl Search<'_, '_> {
    /// Offers the contradiction in which a branch has ended, if it has.
    pub(super) fn contradiction(
        &mut self,
        branch: &Branch,
        (source, on): (u16, bool),
        counter: &mut Counter,
        nested: Option<&Nested>,
    ) {
        let Some((one, two)) = branch.clash else { return };
        let technique = match self.reach {
            Reach::Nishio => Technique::Nishio,
            _ => Technique::DynamicContradiction,
        };
        let target = branch.nodes[usize::from(one)].candidate();
        let hint = self.hint(technique, (source, on), (target, true), 0);
        let ends = [(branch, one), (branch, two)];
        self.offer(hint, (source, !on), &ends, START, counter, nested);
    }

    pub(super) fn hint(
        &self,
        technique: Technique,
        source: (u16, bool),
        target: (u16, bool),
        house: u16,
    ) -> ChainHint {
        ChainHint {
            producer: self.producer,
            scale: self.scale,
            technique,
            rating: 0.0,
            complexity: 0,
            rank: (self.scale.rank)(technique),
            created: 0,
            source,
            target,
            through: (house, 0),
            removed: Bits::NONE,
            placed: NOTHING,
        }
    }

    /// Rates a hint with a conclusion and branches that end at nodes, and hands it on if it is wanted.
    pub(super) fn offer(
        &mut self,
        mut hint: ChainHint,
        conclusion: (u16, bool),
        ends: &[(&Branch, u16)],
        start: Reason,
        counter: &mut Counter,
        nested: Option<&Nested>,
    ) {
        if !hint.conclude(self.position, conclusion) {
            return;
        }
        counter.begin();
        let rate = |complexity| (self.scale.rating)(self.producer, hint.technique, complexity);
        for &(branch, end) in ends {
            hint.complexity += counter.count(branch, end);
            if !self.sink.wants(rate(hint.complexity), hint.complexity) {
                return;
            }
        }
        if let Some(nested) = nested {
            hint.complexity += nested.complexity(counter.nested());
        }
        hint.rating = rate(hint.complexity);
        hint.created = self.created;
        self.created += 1;
        match self.sink {
            Sink::First(best) => {
                if best.is_none_or(|best| hint.before(&best)) {
                    *best = Some(hint);
                }
            }
            Sink::All(hints, walks) => {
                hints.push(hint);
                if let Some(walks) = walks {
                    for &(branch, end) in ends {
                        counter.walk(branch, end, start, &mut walks.walked);
                    }
                    walks.ends.push(walks.walked.len() as u32);
                }
            }
        }
    }
}
