//! Forcing chains and nets: contradictions of an assumption, and common consequences of alternatives.
//!
//! ```text
//!   contradiction   p  ⇒  x on and off, or a cell with all digits off, or a house with all places of a digit off
//!   verity          p on, p off  ⇒  the same          all digits of a cell  ⇒  the same
//!                                                     all places of a digit in a house  ⇒  the same
//! ```
//!
//! The search uses only the sets of consequences, as bit rows, and no paths. A placement is preferred to an elimination, then
//! the lowest cell, then the lowest digit.

use crate::board::HOUSES;
use crate::logic::grid9::cells::HOUSE_SETS;
use crate::logic::grid9::tuples;
use crate::logic::{Candidate, Position, Technique, Techniques};

use super::closure::{Rows, contains};
use super::graph::Graph;
use crate::logic::bits::members;

/// The bits of nodes that are off.
const OFF: u64 = 0x5555_5555_5555_5555;

/// A conclusion about one candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Effect {
    /// Placements come before eliminations.
    pub(super) removes: bool,
    pub(super) candidate: Candidate,
}

impl Effect {
    /// The node that states the opposite.
    pub(super) fn denied(&self, graph: &Graph) -> u16 {
        graph.node(self.candidate.classic_cell(), self.candidate.digit, self.removes)
    }
}

/// The reason of an effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// The assumption, and consequences of it that contradict each other.
    Contradiction { start: u16, ends: Vec<u16> },
    /// Assumptions of which one is true, and a consequence of each.
    Verity { starts: Vec<u16>, end: u16 },
}

/// Alternatives of which one is true, as nodes that are on: all digits of a cell, or all places of a digit in a house.
pub(super) struct Alternatives {
    nodes: Vec<u16>,
    /// The end of each list of alternatives, and whether it counts as a contradiction if all of them are off.
    ends: Vec<(u16, bool)>,
}

impl Alternatives {
    /// HoDoKu recognizes a house without places as a contradiction only if the house lost no other place to an elimination.
    pub(super) fn new(position: &Position, graph: &Graph) -> Alternatives {
        let allowed = position.allowed();
        let mut all = Alternatives { nodes: Vec::new(), ends: Vec::new() };
        for cell in position.empty().iter() {
            let digits = position.candidates(cell);
            if digits.is_empty() {
                continue;
            }
            all.nodes.extend(digits.iter().map(|digit| graph.node(cell, digit, true)));
            all.ends.push((all.nodes.len() as u16, true));
        }
        for (house, cells) in HOUSES.iter().enumerate() {
            for digit in 1..=9 {
                let places = position.places(house, digit);
                if places != 0 {
                    let cells = tuples::members(places).map(|place| cells[place]);
                    all.nodes.extend(cells.map(|cell| graph.node(cell, digit, true)));
                    let whole = allowed[usize::from(digit) - 1] & HOUSE_SETS[house];
                    let is_whole = whole == position.cells(digit) & HOUSE_SETS[house];
                    all.ends.push((all.nodes.len() as u16, is_whole));
                }
            }
        }
        all
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u16], bool)> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|&(end, _)| end));
        starts.zip(&self.ends).map(|(start, &(end, is_whole))| {
            (&self.nodes[usize::from(start)..usize::from(end)], is_whole)
        })
    }
}

/// The candidates that are both on and off in a set of nodes.
fn clashes(graph: &Graph, row: &[u64]) -> impl Iterator<Item = u16> {
    let end = 2 * graph.candidates.len() as u16;
    let both = |word: u64| word & word >> 1 & OFF;
    members(row.iter().map(move |&word| both(word))).filter(move |&node| node < end)
}

/// The reasons that count.
#[derive(Clone, Copy)]
pub(super) struct Kinds {
    contradictions: bool,
    verities: bool,
}

impl Kinds {
    /// The reasons whose techniques are allowed.
    pub(super) fn of([contradiction, verity]: [Technique; 2], allowed: Techniques) -> Kinds {
        Kinds {
            contradictions: allowed.contains(contradiction),
            verities: allowed.contains(verity),
        }
    }
}

/// The preferred effect among all with an allowed reason. `before` is the transpose of `rows`: for each node, the nodes that
/// imply it.
///
/// Verities are the consequences common to all alternatives in `rows`. Contradictions are the assumptions common to the
/// negations of all alternatives in `before`.
pub(super) fn first(
    position: &Position,
    graph: &Graph,
    kinds: Kinds,
    rows: &Rows,
    before: &Rows,
) -> Option<Effect> {
    let mut best: Option<Effect> = None;
    let mut note = |node: u16| {
        if let Some(candidate) = graph.candidate(node) {
            let effect = Effect { removes: node & 1 == 0, candidate };
            if best.is_none_or(|best| effect < best) {
                best = Some(effect);
            }
        }
    };
    let mut common = vec![0; graph.words];
    let mut common_to = |rows: &Rows, nodes: &[u16], flip: u16, note: &mut dyn FnMut(u16)| {
        common.copy_from_slice(rows.row(nodes[0] ^ flip));
        for &node in &nodes[1..] {
            for (word, other) in common.iter_mut().zip(rows.row(node ^ flip)) {
                *word &= other;
            }
        }
        members(common.iter().copied()).for_each(note);
    };
    for (nodes, is_whole) in Alternatives::new(position, graph).iter() {
        if kinds.verities {
            common_to(rows, nodes, 0, &mut note);
        }
        if kinds.contradictions && is_whole {
            common_to(before, nodes, 1, &mut |start| note(start ^ 1));
        }
    }
    for k in 0..graph.candidates.len() as u16 {
        if kinds.verities {
            // A candidate's consequence for itself is not a verity.
            let mut note_other = |node: u16| {
                if node / 2 != k {
                    note(node);
                }
            };
            common_to(rows, &[2 * k + 1, 2 * k], 0, &mut note_other);
        }
        if kinds.contradictions {
            common_to(before, &[2 * k + 1, 2 * k], 0, &mut |start| note(start ^ 1));
        }
    }
    best
}

/// Visits all allowed reasons for an effect, contradictions first.
pub(super) fn reasons(
    position: &Position,
    graph: &Graph,
    kinds: Kinds,
    rows: &Rows,
    effect: Effect,
    mut visit: impl FnMut(Reason),
) {
    let start = effect.denied(graph);
    let end = start ^ 1;
    let row = rows.row(start);
    let alternatives = Alternatives::new(position, graph);
    if kinds.contradictions {
        if contains(row, end) {
            visit(Reason::Contradiction { start, ends: vec![end] });
        }
        for node in clashes(graph, row) {
            visit(Reason::Contradiction { start, ends: vec![node, node + 1] });
        }
        for (nodes, is_whole) in alternatives.iter() {
            if is_whole && nodes.iter().all(|&node| contains(row, node - 1)) {
                let ends = nodes.iter().map(|node| node - 1).collect();
                visit(Reason::Contradiction { start, ends });
            }
        }
    }
    if kinds.verities {
        let mut verity = |starts: &[u16]| {
            if starts.iter().all(|&start| contains(rows.row(start), end)) {
                visit(Reason::Verity { starts: starts.to_vec(), end });
            }
        };
        alternatives.iter().for_each(|(nodes, _)| verity(nodes));
        let others = (0..graph.candidates.len() as u16).filter(|k| *k != end / 2);
        others.for_each(|k| verity(&[2 * k + 1, 2 * k]));
    }
}
