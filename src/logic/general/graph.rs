//! Open candidates and the links between them.
//!
//! ```text
//!   weak     on ──> off    other digits of the cell; the digit in peers; what a table excludes
//!   strong   off ──> on    the other of two digits of a cell; the other of two places in a unit of all digits
//!
//!   node     2 · candidate + 1 if on                  closure of a node: all that follows, each by one link from one other
//! ```

use std::collections::VecDeque;

use crate::control::Stop;
use crate::logic::nodes::Nodes;
use crate::rules::bits;

use super::found::{Link, Look, Mark, Reason};

/// Why a link holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Both are in one cell.
    Cell,
    /// The cells see each other.
    Peer,
    /// By a unit or a clue.
    House(u32),
}

/// The candidates of a position, numbered, with their links.
pub struct Graph {
    /// The candidates.
    pub marks: Vec<Mark>,
    /// The first candidate of each cell.
    first: Vec<u32>,
    weak: Vec<Vec<(u32, Why)>>,
    strong: Vec<Vec<(u32, Why)>>,
}

/// No node.
const NONE: u32 = u32::MAX;

impl Graph {
    /// The graph of a position.
    pub fn new(look: &Look<'_>) -> Graph {
        let (rules, position) = (look.rules, look.position);
        let geometry = rules.geometry();
        let mut first = Vec::new();
        let mut marks = Vec::new();
        for (cell, &set) in position.all_candidates().iter().enumerate() {
            first.push(marks.len() as u32);
            marks.extend(
                bits(set).map(|digit| Mark { cell: cell as u16, d: digit.trailing_zeros() }),
            );
        }
        let mut graph = Graph { marks, first, weak: Vec::new(), strong: Vec::new() };
        for i in 0..graph.marks.len() {
            let Mark { cell, d } = graph.marks[i];
            let others = position.candidates(cell) & !(1 << d);
            let mut weak: Vec<(u32, Why)> = bits(others)
                .map(|digit| {
                    (graph.number(look, Mark { cell, d: digit.trailing_zeros() }), Why::Cell)
                })
                .collect();
            let mut strong = if weak.len() == 1 { weak.clone() } else { Vec::new() };
            let peers = position.places_in(geometry.peers(usize::from(cell)).words(), d);
            weak.extend(peers.iter().map(|cell| (graph.number(look, Mark { cell, d }), Why::Peer)));
            for &relation in rules.related(usize::from(cell)) {
                let gone = position.candidates(relation.to) & !rules.partners(relation, d);
                for digit in bits(gone) {
                    let mark = Mark { cell: relation.to, d: digit.trailing_zeros() };
                    if mark.d != d || !look.sees(cell, mark.cell) {
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
                        let other = graph.number(look, Mark { cell: other, d });
                        strong.push((other, Why::House(unit.number() as u32)));
                    }
                }
            }
            graph.weak.push(weak);
            graph.strong.push(strong);
        }
        graph
    }

    /// The number of a candidate.
    pub fn number(&self, look: &Look<'_>, mark: Mark) -> u32 {
        let below = look.position.candidates(mark.cell) & ((1 << mark.d) - 1);
        self.first[usize::from(mark.cell)] + below.count_ones()
    }

    /// The candidates that are off if one is on.
    pub fn weak(&self, candidate: u32) -> &[(u32, Why)] {
        &self.weak[candidate as usize]
    }

    /// The candidates that are on if one is off.
    pub fn strong(&self, candidate: u32) -> &[(u32, Why)] {
        &self.strong[candidate as usize]
    }

    /// The candidate of a node.
    pub fn mark(&self, node: u32) -> Mark {
        self.marks[node as usize / 2]
    }

    /// What a node leads to, with why.
    fn next(&self, node: u32) -> (&[(u32, Why)], u32) {
        match node & 1 {
            1 => (self.weak(node / 2), 0),
            _ => (self.strong(node / 2), 1),
        }
    }

    /// All nodes that follow from one.
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

    /// The link between two nodes.
    pub fn link(&self, look: &Look<'_>, from: u32, to: u32) -> Link {
        let (links, on) = self.next(from);
        debug_assert_eq!(on, to & 1);
        let why = links.iter().find(|(candidate, _)| *candidate == to / 2).expect("a link").1;
        let (a, b) = (self.mark(from), self.mark(to));
        let reason = match why {
            Why::Cell => Reason::Cell,
            Why::Peer => Reason::House(look.rules.between(a.cell, b.cell)),
            Why::House(house) => Reason::House(house),
        };
        Link { from: a, from_on: from & 1 == 1, to: b, to_on: to & 1 == 1, reason }
    }

    /// The links along nodes.
    pub fn links(&self, look: &Look<'_>, path: &[u32]) -> Vec<Link> {
        path.windows(2).map(|pair| self.link(look, pair[0], pair[1])).collect()
    }
}

/// What follows from a node.
pub struct Closure {
    parent: Vec<u32>,
    depth: Vec<u32>,
}

impl Closure {
    /// Whether a node follows.
    pub fn contains(&self, node: u32) -> bool {
        self.parent[node as usize] != NONE
    }

    /// The number of links to a node.
    pub fn depth(&self, node: u32) -> u32 {
        self.depth[node as usize]
    }

    /// The nodes from the start to one.
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

/// Sentences for links: what follows, and why.
pub fn told(look: &Look<'_>, links: &[Link]) -> String {
    let state = |mark: Mark, on: bool| match on {
        true => format!("{} is {}", look.cell(mark.cell), mark.d + 1),
        false => format!("{} is not {}", look.cell(mark.cell), mark.d + 1),
    };
    let mut text = String::new();
    for link in links {
        let why = match (link.reason, link.to_on) {
            (Reason::Cell, true) => "the only digit left there".to_owned(),
            (Reason::Cell, false) => format!("since it is {}", link.from.d + 1),
            (Reason::House(house), true) => {
                format!("the only place left for {} in {}", link.to.d + 1, look.house(house).name)
            }
            (Reason::House(house), false) => format!("by {}", look.house(house).name),
        };
        text += &format!(" {}, {why}.", state(link.to, link.to_on));
    }
    text
}
