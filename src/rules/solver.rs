//! The verdict, the number of solutions, or a solution of one puzzle.

#![forbid(unsafe_code)]

use crate::control::{self, Control, Stop};
use crate::error::Error;
use crate::solve::{UNDECIDED, Verdict, verdict_of};

use super::engine::Engine;
use super::rule_set::RuleSet;
use super::search::Found;
use super::start::Start;
use super::walk::Walk;

/// The largest side for which the solution of a puzzle with several is the smallest one.
pub const SMALLEST_UP_TO: usize = 9;

/// The maximum number of nodes for the smallest solution of a small board before the walk searches for it.
const SMALL_NODES: u64 = 4096;

/// Solves puzzles one after another under one set of rules, reusing its memory.
///
/// Puzzles are givens or candidates, see [`Start`]. The functions panic if a puzzle does not have as many cells as the
/// rules.
pub struct Solver<'r> {
    rules: &'r RuleSet,
    patience: Option<u64>,
    // Created when first needed.
    engine: Option<Engine>,
    walk: Option<Walk>,
}

impl<'r> Solver<'r> {
    /// A solver under these rules.
    pub fn new(rules: &'r RuleSet) -> Solver<'r> {
        Solver { rules, patience: None, engine: None, walk: None }
    }

    /// A solver that uses clause learning after `patience` nodes of plain search.
    pub fn with_patience(rules: &'r RuleSet, patience: u64) -> Solver<'r> {
        Solver { patience: Some(patience), ..Solver::new(rules) }
    }

    /// The rules.
    pub fn rules(&self) -> &'r RuleSet {
        self.rules
    }

    /// min(number of solutions, `limit`), which is 0 for a limit of 0, or [`UNDECIDED`] if the nodes or the time ran
    /// out.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn count<'a>(
        &mut self,
        puzzle: impl Into<Start<'a>>,
        limit: u64,
        control: &Control<'_>,
    ) -> Result<u64, Error> {
        let nodes = &mut control.nodes();
        decided(self.count_up_to(puzzle.into(), limit, nodes, None, control))
    }

    /// Writes a solution and returns the verdict. If there are several solutions, writes the smallest up to side
    /// [`SMALLEST_UP_TO`], and the first one found on larger boards; if there is none or it is unknown, writes blanks.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn solve<'a>(
        &mut self,
        puzzle: impl Into<Start<'a>>,
        solution: &mut [u8],
        control: &Control<'_>,
    ) -> Result<Verdict, Error> {
        let (puzzle, mut nodes) = (puzzle.into(), control.nodes());
        let verdict = self.solve_within(puzzle, solution, &mut nodes, control)?;
        if verdict == Verdict::Multiple && self.rules.side() <= SMALLEST_UP_TO {
            match self.smallest(puzzle, solution, &mut nodes, control) {
                Ok(()) => return Ok(verdict),
                Err(Stop::Cancelled) => return Err(Stop::Cancelled.into()),
                Err(_) => {
                    solution.fill(0);
                    return Ok(Verdict::Undecided);
                }
            }
        }
        Ok(verdict)
    }

    /// Writes a solution and returns the verdict. The solution depends only on the rules and the puzzle; if there is
    /// none or it is unknown, writes blanks.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn solve_any<'a>(
        &mut self,
        puzzle: impl Into<Start<'a>>,
        solution: &mut [u8],
        control: &Control<'_>,
    ) -> Result<Verdict, Error> {
        self.solve_within(puzzle.into(), solution, &mut control.nodes(), control)
    }

    fn solve_within(
        &mut self,
        puzzle: Start<'_>,
        solution: &mut [u8],
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Result<Verdict, Error> {
        let count = self.count_up_to(puzzle, 2, nodes, Some(solution), control);
        let verdict = verdict_of(decided(count)?);
        if !matches!(verdict, Verdict::Unique | Verdict::Multiple) {
            solution.fill(0);
        }
        Ok(verdict)
    }

    /// The verdict.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn verdict<'a>(
        &mut self,
        puzzle: impl Into<Start<'a>>,
        control: &Control<'_>,
    ) -> Result<Verdict, Error> {
        Ok(verdict_of(self.count(puzzle, 2, control)?))
    }

    /// Writes a solution that depends only on the rules and the puzzle; returns whether there is one. Subtracts the
    /// nodes used from `nodes`.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn find<'a>(
        &mut self,
        puzzle: impl Into<Start<'a>>,
        solution: &mut [u8],
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Result<bool, Error> {
        Ok(self.count_up_to(puzzle.into(), 1, nodes, Some(solution), control)? == 1)
    }

    /// min(number of solutions, `limit`); writes the first solution found if there is one and `limit` is 1 or 2.
    pub(crate) fn count_up_to(
        &mut self,
        puzzle: Start<'_>,
        limit: u64,
        nodes: &mut u64,
        solution: Option<&mut [u8]>,
        control: &Control<'_>,
    ) -> Result<u64, Stop> {
        let rules = self.rules;
        puzzle.check(rules.cells());
        if let Some(small) = rules.small {
            let mut unused = [0; 64];
            let first = solution.unwrap_or(&mut unused);
            return small.count(puzzle, limit, nodes, first, rules.backend, control);
        }
        let engine = self.engine.get_or_insert_with(|| Engine::new(rules, self.patience));
        let count = engine.count(rules, puzzle, limit, nodes, control)?;
        if count > 0
            && let Some(solution) = solution
        {
            solution.copy_from_slice(engine.first());
        }
        Ok(count)
    }

    /// The rules, and the engine for boards of any size.
    pub(super) fn engine(&mut self) -> (&'r RuleSet, &mut Engine) {
        let engine = self.engine.get_or_insert_with(|| Engine::new(self.rules, self.patience));
        (self.rules, engine)
    }

    /// Writes a solution other than the `known` one; returns whether there is one.
    ///
    /// # Errors
    /// The search stopped early.
    #[cfg(any(test, feature = "generate"))]
    pub(crate) fn other(
        &mut self,
        puzzle: Start<'_>,
        known: &[u8],
        nodes: &mut u64,
        solution: &mut [u8],
        control: &Control<'_>,
    ) -> Result<bool, Stop> {
        let rules = self.rules;
        puzzle.check(rules.cells());
        let engine = self.engine.get_or_insert_with(|| Engine::new(rules, self.patience));
        let count = engine.count(rules, puzzle, 2, nodes, control)?;
        let found = [engine.first(), engine.second()];
        let other = found[..count as usize].iter().find(|&&found| found != known);
        if let Some(other) = other {
            solution.copy_from_slice(other);
        }
        Ok(other.is_some())
    }

    /// Replaces a solution of a puzzle by the lexicographically smallest one. Subtracts the nodes used from `nodes`.
    fn smallest(
        &mut self,
        puzzle: Start<'_>,
        solution: &mut [u8],
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Result<(), Stop> {
        let rules = self.rules;
        if let Some(small) = rules.small {
            let budget = SMALL_NODES.min(*nodes);
            let mut left = budget;
            let found = small.smallest(puzzle, &mut left, solution);
            *nodes -= budget - left;
            if found == Ok(true) {
                return Ok(());
            }
        }
        let walk = self.walk.get_or_insert_with(|| Walk::new(rules));
        walk.begin(rules, puzzle);
        if rules.small.is_none() {
            walk.set_witness(solution);
        }
        match walk.next(rules, solution, nodes, control) {
            Found::Solution => Ok(()),
            Found::Nothing => Err(Stop::Nodes),
            Found::Stopped(stop) => Err(stop),
        }
    }
}

/// The count, or [`UNDECIDED`] if the nodes or the time ran out.
fn decided(count: Result<u64, Stop>) -> Result<u64, Error> {
    Ok(control::decided(count)?.unwrap_or(UNDECIDED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_solution_takes_from_the_nodes() {
        for (height, width) in [(2, 2), (2, 3), (2, 4), (3, 3)] {
            let side = height * width;
            let rules = RuleSet::with_digits(side, side, Some((height, width)), &[]).unwrap();
            let (blank, mut solution) = (vec![0u8; side * side], vec![0; side * side]);
            let (mut solver, mut nodes) = (Solver::new(&rules), 10_000);
            let control = Control::unlimited();
            assert!(solver.find(&blank[..], &mut solution, &mut nodes, &control).unwrap());
            let before = nodes;
            solver
                .smallest((&blank[..]).into(), &mut solution, &mut nodes, &control)
                .expect("a solution");
            assert!(nodes < before, "{side}");
        }
    }
}
