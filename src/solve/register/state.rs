//! The request and the state of a search for one puzzle, shared by the usual search and the dive.

use super::vector::{Nine, Stack};

/// The request of a search for one puzzle.
pub(in crate::solve) struct Wanted {
    /// The count at which the search ends.
    pub limit: u64,
    /// The maximum number of guesses.
    pub nodes: u64,
    /// The maximum number of dead ends and solutions.
    pub patience: u64,
    /// Whether the solution must be the smallest one if there are `limit` solutions.
    pub smallest: bool,
}

impl Wanted {
    /// Whether a dive is in lexicographic order. A budget of nodes is meant for one search only.
    pub fn in_order(&self, has_solution: bool) -> bool {
        self.smallest && self.nodes == u64::MAX && has_solution
    }
}

/// The state of a search when it pauses.
pub(in crate::solve) struct Search<S: Nine> {
    /// The remaining nodes.
    pub stack: Stack<S>,
    /// The number of solutions found, or [`UNDECIDED`](crate::solve::UNDECIDED).
    pub count: u64,
    pub guesses: u64,
    /// The number of nodes without a solution, of solutions, and (once or twice) of dives that did not decide the
    /// puzzle.
    pub dead_ends: u64,
}
