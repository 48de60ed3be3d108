//! Nice loops and alternating inference chains (AIC), read from the tables.
//!
//! ```text
//!   table of  d on in a cell    has  d off          discontinuous: d goes
//!                                    another e on   discontinuous: d goes
//!                                    another e off  continuous, if the cell has only these two
//!   table of  d off             has  d on           discontinuous: the others of the cell go
//!                                    another e off  discontinuous: e goes
//!                                    another e on   continuous: the others of the cell go
//!                                    d on elsewhere               AIC: d goes from all cells that see both ends
//!                                    e on in a cell that it sees  AIC: e goes from the start, d from the end
//! ```
//!
//! Of a continuous loop each weak link removes as well: one of its ends is true. Only the first way to each entry counts,
//! and only if it does not come back to a cell: a loop that another way would give is not found.

use smallvec::SmallVec;

use crate::board::{Cell, Digits};
use crate::logic::cells::{CellSet, PEER_SETS};
use crate::logic::{Candidate, Position};

use super::graph::Graph;
use super::walk::Table;

/// The kinds of loops, which share a row of the scale.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum LoopKind {
    Discontinuous,
    Continuous,
    Aic,
}

/// A loop: what it removes, and its nodes.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) kind: LoopKind,
    /// By digit, then by cell.
    pub(super) eliminations: SmallVec<[Candidate; 8]>,
    sum: u64,
    /// From the end to the start.
    pub(super) way: Vec<u16>,
}

/// The loop that is preferred among all, with or without groups.
pub(super) struct Loops<'a> {
    pub(super) position: &'a Position,
    pub(super) graph: &'a Graph,
    /// Only loops with a group.
    pub(super) grouped: bool,
    pub(super) best: Option<Loop>,
    pub(super) way: Vec<u16>,
}

impl Loops<'_> {
    /// Looks at all that follows from an assumption, `start`.
    pub(super) fn read(&mut self, table: &Table, start: u16) {
        let Some(one) = self.graph.candidate(start) else { return };
        let on = start & 1 != 0;
        for &entry in table.entries.iter() {
            if table.distance(entry) <= 2 {
                continue;
            }
            let Some(other) = self.graph.candidate(entry) else { continue };
            if other.cell == one.cell {
                self.close(table, (start, one), (entry, other));
            } else if !on && entry & 1 != 0 {
                self.chain(table, one, (entry, other));
            }
        }
    }

    /// A loop back to the cell of its start.
    fn close(
        &mut self,
        table: &Table,
        (start, one): (u16, Candidate),
        (entry, other): (u16, Candidate),
    ) {
        let own = self.position.candidates(one.cell);
        let same = one.digit == other.digit;
        let (on, end_on) = (start & 1 != 0, entry & 1 != 0);
        let mut gone: SmallVec<[Candidate; 8]> = SmallVec::new();
        let mut kind = LoopKind::Discontinuous;
        let digits = match (on, end_on) {
            (true, false) if same => Digits::only(one.digit),
            (true, true) if !same => Digits::only(one.digit),
            (false, true) if same => own.without(Digits::only(one.digit)),
            (false, false) if !same => Digits::only(other.digit),
            (false, true) => {
                kind = LoopKind::Continuous;
                own.without(Digits::only(one.digit) | Digits::only(other.digit))
            }
            (true, false) if own.len() == 2 => {
                kind = LoopKind::Continuous;
                Digits::NONE
            }
            _ => return,
        };
        gone.extend(digits.iter().map(|digit| Candidate { cell: one.cell, digit }));
        // Without a continuous part nothing more comes: what cannot win needs no way.
        if kind == LoopKind::Discontinuous && !self.may_win(&mut gone) {
            return;
        }
        table.way(entry, &mut self.way);
        let second = self.way[self.way.len() - 2];
        if self.graph.candidate(second).is_some_and(|second| second.cell == one.cell)
            || !self.is_simple(true)
        {
            return;
        }
        if kind == LoopKind::Continuous {
            self.weak_links(&mut gone);
        }
        self.keep(kind, gone);
    }

    /// A chain of which one end is true.
    fn chain(&mut self, table: &Table, one: Candidate, (entry, other): (u16, Candidate)) {
        let sees = PEER_SETS[one.cell.index()];
        let mut gone: SmallVec<[Candidate; 8]> = SmallVec::new();
        if one.digit == other.digit {
            let cells =
                sees & PEER_SETS[other.cell.index()] & self.position.cells(one.digit);
            if cells.is_several() {
                gone.extend(cells.iter().map(|cell| Candidate { cell, digit: one.digit }));
            }
        } else if sees.contains(other.cell)
            && self.position.candidates(one.cell).contains(other.digit)
            && self.position.candidates(other.cell).contains(one.digit)
        {
            gone.push(Candidate { cell: one.cell, digit: other.digit });
            gone.push(Candidate { cell: other.cell, digit: one.digit });
        }
        if gone.is_empty() || !self.may_win(&mut gone) {
            return;
        }
        table.way(entry, &mut self.way);
        if self.is_simple(false) {
            self.keep(LoopKind::Aic, gone);
        }
    }

    /// Whether the way passes no cell twice, as far as HoDoKu looks: of a group only some cells are compared, and the start
    /// of a loop is not.
    fn is_simple(&self, is_loop: bool) -> bool {
        let lowest = |cells: CellSet| Cell::new(cells.bits().trailing_zeros() as usize);
        let last = lowest(self.graph.place(self.way[0]).0);
        let mut met = if is_loop { CellSet::NONE } else { CellSet::only(last) };
        let mut after = last;
        for &node in &self.way[1..self.way.len() - usize::from(is_loop)] {
            let cells = self.graph.place(node).0;
            let first = lowest(cells);
            if first != after {
                let others = cells.without(CellSet::only(first));
                if met.contains(first)
                    || others.contains(last)
                    || !others.is_several() && others.meets(met)
                {
                    return false;
                }
            }
            met.insert(first);
            after = first;
        }
        true
    }

    /// Adds what the weak links of a continuous loop remove.
    fn weak_links(&self, gone: &mut SmallVec<[Candidate; 8]>) {
        let nodes = self.way.iter().fold(CellSet::NONE, |all, &node| all | self.graph.place(node).0);
        for pair in self.way.windows(2) {
            let (to, from) = (pair[0], pair[1]);
            if from & 1 == 0 {
                continue;
            }
            let ((a, digit), (b, other)) = (self.graph.place(from), self.graph.place(to));
            if digit == other {
                let cells = a.common_peers() & b.common_peers() & self.position.cells(digit);
                let cells = cells.without(nodes);
                gone.extend(cells.iter().map(|cell| Candidate { cell, digit }));
            } else if let Some(cell) = a.iter().next() {
                let rest = self.position.candidates(cell);
                let rest = rest.without(Digits::only(digit) | Digits::only(other));
                gone.extend(rest.iter().map(|digit| Candidate { cell, digit }));
            }
        }
    }

    /// Whether something with these eliminations, which are put in order, would be preferred so far.
    fn may_win(&self, gone: &mut SmallVec<[Candidate; 8]>) -> bool {
        gone.sort_unstable_by_key(|one| (one.digit, one.cell));
        gone.dedup();
        self.best.as_ref().is_none_or(|best| {
            gone.len() > best.eliminations.len()
                || gone.len() == best.eliminations.len() && index_sum(gone) <= best.sum
        })
    }

    fn keep(&mut self, kind: LoopKind, mut gone: SmallVec<[Candidate; 8]>) {
        if gone.is_empty() || !self.may_win(&mut gone) {
            return;
        }
        if self.grouped && self.way.iter().all(|&node| self.graph.candidate(node).is_some()) {
            return;
        }
        let sum = index_sum(&gone);
        if let Some(best) = &self.best
            && best.eliminations.len() == gone.len()
            && best.sum == sum
            && !(best.kind == kind && best.eliminations == gone && best.way.len() > self.way.len())
        {
            return;
        }
        self.best = Some(Loop { kind, eliminations: gone, sum, way: self.way.clone() });
    }
}

/// HoDoKu's measure of eliminations in order, of which the smaller is preferred.
fn index_sum(gone: &[Candidate]) -> u64 {
    let mut weight = 1;
    let mut sum = 0;
    for one in gone {
        sum += one.cell.index() as u64 * weight + u64::from(one.digit);
        weight += 80;
    }
    sum
}
