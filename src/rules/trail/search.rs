//! Search with a trail: guess, propagate, undo.
//!
//! ```text
//!   guesses   [ r1c4 = 3 | r7c2 = 8 | ... ]     each with the length of the trail when it was made
//!
//!   conflict: undo the last guess, rule it out below the one before, propagate again
//! ```
//!
//! *Choice of the cell.* Among the cells with two digits, the search chooses the cell that took part in the most
//! conflicts, then the one with the most unsolved peers, then the first. If every open cell has at least three digits,
//! it chooses a digit with two places in a unit, which is as good as a cell with two digits. Otherwise it chooses the
//! cell with the fewest digits relative to its conflicts (dom/wdeg).
//!
//! *Choice of the digit.* The search chooses the digit that the fewest peers could hold, so that the guess leaves them
//! the most digits; among equals, the smallest.
//!
//! *Invariant.* Nothing depends on time or chance: a puzzle has the same result everywhere.
//!
//! *Credit.* dom/wdeg: F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, Boosting systematic search by weighting
//! constraints, ECAI 2004.

#![forbid(unsafe_code)]

use crate::control::Control;
use crate::rules::digits::{Conflict, bits, is_single};
use crate::rules::search::{Found, Meter};
use crate::rules::start::Start;

use super::plan::Rules;
use super::propagate::Effort;
use super::state::State;

struct Guess {
    mark: usize,
    cell: u16,
    digit: u64,
}

/// A depth-first search that can continue after each solution.
pub(in crate::rules) struct TrailSearch {
    state: State,
    guesses: Vec<Guess>,
    /// The candidates to guess first.
    preferred: Vec<u64>,
    /// Whether only solutions with a preferred candidate count.
    is_needed: bool,
    meter: Meter,
    next: Next,
}

/// The next step of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The state is a fixpoint: it is a solution, or the search guesses.
    Look,
    /// The last guess is wrong, or all its solutions have been found.
    Back,
}

impl TrailSearch {
    /// A search under these rules, which must be the same in each call.
    pub fn new(rules: Rules<'_>) -> TrailSearch {
        TrailSearch {
            state: State::new(rules),
            guesses: Vec::new(),
            preferred: vec![0; rules.compiled.cells()],
            is_needed: false,
            meter: Meter::default(),
            next: Next::Back,
        }
    }

    /// Starts with a puzzle.
    ///
    /// # Errors
    /// There is no solution.
    pub fn begin(&mut self, rules: Rules<'_>, start: Start<'_>) -> Result<(), Conflict> {
        self.guesses.clear();
        self.preferred.fill(0);
        self.is_needed = false;
        let held = self.state.reset(rules, start);
        self.propagate(rules, held);
        if self.next == Next::Look { Ok(()) } else { Err(Conflict) }
    }

    /// Guesses these candidates first. With `is_needed`, finds only solutions with one of them.
    pub fn prefer(&mut self, sets: &[u64], is_needed: bool) {
        self.preferred.copy_from_slice(sets);
        self.is_needed = is_needed;
    }

    /// The candidates before the first guess.
    pub fn domain_before_guesses(&self) -> Vec<u64> {
        let bottom = self.guesses.first().map_or(self.state.mark(), |guess| guess.mark);
        self.state.before(bottom)
    }

    /// Finds the next solution; each guess subtracts one from `nodes`.
    pub fn next(&mut self, rules: Rules<'_>, nodes: &mut u64, control: &Control<'_>) -> Found {
        loop {
            match self.next {
                Next::Look => {
                    let mut both = self.state.domain.iter().zip(&self.preferred);
                    if self.is_needed && !both.any(|(digits, preferred)| digits & preferred != 0) {
                        self.next = Next::Back;
                        continue;
                    }
                    if self.state.open == 0 {
                        self.next = Next::Back;
                        return Found::Solution;
                    }
                    if let Err(stop) = self.meter.node(rules.compiled.node_cost, nodes, control) {
                        return Found::Stopped(stop);
                    }
                    let (cell, digit) = self.state.choose(rules, &self.preferred);
                    self.guesses.push(Guess { mark: self.state.mark(), cell, digit });
                    let held = self.state.keep(rules, cell, digit);
                    self.propagate(rules, held);
                }
                Next::Back => {
                    let Some(Guess { mark, cell, digit }) = self.guesses.pop() else {
                        return Found::Nothing;
                    };
                    self.state.undo(mark);
                    let held = self.state.keep(rules, cell, !digit);
                    self.propagate(rules, held);
                }
            }
        }
    }

    /// Writes the solution just found by `next`.
    pub fn write_digits(&self, digits: &mut [u8]) {
        self.state.write_digits(digits);
    }

    fn propagate(&mut self, rules: Rules<'_>, held: Result<(), Conflict>) {
        self.next = match held.and_then(|()| self.state.propagate(rules, Effort::Full)) {
            Ok(()) => Next::Look,
            Err(Conflict) => Next::Back,
        };
    }
}

impl State {
    /// The next guess, as a cell and one digit.
    fn choose(&self, rules: Rules<'_>, preferred: &[u64]) -> (u16, u64) {
        let mut pairs: Option<(u32, usize, u16)> = None;
        let mut best: Option<(u64, u64, u16)> = None;
        for (cell, &digits) in self.domain.iter().enumerate() {
            let rest = digits & digits.wrapping_sub(1);
            if rest == 0 {
                continue;
            }
            let weight = self.weight[cell];
            if is_single(rest) {
                let better = match pairs {
                    None => true,
                    Some((most, ..)) if weight != most => weight > most,
                    Some((_, unsolved, _)) => self.unsolved_peers(rules, cell as u16) > unsolved,
                };
                if better {
                    pairs = Some((weight, self.unsolved_peers(rules, cell as u16), cell as u16));
                }
            } else if pairs.is_none() {
                // Compares digits / (1 + weight) by cross-multiplication.
                let (size, weight) = (u64::from(digits.count_ones()), u64::from(weight) + 1);
                if best.is_none_or(|(s, w, _)| size * w < s * weight) {
                    best = Some((size, weight, cell as u16));
                }
            }
        }
        if let Some((_, _, cell)) = pairs {
            return (cell, self.freest(rules, cell, preferred));
        }
        if let Some(guess) = self.two_places(rules, preferred) {
            return guess;
        }
        let (_, _, cell) = best.expect("some cell is open");
        (cell, self.freest(rules, cell, preferred))
    }

    /// A digit with two places in a unit: one of the places, and the digit.
    fn two_places(&self, rules: Rules<'_>, preferred: &[u64]) -> Option<(u16, u64)> {
        let mut best: Option<(u32, u16, u64)> = None;
        for unit in rules.compiled.units().iter() {
            let (mut once, mut twice, mut thrice) = (0, 0, 0);
            for &cell in unit {
                let digits = self.domain[usize::from(cell)];
                thrice |= twice & digits;
                twice |= once & digits;
                once |= digits;
            }
            for digit in bits(twice & !thrice) {
                let places =
                    unit.iter().filter(|&&cell| self.domain[usize::from(cell)] & digit != 0);
                let weight = places.clone().map(|&cell| self.weight[usize::from(cell)]).sum();
                if best.is_none_or(|(most, ..)| weight > most) {
                    let place = places.max_by_key(|&&cell| {
                        let cell = usize::from(cell);
                        (preferred[cell] & digit != 0, self.weight[cell])
                    });
                    best = place.map(|&cell| (weight, cell, digit));
                }
            }
        }
        best.map(|(_, cell, digit)| (cell, digit))
    }

    fn unsolved_peers(&self, rules: Rules<'_>, cell: u16) -> usize {
        let peers = rules.plan.peers.get(usize::from(cell)).iter();
        peers.filter(|&&peer| !is_single(self.domain[usize::from(peer)])).count()
    }

    /// The digit of `cell` that the fewest peers could hold, among the preferred ones if there are any.
    fn freest(&self, rules: Rules<'_>, cell: u16, preferred: &[u64]) -> u64 {
        let peers = rules.plan.peers.get(usize::from(cell));
        let holders = |digit: &u64| {
            peers.iter().filter(|&&peer| self.domain[usize::from(peer)] & digit != 0).count()
        };
        let key = |digit: &u64| (preferred[usize::from(cell)] & digit == 0, holders(digit));
        bits(self.domain[usize::from(cell)]).min_by_key(key).expect("an open cell has digits")
    }
}
