//! Deductions about cells that all differ, which the search uses after some nodes.
//!
//! ```text
//!   group       cells that differ, and the sets of digits that they may hold       cage, renban, automata that only
//!               together                                                           depend on the set
//!   parts       a total over several groups of cells                               long arrow, little killer
//!   path        an automaton over cells that differ                                sandwich, skyscraper
//! ```
//!
//! All of them narrow by families of sets of digits ([`super::families`]). A digit that all sets of a group have is in one
//! of its cells: all cells that see those which can hold it lose it.
//!
//! *Cost.* A deduction takes up to some microseconds, so easy puzzles are solved without them.

#![forbid(unsafe_code)]

use std::collections::BTreeMap;

use crate::cpu::Backend;

use super::arch::{self, Vectors};
use super::automaton::Automaton;
use super::compiled::Compiled;
use super::derived;
use super::digits::{self, Conflict, bits};
use super::families::{self, Family, LARGEST_SIDE};
use super::geometry::{sets, words};
use super::parts::{Needed, Parts, Scratch};

/// The most states of an automaton that is read together with the sets of digits.
const MOST_STATES: usize = 128;

/// All such deductions of a set of rules.
#[derive(Clone, Debug)]
pub(super) struct Strong {
    pub deductions: Vec<Deduction>,
    /// The cells of each, as sets.
    pub masks: Vec<u64>,
}

/// A deduction about cells that differ.
#[derive(Clone, Debug)]
pub(super) enum Deduction {
    Group { cells: Vec<u16>, family: Family },
    Parts(Parts),
    Path(Automaton),
}

impl Strong {
    /// The deductions of these rules; none above side [`LARGEST_SIDE`].
    pub fn new(rules: &Compiled) -> Strong {
        let mut deductions = Vec::new();
        if rules.side <= LARGEST_SIDE {
            let groups = groups(rules);
            let group = |(cells, family)| Deduction::Group { cells, family };
            deductions.extend(groups.into_iter().map(group));
            let mut totals = rules.totals.clone();
            derived::add_differences(rules.side, rules.given_totals, &mut totals, &rules.geometry);
            let totals = totals.iter().filter(|total| !total.is_group(&rules.geometry));
            let parts = totals.filter_map(|total| Parts::new(total, &rules.geometry));
            deductions.extend(parts.map(Deduction::Parts));
            let paths = rules.automata.iter().filter(|automaton| {
                automaton.states() <= MOST_STATES
                    && rules.geometry.all_differ(automaton.cells())
                    && family_of(automaton, rules.side).is_none()
            });
            deductions.extend(paths.map(|automaton| Deduction::Path(automaton.clone())));
        }
        let words = words(rules.cells());
        let masks = sets(deductions.iter().map(Deduction::cells), words);
        Strong { deductions, masks }
    }
}

/// Cells that differ and the sets that they may hold, if those are not all sets of so many digits.
fn groups(rules: &Compiled) -> BTreeMap<Vec<u16>, Family> {
    let mut groups: BTreeMap<Vec<u16>, Family> = BTreeMap::new();
    let mut add = |cells: &[u16], family: Family| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        let known = groups.entry(cells).or_insert(family);
        *known = known.and(&family);
    };
    for total in rules.totals.iter().filter(|total| total.is_group(&rules.geometry)) {
        add(total.cells(), sized(rules.side, total.cells().len()).of_sums(1 << total.sum));
    }
    for automaton in &rules.automata {
        if rules.geometry.all_differ(automaton.cells())
            && let Some(family) = family_of(automaton, rules.side)
        {
            add(automaton.cells(), family);
        }
    }
    // Cells of a unit each two of which have the same relation, such as those of a renban line.
    let mut tables: BTreeMap<(u16, u16), &[u64]> = BTreeMap::new();
    for (a, b, table) in rules.relations.pairs() {
        tables.insert((a, b), table);
    }
    for unit in rules.geometry.units().filter(|unit| !unit.is_complete()) {
        let cells = unit.cells();
        let Some(&table) = tables.get(&(cells[0], cells[1])) else { continue };
        let pairs = cells.iter().enumerate().flat_map(|(i, &b)| cells[..i].iter().map(move |&a| (a, b)));
        let is_same = |(a, b): (u16, u16)| tables.get(&(a, b)) == Some(&table);
        let is_symmetric =
            (0..rules.side).all(|d| (0..d).all(|e| table[d] >> e & 1 == table[e] >> d & 1));
        if !is_symmetric || !pairs.clone().all(is_same) {
            continue;
        }
        let holds = |set: u64| {
            bits(set).all(|digit| set & !digit & !table[digit.trailing_zeros() as usize] == 0)
        };
        add(cells, sized(rules.side, cells.len()).and(&within(rules.side, holds)));
    }
    groups
}

/// The sets of digits of a side with this property.
fn within(side: usize, holds: impl Fn(u64) -> bool) -> Family {
    Family::of(|set| set & !digits::all(side) == 0 && holds(set))
}

/// All sets of `count` digits.
fn sized(side: usize, count: usize) -> Family {
    within(side, |set| set.count_ones() as usize == count)
}

/// The sets of digits that an automaton accepts in any order; `None` if the order matters.
fn family_of(automaton: &Automaton, side: usize) -> Option<Family> {
    const UNKNOWN: u32 = u32::MAX;
    let count = automaton.cells().len() as u32;
    // The state after each set: `None` if it is not accepted at all.
    let mut after = vec![Some(UNKNOWN); 1 << side];
    after[0] = Some(automaton.start);
    for set in 0..1u64 << side {
        if set.count_ones() >= count {
            continue;
        }
        for digit in bits(digits::all(side) & !set) {
            let next = after[set as usize].and_then(|state| automaton.next(state, digit.trailing_zeros()));
            let known = &mut after[(set | digit) as usize];
            if *known == Some(UNKNOWN) {
                *known = next;
            } else if *known != next {
                return None;
            }
        }
    }
    let accepts = |set: u64| after[set as usize].is_some_and(|state| automaton.accepts(state));
    Some(sized(side, count as usize).and(&within(side, |set| set.count_ones() == count && accepts(set))))
}

impl Deduction {
    /// Its cells.
    pub fn cells(&self) -> &[u16] {
        match self {
            Deduction::Group { cells, .. } => cells,
            Deduction::Parts(parts) => parts.cells(),
            Deduction::Path(automaton) => automaton.cells(),
        }
    }

    /// Whether it takes microseconds.
    pub fn is_costly(&self) -> bool {
        matches!(self, Deduction::Path(_))
    }

    /// Removes from the sets of its cells the digits that it rules out; `needed` becomes what some of its cells must hold.
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

/// [`Deduction::narrow`], as work for [`arch`].
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
            Deduction::Path(automaton) => {
                automaton.narrow_different(sets, &mut scratch.states, &mut scratch.layers)
            }
        }
    }
}
