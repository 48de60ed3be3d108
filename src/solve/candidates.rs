//! The candidates of each cell, at four levels.
//!
//! | level | candidates |
//! |---|---|
//! | basic | the digit of a given, or all nine for a blank cell, without the digits of peers' givens |
//! | singles | naked singles are removed from their peers and hidden singles are placed, to a fixpoint |
//! | locked | additionally, locked candidates: if the places of a digit in a house also lie in one other house, the digit is removed from the rest of that house |
//! | true | the digits that occur in some solution |
//!
//! *Contradictions.* At level `basic`, clashing givens empty each other's cells and no others. At the other levels, an
//! empty cell, or a digit without a place in a house, means that there is no solution; all 81 cells are then empty.
//!
//! *Invariant.* The levels are nested: true ⊆ locked ⊆ singles ⊆ basic. Each level is the unique fixpoint of its
//! deductions, because a deduction remains valid when candidates are removed. The order of deductions therefore does
//! not matter.

#![forbid(unsafe_code)]

use crate::board::{Candidates, Cell, Digits, HOUSES, House, PEERS};
use crate::control::{Control, Stop};
use crate::error::Error;

use super::Puzzle;
use super::arch::{Outcome, Search, State};
use super::singles::Board;

/// The deductions applied to the candidates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Level {
    /// Removes the givens of peers.
    Basic,
    /// Also applies naked and hidden singles, to a fixpoint.
    Singles,
    /// Also applies locked candidates (pointing and claiming).
    Locked,
    /// Removes every digit that does not occur in a solution.
    True,
}

/// The candidates of a puzzle without a solution.
const NOTHING: Candidates = [Digits::NONE; 81];

/// The candidates of `puzzle` at `level`.
///
/// # Errors
/// [`Error::Stopped`], only at level `True`.
pub fn candidates<'a>(
    puzzle: impl Into<Puzzle<'a>>,
    level: Level,
    control: &Control<'_>,
) -> Result<Candidates, Error> {
    let puzzle = puzzle.into();
    match level {
        Level::Basic => Ok(basic(puzzle)),
        Level::Singles => Ok(singles(puzzle)),
        Level::Locked => Ok(locked(puzzle)),
        Level::True => {
            let (mut masks, mut open) = (NOTHING, NOTHING);
            match search(puzzle, &mut masks, &mut open, control) {
                Ok(()) => Ok(masks),
                Err(stop) => Err(stop.into()),
            }
        }
    }
}

/// The candidates that occur in some solution, and those left undecided when the nodes or the time ran out.
///
/// # Errors
/// [`Error::Stopped`] if cancelled.
pub fn occurring<'a>(
    puzzle: impl Into<Puzzle<'a>>,
    control: &Control<'_>,
) -> Result<(Candidates, Candidates), Error> {
    let (mut masks, mut open) = (NOTHING, NOTHING);
    match search(puzzle.into(), &mut masks, &mut open, control) {
        Err(Stop::Cancelled) => Err(Stop::Cancelled.into()),
        _ => Ok((masks, open)),
    }
}

fn basic(puzzle: Puzzle<'_>) -> Candidates {
    let givens = puzzle.givens();
    let mut open = givens;
    for (given, peers) in givens.iter().zip(&PEERS).filter(|(given, _)| given.len() == 1) {
        for peer in peers {
            open[peer.index()] = open[peer.index()].without(*given);
        }
    }
    open
}

fn singles(puzzle: Puzzle<'_>) -> Candidates {
    let Some(mut board) = Board::new(puzzle) else { return NOTHING };
    if !board.fill() {
        return NOTHING;
    }
    let open = board.candidates();
    let has_places = |house: &House| {
        house.iter().fold(Digits::NONE, |all, cell| all | open[cell.index()]) == Digits::ALL
    };
    if open.contains(&Digits::NONE) || !HOUSES.iter().all(has_places) { NOTHING } else { open }
}

fn locked(puzzle: Puzzle<'_>) -> Candidates {
    let mut state = State::from_puzzle(puzzle);
    match state.propagate() {
        Outcome::Dead => NOTHING,
        Outcome::Solved | Outcome::Open => state.candidates(),
    }
}

/// Searches for a solution with each candidate that does not occur in the solutions found so far. A solution confirms
/// 81 candidates. Without a solution, the candidate is removed, together with its consequences. Most puzzles take a few
/// dozen searches, the empty grid a few hundred.
///
/// Adds the candidates that occur to `seen`, and after an early stop the undecided ones to `open`.
fn search(
    puzzle: Puzzle<'_>,
    seen: &mut Candidates,
    open: &mut Candidates,
    control: &Control<'_>,
) -> Result<(), Stop> {
    let mut search = Search::new(control.nodes(), control);
    let mut state = State::from_puzzle(puzzle);
    let mut outcome = state.propagate();
    for cell in Cell::all() {
        for digit in 1..=9 {
            if outcome == Outcome::Dead {
                *seen = NOTHING;
                return Ok(());
            }
            if seen[cell.index()].contains(digit) {
                continue;
            }
            let Some(guess) = state.candidate(cell, digit) else { continue };
            let mut question = state;
            question.require(guess);
            match search.find(&question) {
                Ok(Some(solution)) => {
                    for (seen, &digit) in seen.iter_mut().zip(solution.cells()) {
                        *seen |= Digits::only(digit);
                    }
                }
                Ok(None) => {
                    state.forbid(guess);
                    outcome = state.propagate();
                }
                Err(stop) => {
                    for ((open, may), seen) in open.iter_mut().zip(state.candidates()).zip(seen) {
                        *open = may.without(*seen);
                    }
                    return Err(stop);
                }
            }
        }
    }
    Ok(())
}
