//! Propagation: from an assumption to all its consequences.
//!
//! ```text
//!   queue of ons     ──► weak links    ──► queue of offs       as long as an on is queued, it is processed first
//!   queue of offs    ──► strong links  ──► queue of ons
//!   both empty       ──► nested techniques, if any ──► queue of offs
//! ```
//!
//! Static chains follow the links of the unchanged position. Dynamic chains remove each candidate that is off, so that new
//! strong links arise. Such a link also depends on the removed candidates, which become further parents.
//!
//! The propagation ends at the first contradiction (a candidate that is on turns off, or vice versa), and leaves the sets as
//! they are then. Every rating depends on the order: a conclusion keeps its first parents.

use crate::board::{Cell, HOUSES};
use crate::control::Stop;
use crate::logic::Position;
use crate::logic::grid9::tuples::members;
use crate::logic::nodes::Nodes;

use super::bits::{cell, digit, number};
use super::branch::{Branch, NONE};
use super::links::{CELL, Reason, START, System, strong, weak};
use super::producer::Producer;

/// The conclusions that a branch may draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// Links of one digit, removing candidates.
    Nishio,
    /// All links of the unchanged position.
    Static,
    /// All links, removing candidates.
    Dynamic,
}

impl Reach {
    /// The reach of the branches of a producer.
    pub(super) fn of(producer: Producer) -> Reach {
        match producer {
            Producer::Nishio => Reach::Nishio,
            Producer::Static | Producer::Multiple => Reach::Static,
            Producer::Dynamic | Producer::DynamicPlus(_) => Reach::Dynamic,
        }
    }
}

/// Nested techniques, applied when no link leads further.
pub(super) trait Rules {
    /// Adds conclusions to the branch, which began at `start` and has reduced it to `now`. Returns their number.
    fn apply(
        &mut self,
        start: &Position,
        now: &Position,
        branch: &mut Branch,
        nodes: &Nodes<'_>,
    ) -> Result<usize, Stop>;

    /// The sum of the lengths of nested chains, given by number.
    fn complexity(&self, chains: &[u32]) -> usize;
}

/// The queues and the reduced position.
pub(super) struct Propagator {
    now: Position,
    on: Vec<u16>,
    off: Vec<u16>,
}

impl Propagator {
    pub(super) fn new(position: &Position) -> Propagator {
        Propagator { now: position.clone(), on: Vec::new(), off: Vec::new() }
    }

    /// Draws all conclusions from `source` being on (or off).
    pub(super) fn run(
        &mut self,
        start: &Position,
        (source, on): (u16, bool),
        reach: Reach,
        mut rules: Option<&mut dyn Rules>,
        branch: &mut Branch,
        nodes: &Nodes<'_>,
    ) -> Result<(), Stop> {
        let system = if reach == Reach::Nishio { System::X } else { System::Xy };
        let dynamic = reach != Reach::Static;
        self.now.clone_from(start);
        self.on.clear();
        self.off.clear();
        let (mut next_on, mut next_off) = (0, 0);
        branch.clear();
        let node = branch.push(source, on, START, 0, NONE);
        branch.settle(node);
        if on {
            self.on.push(node)
        } else {
            self.off.push(node)
        }
        loop {
            if let Some(&node) = self.on.get(next_on) {
                next_on += 1;
                if self.expand_on(node, system, branch) {
                    return Ok(());
                }
            } else if let Some(&node) = self.off.get(next_off) {
                next_off += 1;
                if self.expand_off(node, start, system, dynamic, branch) {
                    return Ok(());
                }
            } else {
                let Some(rules) = rules.as_mut() else { return Ok(()) };
                let first = branch.nodes.len() as u16;
                if rules.apply(start, &self.now, branch, nodes)? == 0 {
                    return Ok(());
                }
                self.off.extend(first..branch.nodes.len() as u16);
            }
        }
    }

    /// Follows the weak links. Returns whether this ended in a contradiction.
    #[inline]
    fn expand_on(&mut self, node: u16, system: System, branch: &mut Branch) -> bool {
        let parent = branch.parents.len() as u32;
        branch.parents.push(node);
        let mut clash = false;
        let queue = &mut self.off;
        weak(&self.now, branch.nodes[usize::from(node)].candidate(), system, |other, reason| {
            if branch.on.contains(other) {
                let off = branch.push(other, false, reason, parent, NONE);
                branch.clash = Some((branch.node_of(other, true), off));
                clash = true;
                return false;
            }
            if !branch.off.contains(other) {
                let off = branch.push(other, false, reason, parent, NONE);
                branch.settle(off);
                queue.push(off);
            }
            true
        });
        clash
    }

    /// Follows the strong links. Returns whether this ended in a contradiction.
    #[inline]
    fn expand_off(
        &mut self,
        node: u16,
        start: &Position,
        system: System,
        dynamic: bool,
        branch: &mut Branch,
    ) -> bool {
        let candidate = branch.nodes[usize::from(node)].candidate();
        let (mut found, mut targets) = (0, [(0, 0); 4]);
        strong(&self.now, candidate, system, |other, reason| {
            targets[found] = (other, reason);
            found += 1;
        });
        for &(other, reason) in &targets[..found] {
            let clash = branch.off.contains(other);
            if !clash && branch.on.contains(other) {
                continue;
            }
            let first = branch.parents.len() as u32;
            branch.parents.push(node);
            if dynamic {
                gone_through(start, &self.now, candidate, reason, |gone| {
                    let parent = branch.node_of(gone, false);
                    branch.parents.push(parent);
                });
            }
            let on = branch.push(other, true, reason, first, NONE);
            if clash {
                branch.clash = Some((on, branch.node_of(other, false)));
                return true;
            }
            branch.settle(on);
            self.on.push(on);
        }
        if dynamic {
            self.now.remove(cell(candidate), digit(candidate));
        }
        false
    }
}

/// Visits the candidates removed from the cell or house through which `candidate` turns another on, or is turned on.
#[inline]
pub(super) fn gone_through(
    start: &Position,
    now: &Position,
    candidate: u16,
    reason: Reason,
    visit: impl FnMut(u16),
) {
    let place = if reason == CELL { usize::from(candidate) / 9 } else { usize::from(reason) };
    gone(start, now, reason, place, digit(candidate), visit);
}

/// Visits the candidates of a cell (`reason` is [`CELL`], `place` the cell) or of a digit in a house (`place` is the house)
/// that are in `start` but no longer in `now`, in ascending order.
#[inline]
pub(super) fn gone(
    start: &Position,
    now: &Position,
    reason: Reason,
    place: usize,
    digit: u8,
    mut visit: impl FnMut(u16),
) {
    if reason == CELL {
        let cell = Cell::new(place);
        let rest = start.candidates(cell).without(now.candidates(cell));
        rest.iter().for_each(|digit| visit(number(cell, digit)));
    } else {
        let rest = start.places(place, digit) & !now.places(place, digit);
        members(rest).for_each(|at| visit(number(HOUSES[place][at], digit)));
    }
}
