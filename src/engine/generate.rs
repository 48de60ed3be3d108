//! Complete grids and puzzles under any rules.

#![forbid(unsafe_code)]

use std::sync::atomic::AtomicU64;

use crate::control::Control;
use crate::error::Error;
use crate::generate::grids::GridStream;
use crate::generate::rules::{self, Grids};
use crate::generate::{self as classic, Judge, Maker, Request};
use crate::random::{Domain, Key};

use super::difficulty::{Difficulty, Rater};
use super::{Engine, OtherRules, grids, grids_mut};

impl OtherRules {
    /// The grids to draw from, prepared on first use.
    fn grids(&self, control: &Control<'_>) -> Result<&Grids, Error> {
        if self.grids.get().is_none() {
            let found = Grids::new(&self.set, self.free(control)?, control)?;
            // Another thread may have been faster; the results are equal.
            let _ = self.grids.set(found);
        }
        Ok(self.grids.get().expect("it has just been set"))
    }
}

impl Engine {
    /// The exclusive upper bounds of item numbers in streams of grids and of puzzles.
    pub fn items(&self) -> (u64, u64) {
        match self {
            Engine::Classic(_) => (classic::grids::ITEMS, classic::ITEMS),
            Engine::Other(_) => (rules::ITEMS, rules::ITEMS),
        }
    }

    /// Rejects requests that no puzzle can meet.
    ///
    /// # Errors
    /// [`Error::Impossible`], [`Error::Unsupported`].
    pub fn check(&self, request: &Request, difficulty: Option<&Difficulty>) -> Result<(), Error> {
        match self {
            Engine::Classic(_) => request.check(),
            Engine::Other(other) => request.check_other(other.set.side()),
        }?;
        difficulty.map_or(Ok(()), |difficulty| difficulty.check(self))
    }

    /// Makes the puzzles number `first`, `first + 1`, … with their solutions; `made` counts the finished puzzles. A
    /// puzzle depends only on the rules, the request, the difficulty, the key and its number.
    ///
    /// # Errors
    /// [`Error::Impossible`], [`Error::Unsupported`], [`Error::NotFound`], [`Error::Stopped`].
    #[expect(clippy::too_many_arguments, reason = "the request, its source and its outputs")]
    pub fn generate(
        &self,
        request: &Request,
        difficulty: Option<&Difficulty>,
        key: &Key,
        first: u64,
        puzzles: &mut [u8],
        solutions: &mut [u8],
        made: &AtomicU64,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let mut rater = difficulty.map(|difficulty| Rater::new(self, difficulty));
        let judge = rater.as_mut().map(|rater| rater as &mut dyn Judge);
        match self {
            Engine::Classic(backend) => {
                let (puzzles, solutions) = (grids_mut(puzzles), grids_mut(solutions));
                let maker = Maker { key: *key, backend: *backend };
                classic::generate(&maker, request, judge, first, puzzles, solutions, made, control)
            }
            Engine::Other(other) => {
                let set = &other.set;
                let grids = match request.solution {
                    Some(_) => None,
                    None => Some(other.grids(control)?),
                };
                rules::generate(
                    set, grids, request, judge, key, first, puzzles, solutions, made, control,
                )
            }
        }
    }

    /// The number of grids that a worker makes at a time if `threads` threads make `n`. Classic grids are made in
    /// blocks; other grids may take a minute each.
    pub fn grids_at_a_time(&self, n: usize, threads: usize) -> usize {
        const MOST: usize = 4096;
        match self {
            Engine::Classic(_) => MOST,
            Engine::Other(_) => {
                let least = if self.worth_a_thread(2) == 1 { 1 } else { 256 };
                n.div_ceil(4 * threads).clamp(least, MOST)
            }
        }
    }

    /// Writes the random complete grids number `first`, `first + 1`, ….
    ///
    /// # Errors
    /// [`Error::Impossible`] if there is no grid, [`Error::NotFound`], [`Error::Stopped`].
    pub fn grids(
        &self,
        key: &Key,
        first: u64,
        results: &mut [u8],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        match self {
            Engine::Classic(backend) => {
                control.checkpoint()?;
                let (domain, backend) = (Domain::Grids, *backend);
                let stream = GridStream { key: *key, domain, family: 0, backend };
                stream.fill(first, grids_mut(results));
                Ok(())
            }
            Engine::Other(other) => {
                other.grids(control)?.fill(&other.set, key, first, results, control)
            }
        }
    }

    /// Removes clues of each puzzle in random order until none can be removed or only `fewest` are left; puzzle i is
    /// item `first + i` of the stream. If the nodes or the time run out, the remaining clues are kept.
    ///
    /// # Errors
    /// [`Error::NotUnique`] for the first puzzle that does not have exactly one solution, [`Error::Stopped`].
    pub fn minimize(
        &self,
        key: &Key,
        first: u64,
        fewest: u32,
        puzzles: &[u8],
        results: &mut [u8],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        match self {
            Engine::Classic(backend) => {
                let (puzzles, results) = (grids(puzzles), grids_mut(results));
                classic::minimize(*backend, key, first, fewest, puzzles, results, control)
            }
            Engine::Other(other) => {
                results.copy_from_slice(puzzles);
                rules::minimize(&other.set, key, first, fewest, results, control)
            }
        }
    }

    /// Marks the redundant givens of each puzzle, which follow from the other givens. A mark is `None` if the nodes or
    /// the time ran out.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn redundant(
        &self,
        puzzles: &[u8],
        marks: &mut [Option<bool>],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        match self {
            Engine::Classic(backend) => {
                let (rows, _) = marks.as_chunks_mut();
                classic::redundant(*backend, grids(puzzles), rows, control)
            }
            Engine::Other(other) => rules::redundant(&other.set, puzzles, marks, control),
        }
    }
}
