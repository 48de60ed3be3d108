//! Relations: what a cell may hold decides what its partners may.
//!
//! A table is kept as sets of partners for each four digits, so that the partners of a set of digits are an OR of
//! one look-up for each four: three for nine digits, sixteen for 64. Cells with the same table to many partners
//! look up once.

use std::collections::BTreeMap;

use crate::rules::lists::Lists;
use crate::rules::state::{Conflict, State};

/// All relations of a set of rules.
#[derive(Clone, Default, Debug)]
pub(in crate::rules) struct Relations {
    /// Cells that have partners.
    sources: Vec<u16>,
    /// For each source, pieces of `partners`: table and number of the list.
    arcs: Lists<(u32, u32)>,
    partners: Lists<u16>,
    tables: Vec<Table>,
}

#[derive(Clone, Debug)]
struct Table {
    rows: Vec<u64>,
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

    /// What goes with some digit of the set.
    #[inline]
    fn partners(&self, digits: u64) -> u64 {
        let quads = self.quads.iter().enumerate();
        quads.fold(0, |partners, (i, quad)| partners | quad[(digits >> (4 * i) & 15) as usize])
    }
}

impl Relations {
    /// The relations of these tables, which are given for both directions of each pair.
    pub fn new(side: usize, tables: BTreeMap<(u16, u16), Vec<u64>>) -> Relations {
        let mut relations = Relations::default();
        let mut numbers: BTreeMap<Vec<u64>, u32> = BTreeMap::new();
        let mut arcs: BTreeMap<u16, BTreeMap<u32, Vec<u16>>> = BTreeMap::new();
        for ((from, to), rows) in tables {
            debug_assert_eq!(rows.len(), side);
            let next = relations.tables.len() as u32;
            let number = *numbers.entry(rows).or_insert_with_key(|rows| {
                relations.tables.push(Table::new(rows.clone()));
                next
            });
            arcs.entry(from).or_default().entry(number).or_default().push(to);
        }
        for (from, by_table) in arcs {
            relations.sources.push(from);
            let mut list = Vec::new();
            for (table, partners) in by_table {
                list.push((table, relations.partners.len() as u32));
                relations.partners.push(partners);
            }
            relations.arcs.push(list);
        }
        relations
    }

    /// Cells that have partners, in the order in which they are numbered.
    pub fn sources(&self) -> &[u16] {
        &self.sources
    }

    /// Each related pair in one direction, with its table.
    pub fn pairs(&self) -> impl Iterator<Item = (u16, u16, &[u64])> {
        self.sources.iter().enumerate().flat_map(move |(number, &from)| {
            self.arcs.get(number).iter().flat_map(move |&(table, list)| {
                let rows = &self.tables[table as usize].rows[..];
                let partners = self.partners.get(list as usize).iter();
                partners.filter(move |&&to| from < to).map(move |&to| (from, to, rows))
            })
        })
    }
}

impl State<'_> {
    /// Tells the partners of source number `number` what they may hold.
    pub(super) fn relate(&mut self, number: usize) -> Result<(), Conflict> {
        let relations = &self.rules.relations;
        let from = relations.sources[number];
        for &(table, list) in relations.arcs.get(number) {
            let fits = relations.tables[table as usize].partners(self.domain[usize::from(from)]);
            if fits == self.rules.all {
                continue;
            }
            for &to in relations.partners.get(list as usize) {
                if let Err(conflict) = self.keep(to, fits) {
                    self.blame(&[from]);
                    return Err(conflict);
                }
            }
        }
        Ok(())
    }
}
