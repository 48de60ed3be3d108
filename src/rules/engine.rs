//! Counts the solutions of a puzzle up to a limit and finds one: first by search, then by clause learning.
//!
//! ```text
//!   up to 9 digits  boards   64 nodes ─ with groups of cells, if there are any   500,000 nodes ┐
//!   up to 16        boards                                                        50,000 nodes ┤
//!   beyond          trail                                                            400 nodes ┴─ then clauses, if a second
//!                                                                 solution is not known ─ then search again
//! ```

#![forbid(unsafe_code)]

use crate::control::{Control, Stop};

use super::arch;
use super::boards::BoardSearch;
use super::clauses::{Clauses, NoClauses};
use super::digits::Conflict;
use super::rule_set::RuleSet;
use super::search::Found;
use super::start::Start;
use super::trail::TrailSearch;

/// The number of nodes of the search with boards before clause learning. Non-consecutive 9x9 puzzles with seven givens
/// take about 3,300 nodes of 1.1 microseconds; clause learning takes longer for them.
const PATIENCE_WITH_BOARDS: u64 = 50_000;

/// The number of nodes of the search with a trail before clause learning. With 10,000, hard 25x25 boards take longer.
const PATIENCE_WITH_TRAIL: u64 = 400;

/// The number of nodes of the search with boards before it uses the deductions about groups of cells, if there are any.
/// The search then starts again with the weights of the conflicts so far: after 64 nodes, they indicate which cells are
/// worth a guess.
const PATIENCE_WITHOUT_GROUPS: u64 = 64;

/// The number of nodes with these deductions before clause learning, which does not use them.
const PATIENCE_WITH_GROUPS: u64 = 500_000;

/// A solver for one set of rules, which must be the same in every call. It reuses its memory.
pub(super) struct Engine {
    search: Search,
    /// The number of nodes of plain search before clause learning, if it is not one of the constants above.
    patience: Option<u64>,
    /// The first solution of the last call, and the second one if the limit was 2.
    first: Box<[u8]>,
    second: Box<[u8]>,
}

impl Engine {
    /// An engine for these rules that uses clause learning after `patience` nodes; by default after the constants
    /// above.
    pub fn new(rules: &RuleSet, patience: Option<u64>) -> Engine {
        let first = vec![0; rules.cells()].into_boxed_slice();
        Engine { search: Search::new(rules), patience, second: first.clone(), first }
    }

    /// The first solution found by the last call, if it found one.
    pub fn first(&self) -> &[u8] {
        &self.first
    }

    /// The second solution found by the last call, if its limit was 2 and it found two.
    #[cfg(any(test, feature = "generate"))]
    pub fn second(&self) -> &[u8] {
        &self.second
    }

    /// min(number of solutions, `limit`). Subtracts the nodes used from `nodes`.
    ///
    /// # Errors
    /// The search stopped early.
    pub fn count(
        &mut self,
        rules: &RuleSet,
        start: Start<'_>,
        limit: u64,
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Result<u64, Stop> {
        if self.search.begin(rules, start).is_err() {
            return Ok(0);
        }
        let (first, mut rest) = match (self.patience, &self.search) {
            (Some(patience), _) => (patience, 0),
            (None, Search::Trail(_)) => (PATIENCE_WITH_TRAIL, 0),
            (None, _) => (PATIENCE_WITHOUT_GROUPS, PATIENCE_WITH_BOARDS - PATIENCE_WITHOUT_GROUPS),
        };
        let (mut is_strong, mut learned) = (false, false);
        let mut allowance = first.min(*nodes);
        *nodes -= allowance;
        let mut count = 0;
        while count < limit {
            match self.search.next(rules, is_strong, &mut allowance, control) {
                Found::Solution => {
                    match count {
                        0 => self.search.write_digits(&mut self.first),
                        1 if limit == 2 => self.search.write_digits(&mut self.second),
                        _ => {}
                    }
                    count += 1;
                }
                Found::Nothing => break,
                Found::Stopped(Stop::Nodes) if *nodes > 0 && rest > 0 => {
                    is_strong = rules.has_groups(control)?;
                    if is_strong {
                        rest = PATIENCE_WITH_GROUPS;
                        if count == 0 {
                            self.search.restart();
                        }
                    }
                    allowance = std::mem::take(&mut rest).min(*nodes);
                    *nodes -= allowance;
                }
                Found::Stopped(Stop::Nodes) if *nodes > 0 => {
                    if count < 2 && !learned {
                        learned = true;
                        match self.learn(rules, count, limit.min(2), nodes, control)? {
                            Some(all) if all < 2 || limit <= 2 => {
                                count = all;
                                break;
                            }
                            // There are several solutions, which only the search counts; or there are too many clauses.
                            _ => {}
                        }
                    }
                    allowance = std::mem::take(nodes);
                }
                Found::Stopped(stop) => return Err(stop),
            }
        }
        *nodes += allowance;
        Ok(count)
    }

    /// min(number of solutions, limit) of the puzzle that the search started with, by clause learning; `None` if there
    /// are too many clauses. `count` solutions, none or one, are already known, and the first is in `self.first`.
    fn learn(
        &mut self,
        rules: &RuleSet,
        mut count: u64,
        limit: u64,
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Result<Option<u64>, Stop> {
        let domain = self.search.domain_before_guesses(rules);
        let mut clauses = match Clauses::new(&rules.compiled, &domain, *nodes, control) {
            Ok(clauses) => clauses,
            Err(NoClauses::TooMany) => return Ok(None),
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
                    match count {
                        0 => self.first.copy_from_slice(&solution),
                        _ => self.second.copy_from_slice(&solution),
                    }
                    count += 1;
                }
                Found::Nothing => break,
                Found::Stopped(stop) => return Err(stop),
            }
        }
        *nodes = clauses.nodes();
        Ok(Some(count))
    }
}

/// One search, without the changes of method of [`Engine::count`].
impl Engine {
    /// Forgets the weights of conflicts.
    pub fn forget(&mut self, rules: &RuleSet) {
        match &mut self.search {
            Search::Boards1(search) => search.forget(rules.boards(false)),
            Search::Boards2(search) => search.forget(rules.boards(false)),
            Search::Boards4(search) => search.forget(rules.boards(false)),
            Search::Trail(_) => {}
        }
    }

    /// Starts a search with the weights of the last one that guesses the `preferred` candidates first. With
    /// `is_needed`, it finds only solutions with one of them.
    ///
    /// # Errors
    /// There is no solution.
    pub fn begin(
        &mut self,
        rules: &RuleSet,
        start: Start<'_>,
        preferred: &[u64],
        is_needed: bool,
    ) -> Result<(), Conflict> {
        self.search.begin_again(rules, start)?;
        self.search.prefer(preferred, is_needed);
        Ok(())
    }

    /// Changes the preferred candidates of a search for solutions with one of them.
    pub fn need(&mut self, preferred: &[u64]) {
        self.search.prefer(preferred, true);
    }

    /// Finds the next solution, which [`Engine::first`] returns. With `is_strong`, uses the groups of cells.
    pub fn next(
        &mut self,
        rules: &RuleSet,
        is_strong: bool,
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Found {
        let found = self.search.next(rules, is_strong, nodes, control);
        if found == Found::Solution {
            self.search.write_digits(&mut self.first);
        }
        found
    }
}

/// The search for the number of digits: boards, by the number of words in a set of cells, or a trail.
enum Search {
    Boards1(Box<BoardSearch<1>>),
    Boards2(Box<BoardSearch<2>>),
    Boards4(Box<BoardSearch<4>>),
    Trail(Box<TrailSearch>),
}

impl Search {
    fn new(rules: &RuleSet) -> Search {
        if rules.digits() > arch::DIGITS {
            return Search::Trail(Box::new(TrailSearch::new(rules.trail())));
        }
        match rules.geometry().words() {
            1 => Search::Boards1(Box::new(BoardSearch::new(rules.boards(false)))),
            2 => Search::Boards2(Box::new(BoardSearch::new(rules.boards(false)))),
            _ => Search::Boards4(Box::new(BoardSearch::new(rules.boards(false)))),
        }
    }

    fn begin(&mut self, rules: &RuleSet, start: Start<'_>) -> Result<(), Conflict> {
        match self {
            Search::Boards1(search) => search.begin(rules.boards(false), start),
            Search::Boards2(search) => search.begin(rules.boards(false), start),
            Search::Boards4(search) => search.begin(rules.boards(false), start),
            Search::Trail(search) => search.begin(rules.trail(), start),
        }
    }

    /// Starts a similar puzzle, keeping the knowledge about conflicts.
    fn begin_again(&mut self, rules: &RuleSet, start: Start<'_>) -> Result<(), Conflict> {
        match self {
            Search::Boards1(search) => search.begin_again(rules.boards(false), start),
            Search::Boards2(search) => search.begin_again(rules.boards(false), start),
            Search::Boards4(search) => search.begin_again(rules.boards(false), start),
            Search::Trail(search) => search.begin(rules.trail(), start),
        }
    }

    fn prefer(&mut self, sets: &[u64], is_needed: bool) {
        match self {
            Search::Boards1(search) => search.prefer(sets, is_needed),
            Search::Boards2(search) => search.prefer(sets, is_needed),
            Search::Boards4(search) => search.prefer(sets, is_needed),
            Search::Trail(search) => search.prefer(sets, is_needed),
        }
    }

    /// Starts the same puzzle again, keeping the knowledge about conflicts.
    fn restart(&mut self) {
        match self {
            Search::Boards1(search) => search.restart(),
            Search::Boards2(search) => search.restart(),
            Search::Boards4(search) => search.restart(),
            Search::Trail(_) => unreachable!("this search has no groups"),
        }
    }

    fn next(
        &mut self,
        rules: &RuleSet,
        is_strong: bool,
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Found {
        let backend = rules.backend;
        match self {
            Search::Boards1(search) => {
                search.next(rules.boards(is_strong), backend, nodes, control)
            }
            Search::Boards2(search) => {
                search.next(rules.boards(is_strong), backend, nodes, control)
            }
            Search::Boards4(search) => {
                search.next(rules.boards(is_strong), backend, nodes, control)
            }
            Search::Trail(search) => search.next(rules.trail(), nodes, control),
        }
    }

    fn domain_before_guesses(&self, rules: &RuleSet) -> Vec<u64> {
        match self {
            Search::Boards1(search) => search.domain_before_guesses(rules.boards(false)),
            Search::Boards2(search) => search.domain_before_guesses(rules.boards(false)),
            Search::Boards4(search) => search.domain_before_guesses(rules.boards(false)),
            Search::Trail(search) => search.domain_before_guesses(),
        }
    }

    fn write_digits(&self, digits: &mut [u8]) {
        match self {
            Search::Boards1(search) => search.write_digits(digits),
            Search::Boards2(search) => search.write_digits(digits),
            Search::Boards4(search) => search.write_digits(digits),
            Search::Trail(search) => search.write_digits(digits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::rules::Grids;
    use crate::random::{Domain, Key, Words};
    use crate::rules::constraint::{Constraint, Primitive};
    use crate::rules::digits::of_given;
    use crate::solve::Backend;

    /// A constraint satisfied by `grid`.
    fn constraint(words: &mut Words, side: usize, grid: &[u8]) -> Constraint {
        let mut below = |bound: usize| words.below(bound as u64) as usize;
        let mut cells: Vec<usize> = (0..2 + below(4)).map(|_| below(side * side)).collect();
        cells.sort_unstable();
        cells.dedup();
        let value = |cell: usize| i64::from(grid[cell]);
        match below(5) {
            0 => {
                let (a, b) = (below(side * side), below(side * side));
                let mut table: Vec<u64> = (0..side)
                    .map(|_| (0..side).filter(|_| below(2) == 0).fold(0, |row, e| row | 1 << e))
                    .collect();
                table[usize::from(grid[a]) - 1] |= of_given(grid[b]);
                Primitive::Related { pairs: vec![(a, b)], table }.into()
            }
            1 => {
                let sum = cells.iter().map(|&cell| value(cell)).sum();
                let digits = cells.iter().fold(0u64, |digits, &cell| digits | 1 << grid[cell]);
                let no_repeat = digits.count_ones() as usize == cells.len();
                Primitive::Total { cells, sum, weights: None, no_repeat }.into()
            }
            2 => {
                let weights: Vec<i64> = cells.iter().map(|_| below(5) as i64 - 2).collect();
                let sum = cells.iter().zip(&weights).map(|(&cell, w)| w * value(cell)).sum();
                Primitive::Total { cells, sum, weights: Some(weights), no_repeat: false }.into()
            }
            3 => {
                // The number of small digits in some cells, about half of the board.
                let cells: Vec<usize> = (0..side * side).filter(|_| below(2) == 0).collect();
                let most = 1 + below(side / 2);
                let is_small = |d: usize| d < most;
                let count = cells.iter().filter(|&&cell| is_small(usize::from(grid[cell]) - 1));
                let count = count.count();
                let next = |state: usize, d: usize| {
                    let next = state + usize::from(is_small(d));
                    if next > count { -1 } else { next as i64 }
                };
                let transitions: Vec<Vec<i64>> =
                    (0..=count).map(|state| (0..side).map(|d| next(state, d)).collect()).collect();
                let (states, accepting) = (count + 1, vec![count]);
                Primitive::Accepted {
                    cells,
                    states,
                    start: 0,
                    accepting,
                    transitions: transitions.into(),
                }
                .into()
            }
            _ => {
                // The sum modulo 3.
                let next = |state: usize, d: usize| ((state + d + 1) % 3) as i64;
                let end = cells.iter().map(|&cell| value(cell)).sum::<i64>() % 3;
                let transitions: Vec<_> =
                    (0..3).map(|state| (0..side).map(|d| next(state, d)).collect()).collect();
                let accepting = vec![end as usize];
                Primitive::Accepted {
                    cells,
                    states: 3,
                    start: 0,
                    accepting,
                    transitions: transitions.into(),
                }
                .into()
            }
        }
    }

    /// min(number of solutions, 20), and the number of nodes used.
    fn count(search: &mut Search, rules: &RuleSet, is_strong: bool, puzzle: &[u8]) -> (usize, u64) {
        if search.begin(rules, Start::Givens(puzzle)).is_err() {
            return (0, 0);
        }
        let (mut nodes, control) = (u64::MAX, Control::unlimited());
        let is_strong = is_strong && rules.has_groups(&control).unwrap();
        let found = || search.next(rules, is_strong, &mut nodes, &control) == Found::Solution;
        let count = std::iter::repeat_with(found).take(20).take_while(|&found| found).count();
        (count, u64::MAX - nodes)
    }

    #[test]
    fn boards_and_trail_find_as_many_solutions() {
        let key = Key::from_u64(7);
        let (mut seen, mut groups) = ([0; 3], 0);
        for (height, width) in [(2, 4), (3, 3), (2, 5), (3, 4), (4, 4)] {
            let side = height * width;
            let plain = Constraint::houses(height, width);
            let plain_rules = RuleSet::new(side, &plain).unwrap();
            let grids = Grids::new(&plain_rules, false, &Control::unlimited()).unwrap();
            for item in 0..60 {
                let mut words = key.words(Domain::Grids, item, side as u64);
                let mut grid = vec![0; side * side];
                grids.fill(&plain_rules, &key, item, &mut grid, &Control::unlimited()).unwrap();
                let more = (0..3 * side).map(|_| constraint(&mut words, side, &grid));
                let constraints: Vec<Constraint> = plain.iter().cloned().chain(more).collect();
                let rules = RuleSet::new(side, &constraints).unwrap();
                let mut boards = Search::new(&rules);
                let mut trail = Search::Trail(Box::new(TrailSearch::new(rules.trail())));
                let mut puzzle = grid;
                let share = 40 + words.below(30);
                puzzle.iter_mut().filter(|_| words.below(100) < share).for_each(|d| *d = 0);
                if item % 4 == 0 {
                    puzzle[words.below(9) as usize] = 1 + words.below(side as u64) as u8;
                }
                let (expected, _) = count(&mut trail, &rules, false, &puzzle);
                for is_strong in [false, true] {
                    let found = count(&mut boards, &rules, is_strong, &puzzle);
                    assert_eq!(found.0, expected, "{constraints:?} {puzzle:?}");
                    for backend in Backend::available() {
                        let rules = rules.clone().with_backend(backend);
                        let other = count(&mut Search::new(&rules), &rules, is_strong, &puzzle);
                        assert_eq!(other, found, "{backend:?} {constraints:?} {puzzle:?}");
                    }
                    let has_groups = rules.has_groups(&Control::unlimited()).unwrap();
                    groups += usize::from(is_strong && has_groups);
                }
                seen[expected.min(2)] += 1;
            }
        }
        assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
        assert!(groups > 100, "{groups}");
    }
}
