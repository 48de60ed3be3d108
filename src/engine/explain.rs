//! The steps that solve one puzzle.

#![forbid(unsafe_code)]

use std::collections::HashSet;
use std::sync::Arc;

use crate::control::{Control, Stop};
use crate::error::Error;
use crate::logic::explainer::Explainer;
use crate::logic::hodoku::Hodoku;
use crate::logic::scale::Halt;
use crate::logic::{self, Level, Nodes, Options, Start, Step, Technique, Techniques, any};
use crate::rules::Solver;
use crate::solve::Verdict;

use super::{Engine, OtherRules, Puzzles};

/// The order and the ratings of techniques. Rules other than classic have only the first scale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// HoDoKu 2.2.
    Hodoku,
    /// Sudoku Explainer 1.2.1.
    Explainer,
}

/// The extent of an explanation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All steps to the end.
    Path,
    /// Only the next step.
    Next,
    /// All steps that apply at the start; steps of searches that take minutes are included only if nothing else
    /// applies.
    All,
}

/// The state of a puzzle between two steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The digit of each cell, 0 for open cells.
    pub values: Box<[u8]>,
    /// The candidates of each open cell, bit k for digit k + 1.
    pub candidates: Vec<u64>,
}

/// Steps, and the positions to which they apply.
#[derive(Debug)]
pub struct Explanation {
    /// The number of solutions of the puzzle.
    pub verdict: Verdict,
    /// The steps, each with the state before it.
    pub steps: Vec<(Arc<State>, Step)>,
    /// The state after the last step, or at the start if all steps apply there.
    pub end: State,
    /// The level and score of the steps, on HoDoKu's scale.
    pub worth: Option<(Level, u32)>,
    /// Whether the last state contains a contradiction.
    pub is_contradictory: bool,
    /// Whether the budget ran out before the steps ended.
    pub is_out_of_budget: bool,
}

/// The reason for the end of an explanation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The puzzle is solved.
    Solved,
    /// No technique applies.
    Stuck,
    /// A cell has no candidate, a digit no place, or the digits break a rule.
    Contradiction,
    /// The budget ran out.
    Budget,
}

impl Ended {
    /// The reason as a word.
    pub const fn name(self) -> &'static str {
        match self {
            Ended::Solved => "solved",
            Ended::Stuck => "stuck",
            Ended::Contradiction => "contradiction",
            Ended::Budget => "budget",
        }
    }
}

impl Explanation {
    /// The reason for the end.
    pub fn ended(&self) -> Ended {
        let has_solutions = !matches!(self.verdict, Verdict::NoSolution | Verdict::Multiple);
        match () {
            () if self.is_contradictory => Ended::Contradiction,
            () if self.end.is_full() && has_solutions => Ended::Solved,
            () if self.is_out_of_budget => Ended::Budget,
            () => Ended::Stuck,
        }
    }
}

impl State {
    /// Whether every cell has a digit.
    pub fn is_full(&self) -> bool {
        !self.values.contains(&0)
    }
}

impl Engine {
    /// Explains a puzzle with some techniques.
    ///
    /// Techniques that rely on a single solution are excluded unless the puzzle has one. Dynamic chains are excluded as
    /// well if all techniques are allowed, because on puzzles with several solutions they can take hours to find
    /// nothing. A contradictory position has no steps. The `scale` applies to classic boards only.
    ///
    /// # Errors
    /// [`Error::Stopped`] if cancelled.
    pub fn explain(
        &self,
        start: &Start,
        scale: Scale,
        extent: Extent,
        techniques: Techniques,
        control: &Control<'_>,
    ) -> Result<Explanation, Error> {
        let open = start.open();
        let mut verdict = [Verdict::Undecided];
        self.verdict(Puzzles::Candidates(&open), &mut verdict, control)?;
        let [verdict] = verdict;
        let mut options = Options::default();
        (options.techniques, options.uniqueness) = (techniques, verdict == Verdict::Unique);
        let walk = Walk { start, extent, verdict, control };
        match (self, scale) {
            (Engine::Other(other), _) => {
                let mut solution = None;
                if options.uniqueness {
                    let mut cells = vec![0; open.len()].into_boxed_slice();
                    let mut solver = Solver::new(&other.set);
                    let found = solver.find(&open[..], &mut cells, &mut { u64::MAX }, control);
                    match found {
                        Ok(_) => solution = Some(cells),
                        Err(Error::Stopped(Stop::Cancelled)) => return Err(Stop::Cancelled.into()),
                        Err(_) => {}
                    }
                }
                walk.through(other.scale(options, start.has_marks, solution)?)
            }
            (_, Scale::Hodoku) => walk.through(Hodoku::new(options)),
            (_, Scale::Explainer) => {
                if !options.uniqueness && techniques == Techniques::DEFAULT {
                    options.techniques = techniques.minus(Techniques::LONG);
                }
                walk.through(Explainer::new(options))
            }
        }
    }

    /// The reason for the end of an explanation as a sentence; empty if steps solve the puzzle. `all_techniques` is
    /// whether all techniques were allowed.
    pub fn closing_sentence(
        &self,
        found: &Explanation,
        scale: Scale,
        all_techniques: bool,
    ) -> String {
        match found.ended() {
            Ended::Solved if found.steps.is_empty() => "The grid is complete.".to_owned(),
            Ended::Solved => String::new(),
            Ended::Budget => "The budget ran out.".to_owned(),
            Ended::Contradiction => {
                format!("The puzzle has no solution: {}.", self.contradiction(found))
            }
            Ended::Stuck => {
                let solutions = match found.verdict {
                    Verdict::NoSolution => "no solution",
                    Verdict::Multiple => "several solutions",
                    _ => return "No further technique applies.".to_owned(),
                };
                let searches = match scale {
                    _ if !all_techniques => "",
                    Scale::Hodoku => " and brute force",
                    Scale::Explainer => " and dynamic chains",
                };
                format!(
                    "The puzzle has {solutions}: uniqueness techniques{searches} were not used; no other technique \
                     applies."
                )
            }
        }
    }

    /// The contradiction at the end of an explanation, as a clause.
    fn contradiction(&self, found: &Explanation) -> String {
        let logic = self.logic();
        if let Some(clue) =
            logic.filter(|_| found.end.is_full()).and_then(|rules| rules.broken(&found.end.values))
        {
            return format!("the digits break {}", clue.name);
        }
        let start = found.steps.first().map_or(&found.end, |(state, _)| state);
        let mut clashes = vec![false; self.area()];
        self.conflicts(&start.values, &mut clashes);
        match (clashes.contains(&true), logic) {
            (true, None) => "two equal digits clash",
            (true, Some(_)) => "givens clash with the rules",
            (false, None) => "a cell or a digit has no place left",
            (false, Some(_)) => "a cell, a digit or a clue has nothing left",
        }
        .to_owned()
    }
}

impl OtherRules {
    /// The scale for puzzles under these rules; brute force needs a solution. In a puzzle with pencil marks, digits
    /// cannot be swapped.
    pub(super) fn scale(
        &self,
        mut options: Options,
        has_marks: bool,
        solution: Option<Box<[u8]>>,
    ) -> Result<any::Scale<'_>, Error> {
        if has_marks {
            options.techniques = options.techniques.minus(any::SWAPPING);
        }
        Ok(any::Scale::new(self.logic()?, options, solution))
    }
}

/// The path through a puzzle, on any scale.
struct Walk<'a> {
    start: &'a Start,
    extent: Extent,
    verdict: Verdict,
    control: &'a Control<'a>,
}

impl Walk<'_> {
    fn through<S: logic::Scale>(&self, mut scale: S) -> Result<Explanation, Error> {
        let mut position = scale.position(self.start);
        let mut steps: Vec<(Arc<State>, Step)> = Vec::new();
        let mut is_out_of_budget = self.verdict == Verdict::Undecided;
        let mut is_contradictory = false;
        let nodes = Nodes::new(self.control);
        while !is_out_of_budget {
            let before = Arc::new(state(&scale, &position));
            is_contradictory = scale.contradicts_itself(&position);
            if is_contradictory || before.is_full() {
                break;
            }
            let found = nodes.checkpoint().map_err(Halt::Stop).and_then(|()| match self.extent {
                Extent::All => scale.all(&position, &nodes),
                _ => scale.next(&mut position, &nodes).map(Vec::from_iter),
            });
            let found = match found {
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
            let is_stuck = found.is_empty();
            steps.extend(found.into_iter().map(|step| (Arc::clone(&before), step)));
            if is_stuck || self.extent != Extent::Path {
                break;
            }
        }
        if self.extent == Extent::All {
            without_repeated_placements(&mut steps);
        }
        let end = state(&scale, &position);
        let techniques: Vec<Technique> = steps.iter().map(|(_, step)| step.technique).collect();
        let worth = scale.level(self.start, &techniques, end.is_full());
        let verdict = self.verdict;
        Ok(Explanation { verdict, steps, end, worth, is_contradictory, is_out_of_budget })
    }
}

fn state<S: logic::Scale>(scale: &S, position: &S::Position) -> State {
    State { values: scale.values(position).into(), candidates: scale.candidates(position) }
}

/// Removes steps that make the same placements as an earlier step of the same technique. For example, a hidden single
/// of a row is often a hidden single of a box too.
fn without_repeated_placements(steps: &mut Vec<(Arc<State>, Step)>) {
    let mut placed = HashSet::new();
    steps.retain(|(_, step)| {
        step.placements.is_empty() || placed.insert((step.technique, step.placements.clone()))
    });
}
