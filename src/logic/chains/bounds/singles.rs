//! What singles conclude from each candidate being on, for all candidates at once.
//!
//! ```text
//!   group    the candidates of a cell, or of a digit in a house       x y z
//!   row      of a candidate: bit a says that it is on (off) if candidate a is on
//!
//!   weak     off(x) ⊇ on(y) ∪ on(z)       strong     on(x) ⊇ off(y) ∩ off(z)       contradiction     off(x) ∩ off(y) ∩ off(z)
//! ```
//!
//! A group is looked at again when a row of one of its members has grown, until none has. Then the rows are turned, so that
//! there is one for each assumption.
//!
//! A candidate that is off and is the partner of another in a pair concludes what that other does when it is on, for the two
//! turn each other off. Without a partner nothing follows from it.
//!
//! Sixty-four assumptions are followed at once. A node that is alone in all its groups is no assumption: nothing follows from it.

use super::super::closure::{ABSENT, members};
use super::Reached;
use super::state::{Map, Row, common};

/// Cells, and digits in houses.
const GROUPS: usize = 324;
/// No map has more nodes.
const NODES: usize = 256;

/// A set of groups.
type Groups = [u64; GROUPS.div_ceil(64)];

/// The groups, and what each assumption leads to.
pub(super) struct Singles {
    members: Box<[[u8; 9]; GROUPS]>,
    count: [u8; GROUPS],
    /// The groups with more than one member, and those of them that have to be looked at.
    open: Groups,
    todo: Groups,
    /// For each node the assumptions, of 64, under which it is on (off).
    on: Box<[u64; NODES]>,
    off: Box<[u64; NODES]>,
    /// The assumptions, of 64, that end in a contradiction.
    contradictions: u64,
    /// The nodes that are not alone in all their groups: the assumptions.
    assumed: Vec<u8>,
    /// For each assumption what is on and off; none if it ends in a contradiction.
    reached: Vec<Option<Reached>>,
    /// The number of each node's assumption, or [`ABSENT`].
    number: Box<[u16; NODES]>,
}

impl Singles {
    pub(super) fn new() -> Singles {
        Singles {
            members: Box::new([[0; 9]; GROUPS]),
            count: [0; GROUPS],
            open: [0; GROUPS.div_ceil(64)],
            todo: [0; GROUPS.div_ceil(64)],
            on: Box::new([0; NODES]),
            off: Box::new([0; NODES]),
            contradictions: 0,
            assumed: Vec::new(),
            reached: Vec::new(),
            number: Box::new([ABSENT; NODES]),
        }
    }

    /// Takes the nodes that are alive and draws all conclusions.
    pub(super) fn take(&mut self, map: &Map, alive: &Row) {
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
        self.number.fill(ABSENT);
        self.assumed.clear();
        self.reached.clear();
        for node in members(*alive) {
            if map.spots[node].groups.iter().any(|&group| self.count[usize::from(group)] > 1) {
                self.number[node] = self.assumed.len() as u16;
                self.assumed.push(node as u8);
            }
        }
        for first in (0..self.assumed.len()).step_by(64) {
            self.conclude(map, alive, first);
        }
    }

    /// Draws all conclusions from 64 assumptions.
    fn conclude(&mut self, map: &Map, alive: &Row, first: usize) {
        let assumed = &self.assumed[first..self.assumed.len().min(first + 64)];
        let count = assumed.len();
        self.contradictions = 0;
        self.on.fill(0);
        self.off.fill(0);
        for (bit, &node) in assumed.iter().enumerate() {
            self.on[usize::from(node)] = 1 << bit;
            for other in members(common(&map.weak[usize::from(node)], alive)) {
                self.off[other] |= 1 << bit;
            }
        }
        self.todo = self.open;
        while self.todo.iter().any(|&part| part != 0) {
            for part in 0..self.todo.len() {
                let mut groups = std::mem::take(&mut self.todo[part]) & self.open[part];
                while groups != 0 {
                    let group = 64 * part + groups.trailing_zeros() as usize;
                    groups &= groups - 1;
                    self.look(map, group);
                }
            }
        }
        // A node that is alone in a group has to stay.
        for (members, &count) in self.members.iter().zip(&self.count) {
            if count == 1 {
                self.contradictions |= self.off[usize::from(members[0])];
            }
        }
        let mut reached = [Reached { on: [0; 4], off: [0; 4] }; 64];
        for word in 0..4 {
            let (on, off) = (turn(&self.on[64 * word..][..64]), turn(&self.off[64 * word..][..64]));
            for (reached, (on, off)) in reached.iter_mut().zip(on.into_iter().zip(off)) {
                reached.on[word] = on;
                reached.off[word] = off;
            }
        }
        let holds = |bit: usize| self.contradictions >> bit & 1 == 0;
        self.reached.extend((0..count).map(|bit| holds(bit).then_some(reached[bit])));
    }

    /// Draws the conclusions within a group.
    fn look(&mut self, map: &Map, group: usize) {
        let members = &self.members[group][..usize::from(self.count[group])];
        // Assumptions under which one (two) or more are on, or left.
        let (mut on, mut both_on, mut left, mut both_left) = (0, 0, 0, 0);
        for &node in members {
            let (is_on, is_left) = (self.on[usize::from(node)], !self.off[usize::from(node)]);
            both_on |= on & is_on;
            on |= is_on;
            both_left |= left & is_left;
            left |= is_left;
        }
        self.contradictions |= both_on | !left;
        let on = on & !self.contradictions;
        let left = left & !both_left & !self.contradictions;
        for &node in members {
            let at = usize::from(node);
            let settled = self.on[at] | self.off[at];
            let (new_off, new_on) = (on & !settled, left & !settled);
            if new_off | new_on != 0 {
                self.off[at] |= new_off;
                self.on[at] |= new_on;
                for other in map.spots[at].groups {
                    let other = usize::from(other);
                    if other != group {
                        self.todo[other / 64] |= 1 << (other % 64);
                    }
                }
            }
        }
    }

    /// What follows from a node that is alive being on (or off), unless it ends in a contradiction.
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
        match self.number[source] {
            ABSENT => {
                let mut on = [0; 4];
                on[source / 64] |= 1 << (source % 64);
                Some(Reached { on, off: [0; 4] })
            }
            number => self.reached[usize::from(number)],
        }
    }
}

/// Turns 64 rows into columns: halves are exchanged, then quarters, and so on.
fn turn(rows: &[u64]) -> [u64; 64] {
    let mut block: [u64; 64] = std::array::from_fn(|k| rows[k]);
    if block == [0; 64] {
        return block;
    }
    let (mut width, mut mask) = (32, 0xffff_ffffu64);
    while width != 0 {
        for part in block.chunks_exact_mut(2 * width) {
            let (low, high) = part.split_at_mut(width);
            for (low, high) in low.iter_mut().zip(high) {
                let change = (*low >> width ^ *high) & mask;
                *low ^= change << width;
                *high ^= change;
            }
        }
        width /= 2;
        mask ^= mask << width;
    }
    block
}
