//! Difficulty as a single number, which the search for harder puzzles increases.

#![forbid(unsafe_code)]

use crate::board::Grid;
use crate::control::Control;
use crate::cpu::Backend;
use crate::error::Error;
use crate::logic::{Nodes, Scale as _};
use crate::solve;

use super::Puzzles;
use super::rate::Raters;

/// A measure of difficulty as a single number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// [`solve::guesses`].
    Guesses,
    /// HoDoKu's score.
    Score,
    /// The rating of the hardest step on Sudoku Explainer's scale.
    Er,
    /// The length of the longest braid; infinite if braids do not solve the puzzle.
    B,
    /// The length of braids within one assumption; infinite if they do not solve the puzzle.
    Bxb,
}

impl Measure {
    /// Returns a function that measures puzzles with one solution; it keeps the memory of its searches.
    pub fn measurer(
        self,
        backend: Backend,
    ) -> impl FnMut(&Grid, &Control<'_>) -> Result<f64, Error> {
        let mut raters = Raters::default();
        let length = |length: Option<u8>| length.map_or(f64::INFINITY, f64::from);
        move |puzzle, control| match self {
            Measure::Guesses => Ok(solve::guesses(puzzle, control)? as f64),
            Measure::Score => {
                Ok(raters.hodoku().rate_puzzle(givens(puzzle), control)?.grade.score.into())
            }
            Measure::Er => Ok(raters.explainer().rate_puzzle(givens(puzzle), control)?.grade.er),
            Measure::B => Ok(length(raters.depth(backend).b(puzzle.into(), &Nodes::new(control))?)),
            Measure::Bxb => {
                Ok(length(raters.depth(backend).bxb(puzzle.into(), &Nodes::new(control))?))
            }
        }
    }
}

fn givens(puzzle: &Grid) -> Puzzles<'_> {
    Puzzles::Givens(puzzle.cells())
}
