//! The description of the puzzles to compose: the board, the kinds of marks, and the puzzle as a result.

#![forbid(unsafe_code)]

use std::borrow::Cow;

use crate::error::Error;
use crate::generate::symmetry::Symmetry;
use crate::random::Words;
use crate::rules::{Constraint, RuleSet};

use super::template::{Mark, Template};
use super::{cages, regions};

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

impl Board {
    /// The board, with random regions if it has none.
    pub(super) fn with_regions(
        &self,
        symmetry: Symmetry,
        words: &mut Words,
    ) -> Result<Cow<'_, Board>, Error> {
        if !self.regions.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let regions = regions::random(self.side, symmetry, words).ok_or_else(|| {
            let (name, side) = (symmetry.name(), self.side);
            let reason =
                format!("no irregular regions with symmetry {name:?} were found for side {side}");
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
    pub(super) fn rules(&self, own: &[Constraint], clues: &[Constraint]) -> RuleSet {
        let constraints: Vec<Constraint> = self.constraints.iter().chain(own).cloned().collect();
        let clues: Vec<Constraint> = self.clues.iter().chain(clues).cloned().collect();
        RuleSet::with_clues(self.side, self.digits, self.shape, &constraints, clues)
            .expect("templates and boards are valid")
    }
}

impl Kind {
    /// A random size.
    pub(super) fn size(&self, words: &mut Words) -> usize {
        cages::size(&self.sizes, words)
    }

    /// A mark with these cells and a random template among those that the grid satisfies.
    pub(super) fn mark(
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
    pub(super) fn begins(&self, cells: &[u16], grid: &[u8]) -> bool {
        self.templates
            .iter()
            .any(|template| template.parts == [cells.len()] && template.holds(cells, 0, grid))
    }

    /// Whether a grid satisfies a mark.
    pub(super) fn holds(&self, mark: &Mark, grid: &[u8]) -> bool {
        self.templates[mark.template].holds(&mark.cells, mark.value, grid)
    }
}
