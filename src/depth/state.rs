//! The live candidates of a board, and singles.

#![forbid(unsafe_code)]

use crate::board::Candidates;
use crate::logic::bits::ones;

use super::tables::{MEMBERS, VARIABLES, VARIABLES_OF};

/// The live candidates as the members of each variable, one bit per member.
///
/// *Invariant.* A variable has at least two members, or its only member is asserted: no candidate linked to it is live.
/// After a contradiction, the members have no meaning.
#[derive(Clone)]
pub struct State {
    members: [u16; VARIABLES],
    is_contradiction: bool,
}

impl State {
    /// The state of the candidates that singles leave, see [`Level::Singles`](crate::solve::Level::Singles).
    pub fn new(candidates: &Candidates) -> State {
        let mut state = State { members: [0; VARIABLES], is_contradiction: false };
        for (cell, digits) in candidates.iter().enumerate() {
            for digit in ones(digits.bits().into()) {
                for (variable, member) in VARIABLES_OF[9 * cell + digit as usize] {
                    state.members[variable as usize] |= 1 << member;
                }
            }
        }
        state
    }

    /// Whether a variable has no members.
    pub fn is_contradiction(&self) -> bool {
        self.is_contradiction
    }

    /// The live members of a variable.
    #[inline]
    pub fn members(&self, variable: usize) -> u16 {
        self.members[variable]
    }

    /// The live members of all variables.
    pub fn all_members(&self) -> &[u16; VARIABLES] {
        &self.members
    }

    /// Whether a candidate is live.
    #[inline]
    pub fn is_live(&self, candidate: u16) -> bool {
        self.members[candidate as usize / 9] >> (candidate % 9) & 1 != 0
    }

    /// Whether a candidate is live and not asserted.
    #[inline]
    pub fn is_open(&self, candidate: u16) -> bool {
        self.is_live(candidate) && !self.members[candidate as usize / 9].is_power_of_two()
    }

    /// The candidates that are live and not asserted, in order.
    pub fn open(&self) -> impl Iterator<Item = u16> {
        let cells = self.members[..81].iter().enumerate().filter(|(_, set)| !set.is_power_of_two());
        cells.flat_map(|(cell, &set)| ones(set.into()).map(move |digit| 9 * cell as u16 + digit))
    }

    /// Whether every cell has one candidate.
    pub fn is_solved(&self) -> bool {
        !self.is_contradiction && self.members[..81].iter().all(|set| set.is_power_of_two())
    }

    /// Whether a candidate is one of two members of a variable.
    pub fn is_bivalent(&self, candidate: u16) -> bool {
        VARIABLES_OF[candidate as usize]
            .iter()
            .any(|&(variable, _)| self.members[variable as usize].count_ones() == 2)
    }

    /// Asserts an open candidate, and singles.
    pub fn assume(&mut self, candidate: u16, queue: &mut Vec<u16>) {
        queue.clear();
        queue.push(candidate);
        self.settle(queue);
    }

    /// Removes a candidate if it is live, and asserts singles.
    pub fn exclude(&mut self, candidate: u16, queue: &mut Vec<u16>) {
        queue.clear();
        if self.is_live(candidate) {
            self.remove(candidate, queue);
            self.settle(queue);
        }
    }

    /// Removes the candidates that are not live in `other`, and asserts singles. Returns whether there were any.
    pub fn restrict(&mut self, other: &State, queue: &mut Vec<u16>) -> bool {
        queue.clear();
        let mut is_changed = false;
        for cell in 0..81 {
            for digit in ones((self.members[cell] & !other.members[cell]).into()) {
                is_changed = true;
                self.remove(9 * cell as u16 + digit, queue);
            }
        }
        self.settle(queue);
        is_changed
    }

    /// Removes a live candidate and queues each candidate that becomes the only member of a variable.
    #[inline]
    fn remove(&mut self, candidate: u16, queue: &mut Vec<u16>) {
        for (variable, member) in VARIABLES_OF[candidate as usize] {
            let members = &mut self.members[variable as usize];
            *members &= !(1 << member);
            if members.is_power_of_two() {
                queue.push(MEMBERS[variable as usize][members.trailing_zeros() as usize]);
            } else if *members == 0 {
                self.is_contradiction = true;
            }
        }
    }

    /// Asserts the queued candidates, and singles, until there are none or a variable is empty.
    #[inline]
    fn settle(&mut self, queue: &mut Vec<u16>) {
        while let Some(candidate) = queue.pop()
            && !self.is_contradiction
        {
            for (variable, member) in VARIABLES_OF[candidate as usize] {
                let others = self.members[variable as usize] & !(1 << member);
                for other in ones(others.into()) {
                    self.remove(MEMBERS[variable as usize][other as usize], queue);
                }
            }
        }
    }
}
