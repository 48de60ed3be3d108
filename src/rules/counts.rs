//! The number of times digits occur among some cells: automata that count, together with the units that contain each
//! digit once.
//!
//! ```text
//!   circles   digit d occurs in them d times or never                   automata of two classes of digits
//!   row       o . o o . . o . o      its 9 is in a circle: counts 1
//!   rows      counts of the 9 in the rows add up to 0 or 9: so all are 1, and no 9 is outside the circles
//!   digits    counts of all digits add up to the number of circles
//! ```
//!
//! An automaton counts if each state before a cell has a number that is the same along all paths to it: digits of one
//! class add the weight of the cell to the number, other digits add nothing. The units of a tiling (rows, columns or
//! boxes) have one place for each digit, and the weight of this place is the unit's contribution to the count. If there
//! are more digits than cells, a digit may be missing, which adds 0. Counts are stored as bits, in one word for each
//! digit.
//!
//! *Strength.* Everything that follows from each tiling and the counts of one digit, and from the counts of all digits.
//!
//! *Cost.* About two microseconds.

#![forbid(unsafe_code)]

use std::collections::BTreeMap;

use super::automaton::Automaton;
use super::compiled::Compiled;
use super::digits::{self, Conflict, is_single};
use super::families::MOST_DIGITS;
use super::parts::Scratch;
use super::total::added_up;
use super::units::UnitKind;

/// The counts of digits among the same cells with the same weights.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    side: usize,
    digits: usize,
    /// The index of weight 0, which a digit adds to a unit that does not contain it, if there are more digits than
    /// cells.
    missing: Option<usize>,
    /// All cells of the board.
    cells: Vec<u16>,
    /// For each cell, the index of its weight in `weights`.
    kinds: Vec<u8>,
    /// The different weights, relative to the smallest one.
    weights: Vec<u32>,
    /// The cells of the rows, of the columns and of the boxes, unit by unit.
    tilings: Vec<Vec<u16>>,
    /// Digits, and the possible sums of their counts: bit s for sum s.
    rules: Vec<(u64, u128)>,
}

/// Cells with their weights, in order.
type Weighted = Vec<(u16, i64)>;

/// Digits, and the possible sums of their counts.
type Sums = (u64, Vec<i64>);

impl Counts {
    /// The counts made by the automata of these rules.
    pub fn all(rules: &Compiled) -> Vec<Counts> {
        let side = rules.side;
        let tiling = |kind: UnitKind| {
            let units = rules.geometry.units().filter(|unit| unit.kind() == kind);
            let cells: Vec<u16> = units
                .filter(|unit| unit.cells().len() == side)
                .flat_map(|unit| unit.cells().iter().copied())
                .collect();
            Some(cells).filter(|cells| cells.len() == side * side)
        };
        let kinds = [UnitKind::Row, UnitKind::Column, UnitKind::Box];
        let tilings: Vec<Vec<u16>> = kinds.into_iter().filter_map(tiling).collect();
        if tilings.is_empty() {
            return Vec::new();
        }
        let mut weighted: BTreeMap<Weighted, Vec<Sums>> = BTreeMap::new();
        for automaton in &rules.automata {
            if let Some((cells, sums)) = counted(automaton, rules.digits) {
                weighted.entry(cells).or_default().push(sums);
            }
        }
        let counts = weighted.into_iter();
        counts
            .filter_map(|(cells, sums)| Counts::new(side, rules.digits, &tilings, &cells, &sums))
            .collect()
    }

    /// The counts of digits among some weighted cells; `None` if they are too large for a word.
    fn new(
        side: usize,
        digits: usize,
        tilings: &[Vec<u16>],
        weighted: &[(u16, i64)],
        sums: &[Sums],
    ) -> Option<Counts> {
        let mut by_cell = vec![0; side * side];
        weighted.iter().for_each(|&(cell, weight)| by_cell[usize::from(cell)] = weight);
        let mut weights = by_cell.clone();
        weights.extend((digits > side).then_some(0));
        weights.sort_unstable();
        weights.dedup();
        let (least, most) = (weights[0], weights[weights.len() - 1]);
        if side as i64 * (most - least) >= i64::from(u128::BITS) {
            return None;
        }
        // Weights are raised by -least in each unit, for each digit.
        let raised =
            |digits: u64, sum: i64| sum - i64::from(digits.count_ones()) * side as i64 * least;
        let all = digits::all(digits);
        let together = (all, vec![by_cell.iter().sum()]);
        let rules: Vec<(u64, u128)> = sums
            .iter()
            .chain([&together])
            .filter_map(|(digits, sums)| {
                let bit = |&sum: &i64| match u32::try_from(raised(*digits, sum)) {
                    Ok(sum) => 1u128.checked_shl(sum),
                    Err(_) => Some(0),
                };
                let sums: Option<Vec<u128>> = sums.iter().map(bit).collect();
                Some((*digits, sums?.into_iter().fold(0, |all, bit| all | bit)))
            })
            .collect();
        let kind = |weight| weights.iter().position(|other| other == weight).unwrap_or(0) as u8;
        let missing = (digits > side).then(|| usize::from(kind(&0)));
        Some(Counts {
            side,
            digits,
            missing,
            cells: (0..(side * side) as u16).collect(),
            kinds: by_cell.iter().map(kind).collect(),
            weights: weights.iter().map(|weight| (weight - least) as u32).collect(),
            tilings: tilings.to_vec(),
            rules,
        })
    }

    /// All cells of the board.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// Removes from the sets of all cells the digits with which the counts cannot be reached, to a fixpoint.
    ///
    /// # Errors
    /// The counts cannot be reached at all.
    #[inline(always)]
    pub fn narrow(&self, sets: &mut [u64], scratch: &mut Scratch) -> Result<(), Conflict> {
        while self.narrow_once(sets, scratch)? {}
        Ok(())
    }

    /// Makes one pass; returns whether any digit was removed.
    #[inline(always)]
    fn narrow_once(&self, sets: &mut [u64], scratch: &mut Scratch) -> Result<bool, Conflict> {
        let Scratch { states: present, sums: layers, .. } = scratch;
        let Counts { side, digits: largest, weights, .. } = self;
        // For each unit and each weight, the digits that have such a place.
        present.clear();
        for unit in self.tilings.iter().flat_map(|tiling| tiling.chunks(*side)) {
            let start = present.len();
            present.resize(start + weights.len(), 0);
            let mut solved = 0;
            for &cell in unit {
                let cell = usize::from(cell);
                present[start + usize::from(self.kinds[cell])] |= sets[cell];
                solved |= if is_single(sets[cell]) { sets[cell] } else { 0 };
            }
            if let Some(kind) = self.missing {
                present[start + kind] |= !solved;
            }
        }
        // The counts that each digit reaches in the units before each unit.
        let mut counts = [!0; MOST_DIGITS];
        let counts = &mut counts[..*largest];
        layers.clear();
        for tiling in present.chunks(side * weights.len()) {
            for (d, counts) in counts.iter_mut().enumerate() {
                let mut reached = 1u128;
                for unit in tiling.chunks(weights.len()) {
                    layers.push(reached);
                    let mut next = 0;
                    for (digits, weight) in unit.iter().zip(weights) {
                        next |= if digits >> d & 1 == 1 { reached << weight } else { 0 };
                    }
                    reached = next;
                }
                *counts &= reached;
            }
        }
        for &(digits, sums) in &self.rules {
            add_up(digits, sums, counts)?;
        }
        // Backwards: the places that lead to a count.
        let mut useless = false;
        let units = present.chunks_mut(side * weights.len()).zip(layers.chunks(side * largest));
        for (tiling, layers) in units {
            for (d, (&counts, layers)) in counts.iter().zip(layers.chunks(*side)).enumerate() {
                let mut useful = counts;
                for (unit, before) in tiling.chunks_mut(weights.len()).zip(layers).rev() {
                    let mut from = 0;
                    for (digits, weight) in unit.iter_mut().zip(weights) {
                        if *digits >> d & 1 == 1 {
                            let here = useful >> weight & before;
                            from |= here;
                            *digits &= !(u64::from(here == 0) << d);
                            useless |= here == 0;
                        }
                    }
                    useful = from;
                }
            }
        }
        let mut changed = false;
        if useless {
            let units = self.tilings.iter().flat_map(|tiling| tiling.chunks(*side));
            for (unit, present) in units.zip(present.chunks(weights.len())) {
                for &cell in unit {
                    let cell = usize::from(cell);
                    let kept = sets[cell] & present[usize::from(self.kinds[cell])];
                    if kept == 0 {
                        return Err(Conflict);
                    }
                    changed |= kept != sets[cell];
                    sets[cell] = kept;
                }
            }
        }
        Ok(changed)
    }
}

/// Keeps the counts of these digits that add up to one of the sums.
#[inline(always)]
fn add_up(digits: u64, sums: u128, counts: &mut [u128]) -> Result<(), Conflict> {
    let numbers = (0..counts.len()).filter(|d| digits >> d & 1 == 1);
    let mut layers = [0; MOST_DIGITS];
    let mut reached = 1u128;
    for d in numbers.clone() {
        layers[d] = reached;
        reached = members(counts[d]).fold(0, |next, count| next | reached << count);
    }
    let mut useful = reached & sums;
    if useful == 0 {
        return Err(Conflict);
    }
    for d in numbers.rev() {
        let (mut from, mut kept) = (0, 0);
        for count in members(counts[d]) {
            let here = useful >> count & layers[d];
            from |= here;
            kept |= u128::from(here != 0) << count;
        }
        counts[d] = kept;
        useful = from;
    }
    Ok(())
}

/// The positions of the bits set in a word.
#[inline(always)]
fn members(mut word: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (lowest < u128::BITS).then_some(lowest)
    })
}

/// The cells among which an automaton counts digits, with their weights; the digits, and the counts that it accepts.
/// `None` if the automaton does not count.
fn counted(automaton: &Automaton, largest: usize) -> Option<(Weighted, Sums)> {
    let states = 0..automaton.states() as u32;
    let is_same = |d: u32, e: u32| {
        states.clone().all(|state| automaton.next(state, d) == automaton.next(state, e))
    };
    let class =
        |d: u32| (0..largest as u32).filter(|&e| is_same(d, e)).fold(0, |set, e| set | 1 << e);
    let (first, all) = (class(0), digits::all(largest));
    let other = class((all & !first).trailing_zeros() % 64);
    if first == all || first | other != all {
        return None;
    }
    let (digits, rest) =
        if first.count_ones() <= other.count_ones() { (first, other) } else { (other, first) };
    let (counting, passing) = (digits.trailing_zeros(), rest.trailing_zeros());

    // The states through which some accepted sequence passes.
    let mut sets = vec![all; automaton.cells().len()];
    let mut layers = Vec::new();
    automaton.narrow_states(&mut sets, &mut layers).ok()?;
    let words = automaton.states().div_ceil(64);
    // The count of each state.
    let mut counts = BTreeMap::from([(automaton.start, 0)]);
    let mut weighted = Vec::with_capacity(sets.len());
    for (&cell, useful) in automaton.cells().iter().zip(layers[words..].chunks(words)) {
        let is_useful = |state: &u32| useful[*state as usize / 64] >> (state % 64) & 1 == 1;
        let steps = |d: u32| {
            let next = counts.iter().map(move |(&state, &count)| (automaton.next(state, d), count));
            next.filter_map(|(state, count)| Some((state.filter(is_useful)?, count)))
        };
        let mut next: BTreeMap<u32, i64> = BTreeMap::new();
        for (state, count) in steps(passing) {
            if *next.entry(state).or_insert(count) != count {
                return None;
            }
        }
        // A state reachable by both classes determines the weight; otherwise any weight is correct.
        let weight = steps(counting).find_map(|(state, count)| Some(next.get(&state)? - count));
        let weight = weight.unwrap_or(1);
        for (state, count) in steps(counting) {
            if *next.entry(state).or_insert(count + weight) != count + weight {
                return None;
            }
        }
        weighted.push((cell, weight));
        counts = next;
    }
    let mut sums: Vec<i64> = counts.into_values().collect();
    sums.sort_unstable();
    sums.dedup();
    Some((added_up(weighted.into()).into_vec(), (digits, sums)))
        .filter(|(cells, _)| !cells.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::random::{Domain, Key, Words};
    use crate::rules::constraint::{Constraint, Primitive};
    use crate::rules::rule_set::RuleSet;
    use crate::rules::solutions::Solutions;

    /// The rows, columns and boxes of a 4x4 board.
    fn plain() -> Vec<Constraint> {
        Constraint::houses(2, 2)
    }

    /// The constraint that the number of `digits` in the cells is one of `sums`.
    fn counting(cells: &[usize], digits: u64, sums: &[usize]) -> Constraint {
        let most = sums.iter().copied().max().unwrap_or(0);
        let row = |state: usize| {
            let next = if state == most { -1 } else { state as i64 + 1 };
            (0..4).map(|d| if digits >> d & 1 == 1 { next } else { state as i64 }).collect()
        };
        Primitive::Accepted {
            cells: cells.to_vec(),
            states: most + 1,
            start: 0,
            accepting: sums.to_vec(),
            transitions: (0..=most).map(row).collect(),
        }
        .into()
    }

    /// The rows and columns of a 3x3 board, each of which contains three of four digits.
    fn three_of_four() -> Vec<Constraint> {
        let unit = |k: usize| (0..3).map(move |i| if k < 3 { 3 * k + i } else { 3 * i + k - 3 });
        (0..6).map(|k| Constraint::different(unit(k).collect())).collect()
    }

    fn compiled(own: &[Constraint]) -> Compiled {
        Compiled::new(4, 4, None, &[plain(), own.to_vec()].concat()).unwrap()
    }

    fn some_of(words: &mut Words, items: u64) -> Vec<usize> {
        (0..items as usize).filter(|_| words.below(2) == 0).collect()
    }

    #[test]
    fn what_some_grid_uses_is_kept() {
        keeps_what_some_grid_uses(4, &plain(), 288, 50);
        keeps_what_some_grid_uses(3, &three_of_four(), 1056, 20);
    }

    /// Compares random counts of four digits on a board with `number` grids; they must rule out something at least
    /// `least` times.
    fn keeps_what_some_grid_uses(side: usize, board: &[Constraint], number: usize, least: usize) {
        let rules = std::sync::Arc::new(RuleSet::with_digits(side, 4, None, board).unwrap());
        let n = side * side;
        let mut all = Solutions::new(rules, &vec![0u8; n][..]);
        let grids: Vec<_> =
            std::iter::from_fn(|| all.next(&Control::unlimited()).unwrap()).collect();
        assert_eq!(grids.len(), number);
        let (mut removed, mut seen) = (0, [0; 2]);
        for item in 0..1000 {
            let mut words = Key::from_u64(4).words(Domain::Grids, item, 0);
            let cells = some_of(&mut words, n as u64);
            let own: Vec<(u64, Vec<usize>)> = (0..1 + words.below(4))
                .map(|_| (1 + words.below(14), some_of(&mut words, 6)))
                .filter(|(_, sums)| !sums.is_empty())
                .collect();
            let constraints: Vec<Constraint> =
                own.iter().map(|(digits, sums)| counting(&cells, *digits, sums)).collect();
            let sets: Vec<u64> = (0..n).map(|_| 15 & !(1 << words.below(8))).collect();
            let holds = |grid: &[u8]| {
                grid.iter().zip(&sets).all(|(digit, set)| set >> (digit - 1) & 1 == 1)
                    && own.iter().all(|(digits, sums)| {
                        let of = |&&cell: &&usize| digits >> (grid[cell] - 1) & 1 == 1;
                        sums.contains(&cells.iter().filter(of).count())
                    })
            };
            let mut kept = vec![0u64; n];
            for grid in grids.iter().filter(|grid| holds(grid)) {
                kept.iter_mut().zip(&**grid).for_each(|(kept, digit)| *kept |= 1 << (digit - 1));
            }
            let rules = Compiled::new(side, 4, None, &[board, &constraints[..]].concat()).unwrap();
            for counts in Counts::all(&rules) {
                let mut found = sets.clone();
                let held = counts.narrow(&mut found, &mut Scratch::default());
                let is_possible = kept[0] != 0;
                assert!(held.is_ok() || !is_possible, "{item}");
                if held.is_ok() {
                    assert!(
                        kept.iter().zip(&found).all(|(kept, found)| kept & !found == 0),
                        "{item}"
                    );
                    removed += usize::from(found != sets);
                }
                seen[usize::from(is_possible)] += 1;
            }
        }
        assert!(removed > least && seen.iter().all(|&n| n > least), "{removed} {seen:?}");
    }

    #[test]
    fn a_digit_that_each_row_needs_is_in_the_cells() {
        // Three cells of each row, column and box. A digit that occurs four times among them is in none of the other
        // cells.
        let others = [0, 6, 9, 15];
        let cells: Vec<usize> = (0..16).filter(|cell| !others.contains(cell)).collect();
        let counts = Counts::all(&compiled(&[counting(&cells, 0b1000, &[0, 4])]));
        let mut sets = vec![0b1111; 16];
        counts[0].narrow(&mut sets, &mut Scratch::default()).unwrap();
        assert_eq!(sets, vec![0b1111; 16]);
        // The 4 of the first row is in one of them.
        sets[0] = 0b0111;
        counts[0].narrow(&mut sets, &mut Scratch::default()).unwrap();
        let expected = |cell| if others.contains(&cell) { 0b0111 } else { 0b1111 };
        assert_eq!(sets, (0..16).map(expected).collect::<Vec<u64>>());
    }

    #[test]
    fn a_digit_may_be_missing_if_there_are_more_than_cells() {
        // Two cells of each row and column of a 3x3 board. The 4 occurs there three times, so it is nowhere else.
        let others = [2, 4, 6];
        let cells: Vec<usize> = (0..9).filter(|cell| !others.contains(cell)).collect();
        let rule = counting(&cells, 0b1000, &[0, 3]);
        let rules = Compiled::new(3, 4, None, &[three_of_four(), vec![rule]].concat()).unwrap();
        let counts = Counts::all(&rules);
        let mut sets = vec![0b1111; 9];
        counts[0].narrow(&mut sets, &mut Scratch::default()).unwrap();
        assert_eq!(sets, vec![0b1111; 9]);
        // The 4 is in one of them, and therefore in no other cell of its row and its column.
        sets[0] = 0b1000;
        [1, 2, 3, 6].iter().for_each(|&cell: &usize| sets[cell] = 0b0111);
        counts[0].narrow(&mut sets, &mut Scratch::default()).unwrap();
        let expected = |cell| match cell {
            0 => 0b1000,
            1 | 2 | 3 | 4 | 6 => 0b0111,
            _ => 0b1111,
        };
        assert_eq!(sets, (0..9).map(expected).collect::<Vec<u64>>());
    }

    #[test]
    fn counts_of_all_digits_add_up() {
        // Ten cells in which digit d occurs d times or never, so each digit occurs.
        let others = [1, 3, 4, 10, 12, 14];
        let cells: Vec<usize> = (0..16).filter(|cell| !others.contains(cell)).collect();
        let rules: Vec<Constraint> =
            (1..=4).map(|digit| counting(&cells, 1 << (digit - 1), &[0, digit])).collect();
        let counts = Counts::all(&compiled(&rules));
        assert_eq!(counts.len(), 1);
        let mut sets = vec![0b1111; 16];
        counts[0].narrow(&mut sets, &mut Scratch::default()).unwrap();
        // The 4 is in a chosen cell in each row, so no other cell contains one.
        assert!((0..16).all(|cell| others.contains(&cell) == (sets[cell] == 0b0111)), "{sets:?}");
        // Two cells cannot contain a digit three times or more.
        let rules: Vec<Constraint> =
            (1..=4).map(|digit| counting(&cells[..2], 1 << (digit - 1), &[0, digit + 2])).collect();
        let mut sets = vec![0b1111; 16];
        let counts = Counts::all(&compiled(&rules));
        assert_eq!(counts[0].narrow(&mut sets, &mut Scratch::default()), Err(Conflict));
    }

    #[test]
    fn automata_that_count_are_recognised() {
        let mut seen = 0;
        for item in 0..2000 {
            let mut words = Key::from_u64(5).words(Domain::Grids, item, 0);
            let (states, length) = (2 + words.below(4) as usize, 1 + words.below(4) as usize);
            let (class, largest) = (1 + words.below(6), 3);
            let mut next = || words.below(states as u64 + 1) as i64 - 1;
            let rows: Vec<[i64; 2]> = (0..states).map(|_| [next(), next()]).collect();
            let transitions: Vec<Vec<i64>> = rows
                .iter()
                .map(|row| (0..largest).map(|d| row[(class >> d & 1) as usize]).collect())
                .collect();
            let cells: Vec<usize> = (0..length).collect();
            let automaton = Automaton::new(&cells, 0, &[states - 1], &transitions);
            let Some((weighted, (digits, sums))) = counted(&automaton, largest as usize) else {
                continue;
            };
            assert!(digits == class || digits == 7 & !class);
            for mut sequence in 0..3u32.pow(length as u32) {
                let (mut state, mut sum) = (Some(0), 0);
                for cell in 0..length as u16 {
                    let d = sequence % 3;
                    sequence /= 3;
                    let weight = weighted.iter().find(|(other, _)| *other == cell);
                    let weight = weight.map_or(0, |(_, weight)| *weight);
                    sum += if digits >> d & 1 == 1 { weight } else { 0 };
                    state = state.and_then(|state| automaton.next(state, d));
                }
                if state.is_some_and(|state| automaton.accepts(state)) {
                    assert!(sums.contains(&sum), "{item} {sums:?} {sum}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn as_many_here_as_there_is_a_count() {
        // As many 1s in the first two cells as in the last two: a state is a position and a balance.
        let state = |place: i64, balance: i64| 5 * place + balance + 2;
        let next = |place: i64, balance: i64, is_one: bool| match is_one {
            _ if place == 4 => -1,
            true => state(place + 1, balance + if place < 2 { 1 } else { -1 }),
            false => state(place + 1, balance),
        };
        let inside = |to: i64| if (0..25).contains(&to) { to } else { -1 };
        let transitions: Vec<Vec<i64>> = (0..5)
            .flat_map(|place| (-2..=2).map(move |balance| (place, balance)))
            .map(|(place, balance)| (0..4).map(|d| inside(next(place, balance, d == 0))).collect())
            .collect();
        let start = state(0, 0) as usize;
        let automaton = Automaton::new(&[0, 1, 2, 3], start, &[state(4, 0) as usize], &transitions);
        let weighted = vec![(0, 1), (1, 1), (2, -1), (3, -1)];
        assert_eq!(counted(&automaton, 4), Some((weighted, (1, vec![0]))));
    }
}
