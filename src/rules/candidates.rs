//! What each cell may still hold, at four levels of effort, and which givens break a rule.
//!
//! | level | what is left |
//! |---|---|
//! | basic | what the rules allow in the cell, without the digits that peers' givens hold |
//! | singles | the same when all rules but locks have been followed to the end |
//! | locked | the same with locks (locked candidates) |
//! | true | the digits that occur in some solution |
//!
//! Above `basic`, a puzzle that is found to have no solution leaves no candidate anywhere.

#![forbid(unsafe_code)]

use crate::control::Control;
use crate::error::Error;
use crate::solve::Level;

use super::propagate::Effort;
use super::rule_set::RuleSet;
use super::search::given;
use super::solver::Solver;
use super::state::{State, bits};

/// The candidates of `puzzle` at `level`, bit k for digit k + 1.
///
/// # Errors
/// [`Error::Stopped`]; at the level `True` alone.
pub fn candidates(
    solver: &mut Solver<'_>,
    puzzle: &[u8],
    level: Level,
    masks: &mut [u64],
    control: &Control<'_>,
) -> Result<(), Error> {
    let rules = solver.rules();
    let effort = match level {
        Level::Basic => {
            basic(rules, puzzle, masks);
            return Ok(());
        }
        Level::Singles => Effort::Singles,
        Level::Locked | Level::True => Effort::Full,
    };
    let mut state = State::new(rules);
    let sets = puzzle.iter().map(|&digit| given(digit));
    if state.reset(sets).and_then(|()| state.propagate(effort)).is_err() {
        masks.fill(0);
        return Ok(());
    }
    if level == Level::True {
        occurring(solver, state, masks, control)
    } else {
        masks.copy_from_slice(&state.domain);
        Ok(())
    }
}

fn basic(rules: &RuleSet, puzzle: &[u8], masks: &mut [u64]) {
    let peers = &rules.events().peers;
    for (cell, mask) in masks.iter_mut().enumerate() {
        let peers = peers.get(cell).iter().map(|&peer| puzzle[usize::from(peer)]);
        let held = peers.filter(|&digit| digit != 0).fold(0, |held, digit| held | given(digit));
        *mask = rules.allowed[cell] & given(puzzle[cell]) & !held;
    }
}

/// One search for each candidate that no solution found so far holds; what has none is taken out, and what follows.
fn occurring(
    solver: &mut Solver<'_>,
    mut state: State<'_>,
    masks: &mut [u64],
    control: &Control<'_>,
) -> Result<(), Error> {
    masks.fill(0);
    let mut nodes = u64::MAX;
    let mut solution = vec![0; masks.len()];
    for cell in 0..masks.len() {
        for digit in bits(state.domain[cell]) {
            if (masks[cell] | !state.domain[cell]) & digit != 0 {
                continue;
            }
            let sets = state.domain.iter().enumerate();
            let sets = sets.map(|(i, &set)| if i == cell { digit } else { set });
            if solver.find(sets, &mut solution, &mut nodes, control)? {
                for (mask, &digit) in masks.iter_mut().zip(&solution) {
                    *mask |= given(digit);
                }
            } else {
                let held = state.keep(cell as u16, !digit);
                if held.and_then(|()| state.propagate(Effort::Full)).is_err() {
                    masks.fill(0);
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Marks the givens that break a rule together with other givens, or by themselves.
pub fn conflicts(rules: &RuleSet, puzzle: &[u8], marks: &mut [bool]) {
    let is_given = |cell: u16| puzzle[usize::from(cell)] != 0;
    let all_peers = &rules.events().peers;
    for (cell, mark) in marks.iter_mut().enumerate() {
        let digit = puzzle[cell];
        let peers = all_peers.get(cell).iter();
        *mark = digit != 0
            && (rules.allowed[cell] & given(digit) == 0
                || peers.clone().any(|&peer| puzzle[usize::from(peer)] == digit));
    }
    for (a, b, table) in rules.relations.pairs() {
        let (first, second) = (puzzle[usize::from(a)], puzzle[usize::from(b)]);
        if first != 0 && second != 0 && table[usize::from(first) - 1] & given(second) == 0 {
            marks[usize::from(a)] = true;
            marks[usize::from(b)] = true;
        }
    }
    // A total or an automaton that nothing in its blanks could mend.
    let mut state = State::new(rules);
    let mut judge = |cells: &[u16], broken: &mut dyn FnMut(&mut State<'_>) -> bool| {
        // What is wrong elsewhere does not matter here, and a cell that is wrong by itself is marked.
        let _ = state.reset(puzzle.iter().map(|&digit| given(digit)));
        if cells.iter().all(|&cell| state.domain[usize::from(cell)] != 0) && broken(&mut state) {
            for &cell in cells.iter().filter(|&&cell| is_given(cell)) {
                marks[usize::from(cell)] = true;
            }
        }
    };
    for total in &rules.totals[..rules.own_totals] {
        if total.cells().iter().any(|&cell| is_given(cell)) {
            judge(total.cells(), &mut |state| state.add_up(total).is_err());
        }
    }
    for automaton in &rules.automata {
        if automaton.cells().iter().any(|&cell| is_given(cell)) {
            judge(automaton.cells(), &mut |state| state.run_automaton(automaton).is_err());
        }
    }
}
