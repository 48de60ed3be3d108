//! The portable kernel: one puzzle at a time, in pairs of 64-bit words.
//!
//! ```text
//!   layout   the places of a digit in two words; tables of the six ways
//!   pair     operations on two words: plain integers, or a 128-bit register
//!   state    a search node: propagation to a fixpoint, choice of a guess
//!   here     depth-first search: the branch where the guess is true, then the one where it is false
//! ```
//!
//! *Invariant.* The two branches of a guess have no solution in common, so no solution is counted twice. A *search
//! node*, the unit of budgets, is one guess.
//!
//! The scalar backend uses plain integers on every processor. The modules shared by all backends (solutions in order,
//! candidates, guesses) use single [`State`]s with the fastest pair. docs/performance.md has its speed.
//!
//! *Credit.* The six ways of a band, and guesses between them, come from tdoku (T. Dillon). Words with the places of
//! one digit come from the solvers derived from zhouyundong's. The layout in two words that suits rows and columns
//! equally is new.

mod layout;
mod pair;
mod state;

use crate::board::Grid;
use crate::control::{Control, Stop};
use crate::error::Error;
use crate::solve::{Answers, Puzzle, Query, UNDECIDED};

use pair::{Native, Pair};
use state::Node;
pub(in crate::solve) use state::Outcome;

/// A search node with the fastest pair of words for the target.
pub(in crate::solve) type State = Node<Native>;

/// The number of guesses or puzzles between two checkpoints, about 100 microseconds.
const INTERVAL: u32 = 256;

/// Answers `query`, one puzzle after another.
///
/// # Errors
/// [`Error::Stopped`].
pub(super) fn search(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
) -> Result<(), Error> {
    let wanted = answers.solutions.is_some();
    let unordered = |count| query.smallest && count == query.limit;
    let mut search = Search::new(query.nodes, control);
    for i in 0..query.puzzles.len() {
        search.nodes = query.nodes;
        let mut solution = None;
        // After the deadline, all remaining puzzles are undecided.
        let done = match search.stop {
            Some(stop) => Err(stop),
            None => search.tick().and_then(|()| {
                let mut state = Node::<[u64; 2]>::from_puzzle(query.puzzles.get(i));
                let mut count = 0;
                search.explore(&mut state, &mut |solved| {
                    if wanted && count == 0 {
                        solution = Some(solved.solution());
                    }
                    count += 1;
                    count < query.limit
                })?;
                Ok(count)
            }),
        };
        answers.counts[i] = match done {
            Ok(count) => count,
            Err(Stop::Cancelled) => return Err(Stop::Cancelled.into()),
            Err(_) => {
                solution = None;
                UNDECIDED
            }
        };
        if let Some(solutions) = &mut answers.solutions {
            let solution = solution.filter(|_| !unordered(answers.counts[i]));
            solutions[i] = solution.unwrap_or(Grid::EMPTY);
        }
    }
    Ok(())
}

/// The number of guesses until the search finds two solutions or proves that there is at most one.
///
/// This is a measure of difficulty: 0 if propagation (singles and locked candidates) solves the puzzle. The number is
/// the same for every backend, and the generator's stream version covers it.
///
/// # Errors
/// [`Error::Stopped`], including when the nodes of `control` are used up.
pub fn guesses(puzzle: &Grid, control: &Control<'_>) -> Result<u64, Error> {
    let mut nodes = control.nodes();
    count_up_to(puzzle.into(), 2, &mut nodes, control)?;
    Ok(control.nodes() - nodes)
}

/// min(number of solutions, `limit`), which is at least 1. Subtracts the guesses from `nodes`.
///
/// # Errors
/// Any [`Stop`].
pub(crate) fn count_up_to(
    puzzle: Puzzle<'_>,
    limit: u64,
    nodes: &mut u64,
    control: &Control<'_>,
) -> Result<u64, Stop> {
    let mut search = Search::new(*nodes, control);
    let mut count = 0;
    let ended = search.explore(&mut State::from_puzzle(puzzle), &mut |_| {
        count += 1;
        count < limit
    });
    *nodes = search.nodes;
    ended.map(|_| count)
}

/// A depth-first search with a budget, for one state after another.
pub(in crate::solve) struct Search<'a> {
    /// The number of guesses left.
    nodes: u64,
    control: &'a Control<'a>,
    /// The result of the last checkpoint, if it was an error.
    stop: Option<Stop>,
    ticks: u32,
}

impl<'a> Search<'a> {
    /// A search with at most `nodes` guesses. The first guess makes a checkpoint, because there may be thousands of
    /// searches with few guesses each.
    pub fn new(nodes: u64, control: &'a Control<'a>) -> Search<'a> {
        Search { nodes, control, stop: None, ticks: INTERVAL - 1 }
    }

    /// Any solution of `state`.
    ///
    /// # Errors
    /// Any [`Stop`].
    pub fn find<P: Pair>(&mut self, state: &Node<P>) -> Result<Option<Grid>, Stop> {
        let mut solution = None;
        self.explore(&mut { *state }, &mut |solved| {
            solution = Some(solved.solution());
            false
        })?;
        Ok(solution)
    }

    /// Spends one guess of the budget.
    ///
    /// # Errors
    /// Any [`Stop`].
    #[inline]
    pub fn spend(&mut self) -> Result<(), Stop> {
        if self.nodes == 0 {
            return Err(Stop::Nodes);
        }
        self.nodes -= 1;
        self.tick()
    }

    /// Calls `found` with each solved state below `state` until it returns `false`. Returns whether it never returned
    /// `false`.
    ///
    /// The recursion is at most 162 levels deep, because each level settles a minirow or minicolumn for a digit and a
    /// box.
    fn explore<P: Pair>(
        &mut self,
        state: &mut Node<P>,
        found: &mut dyn FnMut(&Node<P>) -> bool,
    ) -> Result<bool, Stop> {
        loop {
            match state.propagate() {
                Outcome::Dead => return Ok(true),
                Outcome::Solved => return Ok(found(state)),
                Outcome::Open => {}
            }
            let Some(guess) = state.guess() else { return Ok(true) };
            self.spend()?;
            let mut child = *state;
            child.require(guess);
            if !self.explore(&mut child, found)? {
                return Ok(false);
            }
            state.forbid(guess);
        }
    }

    /// Makes a checkpoint in every [`INTERVAL`]th call.
    #[inline]
    fn tick(&mut self) -> Result<(), Stop> {
        self.ticks += 1;
        if self.ticks < INTERVAL {
            return Ok(());
        }
        self.ticks = 0;
        let result = self.control.checkpoint();
        self.stop = result.err();
        result
    }
}
