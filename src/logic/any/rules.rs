//! The rules in the form that finders need: units and clues with names, pair tables, sums, automata.
//!
//! ```text
//!   geometry    units, peers                                  rows, columns, boxes, and all other cells that differ
//!   clues       constraints with the names of their rules ──► houses with names, pairs, sums, lines
//!               sums and units                           ──►  derived sums (regions.rs)
//!
//!   houses      the units in the order of the geometry, then a house for each clue, then pairs of cells that differ
//! ```
//!
//! The solvers merge constraints for speed. Here each clue of the rule set is a separate house, so that sentences can name it.

use std::collections::HashMap;
use std::sync::Arc;

use crate::rules::{
    Automaton, Constraint, Geometry, LARGEST_FAMILY, Primitive, RuleSet, RulesFault, UnitKind,
    added_up, bits, of_given, transposed, unequal,
};

use super::regions;
use super::sums::Sum;

/// A unit or a clue, as a set of cells used in proofs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct House {
    /// `row`, `column`, `box`, `cage`, `thermometer`, …
    pub kind: String,
    /// The number among the houses of the same kind, from 0.
    pub number: usize,
    /// The cells.
    pub cells: Vec<u16>,
    /// The name in sentences: `row 3`, `the cage at r1c1`.
    pub name: String,
}

/// One direction of a pair table between two cells.
#[derive(Clone, Copy, Debug)]
pub struct Relation {
    /// The other cell.
    pub to: u16,
    /// The number of the table.
    table: u32,
    /// The clue.
    pub house: u32,
}

/// A connected component of the cell pairs of a clue.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// The clue.
    pub house: u32,
    /// Both directions of each pair.
    pub pairs: Vec<(u16, Relation)>,
}

/// A line of cells read by an automaton.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The clue.
    pub house: u32,
    /// The automaton.
    pub automaton: Automaton,
    /// A unit that contains all the cells, which therefore differ; `None` if there is none, or if following sets of used digits
    /// through the automaton would be too expensive.
    pub unit: Option<u32>,
}

/// The maximum number of cells times states times digits for which sets of used digits are followed.
const MOST_STEPS: usize = 1 << 15;

/// The rules of a board.
pub struct Rules {
    set: Arc<RuleSet>,
    houses: Vec<House>,
    tables: Vec<Vec<u64>>,
    related: Vec<Vec<Relation>>,
    pairs: Vec<Pairs>,
    /// The given sums, then the derived sums.
    sums: Vec<Sum>,
    lines: Vec<Line>,
    /// The houses of pairs of cells that differ but share no unit.
    apart: HashMap<(u16, u16), u32>,
}

impl Rules {
    /// The units and clues of a rule set.
    ///
    /// # Errors
    /// The first invalid clue.
    pub fn new(set: Arc<RuleSet>) -> Result<Rules, RulesFault> {
        set.check_clues()?;
        let (geometry, clues) = (set.geometry(), set.clues());
        // The first of several clues with the same cells determines the name.
        let names: HashMap<Vec<u16>, (&Constraint, usize)> = clues
            .iter()
            .enumerate()
            .rev()
            .filter_map(|(origin, clue)| Some((different(clue)?, (clue, origin))))
            .collect();
        let named = |cells: &[u16], nameless: &'static str| match names.get(cells) {
            Some(&(clue, origin)) => (name_of(clue, nameless).to_owned(), origin),
            None => (nameless.to_owned(), usize::MAX),
        };
        let cells = geometry.cells();
        let mut rules = Rules {
            houses: Vec::new(),
            tables: Vec::new(),
            related: vec![Vec::new(); cells],
            pairs: Vec::new(),
            sums: Vec::new(),
            lines: Vec::new(),
            apart: HashMap::new(),
            set: Arc::clone(&set),
        };
        for unit in geometry.units() {
            let (kind, origin) = match unit.kind() {
                UnitKind::Row => ("row".to_owned(), 0),
                UnitKind::Column => ("column".to_owned(), 0),
                UnitKind::Box => ("box".to_owned(), 0),
                UnitKind::Other => named(unit.cells(), "group"),
            };
            rules.house(&kind, unit.cells().to_vec(), origin);
            if unit.kind() != UnitKind::Other {
                rules.houses.last_mut().expect("a house").name = unit.name();
            }
        }
        for (origin, clue) in clues.iter().enumerate() {
            rules.add(geometry, clue, origin);
        }
        for (a, b) in apart(geometry) {
            let (kind, origin) = named(&[a, b], "pair");
            let house = rules.house(&kind, vec![a, b], origin);
            rules.apart.insert((a, b), house);
        }
        let derived = regions::derived(geometry, &rules.sums);
        rules.sums.extend(derived);
        // Within a kind, houses are numbered in the order of the rules.
        let mut order: Vec<usize> = (0..rules.houses.len()).collect();
        order.sort_by_key(|&house| rules.houses[house].number);
        let mut counts: HashMap<String, usize> = HashMap::new();
        for house in order {
            let next = counts.entry(rules.houses[house].kind.clone()).or_default();
            rules.houses[house].number = *next;
            *next += 1;
        }
        Ok(rules)
    }

    /// Adds a house. `number` is the number of its clue, until the houses are renumbered at the end.
    fn house(&mut self, kind: &str, cells: Vec<u16>, number: usize) -> u32 {
        let name = match cells.first() {
            Some(&first) => format!("the {kind} at {}", cell_name(first, self.side())),
            None => format!("the {kind}"),
        };
        self.houses.push(House { kind: kind.to_owned(), number, cells, name });
        self.houses.len() as u32 - 1
    }

    fn add(&mut self, geometry: &Geometry, clue: &Constraint, origin: usize) {
        match &clue.primitive {
            Primitive::Related { pairs, table } => {
                self.relate(geometry, name_of(clue, "relation"), pairs, table, origin)
            }
            Primitive::Total { cells, sum, weights, .. } => {
                let weight = |i: usize| weights.as_ref().map_or(1, |weights| weights[i]);
                let by_cell = cells.iter().enumerate().map(|(i, &cell)| (cell as u16, weight(i)));
                let by_cell = added_up(by_cell.collect());
                if by_cell.is_empty() {
                    return;
                }
                let known = different(clue).and_then(|cells| {
                    self.houses[..geometry.units().len()]
                        .iter()
                        .position(|house| house.cells == cells)
                });
                let house = known.map(|house| house as u32).unwrap_or_else(|| {
                    let order: Vec<u16> = cells.iter().map(|&cell| cell as u16).collect();
                    self.house(name_of(clue, "sum"), order, origin)
                });
                let sees = |a: u16, b: u16| geometry.sees(usize::from(a), usize::from(b));
                self.sums.push(Sum::new(by_cell.into_vec(), *sum, house, sees));
            }
            Primitive::Accepted { cells, start, accepting, transitions, .. } => {
                let automaton = Automaton::new(cells, *start, accepting, transitions);
                let house = self.house(name_of(clue, "line"), automaton.cells().to_vec(), origin);
                let unit = common_unit(geometry, automaton.cells())
                    .filter(|_| self.digits() <= LARGEST_FAMILY && automaton.steps() <= MOST_STEPS);
                self.lines.push(Line { house, automaton, unit });
            }
            _ => {}
        }
    }

    /// Adds a table for some pairs. Pairs that only have to differ are skipped, because the geometry contains them.
    fn relate(
        &mut self,
        geometry: &Geometry,
        name: &str,
        pairs: &[(usize, usize)],
        table: &[u64],
        origin: usize,
    ) {
        let (full, unequal) =
            (vec![!0 >> (64 - self.digits()); self.digits()], unequal(self.digits()));
        for pairs in components(self.side(), pairs) {
            let mut cells: Vec<u16> = Vec::new();
            for cell in pairs.iter().flat_map(|&(a, b)| [a as u16, b as u16]) {
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
            let house = self.houses.len() as u32;
            let mut group = Vec::new();
            for (a, b) in pairs {
                let without = if geometry.sees(a, b) { &unequal } else { &full };
                let rows: Vec<u64> =
                    table.iter().zip(without).map(|(row, all)| row & all).collect();
                if rows == *without {
                    continue;
                }
                let transposed = transposed(&rows);
                for (from, to, rows) in [(a, b, rows), (b, a, transposed)] {
                    let relation = Relation { to: to as u16, table: self.table(rows), house };
                    self.related[from].push(relation);
                    group.push((from as u16, relation));
                }
            }
            if !group.is_empty() {
                self.house(name, cells, origin);
                self.pairs.push(Pairs { house, pairs: group });
            }
        }
    }

    /// The number of a table, which is added if it is new.
    fn table(&mut self, rows: Vec<u64>) -> u32 {
        let known = self.tables.iter().rposition(|table| *table == rows);
        known.unwrap_or_else(|| {
            self.tables.push(rows);
            self.tables.len() - 1
        }) as u32
    }

    /// The number of rows, which is also the number of columns.
    pub fn side(&self) -> usize {
        self.set.side()
    }

    /// The number of digits.
    pub fn digits(&self) -> usize {
        self.set.digits()
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.set.cells()
    }

    /// The rule set.
    pub fn set(&self) -> &RuleSet {
        &self.set
    }

    /// Units and peers.
    pub fn geometry(&self) -> &Geometry {
        self.set.geometry()
    }

    /// The houses: units, clues, then pairs of cells that differ.
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// The house with this number.
    pub fn house_of(&self, number: u32) -> &House {
        &self.houses[number as usize]
    }

    /// The relations of a cell to others by pair tables.
    pub fn related(&self, cell: usize) -> &[Relation] {
        &self.related[cell]
    }

    /// The digits compatible with digit d + 1 in a relation.
    pub fn partners(&self, relation: Relation, d: u32) -> u64 {
        self.tables[relation.table as usize][d as usize]
    }

    /// The digits compatible with some digit of a set.
    pub fn supported(&self, relation: Relation, digits: u64) -> u64 {
        bits(digits).fold(0, |all, digit| all | self.partners(relation, digit.trailing_zeros()))
    }

    /// The clues with pair tables.
    pub fn pairs(&self) -> &[Pairs] {
        &self.pairs
    }

    /// The given sums, then the derived sums.
    pub fn sums(&self) -> &[Sum] {
        &self.sums
    }

    /// The lines read by automata.
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// A clue that the digits of a full board violate.
    pub fn broken(&self, values: &[u8]) -> Option<&House> {
        let set = |cell: u16| of_given(values[usize::from(cell)]);
        let sets = |cells: &[u16]| cells.iter().map(|&cell| set(cell)).collect::<Vec<u64>>();
        let mut pairs = self.pairs.iter().flat_map(|pairs| &pairs.pairs);
        let breaks_pair = |(from, relation): &&(u16, Relation)| {
            self.supported(*relation, set(*from)) & set(relation.to) == 0
        };
        let breaks_line = |line: &&Line| {
            let automaton = &line.automaton;
            automaton.narrow(&mut sets(automaton.cells()), &mut Vec::new()).is_err()
        };
        let given = |sum: &&Sum| sum.derived.is_none();
        let mut sums = self.sums.iter().filter(given);
        let house = (pairs.find(breaks_pair).map(|(_, relation)| relation.house))
            .or_else(|| {
                sums.find(|sum| sum.narrow(&sets(&sum.cells)).is_none()).map(|sum| sum.house)
            })
            .or_else(|| self.lines.iter().find(breaks_line).map(|line| line.house));
        house.map(|house| self.house_of(house))
    }

    /// A unit that contains two cells that see each other, or otherwise the clue by which they differ.
    pub fn between(&self, a: u16, b: u16) -> u32 {
        let shared = self.shared_unit([a, b].into_iter());
        shared.unwrap_or_else(|| self.apart[&(a.min(b), a.max(b))])
    }

    /// A unit that contains all these cells.
    pub fn shared_unit(&self, mut cells: impl Iterator<Item = u16> + Clone) -> Option<u32> {
        let geometry = self.geometry();
        let units = geometry.units_of(usize::from(cells.next()?)).iter();
        let contains =
            |unit: u32, cell: u16| geometry.unit(unit as usize).set().contains(usize::from(cell));
        units.copied().find(|&unit| cells.clone().all(|cell| contains(unit, cell)))
    }
}

/// The name of a clue, or `nameless` if it has none.
fn name_of<'c>(clue: &'c Constraint, nameless: &'c str) -> &'c str {
    clue.name.as_deref().unwrap_or(nameless)
}

/// `r1c1` for cell 0.
pub fn cell_name(cell: u16, side: usize) -> String {
    format!("r{}c{}", usize::from(cell) / side + 1, usize::from(cell) % side + 1)
}

/// Whether units of this kind are rows or columns.
pub fn is_line(kind: UnitKind) -> bool {
    matches!(kind, UnitKind::Row | UnitKind::Column)
}

/// A unit that contains all the cells, if none of them occurs twice.
fn common_unit(geometry: &Geometry, cells: &[u16]) -> Option<u32> {
    let mut once = cells.to_vec();
    once.sort_unstable();
    once.dedup();
    let has_all = |unit: &&u32| {
        let unit = geometry.unit(**unit as usize);
        cells.iter().all(|&cell| unit.set().contains(usize::from(cell)))
    };
    let first = *cells.first().filter(|_| once.len() == cells.len())?;
    geometry.units_of(usize::from(first)).iter().find(has_all).copied()
}

/// The cells that a constraint requires to differ, in order.
fn different(constraint: &Constraint) -> Option<Vec<u16>> {
    let cells = match &constraint.primitive {
        Primitive::Different { cells } | Primitive::Total { cells, no_repeat: true, .. } => cells,
        _ => return None,
    };
    let mut cells: Vec<u16> = cells.iter().map(|&cell| cell as u16).collect();
    cells.sort_unstable();
    Some(cells)
}

/// The pairs of cells that see each other but share no unit.
fn apart(geometry: &Geometry) -> Vec<(u16, u16)> {
    let mut pairs = Vec::new();
    for cell in 0..geometry.cells() {
        let units = geometry.units_of(cell);
        for peer in geometry.peers(cell).iter().filter(|&peer| usize::from(peer) > cell) {
            let share =
                |&unit: &u32| geometry.unit(unit as usize).set().contains(usize::from(peer));
            if !units.iter().any(share) {
                pairs.push((cell as u16, peer));
            }
        }
    }
    pairs
}

/// The connected components of the pairs, ordered by the first pair of each. A component with more than `side` pairs is split
/// into single pairs.
fn components(side: usize, pairs: &[(usize, usize)]) -> Vec<Vec<(usize, usize)>> {
    let mut of_cell: HashMap<usize, usize> = HashMap::new();
    let mut groups: Vec<Vec<(usize, usize)>> = Vec::new();
    for &(a, b) in pairs.iter().filter(|(a, b)| a != b) {
        let known = [a, b].map(|cell| of_cell.get(&cell).copied());
        let group = match known {
            [Some(one), Some(other)] if one != other => {
                let (keep, gone) = (one.min(other), one.max(other));
                let moved = std::mem::take(&mut groups[gone]);
                for &(a, b) in &moved {
                    of_cell.insert(a, keep);
                    of_cell.insert(b, keep);
                }
                groups[keep].extend(moved);
                keep
            }
            [Some(group), _] | [_, Some(group)] => group,
            _ => {
                groups.push(Vec::new());
                groups.len() - 1
            }
        };
        of_cell.insert(a, group);
        of_cell.insert(b, group);
        groups[group].push((a, b));
    }
    groups.retain(|group| !group.is_empty());
    let split = |group: Vec<(usize, usize)>| match group.len() > side {
        true => group.into_iter().map(|pair| vec![pair]).collect(),
        false => vec![group],
    };
    groups.into_iter().flat_map(split).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clues_have_the_names_of_their_rules() {
        let less = Primitive::Related { pairs: vec![(5, 6)], table: vec![14, 12, 8, 0] };
        let [one, other] =
            [less, Primitive::Different { cells: vec![1, 6, 11] }].map(Constraint::from);
        let constraints = [one.named("thermometer"), other.named("cage")];
        let names = |rules: &Rules| {
            rules.houses()[12..].iter().map(|house| house.name.clone()).collect::<Vec<_>>()
        };
        let named = RuleSet::with_digits(4, 4, Some((2, 2)), &constraints).unwrap();
        assert_eq!(
            names(&Rules::new(Arc::new(named)).unwrap()),
            ["the cage at r1c2", "the thermometer at r2c2"]
        );
        let clues = constraints.clone().map(|clue| Constraint { name: None, ..clue });
        let shape = Some((2, 2));
        let nameless = RuleSet::with_clues(4, 4, shape, &constraints, clues.to_vec()).unwrap();
        assert_eq!(
            names(&Rules::new(Arc::new(nameless)).unwrap()),
            ["the group at r1c2", "the relation at r2c2"]
        );
    }
}
