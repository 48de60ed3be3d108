//! Chains of alternating strong and weak links: X-chains, turbot fish and XY-chains.
//!
//! ```text
//!   pair        a ══ b        if a is off, b is on: the two places of a digit in a house, or the two digits of a cell
//!   chain       a ══ b ── c ══ d ── e ══ f        ── : the two are not both on
//! ```
//!
//! In a chain that begins and ends with the same digit, one of the ends is on, so every cell that sees both loses the digit.
//! The eliminations depend only on the ends, not on the path, provided that a path exists that visits no cell twice. So a
//! breadth-first search on sets of pair numbers first finds all ends that a start can reach. A path is searched only for ends
//! whose eliminations would be better than the best so far.
//!
//! *Cost.* For each start, a search visits each pair once, with an `or` of 192 bits.

use smallvec::SmallVec;

use crate::board::{Cell, Digits};

use super::best::{self, WORTHLESS, Worth};
use super::found::Found;
use crate::logic::bits::Bits;
use crate::logic::conclusion::{Conclusion, Why, links};
use crate::logic::grid9::cells::{CellSet, PEER_SETS};
use crate::logic::grid9::houses;
use crate::logic::grid9::pattern;
use crate::logic::grid9::position::Position;
use crate::logic::step::{Candidate, Step};
use crate::logic::technique::Technique;
use crate::logic::text::chain::Narrator;
use crate::logic::text::{fish, short};

/// The maximum length of a chain: ten pairs, which are 20 candidates.
pub(crate) const LONGEST: usize = 10;

/// A set of pairs by number. There are at most 162, two for each cell.
pub(crate) type Set = Bits<3>;

/// A strong link in one direction: if `from` is off, `to` is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    pub(crate) from: Candidate,
    pub(crate) to: Candidate,
    /// The house of the link, if both ends have the same digit.
    pub(crate) house: u8,
}

/// The two ends of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ends {
    pub(crate) digit: u8,
    pub(crate) start: Cell,
    pub(crate) end: Cell,
}

impl Ends {
    /// The cells that lose the digit.
    #[inline]
    fn gone(&self, position: &Position) -> CellSet {
        let seen = PEER_SETS[self.start.index()] & PEER_SETS[self.end.index()];
        seen & position.cells(self.digit)
    }

    pub(crate) fn found(self, position: &Position, technique: Technique) -> Found<Ends> {
        let removed = best::by_digit(Digits::only(self.digit), |_| self.gone(position));
        Found::removing(technique, removed, self)
    }

    /// The step of a chain between the ends.
    pub(crate) fn step<P>(&self, chain: &[Pair], found: &Found<P>) -> Step {
        let mut step = Step::new(found.technique);
        let is_xy = found.technique == Technique::XyChain;
        let (mut list, mut notation) = (Vec::new(), String::new());
        for (number, pair) in chain.iter().enumerate() {
            let Pair { from, to, house } = *pair;
            let mut why = Why::Assumed;
            if let Some(before) = number.checked_sub(1).map(|before| chain[before].to) {
                let house = houses::shared(before.classic_cell(), from.classic_cell());
                step.houses.push(house.into());
                why = Why::House(house.into());
                notation.push_str(&format!(" -{}- ", from.digit));
            }
            notation.push_str(&from.classic_cell().to_string());
            step.cells.push(from.cell);
            let parents: Vec<usize> = list.len().checked_sub(1).into_iter().collect();
            let cells = vec![from.cell];
            list.push(Conclusion { cells, digit: from.digit, on: false, why, parents });
            let mut why = Why::Cell;
            if !is_xy {
                step.cells.push(to.cell);
                step.houses.push(house.into());
                why = Why::House(house.into());
                notation.push_str(&format!(" ={}= {}", to.digit, to.classic_cell()));
            }
            let (cells, parents) = (vec![to.cell], vec![list.len() - 1]);
            list.push(Conclusion { cells, digit: to.digit, on: true, why, parents });
        }
        step.complexity = list.len();
        step.digits = list.iter().fold(0, |all, one| all | 1 << (one.digit - 1));
        step.chains = vec![links(&list)];
        let (digit, gone) = (self.digit, pattern::in_order(&found.eliminations));
        let board = pattern::board();
        step.text = match (&pattern::names(step.cells.clone())[..], &step.houses[..]) {
            ([first, one, other, last], &[near, shared, far]) if !is_xy => {
                let houses = [near, shared, far].map(|house| houses::name(house as usize));
                let houses = houses.each_ref().map(|house| &house[..]);
                let gone = pattern::removed(&gone);
                fish::two_links(digit, [first, one, other, last], houses, &gone)
            }
            _ => Narrator::new(&board, &[]).chain(&list, &gone),
        };
        let chain = if is_xy { format!("{digit}- {notation} -{digit}") } else { notation };
        let name = match found.technique {
            Technique::TurbotFish => "Turbot Fish",
            Technique::XChain => "X-Chain",
            _ => "XY-Chain",
        };
        step.notation =
            format!("{name}: {digit} {chain} => {}", short::removed(&found.eliminations));
        step
    }
}

/// The pairs of a position, and which pairs can follow each other.
pub(crate) struct Pairs {
    pub(crate) pairs: SmallVec<[Pair; 64]>,
    /// For each pair, the pairs that can follow it.
    pub(crate) next: SmallVec<[Set; 64]>,
    /// For each cell, the pairs that contain it.
    pub(crate) meet: [Set; 81],
    /// The maximum length of a chain, in pairs.
    pub(crate) longest: usize,
}

impl Pairs {
    pub(crate) fn new(longest: usize) -> Pairs {
        Pairs { pairs: SmallVec::new(), next: SmallVec::new(), meet: [Set::NONE; 81], longest }
    }

    pub(crate) fn push(&mut self, from: Candidate, to: Candidate, house: u8) {
        let number = self.pairs.len();
        self.pairs.push(Pair { from, to, house });
        self.meet[usize::from(from.cell)].insert(number);
        self.meet[usize::from(to.cell)].insert(number);
    }

    /// All pairs on chains of at most `longest` pairs that begin with one of `first`.
    fn reached(&self, first: Set, allowed: Set, longest: usize) -> Set {
        let (mut seen, mut newest) = (first, first);
        for _ in 1..longest {
            if newest.is_empty() {
                break;
            }
            let next =
                newest.iter().fold(Set::NONE, |all, pair| all.or(&self.next[usize::from(pair)]));
            newest = next.and(&allowed).without(&seen);
            seen = seen.or(&newest);
        }
        seen
    }

    /// Extends `way` by one of `first` and further pairs to one of `goals`, without visiting a cell twice.
    fn walk(
        &self,
        (first, allowed, goals): (Set, Set, Set),
        longest: usize,
        way: &mut SmallVec<[u8; LONGEST]>,
    ) -> bool {
        if longest == 0 || self.reached(first, allowed, longest).and(&goals).is_empty() {
            return false;
        }
        for pair in first.iter() {
            way.push(pair as u8);
            if goals.contains(pair) {
                return true;
            }
            let pair = usize::from(pair);
            let Pair { from, to, .. } = self.pairs[pair];
            let mut left = allowed.without(&self.meet[usize::from(to.cell)]);
            if way.len() > 1 {
                // Pairs with the start are excluded already, except at the end of a chain, which may return to it.
                left = left.without(&self.meet[usize::from(from.cell)]);
            }
            if self.walk((self.next[pair].and(&left), left, goals), longest - 1, way) {
                return true;
            }
            way.pop();
        }
        false
    }

    /// A chain of at most `longest` pairs between two ends.
    fn way(&self, ends: &Ends, longest: usize) -> Option<SmallVec<[u8; LONGEST]>> {
        let (mut first, mut goals, mut allowed) = (Set::NONE, Set::NONE, Set::NONE);
        for (number, pair) in self.pairs.iter().enumerate() {
            let starts = pair.from.classic_cell() == ends.start && pair.from.digit == ends.digit;
            let arrives = pair.to.classic_cell() == ends.end && pair.to.digit == ends.digit;
            if starts {
                first.insert(number);
            }
            if arrives {
                goals.insert(number);
            }
            if arrives
                || (pair.from.classic_cell() != ends.start && pair.to.classic_cell() != ends.start)
            {
                allowed.insert(number);
            }
        }
        let mut way = SmallVec::new();
        self.walk((first, allowed, goals), longest, &mut way).then_some(way)
    }

    /// A shortest chain between two ends.
    pub(crate) fn shortest(&self, ends: &Ends) -> Option<Vec<Pair>> {
        let way = (1..=self.longest).find_map(|longest| self.way(ends, longest))?;
        Some(way.iter().map(|&pair| self.pairs[usize::from(pair)]).collect())
    }

    /// Replaces `best` by the chain from `start` that removes most, if that chain is better.
    pub(crate) fn improve(
        &self,
        position: &Position,
        start: Candidate,
        best: &mut (Worth, Option<Ends>),
    ) {
        let mut first = Set::NONE;
        for (number, pair) in self.pairs.iter().enumerate() {
            if pair.from == start {
                first.insert(number);
            }
        }
        if first.is_empty() {
            return;
        }
        let digits = Digits::only(start.digit);
        let mut reached = None;
        for (number, pair) in self.pairs.iter().enumerate() {
            if pair.to.digit != start.digit || pair.to.cell < start.cell {
                continue;
            }
            let ends = Ends {
                digit: start.digit,
                start: start.classic_cell(),
                end: pair.to.classic_cell(),
            };
            let gone = ends.gone(position);
            if gone.is_empty() {
                continue;
            }
            let worth = best::worth(digits, |_| gone);
            if worth >= best.0 {
                continue;
            }
            let reached =
                *reached.get_or_insert_with(|| self.reached(first, Set::ALL, self.longest));
            if reached.contains(number) && self.way(&ends, self.longest).is_some() {
                *best = (worth, Some(ends));
            }
        }
    }
}

/// The value of `best` before any chain was found.
pub(crate) const NO_CHAIN: (Worth, Option<Ends>) = (WORTHLESS, None);
