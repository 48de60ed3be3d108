//! What to look for in a puzzle, and how far its search is: what the usual search and the dive share.

use super::vector::{Nine, Stack};

/// What to look for in a puzzle.
pub(in crate::solve) struct Wanted {
    /// The count at which the search ends.
    pub limit: u64,
    /// The most guesses.
    pub nodes: u64,
    /// The most dead ends and solutions.
    pub patience: u64,
    /// Whether the solution has to be the smallest if there are `limit`.
    pub smallest: bool,
}

impl Wanted {
    /// Whether a dive is in lexicographic order. A budget of nodes is for one search.
    pub fn in_order(&self, has_solution: bool) -> bool {
        self.smallest && self.nodes == u64::MAX && has_solution
    }
}

/// The search of a puzzle, where it pauses.
pub(in crate::solve) struct Search<S: Nine> {
    /// The nodes left.
    pub stack: Stack<S>,
    /// The solutions found, or [`UNDECIDED`](crate::solve::UNDECIDED).
    pub count: u64,
    pub guesses: u64,
    /// Nodes without a solution, solutions, and once or twice a dive that has not decided the puzzle.
    pub dead_ends: u64,
}
