//! All consequences of each node, as bit rows, without paths.

use crate::logic::square::transpose;

use super::graph::Graph;

/// A set of nodes for each node.
pub(super) struct Rows {
    rows: Vec<u64>,
    words: usize,
    /// Scratch.
    reached: Vec<u64>,
    done: Vec<u64>,
}

impl Rows {
    pub(super) fn new() -> Rows {
        Rows { rows: Vec::new(), words: 0, reached: Vec::new(), done: Vec::new() }
    }

    /// The set of a node.
    #[inline]
    pub(super) fn row(&self, node: u16) -> &[u64] {
        &self.rows[usize::from(node) * self.words..][..self.words]
    }

    #[inline]
    pub(super) fn row_mut(&mut self, node: u16) -> &mut [u64] {
        &mut self.rows[usize::from(node) * self.words..][..self.words]
    }

    /// Copies the direct links of a graph.
    pub(super) fn copy(&mut self, graph: &Graph) {
        self.words = graph.words;
        self.rows.clear();
        (0..graph.len() as u16).for_each(|node| self.rows.extend_from_slice(graph.row(node)));
    }

    /// Transposes `other`: for each node, the nodes whose sets contain it.
    pub(super) fn invert(&mut self, other: &Rows) {
        self.words = other.words;
        let len = other.rows.len() / other.words.max(1);
        self.rows.clear();
        self.rows.resize(64 * other.words * other.words, 0);
        for column in 0..other.words {
            for block in 0..other.words {
                let mut square = [0; 64];
                for (k, word) in square.iter_mut().enumerate().take(len.saturating_sub(64 * block))
                {
                    *word = other.rows[(64 * block + k) * other.words + column];
                }
                transpose(&mut square);
                for (k, word) in square.into_iter().enumerate() {
                    self.rows[(64 * column + k) * self.words + block] = word;
                }
            }
        }
    }

    /// Computes all consequences of each node from its direct consequences.
    ///
    /// Nodes are completed in order. When the search reaches a completed node, all its consequences are added at once.
    pub(super) fn close<'a>(&mut self, graph: &Graph, direct: impl Fn(u16) -> &'a [u64]) {
        self.words = graph.words;
        self.rows.clear();
        self.done.resize(self.words, 0);
        for start in 0..graph.len() as u16 {
            self.reached.clear();
            self.reached.extend_from_slice(direct(start));
            self.done.fill(0);
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
pub(super) fn insert(set: &mut [u64], node: u16) {
    set[usize::from(node / 64)] |= 1 << (node % 64);
}

#[inline]
pub(super) fn contains(set: &[u64], node: u16) -> bool {
    set[usize::from(node / 64)] >> (node % 64) & 1 != 0
}

#[inline]
fn join(set: &mut [u64], other: &[u64]) {
    for (word, more) in set.iter_mut().zip(other) {
        *word |= more;
    }
}
