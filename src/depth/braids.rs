//! The candidates with braids of at most a given length.

#![forbid(unsafe_code)]

use crate::control::Stop;
use crate::logic::Nodes;

use super::lanes::LANES;
use super::state::State;
use super::{Closure, Depth};

impl Depth {
    /// Removes the candidates with braids of at most `length`, and singles, to a fixpoint.
    ///
    /// The lanes exclude the candidates whose lower bound is too large. The bounds of single candidates come next, and the
    /// exact search only if nothing else removes a candidate.
    pub(super) fn close(
        &mut self,
        state: &mut State,
        length: u8,
        nodes: &Nodes<'_>,
    ) -> Result<Closure, Stop> {
        loop {
            if state.is_solved() {
                return Ok(Closure::Solved);
            }
            let mut bounded = std::mem::take(&mut self.bounded);
            let result = self.pass(state, length, &mut bounded, nodes);
            self.bounded = bounded;
            match result? {
                None => return Ok(Closure::Contradiction),
                Some(false) => return Ok(Closure::Open),
                Some(true) => {}
            }
        }
    }

    /// One pass of [`Depth::close`]. Returns whether it removed candidates; `None` at a contradiction.
    fn pass(
        &mut self,
        state: &mut State,
        length: u8,
        bounded: &mut Vec<u16>,
        nodes: &Nodes<'_>,
    ) -> Result<Option<bool>, Stop> {
        bounded.clear();
        let mut is_changed = false;
        for first in (0..state.open().count()).step_by(LANES) {
            nodes.checkpoint()?;
            self.lanes.load(state, first);
            let empty = self.lanes.find();
            if !empty.is_empty() {
                // Braids of length 1.
                is_changed = true;
                if !self.exclude_lanes(state, empty) {
                    return Ok(None);
                }
                break;
            }
            for _ in 1..length {
                if !self.lanes.remove() {
                    break;
                }
                let empty = self.lanes.find();
                bounded.extend(empty.lanes().map(|lane| self.lanes.candidate(lane)));
            }
        }
        if is_changed {
            return Ok(Some(true));
        }
        // Without a bivalent candidate, another one is a single, so that the puzzle may be solved before the others.
        bounded.sort_by_key(|&candidate| !state.is_bivalent(candidate));
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
        if !is_changed {
            for &candidate in &*bounded {
                if self.braids.has(state, candidate, length, nodes)? {
                    is_changed = true;
                    state.exclude(candidate, &mut self.queue);
                    break;
                }
            }
        }
        Ok(if state.is_contradiction() { None } else { Some(is_changed) })
    }
}
