//! The steps that solve one classic puzzle.

#![forbid(unsafe_code)]

use std::collections::HashSet;

use crate::board::{Candidates, Cell, Digits, Grid};
use crate::control::{Control, Stop};
use crate::cpu::Backend;
use crate::error::Error;
use crate::logic::Options;
use crate::logic::explainer::{Explainer, Hint};
use crate::logic::hodoku::{Hodoku, Level, Rating, State};
use crate::logic::{CellSet, Nodes, Position, Step, Technique, Techniques};
use crate::solve::{self, Verdict};

use super::{Puzzles, classic_candidates, grids};

/// The order of the techniques, and what they are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// HoDoKu 2.2.
    Hodoku,
    /// Sudoku Explainer 1.2.1.
    Explainer,
}

/// A puzzle to explain.
pub struct Start {
    /// The cells with a value.
    pub values: Grid,
    /// Those of them that are given.
    pub givens: CellSet,
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
    /// Level and score of the steps, on HoDoKu's scale.
    pub worth: Option<(Level, u32)>,
    /// Whether the end contradicts itself.
    pub is_contradictory: bool,
    /// Whether the budget ended before the steps.
    pub is_out_of_budget: bool,
}

impl Start {
    /// The first of some puzzles; a cell with one candidate is a given.
    pub fn new(puzzles: Puzzles<'_>) -> Start {
        match puzzles {
            Puzzles::Givens(cells) => Start::of(grids(cells)[0], [Digits::ALL; 81]),
            Puzzles::Candidates(masks) => Start::from_candidates(&classic_candidates(masks)[0]),
        }
    }

    fn of(values: Grid, candidates: Candidates) -> Start {
        let givens = Cell::all().filter(|&cell| values.get(cell) != 0).collect();
        Start { values, givens, candidates }
    }

    /// That of pencil marks.
    pub fn from_candidates(candidates: &Candidates) -> Start {
        let mut values = Grid::EMPTY;
        for (cell, digits) in Cell::all().zip(candidates) {
            values.set(cell, digits.single());
        }
        Start::of(values, *candidates)
    }

    /// The position at the start.
    pub fn position(&self) -> Position {
        Position::with_candidates(&self.values, &self.candidates)
    }

    /// The same with the queues of HoDoKu's scale.
    pub fn state(&self) -> State {
        State::new(&self.values, self.givens, &self.candidates)
    }

    /// The puzzle as the search takes it.
    fn open(&self) -> Candidates {
        let mut open = self.candidates;
        for (cell, digits) in Cell::all().zip(&mut open) {
            if self.values.get(cell) != 0 {
                *digits = Digits::only(self.values.get(cell));
            }
        }
        open
    }
}

/// A scale on its way.
enum Walk {
    Hodoku(Box<(Hodoku, State)>),
    Explainer(Box<(Explainer, Position, Options)>),
}

impl Walk {
    fn new(scale: Scale, options: Options, start: &Start) -> Walk {
        match scale {
            Scale::Hodoku => Walk::Hodoku(Box::new((Hodoku::new(options), start.state()))),
            Scale::Explainer => {
                Walk::Explainer(Box::new((Explainer::new(options), start.position(), options)))
            }
        }
    }

    fn position(&self) -> &Position {
        match self {
            Walk::Hodoku(walk) => walk.1.position(),
            Walk::Explainer(walk) => &walk.1,
        }
    }

    /// The next step, which is taken.
    fn next(&mut self, nodes: &Nodes<'_>) -> Result<Option<Step>, Stop> {
        Ok(match self {
            Walk::Hodoku(walk) => {
                let (scale, state) = &mut **walk;
                scale.next(state, nodes)?.map(|hint| {
                    let step = hint.step(state.position());
                    hint.apply(state);
                    step
                })
            }
            Walk::Explainer(walk) => {
                let (scale, position, _) = &mut **walk;
                scale.next(position, nodes)?.map(|hint| {
                    let step = hint.step(position);
                    hint.apply(position);
                    step
                })
            }
        })
    }

    /// The steps of [`Extent::All`].
    fn all(&mut self, nodes: &Nodes<'_>) -> Result<Vec<Step>, Stop> {
        Ok(match self {
            Walk::Hodoku(walk) => {
                let (scale, state) = &mut **walk;
                let hints = scale.all(state, nodes)?;
                hints.iter().map(|hint| hint.step(state.position())).collect()
            }
            Walk::Explainer(walk) => {
                let (scale, position, options) = &mut **walk;
                let hints = all(scale, *options, position, nodes)?;
                hints.iter().map(|hint| hint.step(position)).collect()
            }
        })
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
    scale: Scale,
    extent: Extent,
    techniques: Techniques,
    control: &Control<'_>,
) -> Result<Explanation, Error> {
    let mut verdict = [Verdict::Undecided];
    let open = [start.open()];
    solve::verdict(backend, solve::Puzzles::Candidates(&open), &mut verdict, control)?;
    let [verdict] = verdict;
    let uniqueness = verdict == Verdict::Unique;
    let techniques = match uniqueness || techniques != Techniques::DEFAULT {
        true => techniques,
        false => without_dynamic(techniques),
    };
    let mut options = Options::default();
    (options.techniques, options.uniqueness) = (techniques, uniqueness);
    let mut walk = Walk::new(scale, options, start);
    let mut steps = Vec::new();
    let mut is_out_of_budget = verdict == Verdict::Undecided;
    let mut is_contradictory = !is_out_of_budget && start.values.conflicts().contains(&true);
    let nodes = Nodes::new(control);
    while !is_out_of_budget {
        let before = walk.position().clone();
        is_contradictory |= before.contradicts_itself();
        if is_contradictory || before.is_full() {
            break;
        }
        let found = nodes.checkpoint().and_then(|()| match extent {
            Extent::All => walk.all(&nodes),
            _ => walk.next(&nodes).map(Vec::from_iter),
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
        steps.extend(found.into_iter().map(|step| (before.clone(), step)));
        if is_stuck || extent != Extent::Path {
            break;
        }
    }
    if extent == Extent::All {
        without_repeated_placements(&mut steps);
    }
    let end = walk.position().clone();
    let worth = (scale == Scale::Hodoku).then(|| {
        let rating = Rating::of(steps.iter().map(|(_, step)| step.technique), end.is_full());
        (rating.level, rating.score)
    });
    Ok(Explanation { verdict, steps, end, worth, is_contradictory, is_out_of_budget })
}

/// The hints of [`Extent::All`].
fn all(
    explainer: &mut Explainer,
    mut options: Options,
    position: &Position,
    nodes: &Nodes<'_>,
) -> Result<Vec<Hint>, Stop> {
    if options.techniques != Techniques::DEFAULT {
        return explainer.all(position, nodes);
    }
    options.techniques = without_dynamic(options.techniques);
    let found = Explainer::new(options).all(position, nodes)?;
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
