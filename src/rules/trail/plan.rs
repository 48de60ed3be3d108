//! The deductions that involve each cell.
//!
//! Deductions are numbered in the order of their cost: relations, units, totals, automata, locks. `watch` contains the
//! deductions of each cell as words of a bit set, so a change marks them with a few ORs, and the lowest bit is the
//! cheapest deduction that is due.

#![forbid(unsafe_code)]

use crate::rules::compiled::Compiled;
use crate::rules::lists::Lists;

use super::locked::{self, Lock};

/// Compiled rules with the tables for a [`State`](super::state::State).
#[derive(Clone, Copy)]
pub(crate) struct Rules<'r> {
    pub(in crate::rules) compiled: &'r Compiled,
    pub(in crate::rules) plan: &'r Plan,
}

/// The deductions of a set of rules, computed together with the first state.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Plan {
    pub(in crate::rules) peers: Lists<u16>,
    /// The locks of each unit.
    pub(super) locks: Vec<Vec<Lock>>,
    pub(super) first: FirstOfKind,
    /// For each cell, words of the bit set of deductions that a change of the cell marks.
    pub(super) watch: Lists<(u32, u64)>,
}

/// The first number of each kind of deduction after relations, which start at 0.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct FirstOfKind {
    pub units: usize,
    pub totals: usize,
    pub automata: usize,
    pub locks: usize,
    pub end: usize,
}

impl Plan {
    /// Numbers all deductions of these rules.
    pub fn new(rules: &Compiled) -> Plan {
        let geometry = &rules.geometry;
        let peers: Lists<u16> =
            (0..rules.cells()).map(|cell| geometry.peers(cell).iter()).collect();
        let locks: Vec<Vec<Lock>> =
            rules.units().iter().map(|unit| locked::locks(unit, &peers)).collect();
        let mut first = FirstOfKind::default();
        let mut watchers: Vec<Vec<usize>> = vec![Vec::new(); rules.cells()];
        let mut number = 0;
        let mut add = |cells: &[u16], number: &mut usize| {
            for &cell in cells {
                watchers[usize::from(cell)].push(*number);
            }
            *number += 1;
        };
        rules.relations.sources().iter().for_each(|&cell| add(&[cell], &mut number));
        first.units = number;
        rules.units().iter().for_each(|unit| add(unit, &mut number));
        first.totals = number;
        rules.totals.iter().for_each(|total| add(total.cells(), &mut number));
        first.automata = number;
        rules.automata.iter().for_each(|automaton| add(automaton.cells(), &mut number));
        first.locks = number;
        for (unit, locks) in rules.units().iter().zip(&locks) {
            add(if locks.is_empty() { &[] } else { unit }, &mut number);
        }
        first.end = number;
        let watch = watchers.into_iter().map(as_words).collect();
        Plan { peers, locks, first, watch }
    }
}

/// The words of a bit set of these sorted numbers.
fn as_words(numbers: Vec<usize>) -> Vec<(u32, u64)> {
    let mut words: Vec<(u32, u64)> = Vec::new();
    for number in numbers {
        let (word, bit) = ((number / 64) as u32, 1 << (number % 64));
        match words.last_mut() {
            Some((last, bits)) if *last == word => *bits |= bit,
            _ => words.push((word, bit)),
        }
    }
    words
}
