//! Forcing chains, nets and loops in full: the conclusions that lead to each end, and the step made from them.
//!
//! ```text
//!   way    start ─► … ─► end              links only: each conclusion follows from the previous one
//!   net    start ─► … ─► one ─► … ─► end  by links, or by the singles that follow from `one`: a single depends on
//!                                         everything that its house or cell has lost
//! ```

use crate::board::{Cell, Digits};
use crate::logic::conclusion::{Conclusion, Why, links};
use crate::logic::grid9::cells::{CellSet, HOUSE_SETS};
use crate::logic::grid9::houses::HOUSES_OF;
use crate::logic::hodoku::found::Found;
use crate::logic::{Position, Step};

use super::forcing::Reason;
use super::graph::NOTHING;
use super::{TableProof, Tables, text};
use crate::logic::bits::members;

/// A conclusion and its node.
type Known = (u16, Conclusion);

impl TableProof {
    /// The step in full. `position` is the position in which it was found.
    pub(crate) fn step<P>(&self, position: &Position, found: &Found<P>) -> Step {
        let mut prover = Prover { position, tables: Tables::new() };
        let branches: Vec<Vec<Known>> = match self {
            TableProof::Loop { grouped, way } => {
                prover.tables.graph.build(position, *grouped);
                vec![prover.of_way(way)]
            }
            TableProof::Forcing { is_net, reason } => {
                prover.tables.prepare(position, true);
                if *is_net {
                    prover.tables.follow_singles(position);
                }
                let mut prove = |start, end| {
                    if *is_net { prover.of_net(start, end) } else { prover.of_chain(start, end) }
                };
                match reason {
                    Reason::Contradiction { start, ends } => {
                        ends.iter().map(|&end| prove(*start, end)).collect()
                    }
                    Reason::Verity { starts, end } => {
                        starts.iter().map(|&start| prove(start, *end)).collect::<Vec<_>>()
                    }
                }
            }
        };
        let plain = |branch: Vec<Known>| branch.into_iter().map(|(_, one)| one).collect();
        let branches: Vec<Vec<Conclusion>> = branches.into_iter().map(plain).collect();
        let mut step = Step::new(found.technique);
        for one in branches.iter().flatten() {
            step.digits |= u64::from(Digits::only(one.digit));
            for &cell in &one.cells {
                if !step.cells.contains(&cell) {
                    step.cells.push(cell);
                }
            }
            if let (true, &Why::House(house)) = (one.on, &one.why)
                && !step.houses.contains(&house)
            {
                step.houses.push(house);
            }
        }
        step.complexity = branches.iter().map(Vec::len).sum();
        step.chains = branches.iter().map(|branch| links(branch)).collect();
        step.text = text::sentences(self, position, &branches, found);
        step.notation = text::notation(self, position, &branches, found);
        step
    }
}

struct Prover<'a> {
    position: &'a Position,
    tables: Tables,
}

impl Prover<'_> {
    fn conclusion(&self, node: u16, why: Why, parents: Vec<usize>) -> Known {
        let (cells, digit) = self.tables.graph.place(node);
        let cells = cells.iter().map(u16::from).collect();
        (node, Conclusion { cells, digit, on: node & 1 != 0, why, parents })
    }

    /// The reason of a direct link.
    fn reason(&self, from: u16, to: u16) -> Why {
        let ((a, digit), (b, other)) = (self.tables.graph.place(from), self.tables.graph.place(to));
        if digit != other {
            return Why::Cell;
        }
        let both = a | b;
        let proves = |house: usize| {
            let places = self.position.cells(digit) & HOUSE_SETS[house];
            both.without(places).is_empty() && (to & 1 == 0 || places.without(both).is_empty())
        };
        Why::House((0..27).find(|&house| proves(house)).unwrap_or(0) as u32)
    }

    /// The conclusions of a path, each of which follows from the previous one.
    fn of_way(&self, way: &[u16]) -> Vec<Known> {
        let mut list = vec![self.conclusion(way[0], Why::Assumed, Vec::new())];
        for (k, pair) in way.windows(2).enumerate() {
            list.push(self.conclusion(pair[1], self.reason(pair[0], pair[1]), vec![k]));
        }
        list
    }

    fn of_chain(&mut self, start: u16, end: u16) -> Vec<Known> {
        let mut way = Vec::new();
        self.tables.table.fill(&self.tables.graph, start);
        self.tables.table.way(end, &mut way);
        way.reverse();
        self.of_way(&way)
    }

    fn of_net(&mut self, start: u16, end: u16) -> Vec<Known> {
        let way = self.hops(start, end);
        let mut list = vec![self.conclusion(start, Why::Assumed, Vec::new())];
        for pair in way.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let numbered = |list: &[Known], node| list.iter().position(|one| one.0 == node);
            if self.tables.graph.links(from).contains(&to) {
                if let (Some(parent), None) = (numbered(&list, from), numbered(&list, to)) {
                    let reason = self.reason(from, to);
                    list.push(self.conclusion(to, reason, vec![parent]));
                }
                continue;
            }
            let log = self.singles(from, to);
            for (node, reason, parents) in log {
                if numbered(&list, node).is_none() {
                    let parents = parents.iter().filter_map(|&one| numbered(&list, one)).collect();
                    list.push(self.conclusion(node, reason, parents));
                }
            }
        }
        list
    }

    /// A shortest path from `start` to `end`, by links or through singles.
    fn hops(&self, start: u16, end: u16) -> Vec<u16> {
        let mut before = vec![NOTHING; self.tables.graph.len()];
        let mut queue = vec![start];
        before[usize::from(start)] = start;
        let mut next = 0;
        while before[usize::from(end)] == NOTHING && next < queue.len() {
            let from = queue[next];
            next += 1;
            for to in members(self.tables.direct.row(from).iter().copied()) {
                if before[usize::from(to)] == NOTHING {
                    before[usize::from(to)] = from;
                    queue.push(to);
                }
            }
        }
        let mut way = vec![end];
        while let Some(&one) = way.last()
            && one != start
            && before[usize::from(one)] != NOTHING
        {
            way.push(before[usize::from(one)]);
        }
        way.reverse();
        way
    }

    /// The nodes that lead from an assumption to a node by singles alone, in order, each with its reason and its parents.
    fn singles(&mut self, from: u16, to: u16) -> Vec<(u16, Why, Vec<u16>)> {
        let Some(one) = self.tables.graph.candidate(from) else { return Vec::new() };
        let graph = &self.tables.graph;
        let mut order: Vec<u16> = Vec::new();
        self.tables.lookahead.follow(self.position, (one, from & 1 != 0), |one, on| {
            let node = graph.node(one.classic_cell(), one.digit, on);
            if !order.contains(&node) {
                order.push(node);
            }
        });
        let mut log: Vec<(u16, Why, Vec<u16>)> = Vec::new();
        let mut placed = from;
        for (number, &node) in order.iter().enumerate() {
            let (reason, parents) = if node == from {
                continue;
            } else if node & 1 == 0 {
                (self.reason(placed, node), vec![placed])
            } else {
                placed = node;
                self.single(node, &order[..number])
            };
            log.push((node, reason, parents));
        }
        let mut wanted = vec![to];
        log.reverse();
        log.retain(|(node, _, parents)| {
            let keep = wanted.contains(node);
            if keep {
                wanted.extend(parents);
            }
            keep
        });
        log.reverse();
        log
    }

    /// The reason why a candidate is a single once the nodes in `known` are off: in its cell, or in one of its houses.
    fn single(&self, node: u16, known: &[u16]) -> (Why, Vec<u16>) {
        let graph = &self.tables.graph;
        let Some(one) = graph.candidate(node) else {
            return (Why::Cell, Vec::new());
        };
        let (cell, digit) = (one.classic_cell(), one.digit);
        let rests_on =
            |others: Vec<u16>| others.iter().all(|other| known.contains(other)).then_some(others);
        let own = self.position.candidates(cell).without(Digits::only(digit));
        let own = own.iter().map(|other| graph.node(cell, other, false)).collect();
        if let Some(parents) = rests_on(own) {
            return (Why::Cell, parents);
        }
        let places = |house: u8| {
            let set = self.position.cells(digit) & HOUSE_SETS[usize::from(house)];
            let others = set.without(CellSet::only(cell));
            others.iter().map(|other: Cell| graph.node(other, digit, false)).collect()
        };
        HOUSES_OF[cell.index()]
            .iter()
            .find_map(|&(house, _)| Some((Why::House(house.into()), rests_on(places(house))?)))
            .unwrap_or((Why::Cell, Vec::new()))
    }
}
