//! Chains of several branches: contradictions, cells, houses, and both states of one candidate.
//!
//! ```text
//!   contradiction    p on (or off) ⇒ x on and x off                        so p is off (or on)
//!   double           p on ⇒ x      and   p off ⇒ x                         so x
//!   region           every place of a digit in a house ⇒ x                 so x
//!   cell             every digit of a cell ⇒ x                             so x
//! ```
//!
//! Each cell, row by row, each of its digits: contradictions, double, the three houses if the cell is the digit's first
//! place there; after the last digit the cell. Branches that ended in a contradiction take part with what they had found
//! until then. What follows from a candidate being on is found once and serves all of these.

use crate::board::HOUSES;
use crate::control::{Control, Stop};
use crate::logic::houses::HOUSES_OF;
use crate::logic::{Position, Technique};

use super::bits::{Bits, CANDIDATES, cell, digit, number};
use super::branch::Branch;
use super::complexity::{Counter, Walked};
use super::hint::{ChainHint, NOTHING};
use super::links::{CELL, Reason, START};
use super::nested::Nested;
use super::propagate::{Propagator, Reach, Rules};
use super::{Producer, Scale};

/// The search, and what it remembers.
pub(super) struct Forcing {
    propagator: Option<Propagator>,
    /// What follows from candidates being on.
    branches: Vec<Branch>,
    /// How many of them are in use.
    used: usize,
    /// The branch of each candidate, or [`UNKNOWN`].
    of: Box<[u16; CANDIDATES]>,
    /// What follows from a candidate being off.
    off: Branch,
    counter: Counter,
    /// Techniques within chains; made when first needed.
    nested: Option<Box<Nested>>,
}

const UNKNOWN: u16 = u16::MAX;

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
struct Search<'a, 's> {
    position: &'a Position,
    producer: Producer,
    scale: Scale,
    reach: Reach,
    created: u32,
    sink: &'a mut Sink<'s>,
}

impl Forcing {
    pub(super) fn new() -> Forcing {
        Forcing {
            propagator: None,
            branches: Vec::new(),
            used: 0,
            of: Box::new([UNKNOWN; CANDIDATES]),
            off: Branch::new(),
            counter: Counter::new(),
            nested: None,
        }
    }

    pub(super) fn first(
        &mut self,
        position: &Position,
        producer: Producer,
        scale: Scale,
        control: &Control<'_>,
    ) -> Result<Option<ChainHint>, Stop> {
        let mut sink = Sink::First(None);
        self.search(position, producer, scale, &mut sink, control)?;
        let Sink::First(best) = sink else { return Ok(None) };
        Ok(best)
    }

    pub(super) fn all(
        &mut self,
        position: &Position,
        producer: Producer,
        scale: Scale,
        hints: &mut Vec<ChainHint>,
        control: &Control<'_>,
    ) -> Result<(), Stop> {
        self.search(position, producer, scale, &mut Sink::All(hints, None), control)
    }

    /// Finds the hints of a producer.
    pub(super) fn search(
        &mut self,
        position: &Position,
        producer: Producer,
        scale: Scale,
        sink: &mut Sink<'_>,
        control: &Control<'_>,
    ) -> Result<(), Stop> {
        let reach = match producer {
            Producer::Nishio => Reach::Nishio,
            Producer::Static | Producer::Multiple => Reach::Static,
            Producer::Dynamic | Producer::DynamicPlus(_) => Reach::Dynamic,
        };
        if let Producer::DynamicPlus(level) = producer {
            self.nested.get_or_insert_with(|| Box::new(Nested::new())).begin(level, scale);
        }
        self.of.fill(UNKNOWN);
        self.used = 0;
        let mut search = Search { position, producer, scale, reach, created: 0, sink };
        for at in position.empty().iter() {
            let digits = position.candidates(at);
            let count = digits.len();
            if count < if reach == Reach::Static { 3 } else { 2 } {
                continue;
            }
            for digit in digits.iter() {
                let candidate = number(at, digit);
                self.follow(&search, candidate, control)?;
                if reach != Reach::Static {
                    self.binary(&mut search, candidate, count > 2, control)?;
                }
                if reach != Reach::Nishio {
                    self.regions(&mut search, candidate, control)?;
                }
            }
            if reach != Reach::Nishio {
                let mut all = [0; 9];
                let mut n = 0;
                for digit in digits.iter() {
                    all[n] = number(at, digit);
                    n += 1;
                }
                let technique = match reach {
                    Reach::Static => Technique::CellForcingChains,
                    _ => Technique::DynamicCellForcingChains,
                };
                self.intersect(&mut search, technique, &all[..n], CELL);
            }
        }
        Ok(())
    }

    /// Makes sure that the branch of a candidate being on is known.
    fn follow(
        &mut self,
        search: &Search<'_, '_>,
        candidate: u16,
        control: &Control<'_>,
    ) -> Result<(), Stop> {
        if self.of[usize::from(candidate)] != UNKNOWN {
            return Ok(());
        }
        control.checkpoint()?;
        if self.used == self.branches.len() {
            self.branches.push(Branch::new());
        }
        let propagator = self.propagator.get_or_insert_with(|| Propagator::new(search.position));
        let rules = match search.producer {
            Producer::DynamicPlus(_) => {
                self.nested.as_mut().map(|nested| &mut **nested as &mut dyn Rules)
            }
            _ => None,
        };
        let branch = &mut self.branches[self.used];
        propagator.run(search.position, (candidate, true), search.reach, rules, branch, control)?;
        self.of[usize::from(candidate)] = self.used as u16;
        self.used += 1;
        Ok(())
    }

    /// What both states of a candidate lead to.
    fn binary(
        &mut self,
        search: &mut Search<'_, '_>,
        candidate: u16,
        double: bool,
        control: &Control<'_>,
    ) -> Result<(), Stop> {
        control.checkpoint()?;
        let propagator = self.propagator.get_or_insert_with(|| Propagator::new(search.position));
        let rules = match search.producer {
            Producer::DynamicPlus(_) => {
                self.nested.as_mut().map(|nested| &mut **nested as &mut dyn Rules)
            }
            _ => None,
        };
        propagator.run(
            search.position,
            (candidate, false),
            search.reach,
            rules,
            &mut self.off,
            control,
        )?;
        let on = &self.branches[usize::from(self.of[usize::from(candidate)])];
        let off = &self.off;
        let technique = match search.reach {
            Reach::Nishio => Technique::Nishio,
            _ => Technique::DynamicContradiction,
        };
        let nested = self.nested.as_deref();
        for (branch, source_on) in [(on, true), (off, false)] {
            if let Some((one, two)) = branch.clash {
                let target = branch.nodes[usize::from(one)].candidate();
                let hint = search.hint(technique, (candidate, source_on), (target, true), 0);
                let ends = [(branch, one), (branch, two)];
                search.offer(
                    hint,
                    (candidate, !source_on),
                    &ends,
                    START,
                    &mut self.counter,
                    nested,
                );
            }
        }
        if search.reach != Reach::Dynamic || !double {
            return Ok(());
        }
        for state in [true, false] {
            let both = if state { on.on.and(&off.on) } else { on.off.and(&off.off) };
            if both.is_empty() {
                continue;
            }
            for target in on.settled(state).filter(|&target| both.contains(target)) {
                let technique = Technique::DynamicDouble;
                let hint = search.hint(technique, (candidate, true), (target, state), 0);
                let ends = [(on, on.node_of(target, state)), (off, off.node_of(target, state))];
                search.offer(hint, (target, state), &ends, START, &mut self.counter, nested);
            }
        }
        Ok(())
    }

    /// The houses in which the cell of a candidate is the first place of its digit.
    fn regions(
        &mut self,
        search: &mut Search<'_, '_>,
        candidate: u16,
        control: &Control<'_>,
    ) -> Result<(), Stop> {
        let (at, digit) = (cell(candidate), digit(candidate));
        let [row, column, r#box] = HOUSES_OF[at.index()];
        let technique = match search.reach {
            Reach::Static => Technique::RegionForcingChains,
            _ => Technique::DynamicRegionForcingChains,
        };
        for (house, place) in [r#box, row, column] {
            let places = search.position.places(usize::from(house), digit);
            if places.count_ones() < 2 || places.trailing_zeros() != u32::from(place) {
                continue;
            }
            let mut all = [0; 9];
            let mut n = 0;
            let mut rest = places;
            while rest != 0 {
                let other = HOUSES[usize::from(house)][rest.trailing_zeros() as usize];
                all[n] = number(other, digit);
                self.follow(search, all[n], control)?;
                n += 1;
                rest &= rest - 1;
            }
            self.intersect(search, technique, &all[..n], house);
        }
        Ok(())
    }

    /// What all branches of a cell or house lead to.
    fn intersect(
        &mut self,
        search: &mut Search<'_, '_>,
        technique: Technique,
        sources: &[u16],
        reason: Reason,
    ) {
        let of = |source: u16| &self.branches[usize::from(self.of[usize::from(source)])];
        let first = of(sources[0]);
        for state in [true, false] {
            let mut all = if state { first.on } else { first.off };
            for &source in &sources[1..] {
                let branch = of(source);
                all = all.and(if state { &branch.on } else { &branch.off });
            }
            if all.is_empty() {
                continue;
            }
            for target in first.settled(state).filter(|&target| all.contains(target)) {
                let source = (sources[0], true);
                let hint = search.hint(technique, source, (target, state), reason.into());
                let mut ends = [(first, 0); 9];
                for (end, &source) in ends.iter_mut().zip(sources) {
                    let branch = of(source);
                    *end = (branch, branch.node_of(target, state));
                }
                search.offer(
                    hint,
                    (target, state),
                    &ends[..sources.len()],
                    reason,
                    &mut self.counter,
                    self.nested.as_deref(),
                );
            }
        }
    }
}

impl Search<'_, '_> {
    fn hint(
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
    fn offer(
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
