//! The exact length of the shortest braid for a candidate.
//!
//! A braid for Z is a set of assertions that empties a variable: Z, then candidates that have become the only member of a
//! variable, in any order. Its length is the number of assertions after Z, plus 1 for the emptied variable.
//!
//! ```text
//!   relax     assert all available candidates at once, round by round    rounds + 1 <= length     (lower bound)
//!   chain     if rounds + 1 = length: one assertion of each round        length = rounds + 1, or longer
//!   trace     follow the removals back from an emptied variable          length <= needed + 1     (upper bound)
//!   branch    on one needed candidate: in the braid, or not
//! ```
//!
//! *Invariant.* Available candidates stay available, so that sets of assertions matter and their order does not: each set
//! is visited once. Members of a variable are those of the state in which the braid is searched.
//!
//! *Cost.* A relaxation takes about half a microsecond; the number of branches is exponential in the difference of the bounds.

#![forbid(unsafe_code)]

use std::cell::Cell;

use crate::control::Stop;
use crate::cpu::Backend;
use crate::logic::Nodes;
use crate::logic::bits::ones;

use super::arch::Vectors;
use super::members::{Members, Set, Single};
use super::state::State;
use super::tables::{MEMBERS, VARIABLES, VARIABLES_OF};

/// A state after some assertions.
#[derive(Clone)]
pub(super) struct Node {
    members: Members,
    /// The candidates that are the only member of a variable and not asserted.
    available: Vec<Single>,
    is_contradiction: bool,
}

impl Node {
    /// Asserts a listed candidate.
    #[inline(always)]
    fn assert(&mut self, candidate: u16) {
        self.members.assert(candidate);
        let available = &mut self.available;
        let is_contradiction = &mut self.is_contradiction;
        self.members.scan(
            &Set::NONE,
            |single| available.push(single),
            |_| *is_contradiction = true,
        );
    }
}

/// An assertion of a relaxation.
#[derive(Clone, Copy)]
struct Assertion {
    single: Single,
    round: u8,
}

/// The greatest length for which all chains with one assertion per round are tried. Few braids are longer, and the number
/// of chains may grow exponentially.
const CHAIN: usize = 8;

/// A set of assertions of a relaxation, by number.
type Assertions = u128;

/// A way to make an assertion available or to empty a variable: each of some sets must contain an earlier assertion.
#[derive(Clone, Copy)]
struct Way {
    /// The assertion as a set.
    assertion: Assertions,
    round: u8,
    /// The range of the sets.
    start: u16,
    end: u16,
}

/// The bounds of a relaxation.
enum Bounds {
    /// No braid is short enough.
    Longer,
    /// A braid is short enough.
    Within,
    /// Neither is proven; an available assertion, needed as far as is known.
    Open(u16),
}

/// A search for braids, with its memory.
pub struct Braids {
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(dead_code, reason = "other processors have nothing to choose")
    )]
    pub(super) vectors: Vectors,
    banned: Set,
    order: Vec<Assertion>,
    emptied: Vec<u16>,
    /// The assertions in each variable; none outside of a trace.
    asserted: Box<[Assertions; VARIABLES]>,
    ways: Vec<Way>,
    sets: Vec<Assertions>,
}

impl Braids {
    pub fn new(backend: Backend) -> Braids {
        Braids {
            vectors: Vectors::new(backend),
            banned: Set::NONE,
            order: Vec::new(),
            emptied: Vec::new(),
            asserted: Box::new([0; VARIABLES]),
            ways: Vec::new(),
            sets: Vec::new(),
        }
    }

    #[inline(always)]
    fn root(state: &State, candidate: u16) -> Node {
        let members = Members::new(state);
        let mut node = Node { members, available: Vec::with_capacity(32), is_contradiction: false };
        node.members.list(candidate);
        node.assert(candidate);
        node
    }

    /// See [`Braids::bounded`].
    #[inline(always)]
    pub(super) fn bounds(&mut self, state: &State, candidate: u16, length: u8) -> Option<bool> {
        let root = Braids::root(state, candidate);
        if root.is_contradiction {
            return Some(length >= 1);
        }
        self.banned = Set::NONE;
        match self.relax(state, &root, length.into()) {
            Bounds::Longer => Some(false),
            Bounds::Within => Some(true),
            Bounds::Open(_) => None,
        }
    }

    /// See [`Braids::has`].
    #[inline(always)]
    pub(super) fn has_braid(
        &mut self,
        state: &State,
        candidate: u16,
        length: u8,
        nodes: &Nodes<'_>,
    ) -> Result<bool, Stop> {
        self.banned = Set::NONE;
        let root = Braids::root(state, candidate);
        self.search(state, &root, length.into(), nodes)
    }

    /// See [`Braids::search`].
    #[inline(always)]
    pub(super) fn branch(
        &mut self,
        state: &State,
        node: &Node,
        length: usize,
        nodes: &Nodes<'_>,
    ) -> Result<bool, Stop> {
        if node.is_contradiction {
            return Ok(length >= 1);
        }
        let mut bans = Vec::new();
        let found = loop {
            nodes.checkpoint()?;
            let branch = match self.relax(state, node, length) {
                Bounds::Longer => break false,
                Bounds::Within => break true,
                Bounds::Open(candidate) => candidate,
            };
            let mut next = node.clone();
            next.available.retain(|single| single.candidate != branch);
            next.assert(branch);
            if self.search(state, &next, length - 1, nodes)? {
                break true;
            }
            self.banned.insert(branch);
            bans.push(branch);
        };
        bans.into_iter().for_each(|candidate| self.banned.remove(candidate));
        Ok(found)
    }

    /// Bounds the length of the braids that continue a node without banned candidates.
    #[inline(always)]
    fn relax(&mut self, state: &State, node: &Node, length: usize) -> Bounds {
        if length <= 1 {
            return Bounds::Longer;
        }
        let Braids { banned, order, emptied, .. } = self;
        order.clear();
        emptied.clear();
        let free = node.available.iter().filter(|single| !banned.contains(single.candidate));
        order.extend(free.map(|&single| Assertion { single, round: 1 }));
        let mut members = node.members.clone();
        let (mut start, mut round) = (0, 1);
        while emptied.is_empty() {
            let end = order.len();
            if start == end || round + 1 > length {
                return Bounds::Longer;
            }
            round += 1;
            for assertion in &order[start..end] {
                members.assert(assertion.single.candidate);
            }
            let list = |single| order.push(Assertion { single, round: round as u8 });
            members.scan(banned, list, |variable| emptied.push(variable));
            start = end;
        }
        if start > Assertions::BITS as usize {
            return Bounds::Open(order[0].single.candidate);
        }
        self.order.truncate(start);
        for (number, assertion) in self.order.iter().enumerate() {
            for (variable, _) in VARIABLES_OF[assertion.single.candidate as usize] {
                self.asserted[variable as usize] |= 1 << number;
            }
        }
        let bounds = if round == length && length <= CHAIN {
            if self.has_chain(state, node, length as u8) { Bounds::Within } else { Bounds::Longer }
        } else {
            self.trace(state, node, length)
        };
        for assertion in &self.order {
            for (variable, _) in VARIABLES_OF[assertion.single.candidate as usize] {
                self.asserted[variable as usize] = 0;
            }
        }
        bounds
    }

    /// Whether one assertion of each round before `end` removes all members of an emptied variable.
    ///
    /// If the relaxation has as many rounds as a braid may have assertions, no other braid is short enough.
    #[inline(always)]
    fn has_chain(&mut self, state: &State, node: &Node, end: u8) -> bool {
        let (mut ways, mut sets) = (std::mem::take(&mut self.ways), std::mem::take(&mut self.sets));
        ways.clear();
        sets.clear();
        // The assertions that a later round needs: any other would make the chain longer than necessary.
        let needed = Cell::new(0);
        let mut add = |assertion, round, variable, but, among| {
            let start = sets.len();
            for candidate in open(state, node, variable).filter(|&candidate| Some(candidate) != but)
            {
                let killers = self.killers(candidate) & among;
                if killers == 0 {
                    return sets.truncate(start);
                }
                sets.push(killers);
            }
            needed.set(sets[start..].iter().fold(needed.get(), |all, set| all | set));
            ways.push(Way { assertion, round, start: start as u16, end: sets.len() as u16 });
        };
        for &variable in &self.emptied {
            add(0, end, variable, None, !0);
        }
        let (mut earlier, mut next) = (0, end);
        for (number, &Assertion { single, round }) in self.order.iter().enumerate().rev() {
            let assertion = 1 << number;
            if needed.get() & assertion == 0 {
                continue;
            }
            if round != next {
                next = round;
                earlier = (1 << self.order.partition_point(|other| other.round < round)) - 1;
            }
            let variables = VARIABLES_OF[single.candidate as usize].map(|(variable, _)| variable);
            // An assertion of the first round needs no other one.
            let variables = if round == 1 { &[single.variable][..] } else { &variables };
            for &variable in variables {
                add(assertion, round, variable, Some(single.candidate), earlier);
            }
        }
        ways.reverse();
        let found = find_chain(&ways, &sets, 1, end, 0);
        (self.ways, self.sets) = (ways, sets);
        found
    }

    /// Follows the removals back from each emptied variable.
    #[inline(always)]
    fn trace(&self, state: &State, node: &Node, length: usize) -> Bounds {
        let mut branch = (usize::MAX, 0);
        for &variable in &self.emptied {
            let mut needed = self.need(state, node, variable, None, !0, 0);
            let (mut rest, mut first) = (needed, 0);
            while rest != 0 && (needed.count_ones() as usize) < branch.0 {
                let number = rest.ilog2();
                let Assertion { single, round } = self.order[number as usize];
                let earlier = (1 << number) - 1;
                if round == 1 {
                    first = single.candidate;
                } else {
                    needed |= self.need(
                        state,
                        node,
                        single.variable,
                        Some(single.candidate),
                        earlier,
                        needed,
                    );
                }
                rest = needed & earlier;
            }
            let size = needed.count_ones() as usize;
            if size < length {
                return Bounds::Within;
            }
            if size < branch.0 {
                branch = (size, first);
            }
        }
        Bounds::Open(branch.1)
    }

    /// Some of the assertions in `among` that, with the needed ones, remove all members of a variable, or all but one.
    #[inline(always)]
    fn need(
        &self,
        state: &State,
        node: &Node,
        variable: u16,
        but: Option<u16>,
        among: Assertions,
        needed: Assertions,
    ) -> Assertions {
        let others = open(state, node, variable).filter(|&candidate| Some(candidate) != but);
        others.fold(needed, |needed, candidate| {
            let killers = self.killers(candidate) & among;
            let first = killers & killers.wrapping_neg();
            if killers & needed == 0 { needed | first } else { needed }
        })
    }

    /// The assertions linked to a candidate.
    #[inline(always)]
    fn killers(&self, candidate: u16) -> Assertions {
        let [a, b, c, d] =
            VARIABLES_OF[candidate as usize].map(|(variable, _)| self.asserted[variable as usize]);
        // The candidate itself is the only one with its cell and its row.
        (a | b | c | d) & !(a & b)
    }
}

/// The members of a variable that are live in a state and in a node.
#[inline(always)]
fn open(state: &State, node: &Node, variable: u16) -> impl Iterator<Item = u16> + use<> {
    let open = state.members(variable as usize) & node.members.live(variable);
    ones(open.into()).map(move |member| MEMBERS[variable as usize][member as usize])
}

/// Whether a chain, continued by one assertion of each round from `round` on, empties a variable, which counts as round
/// `end`. The ways are in the order of rounds.
fn find_chain(ways: &[Way], sets: &[Assertions], round: u8, end: u8, chain: Assertions) -> bool {
    let ways = &ways[ways.partition_point(|way| way.round < round)..];
    let missing = |way: &Way| {
        let sets = &sets[way.start.into()..way.end.into()];
        sets.iter().filter(move |&set| set & chain == 0)
    };
    let of_round = ways.iter().take_while(|way| way.round == round);
    let mut available = of_round.filter(|way| missing(way).next().is_none());
    if round + 1 < end {
        return available.any(|way| find_chain(ways, sets, round + 1, end, chain | way.assertion));
    }
    let last = available.fold(0, |all, way| all | way.assertion);
    let mut emptied = ways.iter().filter(|way| way.round == end);
    emptied.any(|way| missing(way).fold(last, |all, set| all & set) != 0)
}
