//! All solutions of a puzzle in lexicographic order.
//!
//! ```text
//!   r1c1 = 1 ── r1c2 = 2 ── ...      always the first open cell, with its smallest digit
//!        └ not 1 ...                 then without it
//! ```
//!
//! Going by cell order is a bad way to find out that there is nothing to find. After [`PATIENCE`] dead ends without
//! a solution, a state is asked first, by a search in the best order, whether it has a solution at all; the answer goes
//! along as a witness for as long as it agrees. So the way to the next solution is one quick search for each cell
//! and digit at the most.

#![forbid(unsafe_code)]

use crate::control::{Control, Stop};
use crate::error::Error;

use super::propagate::Effort;
use super::rule_set::RuleSet;
use super::search::{CHECK_EVERY, Found, given};
use super::solver::Solver;
use super::state::{Conflict, State, bits, is_single};

/// Dead ends since the last solution before states are asked whether they have one.
const PATIENCE: u32 = 32;

struct Guess {
    mark: usize,
    cell: u16,
    digit: u64,
    /// A solution without this guess, where one is known.
    witness: Option<Box<[u8]>>,
}

/// Goes through the solutions of a puzzle.
pub struct Walk<'r> {
    state: State<'r>,
    guesses: Vec<Guess>,
    /// A solution below the present state, where one is known.
    witness: Option<Box<[u8]>>,
    /// Whether the present state is still to be looked at; else the walk goes back.
    look: bool,
    /// Who is asked; made when it is needed.
    solver: Option<Box<Solver<'r>>>,
    /// Since the last look at the control.
    work: usize,
}

impl<'r> Walk<'r> {
    /// A walk that has no puzzle.
    pub fn new(rules: &'r RuleSet) -> Walk<'r> {
        let state = State::new(rules);
        Walk { state, guesses: Vec::new(), witness: None, look: false, solver: None, work: 0 }
    }

    /// Starts before the first solution of `puzzle`.
    pub fn begin(&mut self, puzzle: &[u8]) {
        self.guesses.clear();
        self.witness = None;
        let held = self.state.reset(puzzle.iter().map(|&digit| given(digit)));
        self.conclude(held);
    }

    /// Goes to where the walk was when it found `solution`, a solution of the puzzle it began with.
    pub fn resume_after(&mut self, solution: &[u8]) {
        while self.look && self.state.open > 0 {
            let cell = self.first_open();
            let digit = given(solution[usize::from(cell)]);
            // Smaller digits were before.
            let held = self.state.keep(cell, !(digit - 1));
            self.conclude(held);
            if self.look && !is_single(self.state.domain[usize::from(cell)]) {
                self.guess(cell, digit, None);
            }
        }
        self.look = false;
    }

    /// Writes the next solution; each node takes one from `nodes`, and so do those of the searches on the way.
    pub(super) fn next(
        &mut self,
        solution: &mut [u8],
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Found {
        let mut patience = PATIENCE;
        loop {
            if !self.look {
                let Some(guess) = self.guesses.pop() else { return Found::Nothing };
                patience = patience.saturating_sub(1);
                self.state.undo(guess.mark);
                self.witness = guess.witness;
                let held = self.state.keep(guess.cell, !guess.digit);
                self.conclude(held);
                continue;
            }
            if self.state.open == 0 {
                self.look = false;
                self.state.write_digits(solution);
                return Found::Solution;
            }
            if *nodes == 0 {
                return Found::Stopped(Stop::Nodes);
            }
            *nodes -= 1;
            self.work += self.state.rules.cost;
            if self.work >= CHECK_EVERY {
                self.work = 0;
                if let Err(stop) = control.checkpoint() {
                    return Found::Stopped(stop);
                }
            }
            if patience == 0 && self.witness.is_none() {
                let rules = self.state.rules;
                let solver = self.solver.get_or_insert_with(|| Box::new(Solver::new(rules)));
                let mut found = vec![0; rules.cells()].into_boxed_slice();
                match solver.find(self.state.domain.iter().copied(), &mut found, nodes, control) {
                    Ok(true) => self.witness = Some(found),
                    Ok(false) => {
                        self.look = false;
                        continue;
                    }
                    Err(stop) => return Found::Stopped(stop),
                }
            }
            let cell = self.first_open();
            let digits = self.state.domain[usize::from(cell)];
            let digit = bits(digits).next().expect("an open cell has digits");
            let agrees = |witness: &[u8]| given(witness[usize::from(cell)]) == digit;
            let (here, rest) = match self.witness.take() {
                Some(witness) if agrees(&witness) => (Some(witness), None),
                witness => (None, witness),
            };
            self.guess(cell, digit, rest);
            self.witness = here;
        }
    }

    fn guess(&mut self, cell: u16, digit: u64, witness: Option<Box<[u8]>>) {
        self.guesses.push(Guess { mark: self.state.mark(), cell, digit, witness });
        let held = self.state.keep(cell, digit);
        self.conclude(held);
    }

    fn conclude(&mut self, held: Result<(), Conflict>) {
        self.look = held.and_then(|()| self.state.propagate(Effort::Full)).is_ok();
    }

    fn first_open(&self) -> u16 {
        let open = self.state.domain.iter().position(|&digits| !is_single(digits));
        open.expect("some cell is open") as u16
    }
}

/// Puts solutions of `puzzle` into `buffer`, beginning with the first after `last` in lexicographic order; stops early
/// when `enough` says so. The last of them is told by `after_last`.
///
/// # Errors
/// [`Error::Stopped`].
pub fn solutions_after(
    rules: &RuleSet,
    puzzle: &[u8],
    last: Option<&[u8]>,
    enough: impl Fn(usize) -> bool,
    control: &Control<'_>,
) -> Result<Vec<Vec<u8>>, Error> {
    let mut walk = Walk::new(rules);
    walk.begin(puzzle);
    if let Some(last) = last {
        walk.resume_after(last);
    }
    let mut found = Vec::new();
    let mut nodes = u64::MAX;
    let mut solution = vec![0; rules.cells()];
    while !enough(found.len()) {
        match walk.next(&mut solution, &mut nodes, control) {
            Found::Solution => found.push(solution.clone()),
            Found::Nothing => break,
            Found::Stopped(stop) => return Err(stop.into()),
        }
    }
    Ok(found)
}
