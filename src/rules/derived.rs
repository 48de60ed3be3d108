//! Totals that follow from others and from units: a unit adds up to side · (side + 1) / 2 (the "rule of 45").
//!
//! ```text
//!   region of units        a a a b b c c c d       a, b, c inside: the rest is d = 45 - a - b - c ("innie")
//!   and the totals in it   a a a b b c c c c       c has one cell outside:    "outie" = a + b + c - 45
//! ```
//!
//! A region is up to three disjoint units connected by totals. The totals that lie more inside than outside are subtracted
//! from its sum; the rest is a new total with weights 1 (inside) and -1 (outside). Those of few cells are kept: they prune
//! most in puzzles without givens, such as killers.
//!
//! *Cost.* A total of s cells, c of them inside, removes c cells and adds s - c: a gain of 2c - s. If the gains of a region
//! add up to less than all but a few cells, it is dropped. So sets of cells are only computed for few regions.

#![forbid(unsafe_code)]

use std::cell::LazyCell;

use crate::control::{Control, Stop};
use crate::sort::{sort, sort_by_key};

use super::digits::bits;
use super::geometry::{Geometry, sets};
use super::lists::Lists;
use super::total::{Total, added_up};

/// The most cells of a derived total. With six or more, the totals of cages that cover the board take longer than they save.
const MOST_CELLS: usize = 4;

/// The most units of a region.
const MOST_UNITS: usize = 3;

/// Cells and their weights, in order; and the sum.
type Weighted = (Vec<(u16, i64)>, i64);

/// Adds the totals of few cells that follow from the given ones.
pub(super) fn add_totals(totals: &mut Vec<Total>, geometry: &Geometry) {
    let units = geometry.complete_units();
    let is_plain = |total: &&Total| total.weights.iter().all(|&weight| weight == 1);
    let plain: Vec<&Total> = totals.iter().filter(is_plain).collect();
    if plain.is_empty() || units.len() == 0 {
        return;
    }
    let units_of = units.turned(geometry.cells());
    let counts = Counts::new(units.len(), &units_of, plain);
    if counts.totals.is_empty() {
        return;
    }
    let adjacency = LazyCell::new(|| adjacency(&counts, &units_of));
    let mut sets = LazyCell::new(|| Sets::new(geometry, units, &counts.totals));
    let mut found = Vec::new();
    for size in 1..=MOST_UNITS {
        let regions = Regions::new(geometry, size, &counts, &adjacency);
        regions.visit(&mut Vec::new(), 0, 0, 0, &mut |region| found.extend(sets.rest(region)));
    }
    sort(&mut found);
    found.dedup();
    let known = totals.len();
    for (cells, sum) in found {
        let is_same = |total: &Total| {
            let weights = total.weights.iter().copied();
            let own = total.cells().iter().copied().zip(weights);
            total.sum == sum && own.eq(cells.iter().copied())
        };
        if !totals[..known].iter().any(is_same) {
            totals.push(Total::of(cells, sum, geometry));
        }
    }
}

/// Adds the differences of two of the first `given` totals, and their sums, that have fewer cells than the longer one.
///
/// # Errors
/// When `control` says stop.
pub(super) fn add_differences(
    given: usize,
    totals: &mut Vec<Total>,
    geometry: &Geometry,
    control: &Control<'_>,
) -> Result<(), Stop> {
    let mut found: Vec<Weighted> = Vec::new();
    // The totals before with each cell. Few pairs have cells in common.
    let mut with_cell: Vec<Vec<usize>> = vec![Vec::new(); geometry.cells()];
    let mut before: Vec<usize> = Vec::new();
    for (i, one) in totals[..given].iter().enumerate() {
        before.clear();
        for &cell in one.cells() {
            before.extend(&with_cell[usize::from(cell)]);
            with_cell[usize::from(cell)].push(i);
        }
        sort(&mut before);
        for shared in before.chunk_by(|a, b| a == b) {
            control.checkpoint()?;
            let other = &totals[shared[0]];
            let shorter = one.cells().len().min(other.cells().len());
            let longer = one.cells().len().max(other.cells().len());
            // Only cells of both can cancel.
            if 2 * shared.len() <= shorter {
                continue;
            }
            for sign in [1, -1] {
                let cells = combination(one, other, sign);
                if !cells.is_empty() && cells.len() < longer {
                    found.push((cells, one.sum + sign * other.sum));
                }
            }
        }
    }
    sort(&mut found);
    found.dedup();
    for (cells, sum) in found {
        control.checkpoint()?;
        totals.push(Total::of(cells, sum, geometry));
    }
    Ok(())
}

/// The weights of one total plus `sign` times those of the other.
fn combination(one: &Total, other: &Total, sign: i64) -> Vec<(u16, i64)> {
    let terms = |total: &Total, sign: i64| {
        let weights = total.weights.iter().map(move |weight| sign * weight);
        total.cells().iter().copied().zip(weights).collect::<Vec<_>>()
    };
    added_up([terms(one, 1), terms(other, sign)].concat())
}

/// How many cells totals and units have in common.
struct Counts<'t> {
    /// Those that lie mostly in some three units; others are never subtracted.
    totals: Vec<&'t Total>,
    units: usize,
    /// The sizes of the totals.
    sizes: Vec<i16>,
    /// For each unit twice the number of cells that it has in common with each total; then zeros, for no unit.
    twice: Vec<i16>,
}

impl<'t> Counts<'t> {
    fn new(units: usize, units_of: &Lists<u32>, mut totals: Vec<&'t Total>) -> Counts<'t> {
        let mut by_total = Vec::with_capacity(units * totals.len());
        totals.retain(|total| {
            let start = by_total.len();
            by_total.resize(start + units, 0);
            for &cell in total.cells() {
                let units_of_cell = units_of.get(usize::from(cell)).iter();
                units_of_cell.for_each(|&unit| by_total[start + unit as usize] += 2);
            }
            // The largest counts, the largest first.
            let mut most = [0; MOST_UNITS];
            for &count in &by_total[start..] {
                let mut left = count;
                for kept in &mut most {
                    (*kept, left) = (left.max(*kept), left.min(*kept));
                }
            }
            let is_used = most.iter().sum::<i16>() > total.cells().len() as i16;
            by_total.truncate(if is_used { start + units } else { start });
            is_used
        });
        let mut twice = vec![0; (units + 1) * totals.len()];
        for (number, by_unit) in by_total.chunks(units).enumerate() {
            let own = twice.iter_mut().skip(number).step_by(totals.len());
            own.zip(by_unit).for_each(|(twice, count)| *twice = *count);
        }
        let sizes = totals.iter().map(|total| total.cells().len() as i16).collect();
        Counts { totals, units, sizes, twice }
    }

    fn of(&self, unit: usize) -> &[i16] {
        &self.twice[unit * self.sizes.len()..][..self.sizes.len()]
    }

    /// Whether some total has cells of both units.
    fn are_connected(&self, one: usize, other: usize) -> bool {
        // All pairs, at once: there are few totals.
        let both = self.of(one).iter().zip(self.of(other)).map(|(one, other)| one.min(other));
        both.fold(0, |any, both| any | both) > 0
    }

    /// The most cells that subtracting totals removes from a region, which it does if no two of them overlap.
    fn gain(&self, region: &[usize]) -> i32 {
        let [a, b, c] = [0, 1, 2].map(|i| self.of(region.get(i).copied().unwrap_or(self.units)));
        let inside = a.iter().zip(b).zip(c).map(|((a, b), c)| a + b + c);
        inside.zip(&self.sizes).map(|(inside, size)| i32::from((inside - size).max(0))).sum()
    }
}

/// How two units are related.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Adjacency {
    /// They have a cell in common.
    Overlap,
    /// They are disjoint.
    Disjoint,
    /// They are disjoint, and some total has cells of both.
    Connected,
}

/// How each two units are related.
fn adjacency(counts: &Counts<'_>, units_of: &Lists<u32>) -> Vec<Adjacency> {
    let units = counts.units;
    let mut adjacency = vec![Adjacency::Disjoint; units * units];
    for units_of_cell in units_of.iter() {
        for &one in units_of_cell {
            for &other in units_of_cell {
                adjacency[one as usize * units + other as usize] = Adjacency::Overlap;
            }
        }
    }
    for one in 0..units {
        for other in one + 1..units {
            if adjacency[one * units + other] == Adjacency::Disjoint
                && counts.are_connected(one, other)
            {
                adjacency[one * units + other] = Adjacency::Connected;
                adjacency[other * units + one] = Adjacency::Connected;
            }
        }
    }
    adjacency
}

/// The regions of `size` units that may have a small rest.
struct Regions<'a, F: FnOnce() -> Vec<Adjacency>> {
    counts: &'a Counts<'a>,
    /// Made when it is first needed: most totals are too few for any region.
    adjacency: &'a LazyCell<Vec<Adjacency>, F>,
    size: usize,
    /// The gain that is needed for a small rest.
    needed: i32,
    /// The most that each unit adds to the gain, times `size`, with the number of the unit; the largest first. It is 2c - s / size
    /// for each total of s cells, if positive.
    shares: Vec<(i32, usize)>,
}

impl<'a, F: FnOnce() -> Vec<Adjacency>> Regions<'a, F> {
    fn new(
        geometry: &Geometry,
        size: usize,
        counts: &'a Counts<'a>,
        adjacency: &'a LazyCell<Vec<Adjacency>, F>,
    ) -> Regions<'a, F> {
        let share = |unit: usize| -> i32 {
            let counts = counts.of(unit).iter().zip(&counts.sizes);
            counts.map(|(&c, &s)| (size as i32 * i32::from(c) - i32::from(s)).max(0)).sum()
        };
        let mut shares: Vec<(i32, usize)> =
            (0..counts.units).map(|unit| (share(unit), unit)).collect();
        sort_by_key(&mut shares, |&(share, unit)| (-share, unit));
        let needed = (size * geometry.digits()).saturating_sub(MOST_CELLS) as i32;
        Regions { counts, adjacency, size, needed, shares }
    }

    /// Visits all regions that begin with these units, which have this share together and so many connected pairs, and go on
    /// with units from number `next` of `shares`.
    fn visit(
        &self,
        region: &mut Vec<usize>,
        next: usize,
        share: i32,
        connected: usize,
        found: &mut impl FnMut(&[usize]),
    ) {
        let missing = self.size - region.len();
        let enough = self.size as i32 * self.needed - share;
        for (next, &(own, unit)) in (next + 1..).zip(&self.shares[next..]) {
            // No later unit adds more.
            if missing as i32 * own < enough {
                break;
            }
            let pairs = |adjacency: Adjacency| {
                region
                    .iter()
                    .filter(|&&other| self.adjacency[other * self.counts.units + unit] == adjacency)
                    .count()
            };
            if pairs(Adjacency::Overlap) > 0 {
                continue;
            }
            let connected = connected + pairs(Adjacency::Connected);
            region.push(unit);
            if missing > 1 {
                self.visit(region, next, share + own, connected, found);
            } else if connected + 1 >= self.size && self.counts.gain(region) >= self.needed {
                found(region);
            }
            region.pop();
        }
    }
}

/// Sets of cells, as bits, stored one after the other.
struct Sets<'t> {
    words: usize,
    /// The cells of a unit.
    digits: usize,
    units: Vec<u64>,
    totals: Vec<u64>,
    sums: Vec<&'t Total>,
    region: Vec<u64>,
    used: Vec<u64>,
}

impl<'t> Sets<'t> {
    fn new(geometry: &Geometry, units: &Lists<u16>, totals: &[&'t Total]) -> Sets<'t> {
        let words = geometry.cells().div_ceil(64);
        Sets {
            words,
            digits: geometry.digits(),
            units: sets(units.iter(), words),
            totals: sets(totals.iter().map(|total| total.cells()), words),
            sums: totals.to_vec(),
            region: vec![0; words],
            used: vec![0; words],
        }
    }

    /// The rest of a region without the totals that lie mostly inside, if it has few cells.
    fn rest(&mut self, units: &[usize]) -> Option<Weighted> {
        let Sets { region, used, .. } = self;
        region.fill(0);
        used.fill(0);
        for &unit in units {
            let unit = &self.units[unit * self.words..];
            region.iter_mut().zip(unit).for_each(|(all, word)| *all |= word);
        }
        let mut rest = (units.len() * self.digits * (self.digits + 1) / 2) as i64;
        for (total, cells) in self.sums.iter().zip(self.totals.chunks(self.words)) {
            let (mut inside, mut overlap) = (0, 0);
            for ((cells, region), used) in cells.iter().zip(&*region).zip(&*used) {
                inside += (cells & region).count_ones();
                overlap |= cells & used;
            }
            // Totals may overlap, but a cell is subtracted once.
            if 2 * inside as usize > total.cells().len() && overlap == 0 {
                used.iter_mut().zip(cells).for_each(|(used, cells)| *used |= cells);
                rest -= total.sum;
            }
        }
        // Cells of the region that are not used, and used cells outside.
        let count = region.iter().zip(&*used).map(|(inside, used)| (inside ^ used).count_ones());
        if !(1..=MOST_CELLS).contains(&(count.sum::<u32>() as usize)) {
            return None;
        }
        let mut left = Vec::with_capacity(MOST_CELLS);
        for (w, (&inside, &used)) in region.iter().zip(&*used).enumerate() {
            for bit in bits(inside ^ used) {
                let cell = (64 * w) as u16 + bit.trailing_zeros() as u16;
                left.push((cell, if inside & bit == 0 { -1 } else { 1 }));
            }
        }
        Some((left, rest))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::control::Limits;
    use crate::random::{Domain, Key};

    #[test]
    fn differences_can_be_interrupted() {
        let geometry = Geometry::new(9, 9, &[], [].into_iter());
        let total = |first: u16| {
            Total::of((first..first + 5).map(|cell| (cell, 1)).collect(), 20, &geometry)
        };
        let mut totals: Vec<Total> = (0..9).map(total).collect();
        add_differences(9, &mut totals, &geometry, &Control::unlimited()).unwrap();
        assert!(totals.len() > 9);
        let cancelled = AtomicBool::new(true);
        let control = Control::new(&cancelled, Limits::NONE);
        let stopped = add_differences(9, &mut totals, &geometry, &control);
        assert_eq!(stopped, Err(Stop::Cancelled));
    }

    #[test]
    fn counting_drops_no_region_with_a_small_rest() {
        let units: Lists<u16> = (0..27u16)
            .map(|unit| {
                let (row, column) = (unit % 9 / 3 * 3, unit % 3 * 3);
                let cell = |i| match unit / 9 {
                    0 => 9 * unit + i,
                    1 => 9 * i + unit - 9,
                    _ => 9 * (row + i / 3) + column + i % 3,
                };
                (0..9).map(cell).collect::<Vec<u16>>()
            })
            .collect();
        let mut kept = 0;
        for item in 0..30 {
            let mut words = Key::from_u64(45).words(Domain::Grids, item, 0);
            // Pieces of rows, which may go on in the next row; some overlap.
            let geometry = Geometry::new(9, 9, &[], [].into_iter());
            let mut totals = Vec::new();
            let mut cell = 0;
            while cell < 81 {
                let size = 2 + words.below(5) as u16;
                let cells = (cell..81.min(cell + size)).map(|cell| (cell, 1)).collect();
                totals.push(Total::of(cells, 20, &geometry));
                cell += size - u16::from(words.below(8) == 0);
            }
            let units_of = units.turned(81);
            let counts = Counts::new(27, &units_of, totals.iter().collect());
            let adjacency = LazyCell::new(|| adjacency(&counts, &units_of));
            let mut sets = Sets::new(&geometry, &units, &counts.totals);
            let (mut expected, mut found) = (Vec::new(), Vec::new());
            let triples =
                (0..27).flat_map(|a| (a..27).flat_map(move |b| (b..27).map(move |c| [a, b, c])));
            for triple in triples {
                // One unit: three times the same; two: the last twice.
                let mut region = triple.to_vec();
                region.dedup();
                if triple[0] == triple[1] && region.len() == 2 {
                    continue;
                }
                let pair = |i: usize, j: usize| adjacency[27 * region[i] + region[j]];
                let count = region.len();
                let mut pairs = Vec::new();
                (0..count).for_each(|i| (0..i).for_each(|j| pairs.push(pair(i, j))));
                let connected = pairs.iter().filter(|&&pair| pair == Adjacency::Connected).count();
                if !pairs.contains(&Adjacency::Overlap) && connected + 1 >= region.len() {
                    expected.extend(sets.rest(&region));
                }
            }
            for size in 1..=MOST_UNITS {
                let regions = Regions::new(&geometry, size, &counts, &adjacency);
                let mut add = |region: &[usize]| found.extend(sets.rest(region));
                regions.visit(&mut Vec::new(), 0, 0, 0, &mut add);
            }
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected);
            kept += found.len();
        }
        assert!(kept > 100, "{kept}");
    }
}
