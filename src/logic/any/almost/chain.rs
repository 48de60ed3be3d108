//! ALS-XY-wings and ALS-chains: the first and the last set both contain a digit z, and one of them keeps it.
//!
//! ```text
//!   state (A, z)    set A has lost z, so it contains all its other digits
//!   (A, z)  ──►  (B, x)     for every digit x of A but z, and every set B linked to A by x: B has lost x
//! ```
//!
//! A chain is a path from (A, z) to some (B, y) such that B contains z and y differs from z. The search is breadth-first, so
//! the shortest chain comes first. A set is visited at most twice: after losing x it continues by every digit but x, and after
//! losing a second digit it continues by x. Up to the minimum length of the chain, a set may be visited again at each length.

use crate::logic::Step;
use crate::logic::Technique;
use crate::logic::any::look::{Look, Sink};
use crate::logic::common::rows::{Rows, both_from};
use crate::logic::nodes::Nodes;
use crate::logic::scale::Halt;
use crate::rules::bits;

use super::Table;

/// The number of links of a wing, and of the longest chain.
const WING: usize = 2;
const LONGEST: usize = 5;

/// No state.
const NONE: u32 = u32::MAX;

/// A set that has lost a digit.
struct State {
    set: usize,
    lost: u32,
    /// The digits by which the chain can continue.
    leaves: u64,
    before: u32,
}

/// Finds the shortest chain of sets: a wing, or longer.
pub fn chain(
    look: &Look<'_>,
    table: &Table,
    technique: Technique,
    nodes: &Nodes<'_>,
    sink: &mut Sink<'_>,
) -> Result<(), Halt> {
    let (least, mut most) = match technique {
        Technique::AlsXyWing => (WING, WING),
        _ => (WING + 1, LONGEST),
    };
    let mut search = Search { table, met: Rows::default(), states: Vec::new() };
    let mut best = None;
    for (start, set) in table.sets.iter().enumerate() {
        for z in bits(set.digits).map(u64::trailing_zeros) {
            if most < least || table.groups[table.group(start, z)].gone.is_empty() {
                continue;
            }
            nodes.checkpoint()?;
            if let Some(way) = search.from(look, (start, z), least, most) {
                most = way.len() - 2;
                best = Some(way);
            }
        }
    }
    let Some(way) = best else { return Ok(()) };
    let sets: Vec<usize> = way.iter().map(|&(set, _)| set).collect();
    let ends = [way[0].0, way[way.len() - 1].0];
    let used = 1 << way[1].1 | 1 << way[way.len() - 1].1;
    let mut marks = Vec::new();
    for d in bits(table.sets[ends[0]].digits & table.sets[ends[1]].digits & !used) {
        let d = d.trailing_zeros();
        marks.extend(look.marks(&table.gone(ends, d), d));
    }
    let links: Vec<u64> = way[1..].iter().map(|&(_, lost)| 1 << lost).collect();
    sink(table.step(look, Step::removing(technique, marks), &sets, &links))
}

struct Search<'a> {
    table: &'a Table,
    /// For each digit, the sets that have lost it; then the sets that have lost at least one digit, and at least two.
    met: Rows,
    states: Vec<State>,
}

impl Search<'_> {
    /// The sets of the shortest chain from (A, z), each with the digit that it has lost.
    fn from(
        &mut self,
        look: &Look<'_>,
        (start, z): (usize, u32),
        least: usize,
        most: usize,
    ) -> Option<Vec<(usize, u32)>> {
        let table = self.table;
        let goal = table.group(start, z);
        let (once, twice) = (look.rules.digits(), look.rules.digits() + 1);
        self.states.clear();
        let leaves = table.sets[start].digits & !(1 << z);
        self.states.push(State { set: start, lost: z, leaves, before: NONE });
        let mut reached: Vec<usize> = Vec::new();
        let mut first = 0;
        for length in 1..=most {
            let end = self.states.len();
            if length <= least {
                self.met.reset(twice + 1, table.sets.len());
                self.met.insert(twice, start);
            }
            for before in first..end {
                let State { set, leaves, .. } = self.states[before];
                for d in bits(leaves).map(u64::trailing_zeros) {
                    let links = table.linked.row(table.group(set, d));
                    reached.clear();
                    reached.extend(both_from(links, links, 0).filter(|&next| {
                        !self.met.contains(d as usize, next)
                            && !self.met.contains(twice, next)
                            && !table.meeting.contains(set, next)
                    }));
                    for &next in &reached {
                        let digits = table.sets[next].digits;
                        let lost = |d: &u64| self.met.contains(d.trailing_zeros() as usize, next);
                        let leaves = match self.met.contains(once, next) {
                            true => bits(digits).find(lost).expect("a digit that it has lost"),
                            false => digits & !(1 << d),
                        };
                        let row = if self.met.contains(once, next) { twice } else { once };
                        self.met.insert(row, next);
                        self.met.insert(d as usize, next);
                        self.states.push(State {
                            set: next,
                            lost: d,
                            leaves,
                            before: before as u32,
                        });
                        let is_goal = length >= least
                            && d != z
                            && table.removing.contains(goal, next)
                            && !(least == WING && table.meeting.contains(start, next));
                        if is_goal && let Some(way) = self.way() {
                            return Some(way);
                        }
                    }
                }
            }
            first = end;
        }
        None
    }

    /// The path to the last state, unless it uses a set twice.
    fn way(&self) -> Option<Vec<(usize, u32)>> {
        let mut way: Vec<(usize, u32)> = Vec::new();
        let mut at = self.states.len() as u32 - 1;
        while at != NONE {
            let state = &self.states[at as usize];
            if way.iter().any(|&(set, _)| set == state.set) {
                return None;
            }
            way.push((state.set, state.lost));
            at = state.before;
        }
        way.reverse();
        Some(way)
    }
}
