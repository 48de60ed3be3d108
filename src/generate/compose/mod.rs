//! Puzzles whose marks are invented as well: cages, lines, dots, regions, clues outside the board.
//!
//! ```text
//!   solution ──> marks that it satisfies ──> a second solution? ── no ──> superfluous marks and givens removed
//!                     ▲                            │ yes
//!                     └── changed cages, a mark or a given that the second solution violates
//! ```
//!
//! The caller describes each kind of mark by its shape and by templates: constraints on positions in the list of cells.
//! The meaning of a mark is therefore defined in one place, outside this module.
//!
//! ```text
//!   template.rs   constraints on positions, as a test of a grid and as constraints of a board
//!   recipe.rs     boards, kinds of marks, requests
//!   places.rs     random places of lines, cages and other marks
//!   cages.rs      divisions of the whole board into cages
//!   regions.rs    divisions of the board into regions of equal size
//!   attempt.rs    one attempt at a puzzle
//! ```
//!
//! Every item is a function of the recipe, the key and its number.

#![forbid(unsafe_code)]

mod attempt;
mod cages;
mod places;
mod recipe;
mod regions;
mod template;

use std::borrow::Cow;
use std::sync::Arc;

use crate::control::Control;
use crate::error::Error;
use crate::random::{Domain, Key};
use crate::rules::RuleSet;

use super::produce::{Judgement, Refused};
use super::rules::{key_of, search_grid};
use attempt::Attempt;
pub use recipe::{Board, Composed, Kind, Recipe, Shape};
pub use template::{Mark, Template};

/// The exclusive upper bound of item numbers.
pub const ITEMS: u64 = 1 << 40;

/// The default number of attempts at each puzzle.
const EFFORT: u64 = 200;

/// The default if a judge rejects most of the puzzles.
const JUDGED_EFFORT: u64 = 2_000;

/// The number of attempts at a grid for random regions: few regions have grids that are hard to find, and others take less
/// time.
const TRIES: u64 = 6;

/// Draws the complete grid with a number.
pub type DrawGrid<'a> = dyn Fn(&Key, u64, &mut [u8], &Control<'_>) -> Result<(), Error> + Sync + 'a;

/// Judges composed puzzles.
pub trait RulesJudge {
    /// Judges a puzzle with one solution. The result must depend only on the puzzle and its rules.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    fn judge(
        &mut self,
        rules: &Arc<RuleSet>,
        puzzle: &[u8],
        control: &Control<'_>,
    ) -> Result<Judgement, Error>;

    /// A description of the requested puzzles, to follow "a puzzle with" in messages.
    fn wanted(&self) -> String;

    /// The step of difficulty of the first attempt; 0 for puzzles as they come.
    fn first_step(&self) -> i32;
}

/// Composes the puzzle with a number.
///
/// # Errors
/// [`Error::Impossible`], [`Error::NotFound`], [`Error::Stopped`].
///
/// # Panics
/// If the item's number is [`ITEMS`] or more.
pub fn compose(
    recipe: &Recipe,
    draw: &DrawGrid<'_>,
    mut judge: Option<&mut dyn RulesJudge>,
    key: &Key,
    item: u64,
    control: &Control<'_>,
) -> Result<Composed, Error> {
    assert!(item < ITEMS, "expected an item number below 2^40");
    let default = if judge.is_some() { JUDGED_EFFORT } else { EFFORT };
    let attempts = recipe.effort.unwrap_or(default);
    let mut refused = Refused::default();
    let (mut failed, mut failures) = (attempt::Failed::default(), 0);
    let mut hardness = judge.as_ref().map_or(0, |judge| judge.first_step());
    for number in 0..attempts {
        control.checkpoint()?;
        let key = key_of(key, number);
        let mut words = key.words(Domain::Marks, item, 0);
        let board = recipe.board.with_regions(recipe.symmetry, &mut words)?;
        let mut grid = vec![0; recipe.board.side * recipe.board.side];
        let mut bare = None;
        match &board {
            Cow::Borrowed(_) => draw(&key, item, &mut grid, control)?,
            Cow::Owned(board) => {
                let rules = bare.insert(board.rules(&[], &[]));
                match search_grid(rules, &key, item, TRIES, &mut grid, control) {
                    Err(Error::Impossible { .. } | Error::NotFound { .. }) => {
                        failed.no_grid();
                        continue;
                    }
                    drawn => drawn?,
                }
            }
        }
        let made = Attempt::new(recipe, &board, bare, grid, words, hardness, failures)
            .run(&mut failed, control)?;
        let Some((made, rules)) = made else {
            failures += 1;
            continue;
        };
        let Some(judge) = &mut judge else { return Ok(made) };
        let judgement = judge.judge(&rules, &made.puzzle, control)?;
        if refused.count(judgement) {
            return Ok(made);
        }
        hardness = match judgement {
            Judgement::Easier => (hardness + 1).min(attempt::HARDEST),
            Judgement::Harder => (hardness - 1).max(-attempt::HARDEST),
            _ => hardness,
        };
    }
    let mut wanted = "a puzzle with one solution".to_owned();
    let mut found = failed.to_string();
    if let Some(judge) = judge {
        wanted.push_str(&format!(" and {}", judge.wanted()));
        found = format!("{found}{}{refused}", if found.is_empty() { "" } else { "; " });
    }
    Err(Error::NotFound { item, wanted, attempts, found })
}
