//! ALS-XY-chain: four or more almost locked sets, each with a restricted common with the next.
//!
//! ```text
//!   A ── x ── B ── y ── C ── z ── D        adjacent sets share no cell and have a restricted common; consecutive links have
//!   └── w ───────── cell ──────── w ┘      different digits: if A lacks w, it has x, B has y, C has z, D has w
//! ```
//!
//! The numbers of the sets increase along a chain, so one pass from the last set to the first computes the ends of all chains
//! as bit rows: for each set B and digit d, the sets at the end of some chain of at least k links that leaves B by d.
//!
//! ```text
//!   ends(k, B, d)  =  ∪  ends(k − 1, C, e)   for all C that d links to B, and all e ≠ d
//! ```
//!
//! A chain itself is searched only for an end that, together with the first set, removes a digit from some cell, and only if
//! this would be better than the best chain so far. The search is still necessary, because the last digit of the chain, which
//! the rows do not contain, may equal the removed digit.

use smallvec::{SmallVec, smallvec};

use crate::board::Digits;
use crate::control::{Control, Stop};
use crate::logic::common::rows::{PAIR, Rows, add, add_twice, both_above, keep_above, take};
use crate::logic::grid9::tuples::size;
use crate::logic::hodoku::best::{self, WORTHLESS, Worth};
use crate::logic::hodoku::found::Found;
use crate::logic::technique::Technique;

use super::{Sets, Table};

/// Shorter chains are other techniques.
const LEAST_LINKS: usize = 3;

/// The buffers of the search. A *state* is a set and one of its digits.
#[derive(Default)]
pub(super) struct Room {
    /// The number of the first state of each set, then the number of all states.
    first: Vec<u32>,
    /// The set of each state.
    set_of: Vec<u32>,
    /// For each state, the later sets to which its digit links, as states with the same digit; and where this list begins.
    links: Vec<u32>,
    begin: Vec<u32>,
    /// For each state, the ends of chains of at least 1, 2 and 3 links that leave its set by its digit.
    ends: [Rows; LEAST_LINKS],
    /// For each state, the ends of chains of at least 1 and 2 links that leave its set by another digit.
    others: [Rows; LEAST_LINKS - 1],
}

/// A chain: its sets, and the digits that link them.
#[derive(Default)]
struct Way {
    sets: SmallVec<[usize; 8]>,
    digits: SmallVec<[u8; 7]>,
}

/// The chain that removes most.
pub(crate) fn als_xy_chain(
    table: &mut Table,
    control: &Control<'_>,
) -> Result<Option<Found<Box<Sets>>>, Stop> {
    let mut room = std::mem::take(&mut table.chain);
    let found = room.fill(table, control).and_then(|()| room.best(table, control));
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
    fn links(&self, state: usize) -> impl ExactSizeIterator<Item = usize> {
        let range = self.begin[state] as usize..self.begin[state + 1] as usize;
        self.links[range].iter().map(|&next| next as usize)
    }

    fn fill(&mut self, table: &Table, control: &Control<'_>) -> Result<(), Stop> {
        self.first.clear();
        self.set_of.clear();
        for (number, set) in table.sets.iter().enumerate() {
            self.first.push(self.set_of.len() as u32);
            self.set_of.extend(set.digits.iter().map(|_| number as u32));
        }
        self.first.push(self.set_of.len() as u32);
        self.link(table, control)?;
        self.extend(table, control)
    }

    /// Fills in the links, and the ends of chains of one link.
    fn link(&mut self, table: &Table, control: &Control<'_>) -> Result<(), Stop> {
        self.links.clear();
        self.begin.clear();
        let mut ends = std::mem::take(&mut self.ends[0]);
        ends.reset(self.set_of.len(), table.sets.len());
        // Sets with one and with two restricted commons so far. A third restricted common does not count.
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
                let (begin, width) = (self.links.len(), row.len());
                self.begin.push(begin as u32);
                for other in both_above(row, row, number) {
                    self.links.push(self.state(table, other, digit) as u32);
                }
                control.work(set.rows() * width + self.links.len() - begin)?;
            }
        }
        self.begin.push(self.links.len() as u32);
        self.ends[0] = ends;
        Ok(())
    }

    /// Fills in the ends of longer chains.
    fn extend(&mut self, table: &Table, control: &Control<'_>) -> Result<(), Stop> {
        let (states, sets) = (self.set_of.len(), table.sets.len());
        // Up to 17 MB each; the time is mainly that of the page faults.
        for rows in self.ends[1..].iter_mut().chain(&mut self.others) {
            control.work(states * sets / 256)?;
            rows.reset(states, sets);
        }
        let mut seen = Rows::default();
        seen.reset(2, sets);
        for number in (0..sets).rev() {
            let first = self.first[number] as usize;
            let states = first..self.first[number + 1] as usize;
            for state in states.clone() {
                let [one, two, three] = &mut self.ends;
                let range = self.begin[state] as usize..self.begin[state + 1] as usize;
                let (two, three) = (two.row_mut(state), three.row_mut(state));
                control.work(2 * (range.len() + 2) * two.len())?;
                for &next in &self.links[range] {
                    add(two, self.others[0].row(next as usize));
                    add(three, self.others[1].row(next as usize));
                }
                add(one.row_mut(state), two);
            }
            for (ends, others) in self.ends.iter().zip(&mut self.others) {
                let (once, twice) = seen.two_cleared();
                states.clone().for_each(|state| add_twice(once, twice, ends.row(state)));
                for state in states.clone() {
                    let row = others.row_mut(state);
                    add(row, once);
                    take(row, ends.row(state));
                    add(row, twice);
                }
            }
        }
        Ok(())
    }

    fn best(&self, table: &Table, control: &Control<'_>) -> Result<Option<Found<Box<Sets>>>, Stop> {
        let mut best: (Worth, Option<(Way, Digits)>) = (WORTHLESS, None);
        let mut rows = Rows::default();
        rows.reset(2, table.sets.len());
        for (one, set) in table.sets.iter().enumerate() {
            for (state, first) in (self.first[one] as usize..).zip(set.digits.iter()) {
                let (once, twice) = rows.two_cleared();
                control.work(set.rows() * once.len())?;
                add(once, self.ends[LEAST_LINKS - 1].row(state));
                for digit in set.digits.without(Digits::only(first)).iter() {
                    add(twice, table.removing.row(table.group(one, digit)));
                }
                for end in both_above(once, twice, one) {
                    self.improve(table, ([one, end], first), &mut best, control)?;
                }
            }
        }
        let Some((way, digits)) = best.1 else { return Ok(None) };
        let (one, end) = (way.sets[0], way.sets[way.sets.len() - 1]);
        let proof = Sets {
            sets: way.sets.iter().map(|&set| table.sets[set]).collect(),
            links: way.digits.iter().map(|&digit| Digits::only(digit)).collect(),
        };
        let proof = Box::new(proof);
        let removed = table.removed(one, end, digits);
        Ok(Some(Found::removing(Technique::AlsXyChain, removed, proof)))
    }

    /// Searches for chains between two sets that are better than the best. The last one found becomes the best.
    fn improve(
        &self,
        table: &Table,
        ([one, end], first): ([usize; 2], u8),
        best: &mut (Worth, Option<(Way, Digits)>),
        control: &Control<'_>,
    ) -> Result<(), Stop> {
        let shared = table.shared(one, end).without(Digits::only(first));
        for last in table.sets[end].digits.iter() {
            control.work(PAIR)?;
            let digits = shared.without(Digits::only(last));
            let worth = best::worth(digits, |digit| table.gone_from(one, end, digit));
            if worth >= best.0 {
                continue;
            }
            if let Some(way) = self.way(table, (one, first), (end, last), control)? {
                *best = (worth, Some((way, digits)));
            }
        }
        Ok(())
    }

    /// A shortest chain that leaves one set by a digit and enters another by a digit.
    ///
    /// The search is breadth-first over pairs of a state and a number of links. Numbers from `LEAST_LINKS` on are not
    /// distinguished.
    fn way(
        &self,
        table: &Table,
        start: (usize, u8),
        goal: (usize, u8),
        control: &Control<'_>,
    ) -> Result<Option<Way>, Stop> {
        const NEW: u32 = u32::MAX;
        let states = self.set_of.len();
        control.work(states)?;
        let end = goal.0;
        let goal = (LEAST_LINKS - 1) * states + self.state(table, goal.0, goal.1);
        // The predecessor of each node. The start has a number after all other nodes.
        let start_node = (LEAST_LINKS * states) as u32;
        let mut before = vec![NEW; LEAST_LINKS * states];
        let mut queue: Vec<u32> = Vec::new();
        let mut reach =
            |from: u32, layer: usize, state: usize, queue: &mut Vec<u32>| -> Result<(), Stop> {
                let links = self.links(state);
                control.work(links.len())?;
                for next in links {
                    let node = layer * states + next;
                    if before[node] == NEW {
                        before[node] = from;
                        queue.push(node as u32);
                    }
                }
                Ok(())
            };
        reach(start_node, 0, self.state(table, start.0, start.1), &mut queue)?;
        let mut head = 0;
        while let Some(&node) = queue.get(head) {
            head += 1;
            if node as usize == goal {
                break;
            }
            let (layer, state) = (node as usize / states, node as usize % states);
            let set = self.set_of[state] as usize;
            let leaving = self.first[set] as usize..self.first[set + 1] as usize;
            let after = (layer + 1).min(LEAST_LINKS - 1);
            // Only states from which a chain with the missing number of links reaches the end.
            let ends = &self.ends[LEAST_LINKS - 1 - after];
            for leave in leaving.filter(|&leave| leave != state && ends.contains(leave, end)) {
                reach(node, after, leave, &mut queue)?;
            }
        }
        if before[goal] == NEW {
            return Ok(None);
        }
        let mut nodes: SmallVec<[u32; 8]> = SmallVec::new();
        let mut node = goal as u32;
        while node != start_node {
            nodes.push(node);
            node = before[node as usize];
        }
        let mut way = Way { sets: smallvec![start.0], digits: SmallVec::new() };
        for &node in nodes.iter().rev() {
            let state = node as usize % states;
            let set = self.set_of[state] as usize;
            let digits = table.sets[set].digits.iter();
            way.digits.extend(digits.skip(state - self.first[set] as usize).take(1));
            way.sets.push(set);
        }
        Ok(Some(way))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Position;
    use crate::logic::hodoku::proof::Proof;
    use crate::logic::testing::{marked, pencilmarks};

    fn best(position: &Position) -> Option<Found<Box<Sets>>> {
        let (mut table, control) = (Table::new(), Control::unlimited());
        table.fill(position, &control).unwrap();
        als_xy_chain(&mut table, &control).unwrap()
    }

    #[test]
    fn a_digit_is_in_one_of_two_sets_that_a_chain_links() {
        let marks = [("r1c1", "12"), ("r1c5", "23"), ("r8c5", "34"), ("r8c7", "14")];
        let found = best(&marked(&marks)).unwrap();
        assert_eq!(
            found.clone().into::<Proof>().step(&marked(&marks)).notation,
            "Almost Locked Set Chain: 1- r1c1 {12} -2- r1c5 {23} -3- r8c5 {34} -4- r8c7 {14} -1 => r1c7,r8c1<>1"
        );
        // The last set lacks the 1 of the first set, or the 4 of the link.
        for last in ["45", "15"] {
            let marks = [("r1c1", "12"), ("r1c5", "23"), ("r8c5", "34"), ("r8c7", last)];
            assert_eq!(best(&marked(&marks)), None);
        }
    }

    #[test]
    fn a_chain_of_seven_sets() {
        let position = pencilmarks(
            "26 79 4 3 69 267 1 5 8 \
             16 579 3 8 1456 147 2 69 46 \
             126 59 8 246 1459 1246 7 369 346 \
             34 12346 1269 5 1468 14689 389 27 2367 \
             8 126 1269 7 3 169 59 4 256 \
             7 346 5 469 2 4689 389 36 1 \
             34 8 12 49 7 5 6 12 39 \
             9 2346 267 1 46 2346 35 8 2357 \
             5 1236 1267 269 68 23689 4 127 2379",
        );
        let found = best(&position).unwrap();
        assert_eq!(
            found.clone().into::<Proof>().step(&position).notation,
            "Almost Locked Set Chain: 4- r4c1 {34} -3- r7c1 {34} -4- r7c3489 {12349} -3- r8c7 {35} -5- r456c7 {3589} -3- r4679c8 {12367} -6- r4c1,r6c2 {346} -4 => r4c2<>4"
        );
    }
}
