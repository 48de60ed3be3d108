//! The five primitive constraints, and their validation.
//!
//! Digits are numbers from 1. A set of digits is a `u64` in which bit k represents digit k + 1, so there are at most 64
//! digits. Cells are numbered row by row from 0. Every other rule is expressed by these five primitives, which carry
//! its name.

#![forbid(unsafe_code)]

use std::fmt;
use std::sync::Arc;

use super::digits;

/// The largest side, and the largest number of digits.
pub const LARGEST_SIDE: usize = 64;

/// The maximum absolute value of weights and sums. Weights for [`MOST_TERMS`] cells with 64 digits add up to at most
/// 2^62.
const LARGEST_NUMBER: i64 = 1 << 40;

/// The maximum number of cells of a total, counting repeated cells.
const MOST_TERMS: usize = 1 << 16;

/// The maximum number of states of an automaton.
const MOST_STATES: usize = 1 << 16;

/// The maximum product of cells, states and digits of an automaton; at this size, its propagation takes about 50 ms.
const MOST_STEPS: usize = 1 << 23;

/// A primitive constraint, and the name of the rule that it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// The condition.
    pub primitive: Primitive,
    /// The noun used in texts, such as `diagonal` or `thermometer`.
    pub name: Option<Arc<str>>,
}

/// The five kinds of constraints.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Primitive {
    /// The cell holds one of these digits.
    Allowed {
        /// The cell.
        cell: usize,
        /// The digits.
        digits: u64,
    },
    /// No digit occurs twice. If there are as many cells as digits, each digit occurs once.
    Different {
        /// The cells.
        cells: Vec<usize>,
    },
    /// The table allows the two digits of each pair of cells.
    Related {
        /// Pairs of cells.
        pairs: Vec<(usize, usize)>,
        /// `table[d]`: the digits that the second cell may hold if the first one holds digit d + 1.
        table: Vec<u64>,
    },
    /// The sum of the digits, each multiplied by its weight, is `sum`.
    Total {
        /// The cells.
        cells: Vec<usize>,
        /// The sum.
        sum: i64,
        /// A weight for each cell; without weights, all are 1.
        weights: Option<Vec<i64>>,
        /// Whether the digits must also be different.
        no_repeat: bool,
    },
    /// A finite automaton that reads the cells in order ends in an accepting state.
    Accepted {
        /// The cells.
        cells: Vec<usize>,
        /// The number of states.
        states: usize,
        /// The initial state.
        start: usize,
        /// The accepting states.
        accepting: Vec<usize>,
        /// `transitions[state][d]`: the next state after digit d + 1; -1 if the digit is not accepted.
        transitions: Arc<[Vec<i64>]>,
    },
}

/// The reason why a set of constraints is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RulesFault {
    /// The side is not 1 to 64.
    Side(usize),
    /// The boxes do not fit the board.
    Box {
        /// The number of rows and columns of the board.
        side: usize,
        /// The number of rows and columns of a box.
        shape: (usize, usize),
    },
    /// There are fewer digits than cells in a row, or more than 64.
    Digits {
        /// The number of rows and columns of the board.
        side: usize,
        /// The number of digits.
        digits: usize,
    },
    /// The number of the constraint, and what is wrong with it.
    Constraint(usize, String),
}

impl fmt::Display for RulesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesFault::Side(side) => write!(f, "side is {side}; expected 1..{LARGEST_SIDE}"),
            RulesFault::Box { side, shape: (height, width) } => {
                write!(f, "boxes of {height} by {width} cells do not fit a board with side {side}")
            }
            RulesFault::Digits { side, digits } => {
                write!(
                    f,
                    "{digits} digits; expected {side}..{LARGEST_SIDE} on a board with side {side}"
                )
            }
            RulesFault::Constraint(number, reason) => write!(f, "constraints[{number}]: {reason}"),
        }
    }
}

impl std::error::Error for RulesFault {}

impl From<Primitive> for Constraint {
    fn from(primitive: Primitive) -> Constraint {
        Constraint { primitive, name: None }
    }
}

impl Constraint {
    /// The constraint that no digit occurs twice in these cells.
    pub fn different(cells: Vec<usize>) -> Constraint {
        Primitive::Different { cells }.into()
    }

    /// Adds a name to the constraint. Cells that differ form a unit if the constraint has a name, even if there are
    /// only two.
    #[must_use]
    pub fn named(self, name: impl Into<Arc<str>>) -> Constraint {
        Constraint { name: Some(name.into()), ..self }
    }

    /// The rows, columns and boxes of the board whose boxes have these numbers of rows and columns. Boxes of one row or
    /// one column are left out, because they equal rows or columns.
    ///
    /// # Panics
    /// If the side, `height` times `width`, is so large that there is no memory for all cells. Boards have a side of at
    /// most [`LARGEST_SIDE`].
    pub fn houses(height: usize, width: usize) -> Vec<Constraint> {
        let side = height * width;
        let house = |kind: usize, number: usize, i: usize| match kind {
            0 => side * number + i,
            1 => side * i + number,
            _ => {
                let (row, column) = (number / height * height, number % height * width);
                side * (row + i / width) + column + i % width
            }
        };
        let kinds = if height == 1 || width == 1 { 2 } else { 3 };
        let houses =
            (0..kinds * side).map(|k| (0..side).map(|i| house(k / side, k % side, i)).collect());
        houses.map(Constraint::different).collect()
    }

    /// Checks that the constraint is valid on a board with this side and number of digits.
    ///
    /// # Errors
    /// A description of the fault.
    fn check(&self, side: usize, digits: usize) -> Result<(), String> {
        let digits_in = |set: u64| match set & !digits::all(digits) {
            0 => Ok(()),
            over => Err(format!("digit {}; expected 1..{digits}", over.trailing_zeros() + 1)),
        };
        match &self.primitive {
            Primitive::Allowed { cell, digits: own } => {
                cells_in(&[*cell], side)?;
                digits_in(*own)
            }
            Primitive::Different { cells } => {
                cells_in(cells, side)?;
                no_cell_twice(cells)?;
                fits(cells, digits)
            }
            Primitive::Related { pairs, table } => {
                for &(first, second) in pairs {
                    cells_in(&[first, second], side)?;
                }
                if table.len() != digits {
                    return Err(format!("a table of {} rows; expected {digits}", table.len()));
                }
                table.iter().try_for_each(|&row| digits_in(row))
            }
            Primitive::Total { cells, sum, weights, no_repeat } => {
                cells_in(cells, side)?;
                if cells.len() > MOST_TERMS {
                    return Err(format!("{} cells; expected at most {MOST_TERMS}", cells.len()));
                }
                if *no_repeat {
                    no_cell_twice(cells)?;
                    fits(cells, digits)?;
                }
                if let Some(weights) = weights
                    && weights.len() != cells.len()
                {
                    return Err(format!("{} weights for {} cells", weights.len(), cells.len()));
                }
                let mut numbers = weights.iter().flatten().chain([sum]);
                match numbers.find(|number| number.unsigned_abs() > LARGEST_NUMBER as u64) {
                    Some(number) => Err(format!("number {number} is beyond ±2^40")),
                    None => Ok(()),
                }
            }
            Primitive::Accepted { cells, states, start, accepting, transitions } => {
                cells_in(cells, side)?;
                if !(1..=MOST_STATES).contains(states) {
                    return Err(format!("{states} states; expected 1..{MOST_STATES}"));
                }
                let steps = cells.len().saturating_mul(states * digits);
                if steps > MOST_STEPS {
                    return Err(format!(
                        "{states} states for {} cells of {digits} digits; expected at most {MOST_STEPS} together",
                        cells.len()
                    ));
                }
                if let Some(state) = accepting.iter().chain([start]).find(|s| *s >= states) {
                    return Err(format!("state {state}; expected 0..{}", states - 1));
                }
                if transitions.len() != *states {
                    return Err(format!(
                        "{} rows of transitions for {states} states",
                        transitions.len()
                    ));
                }
                for row in &**transitions {
                    if row.len() != digits {
                        return Err(format!(
                            "a row of {} transitions; expected {digits}",
                            row.len()
                        ));
                    }
                    if let Some(to) = row.iter().find(|&&to| to < -1 || to >= *states as i64) {
                        return Err(format!("a transition to {to}; expected -1..{}", states - 1));
                    }
                }
                Ok(())
            }
        }
    }
}

/// Checks that all constraints are valid on a board with this side and number of digits.
///
/// # Errors
/// The first invalid constraint.
pub(super) fn check(
    side: usize,
    digits: usize,
    constraints: &[Constraint],
) -> Result<(), RulesFault> {
    for (number, constraint) in constraints.iter().enumerate() {
        constraint.check(side, digits).map_err(|why| RulesFault::Constraint(number, why))?;
    }
    Ok(())
}

fn cells_in(cells: &[usize], side: usize) -> Result<(), String> {
    match cells.iter().find(|&&cell| cell >= side * side) {
        Some(cell) => Err(format!("cell {cell}; expected 0..{}", side * side - 1)),
        None => Ok(()),
    }
}

fn no_cell_twice(cells: &[usize]) -> Result<(), String> {
    // Most lists are sorted; the check for that needs no memory.
    if cells.is_sorted_by(|a, b| a < b) {
        return Ok(());
    }
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("cell {} occurs twice", pair[0])),
        None => Ok(()),
    }
}

fn fits(cells: &[usize], digits: usize) -> Result<(), String> {
    if cells.len() > digits {
        return Err(format!("{} cells cannot all differ in {digits} digits", cells.len()));
    }
    Ok(())
}
