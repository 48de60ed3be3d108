//! Constraints in the representation that all engines use, compiled once for each set of rules.
//!
//! ```text
//!   constraints ── checked ──> allowed    the digits that each cell may hold
//!                              geometry   units and peers                       (different, related by ≠)
//!                              units      those with a cell for each digit
//!                              relations  tables on pairs of cells               (related)
//!                              totals     those given, then those that follow · automata
//! ```
//!
//! Engines add their own tables: [`super::boards`] adds sets of cells, [`super::trail`] lists of the deductions for
//! each cell.

#![forbid(unsafe_code)]

use std::sync::Arc;

use super::automaton::Automaton;
use super::constraint::{Constraint, LARGEST_SIDE, Primitive, RulesFault, check};
use super::derived;
use super::digits;
use super::geometry::Geometry;
use super::lists::Lists;
use super::relation::{Pairs, Relations};
use super::total::Total;

/// Compiled constraints.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    pub side: usize,
    /// The number of digits, `side` or more.
    pub digits: usize,
    /// The set of all digits.
    pub all: u64,
    pub allowed: Vec<u64>,
    pub geometry: Arc<Geometry>,
    pub relations: Relations,
    /// The given totals, then the totals that follow from them.
    pub totals: Vec<Total>,
    pub given_totals: usize,
    pub automata: Vec<Automaton>,
    /// The cost of a search node, in cells, at most.
    pub node_cost: usize,
    /// The number of rows and columns of a box if the rules are exactly the rules of plain Sudoku.
    pub plain: Option<(usize, usize)>,
    /// The same if the rules may also restrict the digits of single cells.
    pub houses: Option<(usize, usize)>,
}

impl Compiled {
    /// Compiles the constraints of a board of `side` rows and columns. With the `shape` of its boxes, rows, columns and
    /// boxes are constraints as well.
    ///
    /// # Errors
    /// A side or number of digits beyond 64, fewer digits than `side`, boxes of another board, or the first invalid
    /// constraint.
    pub fn new(
        side: usize,
        digits: usize,
        shape: Option<(usize, usize)>,
        constraints: &[Constraint],
    ) -> Result<Compiled, RulesFault> {
        if !(1..=LARGEST_SIDE).contains(&side) {
            return Err(RulesFault::Side(side));
        }
        let is_other = |&(height, width): &(usize, usize)| height.checked_mul(width) != Some(side);
        if let Some(shape) = shape.filter(is_other) {
            return Err(RulesFault::Box { side, shape });
        }
        if !(side..=LARGEST_SIDE).contains(&digits) {
            return Err(RulesFault::Digits { side, digits });
        }
        check(side, digits, constraints)?;
        let pairs = Pairs::new(digits, constraints);
        let unequal = &pairs.unequal_pairs();
        let geometry = match shape {
            Some(shape) => Geometry::with_houses(shape, digits, constraints, unequal),
            None => Arc::new(Geometry::new(side, digits, &mut constraints.iter(), unequal)),
        };
        let relations = pairs.relations(&geometry);

        let mut totals = Vec::new();
        let mut automata = Vec::new();
        for constraint in constraints {
            match &constraint.primitive {
                Primitive::Total { cells, sum, weights, .. } => {
                    totals.push(Total::new(cells, *sum, weights.as_deref(), &geometry));
                }
                Primitive::Accepted { cells, start, accepting, transitions, .. } => {
                    automata.push(Automaton::new(cells, *start, accepting, transitions));
                }
                _ => {}
            }
        }
        // Four steps of an automaton take a few nanoseconds, as long as one cell.
        let steps = automata.iter().map(|automaton| automaton.steps() / 4).sum::<usize>();
        let given_totals = totals.len();
        derived::add_totals(&mut totals, &geometry);

        let is_plain =
            constraints.iter().all(|c| matches!(c.primitive, Primitive::Different { .. }));
        let has_houses = constraints.iter().all(|c| {
            matches!(c.primitive, Primitive::Different { .. } | Primitive::Allowed { .. })
        });
        Ok(Compiled {
            side,
            digits,
            all: digits::all(digits),
            allowed: allowed(side, digits, constraints),
            plain: geometry.plain().filter(|_| is_plain),
            houses: geometry.plain().filter(|_| has_houses),
            geometry,
            relations,
            totals,
            given_totals,
            automata,
            node_cost: side * side + steps,
        })
    }

    /// The units in which each digit occurs, sorted by their cells.
    pub fn units(&self) -> &Lists<u16> {
        &self.geometry.complete().units
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.side * self.side
    }
}

/// The digits that each cell may hold by itself.
fn allowed(side: usize, digits: usize, constraints: &[Constraint]) -> Vec<u64> {
    let mut allowed = vec![digits::all(digits); side * side];
    for constraint in constraints {
        match &constraint.primitive {
            Primitive::Allowed { cell, digits: own } => allowed[*cell] &= own,
            Primitive::Related { pairs, table } => {
                for &(cell, _) in pairs.iter().filter(|(a, b)| a == b) {
                    let fits = |d: &usize| table[*d] >> d & 1 == 1;
                    allowed[cell] &= (0..digits).filter(fits).fold(0, |set, d| set | 1 << d);
                }
            }
            _ => {}
        }
    }
    allowed
}
