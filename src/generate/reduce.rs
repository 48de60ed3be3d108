//! Removes clues in a given order while the solution stays unique, for many puzzles at once.
//!
//! ```text
//!   order    a  b  c  d  e  f  g  h  i …        units: single cells, or cells that are removed together
//!   known    |<--- decided --->|
//!   try                        e  .  g  h       f is skipped: an unavoidable set has no other clue left
//!            unique: e g h are removed     else: the cells in which the second solution differs are an unavoidable set
//! ```
//!
//! The result is that of the simple procedure "for each unit in order: remove it if the puzzle stays unique". It depends only
//! on the grid and the order, because uniqueness is monotone: if a puzzle is unique, so is any with more clues. So several
//! removals may be tried at once, and a unit that an unavoidable set protects would have failed.
//!
//! Each puzzle asks one question a round. The backend gets them as two batches: for a single cell, whether there is a solution
//! with another digit; for several cells, whether there are two solutions.
//!
//! Cost: 24.4 searches a puzzle instead of 81; docs/dev/generating.md lists the variants.

#![forbid(unsafe_code)]

use crate::board::{Candidates, Digits, Grid};
use crate::control::Control;
use crate::error::Error;
use crate::solve::{Answers, Backend, Puzzles, Query};

use super::request::EVERYWHERE;
use super::unavoidable::{CellSet, Left, Unavoidable, difference};

/// A puzzle whose clues are removed. Hundreds are reduced together, so their size matters: 1.7 KB.
pub struct Reduction<'a> {
    /// The solution.
    solution: Grid,
    /// Disjoint sets of clues, shared by many puzzles.
    units: &'a [CellSet],
    /// The numbers of those to remove, in order.
    order: Vec<u8>,
    /// The fewest clues to keep.
    fewest: u32,
    /// The clues so far.
    keep: CellSet,
    /// The first unit that is not decided.
    next: usize,
    /// The number of units to try together.
    stride: usize,
    /// Unavoidable sets known from the start.
    known: Unavoidable,
    /// The clues that they have left, and those that they have in the trial.
    left: [Left; 2],
    /// Unavoidable sets that searches found and that may still protect a clue.
    found: Vec<CellSet>,
    /// The question that is open.
    trial: Trial,
}

#[derive(Clone, Copy, Default)]
struct Trial {
    keep: CellSet,
    next: usize,
    removed: CellSet,
    units: usize,
    /// The unit after the first that is tried.
    second: usize,
}

impl<'a> Reduction<'a> {
    /// A puzzle with the clues `keep` of `solution`, unique by assumption. `order` has the numbers of the units to remove.
    pub fn new(
        solution: Grid,
        keep: CellSet,
        units: &'a [CellSet],
        order: Vec<u8>,
        fewest: u32,
    ) -> Reduction<'a> {
        let (known, sizes) = Unavoidable::new(&solution);
        let left = [if keep == EVERYWHERE { sizes } else { known.left(keep) }; 2];
        Reduction {
            solution,
            units,
            order,
            fewest,
            keep,
            next: 0,
            stride: usize::MAX,
            known,
            left,
            found: Vec::new(),
            trial: Trial::default(),
        }
    }

    /// The clues that are left.
    pub fn clues(&self) -> CellSet {
        self.keep
    }

    /// The solution.
    pub fn solution(&self) -> &Grid {
        &self.solution
    }

    /// Sets up the next trial; returns whether there is one.
    fn ask(&mut self) -> bool {
        let stride = stride(self.keep.count_ones(), self.stride);
        let mut trial = Trial { keep: self.keep, next: self.next, ..Trial::default() };
        let [before, left] = &mut self.left;
        *left = *before;
        while trial.next < self.order.len() && trial.units < stride {
            let unit = self.units[usize::from(self.order[trial.next])];
            trial.next += 1;
            let without = trial.keep & !unit;
            if self.fewest > 0 && without.count_ones() < self.fewest
                || self.found.iter().any(|set| set & without == 0)
                || !self.known.take(unit, left)
            {
                continue;
            }
            if trial.units == 0 {
                trial.second = trial.next;
            }
            trial.keep = without;
            trial.removed |= unit;
            trial.units += 1;
        }
        self.trial = trial;
        if trial.units == 0 {
            self.next = trial.next;
        }
        trial.units > 0
    }

    /// Ends a trial with one solution.
    fn accept(&mut self) {
        self.keep = self.trial.keep;
        self.left[0] = self.left[1];
        self.next = self.trial.next;
        self.stride = usize::MAX;
        if !self.found.is_empty() {
            // Clues that were skipped stay, and satisfy every set that contains them.
            let units = self.order[self.next..].iter().map(|&unit| self.units[usize::from(unit)]);
            let open = units.fold(0, |cells, unit| cells | unit);
            let settled = self.keep & !open;
            self.found.retain(|set| set & settled == 0);
        }
    }

    /// Ends a trial with several solutions, one of which is `found`.
    fn refuse(&mut self, found: &Grid) {
        if self.trial.units == 1 {
            // Units skipped after it were protected only while it was removed.
            self.next = self.trial.second;
            self.stride = usize::MAX;
            return;
        }
        if *found == self.solution {
            self.stride = self.trial.units.div_ceil(2);
        } else {
            // The next trial of this length will differ.
            self.found.push(difference(&self.solution, found));
        }
    }
}

/// The number of units to try together: the most with which a trial succeeds more often than not.
fn stride(clues: u32, limit: usize) -> usize {
    let units = match clues {
        0..31 => 1,
        31..36 => 2,
        36..50 => clues as usize - 33,
        _ => clues as usize - 38,
    };
    units.min(limit)
}

/// The puzzle with these clues of `solution`.
pub fn puzzle(solution: &Grid, clues: CellSet) -> Grid {
    let mut cells = *solution.cells();
    for (cells, byte) in cells.chunks_mut(8).zip(clues.to_le_bytes()) {
        for (k, cell) in cells.iter_mut().enumerate() {
            *cell &= if byte & 1 << k == 0 { 0 } else { !0 };
        }
    }
    Grid::unchecked(cells)
}

/// Buffers for the questions of a round.
#[derive(Default)]
pub struct Questions {
    single: Vec<Candidates>,
    several: Vec<Grid>,
    askers: [Vec<usize>; 2],
    counts: Vec<u64>,
    solutions: Vec<Grid>,
}

/// Completes every reduction.
///
/// # Errors
/// [`Error::Stopped`].
pub fn reduce(
    backend: Backend,
    reductions: &mut [Reduction<'_>],
    questions: &mut Questions,
    control: &Control<'_>,
) -> Result<(), Error> {
    let mut open: Vec<usize> = (0..reductions.len()).collect();
    loop {
        questions.clear();
        open.retain(|&i| {
            let asks = reductions[i].ask();
            if asks {
                let Trial { keep, removed, .. } = reductions[i].trial;
                questions.put(i, &reductions[i].solution, keep, removed);
            }
            asks
        });
        if open.is_empty() {
            return Ok(());
        }
        control.checkpoint()?;
        questions.search(backend, control, |i, unique, found| {
            if unique { reductions[i].accept() } else { reductions[i].refuse(found) }
        })?;
    }
}

impl Questions {
    /// Forgets the questions of the last round.
    pub fn clear(&mut self) {
        self.single.clear();
        self.several.clear();
        self.askers.iter_mut().for_each(Vec::clear);
    }

    /// Asks whether `solution` is the only one with the clues `keep`. If `removed` is one cell, it must be the only one with
    /// `keep` and `removed`.
    pub fn put(&mut self, asker: usize, solution: &Grid, keep: CellSet, removed: CellSet) {
        let puzzle = puzzle(solution, keep);
        if removed.is_power_of_two() {
            let cell = removed.trailing_zeros() as usize;
            let mut candidates = puzzle.givens();
            candidates[cell] = !Digits::only(solution.cells()[cell]);
            self.single.push(candidates);
            self.askers[0].push(asker);
        } else {
            self.several.push(puzzle);
            self.askers[1].push(asker);
        }
    }

    /// Calls `answer` for each question with its number, whether the solution is unique, and, if it is not and several cells
    /// were removed, a solution, which may be the known one.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn search(
        &mut self,
        backend: Backend,
        control: &Control<'_>,
        mut answer: impl FnMut(usize, bool, &Grid),
    ) -> Result<(), Error> {
        let batches = [(Puzzles::Candidates(&self.single), 1), (Puzzles::Grids(&self.several), 2)];
        for ((puzzles, limit), askers) in batches.into_iter().zip(&self.askers) {
            self.counts.resize(puzzles.len(), 0);
            self.solutions.resize(puzzles.len(), Grid::EMPTY);
            // The solution of a single cell's question is not needed.
            let solutions = (limit > 1).then_some(&mut self.solutions[..]);
            let mut answers = Answers { counts: &mut self.counts, solutions };
            backend.search(&Query::new(puzzles, limit), &mut answers, control)?;
            for ((&asker, &count), found) in askers.iter().zip(&self.counts).zip(&self.solutions) {
                // UNDECIDED (out of time) is above every limit; the caller's next checkpoint ends the work.
                answer(asker, count < limit, found);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::grids::GridStream;
    use super::*;
    use crate::random::{Domain, Key};
    use crate::reference;

    /// The plain procedure, with the reference solver.
    fn plainly(solution: &Grid, units: &[CellSet], fewest: u32) -> CellSet {
        let mut keep = (1 << 81) - 1;
        for unit in units {
            let without = keep & !unit;
            if without.count_ones() >= fewest
                && reference::count(&puzzle(solution, without), 2) == 1
            {
                keep = without;
            }
        }
        keep
    }

    #[test]
    fn the_outcome_is_that_of_the_plain_procedure() {
        let key = Key::from_u64(99);
        let mut grids = vec![Grid::EMPTY; 12];
        let stream = GridStream { key, domain: Domain::Grids, family: 0, backend: Backend::Scalar };
        stream.fill(0, &mut grids);
        for backend in Backend::available() {
            let units: Vec<Vec<CellSet>> = (0..grids.len())
                .map(|i| {
                    let mut cells: Vec<usize> = (0..81).collect();
                    key.words(Domain::Clues, i as u64, 0).shuffle(&mut cells);
                    // Single cells, pairs, and the nine threes of a random order, with a lowest number of clues.
                    let units = cells.chunks(i % 3 + 1);
                    units.map(|unit| unit.iter().fold(0, |a, c| a | 1 << c)).collect()
                })
                .collect();
            let mut reductions = Vec::new();
            for (i, (grid, units)) in grids.iter().zip(&units).enumerate() {
                // The reference solver is slow where few clues are left.
                let fewest = if i % 6 == 0 { 0 } else { 29 };
                let order = (0..units.len() as u8).collect();
                reductions.push(Reduction::new(*grid, (1 << 81) - 1, units, order, fewest));
            }
            let mut questions = Questions::default();
            reduce(backend, &mut reductions, &mut questions, &Control::unlimited()).unwrap();
            for (i, reduction) in reductions.iter().enumerate() {
                let expected = plainly(&grids[i], reduction.units, reduction.fewest);
                assert!(reduction.clues() == expected, "{backend:?}, puzzle {i}");
            }
        }
    }
}
