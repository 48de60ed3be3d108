//! All that follows from one assumption, each conclusion with the conclusions that it rests on.
//!
//! ```text
//!   nodes    0: r1c1.5 on   1: r1c1.7 off   2: r1c4.5 off   3: r1c4.8 on   …      in the order of discovery
//!   parents  -              0               0               2 [and what had gone before]
//! ```
//!
//! *Invariant.* Parents have smaller numbers than the nodes that rest on them, so the ancestors of a node are found by one
//! pass from it back to the start, without a stack.

use std::cell::Cell;

use crate::board::Digits;
use crate::logic::Technique;

use super::bits::{Bits, CANDIDATES};
use super::links::Reason;

/// No technique within the chain.
pub(super) const NONE: u32 = u32::MAX;
/// Numbers from here on are those of [`Branch::patterns`]; smaller ones are chains.
pub(super) const PATTERNS: u32 = 1 << 31;

/// A pattern of locked candidates, pairs or an X-wing within the chain, as much as is needed to name it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) technique: Technique,
    /// The houses that prove it.
    pub(super) houses: [u8; 2],
    pub(super) digits: Digits,
}

/// One conclusion.
#[derive(Debug)]
pub(super) struct Node {
    /// Twice the number of the candidate, plus 1 if it is on.
    pub(super) what: u16,
    /// Why.
    pub(super) reason: Reason,
    /// How many parents.
    pub(super) count: u16,
    /// How many conclusions lead to it on the longest way from the start, itself included.
    pub(super) depth: u16,
    /// Where its parents begin in [`Branch::parents`].
    pub(super) first: u32,
    /// The chain or the pattern that concludes it, if the reason is a technique.
    pub(super) nested: u32,
    /// How many conclusions it rests on, itself included; 0 if they have not been counted.
    pub(super) length: Cell<u16>,
}

impl Node {
    #[inline]
    pub(super) fn candidate(&self) -> u16 {
        self.what >> 1
    }

    #[inline]
    pub(super) fn on(&self) -> bool {
        self.what & 1 != 0
    }
}

/// The conclusions from one assumption.
pub(super) struct Branch {
    /// Candidates that are on.
    pub(super) on: Bits,
    /// Candidates that are off.
    pub(super) off: Bits,
    pub(super) nodes: Vec<Node>,
    pub(super) parents: Vec<u16>,
    pub(super) patterns: Vec<Shape>,
    /// Whether a node rests on a chain within this one.
    pub(super) uses_chains: bool,
    /// The node of each member of `on` and `off`.
    at: Box<[u16; 2 * CANDIDATES]>,
    /// The two nodes that contradict each other: on, off. The later one is the last node and in neither set.
    pub(super) clash: Option<(u16, u16)>,
}

impl Branch {
    pub(super) fn new() -> Branch {
        Branch {
            on: Bits::NONE,
            off: Bits::NONE,
            nodes: Vec::new(),
            parents: Vec::new(),
            patterns: Vec::new(),
            uses_chains: false,
            at: Box::new([0; 2 * CANDIDATES]),
            clash: None,
        }
    }

    pub(super) fn clear(&mut self) {
        self.on = Bits::NONE;
        self.off = Bits::NONE;
        self.nodes.clear();
        self.parents.clear();
        self.patterns.clear();
        self.uses_chains = false;
        self.clash = None;
    }

    /// The node of a conclusion in the sets.
    #[inline]
    pub(super) fn node_of(&self, candidate: u16, on: bool) -> u16 {
        self.at[usize::from(2 * candidate + u16::from(on))]
    }

    /// Adds a node whose parents are those from `first` on; it enters no set.
    #[inline]
    pub(super) fn push(
        &mut self,
        candidate: u16,
        on: bool,
        reason: Reason,
        first: u32,
        nested: u32,
    ) -> u16 {
        let count = (self.parents.len() - first as usize) as u16;
        let what = 2 * candidate + u16::from(on);
        let parents = self.parents[first as usize..].iter();
        let above = parents.map(|&parent| self.nodes[usize::from(parent)].depth).max();
        let depth = above.unwrap_or(0) + 1;
        self.uses_chains |= nested < PATTERNS;
        self.nodes.push(Node { what, reason, count, depth, first, nested, length: Cell::new(0) });
        (self.nodes.len() - 1) as u16
    }

    /// Enters the last node into its set.
    #[inline]
    pub(super) fn settle(&mut self, node: u16) {
        let what = self.nodes[usize::from(node)].what;
        if what & 1 != 0 {
            self.on.insert(what >> 1)
        } else {
            self.off.insert(what >> 1)
        }
        self.at[usize::from(what)] = node;
    }

    #[inline]
    pub(super) fn parents_of(&self, node: &Node) -> &[u16] {
        &self.parents[node.first as usize..node.first as usize + usize::from(node.count)]
    }

    /// The conclusions of the sets that are on (or off), in the order of discovery.
    pub(super) fn settled(&self, on: bool) -> impl Iterator<Item = u16> + '_ {
        let end = self.nodes.len() - usize::from(self.clash.is_some());
        self.nodes[..end].iter().filter(move |node| node.on() == on).map(Node::candidate)
    }
}
