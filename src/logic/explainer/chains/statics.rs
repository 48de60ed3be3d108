//! Forcing chains of one branch and cycles (cycles.rs), without removing candidates along the way.
//!
//! ```text
//!   forcing chain   p on  ⇒ … ⇒ p off       p cannot be on
//!                   p off ⇒ … ⇒ p on        p must be on
//!   cycle           p on ⇒ a off ⇒ b on ⇒ … ⇒ r off ⇒ p on     either all ons or all offs are true, so a candidate that
//!                                                               sees an on and an off of its digit is false
//! ```
//!
//! There are three kinds of runs: links within a digit (X), cells with two candidates (Y, cycles only), and all links. The
//! levels of [`Closure`] give the length of the shortest chain of each start. A path is traced only for cycles, and for chains
//! that are shown.

use crate::control::Stop;
use crate::logic::nodes::Nodes;
use crate::logic::{Position, Technique};

use super::bits::{Bits, CANDIDATES, cell, digit, number};
use super::closure::{ABSENT, Closure, common, meet, members, open, with_words};
use super::complexity::{END, Walked};
use super::hint::{ChainHint, NOTHING, is_cycle};
use super::links::{Reason, START, System, strong, weak};
use super::producer::{Producer, Scale};
use super::trace::{Traced, Tracer};
use super::useful::{StaticSink, UsefulStatics};

/// The search and its buffers.
pub(super) struct Statics {
    /// One run for each digit, one for cells with two candidates, one for all links.
    pub(super) runs: Vec<Closure>,
    pub(super) tracer: Tracer,
    /// Scratch: the lowest rating of a hint that removes each candidate.
    best: Option<Box<[f64; CANDIDATES]>>,
}

/// The run of cells with two candidates, and the run of all links.
pub(super) const Y: usize = 9;
pub(super) const XY: usize = 10;

impl Statics {
    pub(super) fn new() -> Statics {
        Statics {
            runs: (0..11).map(|_| Closure::new()).collect(),
            tracer: Tracer::new(),
            best: None,
        }
    }

    /// The most preferred hint.
    pub(super) fn first(
        &mut self,
        position: &Position,
        scale: Scale,
        nodes: &Nodes<'_>,
    ) -> Result<Option<ChainHint>, Stop> {
        let mut best = None;
        self.search(position, scale, &mut StaticSink::First(&mut best), nodes)?;
        Ok(best)
    }

    /// All hints, in the order of creation.
    pub(super) fn all(
        &mut self,
        position: &Position,
        scale: Scale,
        hints: &mut Vec<ChainHint>,
        nodes: &Nodes<'_>,
    ) -> Result<(), Stop> {
        self.search(position, scale, &mut StaticSink::All(hints), nodes)
    }

    /// Hints that remove all candidates in `removable`. They include every hint that is the first in the order of preference to
    /// remove some candidate.
    pub(super) fn useful(
        &mut self,
        position: &Position,
        scale: Scale,
        removable: &Bits,
        hints: &mut Vec<ChainHint>,
        nodes: &Nodes<'_>,
    ) -> Result<(), Stop> {
        let mut best = self.best.take().unwrap_or_else(|| Box::new([0.0; CANDIDATES]));
        best.fill(f64::INFINITY);
        let mut sink = StaticSink::Useful(Box::new(UsefulStatics {
            hints,
            removable: *removable,
            left: *removable,
            best: &mut best,
            limit: f64::INFINITY,
        }));
        for run in [XY, 0, 1, 2, 3, 4, 5, 6, 7, 8, Y] {
            nodes.checkpoint()?;
            let words = self.take(position, run);
            let closure = &mut self.runs[run];
            with_words!(words, closure.link(position));
            if run != Y {
                with_words!(words, self.chains(position, run, scale, &mut sink));
            }
            if let StaticSink::Useful(useful) = &mut sink {
                useful.limit();
            }
        }
        for run in 0..11 {
            let words = self.runs[run].words;
            with_words!(words, self.cycles(position, run, scale, &mut sink));
        }
        self.best = Some(best);
        Ok(())
    }

    fn search(
        &mut self,
        position: &Position,
        scale: Scale,
        sink: &mut StaticSink<'_>,
        nodes: &Nodes<'_>,
    ) -> Result<(), Stop> {
        for run in 0..11 {
            let rating = |technique| (scale.rating)(Producer::Static, technique, 4);
            let shortest = match run {
                Y => rating(Technique::YCycle),
                XY => rating(Technique::XyCycle).min(rating(Technique::ForcingChain)),
                _ => rating(Technique::XCycle).min(rating(Technique::ForcingXChain)),
            };
            if !sink.wants(shortest, 4) {
                continue;
            }
            nodes.checkpoint()?;
            let words = self.take(position, run);
            with_words!(words, self.run(position, run, scale, sink));
        }
        Ok(())
    }

    /// Sets the nodes of a run. Returns the number of words in a row.
    fn take(&mut self, position: &Position, run: usize) -> usize {
        let closure = &mut self.runs[run];
        match run {
            Y => {
                let two = |&candidate: &u16| position.candidates(cell(candidate)).len() == 2;
                closure.take(System::Y, open(position).filter(two))
            }
            XY => closure.take(System::Xy, open(position)),
            _ => {
                let digit = run as u8 + 1;
                closure.take(System::X, position.cells(digit).iter().map(|at| number(at, digit)))
            }
        }
    }

    fn run<const W: usize>(
        &mut self,
        position: &Position,
        run: usize,
        scale: Scale,
        sink: &mut StaticSink<'_>,
    ) {
        let closure = &mut self.runs[run];
        closure.link::<W>(position);
        if run != Y {
            self.chains::<W>(position, run, scale, sink);
        }
        self.cycles::<W>(position, run, scale, sink);
    }

    /// Finds forcing chains: for each start, the first level at which its opposite is reached.
    fn chains<const W: usize>(
        &mut self,
        position: &Position,
        run: usize,
        scale: Scale,
        sink: &mut StaticSink<'_>,
    ) {
        let closure = &mut self.runs[run];
        let technique = if run == XY { Technique::ForcingChain } else { Technique::ForcingXChain };
        if !scale.allowed.contains(technique) {
            return;
        }
        let n = closure.candidates.len();
        // The starts whose chain from on (from off) has been found.
        let mut found = [[0u64; W]; 2];
        for level in 0.. {
            let complexity = 2 * level + 2;
            let rating = (scale.rating)(Producer::Static, technique, complexity);
            if let StaticSink::Useful(useful) = sink
                && useful.limit == f64::INFINITY
            {
                useful.limit();
            }
            if !sink.wants(rating, complexity) || !closure.extend::<W>(level) {
                return;
            }
            for start in 0..n {
                let on = meet(closure.level::<W>(level, start), closure.weak(start));
                let back = closure.back::<W>(start);
                let off = members(*closure.strong::<W>(start))
                    .any(|node| meet(closure.level(level, node), back));
                for (from_on, closes) in [(true, on), (false, off)] {
                    let found = &mut found[usize::from(from_on)];
                    if !closes || found[start / 64] >> (start % 64) & 1 != 0 {
                        continue;
                    }
                    found[start / 64] |= 1 << (start % 64);
                    let candidate = closure.candidates[start];
                    if position.candidates(cell(candidate)).len() < 2 {
                        continue;
                    }
                    let complexity = if from_on { complexity } else { complexity + 2 };
                    let mut hint = ChainHint {
                        producer: Producer::Static,
                        scale,
                        technique,
                        rating: (scale.rating)(Producer::Static, technique, complexity),
                        complexity,
                        rank: (scale.rank)(technique),
                        created: created(run, candidate, 0xfffe + u32::from(!from_on)),
                        source: (candidate, from_on),
                        target: (candidate, !from_on),
                        through: (0, 0),
                        removed: Bits::NONE,
                        placed: NOTHING,
                    };
                    if hint.conclude(position, (candidate, !from_on)) {
                        sink.offer(hint);
                    }
                }
            }
        }
    }

    /// Prepares [`Statics::walk`] for a hint of an earlier search.
    pub(super) fn prepare(&mut self, position: &Position, hint: &ChainHint) {
        let run = run_of(hint);
        let words = self.take(position, run);
        let closure = &mut self.runs[run];
        with_words!(words, closure.link(position));
    }

    /// Finds the chain of a hint of the last search again: its conclusions from the end back to the start.
    pub(super) fn walk(&mut self, position: &Position, hint: &ChainHint, walk: &mut Vec<Walked>) {
        let run = run_of(hint);
        let words = self.runs[run].words;
        with_words!(words, self.walk_run(position, run, hint, walk));
    }

    fn walk_run<const W: usize>(
        &mut self,
        position: &Position,
        run: usize,
        hint: &ChainHint,
        walk: &mut Vec<Walked>,
    ) {
        let closure = &mut self.runs[run];
        let (candidate, on) = hint.source;
        let start = usize::from(closure.node[usize::from(candidate)]);
        let level = hint.complexity / 2 - 1;
        closure.extend::<W>(level);
        let tracer = &mut self.tracer;
        if is_cycle(hint.technique) {
            let (last, off) = hint.through;
            let mut end = [0; W];
            let node = closure.node[usize::from(last)];
            end[usize::from(node) / 64] |= 1 << (node % 64);
            tracer.grow(position, closure, (start, true), level, end);
            let through = reason_of(position, closure, off, candidate);
            walk.push(Walked { what: 2 * candidate + 1, reason: through });
            walk.push(Walked { what: 2 * off, reason: reason_off(position, closure, last, off) });
            let path = tracer.path(tracer.last).filter(|traced| traced.reason != START);
            walk.extend(path.map(Walked::from));
        } else if on {
            let ends = common(closure.level::<W>(level, start), closure.weak(start));
            tracer.grow(position, closure, (start, true), level, ends);
            let last = tracer.nodes[tracer.last].what >> 1;
            let reason = reason_off(position, closure, last, candidate);
            walk.push(Walked { what: 2 * candidate, reason });
            walk.extend(tracer.path(tracer.last).map(Walked::from));
        } else {
            let ends = common(&closure.off_level::<W>(level, start), closure.back(start));
            tracer.grow(position, closure, (start, false), level, ends);
            let strong = closure.strong::<W>(start);
            for end in tracer.last..tracer.nodes.len() {
                let mut found = None;
                weak(position, tracer.nodes[end].what >> 1, closure.system, |off, reason| {
                    let node = closure.node[usize::from(off)];
                    if node != ABSENT && strong[usize::from(node) / 64] >> (node % 64) & 1 != 0 {
                        found = Some(Walked { what: 2 * off, reason });
                    }
                    found.is_none()
                });
                if let Some(off) = found {
                    let reason = reason_of(position, closure, off.what >> 1, candidate);
                    walk.push(Walked { what: 2 * candidate + 1, reason });
                    walk.push(off);
                    walk.extend(tracer.path(end).map(Walked::from));
                    break;
                }
            }
        }
        walk.push(END);
    }
}

/// The run that finds a hint.
fn run_of(hint: &ChainHint) -> usize {
    match hint.technique {
        Technique::YCycle => Y,
        Technique::XCycle | Technique::ForcingXChain => usize::from(digit(hint.source.0)) - 1,
        _ => XY,
    }
}

impl From<Traced> for Walked {
    fn from(traced: Traced) -> Walked {
        Walked { what: traced.what, reason: traced.reason }
    }
}

/// The reason why `from` off turns `to` on.
fn reason_of(position: &Position, closure: &Closure, from: u16, to: u16) -> Reason {
    let mut found = START;
    strong(position, from, closure.system, |other, reason| {
        if other == to && found == START {
            found = reason;
        }
    });
    found
}

/// The reason why `from` on turns `to` off.
fn reason_off(position: &Position, closure: &Closure, from: u16, to: u16) -> Reason {
    let mut found = START;
    weak(position, from, closure.system, |other, reason| {
        if other == to {
            found = reason;
        }
        other != to
    });
    found
}

/// The key of a static hint in the order of creation.
pub(super) fn created(run: usize, start: u16, index: u32) -> u32 {
    let run = run.saturating_sub(8) as u32;
    (run * 729 + u32::from(start)) << 16 | index
}
