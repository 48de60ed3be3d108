//! Complete grids and puzzles for any rules.

#![forbid(unsafe_code)]

mod grids;
mod minimize;
mod two_stacks;

pub use grids::{ITEMS, random_grid};
pub use minimize::minimize as minimize_one;

use std::sync::atomic::AtomicU64;

use crate::control::Control;
use crate::error::Error;
use crate::generate::Symmetry;
use crate::random::Key;
use crate::rules::RuleSet;

/// Grids that are tried for each puzzle if nothing else is said: seconds of one core at 9x9.
pub const EFFORT: u64 = 200;

/// What is wanted of each puzzle. It always has exactly one solution.
#[derive(Clone, Debug)]
pub struct Request {
    /// The fewest and the most clues.
    pub clues: Option<(u32, u32)>,
    /// What the pattern of clues looks like when turned and mirrored. Clues go in whole groups.
    pub symmetry: Symmetry,
    /// For each cell whether it may hold a clue; without `clues`, `symmetry` and `minimal` all of them do.
    pub pattern: Option<Vec<bool>>,
    /// No single clue can go.
    pub minimal: bool,
    /// Grids that are tried for each puzzle; at least one is.
    pub effort: u64,
}

impl Request {
    /// Any minimal puzzle.
    pub const MINIMAL: Request = Request {
        clues: None,
        symmetry: Symmetry::None,
        pattern: None,
        minimal: true,
        effort: EFFORT,
    };

    /// Refuses what no puzzle of this side can be.
    ///
    /// # Errors
    /// [`Error::Impossible`].
    pub fn check(&self, side: usize) -> Result<(), Error> {
        let _ = side;
        unimplemented!()
    }
}

/// The complete grids of a set of rules, to draw from: a list of all of them if they are few, else a way to find some.
#[derive(Debug)]
pub struct Grids {}

impl Grids {
    /// Prepares drawing from the grids of `rules`; `free` tells whether any relabelling keeps the rules
    /// ([`Symmetries::free`](crate::symmetry::rules::Symmetries::free)). Takes up to some 0.1 s, so the result is worth
    /// keeping.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn new(rules: &RuleSet, free: bool, control: &Control<'_>) -> Result<Grids, Error> {
        let _ = (rules, free, control);
        unimplemented!()
    }

    /// Writes random grids number `first`, `first + 1`, …, side² bytes each. All grids are equally likely on plain boards
    /// up to 9x9 without 7x7, and on other boards up to 6x6 that have fewer than 100,000 up to relabelling; of the others every
    /// grid can come, but not each as often as another.
    ///
    /// # Errors
    /// [`Error::Impossible`] if there is no grid, [`Error::NotFound`] if none was found, [`Error::Cancelled`].
    ///
    /// # Panics
    /// If an item's number is [`ITEMS`] or more.
    pub fn fill(
        &self,
        rules: &RuleSet,
        key: &Key,
        first: u64,
        grids: &mut [u8],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let _ = (rules, key, first, grids, control);
        unimplemented!()
    }
}

/// Makes puzzles number `first`, `first + 1`, … as many as there is room for, side² bytes each, with their solutions;
/// `made` counts them as they come. A puzzle depends on the rules, the request, the key and its number alone.
///
/// # Errors
/// [`Error::Impossible`], [`Error::NotFound`], [`Error::Cancelled`].
///
/// # Panics
/// If the slices differ in length, the pattern is of another side, or an item's number is [`ITEMS`] or more.
#[expect(clippy::too_many_arguments, reason = "what is wanted, of which rules, and where it goes")]
pub fn generate(
    rules: &RuleSet,
    grids: &Grids,
    request: &Request,
    key: &Key,
    first: u64,
    puzzles: &mut [u8],
    solutions: &mut [u8],
    made: &AtomicU64,
    control: &Control<'_>,
) -> Result<(), Error> {
    let _ = (rules, grids, request, key, first, puzzles, solutions, made, control);
    unimplemented!()
}

/// Removes clues of each puzzle in random order until none can go; row i is item `first + i` of its list, and depends on
/// the rules, the key and that number alone.
///
/// # Errors
/// [`Error::NotUnique`] with the number `first + i` of the first puzzle that has no or several solutions;
/// [`Error::Cancelled`].
pub fn minimize(
    rules: &RuleSet,
    key: &Key,
    first: u64,
    puzzles: &mut [u8],
    control: &Control<'_>,
) -> Result<(), Error> {
    let _ = (rules, key, first, puzzles, control);
    unimplemented!()
}

/// Which givens follow from the others: each of them could go, alone, without a new solution. `puzzles` and `out` hold
/// side² items a row; any puzzle will do, also one with several solutions or none.
///
/// # Errors
/// [`Error::Cancelled`].
///
/// # Panics
/// If the slices differ in length.
pub fn redundant(
    rules: &RuleSet,
    puzzles: &[u8],
    out: &mut [bool],
    control: &Control<'_>,
) -> Result<(), Error> {
    let _ = (rules, puzzles, out, control);
    unimplemented!()
}
