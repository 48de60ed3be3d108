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
    /// The solutions of a puzzle; the search starts with the first call of [`Solutions::next`].
    ///
    /// # Panics
    /// If the puzzle does not have as many cells as the rules.
    pub fn new<'a>(rules: Arc<RuleSet>, start: impl Into<Start<'a>>) -> Solutions {
        let start = start.into();
        start.check(rules.cells());
        let mut walk = Walk::new(&rules);
        walk.begin(&rules, start);
        Solutions { rules, walk }
    }

    /// The next solution, or `None` after the last one. The node limit of `control` applies to each call.
    ///
    /// # Errors
    /// [`Error::Stopped`]; the next call continues from there.
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

    /// All solutions of a puzzle, with a limit of `nodes` for each call, and the number of calls that reached the
    /// limit.
    fn all(rules: &Arc<RuleSet>, puzzle: &[u8], nodes: Option<u64>) -> (Vec<Box<[u8]>>, usize) {
        let limits = nodes.map_or(Limits::NONE, |nodes| Limits::NONE.with_nodes(nodes));
        let (mut solutions, control) =
            (Solutions::new(Arc::clone(rules), puzzle), Control::within(limits));
        let (mut found, mut stops) = (Vec::new(), 0);
        loop {
            match solutions.next(&control) {
                Ok(Some(solution)) => found.push(solution),
                Ok(None) => return (found, stops),
                Err(error) => {
                    assert_eq!(error, Error::Stopped(Stop::Nodes));
                    stops += 1;
                    assert!(stops < 100_000, "the calls get no further");
                }
            }
        }
    }

    /// As in [`crate::solve::Solutions`], the node limit applies to each call.
    #[test]
    fn nodes_run_out_and_another_call_continues() {
        let rules = Arc::new(RuleSet::new(4, &Constraint::houses(2, 2)).unwrap());
        let (found, stops) = all(&rules, &[0; 16], None);
        assert_eq!((found.len(), stops), (288, 0));
        let (limited, stops) = all(&rules, &[0; 16], Some(1));
        assert!(limited == found && stops > 0, "{stops} stops");
    }

    #[test]
    fn a_search_for_a_witness_that_takes_more_nodes_than_a_call_has() {
        let mut constraints = Constraint::houses(3, 3);
        // A constraint that makes the puzzle non-plain, because plain puzzles have a separate solver.
        constraints.push(Constraint::different(vec![0, 40, 80]));
        let rules = Arc::new(RuleSet::new(9, &constraints).unwrap());
        for line in [
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ] {
            let puzzle: Vec<u8> = line.bytes().map(|b| b.saturating_sub(b'0') % 10).collect();
            let (found, _) = all(&rules, &puzzle, None);
            for nodes in [1, 33, 40, 60, 100, 200] {
                assert_eq!(all(&rules, &puzzle, Some(nodes)).0, found, "{nodes} nodes");
            }
        }
    }
}
