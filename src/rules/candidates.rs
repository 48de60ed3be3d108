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

use crate::control::{Control, Stop};
use crate::error::Error;
use crate::solve::Level;

use super::digits::is_single;
use super::occurring::Occurring;
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
    match level {
        Level::Basic => basic(rules, puzzle, masks),
        Level::Singles => fixpoint(rules, puzzle, Effort::Singles, masks),
        Level::Locked => fixpoint(rules, puzzle, Effort::Full, masks),
        Level::True => {
            let mut undecided = vec![0; masks.len()];
            if let Err(stop) = search(solver, puzzle, masks, &mut undecided, control) {
                return Err(stop.into());
            }
        }
    }
    Ok(())
}

/// Writes the candidates that occur in some solution, and those left undecided when the nodes or the time ran out.
///
/// # Errors
/// [`Error::Stopped`] if cancelled.
pub fn occurring<'a>(
    solver: &mut Solver<'_>,
    puzzle: impl Into<Start<'a>>,
    masks: &mut [u64],
    undecided: &mut [u64],
    control: &Control<'_>,
) -> Result<(), Error> {
    let puzzle = puzzle.into();
    puzzle.check(solver.rules().cells());
    match search(solver, puzzle, masks, undecided, control) {
        Err(Stop::Cancelled) => Err(Stop::Cancelled.into()),
        _ => Ok(()),
    }
}

fn search(
    solver: &mut Solver<'_>,
    puzzle: Start<'_>,
    masks: &mut [u64],
    undecided: &mut [u64],
    control: &Control<'_>,
) -> Result<(), Stop> {
    masks.fill(0);
    undecided.fill(0);
    let (rules, engine) = solver.engine();
    let Some(state) = propagated(rules, puzzle, Effort::Full) else { return Ok(()) };
    let mut search = Occurring::new(rules, engine, state, masks, control);
    let result = search.run();
    if result.is_err() {
        undecided.iter_mut().zip(search.open()).for_each(|(mask, open)| *mask = open);
    }
    result
}

/// The state after propagation; `None` if it shows that there is no solution.
fn propagated(rules: &RuleSet, puzzle: Start<'_>, effort: Effort) -> Option<State> {
    let trail = rules.trail();
    let mut state = State::new(trail);
    let held = state.reset(trail, puzzle).and_then(|()| state.propagate(trail, effort));
    held.ok().map(|()| state)
}

fn fixpoint(rules: &RuleSet, puzzle: Start<'_>, effort: Effort, masks: &mut [u64]) {
    match propagated(rules, puzzle, effort) {
        Some(state) => masks.copy_from_slice(&state.domain),
        None => masks.fill(0),
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
