//! How hard a puzzle is, as one number: what the search for harder puzzles increases.

#![forbid(unsafe_code)]

use crate::board::Grid;
use crate::control::Control;
use crate::error::Error;
use crate::logic::{Nodes, Scale as _, Start};
use crate::solve;

use super::Puzzles;
use super::rate::Raters;

/// One number that says how hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// [`solve::guesses`].
    Guesses,
    /// The score of HoDoKu.
    Score,
    /// The rating of the hardest step on the scale of Sudoku Explainer.
    Er,
}

impl Measure {
    /// A function that measures puzzles with one solution; it keeps the memory of its searches.
    pub fn measurer(self) -> impl FnMut(&Grid, &Control<'_>) -> Result<f64, Error> {
        let mut raters = Raters::default();
        let start = |puzzle: &Grid| Start::new(Puzzles::Givens(puzzle.cells()));
        move |puzzle, control| match self {
            Measure::Guesses => Ok(solve::guesses(puzzle, control)? as f64),
            Measure::Score => {
                let scale = raters.hodoku();
                let position = scale.position(&start(puzzle));
                Ok(scale.rate(position, &Nodes::new(control))?.grade.score.into())
            }
            Measure::Er => {
                let scale = raters.explainer();
                let position = scale.position(&start(puzzle));
                Ok(scale.rate(position, &Nodes::new(control))?.grade.er)
            }
        }
    }
}
