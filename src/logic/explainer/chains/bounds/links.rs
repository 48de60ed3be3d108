//! Bounds of static and multiple chains: the candidates that they can remove, without the paths.
//!
//! ```text
//!   p on ⇒ … ⇒ z off     reach(p) contains z
//!
//!   single     of a strong link a – b, one is on: reach(a) ∩ reach(b)
//!   multiple   of the digits of a cell, or of the places in a house, one is on: the intersection of all
//! ```
//!
//! A chain from z to z, and every cycle, contains a strong link whose two ends both turn z off. If the links of a state remove
//! nothing, a later state removes something only by a strong link that did not exist before.

use crate::board::HOUSES;

use super::state::{Map, Row, State, first};
use crate::logic::explainer::chains::closure::{common, join};
use crate::logic::explainer::chains::links::is_pair;

/// The strong links of a state, and the nodes that each node turns off, computed on demand.
pub(super) struct Links {
    /// For each node, the nodes that it turns on when it is off.
    partners: Vec<[u16; 4]>,
    count: Vec<u8>,
    /// The nodes that have partners.
    linked: Row,
    /// The new links.
    fresh: Vec<(u16, u16)>,
    rows: Vec<Row>,
    /// The nodes whose row is computed.
    done: Row,
}

impl Links {
    pub(super) fn new() -> Links {
        Links {
            partners: Vec::new(),
            count: Vec::new(),
            linked: [0; 4],
            fresh: Vec::new(),
            rows: Vec::new(),
            done: [0; 4],
        }
    }

    /// Finds the strong links. Links that `clean` does not have are new.
    fn find(&mut self, map: &Map, state: &State, clean: Option<&State>) {
        let n = map.candidates.len();
        self.partners.resize(n, [0; 4]);
        self.rows.resize(n, [0; 4]);
        self.count.clear();
        self.count.resize(n, 0);
        self.linked = [0; 4];
        self.done = [0; 4];
        self.fresh.clear();
        for (cell, &digits) in state.digits.iter().enumerate() {
            if is_pair(digits) {
                let low = map.at(cell, digits.trailing_zeros() as usize);
                let high = map.at(cell, 15 - digits.leading_zeros() as usize);
                self.link(low, high, clean.is_none_or(|clean| clean.digits[cell] != digits));
            }
        }
        for (house, places) in state.places.iter().enumerate() {
            for (digit, &places) in places.iter().enumerate() {
                if is_pair(places) {
                    let low = map.in_house(house, places.trailing_zeros() as usize, digit);
                    let high = map.in_house(house, 15 - places.leading_zeros() as usize, digit);
                    let old = clean.is_some_and(|clean| clean.places[house][digit] == places);
                    self.link(low, high, !old);
                }
            }
        }
    }

    fn link(&mut self, low: u16, high: u16, is_new: bool) {
        for (from, to) in [(low, high), (high, low)] {
            let from = usize::from(from);
            self.partners[from][usize::from(self.count[from])] = to;
            self.count[from] += 1;
            self.linked[from / 64] |= 1 << (from % 64);
        }
        if is_new {
            self.fresh.push((low, high));
        }
    }

    /// The nodes that a node turns off when it is on.
    fn reach(&mut self, map: &Map, state: &State, node: u16) -> Row {
        let node = usize::from(node);
        if self.done[node / 64] >> (node % 64) & 1 != 0 {
            return self.rows[node];
        }
        let mut off = common(&map.weak[node], &state.alive);
        let mut todo = common(&off, &self.linked);
        let mut on: Row = [0; 4];
        // Nodes that need no processing: they are processed, or in a complete row that was added.
        let mut seen = [0; 4];
        while let Some(a) = first(&todo) {
            todo[a / 64] &= todo[a / 64] - 1;
            seen[a / 64] |= 1 << (a % 64);
            for k in 0..usize::from(self.count[a]) {
                let b = usize::from(self.partners[a][k]);
                if on[b / 64] >> (b % 64) & 1 != 0 {
                    continue;
                }
                on[b / 64] |= 1 << (b % 64);
                if self.done[b / 64] >> (b % 64) & 1 != 0 {
                    let row = &self.rows[b];
                    join(&mut off, row);
                    join(&mut seen, row);
                    for k in 0..4 {
                        todo[k] &= !row[k];
                    }
                } else {
                    for k in 0..4 {
                        let new = map.weak[b][k] & state.alive[k];
                        off[k] |= new;
                        todo[k] |= new & self.linked[k] & !seen[k];
                    }
                }
            }
        }
        self.done[node / 64] |= 1 << (node % 64);
        self.rows[node] = off;
        off
    }

    /// The candidates that static chains remove. `clean` is an earlier state from which they removed nothing.
    pub(super) fn single(&mut self, map: &Map, state: &State, clean: Option<&State>) -> Row {
        self.find(map, state, clean);
        let mut gone = [0; 4];
        for k in 0..self.fresh.len() {
            let (low, high) = self.fresh[k];
            let (low, high) = (self.reach(map, state, low), self.reach(map, state, high));
            join(&mut gone, &common(&low, &high));
        }
        gone
    }

    /// The candidates that multiple chains remove. `clean` is an earlier state from which they removed nothing.
    pub(super) fn multiple(&mut self, map: &Map, state: &State, clean: Option<&State>) -> Row {
        self.find(map, state, clean);
        // Without new links, only cells and houses that have lost candidates can give something new.
        let old = if self.fresh.is_empty() { clean } else { None };
        let mut gone = [0; 4];
        for (cell, &digits) in state.digits.iter().enumerate() {
            if digits.count_ones() > 2 && old.is_none_or(|old| old.digits[cell] != digits) {
                let mut row = state.alive;
                let mut rest = digits;
                while rest != 0 && row != [0; 4] {
                    let node = map.at(cell, rest.trailing_zeros() as usize);
                    row = common(&row, &self.reach(map, state, node));
                    rest &= rest - 1;
                }
                join(&mut gone, &row);
            }
        }
        for (house, places) in state.places.iter().enumerate() {
            for (digit, &places) in places.iter().enumerate() {
                if places.count_ones() > 2
                    && old.is_none_or(|old| old.places[house][digit] != places)
                {
                    let mut row = state.alive;
                    let mut rest = places;
                    while rest != 0 && row != [0; 4] {
                        let cell = HOUSES[house][rest.trailing_zeros() as usize].index();
                        row = common(&row, &self.reach(map, state, map.at(cell, digit)));
                        rest &= rest - 1;
                    }
                    join(&mut gone, &row);
                }
            }
        }
        gone
    }
}
