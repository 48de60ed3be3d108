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

    /// The next solution; `None` after the last. The nodes that `control` allows are for each call.
    ///
    /// # Errors
    /// [`Error::Stopped`]; another call continues from there.
    pub fn next(&mut self, control: &Control<'_>) -> Result<Option<Box<[u8]>>, Error> {
        let mut solution = vec![0; self.rules.cells()].into_boxed_slice();
        match self.walk.next(&self.rules, &mut solution, &mut control.nodes(), control) {
            Found::Solution => Ok(Some(solution)),
            Found::Nothing => Ok(None),
            Found::Stopped(stop) => Err(stop.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Limits, Stop};
    use crate::rules::Constraint;

    /// As [`crate::solve::Solutions`]: the nodes are for each call.
    #[test]
    fn nodes_run_out_and_another_call_continues() {
        let rules = Arc::new(RuleSet::new(4, &Constraint::houses(2, 2)).unwrap());
        let all = |nodes: Option<u64>| {
            let limits = nodes.map_or(Limits::NONE, |nodes| Limits::NONE.with_nodes(nodes));
            let (mut solutions, control) =
                (Solutions::new(Arc::clone(&rules), &[0u8; 16][..]), Control::within(limits));
            let (mut found, mut stops) = (Vec::new(), 0);
            loop {
                match solutions.next(&control) {
                    Ok(Some(solution)) => found.push(solution),
                    Ok(None) => return (found, stops),
                    Err(error) => {
                        assert_eq!(error, Error::Stopped(Stop::Nodes));
                        stops += 1;
                    }
                }
            }
        };
        let (found, stops) = all(None);
        assert_eq!((found.len(), stops), (288, 0));
        let (limited, stops) = all(Some(1));
        assert!(limited == found && stops > 0, "{stops} stops");
    }
}
