//! What each cell may still hold, at four levels of effort.
//!
//! | level | what is left |
//! |---|---|
//! | basic | each given its digit, each blank all nine; then every digit that a peer's given holds is taken out |
//! | singles | the same, once a digit that is alone in its cell (naked single) has left all peers, and one that has a single place in a house (hidden single) is alone there, as often as anything changes |
//! | locked | the same with locked candidates: a digit whose places in a house all lie in one box leaves the rest of the box, and where its places in a box all lie in one row or column, the rest of that |
//! | true | the digits that occur in some solution |
//!
//! *Contradiction.* At `basic` the cells are independent: givens that clash empty each other's cells and no others.
//! At the other levels a cell without candidates, or a digit without a place in a house, means that there is no
//! solution, and then all 81 cells are empty. With that the levels nest (true ⊆ locked ⊆ singles ⊆ basic), and each
//! is *the* fixpoint of its rules: a smaller board never lets a rule leave more, so their order does not matter.

#![forbid(unsafe_code)]

use crate::board::{Candidates, Cell, Digits, HOUSES, PEERS};
use crate::control::Control;
use crate::error::Error;

use super::Puzzle;
use super::arch::{Outcome, Search, State};

/// How much is ruled out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Level {
    /// The givens of the peers.
    Basic,
    /// What is left when naked and hidden singles have been followed to the end.
    Singles,
    /// The same with locked candidates (pointing and claiming).
    Locked,
    /// Exactly the digits that occur in some solution.
    True,
}

/// What a puzzle without solutions leaves.
const NOTHING: Candidates = [Digits::NONE; 81];

/// The candidates of `puzzle` at `level`; what becomes of contradictions is in the table above.
///
/// # Errors
/// [`Error::Stopped`]; at the level `True` alone.
pub fn candidates<'a>(
    puzzle: impl Into<Puzzle<'a>>,
    level: Level,
    control: &Control<'_>,
) -> Result<Candidates, Error> {
    let puzzle = puzzle.into();
    match level {
        Level::Basic => Ok(basic(puzzle)),
        Level::Singles => Ok(singles(basic(puzzle))),
        Level::Locked => Ok(locked(puzzle)),
        Level::True => occurring(puzzle, control),
    }
}

pub(super) fn basic(puzzle: Puzzle<'_>) -> Candidates {
    let mut open = puzzle.givens();
    let given_of = |cells: &Candidates, cell: Cell| match cells[cell.index()] {
        digit if digit.len() == 1 => digit,
        _ => Digits::NONE,
    };
    let mut given = [Digits::NONE; 27];
    let mut clash = [Digits::NONE; 27];
    let houses = |cell: Cell| [cell.row(), 9 + cell.column(), 18 + cell.r#box()];
    for cell in Cell::all() {
        let digit = given_of(&open, cell);
        for house in houses(cell) {
            clash[house] |= given[house] & digit;
            given[house] |= digit;
        }
    }
    for cell in Cell::all() {
        let by = if given_of(&open, cell).is_empty() { &given } else { &clash };
        for house in houses(cell) {
            open[cell.index()] = open[cell.index()].without(by[house]);
        }
    }
    open
}

fn singles(mut open: Candidates) -> Candidates {
    let mut spread = [false; 81];
    loop {
        let mut changed = false;
        for cell in Cell::all() {
            let i = cell.index();
            if open[i].len() == 1 && !spread[i] {
                spread[i] = true;
                changed = true;
                for peer in PEERS[i] {
                    open[peer.index()] = open[peer.index()].without(open[i]);
                }
            }
        }
        for house in &HOUSES {
            let (mut once, mut twice) = (Digits::NONE, Digits::NONE);
            for cell in house {
                twice |= once & open[cell.index()];
                once |= open[cell.index()];
            }
            if once != Digits::ALL {
                return NOTHING;
            }
            let hidden = once.without(twice);
            for cell in house {
                let alone = open[cell.index()] & hidden;
                if alone.len() > 1 {
                    return NOTHING;
                }
                if !alone.is_empty() && alone != open[cell.index()] {
                    open[cell.index()] = alone;
                    changed = true;
                }
            }
        }
        if !changed {
            return if open.contains(&Digits::NONE) { NOTHING } else { open };
        }
    }
}

fn locked(puzzle: Puzzle<'_>) -> Candidates {
    let mut state = State::from_puzzle(puzzle);
    match state.propagate() {
        Outcome::Dead => NOTHING,
        Outcome::Solved | Outcome::Open => state.candidates(),
    }
}

/// One quick search for each candidate that no solution found so far holds. Its solution settles 81 candidates, its
/// failure takes the candidate out, and what follows from that with it: a few dozen searches for most puzzles, a
/// few hundred for the empty grid.
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
