//! Facts about cells and pairs of cells beyond rows, columns and boxes, as numbers that can be compared.
//!
//! ```text
//!   cells     r1c1: 3        the digits that a cell may hold by itself
//!   pairs     r1c1: r2c3 5, r3c2 5, …       its relations to other cells, in the order of the cells
//!   sums      (r1c1 + r1c2 + r1c3, 15) …    each sum
//!   reads     (r1c1 r1c2 …, 2) …            the cells of each automaton, in one of all equivalent orders
//! ```
//!
//! A move keeps the rules if cells and pairs keep their numbers, and the sets of sums and reads remain the same. Sums
//! and automata also assign numbers to the pairs of their cells, which prunes the search for moves.
//!
//! The facts about reversed digits (d → largest + 1 − d) share these numbers, so that the two can be compared.

#![forbid(unsafe_code)]

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use crate::control::Control;
use crate::error::Error;
use crate::rules::{Constraint, Primitive, transposed, unequal};

use super::automata::{Automaton, Reading};

/// The maximum number of cells of sums and automata that assign numbers to pairs; a 64x64 board could have 16 million
/// pairs.
const MOST_CELLS: usize = 256;

/// Cells with weights, and their sum.
pub(super) type Sum = (Vec<(u16, i64)>, i64);

/// Cells in order, and the number of the automaton.
pub(super) type Read = (Vec<u16>, u32);

/// The facts about a set of rules.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Facts {
    /// The number of each cell; 0 if there is no fact.
    pub cells: Vec<u32>,
    /// For each cell, the related cells in order, with the number of the relation.
    pub pairs: Vec<Vec<(u16, u32)>>,
    pub sums: HashSet<Sum>,
    pub reads: HashSet<Read>,
    /// The equivalent reading orders of each automaton, by its number.
    pub readings: Vec<Reading>,
}

/// A fact about a cell or a pair of cells.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Fact {
    /// The digits that the cell may hold.
    Digits(u64),
    /// The cells must differ, but do not share a row, a column or a box.
    Different,
    /// The cells share a row, a column or a box, but may be equal.
    MayBeEqual,
    /// The digits of the second cell for each digit of the first.
    Table(Vec<u64>),
    /// A sum over `cells` cells in which the two cells have these weights.
    Sum { sum: i64, cells: usize, weights: (i64, i64) },
    /// The number of an automaton, and the positions at which it reads the cells.
    Read { automaton: u32, ranks: (u32, u32) },
}

/// Numbers for items; equal items have equal numbers.
struct Numbers<T>(HashMap<T, u32>);

impl<T: Eq + Hash> Numbers<T> {
    fn of(&mut self, item: T) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(item).or_insert(next)
    }
}

/// The constraints, with one representation for each kind.
pub(super) struct Rules {
    largest: usize,
    /// The digits that each cell may hold.
    digits: Vec<u64>,
    /// Whether a pair of cells must differ, at index (number of cells) · first + second.
    different: Vec<bool>,
    /// Other tables, in both directions.
    tables: HashMap<(u16, u16), Vec<u64>>,
    sums: Vec<Sum>,
    automata: Vec<(Vec<u16>, Automaton)>,
}

impl Rules {
    pub fn new(side: usize, digits: usize, constraints: &[Constraint]) -> Rules {
        let all = u64::MAX >> (64 - digits);
        let mut rules = Rules {
            largest: digits,
            digits: vec![all; side * side],
            different: vec![false; side.pow(4)],
            tables: HashMap::new(),
            sums: Vec::new(),
            automata: Vec::new(),
        };
        for constraint in constraints {
            match &constraint.primitive {
                Primitive::Allowed { cell, digits: own } => rules.digits[*cell] &= own,
                Primitive::Different { cells } => rules.differ(cells),
                Primitive::Related { pairs, table } => {
                    pairs.iter().for_each(|&(a, b)| rules.relate(a as u16, b as u16, table));
                }
                Primitive::Total { cells, sum, weights, no_repeat } => {
                    if *no_repeat {
                        rules.differ(cells);
                    }
                    rules.add(cells, weights.as_deref(), *sum);
                }
                Primitive::Accepted { cells, start, accepting, transitions, .. } => {
                    let leads =
                        |state: usize, d: usize| usize::try_from(transitions[state][d]).ok();
                    let accepts = |state: usize| accepting.contains(&state);
                    let automaton = Automaton::new(digits, *start, accepts, leads);
                    rules
                        .automata
                        .push((cells.iter().map(|&cell| cell as u16).collect(), automaton));
                }
            }
        }
        rules.simplify();
        rules
    }

    fn differ(&mut self, cells: &[usize]) {
        let area = self.digits.len();
        for &a in cells {
            cells.iter().filter(|&&b| b != a).for_each(|&b| self.different[area * a + b] = true);
        }
    }

    fn relate(&mut self, a: u16, b: u16, table: &[u64]) {
        let swapped = transposed(table);
        for (pair, table) in [((a, b), table), ((b, a), &swapped[..])] {
            let known = self.tables.entry(pair).or_insert_with(|| table.to_vec());
            known.iter_mut().zip(table).for_each(|(known, digits)| *known &= digits);
        }
    }

    /// Adds a sum, divided by the common divisor of its weights and with a positive first weight.
    fn add(&mut self, cells: &[usize], weights: Option<&[i64]>, sum: i64) {
        let mut terms: Vec<(u16, i64)> = Vec::new();
        let weights = weights.map_or_else(|| vec![1; cells.len()], <[i64]>::to_vec);
        for (&cell, weight) in cells.iter().zip(weights) {
            match terms.iter_mut().find(|(other, _)| usize::from(*other) == cell) {
                Some((_, known)) => *known += weight,
                None => terms.push((cell as u16, weight)),
            }
        }
        terms.retain(|&(_, weight)| weight != 0);
        let divisor = terms.iter().fold(0, |divisor, &(_, weight)| common_divisor(divisor, weight));
        if divisor > 1 && sum % divisor == 0 {
            terms.iter_mut().for_each(|(_, weight)| *weight /= divisor);
            self.sums.push(in_order(terms, sum / divisor));
        } else {
            self.sums.push(in_order(terms, sum));
        }
    }

    /// Removes from tables everything implied by cells or [`Fact::Different`].
    fn simplify(&mut self) {
        let all = u64::MAX >> (64 - self.largest);
        let unequal = unequal(self.largest);
        let area = self.digits.len();
        let number = |&(a, b): &(u16, u16)| area * usize::from(a) + usize::from(b);
        for (&(a, b), table) in &mut self.tables {
            if a == b {
                let fits = (0..self.largest).filter(|&d| table[d] >> d & 1 == 1);
                self.digits[usize::from(a)] &= fits.fold(0, |set, d| set | 1 << d);
            } else if self.different[number(&(a, b))] {
                table.iter_mut().zip(&unequal).for_each(|(digits, other)| *digits &= other);
            }
        }
        let differ = self.tables.iter().filter(|(_, table)| **table == unequal);
        differ.for_each(|(pair, _)| self.different[number(pair)] = true);
        self.tables.retain(|(a, b), table| {
            a != b && *table != unequal && table.iter().any(|&digits| digits != all)
        });
    }

    /// Whether digits are only compared for equality, so that every relabeling keeps the rules.
    pub fn free(&self) -> bool {
        let all = u64::MAX >> (64 - self.largest);
        let equal =
            |table: &Vec<u64>| table.iter().enumerate().all(|(d, &digits)| digits == 1 << d);
        self.digits.iter().all(|&digits| digits == all)
            && self.sums.is_empty()
            && self.automata.is_empty()
            && self.tables.values().all(equal)
    }

    /// The same rules with reversed digits, d → largest + 1 − d.
    fn reversed(&self) -> Rules {
        let largest = self.largest;
        let mask = |digits: u64| digits.reverse_bits() >> (64 - largest);
        let table = |table: &Vec<u64>| table.iter().rev().map(|&digits| mask(digits)).collect();
        let sum = |(terms, sum): &Sum| {
            let weight: i64 = terms.iter().map(|&(_, weight)| weight).sum();
            (terms.clone(), (largest as i64 + 1) * weight - sum)
        };
        Rules {
            largest,
            digits: self.digits.iter().map(|&digits| mask(digits)).collect(),
            different: self.different.clone(),
            tables: self.tables.iter().map(|(&pair, digits)| (pair, table(digits))).collect(),
            sums: self.sums.iter().map(sum).collect(),
            automata: self
                .automata
                .iter()
                .map(|(cells, a)| (cells.clone(), a.reversed_digits()))
                .collect(),
        }
    }

    /// The facts and, unless every relabeling keeps the rules, the facts about reversed digits. `share_house` returns
    /// whether two cells share a row, a column or a box.
    pub fn facts(
        &self,
        share_house: impl Fn(u16, u16) -> bool,
        control: &Control<'_>,
    ) -> Result<(Facts, Option<Facts>), Error> {
        let mut naming = Naming {
            facts: Numbers(HashMap::new()),
            lists: Numbers(HashMap::from([(Vec::new(), 0)])),
            automata: Numbers(HashMap::new()),
            readings: Vec::new(),
        };
        let mut board = naming.facts(self, &share_house, control)?;
        let reversed = match self.free() {
            true => None,
            false => Some(naming.facts(&self.reversed(), &share_house, control)?),
        };
        board.readings.clone_from(&naming.readings);
        Ok((board, reversed))
    }
}

/// Numbers of facts, shared by the rules and their reversal.
struct Naming {
    facts: Numbers<Fact>,
    /// Numbers of the ordered lists of all facts about a cell or a pair.
    lists: Numbers<Vec<u32>>,
    /// Numbers of automata, together with the number of cells that they read.
    automata: Numbers<(usize, Automaton)>,
    readings: Vec<Reading>,
}

impl Naming {
    fn facts(
        &mut self,
        rules: &Rules,
        share_house: &impl Fn(u16, u16) -> bool,
        control: &Control<'_>,
    ) -> Result<Facts, Error> {
        let area = rules.digits.len() as u16;
        let mut entries: Vec<(u16, u16, u32)> = Vec::new();
        let all = u64::MAX >> (64 - rules.largest);
        for (cell, &digits) in (0..).zip(&rules.digits).filter(|(_, digits)| **digits != all) {
            entries.push((cell, cell, self.facts.of(Fact::Digits(digits))));
        }
        let [different, equal] =
            [Fact::Different, Fact::MayBeEqual].map(|fact| self.facts.of(fact));
        for a in 0..area {
            control.checkpoint()?;
            let from = usize::from(area) * usize::from(a);
            let different_from_a = &rules.different[from..from + usize::from(area)];
            for (b, &differ) in (0..area).zip(different_from_a).filter(|(b, _)| *b != a) {
                match (share_house(a, b), differ) {
                    (false, true) => entries.push((a, b, different)),
                    (true, false) => entries.push((a, b, equal)),
                    _ => {}
                }
            }
        }
        for (&(a, b), table) in &rules.tables {
            entries.push((a, b, self.facts.of(Fact::Table(table.clone()))));
        }
        for (terms, sum) in &rules.sums {
            for &(a, w) in terms {
                let others = terms.iter().filter(|(b, _)| *b == a || terms.len() <= MOST_CELLS);
                for &(b, v) in others {
                    let fact = Fact::Sum { sum: *sum, cells: terms.len(), weights: (w, v) };
                    entries.push((a, b, self.facts.of(fact)));
                }
            }
        }
        let mut reads = HashSet::new();
        for (cells, automaton) in &rules.automata {
            control.checkpoint()?;
            let number = self.automata.of((cells.len(), automaton.clone()));
            if number as usize == self.readings.len() {
                self.readings.push(automaton.reading(cells.len(), control)?);
            }
            let reading = &self.readings[number as usize];
            let cells = reading.in_order(cells);
            let ranks = reading.ranks();
            for (&a, &k) in cells.iter().zip(&ranks) {
                let read = cells.iter().zip(&ranks);
                for (&b, &m) in read.filter(|(b, _)| **b == a || cells.len() <= MOST_CELLS) {
                    let fact = Fact::Read { automaton: number, ranks: (k, m) };
                    entries.push((a, b, self.facts.of(fact)));
                }
            }
            reads.insert((cells, number));
        }
        let mut facts = Facts {
            cells: vec![0; area.into()],
            pairs: vec![Vec::new(); area.into()],
            sums: rules.sums.iter().cloned().collect(),
            reads,
            readings: Vec::new(),
        };
        entries.sort_unstable();
        for of_pair in entries.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (a, b, _) = of_pair[0];
            let number = self.lists.of(of_pair.iter().map(|&(_, _, fact)| fact).collect());
            match a == b {
                true => facts.cells[usize::from(a)] = number,
                false => facts.pairs[usize::from(a)].push((b, number)),
            }
        }
        Ok(facts)
    }
}

impl Facts {
    /// Whether there are no facts beyond rows, columns and boxes.
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(|&number| number == 0)
            && self.pairs.iter().all(Vec::is_empty)
            && self.sums.is_empty()
            && self.reads.is_empty()
    }

    /// The number of the relation of cell `a` to `b`; 0 for none.
    pub fn pair(&self, a: usize, b: usize) -> u32 {
        let others = &self.pairs[a];
        others.binary_search_by_key(&b, |&(other, _)| other.into()).map_or(0, |at| others[at].1)
    }

    /// Whether these facts contain the sums and reads of `source` after each cell moves to `places[cell]`.
    pub fn keeps_lists(&self, source: &Facts, places: &[u16]) -> bool {
        let place = |cell: u16| places[usize::from(cell)];
        source.sums.iter().all(|(terms, sum)| {
            let moved = terms.iter().map(|&(cell, weight)| (place(cell), weight)).collect();
            self.sums.contains(&in_order(moved, *sum))
        }) && source.reads.iter().all(|(cells, number)| {
            let moved: Vec<u16> = cells.iter().map(|&cell| place(cell)).collect();
            let moved = self.readings[*number as usize].in_order(&moved);
            self.reads.contains(&(moved, *number))
        })
    }
}

/// A sum with its terms sorted and its first weight positive.
fn in_order(mut terms: Vec<(u16, i64)>, sum: i64) -> Sum {
    terms.sort_unstable();
    if terms.first().is_some_and(|&(_, weight)| weight < 0) {
        terms.iter_mut().for_each(|(_, weight)| *weight = -*weight);
        return (terms, -sum);
    }
    (terms, sum)
}

fn common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { common_divisor(b, a % b) }
}
