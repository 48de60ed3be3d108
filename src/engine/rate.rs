//! Ratings of many classic puzzles, each a record of the columns asked for, without padding:
//!
//! ```text
//!   clues u8 (u16 above side 15) · singles u8 · guesses f64 · level u8 · score u32 · er f64 · ep f64 · ed f64 · hardest u8
//!   counts [u16; techniques + 1]
//! ```
//!
//! What is not known has all bits set: 255 in a byte, and NaN as a float.

#![forbid(unsafe_code)]

use crate::board::Grid;
use crate::control::{Control, Stop};
use crate::cpu::Backend;
use crate::error::Error;
use crate::logic::Filled;
use crate::logic::Options;
use crate::logic::Technique;
use crate::logic::{explainer, hodoku};
use crate::random::Key;
use crate::solve::{self, Tier, Verdict};
use crate::symmetry::{self, Draw, Group, Transform};

use super::explain::{Scale, Start};
use super::{Engine, Puzzles, grids, with_classic};

/// Members of a class over which guesses are averaged. Another number, or another search, would be another measure.
const MEMBERS: usize = 8;

/// Puzzles between two polls for cancellation that the columns have in common.
const PIECE: usize = 2048;

/// A column of ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// Cells that are given.
    Clues,
    /// The [`Tier`].
    Singles,
    /// The mean number of guesses over members of the class.
    Guesses,
    /// The level on HoDoKu's scale.
    Level,
    /// The score on HoDoKu's scale.
    Score,
    /// The highest rating of all steps, on the scale of Sudoku Explainer.
    Er,
    /// The highest up to the first placement.
    Ep,
    /// That of the first step.
    Ed,
    /// The number of the hardest technique, on the scale chosen.
    Hardest,
    /// How often each technique is used, by number, on the scale chosen.
    Counts,
}

impl Column {
    /// The bytes of a value for boards of a side.
    pub const fn width(self, side: usize) -> usize {
        match self {
            Column::Clues if side > 15 => 2,
            Column::Clues | Column::Singles | Column::Level | Column::Hardest => 1,
            Column::Score => 4,
            Column::Guesses | Column::Er | Column::Ep | Column::Ed => 8,
            Column::Counts => 2 * (1 + Technique::COUNT),
        }
    }

    /// Whether the steps have to be found.
    pub const fn is_logic(self) -> bool {
        !matches!(self, Column::Clues | Column::Singles | Column::Guesses)
    }

    /// The scale whose steps have to be found for a column of logic.
    const fn scale(self, chosen: Scale) -> Scale {
        match self {
            Column::Level | Column::Score => Scale::Hodoku,
            Column::Er | Column::Ep | Column::Ed => Scale::Explainer,
            _ => chosen,
        }
    }
}

/// The scales with the memory of their searches, made when first needed.
#[derive(Default)]
pub(super) struct Raters {
    hodoku: Option<Box<hodoku::Hodoku>>,
    explainer: Option<Box<explainer::Explainer>>,
}

/// A rating of either scale.
enum Rating {
    Hodoku(hodoku::Rating),
    Explainer(explainer::Rating),
}

impl Raters {
    pub(super) fn hodoku(&mut self) -> &mut hodoku::Hodoku {
        self.hodoku.get_or_insert_with(|| Box::new(hodoku::Hodoku::new(Options::default())))
    }

    pub(super) fn explainer(&mut self) -> &mut explainer::Explainer {
        self.explainer
            .get_or_insert_with(|| Box::new(explainer::Explainer::new(Options::default())))
    }

    /// The cells that are not given in the order in which the steps of a scale fill them.
    fn filled(
        &mut self,
        scale: Scale,
        start: &Start,
        control: &Control<'_>,
    ) -> Result<Vec<Filled>, Stop> {
        match scale {
            Scale::Hodoku => self.hodoku().filled(&start.state(), control),
            Scale::Explainer => self.explainer().filled(&start.position(), control),
        }
    }

    fn rate(&mut self, scale: Scale, start: &Start, control: &Control<'_>) -> Result<Rating, Stop> {
        Ok(match scale {
            Scale::Hodoku => Rating::Hodoku(self.hodoku().rate(start.state(), control)?),
            Scale::Explainer => {
                Rating::Explainer(self.explainer().rate(&start.position(), control)?)
            }
        })
    }
}

impl Rating {
    /// The hardest technique and the number of steps of each.
    fn techniques(&self) -> (Option<Technique>, &[u16; Technique::COUNT]) {
        match self {
            Rating::Hodoku(rating) => (rating.hardest, &rating.counts),
            Rating::Explainer(rating) => (rating.hardest, &rating.counts),
        }
    }

    /// Passes the bytes of a column of this scale on.
    fn write(&self, column: Column, put: impl FnOnce(&[u8])) {
        let (hardest, counts) = self.techniques();
        match (self, column) {
            (_, Column::Hardest) => put(&[hardest.map_or(0, number)]),
            (Rating::Hodoku(rating), Column::Level) => put(&[rating.level as u8]),
            (Rating::Hodoku(rating), Column::Score) => put(&rating.score.to_ne_bytes()),
            (Rating::Explainer(rating), Column::Er) => put(&rating.er.to_ne_bytes()),
            (Rating::Explainer(rating), Column::Ep) => put(&rating.ep.to_ne_bytes()),
            (Rating::Explainer(rating), Column::Ed) => put(&rating.ed.to_ne_bytes()),
            _ => {
                let mut all = [0; 1 + Technique::COUNT];
                all[1..].copy_from_slice(counts);
                put(bytemuck::cast_slice(&all));
            }
        }
    }
}

/// `None` if the budget ran out.
pub(super) fn known<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Err(Error::Stopped(Stop::Deadline | Stop::Nodes)) => Ok(None),
        result => result.map(Some),
    }
}

/// The number of a technique; 0 stands for none.
pub const fn number(technique: Technique) -> u8 {
    technique as u8 + 1
}

impl Engine {
    /// Writes a record for each puzzle; the hardest technique and the counts are those of `scale`. With `strict` the steps of
    /// puzzles without exactly one solution are not known; otherwise all are rated as if they had one. For rules other than
    /// classic there is one scale, and columns that only classic boards have are not known.
    ///
    /// # Errors
    /// [`Error::Stopped`] if cancelled.
    ///
    /// # Panics
    /// If guesses are wanted for pencil marks.
    pub fn rate(
        &self,
        puzzles: Puzzles<'_>,
        columns: &[Column],
        scale: Scale,
        strict: bool,
        records: &mut [u8],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let backend = match self {
            Engine::Classic(backend) => *backend,
            Engine::Other(other) => {
                return super::rate_rules::rate(other, puzzles, columns, strict, records, control);
            }
        };
        let width = columns.iter().map(|column| column.width(9)).sum::<usize>();
        records.fill(255);
        let mut raters = Raters::default();
        for (puzzles, records) in puzzles.chunks(PIECE * 81).zip(records.chunks_mut(PIECE * width))
        {
            let mut offset = 0;
            let mut ratings: [Option<Vec<Option<Rating>>>; 2] = [None, None];
            let is_late = !control.has_time()?;
            for column in columns {
                let start = offset;
                offset += column.width(9);
                let mut put = |row: usize, bytes: &[u8]| {
                    records[row * width + start..][..bytes.len()].copy_from_slice(bytes);
                };
                match column {
                    Column::Clues => with_classic(puzzles, |puzzles| {
                        for row in 0..puzzles.len() {
                            let givens = puzzles.get(row).givens();
                            let clues = givens.iter().filter(|digits| digits.len() == 1).count();
                            put(row, &[clues as u8]);
                        }
                    }),
                    _ if is_late => {}
                    Column::Singles => {
                        let mut tiers = vec![Tier::Beyond; puzzles.len() / 81];
                        let done = with_classic(puzzles, |puzzles| {
                            solve::tiers(backend, puzzles, &mut tiers, control)
                        });
                        if known(done)?.is_none() {
                            continue;
                        }
                        for (row, tier) in tiers.into_iter().enumerate() {
                            put(row, &[tier as u8]);
                        }
                    }
                    Column::Guesses => {
                        let means = guesses(backend, grids(puzzles.givens()), control)?;
                        for (row, mean) in means.into_iter().enumerate() {
                            put(row, &mean.map_or([255; 8], f64::to_ne_bytes));
                        }
                    }
                    _ => {
                        let scale = column.scale(scale);
                        let ratings = &mut ratings[scale as usize];
                        if ratings.is_none() {
                            let found = self.follow(puzzles, scale, strict, &mut raters, control);
                            *ratings = Some(found?);
                        }
                        for (row, rating) in ratings.iter().flatten().enumerate() {
                            if let Some(rating) = rating {
                                rating.write(*column, |bytes| put(row, bytes));
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The ratings by steps; `None` where they are not known.
    fn follow(
        &self,
        puzzles: Puzzles<'_>,
        scale: Scale,
        strict: bool,
        raters: &mut Raters,
        control: &Control<'_>,
    ) -> Result<Vec<Option<Rating>>, Error> {
        let mut verdicts = vec![Verdict::Unique; puzzles.len() / 81];
        if strict {
            self.verdict(puzzles, &mut verdicts, control)?;
        }
        let mut ratings = Vec::with_capacity(verdicts.len());
        for (puzzle, verdict) in puzzles.chunks(81).zip(verdicts) {
            if verdict != Verdict::Unique {
                ratings.push(None);
                continue;
            }
            let rating = raters.rate(scale, &Start::new(puzzle), control);
            ratings.push(known(rating.map_err(Error::from))?);
        }
        Ok(ratings)
    }

    /// For each puzzle with one solution the cells that are not given, in the order in which the steps of a scale fill them;
    /// no cells for other puzzles.
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
            filled.push(match verdict {
                Verdict::Unique => raters.filled(scale, &Start::new(puzzle), control)?,
                _ => Vec::new(),
            });
        }
        Ok(filled)
    }
}

/// The mean numbers of guesses of the portable kernel over members of each class; `None` where the budget ran out.
///
/// The members are fixed transformations of the canonical form, so equivalent puzzles have equal means. Propagation alone
/// solves all members of a class or none.
fn guesses(
    backend: Backend,
    puzzles: &[Grid],
    control: &Control<'_>,
) -> Result<Vec<Option<f64>>, Error> {
    let count = |puzzle: &Grid| known(solve::guesses(puzzle, control).map(|count| count as f64));
    let solved = known(solve::solved_by_locked(backend, puzzles, control))?
        .unwrap_or_else(|| vec![false; puzzles.len()]);
    let mut means = Vec::with_capacity(puzzles.len());
    for (puzzle, solved) in puzzles.iter().zip(solved) {
        means.push(if solved { Some(0.0) } else { count(puzzle)? });
    }
    let open: Vec<usize> = (0..puzzles.len()).filter(|&row| means[row] != Some(0.0)).collect();
    if open.is_empty() {
        return Ok(means);
    }
    let chosen: Vec<Grid> = open.iter().map(|&row| puzzles[row]).collect();
    let mut forms = vec![Grid::EMPTY; chosen.len()];
    let counts = &mut vec![0; chosen.len()];
    if known(symmetry::canonical(backend, &chosen, &mut forms, counts, control))?.is_none() {
        open.iter().for_each(|&row| means[row] = None);
        return Ok(means);
    }
    let members = members();
    for (row, form) in open.into_iter().zip(forms) {
        let mut sum = Some(0.0);
        for member in &members {
            sum = match (sum, count(&member.apply(&form))?) {
                (Some(sum), Some(guesses)) => Some(sum + guesses),
                _ => None,
            };
        }
        means[row] = sum.map(|sum| sum / MEMBERS as f64);
    }
    Ok(means)
}

/// The transformations from a canonical form to the members of its class.
fn members() -> [Transform; MEMBERS] {
    let key = Key::from_u64(1);
    let mut draw = Draw::new(&key, Group::All, 0);
    std::array::from_fn(|_| draw.next_transform())
}
