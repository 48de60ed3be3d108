//! An upper bound on the score of complete grids, by prices for the digits of units.
//!
//! ```text
//!   bound  =  Σ prices  +  Σ over cells of the largest reduced score
//!
//!   reduced score of a digit in a cell  =  its score  -  the prices of that digit in the units of the cell
//! ```
//!
//! In a grid, each digit occurs once in a unit with a cell for each digit, so all prices are paid exactly once. In other
//! units it occurs at most once, and prices are not negative. With prices of 0 the bound is the sum of the best scores.
//!
//! *Prices.* At most one cell should prefer a digit to its other digits by more than its price. A sweep sets each price
//! halfway between the two largest preferences of the cells, which minimizes the bound over this price. This is
//! coordinate descent on the dual of the linear program of the exact cover.
//!
//! *Credit.* M. Guignard and M. B. Rosenwein, An application-oriented guide for designing Lagrangean dual ascent
//! algorithms, 1989; D. Wedelin, An algorithm for large scale 0-1 integer programming, 1995.

#![forbid(unsafe_code)]

use crate::rules::RuleSet;

/// Prices for the digits of units. Any prices give a valid bound, whatever the digits of the cells.
pub(super) struct Bound<'a> {
    rules: &'a RuleSet,
    scores: &'a [f64],
    /// A price for each digit of each unit.
    prices: Vec<f64>,
    /// The reduced scores, in the order of the scores.
    reduced: Vec<f64>,
}

impl<'a> Bound<'a> {
    pub fn new(rules: &'a RuleSet, scores: &'a [f64]) -> Bound<'a> {
        let prices = vec![0.0; rules.geometry().units().len() * rules.digits()];
        Bound { rules, scores, prices, reduced: scores.to_vec() }
    }

    /// The reduced scores of a cell.
    pub fn reduced(&self, cell: usize) -> &[f64] {
        let digits = self.rules.digits();
        &self.reduced[cell * digits..(cell + 1) * digits]
    }

    /// The two largest reduced scores of a cell with these digits, where a missing one is -inf, and the first digit with
    /// the largest.
    pub fn largest(&self, cell: usize, domain: u64) -> (f64, f64, usize) {
        let mut largest = (f64::NEG_INFINITY, f64::NEG_INFINITY, 0);
        for (digit, &score) in self.reduced(cell).iter().enumerate() {
            let score = if domain >> digit & 1 == 1 { score } else { f64::NEG_INFINITY };
            if score > largest.0 {
                largest = (score, largest.0, digit);
            } else if score > largest.1 {
                largest.1 = score;
            }
        }
        largest
    }

    /// The bound for grids with these digits in their cells, and the magnitude of its rounding errors.
    pub fn value(&self, domains: &[u64]) -> (f64, f64) {
        let largest =
            domains.iter().enumerate().map(|(cell, &domain)| self.largest(cell, domain).0);
        let (mut sum, mut size) = (0.0, 0.0);
        for term in self.prices.iter().copied().chain(largest) {
            sum += term;
            size += term.abs();
        }
        (sum, 1e-12 * size)
    }

    /// Computes the reduced scores from the prices, so that rounding errors do not add up.
    pub fn refresh(&mut self) {
        self.reduced.copy_from_slice(self.scores);
        let digits = self.rules.digits();
        for (unit, prices) in self.rules.geometry().units().zip(self.prices.chunks_exact(digits)) {
            for &cell in unit.cells() {
                let reduced = &mut self.reduced[usize::from(cell) * digits..][..digits];
                reduced.iter_mut().zip(prices).for_each(|(reduced, price)| *reduced -= price);
            }
        }
    }

    /// Improves each price once.
    pub fn sweep(&mut self, domains: &[u64]) {
        let digits = self.rules.digits();
        for unit in self.rules.geometry().units() {
            for digit in 0..digits {
                // How much the cells prefer the digit to their best other digit: the two largest numbers.
                let mut largest = (f64::NEG_INFINITY, f64::NEG_INFINITY);
                for cell in unit.cells().iter().map(|&cell| usize::from(cell)) {
                    if domains[cell] >> digit & 1 == 0 {
                        continue;
                    }
                    let others = domains[cell] & !(1 << digit);
                    let scores = self.reduced(cell).iter().enumerate();
                    let other = scores.fold(f64::NEG_INFINITY, |other, (digit, &score)| {
                        if others >> digit & 1 == 1 && score > other { score } else { other }
                    });
                    let preference = self.reduced(cell)[digit] - other;
                    if preference > largest.0 {
                        largest = (preference, largest.0);
                    } else if preference > largest.1 {
                        largest.1 = preference;
                    }
                }
                let price = &mut self.prices[unit.number() * digits + digit];
                let mut change = (largest.0 + largest.1) / 2.0;
                if !unit.is_complete() {
                    change = change.max(-*price);
                }
                // Infinite if a cell must hold the digit, or at most one can.
                if change.is_finite() && change != 0.0 {
                    *price += change;
                    for &cell in unit.cells() {
                        self.reduced[usize::from(cell) * digits + digit] -= change;
                    }
                }
            }
        }
    }
}
