//! What each cell may still hold, at four levels of effort.

use crate::board::{Candidates, Cell, Digits, Grid, HOUSES, PEERS};
use crate::control::Control;
use crate::error::Error;

use super::{Answers, Backend, Puzzles, Query};

/// How much is ruled out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// The candidates of `puzzle` at `level`. Where the givens clash or a contradiction turns up, cells are empty.
///
/// # Errors
/// [`Error::Cancelled`], at the level `True` alone.
pub fn candidates(
    backend: Backend,
    puzzle: &Grid,
    level: Level,
    control: &Control<'_>,
) -> Result<Candidates, Error> {
    let mut open = puzzle.givens();
    for cell in Cell::all() {
        for peer in PEERS[cell.index()] {
            open[cell.index()] = open[cell.index()].without(Digits::only(puzzle.get(peer)));
        }
    }
    match level {
        Level::Basic => Ok(open),
        Level::Singles => Ok(propagate(open, false)),
        Level::Locked => Ok(propagate(open, true)),
        Level::True => occurring(backend, open, control),
    }
}

fn propagate(mut open: Candidates, _locked: bool) -> Candidates {
    loop {
        let before = open;
        for cell in Cell::all() {
            let only = open[cell.index()];
            if only.len() == 1 {
                for peer in PEERS[cell.index()] {
                    open[peer.index()] = open[peer.index()].without(only);
                }
            }
        }
        for house in HOUSES {
            for digit in 1..=9 {
                let mut places = house.iter().filter(|c| open[c.index()].contains(digit));
                if let (Some(cell), None) = (places.next(), places.next()) {
                    open[cell.index()] = Digits::only(digit);
                }
            }
        }
        if open == before {
            return open;
        }
    }
}

/// One search for each candidate that no solution found so far holds: a few dozen, never an enumeration.
fn occurring(
    backend: Backend,
    open: Candidates,
    control: &Control<'_>,
) -> Result<Candidates, Error> {
    let mut seen = [Digits::NONE; 81];
    for cell in Cell::all() {
        let i = cell.index();
        for digit in open[i].iter() {
            if seen[i].contains(digit) {
                continue;
            }
            let mut question = open;
            question[i] = Digits::only(digit);
            let mut count = [0];
            let mut found = [Grid::EMPTY];
            let query =
                Query { puzzles: Puzzles::Candidates(&[question]), limit: 1, nodes: u64::MAX };
            backend.search(
                &query,
                &mut Answers { counts: &mut count, solutions: Some(&mut found) },
                control,
            )?;
            if count[0] == 1 {
                for (seen, &digit) in seen.iter_mut().zip(found[0].cells()) {
                    *seen |= Digits::only(digit);
                }
            }
        }
    }
    Ok(seen)
}
