//! Level and score of puzzles.

use crate::logic::{Technique, Techniques};

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
    pub(super) fn rows(&self) -> u64 {
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
    pub(super) level: Level,
    pub(super) score: u32,
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
