//! Trial and error: candidates are assumed, and removed if the assumption is refuted.
//!
//! *Invariant.* What follows from an assumption still follows after other removals. The state of an assumption is therefore
//! kept and restricted to the candidates that are left; if none of its candidates is gone, nothing new follows.

#![forbid(unsafe_code)]

use crate::control::Stop;
use crate::logic::Nodes;

use super::lanes::{LANES, Row};
use super::state::State;
use super::{Closure, Depth};

/// An assumption with its consequences so far.
pub(super) struct Assumption {
    candidate: u16,
    /// The consequences; `None` before the assumption was made.
    state: Option<Box<State>>,
    /// The length of braids whose rules have been applied to the state; [`u8::MAX`] for all lengths.
    closed: u8,
    /// Whether singles within a second assumption refute the assumption.
    is_refutable: bool,
}

/// All assumptions about a state.
pub(super) fn assumptions(state: &State) -> Vec<Assumption> {
    let assumption =
        |candidate| Assumption { candidate, state: None, closed: 0, is_refutable: false };
    state.open().map(assumption).collect()
}

impl Assumption {
    /// Adapts the consequences to the state. Returns `false` if the assumption is refuted.
    fn update(&mut self, state: &State, queue: &mut Vec<u16>) -> bool {
        match &mut self.state {
            None => {
                let mut own = Box::new(state.clone());
                own.assume(self.candidate, queue);
                self.state = Some(own);
            }
            Some(own) => {
                if own.restrict(state, queue) {
                    self.closed = 0;
                }
            }
        }
        !self.own().is_contradiction()
    }

    fn own(&mut self) -> &mut State {
        self.state.as_mut().expect("updated")
    }
}

impl Depth {
    /// Removes the candidates that singles refute, to a fixpoint.
    ///
    /// The lanes are not restarted after a removal: their candidates are removed as well, and the rounds go on.
    pub(super) fn trial(&mut self, state: &mut State, nodes: &Nodes<'_>) -> Result<Closure, Stop> {
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            let count = state.open().count();
            for first in (0..count).step_by(LANES) {
                nodes.checkpoint()?;
                self.lanes.load(state, first);
                loop {
                    let empty = self.lanes.find();
                    if !empty.is_empty() {
                        is_changed = true;
                        if !self.exclude_lanes(state, empty) {
                            return Ok(Closure::Contradiction);
                        }
                        if state.is_solved() {
                            return Ok(Closure::Solved);
                        }
                        self.lanes.restrict(state);
                    }
                    if !self.lanes.remove() && empty.is_empty() {
                        break;
                    }
                }
                if is_changed && count > LANES {
                    break;
                }
            }
            // With lanes for all candidates, the rounds have reached the fixpoint.
            is_changed &= count > LANES;
        }
        Ok(if state.is_solved() { Closure::Solved } else { Closure::Open })
    }

    /// Removes the candidates assumed in some lanes. Returns `false` at a contradiction.
    pub(super) fn exclude_lanes(&mut self, state: &mut State, lanes: Row) -> bool {
        for lane in lanes.lanes() {
            state.exclude(self.lanes.candidate(lane), &mut self.queue);
        }
        !state.is_contradiction()
    }

    /// Removes the candidates that singles within a second assumption refute, to a fixpoint.
    pub(super) fn nested_trial(
        &mut self,
        state: &mut State,
        nodes: &Nodes<'_>,
    ) -> Result<Closure, Stop> {
        let mut all = assumptions(state);
        self.refute(state, &mut all, nodes, |depth, assumption| {
            if assumption.closed == u8::MAX {
                return Ok(false);
            }
            assumption.closed = u8::MAX;
            Ok(depth.trial(assumption.own(), nodes)? == Closure::Contradiction)
        })
    }

    /// Removes the candidates that braids of at most `length` refute, to a fixpoint.
    pub(super) fn trial_with_braids(
        &mut self,
        state: &mut State,
        all: &mut [Assumption],
        length: u8,
        nodes: &Nodes<'_>,
    ) -> Result<Closure, Stop> {
        self.refute(state, all, nodes, |depth, assumption| {
            if assumption.closed >= length {
                return Ok(false);
            }
            if !assumption.is_refutable {
                // Braids of any length remove no more than trial and error.
                let mut own = assumption.own().clone();
                assumption.is_refutable = depth.trial(&mut own, nodes)? == Closure::Contradiction;
                if !assumption.is_refutable {
                    assumption.closed = u8::MAX;
                    return Ok(false);
                }
            }
            assumption.closed = length;
            Ok(depth.close(assumption.own(), length, nodes)? == Closure::Contradiction)
        })
    }

    /// Removes the candidates that braids of at most `length` within a second assumption refute, to a fixpoint.
    pub(super) fn nested_trial_with_braids(
        &mut self,
        state: &mut State,
        length: u8,
        nodes: &Nodes<'_>,
    ) -> Result<Closure, Stop> {
        let mut all = assumptions(state);
        self.refute(state, &mut all, nodes, |depth, assumption| {
            if assumption.closed >= length {
                return Ok(false);
            }
            assumption.closed = length;
            let own = assumption.own();
            if depth.trial(own, nodes)? == Closure::Contradiction {
                return Ok(true);
            }
            let mut inner = assumptions(own);
            Ok(depth.trial_with_braids(own, &mut inner, length, nodes)? == Closure::Contradiction)
        })
    }

    /// Makes each assumption, and removes the candidates of refuted assumptions, to a fixpoint.
    fn refute(
        &mut self,
        state: &mut State,
        all: &mut [Assumption],
        nodes: &Nodes<'_>,
        mut is_refuted: impl FnMut(&mut Depth, &mut Assumption) -> Result<bool, Stop>,
    ) -> Result<Closure, Stop> {
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for assumption in &mut *all {
                if !state.is_open(assumption.candidate) {
                    continue;
                }
                if assumption.update(state, &mut self.queue) && !is_refuted(self, assumption)? {
                    continue;
                }
                is_changed = true;
                state.exclude(assumption.candidate, &mut self.queue);
                if state.is_contradiction() {
                    return Ok(Closure::Contradiction);
                }
                match self.trial(state, nodes)? {
                    Closure::Open => {}
                    closure => return Ok(closure),
                }
            }
        }
        Ok(Closure::Open)
    }
}
