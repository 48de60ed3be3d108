//! The iterator over all solutions of a puzzle.

#![forbid(unsafe_code)]

use std::sync::Arc;

use crate::control::Control;
use crate::error::Error;

use super::rule_set::RuleSet;
use super::search::Found;
use super::start::Start;
use super::walk::Walk;

/// All solutions of one puzzle in lexicographic order, found one by one.
pub struct Solutions {
    rules: Arc<RuleSet>,
    walk: Walk,
}

impl Solutions {
    /// An iterator that has not begun; it searches in [`Solutions::next`] only.
    ///
    /// # Panics
    /// The puzzle has not as many cells as the rules.
    pub fn new<'a>(rules: Arc<RuleSet>, start: impl Into<Start<'a>>) -> Solutions {
        let start = start.into();
        start.check(rules.cells());
        let mut walk = Walk::new(&rules);
        walk.begin(&rules, start);
        Solutions { rules, walk }
    }

    /// The next solution; `None` after the last.
    ///
    /// # Errors
    /// [`Error::Stopped`]; another call continues from there.
    pub fn next(&mut self, control: &Control<'_>) -> Result<Option<Box<[u8]>>, Error> {
        let mut solution = vec![0; self.rules.cells()].into_boxed_slice();
        match self.walk.next(&self.rules, &mut solution, &mut { u64::MAX }, control) {
            Found::Solution => Ok(Some(solution)),
            Found::Nothing => Ok(None),
            Found::Stopped(stop) => Err(stop.into()),
        }
    }
}
