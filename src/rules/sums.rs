//! Sums of several totals, for diagonals and other lines that share units or cells.
//!
//! ```text
//!   diagonals of 22, 28 and 26    at least 18 + 11 + 9, since the cells of a diagonal in a box differ
//!   their sum, 76                 at least 75: their six cells in a box differ as well
//! ```
//!
//! The slack of a total is the distance of its sum from the minimum or the maximum that its cells reach if the cells of
//! each part differ, where a part lies in one unit and has equal weights. From each total, the search adds the total
//! with which the sum has the least slack, as long as the slack decreases. Sums with little slack are kept.
//!
//! *Cost.* A slack takes one pass over the units for each part. Only lines on which digits may repeat are added up,
//! which are few.

#![forbid(unsafe_code)]

use std::collections::BTreeSet;

use smallvec::SmallVec;

use super::geometry::Geometry;
use super::lists::insert;
use super::total::{Terms, Total, added_up};

/// The maximum number of totals in a sum, and therefore the largest weight.
const MOST_TOTALS: usize = 5;

/// With more totals, sums take longer to find than they save.
const MOST_LINES: usize = 40;

/// For each weight from 1, the set of cells with this weight.
type Weights = [SmallVec<[u64; 4]>; MOST_TOTALS];

/// A total of cells with weight 1, or a sum of such totals.
#[derive(Clone)]
struct Line {
    weights: Weights,
    sum: i64,
    slack: i64,
}

/// The sums of some of these totals that have much less slack than the totals.
pub(super) fn of_totals(totals: &[Total], geometry: &Geometry) -> Vec<Total> {
    let lines: Vec<&Total> = totals
        .iter()
        .filter(|total| total.weights.is_none() && !geometry.all_differ(total.cells()))
        .collect();
    if !(2..=MOST_LINES).contains(&lines.len()) {
        return Vec::new();
    }
    let singles: Vec<Line> = lines.iter().map(|total| Line::new(total, geometry)).collect();
    let mut found = BTreeSet::new();
    for (first, line) in singles.iter().enumerate() {
        let (mut sum, mut members) = (line.clone(), vec![first]);
        while members.len() < MOST_TOTALS {
            let others = singles.iter().enumerate().filter(|(i, _)| !members.contains(i));
            let longer = others.map(|(i, other)| (sum.plus(other, geometry), i));
            let Some((next, i)) = longer.min_by_key(|(next, i)| (next.slack, *i)) else { break };
            if members.len() > 1 && next.slack >= sum.slack {
                break;
            }
            members.push(i);
            sum = next;
        }
        let most = members.iter().map(|&i| singles[i].slack).max().unwrap_or(0);
        members.sort_unstable();
        if 2 * sum.slack <= most {
            found.insert(members);
        }
    }
    let sum = |members: &Vec<usize>| {
        let cells = members.iter().flat_map(|&i| lines[i].cells());
        let terms: Terms = cells.map(|&cell| (cell, 1)).collect();
        let sum = members.iter().map(|&i| lines[i].sum).sum();
        Total::of(added_up(terms), sum, geometry)
    };
    found.iter().map(sum).collect()
}

impl Line {
    fn new(total: &Total, geometry: &Geometry) -> Line {
        let mut weights: Weights = Default::default();
        weights.iter_mut().for_each(|set| set.resize(geometry.words(), 0));
        total.cells().iter().for_each(|&cell| insert(&mut weights[0], cell));
        Line { slack: slack(&weights, total.sum, geometry), weights, sum: total.sum }
    }

    /// The sum of this line and a line with weights 1.
    fn plus(&self, other: &Line, geometry: &Geometry) -> Line {
        let (mut weights, sum) = (self.weights.clone(), self.sum + other.sum);
        for w in 0..geometry.words() {
            let mut added = other.weights[0][w];
            let mut rest = added;
            for set in &mut weights {
                rest &= !set[w];
            }
            // Cells that the sum already contains move to the next weight; the others have weight 1.
            added ^= rest;
            for weight in (1..MOST_TOTALS).rev() {
                let moved = weights[weight - 1][w] & added;
                weights[weight - 1][w] ^= moved;
                weights[weight][w] |= moved;
            }
            weights[0][w] |= rest;
        }
        Line { slack: slack(&weights, sum, geometry), weights, sum }
    }
}

/// The distance of the sum from its minimum or maximum, whichever is less.
fn slack(weights: &Weights, sum: i64, geometry: &Geometry) -> i64 {
    let (words, digits) = (geometry.words(), geometry.digits() as i64);
    let (mut least, mut most) = (0, 0);
    for (weight, set) in (1..).zip(weights) {
        let mut left = set.clone();
        while left.iter().any(|&word| word != 0) {
            let both = |unit: &[u64]| -> u32 {
                unit.iter().zip(&left).map(|(unit, left)| (unit & left).count_ones()).sum()
            };
            let units = geometry.complete().sets.chunks_exact(words);
            let Some(unit) = units.max_by_key(|unit| both(unit)).filter(|unit| both(unit) > 0)
            else {
                // With more digits than the side, cells may belong to no such unit.
                let count: u32 = left.iter().map(|word| word.count_ones()).sum();
                least += weight * i64::from(count);
                most += weight * i64::from(count) * digits;
                break;
            };
            let count = i64::from(both(unit));
            left.iter_mut().zip(unit).for_each(|(left, unit)| *left &= !unit);
            least += weight * count * (count + 1) / 2;
            most += weight * count * (2 * digits + 1 - count) / 2;
        }
    }
    (sum - least).min(most - sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::generate::rules::Grids;
    use crate::random::{Domain, Key};
    use crate::rules::constraint::{Constraint, Primitive};
    use crate::rules::rule_set::RuleSet;

    /// The totals of diagonals that start in the first column of a board with side 9.
    fn diagonals(sums: &[(usize, i64)]) -> (RuleSet, Vec<Total>) {
        let diagonal = |&(row, sum): &(usize, i64)| -> Constraint {
            let cells = (0..9 - row).map(|k| 9 * (row + k) + k).collect();
            Primitive::Total { cells, sum, weights: None, no_repeat: false }.into()
        };
        let constraints: Vec<Constraint> = sums.iter().map(diagonal).collect();
        let rules = RuleSet::with_digits(9, 9, Some((3, 3)), &constraints).unwrap();
        let compiled = rules.trail().compiled;
        let totals = of_totals(&compiled.totals[..compiled.given_totals], &compiled.geometry);
        (rules, totals)
    }

    #[test]
    fn three_diagonals_have_little_slack_together() {
        let (rules, sums) = diagonals(&[(0, 22), (1, 28), (2, 26)]);
        let sum = sums.iter().find(|sum| sum.cells().len() == 24).unwrap();
        assert_eq!((sum.sum, &sum.weights), (76, &None));
        let line = Line::new(sum, &rules.trail().compiled.geometry);
        assert_eq!(line.slack, 1);
        // Other sums are as good as nothing.
        assert!(diagonals(&[(0, 45), (1, 40), (2, 35)]).1.is_empty());
    }

    #[test]
    fn sums_of_lines_on_a_grid_hold() {
        let key = Key::from_u64(4);
        let rules = RuleSet::with_digits(9, 9, Some((3, 3)), &[]).unwrap();
        let geometry = &rules.trail().compiled.geometry;
        let grids = Grids::new(&rules, false, &Control::unlimited()).unwrap();
        let mut found = 0;
        for item in 0..300 {
            let mut words = key.words(Domain::Grids, item, 0);
            let mut grid = vec![0; 81];
            grids.fill(&rules, &key, item, &mut grid, &Control::unlimited()).unwrap();
            let value = |cell: usize| i64::from(grid[cell]);
            // Lines with the smallest digits, which have little slack, share units and cells.
            let lines: Vec<Total> = (0..6)
                .map(|_| {
                    let count = 4 + words.below(6) as usize;
                    let mut cells: Vec<usize> =
                        (0..4 * count).map(|_| words.below(81) as usize).collect();
                    cells.sort_by_key(|&cell| (value(cell), cell));
                    cells.dedup();
                    cells.truncate(count);
                    let sum = cells.iter().map(|&cell| value(cell)).sum();
                    Total::new(&cells, sum, None, geometry)
                })
                .collect();
            for line in &lines {
                assert!(Line::new(line, geometry).slack >= 0, "{line:?}");
            }
            for sum in of_totals(&lines, geometry) {
                found += 1;
                let terms = sum.terms().map(|(cell, weight)| weight * value(usize::from(cell)));
                assert_eq!(terms.sum::<i64>(), sum.sum, "{lines:?}");
                let weights =
                    sum.terms().fold(Weights::default(), |mut weights, (cell, weight)| {
                        weights.iter_mut().for_each(|set| set.resize(geometry.words(), 0));
                        insert(&mut weights[weight as usize - 1], cell);
                        weights
                    });
                assert!(slack(&weights, sum.sum, geometry) >= 0, "{sum:?}");
            }
        }
        assert!(found > 100, "{found}");
    }
}
