//! A step in full: its conclusion and the whole proof.

use crate::board::Cell;

use super::technique::Technique;

/// A digit in a cell, on a board of any side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// The number of the cell, in row-major order.
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

    /// The candidate for digit `d + 1` in a cell.
    #[inline]
    pub const fn nth(cell: u16, d: u32) -> Candidate {
        Candidate { cell, digit: d as u8 + 1 }
    }

    /// The cell, on a classic board.
    ///
    /// # Panics
    /// If the cell number is above 80.
    #[inline]
    pub const fn classic_cell(self) -> Cell {
        Cell::new(self.cell as usize)
    }

    /// The digit minus one.
    #[inline]
    pub const fn d(self) -> u32 {
        self.digit as u32 - 1
    }
}

/// The reason why one candidate implies another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LinkReason {
    /// Both candidates are in the same cell.
    Cell,
    /// The candidates share this house: the number of a unit of the rules, or of a clue.
    House(u32),
    /// A technique within the chain removes the second candidate: the number of its step in [`Step::nested`].
    Nested(u16),
}

/// One link of a chain: an implication from one candidate to another. Each candidate is true (on) or false (off).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The premise.
    pub from: Candidate,
    /// Whether the premise is that `from` is on.
    pub from_on: bool,
    /// The candidate implied by the premise.
    pub to: Candidate,
    /// Whether `to` is on. A link from on to off is weak, and a link from off to on is strong.
    pub to_on: bool,
    /// Why the link holds.
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
    /// The candidates that the step removes, in row-major order of cells, then by digit. Candidates removed as a consequence of
    /// a placement are not listed.
    pub eliminations: Vec<Candidate>,
    /// The cells of the pattern.
    pub cells: Vec<u16>,
    /// The digits of the pattern, bit k for digit k + 1.
    pub digits: u64,
    /// The houses used in the proof, as numbers of units or clues of the rules. On a classic board: 0–8 rows, 9–17 columns,
    /// 18–26 boxes.
    pub houses: Vec<u32>,
    /// The links of its chains: one list for each branch, in order from the assumption to the end.
    pub chains: Vec<Vec<Link>>,
    /// The length of its chains, counted in candidates as the scale does; 0 without chains.
    pub complexity: usize,
    /// The steps that dynamic chains apply within themselves.
    pub nested: Vec<Step>,
    /// The reasoning in sentences for people who know the rules but no jargon.
    pub text: String,
    /// The step in one line of players' notation, such as `Pointing: Cells r4c5,r6c5: 6 in block and column => -6r7c5`.
    pub notation: String,
}

impl Step {
    /// A step with a technique and nothing else.
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

    /// A step that removes candidates, given in any order and possibly repeated.
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

    /// Adds the alternatives from which the step follows: the candidates of a cell, or the places of a digit in a unit.
    #[must_use]
    pub(crate) fn by_alternatives(self, candidates: &[Candidate], unit: Option<u32>) -> Step {
        let mut cells: Vec<u16> = candidates.iter().map(|one| one.cell).collect();
        cells.dedup();
        let digits = candidates.iter().fold(0u64, |set, one| set | 1 << one.d());
        self.by(cells, digits, unit)
    }

    /// Adds the cells, digits and houses of the pattern.
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

/// The argument of [`Step::by`] for patterns that involve no house.
pub(crate) const NO_HOUSES: [u32; 0] = [];
