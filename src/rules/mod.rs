//! Boards with any side up to 64 under any rules: five primitive constraints, compiled once, and their solvers.
//!
//! ```text
//!   constraint.rs    the primitives: allowed, different, related, total, accepted
//!   units.rs         the groups of cells that all differ: rows, columns, boxes, cages
//!   geometry.rs      units, with names, and peers
//!   families.rs      families of sets of digits, for cells that all differ
//!   relation.rs · total.rs · automaton.rs · shifts.rs · layers.rs    propagation of these constraints on sets of digits
//!   derived.rs · sums.rs    totals that follow from other totals
//!   compiled.rs      all constraints in the representation used by the engines
//!   parts.rs · counts.rs · strong.rs    deductions about cells that all differ
//!
//!   boards/          engine for up to 16 digits: for each digit the cells that may hold it (arch/: its instructions)
//!   trail/           engine for any side, for levels of candidates and for solutions in order
//!   clauses.rs       engine with clause learning, for puzzles on which search explodes
//!   small.rs         engine for plain 4x4, 6x6 and 8x8
//!
//!   rule_set.rs      compiled rules with the tables of each engine
//!   engine.rs        number of solutions up to a limit · walk.rs  solutions in lexicographic order
//!   occurring.rs     the candidates that occur in some solution
//!   solver.rs · solutions.rs · candidates.rs · conflicts.rs       the interface
//! ```
//!
//! A module imports only modules above it in this list. Classic 9x9 Sudoku has separate solvers in
//! [`crate::solve`](mod@crate::solve).
//!
//! # Examples
//!
//! A 4x4 board with a cage in its first box: three cells that add up to 6 hold 1, 2 and 3, so the fourth cell holds 4.
//! A quarter of the 288 grids remain.
//!
//! ```
//! use bitdoku::control::Control;
//! use bitdoku::rules::{Constraint, Primitive, RuleSet, Solver};
//!
//! let cells = vec![0, 1, 4];
//! let cage = Primitive::Total { cells, sum: 6, weights: None, no_repeat: true };
//! let rules = RuleSet::with_digits(4, 4, Some((2, 2)), &[Constraint::from(cage).named("cage")])?;
//! let blank = [0u8; 16];
//! assert_eq!(Solver::new(&rules).count(&blank[..], 1000, &Control::unlimited())?, 72);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arch;
mod automaton;
mod boards;
mod candidates;
mod clauses;
mod compiled;
mod complete;
mod conflicts;
mod constraint;
mod counts;
mod derived;
mod digits;
mod engine;
mod families;
mod geometry;
mod layers;
mod lists;
mod occurring;
mod parts;
mod relation;
mod rule_set;
mod search;
mod shifts;
mod small;
mod solutions;
mod solver;
mod start;
mod strong;
mod sums;
mod total;
mod trail;
mod units;
mod walk;

#[cfg(any(test, feature = "logic"))]
pub(crate) use automaton::Automaton;
pub use candidates::{candidates, occurring};
pub use conflicts::conflicts;
pub use constraint::{Constraint, LARGEST_SIDE, Primitive, RulesFault};
#[cfg(any(test, feature = "generate"))]
pub(crate) use digits::Conflict;
#[cfg(any(test, feature = "logic"))]
pub(crate) use digits::is_single;
#[cfg(any(test, feature = "generate", feature = "logic"))]
pub(crate) use digits::{bits, of_given};
#[cfg(any(test, feature = "logic"))]
pub(crate) use families::{Family, MOST_DIGITS as LARGEST_FAMILY};
pub use geometry::{CellSet, Geometry, Unit};
#[cfg(any(test, feature = "logic", feature = "symmetry"))]
pub(crate) use relation::{transposed, unequal};
pub use rule_set::RuleSet;
pub use solutions::Solutions;
pub use solver::{SMALLEST_UP_TO, Solver};
pub use start::Start;
#[cfg(any(test, feature = "logic"))]
pub(crate) use total::added_up;
#[cfg(any(test, feature = "generate"))]
pub(crate) use trail::{Effort, State};
pub use units::UnitKind;
