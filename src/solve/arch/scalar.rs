//! The kernel for every processor: one puzzle at a time in plain 64-bit integers.
//!
//! ```text
//!   layout   where a digit's places lie in two words; the tables of the six ways
//!   state    a search node, propagation to the fixpoint, what to guess
//!   here     depth-first search: take a guess for true, and when that is done for false
//! ```
//!
//! The two branches of a guess share no solution, so a search that wants two stops at the second it meets and
//! none is met twice. A *search node*, the unit of budgets, is one guess.
//!
//! Ideas: the six ways of a band and the guess among them come from tdoku (T. Dillon), words of places per digit
//! from the zhouyundong family of solvers; the two-word layout that serves rows and columns alike is ours.

mod layout;
mod state;

use crate::board::Grid;
use crate::control::{Control, Signal};
use crate::error::Error;
use crate::solve::{Answers, Puzzles, Query, UNDECIDED};

use state::{Outcome, State};

/// Guesses and puzzles between two looks at the switches: some hundred microseconds.
const INTERVAL: u32 = 256;

/// Answers `query`, puzzle by puzzle.
///
/// # Errors
/// [`Error::Cancelled`].
pub(super) fn search(
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
) -> Result<(), Error> {
    let wanted = answers.solutions.is_some();
    let mut search = Search {
        limit: query.limit,
        wanted,
        count: 0,
        first: None,
        nodes: 0,
        control,
        ticks: 0,
        stop: None,
    };
    for i in 0..query.puzzles.len() {
        search.count = 0;
        search.first = None;
        search.nodes = query.nodes;
        // A deadline that has passed is not looked at again: what is left is undecided.
        if search.stop != Some(Signal::OutOfTime) {
            search.stop = None;
            search.tick();
        }
        if search.stop.is_none() {
            let mut state = match query.puzzles {
                Puzzles::Grids(grids) => State::from_grid(&grids[i]),
                Puzzles::Candidates(candidates) => State::from_candidates(&candidates[i]),
            };
            search.explore(&mut state);
        }
        match search.stop {
            Some(Signal::Cancelled) => return Err(Error::Cancelled),
            Some(_) => {
                search.count = UNDECIDED;
                search.first = None;
            }
            None => {}
        }
        answers.counts[i] = search.count;
        if let Some(solutions) = &mut answers.solutions {
            solutions[i] = search.first.unwrap_or(Grid::EMPTY);
        }
    }
    Ok(())
}

/// The search through one puzzle.
struct Search<'a> {
    limit: u64,
    wanted: bool,
    count: u64,
    first: Option<Grid>,
    /// Guesses left.
    nodes: u64,
    control: &'a Control<'a>,
    ticks: u32,
    stop: Option<Signal>,
}

impl Search<'_> {
    /// Goes through what is below `state`; whether the search is over.
    ///
    /// The recursion is at most 162 deep: each level settles a minirow or a minicolumn of a digit and a box.
    fn explore(&mut self, state: &mut State) -> bool {
        loop {
            match state.propagate() {
                Outcome::Dead => return false,
                Outcome::Solved => {
                    if self.wanted && self.count == 0 {
                        self.first = Some(state.solution());
                    }
                    self.count += 1;
                    return self.count >= self.limit;
                }
                Outcome::Open => {}
            }
            if self.nodes == 0 {
                // Nodes are counted for this puzzle alone, so the next one gets its chance.
                self.stop = Some(Signal::Continue);
            } else {
                self.nodes -= 1;
                self.tick();
            }
            if self.stop.is_some() {
                return true;
            }
            let guess = state.guess();
            let mut child = *state;
            child.require(guess);
            if self.explore(&mut child) {
                return true;
            }
            state.forbid(guess);
        }
    }

    /// Looks at the switches now and then.
    #[inline]
    fn tick(&mut self) {
        self.ticks += 1;
        if self.ticks >= INTERVAL {
            self.ticks = 0;
            match self.control.checkpoint() {
                Signal::Continue => {}
                signal => self.stop = Some(signal),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference;

    fn ask(puzzles: &[Grid], limit: u64, nodes: u64) -> (Vec<u64>, Vec<Grid>) {
        let (mut counts, mut solutions) =
            (vec![0; puzzles.len()], vec![Grid::EMPTY; puzzles.len()]);
        let query = Query { puzzles: Puzzles::Grids(puzzles), limit, nodes };
        let mut answers = Answers { counts: &mut counts, solutions: Some(&mut solutions) };
        search(&query, &mut answers, &Control::unlimited()).unwrap();
        (counts, solutions)
    }

    fn grid(text: &str) -> Grid {
        let digit = |b: u8| if b == b'.' { 0 } else { b - b'0' };
        Grid::new(std::array::from_fn(|i| digit(text.as_bytes()[i]))).unwrap()
    }

    #[test]
    fn counts_as_the_reference_does() {
        let solved = reference::first(&Grid::EMPTY).unwrap();
        for keep in 1..9 {
            let mut puzzle = solved;
            for (i, cell) in crate::board::Cell::all().enumerate() {
                if i * 7 % 9 >= keep && i % 2 == 0 {
                    puzzle.set(cell, 0);
                }
            }
            for limit in [1, 2, 5, 100] {
                assert_eq!(ask(&[puzzle], limit, u64::MAX).0[0], reference::count(&puzzle, limit));
            }
        }
    }

    #[test]
    fn clashing_givens_have_no_solution() {
        for clash in [[0, 1], [0, 9], [0, 10], [0, 80]] {
            let mut puzzle = Grid::EMPTY;
            for cell in clash {
                puzzle.set(crate::board::Cell::new(cell), 5);
            }
            let expected = u64::from(clash == [0, 80]);
            assert_eq!(ask(&[puzzle], 1, u64::MAX).0[0], expected, "{clash:?}");
        }
    }

    #[test]
    fn a_puzzle_that_outruns_its_budget_leaves_the_others_theirs() {
        let hard = grid(
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        );
        let easy = grid(
            "9165384...2........87....316.3.1..8.7..863..5.5..9.6..13....25........744752.63..",
        );
        let (counts, solutions) = ask(&[easy, hard, easy], 2, 1);
        assert_eq!(counts, [1, UNDECIDED, 1]);
        assert_eq!(solutions[1], Grid::EMPTY);
        assert!(solutions[0].is_solution() && solutions[2].is_solution());
        assert_eq!(ask(&[hard], 2, u64::MAX).0, [1]);
    }
}
