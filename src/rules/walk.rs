//! The solutions of a puzzle in lexicographic order, one after another.
//!
//! ```text
//!   r1c1 = 1 ── r1c2 = 2 ── ...      always the first open cell, with its smallest digit
//!        └ not 1 ...                 then without it
//! ```
//!
//! *Cost.* Cell order is a poor order for proving that there is no solution. After [`PATIENCE`] dead ends without a
//! solution, a search in the best order first looks for any solution of the current state. This witness remains valid
//! as long as it agrees with the guesses. If its digit in the next cell is not the smallest, one search looks for a
//! witness with any of the smaller digits. The next solution therefore takes at most one such search for each digit of
//! each cell. If a witness was known when the walk began to try smaller digits, the walk returns to that cell first.

#![forbid(unsafe_code)]

use crate::control::{Control, Stop};

use super::digits::{Conflict, bits, is_single, of_given};
use super::engine::Engine;
use super::rule_set::RuleSet;
use super::search::{Found, Meter};
use super::start::Start;
use super::trail::{Effort, State};

/// The number of dead ends since the last solution after which the walk looks for witnesses.
const PATIENCE: u32 = 32;

struct Guess {
    mark: usize,
    cell: u16,
    digit: u64,
    /// A solution without this guess, if one is known.
    witness: Option<Box<[u8]>>,
}

/// A walk through the solutions of a puzzle. The rules must be the same in every call.
pub(super) struct Walk {
    state: State,
    guesses: Vec<Guess>,
    /// A solution of the current state, if one is known.
    witness: Option<Box<[u8]>>,
    next: Next,
    /// The number of leading guesses under which solutions have been found.
    used: usize,
    /// The number of dead ends left until the walk looks for witnesses.
    patience: u32,
    /// Finds witnesses; created when first needed.
    engine: Option<Engine>,
    meter: Meter,
}

/// The next step of a walk.
#[derive(Clone, Copy)]
enum Next {
    /// The state has changed.
    Propagate,
    /// The state is at a fixpoint: it is a solution, or the walk guesses.
    Look,
    /// The last guess is wrong, or all its solutions have been found.
    Back,
}

impl Walk {
    /// A walk without a puzzle.
    pub fn new(rules: &RuleSet) -> Walk {
        Walk {
            state: State::new(rules.trail()),
            guesses: Vec::new(),
            witness: None,
            next: Next::Back,
            used: 0,
            patience: PATIENCE,
            engine: None,
            meter: Meter::default(),
        }
    }

    /// Starts before the first solution of a puzzle.
    pub fn begin(&mut self, rules: &RuleSet, start: Start<'_>) {
        self.guesses.clear();
        self.witness = None;
        self.used = 0;
        self.patience = PATIENCE;
        let held = self.state.reset(rules.trail(), start);
        self.changed(held);
    }

    /// Sets a solution of the puzzle with which the walk has just started.
    pub fn set_witness(&mut self, solution: &[u8]) {
        self.witness = Some(solution.into());
    }

    /// Writes the next solution. Each guess, and each node of the searches for witnesses, subtracts one from `nodes`.
    /// After a stop, the next call continues from there.
    pub fn next(
        &mut self,
        rules: &RuleSet,
        solution: &mut [u8],
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Found {
        let trail = rules.trail();
        loop {
            match self.next {
                Next::Propagate => {
                    self.next = match self.state.propagate(trail, Effort::Full) {
                        Ok(()) => Next::Look,
                        Err(Conflict) => Next::Back,
                    };
                }
                Next::Look => {
                    if self.state.open == 0 {
                        self.next = Next::Back;
                        self.used = self.guesses.len();
                        self.patience = PATIENCE;
                        self.state.write_digits(solution);
                        return Found::Solution;
                    }
                    if let Err(stop) = self.meter.node(trail.compiled.node_cost, nodes, control) {
                        return Found::Stopped(stop);
                    }
                    if self.patience == 0 {
                        self.return_to_witness();
                        match self.find_witness(rules, nodes, control) {
                            Ok(true) => {}
                            Ok(false) => continue,
                            Err(stop) => {
                                // With as few nodes, another call would get no further, so continue to the next
                                // solution by guesses.
                                self.patience = u32::MAX;
                                return Found::Stopped(stop);
                            }
                        }
                    }
                    self.guess(rules);
                }
                Next::Back => {
                    let Some(guess) = self.guesses.pop() else { return Found::Nothing };
                    self.used = self.used.min(self.guesses.len());
                    self.patience = self.patience.saturating_sub(1);
                    self.state.undo(guess.mark);
                    self.witness = guess.witness;
                    let held = self.state.keep(trail, guess.cell, !guess.digit);
                    self.changed(held);
                }
            }
        }
    }

    /// Undoes all guesses since the first one that disagrees with a known witness, if no solution has been found under
    /// it. One search then rules out all smaller digits of its cell, instead of one search for each guess since.
    fn return_to_witness(&mut self) {
        let first = (self.used..self.guesses.len()).find(|&i| self.guesses[i].witness.is_some());
        if let Some(first) = first.filter(|_| self.witness.is_none()) {
            self.state.undo(self.guesses[first].mark);
            self.witness = self.guesses[first].witness.take();
            self.guesses.truncate(first);
        }
    }

    /// Looks for a witness that has the smallest digit in the first open cell; returns whether there is one. If not,
    /// the state has changed.
    fn find_witness(
        &mut self,
        rules: &RuleSet,
        nodes: &mut u64,
        control: &Control<'_>,
    ) -> Result<bool, Stop> {
        let (cell, digits) = self.first_open();
        loop {
            // All smaller digits together, so that one search rules them out.
            let smaller = match &self.witness {
                Some(witness) => digits & (of_given(witness[usize::from(cell)]) - 1),
                None => digits,
            };
            if smaller == 0 {
                return Ok(true);
            }
            let engine = self.engine.get_or_insert_with(|| Engine::new(rules, None));
            self.state.domain[usize::from(cell)] = smaller;
            let start = Start::Candidates(&self.state.domain);
            let count = engine.count(rules, start, 1, nodes, control);
            self.state.domain[usize::from(cell)] = digits;
            if count? == 1 {
                self.witness = Some(engine.first().into());
            } else if self.witness.is_none() {
                self.next = Next::Back;
                return Ok(false);
            } else {
                let held = self.state.keep(rules.trail(), cell, !smaller);
                self.changed(held);
                return Ok(false);
            }
        }
    }

    /// The first cell with several digits, and its digits.
    fn first_open(&self) -> (u16, u64) {
        let mut cells = (0..).zip(&self.state.domain);
        let open = cells.find(|(_, digits)| !is_single(**digits));
        let (cell, digits) = open.expect("some cell is open");
        (cell, *digits)
    }

    /// Guesses the smallest digit of the first open cell.
    fn guess(&mut self, rules: &RuleSet) {
        let (cell, digits) = self.first_open();
        let digit = bits(digits).next().expect("an open cell has digits");
        let agrees = |witness: &[u8]| of_given(witness[usize::from(cell)]) == digit;
        let (here, rest) = match self.witness.take() {
            Some(witness) if agrees(&witness) => (Some(witness), None),
            witness => (None, witness),
        };
        self.guesses.push(Guess { mark: self.state.mark(), cell, digit, witness: rest });
        let held = self.state.keep(rules.trail(), cell, digit);
        self.changed(held);
        self.witness = here;
    }

    fn changed(&mut self, held: Result<(), Conflict>) {
        self.next = if held.is_ok() { Next::Propagate } else { Next::Back };
    }
}
