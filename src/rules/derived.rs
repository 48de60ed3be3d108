//! Totals that follow from others and from units: a unit adds up to side · (side + 1) / 2 (the "rule of 45").
//!
//! ```text
//!   units together         a a a b b c c c d       a, b, c inside: what is left is d = 45 - a - b - c ("innie")
//!   and the totals in      a a a b b c c c c       c sticks out by one cell:   "outie" = a + b + c - 45
//! ```
//!
//! For up to three units without common cells that totals hold together, the totals that lie more inside than outside are
//! subtracted; what is left is a new total with weights 1 (inside) and -1 (outside). Those of few cells are kept: they
//! cut deep where a puzzle has no givens, as killers have. Sets of cells are bit sets, so a region costs some hundred
//! operations.

#![forbid(unsafe_code)]

use super::lists::Lists;
use super::propagate::total::Total;
use super::rule_set::PeerSets;
use super::state::bits;

/// Derived totals have at most this many cells.
const MOST_CELLS: u32 = 4;

/// Cells and their weights, and the sum.
type Weighted = (Vec<(u16, i64)>, i64);

/// A total with equal weights.
struct Plain {
    cells: Cells,
    size: u32,
    sum: i64,
}

/// Adds what follows.
pub(super) fn totals(side: usize, units: &Lists<u16>, totals: &mut Vec<Total>, peers: &PeerSets) {
    let is_plain = |total: &&Total| total.weights.iter().all(|&weight| weight == 1);
    let plain: Vec<Plain> = totals
        .iter()
        .filter(is_plain)
        .map(|total| {
            let cells = Cells::of(side, total.cells());
            Plain { size: cells.size(), cells, sum: total.sum }
        })
        .collect();
    if plain.is_empty() {
        return;
    }
    let units: Vec<Cells> = units.iter().map(|unit| Cells::of(side, unit)).collect();
    // Totals that lie mostly in some three units at the most are the ones that can be subtracted.
    let plain: Vec<Plain> = plain
        .into_iter()
        .filter(|total| {
            let most = units.iter().map(|unit| total.cells.common(unit)).max().unwrap_or(0);
            2 * 3 * most > total.size
        })
        .collect();
    let covered = Cells::union(side, plain.iter().map(|total| &total.cells));
    let mut found = Vec::new();
    let mut look = |region: &[usize]| {
        let cells = Cells::union(side, region.iter().map(|&unit| &units[unit]));
        let sum = (region.len() * side * (side + 1) / 2) as i64;
        found.extend(rest(side, &cells, sum, &plain, &covered));
    };
    let near = neighbours(side, &units, &plain);
    for (u, near_u) in near.iter().enumerate() {
        look(&[u]);
        for v in u + 1..units.len() {
            match near_u[v] {
                Near::No => continue,
                Near::Apart => {}
                Near::Held => look(&[u, v]),
            }
            for w in v + 1..units.len() {
                let sides = [near_u[v], near_u[w], near[v][w]];
                let held = sides.iter().filter(|&&near| near == Near::Held).count();
                if held >= 2 && !sides.contains(&Near::No) {
                    look(&[u, v, w]);
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    let known: Vec<Weighted> = totals.iter().map(weighted).collect();
    found.retain(|total| !known.contains(total));
    for (weights, sum) in found {
        totals.push(Total::of(side, weights, sum, peers));
    }
}

fn weighted(total: &Total) -> Weighted {
    let weights = total.weights.iter().copied();
    (total.cells().iter().copied().zip(weights).collect(), total.sum)
}

/// What two units are to each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Near {
    /// They have a cell in common.
    No,
    /// They have none.
    Apart,
    /// They have none, and a total has cells of both.
    Held,
}

fn neighbours(side: usize, units: &[Cells], totals: &[Plain]) -> Vec<Vec<Near>> {
    let reach = |unit: &Cells| {
        let met = totals.iter().map(|total| &total.cells).filter(|cells| cells.meets(unit));
        Cells::union(side, met)
    };
    let near = |unit: &Cells| {
        let reached = reach(unit);
        let to = |other: &Cells| match (unit.meets(other), reached.meets(other)) {
            (true, _) => Near::No,
            (false, false) => Near::Apart,
            (false, true) => Near::Held,
        };
        units.iter().map(to).collect()
    };
    units.iter().map(near).collect()
}

/// What is left of a region without the totals that lie mostly inside, where that is little.
fn rest(
    side: usize,
    region: &Cells,
    sum: i64,
    totals: &[Plain],
    covered: &Cells,
) -> Option<Weighted> {
    // What no total covers is left in any case.
    if region.size() > MOST_CELLS + covered.common(region) {
        return None;
    }
    let mut used = Cells::union(side, []);
    let mut rest = sum;
    for Plain { cells, size, sum } in totals {
        // Totals may overlap: a cell is subtracted once.
        if cells.meets(region) && 2 * cells.common(region) > *size && !cells.meets(&used) {
            used.add(cells);
            rest -= sum;
        }
    }
    // Cells of the region that are not used, and used ones outside.
    let (left, outside) = (region.size() - used.common(region), used.size() - used.common(region));
    (1..=MOST_CELLS).contains(&(left + outside)).then(|| {
        let words = region.0.iter().zip(&used.0).enumerate();
        let weights = words.flat_map(|(w, (&inside, &used))| {
            bits(inside ^ used).map(move |bit| {
                let cell = (64 * w) as u16 + bit.trailing_zeros() as u16;
                (cell, if inside & bit == 0 { -1 } else { 1 })
            })
        });
        (weights.collect(), rest)
    })
}

/// A set of cells.
struct Cells(Vec<u64>);

impl Cells {
    fn of(side: usize, cells: &[u16]) -> Cells {
        let mut words = vec![0; (side * side).div_ceil(64)];
        cells.iter().for_each(|&cell| words[usize::from(cell) / 64] |= 1 << (cell % 64));
        Cells(words)
    }

    fn union<'a>(side: usize, sets: impl IntoIterator<Item = &'a Cells>) -> Cells {
        let mut all = Cells::of(side, &[]);
        sets.into_iter().for_each(|set| all.add(set));
        all
    }

    fn add(&mut self, other: &Cells) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    fn meets(&self, other: &Cells) -> bool {
        self.0.iter().zip(&other.0).any(|(word, other)| word & other != 0)
    }

    fn common(&self, other: &Cells) -> u32 {
        self.0.iter().zip(&other.0).map(|(word, other)| (word & other).count_ones()).sum()
    }

    fn size(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}
