//! Questions about one puzzle, answered by whichever search suits: how many solutions up to a limit, and one of them.

use crate::control::{Control, Signal};
use crate::error::Error;
use crate::solve::{UNDECIDED, Verdict};

use super::enumerate::Walk;
use super::rule_set::RuleSet;
use super::search::{Found, Search, given};

/// Puzzles up to this side that have several solutions are answered with the smallest.
pub const SMALLEST_UP_TO: usize = 9;

/// Answers questions by one set of rules, one after the other, with memory that it keeps.
pub struct Solver<'r> {
    rules: &'r RuleSet,
    search: Search<'r>,
    walk: Option<Walk<'r>>,
}

/// What a question allows.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Counting stops here.
    pub solutions: u64,
    /// Nodes of search.
    pub nodes: u64,
}

impl<'r> Solver<'r> {
    /// A solver that has seen no puzzle.
    pub fn new(rules: &'r RuleSet) -> Solver<'r> {
        Solver { rules, search: Search::new(rules), walk: None }
    }

    /// The rules.
    pub fn rules(&self) -> &'r RuleSet {
        self.rules
    }

    /// min(number of solutions, `limit`), or [`UNDECIDED`] where `nodes` or the time ran out.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn count(
        &mut self,
        puzzle: &[u8],
        limit: u64,
        nodes: u64,
        control: &Control<'_>,
    ) -> Result<u64, Error> {
        let sets = puzzle.iter().map(|&digit| given(digit));
        self.ask(sets, Limits { solutions: limit, nodes }, None, control)
    }

    /// The verdict, and the solution where there is one: of several the smallest for sides up to
    /// [`SMALLEST_UP_TO`], else the one that is found first. Blank where there is none or it is not known.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn solve(
        &mut self,
        puzzle: &[u8],
        solution: &mut [u8],
        nodes: u64,
        control: &Control<'_>,
    ) -> Result<Verdict, Error> {
        solution.fill(0);
        let sets = puzzle.iter().map(|&digit| given(digit));
        let limits = Limits { solutions: 2, nodes };
        let verdict = match self.ask(sets, limits, Some(solution), control)? {
            0 => Verdict::NoSolution,
            1 => Verdict::Unique,
            UNDECIDED => Verdict::Undecided,
            _ if self.rules.side > SMALLEST_UP_TO => Verdict::Multiple,
            _ => {
                let rules = self.rules;
                let walk = self.walk.get_or_insert_with(|| Walk::new(rules));
                walk.begin(puzzle);
                match walk.next(solution, nodes, control) {
                    Found::Solution => Verdict::Multiple,
                    Found::Stopped(Signal::Cancelled) => return Err(Error::Cancelled),
                    _ => Verdict::Undecided,
                }
            }
        };
        if verdict == Verdict::Undecided {
            solution.fill(0);
        }
        Ok(verdict)
    }

    /// The verdict alone.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn verdict(
        &mut self,
        puzzle: &[u8],
        nodes: u64,
        control: &Control<'_>,
    ) -> Result<Verdict, Error> {
        Ok(match self.count(puzzle, 2, nodes, control)? {
            0 => Verdict::NoSolution,
            1 => Verdict::Unique,
            UNDECIDED => Verdict::Undecided,
            _ => Verdict::Multiple,
        })
    }

    /// A solution of what the cells may hold; `None` where there is none.
    ///
    /// # Errors
    /// [`Error::Cancelled`], [`Error::OutOfBudget`].
    pub(super) fn find(
        &mut self,
        sets: impl Iterator<Item = u64>,
        solution: &mut [u8],
        nodes: u64,
        control: &Control<'_>,
    ) -> Result<bool, Error> {
        match self.ask(sets, Limits { solutions: 1, nodes }, Some(solution), control)? {
            UNDECIDED => Err(Error::OutOfBudget),
            count => Ok(count == 1),
        }
    }

    /// min(number of solutions, limit) or [`UNDECIDED`]; writes the first solution.
    pub(super) fn ask(
        &mut self,
        sets: impl Iterator<Item = u64>,
        limits: Limits,
        mut solution: Option<&mut [u8]>,
        control: &Control<'_>,
    ) -> Result<u64, Error> {
        let Limits { solutions: limit, mut nodes } = limits;
        if self.search.begin(sets).is_err() {
            return Ok(0);
        }
        let mut count = 0;
        while count < limit {
            match self.search.next(&mut nodes, control) {
                Found::Solution => {
                    if count == 0
                        && let Some(solution) = &mut solution
                    {
                        self.search.state.write_digits(solution);
                    }
                    count += 1;
                }
                Found::Nothing => break,
                Found::Stopped(Signal::Cancelled) => return Err(Error::Cancelled),
                Found::OutOfNodes | Found::Stopped(_) => return Ok(UNDECIDED),
            }
        }
        Ok(count)
    }
}
