//! The grade of a puzzle, as computed by tiers.rs in the lanes and by tier.rs.

#![forbid(unsafe_code)]

/// The simplest set of rules that solves a puzzle; the numbers match the table in tier.rs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[non_exhaustive]
pub enum Tier {
    /// Naked singles.
    NakedSingles = 0,
    /// Naked and hidden singles.
    Singles = 1,
    /// Singles, locked candidates and subsets.
    Subsets = 2,
    /// None of these rules suffice, or the puzzle does not have exactly one solution.
    Beyond = 3,
}
