//! Deductions about cells that all differ, which the search uses after some nodes.
//!
//! ```text
//!   group       cells that differ, and the sets of digits that they may hold       cage, renban, automata that only
//!               together                                                           depend on the set
//!   parts       a total over several groups of cells                               long arrow, little killer
//!   counts      how often digits occur among cells of several units                counting circles, equal digits
//!   path        an automaton over cells that differ                                sandwich, skyscraper
//! ```
//!
//! Most of them narrow cells by families of sets of digits ([`super::families`]). A digit contained in all sets of a
//! group must be in one of its cells, so all cells that see every cell of the group that can hold the digit lose it.
//!
//! *Cost.* A deduction takes up to a few microseconds, so easy puzzles are solved without them.

#![forbid(unsafe_code)]

use std::collections::BTreeMap;

use crate::control::{Control, Stop};
use crate::cpu::Backend;

use super::arch::{self, Vectors};
use super::automaton::Automaton;
use super::compiled::Compiled;
use super::counts::Counts;
use super::derived;
use super::digits::{self, Conflict, bits};
use super::families::{self, Family, MOST_DIGITS};
use super::lists::sets;
use super::parts::{Needed, Parts, Scratch};
use super::sums;

/// The maximum number of states of an automaton that is read together with the sets of digits.
const MOST_STATES: usize = 128;

/// All such deductions of a set of rules.
#[derive(Clone, Debug)]
pub(super) struct Strong {
    pub deductions: Vec<Deduction>,
    /// The cells of each deduction, as sets.
    pub masks: Vec<u64>,
}

/// A deduction about cells that differ.
#[derive(Clone, Debug)]
pub(super) enum Deduction {
    Group { cells: Vec<u16>, family: Family },
    Parts(Parts),
    Counts(Counts),
    Path(Automaton),
}

impl Strong {
    /// The deductions of these rules; none if there are more than [`MOST_DIGITS`] digits.
    ///
    /// # Errors
    /// The control stopped the work.
    pub fn new(rules: &Compiled, control: &Control<'_>) -> Result<Strong, Stop> {
        let mut deductions = Vec::new();
        if rules.digits <= MOST_DIGITS {
            let groups = groups(rules);
            let group = |(cells, family)| Deduction::Group { cells, family };
            deductions.extend(groups.into_iter().map(group));
            let mut totals = rules.totals.clone();
            derived::add_differences(rules.given_totals, &mut totals, &rules.geometry, control)?;
            totals.extend(sums::of_totals(&rules.totals[..rules.given_totals], &rules.geometry));
            for total in totals.iter().filter(|total| !total.is_group(&rules.geometry)) {
                control.checkpoint()?;
                deductions.extend(Parts::new(total, &rules.geometry).map(Deduction::Parts));
            }
            deductions.extend(Counts::all(rules).into_iter().map(Deduction::Counts));
            let paths = rules.automata.iter().filter(|automaton| {
                automaton.states() <= MOST_STATES
                    && rules.geometry.all_differ(automaton.cells())
                    && family_of(automaton, rules.digits).is_none()
            });
            deductions.extend(paths.map(|automaton| Deduction::Path(automaton.clone())));
        }
        let words = rules.geometry.words();
        let masks = sets(deductions.iter().map(Deduction::cells), words);
        Ok(Strong { deductions, masks })
    }
}

/// Cells that differ and the sets that they may hold, unless those are all sets of that many digits.
fn groups(rules: &Compiled) -> BTreeMap<Vec<u16>, Family> {
    let mut groups: BTreeMap<Vec<u16>, Family> = BTreeMap::new();
    let mut add = |cells: &[u16], family: Family| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        let known = groups.entry(cells).or_insert(family);
        *known = known.and(&family);
    };
    for total in rules.totals.iter().filter(|total| total.is_group(&rules.geometry)) {
        add(total.cells(), sized(rules.digits, total.cells().len()).of_sums(1 << total.sum));
    }
    for automaton in &rules.automata {
        if rules.geometry.all_differ(automaton.cells())
            && let Some(family) = family_of(automaton, rules.digits)
        {
            add(automaton.cells(), family);
        }
    }
    // Cells of a unit that all have the same relation to each other, such as the cells of a renban line.
    let mut tables: BTreeMap<(u16, u16), &[u64]> = BTreeMap::new();
    for (a, b, table) in rules.relations.pairs() {
        tables.insert((a, b), table);
    }
    for unit in rules.geometry.units().filter(|unit| !unit.is_complete()) {
        let cells = unit.cells();
        let Some(&table) = tables.get(&(cells[0], cells[1])) else { continue };
        let pairs =
            cells.iter().enumerate().flat_map(|(i, &b)| cells[..i].iter().map(move |&a| (a, b)));
        let is_same = |(a, b): (u16, u16)| tables.get(&(a, b)) == Some(&table);
        let is_symmetric =
            (0..rules.digits).all(|d| (0..d).all(|e| table[d] >> e & 1 == table[e] >> d & 1));
        if !is_symmetric || !pairs.clone().all(is_same) {
            continue;
        }
        let holds = |set: u64| {
            bits(set).all(|digit| set & !digit & !table[digit.trailing_zeros() as usize] == 0)
        };
        add(cells, sized(rules.digits, cells.len()).and(&within(rules.digits, holds)));
    }
    groups
}

/// The sets of digits up to the largest digit that have this property.
fn within(largest: usize, holds: impl Fn(u64) -> bool) -> Family {
    Family::of(|set| set & !digits::all(largest) == 0 && holds(set))
}

/// All sets of `count` digits.
fn sized(largest: usize, count: usize) -> Family {
    within(largest, |set| set.count_ones() as usize == count)
}

/// The sets of digits that an automaton accepts in any order; `None` if the order matters.
fn family_of(automaton: &Automaton, largest: usize) -> Option<Family> {
    const UNKNOWN: u32 = u32::MAX;
    let count = automaton.cells().len() as u32;
    // The state after each set; `None` if the set is not accepted at all.
    let mut after = vec![Some(UNKNOWN); 1 << largest];
    after[0] = Some(automaton.start);
    for set in 0..1u64 << largest {
        if set.count_ones() >= count {
            continue;
        }
        for digit in bits(digits::all(largest) & !set) {
            let next =
                after[set as usize].and_then(|state| automaton.next(state, digit.trailing_zeros()));
            let known = &mut after[(set | digit) as usize];
            if *known == Some(UNKNOWN) {
                *known = next;
            } else if *known != next {
                return None;
            }
        }
    }
    let accepts = |set: u64| after[set as usize].is_some_and(|state| automaton.accepts(state));
    Some(
        sized(largest, count as usize)
            .and(&within(largest, |set| set.count_ones() == count && accepts(set))),
    )
}

impl Deduction {
    /// The cells of the deduction.
    pub fn cells(&self) -> &[u16] {
        match self {
            Deduction::Group { cells, .. } => cells,
            Deduction::Parts(parts) => parts.cells(),
            Deduction::Counts(counts) => counts.cells(),
            Deduction::Path(automaton) => automaton.cells(),
        }
    }

    /// Whether the deduction takes microseconds.
    pub fn is_costly(&self) -> bool {
        matches!(self, Deduction::Path(_))
    }

    /// Removes from the sets of the cells the digits that the deduction rules out; `needed` receives the digits that
    /// some of the cells must hold.
    ///
    /// # Errors
    /// The cells cannot hold any digits together.
    pub fn narrow(
        &self,
        backend: Backend,
        sets: &mut [u64],
        scratch: &mut Scratch,
        needed: &mut Vec<Needed>,
    ) -> Result<(), Conflict> {
        arch::run(backend, Narrowing { deduction: self, sets, scratch, needed })
    }
}

/// [`Deduction::narrow`] as work for [`arch`].
struct Narrowing<'a> {
    deduction: &'a Deduction,
    sets: &'a mut [u64],
    scratch: &'a mut Scratch,
    needed: &'a mut Vec<Needed>,
}

impl arch::Work for Narrowing<'_> {
    type Result = Result<(), Conflict>;

    #[inline(always)]
    fn run(self, _: impl Vectors) -> Self::Result {
        let Narrowing { deduction, sets, scratch, needed } = self;
        needed.clear();
        match deduction {
            Deduction::Group { family, .. } => {
                scratch.layers.clear();
                let reached = families::reach(sets.iter().copied(), &mut scratch.layers);
                let reached = reached.and(family);
                families::support(sets.iter_mut().rev(), &scratch.layers, reached)?;
                needed.push(Needed { start: 0, end: sets.len(), digits: reached.common() });
                Ok(())
            }
            Deduction::Parts(parts) => parts.narrow(sets, scratch, needed),
            Deduction::Counts(counts) => counts.narrow(sets, scratch),
            Deduction::Path(automaton) => {
                automaton.narrow_different(sets, &mut scratch.states, &mut scratch.layers)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Domain, Key, Words};
    use crate::rules::constraint::{Constraint, Primitive};

    /// The rows, columns and boxes of a board with side 6 and boxes of two rows, with one more constraint.
    fn rules(constraint: Constraint) -> Compiled {
        Compiled::new(6, 6, None, &[Constraint::houses(2, 3), vec![constraint]].concat()).unwrap()
    }

    /// The digits of each cell in some assignment that `holds`, by trying all; and the digits used by all of them.
    fn brute(sets: &[u64], holds: &dyn Fn(&[u64]) -> bool) -> Option<(Vec<u64>, u64)> {
        fn extend(sets: &[u64], chosen: &mut Vec<u64>, visit: &mut dyn FnMut(&[u64])) {
            if chosen.len() == sets.len() {
                return visit(chosen);
            }
            for digit in bits(sets[chosen.len()]) {
                chosen.push(digit);
                extend(sets, chosen, visit);
                chosen.pop();
            }
        }
        let (mut kept, mut common) = (vec![0; sets.len()], !0);
        extend(sets, &mut Vec::new(), &mut |chosen| {
            if holds(chosen) {
                kept.iter_mut().zip(chosen).for_each(|(kept, digit)| *kept |= digit);
                common &= chosen.iter().fold(0, |all, digit| all | digit);
            }
        });
        (kept[0] != 0).then_some((kept, common))
    }

    fn value(digit: u64) -> i64 {
        i64::from(digit.trailing_zeros()) + 1
    }

    /// Some sets of digits for a board with side 6.
    fn some_sets(words: &mut Words, count: usize) -> Vec<u64> {
        let mut set = || 1 + words.below(63);
        (0..count).map(|_| set() | if set() < 32 { set() } else { 0 }).collect()
    }

    /// Compares a deduction with all assignments, on all backends; returns whether there are any. A deduction that is
    /// not exact may keep more.
    fn compare(
        deduction: &Deduction,
        is_exact: bool,
        sets: &[u64],
        holds: &dyn Fn(&[u64]) -> bool,
    ) -> bool {
        let expected = brute(sets, holds);
        for backend in Backend::available() {
            let (mut found, mut needed) = (sets.to_vec(), Vec::new());
            let held = deduction.narrow(backend, &mut found, &mut Scratch::default(), &mut needed);
            match &expected {
                Some((kept, common)) => {
                    assert_eq!(held, Ok(()), "{deduction:?} {sets:?}");
                    let is_kept = kept.iter().zip(&found).all(|(kept, found)| kept & !found == 0);
                    let is_right = if is_exact { &found == kept } else { is_kept };
                    assert!(is_right, "{found:?} {kept:?} {deduction:?} {sets:?}");
                    if let (Deduction::Group { .. }, [need]) = (deduction, &needed[..]) {
                        assert_eq!(need.digits, *common, "{deduction:?} {sets:?}");
                    }
                }
                None => assert!(held == Err(Conflict) || !is_exact, "{deduction:?} {sets:?}"),
            }
        }
        expected.is_some()
    }

    fn differ(chosen: &[u64]) -> bool {
        chosen.iter().fold(0, |all, digit| all | digit).count_ones() as usize == chosen.len()
    }

    #[test]
    fn groups_keep_what_some_assignment_uses() {
        let mut seen = [0; 2];
        for item in 0..300 {
            let mut words = Key::from_u64(1).words(Domain::Grids, item, 0);
            let cells: Vec<usize> = (0..2 + words.below(4) as usize).collect();
            let sum = 3 + words.below(19) as i64;
            let total =
                Primitive::Total { cells: cells.clone(), sum, weights: None, no_repeat: true }
                    .into();
            let strong = Strong::new(&rules(total), &Control::unlimited()).unwrap();
            let group = strong.deductions.iter().find(|group| group.cells().len() == cells.len());
            let sets = some_sets(&mut words, cells.len());
            let holds = |chosen: &[u64]| {
                differ(chosen) && chosen.iter().map(|&digit| value(digit)).sum::<i64>() == sum
            };
            seen[usize::from(compare(group.unwrap(), true, &sets, &holds))] += 1;
        }
        assert!(seen.iter().all(|&n| n > 30), "{seen:?}");
    }

    #[test]
    fn parts_keep_what_some_assignment_uses() {
        let mut seen = [0; 2];
        for item in 0..300 {
            let mut words = Key::from_u64(2).words(Domain::Grids, item, 0);
            // Four cells of the first row, with weights, and up to three others.
            let mut cells: Vec<usize> = (0..4).collect();
            cells.extend([14, 22, 35].iter().take(words.below(4) as usize));
            let large = words.below(4) == 0;
            let weight = |words: &mut Words| match words.below(5) {
                0 if large => 100,
                0 | 1 => -1,
                2 => 2,
                _ => 1,
            };
            let first = weight(&mut words);
            let mut weights = vec![first; 2];
            weights
                .extend((2..cells.len()).map(|i| if i == 2 { first } else { weight(&mut words) }));
            let sets = some_sets(&mut words, cells.len());
            let sum = |chosen: &[u64]| {
                chosen
                    .iter()
                    .zip(&weights)
                    .map(|(&digit, weight)| weight * value(digit))
                    .sum::<i64>()
            };
            // The sum of some digits, or a nearby number.
            let digits: Vec<u64> = sets.iter().map(|set| set & set.wrapping_neg()).collect();
            let target = sum(&digits) + words.below(9) as i64;
            let own = Some(weights.clone());
            let total = Primitive::Total {
                cells: cells.clone(),
                sum: target,
                weights: own,
                no_repeat: false,
            }
            .into();
            let compiled = rules(total);
            let Some(parts) = Parts::new(&compiled.totals[0], &compiled.geometry) else { continue };
            // Cells of the same part differ; the parts are in another order.
            let place = |cell: u16| cells.iter().position(|&c| c == usize::from(cell)).unwrap();
            let order: Vec<usize> = parts.cells().iter().map(|&cell| place(cell)).collect();
            let sets: Vec<u64> = order.iter().map(|&i| sets[i]).collect();
            let parts_of = parts.ends();
            let holds = |chosen: &[u64]| {
                let mut start = 0;
                let all_differ = parts_of
                    .iter()
                    .all(|&end| differ(&chosen[std::mem::replace(&mut start, end)..end]));
                let weighted =
                    chosen.iter().zip(&order).map(|(&digit, &i)| weights[i] * value(digit));
                all_differ && weighted.sum::<i64>() == target
            };
            seen[usize::from(compare(&Deduction::Parts(parts), false, &sets, &holds))] += 1;
        }
        assert!(seen.iter().all(|&n| n > 30), "{seen:?}");
    }

    #[test]
    fn paths_keep_what_some_assignment_uses() {
        let mut seen = [0; 2];
        for item in 0..300 {
            let mut words = Key::from_u64(3).words(Domain::Grids, item, 0);
            let cells: Vec<usize> = (0..3 + words.below(4) as usize).collect();
            let states = 2 + words.below(5) as usize;
            let transitions: Vec<Vec<i64>> = (0..states)
                .map(|_| (0..6).map(|_| words.below(states as u64 + 1) as i64 - 1).collect())
                .collect();
            let accepting = vec![words.below(states as u64) as usize];
            let end = accepting[0];
            let constraint = Primitive::Accepted {
                cells: cells.clone(),
                states,
                start: 0,
                accepting,
                transitions: transitions.clone().into(),
            }
            .into();
            let compiled = rules(constraint);
            let path = Deduction::Path(compiled.automata[0].clone());
            let sets = some_sets(&mut words, cells.len());
            let holds = |chosen: &[u64]| {
                let read = chosen.iter().try_fold(0usize, |state, digit| {
                    usize::try_from(transitions[state][digit.trailing_zeros() as usize]).ok()
                });
                differ(chosen) && read == Some(end)
            };
            seen[usize::from(compare(&path, true, &sets, &holds))] += 1;
            // If the order does not matter, the sets give the same result.
            if let Some(family) = family_of(&compiled.automata[0], 6) {
                let cells = compiled.automata[0].cells().to_vec();
                compare(&Deduction::Group { cells, family }, true, &sets, &holds);
            }
        }
        assert!(seen.iter().all(|&n| n > 30), "{seen:?}");
    }

    #[test]
    fn lines_of_consecutive_digits_and_sums_modulo_three_are_groups() {
        let table: Vec<u64> = (0..6u64)
            .map(|d| (0..6).filter(|&e| d.abs_diff(e) < 3).fold(0, |row, e| row | 1 << e))
            .collect();
        let cells = vec![0u16, 1, 2];
        let pairs = vec![(0, 1), (1, 2), (0, 2)];
        let mut constraints = vec![Constraint::different(vec![0, 1, 2])];
        constraints.push(Primitive::Related { pairs, table }.into());
        let compiled = Compiled::new(6, 6, None, &constraints).unwrap();
        let windows = Family::of(|set| [0b111, 0b1110, 0b11100, 0b11_1000].contains(&set));
        assert_eq!(groups(&compiled), BTreeMap::from([(cells.clone(), windows)]));

        let transitions: Vec<Vec<i64>> =
            (0..3).map(|state| (0..6).map(|d| (state + d + 1) % 3).collect()).collect();
        let automaton = Automaton::new(&[0, 1, 2], 0, &[1], &transitions);
        let family = family_of(&automaton, 6).unwrap();
        let sum = |set: u64| bits(set).map(value).sum::<i64>();
        let expected = |set: u64| set < 64 && set.count_ones() == 3 && sum(set) % 3 == 1;
        assert_eq!(family, Family::of(expected));
    }
}
