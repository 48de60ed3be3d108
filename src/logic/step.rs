//! A step in full: what it concludes, and all that proves it.

use crate::board::Cell;

use super::technique::Technique;

/// A digit in a cell, of a board of any side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// The number of the cell, row by row.
    pub cell: u16,
    /// The digit, from 1.
    pub digit: u8,
}

impl Candidate {
    /// A digit in a cell of a classic board.
    #[inline]
    pub const fn new(cell: Cell, digit: u8) -> Candidate {
        Candidate { cell: cell.index() as u16, digit }
    }

    /// The digit d + 1 in a cell.
    #[inline]
    pub const fn nth(cell: u16, d: u32) -> Candidate {
        Candidate { cell, digit: d as u8 + 1 }
    }

    /// The cell, of a classic board.
    ///
    /// # Panics
    /// If there is no such cell.
    #[inline]
    pub const fn classic_cell(self) -> Cell {
        Cell::new(self.cell as usize)
    }

    /// One less than the digit.
    #[inline]
    pub const fn d(self) -> u32 {
        self.digit as u32 - 1
    }
}

/// Why one candidate decides another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LinkReason {
    /// Both are in one cell.
    Cell,
    /// By this house: the number of a unit of the rules, or of a clue.
    House(u32),
    /// A technique within the chain removes the second; number of the step in [`Step::nested`].
    Nested(u16),
}

/// One link of a chain: if the first candidate is on (or off), then the second is off (or on).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The candidate that is assumed or known.
    pub from: Candidate,
    /// Whether it is on.
    pub from_on: bool,
    /// What follows.
    pub to: Candidate,
    /// Whether it is on. A link from on to off is weak, one from off to on is strong.
    pub to_on: bool,
    /// Why.
    pub reason: LinkReason,
}

/// One application of a technique.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The rating on the scale that chose the step, e.g. 2.3.
    pub rating: f64,
    /// The values that the step sets.
    pub placements: Vec<Candidate>,
    /// The candidates that the step removes, in row-major order of cells, then by digit; those that the placements remove
    /// are not listed.
    pub eliminations: Vec<Candidate>,
    /// The cells of the pattern.
    pub cells: Vec<u16>,
    /// The digits of the pattern, bit k for digit k + 1.
    pub digits: u64,
    /// The houses that prove it: numbers of the rules' units, on a classic board rows, columns and boxes, and of clues.
    pub houses: Vec<u32>,
    /// The links of its chains, one list a branch, each from the assumption to the end.
    pub chains: Vec<Vec<Link>>,
    /// The number of candidates that take part in its chains (the scale's measure of length); 0 without chains.
    pub complexity: usize,
    /// The steps used within dynamic chains.
    pub nested: Vec<Step>,
    /// What the step says, in sentences for a person who does not know the jargon.
    pub text: String,
    /// The step in one line of players' notation, such as `Pointing: Cells r4c5,r6c5: 6 in block and column => -6r7c5`.
    pub notation: String,
}

impl Step {
    /// A step of which nothing but the technique is known.
    pub(crate) fn new(technique: Technique) -> Step {
        Step {
            technique,
            rating: 0.0,
            placements: Vec::new(),
            eliminations: Vec::new(),
            cells: Vec::new(),
            digits: 0,
            houses: Vec::new(),
            chains: Vec::new(),
            complexity: 0,
            nested: Vec::new(),
            text: String::new(),
            notation: String::new(),
        }
    }

    /// A step that removes candidates, in order and without repeats.
    pub(crate) fn removing(technique: Technique, mut eliminations: Vec<Candidate>) -> Step {
        eliminations.sort_unstable();
        eliminations.dedup();
        Step { eliminations, ..Step::new(technique) }
    }

    /// A step that places a digit.
    pub(crate) fn placing(technique: Technique, placed: Candidate) -> Step {
        let mut step = Step::new(technique).by([placed.cell], 1u64 << placed.d(), NO_HOUSES);
        step.placements.push(placed);
        step
    }

    /// The step with the alternatives that it rests on: candidates of a cell, or places of a digit in a unit.
    #[must_use]
    pub(crate) fn by_alternatives(self, candidates: &[Candidate], unit: Option<u32>) -> Step {
        let mut cells: Vec<u16> = candidates.iter().map(|one| one.cell).collect();
        cells.dedup();
        let digits = candidates.iter().fold(0u64, |set, one| set | 1 << one.d());
        self.by(cells, digits, unit)
    }

    /// The step with the cells, digits and houses of its pattern.
    #[must_use]
    pub(crate) fn by(
        mut self,
        cells: impl IntoIterator<Item: Into<u16>>,
        digits: impl Into<u64>,
        houses: impl IntoIterator<Item: Into<u32>>,
    ) -> Step {
        self.cells = cells.into_iter().map(Into::into).collect();
        self.digits = digits.into();
        self.houses = houses.into_iter().map(Into::into).collect();
        self
    }
}

/// For patterns that no house proves.
pub(crate) const NO_HOUSES: [u32; 0] = [];
