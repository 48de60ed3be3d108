//! The interface of a scale: the next step of a position, all its steps, and the rating of a puzzle.
//!
//! ```text
//!   Start ──► position ──► next ──► next ──► …           Explainer, Hodoku: classic boards
//!                └───────► all, rate, rate_within        any::Scale:        boards of any rules
//! ```

use crate::control::{Control, Stop};
use crate::rules::{self, of_given};

use super::score::{Level, Rating, Within};
use super::{CellSet, Nodes, Step, Technique};
use crate::board::{Candidates, Cell, Digits, Grid};

/// A puzzle, possibly partly solved, from which a scale starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The digit of each cell, 0 if the cell is empty.
    pub values: Vec<u8>,
    /// Whether each cell is a given. `None` if every value is a given.
    pub givens: Option<Vec<bool>>,
    /// The candidates of each cell, bit k for digit k + 1. `None` if every empty cell may hold any digit. Entries of filled
    /// cells are ignored.
    pub candidates: Option<Vec<u64>>,
    /// Whether the puzzle itself consists of pencil marks. Its digits are then not interchangeable.
    pub has_marks: bool,
}

impl Start {
    /// The start of the first puzzle of `puzzles`. In pencil marks, a cell with a single candidate is a given.
    pub fn new(puzzles: rules::Start<'_>) -> Start {
        let candidates = match puzzles {
            rules::Start::Givens(_) => None,
            rules::Start::Candidates(masks) => Some(masks.to_vec()),
        };
        let has_marks = candidates.is_some();
        Start { values: puzzles.values().collect(), givens: None, candidates, has_marks }
    }

    /// The candidates of every cell as solvers expect them: a filled cell has its value as the only candidate.
    pub fn open(&self) -> Vec<u64> {
        let cells = self.values.iter().enumerate();
        cells
            .map(|(cell, &value)| if value == 0 { self.set(cell) } else { of_given(value) })
            .collect()
    }

    /// The candidates of a cell.
    pub(crate) fn set(&self, cell: usize) -> u64 {
        self.candidates.as_ref().map_or(!0, |sets| sets[cell])
    }

    /// The values, on a classic board.
    pub(crate) fn grid(&self) -> Grid {
        Grid::unchecked(self.values[..].try_into().expect("a classic board"))
    }

    /// The given cells, on a classic board.
    pub(crate) fn given_cells(&self) -> CellSet {
        let is_given = |cell: &Cell| match &self.givens {
            Some(givens) => givens[cell.index()],
            None => self.values[cell.index()] != 0,
        };
        Cell::all().filter(is_given).collect()
    }

    /// The candidates, on a classic board.
    pub(crate) fn digits(&self) -> Candidates {
        match &self.candidates {
            Some(sets) => std::array::from_fn(|cell| Digits::from_bits(sets[cell] as u16)),
            None => [Digits::ALL; 81],
        }
    }
}

/// The reason why a search ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// Enough results were found.
    Enough,
    /// The position has no solution.
    Contradiction,
    /// The [`Control`] stopped the search.
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

/// A scale: the order of its techniques, their ratings, and the searches for their steps.
pub trait Scale {
    /// The state between two steps.
    type Position;
    /// The result of rating a puzzle: [`Grade`](super::score::Grade) or [`Ratings`](super::score::Ratings).
    type Grade;

    /// The position at the start of a puzzle.
    fn position(&self, start: &Start) -> Self::Position;

    /// The digit of each cell, 0 if the cell is empty.
    fn values<'p>(&self, position: &'p Self::Position) -> &'p [u8];

    /// The candidates of each cell, bit k for digit k + 1. Entries of filled cells have no meaning.
    fn candidates(&self, position: &Self::Position) -> Vec<u64>;

    /// Whether a position has an obvious contradiction, such as an empty cell without candidates.
    fn contradicts_itself(&self, position: &Self::Position) -> bool;

    /// Finds the next step and applies it to `position`; `None` if no technique applies.
    ///
    /// # Errors
    /// If the position has no solution, if no node is left, or if the control of `nodes` stops the search.
    fn next(
        &mut self,
        position: &mut Self::Position,
        nodes: &Nodes<'_>,
    ) -> Result<Option<Step>, Halt>;

    /// All steps that apply, in the order of the scale. Slow techniques are searched only if no other technique applies.
    ///
    /// # Errors
    /// As for [`Scale::next`].
    fn all(&mut self, position: &Self::Position, nodes: &Nodes<'_>) -> Result<Vec<Step>, Halt>;

    /// The level and the score of a sequence of steps, which solves the puzzle if `is_solved`; `None` if the scale has no
    /// levels.
    fn level(&self, start: &Start, steps: &[Technique], is_solved: bool) -> Option<(Level, u32)>;

    /// Rates a position by applying steps until none applies.
    ///
    /// # Errors
    /// If no node is left, or if the control of `nodes` stops the search.
    fn rate(
        &mut self,
        position: Self::Position,
        nodes: &Nodes<'_>,
    ) -> Result<Rating<Self::Grade>, Stop>;

    /// Rates a position that is known to have a solution. Returns `None` as soon as the rating is certain to violate `within`.
    /// Steps of the easiest techniques are not checked, so a returned rating may still violate the limits because of them.
    ///
    /// # Errors
    /// As for [`Scale::rate`].
    fn rate_within(
        &mut self,
        position: Self::Position,
        within: &Within,
        nodes: &Nodes<'_>,
    ) -> Result<Option<Rating<Self::Grade>>, Stop>;

    /// Rates a puzzle from its start.
    ///
    /// # Errors
    /// As for [`Scale::rate`].
    fn rate_puzzle(
        &mut self,
        puzzle: rules::Start<'_>,
        control: &Control<'_>,
    ) -> Result<Rating<Self::Grade>, Stop> {
        let position = self.position(&Start::new(puzzle));
        self.rate(position, &Nodes::new(control))
    }

    /// Rates a puzzle from its start within limits, see [`Scale::rate_within`]. The puzzle must have a solution.
    ///
    /// # Errors
    /// As for [`Scale::rate`].
    fn rate_puzzle_within(
        &mut self,
        puzzle: rules::Start<'_>,
        within: &Within,
        control: &Control<'_>,
    ) -> Result<Option<Rating<Self::Grade>>, Stop> {
        let position = self.position(&Start::new(puzzle));
        self.rate_within(position, within, &Nodes::new(control))
    }
}
