//! Relations: the digit of a cell determines which digits its partners may hold.
//!
//! ```text
//!   table[d]    the digits compatible with digit d + 1            each different table is stored once
//!   pairs       (from, to, table), both directions of each pair   several tables of a pair become their intersection
//! ```
//!
//! *Cost.* The digits compatible with a set of digits are the OR of one lookup for each four digits of the set: three
//! lookups for nine digits, sixteen for 64. A cell with the same table to many partners needs one lookup.

#![forbid(unsafe_code)]

use std::collections::HashMap;

use super::constraint::{Constraint, Primitive};
use super::digits;
use super::geometry::Geometry;
use super::lists::Lists;

/// A source cell, its partner, and the number of a table.
type Pair = (u16, u16, u32);

/// The table of ≠ for this number of digits.
pub(crate) fn unequal(largest: usize) -> Vec<u64> {
    let all = digits::all(largest);
    (0..largest).map(|d| all & !(1 << d)).collect()
}

/// The table of the reversed pair.
pub(crate) fn transposed(table: &[u64]) -> Vec<u64> {
    let rows = || table.iter().enumerate();
    (0..table.len())
        .map(|d| rows().fold(0, |set, (e, &digits)| set | (digits >> d & 1) << e))
        .collect()
}

/// All relations of a set of rules.
#[derive(Clone, Default, Debug)]
pub(super) struct Relations {
    /// The cells that have partners.
    sources: Vec<u16>,
    /// For each source, the numbers of its tables, each with the number of a list in `partners`.
    by_table: Lists<(u32, u32)>,
    partners: Lists<u16>,
    tables: Vec<Table>,
}

#[derive(Clone, Debug)]
struct Table {
    rows: Vec<u64>,
    /// For each four digits, the digits compatible with each subset of them.
    quads: Vec<[u64; 16]>,
}

impl Table {
    fn new(rows: Vec<u64>) -> Table {
        let quads = rows
            .chunks(4)
            .map(|rows| {
                std::array::from_fn(|set| {
                    let inside = rows.iter().enumerate().filter(|(d, _)| set >> d & 1 == 1);
                    inside.fold(0, |partners, (_, row)| partners | row)
                })
            })
            .collect();
        Table { rows, quads }
    }

    /// The digits compatible with some digit of the set.
    #[inline]
    fn partners(&self, digits: u64) -> u64 {
        let quads = self.quads.iter().enumerate();
        quads.fold(0, |partners, (i, quad)| partners | quad[(digits >> (4 * i) & 15) as usize])
    }
}

impl Relations {
    /// The cells that have partners, in the order of their numbers.
    pub fn sources(&self) -> &[u16] {
        &self.sources
    }

    /// The tables of source `number`, each with the number of a list of partners.
    pub fn by_table(&self, number: usize) -> &[(u32, u32)] {
        self.by_table.get(number)
    }

    /// List `list` of partners.
    pub fn partners(&self, list: u32) -> &[u16] {
        self.partners.get(list as usize)
    }

    /// The digits compatible with digit d + 1 by table `table`.
    pub fn row(&self, table: u32, d: usize) -> u64 {
        self.tables[table as usize].rows[d]
    }

    /// The digits compatible with some digit of a set by table `table`.
    #[inline]
    pub fn supported(&self, table: u32, digits: u64) -> u64 {
        self.tables[table as usize].partners(digits)
    }

    /// Each related pair in one direction, with its table.
    pub fn pairs(&self) -> impl Iterator<Item = (u16, u16, &[u64])> {
        self.sources.iter().enumerate().flat_map(move |(number, &from)| {
            self.by_table.get(number).iter().flat_map(move |&(table, list)| {
                let rows = &self.tables[table as usize].rows[..];
                let partners = self.partners.get(list as usize).iter();
                partners.filter(move |&&to| from < to).map(move |&to| (from, to, rows))
            })
        })
    }
}

/// The related pairs of a set of rules, before the peers are known.
pub(super) struct Pairs {
    largest: usize,
    tables: Vec<Vec<u64>>,
    numbers: HashMap<Vec<u64>, u32>,
    /// Both directions of each pair, sorted, without duplicates.
    pairs: Vec<Pair>,
}

impl Pairs {
    /// The pairs of the constraints, without cells related to themselves, see [`Primitive::Related`].
    pub fn new(largest: usize, constraints: &[Constraint]) -> Pairs {
        let mut all =
            Pairs { largest, tables: Vec::new(), numbers: HashMap::new(), pairs: Vec::new() };
        let mut given = Vec::new();
        for constraint in constraints {
            if let Primitive::Related { pairs, table } = &constraint.primitive {
                let transposed = transposed(table);
                let (table, transposed) = (all.number(table.clone()), all.number(transposed));
                for &(a, b) in pairs.iter().filter(|(a, b)| a != b) {
                    let (a, b) = (a as u16, b as u16);
                    given.extend([(a, b, table), (b, a, transposed)]);
                }
            }
        }
        given.sort_unstable();
        given.dedup();
        for (from, to, table) in given {
            match all.pairs.last() {
                Some(&(a, b, other)) if (a, b) == (from, to) => {
                    let last = all.pairs.len() - 1;
                    all.pairs[last].2 =
                        all.intersection(other, &all.tables[table as usize].clone());
                }
                _ => all.pairs.push((from, to, table)),
            }
        }
        all
    }

    /// The number of a table, which is added if it is new.
    fn number(&mut self, table: Vec<u64>) -> u32 {
        let next = self.tables.len() as u32;
        *self.numbers.entry(table).or_insert_with_key(|table| {
            self.tables.push(table.clone());
            next
        })
    }

    /// The number of the table that allows only what both tables allow.
    fn intersection(&mut self, one: u32, other: &[u64]) -> u32 {
        let one = self.tables[one as usize].iter();
        let both = one.zip(other).map(|(a, b)| a & b).collect();
        self.number(both)
    }

    /// The pairs whose table is ≠.
    pub fn unequal_pairs(&self) -> Vec<(u16, u16)> {
        let unequal = unequal(self.largest);
        let differ = |&&(_, _, table): &&Pair| self.tables[table as usize] == unequal;
        self.pairs.iter().filter(differ).map(|&(from, to, _)| (from, to)).collect()
    }

    /// The relations on a board with this geometry. Tables of peers exclude equal digits, and pairs that merely differ
    /// are left out.
    pub fn relations(mut self, geometry: &Geometry) -> Relations {
        let unequal = unequal(self.largest);
        let mut pairs = std::mem::take(&mut self.pairs);
        let mut narrowed: HashMap<u32, u32> = HashMap::new();
        for (from, to, table) in &mut pairs {
            if geometry.sees(usize::from(*from), usize::from(*to)) {
                *table = match narrowed.get(table) {
                    Some(&known) => known,
                    None => {
                        let without_equal = self.intersection(*table, &unequal);
                        narrowed.insert(*table, without_equal);
                        without_equal
                    }
                };
            }
        }
        pairs.retain(|&(_, _, table)| self.tables[table as usize] != unequal);

        let mut relations = Relations::default();
        for of_cell in pairs.chunk_by(|one, other| one.0 == other.0) {
            relations.sources.push(of_cell[0].0);
            let mut by_table: Vec<(u32, u16)> =
                of_cell.iter().map(|&(_, to, table)| (table, to)).collect();
            by_table.sort_unstable();
            let mut list = Vec::new();
            for partners in by_table.chunk_by(|one, other| one.0 == other.0) {
                list.push((partners[0].0, relations.partners.len() as u32));
                relations.partners.push(partners.iter().map(|&(_, to)| to));
            }
            relations.by_table.push(list);
        }
        if !relations.sources.is_empty() {
            relations.tables = self.tables.into_iter().map(Table::new).collect();
        }
        relations
    }
}
