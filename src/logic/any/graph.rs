//! The candidates of a position and the links between them.
//!
//! ```text
//!   weak     on ──> off    other digits of the cell; the same digit in peers; digits excluded by a table
//!   strong   off ──> on    the other candidate of a cell with two; the other place in a complete unit with two
//!
//!   node     2 · candidate + 1 if on                  closure of a node: all consequences by paths of single links
//!
//!   group    at least two places of a digit in the intersection of two units: on if one of them is on, off if all are off.
//!            Groups are numbered after the candidates. A unit whose places form two groups, or a group and a single
//!            place, is a strong link.
//! ```

use std::collections::VecDeque;

use crate::control::{Control, Stop};
use crate::logic::conclusion::{Conclusion, Why as Reason};
use crate::logic::nodes::Nodes;
use crate::rules::bits;

use super::cells::Cells;
use super::locked;
use super::look::Look;
use super::rules::Relation;
use crate::logic::Candidate;

/// The reason of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Both candidates are in one cell.
    Cell,
    /// The cells see each other.
    Peer,
    /// A unit or a clue.
    House(u32),
}

/// The numbered candidates of a position, with their links.
pub struct Graph {
    /// The candidates.
    pub marks: Vec<Candidate>,
    /// The groups, numbered after the candidates.
    groups: Vec<Group>,
    /// The number of the first candidate of each cell.
    first: Vec<u32>,
    weak: Vec<Vec<(u32, Why)>>,
    strong: Vec<Vec<(u32, Why)>>,
}

/// Several places of a digit.
#[derive(Clone, PartialEq, Eq)]
struct Group {
    cells: Cells,
    d: u32,
}

/// No node.
const NONE: u32 = u32::MAX;

impl Graph {
    /// The graph of a position, without groups.
    pub fn new(look: &Look<'_>, control: &Control<'_>) -> Result<Graph, Stop> {
        let (rules, position) = (look.rules, look.position);
        let geometry = rules.geometry();
        let mut first = Vec::new();
        let mut marks = Vec::new();
        for (cell, &set) in position.all_candidates().iter().enumerate() {
            first.push(marks.len() as u32);
            marks
                .extend(bits(set).map(|digit| Candidate::nth(cell as u16, digit.trailing_zeros())));
        }
        let (weak, strong) = (Vec::new(), Vec::new());
        let mut graph = Graph { marks, groups: Vec::new(), first, weak, strong };
        for i in 0..graph.marks.len() {
            control.checkpoint()?;
            let (cell, d) = (graph.marks[i].cell, graph.marks[i].d());
            let others = position.candidates(cell) & !(1 << d);
            let mut weak: Vec<(u32, Why)> = bits(others)
                .map(|digit| {
                    (graph.number(look, Candidate::nth(cell, digit.trailing_zeros())), Why::Cell)
                })
                .collect();
            let mut strong = if weak.len() == 1 { weak.clone() } else { Vec::new() };
            let peers = position.places_in(geometry.peers(usize::from(cell)).words(), d);
            weak.extend(
                peers.iter().map(|cell| (graph.number(look, Candidate::nth(cell, d)), Why::Peer)),
            );
            for &relation in rules.related(usize::from(cell)) {
                let gone = position.candidates(relation.to) & !rules.partners(relation, d);
                for digit in bits(gone) {
                    let mark = Candidate::nth(relation.to, digit.trailing_zeros());
                    if mark.d() != d || !look.sees(cell, mark.cell) {
                        weak.push((graph.number(look, mark), Why::House(relation.house)));
                    }
                }
            }
            for &unit in geometry.units_of(usize::from(cell)) {
                let unit = geometry.unit(unit as usize);
                if unit.is_complete() {
                    let places = position.places_in(unit.set().words(), d);
                    if places.len() == 2 {
                        let other =
                            places.iter().find(|&other| other != cell).expect("another place");
                        let other = graph.number(look, Candidate::nth(other, d));
                        strong.push((other, Why::House(unit.number() as u32)));
                    }
                }
            }
            graph.weak.push(weak);
            graph.strong.push(strong);
        }
        Ok(graph)
    }

    /// The graph of a position, with groups.
    pub fn grouped(look: &Look<'_>, control: &Control<'_>) -> Result<Graph, Stop> {
        let mut graph = Graph::new(look, control)?;
        let geometry = look.rules.geometry();
        for one in geometry.units() {
            control.checkpoint()?;
            for other in geometry.units().filter(|other| other.number() > one.number()) {
                let shared = Cells::of(one.set().words()).and(other.set().words());
                if shared.len() < 2 {
                    continue;
                }
                for d in 0..look.rules.digits() as u32 {
                    let group = Group { cells: look.position.places_in(shared.words(), d), d };
                    if group.cells.len() >= 2 && !graph.groups.contains(&group) {
                        graph.groups.push(group);
                    }
                }
            }
        }
        graph.weak.resize(graph.count(), Vec::new());
        graph.strong.resize(graph.count(), Vec::new());
        for (i, group) in graph.groups.iter().enumerate() {
            control.checkpoint()?;
            let (number, d) = ((graph.marks.len() + i) as u32, group.d);
            for mark in locked::excluded(look, &group.cells, d) {
                let single = graph.number(look, mark);
                let sees = |cell: u16| mark.d() == d && look.sees(cell, mark.cell);
                let why = match group.cells.iter().all(sees) {
                    true => Some(Why::Peer),
                    false => relating(look, &group.cells, d, mark).map(Why::House),
                };
                if let Some(why) = why {
                    graph.weak[number as usize].push((single, why));
                    graph.weak[single as usize].push((number, why));
                }
            }
            let seen = look.common_peers(group.cells.iter());
            for (j, other) in graph.groups.iter().enumerate() {
                if other.d == d && other.cells.is_within(seen.words()) {
                    graph.weak[number as usize].push(((graph.marks.len() + j) as u32, Why::Peer));
                }
            }
            for unit in geometry.units().filter(|unit| unit.is_complete()) {
                let places = look.position.places_in(unit.set().words(), d);
                if !group.cells.is_within(places.words()) {
                    continue;
                }
                let rest = places.without(group.cells.words());
                let why = Why::House(unit.number() as u32);
                if rest.len() == 1 {
                    let cell = rest.first().expect("a place");
                    let single = graph.number(look, Candidate::nth(cell, d));
                    graph.strong[number as usize].push((single, why));
                    graph.strong[single as usize].push((number, why));
                }
                let is_rest = |other: &Group| other.d == d && other.cells == rest;
                if let Some(j) = graph.groups.iter().position(is_rest) {
                    graph.strong[number as usize].push(((graph.marks.len() + j) as u32, why));
                }
            }
        }
        Ok(graph)
    }

    /// The number of candidates and groups.
    pub fn count(&self) -> usize {
        self.marks.len() + self.groups.len()
    }

    /// Whether a candidate is a group.
    pub fn is_group(&self, candidate: u32) -> bool {
        candidate as usize >= self.marks.len()
    }

    /// The cells of a candidate or group, and its digit.
    pub fn places(&self, candidate: u32) -> (Vec<u16>, u32) {
        match (candidate as usize).checked_sub(self.marks.len()) {
            None => (vec![self.marks[candidate as usize].cell], self.marks[candidate as usize].d()),
            Some(group) => (self.groups[group].cells.iter().collect(), self.groups[group].d),
        }
    }

    /// The number of a candidate.
    pub fn number(&self, look: &Look<'_>, mark: Candidate) -> u32 {
        let below = look.position.candidates(mark.cell) & ((1 << mark.d()) - 1);
        self.first[usize::from(mark.cell)] + below.count_ones()
    }

    /// The candidates that are off if this one is on.
    pub fn weak(&self, candidate: u32) -> &[(u32, Why)] {
        &self.weak[candidate as usize]
    }

    /// The candidates that are on if this one is off.
    pub fn strong(&self, candidate: u32) -> &[(u32, Why)] {
        &self.strong[candidate as usize]
    }

    /// The candidate of a node that is not a group.
    pub fn mark(&self, node: u32) -> Candidate {
        self.marks[node as usize / 2]
    }

    /// The links from a node, and the state of the candidates that they lead to.
    fn next(&self, node: u32) -> (&[(u32, Why)], u32) {
        match node & 1 {
            1 => (self.weak(node / 2), 0),
            _ => (self.strong(node / 2), 1),
        }
    }

    /// All consequences of a node.
    pub fn closure(&self, start: u32, nodes: &Nodes<'_>) -> Result<Closure, Stop> {
        nodes.checkpoint()?;
        let mut closure = Closure {
            parent: vec![NONE; 2 * self.marks.len()],
            depth: vec![0; 2 * self.marks.len()],
        };
        closure.parent[start as usize] = start;
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            let (links, on) = self.next(node);
            for &(candidate, _) in links {
                let to = 2 * candidate + on;
                if closure.parent[to as usize] == NONE {
                    closure.parent[to as usize] = node;
                    closure.depth[to as usize] = closure.depth[node as usize] + 1;
                    queue.push_back(to);
                }
            }
        }
        Ok(closure)
    }

    /// The reason why one node implies another.
    fn reason(&self, look: &Look<'_>, from: u32, to: u32) -> Reason {
        let (links, on) = self.next(from);
        debug_assert_eq!(on, to & 1);
        let why = links.iter().find(|(candidate, _)| *candidate == to / 2).expect("a link").1;
        match why {
            Why::Cell => Reason::Cell,
            Why::Peer => {
                let [from, to] = [from, to].map(|node| self.places(node / 2).0);
                let pairs = from.iter().flat_map(|&one| to.iter().map(move |&other| (one, other)));
                let houses: Vec<u32> =
                    pairs.map(|(one, other)| look.rules.between(one, other)).collect();
                match look.rules.shared_unit(from.iter().chain(&to).copied()) {
                    Some(unit) => Reason::House(unit),
                    None if houses.len() == 1 => Reason::House(houses[0]),
                    None => Reason::Houses(houses),
                }
            }
            Why::House(house) if on == 1 => Reason::House(house),
            // A pair table. Its name is needed only in sentences.
            Why::House(clue) if !look.texts => Reason::Clue(clue, String::new()),
            Why::House(clue) => Reason::Clue(clue, look.house(clue).name.clone()),
        }
    }

    /// The nodes of a path as conclusions. The first node is the assumption.
    pub fn conclusions(&self, look: &Look<'_>, path: &[u32]) -> Vec<Conclusion> {
        let conclude = |(k, &node): (usize, &u32)| {
            let (cells, d) = self.places(node / 2);
            let before = k.checked_sub(1);
            let why = before.map_or(Reason::Assumed, |k| self.reason(look, path[k], node));
            let parents = before.into_iter().collect();
            Conclusion { cells, digit: d as u8 + 1, on: node & 1 == 1, why, parents }
        };
        path.iter().enumerate().map(conclude).collect()
    }
}

/// The clue by which digit d + 1 in any of these cells excludes a candidate; `None` if it takes several clues.
fn relating(look: &Look<'_>, cells: &Cells, d: u32, mark: Candidate) -> Option<u32> {
    let clues = |cell: u16| {
        let excludes = move |relation: &&Relation| {
            relation.to == mark.cell && look.rules.partners(**relation, d) >> mark.d() & 1 == 0
        };
        let relations = look.rules.related(usize::from(cell)).iter().filter(excludes);
        relations.map(|relation| relation.house)
    };
    clues(cells.first()?)
        .find(|&clue| cells.iter().all(|cell| clues(cell).any(|other| other == clue)))
}

/// The consequences of a node.
pub struct Closure {
    parent: Vec<u32>,
    depth: Vec<u32>,
}

impl Closure {
    /// Whether the node is a consequence.
    pub fn contains(&self, node: u32) -> bool {
        self.parent[node as usize] != NONE
    }

    /// The number of links from the start to a node.
    pub fn depth(&self, node: u32) -> u32 {
        self.depth[node as usize]
    }

    /// The nodes of the path from the start to a node.
    pub fn path(&self, node: u32) -> Vec<u32> {
        let mut path = vec![node];
        let mut at = node;
        while self.parent[at as usize] != at {
            at = self.parent[at as usize];
            path.push(at);
        }
        path.reverse();
        path
    }
}
