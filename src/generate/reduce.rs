//! Removes clues in a given order while the solution stays unique, for many puzzles at once.
//!
//! ```text
//!   order    a  b  c  d  e  f  g  h  i …        units: single cells, or cells that are removed together
//!   known    |<--- decided --->|
//!   try                        e  .  g  h       f is skipped: an unavoidable set has no other clue left
//!            unique: e g h are removed     else: the first half of them; e alone: it stays
//! ```
//!
//! *Invariant.* The result equals that of the simple procedure "for each unit in order: remove it if the puzzle stays
//! unique". It depends only on the grid and the order, because uniqueness is monotone: if a puzzle is unique, so is
//! every puzzle with more clues. Several removals may therefore be tried at once, and the removal of a unit protected
//! by an unavoidable set would have failed.
//!
//! Each puzzle submits one query per round. The backend receives the queries as two batches: for a single cell, whether
//! there is a solution with another digit; for several cells, whether there are two solutions. If several units cannot
//! all be removed but the first of them can, the rest cannot all be removed; the last remaining unit stays without a
//! query.
//!
//! *Cost.* 29.6 searches per puzzle instead of 81; docs/dev/generating.md lists the variants.

#![forbid(unsafe_code)]

use crate::board::{Candidates, Digits, Grid};
use crate::control::Control;
use crate::error::Error;
use crate::solve::{Answers, Backend, Puzzles, Query};

use super::unavoidable::{CellSet, Clue, EVERYWHERE, Left, cells, clues};

/// A puzzle whose clues are removed. Hundreds are reduced together, so the size matters: 1.7 KB.
pub struct Reduction<'a> {
    /// The solution.
    solution: &'a Grid,
    /// The current clues, as candidates.
    puzzle: Candidates,
    /// For each cell, the cells that are removed together with it.
    units: &'a [CellSet; 81],
    /// The clues to remove, in order; the clues of a unit are adjacent.
    order: Vec<Clue>,
    /// The minimum number of clues to keep.
    fewest: u32,
    /// The current clues.
    keep: CellSet,
    /// The index of the first undecided clue of the order.
    next: usize,
    /// The number of next units, without skipped ones, that cannot all be removed; `usize::MAX` if nothing is known.
    failed: usize,
    /// The current clues and the clues of the trial, as data for the listed unavoidable sets.
    left: [Left; 2],
    /// The open query.
    trial: Trial,
}

#[derive(Clone, Copy, Default)]
struct Trial {
    keep: CellSet,
    next: usize,
    removed: CellSet,
    units: usize,
    /// The index of the clue after the first unit of the trial.
    second: usize,
}

impl<'a> Reduction<'a> {
    /// A puzzle with the clues `keep` of `solution`, which must be whole units and have a unique solution. Units are
    /// removed in the order of their first cells in `places`, which must contain all cells of `keep`.
    pub fn new(
        solution: &'a Grid,
        keep: CellSet,
        units: &'a [CellSet; 81],
        places: &[u8],
        fewest: u32,
    ) -> Reduction<'a> {
        let mut order = Vec::with_capacity(81);
        let mut rest = keep;
        for &cell in places {
            let unit = rest & units[usize::from(cell)];
            if unit >> cell & 1 == 1 {
                rest &= !unit;
                order.extend(cells(unit).map(|cell| cell as u8));
            }
        }
        let order = clues(solution, &order);
        let left = [if keep == EVERYWHERE { Left::ALL } else { Left::only(&order) }; 2];
        Reduction {
            solution,
            puzzle: puzzle(solution, keep).givens(),
            units,
            order,
            fewest,
            keep,
            next: 0,
            failed: usize::MAX,
            left,
            trial: Trial::default(),
        }
    }

    /// The remaining clues.
    pub fn clues(&self) -> CellSet {
        self.keep
    }

    /// The solution.
    pub fn solution(&self) -> &Grid {
        self.solution
    }

    /// Sets up the next trial; returns whether there is one.
    fn ask(&mut self) -> bool {
        while self.try_next() {
            if self.failed != 1 {
                return true;
            }
            // The one unit is known to stay.
            self.refuse();
        }
        false
    }

    /// Sets up a trial of the next units; returns whether there are any.
    fn try_next(&mut self) -> bool {
        let (stride, most) = (stride(self.keep.count_ones()), self.failed.div_ceil(2));
        let mut trial = Trial { keep: self.keep, next: self.next, ..Trial::default() };
        let [before, left] = &mut self.left;
        *left = *before;
        while trial.next < self.order.len()
            && trial.removed.count_ones() < stride
            && trial.units < most
        {
            let unit = self.units[self.order[trial.next].cell()];
            let clues = &self.order[trial.next..][..unit.count_ones() as usize];
            trial.next += clues.len();
            let without = trial.keep & !unit;
            if self.fewest > 0 && without.count_ones() < self.fewest || !left.take(clues) {
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
        trial.units > 0
    }

    /// Ends a trial that has one solution.
    fn accept(&mut self) {
        self.keep = self.trial.keep;
        remove(&mut self.puzzle, self.trial.removed);
        self.left[0] = self.left[1];
        self.next = self.trial.next;
        if self.failed != usize::MAX {
            self.failed -= self.trial.units;
        }
    }

    /// Ends a trial that has several solutions.
    fn refuse(&mut self) {
        if self.trial.units == 1 {
            // The units skipped after it were protected only while it was removed.
            self.next = self.trial.second;
            self.failed = usize::MAX;
        } else {
            self.failed = self.trial.units;
        }
    }
}

/// The number of clues to try together: above 41 clues, most can be removed.
fn stride(clues: u32) -> u32 {
    clues.saturating_sub(40).max(1)
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

/// The queries of a round, about single cells and about several cells, with buffers for the answers.
#[derive(Default)]
pub struct Questions {
    puzzles: [Vec<Candidates>; 2],
    askers: [Vec<usize>; 2],
    counts: Vec<u64>,
    /// Memory for solutions, if requested.
    solutions: Option<Vec<Grid>>,
}

/// Removes clues from a puzzle.
fn remove(puzzle: &mut Candidates, clues: CellSet) {
    cells(clues).for_each(|cell| puzzle[cell] = Digits::ALL);
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
                questions.put(i, &reductions[i].puzzle, reductions[i].trial.removed);
            }
            asks
        });
        if open.is_empty() {
            return Ok(());
        }
        control.checkpoint()?;
        questions.search(backend, control, &mut |i, unique, _| {
            if unique { reductions[i].accept() } else { reductions[i].refuse() }
        })?;
    }
}

impl Questions {
    /// Queries that also return a solution for removals of several cells, which takes longer.
    pub fn with_solutions() -> Questions {
        Questions { solutions: Some(Vec::new()), ..Questions::default() }
    }

    /// Removes the queries of the previous round.
    pub fn clear(&mut self) {
        self.puzzles.iter_mut().for_each(Vec::clear);
        self.askers.iter_mut().for_each(Vec::clear);
    }

    /// Adds the query whether `puzzle` has one solution without the clues `removed`. If that is one clue, the puzzle
    /// must have one solution with it.
    pub fn put(&mut self, asker: usize, puzzle: &Candidates, removed: CellSet) {
        let several = usize::from(!removed.is_power_of_two());
        let puzzles = &mut self.puzzles[several];
        puzzles.push(*puzzle);
        let question = puzzles.last_mut().expect("pushed above");
        remove(question, removed);
        if several == 0 {
            let cell = removed.trailing_zeros() as usize;
            question[cell] = !puzzle[cell];
        }
        self.askers[several].push(asker);
    }

    /// Calls `answer` for each query with its number, whether the solution is unique, and a solution if solutions were
    /// requested and several cells were removed. The solution may be the known one.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn search(
        &mut self,
        backend: Backend,
        control: &Control<'_>,
        answer: &mut dyn FnMut(usize, bool, Option<&Grid>),
    ) -> Result<(), Error> {
        for ((limit, puzzles), askers) in (1..).zip(&self.puzzles).zip(&self.askers) {
            self.counts.resize(puzzles.len(), 0);
            let mut solutions = self.solutions.as_mut().filter(|_| limit > 1);
            if let Some(solutions) = &mut solutions {
                solutions.resize(puzzles.len(), Grid::EMPTY);
            }
            let mut answers = Answers {
                counts: &mut self.counts,
                solutions: solutions.as_mut().map(|solutions| &mut solutions[..]),
            };
            backend.search(
                &Query::new(Puzzles::Candidates(puzzles), limit),
                &mut answers,
                control,
            )?;
            for (n, (&asker, &count)) in askers.iter().zip(&self.counts).enumerate() {
                // UNDECIDED (out of time) is above every limit; the caller's next checkpoint ends the work.
                answer(asker, count < limit, solutions.as_ref().map(|solutions| &solutions[n]));
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

    /// The simple procedure, with the reference solver.
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
                    // Single cells, pairs, and the 27 triples of a random order, with a minimum number of clues.
                    let units = cells.chunks(i % 3 + 1);
                    units.map(|unit| unit.iter().fold(0, |a, c| a | 1 << c)).collect()
                })
                .collect();
            let of_cell = units.iter().map(|units| -> [CellSet; 81] {
                let unit = |cell: usize| *units.iter().find(|&unit| unit >> cell & 1 == 1).unwrap();
                std::array::from_fn(unit)
            });
            let of_cell: Vec<_> = of_cell.collect();
            let mut reductions = Vec::new();
            for (i, (grid, units)) in grids.iter().zip(&units).enumerate() {
                // The reference solver is slow when few clues are left.
                let fewest = if i % 6 == 0 { 0 } else { 29 };
                let first = units.iter().map(|unit| unit.trailing_zeros() as u8);
                let order: Vec<u8> = first.chain(0..81).collect();
                reductions.push(Reduction::new(grid, EVERYWHERE, &of_cell[i], &order, fewest));
            }
            let mut questions = Questions::default();
            reduce(backend, &mut reductions, &mut questions, &Control::unlimited()).unwrap();
            for (i, reduction) in reductions.iter().enumerate() {
                let expected = plainly(&grids[i], &units[i], reduction.fewest);
                assert!(reduction.clues() == expected, "{backend:?}, puzzle {i}");
            }
        }
    }
}
