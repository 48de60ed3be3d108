//! Puzzles whose marks are invented as well, on the board of an engine.

#![forbid(unsafe_code)]

use std::sync::Arc;

use crate::control::Control;
use crate::error::Error;
use crate::generate::compose::{self, Board, Composed, Recipe, RulesJudge};
use crate::generate::{Judge, Judgement};
use crate::logic::Level;
use crate::random::Key;
use crate::rules::{Constraint, RuleSet};

use super::difficulty::{Difficulty, Rater};
use super::{Engine, OtherRules};

impl Engine {
    /// The rules of the board, to which marks are added, with these regions.
    pub fn board(&self, regions: Vec<u16>) -> Board {
        match self {
            Engine::Classic(_) => Board {
                side: 9,
                digits: 9,
                shape: Some((3, 3)),
                regions,
                constraints: Vec::new(),
                clues: Vec::new(),
            },
            Engine::Other(other) => Board {
                side: other.set.side(),
                digits: other.set.digits(),
                shape: other.shape,
                regions,
                constraints: other.own.clone(),
                clues: other.set.clues().to_vec(),
            },
        }
    }

    /// Composes the puzzle with a number on the board of this engine; the recipe has its rules, see
    /// [`Engine::board`].
    ///
    /// # Errors
    /// [`Error::Impossible`], [`Error::NotFound`], [`Error::Stopped`].
    pub fn compose(
        &self,
        recipe: &Recipe,
        difficulty: Option<&Difficulty>,
        key: &Key,
        item: u64,
        control: &Control<'_>,
    ) -> Result<Composed, Error> {
        let mut judge = difficulty.map(LevelJudge);
        let judge = judge.as_mut().map(|judge| judge as &mut dyn RulesJudge);
        let draw = |key: &Key, item: u64, grid: &mut [u8], control: &Control<'_>| {
            self.grids(key, item, grid, control)
        };
        compose::compose(recipe, &draw, judge, key, item, control)
    }

    /// Rejects a difficulty that composed puzzles cannot have.
    ///
    /// # Errors
    /// [`Error::Unsupported`].
    pub fn check_composed(difficulty: &Difficulty) -> Result<(), Error> {
        let set = RuleSet::new(1, &[] as &[Constraint]).expect("a valid board");
        difficulty.check(&Engine::of_rules(Arc::new(set)))
    }

    /// The engine for compiled rules, for ratings only.
    fn of_rules(set: Arc<RuleSet>) -> Engine {
        Engine::Other(Arc::new(OtherRules::new(set, None, Vec::new())))
    }
}

/// Judges composed puzzles by a required difficulty.
struct LevelJudge<'d>(&'d Difficulty);

impl RulesJudge for LevelJudge<'_> {
    fn judge(
        &mut self,
        rules: &Arc<RuleSet>,
        puzzle: &[u8],
        control: &Control<'_>,
    ) -> Result<Judgement, Error> {
        let engine = Engine::of_rules(Arc::clone(rules));
        Rater::new(&engine, self.0).judge(puzzle, control)
    }

    fn wanted(&self) -> String {
        self.0.to_string()
    }

    fn first_step(&self) -> i32 {
        // Without cages, most puzzles are extreme as they come.
        self.0.level.map_or(0, |(low, _)| i32::from(low) - Level::Extreme as i32)
    }
}
