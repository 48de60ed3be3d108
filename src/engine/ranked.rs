//! Solutions by their number: a uniform sample of solutions, and the number of solutions with each digit in each cell.
//!
//! ```text
//!   number   0 … 41 | 42 … 99 | 100 … 120      the solutions of a puzzle in lexicographic order
//!   r1c3        2   |    5    |     7          those with the smaller digit in the first open cell come first
//!                        └─ 42 … 60 | 61 … 99  and so on: counts of the parts lead to a number
//! ```
//!
//! A sample is uniform because its numbers are.
//!
//! *Cost.* The solution with a given number is found by counting the parts on ten to twenty levels. Each count is a
//! fraction of the one above, so the first solution takes about five times as long as the total count, and many numbers
//! share the upper parts. Parts with few solutions are listed. Candidates are counted by listing if there are few
//! solutions, and otherwise one by one.

#![forbid(unsafe_code)]

use crate::control::{Control, Stop};
use crate::error::Error;
use crate::random::{Domain, Key};
use crate::rules::bits;
use crate::solve::{Level, UNDECIDED};

use super::{Engine, Puzzles};

/// The number of solutions up to which a part is listed rather than divided.
const FEW: u64 = 256;

/// The number of solutions up to which they are listed rather than counted for each candidate.
const FEW_FOR_CANDIDATES: u64 = 1 << 15;

/// The number of a requested solution, and the item that receives it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Wanted {
    /// The number among the solutions of the part.
    number: u64,
    item: usize,
}

/// A part of the solutions of a puzzle, with the numbers requested from it.
pub struct Part {
    /// The candidates of its puzzle.
    masks: Vec<u64>,
    solutions: u64,
    /// The requested solutions in increasing order.
    wanted: Vec<Wanted>,
}

/// The result of dividing parts.
#[derive(Default)]
pub struct Found {
    /// The solutions of small parts, each with its item.
    pub solutions: Vec<(usize, Box<[u8]>)>,
    /// The smaller parts of large ones.
    pub parts: Vec<Part>,
}

impl Engine {
    /// The part that contains all solutions, of which there are `solutions`; draws numbers for `items` items from the
    /// key.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn sample(
        &self,
        puzzle: Puzzles<'_>,
        solutions: u64,
        items: usize,
        key: &Key,
    ) -> Result<Part, Error> {
        let mut wanted = Vec::new();
        wanted.try_reserve_exact(items).map_err(|_| Error::OutOfMemory)?;
        wanted.extend((0..items).map(|item| Wanted {
            number: key.words(Domain::Samples, item as u64, 0).below(solutions),
            item,
        }));
        wanted.sort_unstable();
        Ok(Part { masks: self.masks(puzzle), solutions, wanted })
    }

    /// Lists the solutions of small parts and divides large ones; the children of all parts are counted together.
    ///
    /// # Errors
    /// [`Error::Stopped`], [`Error::OutOfMemory`].
    pub fn divide(&self, parts: &[Part], control: &Control<'_>) -> Result<Found, Error> {
        control.checkpoint()?;
        let mut found = Found::default();
        let mut children = Vec::new();
        let mut of_parts = Vec::new();
        for part in parts {
            if part.solutions <= FEW {
                self.list(part, &mut found.solutions, control)?;
                continue;
            }
            let masks = self.locked(Puzzles::Candidates(&part.masks), control)?;
            let cell = masks.iter().position(|mask| !mask.is_power_of_two());
            let cell = cell.expect("a puzzle with several solutions has an open cell");
            let first = children.len();
            add_children(&masks, cell, &mut children);
            of_parts.push((part, first..children.len()));
        }
        let most = parts.iter().map(|part| part.solutions).max().unwrap_or(0);
        let mut counts = self.counts(&children, most, control)?.into_iter();
        for (part, range) in of_parts {
            let (mut before, mut wanted) = (0, &part.wanted[..]);
            for masks in children[range].chunks_exact(self.area()) {
                let solutions = counts.next().expect("a count for each child");
                let here = wanted.partition_point(|wanted| wanted.number < before + solutions);
                let (inside, after) = wanted.split_at(here);
                if !inside.is_empty() {
                    let moved =
                        inside.iter().map(|w| Wanted { number: w.number - before, item: w.item });
                    let mut wanted = Vec::new();
                    wanted.try_reserve_exact(inside.len()).map_err(|_| Error::OutOfMemory)?;
                    wanted.extend(moved);
                    found.parts.push(Part { masks: masks.to_vec(), solutions, wanted });
                }
                (before, wanted) = (before + solutions, after);
            }
        }
        Ok(found)
    }

    fn list(
        &self,
        part: &Part,
        found: &mut Vec<(usize, Box<[u8]>)>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let mut walk = self.solutions(Puzzles::Candidates(&part.masks));
        let mut number = 0;
        let mut solution = None;
        for wanted in &part.wanted {
            while number <= wanted.number {
                solution = walk.next(control)?;
                number += 1;
            }
            found.push((wanted.item, solution.clone().expect("the counted number of solutions")));
        }
        Ok(())
    }

    /// Writes the number of solutions with each digit in a cell; `solutions` is the total number.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn candidate_counts(
        &self,
        puzzle: Puzzles<'_>,
        solutions: u64,
        cell: usize,
        counts: &mut [u64],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        counts.fill(0);
        let masks = self.locked(puzzle, control)?;
        let mut children = Vec::new();
        add_children(&masks, cell, &mut children);
        // The count of the last digit is the rest.
        children.truncate(children.len().saturating_sub(self.area()));
        let mut left = solutions;
        let mut found = self.counts(&children, solutions, control)?.into_iter();
        for digit in bits(masks[cell]) {
            let count = found.next().unwrap_or(left);
            counts[digit.trailing_zeros() as usize] = count;
            left -= count;
        }
        Ok(())
    }

    /// Like [`Engine::candidate_counts`], for all cells at once if there are few solutions; returns whether there are.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn few_candidate_counts(
        &self,
        puzzle: Puzzles<'_>,
        solutions: u64,
        counts: &mut [u64],
        control: &Control<'_>,
    ) -> Result<bool, Error> {
        if solutions > FEW_FOR_CANDIDATES {
            return Ok(false);
        }
        counts.fill(0);
        let digits = self.digits();
        let mut walk = self.solutions(puzzle);
        while let Some(solution) = walk.next(control)? {
            for (counts, &digit) in counts.chunks_exact_mut(digits).zip(&solution) {
                counts[usize::from(digit) - 1] += 1;
            }
        }
        Ok(true)
    }

    /// min(number of solutions, `limit`) of one puzzle.
    ///
    /// # Errors
    /// [`Error::Stopped`], also if the nodes or the time ran out.
    pub fn count_one(
        &self,
        puzzle: Puzzles<'_>,
        limit: u64,
        control: &Control<'_>,
    ) -> Result<u64, Error> {
        let mut counts = [0];
        self.count(puzzle, &mut counts, limit, control)?;
        decided(&counts, control)?;
        Ok(counts[0])
    }

    /// The number of solutions of each puzzle, none of which has more than `most`.
    fn counts(&self, masks: &[u64], most: u64, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        let mut counts = vec![0; masks.len() / self.area()];
        self.count(Puzzles::Candidates(masks), &mut counts, most + 1, control)?;
        decided(&counts, control)?;
        debug_assert!(
            counts.iter().all(|&count| count <= most),
            "the count of a part is at most the count of the whole"
        );
        Ok(counts)
    }

    /// The candidates after propagation.
    fn locked(&self, puzzle: Puzzles<'_>, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        let mut masks = Vec::new();
        let mut write = |_, found: &[u64]| masks.extend_from_slice(found);
        self.candidates(puzzle, Level::Locked, &mut write, control)?;
        Ok(masks)
    }

    /// The initial candidates of a puzzle.
    fn masks(&self, puzzle: Puzzles<'_>) -> Vec<u64> {
        let all = u64::MAX >> (64 - self.digits());
        puzzle.sets().map(|set| set & all).collect()
    }
}

/// Adds one puzzle for each digit of a cell, with that digit in the cell, in the order of the digits.
fn add_children(masks: &[u64], cell: usize, children: &mut Vec<u64>) {
    for digit in bits(masks[cell]) {
        let start = children.len();
        children.extend_from_slice(masks);
        children[start + cell] = digit;
    }
}

/// Checks that the nodes and the time sufficed for these counts.
fn decided(counts: &[u64], control: &Control<'_>) -> Result<(), Error> {
    if counts.contains(&UNDECIDED) {
        control.checkpoint()?;
        return Err(Stop::Nodes.into());
    }
    Ok(())
}
