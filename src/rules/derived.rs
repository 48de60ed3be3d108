//! Totals that follow from others and from units: a unit adds up to side · (side + 1) / 2 (the "rule of 45").
//!
//! ```text
//!   units together         a a a b b c c c d       a, b, c inside: what is left is d = 45 - a - b - c ("innie")
//!   and the totals in      a a a b b c c c c       c sticks out by one cell:   "outie" = a + b + c - 45
//! ```
//!
//! For up to three units without common cells, the totals that lie more inside than outside are subtracted; what is left
//! is a new total with weights 1 (inside) and -1 (outside). Those of few cells are kept: they cut deep where a puzzle
//! has no givens, as killers have.

use std::collections::BTreeMap;

use super::lists::Lists;
use super::propagate::total::Total;
use super::rule_set::PeerSets;

/// Derived totals have at most this many cells.
const MOST_CELLS: usize = 4;

/// Units that are taken together.
const MOST_UNITS: usize = 3;

/// Adds what follows.
pub(super) fn totals(side: usize, units: &Lists<u16>, totals: &mut Vec<Total>, peers: &PeerSets) {
    let plain: Vec<(Vec<u16>, i64)> = totals
        .iter()
        .filter(|total| total.weights.iter().all(|&weight| weight == 1))
        .map(|total| (total.cells().to_vec(), total.sum))
        .collect();
    if plain.is_empty() {
        return;
    }
    let mut found: BTreeMap<Vec<(u16, i64)>, i64> = BTreeMap::new();
    let mut region = Region { taken: vec![false; side * side], units: Vec::new() };
    region.extend(units, 0, &mut |region| {
        let (weights, sum) = region.rest(side, &plain);
        if !weights.is_empty() && weights.len() <= MOST_CELLS {
            found.insert(weights, sum);
        }
    });
    for total in totals.iter() {
        let known = total.cells().iter().copied().zip(total.weights.iter().copied()).collect();
        let known: Vec<(u16, i64)> = known;
        found.remove(&known);
    }
    for (weights, sum) in found {
        totals.push(Total::of(side, weights.into_iter().collect(), sum, peers));
    }
}

/// Units without common cells.
struct Region {
    taken: Vec<bool>,
    units: Vec<usize>,
}

impl Region {
    /// Calls `visit` for this region with each possible further unit from number `from` on, and so on.
    fn extend(&mut self, units: &Lists<u16>, from: usize, visit: &mut impl FnMut(&Region)) {
        for number in from..units.len() {
            let unit = units.get(number);
            if unit.iter().any(|&cell| self.taken[usize::from(cell)]) {
                continue;
            }
            unit.iter().for_each(|&cell| self.taken[usize::from(cell)] = true);
            self.units.push(number);
            visit(self);
            if self.units.len() < MOST_UNITS {
                self.extend(units, number + 1, visit);
            }
            self.units.pop();
            unit.iter().for_each(|&cell| self.taken[usize::from(cell)] = false);
        }
    }

    /// What is left of the region without the totals that lie mostly inside: weights by cell, and the sum.
    fn rest(&self, side: usize, totals: &[(Vec<u16>, i64)]) -> (Vec<(u16, i64)>, i64) {
        let mut weights: BTreeMap<u16, i64> = BTreeMap::new();
        for (cell, _) in self.taken.iter().enumerate().filter(|(_, taken)| **taken) {
            weights.insert(cell as u16, 1);
        }
        let mut rest = (self.units.len() * side * (side + 1) / 2) as i64;
        for (cells, sum) in totals {
            // Totals may overlap; a cell is subtracted once.
            let inside = cells.iter().filter(|cell| weights.get(cell) == Some(&1)).count();
            let untouched = cells.iter().all(|cell| {
                weights.get(cell).is_none_or(|&weight| weight == 1)
                    && (!self.taken[usize::from(*cell)] || weights.contains_key(cell))
            });
            if untouched && 2 * inside > cells.len() {
                for &cell in cells {
                    let weight = weights.entry(cell).or_default();
                    *weight -= 1;
                    if *weight == 0 {
                        weights.remove(&cell);
                    }
                }
                rest -= sum;
            }
        }
        (weights.into_iter().collect(), rest)
    }
}
