//! The path of a static chain that a breadth-first search finds, in the order of that search.
//!
//! ```text
//!   level 0      level 1           level 2
//!   p on ──► r off ──► q on ──► r' off ──► q' on         each node keeps the parent that reached it first
//! ```
//!
//! Only nodes from which the end can still be reached in time are visited. For each of them, they include every parent that the
//! full search could choose, in the same order, so the first parents are the same.

use crate::logic::Position;

use super::bits::CANDIDATES;
use super::closure::{ABSENT, Closure, common, join, meet, members};
use super::links::{Reason, START, strong, weak};

/// A node of the tree of first parents.
#[derive(Clone, Copy)]
pub(super) struct Traced {
    /// Twice the number of the candidate, plus 1 if it is on.
    pub(super) what: u16,
    pub(super) reason: Reason,
    /// The index of its parent. The start is its own parent.
    pub(super) parent: u16,
}

/// The tree, with marks for its nodes.
pub(super) struct Tracer {
    pub(super) nodes: Vec<Traced>,
    /// The index at which the last level of ons begins.
    pub(super) last: usize,
    seen: Box<[u32; 2 * CANDIDATES]>,
    epoch: u32,
    /// The nodes needed at each level, one row per level.
    wanted: Vec<u64>,
}

impl Tracer {
    pub(super) fn new() -> Tracer {
        Tracer {
            nodes: Vec::new(),
            last: 0,
            seen: Box::new([0; 2 * CANDIDATES]),
            epoch: 0,
            wanted: Vec::new(),
        }
    }

    /// Grows the tree from `start` on (or off) to the `targets` at `level`.
    pub(super) fn grow<const W: usize>(
        &mut self,
        position: &Position,
        closure: &Closure,
        (start, on): (usize, bool),
        level: usize,
        targets: [u64; W],
    ) {
        self.wanted.clear();
        self.wanted.resize((level + 1) * W, 0);
        let wanted = self.wanted.as_chunks_mut::<W>().0;
        wanted[level] = targets;
        let first = usize::from(!on);
        for k in (first..level).rev() {
            let mut before = [0; W];
            for node in members(wanted[k + 1]) {
                join(&mut before, closure.back(node));
            }
            let reached = if on { *closure.level(k, start) } else { closure.off_level(k, start) };
            wanted[k] = common(&before, &reached);
        }
        self.epoch += 1;
        self.nodes.clear();
        self.last = 0;
        let what = 2 * closure.candidates[start] + u16::from(on);
        self.nodes.push(Traced { what, reason: START, parent: 0 });
        if on {
            self.seen[usize::from(what)] = self.epoch;
        } else {
            self.last = 1;
            self.turn_on(position, closure, 0, &wanted_row::<W>(&self.wanted, 1));
        }
        for k in first..level {
            let row = wanted_row::<W>(&self.wanted, k + 1);
            let ons = self.last..self.nodes.len();
            let offs = self.nodes.len();
            for node in ons {
                self.turn_off(position, closure, node, &row);
            }
            self.last = self.nodes.len();
            for node in offs..self.last {
                self.turn_on(position, closure, node, &row);
            }
        }
    }

    /// Adds the nodes that a node turns off, if they turn on a needed node.
    fn turn_off<const W: usize>(
        &mut self,
        position: &Position,
        closure: &Closure,
        node: usize,
        row: &[u64; W],
    ) {
        weak(position, self.nodes[node].what >> 1, closure.system, |other, reason| {
            let index = closure.node[usize::from(other)];
            let what = 2 * other;
            if index != ABSENT
                && self.seen[usize::from(what)] != self.epoch
                && meet(closure.strong(usize::from(index)), row)
            {
                self.seen[usize::from(what)] = self.epoch;
                self.nodes.push(Traced { what, reason, parent: node as u16 });
            }
            true
        });
    }

    /// Adds the needed nodes that a node turns on.
    fn turn_on<const W: usize>(
        &mut self,
        position: &Position,
        closure: &Closure,
        node: usize,
        row: &[u64; W],
    ) {
        strong(position, self.nodes[node].what >> 1, closure.system, |other, reason| {
            let index = usize::from(closure.node[usize::from(other)]);
            let what = 2 * other + 1;
            if row[index / 64] >> (index % 64) & 1 != 0
                && self.seen[usize::from(what)] != self.epoch
            {
                self.seen[usize::from(what)] = self.epoch;
                self.nodes.push(Traced { what, reason, parent: node as u16 });
            }
        });
    }

    /// The nodes from `node` back to the start.
    pub(super) fn path(&self, node: usize) -> impl Iterator<Item = Traced> + '_ {
        let mut next = Some(node);
        std::iter::from_fn(move || {
            let at = next?;
            let traced = self.nodes[at];
            next = (at != 0).then_some(usize::from(traced.parent));
            Some(traced)
        })
    }
}

fn wanted_row<const W: usize>(wanted: &[u64], level: usize) -> [u64; W] {
    wanted.as_chunks::<W>().0[level]
}
