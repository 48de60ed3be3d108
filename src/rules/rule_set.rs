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
    /// The engine for small plain boards, if the rules are those.
    pub(super) small: Option<Small>,
    /// The instructions that searches use.
    pub(super) backend: Backend,
    // The tables of an engine are made when it is first used.
    masks: OnceLock<Masks>,
    strong: OnceLock<Strong>,
    plan: OnceLock<Plan>,
}

impl RuleSet {
    /// The rules with these constraints on a board of `side` rows and columns, with as many digits.
    ///
    /// # Errors
    /// A side beyond 64, or the first constraint that is not valid.
    pub fn new(side: usize, constraints: &[Constraint]) -> Result<RuleSet, RulesFault> {
        RuleSet::with_digits(side, side, None, constraints)
    }

    /// The same with so many digits, at least `side`: with more, a row uses some of them. With the `shape` of its boxes, rows
    /// and columns of a box, the constraints of [`Constraint::houses`] hold as well; they take less time than when they are
    /// among the others.
    ///
    /// # Errors
    /// A side or digits beyond 64, fewer digits than `side`, boxes of another board, or the first constraint that is not valid.
    pub fn with_digits(
        side: usize,
        digits: usize,
        shape: Option<(usize, usize)>,
        constraints: &[Constraint],
    ) -> Result<RuleSet, RulesFault> {
        RuleSet::with_clues(side, digits, shape, constraints, constraints)
    }

    /// The same with other clues, see [`RuleSet::clues`]. They must mean the same as the constraints together with the rows,
    /// columns and boxes of the board. Human logic checks them when it first uses them, and panics if one is not valid.
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
    /// The first that is not.
    #[cfg(any(test, feature = "logic"))]
    pub(crate) fn check_clues(&self) -> Result<(), RulesFault> {
        check(self.side(), self.digits(), &self.clues)
    }

    /// The same rules with another backend; the default is the fastest.
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

    /// Units, with names, and peers.
    pub fn geometry(&self) -> &Geometry {
        &self.compiled.geometry
    }

    /// The digits that the rules allow in each cell.
    pub fn allowed(&self) -> &[u64] {
        &self.compiled.allowed
    }

    /// The constraints that a person sees on the board, in the order in which they were added: human logic deduces from
    /// each by itself, and names it. They are the constraints of the rules, unless others were given.
    ///
    /// Engines merge constraints, so that these cannot be recovered from what is compiled: the tables of a pair of cells
    /// become one table, a sum of two cells may be a table, and an automaton may read its cells in another order.
    pub fn clues(&self) -> &[Constraint] {
        &self.clues
    }

    /// Rows and columns of a box if the rules are those of plain Sudoku and no others.
    pub fn plain(&self) -> Option<(usize, usize)> {
        self.compiled.plain
    }

    /// Whether there are deductions about groups of cells. With very many sums it takes seconds to find out.
    ///
    /// # Errors
    /// When `control` says stop.
    pub(super) fn has_groups(&self, control: &Control<'_>) -> Result<bool, Stop> {
        if self.strong.get().is_none() {
            let strong = Strong::new(&self.compiled, control)?;
            // Another thread may have been faster, with the same.
            let _ = self.strong.set(strong);
        }
        Ok(!self.strong().deductions.is_empty())
    }

    fn strong(&self) -> &Strong {
        self.strong.get().expect("searches ask whether there are deductions before they use them")
    }

    /// The rules for the search with boards, with the deductions about groups of cells if they are used.
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
