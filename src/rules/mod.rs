//! Any size up to 64x64 and any rules: five primitives, compiled once, and a solver for them.
//!
//! ```text
//!   constraint.rs   what may be said: allowed, different, related, total, accepted
//!   rule_set.rs     the same made ready: peers, units, locks, tables; derived.rs totals that follow
//!   boards/         sides up to 16: for each digit the cells that may hold it, what follows, guesses
//!   state.rs        beyond, and in order: what each cell may hold, with a trail
//!   propagate/      what follows there without a guess; totals, automata
//!   search.rs       guesses · enumerate.rs  in lexicographic order · candidates.rs  by level
//!   small.rs        plain 4x4, 6x6 and 8x8, made for speed
//!   clauses.rs      clause learning, where guesses explode
//!   solver.rs       questions about one puzzle
//! ```
//!
//! Classic 9x9 Sudoku does not come here: [`crate::solve`] is made for it alone.

mod arch;
mod boards;
mod candidates;
mod clauses;
mod constraint;
mod derived;
mod enumerate;
mod lists;
mod propagate;
mod rule_set;
mod search;
mod small;
mod solver;
mod start;
mod state;

pub use candidates::{candidates, conflicts};
pub use constraint::{Constraint, LARGEST_SIDE, RulesFault};
pub use enumerate::solutions_after;
pub(crate) use propagate::Effort;
pub use rule_set::RuleSet;
pub(crate) use search::given;
pub use solver::{SMALLEST_UP_TO, Solver};
pub use start::{Solutions, Start};
pub(crate) use state::{Conflict, State, bits};
