//! Forcing chains: what an assumption contradicts, and what all alternatives have in common.
//!
//! ```text
//!   contradiction   p  ⇒  x on and off, or a cell with all digits off, or a house with all places of a digit off
//!   verity          p on, p off  ⇒  the same          all digits of a cell  ⇒  the same
//!                                                      all places of a digit in a house  ⇒  the same
//! ```
//!
//! Here only the sets of what follows count, as rows of bits, and no ways. A placement is preferred to an elimination, then
//! the lowest cell, then the lowest digit.

use crate::board::HOUSES;
use crate::logic::{Candidate, Position};

use super::graph::{Graph, NOTHING};

/// The bits of nodes that are off.
const OFF: u64 = 0x5555_5555_5555_5555;

/// What follows from each node, as bits.
pub(super) struct Closure {
    rows: Vec<u64>,
    words: usize,
    /// Scratch.
    reached: Vec<u64>,
    done: Vec<u64>,
}

/// What a set of tables proves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Effect {
    /// Placements come before eliminations.
    pub(super) removes: bool,
    pub(super) candidate: Candidate,
}

impl Closure {
    pub(super) fn new() -> Closure {
        Closure { rows: Vec::new(), words: 0, reached: Vec::new(), done: Vec::new() }
    }

    /// What follows from a node.
    #[inline]
    pub(super) fn row(&self, node: u16) -> &[u64] {
        &self.rows[usize::from(node) * self.words..][..self.words]
    }

    /// Follows all links of a graph.
    ///
    /// Nodes are completed in order; where a way meets a complete one, all that follows from it is known at once.
    pub(super) fn build(&mut self, graph: &Graph) {
        self.build_rows(graph.len(), graph.words, |node| graph.row(node));
    }

    /// Takes rows as they are.
    pub(super) fn raw(&mut self, _len: usize, words: usize, rows: &[u64]) {
        self.words = words;
        self.rows.clear();
        self.rows.extend_from_slice(rows);
    }

    /// Follows relations given as rows.
    pub(super) fn build_rows<'a>(&mut self, len: usize, words: usize, direct: impl Fn(u16) -> &'a [u64]) {
        self.words = words;
        self.rows.clear();
        for start in 0..len as u16 {
            self.reached.clear();
            self.reached.extend_from_slice(direct(start));
            self.done.clear();
            self.done.resize(self.words, 0);
            insert(&mut self.reached, start);
            insert(&mut self.done, start);
            let mut word = 0;
            while word < self.words {
                let pending = self.reached[word] & !self.done[word];
                if pending == 0 {
                    word += 1;
                    continue;
                }
                let node = (64 * word) as u16 + pending.trailing_zeros() as u16;
                if node < start {
                    let row = &self.rows[usize::from(node) * self.words..][..self.words];
                    join(&mut self.reached, row);
                    join(&mut self.done, row);
                } else {
                    join(&mut self.reached, direct(node));
                    insert(&mut self.done, node);
                }
                word = 0;
            }
            self.rows.extend_from_slice(&self.reached);
        }
    }
}

#[inline]
fn insert(set: &mut [u64], node: u16) {
    set[usize::from(node / 64)] |= 1 << (node % 64);
}

#[inline]
fn join(set: &mut [u64], other: &[u64]) {
    for (word, more) in set.iter_mut().zip(other) {
        *word |= more;
    }
}

#[inline]
fn contains(set: &[u64], node: u16) -> bool {
    set[usize::from(node / 64)] >> (node % 64) & 1 != 0
}

/// The alternatives of which one is true: all digits of a cell, all places of a digit in a house. As nodes that are on.
pub(super) fn alternatives(position: &Position, graph: &Graph) -> Vec<Vec<u16>> {
    let mut all = Vec::new();
    for cell in position.empty().iter() {
        all.push(position.candidates(cell).iter().map(|digit| graph.node(cell, digit, true)).collect());
    }
    for (house, cells) in HOUSES.iter().enumerate() {
        for digit in 1..=9 {
            let places = position.places(house, digit);
            if places != 0 {
                let places = (0..9).filter(|place| places >> place & 1 != 0);
                all.push(places.map(|place| graph.node(cells[place], digit, true)).collect());
            }
        }
    }
    all
}

/// The preferred of all effects.
pub(super) fn first(position: &Position, graph: &Graph, closure: &Closure) -> Option<Effect> {
    let mut best: Option<Effect> = None;
    let mut note = |node: u16, on: bool| {
        if let Some(candidate) = graph.candidate(node) {
            let effect = Effect { removes: !on, candidate };
            if best.is_none_or(|best| effect < best) {
                best = Some(effect);
            }
        }
    };
    let alternatives = alternatives(position, graph);
    let of_candidates = 2 * graph.candidates.len() as u16;
    for start in 0..of_candidates {
        let row = closure.row(start);
        let clash = row.iter().enumerate().any(|(k, word)| {
            let both = word & word >> 1 & OFF;
            let below = (i32::from(of_candidates) - 64 * k as i32).clamp(0, 64);
            both & (u64::MAX.checked_shr(64 - below as u32).unwrap_or(0)) != 0
        });
        let none_left = || {
            alternatives.iter().any(|nodes| nodes.iter().all(|&node| contains(row, node - 1)))
        };
        if clash || none_left() {
            note(start, start & 1 == 0);
        }
    }
    let mut common = vec![0; graph.words];
    for k in 0..of_candidates / 2 {
        for ((word, a), b) in common.iter_mut().zip(closure.row(2 * k)).zip(closure.row(2 * k + 1)) {
            *word = a & b;
        }
        members(&common, |node| note(node, node & 1 != 0));
    }
    for nodes in &alternatives {
        common.fill(u64::MAX);
        for &node in nodes {
            for (word, other) in common.iter_mut().zip(closure.row(node)) {
                *word &= other;
            }
        }
        members(&common, |node| note(node, node & 1 != 0));
    }
    let _ = NOTHING;
    best
}

fn members(set: &[u64], mut visit: impl FnMut(u16)) {
    for (k, &word) in set.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            visit((64 * k) as u16 + rest.trailing_zeros() as u16);
            rest &= rest - 1;
        }
    }
}
