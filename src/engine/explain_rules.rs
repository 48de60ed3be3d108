//! The steps that solve one puzzle of rules other than classic.

#![forbid(unsafe_code)]

use std::collections::HashSet;

use crate::control::{Control, Stop};
use crate::error::Error;
use crate::logic::Options;
use crate::logic::Step;
use crate::logic::any::{Halt, Position, Scale, UNIQUENESS, rating};
use crate::logic::hodoku::Level;
use crate::logic::{Nodes, Techniques};
use crate::rules::{Solver, of_given};
use crate::solve::Verdict;

use super::explain::Extent;
use super::{OtherRules, Puzzles};

/// A puzzle to explain.
pub struct RulesStart {
    /// The digit of each cell, 0 for open ones.
    pub values: Vec<u8>,
    /// What the open cells may hold.
    pub candidates: Vec<u64>,
    /// Whether the puzzle itself is made of pencil marks: digits cannot be swapped then.
    pub has_marks: bool,
}

/// Steps, and the positions that they apply to.
pub struct RulesExplanation {
    /// How many solutions the puzzle has.
    pub verdict: Verdict,
    /// The steps, each with the position before it.
    pub steps: Vec<(Position, Step)>,
    /// The position after the last step; that at the start if all steps apply there.
    pub end: Position,
    /// Level and score of the steps.
    pub worth: (Level, u32),
    /// Whether the end contradicts itself.
    pub is_contradictory: bool,
    /// Whether the budget ended before the steps.
    pub is_out_of_budget: bool,
}

impl RulesStart {
    /// The first of some puzzles; a cell with one candidate is a given.
    pub fn new(puzzles: Puzzles<'_>) -> RulesStart {
        let (candidates, has_marks) = match puzzles {
            Puzzles::Givens(cells) => (vec![!0; cells.len()], false),
            Puzzles::Candidates(masks) => (masks.to_vec(), true),
        };
        RulesStart { values: puzzles.values().collect(), candidates, has_marks }
    }

    /// The puzzle as solvers take it.
    fn open(&self) -> Vec<u64> {
        let cells = self.values.iter().zip(&self.candidates);
        cells.map(|(&value, &mask)| if value == 0 { mask } else { of_given(value) }).collect()
    }
}

/// The techniques for a puzzle: those that need one solution only if it has one.
pub(super) fn options(techniques: Techniques, is_unique: bool, has_marks: bool) -> Options {
    let techniques = match has_marks {
        true => UNIQUENESS.into_iter().fold(techniques, Techniques::without),
        false => techniques,
    };
    Options { techniques, uniqueness: is_unique }
}

/// Explains a puzzle with some techniques.
///
/// # Errors
/// [`Error::Stopped`] if cancelled.
pub fn explain_rules(
    other: &OtherRules,
    start: &RulesStart,
    extent: Extent,
    techniques: Techniques,
    control: &Control<'_>,
) -> Result<RulesExplanation, Error> {
    let open = start.open();
    let mut solver = Solver::new(&other.set);
    let verdict = solver.verdict(&open[..], control)?;
    let mut solution = None;
    if verdict == Verdict::Unique {
        let mut cells = vec![0; open.len()].into_boxed_slice();
        let found = solver.find(&open[..], &mut cells, &mut { u64::MAX }, control);
        match found {
            Ok(_) => solution = Some(cells),
            Err(Error::Stopped(Stop::Cancelled)) => return Err(Stop::Cancelled.into()),
            Err(_) => {}
        }
    }
    let options = options(techniques, verdict == Verdict::Unique, start.has_marks);
    let rules = other.logic();
    let mut scale = Scale::new(rules, options, solution);
    let mut position = Position::with_candidates(rules, &start.values, &start.candidates);
    let open_cells = position.open();
    let mut steps: Vec<(Position, Step)> = Vec::new();
    let mut is_out_of_budget = verdict == Verdict::Undecided;
    let mut is_contradictory = false;
    let nodes = Nodes::new(control);
    while !is_out_of_budget {
        is_contradictory = position.contradicts_itself(rules);
        if is_contradictory || position.is_full() {
            break;
        }
        let found = nodes.checkpoint().map_err(Halt::Stop).and_then(|()| match extent {
            Extent::All => scale.all(&position, &nodes),
            _ => scale.next(&position, true, &nodes).map(Vec::from_iter),
        });
        let mut found = match found {
            Ok(found) => found,
            Err(Halt::Stop(Stop::Cancelled)) => return Err(Stop::Cancelled.into()),
            Err(Halt::Stop(_)) => {
                is_out_of_budget = true;
                break;
            }
            Err(_) => {
                is_contradictory = true;
                break;
            }
        };
        found.iter_mut().for_each(|step| scale.finish(&position, step));
        let is_stuck = found.is_empty();
        let before = position.clone();
        if extent != Extent::All {
            found.iter().for_each(|step| position.apply(rules, step));
        }
        steps.extend(found.into_iter().map(|step| (before.clone(), step)));
        if is_stuck || extent != Extent::Path {
            break;
        }
    }
    if extent == Extent::All {
        let mut placed = HashSet::new();
        steps.retain(|(_, step)| {
            step.placements.is_empty() || placed.insert((step.technique, step.placements.clone()))
        });
    }
    let techniques = steps.iter().map(|(_, step)| step.technique);
    let rating = rating(techniques, open_cells, position.is_full());
    let worth = (rating.level, rating.score);
    Ok(RulesExplanation {
        verdict,
        steps,
        end: position,
        worth,
        is_contradictory,
        is_out_of_budget,
    })
}
