//! Everything that can be concluded without a guess, in the order of what it costs.
//!
//! ```text
//!   placed digits leave their peers                      here
//!   relations   a table drops what has no partner        relation.rs
//!   units       a digit with one place goes there        unit.rs
//!   totals      combinations and sums within reach       total.rs
//!   automata    paths from the start to an end           automaton.rs
//!   locks       what all places of a digit see           locked.rs
//! ```
//!
//! Each deduction is marked as due when a cell that it looks at changes; after every step the cheapest kind that
//! is due comes next, and the result is a fixpoint of them all, whatever their order.

#![forbid(unsafe_code)]

pub(super) mod automaton;
pub(super) mod locked;
pub(super) mod relation;
pub(super) mod total;
mod unit;

use super::state::{Conflict, State};
use automaton::Automaton;
use total::Total;

/// How far to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// Without locks.
    Singles,
    /// All there is.
    Full,
}

impl State<'_> {
    /// Concludes all that can be concluded.
    ///
    /// # Errors
    /// There is no solution; the state is then to be undone.
    pub fn propagate(&mut self, effort: Effort) -> Result<(), Conflict> {
        let rules = self.rules;
        let events = self.events;
        let schedule = events.schedule;
        let end = if effort == Effort::Full { schedule.end } else { schedule.locks };
        loop {
            while let Some(cell) = self.placed.pop() {
                let digit = self.domain[usize::from(cell)];
                for &peer in events.peers.get(usize::from(cell)) {
                    if self.domain[usize::from(peer)] & digit != 0
                        && let Err(conflict) = self.keep(peer, !digit)
                    {
                        self.blame(&[cell]);
                        return Err(conflict);
                    }
                }
            }
            while self.first_due < self.due.len() && self.due[self.first_due] == 0 {
                self.first_due += 1;
            }
            let Some(word) = self.due.get_mut(self.first_due) else { return Ok(()) };
            let number = 64 * self.first_due + word.trailing_zeros() as usize;
            if number >= end {
                return Ok(());
            }
            *word &= *word - 1;
            if number < schedule.units {
                self.relate(number)?;
            } else if number < schedule.totals {
                self.hidden_singles(number - schedule.units)?;
            } else if number < schedule.automata {
                self.add_up(&rules.totals[number - schedule.totals])?;
            } else if number < schedule.locks {
                self.run_automaton(&rules.automata[number - schedule.automata])?;
            } else {
                self.lock(number - schedule.locks)?;
            }
        }
    }
}

impl State<'_> {
    /// Takes out digits with which the total cannot come about.
    pub(in crate::rules) fn add_up(&mut self, total: &Total) -> Result<(), Conflict> {
        let side = self.rules.side;
        self.narrow(total.cells(), |sets, scratch| total.narrow(side, sets, &mut scratch.sums))
    }

    /// Takes out the digits that no accepted reading uses.
    pub(in crate::rules) fn run_automaton(
        &mut self,
        automaton: &Automaton,
    ) -> Result<(), Conflict> {
        self.narrow(automaton.cells(), |sets, scratch| automaton.narrow(sets, &mut scratch.states))
    }
}
