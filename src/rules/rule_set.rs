//! A set of rules, compiled once and shared by all engines and threads.

#![forbid(unsafe_code)]

use std::sync::{Arc, OnceLock};

use crate::control::{Control, Stop};
use crate::cpu::Backend;

use super::boards::{self, Masks};
use super::compiled::Compiled;
#[cfg(any(test, feature = "logic"))]
use super::constraint::check;
use super::constraint::{Constraint, RulesFault};
use super::geometry::Geometry;
use super::small::Small;
use super::strong::Strong;
use super::trail::{self, Plan};

/// A set of rules.
#[derive(Clone, Debug)]
pub struct RuleSet {
    pub(super) compiled: Compiled,
    clues: Arc<[Constraint]>,
    /// The engine for small plain boards, if the rules are those of such a board.
    pub(super) small: Option<Small>,
    /// The instructions used by searches.
    pub(super) backend: Backend,
    // The tables of an engine are computed when it is first used.
    masks: OnceLock<Masks>,
    strong: OnceLock<Strong>,
    plan: OnceLock<Plan>,
}

impl RuleSet {
    /// The rules with these constraints on a board of `side` rows and columns, with `side` digits.
    ///
    /// # Errors
    /// A side beyond 64, or the first invalid constraint.
    pub fn new(side: usize, constraints: &[Constraint]) -> Result<RuleSet, RulesFault> {
        RuleSet::with_digits(side, side, None, constraints)
    }

    /// Like [`RuleSet::new`], with `digits` digits, at least `side`; with more, a row uses only some of them. With the
    /// `shape` of the boxes (rows and columns of a box), the constraints of [`Constraint::houses`] are included; this
    /// takes less time than passing them as constraints.
    ///
    /// # Errors
    /// A side or number of digits beyond 64, fewer digits than `side`, boxes of another board, or the first invalid
    /// constraint.
    pub fn with_digits(
        side: usize,
        digits: usize,
        shape: Option<(usize, usize)>,
        constraints: &[Constraint],
    ) -> Result<RuleSet, RulesFault> {
        RuleSet::with_clues(side, digits, shape, constraints, constraints)
    }

    /// Like [`RuleSet::with_digits`], with separate clues, see [`RuleSet::clues`]. They must be equivalent to the
    /// constraints together with the rows, columns and boxes of the board. Human logic checks the clues when it first
    /// uses them, and panics if one is invalid.
    ///
    /// # Errors
    /// As [`RuleSet::with_digits`].
    pub fn with_clues(
        side: usize,
        digits: usize,
        shape: Option<(usize, usize)>,
        constraints: &[Constraint],
        clues: impl Into<Arc<[Constraint]>>,
    ) -> Result<RuleSet, RulesFault> {
        let compiled = Compiled::new(side, digits, shape, constraints)?;
        Ok(RuleSet {
            small: compiled.plain.and_then(Small::of),
            compiled,
            clues: clues.into(),
            backend: Backend::detect(),
            masks: OnceLock::new(),
            strong: OnceLock::new(),
            plan: OnceLock::new(),
        })
    }

    /// Checks that the clues are valid.
    ///
    /// # Errors
    /// The first invalid clue.
    #[cfg(any(test, feature = "logic"))]
    pub(crate) fn check_clues(&self) -> Result<(), RulesFault> {
        check(self.side(), self.digits(), &self.clues)
    }

    /// Returns these rules with another backend; the default is the fastest.
    #[must_use]
    pub fn with_backend(self, backend: Backend) -> RuleSet {
        RuleSet { backend, ..self }
    }

    /// The number of rows and of columns.
    pub fn side(&self) -> usize {
        self.compiled.side
    }

    /// The number of digits, `side` or more.
    pub fn digits(&self) -> usize {
        self.compiled.digits
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.compiled.cells()
    }

    /// The units, with names, and the peers.
    pub fn geometry(&self) -> &Geometry {
        &self.compiled.geometry
    }

    /// The digits that the rules allow in each cell.
    pub fn allowed(&self) -> &[u64] {
        &self.compiled.allowed
    }

    /// The constraints that a person sees on the board, in the order in which they were added. Human logic makes
    /// deductions from each of them separately, and names it. They are the constraints of the rules, unless others were
    /// given.
    ///
    /// Engines merge constraints, so the clues cannot be recovered from the compiled rules: the tables of a pair of
    /// cells become one table, a sum of two cells may become a table, and an automaton may read its cells in another
    /// order.
    pub fn clues(&self) -> &[Constraint] {
        &self.clues
    }

    /// The number of rows and columns of a box if the rules are exactly the rules of plain Sudoku.
    pub fn plain(&self) -> Option<(usize, usize)> {
        self.compiled.plain
    }

    /// The number of rows and columns of a box if the rules are those of plain Sudoku, with only [`RuleSet::allowed`]
    /// digits in each cell.
    pub fn houses(&self) -> Option<(usize, usize)> {
        self.compiled.houses
    }

    /// Whether there are deductions about groups of cells. With very many sums, finding out takes seconds.
    ///
    /// # Errors
    /// The control stopped the work.
    pub(super) fn has_groups(&self, control: &Control<'_>) -> Result<bool, Stop> {
        if self.strong.get().is_none() {
            let strong = Strong::new(&self.compiled, control)?;
            // Another thread may have been faster; the results are equal.
            let _ = self.strong.set(strong);
        }
        Ok(!self.strong().deductions.is_empty())
    }

    fn strong(&self) -> &Strong {
        self.strong.get().expect("searches call `has_groups` before they use the deductions")
    }

    /// The rules for the search with boards, with the deductions about groups of cells if `is_strong`.
    pub(super) fn boards<const W: usize>(&self, is_strong: bool) -> boards::Rules<'_, W> {
        let masks = self.masks.get_or_init(|| Masks::new(&self.compiled));
        let strong = is_strong.then(|| (self.strong(), self.backend));
        boards::Rules::new(&self.compiled, masks, strong)
    }

    /// The rules for the search with a trail.
    pub(crate) fn trail(&self) -> trail::Rules<'_> {
        let plan = self.plan.get_or_init(|| Plan::new(&self.compiled));
        trail::Rules { compiled: &self.compiled, plan }
    }
}
