//! The hints of a search for several branches: their rating and their selection.

use crate::logic::{Position, Technique};

use super::bits::{Bits, CANDIDATES};
use super::branch::Branch;
use super::complexity::{Counter, Walked};
use super::hint::{ChainHint, NOTHING};
use super::links::{Reason, START};
use super::producer::{Producer, Scale};
use super::propagate::{Reach, Rules};
use super::worth::Worth;

/// The destination of hints.
pub(super) enum Sink<'a> {
    /// Keeps the most preferred hint.
    First(Option<ChainHint>),
    /// Collects all hints and, if there is a buffer, the walk of each.
    All(&'a mut Vec<ChainHint>, Option<&'a mut Walks>),
    /// Collects the hints that are the most preferred ones to remove some candidate, with their walks. Other hints may be among
    /// them.
    Useful(&'a mut Useful),
}

/// The hints needed to remove each candidate by its most preferred hint.
pub(super) struct Useful {
    pub(super) hints: Vec<ChainHint>,
    pub(super) walks: Walks,
    /// For each candidate, the number of its hint, or [`NO_HINT`].
    of: Box<[u32; CANDIDATES]>,
}

const NO_HINT: u32 = u32::MAX;

impl Useful {
    pub(super) fn new() -> Useful {
        let (hints, walks) = (Vec::new(), Walks::default());
        Useful { hints, walks, of: Box::new([NO_HINT; CANDIDATES]) }
    }

    pub(super) fn clear(&mut self) {
        self.hints.clear();
        self.walks.clear();
        self.of.fill(NO_HINT);
    }

    /// The most preferred hint so far that removes a candidate.
    fn of(&self, candidate: u16) -> Option<&ChainHint> {
        self.hints.get(self.of[usize::from(candidate)] as usize)
    }

    /// Adds a hint if it is the most preferred one for some candidate. Returns whether it is.
    fn take(&mut self, hint: &ChainHint) -> bool {
        let mut is_useful = false;
        for candidate in hint.removed.iter() {
            if self.of(candidate).is_none_or(|best| hint.before(best)) {
                self.of[usize::from(candidate)] = hint.created;
                is_useful = true;
            }
        }
        if is_useful {
            self.hints.push(*hint);
        }
        is_useful
    }

    /// Keeps only hints that are the most preferred one for some candidate.
    pub(super) fn choose(&mut self) {
        let of = &self.of;
        let is_first =
            |hint: &ChainHint, candidate: u16| of[usize::from(candidate)] == hint.created;
        self.hints.retain(|hint| hint.removed.iter().any(|candidate| is_first(hint, candidate)));
    }
}

/// The walks of hints, in the order of creation.
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

    /// Adds a walk.
    pub(super) fn push(&mut self, walk: &[Walked]) {
        self.walked.extend_from_slice(walk);
        self.ends.push(self.walked.len() as u32);
    }

    pub(super) fn of(&self, created: u32) -> &[Walked] {
        let created = created as usize;
        let first = if created == 0 { 0 } else { self.ends[created - 1] as usize };
        &self.walked[first..self.ends[created] as usize]
    }
}

impl Sink<'_> {
    /// Whether a hint with these eliminations, and at least this rating and complexity, may be needed.
    fn wants(&self, removed: &Bits, rating: f64, complexity: usize) -> bool {
        let beats = |best: &ChainHint| {
            rating < best.rating || rating == best.rating && complexity <= best.complexity
        };
        match self {
            Sink::First(best) => best.as_ref().is_none_or(beats),
            Sink::All(..) => true,
            Sink::Useful(useful) => {
                removed.iter().any(|candidate| useful.of(candidate).is_none_or(beats))
            }
        }
    }
}

/// The common data of all hints of one search.
pub(super) struct Search<'a, 's> {
    pub(super) position: &'a Position,
    pub(super) producer: Producer,
    pub(super) scale: Scale,
    pub(super) reach: Reach,
    pub(super) created: u32,
    pub(super) worth: Worth,
    /// The level of the bounds, if bounds are used.
    pub(super) level: Option<usize>,
    pub(super) sink: &'a mut Sink<'s>,
}

impl Search<'_, '_> {
    /// Offers the contradiction in which a branch ended, if there is one.
    pub(super) fn contradiction(
        &mut self,
        branch: &Branch,
        (source, on): (u16, bool),
        counter: &mut Counter,
        nested: Option<&dyn Rules>,
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

    /// Rates a hint with a conclusion and branches that end at nodes, and passes it to the sink if it may be needed.
    pub(super) fn offer(
        &mut self,
        mut hint: ChainHint,
        conclusion: (u16, bool),
        ends: &[(&Branch, u16)],
        start: Reason,
        counter: &mut Counter,
        nested: Option<&dyn Rules>,
    ) {
        if !self.scale.allowed.contains(hint.technique) || !hint.conclude(self.position, conclusion)
        {
            return;
        }
        counter.begin();
        let (producer, technique) = (self.producer, hint.technique);
        let rate = |complexity| (self.scale.rating)(producer, technique, complexity);
        let depth =
            |&(branch, end): &(&Branch, u16)| usize::from(branch.nodes[usize::from(end)].depth);
        // The longest paths give a lower bound, which counting replaces end by end.
        let mut complexity = ends.iter().map(depth).sum();
        if !self.sink.wants(&hint.removed, rate(complexity), complexity) {
            return;
        }
        for end in ends {
            complexity += counter.count(end.0, end.1) - depth(end);
            if !self.sink.wants(&hint.removed, rate(complexity), complexity) {
                return;
            }
        }
        hint.complexity = complexity;
        if let Some(nested) = nested {
            hint.complexity += nested.complexity(counter.nested());
        }
        hint.rating = rate(hint.complexity);
        hint.created = self.created;
        let walks = match self.sink {
            Sink::First(best) => {
                if best.is_none_or(|best| hint.before(&best)) {
                    *best = Some(hint);
                }
                None
            }
            Sink::All(hints, walks) => {
                hints.push(hint);
                walks.as_deref_mut()
            }
            Sink::Useful(useful) => {
                if !useful.take(&hint) {
                    return;
                }
                Some(&mut useful.walks)
            }
        };
        self.created += 1;
        if let Some(walks) = walks {
            for &(branch, end) in ends {
                counter.walk(branch, end, start, &mut walks.walked);
            }
            walks.ends.push(walks.walked.len() as u32);
        }
    }
}
