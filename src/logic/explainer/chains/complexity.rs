//! The length of a chain: the number of conclusions from which its end follows.
//!
//! ```text
//!   node      0   1   2   3   4   5   6   7        parents precede their children, so one pass from the end
//!   marked    x       x   x           x   end      to the start marks all ancestors
//! ```
//!
//! The length of a chain with several branches is the sum over its ends; conclusions shared by branches count repeatedly. A
//! nested chain adds its own length once, however many ends depend on it.

use super::branch::{Branch, PATTERNS};
use super::links::{Reason, START};

/// Counts ancestors and collects nested chains.
pub(super) struct Counter {
    marks: Vec<u64>,
    /// The nested chains, without repeats.
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

/// Terminates the list of the ancestors of one end.
pub(super) const END: Walked = Walked { what: u16::MAX, reason: START };

impl Counter {
    pub(super) fn new() -> Counter {
        Counter { marks: Vec::new(), nested: Vec::new(), queue: Vec::new() }
    }

    /// Starts counting for a hint.
    pub(super) fn begin(&mut self) {
        self.nested.clear();
    }

    /// The nested chains of everything counted for the hint.
    pub(super) fn nested(&self) -> &[u32] {
        &self.nested
    }

    /// The number of ancestors of `end`, itself included. Nested chains are added to [`Counter::nested`].
    pub(super) fn count(&mut self, branch: &Branch, end: u16) -> usize {
        let length = &branch.nodes[usize::from(end)].length;
        if length.get() == 0 {
            let total = self.walk_back(branch, end);
            // A branch with nested chains is walked every time, because the chains must be collected for each hint.
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

    /// Appends `end` and its ancestors, breadth-first. `start` replaces the reason of the assumption.
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
