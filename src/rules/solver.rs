//! Questions about one puzzle, answered by whichever search suits: how many solutions up to a limit, and one of them.

#![forbid(unsafe_code)]

use crate::control::{Control, Stop};
use crate::error::Error;
use crate::solve::{UNDECIDED, Verdict, verdict_of};

use super::boards;
use super::clauses::{Clauses, NoClauses};
use super::enumerate::Walk;
use super::rule_set::RuleSet;
use super::search::{Found, Search, given, search};

/// Puzzles up to this side that have several solutions are answered with the smallest.
pub const SMALLEST_UP_TO: usize = 9;

/// Nodes of search with boards before clause learning is asked. Non-consecutive 9x9 puzzles with seven givens take 4
/// milliseconds in the middle and up to 22, some 1.1 microseconds a node; clauses need longer for them.
const PATIENCE_WITH_BOARDS: u64 = 50_000;

/// The same for search with a trail: with 10,000 hard boards of 25x25 take longer.
const PATIENCE_WITH_TRAIL: u64 = 400;

/// Steps that a small board may take to its smallest solution before that is looked for with more care.
const STEPS: u64 = 4096;

/// Answers questions by one set of rules, one after the other, with memory that it keeps.
pub struct Solver<'r> {
    rules: &'r RuleSet,
    search: Box<dyn Search + 'r>,
    walk: Option<Walk<'r>>,
    /// Nodes of plain search before clause learning is asked.
    patience: u64,
    /// The first solution of the present question.
    first: Vec<u8>,
}

impl<'r> Solver<'r> {
    /// A solver that has seen no puzzle.
    pub fn new(rules: &'r RuleSet) -> Solver<'r> {
        let with_boards = rules.side <= boards::LARGEST;
        let patience = if with_boards { PATIENCE_WITH_BOARDS } else { PATIENCE_WITH_TRAIL };
        Solver::with_patience(rules, patience)
    }

    /// A solver that turns to clause learning after so many nodes of plain search.
    pub fn with_patience(rules: &'r RuleSet, patience: u64) -> Solver<'r> {
        Solver { rules, search: search(rules), walk: None, patience, first: vec![0; rules.cells()] }
    }

    /// The rules.
    pub fn rules(&self) -> &'r RuleSet {
        self.rules
    }

    /// min(number of solutions, `limit`), or [`UNDECIDED`] where `nodes` or the time ran out.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn count(
        &mut self,
        puzzle: &[u8],
        limit: u64,
        control: &Control<'_>,
    ) -> Result<u64, Error> {
        let count = self.count_puzzle(puzzle, limit, &mut control.nodes(), control);
        Ok(known(count)?)
    }

    /// The same; leaves the first solution in `self.first`, and in `nodes` what is left of them.
    fn count_puzzle(
        &mut self,
        puzzle: &[u8],
        limit: u64,
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Result<u64, Stop> {
        match self.rules.small {
            None => {
                let sets = puzzle.iter().map(|&digit| given(digit));
                self.ask(sets, limit, nodes, None, control)
            }
            Some(small) => {
                let first = &mut self.first;
                small.count(puzzle, limit, nodes, first, self.rules.backend, control)
            }
        }
    }

    /// The verdict, and the solution where there is one: of several the smallest for sides up to
    /// [`SMALLEST_UP_TO`], else the one that is found first. Blank where there is none or it is not known.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn solve(
        &mut self,
        puzzle: &[u8],
        solution: &mut [u8],
        control: &Control<'_>,
    ) -> Result<Verdict, Error> {
        let mut nodes = control.nodes();
        let count = known(self.count_puzzle(puzzle, 2, &mut nodes, control))?;
        let verdict = verdict_of(count);
        if matches!(verdict, Verdict::Unique | Verdict::Multiple) {
            solution.copy_from_slice(&self.first);
        } else {
            solution.fill(0);
        }
        if verdict == Verdict::Multiple && self.rules.side <= SMALLEST_UP_TO {
            match self.smallest(puzzle, solution, &mut nodes, control) {
                Found::Solution => {}
                Found::Stopped(Stop::Cancelled) => return Err(Stop::Cancelled.into()),
                _ => {
                    solution.fill(0);
                    return Ok(Verdict::Undecided);
                }
            }
        }
        Ok(verdict)
    }

    /// Writes the lexicographically smallest solution.
    fn smallest(
        &mut self,
        puzzle: &[u8],
        solution: &mut [u8],
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Found {
        if let Some(small) = self.rules.small
            && small.smallest(puzzle, &mut STEPS.min(*nodes), solution) == Found::Solution
        {
            return Found::Solution;
        }
        let rules = self.rules;
        let walk = self.walk.get_or_insert_with(|| Walk::new(rules));
        walk.begin(puzzle);
        walk.next(solution, nodes, control)
    }

    /// The verdict alone.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn verdict(&mut self, puzzle: &[u8], control: &Control<'_>) -> Result<Verdict, Error> {
        Ok(verdict_of(self.count(puzzle, 2, control)?))
    }

    /// A solution of what the cells may hold; `None` where there is none.
    ///
    /// # Errors
    /// Any [`Stop`].
    pub(super) fn find(
        &mut self,
        sets: impl Iterator<Item = u64>,
        solution: &mut [u8],
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Result<bool, Stop> {
        Ok(self.ask(sets, 1, nodes, Some(solution), control)? == 1)
    }

    /// min(number of solutions, limit); writes the first solution; leaves in `nodes` what is left of them.
    ///
    /// # Errors
    /// Any [`Stop`].
    pub(super) fn ask(
        &mut self,
        sets: impl Iterator<Item = u64>,
        limit: u64,
        nodes: &mut u64,
        solution: Option<&mut [u8]>,
        control: &Control<'_>,
    ) -> Result<u64, Stop> {
        if self.search.begin(&mut { sets }).is_err() {
            return Ok(0);
        }
        let mut allowance = self.patience.min(*nodes);
        *nodes -= allowance;
        let mut count = 0;
        let mut learned = false;
        while count < limit {
            match self.search.next(&mut allowance, control) {
                Found::Solution => {
                    if count == 0 {
                        self.search.write_digits(&mut self.first);
                    }
                    count += 1;
                }
                Found::Nothing => break,
                Found::Stopped(Stop::Nodes) if *nodes > 0 => {
                    if count < 2 && !learned {
                        learned = true;
                        match self.learn(count, limit.min(2), nodes, control)? {
                            Learned::Count(all) if all < 2 || limit <= 2 => {
                                count = all;
                                break;
                            }
                            // There are several; how many, only going through them tells.
                            Learned::Count(_) | Learned::TooLarge => {}
                        }
                    }
                    allowance = std::mem::take(nodes);
                }
                Found::Stopped(stop) => return Err(stop),
            }
        }
        *nodes += allowance;
        if count > 0
            && let Some(solution) = solution
        {
            solution.copy_from_slice(&self.first);
        }
        Ok(count)
    }

    /// min(number of solutions, limit) of what the search began with, by clause learning; `count` of them, none or one,
    /// are known, and the first is in `self.first`.
    fn learn(
        &mut self,
        mut count: u64,
        limit: u64,
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Result<Learned, Stop> {
        let domain = self.search.beginning();
        let mut clauses = match Clauses::new(self.rules, &domain, *nodes, control) {
            Ok(clauses) => clauses,
            Err(NoClauses::TooMany) => return Ok(Learned::TooLarge),
            Err(NoClauses::Stopped(stop)) => return Err(stop),
        };
        let mut solution = vec![0; domain.len()];
        if count > 0 {
            clauses.forbid(&self.first);
        }
        while count < limit {
            match clauses.solve(&mut solution) {
                Found::Solution => {
                    clauses.forbid(&solution);
                    if count == 0 {
                        self.first.copy_from_slice(&solution);
                    }
                    count += 1;
                }
                Found::Nothing => break,
                Found::Stopped(stop) => return Err(stop),
            }
        }
        *nodes = clauses.nodes();
        Ok(Learned::Count(count))
    }
}

/// What clause learning came to.
enum Learned {
    /// min(number of solutions, limit).
    Count(u64),
    /// There are too many clauses.
    TooLarge,
}

/// The count, or [`UNDECIDED`] if the nodes or the time ran out.
fn known(count: Result<u64, Stop>) -> Result<u64, Stop> {
    match count {
        Err(Stop::Nodes | Stop::Deadline) => Ok(UNDECIDED),
        count => count,
    }
}
