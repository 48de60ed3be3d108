//! The candidates that occur in some solution, by several kinds of search in turn.
//!
//! ```text
//!   tree       one search for all solutions with a new candidate          exhausted: there are no others
//!   guided     for each open candidate, a search near a known solution    the candidate occurs, or is removed
//!   clauses    a solution with any of the open candidates                 none: there are no others
//! ```
//!
//! Every solution is a witness for all its candidates, so an *open* candidate occurs in no solution known so far. The
//! tree guesses open candidates first and leaves a position without any. If its first solution is the only one, the
//! rest of the tree proves that. Soon after its beginning, it starts again after each solution, because below the last
//! guess only a few cells change.
//!
//! Guided searches guess the digits of a known solution first. Longer ones choose the solution that has the most digits
//! left after propagation from the candidate.
//!
//! *Cost.* Blank boards with a few clues need 30 to 60 solutions of a few dozen nodes each. On hard boards one kind of
//! search is often a hundred times as fast as the others: the tree if there are few solutions, guided searches if there
//! are many, and clauses for proofs. Each kind therefore gets about the same time before the limits increase. The weights of
//! conflicts are kept from one search to the next.

#![forbid(unsafe_code)]

use crate::control::{Control, Stop};

use super::clauses::{Clauses, NoClauses};
use super::digits::{bits, of_given};
use super::engine::Engine;
use super::rule_set::RuleSet;
use super::search::Found;
use super::start::Start;
use super::trail::{Effort, State};

/// The number of nodes of the first tree, which is without the deductions about groups of cells.
const WITHOUT_GROUPS: u64 = 64;

/// The number of nodes of the first tree with these deductions, after the first guided searches.
const FIRST_TREE: u64 = 512;

/// The nodes of the first search for each open candidate. Its guesses are not guided, so its solutions differ much, and a
/// few dozen of them contain all candidates of most boards.
const FIRST_EACH: u64 = 400;

/// The nodes of these searches for all candidates together.
const FIRST_ALL: u64 = 16_000;

/// The nodes of the first guided searches for each open candidate, and for how many known solutions they are repeated.
const FIRST_GUIDED: [(u64, usize); 2] = [(16, 2), (64, 1)];

/// Guided searches with at least this many nodes are near the nearest solution, shorter ones near the last solution.
const NEAREST: u64 = 64;

/// The nodes of the first round for all guided searches together and for each solution of the tree, which usually take a
/// few tenths of a second, and the conflicts with clauses, which take about 0.1 s. Each round has [`GROWTH`] times as many.
const NODES: u64 = 50_000;
const CONFLICTS: u64 = 4_000;
const GROWTH: u64 = 4;

/// The nodes of the tree for all solutions together, as a multiple of the nodes for each. Without this limit, it finds
/// many solutions with few new candidates each.
const TREE: u64 = 3;

/// With fewer open candidates, the guided searches have [`GROWTH`] times as many nodes.
const FEW: u64 = 64;

/// The tree starts again after a solution found with at most this many nodes.
const SOON: u64 = 64;

/// A search for the candidates that occur.
pub(super) struct Occurring<'a> {
    rules: &'a RuleSet,
    engine: &'a mut Engine,
    control: &'a Control<'a>,
    /// The candidates that may occur, a fixpoint.
    state: State,
    /// The candidates of the known solutions.
    masks: &'a mut [u64],
    solutions: Vec<Box<[u8]>>,
    /// The number of nodes left.
    nodes: u64,
    clauses: Option<Clauses<'a>>,
}

impl<'a> Occurring<'a> {
    /// A search in `state`, a fixpoint. It adds the candidates that occur to `masks`, which are empty.
    pub fn new(
        rules: &'a RuleSet,
        engine: &'a mut Engine,
        state: State,
        masks: &'a mut [u64],
        control: &'a Control<'a>,
    ) -> Occurring<'a> {
        let (solutions, nodes) = (Vec::new(), control.nodes());
        Occurring { rules, engine, control, state, masks, solutions, nodes, clauses: None }
    }

    /// Finds all candidates that occur.
    ///
    /// # Errors
    /// The search stopped early. Candidates in `masks` occur, and [`Occurring::open`] lists those that may.
    pub fn run(&mut self) -> Result<(), Stop> {
        self.engine.forget(self.rules);
        if self.tree(false, WITHOUT_GROUPS)? {
            return Ok(());
        }
        if self.guided(false, WITHOUT_GROUPS, 0)? {
            return Ok(());
        }
        let is_strong = self.rules.has_groups(self.control)?;
        if self.guided(is_strong, FIRST_EACH, 0)? {
            return Ok(());
        }
        if self.tree(is_strong, FIRST_TREE)? {
            return Ok(());
        }
        for (limit, tries) in FIRST_GUIDED {
            if self.guided(is_strong, limit, tries)? {
                return Ok(());
            }
        }
        let (mut nodes, mut conflicts, mut each) = (NODES, CONFLICTS, FIRST_GUIDED[1].0);
        loop {
            loop {
                let open: u64 = self.open().map(|set| u64::from(set.count_ones())).sum();
                let more = each.saturating_mul(GROWTH);
                let most = nodes.saturating_mul(if open < FEW { GROWTH } else { 1 });
                if open.saturating_mul(more) > most {
                    break;
                }
                each = more;
                if self.guided(is_strong, each, 1)? {
                    return Ok(());
                }
            }
            if self.tree(is_strong, nodes)? || self.learn(conflicts)? {
                return Ok(());
            }
            nodes = nodes.saturating_mul(GROWTH);
            conflicts = conflicts.saturating_mul(GROWTH);
        }
    }

    /// The candidates that may occur, but in no known solution.
    pub fn open(&self) -> impl Iterator<Item = u64> {
        self.state.domain.iter().zip(&*self.masks).map(|(digits, found)| digits & !found)
    }

    fn add(&mut self, solution: Box<[u8]>) {
        let found = solution.iter().map(|&digit| of_given(digit));
        self.masks.iter_mut().zip(found).for_each(|(mask, digit)| *mask |= digit);
        self.solutions.push(solution);
    }

    /// Continues the search of the engine for at most `limit` nodes.
    ///
    /// # Errors
    /// The search stopped early for another reason than the limit.
    fn next(&mut self, is_strong: bool, limit: u64, used: &mut u64) -> Result<Found, Stop> {
        let mut left = limit.min(self.nodes);
        let before = left;
        let found = self.engine.next(self.rules, is_strong, &mut left, self.control);
        *used += before - left;
        self.nodes -= before - left;
        match found {
            Found::Stopped(Stop::Nodes) if self.nodes > 0 => Ok(found),
            Found::Stopped(stop) => Err(stop),
            found => Ok(found),
        }
    }

    /// One search for all solutions with an open candidate, until one takes more than `limit` nodes, or all [`TREE`]
    /// times as many. Returns whether there are no others.
    fn tree(&mut self, is_strong: bool, limit: u64) -> Result<bool, Stop> {
        let before = self.nodes;
        let mut used = u64::MAX;
        loop {
            let open: Vec<u64> = self.open().collect();
            if used == u64::MAX {
                used = 0;
                let start = Start::Candidates(&self.state.domain);
                if self.engine.begin(self.rules, start, &open, true).is_err() {
                    return Ok(true);
                }
            } else {
                self.engine.need(&open);
            }
            match self.next(is_strong, limit, &mut used)? {
                Found::Solution => self.add(self.engine.first().into()),
                Found::Nothing => return Ok(true),
                Found::Stopped(_) => return Ok(false),
            }
            if before - self.nodes > limit.saturating_mul(TREE) {
                return Ok(false);
            }
            if used <= SOON {
                used = u64::MAX;
            }
        }
    }

    /// For each open candidate, searches that guess the digits of a known solution first, for `tries` of them; with 0
    /// tries, a search that is not guided. Returns whether no candidate is open.
    fn guided(&mut self, is_strong: bool, limit: u64, tries: usize) -> Result<bool, Stop> {
        let mut all = true;
        let before = self.nodes;
        for cell in 0..self.masks.len() {
            for digit in bits(self.state.domain[cell]) {
                if tries == 0 && before - self.nodes > FIRST_ALL {
                    return Ok(false);
                }
                let mut tried = 0;
                while tried < tries.max(1)
                    && self.state.domain[cell] & !self.masks[cell] & digit != 0
                {
                    let near = match tries {
                        0 => None,
                        _ if limit >= NEAREST => self.nearest(cell, digit),
                        _ => self.solutions.iter().rev().nth(tried).map(|solution| &**solution),
                    };
                    if near.is_none() && tried > 0 {
                        break;
                    }
                    let near: Vec<u64> = match near {
                        Some(solution) => solution.iter().map(|&digit| of_given(digit)).collect(),
                        None => vec![0; self.masks.len()],
                    };
                    tried += 1;
                    let others = std::mem::replace(&mut self.state.domain[cell], digit);
                    let start = Start::Candidates(&self.state.domain);
                    let begun = self.engine.begin(self.rules, start, &near, false);
                    self.state.domain[cell] = others;
                    let found = match begun {
                        Ok(()) => self.next(is_strong, limit, &mut 0)?,
                        Err(_) => Found::Nothing,
                    };
                    match found {
                        Found::Solution => self.add(self.engine.first().into()),
                        Found::Nothing => {
                            let trail = self.rules.trail();
                            let held = self.state.keep(trail, cell as u16, !digit);
                            if held
                                .and_then(|()| self.state.propagate(trail, Effort::Full))
                                .is_err()
                            {
                                self.state.domain.fill(0);
                                return Ok(true);
                            }
                        }
                        Found::Stopped(_) => {}
                    }
                }
                all &= self.state.domain[cell] & !self.masks[cell] & digit == 0;
            }
        }
        Ok(all)
    }

    /// The known solution with the most digits that propagation from a candidate leaves; the last one of several.
    fn nearest(&mut self, cell: usize, digit: u64) -> Option<&[u8]> {
        let trail = self.rules.trail();
        let mark = self.state.mark();
        let kept = self.state.keep(trail, cell as u16, digit);
        // After a contradiction, any solution is as good.
        let _ = kept.and_then(|()| self.state.propagate(trail, Effort::Full));
        let agrees = |(digit, set): (&u8, &u64)| of_given(*digit) & set != 0;
        let agreement = |solution: &[u8]| {
            solution.iter().zip(&self.state.domain).filter(|&pair| agrees(pair)).count()
        };
        let solutions = self.solutions.iter().map(|solution| &**solution);
        let nearest = solutions.max_by_key(|solution| agreement(solution));
        self.state.undo(mark);
        nearest
    }

    /// Solutions with any open candidate by clause learning, until there have been `limit` conflicts. Returns whether
    /// there are no others. If there are too many clauses, does nothing.
    fn learn(&mut self, limit: u64) -> Result<bool, Stop> {
        let before = limit.min(self.nodes);
        if self.clauses.is_none() {
            let domain = &self.state.domain;
            self.clauses = match Clauses::guided(&self.rules.compiled, domain, self.control) {
                Ok(clauses) => Some(clauses),
                Err(NoClauses::TooMany) => return Ok(false),
                Err(NoClauses::Stopped(stop)) => return Err(stop),
            };
        }
        let mut solution = vec![0; self.masks.len()].into_boxed_slice();
        let mut left = before;
        let result = loop {
            let open: Vec<u64> = self.open().collect();
            // Before the first solution, cells with one digit are open as well.
            let open = (!self.solutions.is_empty()).then_some(&open[..]);
            let clauses = self.clauses.as_mut().expect("the clauses have been written");
            match clauses.solve_with(&mut solution, open, &mut left) {
                Found::Solution => self.add(solution.clone()),
                Found::Nothing => break Ok(true),
                Found::Stopped(Stop::Nodes) => break Ok(false),
                Found::Stopped(stop) => break Err(stop),
            }
        };
        self.nodes -= before - left;
        match result {
            Ok(false) if self.nodes == 0 => Err(Stop::Nodes),
            result => result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Domain, Key};
    use crate::rules::constraint::{Constraint, Primitive};
    use crate::rules::solutions::Solutions;
    use std::sync::Arc;

    /// Every kind of search alone finds the candidates of all solutions.
    #[test]
    fn each_kind_finds_what_all_solutions_use() {
        let control = Control::unlimited();
        let mut seen = [0; 3];
        for item in 0..60 {
            let mut words = Key::from_u64(11).words(Domain::Grids, item, 0);
            // Five digits more than rows make the search use a trail.
            let digits = if item % 6 == 0 { 17 } else { 6 };
            let mut constraints = Constraint::houses(2, 3);
            // Each item has this solution, except those with another sum.
            let digit = |cell: usize| (cell % 6 + cell / 6 % 2 * 3 + cell / 12) % 6;
            for _ in 0..4 {
                let first = words.below(29) as usize;
                let cells = vec![first, first + 1, first + 6];
                let sum: usize = cells.iter().map(|&cell| digit(cell) + 1).sum();
                let sum = sum as i64 + i64::from(words.below(16) == 0);
                constraints
                    .push(Primitive::Total { cells, sum, weights: None, no_repeat: false }.into());
            }
            for cell in (0..36).filter(|_| words.below(2) == 0).collect::<Vec<_>>() {
                let digits = 1 << digit(cell) | 1 << words.below(6) | 1 << words.below(6);
                constraints.push(Primitive::Allowed { cell, digits }.into());
            }
            if digits > 6 {
                // Few solutions, although there are many digits.
                constraints.extend(
                    (0..36).map(|cell| Primitive::Allowed { cell, digits: 0b111111 }.into()),
                );
            }
            let rules = Arc::new(RuleSet::with_digits(6, digits, None, &constraints).unwrap());
            let blank = [0u8; 36];
            let mut all = Solutions::new(Arc::clone(&rules), &blank[..]);
            let (mut expected, mut count) = (vec![0; 36], 0);
            while count < 5000
                && let Some(solution) = all.next(&control).unwrap()
            {
                count += 1;
                expected.iter_mut().zip(&solution).for_each(|(mask, &d)| *mask |= of_given(d));
            }
            if count == 5000 {
                continue;
            }
            seen[count.min(2)] += 1;
            let trail = rules.trail();
            let mut engine = Engine::new(&rules, None);
            for kind in 0..4 {
                let (mut state, mut masks) = (State::new(trail), vec![0; 36]);
                let held = state.reset(trail, Start::Givens(&blank));
                if held.and_then(|()| state.propagate(trail, Effort::Full)).is_err() {
                    assert_eq!(count, 0, "{item}");
                    continue;
                }
                let mut search = Occurring::new(&rules, &mut engine, state, &mut masks, &control);
                let is_strong = rules.has_groups(&control).unwrap();
                let is_complete = match kind {
                    0 => search.tree(is_strong, u64::MAX),
                    1 => search.guided(is_strong, u64::MAX, 1),
                    2 => search.learn(u64::MAX),
                    _ => search.run().map(|()| true),
                };
                assert_eq!(is_complete, Ok(true), "{item} {kind}");
                assert_eq!(masks, expected, "{item} {kind}");
            }
        }
        assert!(seen.iter().all(|&n| n > 3), "{seen:?}");
    }
}
