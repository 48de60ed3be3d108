//! Clause learning, for puzzles with an extremely large tree of plain search.
//!
//! ```text
//!   variable   cell c holds digit d                     for the candidates left after propagation
//!   clauses    a cell holds one digit; a digit has a place in each unit; peers differ
//!              a digit implies one of its partners      (relations)
//!              a path of states along the cells         (automata; totals, the state being the sum so far)
//! ```
//!
//! A search that learns from its conflicts (crate `batsat`, a MiniSat in Rust) does not fail twice for the same reason.
//! To find a second solution, a clause excludes the first one, and the search continues with everything learned so far.
//!
//! *Cost.* Writing the clauses takes milliseconds, so this is used only after many nodes of plain search.

#![forbid(unsafe_code)]

use std::cell::Cell;
use std::collections::BTreeMap;

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};

use crate::control::{Control, Stop};

use super::arch;
use super::compiled::Compiled;
use super::digits::{bits, is_single, of_given};
use super::search::Found;

/// The maximum number of states of one path; a puzzle with more gets no clauses.
const MOST_STATES: usize = 1 << 16;

/// The maximum number of clauses of a puzzle, about 200 MB; a blank 36x36 board has 2.4 million.
const MOST_CLAUSES: u32 = 1 << 22;

/// The options for more than 16 digits: slower decay of the activities, and fewer learned clauses. Of Gecode's hard 25x25
/// puzzles, two then take 1.9 and 1.7 s instead of 3.3 and 2.4. By
/// default, a third as many clauses as the board has may be learned.
fn for_large_boards() -> SolverOpts {
    SolverOpts { var_decay: 0.99, learntsize_factor: 0.05, ..SolverOpts::default() }
}

/// The number of decisions between two polls for cancellation.
const CHECK_EVERY: u32 = 64;

/// The number of clauses written between two polls for cancellation.
const CHECK_EVERY_CLAUSES: u32 = 1 << 12;

/// The reason why clauses could not be written.
#[derive(Clone, Copy, Debug)]
pub(super) enum NoClauses {
    /// There would be too many.
    TooMany,
    /// The control stopped the work.
    Stopped(Stop),
}

/// Callbacks of the solver.
struct Monitor<'a> {
    control: &'a Control<'a>,
    nodes: u64,
    decisions: Cell<u32>,
    stopped: Cell<Option<Stop>>,
}

impl Callbacks for Monitor<'_> {
    fn on_new_clause(&mut self, _: &[Lit], _: batsat::ClauseKind) {
        self.nodes = self.nodes.saturating_sub(1);
    }

    fn stop(&self) -> bool {
        if self.nodes == 0 || self.stopped.get().is_some() {
            return true;
        }
        self.decisions.set(self.decisions.get() + 1);
        if self.decisions.get().is_multiple_of(CHECK_EVERY) {
            self.stopped.set(self.control.checkpoint().err());
        }
        self.stopped.get().is_some()
    }
}

/// The clauses of a puzzle.
pub(super) struct Clauses<'a> {
    solver: Solver<Monitor<'a>>,
    domain: Vec<u64>,
    /// For each cell with several digits, the digits with their variables.
    literals: Vec<Vec<(u64, Lit)>>,
    /// The value that decisions give each variable; `UNDEF` for its last value.
    polarity: lbool,
    clause: Vec<Lit>,
    written: u32,
    /// The reason why no more clauses can be written.
    refused: Option<NoClauses>,
}

impl<'a> Clauses<'a> {
    /// The clauses of the rules for cells that may hold `domain`, which is a fixpoint. Each learned clause subtracts
    /// one from `nodes`.
    ///
    /// # Errors
    /// There would be too many clauses, or the control stopped the work.
    pub fn new(
        rules: &Compiled,
        domain: &[u64],
        nodes: u64,
        control: &'a Control<'a>,
    ) -> Result<Clauses<'a>, NoClauses> {
        Clauses::with_polarity(rules, domain, nodes, lbool::FALSE, control)
    }

    /// The same clauses for many solutions: each search begins near the last solution.
    ///
    /// # Errors
    /// As [`Clauses::new`].
    pub fn guided(
        rules: &Compiled,
        domain: &[u64],
        control: &'a Control<'a>,
    ) -> Result<Clauses<'a>, NoClauses> {
        Clauses::with_polarity(rules, domain, u64::MAX, lbool::UNDEF, control)
    }

    fn with_polarity(
        rules: &Compiled,
        domain: &[u64],
        nodes: u64,
        polarity: lbool,
        control: &'a Control<'a>,
    ) -> Result<Clauses<'a>, NoClauses> {
        let monitor = Monitor { control, nodes, decisions: Cell::new(0), stopped: Cell::new(None) };
        let options =
            if rules.digits > arch::DIGITS { for_large_boards() } else { SolverOpts::default() };
        let mut clauses = Clauses {
            solver: Solver::new(options, monitor),
            domain: domain.to_vec(),
            literals: Vec::new(),
            polarity,
            clause: Vec::new(),
            written: 0,
            refused: None,
        };
        for &digits in domain {
            let open = !is_single(digits);
            let literal = |digit| (digit, clauses.solver.new_var(polarity, true));
            let variables: Vec<_> = bits(digits).filter(|_| open).map(literal).collect();
            clauses
                .literals
                .push(variables.into_iter().map(|(d, var)| (d, Lit::new(var, true))).collect());
        }
        clauses.groups(rules)?;
        clauses.relations(rules)?;
        for total in &rules.totals {
            let next = |i: usize, sum: &i64, d: u32| Some(sum + total.weight(i) * i64::from(d + 1));
            clauses.path(total.cells(), 0, next, |&sum| sum == total.sum)?;
        }
        for automaton in &rules.automata {
            let next = |_: usize, &state: &u32, d: u32| automaton.next(state, d);
            clauses.path(automaton.cells(), automaton.start, next, |&s| automaton.accepts(s))?;
        }
        Ok(clauses)
    }

    /// Checks that more clauses can be written.
    fn check(&self) -> Result<(), NoClauses> {
        self.refused.map_or(Ok(()), Err)
    }

    fn add(&mut self, literals: impl IntoIterator<Item = Lit>) {
        if self.refused.is_some() {
            return;
        }
        self.written += 1;
        if self.written > MOST_CLAUSES {
            self.refused = Some(NoClauses::TooMany);
        } else if self.written.is_multiple_of(CHECK_EVERY_CLAUSES)
            && let Err(stop) = self.solver.cb().control.checkpoint()
        {
            self.refused = Some(NoClauses::Stopped(stop));
        }
        self.clause.clear();
        self.clause.extend(literals);
        // The return value is whether a contradiction is known; solving detects that as well.
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn new_literal(&mut self) -> Lit {
        Lit::new(self.solver.new_var(self.polarity, true), true)
    }

    /// A cell holds one digit, a digit has a place in each unit, and peers differ.
    fn groups(&mut self, rules: &Compiled) -> Result<(), NoClauses> {
        for cell in 0..self.domain.len() {
            self.check()?;
            let literals = std::mem::take(&mut self.literals[cell]);
            if !literals.is_empty() {
                self.add(literals.iter().map(|&(_, literal)| literal));
                for (i, &(_, one)) in literals.iter().enumerate() {
                    for &(_, other) in &literals[..i] {
                        self.add([!one, !other]);
                    }
                }
            }
            let peers = rules.geometry.peers(cell).iter();
            for peer in peers.filter(|&peer| usize::from(peer) < cell) {
                let others = std::mem::take(&mut self.literals[usize::from(peer)]);
                if self.domain[cell] & self.domain[usize::from(peer)] != 0 {
                    for &(digit, one) in &literals {
                        if let Some(&(_, other)) = others.iter().find(|&&(d, _)| d == digit) {
                            self.add([!one, !other]);
                        }
                    }
                }
                self.literals[usize::from(peer)] = others;
            }
            self.literals[cell] = literals;
        }
        for unit in rules.units().iter() {
            let placed = unit.iter().map(|&cell| self.domain[usize::from(cell)]);
            let placed = placed.filter(|&set| is_single(set)).fold(0, |all, set| all | set);
            for digit in bits(rules.all & !placed) {
                let places: Vec<Lit> =
                    unit.iter().filter_map(|&cell| self.literal(cell, digit)).collect();
                self.add(places);
            }
        }
        self.check()
    }

    /// The variable for a digit of an open cell.
    fn literal(&self, cell: u16, digit: u64) -> Option<Lit> {
        let literals = &self.literals[usize::from(cell)];
        literals.iter().find(|&&(d, _)| d == digit).map(|&(_, literal)| literal)
    }

    /// Each digit implies one of its partners. Only between open cells; propagation has handled the others.
    fn relations(&mut self, rules: &Compiled) -> Result<(), NoClauses> {
        for (a, b, table) in rules.relations.pairs() {
            self.check()?;
            let of = |digit: u64, e: u32| table[digit.trailing_zeros() as usize] >> e & 1 == 1;
            let (first, second) =
                (self.literals[usize::from(a)].clone(), self.literals[usize::from(b)].clone());
            if first.is_empty() || second.is_empty() {
                continue;
            }
            for &(digit, one) in &first {
                self.partners(one, &second, |e| of(digit, e.trailing_zeros()));
            }
            for &(e, one) in &second {
                self.partners(one, &first, |digit| of(digit, e.trailing_zeros()));
            }
        }
        self.check()
    }

    /// A digit implies one of its partners. If most digits are partners, the clauses instead rule out each of the other
    /// digits, because clauses with two literals lead to more learning. (X with anti-king and non-consecutive has no
    /// grid. The proof takes 10 s, and more than 150 s with the other clauses.)
    fn partners(&mut self, one: Lit, others: &[(u64, Lit)], fits: impl Fn(u64) -> bool) {
        let (with, without): (Vec<_>, Vec<_>) = others.iter().partition(|&&(digit, _)| fits(digit));
        if without.len() > with.len() {
            self.add(with.into_iter().map(|(_, literal)| literal).chain([!one]));
        } else {
            for (_, literal) in without {
                self.add([!one, !literal]);
            }
        }
    }

    /// The states along the cells, from `start` to an accepted one.
    fn path<S: Ord + Clone>(
        &mut self,
        cells: &[u16],
        start: S,
        next: impl Fn(usize, &S, u32) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<(), NoClauses> {
        // Forwards, the reachable states; then backwards, the states that lead to an accepted one.
        let mut layers: Vec<BTreeMap<S, Option<Lit>>> = vec![BTreeMap::from([(start, None)])];
        let mut size = 1;
        for (i, &cell) in cells.iter().enumerate() {
            let mut layer = BTreeMap::new();
            for state in layers[i].keys() {
                for digit in bits(self.domain[usize::from(cell)]) {
                    if let Some(state) = next(i, state, digit.trailing_zeros()) {
                        layer.insert(state, None);
                    }
                }
            }
            size += layer.len();
            if size > MOST_STATES {
                return Err(NoClauses::TooMany);
            }
            layers.push(layer);
        }
        layers[cells.len()].retain(|state, _| accepts(state));
        for (i, &cell) in cells.iter().enumerate().rev() {
            let (before, after) = layers.split_at_mut(i + 1);
            let digits = self.domain[usize::from(cell)];
            before[i].retain(|state, _| {
                bits(digits).any(|digit| {
                    next(i, state, digit.trailing_zeros())
                        .is_some_and(|state| after[0].contains_key(&state))
                })
            });
        }
        // A layer with only one state needs no variable.
        for layer in &mut layers {
            if layer.len() > 1 {
                let literals: Vec<Lit> = layer.keys().map(|_| self.new_literal()).collect();
                layer.values_mut().zip(&literals).for_each(|(place, &lit)| *place = Some(lit));
                self.add(literals);
            } else if layer.is_empty() {
                self.add([]);
                return Ok(());
            }
        }
        for (i, &cell) in cells.iter().enumerate() {
            self.check()?;
            let open = self.literals[usize::from(cell)].clone();
            let placed = [(self.domain[usize::from(cell)], None)];
            let digits: Vec<(u64, Option<Lit>)> = if open.is_empty() {
                placed.to_vec()
            } else {
                open.into_iter().map(|(digit, literal)| (digit, Some(literal))).collect()
            };
            let mut into: BTreeMap<&S, Vec<Option<Lit>>> = BTreeMap::new();
            for &(digit, holds) in &digits {
                let mut from_states = Vec::new();
                for (state, here) in &layers[i] {
                    let to = next(i, state, digit.trailing_zeros());
                    let to = to.and_then(|to| layers[i + 1].get_key_value(&to));
                    let premises = [*here, holds].into_iter().flatten().map(|literal| !literal);
                    match to {
                        Some((to, there)) => {
                            from_states.push(*here);
                            into.entry(to).or_default().push(*here);
                            if let Some(there) = there {
                                self.add(premises.chain([*there]));
                            }
                        }
                        None => self.add(premises),
                    }
                }
                if let Some(holds) = holds {
                    self.some(holds, &from_states);
                }
            }
            for (state, from_states) in into {
                if let Some(&Some(there)) = layers[i + 1].get(state) {
                    self.some(there, &from_states);
                }
            }
        }
        self.check()
    }

    /// `premise` implies one of these literals; `None` is always true.
    fn some(&mut self, premise: Lit, ways: &[Option<Lit>]) {
        if ways.iter().all(Option::is_some) {
            self.add(ways.iter().copied().flatten().chain([!premise]));
        }
    }

    /// Excludes this solution.
    pub fn forbid(&mut self, solution: &[u8]) {
        let given = solution.iter().map(|&digit| of_given(digit));
        if given.clone().zip(&self.domain).any(|(digit, domain)| digit & domain == 0) {
            // The domain already excludes it.
            return;
        }
        let held = given.enumerate();
        let held = held.filter_map(|(cell, digit)| self.literal(cell as u16, digit));
        let forbidden: Vec<Lit> = held.map(|literal| !literal).collect();
        self.add(forbidden);
    }

    /// Finds a solution and writes it.
    pub fn solve(&mut self, solution: &mut [u8]) -> Found {
        self.solve_under(solution, &[])
    }

    /// Finds a solution with one of these candidates and writes it; each learned clause subtracts one from `nodes`.
    pub fn solve_with(
        &mut self,
        solution: &mut [u8],
        candidates: Option<&[u64]>,
        nodes: &mut u64,
    ) -> Found {
        let condition = candidates.map(|candidates| {
            let condition = self.new_literal();
            let sets = (0..).zip(candidates);
            let with = sets.flat_map(|(cell, &set)| bits(set).map(move |digit| (cell, digit)));
            let with: Vec<Lit> =
                with.filter_map(|(cell, digit)| self.literal(cell, digit)).collect();
            self.add(with.into_iter().chain([!condition]));
            condition
        });
        self.solver.cb_mut().nodes = *nodes;
        let found = self.solve_under(solution, condition.as_slice());
        *nodes = self.nodes();
        found
    }

    fn solve_under(&mut self, solution: &mut [u8], conditions: &[Lit]) -> Found {
        if !self.solver.is_ok() {
            return Found::Nothing;
        }
        let result = self.solver.solve_limited(conditions);
        if result == lbool::TRUE {
            for (cell, digit) in solution.iter_mut().enumerate() {
                let literals = &self.literals[cell];
                let chosen =
                    literals.iter().find(|&&(_, lit)| self.solver.value_lit(lit) == lbool::TRUE);
                let set = chosen.map_or(self.domain[cell], |&(digit, _)| digit);
                *digit = set.trailing_zeros() as u8 + 1;
            }
            Found::Solution
        } else if result == lbool::FALSE {
            Found::Nothing
        } else {
            Found::Stopped(self.solver.cb().stopped.get().unwrap_or(Stop::Nodes))
        }
    }

    /// The number of nodes left.
    pub fn nodes(&self) -> u64 {
        self.solver.cb().nodes
    }
}
