//! Nice loops and alternating inference chains (AIC), read from the tables.
//!
//! ```text
//!   table of  d on in a cell    contains  d off          discontinuous: d is removed
//!                                         another e on   discontinuous: d is removed
//!   table of  d off             contains  d on           discontinuous: the other digits of the cell are removed
//!                                         another e off  discontinuous: e is removed
//!                                         another e on   continuous: the other digits of the cell are removed
//!                                         d on in another cell         AIC: d is removed from cells that see both ends
//!                                         e on in a cell that it sees  AIC: e is removed from the start, d from the end
//! ```
//!
//! In a continuous loop, each weak link removes candidates as well, because one of its ends is true. Only the first path to
//! each entry counts, and only if it visits no cell twice. A loop along another path is not found.

use crate::board::{Cell, Digits};
use crate::logic::grid9::cells::{CellSet, PEER_SETS};
use crate::logic::grid9::pattern::Eliminations;
use crate::logic::hodoku::best::{Worth, worth_of};
use crate::logic::{Candidate, Position, Technique, Techniques};

use super::closure::{Rows, contains};
use super::graph::Graph;
use super::walk::Table;

/// The names of discontinuous loops, continuous loops and AIC, which share a row of the scale.
const NAMES: [Technique; 3] =
    [Technique::DiscontinuousNiceLoop, Technique::ContinuousNiceLoop, Technique::Aic];
const GROUPED_NAMES: [Technique; 3] = [
    Technique::GroupedDiscontinuousNiceLoop,
    Technique::GroupedContinuousNiceLoop,
    Technique::GroupedAic,
];

/// A loop with its eliminations.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) technique: Technique,
    /// By digit, then by cell.
    pub(super) eliminations: Eliminations,
    worth: Worth,
    /// The nodes from the start to the end.
    pub(super) way: Vec<u16>,
}

/// The preferred loop among the allowed techniques.
pub(super) fn first(
    position: &Position,
    graph: &Graph,
    rows: &Rows,
    table: &mut Table,
    (grouped, allowed): (bool, Techniques),
) -> Option<Loop> {
    let names = if grouped { GROUPED_NAMES } else { NAMES };
    let (best, way) = (None, Vec::new());
    let mut loops = Loops { position, graph, grouped, names, allowed, best, way };
    for on in [true, false] {
        for (k, &one) in graph.candidates.iter().enumerate() {
            let start = 2 * k as u16 + u16::from(on);
            if loops.is_promising(rows.row(start), start, one) {
                table.fill(graph, start);
                loops.read(table, start, one);
            }
        }
    }
    loops.best
}

struct Loops<'a> {
    position: &'a Position,
    graph: &'a Graph,
    /// Whether only loops with a group count.
    grouped: bool,
    names: [Technique; 3],
    allowed: Techniques,
    best: Option<Loop>,
    way: Vec<u16>,
}

impl Loops<'_> {
    /// Whether a loop from `start` could be preferred to the best so far. `row` holds all consequences of `start`.
    fn is_promising(&self, row: &[u64], start: u16, one: Candidate) -> bool {
        let own = self.position.candidates(one.classic_cell());
        let others = own.without(Digits::only(one.digit));
        let holds = |digit, on| contains(row, self.graph.node(one.classic_cell(), digit, on));
        let removes = |digit| self.wins(&[Candidate { cell: one.cell, digit }]);
        if start & 1 != 0 {
            let closes = holds(one.digit, false) || others.iter().any(|digit| holds(digit, true));
            return closes && removes(one.digit);
        }
        holds(one.digit, true)
            || others.iter().any(|digit| {
                others.len() > 1 && holds(digit, true) || holds(digit, false) && removes(digit)
            })
            || self.position.cells(one.digit).iter().any(|cell| {
                let other = Candidate::new(cell, one.digit);
                contains(row, self.graph.node(cell, one.digit, true))
                    && cell != one.classic_cell()
                    && self.ends(one, other).is_some()
            })
            || (self.position.cells(one.digit) & PEER_SETS[one.classic_cell().index()]).iter().any(
                |cell| {
                    (self.position.candidates(cell) & others).iter().any(|digit| {
                        contains(row, self.graph.node(cell, digit, true))
                            && self.ends(one, Candidate::new(cell, digit)).is_some()
                    })
                },
            )
    }

    /// Examines all consequences of the assumption `start`.
    fn read(&mut self, table: &Table, start: u16, one: Candidate) {
        for &entry in &table.entries {
            if table.distance(entry) <= 2 {
                continue;
            }
            let Some(other) = self.graph.candidate(entry) else { continue };
            if other.classic_cell() == one.classic_cell() {
                self.close(table, (start, one), (entry, other));
            } else if start & 1 == 0 && entry & 1 != 0 {
                self.chain(table, one, (entry, other));
            }
        }
    }

    /// Examines a loop back to the cell of its start.
    fn close(
        &mut self,
        table: &Table,
        (start, one): (u16, Candidate),
        (entry, other): (u16, Candidate),
    ) {
        let own = self.position.candidates(one.classic_cell());
        let same = one.digit == other.digit;
        let (on, end_on) = (start & 1 != 0, entry & 1 != 0);
        let [discontinuous, continuous, _] = self.names;
        let mut technique = discontinuous;
        let digits = match (on, end_on) {
            (true, false) if same => Digits::only(one.digit),
            (true, true) if !same => Digits::only(one.digit),
            (false, true) if same => own.without(Digits::only(one.digit)),
            (false, false) if !same => Digits::only(other.digit),
            (false, true) => {
                technique = continuous;
                own.without(Digits::only(one.digit) | Digits::only(other.digit))
            }
            _ => return,
        };
        if !self.allowed.contains(technique) {
            return;
        }
        let mut gone: Eliminations =
            digits.iter().map(|digit| Candidate { cell: one.cell, digit }).collect();
        // A discontinuous loop has no further eliminations, so its path is needed only if it can win.
        if technique == discontinuous && !self.wins(&gone) {
            return;
        }
        table.way(entry, &mut self.way);
        let second = self.way[self.way.len() - 2];
        if self.graph.candidate(second).is_some_and(|second| second.cell == one.cell)
            || !self.is_simple(true)
        {
            return;
        }
        if technique == continuous {
            self.weak_links(&mut gone);
            in_order(&mut gone);
        }
        self.keep(technique, gone);
    }

    /// Examines a chain in which one end is true.
    fn chain(&mut self, table: &Table, one: Candidate, (entry, other): (u16, Candidate)) {
        if let Some(gone) = self.ends(one, other) {
            table.way(entry, &mut self.way);
            if self.is_simple(false) {
                self.keep(self.names[2], gone);
            }
        }
    }

    /// The eliminations if one of two candidates is true, unless the best loop so far is preferred to them.
    fn ends(&self, one: Candidate, other: Candidate) -> Option<Eliminations> {
        if !self.allowed.contains(self.names[2]) {
            return None;
        }
        let sees = PEER_SETS[one.classic_cell().index()];
        let mut gone = Eliminations::new();
        if one.digit == other.digit {
            let cells =
                sees & PEER_SETS[other.classic_cell().index()] & self.position.cells(one.digit);
            if !cells.is_several() {
                return None;
            }
            gone.extend(cells.iter().map(|cell| Candidate::new(cell, one.digit)));
        } else if sees.contains(other.classic_cell())
            && self.position.candidates(one.classic_cell()).contains(other.digit)
            && self.position.candidates(other.classic_cell()).contains(one.digit)
        {
            gone.push(Candidate { cell: one.cell, digit: other.digit });
            gone.push(Candidate { cell: other.cell, digit: one.digit });
            in_order(&mut gone);
        } else {
            return None;
        }
        self.wins(&gone).then_some(gone)
    }

    /// Whether the path visits no cell twice, by HoDoKu's check: of a group already passed only the lowest cell counts, and a
    /// group that begins in the start cell of a loop is not checked.
    fn is_simple(&self, is_loop: bool) -> bool {
        let lowest = |cells: CellSet| Cell::new(cells.bits().trailing_zeros() as usize);
        let last = lowest(self.graph.place(self.way[0]).0);
        let mut met = if is_loop { CellSet::NONE } else { CellSet::only(last) };
        let mut after = last;
        for &node in &self.way[1..self.way.len() - usize::from(is_loop)] {
            let cells = self.graph.place(node).0;
            let first = lowest(cells);
            let others = cells.without(CellSet::only(first));
            let is_start = is_loop && first == last;
            if first != after && !is_start && (cells.meets(met) || others.contains(last)) {
                return false;
            }
            met.insert(first);
            after = first;
        }
        true
    }

    /// Adds the eliminations of the weak links of a continuous loop.
    fn weak_links(&self, gone: &mut Eliminations) {
        let nodes =
            self.way.iter().fold(CellSet::NONE, |all, &node| all | self.graph.place(node).0);
        for pair in self.way.windows(2) {
            let (to, from) = (pair[0], pair[1]);
            if from & 1 == 0 {
                continue;
            }
            let ((a, digit), (b, other)) = (self.graph.place(from), self.graph.place(to));
            if digit == other {
                let cells = a.common_peers() & b.common_peers() & self.position.cells(digit);
                let cells = cells.without(nodes);
                gone.extend(cells.iter().map(|cell| Candidate::new(cell, digit)));
            } else if let Some(cell) = a.iter().next() {
                let rest = self.position.candidates(cell);
                let rest = rest.without(Digits::only(digit) | Digits::only(other));
                gone.extend(rest.iter().map(|digit| Candidate::new(cell, digit)));
            }
        }
    }

    /// Whether these eliminations, in order, could be preferred to the best so far.
    fn wins(&self, gone: &[Candidate]) -> bool {
        self.best.as_ref().is_none_or(|best| worth_of(gone) <= best.worth)
    }

    fn keep(&mut self, technique: Technique, gone: Eliminations) {
        let has_group = || self.way.iter().any(|&node| self.graph.candidate(node).is_none());
        if gone.is_empty() || !self.wins(&gone) || self.grouped && !has_group() {
            return;
        }
        let worth = worth_of(&gone);
        // Of equal loops the first one is kept, but of loops with the same technique and eliminations the shorter one.
        if let Some(best) = &self.best
            && best.worth == worth
            && ((best.technique, &best.eliminations) != (technique, &gone)
                || best.way.len() <= self.way.len())
        {
            return;
        }
        let way = self.way.iter().rev().copied().collect();
        self.best = Some(Loop { technique, eliminations: gone, worth, way });
    }
}

/// Sorts candidates by digit, then by cell.
fn in_order(gone: &mut Eliminations) {
    gone.sort_by_key(|one| (one.digit, one.classic_cell()));
    gone.dedup();
}
