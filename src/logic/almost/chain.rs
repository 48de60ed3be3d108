//! ALS-XY-chain: four to eight almost locked sets, each with a restricted common with the next.
//!
//! ```text
//!   A ── x ── B ── y ── C ── z ── D        neighbours share no cell and have a restricted common, two links in a row have
//!   └── w ───────── cell ──────── w ┘      different digits: if A does not hold w, it holds x, B holds y, C holds z, D holds w
//! ```
//!
//! The numbers of the sets rise along a chain, so the chains of k links from a set are those of k − 1 links from a later set
//! with one link before. Rows of bits give the ends of all of them: for each set B and digit d, the sets in which a chain of
//! k links can end that leaves B by d.
//!
//! ```text
//!   ends(k, B, d)  =  ∪  ends(k − 1, C, e)   for all C that d links to B, and all e ≠ d
//! ```
//!
//! Only where such an end takes a digit from a cell together with the first set, and that would be better than the best chain
//! so far, is the chain itself looked for.

use std::ops::RangeInclusive;

use smallvec::SmallVec;

use crate::board::Digits;
use crate::logic::best::{self, WORTHLESS, Worth};
use crate::logic::found::{Found, Proof};
use crate::logic::step::Technique;
use crate::logic::tuples::size;

use super::rows::{Rows, add, add_twice, both_above, keep_above, take};
use super::{Sets, Table};

/// The numbers of links that chains have.
const LINKS: RangeInclusive<usize> = 3..=7;

/// What the search keeps. A *state* is a set and one of its digits.
#[derive(Default)]
pub(super) struct Room {
    /// The number of the first state of each set.
    first: Vec<u32>,
    /// The set of each state.
    set_of: Vec<u32>,
    /// For each state, the same digit of the later sets that it links to the set, as states; and where these begin.
    links: Vec<u32>,
    begin: Vec<u32>,
    /// For 1 to 7 links: for each state, the sets in which chains can end that leave its set by its digit.
    ends: [Rows; 7],
    /// For each state, the ends of chains that leave its set by another digit.
    others: Rows,
}

/// A chain: its sets, and the digits that link them.
#[derive(Default)]
struct Way {
    sets: SmallVec<[usize; 8]>,
    digits: SmallVec<[u8; 7]>,
}

/// The chain that removes most.
pub(crate) fn als_xy_chain(table: &mut Table) -> Option<Found> {
    let mut room = std::mem::take(&mut table.chain);
    room.fill(table);
    let found = room.best(table);
    table.chain = room;
    found
}

impl Room {
    /// The state of a digit of a set.
    #[inline]
    fn state(&self, table: &Table, set: usize, digit: u8) -> usize {
        let below = table.sets[set].digits.bits() & ((1 << (digit - 1)) - 1);
        (self.first[set] + size(below)) as usize
    }

    /// The states that a state links to.
    #[inline]
    fn links(&self, state: usize) -> impl Iterator<Item = usize> {
        let range = self.begin[state] as usize..self.begin[state + 1] as usize;
        self.links[range].iter().map(|&next| next as usize)
    }

    fn fill(&mut self, table: &Table) {
        self.first.clear();
        self.set_of.clear();
        for (number, set) in table.sets.iter().enumerate() {
            self.first.push(self.set_of.len() as u32);
            self.set_of.extend(set.digits.iter().map(|_| number as u32));
        }
        self.link(table);
        for links in 1..self.ends.len() {
            self.others(table, links - 1);
            let mut ends = std::mem::take(&mut self.ends[links]);
            ends.reset(self.set_of.len(), table.sets.len());
            for state in 0..self.set_of.len() {
                for next in self.links(state) {
                    add(ends.row_mut(state), self.others.row(next));
                }
            }
            self.ends[links] = ends;
        }
    }

    /// Fills the links, and the ends of chains of one.
    fn link(&mut self, table: &Table) {
        self.links.clear();
        self.begin.clear();
        let mut ends = std::mem::take(&mut self.ends[0]);
        ends.reset(self.set_of.len(), table.sets.len());
        // Sets with which there are one or two restricted commons so far: a third one does not count.
        let mut seen = Rows::default();
        seen.reset(2, table.sets.len());
        for (number, set) in table.sets.iter().enumerate() {
            let (once, twice) = seen.two_cleared();
            for (state, digit) in (self.first[number] as usize..).zip(set.digits.iter()) {
                let row = ends.row_mut(state);
                add(row, table.common.row(table.group(number, digit)));
                take(row, twice);
                add_twice(once, twice, row);
                set.cells.iter().for_each(|cell| take(row, table.meeting.row(cell.index())));
                keep_above(row, number);
                self.begin.push(self.links.len() as u32);
                for other in both_above(row, row, number) {
                    self.links.push(self.state(table, other, digit) as u32);
                }
            }
        }
        self.begin.push(self.links.len() as u32);
        self.ends[0] = ends;
    }

    /// Fills the ends of chains of some links, less one, by the digit by which they do not leave.
    fn others(&mut self, table: &Table, links: usize) {
        self.others.reset(self.set_of.len(), table.sets.len());
        let mut seen = Rows::default();
        seen.reset(2, table.sets.len());
        for (number, set) in table.sets.iter().enumerate() {
            let states =
                self.first[number] as usize..(self.first[number] + set.digits.len()) as usize;
            let (once, twice) = seen.two_cleared();
            for state in states.clone() {
                add_twice(once, twice, self.ends[links].row(state));
            }
            for state in states {
                let row = self.others.row_mut(state);
                add(row, once);
                take(row, self.ends[links].row(state));
                add(row, twice);
            }
        }
    }

    fn best(&self, table: &Table) -> Option<Found> {
        let mut best: (Worth, Option<(Way, Digits)>) = (WORTHLESS, None);
        let mut rows = Rows::default();
        rows.reset(2, table.sets.len());
        for (one, set) in table.sets.iter().enumerate() {
            for (state, first) in (self.first[one] as usize..).zip(set.digits.iter()) {
                let (once, twice) = rows.two_cleared();
                for links in LINKS {
                    add(once, self.ends[links - 1].row(state));
                }
                for digit in set.digits.without(Digits::only(first)).iter() {
                    add(twice, table.removing.row(table.group(one, digit)));
                }
                for end in both_above(once, twice, one) {
                    self.improve(table, ([one, end], first), &mut best);
                }
            }
        }
        let (way, digits) = best.1?;
        let (one, end) = (way.sets[0], way.sets[way.sets.len() - 1]);
        let proof = Sets {
            sets: way.sets.iter().map(|&set| table.sets[set]).collect(),
            links: way.digits.iter().map(|&digit| Digits::only(digit)).collect(),
        };
        let proof = Proof::AlmostLockedSets(Box::new(proof));
        Some(Found::removing(Technique::AlsXyChain, table.removed(one, end, digits), proof))
    }

    /// Looks for chains between two sets that are better than the best, of which the last one becomes the best.
    fn improve(
        &self,
        table: &Table,
        ([one, end], first): ([usize; 2], u8),
        best: &mut (Worth, Option<(Way, Digits)>),
    ) {
        let shared = table.shared(one, end).without(Digits::only(first));
        for last in table.sets[end].digits.iter() {
            let digits = shared.without(Digits::only(last));
            let worth = best::worth(digits, |digit| table.gone_from(one, end, digit));
            if worth >= best.0 {
                continue;
            }
            let mut way = Way::default();
            if LINKS
                .into_iter()
                .any(|links| self.walk(table, (end, last), (one, first), links, &mut way))
            {
                *best = (worth, Some((way, digits)));
            }
        }
    }

    /// Extends a chain by a set that it leaves by a digit, and further sets, to the set and the last link of `goal`.
    fn walk(
        &self,
        table: &Table,
        goal: (usize, u8),
        (set, digit): (usize, u8),
        links: usize,
        way: &mut Way,
    ) -> bool {
        let state = self.state(table, set, digit);
        if !self.ends[links - 1].contains(state, goal.0) {
            return false;
        }
        way.sets.push(set);
        way.digits.push(digit);
        if links == 1 {
            if digit == goal.1 {
                way.sets.push(goal.0);
                return true;
            }
        } else {
            for next in self.links(state) {
                let next = self.set_of[next] as usize;
                for leave in table.sets[next].digits.without(Digits::only(digit)).iter() {
                    if self.walk(table, goal, (next, leave), links - 1, way) {
                        return true;
                    }
                }
            }
        }
        way.sets.pop();
        way.digits.pop();
        false
    }
}
