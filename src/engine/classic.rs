//! Features limited to classic Sudoku: transformations as objects, guesses, traces, harder neighbors.
//!
//! Callers check [`Engine::expect_classic`] first; the other functions panic under other rules.

#![forbid(unsafe_code)]

use crate::board::{Cell, Grid};
use crate::control::Control;
use crate::error::Error;
use crate::generate;
use crate::random::Key;
use crate::solve::{self, Backend, Verdict};
use crate::symmetry::{self, Transform};

use super::explain::Scale;
use super::measure::Measure;
use super::{Engine, Puzzles, grids, grids_mut};

/// A filled cell, its digit, and the number of a technique; 0 for givens.
type Filling = (Cell, u8, u8);

impl Engine {
    /// The number of bytes in a puzzle's trace: the number of givens, and 81 times row, column, digit and technique.
    pub const TRACE: usize = 1 + 4 * 81;

    pub(super) fn is_classic(&self) -> bool {
        matches!(self, Engine::Classic(_))
    }

    /// Checks that the rules are classic.
    ///
    /// # Errors
    /// [`Error::Unsupported`] with the sentence `refusal` if the rules are not classic.
    pub fn expect_classic(&self, refusal: &str) -> Result<(), Error> {
        match self.is_classic() {
            true => Ok(()),
            false => Err(Error::Unsupported { what: refusal.to_owned() }),
        }
    }

    fn backend(&self) -> Backend {
        match self {
            Engine::Classic(backend) => *backend,
            Engine::Other(_) => panic!("the rules are not classic"),
        }
    }

    /// Applies one transformation to each grid.
    pub fn transform(&self, transform: &Transform, cells: &[u8], results: &mut [u8]) {
        symmetry::transform_all(self.backend(), transform, grids(cells), grids_mut(results));
    }

    /// Writes the number of guesses that the portable kernel makes for each puzzle, see [`solve::guesses`].
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn guesses(
        &self,
        puzzles: &[u8],
        numbers: &mut [u32],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        for (number, grid) in numbers.iter_mut().zip(grids(puzzles)) {
            control.checkpoint()?;
            *number = solve::guesses(grid, control)?.try_into().unwrap_or(u32::MAX);
        }
        Ok(())
    }

    /// Writes [`Engine::TRACE`] bytes for each puzzle, in the order in which the steps of a scale, or singles without a
    /// scale, fill the cells. All bytes are 255 if a puzzle does not have exactly one solution.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn traces(
        &self,
        scale: Option<Scale>,
        puzzles: &[u8],
        rows: &mut [u8],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let traces = match scale {
            None => self.singles_traces(puzzles, control)?,
            Some(scale) => self.scale_traces(scale, puzzles, control)?,
        };
        let rows = rows.chunks_exact_mut(Engine::TRACE);
        for ((row, grid), trace) in rows.zip(grids(puzzles)).zip(traces) {
            if trace.len() < 81 {
                row.fill(255);
                continue;
            }
            row[0] = grid.clues() as u8;
            for (out, (cell, digit, technique)) in row[1..].chunks_exact_mut(4).zip(trace) {
                out.copy_from_slice(&[cell.row() as u8, cell.column() as u8, digit, technique]);
            }
        }
        Ok(())
    }

    /// The order in which singles fill the cells; empty for puzzles without exactly one solution.
    fn singles_traces(
        &self,
        puzzles: &[u8],
        control: &Control<'_>,
    ) -> Result<Vec<Vec<Filling>>, Error> {
        let mut solutions = vec![0; puzzles.len()];
        let mut verdicts = vec![Verdict::Undecided; puzzles.len() / 81];
        self.solve(Puzzles::Givens(puzzles), &mut solutions, &mut verdicts, control)?;
        let mut traces = Vec::with_capacity(verdicts.len());
        for ((grid, solution), verdict) in
            grids(puzzles).iter().zip(grids(&solutions)).zip(verdicts)
        {
            control.checkpoint()?;
            traces.push(match verdict {
                Verdict::Unique => solve::trace(grid, solution)
                    .into_iter()
                    .map(|step| (step.cell, step.digit, step.technique as u8))
                    .collect(),
                _ => Vec::new(),
            });
        }
        Ok(traces)
    }

    /// The order in which the steps of a scale fill the cells, after the givens; empty for puzzles without exactly one
    /// solution.
    fn scale_traces(
        &self,
        scale: Scale,
        puzzles: &[u8],
        control: &Control<'_>,
    ) -> Result<Vec<Vec<Filling>>, Error> {
        let filled = self.filled(scale, Puzzles::Givens(puzzles), control)?;
        let traces = grids(puzzles).iter().zip(filled).map(|(grid, filled)| {
            let givens = Cell::all().filter(|&cell| grid.get(cell) != 0);
            let givens = givens.map(|cell| (cell, grid.get(cell), 0));
            let filled = filled
                .into_iter()
                .map(|(at, technique)| (at.classic_cell(), at.digit, technique.number()));
            givens.chain(filled).collect()
        });
        Ok(traces.collect())
    }

    /// Searches for harder puzzles near each puzzle; puzzle i is item `first + i` of the stream.
    ///
    /// # Errors
    /// [`Error::NotUnique`] for the first puzzle that does not have exactly one solution, [`Error::Stopped`].
    #[expect(clippy::too_many_arguments, reason = "the request, its source and its outputs")]
    pub fn harder(
        &self,
        measure: Measure,
        key: &Key,
        first: u64,
        rounds: u32,
        target: f64,
        puzzles: &[u8],
        results: &mut [u8],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let (puzzles, results): (&[Grid], _) = (grids(puzzles), grids_mut(results));
        let measure = &mut measure.measurer(self.backend());
        generate::harder(key, first, puzzles, results, rounds, measure, target, control)
    }
}
