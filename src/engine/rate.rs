//! Ratings of many puzzles: one record per puzzle with the requested [columns](super::COLUMNS), in their order, without
//! padding.
//!
//! An unknown value has all bits set: 255 in a byte, NaN as a float.

#![forbid(unsafe_code)]

use crate::control::{Control, Stop};
use crate::cpu::Backend;
use crate::depth::Depth;
use crate::error::Error;
use crate::logic::explainer::Explainer;
use crate::logic::hodoku::Hodoku;
use crate::logic::score::{Grade, Rating, Ratings, Within};
use crate::logic::{self, Filled, Nodes, Options, Scale as _, Technique, Techniques, any};
use crate::rules::Solver;
use crate::solve::{self, Pace, Tier, Verdict};

use super::columns::Column;
use super::explain::Scale;
use super::guesses::guesses;
use super::{Engine, OtherRules, Puzzles, grids, with_classic};

/// The number of cells of puzzles between two polls for cancellation, for the columns computed together.
const PIECE: usize = 2048 * 81;

/// The options of ratings.
#[derive(Clone, Copy, Debug)]
pub struct RateOptions {
    /// The scale of the hardest technique and the counts.
    pub scale: Scale,
    /// The seconds for the minutes.
    pub pace: Pace,
    /// Whether the steps and minutes of puzzles without exactly one solution are unknown; otherwise all puzzles are
    /// rated as if they had one.
    pub strict: bool,
}

/// The scales with the memory of their searches, created on first use.
#[derive(Default)]
pub(super) struct Raters {
    hodoku: Option<Box<Hodoku>>,
    explainer: Option<Box<Explainer>>,
    depth: Option<Box<Depth>>,
}

impl Raters {
    pub(super) fn hodoku(&mut self) -> &mut Hodoku {
        self.hodoku.get_or_insert_with(|| Box::new(Hodoku::new(Options::default())))
    }

    pub(super) fn explainer(&mut self) -> &mut Explainer {
        self.explainer.get_or_insert_with(|| Box::new(Explainer::new(Options::default())))
    }

    pub(super) fn depth(&mut self, backend: Backend) -> &mut Depth {
        self.depth.get_or_insert_with(|| Box::new(Depth::new(backend)))
    }
}

/// A rating on either scale, with the values required by columns.
struct Rated {
    grade: Option<Grade>,
    ratings: Option<Ratings>,
    hardest: Option<Technique>,
    counts: [u16; Technique::COUNT],
}

impl From<Rating<Grade>> for Rated {
    fn from(rating: Rating<Grade>) -> Rated {
        let Rating { grade, hardest, counts } = rating;
        Rated { grade: Some(grade), ratings: None, hardest, counts }
    }
}

impl From<Rating<Ratings>> for Rated {
    fn from(rating: Rating<Ratings>) -> Rated {
        let Rating { grade, hardest, counts } = rating;
        Rated { grade: None, ratings: Some(grade), hardest, counts }
    }
}

impl Rated {
    /// Passes the bytes of a column to `put` if this scale provides it.
    fn write(&self, column: Column, mut put: impl FnMut(&[u8])) {
        let (grade, ratings) = (self.grade.as_ref(), self.ratings.as_ref());
        match column {
            Column::Level => grade.into_iter().for_each(|grade| put(&[grade.level as u8])),
            Column::Score => grade.into_iter().for_each(|grade| put(&grade.score.to_ne_bytes())),
            Column::Er => ratings.into_iter().for_each(|ratings| put(&ratings.er.to_ne_bytes())),
            Column::Ep => ratings.into_iter().for_each(|ratings| put(&ratings.ep.to_ne_bytes())),
            Column::Ed => ratings.into_iter().for_each(|ratings| put(&ratings.ed.to_ne_bytes())),
            Column::Hardest => put(&[self.hardest.map_or(0, Technique::number)]),
            Column::Counts => {
                let mut all = [0; 1 + Technique::COUNT];
                all[1..].copy_from_slice(&self.counts);
                put(bytemuck::cast_slice(&all));
            }
            Column::Clues
            | Column::Singles
            | Column::Guesses
            | Column::Minutes
            | Column::Te
            | Column::B
            | Column::Bxb
            | Column::Bxbb => {}
        }
    }
}

/// Converts the end of the budget to `None`.
pub(super) fn known<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Err(Error::Stopped(Stop::Deadline | Stop::Nodes)) => Ok(None),
        result => result.map(Some),
    }
}

impl Engine {
    /// Writes a record for each puzzle. Rules other than classic have one scale, and columns limited to classic boards
    /// are unknown.
    ///
    /// # Errors
    /// [`Error::Stopped`] if cancelled.
    ///
    /// # Panics
    /// If guesses are requested for pencil marks.
    pub fn rate(
        &self,
        puzzles: Puzzles<'_>,
        columns: &[Column],
        options: &RateOptions,
        records: &mut [u8],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let RateOptions { scale, ref pace, strict } = *options;
        let (side, area) = (self.side(), self.area());
        let width = columns.iter().map(|column| column.width(side)).sum::<usize>();
        let piece = PIECE.div_ceil(area);
        records.fill(255);
        let mut raters = Raters::default();
        for (puzzles, records) in
            puzzles.chunks(piece * area).zip(records.chunks_mut(piece * width))
        {
            let mut offset = 0;
            let mut ratings: [Option<Vec<Option<Rated>>>; 2] = [None, None];
            let is_late = !control.has_time()?;
            for &column in columns {
                let start = offset;
                offset += column.width(side);
                let mut put = |row: usize, bytes: &[u8]| {
                    records[row * width + start..][..bytes.len()].copy_from_slice(bytes);
                };
                let is_unknown = column.row().is_classic && !self.is_classic();
                match column {
                    Column::Clues => {
                        for (row, puzzle) in puzzles.chunks(area).enumerate() {
                            let clues = puzzle.values().filter(|&digit| digit != 0).count();
                            put(row, &(clues as u16).to_ne_bytes()[..column.width(side)]);
                        }
                    }
                    _ if is_late || is_unknown => {}
                    Column::Guesses => {
                        let Engine::Classic(backend) = self else { continue };
                        let means = guesses(*backend, grids(puzzles.givens()), control)?;
                        for (row, mean) in means.into_iter().enumerate() {
                            put(row, &mean.map_or([255; 8], f64::to_ne_bytes));
                        }
                    }
                    Column::Te | Column::B | Column::Bxb | Column::Bxbb => {
                        self.depth(puzzles, column, &mut raters, control, put)?;
                    }
                    Column::Singles => {
                        for (row, tier) in self.tiers(puzzles, control)?.into_iter().enumerate() {
                            tier.into_iter().for_each(|tier| put(row, &[tier as u8]));
                        }
                    }
                    Column::Minutes => {
                        let Puzzles::Givens(givens) = puzzles else { continue };
                        let verdicts = self.verdicts(puzzles, strict, control)?;
                        for (row, (puzzle, verdict)) in
                            grids(givens).iter().zip(verdicts).enumerate()
                        {
                            if verdict == Verdict::Unique
                                && let Some(minutes) = solve::minutes(puzzle, pace)
                            {
                                put(row, &minutes.to_ne_bytes());
                            }
                        }
                    }
                    Column::Level
                    | Column::Score
                    | Column::Er
                    | Column::Ep
                    | Column::Ed
                    | Column::Hardest
                    | Column::Counts => {
                        let scale = column.scale(scale);
                        let ratings = &mut ratings[scale as usize];
                        if ratings.is_none() {
                            let found = self.follow(puzzles, scale, strict, &mut raters, control);
                            *ratings = Some(found?);
                        }
                        for (row, rating) in ratings.iter().flatten().enumerate() {
                            if let Some(rating) = rating {
                                rating.write(column, |bytes| put(row, bytes));
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The tier of each puzzle; `None` if the budget ran out.
    fn tiers(
        &self,
        puzzles: Puzzles<'_>,
        control: &Control<'_>,
    ) -> Result<Vec<Option<Tier>>, Error> {
        match self {
            Engine::Classic(backend) => {
                let mut tiers = vec![Tier::Beyond; puzzles.len() / 81];
                let done = with_classic(puzzles, |puzzles| {
                    solve::tiers(*backend, puzzles, &mut tiers, control)
                });
                let done = known(done)?;
                Ok(tiers.into_iter().map(|tier| done.map(|()| tier)).collect())
            }
            Engine::Other(other) => {
                let area = self.area();
                puzzles.chunks(area).map(|puzzle| known(other.tier(puzzle, control))).collect()
            }
        }
    }

    /// The verdict on each puzzle; if not `strict`, all puzzles count as unique.
    fn verdicts(
        &self,
        puzzles: Puzzles<'_>,
        strict: bool,
        control: &Control<'_>,
    ) -> Result<Vec<Verdict>, Error> {
        let mut verdicts = vec![Verdict::Unique; puzzles.len() / self.area()];
        if strict {
            self.verdict(puzzles, &mut verdicts, control)?;
        }
        Ok(verdicts)
    }

    /// Calls `put` with the number and the depth rating of each puzzle with one solution, unless the budget runs out.
    fn depth(
        &self,
        puzzles: Puzzles<'_>,
        column: Column,
        raters: &mut Raters,
        control: &Control<'_>,
        mut put: impl FnMut(usize, &[u8]),
    ) -> Result<(), Error> {
        let Engine::Classic(backend) = self else { return Ok(()) };
        let verdicts = self.verdicts(puzzles, true, control)?;
        let depth = raters.depth(*backend);
        let length = |length: Option<u8>| length.map_or(f64::INFINITY, f64::from).to_ne_bytes();
        with_classic(puzzles, |puzzles| {
            let rows = (0..puzzles.len()).zip(verdicts);
            for (row, _) in rows.filter(|&(_, verdict)| verdict == Verdict::Unique) {
                let (puzzle, nodes) = (puzzles.get(row), &Nodes::new(control));
                let found = match column {
                    Column::Te => depth.te(puzzle, nodes).map(|depth| put(row, &[depth])),
                    Column::B => depth.b(puzzle, nodes).map(|found| put(row, &length(found))),
                    Column::Bxb => depth.bxb(puzzle, nodes).map(|found| put(row, &length(found))),
                    _ => depth.bxbb(puzzle, nodes).map(|found| put(row, &length(found))),
                };
                known(found.map_err(Error::from))?;
            }
            Ok(())
        })
    }

    /// The ratings by steps; `None` if they are unknown.
    fn follow(
        &self,
        puzzles: Puzzles<'_>,
        scale: Scale,
        strict: bool,
        raters: &mut Raters,
        control: &Control<'_>,
    ) -> Result<Vec<Option<Rated>>, Error> {
        let verdicts = self.verdicts(puzzles, strict, control)?;
        let mut solver = match self {
            Engine::Classic(_) => None,
            Engine::Other(other) => Some((other, Solver::new(&other.set))),
        };
        let mut ratings = Vec::with_capacity(verdicts.len());
        for (puzzle, verdict) in puzzles.chunks(self.area()).zip(verdicts) {
            if verdict != Verdict::Unique {
                ratings.push(None);
                continue;
            }
            let rating = match (&mut solver, scale) {
                (Some((other, solver)), _) => other
                    .rater(solver, puzzle, control)
                    .and_then(|mut rater| rate(&mut rater, puzzle, control)),
                (None, Scale::Hodoku) => rate(raters.hodoku(), puzzle, control),
                (None, Scale::Explainer) => rate(raters.explainer(), puzzle, control),
            };
            ratings.push(known(rating)?);
        }
        Ok(ratings)
    }

    /// For each puzzle with one solution, the cells that are not given, in the order in which the steps of a scale fill
    /// them; empty for other puzzles.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    ///
    /// # Panics
    /// If the rules are not classic.
    pub fn filled(
        &self,
        scale: Scale,
        puzzles: Puzzles<'_>,
        control: &Control<'_>,
    ) -> Result<Vec<Vec<Filled>>, Error> {
        let mut verdicts = vec![Verdict::Undecided; puzzles.len() / 81];
        self.verdict(puzzles, &mut verdicts, control)?;
        let mut raters = Raters::default();
        let mut filled = Vec::with_capacity(verdicts.len());
        for (puzzle, verdict) in puzzles.chunks(81).zip(verdicts) {
            filled.push(match (verdict, scale) {
                (Verdict::Unique, Scale::Hodoku) => raters.hodoku().filled(puzzle, control)?,
                (Verdict::Unique, Scale::Explainer) => {
                    raters.explainer().filled(puzzle, control)?
                }
                _ => Vec::new(),
            });
        }
        Ok(filled)
    }
}

fn rate<S: logic::Scale>(
    scale: &mut S,
    puzzle: Puzzles<'_>,
    control: &Control<'_>,
) -> Result<Rated, Error>
where
    Rated: From<Rating<S::Grade>>,
{
    Ok(scale.rate_puzzle(puzzle, control)?.into())
}

impl OtherRules {
    /// The tier of a puzzle. The steps of clues belong to each tier.
    pub(super) fn tier(&self, puzzle: Puzzles<'_>, control: &Control<'_>) -> Result<Tier, Error> {
        use Technique::*;
        const TIERS: [(Tier, &[Technique]); 3] = [
            (
                Tier::NakedSingles,
                &[PairRelation, Combinations, ReachableSums, LinePattern, NakedSingle],
            ),
            (Tier::Singles, &[FullHouse, HiddenSingle]),
            (
                Tier::Subsets,
                &[
                    LockedPair,
                    LockedTriple,
                    Pointing,
                    Claiming,
                    LockedCandidates,
                    NakedPair,
                    NakedTriplet,
                    HiddenPair,
                    HiddenTriplet,
                    NakedQuad,
                    HiddenQuad,
                ],
            ),
        ];
        let mut options = Options::default();
        (options.techniques, options.uniqueness) = (Techniques::NONE, false);
        for (tier, more) in TIERS {
            options.techniques = more.iter().copied().fold(options.techniques, Techniques::with);
            let mut scale = any::Scale::new(self.logic()?, options, None);
            let rating = scale.rate_puzzle(puzzle, control)?;
            if rating.grade.level != logic::Level::Incomplete {
                return Ok(tier);
            }
        }
        Ok(Tier::Beyond)
    }

    /// The scale for one puzzle, with the solution that brute force needs.
    fn rater(
        &self,
        solver: &mut Solver<'_>,
        puzzle: Puzzles<'_>,
        control: &Control<'_>,
    ) -> Result<any::Scale<'_>, Error> {
        let mut solution = vec![0; puzzle.len()].into_boxed_slice();
        let is_solvable = solver.find(puzzle, &mut solution, &mut control.nodes(), control)?;
        let has_marks = matches!(puzzle, Puzzles::Candidates(_));
        self.scale(Options::default(), has_marks, is_solvable.then_some(solution))
    }

    /// The rating of a puzzle with one solution; `None` if it is not within limits.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub(super) fn rate_within(
        &self,
        solver: &mut Solver<'_>,
        puzzle: &[u8],
        within: &Within,
        control: &Control<'_>,
    ) -> Result<Option<Rating<Grade>>, Error> {
        let puzzle = Puzzles::Givens(puzzle);
        Ok(self.rater(solver, puzzle, control)?.rate_puzzle_within(puzzle, within, control)?)
    }
}
