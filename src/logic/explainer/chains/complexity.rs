//! The length of a chain: how many conclusions its end rests on.
//!
//! ```text
//!   node      0   1   2   3   4   5   6   7        parents come before their children, so one pass from the end
//!   marked    x       x   x           x   end      towards the start marks all ancestors
//! ```
//!
//! A chain with several branches adds up the counts of its ends; what two branches share counts twice. A chain that is used
//! within a branch adds its own length once, however many ends rest on it.

use super::branch::{Branch, PATTERNS};
use super::links::{Reason, START};

/// Counts ancestors, and remembers the chains used within.
pub(super) struct Counter {
    marks: Vec<u64>,
    /// The chains used within, each once.
    nested: Vec<u32>,
    queue: Vec<u16>,
}

/// A conclusion on a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Walked {
    /// Twice the number of the candidate, plus 1 if it is on; [`END`] after the last ancestor of an end.
    pub(super) what: u16,
    pub(super) reason: Reason,
}

/// Ends the list of one end's ancestors.
pub(super) const END: Walked = Walked { what: u16::MAX, reason: START };

impl Counter {
    pub(super) fn new() -> Counter {
        Counter { marks: Vec::new(), nested: Vec::new(), queue: Vec::new() }
    }

    /// Begins to count for a hint.
    pub(super) fn begin(&mut self) {
        self.nested.clear();
    }

    /// The chains used within what has been counted.
    pub(super) fn nested(&self) -> &[u32] {
        &self.nested
    }

    /// The number of conclusions that `end` rests on, itself included; the chains used within are added to
    /// [`Counter::nested`].
    pub(super) fn count(&mut self, branch: &Branch, end: u16) -> usize {
        let length = &branch.nodes[usize::from(end)].length;
        if length.get() == 0 {
            let total = self.walk_back(branch, end);
            // A branch that uses chains is walked over again, for they count once only.
            if !branch.uses_chains {
                length.set(total as u16);
            }
            return total;
        }
        usize::from(length.get())
    }

    fn walk_back(&mut self, branch: &Branch, end: u16) -> usize {
        let end = usize::from(end);
        self.marks.clear();
        self.marks.resize(end / 64 + 1, 0);
        self.marks[end / 64] |= 1 << (end % 64);
        let mut total = 0;
        for word in (0..=end / 64).rev() {
            while self.marks[word] != 0 {
                let bit = 63 - self.marks[word].leading_zeros() as usize;
                self.marks[word] &= !(1 << bit);
                total += 1;
                let node = &branch.nodes[64 * word + bit];
                if node.nested < PATTERNS && !self.nested.contains(&node.nested) {
                    self.nested.push(node.nested);
                }
                for &parent in branch.parents_of(node) {
                    self.marks[usize::from(parent) / 64] |= 1 << (parent % 64);
                }
            }
        }
        total
    }

    /// Adds the conclusions that `end` rests on, itself first, breadth first. `start` is the reason of the assumption.
    pub(super) fn walk(
        &mut self,
        branch: &Branch,
        end: u16,
        start: Reason,
        walk: &mut Vec<Walked>,
    ) {
        self.marks.clear();
        self.marks.resize(branch.nodes.len() / 64 + 1, 0);
        self.queue.clear();
        self.queue.push(end);
        self.marks[usize::from(end) / 64] |= 1 << (end % 64);
        let mut next = 0;
        while let Some(&node) = self.queue.get(next) {
            next += 1;
            let node = &branch.nodes[usize::from(node)];
            let reason = if node.reason == START { start } else { node.reason };
            walk.push(Walked { what: node.what, reason });
            for &parent in branch.parents_of(node) {
                let mark = &mut self.marks[usize::from(parent) / 64];
                if *mark >> (parent % 64) & 1 == 0 {
                    *mark |= 1 << (parent % 64);
                    self.queue.push(parent);
                }
            }
        }
        walk.push(END);
    }
}
