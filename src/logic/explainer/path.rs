//! The whole way from a puzzle to its solution, step by step.

use crate::control::{Control, Stop};
use crate::logic::nodes::Nodes;
use crate::logic::{Position, Step, Technique};

use super::Explainer;
use super::rate::{Rating, Tally};
use crate::logic::filled::{Filled, Order};

/// The steps of a puzzle, and its rating.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Path {
    /// The steps, as far as there are hints.
    pub steps: Vec<Step>,
    /// Whether they fill the grid.
    pub is_solved: bool,
    /// The rating.
    pub rating: Rating,
}

impl Explainer {
    /// All steps from a position on.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn path(&mut self, position: &Position, control: &Control<'_>) -> Result<Path, Stop> {
        let mut now = position.clone();
        let (mut steps, mut tally) = (Vec::new(), Tally::new());
        let is_solved = self.walk(&mut now, &Nodes::new(control), &mut |position, hint| {
            tally.add(hint.technique(), hint.rating(), hint.places(), 1);
            steps.push(hint.step(position));
        })?;
        Ok(Path { steps, is_solved, rating: tally.rating(is_solved) })
    }

    /// The empty cells of a position in the order in which the steps fill them, as far as there are hints.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn filled(
        &mut self,
        position: &Position,
        control: &Control<'_>,
    ) -> Result<Vec<Filled>, Stop> {
        let mut now = position.clone();
        let mut order = Order::new(position);
        self.walk(&mut now, &Nodes::new(control), &mut |position, hint| {
            order.step(position, hint.technique(), hint.rating());
        })?;
        Ok(order.end(&now))
    }
}

/// Steps in players' notation: singles together in one line, each with its rating, other steps one a line with number and
/// rating.
pub fn compact(steps: &[Step]) -> String {
    let mut text = String::new();
    let mut is_in_singles = false;
    for (i, step) in steps.iter().enumerate() {
        let is_single = matches!(step.technique, Technique::HiddenSingle | Technique::NakedSingle);
        if i > 0 && !(is_single && is_in_singles) {
            text.push('\n');
        }
        if is_single {
            text.push_str(if is_in_singles { " " } else { "  " });
            text.push_str(&format!("{}({:.1})", step.notation, step.rating));
        } else {
            text.push_str(&format!("{:2} {:.1} {}", i + 1, step.rating, step.notation));
        }
        is_in_singles = is_single;
    }
    text
}
