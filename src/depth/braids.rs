//! The candidates with braids of at most a given length.

#![forbid(unsafe_code)]

use crate::control::Stop;
use crate::logic::Nodes;

use super::lanes::LANES;
use super::state::State;
use super::{Closure, Depth};

impl Depth {
    /// Removes the candidates with braids of at most `length`, and singles, to a fixpoint.
    pub(super) fn close(
        &mut self,
        state: &mut State,
        length: u8,
        nodes: &Nodes<'_>,
    ) -> Result<Closure, Stop> {
        loop {
            let closure = self.close_by_bounds(state, length, nodes)?;
            if closure != Closure::Open || !self.search(state, length, nodes)? {
                return Ok(closure);
            }
        }
    }

    /// Removes candidates as [`Depth::close`] does, as far as bounds prove that they have braids.
    ///
    /// The lanes exclude the candidates whose lower bound is too large. The candidates left open are in `self.bounded`.
    pub(super) fn close_by_bounds(
        &mut self,
        state: &mut State,
        length: u8,
        nodes: &Nodes<'_>,
    ) -> Result<Closure, Stop> {
        let mut bounded = std::mem::take(&mut self.bounded);
        let mut is_changed = true;
        while is_changed && !state.is_contradiction() && !state.is_solved() {
            is_changed = self.pass(state, length, &mut bounded, nodes)?;
        }
        self.bounded = bounded;
        Ok(if state.is_contradiction() {
            Closure::Contradiction
        } else if state.is_solved() {
            Closure::Solved
        } else {
            Closure::Open
        })
    }

    /// Removes the first of the candidates left open by the bounds that has a braid. Returns whether there is one.
    pub(super) fn search(
        &mut self,
        state: &mut State,
        length: u8,
        nodes: &Nodes<'_>,
    ) -> Result<bool, Stop> {
        for &candidate in &self.bounded {
            if self.braids.has(state, candidate, length, nodes)? {
                state.exclude(candidate, &mut self.queue);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// One pass of [`Depth::close_by_bounds`]. Returns whether it removed candidates.
    fn pass(
        &mut self,
        state: &mut State,
        length: u8,
        bounded: &mut Vec<u16>,
        nodes: &Nodes<'_>,
    ) -> Result<bool, Stop> {
        bounded.clear();
        for first in (0..state.open().count()).step_by(LANES) {
            nodes.checkpoint()?;
            self.lanes.load(state, first);
            let empty = self.lanes.find();
            if !empty.is_empty() {
                // Braids of length 1.
                self.exclude_lanes(state, empty);
                return Ok(true);
            }
            for _ in 1..length {
                if !self.lanes.remove() {
                    break;
                }
                let empty = self.lanes.find();
                bounded.extend(empty.lanes().map(|lane| self.lanes.candidate(lane)));
            }
        }
        // Without a bivalent candidate, another one is a single, so that the puzzle may be solved before the others.
        bounded.sort_by_key(|&candidate| !state.is_bivalent(candidate));
        let mut is_changed = false;
        bounded.retain(|&candidate| {
            if !state.is_open(candidate) {
                return false;
            }
            let found = self.braids.bounded(state, candidate, length);
            if found == Some(true) {
                is_changed = true;
                state.exclude(candidate, &mut self.queue);
            }
            found.is_none()
        });
        Ok(is_changed)
    }
}
