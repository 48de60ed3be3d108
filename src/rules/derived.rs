//! Totals that follow from other totals and from units: the digits of a unit with a cell for each of n digits add up to
//! n · (n + 1) / 2 (the "rule of 45").
//!
//! ```text
//!   region of units        a a a b b c c c d       a, b, c inside: the rest is d = 45 - a - b - c ("innie")
//!   and the totals in it   a a a b b c c c c       c has one cell outside:    "outie" = a + b + c - 45
//! ```
//!
//! A region consists of up to three disjoint units connected by totals. Totals that lie more inside than outside are
//! subtracted from its sum; the rest is a new total with weights 1 (inside) and -1 (outside). New totals of few cells
//! are kept: they prune most in puzzles without givens, such as killers.
//!
//! *Cost.* A total of s cells, c of them inside, removes c cells and adds s - c: a gain of 2c - s. A region is dropped
//! if its gains add up to less than all but a few cells, or if more than a few of its cells have no total. Sets of
//! cells are therefore computed for few regions only.

#![forbid(unsafe_code)]

use smallvec::SmallVec;

use crate::control::{Control, Stop};

use super::complete::Complete;
use super::digits::bits;
use super::geometry::Geometry;
use super::lists::{insert, sets};
use super::total::{Terms, Total, added_up};

/// The maximum number of cells of a derived total. With six or more, the totals of cages that cover the board take
/// longer than they save.
const MOST_CELLS: usize = 4;

/// The maximum number of units in a region.
const MOST_UNITS: usize = 3;

/// Cells and their weights, in order; and the sum.
type Weighted = (Terms, i64);

/// Adds the totals of few cells that follow from the given totals.
pub(super) fn add_totals(totals: &mut Vec<Total>, geometry: &Geometry) {
    let mut plain = Vec::with_capacity(totals.len());
    plain.extend(totals.iter().filter(|total| total.weights.is_none()));
    if plain.is_empty() {
        return;
    }
    let mut found = small_rests(&plain, geometry);
    found.sort_unstable();
    found.dedup();
    let known = totals.len();
    for (cells, sum) in found {
        let is_same = |total: &Total| total.sum == sum && total.terms().eq(cells.iter().copied());
        if !totals[..known].iter().any(is_same) {
            totals.push(Total::of(cells, sum, geometry));
        }
    }
}

/// The small rests of all regions.
fn small_rests(totals: &[&Total], geometry: &Geometry) -> Vec<Weighted> {
    let mut found = Vec::new();
    let Some(counts) = Counts::new(totals, geometry) else { return found };
    let mut sets = Sets::new(geometry, &counts.totals);
    let (inside, all) = (counts.inside(), vec![!0; geometry.complete().words_of_units]);
    let mut region = Vec::with_capacity(MOST_UNITS);
    for size in 1..=MOST_UNITS {
        let regions = Regions::new(geometry, size, &counts);
        let mut add = |region: &[usize]| found.extend(sets.rest(region));
        regions.visit(&mut region, (0, &all), &inside, (0, 0), &mut add);
    }
    found
}

/// Adds the differences and sums of two of the first `given` totals that have fewer cells than the longer total.
///
/// # Errors
/// The control stopped the work.
pub(super) fn add_differences(
    given: usize,
    totals: &mut Vec<Total>,
    geometry: &Geometry,
    control: &Control<'_>,
) -> Result<(), Stop> {
    let mut found: Vec<Weighted> = Vec::new();
    // The previous totals that contain each cell. Few pairs of totals share cells.
    let mut with_cell: Vec<Vec<usize>> = vec![Vec::new(); geometry.cells()];
    let mut before: Vec<usize> = Vec::new();
    for (i, one) in totals[..given].iter().enumerate() {
        before.clear();
        for &cell in one.cells() {
            before.extend(&with_cell[usize::from(cell)]);
            with_cell[usize::from(cell)].push(i);
        }
        before.sort_unstable();
        for shared in before.chunk_by(|a, b| a == b) {
            control.checkpoint()?;
            let other = &totals[shared[0]];
            let shorter = one.cells().len().min(other.cells().len());
            let longer = one.cells().len().max(other.cells().len());
            // Only cells of both totals can cancel.
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
    found.sort_unstable();
    found.dedup();
    for (cells, sum) in found {
        control.checkpoint()?;
        totals.push(Total::of(cells, sum, geometry));
    }
    Ok(())
}

/// The weights of one total plus `sign` times the weights of the other.
fn combination(one: &Total, other: &Total, sign: i64) -> Terms {
    let mut terms = Terms::new();
    for (total, sign) in [(one, 1), (other, sign)] {
        terms.extend(total.terms().map(|(cell, weight)| (cell, sign * weight)));
    }
    added_up(terms)
}

/// The number of cells that totals and units share.
struct Counts<'t> {
    /// The totals that lie mostly in some three units; other totals are never subtracted.
    totals: Vec<&'t Total>,
    /// The number of cells of each unit that belong to no total.
    open: Vec<usize>,
    /// The sizes of the totals, padded to a multiple of eight.
    sizes: Vec<i16>,
    /// For each unit, twice the number of cells that it shares with each total.
    twice: Vec<i16>,
    /// The maximum that a unit adds to the gain of other units.
    most: i32,
}

impl<'t> Counts<'t> {
    /// `None` if there are no such totals or units.
    fn new(totals: &[&'t Total], geometry: &Geometry) -> Option<Counts<'t>> {
        let (complete, words) = (geometry.complete(), geometry.words());
        let mut covered = vec![0; words];
        totals.iter().for_each(|total| total.cells().iter().for_each(|&c| insert(&mut covered, c)));
        let open = |set: &[u64]| {
            let open = set.iter().zip(&covered).map(|(set, covered)| set & !covered);
            open.map(|word| word.count_ones() as usize).sum()
        };
        let open: Vec<usize> = complete.sets.chunks_exact(words).map(open).collect();
        if open.iter().all(|&open| open > MOST_CELLS) {
            return None;
        }
        let length = totals.len().next_multiple_of(8);
        let mut counts = Counts {
            totals: Vec::with_capacity(totals.len()),
            // A padding entry is too large for any region.
            sizes: vec![i16::MAX / 2; length],
            twice: vec![0; length * open.len()],
            open,
            most: 0,
        };
        for &total in totals {
            let number = counts.totals.len();
            for &cell in total.cells() {
                let units = complete.of_cell.get(usize::from(cell)).iter();
                units.for_each(|&unit| counts.twice[unit as usize * length + number] += 2);
            }
            // The largest counts, in decreasing order.
            let mut most = [0; MOST_UNITS];
            for &count in counts.twice[number..].iter().step_by(length) {
                let mut left = count;
                for kept in &mut most {
                    (*kept, left) = (left.max(*kept), left.min(*kept));
                }
            }
            let size = total.cells().len() as i16;
            if most.iter().sum::<i16>() > size {
                counts.totals.push(total);
                counts.sizes[number] = size;
            } else {
                counts.twice[number..].iter_mut().step_by(length).for_each(|count| *count = 0);
            }
        }
        let all = counts.twice.chunks_exact(length);
        counts.most = all.map(|of| of.iter().map(|&c| i32::from(c)).sum()).max().unwrap_or(0);
        (!counts.totals.is_empty()).then_some(counts)
    }

    fn of(&self, unit: usize) -> &[i16] {
        &self.twice[unit * self.sizes.len()..][..self.sizes.len()]
    }

    /// For a region without units: twice the number of cells inside, minus the sizes.
    fn inside(&self) -> Vec<i16> {
        self.sizes.iter().map(|size| -size).collect()
    }

    /// Whether some total has cells of both units.
    fn are_connected(&self, one: usize, other: usize) -> bool {
        // Tests all totals at once, because there are few.
        let both = self.of(one).iter().zip(self.of(other)).map(|(one, other)| one.min(other));
        both.fold(0, |any, both| any | both) > 0
    }

    /// The maximum number of cells that subtracting totals removes from a region, which is reached if no two totals
    /// overlap. The region consists of the units counted in `inside` and one more unit.
    fn gain(&self, inside: &[i16], unit: usize) -> i32 {
        let gains = inside.iter().zip(self.of(unit)).map(|(inside, unit)| (inside + unit).max(0));
        gains.map(i32::from).sum()
    }
}

/// The regions of `size` units that may have a small rest.
struct Regions<'a> {
    counts: &'a Counts<'a>,
    complete: &'a Complete,
    size: usize,
    /// The gain required for a small rest.
    needed: i32,
    /// The units with few open cells, and the maximum that each adds to the gain, times `size`: 2c - s / size for each
    /// total of s cells, if positive. In decreasing order.
    shares: Vec<(i32, usize)>,
}

impl<'a> Regions<'a> {
    fn new(geometry: &'a Geometry, size: usize, counts: &'a Counts<'a>) -> Regions<'a> {
        let share = |unit: usize| -> i32 {
            let pairs = counts.of(unit).iter().zip(&counts.sizes);
            pairs.map(|(&c, &s)| (size as i32 * i32::from(c) - i32::from(s)).max(0)).sum()
        };
        let units = (0..counts.open.len()).filter(|&unit| counts.open[unit] <= MOST_CELLS);
        let mut shares = Vec::with_capacity(counts.open.len());
        shares.extend(units.map(|unit| (share(unit), unit)));
        shares.sort_by_key(|&(share, unit)| (-share, unit));
        let needed = (size * geometry.digits()).saturating_sub(MOST_CELLS) as i32;
        Regions { counts, complete: geometry.complete(), size, needed, shares }
    }

    /// Visits all regions that begin with the units in `region` and continue with units numbered from `from` on that
    /// share no cell with them, which are `free`. `inside` is as in [`Counts::inside`]; the units in `region` have the
    /// share `share` together, and `open` cells without a total.
    fn visit(
        &self,
        region: &mut Vec<usize>,
        (from, free): (usize, &[u64]),
        inside: &[i16],
        (share, open): (i32, usize),
        found: &mut impl FnMut(&[usize]),
    ) {
        let (counts, words) = (self.counts, free.len());
        let missing = (self.size - region.len() - 1) as i32;
        for (number, &(own, unit)) in self.shares.iter().enumerate().skip(from) {
            // No later unit has a larger share.
            if share + own * (missing + 1) < self.size as i32 * self.needed {
                break;
            }
            let (share, open) = (share + own, open + counts.open[unit]);
            if free[unit / 64] >> (unit % 64) & 1 == 0
                || open > MOST_CELLS
                || counts.gain(inside, unit) + missing * counts.most < self.needed
            {
                continue;
            }
            region.push(unit);
            if missing > 0 {
                let apart = &self.complete.apart[unit * words..];
                // Most boards have few units and totals.
                let mut free = SmallVec::<[u64; 1]>::from_slice(free);
                free.iter_mut().zip(apart).for_each(|(free, apart)| *free &= apart);
                let mut inside = SmallVec::<[i16; 32]>::from_slice(inside);
                inside.iter_mut().zip(counts.of(unit)).for_each(|(inside, unit)| *inside += unit);
                self.visit(region, (number + 1, &free), &inside, (share, open), found);
            } else if self.is_connected(region) {
                found(region);
            }
            region.pop();
        }
    }

    /// Whether totals connect all units of a region.
    fn is_connected(&self, region: &[usize]) -> bool {
        let pairs = region.iter().enumerate();
        let pairs = pairs.flat_map(|(i, &one)| region[..i].iter().map(move |&other| (one, other)));
        pairs.filter(|&(one, other)| self.counts.are_connected(one, other)).count() + 1 >= self.size
    }
}

/// Concatenated sets of cells, as bits.
struct Sets<'t> {
    words: usize,
    /// The number of cells in a unit.
    digits: usize,
    units: &'t [u64],
    totals: Vec<u64>,
    sums: &'t [&'t Total],
    region: Vec<u64>,
    used: Vec<u64>,
}

impl<'t> Sets<'t> {
    fn new(geometry: &'t Geometry, totals: &'t [&'t Total]) -> Sets<'t> {
        let words = geometry.words();
        Sets {
            words,
            digits: geometry.digits(),
            units: &geometry.complete().sets,
            totals: sets(totals.iter().map(|total| total.cells()), words),
            sums: totals,
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
        for (total, cells) in self.sums.iter().zip(self.totals.chunks_exact(self.words)) {
            let (mut inside, mut overlap) = (0, 0);
            for ((cells, region), used) in cells.iter().zip(&*region).zip(&*used) {
                inside += (cells & region).count_ones();
                overlap |= cells & used;
            }
            // Totals may overlap, but a cell is subtracted only once.
            if 2 * inside as usize > total.cells().len() && overlap == 0 {
                used.iter_mut().zip(cells).for_each(|(used, cells)| *used |= cells);
                rest -= total.sum;
            }
        }
        // Cells of the region that are not used, and used cells outside of it.
        let count = region.iter().zip(&*used).map(|(inside, used)| (inside ^ used).count_ones());
        if !(1..=MOST_CELLS).contains(&(count.sum::<u32>() as usize)) {
            return None;
        }
        let mut left = Terms::new();
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
    use crate::rules::constraint::Constraint;

    #[test]
    fn differences_can_be_interrupted() {
        let geometry = Geometry::new(9, 9, &mut [].iter(), &[]);
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
        let units = Constraint::houses(3, 3);
        let geometry = Geometry::new(9, 9, &mut units.iter(), &[]);
        let complete = geometry.complete();
        let mut kept = 0;
        for item in 0..30 {
            let mut words = Key::from_u64(45).words(Domain::Grids, item, 0);
            // Pieces of rows, which may continue in the next row; some overlap, and some cells belong to no total.
            let mut totals = Vec::new();
            let mut cell = 0;
            while cell < 81 {
                let size = 2 + words.below(5) as u16;
                let cells = (cell..81.min(cell + size)).map(|cell| (cell, 1)).collect();
                totals.push(Total::of(cells, 20, &geometry));
                match words.below(8) {
                    0 => cell += size - 1,
                    1 if item % 2 == 1 => cell += size + 1,
                    _ => cell += size,
                }
            }
            let totals: Vec<&Total> = totals.iter().collect();
            let mut sets = Sets::new(&geometry, &totals);
            let shared = |one: usize, cells: &[u16]| {
                cells.iter().filter(|cell| complete.units.get(one).contains(cell)).count()
            };
            let overlap = |a: usize, b: usize| shared(a, complete.units.get(b)) > 0;
            let connected = |a: usize, b: usize| {
                totals
                    .iter()
                    .any(|total| shared(a, total.cells()).min(shared(b, total.cells())) > 0)
            };
            let mut expected = Vec::new();
            for a in 0..27 {
                expected.extend(sets.rest(&[a]));
                for b in (a + 1..27).filter(|&b| !overlap(a, b)) {
                    if connected(a, b) {
                        expected.extend(sets.rest(&[a, b]));
                    }
                    for c in (b + 1..27).filter(|&c| !overlap(a, c) && !overlap(b, c)) {
                        let pairs = [connected(a, b), connected(a, c), connected(b, c)];
                        if pairs.iter().filter(|&&pair| pair).count() > 1 {
                            expected.extend(sets.rest(&[a, b, c]));
                        }
                    }
                }
            }
            let mut found = small_rests(&totals, &geometry);
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected);
            kept += found.len();
        }
        assert!(kept > 100, "{kept}");
    }
}
