//! Sides up to 16: for each digit a board of bits, the cells that may hold it.
//!
//! ```text
//!   places[d]   W words, bit c: digit d + 1 may stand in cell c          W = 1, 2, 4 for 64, 128, 256 cells
//!
//!   placed      places[d] &= !peers[c]                                   all peers at once, by any rules
//!   unit u      places[d] & units[u]: none, one, or few                  dead, hidden single, lock
//!   lock        places[d] &= !(peers[a] & peers[b] & peers[c])           what all of the few places see
//! ```
//!
//! A digit that leaves twenty peers costs a word or two, not twenty changes with all that look at them; what has
//! changed is found out afterwards, by comparing. A guess copies the boards (some 500 bytes for 9x9). Beyond 16 the boards are
//! long and mostly empty, and the trail of [`State`](super::state) wins.
//!
//! Totals and automata look at sets of digits, which are gathered for the cells that they need.

#![forbid(unsafe_code)]

mod conclude;
mod search;

use std::array;
use std::collections::BTreeMap;

use super::arch::{self, size};
use super::lists::Lists;
use super::rule_set::RuleSet;
use super::state::bits;

pub(super) use search::BoardSearch;

/// Sides up to this come here.
pub(super) const LARGEST: usize = arch::DIGITS;

/// Relations with partners in more ways than this are looked at cell by cell.
const MOST_STEPS: usize = 4;

/// What the boards need to know of the rules, as sets of cells of `words` words each.
#[derive(Clone, Debug)]
pub(super) struct Masks {
    units: Vec<u64>,
    /// The same, and for each 64 units and each cell which of them it is in: see [`Units`](super::arch::Units).
    eights: Vec<[u64; 8]>,
    units_of: Vec<u64>,
    /// The truth tables of the relations, as far as they are read from somewhere.
    tables: Vec<Table>,
    /// For each table and each cell the cells that it decides about there.
    partners: Vec<u64>,
    /// The same, with the cell itself.
    closed: Vec<u64>,
    /// For each cell the tables that are read from it or decide about it.
    tables_at: Lists<u32>,
    /// The cells of each total, and of each automaton.
    totals: Vec<u64>,
    automata: Vec<u64>,
    /// All cells of totals and automata.
    summed: Vec<u64>,
    /// For each cell in how many relations, totals and automata it is.
    weights: Vec<u32>,
}

/// How many words a set of so many cells has.
pub(super) fn words(cells: usize) -> usize {
    cells.div_ceil(64).next_power_of_two()
}

/// What a relation says about digits.
#[derive(Clone, Debug)]
struct Table {
    /// `supports[e]`: the digits with which a partner may be e + 1.
    supports: [u16; LARGEST],
    /// `misfits[d]`: what no partner of d + 1 may be.
    misfits: [u16; LARGEST],
    /// Where it is read from.
    sources: Vec<u64>,
    /// See [`Steps`](super::arch::Steps).
    beside: Vec<u64>,
    /// The steps to partners, if they are few, with the cells from which each leads to one.
    steps: Vec<i32>,
    from: Vec<u64>,
}

impl Masks {
    /// The masks of these rules.
    pub fn new(rules: &RuleSet) -> Masks {
        let words = words(rules.cells());
        let sets = |lists: &mut dyn Iterator<Item = &[u16]>| {
            let mut all = Vec::new();
            for cells in lists {
                all.resize(all.len() + words, 0);
                let start = all.len() - words;
                cells.iter().for_each(|&cell| add(&mut all[start..], cell));
            }
            all
        };
        let (tables, partners, tables_at) = relations(rules, words);
        let mut closed = partners.clone();
        for (number, cells) in closed.chunks_mut(words).enumerate() {
            add(cells, (number % rules.cells()) as u16);
        }
        let mut eights = vec![[0; 8]; rules.units.len().div_ceil(8) * words];
        let mut units_of = vec![0; rules.units.len().div_ceil(64) * rules.cells()];
        for (number, unit) in rules.units.iter().enumerate() {
            for &cell in unit {
                let word = number / 8 * words + usize::from(cell) / 64;
                eights[word][number % 8] |= 1 << (cell % 64);
                let cell = number / 64 * rules.cells() + usize::from(cell);
                units_of[cell] |= 1 << (number % 64);
            }
        }
        let mut summed = vec![0; words];
        let mut weights = vec![0; rules.cells()];
        for (number, &cell) in rules.relations.sources().iter().enumerate() {
            weights[usize::from(cell)] = rules.relations.arcs(number).len() as u32;
        }
        let lists = rules.totals.iter().map(|total| total.cells());
        let lists = lists.chain(rules.automata.iter().map(|automaton| automaton.cells()));
        for &cell in lists.flatten() {
            add(&mut summed, cell);
            weights[usize::from(cell)] += 1;
        }
        Masks {
            units: sets(&mut rules.units.iter()),
            eights,
            units_of,
            tables,
            partners,
            closed,
            tables_at,
            totals: sets(&mut rules.totals.iter().map(|total| total.cells())),
            automata: sets(&mut rules.automata.iter().map(|automaton| automaton.cells())),
            summed,
            weights,
        }
    }
}

/// The relations by table: the tables, the partners of each cell by each of them, the tables at each cell.
fn relations(rules: &RuleSet, words: usize) -> (Vec<Table>, Vec<u64>, Lists<u32>) {
    let relations = &rules.relations;
    let (mut tables, mut partners) = (Vec::new(), Vec::new());
    let mut tables_at: Vec<Vec<u32>> = vec![Vec::new(); rules.cells()];
    let mut numbers: BTreeMap<u32, usize> = BTreeMap::new();
    for (number, &cell) in relations.sources().iter().enumerate() {
        for &(table, list) in relations.arcs(number) {
            let number = *numbers.entry(table).or_insert_with(|| {
                let row = |d: usize| if d < rules.side { relations.row(table, d) } else { 0 };
                let of = |e: usize, d: usize| ((row(d) >> e & 1) as u16) << d;
                partners.resize(partners.len() + rules.cells() * words, 0);
                tables.push(Table {
                    supports: array::from_fn(|e| (0..LARGEST).fold(0, |set, d| set | of(e, d))),
                    misfits: array::from_fn(|d| (rules.all & !row(d)) as u16),
                    sources: vec![0; words],
                    beside: (0..rules.side).map(|d| repeated(row(d), words)).collect(),
                    steps: Vec::new(),
                    from: Vec::new(),
                });
                tables.len() - 1
            });
            add(&mut tables[number].sources, cell);
            let start = (number * rules.cells() + usize::from(cell)) * words;
            for &partner in relations.partners(list) {
                add(&mut partners[start..start + words], partner);
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
    /// Remembers how far it is from a cell to its partner, until it is clear that there are many ways.
    fn add_step(&mut self, cell: u16, partner: u16, words: usize) {
        let step = i32::from(partner) - i32::from(cell);
        let number = self.steps.iter().position(|&known| known == step).unwrap_or_else(|| {
            if self.steps.len() <= MOST_STEPS {
                self.steps.push(step);
                self.from.resize(self.from.len() + words, 0);
            }
            self.steps.len() - 1
        });
        add(&mut self.from[number * words..], cell);
    }
}

/// As many equal bits as that for each bit of a set.
fn repeated(set: u64, times: usize) -> u64 {
    bits(set)
        .fold(0, |all, bit| all | ((1 << times) - 1) << (times * bit.trailing_zeros() as usize))
}

fn add(set: &mut [u64], cell: u16) {
    set[usize::from(cell) / 64] |= 1 << (cell % 64);
}

/// A set of cells.
type Cells<const W: usize> = [u64; W];

#[inline(always)]
fn some<const W: usize>(cells: &Cells<W>) -> bool {
    let mut any = 0;
    for word in cells {
        any |= word;
    }
    any != 0
}

#[inline(always)]
fn and<const W: usize>(a: &Cells<W>, b: &Cells<W>) -> Cells<W> {
    let mut result = *a;
    for w in 0..W {
        result[w] &= b[w];
    }
    result
}

#[inline(always)]
fn without<const W: usize>(a: &Cells<W>, b: &Cells<W>) -> Cells<W> {
    let mut result = *a;
    for w in 0..W {
        result[w] &= !b[w];
    }
    result
}

#[inline(always)]
fn or<const W: usize>(a: &Cells<W>, b: &Cells<W>) -> Cells<W> {
    let mut result = *a;
    for w in 0..W {
        result[w] |= b[w];
    }
    result
}

#[inline(always)]
fn and3<const W: usize>(a: &Cells<W>, b: &Cells<W>, c: &Cells<W>) -> Cells<W> {
    let mut result = *a;
    for w in 0..W {
        result[w] &= b[w] & c[w];
    }
    result
}

/// The cells of a set of one to three; some of them more than once, if there are fewer.
#[inline(always)]
fn some_of_three<const W: usize>(cells: &Cells<W>) -> [usize; 3] {
    let mut rest = *cells;
    let mut is_first = !0;
    for word in &mut rest {
        let lowest = *word & word.wrapping_neg() & is_first;
        is_first = if *word == 0 { is_first } else { 0 };
        *word ^= lowest;
    }
    let last = last(cells);
    [first(cells, last), first(&rest, last), last]
}

/// The first cell of a set; `none` if it has none.
#[inline(always)]
fn first<const W: usize>(cells: &Cells<W>, none: usize) -> usize {
    let mut first = none;
    for w in 0..W {
        let word = cells[W - 1 - w];
        first = if word == 0 { first } else { 64 * (W - 1 - w) + word.trailing_zeros() as usize };
    }
    first
}

/// The last cell of a set; 0 if it has none.
#[inline(always)]
#[expect(clippy::needless_range_loop, reason = "iterators are not always inlined here")]
fn last<const W: usize>(cells: &Cells<W>) -> usize {
    let mut last = 0;
    for w in 0..W {
        let word = cells[w];
        last = if word == 0 { last } else { 64 * w + 63 - word.leading_zeros() as usize };
    }
    last
}

#[inline(always)]
fn has<const W: usize>(cells: &Cells<W>, cell: usize) -> bool {
    cells[cell / 64] >> (cell % 64) & 1 == 1
}

/// Does this for the cells of a set, in order.
macro_rules! for_each {
    ($cell:ident in $cells:expr => $body:block) => {
        let cells = $cells;
        for w in 0..W {
            let mut word = cells[w];
            while word != 0 {
                let $cell = 64 * w + word.trailing_zeros() as usize;
                word &= word - 1;
                $body
            }
        }
    };
}
use for_each;

/// Where each digit may stand.
#[derive(Clone, Copy)]
struct Board<const W: usize> {
    places: [Cells<W>; LARGEST],
    /// What the cells of totals and automata may hold.
    sets: [[u16; 64]; W],
    /// Cells with one digit, which has left their peers.
    done: Cells<W>,
}

impl<const W: usize> Board<W> {
    const BLANK: Board<W> = Board { places: [[0; W]; LARGEST], sets: [[0; 64]; W], done: [0; W] };

    /// What cell `cell` may hold.
    #[inline(always)]
    fn digits(&self, side: usize, cell: usize) -> u64 {
        let mut digits = 0;
        for (d, places) in self.places[..side].iter().enumerate() {
            digits |= (places[cell / 64] >> (cell % 64) & 1) << d;
        }
        digits
    }

    /// Takes these digits out of a cell.
    #[inline(always)]
    fn take(&mut self, digits: u64, cell: usize) {
        for digit in bits(digits) {
            self.places[digit.trailing_zeros() as usize][cell / 64] &= !(1 << (cell % 64));
        }
    }
}
