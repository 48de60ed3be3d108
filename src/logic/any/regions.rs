//! Sums derived from other sums and from units ("innies and outies", "the rule of 45").
//!
//! ```text
//!   unit         a a a b b c c c d      adds up to 45
//!   its sums     a a a b b c c c c      a + b + c, with one cell outside
//!   rest         d − outside = 45 − (a + b + c)
//! ```
//!
//! The units are one to three disjoint units connected by sums, or adjacent rows or columns, up to half of all. Sums with more
//! cells inside than outside are subtracted, and the rest is kept if it has few cells. `rules::derived` does the same for
//! speed. This version also records the units and sums of the proof, and keeps longer rests.

use std::collections::HashSet;

use crate::rules::{Geometry, UnitKind};

use super::cells::Cells;
use super::sums::{Derived, Sum};

/// The maximum number of cells of a rest.
const MOST_CELLS: usize = 5;

/// The largest side on which three units are combined.
const THREE_UP_TO: usize = 16;

/// The derived sums, sorted by number of cells.
pub fn derived(geometry: &Geometry, sums: &[Sum]) -> Vec<Sum> {
    let plain: Vec<&Sum> =
        sums.iter().filter(|sum| sum.weights.iter().all(|&weight| weight == 1)).collect();
    if plain.is_empty() {
        return Vec::new();
    }
    let words = geometry.peers(0).words().len();
    let sets: Vec<Cells> = plain.iter().map(|sum| Cells::from_cells(&sum.cells, words)).collect();
    let mut found: Vec<Sum> = Vec::new();
    let mut known: HashSet<Vec<(u16, i64)>> = HashSet::new();
    for region in regions(geometry, &sets) {
        let Some((terms, derived)) = rest(geometry, &region, &plain, &sets) else { continue };
        if known.insert(terms.clone()) {
            let sum = derived.whole - derived.subtracted;
            let sees = |a: u16, b: u16| geometry.sees(usize::from(a), usize::from(b));
            let house = derived.units[0];
            let mut sum = Sum::new(terms, sum, house, sees);
            sum.derived = Some(derived);
            found.push(sum);
        }
    }
    found.sort_by_key(|sum| sum.cells.len());
    found
}

/// The combinations of units, few units first.
fn regions(geometry: &Geometry, sets: &[Cells]) -> Vec<Vec<u32>> {
    let full: Vec<u32> = geometry
        .units()
        .filter(|unit| unit.is_complete())
        .map(|unit| unit.number() as u32)
        .collect();
    let cells = |unit: u32| Cells::of(geometry.unit(unit as usize).set().words());
    let disjoint = |a: u32, b: u32| !cells(a).meets(cells(b).words());
    let meets = |sum: &Cells, unit: u32| sum.meets(cells(unit).words());
    let connected =
        |a: u32, b: u32| disjoint(a, b) && sets.iter().any(|sum| meets(sum, a) && meets(sum, b));
    let mut all: Vec<Vec<u32>> = full.iter().map(|&unit| vec![unit]).collect();
    let mut pairs = Vec::new();
    for (i, &a) in full.iter().enumerate() {
        pairs.extend(full[i + 1..].iter().filter(|&&b| connected(a, b)).map(|&b| vec![a, b]));
    }
    let is_pair: HashSet<(u32, u32)> = pairs.iter().map(|pair| (pair[0], pair[1])).collect();
    let mut triples = Vec::new();
    if geometry.side() <= THREE_UP_TO {
        for pair in &pairs {
            for &c in &full {
                let ways = [pair[0], pair[1]].map(|a| is_pair.contains(&(a.min(c), a.max(c))));
                if ways.contains(&true) && disjoint(pair[0], c) && disjoint(pair[1], c) {
                    let mut triple = vec![pair[0], pair[1], c];
                    triple.sort_unstable();
                    triples.push(triple);
                }
            }
        }
        triples.sort_unstable();
        triples.dedup();
    }
    all.extend(pairs);
    all.extend(triples);
    for kind in [UnitKind::Row, UnitKind::Column] {
        let lines: Vec<u32> = full
            .iter()
            .copied()
            .filter(|&unit| geometry.unit(unit as usize).kind() == kind)
            .collect();
        for count in 3..=geometry.side() / 2 {
            all.extend(lines.windows(count).map(<[u32]>::to_vec));
        }
    }
    all
}

type Terms = Vec<(u16, i64)>;

/// The difference between some units and the sums that lie mostly inside them.
fn rest(
    geometry: &Geometry,
    units: &[u32],
    sums: &[&Sum],
    sets: &[Cells],
) -> Option<(Terms, Derived)> {
    let mut region = Cells::from_cells(&[], sets[0].words().len());
    for &unit in units {
        region = region.or(geometry.unit(unit as usize).set().words());
    }
    let mut used = Cells::from_cells(&[], sets[0].words().len());
    let (mut houses, mut subtracted) = (Vec::new(), 0);
    for (sum, set) in sums.iter().zip(sets) {
        let inside = set.clone().and(region.words()).len();
        if 2 * inside > set.len() && !set.meets(used.words()) {
            used = used.or(set.words());
            houses.push(sum.house);
            subtracted += sum.sum;
        }
    }
    let inside = region.clone().without(used.words());
    let outside = used.clone().without(region.words());
    let count = inside.len() + outside.len();
    if houses.is_empty() || count == 0 || count > MOST_CELLS {
        return None;
    }
    let mut terms: Terms = inside.iter().map(|cell| (cell, 1)).collect();
    terms.extend(outside.iter().map(|cell| (cell, -1)));
    terms.sort_unstable();
    let largest = geometry.digits() as i64;
    let whole = units.len() as i64 * largest * (largest + 1) / 2;
    Some((terms, Derived { units: units.to_vec(), sums: houses, whole, subtracted }))
}
