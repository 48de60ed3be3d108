//! The consequences of each candidate being on by singles, for all candidates at once.
//!
//! ```text
//!   group    the candidates of a cell, or of a digit in a house       x y z
//!   row      of a candidate: bit a says that it is on (off) if candidate a is on
//!
//!   weak     off(x) ⊇ on(y) ∪ on(z)       strong     on(x) ⊇ off(y) ∩ off(z)       contradiction     off(x) ∩ off(y) ∩ off(z)
//! ```
//!
//! A group is processed again whenever a row of one of its members has grown, until nothing changes. The rows are then
//! transposed, so that there is one row for each assumption.
//!
//! If a candidate has a partner in a pair, turning it off has the same consequences as turning the partner on, because the two
//! turn each other off. Without a partner nothing follows from turning it off.
//!
//! 64 assumptions are processed at once. A node that is alone in all its groups is no assumption, because nothing follows from
//! it. When candidates are removed, the conclusions remain valid, and only the groups of these candidates are processed again.

use crate::logic::square::transpose;

use super::Reached;
use super::state::{Map, Row, without};
use crate::logic::explainer::chains::closure::{common, members};

/// The number of groups: cells, and digits in houses.
const GROUPS: usize = 324;
/// The maximum number of nodes of a map.
const NODES: usize = 256;

/// A set of groups.
type Groups = [u64; GROUPS.div_ceil(64)];

/// The groups, and the consequences of each assumption.
pub(super) struct Singles {
    members: Box<[[u8; 9]; GROUPS]>,
    count: [u8; GROUPS],
    /// The groups with more than one member, and the groups still to be processed.
    open: Groups,
    todo: Groups,
    alive: Row,
    /// The assumptions: the nodes that were not alone in all their groups at first.
    assumed: Vec<u8>,
    /// 64 assumptions each.
    blocks: Vec<Block>,
    /// For each assumption, the nodes that are on and off; `None` if it ends in a contradiction.
    reached: Vec<Option<Reached>>,
    /// The number of the assumption of each node.
    number: Box<[u8; NODES]>,
}

/// The consequences of 64 assumptions.
#[derive(Clone)]
struct Block {
    /// For each node, the assumptions under which it is on (off).
    on: [u64; NODES],
    off: [u64; NODES],
    /// The assumptions that end in a contradiction.
    contradictions: u64,
}

impl Singles {
    pub(super) fn new() -> Singles {
        Singles {
            members: Box::new([[0; 9]; GROUPS]),
            count: [0; GROUPS],
            open: [0; GROUPS.div_ceil(64)],
            todo: [0; GROUPS.div_ceil(64)],
            alive: [0; 4],
            assumed: Vec::new(),
            blocks: Vec::new(),
            reached: Vec::new(),
            number: Box::new([0; NODES]),
        }
    }

    /// Starts with the nodes in `alive` and draws all conclusions.
    pub(super) fn take(&mut self, map: &Map, alive: &Row) {
        self.gather(map, alive);
        self.assumed.clear();
        for node in members(*alive) {
            if self.is_open(map, node) {
                self.number[node] = self.assumed.len() as u8;
                self.assumed.push(node as u8);
            }
        }
        self.blocks.clear();
        for assumed in self.assumed.chunks(64) {
            let mut block = Block { on: [0; NODES], off: [0; NODES], contradictions: 0 };
            for (bit, &node) in assumed.iter().enumerate() {
                block.on[usize::from(node)] = 1 << bit;
                for other in members(common(&map.weak[usize::from(node)], alive)) {
                    block.off[other] |= 1 << bit;
                }
            }
            self.blocks.push(block);
        }
        self.conclude(map, self.open);
    }

    /// Reduces the nodes to `alive`, a subset of the previous ones, and draws the further conclusions.
    pub(super) fn shrink(&mut self, map: &Map, alive: &Row) {
        let gone = without(&self.alive, alive);
        self.gather(map, alive);
        let mut due: Groups = [0; GROUPS.div_ceil(64)];
        for node in members(gone) {
            for group in map.spots[node].groups {
                due[usize::from(group) / 64] |= 1 << (group % 64);
            }
            for block in &mut self.blocks {
                block.contradictions |= block.on[node];
            }
        }
        self.conclude(map, due);
    }

    /// Collects the members of the groups.
    fn gather(&mut self, map: &Map, alive: &Row) {
        self.alive = *alive;
        self.count.fill(0);
        self.open.fill(0);
        for node in members(*alive) {
            for group in map.spots[node].groups {
                let group = usize::from(group);
                self.members[group][usize::from(self.count[group])] = node as u8;
                self.count[group] += 1;
                self.open[group / 64] |= u64::from(self.count[group] > 1) << (group % 64);
            }
        }
    }

    /// Whether a node has another member in some of its groups.
    fn is_open(&self, map: &Map, node: usize) -> bool {
        map.spots[node].groups.iter().any(|&group| self.count[usize::from(group)] > 1)
    }

    /// Draws all conclusions, starting from the groups `due`.
    fn conclude(&mut self, map: &Map, due: Groups) {
        let mut open = [0; 4];
        for node in members(self.alive) {
            open[node / 64] |= u64::from(self.is_open(map, node)) << (node % 64);
        }
        self.reached.clear();
        let mut blocks = std::mem::take(&mut self.blocks);
        for block in &mut blocks {
            self.todo = due;
            while self.todo.iter().any(|&part| part != 0) {
                for part in 0..self.todo.len() {
                    let mut groups = std::mem::take(&mut self.todo[part]) & self.open[part];
                    while groups != 0 {
                        let group = 64 * part + groups.trailing_zeros() as usize;
                        groups &= groups - 1;
                        self.look(map, block, group);
                    }
                }
            }
            // The only member of a group cannot be off.
            for (members, &count) in self.members.iter().zip(&self.count) {
                if count == 1 {
                    block.contradictions |= block.off[usize::from(members[0])];
                }
            }
            let mut reached = [Reached { on: [0; 4], off: [0; 4] }; 64];
            for (word, open) in open.into_iter().enumerate() {
                let (on, off) =
                    (turned(&block.on[64 * word..][..64]), turned(&block.off[64 * word..][..64]));
                for (reached, (on, off)) in reached.iter_mut().zip(on.into_iter().zip(off)) {
                    reached.on[word] = on & open;
                    reached.off[word] = off & self.alive[word];
                }
            }
            let holds = |bit: usize| block.contradictions >> bit & 1 == 0;
            self.reached.extend((0..64).map(|bit| holds(bit).then_some(reached[bit])));
        }
        self.blocks = blocks;
    }

    /// Draws the conclusions within a group.
    fn look(&mut self, map: &Map, block: &mut Block, group: usize) {
        let members = &self.members[group][..usize::from(self.count[group])];
        // The assumptions under which at least one (two) members are on, or are not off.
        let (mut on, mut both_on, mut left, mut both_left) = (0, 0, 0, 0);
        for &node in members {
            let (is_on, is_left) = (block.on[usize::from(node)], !block.off[usize::from(node)]);
            both_on |= on & is_on;
            on |= is_on;
            both_left |= left & is_left;
            left |= is_left;
        }
        block.contradictions |= both_on | !left;
        let on = on & !block.contradictions;
        let left = left & !both_left & !block.contradictions;
        for &node in members {
            let at = usize::from(node);
            let settled = block.on[at] | block.off[at];
            let (new_off, new_on) = (on & !settled, left & !settled);
            if new_off | new_on != 0 {
                block.off[at] |= new_off;
                block.on[at] |= new_on;
                for other in map.spots[at].groups {
                    let other = usize::from(other);
                    if other != group {
                        self.todo[other / 64] |= 1 << (other % 64);
                    }
                }
            }
        }
    }

    /// The consequences of a remaining node being on (or off); `None` if they contain a contradiction.
    pub(super) fn of(&self, map: &Map, node: usize, on: bool) -> Option<Reached> {
        let mut source = Some(node);
        if !on {
            source = None;
            for group in map.spots[node].groups {
                let group = usize::from(group);
                match self.members[group][..usize::from(self.count[group])] {
                    [_] => return None,
                    [one, other] => {
                        source =
                            Some(usize::from(if usize::from(one) == node { other } else { one }));
                    }
                    _ => {}
                }
            }
        }
        let Some(source) = source else {
            let mut off = [0; 4];
            off[node / 64] |= 1 << (node % 64);
            return Some(Reached { on: [0; 4], off });
        };
        if self.is_open(map, source) {
            return self.reached[usize::from(self.number[source])];
        }
        let mut on = [0; 4];
        on[source / 64] |= 1 << (source % 64);
        Some(Reached { on, off: [0; 4] })
    }
}

/// The transpose of 64 rows.
fn turned(rows: &[u64]) -> [u64; 64] {
    let mut square = std::array::from_fn(|k| rows[k]);
    transpose(&mut square);
    square
}
