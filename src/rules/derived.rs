//! Totals that follow from others and from units: a unit adds up to side · (side + 1) / 2 (the "rule of 45").
//!
//! ```text
//!   units together         a a a b b c c c d       a, b, c inside: what is left is d = 45 - a - b - c ("innie")
//!   and the totals in      a a a b b c c c c       c sticks out by one cell:   "outie" = a + b + c - 45
//! ```
//!
//! For up to three units without common cells that totals reach across, the totals that lie more inside than outside are
//! subtracted; what is left is a new total with weights 1 (inside) and -1 (outside). Those of few cells are kept: they
//! cut deep where a puzzle has no givens, as killers have.

#![forbid(unsafe_code)]

use std::collections::{BTreeMap, BTreeSet};

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
    let mut of_cell = vec![Vec::new(); side * side];
    for (number, (cells, _)) in plain.iter().enumerate() {
        cells.iter().for_each(|&cell| of_cell[usize::from(cell)].push(number));
    }
    let mut units_of_cell = vec![Vec::new(); side * side];
    for (number, unit) in units.iter().enumerate() {
        unit.iter().for_each(|&cell| units_of_cell[usize::from(cell)].push(number));
    }
    let mut search = Derivation {
        side,
        units,
        plain,
        of_cell,
        units_of_cell,
        weight: vec![0; side * side],
        found: BTreeMap::new(),
        seen: BTreeSet::new(),
    };
    for unit in 0..units.len() {
        search.extend(&mut vec![unit]);
    }
    let mut found = search.found;
    for total in totals.iter() {
        let known = total.cells().iter().copied().zip(total.weights.iter().copied());
        found.remove(&known.collect::<Vec<(u16, i64)>>());
    }
    for (weights, sum) in found {
        totals.push(Total::of(side, weights.into_iter().collect(), sum, peers));
    }
}

struct Derivation<'a> {
    side: usize,
    units: &'a Lists<u16>,
    /// Totals with equal weights.
    plain: Vec<(Vec<u16>, i64)>,
    /// Which of them each cell is in.
    of_cell: Vec<Vec<usize>>,
    units_of_cell: Vec<Vec<usize>>,
    /// Scratch: 1 for a cell of the region.
    weight: Vec<i64>,
    found: BTreeMap<Vec<(u16, i64)>, i64>,
    /// Regions that have been looked at.
    seen: BTreeSet<Vec<usize>>,
}

impl Derivation<'_> {
    /// Looks at the region of these units, and at it with each unit more that a total reaches.
    fn extend(&mut self, region: &mut Vec<usize>) {
        let mut sorted = region.clone();
        sorted.sort_unstable();
        if !self.seen.insert(sorted) {
            return;
        }
        let mut near = BTreeSet::new();
        let rest = self.rest(region, &mut near);
        if let Some((weights, sum)) = rest {
            self.found.insert(weights, sum);
        }
        if region.len() == MOST_UNITS {
            return;
        }
        for unit in near {
            region.push(unit);
            self.extend(region);
            region.pop();
        }
    }

    /// What is left of a region without the totals that lie mostly inside, where that is little; and the units without
    /// common cells that its totals reach.
    fn rest(
        &mut self,
        region: &[usize],
        near: &mut BTreeSet<usize>,
    ) -> Option<(Vec<(u16, i64)>, i64)> {
        let units = self.units;
        let cells = || region.iter().flat_map(|&unit| units.get(unit).iter().copied());
        for cell in cells() {
            self.weight[usize::from(cell)] = 1;
        }
        let inside = |weight: &[i64], cell: u16| weight[usize::from(cell)] == 1;
        let mut touched: Vec<usize> =
            cells().flat_map(|cell| self.of_cell[usize::from(cell)].iter().copied()).collect();
        touched.sort_unstable();
        touched.dedup();
        for &number in &touched {
            for &cell in self.plain[number].0.iter().filter(|&&cell| !inside(&self.weight, cell)) {
                near.extend(self.units_of_cell[usize::from(cell)].iter().filter(|&&unit| {
                    units.get(unit).iter().all(|&other| !inside(&self.weight, other))
                }));
            }
        }
        let mut rest = (region.len() * self.side * (self.side + 1) / 2) as i64;
        let mut outside: Vec<u16> = Vec::new();
        for &number in &touched {
            let (cells, sum) = &self.plain[number];
            // Totals may overlap: a cell is subtracted once.
            let (mut within, mut free) = (0, true);
            for &cell in cells {
                if inside(&self.weight, cell) {
                    within += 1;
                } else {
                    free &= self.weight[usize::from(cell)] == 0;
                }
            }
            if free && 2 * within > cells.len() {
                for &cell in cells {
                    let weight = &mut self.weight[usize::from(cell)];
                    if *weight == 1 {
                        *weight = SUBTRACTED;
                    } else {
                        *weight = -1;
                        outside.push(cell);
                    }
                }
                rest -= sum;
            }
        }
        let left: Vec<u16> = cells().filter(|&cell| inside(&self.weight, cell)).collect();
        let result = (1..=MOST_CELLS).contains(&(left.len() + outside.len())).then(|| {
            let left = left.iter().map(|&cell| (cell, 1));
            let mut weights: Vec<_> = left.chain(outside.iter().map(|&cell| (cell, -1))).collect();
            weights.sort_unstable();
            (weights, rest)
        });
        for cell in cells().chain(outside) {
            self.weight[usize::from(cell)] = 0;
        }
        result
    }
}

/// The weight of a cell that was inside and is not any more.
const SUBTRACTED: i64 = 2;
