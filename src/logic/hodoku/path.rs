//! The whole way from a puzzle to its solution, step by step.

use crate::control::{Control, Stop};
use crate::logic::Step;
use crate::logic::nodes::Nodes;

use super::rating::Rating;
use super::table::row_of;
use super::{Hint, Hodoku, State};
use crate::logic::filled::{Filled, Order};

/// The steps of a puzzle, and its rating.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Path {
    /// The steps, as far as there are any.
    pub steps: Vec<Step>,
    /// Whether they fill the grid.
    pub is_solved: bool,
    /// The rating.
    pub rating: Rating,
}

impl Hodoku {
    /// All steps from a state on.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn path(&mut self, state: &State, control: &Control<'_>) -> Result<Path, Stop> {
        let mut now = state.clone();
        let mut steps: Vec<Step> = Vec::new();
        let is_solved = self.walk(&mut now, &Nodes::new(control), &mut |state, found| {
            steps.push(Hint(found.clone()).step(state.position()));
            true
        })?;
        let rating = Rating::of(steps.iter().map(|step| step.technique), is_solved);
        Ok(Path { steps, is_solved, rating })
    }

    /// The empty cells of a state in the order in which the steps fill them, as far as there are steps.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn filled(&mut self, state: &State, control: &Control<'_>) -> Result<Vec<Filled>, Stop> {
        let mut now = state.clone();
        let mut order = Order::new(state.position());
        self.walk(&mut now, &Nodes::new(control), &mut |state, found| {
            let rank = row_of(found.technique).map_or(0.0, |row| f64::from(row.order));
            let rank = rank + f64::from(found.technique as u8) / 256.0;
            order.step(state.position(), found.technique, rank);
            true
        })?;
        Ok(order.end(now.position()))
    }
}
