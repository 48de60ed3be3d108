//! The givens that break a rule, together with other givens or by themselves.
//!
//! ```text
//!   placed[d]   the cells that hold digit d          cell c with digit d clashes if placed[d] & peers[c] is not empty
//! ```
//!
//! *Cost.* A few words for each cell and each related pair. Each total and automaton with a given is propagated once.
//! Only totals, automata and boards with more than 16 digits allocate memory.

#![forbid(unsafe_code)]

use super::compiled::Compiled;
use super::digits::{self, Conflict, bits, of_given};
use super::rule_set::RuleSet;

/// Marks the givens that break a rule, together with other givens or by themselves. If no digits in its blank cells
/// complete a total or an automaton, all its givens are marked.
///
/// # Panics
/// If the puzzle or the marks do not have as many cells as the rules, or a digit is above the largest.
pub fn conflicts(rules: &RuleSet, puzzle: &[u8], marks: &mut [bool]) {
    assert_eq!(
        (puzzle.len(), marks.len()),
        (rules.cells(), rules.cells()),
        "expected a digit and a mark for each cell"
    );
    let largest = puzzle.iter().fold(0, |largest, &digit| digit.max(largest));
    assert!(usize::from(largest) <= rules.digits(), "digit {largest} of {}", rules.digits());
    let rules = &rules.compiled;
    match rules.geometry.words() {
        1 => clashes(rules, puzzle, marks, 1, &mut [0; 9]),
        2 => clashes(rules, puzzle, marks, 2, &mut [0; 2 * 12]),
        4 => clashes(rules, puzzle, marks, 4, &mut [0; 4 * 17]),
        words => clashes(rules, puzzle, marks, words, &mut vec![0; words * (rules.digits + 1)]),
    }
    for (a, b, table) in rules.relations.pairs() {
        let (a, b) = (usize::from(a), usize::from(b));
        let (first, second) = (puzzle[a], puzzle[b]);
        if first != 0 && second != 0 && table[usize::from(first) - 1] & of_given(second) == 0 {
            marks[a] = true;
            marks[b] = true;
        }
    }
    let (mut sets, mut sums, mut states) = (Vec::new(), Vec::new(), Vec::new());
    for total in &rules.totals[..rules.given_totals] {
        mark_unless(rules, puzzle, marks, total.cells(), &mut sets, |sets| {
            total.narrow(rules.digits, sets, &mut sums)
        });
    }
    for automaton in &rules.automata {
        mark_unless(rules, puzzle, marks, automaton.cells(), &mut sets, |sets| {
            automaton.narrow(sets, &mut states)
        });
    }
}

/// Marks the givens that their cell does not allow or that a peer also has. `placed` contains `words` words for each
/// digit and for blanks, all zero.
#[inline(always)]
fn clashes(rules: &Compiled, puzzle: &[u8], marks: &mut [bool], words: usize, placed: &mut [u64]) {
    for (cell, &digit) in puzzle.iter().enumerate() {
        placed[usize::from(digit) * words + cell / 64] |= 1 << (cell % 64);
    }
    marks.fill(false);
    let peers = rules.geometry.peer_words();
    for w in 0..words {
        let cells = digits::all(rules.cells().saturating_sub(64 * w));
        for bit in bits(cells & !placed[w]) {
            let cell = 64 * w + bit.trailing_zeros() as usize;
            let same = &placed[usize::from(puzzle[cell]) * words..][..words];
            let seen = peers[cell * words..][..words].iter().zip(same);
            let clash = seen.fold(0, |any, (peers, same)| any | peers & same);
            marks[cell] = clash != 0 || rules.allowed[cell] & of_given(puzzle[cell]) == 0;
        }
    }
}

/// Marks the givens of these cells if the deduction finds that no digits in the blank cells complete them. If a cell
/// does not allow its given, that given is already marked, and the others are not checked.
fn mark_unless(
    rules: &Compiled,
    puzzle: &[u8],
    marks: &mut [bool],
    cells: &[u16],
    sets: &mut Vec<u64>,
    deduce: impl FnOnce(&mut [u64]) -> Result<(), Conflict>,
) {
    let cells = || cells.iter().map(|&cell| usize::from(cell));
    if cells().all(|cell| puzzle[cell] == 0) {
        return;
    }
    sets.clear();
    sets.extend(cells().map(|cell| of_given(puzzle[cell]) & rules.allowed[cell]));
    if !sets.contains(&0) && deduce(sets).is_err() {
        cells().filter(|&cell| puzzle[cell] != 0).for_each(|cell| marks[cell] = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::constraint::Constraint;

    #[test]
    #[should_panic(expected = "digit 7 of 6")]
    fn a_digit_above_the_largest_is_refused() {
        let rules = RuleSet::new(6, &Constraint::houses(2, 3)).unwrap();
        let mut puzzle = [0; 36];
        puzzle[20] = 7;
        conflicts(&rules, &puzzle, &mut [false; 36]);
    }
}
