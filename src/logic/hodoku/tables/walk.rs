//! A table: all consequences of an assumption, found breadth-first, with the first path to each.

use super::graph::{Graph, NOTHING};

/// The consequences of an assumption.
pub(super) struct Table {
    /// In the order found; the first entry is the assumption.
    pub(super) entries: Vec<u16>,
    /// For each node, its predecessor on the path.
    before: Vec<u16>,
    distance: Vec<u16>,
    seen: Vec<u64>,
}

impl Table {
    pub(super) fn new() -> Table {
        Table { entries: Vec::new(), before: Vec::new(), distance: Vec::new(), seen: Vec::new() }
    }

    /// Fills the table of `start`.
    pub(super) fn fill(&mut self, graph: &Graph, start: u16) {
        self.entries.clear();
        self.before.resize(graph.len(), NOTHING);
        self.distance.resize(graph.len(), 0);
        self.seen.clear();
        self.seen.resize(graph.words, 0);
        self.add(start, NOTHING, 0);
        let mut next = 0;
        while let Some(&node) = self.entries.get(next) {
            next += 1;
            let row = graph.row(node);
            if row.iter().zip(&self.seen).fold(0, |new, (row, seen)| new | row & !seen) == 0 {
                continue;
            }
            let distance = self.distance[usize::from(node)] + 1;
            for &to in graph.links(node) {
                if !self.contains(to) {
                    self.add(to, node, distance);
                }
            }
        }
    }

    #[inline]
    fn add(&mut self, node: u16, before: u16, distance: u16) {
        self.entries.push(node);
        self.seen[usize::from(node / 64)] |= 1 << (node % 64);
        self.before[usize::from(node)] = before;
        self.distance[usize::from(node)] = distance;
    }

    /// Whether the table contains a node.
    #[inline]
    pub(super) fn contains(&self, node: u16) -> bool {
        self.seen[usize::from(node / 64)] >> (node % 64) & 1 != 0
    }

    /// The number of links from the assumption to a node of the table.
    #[inline]
    pub(super) fn distance(&self, node: u16) -> u16 {
        self.distance[usize::from(node)]
    }

    /// The path to a node of the table, from its end to the assumption.
    pub(super) fn way(&self, node: u16, way: &mut Vec<u16>) {
        way.clear();
        let mut at = node;
        while at != NOTHING {
            way.push(at);
            at = self.before[usize::from(at)];
        }
    }
}
