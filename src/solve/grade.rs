//! What solves a puzzle: the result of tiers.rs in the lanes and of tier.rs.

#![forbid(unsafe_code)]

/// The simplest set of rules that solves a puzzle; the numbers are those of the table in tier.rs.
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
    /// More than these, or the puzzle has no solution, or several.
    Beyond = 3,
}
