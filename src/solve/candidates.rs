//! The candidates of each cell, at four levels.
//!
//! | level | candidates |
//! |---|---|
//! | basic | a given has its digit, a blank all nine; digits of peers' givens are removed |
//! | singles | naked singles are removed from their peers and hidden singles are placed, to a fixpoint |
//! | locked | also locked candidates: if the places of a digit in a house all lie in one box, row or column as well, the digit is removed from the rest of that |
//! | true | the digits that occur in some solution |
//!
//! *Contradiction.* At `basic`, givens that clash empty each other's cells and no others. At the other levels, an empty cell
//! or a digit without a place in a house means that there is no solution, and then all 81 cells are empty.
//!
//! *Invariant.* The levels nest: true ⊆ locked ⊆ singles ⊆ basic. Each is the unique fixpoint of its deductions, since fewer
//! candidates never make a deduction weaker. So their order does not matter.

#![forbid(unsafe_code)]

use crate::board::{Candidates, Cell, Digits, HOUSES, House, PEERS};
use crate::control::Control;
use crate::error::Error;

use super::Puzzle;
use super::arch::{Outcome, Search, State};
use super::singles::Board;

/// Which candidates are removed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Level {
    /// The givens of peers.
    Basic,
    /// Also what naked and hidden singles remove, to a fixpoint.
    Singles,
    /// Also what locked candidates (pointing and claiming) remove.
    Locked,
    /// All digits that do not occur in any solution.
    True,
}

/// The candidates of a puzzle without a solution.
const NOTHING: Candidates = [Digits::NONE; 81];

/// The candidates of `puzzle` at `level`.
///
/// # Errors
/// [`Error::Stopped`], at the level `True` only.
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
        Level::True => occurring(puzzle, control),
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

/// Searches for a solution with each candidate that no solution found so far has. A solution confirms 81 candidates. If
/// there is none, the candidate is removed, and so is what follows. Most puzzles take a few dozen searches, the empty grid
/// a few hundred.
fn occurring(puzzle: Puzzle<'_>, control: &Control<'_>) -> Result<Candidates, Error> {
    let mut search = Search::new(u64::MAX, control);
    let mut state = State::from_puzzle(puzzle);
    let mut seen = NOTHING;
    let mut outcome = state.propagate();
    for cell in Cell::all() {
        for digit in 1..=9 {
            if outcome == Outcome::Dead {
                return Ok(NOTHING);
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
                Err(stop) => return Err(stop.into()),
            }
        }
    }
    Ok(seen)
}
