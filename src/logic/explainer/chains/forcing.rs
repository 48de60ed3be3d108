//! Chains of several branches: contradictions, cells, houses, and both states of one candidate.
//!
//! ```text
//!   contradiction    p on (or off) ⇒ x on and x off                        so p is off (or on)
//!   double           p on ⇒ x      and   p off ⇒ x                         so x
//!   region           every place of a digit in a house ⇒ x                 so x
//!   cell             every digit of a cell ⇒ x                             so x
//! ```
//!
//! The order is: each cell in row-major order, and for each of its digits the contradictions, the double chain, and each of the
//! three houses in which the cell is the digit's first place; after the last digit, the cell itself. A branch that ended in a
//! contradiction takes part with the conclusions made before it. The branch of a candidate being on is computed once and used
//! for all of these.

use crate::board::HOUSES;
use crate::control::Stop;
use crate::logic::grid9::houses::HOUSES_OF;
use crate::logic::grid9::tuples::members;
use crate::logic::nodes::Nodes;
use crate::logic::{CellSet, Position, Technique};

use super::bits::{CANDIDATES, cell, digit, number};
use super::bounds::{self, Bounds, Reached};
use super::branch::Branch;
use super::closure::Closure;
use super::complexity::Counter;
use super::hint::ChainHint;
use super::links::{CELL, Reason, START};
use super::nested::Nested;
use super::nishio::Places;
use super::producer::{Producer, Scale};
use super::propagate::{Propagator, Reach, Rules};
use super::search::{Search, Sink};
use super::worth::Worth;

/// The search and its buffers.
pub(super) struct Forcing {
    propagator: Option<Propagator>,
    /// The branches of candidates being on.
    branches: Vec<Branch>,
    /// The number of branches in use.
    used: usize,
    /// The branch of each candidate, or [`UNKNOWN`].
    of: Box<[u16; CANDIDATES]>,
    /// The branch of a candidate being off.
    off: Branch,
    counter: Counter,
    closure: Closure,
    /// Upper bounds on the conclusions of branches.
    bounds: Bounds,
    /// For each candidate being on, the actual or the possible conclusions of its branch.
    reached: Vec<Option<Reached>>,
    /// The nested techniques, created on first use.
    nested: Option<Box<Nested>>,
}

const UNKNOWN: u16 = u16::MAX;

impl Forcing {
    pub(super) fn new() -> Forcing {
        Forcing {
            propagator: None,
            branches: Vec::new(),
            used: 0,
            of: Box::new([UNKNOWN; CANDIDATES]),
            off: Branch::new(),
            counter: Counter::new(),
            closure: Closure::new(),
            bounds: Bounds::new(),
            reached: vec![None; CANDIDATES],
            nested: None,
        }
    }

    pub(super) fn first(
        &mut self,
        position: &Position,
        producer: Producer,
        scale: Scale,
        nodes: &Nodes<'_>,
    ) -> Result<Option<ChainHint>, Stop> {
        let mut sink = Sink::First(None);
        self.search(position, producer, scale, &mut sink, nodes)?;
        let Sink::First(best) = sink else { return Ok(None) };
        Ok(best)
    }

    pub(super) fn all(
        &mut self,
        position: &Position,
        producer: Producer,
        scale: Scale,
        hints: &mut Vec<ChainHint>,
        nodes: &Nodes<'_>,
    ) -> Result<(), Stop> {
        self.search(position, producer, scale, &mut Sink::All(hints, None), nodes)
    }

    /// Finds the hints of a producer.
    pub(super) fn search(
        &mut self,
        position: &Position,
        producer: Producer,
        scale: Scale,
        sink: &mut Sink<'_>,
        nodes: &Nodes<'_>,
    ) -> Result<(), Stop> {
        let reach = Reach::of(producer);
        if let Producer::DynamicPlus(level) = producer {
            self.nested.get_or_insert_with(|| Box::new(Nested::new())).begin(level, scale);
        }
        self.of.fill(UNKNOWN);
        self.used = 0;
        let places: [Places; 9] = match reach {
            Reach::Nishio => std::array::from_fn(|k| Places::new(position.cells(k as u8 + 1))),
            _ => std::array::from_fn(|_| Places::new(CellSet::NONE)),
        };
        let worth = match reach {
            Reach::Static => Worth::of(position, &mut self.closure),
            _ => Worth::ALL,
        };
        let level = match producer {
            Producer::Dynamic => Some(0),
            Producer::DynamicPlus(level) => Some(usize::from(level)),
            _ => None,
        };
        let level = level.filter(|&level| level <= bounds::HIGHEST && self.bounds.take(position));
        self.reached.fill(None);
        let mut search =
            Search { position, worth, producer, scale, reach, created: 0, level, sink };
        for at in position.empty().iter() {
            let digits = position.candidates(at);
            let count = digits.len();
            if count < if reach == Reach::Static { 3 } else { 2 } {
                continue;
            }
            for digit in digits.iter() {
                let candidate = number(at, digit);
                match reach {
                    Reach::Nishio => self.nishio(&mut search, candidate, &places, nodes)?,
                    Reach::Dynamic => self.binary(&mut search, candidate, count > 2, nodes)?,
                    Reach::Static => {}
                }
                if reach != Reach::Nishio {
                    self.regions(&mut search, candidate, nodes)?;
                }
            }
            if reach != Reach::Nishio && search.worth.cells.contains(at) {
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
                self.intersect(&mut search, technique, &all[..n], CELL, nodes)?;
            }
        }
        Ok(())
    }

    /// Computes the branch of a candidate being on, unless it is known.
    fn follow(
        &mut self,
        search: &Search<'_, '_>,
        candidate: u16,
        nodes: &Nodes<'_>,
    ) -> Result<(), Stop> {
        if self.of[usize::from(candidate)] != UNKNOWN {
            return Ok(());
        }
        nodes.checkpoint()?;
        if self.used == self.branches.len() {
            self.branches.push(Branch::new());
        }
        let propagator = self.propagator.get_or_insert_with(|| Propagator::new(search.position));
        let rules = rules(&mut self.nested, search.producer);
        let branch = &mut self.branches[self.used];
        propagator.run(search.position, (candidate, true), search.reach, rules, branch, nodes)?;
        self.of[usize::from(candidate)] = self.used as u16;
        self.used += 1;
        Ok(())
    }

    /// Computes the branch of a candidate being off.
    fn follow_off(
        &mut self,
        search: &Search<'_, '_>,
        candidate: u16,
        nodes: &Nodes<'_>,
    ) -> Result<(), Stop> {
        nodes.checkpoint()?;
        let propagator = self.propagator.get_or_insert_with(|| Propagator::new(search.position));
        let rules = rules(&mut self.nested, search.producer);
        let (start, source) = (search.position, (candidate, false));
        propagator.run(start, source, search.reach, rules, &mut self.off, nodes)
    }

    /// Finds the contradictions of one digit. Branches are computed only if there is a contradiction.
    fn nishio(
        &mut self,
        search: &mut Search<'_, '_>,
        candidate: u16,
        places: &[Places; 9],
        nodes: &Nodes<'_>,
    ) -> Result<(), Stop> {
        let (at, places) = (cell(candidate), &places[usize::from(digit(candidate)) - 1]);
        if places.contradicts(at, true) {
            self.follow(search, candidate, nodes)?;
            let on = &self.branches[usize::from(self.of[usize::from(candidate)])];
            search.contradiction(on, (candidate, true), &mut self.counter, None);
        }
        if places.contradicts(at, false) {
            self.follow_off(search, candidate, nodes)?;
            search.contradiction(&self.off, (candidate, false), &mut self.counter, None);
        }
        Ok(())
    }

    /// Finds the conclusions from both states of a candidate.
    fn binary(
        &mut self,
        search: &mut Search<'_, '_>,
        candidate: u16,
        double: bool,
        nodes: &Nodes<'_>,
    ) -> Result<(), Stop> {
        if let Some(level) = search.level {
            nodes.checkpoint()?;
            let off_contradicts = self.bounds.contradicts(level, candidate, false);
            if off_contradicts {
                self.follow_off(search, candidate, nodes)?;
            }
            let needs_both = double && {
                let off = if off_contradicts {
                    self.bounds.concluded(&self.off)
                } else {
                    self.bounds.reached(level, candidate, false)
                };
                !off.and(&self.reached(search, level, candidate, nodes)?).is_empty()
            };
            if needs_both {
                self.follow(search, candidate, nodes)?;
                if !off_contradicts {
                    self.follow_off(search, candidate, nodes)?;
                }
            } else {
                if self.bounds.contradicts(level, candidate, true) {
                    self.follow(search, candidate, nodes)?;
                    let nested = as_rules(&self.nested);
                    let on = &self.branches[usize::from(self.of[usize::from(candidate)])];
                    search.contradiction(on, (candidate, true), &mut self.counter, nested);
                }
                let nested = as_rules(&self.nested);
                if off_contradicts {
                    search.contradiction(&self.off, (candidate, false), &mut self.counter, nested);
                }
                return Ok(());
            }
        } else {
            self.follow(search, candidate, nodes)?;
            self.follow_off(search, candidate, nodes)?;
        }
        let on = &self.branches[usize::from(self.of[usize::from(candidate)])];
        let off = &self.off;
        let nested = as_rules(&self.nested);
        for (branch, source_on) in [(on, true), (off, false)] {
            search.contradiction(branch, (candidate, source_on), &mut self.counter, nested);
        }
        if !double {
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

    /// Finds the conclusions of the houses in which the cell of a candidate is the first place of its digit.
    fn regions(
        &mut self,
        search: &mut Search<'_, '_>,
        candidate: u16,
        nodes: &Nodes<'_>,
    ) -> Result<(), Stop> {
        let (at, digit) = (cell(candidate), digit(candidate));
        let [row, column, r#box] = HOUSES_OF[at.index()];
        let technique = match search.reach {
            Reach::Static => Technique::RegionForcingChains,
            _ => Technique::DynamicRegionForcingChains,
        };
        for (house, place) in [r#box, row, column] {
            let places = search.position.places(usize::from(house), digit);
            if places.count_ones() < 2
                || places.trailing_zeros() != u32::from(place)
                || !search.worth.houses[usize::from(house)].contains(digit)
            {
                continue;
            }
            let mut all = [0; 9];
            let mut n = 0;
            for place in members(places) {
                all[n] = number(HOUSES[usize::from(house)][place], digit);
                n += 1;
            }
            self.intersect(search, technique, &all[..n], house, nodes)?;
        }
        Ok(())
    }

    /// Finds the common conclusions of the branches of a cell or house.
    fn intersect(
        &mut self,
        search: &mut Search<'_, '_>,
        technique: Technique,
        sources: &[u16],
        reason: Reason,
        nodes: &Nodes<'_>,
    ) -> Result<(), Stop> {
        if let Some(level) = search.level {
            let mut all = Reached::ALL;
            for &source in sources {
                all = all.and(&self.reached(search, level, source, nodes)?);
                if all.is_empty() {
                    return Ok(());
                }
            }
        }
        for &source in sources {
            self.follow(search, source, nodes)?;
        }
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
                    as_rules(&self.nested),
                );
            }
        }
        Ok(())
    }

    /// The possible conclusions of the branch of a candidate being on. The branch is computed only if it may end in a
    /// contradiction.
    fn reached(
        &mut self,
        search: &Search<'_, '_>,
        level: usize,
        candidate: u16,
        nodes: &Nodes<'_>,
    ) -> Result<Reached, Stop> {
        if let Some(reached) = self.reached[usize::from(candidate)] {
            return Ok(reached);
        }
        let reached = if self.bounds.contradicts(level, candidate, true) {
            self.follow(search, candidate, nodes)?;
            let branch = &self.branches[usize::from(self.of[usize::from(candidate)])];
            self.bounds.concluded(branch)
        } else {
            self.bounds.reached(level, candidate, true)
        };
        self.reached[usize::from(candidate)] = Some(reached);
        Ok(reached)
    }
}

/// The nested techniques of a producer.
fn rules(nested: &mut Option<Box<Nested>>, producer: Producer) -> Option<&mut dyn Rules> {
    let nested = nested.as_mut().filter(|_| matches!(producer, Producer::DynamicPlus(_)))?;
    Some(&mut **nested)
}

fn as_rules(nested: &Option<Box<Nested>>) -> Option<&dyn Rules> {
    nested.as_deref().map(|nested| nested as &dyn Rules)
}
