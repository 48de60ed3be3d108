//! The kernel for every processor: one puzzle at a time in pairs of 64-bit words.
//!
//! ```text
//!   layout   the places of a digit in two words; the tables of the six ways
//!   pair     operations on two words: plain integers, or a register of 128 bits
//!   state    a search node: propagation to a fixpoint, the choice of a guess
//!   here     depth-first search: first the guess is true, then it is false
//! ```
//!
//! *Invariant.* The two branches of a guess have no solution in common, so no solution is counted twice. A *search node*,
//! the unit of budgets, is one guess.
//!
//! The scalar backend uses plain integers on every processor. The modules that all backends share (solutions in order,
//! candidates, guesses) use single [`State`]s with the fastest pair. docs/performance.md has its speed.
//!
//! *Credit.* The six ways of a band and the guess among them come from tdoku (T. Dillon), words of places per digit from the
//! solvers derived from zhouyundong's. The layout of two words that serves rows and columns alike is new.

mod layout;
mod pair;
mod state;

use crate::board::Grid;
use crate::control::{Control, Stop};
use crate::error::Error;
use crate::solve::{Answers, Query, UNDECIDED};

use pair::{Native, Pair};
use state::Node;
pub(in crate::solve) use state::Outcome;

/// A search node with the fastest pair of words of the target.
pub(in crate::solve) type State = Node<Native>;

/// Guesses and puzzles between two checkpoints, about 100 microseconds.
const INTERVAL: u32 = 256;

/// Answers `query`, puzzle by puzzle.
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
        // After the deadline, all further puzzles are undecided.
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

/// The number of guesses until two solutions are found, or it is known that there is at most one.
///
/// A measure of difficulty: 0 if propagation (singles and locked candidates) solves the puzzle. It is the same with every
/// backend, and part of the stream version of the generator.
///
/// # Errors
/// [`Error::Stopped`], also if the nodes of `control` run out.
pub fn guesses(puzzle: &Grid, control: &Control<'_>) -> Result<u64, Error> {
    let mut search = Search::new(control.nodes(), control);
    let mut count = 0;
    search.explore(&mut State::from_grid(puzzle), &mut |_| {
        count += 1;
        count < 2
    })?;
    Ok(control.nodes() - search.nodes)
}

/// Depth-first search with a budget, for one state after another.
pub(in crate::solve) struct Search<'a> {
    /// Guesses left.
    nodes: u64,
    control: &'a Control<'a>,
    /// The result of the last checkpoint, if it was an error.
    stop: Option<Stop>,
    ticks: u32,
}

impl<'a> Search<'a> {
    /// A search with at most `nodes` guesses. The first guess is a checkpoint, since there may be thousands of searches with
    /// few guesses each.
    pub fn new(nodes: u64, control: &'a Control<'a>) -> Search<'a> {
        Search { nodes, control, stop: None, ticks: INTERVAL - 1 }
    }

    /// A solution of `state`.
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

    /// Takes one guess from the budget.
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

    /// Calls `found` with each solved state below `state` until it returns `false`. Returns whether it never did.
    ///
    /// The recursion is at most 162 deep: each level settles a minirow or a minicolumn of a digit and a box.
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

    /// A checkpoint at every [`INTERVAL`]th call.
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
