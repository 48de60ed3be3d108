//! Level and score of puzzles.

use crate::control::{Control, Stop};
use crate::logic::found::Found;
use crate::logic::nodes::Nodes;
use crate::logic::{Technique, Techniques};

use super::Hodoku;
use super::queues::State;
use super::table::{Level, TABLE, row_of};

/// The rating of a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Rating {
    /// The level; [`Level::Incomplete`] if the steps do not fill the grid.
    pub level: Level,
    /// The sum of the scores of all steps.
    pub score: u32,
    /// The technique that comes last in the order of the scale, of those that were used; none for a full grid.
    pub hardest: Option<Technique>,
    /// The number of steps of each technique.
    pub counts: [u16; Technique::COUNT],
}

/// What a rating is wanted for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Within {
    /// The level is no higher.
    pub level: Level,
    /// The score is no higher.
    pub score: u32,
    /// No step is of another technique.
    pub techniques: Techniques,
}

impl Within {
    /// The rows of the table up to the last that may give a step of a puzzle that is wanted.
    fn rows(&self) -> u64 {
        let last = TABLE.iter().rposition(|row| {
            row.level <= self.level
                && row.techniques.iter().any(|&technique| self.techniques.contains(technique))
        });
        last.map_or(0, |last| u64::MAX >> (63 - last))
    }
}

impl Rating {
    /// The rating of steps, which fill the grid or not.
    pub fn of(steps: impl IntoIterator<Item = Technique>, is_solved: bool) -> Rating {
        let mut tally = Tally::new();
        steps.into_iter().for_each(|technique| tally.add(technique));
        tally.rating(is_solved)
    }
}

/// Collects a rating step by step.
pub(super) struct Tally {
    level: Level,
    score: u32,
    order: u16,
    hardest: Option<Technique>,
    counts: [u16; Technique::COUNT],
}

impl Tally {
    pub(super) fn new() -> Tally {
        Tally {
            level: Level::Easy,
            score: 0,
            order: 0,
            hardest: None,
            counts: [0; Technique::COUNT],
        }
    }

    #[inline]
    pub(super) fn add(&mut self, technique: Technique) {
        let Some(row) = row_of(technique) else { return };
        self.level = self.level.max(row.level);
        self.score += u32::from(row.score);
        // Kinds of one row are in the order of the techniques.
        if (row.order, Some(technique)) > (self.order, self.hardest) {
            (self.order, self.hardest) = (row.order, Some(technique));
        }
        self.counts[technique as usize] += 1;
    }

    pub(super) fn rating(self, is_solved: bool) -> Rating {
        let level = if is_solved { self.level.raised(self.score) } else { Level::Incomplete };
        Rating { level, score: self.score, hardest: self.hardest, counts: self.counts }
    }
}

impl Hodoku {
    /// Rates a state.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn rate(&mut self, mut state: State, control: &Control<'_>) -> Result<Rating, Stop> {
        let mut tally = Tally::new();
        let is_solved =
            self.walk(&mut state, &Nodes::new(control), |_, found| tally.add(found.technique))?;
        Ok(tally.rating(is_solved))
    }

    /// Rates a state that has a solution; `None` as soon as it is known that the rating is not within limits.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn rate_within(
        &mut self,
        state: State,
        within: &Within,
        control: &Control<'_>,
    ) -> Result<Option<Rating>, Stop> {
        let all = self.rows;
        self.rows &= within.rows();
        let rating = self.rate_wanted(state, within, &Nodes::new(control));
        self.rows = all;
        rating
    }

    fn rate_wanted(
        &mut self,
        mut state: State,
        within: &Within,
        nodes: &Nodes<'_>,
    ) -> Result<Option<Rating>, Stop> {
        let mut tally = Tally::new();
        self.begin();
        while !state.position().is_full() {
            let Some(found) = self.search(&mut state, nodes)? else { return Ok(None) };
            tally.add(found.technique);
            if tally.level > within.level
                || tally.score > within.score
                || !within.techniques.contains(found.technique)
            {
                return Ok(None);
            }
            state.apply(&found.placements, &found.eliminations);
        }
        let rating = tally.rating(true);
        Ok((rating.level <= within.level).then_some(rating))
    }

    /// Takes step after step and shows each before it is applied; whether all cells are filled at the end.
    pub(super) fn walk(
        &mut self,
        state: &mut State,
        nodes: &Nodes<'_>,
        mut show: impl FnMut(&State, &Found),
    ) -> Result<bool, Stop> {
        self.begin();
        while !state.position().is_full() {
            let Some(found) = self.search(state, nodes)? else { return Ok(false) };
            show(state, &found);
            state.apply(&found.placements, &found.eliminations);
        }
        Ok(true)
    }
}
