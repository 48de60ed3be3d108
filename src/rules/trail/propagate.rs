//! Deductions to a fixpoint, in the order of their cost.
//!
//! ```text
//!   placed digits   are removed from their peers
//!   relations       a cell's digits determine which its partners may hold    [`crate::rules::relation`]
//!   units           a digit with one place is put there (hidden single)
//!   totals          combinations and reachable sums                          [`crate::rules::total`]
//!   automata        paths from the start to an accepting state               [`crate::rules::automaton`]
//!   locks           cells that see all places of a digit in a unit            locked.rs
//! ```
//!
//! A deduction is due when one of its cells changes. After every step, the cheapest kind that is due comes next.
//!
//! *Invariant.* The result is a fixpoint of all deductions, which does not depend on their order.

#![forbid(unsafe_code)]

use crate::rules::digits::{Conflict, is_single};

use super::plan::Rules;
use super::state::State;

/// The deductions to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// All deductions except locks.
    Singles,
    /// All deductions.
    Full,
}

impl State {
    /// Propagates to a fixpoint.
    ///
    /// # Errors
    /// There is no solution; the state must be undone.
    pub(crate) fn propagate(&mut self, rules: Rules<'_>, effort: Effort) -> Result<(), Conflict> {
        let Rules { compiled, plan } = rules;
        let first = plan.first;
        let end = if effort == Effort::Full { first.end } else { first.locks };
        loop {
            while let Some(cell) = self.placed.pop() {
                let digit = self.domain[usize::from(cell)];
                for &peer in plan.peers.get(usize::from(cell)) {
                    if self.domain[usize::from(peer)] & digit != 0
                        && let Err(conflict) = self.keep(rules, peer, !digit)
                    {
                        self.blame(&[cell]);
                        return Err(conflict);
                    }
                }
            }
            let Some(number) = self.take_due(end) else { return Ok(()) };
            if number < first.units {
                self.relate(rules, number)?;
            } else if number < first.totals {
                self.hidden_singles(rules, compiled.units().get(number - first.units))?;
            } else if number < first.automata {
                let total = &compiled.totals[number - first.totals];
                self.narrow(rules, total.cells(), |sets, scratch| {
                    total.narrow(compiled.digits, sets, &mut scratch.sums)
                })?;
            } else if number < first.locks {
                let automaton = &compiled.automata[number - first.automata];
                self.narrow(rules, automaton.cells(), |sets, scratch| {
                    automaton.narrow(sets, &mut scratch.states)
                })?;
            } else {
                self.lock(rules, number - first.locks)?;
            }
        }
    }

    /// Removes from the partners of source `number` the digits that it does not support.
    fn relate(&mut self, rules: Rules<'_>, number: usize) -> Result<(), Conflict> {
        let relations = &rules.compiled.relations;
        let from = relations.sources()[number];
        for &(table, list) in relations.by_table(number) {
            let supported = relations.supported(table, self.domain[usize::from(from)]);
            if supported == rules.compiled.all {
                continue;
            }
            for &to in relations.partners(list) {
                if let Err(conflict) = self.keep(rules, to, supported) {
                    self.blame(&[from]);
                    return Err(conflict);
                }
            }
        }
        Ok(())
    }

    /// Places the digits that have one place left in a unit: one pass over its cells for all digits at once.
    fn hidden_singles(&mut self, rules: Rules<'_>, unit: &[u16]) -> Result<(), Conflict> {
        let (mut once, mut twice, mut placed) = (0, 0, 0);
        for &cell in unit {
            let digits = self.domain[usize::from(cell)];
            twice |= once & digits;
            once |= digits;
            placed |= if is_single(digits) { digits } else { 0 };
        }
        if once != rules.compiled.all {
            self.blame(unit);
            return Err(Conflict);
        }
        let mut hidden = once & !twice & !placed;
        if hidden == 0 {
            return Ok(());
        }
        for &cell in unit {
            let here = self.domain[usize::from(cell)] & hidden;
            if here != 0 {
                if !is_single(here) {
                    self.blame(unit);
                    return Err(Conflict);
                }
                self.keep(rules, cell, here)?;
                hidden ^= here;
                if hidden == 0 {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Removes the digits that the locks of unit `unit` rule out.
    fn lock(&mut self, rules: Rules<'_>, unit: usize) -> Result<(), Conflict> {
        for lock in &rules.plan.locks[unit] {
            let held = |cells: &[u16], domain: &[u64]| {
                cells.iter().fold(0, |digits, &cell| digits | domain[usize::from(cell)])
            };
            let mut once = held(&lock.rest, &self.domain);
            let mut twice = once;
            for (set, _) in &lock.sets {
                let digits = held(set, &self.domain);
                twice |= once & digits;
                once |= digits;
            }
            let locked = once & !twice;
            if locked == 0 {
                continue;
            }
            for (set, watchers) in &lock.sets {
                let here = held(set, &self.domain) & locked;
                if here == 0 {
                    continue;
                }
                for &cell in watchers {
                    self.keep(rules, cell, !here)?;
                }
            }
        }
        Ok(())
    }
}
