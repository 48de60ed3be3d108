//! The steps that solve one classic puzzle.

#![forbid(unsafe_code)]

use std::collections::HashSet;

use crate::board::{Candidates, Cell, Digits, Grid};
use crate::control::{Control, Stop};
use crate::cpu::Backend;
use crate::error::Error;
use crate::logic::scales::explainer::{Explainer, Hint, Options};
use crate::logic::{Nodes, Position, Step, Technique, Techniques};
use crate::solve::{self, Verdict};

use super::{Puzzles, classic_candidates, grids};

/// A puzzle to explain.
pub struct Start {
    /// The givens.
    pub givens: Grid,
    /// What the empty cells may hold.
    pub candidates: Candidates,
}

/// How far to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// To the end.
    Path,
    /// One step.
    Next,
    /// All steps that apply at the start; dynamic chains, of which there are thousands, take minutes to list, so of these
    /// only the next one if nothing else applies, unless they are among the techniques chosen.
    All,
}

/// Techniques whose steps take long to list.
const DYNAMIC: [Technique; 4] = [
    Technique::DynamicCellForcingChains,
    Technique::DynamicRegionForcingChains,
    Technique::DynamicContradiction,
    Technique::DynamicDouble,
];

/// Steps, and the positions that they apply to.
pub struct Explanation {
    /// How many solutions the puzzle has.
    pub verdict: Verdict,
    /// The steps, each with the position before it.
    pub steps: Vec<(Position, Step)>,
    /// The position after the last step; that at the start if all steps apply there.
    pub end: Position,
    /// Whether the end contradicts itself.
    pub is_contradictory: bool,
    /// Whether the budget ended before the steps.
    pub is_out_of_budget: bool,
}

impl Start {
    /// The first of some puzzles; a cell with one candidate is a given.
    pub fn new(puzzles: Puzzles<'_>) -> Start {
        match puzzles {
            Puzzles::Givens(cells) => {
                Start { givens: grids(cells)[0], candidates: [Digits::ALL; 81] }
            }
            Puzzles::Candidates(masks) => Start::from_candidates(&classic_candidates(masks)[0]),
        }
    }

    /// That of pencil marks.
    pub fn from_candidates(candidates: &Candidates) -> Start {
        let mut givens = Grid::EMPTY;
        for (cell, digits) in Cell::all().zip(candidates) {
            if digits.len() == 1 {
                givens.set(cell, digits.bits().trailing_zeros() as u8 + 1);
            }
        }
        Start { givens, candidates: *candidates }
    }

    /// The position at the start.
    pub fn position(&self) -> Position {
        Position::with_candidates(&self.givens, &self.candidates)
    }

    /// The puzzle as the search takes it.
    fn open(&self) -> Candidates {
        let mut open = self.candidates;
        for (cell, digits) in Cell::all().zip(&mut open) {
            if self.givens.get(cell) != 0 {
                *digits = Digits::only(self.givens.get(cell));
            }
        }
        open
    }
}

/// Explains a puzzle with some techniques.
///
/// Techniques that rely on a single solution are left out unless the puzzle has one; so are dynamic chains if all techniques
/// are allowed, as with several solutions they can take hours to find nothing. A position that contradicts itself has no
/// steps.
///
/// # Errors
/// [`Error::Stopped`] if cancelled.
pub fn explain(
    backend: Backend,
    start: &Start,
    extent: Extent,
    techniques: Techniques,
    control: &Control<'_>,
) -> Result<Explanation, Error> {
    let mut verdict = [Verdict::Undecided];
    let open = [start.open()];
    solve::verdict(backend, solve::Puzzles::Candidates(&open), &mut verdict, control)?;
    let [verdict] = verdict;
    let uniqueness = verdict == Verdict::Unique;
    let techniques = match uniqueness || techniques != Techniques::ALL {
        true => techniques,
        false => without_dynamic(techniques),
    };
    let options = Options { techniques, uniqueness };
    let mut explainer = Explainer::new(options);
    let mut position = start.position();
    let mut steps = Vec::new();
    let mut is_out_of_budget = verdict == Verdict::Undecided;
    let mut is_contradictory = !is_out_of_budget && start.givens.conflicts().contains(&true);
    let nodes = Nodes::new(control);
    while !is_out_of_budget {
        is_contradictory |= position.contradicts_itself();
        if is_contradictory || position.is_full() {
            break;
        }
        let found = nodes.checkpoint().and_then(|()| match extent {
            Extent::All => all(&mut explainer, options, &position, &nodes),
            _ => explainer.next(&position, &nodes).map(Vec::from_iter),
        });
        let found = match found {
            Ok(found) => found,
            Err(Stop::Cancelled) => return Err(Stop::Cancelled.into()),
            Err(_) => {
                is_out_of_budget = true;
                break;
            }
        };
        let is_stuck = found.is_empty();
        let before = position.clone();
        steps.extend(found.iter().map(|hint| (before.clone(), hint.step(&before))));
        if extent != Extent::All {
            found.iter().for_each(|hint| hint.apply(&mut position));
        }
        if is_stuck || extent != Extent::Path {
            break;
        }
    }
    if extent == Extent::All {
        without_repeated_placements(&mut steps);
    }
    Ok(Explanation { verdict, steps, end: position, is_contradictory, is_out_of_budget })
}

/// The hints of [`Extent::All`].
fn all(
    explainer: &mut Explainer,
    Options { techniques, uniqueness }: Options,
    position: &Position,
    nodes: &Nodes<'_>,
) -> Result<Vec<Hint>, Stop> {
    if techniques != Techniques::ALL {
        return explainer.all(position, nodes);
    }
    let quick = Options { techniques: without_dynamic(techniques), uniqueness };
    let found = Explainer::new(quick).all(position, nodes)?;
    match found.is_empty() {
        true => explainer.next(position, nodes).map(Vec::from_iter),
        false => Ok(found),
    }
}

/// Drops the steps that place what an earlier one of the same technique places: a hidden single of a row is often one of a
/// box too.
fn without_repeated_placements(steps: &mut Vec<(Position, Step)>) {
    let mut placed = HashSet::new();
    steps.retain(|(_, step)| {
        step.placements.is_empty() || placed.insert((step.technique, step.placements.clone()))
    });
}

fn without_dynamic(techniques: Techniques) -> Techniques {
    DYNAMIC.into_iter().fold(techniques, Techniques::without)
}
