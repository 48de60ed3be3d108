//! Totals over cells that partly differ, divided into parts that are cliques of the geometry.
//!
//! ```text
//!   32 cells of an arrow    [ 8 of box 1 | 7 of box 4 | 6 of box 5 | ... ]     cells of a part all differ
//!   sums of a part          36..=44, by the sets of digits it can hold         [`super::families`]
//!   sums of the parts       added up to the target; sums that do not fit are removed, and digits with them
//! ```
//!
//! The part with 8 cells adds at least 36, although each cell by itself may be 1. Sums are counted from the current
//! minimum (or maximum) of each part. A total whose sums are far from the sums of any digits therefore fits into a word
//! once few sums are left; until then, bounds are used.
//!
//! *Strength.* All sums of the parts that follow from the total if cells of different parts need not differ. The digits
//! of a part are narrowed only if it lost a sum; other deductions handle the fact that its cells differ.

#![forbid(unsafe_code)]

use super::digits::{Conflict, bits};
use super::families::{self, Family};
use super::geometry::Geometry;
use super::total::Total;

/// A total divided into parts.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// The cells, part by part.
    cells: Vec<u16>,
    parts: Vec<Part>,
    sum: i64,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    start: usize,
    end: usize,
    weight: i64,
}

/// Digits that some of these cells of a deduction must hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needed {
    pub start: usize,
    pub end: usize,
    pub digits: u64,
}

/// Memory for intermediate results.
#[derive(Default)]
pub(super) struct Scratch {
    /// The family before each cell, for all parts.
    pub layers: Vec<Family>,
    /// Intermediate results of automata.
    pub states: Vec<u64>,
    reached: Vec<Reached>,
    pub sums: Vec<u128>,
}

/// The sets of digits and the sums that a part can hold.
#[derive(Clone, Copy)]
struct Reached {
    family: Family,
    /// Bit s represents the sum s.
    sums: u64,
}

impl Reached {
    fn least(&self) -> i64 {
        i64::from(self.sums.trailing_zeros())
    }

    fn most(&self) -> i64 {
        63 - i64::from(self.sums.leading_zeros())
    }
}

impl Parts {
    /// The total divided into parts; `None` if no two of its cells differ.
    pub fn new(total: &Total, geometry: &Geometry) -> Option<Parts> {
        let mut left: Vec<(i64, u16)> = total.terms().map(|(cell, w)| (w, cell)).collect();
        let (mut cells, mut parts) = (Vec::with_capacity(left.len()), Vec::new());
        while !left.is_empty() {
            let (weight, part) = largest_clique(&left, geometry);
            left.retain(|(_, cell)| !part.contains(cell));
            let start = cells.len();
            cells.extend(part);
            parts.push(Part { start, end: cells.len(), weight });
        }
        let is_finer = parts.len() < cells.len();
        is_finer.then_some(Parts { cells, parts, sum: total.sum })
    }

    /// The cells of the total, part by part.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// The end of each part.
    #[cfg(test)]
    pub fn ends(&self) -> Vec<usize> {
        self.parts.iter().map(|part| part.end).collect()
    }

    /// Removes from the sets of the cells the digits with which the sum cannot be reached, to a fixpoint; appends the
    /// digits that the parts need to `needed`.
    ///
    /// # Errors
    /// The sum cannot be reached at all.
    #[inline(always)]
    pub fn narrow(
        &self,
        sets: &mut [u64],
        scratch: &mut Scratch,
        needed: &mut Vec<Needed>,
    ) -> Result<(), Conflict> {
        loop {
            self.reach(sets, scratch);
            let Scratch { layers, reached, sums, .. } = scratch;
            let (mut least, mut most) = (0, 0);
            for (part, reached) in self.parts.iter().zip(&*reached) {
                if reached.sums == 0 {
                    return Err(Conflict);
                }
                let (a, b) = (part.weight * reached.least(), part.weight * reached.most());
                least += a.min(b);
                most += a.max(b);
            }
            if self.sum < least || self.sum > most {
                return Err(Conflict);
            }
            let (above, below) = (self.sum - least, most - self.sum);
            let is_exact = above.min(below) < 128;
            let changed = if is_exact {
                fit(&self.parts, reached, above.min(below) as u32, above <= below, sums)?
            } else {
                bound(&self.parts, reached, above, below)?
            };
            let mut again = false;
            needed.clear();
            for (i, (part, reached)) in self.parts.iter().zip(&mut *reached).enumerate() {
                let here = part.start..part.end;
                if part.end - part.start == 1 {
                    again |= sets[part.start] != reached.sums >> 1;
                    sets[part.start] = reached.sums >> 1;
                    continue;
                }
                if changed >> (i % 64) & 1 == 1 {
                    reached.family = reached.family.of_sums(reached.sums);
                    let layers = &layers[here.clone()];
                    let cells = &mut sets[here.clone()];
                    let before = cells.iter().map(|set| set.count_ones()).sum::<u32>();
                    families::support(cells.iter_mut().rev(), layers, reached.family)?;
                    again |= cells.iter().map(|set| set.count_ones()).sum::<u32>() != before;
                }
                let digits = reached.family.common();
                needed.push(Needed { start: here.start, end: here.end, digits });
            }
            if is_exact || !again {
                return Ok(());
            }
        }
    }

    /// Computes the sets and sums that each part can hold.
    #[inline(always)]
    fn reach(&self, sets: &[u64], scratch: &mut Scratch) {
        scratch.layers.clear();
        scratch.reached.clear();
        for part in &self.parts {
            let cells = &sets[part.start..part.end];
            let reached = if let [digits] = cells {
                scratch.layers.push(Family::EMPTY);
                Reached { family: Family::NONE, sums: digits << 1 }
            } else {
                let family = families::reach(cells.iter().copied(), &mut scratch.layers);
                Reached { family, sums: family.sums(cells.len()) }
            };
            scratch.reached.push(reached);
        }
    }
}

/// The cells of the largest clique of equal weight found, which consists of cells of a unit and of peers of all of
/// them.
fn largest_clique(left: &[(i64, u16)], geometry: &Geometry) -> (i64, Vec<u16>) {
    let (first_weight, first) = left[0];
    let mut best = (first_weight, vec![first]);
    for unit in geometry.units() {
        let inside: Vec<(i64, u16)> = left
            .iter()
            .copied()
            .filter(|&(_, cell)| unit.set().contains(usize::from(cell)))
            .collect();
        for &(weight, _) in &inside {
            let same = inside.iter().filter(|&&(other, _)| other == weight);
            let same: Vec<u16> = same.map(|&(_, cell)| cell).collect();
            if same.len() > best.1.len() {
                best = (weight, same);
            }
        }
    }
    let (weight, mut clique) = best;
    for &(other, cell) in left {
        let sees = |&member: &u16| geometry.sees(usize::from(cell), usize::from(member));
        if other == weight && clique.iter().all(sees) {
            clique.push(cell);
        }
    }
    (weight, clique)
}

/// The amount that sum s of a part adds to the minimum total (`up`), or subtracts from the maximum.
#[inline(always)]
fn distance(part: &Part, reached: &Reached, s: i64, up: bool) -> i64 {
    let steps = if (part.weight > 0) == up { s - reached.least() } else { reached.most() - s };
    part.weight.abs() * steps
}

/// Keeps the sums of the parts that add up to the target; returns the parts that lost any, as bit i % 64 for part i.
#[inline(always)]
fn fit(
    parts: &[Part],
    reached: &mut [Reached],
    target: u32,
    up: bool,
    sums: &mut Vec<u128>,
) -> Result<u64, Conflict> {
    let within = u128::MAX >> (127 - target);
    sums.clear();
    let mut all = 1u128;
    for (part, reached) in parts.iter().zip(&*reached) {
        sums.push(all);
        let mut next = 0;
        for sum in bits(reached.sums) {
            let steps = distance(part, reached, i64::from(sum.trailing_zeros()), up);
            if steps <= i64::from(target) {
                next |= all << steps;
            }
        }
        all = next & within;
    }
    let mut useful = all & 1 << target;
    if useful == 0 {
        return Err(Conflict);
    }
    let mut changed = 0;
    for (i, ((part, reached), &before)) in parts.iter().zip(reached).zip(&*sums).enumerate().rev() {
        let (mut from, mut kept) = (0, 0);
        for sum in bits(reached.sums) {
            let steps = distance(part, reached, i64::from(sum.trailing_zeros()), up);
            if steps <= i64::from(target) {
                let here = useful >> steps & before;
                from |= here;
                kept |= if here == 0 { 0 } else { sum };
            }
        }
        useful = from;
        changed |= u64::from(kept != reached.sums) << (i % 64);
        reached.sums = kept;
    }
    Ok(changed)
}

/// Keeps the sums of the parts that are possible given the minimum and maximum sums of the other parts; returns the
/// same as [`fit`].
#[inline(always)]
fn bound(parts: &[Part], reached: &mut [Reached], above: i64, below: i64) -> Result<u64, Conflict> {
    let mut changed = 0;
    for (i, (part, reached)) in parts.iter().zip(reached).enumerate() {
        let fits = |sum: &u64| {
            let s = i64::from(sum.trailing_zeros());
            distance(part, reached, s, true) <= above && distance(part, reached, s, false) <= below
        };
        let kept = bits(reached.sums).filter(fits).fold(0, |kept, sum| kept | sum);
        if kept == 0 {
            return Err(Conflict);
        }
        changed |= u64::from(kept != reached.sums) << (i % 64);
        reached.sums = kept;
    }
    Ok(changed)
}
