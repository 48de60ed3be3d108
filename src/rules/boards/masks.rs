//! The rules as sets of cells, computed once for each set of rules.

#![forbid(unsafe_code)]

use std::array;
use std::collections::BTreeMap;

use crate::rules::arch::DIGITS;
use crate::rules::compiled::Compiled;
use crate::rules::digits::bits;
use crate::rules::lists::{Lists, insert, sets};

/// The maximum number of different steps from cells to partners for which a relation is propagated for all cells at
/// once.
const MOST_STEPS: usize = 4;

/// The rules as sets of cells, all with the same number of words.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Masks {
    /// The set of all cells.
    pub(super) all: Vec<u64>,
    /// The tables of relations that have at least one source.
    pub(super) tables: Vec<Table>,
    /// For each table and each cell, the partners of the cell.
    pub(super) partners: Vec<u64>,
    /// The same sets, including the cell itself.
    pub(super) closed: Vec<u64>,
    /// For each cell, the tables in which it is a source or a partner.
    pub(super) tables_at: Lists<u32>,
    /// The cells of each total.
    pub(super) totals: Vec<u64>,
    /// The cells of each automaton.
    pub(super) automata: Vec<u64>,
    /// All cells of totals and automata.
    pub(super) summed: Vec<u64>,
    /// The initial conflict weights: for each cell, the number of its relations, totals and automata.
    pub(super) weights: Vec<u32>,
}

/// A table of relations, with its cells.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// `supports[e]`: the digits for which a partner may be e + 1.
    pub supports: [u16; DIGITS],
    /// `misfits[d]`: the digits that no partner of d + 1 may be.
    pub misfits: [u16; DIGITS],
    /// The cells that have partners.
    pub sources: Vec<u64>,
    /// See [`Steps`](crate::rules::arch::Steps).
    pub beside: Vec<u64>,
    /// The steps from cells to their partners, if there are few, and for each step the cells from which it leads to a
    /// partner.
    pub steps: Vec<i32>,
    pub from: Vec<u64>,
}

impl Masks {
    /// The masks for these rules.
    pub fn new(rules: &Compiled) -> Masks {
        let words = rules.geometry.words();
        let (tables, partners, tables_at) = relations(rules, words);
        let mut closed = partners.clone();
        for (number, cells) in closed.chunks_mut(words).enumerate() {
            insert(cells, (number % rules.cells()) as u16);
        }
        let mut all = vec![0; words];
        (0..rules.cells()).for_each(|cell| insert(&mut all, cell as u16));
        let mut summed = vec![0; words];
        let mut weights = vec![0; rules.cells()];
        for (number, &cell) in rules.relations.sources().iter().enumerate() {
            weights[usize::from(cell)] = rules.relations.by_table(number).len() as u32;
        }
        let lists = rules.totals.iter().map(|total| total.cells());
        let lists = lists.chain(rules.automata.iter().map(|automaton| automaton.cells()));
        for &cell in lists.flatten() {
            insert(&mut summed, cell);
            weights[usize::from(cell)] += 1;
        }
        Masks {
            all,
            tables,
            partners,
            closed,
            tables_at,
            totals: sets(rules.totals.iter().map(|total| total.cells()), words),
            automata: sets(rules.automata.iter().map(|automaton| automaton.cells()), words),
            summed,
            weights,
        }
    }
}

/// The relations grouped by table: the tables, the partners of each cell for each table, and the tables at each cell.
fn relations(rules: &Compiled, words: usize) -> (Vec<Table>, Vec<u64>, Lists<u32>) {
    let relations = &rules.relations;
    if relations.sources().is_empty() {
        return (Vec::new(), Vec::new(), (0..rules.cells()).map(|_| []).collect());
    }
    let (mut tables, mut partners) = (Vec::new(), Vec::new());
    let mut tables_at: Vec<Vec<u32>> = vec![Vec::new(); rules.cells()];
    let mut numbers: BTreeMap<u32, usize> = BTreeMap::new();
    for (number, &cell) in relations.sources().iter().enumerate() {
        for &(table, list) in relations.by_table(number) {
            let number = *numbers.entry(table).or_insert_with(|| {
                let row = |d: usize| if d < rules.digits { relations.row(table, d) } else { 0 };
                let of = |e: usize, d: usize| ((row(d) >> e & 1) as u16) << d;
                partners.resize(partners.len() + rules.cells() * words, 0);
                tables.push(Table {
                    supports: array::from_fn(|e| (0..DIGITS).fold(0, |set, d| set | of(e, d))),
                    misfits: array::from_fn(|d| (rules.all & !row(d)) as u16),
                    sources: vec![0; words],
                    beside: (0..rules.digits).map(|d| repeated(row(d), words)).collect(),
                    steps: Vec::new(),
                    from: Vec::new(),
                });
                tables.len() - 1
            });
            insert(&mut tables[number].sources, cell);
            let start = (number * rules.cells() + usize::from(cell)) * words;
            for &partner in relations.partners(list) {
                insert(&mut partners[start..start + words], partner);
                tables[number].add_step(cell, partner, words);
            }
            for &at in relations.partners(list).iter().chain([&cell]) {
                let tables = &mut tables_at[usize::from(at)];
                if !tables.contains(&(number as u32)) {
                    tables.push(number as u32);
                }
            }
        }
    }
    for table in &mut tables {
        if table.steps.len() > MOST_STEPS || table.steps.iter().any(|step| step.abs() >= 64) {
            table.steps.clear();
        }
    }
    (tables, partners, tables_at.into_iter().collect())
}

impl Table {
    /// Adds the step from a cell to its partner, unless there are already too many different steps.
    fn add_step(&mut self, cell: u16, partner: u16, words: usize) {
        let step = i32::from(partner) - i32::from(cell);
        let number = self.steps.iter().position(|&known| known == step).unwrap_or_else(|| {
            if self.steps.len() <= MOST_STEPS {
                self.steps.push(step);
                self.from.resize(self.from.len() + words, 0);
            }
            self.steps.len() - 1
        });
        insert(&mut self.from[number * words..], cell);
    }
}

/// The set with each bit repeated `times` times.
fn repeated(set: u64, times: usize) -> u64 {
    bits(set)
        .fold(0, |all, bit| all | ((1 << times) - 1) << (times * bit.trailing_zeros() as usize))
}
