//! The candidates of each cell, at four levels.
//!
//! | level | candidates |
//! |---|---|
//! | basic | the digits that the puzzle and the rules allow in the cell, without the digits of peers' givens |
//! | singles | the candidates after propagation with all deductions except locks |
//! | locked | the candidates after propagation with locks (locked candidates) as well |
//! | true | the digits that occur in some solution |
//!
//! In a puzzle with pencil marks, a cell with one candidate is a given. At levels above `basic`, a puzzle found to have
//! no solution has no candidates in any cell.

#![forbid(unsafe_code)]

use crate::control::Control;
use crate::error::Error;
use crate::solve::Level;

use super::digits::{bits, is_single, of_given};
use super::rule_set::RuleSet;
use super::solver::Solver;
use super::start::Start;
use super::trail::{Effort, State};

/// Writes the candidates of `puzzle` at `level`, bit k for digit k + 1.
///
/// # Errors
/// [`Error::Stopped`], only at level `True`.
pub fn candidates<'a>(
    solver: &mut Solver<'_>,
    puzzle: impl Into<Start<'a>>,
    level: Level,
    masks: &mut [u64],
    control: &Control<'_>,
) -> Result<(), Error> {
    let (rules, puzzle) = (solver.rules(), puzzle.into());
    puzzle.check(rules.cells());
    let effort = match level {
        Level::Basic => {
            basic(rules, puzzle, masks);
            return Ok(());
        }
        Level::Singles => Effort::Singles,
        Level::Locked | Level::True => Effort::Full,
    };
    let trail = rules.trail();
    let mut state = State::new(trail);
    if state.reset(trail, puzzle).and_then(|()| state.propagate(trail, effort)).is_err() {
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

fn basic(rules: &RuleSet, puzzle: Start<'_>, masks: &mut [u64]) {
    let geometry = rules.geometry();
    masks.copy_from_slice(rules.allowed());
    for (cell, set) in puzzle.sets().enumerate() {
        masks[cell] &= set;
        if is_single(set) {
            geometry.peers(cell).iter().for_each(|peer| masks[usize::from(peer)] &= !set);
        }
    }
}

/// Searches for a solution with each candidate that does not occur in a known solution. If there is none, removes the
/// candidate and propagates the removal.
fn occurring(
    solver: &mut Solver<'_>,
    mut state: State,
    masks: &mut [u64],
    control: &Control<'_>,
) -> Result<(), Error> {
    masks.fill(0);
    let trail = solver.rules().trail();
    let mut solution = vec![0; masks.len()];
    for cell in 0..masks.len() {
        for digit in bits(state.domain[cell]) {
            if (masks[cell] | !state.domain[cell]) & digit != 0 {
                continue;
            }
            let others = std::mem::replace(&mut state.domain[cell], digit);
            let is_there =
                solver.find(&state.domain[..], &mut solution, &mut { u64::MAX }, control);
            state.domain[cell] = others;
            if is_there? {
                for (mask, &digit) in masks.iter_mut().zip(&solution) {
                    *mask |= of_given(digit);
                }
            } else {
                let held = state.keep(trail, cell as u16, !digit);
                if held.and_then(|()| state.propagate(trail, Effort::Full)).is_err() {
                    masks.fill(0);
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}
