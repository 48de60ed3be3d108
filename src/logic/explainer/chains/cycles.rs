//! Cycles without removing candidates along the way, and their eliminations.
//!
//! For a cycle that removes z, there is a forcing chain from z, through the cycle, that turns on the start of the cycle and is
//! at most two nodes longer. So most starts need no search for cycles.

use crate::logic::grid9::cells::PEER_SETS;
use crate::logic::{CellSet, Position, Technique};

use super::bits::{Bits, cell, digit, number};
use super::closure::{ABSENT, Closure, common, join, meet, members};
use super::hint::{ChainHint, NOTHING};
use super::links::weak;
use super::producer::{Producer, Scale};
use super::statics::{Statics, XY, Y, created};
use super::trace::Traced;
use super::useful::StaticSink;

impl Statics {
    /// Finds cycles, shorter ones first, then in the order of starts.
    pub(super) fn cycles<const W: usize>(
        &mut self,
        position: &Position,
        run: usize,
        scale: Scale,
        sink: &mut StaticSink<'_>,
    ) {
        let technique = match run {
            Y => Technique::YCycle,
            XY => Technique::XyCycle,
            _ => Technique::XCycle,
        };
        if !scale.allowed.contains(technique) {
            return;
        }
        let n = self.runs[run].candidates.len();
        for level in 1.. {
            let complexity = 2 * level + 2;
            let rating = (scale.rating)(Producer::Static, technique, complexity);
            let closure = &mut self.runs[run];
            if !sink.wants(rating, complexity) || !closure.extend::<W>(level) {
                return;
            }
            closure.extend::<W>(level + 1);
            let mut victims = if run == Y { [!0; W] } else { victims(closure, level + 1) };
            if let (StaticSink::Useful(useful), true) = (&sink, run != Y) {
                for node in members(victims) {
                    if useful.best[usize::from(closure.candidates[node])] < rating {
                        victims[node / 64] &= !(1 << (node % 64));
                    }
                }
            }
            if victims == [0; W] {
                continue;
            }
            for start in 0..n {
                let closure = &self.runs[run];
                let ends = common(closure.level::<W>(level, start), closure.back(start));
                let candidate = closure.candidates[start];
                if ends == [0; W]
                    || position.candidates(cell(candidate)).len() < 2
                    || run != Y && !promising(closure, start, level, &victims)
                {
                    continue;
                }
                self.cycles_from(position, run, start, level, ends, |index, through, removed| {
                    sink.offer(ChainHint {
                        producer: Producer::Static,
                        scale,
                        technique,
                        rating,
                        complexity,
                        rank: (scale.rank)(technique),
                        created: created(run, candidate, 256 * level as u32 + index),
                        source: (candidate, true),
                        target: (candidate, true),
                        through,
                        removed,
                        placed: NOTHING,
                    });
                });
            }
        }
    }

    /// The cycles of one start that close at a level, in the order of the search, with their eliminations.
    fn cycles_from<const W: usize>(
        &mut self,
        position: &Position,
        run: usize,
        start: usize,
        level: usize,
        ends: [u64; W],
        mut report: impl FnMut(u32, (u16, u16), Bits),
    ) {
        let closure = &self.runs[run];
        let tracer = &mut self.tracer;
        tracer.grow(position, closure, (start, true), level, ends);
        let strong = closure.strong::<W>(start);
        let mut index = 0;
        for end in tracer.last..tracer.nodes.len() {
            let on = tracer.nodes[end].what >> 1;
            weak(position, on, closure.system, |off, _| {
                let node = closure.node[usize::from(off)];
                if node == ABSENT
                    || strong[usize::from(node) / 64] >> (node % 64) & 1 == 0
                    || tracer.path(end).any(|traced| traced.what == 2 * off)
                {
                    return true;
                }
                let removed = removed(position, off, tracer.path(end));
                if !removed.is_empty() {
                    report(index, (on, off), removed);
                }
                index += 1;
                true
            });
        }
    }
}

/// The nodes that a forcing chain of at most `level` turns off.
fn victims<const W: usize>(closure: &Closure, level: usize) -> [u64; W] {
    let mut victims = [0; W];
    for start in 0..closure.candidates.len() {
        let weak = closure.weak::<W>(start);
        if (1..=level.min(closure.known - 1)).any(|k| meet(closure.level(k, start), weak)) {
            victims[start / 64] |= 1 << (start % 64);
        }
    }
    victims
}

/// Whether a cycle from `start` that closes at `level` can remove one of the victims. The victim must see an on of the cycle
/// and an off (which is an on of the reversed cycle), and must turn on the start.
fn promising<const W: usize>(
    closure: &Closure,
    start: usize,
    level: usize,
    victims: &[u64; W],
) -> bool {
    let mut victims = *victims;
    let (mut by_on, mut by_off) = ([0; W], [0; W]);
    for k in 0..=level {
        for on in members(*closure.level::<W>(k, start)) {
            join(&mut by_on, closure.weak(on));
        }
    }
    victims = common(&victims, &by_on);
    if victims == [0; W] {
        return false;
    }
    for k in 1..=level + 1 {
        for on in members(closure.off_level::<W>(k, start)) {
            join(&mut by_off, closure.weak(on));
        }
    }
    victims = common(&victims, &by_off);
    members(victims).any(|victim| {
        (0..=(level + 1).min(closure.known - 1))
            .any(|k| closure.level::<W>(k, victim)[start / 64] >> (start % 64) & 1 != 0)
    })
}

/// The eliminations of a cycle: candidates outside its cells that see an on and an off of their digit.
fn removed(position: &Position, last: u16, path: impl Iterator<Item = Traced>) -> Bits {
    let mut seen = [[CellSet::NONE; 2]; 9];
    let mut cells = CellSet::NONE;
    let mut enter = |candidate: u16, on: bool| {
        let at = cell(candidate);
        cells.insert(at);
        let seen = &mut seen[usize::from(digit(candidate)) - 1][usize::from(on)];
        *seen |= PEER_SETS[at.index()];
    };
    enter(last, false);
    for traced in path {
        enter(traced.what >> 1, traced.what & 1 != 0);
    }
    let mut removed = Bits::NONE;
    for (digit, [off, on]) in (1..=9).zip(seen) {
        for at in (off & on & position.cells(digit)).without(cells).iter() {
            removed.insert(number(at, digit));
        }
    }
    removed
}
