//! Relations: what a cell may hold decides what its partners may.
//!
//! A table is kept as sets of partners for each four digits, so that the partners of a set of digits are an OR of
//! one look-up for each four: three for nine digits, sixteen for 64. Cells with the same table to many partners
//! look up once.

use crate::rules::lists::Lists;
use crate::rules::state::{Conflict, State};

/// From, to, and the number of a table.
pub(in crate::rules) type Arc = (u16, u16, u32);

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
    /// The relations of these pairs, sorted, with both directions of each pair.
    pub fn new((pairs, tables): (Vec<Arc>, Vec<Vec<u64>>)) -> Relations {
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
            relations.arcs.push(list);
        }
        if !relations.sources.is_empty() {
            relations.tables = tables.into_iter().map(Table::new).collect();
        }
        relations
    }

    /// Cells that have partners, in the order in which they are numbered.
    pub fn sources(&self) -> &[u16] {
        &self.sources
    }

    /// The tables of source number `number`, each with the number of a list of partners.
    pub fn arcs(&self, number: usize) -> &[(u32, u32)] {
        self.arcs.get(number)
    }

    /// List number `list` of partners.
    pub fn partners(&self, list: u32) -> &[u16] {
        self.partners.get(list as usize)
    }

    /// What goes with digit d + 1 by table number `table`.
    pub fn row(&self, table: u32, d: usize) -> u64 {
        self.tables[table as usize].rows[d]
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
