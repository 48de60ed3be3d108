//! A step in full: what it concludes, and all that proves it.

use crate::board::{Cell, Digits};

use super::technique::Technique;

/// A digit in a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit, 1 to 9.
    pub digit: u8,
}

/// Why one candidate decides another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LinkReason {
    /// Both are in one cell.
    Cell,
    /// Both are in this house (index of [`crate::board::HOUSES`]), with the same digit.
    House(u8),
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
    pub cells: Vec<Cell>,
    /// The digits of the pattern.
    pub digits: Digits,
    /// The houses that prove it (indices of [`crate::board::HOUSES`]).
    pub houses: Vec<u8>,
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
