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
mod regions;
mod template;

use std::borrow::Cow;
use std::sync::Arc;

use crate::control::Control;
use crate::error::Error;
use crate::random::{Domain, Key, Words};
use crate::rules::{Constraint, RuleSet};

use super::produce::{Judgement, Refused};
use super::rules::{key_of, search_grid};
use super::symmetry::Symmetry;
use attempt::Attempt;
pub use template::Template;

/// The exclusive upper bound of item numbers.
pub const ITEMS: u64 = 1 << 40;

/// The default number of attempts at each puzzle.
const EFFORT: u64 = 200;

/// The default if a judge rejects most of the puzzles.
const JUDGED_EFFORT: u64 = 2_000;

/// The number of attempts at a grid for random regions: few regions have grids that are hard to find, and others take less
/// time.
const TRIES: u64 = 6;

/// The kind of a mark's cells.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Cages that cover the whole board.
    Cover,
    /// Cells that share edges.
    Cage,
    /// A line of steps to any of eight neighbors.
    Line,
    /// One of these lists of cells.
    Places(Vec<Vec<u16>>),
}

/// A kind of marks.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The shape of its marks.
    pub shape: Shape,
    /// The minimum and maximum number of marks.
    pub count: (usize, usize),
    /// Whether there is a mark at every place that has one.
    pub every: bool,
    /// For each number of cells, how often to draw it; for cages and lines.
    pub sizes: Vec<u32>,
    /// Whether the beginning of a line is a line too, so that it can grow cell by cell.
    pub grows: bool,
    /// Whether regions divide the marks into parts.
    pub by_region: bool,
    /// Whether a mark's cells are in one region.
    pub inside: bool,
    /// The templates. A mark has one that the solution satisfies.
    pub templates: Vec<Template>,
    /// A number of the group of kinds of which a place has at most one mark.
    pub group: usize,
}

/// A mark of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The number of its kind.
    pub kind: usize,
    /// The number of its template.
    pub template: usize,
    /// Its cells, in order.
    pub cells: Vec<u16>,
    /// Its sum, if the template has one; otherwise 0.
    pub value: i64,
}

/// The rules of the board, without the marks.
#[derive(Clone, Debug)]
pub struct Board {
    /// The number of rows and columns.
    pub side: usize,
    /// The number of digits.
    pub digits: usize,
    /// The number of rows and columns of a box; rows, columns and boxes are then constraints too.
    pub shape: Option<(usize, usize)>,
    /// The region of each cell; if empty, each puzzle has random regions.
    pub regions: Vec<u16>,
    /// The constraints, and the clues of [`RuleSet::clues`].
    pub constraints: Vec<Constraint>,
    /// The constraints that a person sees.
    pub clues: Vec<Constraint>,
}

/// A request for puzzles.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The rules of the board.
    pub board: Board,
    /// The kinds of marks.
    pub kinds: Vec<Kind>,
    /// The minimum and maximum number of givens.
    pub givens: (usize, usize),
    /// The symmetry of the givens and of random regions.
    pub symmetry: Symmetry,
    /// Whether no single mark may be superfluous.
    pub minimal: bool,
    /// The maximum number of attempts at each puzzle.
    pub effort: Option<u64>,
}

/// A puzzle with its marks.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The givens; 0 is a blank cell.
    pub puzzle: Vec<u8>,
    /// The solution.
    pub solution: Vec<u8>,
    /// The region of each cell.
    pub regions: Vec<u16>,
    /// The marks.
    pub marks: Vec<Mark>,
}

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

impl Board {
    /// The board, with random regions if it has none.
    fn with_regions(&self, symmetry: Symmetry, words: &mut Words) -> Result<Cow<'_, Board>, Error> {
        if !self.regions.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let regions = regions::random(self.side, symmetry, words).ok_or_else(|| {
            let (name, side) = (symmetry.name(), self.side);
            let reason = format!("no regions with symmetry {name:?} are known for side {side}");
            Error::Impossible { reason }
        })?;
        let mut board = Board { regions, ..self.clone() };
        for number in 0..self.side as u16 {
            let cells = (0..board.regions.len()).filter(|&cell| board.regions[cell] == number);
            board.constraints.push(Constraint::different(cells.collect()));
        }
        Ok(Cow::Owned(board))
    }

    /// The rules of the board with further constraints.
    fn rules(&self, own: &[Constraint], clues: &[Constraint]) -> RuleSet {
        let constraints: Vec<Constraint> = self.constraints.iter().chain(own).cloned().collect();
        let clues: Vec<Constraint> = self.clues.iter().chain(clues).cloned().collect();
        RuleSet::with_clues(self.side, self.digits, self.shape, &constraints, clues)
            .expect("templates and boards are valid")
    }
}

impl Kind {
    /// A random size.
    fn size(&self, words: &mut Words) -> usize {
        cages::size(&self.sizes, words)
    }

    /// A mark with these cells and a random template among those that the grid satisfies.
    fn mark(
        &self,
        kind: usize,
        cells: Vec<u16>,
        grid: &[u8],
        regions: &[u16],
        words: &mut Words,
    ) -> Option<Mark> {
        let region = |cell: u16| regions[usize::from(cell)];
        if self.inside && cells.iter().any(|&cell| region(cell) != region(cells[0])) {
            return None;
        }
        let parts: Vec<usize> = match self.by_region {
            true => cells.chunk_by(|&a, &b| region(a) == region(b)).map(<[u16]>::len).collect(),
            false => vec![cells.len()],
        };
        let fits = |template: &&Template| {
            template.parts == parts && template.holds(&cells, template.value(&cells, grid), grid)
        };
        let found = self.templates.iter().filter(fits).count();
        if found == 0 {
            return None;
        }
        let chosen = if found == 1 { 0 } else { words.below(found as u64) as usize };
        let numbered = self.templates.iter().enumerate();
        let (template, form) = numbered.filter(|(_, one)| fits(one)).nth(chosen)?;
        let value = form.value(&cells, grid);
        Some(Mark { kind, template, cells, value })
    }

    /// Whether a line can begin with these cells.
    fn begins(&self, cells: &[u16], grid: &[u8]) -> bool {
        self.templates
            .iter()
            .any(|template| template.parts == [cells.len()] && template.holds(cells, 0, grid))
    }

    /// Whether a grid satisfies a mark.
    fn holds(&self, mark: &Mark, grid: &[u8]) -> bool {
        self.templates[mark.template].holds(&mark.cells, mark.value, grid)
    }
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
