//! Level and score of puzzles.

use crate::control::{Control, Stop};
use crate::logic::Technique;
use crate::logic::found::Found;
use crate::logic::nodes::Nodes;

use super::Hodoku;
use super::queues::State;
use super::table::{Level, row_of};

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
        if row.order > self.order {
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
