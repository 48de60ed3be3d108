//! HoDoKu's tables: nice loops, alternating inference chains, forcing chains, forcing nets, and brute force.
//!
//! ```text
//!   graph      candidates and groups, on and off, with their direct links in order
//!     │
//!   closure    all consequences of each node, as bit rows    ──►  forcing    contradictions, common consequences
//!     │  nets  the same with rounds of singles instead of links
//!   walk       the first path to each consequence of a node  ──►  loops      paths back to the start
//!     │
//!   proof      a conclusion in full: links, sentences, notation
//! ```
//!
//! Most searches need only the bit rows. Paths are followed only from starts that could give a better loop than the best so
//! far, and for steps that are built in full. The graph and the rows of a position are kept for the next search.
//!
//! The order of links, the choice among loops and the definition of a contradiction follow HoDoKu (Bernhard Hobiger),
//! implemented from a description of its behavior and compared with its results.

mod closure;
mod forcing;
mod graph;
mod loops;
mod nets;
mod proof;
#[cfg(test)]
mod tests;
mod text;
mod walk;

use smallvec::smallvec;

use crate::board::Grid;

use super::found::Found;
use crate::logic::{Candidate, Position, Technique, Techniques};
use closure::Rows;
use forcing::{Effect, Kinds, Reason};
use graph::Graph;
use nets::Lookahead;
pub(crate) use text::brute_force_step;
use walk::Table;

/// The proof of a step. Nodes are numbered as in the graph of the position in which it was found.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TableProof {
    /// The nodes of a loop or chain, from its start to its end.
    Loop { grouped: bool, way: Vec<u16> },
    /// The reason of a forcing chain or net.
    Forcing { is_net: bool, reason: Reason },
}

/// The names of contradictions and verities.
const CHAINS: [Technique; 2] =
    [Technique::ForcingChainContradiction, Technique::ForcingChainVerity];
const NETS: [Technique; 2] = [Technique::ForcingNetContradiction, Technique::ForcingNetVerity];

/// The searches, with the data that they keep.
pub(crate) struct Tables {
    graph: Graph,
    rows: Rows,
    /// `Some` if graph and rows were computed for the current position, with or without groups.
    known: Option<bool>,
    table: Table,
    direct: Rows,
    lookahead: Lookahead,
    singles: Rows,
    before: Rows,
}

impl Tables {
    pub(crate) fn new() -> Tables {
        Tables {
            graph: Graph::new(),
            rows: Rows::new(),
            known: None,
            table: Table::new(),
            direct: Rows::new(),
            lookahead: Lookahead::new(),
            singles: Rows::new(),
            before: Rows::new(),
        }
    }

    /// Discards the data of a position that has changed.
    pub(crate) fn forget(&mut self) {
        self.known = None;
    }

    fn prepare(&mut self, position: &Position, grouped: bool) {
        if self.known != Some(grouped) {
            self.graph.build(position, grouped);
            let graph = &self.graph;
            self.rows.close(graph, |node| graph.row(node));
            self.known = Some(grouped);
        }
    }

    /// The preferred nice loop or AIC among the allowed techniques: one that removes the most. With `grouped`, only those with
    /// a group count.
    pub(crate) fn nice_loop(
        &mut self,
        position: &Position,
        grouped: bool,
        allowed: Techniques,
    ) -> Option<Found<Box<TableProof>>> {
        self.prepare(position, grouped);
        let found =
            loops::first(position, &self.graph, &self.rows, &mut self.table, (grouped, allowed))?;
        let proof = Box::new(TableProof::Loop { grouped, way: found.way });
        Some(Found::removing(found.technique, found.eliminations, proof))
    }

    /// The preferred conclusion of the allowed forcing chains: a placement if there is one, in the lowest cell.
    pub(crate) fn forcing_chain(
        &mut self,
        position: &Position,
        allowed: Techniques,
    ) -> Option<Found<Box<TableProof>>> {
        self.prepare(position, true);
        self.before.invert(&self.rows);
        let kinds = Kinds::of(CHAINS, allowed);
        let effect = forcing::first(position, &self.graph, kinds, &self.rows, &self.before)?;
        // Paths have the same length in both directions, so one table contains the lengths of all chains.
        self.table.fill(&self.graph, effect.denied(&self.graph));
        let table = &self.table;
        let length = |reason: &Reason| match reason {
            Reason::Contradiction { ends, .. } => {
                ends.iter().map(|&end| table.distance(end) + 1).sum::<u16>()
            }
            Reason::Verity { starts, .. } => {
                starts.iter().map(|&start| table.distance(start ^ 1) + 1).sum()
            }
        };
        let reason = self.reason(position, kinds, &self.rows, effect, length)?;
        Some(conclude(effect, reason, false))
    }

    /// The preferred conclusion of the allowed forcing nets: a placement if there is one, in the lowest cell.
    pub(crate) fn forcing_net(
        &mut self,
        position: &Position,
        allowed: Techniques,
    ) -> Option<Found<Box<TableProof>>> {
        self.prepare(position, true);
        self.follow_singles(position);
        let direct = &self.direct;
        self.singles.close(&self.graph, |node| direct.row(node));
        self.before.invert(&self.singles);
        let kinds = Kinds::of(NETS, allowed);
        let effect = forcing::first(position, &self.graph, kinds, &self.singles, &self.before)?;
        let reason = self.reason(position, kinds, &self.singles, effect, |_| 0)?;
        Some(conclude(effect, reason, true))
    }

    /// Fills `direct`.
    fn follow_singles(&mut self, position: &Position) {
        self.direct.copy(&self.graph);
        for (k, &one) in self.graph.candidates.iter().enumerate() {
            for on in [false, true] {
                let row = self.direct.row_mut(2 * k as u16 + u16::from(on));
                let graph = &self.graph;
                self.lookahead.follow(position, (one, on), |one, on| {
                    closure::insert(row, graph.node(one.classic_cell(), one.digit, on));
                });
            }
        }
    }

    /// The preferred reason of an effect: the shortest, except that a placement prefers a contradiction.
    fn reason(
        &self,
        position: &Position,
        kinds: Kinds,
        rows: &Rows,
        effect: Effect,
        length: impl Fn(&Reason) -> u16,
    ) -> Option<Reason> {
        let mut best: Option<(bool, u16, Reason)> = None;
        forcing::reasons(position, &self.graph, kinds, rows, effect, |reason| {
            let is_verity = matches!(reason, Reason::Verity { .. });
            let key = (!effect.removes && is_verity, length(&reason));
            if best.as_ref().is_none_or(|best| key < (best.0, best.1)) {
                best = Some((key.0, key.1, reason));
            }
        });
        best.map(|best| best.2)
    }
}

fn conclude(effect: Effect, reason: Reason, is_net: bool) -> Found<Box<TableProof>> {
    let [contradiction, verity] = if is_net { NETS } else { CHAINS };
    let technique = match &reason {
        Reason::Contradiction { .. } => contradiction,
        Reason::Verity { .. } => verity,
    };
    let proof = Box::new(TableProof::Forcing { is_net, reason });
    if effect.removes {
        Found::removing(technique, smallvec![effect.candidate], proof)
    } else {
        Found::placing(technique, effect.candidate, proof)
    }
}

/// The proof by the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BruteForce;

/// Places the digit of `solution` in the middle one of the empty cells.
pub(crate) fn brute_force(position: &Position, solution: &Grid) -> Option<Found<BruteForce>> {
    let cell = position.empty().iter().nth(position.empty().len() as usize / 2)?;
    let placed = Candidate::new(cell, solution.get(cell));
    Some(Found::placing(Technique::BruteForce, placed, BruteForce))
}
