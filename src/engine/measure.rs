//! Difficulty as a single number, which the search for harder puzzles increases.

#![forbid(unsafe_code)]

use crate::board::Grid;
use crate::control::Control;
use crate::error::Error;
use crate::logic::Scale as _;
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
}

impl Measure {
    /// Returns a function that measures puzzles with one solution; it keeps the memory of its searches.
    pub fn measurer(self) -> impl FnMut(&Grid, &Control<'_>) -> Result<f64, Error> {
        let mut raters = Raters::default();
        move |puzzle, control| match self {
            Measure::Guesses => Ok(solve::guesses(puzzle, control)? as f64),
            Measure::Score => {
                Ok(raters.hodoku().rate_puzzle(givens(puzzle), control)?.grade.score.into())
            }
            Measure::Er => Ok(raters.explainer().rate_puzzle(givens(puzzle), control)?.grade.er),
        }
    }
}

fn givens(puzzle: &Grid) -> Puzzles<'_> {
    Puzzles::Givens(puzzle.cells())
}
