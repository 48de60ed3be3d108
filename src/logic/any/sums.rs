//! Sums of digits: the digits that each cell can hold if a sum must be reached.
//!
//! ```text
//!   groups       the cells of a group all see each other, so their digits differ
//!   layer i      all states (digits used in the group, sum) that the first i cells can reach
//!
//!   {0, 0} ──> layer 1 ──> layer 2 ──> … ──> states with the sum          forward
//!   a digit is kept if it leads from one state to another that reaches the sum      backward
//! ```
//!
//! If all cells see each other, the result is exact, and the last layer holds the combinations. Partial sums that cannot be
//! completed are dropped. *Cost.* At most [`MOST_STATES`] states per layer. With more states, the digits used are no longer
//! tracked; if the sums alone are too many, only the minimum and maximum of the other cells count. Both approximations keep
//! more digits, but never remove a valid one.

use crate::rules::bits;

/// The maximum number of states of a layer.
const MOST_STATES: usize = 4096;

/// A weighted sum of the digits of some cells.
#[derive(Clone, Debug)]
pub struct Sum {
    /// The cells, without repeats, group by group.
    pub cells: Vec<u16>,
    /// The weight of each cell.
    pub weights: Vec<i64>,
    /// The sum.
    pub sum: i64,
    /// The group of each cell.
    groups: Vec<u16>,
    /// Whether all cells see each other and have weight 1.
    pub is_cage: bool,
    /// The cage, line or unit to which it belongs.
    pub house: u32,
    /// The derivation, if it follows from other sums.
    pub derived: Option<Derived>,
}

/// The units of a derived sum, and the sums subtracted from them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derived {
    /// The units.
    pub units: Vec<u32>,
    /// The houses of the sums.
    pub sums: Vec<u32>,
    /// The total of the units.
    pub whole: i64,
    /// The total of the sums.
    pub subtracted: i64,
}

/// The result of narrowing the cells of a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// The digits that each cell keeps.
    pub kept: Vec<u64>,
    /// The sets of digits that reach the sum, if all cells see each other and have weight 1.
    pub combinations: Vec<u64>,
}

impl Sum {
    /// A sum of cells with nonzero weights. `sees` determines which cells must differ.
    pub fn new(
        mut by_cell: Vec<(u16, i64)>,
        sum: i64,
        house: u32,
        sees: impl Fn(u16, u16) -> bool,
    ) -> Sum {
        by_cell.sort_unstable();
        let mut groups: Vec<Vec<(u16, i64)>> = Vec::new();
        for term in by_cell {
            let fits =
                |group: &&mut Vec<(u16, i64)>| group.iter().all(|&(cell, _)| sees(cell, term.0));
            match groups.iter_mut().find(fits) {
                Some(group) => group.push(term),
                None => groups.push(vec![term]),
            }
        }
        let is_cage = groups.len() == 1 && groups[0].iter().all(|&(_, weight)| weight == 1);
        let numbers = groups.iter().enumerate();
        Sum {
            groups: numbers.flat_map(|(i, group)| group.iter().map(move |_| i as u16)).collect(),
            cells: groups.iter().flatten().map(|&(cell, _)| cell).collect(),
            weights: groups.iter().flatten().map(|&(_, weight)| weight).collect(),
            sum,
            is_cage,
            house,
            derived: None,
        }
    }

    /// The digits that the cells can hold out of the given sets; `None` if the sum cannot be reached.
    pub fn narrow(&self, sets: &[u64]) -> Option<Left> {
        let left = self.reach(sets, true).or_else(|| self.reach(sets, false));
        left.unwrap_or_else(|| self.bound(sets))
    }

    /// The digits that the cells can hold given only the minimum and maximum of the other cells.
    fn bound(&self, sets: &[u64]) -> Option<Left> {
        let ends: Vec<_> = (0..sets.len()).map(|i| self.ends(i, sets[i])).collect();
        let low: i64 = ends.iter().map(|ends| ends.0).sum();
        let high: i64 = ends.iter().map(|ends| ends.1).sum();
        let kept: Vec<u64> = (0..sets.len())
            .map(|i| {
                let others = low - ends[i].0..=high - ends[i].1;
                let fits = |&digit: &u64| others.contains(&(self.sum - self.after(i, 0, digit)));
                bits(sets[i]).filter(fits).fold(0, |kept, digit| kept | digit)
            })
            .collect();
        (!kept.contains(&0)).then_some(Left { kept, combinations: Vec::new() })
    }

    /// The minimum and maximum that a cell with one of these digits contributes.
    fn ends(&self, i: usize, set: u64) -> (i64, i64) {
        let digits = [1 << set.trailing_zeros(), 1 << (63 - set.leading_zeros())];
        let [a, b] = digits.map(|digit| self.after(i, 0, digit));
        (a.min(b), a.max(b))
    }

    /// The result by layers, with or without tracking the digits used; `None` if there are too many states.
    fn reach(&self, sets: &[u64], remembers: bool) -> Option<Option<Left>> {
        let count = self.cells.len();
        // The minimum and maximum of the cells from each index on.
        let mut rest = vec![(0i64, 0i64); count + 1];
        for i in (0..count).rev() {
            if sets[i] == 0 {
                return Some(None);
            }
            let (low, high) = self.ends(i, sets[i]);
            rest[i] = (rest[i + 1].0 + low, rest[i + 1].1 + high);
        }
        let mut layers: Vec<Vec<(u64, i64)>> = vec![vec![(0, 0)]];
        for i in 0..count {
            let forgets = !remembers || (i + 1 < count && self.groups[i + 1] != self.groups[i]);
            let mut next = Vec::new();
            for &(used, sum) in &layers[i] {
                for digit in bits(sets[i] & !used) {
                    let sum = self.after(i, sum, digit);
                    let open = self.sum - sum;
                    if (rest[i + 1].0..=rest[i + 1].1).contains(&open) {
                        next.push((if forgets { 0 } else { used | digit }, sum));
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            if next.len() > MOST_STATES {
                return None;
            }
            layers.push(next);
        }
        if layers[count].is_empty() {
            return Some(None);
        }
        let combinations = match self.is_cage && remembers {
            true => layers[count].iter().map(|&(used, _)| used).collect(),
            false => Vec::new(),
        };
        let mut kept = vec![0; count];
        let mut alive = vec![true; layers[count].len()];
        for i in (0..count).rev() {
            let forgets = !remembers || (i + 1 < count && self.groups[i + 1] != self.groups[i]);
            let mut before = vec![false; layers[i].len()];
            for (state, &(used, sum)) in layers[i].iter().enumerate() {
                for digit in bits(sets[i] & !used) {
                    let next = (if forgets { 0 } else { used | digit }, self.after(i, sum, digit));
                    if layers[i + 1].binary_search(&next).is_ok_and(|at| alive[at]) {
                        before[state] = true;
                        kept[i] |= digit;
                    }
                }
            }
            alive = before;
        }
        Some(Some(Left { kept, combinations }))
    }

    fn after(&self, i: usize, sum: i64, digit: u64) -> i64 {
        sum + self.weights[i] * (i64::from(digit.trailing_zeros()) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Domain, Key};

    /// The digits that each cell has in some assignment, by enumeration.
    fn brute(sum: &Sum, sets: &[u64], sees: impl Fn(u16, u16) -> bool) -> Option<Vec<u64>> {
        let mut kept = vec![0; sets.len()];
        let mut chosen = Vec::new();
        fn extend(
            sum: &Sum,
            sets: &[u64],
            sees: &impl Fn(u16, u16) -> bool,
            chosen: &mut Vec<u64>,
            kept: &mut [u64],
        ) {
            let i = chosen.len();
            if i == sets.len() {
                let total: i64 = chosen
                    .iter()
                    .zip(&sum.weights)
                    .map(|(digit, weight)| weight * (i64::from(digit.trailing_zeros()) + 1))
                    .sum();
                if total == sum.sum {
                    kept.iter_mut().zip(&*chosen).for_each(|(kept, digit)| *kept |= digit);
                }
                return;
            }
            for digit in bits(sets[i]) {
                if (0..i).all(|j| chosen[j] != digit || !sees(sum.cells[i], sum.cells[j])) {
                    chosen.push(digit);
                    extend(sum, sets, sees, chosen, kept);
                    chosen.pop();
                }
            }
        }
        extend(sum, sets, &sees, &mut chosen, &mut kept);
        (!kept.contains(&0)).then_some(kept)
    }

    #[test]
    fn a_cage_of_two_cells() {
        let cage = Sum::new(vec![(0, 1), (1, 1)], 4, 0, |_, _| true);
        let left = cage.narrow(&[0x1ff, 0x1ff]).unwrap();
        assert_eq!((left.kept, left.combinations), (vec![0b101, 0b101], vec![0b101]));
        assert_eq!(cage.narrow(&[0b10, 0b1_1111_1111]), None);
        let domino = Sum::new(vec![(0, 1), (1, 1)], 4, 0, |_, _| false);
        assert_eq!(domino.narrow(&[0x1ff, 0x1ff]).unwrap().kept, [0b111, 0b111]);
    }

    #[test]
    fn too_many_sums_are_bounded() {
        let terms = (0..12).map(|i| (i, 10i64.pow(u32::from(i)))).collect();
        let sum = Sum::new(terms, 555_555_555_555, 0, |a, b| a / 6 == b / 6);
        let left = sum.narrow(&[0x1ff; 12]).unwrap();
        // Only 5 in the cell with the largest weight leaves a sum within the range of the others. The digits of cells with
        // smaller weights have no effect on the range.
        assert_eq!(left.kept[11], 0b1_0000);
        assert_eq!(left.kept[0], 0x1ff);
        let least =
            Sum::new((0..12).map(|i| (i, 10i64.pow(u32::from(i)))).collect(), 1, 0, |_, _| false);
        assert_eq!(least.narrow(&[0x1ff; 12]), None);
    }

    #[test]
    fn what_is_left_is_what_trying_all_leaves() {
        let (mut exact, mut none) = (0, 0);
        for item in 0..600 {
            let mut words = Key::from_u64(7).words(Domain::Grids, item, 0);
            let count = 2 + words.below(3) as u16;
            let kind = words.below(3);
            let mut terms = Vec::new();
            for cell in 0..count {
                let weight = if kind == 0 { 1 } else { [1, 1, -1, 2][words.below(4) as usize] };
                terms.push((cell, weight));
            }
            let sees = |a: u16, b: u16| kind < 2 || a / 2 == b / 2;
            let total = words.below(20) as i64;
            let sum = Sum::new(terms, total, 0, sees);
            let sets: Vec<u64> = (0..count).map(|_| 1 + words.below(127)).collect();
            let expected = brute(&sum, &sets, sees);
            none += usize::from(expected.is_none());
            exact += 1;
            assert_eq!(sum.narrow(&sets).map(|left| left.kept), expected, "{sum:?} {sets:?}");
        }
        assert!(none > 50 && exact - none > 100, "{none} of {exact}");
    }
}
