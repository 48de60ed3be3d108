//! The results of rating: levels, scores and ratings.

use super::technique::{Technique, Techniques};

/// The difficulty of a puzzle or a step, on the scale of HoDoKu.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names are the scale's own")]
pub enum Level {
    /// The techniques do not solve the puzzle.
    Incomplete,
    Easy,
    Medium,
    Hard,
    Unfair,
    Extreme,
}

impl Level {
    /// All levels, from easy to hard, after [`Level::Incomplete`].
    pub const ALL: [Level; 6] =
        [Level::Incomplete, Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

    /// The level of a puzzle whose hardest step has this level. A score above the maximum of a level raises the puzzle to the
    /// next level, repeatedly.
    fn raised(mut self, score: u32) -> Level {
        for (level, highest, next) in [
            (Level::Easy, 800, Level::Medium),
            (Level::Medium, 1000, Level::Hard),
            (Level::Hard, 1600, Level::Unfair),
            (Level::Unfair, 1800, Level::Extreme),
        ] {
            if self == level && score > highest {
                self = next;
            }
        }
        self
    }
}

/// The rating of a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Rating<G> {
    /// [`Grade`] or [`Ratings`], depending on the scale.
    pub grade: G,
    /// The hardest technique used; `None` for a full grid.
    pub hardest: Option<Technique>,
    /// The number of steps of each technique, in the order of [`Technique::ALL`].
    pub counts: [u16; Technique::COUNT],
}

/// A grade on the scale of HoDoKu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grade {
    /// The level; [`Level::Incomplete`] if the steps do not fill the grid.
    pub level: Level,
    /// The sum of the scores of all steps.
    pub score: u32,
}

/// Ratings on the scale of Sudoku Explainer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ratings {
    /// The rating of the hardest step; 20 if Sudoku Explainer has no hint for some position on the path.
    pub er: f64,
    /// The highest rating up to and including the first step that places a digit.
    pub ep: f64,
    /// The rating of the first step.
    pub ed: f64,
}

/// Limits on the rating of a puzzle. Each scale ignores the limits that it does not have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Within {
    /// The highest level.
    pub level: Level,
    /// The highest score.
    pub score: u32,
    /// The highest rating of a step.
    pub rating: f64,
    /// The techniques that steps may use.
    pub techniques: Techniques,
}

impl Within {
    /// No limits.
    pub const ANY: Within = Within {
        level: Level::Extreme,
        score: u32::MAX,
        rating: f64::INFINITY,
        techniques: Techniques::DEFAULT,
    };

    /// Whether a technique of HoDoKu's scale is within the limits.
    pub(crate) fn wants(&self, technique: Technique) -> bool {
        technique.worth().is_some_and(|(level, _)| level <= self.level)
            && self.techniques.contains(technique)
    }

    /// Whether a puzzle is still within the limits of HoDoKu's scale after the steps in `tally`, of which the last used
    /// `technique`.
    pub(crate) fn fits(&self, tally: &Tally, technique: Technique) -> bool {
        tally.level <= self.level
            && tally.score <= self.score
            && self.techniques.contains(technique)
    }
}

/// The number of empty cells in a typical classic puzzle, for which HoDoKu chose the maximum scores of the levels.
const OPEN: u64 = 56;

/// Accumulates a rating on the scale of HoDoKu step by step.
pub(crate) struct Tally {
    level: Level,
    score: u32,
    place: u16,
    hardest: Option<Technique>,
    counts: [u16; Technique::COUNT],
}

impl Tally {
    pub(crate) fn new() -> Tally {
        Tally {
            level: Level::Easy,
            score: 0,
            place: 0,
            hardest: None,
            counts: [0; Technique::COUNT],
        }
    }

    /// The tally of a sequence of steps.
    pub(crate) fn of(steps: impl IntoIterator<Item = Technique>) -> Tally {
        let mut tally = Tally::new();
        steps.into_iter().for_each(|technique| tally.add(technique));
        tally
    }

    #[inline]
    pub(crate) fn add(&mut self, technique: Technique) {
        let Some(points) = technique.points() else { return };
        self.level = self.level.max(points.level);
        self.score += points.score;
        // Techniques with the same place are ordered by number.
        if (points.place, Some(technique)) > (self.place, self.hardest) {
            (self.place, self.hardest) = (points.place, Some(technique));
        }
        let count = &mut self.counts[technique as usize];
        *count = count.saturating_add(1);
    }

    /// The rating of the steps. `is_solved` says whether they fill the grid. With the number of cells that were empty at the
    /// start, the maximum scores of the levels are scaled in proportion to a classic puzzle.
    pub(crate) fn rating(self, is_solved: bool, open: Option<usize>) -> Rating<Grade> {
        let score = match open {
            None => self.score,
            Some(open) => {
                let scaled = u64::from(self.score) * OPEN / open.max(1) as u64;
                u32::try_from(scaled).unwrap_or(u32::MAX)
            }
        };
        let level = if is_solved { self.level.raised(score) } else { Level::Incomplete };
        let grade = Grade { level, score: self.score };
        Rating { grade, hardest: self.hardest, counts: self.counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise_with_the_score() {
        assert_eq!(Level::Easy.raised(800), Level::Easy);
        assert_eq!(Level::Easy.raised(801), Level::Medium);
        assert_eq!(Level::Easy.raised(1801), Level::Extreme);
        assert_eq!(Level::Hard.raised(1700), Level::Unfair);
        assert_eq!(Level::Incomplete.raised(5000), Level::Incomplete);
    }
}
