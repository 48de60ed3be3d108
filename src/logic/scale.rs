//! What a scale does with a puzzle: its next step, all steps, a rating.
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

/// Where a puzzle begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The digit of each cell, 0 for open ones.
    pub values: Vec<u8>,
    /// Whether each cell is given; none if all values are.
    pub givens: Option<Vec<bool>>,
    /// The candidates of each cell, bit k for digit k + 1; none if every open cell may hold all digits. Those of cells with a
    /// value do not matter.
    pub candidates: Option<Vec<u64>>,
    /// Whether the puzzle itself is made of pencil marks: its digits cannot be swapped then.
    pub has_marks: bool,
}

impl Start {
    /// The first of some puzzles; a cell with one candidate is a given.
    pub fn new(puzzles: rules::Start<'_>) -> Start {
        let candidates = match puzzles {
            rules::Start::Givens(_) => None,
            rules::Start::Candidates(masks) => Some(masks.to_vec()),
        };
        let has_marks = candidates.is_some();
        Start { values: puzzles.values().collect(), givens: None, candidates, has_marks }
    }

    /// The candidates of all cells, with a single one for a value: the puzzle as solvers take it.
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

    /// The values, of a classic board.
    pub(crate) fn grid(&self) -> Grid {
        Grid::unchecked(self.values[..].try_into().expect("a classic board"))
    }

    /// The cells that are given, of a classic board.
    pub(crate) fn given_cells(&self) -> CellSet {
        let is_given = |cell: &Cell| match &self.givens {
            Some(givens) => givens[cell.index()],
            None => self.values[cell.index()] != 0,
        };
        Cell::all().filter(is_given).collect()
    }

    /// The candidates, of a classic board.
    pub(crate) fn digits(&self) -> Candidates {
        match &self.candidates {
            Some(sets) => std::array::from_fn(|cell| Digits::from_bits(sets[cell] as u16)),
            None => [Digits::ALL; 81],
        }
    }
}

/// Why a search ends early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// Enough was found.
    Enough,
    /// The position has no solution.
    Contradiction,
    /// The control says so.
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

/// A scale: the order of its techniques, what they are worth, and the searches for their steps.
pub trait Scale {
    /// What is known between two steps.
    type Position;
    /// What a puzzle is worth.
    type Grade;

    /// The position at the start of a puzzle.
    fn position(&self, start: &Start) -> Self::Position;

    /// The digit of each cell, 0 for open ones.
    fn values<'p>(&self, position: &'p Self::Position) -> &'p [u8];

    /// The candidates of each open cell, bit k for digit k + 1.
    fn candidates(&self, position: &Self::Position) -> Vec<u64>;

    /// Whether a position plainly has no solution.
    fn contradicts_itself(&self, position: &Self::Position) -> bool;

    /// The next step, which is taken; none if no technique applies.
    ///
    /// # Errors
    /// When the position has no solution, there are no nodes left, or the control of `nodes` says stop.
    fn next(
        &mut self,
        position: &mut Self::Position,
        nodes: &Nodes<'_>,
    ) -> Result<Option<Step>, Halt>;

    /// All steps that apply, in the order of the scale; of searches that take long, only if nothing else applies.
    ///
    /// # Errors
    /// As [`Scale::next`].
    fn all(&mut self, position: &Self::Position, nodes: &Nodes<'_>) -> Result<Vec<Step>, Halt>;

    /// Level and score of steps that fill the cells open in `start` or not; none if the scale has no levels.
    fn level(&self, start: &Start, steps: &[Technique], is_solved: bool) -> Option<(Level, u32)>;

    /// Rates a position: steps are taken until none applies.
    ///
    /// # Errors
    /// When there are no nodes left, or the control of `nodes` says stop.
    fn rate(
        &mut self,
        position: Self::Position,
        nodes: &Nodes<'_>,
    ) -> Result<Rating<Self::Grade>, Stop>;

    /// Rates a position that has a solution; `None` as soon as it is known that the rating is not within limits. A rating
    /// that is returned may be beyond them by its easiest steps.
    ///
    /// # Errors
    /// As [`Scale::rate`].
    fn rate_within(
        &mut self,
        position: Self::Position,
        within: &Within,
        nodes: &Nodes<'_>,
    ) -> Result<Option<Rating<Self::Grade>>, Stop>;

    /// Rates a puzzle from its start.
    ///
    /// # Errors
    /// As [`Scale::rate`].
    fn rate_puzzle(
        &mut self,
        puzzle: rules::Start<'_>,
        control: &Control<'_>,
    ) -> Result<Rating<Self::Grade>, Stop> {
        let position = self.position(&Start::new(puzzle));
        self.rate(position, &Nodes::new(control))
    }

    /// Rates a puzzle that has a solution from its start, see [`Scale::rate_within`].
    ///
    /// # Errors
    /// As [`Scale::rate`].
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
