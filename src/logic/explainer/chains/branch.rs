//! The conclusions from one assumption, each with its parents, the conclusions from which it follows.
//!
//! ```text
//!   nodes    0: r1c1.5 on   1: r1c1.7 off   2: r1c4.5 off   3: r1c4.8 on   …      in the order of discovery
//!   parents  -              0               0               2 [and earlier removals]
//! ```
//!
//! *Invariant.* Parents have smaller numbers than their children. So one pass from a node back to the start, without a stack,
//! finds all its ancestors.

use std::cell::Cell;

use crate::board::Digits;
use crate::logic::Technique;

use super::bits::{Bits, CANDIDATES};
use super::links::Reason;

/// No nested technique.
pub(super) const NONE: u32 = u32::MAX;
/// Numbers from here on refer to [`Branch::patterns`], and smaller ones to nested chains.
pub(super) const PATTERNS: u32 = 1 << 31;

/// A nested pattern: locked candidates, a pair or an X-wing, with the data for its description.
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
    /// The reason.
    pub(super) reason: Reason,
    /// The number of parents.
    pub(super) count: u16,
    /// The number of conclusions on the longest path from the start to this node, both included.
    pub(super) depth: u16,
    /// The index of its first parent in [`Branch::parents`].
    pub(super) first: u32,
    /// The nested chain or pattern that concludes it, if that is the reason.
    pub(super) nested: u32,
    /// The number of its ancestors, itself included; 0 if not counted yet.
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
    /// The candidates that are on.
    pub(super) on: Bits,
    /// The candidates that are off.
    pub(super) off: Bits,
    pub(super) nodes: Vec<Node>,
    pub(super) parents: Vec<u16>,
    pub(super) patterns: Vec<Shape>,
    /// Whether some node follows from a nested chain.
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

    /// The node of a member of `on` or `off`.
    #[inline]
    pub(super) fn node_of(&self, candidate: u16, on: bool) -> u16 {
        self.at[usize::from(2 * candidate + u16::from(on))]
    }

    /// Adds a node whose parents start at `first`. The node is not added to `on` or `off`.
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

    /// Adds the last node to `on` or `off`.
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

    /// The members of `on` (or `off`), in the order of discovery.
    pub(super) fn settled(&self, on: bool) -> impl Iterator<Item = u16> + '_ {
        let end = self.nodes.len() - usize::from(self.clash.is_some());
        self.nodes[..end].iter().filter(move |node| node.on() == on).map(Node::candidate)
    }
}
