//! Constraints made ready for the solver, once for each set of rules.
//!
//! ```text
//!   constraints ── checked ──> allowed   what each cell may hold
//!                              peers     what a placed digit leaves          (different, related by ≠)
//!                              units     side cells, each digit once         (different)
//!                              locks     what a digit's places in a unit see (units and peers)
//!                              relations what each cell makes of others      (related)
//!                              totals · automata
//! ```
//!
//! *Schedule.* Every piece of deduction has a number, and the numbers are in the order in which they are worth
//! doing: relations, units, totals, automata, locks. `watch` says for each cell which of them look at it, as words
//! of a bit set, so that one change marks them all with a few ORs and the next to do is the lowest bit.

#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::cpu::Backend;

use super::boards::{self, Masks};
use super::constraint::{Constraint, LARGEST_SIDE, RulesFault, all_digits};
use super::derived;
use super::lists::Lists;
use super::propagate::automaton::Automaton;
use super::propagate::locked::{self, Lock};
use super::propagate::relation::{Arc, Relations};
use super::propagate::total::Total;
use super::small::Small;
use super::state::bits;

/// A set of rules, ready to solve by.
#[derive(Clone, Debug)]
pub struct RuleSet {
    pub(super) side: usize,
    pub(super) all: u64,
    pub(super) allowed: Vec<u64>,
    pub(super) peers: PeerSets,
    /// Groups of `side` different cells.
    pub(super) units: Lists<u16>,
    pub(super) relations: Relations,
    pub(super) totals: Vec<Total>,
    /// How many of them were given; the others follow.
    pub(super) own_totals: usize,
    pub(super) automata: Vec<Automaton>,
    /// What a node of search costs at the most, in cells looked at.
    pub(super) cost: usize,
    /// Rows and columns of a box, where the rules are those of plain Sudoku and no others.
    pub(super) plain: Option<(usize, usize)>,
    /// The plain board that needs no general solver.
    pub(super) small: Option<Small>,
    /// What searches work with.
    pub(super) backend: Backend,
    events: OnceLock<Events>,
    masks: OnceLock<Masks>,
}

/// What [`State`](super::state::State) needs to know of the rules; made when the first state is.
#[derive(Clone, Debug)]
pub(super) struct Events {
    pub peers: Lists<u16>,
    pub locks: Vec<Vec<Lock>>,
    pub schedule: Schedule,
    /// For each cell, words of the schedule's bit set that a change sets.
    pub watch: Lists<(u16, u64)>,
}

/// Which numbers of the schedule are what; each kind begins where the one before ends.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Schedule {
    pub units: usize,
    pub totals: usize,
    pub automata: usize,
    pub locks: usize,
    pub end: usize,
}

impl RuleSet {
    /// The rules with these constraints on a board of `side` rows and columns.
    ///
    /// # Errors
    /// A side beyond 64, or the first constraint that makes no sense.
    pub fn new(side: usize, constraints: &[Constraint]) -> Result<RuleSet, RulesFault> {
        if !(1..=LARGEST_SIDE).contains(&side) {
            return Err(RulesFault::Side(side));
        }
        for (number, constraint) in constraints.iter().enumerate() {
            constraint.check(side).map_err(|why| RulesFault::Constraint(number, why))?;
        }
        let all = all_digits(side);
        let mut allowed = vec![all; side * side];
        let mut groups = Vec::new();
        let mut tables = Tables::new(side);
        for constraint in constraints {
            match constraint {
                Constraint::Allowed { cell, digits } => allowed[*cell] &= digits,
                Constraint::Different { cells }
                | Constraint::Total { cells, no_repeat: true, .. } => {
                    groups.push(narrow(cells));
                }
                Constraint::Related { pairs, table } => {
                    let both = tables.number(table);
                    for &(first, second) in pairs {
                        if first == second {
                            let fits = |d: &usize| table[*d] >> d & 1 == 1;
                            allowed[first] &= (0..side).filter(fits).fold(0, |set, d| set | 1 << d);
                        } else {
                            tables.restrict(first as u16, second as u16, both);
                        }
                    }
                }
                Constraint::Total { .. } | Constraint::Accepted { .. } => {}
            }
        }
        let groups = tidy(groups);
        let mut peers = PeerSets::new(side * side);
        groups.iter().for_each(|group| peers.join(group));
        let relations = Relations::new(tables.finish(&mut peers));
        let units: Lists<u16> =
            groups.iter().filter(|group| group.len() == side).cloned().collect();
        let mut totals = Vec::new();
        let mut automata = Vec::new();
        for constraint in constraints {
            match constraint {
                Constraint::Total { cells, sum, weights, .. } => {
                    totals.push(Total::new(side, cells, *sum, weights.as_deref(), &peers));
                }
                Constraint::Accepted { cells, start, accepting, transitions, .. } => {
                    automata.push(Automaton::new(cells, *start, accepting, transitions));
                }
                _ => {}
            }
        }
        let own_totals = totals.len();
        // Four steps of an automaton are some nanoseconds, as a cell is.
        let cost =
            side * side + automata.iter().map(|automaton| automaton.steps() / 4).sum::<usize>();
        derived::totals(side, &units, &mut totals, &peers);

        let plain = if constraints.iter().all(|c| matches!(c, Constraint::Different { .. })) {
            (1..=side)
                .filter(|&height| side.is_multiple_of(height))
                .map(|height| (height, side / height))
                .find(|&(height, width)| groups == plain_houses(height, width))
        } else {
            None
        };
        Ok(RuleSet {
            side,
            all,
            allowed,
            peers,
            units,
            relations,
            totals,
            automata,
            own_totals,
            cost,
            plain,
            small: plain.and_then(Small::of),
            backend: Backend::detect(),
            events: OnceLock::new(),
            masks: OnceLock::new(),
        })
    }

    /// The same rules for searches with the vectors of a backend; else they take the widest.
    #[must_use]
    pub fn with_backend(self, backend: Backend) -> RuleSet {
        RuleSet { backend, ..self }
    }

    /// How many rows and columns.
    pub fn side(&self) -> usize {
        self.side
    }

    /// How many cells.
    pub fn cells(&self) -> usize {
        self.side * self.side
    }

    /// Rows and columns of a box, where the rules are those of plain Sudoku and no others.
    pub fn plain(&self) -> Option<(usize, usize)> {
        self.plain
    }

    /// What boards need to know.
    pub(super) fn masks(&self) -> &Masks {
        self.masks.get_or_init(|| Masks::new(self))
    }

    /// What states need to know.
    pub(super) fn events(&self) -> &Events {
        self.events.get_or_init(|| self.plan())
    }

    /// Numbers all deductions, and says which look at a cell.
    fn plan(&self) -> Events {
        let peers = self.peers.lists();
        let locks: Vec<Vec<Lock>> =
            self.units.iter().map(|unit| locked::locks(unit, &peers)).collect();
        let mut schedule = Schedule::default();
        let mut watchers: Vec<Vec<usize>> = vec![Vec::new(); self.cells()];
        let mut number = 0;
        for &cell in self.relations.sources() {
            watchers[cell as usize].push(number);
            number += 1;
        }
        schedule.units = number;
        let mut add = |cells: &[u16], number: &mut usize| {
            for &cell in cells {
                watchers[cell as usize].push(*number);
            }
            *number += 1;
        };
        self.units.iter().for_each(|unit| add(unit, &mut number));
        schedule.totals = number;
        self.totals.iter().for_each(|total| add(total.cells(), &mut number));
        schedule.automata = number;
        self.automata.iter().for_each(|automaton| add(automaton.cells(), &mut number));
        schedule.locks = number;
        for (unit, locks) in self.units.iter().zip(&locks) {
            add(if locks.is_empty() { &[] } else { unit }, &mut number);
        }
        schedule.end = number;
        let watch = watchers
            .into_iter()
            .map(|numbers| {
                let mut words: Vec<(u16, u64)> = Vec::new();
                for number in numbers {
                    let (word, bit) = ((number / 64) as u16, 1 << (number % 64));
                    match words.last_mut() {
                        Some((last, bits)) if *last == word => *bits |= bit,
                        _ => words.push((word, bit)),
                    }
                }
                words
            })
            .collect();
        Events { peers, locks, schedule, watch }
    }
}

/// Rows, columns and boxes, in the order in which groups are.
fn plain_houses(height: usize, width: usize) -> Vec<Vec<u16>> {
    let side = height * width;
    let place = |row: usize, column: usize| (side * row + column) as u16;
    let houses = (0..side).flat_map(|i| {
        let (top, left) = (i / height * height, i % height * width);
        [
            (0..side).map(|j| place(i, j)).collect(),
            (0..side).map(|j| place(j, i)).collect(),
            (0..side).map(|j| place(top + j / width, left + j % width)).collect(),
        ]
    });
    tidy(houses.collect())
}

/// Cells as the solver numbers them: 64 · 64 fit into 16 bits.
pub(super) fn narrow(cells: &[usize]) -> Vec<u16> {
    cells.iter().map(|&cell| cell as u16).collect()
}

/// Sorted groups without those that say nothing, or the same as another.
fn tidy(mut groups: Vec<Vec<u16>>) -> Vec<Vec<u16>> {
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups.retain(|group| group.len() > 1);
    groups.sort();
    groups.dedup();
    groups
}

/// Truth tables of pairs of cells, each different table kept once.
struct Tables {
    side: usize,
    all: Vec<Vec<u64>>,
    numbers: HashMap<Vec<u64>, u32>,
    /// Both directions of each pair.
    pairs: Vec<Arc>,
}

impl Tables {
    fn new(side: usize) -> Tables {
        Tables { side, all: Vec::new(), numbers: HashMap::new(), pairs: Vec::new() }
    }

    fn intern(&mut self, table: Vec<u64>) -> u32 {
        let next = self.all.len() as u32;
        *self.numbers.entry(table).or_insert_with_key(|table| {
            self.all.push(table.clone());
            next
        })
    }

    /// The numbers of a table and of the same read from the other side.
    fn number(&mut self, table: &[u64]) -> (u32, u32) {
        let side = self.side;
        let column = |d: usize| (0..side).filter(move |&e| table[e] >> d & 1 == 1);
        let turned = (0..side).map(|d| column(d).fold(0, |set, e| set | 1 << e)).collect();
        (self.intern(table.to_vec()), self.intern(turned))
    }

    fn restrict(&mut self, first: u16, second: u16, (table, turned): (u32, u32)) {
        self.pairs.extend([(first, second, table), (second, first, turned)]);
    }

    /// All tables by pair, in order. Those that say ≠ and nothing else become peers; where the cells are peers
    /// anyway, that goes into their table.
    fn finish(mut self, peers: &mut PeerSets) -> (Vec<Arc>, Vec<Vec<u64>>) {
        let all = all_digits(self.side);
        let unequal: Vec<u64> = (0..self.side).map(|d| all & !(1 << d)).collect();
        let both = |one: &[u64], other: &[u64]| -> Vec<u64> {
            one.iter().zip(other).map(|(a, b)| a & b).collect()
        };
        let mut given = std::mem::take(&mut self.pairs);
        given.sort_unstable();
        given.dedup();
        let mut pairs: Vec<Arc> = Vec::with_capacity(given.len());
        for (from, to, table) in given {
            match pairs.last_mut() {
                Some(last) if (last.0, last.1) == (from, to) => {
                    let table = both(&self.all[last.2 as usize], &self.all[table as usize]);
                    last.2 = self.intern(table);
                }
                _ => pairs.push((from, to, table)),
            }
        }
        for &(from, to, table) in &pairs {
            if self.all[table as usize] == unequal {
                peers.join(&[from, to]);
            }
        }
        let mut narrowed: HashMap<u32, u32> = HashMap::new();
        for (from, to, table) in &mut pairs {
            if peers.are(*from, *to) {
                *table = match narrowed.get(table) {
                    Some(&known) => known,
                    None => {
                        let less = both(&self.all[*table as usize], &unequal);
                        let less = self.intern(less);
                        narrowed.insert(*table, less);
                        less
                    }
                };
            }
        }
        pairs.retain(|&(_, _, table)| self.all[table as usize] != unequal);
        (pairs, self.all)
    }
}

/// Which cells must differ, as a bit matrix.
#[derive(Clone, Debug)]
pub(super) struct PeerSets {
    cells: usize,
    words: usize,
    bits: Vec<u64>,
}

impl PeerSets {
    pub fn new(cells: usize) -> PeerSets {
        let words = boards::words(cells);
        PeerSets { cells, words, bits: vec![0; cells * words] }
    }

    /// All of it.
    pub fn bits(&self) -> &[u64] {
        &self.bits
    }

    /// All of these differ from one another.
    pub fn join(&mut self, group: &[u16]) {
        for &a in group {
            for &b in group.iter().filter(|&&b| b != a) {
                self.bits[usize::from(a) * self.words + usize::from(b) / 64] |= 1 << (b % 64);
            }
        }
    }

    /// Whether these two differ.
    pub fn are(&self, a: u16, b: u16) -> bool {
        self.bits[usize::from(a) * self.words + usize::from(b) / 64] >> (b % 64) & 1 == 1
    }

    /// Whether each two of these differ.
    pub fn all_differ(&self, cells: &[u16]) -> bool {
        cells.iter().enumerate().all(|(i, &a)| cells[..i].iter().all(|&b| self.are(a, b)))
    }

    /// Those that differ from cell `a`.
    pub fn of(&self, a: u16) -> impl Iterator<Item = u16> {
        let start = usize::from(a) * self.words;
        let words = self.bits[start..start + self.words].iter().enumerate();
        words.flat_map(|(i, &word)| {
            bits(word).map(move |bit| 64 * i as u16 + bit.trailing_zeros() as u16)
        })
    }

    /// For each cell those that differ from it.
    fn lists(&self) -> Lists<u16> {
        (0..self.cells as u16).map(|a| self.of(a).collect::<Vec<u16>>()).collect()
    }
}
