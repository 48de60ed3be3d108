//! The complete grids with the highest scores, by branch and bound.
//!
//! ```text
//!   node    the digits of each cell, propagated ── solved ── a grid, if its score is among the k highest
//!                │                                                       │
//!                └─ the bound ── not above the k-th highest score ── back
//!                            └── digits whose loss exceeds the rest are removed, propagated again
//!                            └── the digit with the highest reduced score in some cell, then its other digits
//! ```
//!
//! *Order.* The first grid found is close to the best one, because the prices of the bound are close to those of the
//! linear program, whose solution is often a grid.
//!
//! *Rounding.* A part whose bound exceeds the k-th highest score only by the rounding errors of the bound, 1e-12 of the
//! size of its terms, is not searched.

#![forbid(unsafe_code)]

use crate::control::{Control, Stop};
use crate::error::Error;
use crate::rules::{Conflict, Effort, RuleSet, Start, State};
use crate::solve::Verdict;

use super::bound::Bound;
use super::request::{Decoded, Request};

/// The maximum number of sweeps of a node.
const SWEEPS: usize = 16;

/// The least improvement of the bound by a sweep that is worth another sweep, relative to the distance from the threshold.
const WORTH_A_SWEEP: f64 = 0.02;

/// The deductions of a node.
const EFFORT: Effort = Effort::Full;

/// Appends up to `k` grids to `found`, best first.
pub(super) fn decode(
    request: &Request<'_>,
    scores: &[f64],
    found: &mut Vec<Decoded>,
    control: &Control<'_>,
) -> Result<(), Error> {
    let rules = request.engine.rule_set();
    let bound = Bound::new(rules, scores);
    let state = State::new(rules.trail());
    let mut search =
        Search { request, rules, scores, state, bound, guesses: Vec::new(), found: Vec::new() };
    search.run(control)?;
    *found = search.found;
    Ok(())
}

/// A digit of a cell that is assumed, and the length of the trail before.
struct Guess {
    mark: usize,
    cell: u16,
    digit: u64,
}

struct Search<'a> {
    request: &'a Request<'a>,
    rules: &'a RuleSet,
    scores: &'a [f64],
    state: State,
    bound: Bound<'a>,
    guesses: Vec<Guess>,
    /// The best grids so far, best first.
    found: Vec<Decoded>,
}

impl Search<'_> {
    fn run(&mut self, control: &Control<'_>) -> Result<(), Error> {
        let digits = self.rules.digits();
        let is_possible = |score: &f64| *score > f64::NEG_INFINITY;
        let domain = |scores: &[f64]| {
            let possible = scores.iter().enumerate().filter(|(_, score)| is_possible(score));
            possible.fold(0, |set, (digit, _)| set | 1u64 << digit)
        };
        let domains: Vec<u64> = self.scores.chunks_exact(digits).map(domain).collect();
        let trail = self.rules.trail();
        let mut nodes = self.request.nodes;
        let mut held = self.state.reset(trail, Start::Candidates(&domains));
        loop {
            control.checkpoint()?;
            nodes = nodes.checked_sub(1).ok_or(Stop::Nodes)?;
            held = held.and_then(|()| self.state.propagate(trail, EFFORT));
            if held.is_ok() {
                held = self.narrow(control)?;
            }
            if held.is_ok() && self.state.open > 0 {
                let (cell, digit) = self.choose();
                self.guesses.push(Guess { mark: self.state.mark(), cell, digit });
                held = self.state.keep(trail, cell, digit);
                continue;
            }
            if held.is_ok() {
                let mut board = vec![0; self.state.domain.len()].into_boxed_slice();
                self.state.write_digits(&mut board);
                self.add(board);
            }
            let Some(Guess { mark, cell, digit }) = self.guesses.pop() else { return Ok(()) };
            self.state.undo(mark);
            held = self.state.keep(trail, cell, !digit);
        }
    }

    /// The score that a further grid must exceed.
    fn threshold(&self) -> f64 {
        match self.found.get(self.request.k - 1) {
            Some(last) => last.score,
            None => f64::NEG_INFINITY,
        }
    }

    /// Removes digits that are in no grid above the threshold; a conflict if there is no such grid.
    ///
    /// # Errors
    /// The control stopped the work.
    fn narrow(&mut self, control: &Control<'_>) -> Result<Result<(), Conflict>, Stop> {
        while self.state.open > 0 {
            let Some(rest) = self.improve(control)? else { return Ok(Err(Conflict)) };
            let before = self.state.mark();
            let held = self.remove(rest);
            if held.is_err() || self.state.mark() == before {
                return Ok(held);
            }
            let held = self.state.propagate(self.rules.trail(), EFFORT);
            if held.is_err() {
                return Ok(held);
            }
        }
        Ok(Ok(()))
    }

    /// Improves the bound as long as it pays; returns how far it exceeds the threshold, or `None` if it does not.
    fn improve(&mut self, control: &Control<'_>) -> Result<Option<f64>, Stop> {
        self.bound.refresh();
        let (mut before, mut sweeps) = (f64::INFINITY, 0);
        loop {
            control.checkpoint()?;
            let (bound, error) = self.bound.value(&self.state.domain);
            let rest = bound - self.threshold();
            if rest <= error {
                return Ok(None);
            }
            if sweeps == SWEEPS || before - bound < WORTH_A_SWEEP * rest.min(1.0) {
                return Ok(Some(rest + error));
            }
            (before, sweeps) = (bound, sweeps + 1);
            self.bound.sweep(&self.state.domain);
            self.try_largest();
        }
    }

    /// Removes digits that lose more than `rest` of the bound.
    fn remove(&mut self, rest: f64) -> Result<(), Conflict> {
        for cell in 0..self.state.domain.len() {
            let domain = self.state.domain[cell];
            let (largest, ..) = self.bound.largest(cell, domain);
            let reduced = self.bound.reduced(cell).iter().enumerate();
            let kept = reduced.filter(|(_, score)| largest - **score <= rest);
            let kept = kept.fold(0, |set, (digit, _)| set | 1 << digit);
            self.state.keep(self.rules.trail(), cell as u16, kept)?;
        }
        Ok(())
    }

    /// The open cell with the fewest digits, then the smallest difference between its two best, and its best digit.
    fn choose(&self) -> (u16, u64) {
        let mut best = (u32::MAX, f64::INFINITY, 0);
        for (cell, &domain) in self.state.domain.iter().enumerate() {
            if domain.is_power_of_two() {
                continue;
            }
            let (first, second, _) = self.bound.largest(cell, domain);
            let key = (domain.count_ones(), first - second, cell);
            if (key.0, key.1) < (best.0, best.1) {
                best = key;
            }
        }
        let (cell, domain) = (best.2, self.state.domain[best.2]);
        let reduced = self.bound.reduced(cell);
        let digits = (0..64).filter(|digit| domain >> digit & 1 == 1);
        let digit =
            digits.max_by(|a, b| reduced[*a].total_cmp(&reduced[*b])).expect("an open cell");
        (cell as u16, 1 << digit)
    }

    /// Adds the grid with the largest reduced score of each cell if it is valid.
    fn try_largest(&mut self) {
        let largest = |(cell, &domain)| self.bound.largest(cell, domain).2 as u8 + 1;
        let board: Box<[u8]> = self.state.domain.iter().enumerate().map(largest).collect();
        let geometry = self.rules.geometry();
        let clashes = |cell: usize| {
            let mut peers = geometry.peers(cell).iter();
            peers.any(|peer| board[usize::from(peer)] == board[cell])
        };
        let mut valid = [false];
        if !(0..board.len()).any(clashes)
            && self.request.engine.are_solutions(&board, &mut valid, &Control::unlimited()).is_ok()
            && valid[0]
        {
            self.add(board);
        }
    }

    /// Adds a grid if its score is among the highest.
    fn add(&mut self, board: Box<[u8]>) {
        let score = self.request.sum(self.scores, &board);
        let place = self.found.partition_point(|other| other.score >= score);
        if self.found[..place].iter().all(|other| other.board != board) {
            let solution = board.clone();
            self.found.insert(place, Decoded { board, solution, score, verdict: Verdict::Unique });
            self.found.truncate(self.request.k);
        }
    }
}
