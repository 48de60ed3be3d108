//! The exact length of the shortest braid for a candidate.
//!
//! A braid for Z is a set of assertions that empties a variable: Z, then candidates that have become the only member of a
//! variable, in any order. Its length is the number of assertions after Z, plus 1 for the emptied variable.
//!
//! ```text
//!   relax     assert all available candidates at once, round by round    rounds + 1 <= length     (lower bound)
//!   trace     follow the removals back from an emptied variable          length <= needed + 1     (upper bound)
//!   branch    on one needed candidate: in the braid, or not
//! ```
//!
//! *Invariant.* Available candidates stay available, so that sets of assertions matter and their order does not: each set
//! is visited once. Members of a variable are those of the state in which the braid is searched.
//!
//! *Cost.* A relaxation takes about a microsecond; the number of branches is exponential in the difference of the bounds.

#![forbid(unsafe_code)]

use crate::control::Stop;
use crate::logic::Nodes;
use crate::logic::bits::{Bits, ones};

use super::state::State;
use super::tables::{CANDIDATES, MEMBERS, VARIABLES, VARIABLES_OF, are_linked};

/// A set of candidates.
type Set = Bits<12>;

/// A state after some assertions.
#[derive(Clone)]
struct Node {
    members: [u16; VARIABLES],
    /// The candidates that are the only member of a variable and not asserted, each with one such variable.
    available: Vec<(u16, u16)>,
    /// The asserted and the available candidates.
    listed: Set,
    is_contradiction: bool,
}

impl Node {
    /// Asserts a candidate, which may have been removed by another one.
    fn assert(&mut self, candidate: u16) {
        for (variable, member) in VARIABLES_OF[candidate as usize] {
            for other in ones((self.members[variable as usize] & !(1 << member)).into()) {
                let other = MEMBERS[variable as usize][other as usize];
                for (variable, member) in VARIABLES_OF[other as usize] {
                    let members = &mut self.members[variable as usize];
                    *members &= !(1 << member);
                    if members.is_power_of_two() {
                        let single = MEMBERS[variable as usize][members.trailing_zeros() as usize];
                        if !self.listed.contains(single) {
                            self.listed.insert(single);
                            self.available.push((single, variable));
                        }
                    } else if *members == 0 {
                        self.is_contradiction = true;
                    }
                }
            }
        }
    }
}

/// An assertion of a relaxation.
#[derive(Clone, Copy)]
struct Assertion {
    candidate: u16,
    /// The variable whose only member the candidate is.
    variable: u16,
    round: u8,
}

/// The bounds of a relaxation.
enum Bounds {
    /// No braid is short enough.
    Longer,
    /// A braid is short enough.
    Within,
    /// Neither is proven; one of the needed assertions that are available.
    Open(u16),
}

/// A search for braids, with its memory.
pub struct Braids {
    banned: Set,
    order: Vec<Assertion>,
    /// For each candidate that a relaxation removes, the number of the first assertion that does.
    killers: [u16; CANDIDATES],
    emptied: Vec<u16>,
    /// The numbers of the assertions that a trace needs, and the same as flags.
    needed: Vec<u16>,
    is_needed: Vec<bool>,
}

impl Braids {
    pub fn new() -> Braids {
        Braids {
            banned: Set::NONE,
            order: Vec::new(),
            killers: [0; CANDIDATES],
            emptied: Vec::new(),
            needed: Vec::new(),
            is_needed: Vec::new(),
        }
    }

    fn root(state: &State, candidate: u16) -> Node {
        let members = *state.all_members();
        let mut node =
            Node { members, available: Vec::new(), listed: Set::NONE, is_contradiction: false };
        node.listed.insert(candidate);
        node.assert(candidate);
        node
    }

    /// Whether the bounds alone prove that an open candidate has a braid of at most `length`, or that it has none; `None` if
    /// they prove neither.
    pub fn bounded(&mut self, state: &State, candidate: u16, length: u8) -> Option<bool> {
        let root = Braids::root(state, candidate);
        if root.is_contradiction {
            return Some(length >= 1);
        }
        match self.relax(state, &root, length.into()) {
            Bounds::Longer => Some(false),
            Bounds::Within => Some(true),
            Bounds::Open(_) => None,
        }
    }

    /// Whether an open candidate has a braid of at most `length`.
    pub fn has(
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

    fn search(
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
            next.available.retain(|&(candidate, _)| candidate != branch);
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
    fn relax(&mut self, state: &State, node: &Node, length: usize) -> Bounds {
        if length <= 1 {
            return Bounds::Longer;
        }
        self.order.clear();
        self.emptied.clear();
        let free =
            node.available.iter().filter(|&&(candidate, _)| !self.banned.contains(candidate));
        self.order.extend(free.map(|&(candidate, variable)| Assertion {
            candidate,
            variable,
            round: 1,
        }));
        let mut members = node.members;
        let mut listed = node.listed;
        let (mut start, mut round) = (0, 1);
        while self.emptied.is_empty() {
            let end = self.order.len();
            if start == end || round + 1 > length {
                return Bounds::Longer;
            }
            round += 1;
            for number in start..end {
                let candidate = self.order[number].candidate;
                for (variable, member) in VARIABLES_OF[candidate as usize] {
                    for other in ones((members[variable as usize] & !(1 << member)).into()) {
                        let other = MEMBERS[variable as usize][other as usize];
                        self.killers[other as usize] = number as u16;
                        for (variable, member) in VARIABLES_OF[other as usize] {
                            let set = &mut members[variable as usize];
                            *set &= !(1 << member);
                            if set.is_power_of_two() {
                                let single =
                                    MEMBERS[variable as usize][set.trailing_zeros() as usize];
                                if !listed.contains(single) && !self.banned.contains(single) {
                                    listed.insert(single);
                                    self.order.push(Assertion {
                                        candidate: single,
                                        variable,
                                        round: round as u8,
                                    });
                                }
                            } else if *set == 0 {
                                self.emptied.push(variable);
                            }
                        }
                    }
                }
            }
            start = end;
        }
        self.trace(state, node, start, length)
    }

    /// Follows the removals back from each emptied variable; the assertions are the first `count`.
    fn trace(&mut self, state: &State, node: &Node, count: usize, length: usize) -> Bounds {
        if length == 2 {
            let is_emptied = |&variable: &u16| {
                let open = open(state, node, variable);
                self.order[..count]
                    .iter()
                    .any(|one| open.clone().all(|candidate| are_linked(one.candidate, candidate)))
            };
            return if self.emptied.iter().any(is_emptied) {
                Bounds::Within
            } else {
                Bounds::Longer
            };
        }
        let mut branch = (usize::MAX, 0);
        for number in 0..self.emptied.len() {
            self.is_needed.clear();
            self.is_needed.resize(count, false);
            self.needed.clear();
            self.need(state, node, self.emptied[number], None, count);
            let mut first = 0;
            for number in (0..count).rev() {
                if self.needed.len() >= branch.0 {
                    break;
                }
                if self.is_needed[number] {
                    let Assertion { candidate, variable, round } = self.order[number];
                    if round == 1 {
                        first = candidate;
                    } else {
                        self.need(state, node, variable, Some(candidate), number);
                    }
                }
            }
            let size = self.needed.len();
            if size < length {
                return Bounds::Within;
            }
            if size < branch.0 {
                branch = (size, first);
            }
        }
        Bounds::Open(branch.1)
    }

    /// Adds some of the first `count` assertions that remove all members of a variable, or all but one.
    fn need(&mut self, state: &State, node: &Node, variable: u16, but: Option<u16>, count: usize) {
        for candidate in open(state, node, variable).filter(|&candidate| Some(candidate) != but) {
            let removes = |&number: &u16| {
                usize::from(number) < count
                    && are_linked(self.order[number as usize].candidate, candidate)
            };
            let killer = self.killers[candidate as usize];
            if !self.is_needed[killer as usize] && !self.needed.iter().any(removes) {
                self.needed.push(killer);
                self.is_needed[killer as usize] = true;
            }
        }
    }
}

/// The members of a variable that are live in a state and in a node.
fn open(state: &State, node: &Node, variable: u16) -> impl Iterator<Item = u16> + Clone + use<> {
    let open = state.members(variable as usize) & node.members[variable as usize];
    (0..9)
        .filter(move |member| open >> member & 1 != 0)
        .map(move |member| MEMBERS[variable as usize][member])
}
