//! Ratings of puzzles of rules other than classic. Guesses and the ratings of Sudoku Explainer are measures of classic boards:
//! they are not known here.

#![forbid(unsafe_code)]

use crate::control::Control;
use crate::error::Error;
use crate::logic::any::{Position, Scale};
use crate::logic::hodoku::{Level, Rating, Within};
use crate::logic::{Nodes, Technique, Techniques};
use crate::rules::Solver;
use crate::solve::Verdict;

use super::explain_rules::options;
use super::rate::{Column, known, number};
use super::{OtherRules, Puzzles};

/// Writes a record for each puzzle, see [`Engine::rate`](super::Engine::rate).
///
/// # Errors
/// [`Error::Stopped`] if cancelled.
pub(super) fn rate(
    other: &OtherRules,
    puzzles: Puzzles<'_>,
    columns: &[Column],
    strict: bool,
    records: &mut [u8],
    control: &Control<'_>,
) -> Result<(), Error> {
    records.fill(255);
    let side = other.set.side();
    let width = columns.iter().map(|column| column.width(side)).sum::<usize>();
    let wants = |test: fn(Column) -> bool| columns.iter().any(|&column| test(column));
    let mut solver = Solver::new(&other.set);
    for (puzzle, record) in puzzles.chunks(other.set.cells()).zip(records.chunks_mut(width)) {
        let is_late = !control.has_time()?;
        let tier = match wants(|column| column == Column::Singles) && !is_late {
            true => known(tier(other, puzzle, control))?,
            false => None,
        };
        let rating = match wants(is_followed) && !is_late {
            true => known(follow(other, &mut solver, puzzle, strict, control))?.flatten(),
            false => None,
        };
        let mut offset = 0;
        for &column in columns {
            let mut put = |bytes: &[u8]| record[offset..][..bytes.len()].copy_from_slice(bytes);
            match (column, &rating) {
                (Column::Clues, _) if column.width(side) == 1 => put(&[clues(puzzle) as u8]),
                (Column::Clues, _) => put(&clues(puzzle).to_ne_bytes()),
                (Column::Singles, _) => tier.into_iter().for_each(|tier| put(&[tier])),
                (Column::Level, Some(rating)) => put(&[rating.level as u8]),
                (Column::Score, Some(rating)) => put(&rating.score.to_ne_bytes()),
                (Column::Hardest, Some(rating)) => put(&[rating.hardest.map_or(0, number)]),
                (Column::Counts, Some(rating)) => {
                    let mut all = [0; 1 + Technique::COUNT];
                    all[1..].copy_from_slice(&rating.counts);
                    put(bytemuck::cast_slice(&all));
                }
                _ => {}
            }
            offset += column.width(side);
        }
    }
    Ok(())
}

/// Whether steps are followed for a column.
fn is_followed(column: Column) -> bool {
    matches!(column, Column::Level | Column::Score | Column::Hardest | Column::Counts)
}

/// Cells that are given.
fn clues(puzzle: Puzzles<'_>) -> u16 {
    puzzle.values().filter(|&digit| digit != 0).count() as u16
}

/// What solves a puzzle: 0 naked singles, 1 all singles, 2 also locked candidates and sets, 3 none of these. The steps of
/// clues belong to each.
pub(super) fn tier(
    other: &OtherRules,
    puzzle: Puzzles<'_>,
    control: &Control<'_>,
) -> Result<u8, Error> {
    const CLUES: [Technique; 4] = [
        Technique::PairRelation,
        Technique::Combinations,
        Technique::ReachableSums,
        Technique::LinePattern,
    ];
    const SINGLES: [Technique; 2] = [Technique::FullHouse, Technique::HiddenSingle];
    const SETS: [Technique; 11] = [
        Technique::LockedPair,
        Technique::LockedTriple,
        Technique::Pointing,
        Technique::Claiming,
        Technique::LockedCandidates,
        Technique::NakedPair,
        Technique::NakedTriplet,
        Technique::HiddenPair,
        Technique::HiddenTriplet,
        Technique::NakedQuad,
        Technique::HiddenQuad,
    ];
    let rules = other.logic();
    let mut techniques: Techniques = CLUES.into_iter().chain([Technique::NakedSingle]).collect();
    for (tier, more) in [&[][..], &SINGLES, &SETS].into_iter().enumerate() {
        techniques = more.iter().fold(techniques, |all, &one| all.with(one));
        let mut scale = Scale::new(rules, options(techniques, false, false), None);
        let rating = scale.rate(Position::new(rules, puzzle), &Nodes::new(control))?;
        if rating.level != Level::Incomplete {
            return Ok(tier as u8);
        }
    }
    Ok(3)
}

/// The rating by steps; `None` if the puzzle does not have exactly one solution.
fn follow(
    other: &OtherRules,
    solver: &mut Solver<'_>,
    puzzle: Puzzles<'_>,
    strict: bool,
    control: &Control<'_>,
) -> Result<Option<Rating>, Error> {
    if strict && solver.verdict(puzzle, control)? != Verdict::Unique {
        return Ok(None);
    }
    let mut scale = scale_of(other, solver, puzzle, control)?;
    let position = Position::new(other.logic(), puzzle);
    Ok(Some(scale.rate(position, &Nodes::new(control))?))
}

/// The rating of a puzzle with one solution; `None` if it is not within limits.
///
/// # Errors
/// [`Error::Stopped`].
pub(super) fn rate_within(
    other: &OtherRules,
    solver: &mut Solver<'_>,
    puzzle: &[u8],
    within: &Within,
    control: &Control<'_>,
) -> Result<Option<Rating>, Error> {
    let puzzle = Puzzles::Givens(puzzle);
    let mut scale = scale_of(other, solver, puzzle, control)?;
    let position = Position::new(other.logic(), puzzle);
    Ok(scale.rate_within(position, within, &Nodes::new(control))?)
}

/// What rates a puzzle; brute force has its solution.
fn scale_of<'r>(
    other: &'r OtherRules,
    solver: &mut Solver<'_>,
    puzzle: Puzzles<'_>,
    control: &Control<'_>,
) -> Result<Scale<'r>, Error> {
    let mut solution = vec![0; puzzle.len()].into_boxed_slice();
    let is_solvable = solver.find(puzzle, &mut solution, &mut control.nodes(), control)?;
    let has_marks = matches!(puzzle, Puzzles::Candidates(_));
    let options = options(Techniques::DEFAULT, true, has_marks);
    Ok(Scale::new(other.logic(), options, is_solvable.then_some(solution)))
}
