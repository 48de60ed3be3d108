//! What the rest of the package asks about rows. Private functions: the Python side documents and judges their
//! arguments. Results keep the leading axes of the puzzles.

use numpy::PyArrayDyn;
use pyo3::prelude::*;

use crate::board::{Cell, Grid};
use crate::control::Control;
use crate::engine::{Engine, Puzzles, Scale};
use crate::error::Error;
use crate::solve::{self, Level, Verdict};

use crate::python::arguments::Word;
use crate::python::arguments::call::{Call, Keywords};
use crate::python::run::{each_flag, each_row};

use super::logic::SCALES;
use super::signature::python_function;

/// Rows that are worth a thread of their own.
const LEAST: usize = 256;

python_function!(
    #[signature(
        "_cells": puzzles, *, rules = None, symbols = None, malformed = "raise", threads = None,
        name: &str = "puzzles"
    )]
    /// The cells of puzzles in any form, as uint8 of shape (…, n²); with ``malformed="mark"``, 255 in all cells of rows
    /// that are not puzzles.
    pub fn cells<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let call = Call::new(py, Some(puzzles), &keywords)?;
        let input = call.input(name.to_owned(), puzzles)?;
        input.expect_givens("this function")?;
        each_row(py, &input, &call, &[input.size().area], LEAST, 255, &|block, _| {
            block.values.copy_from_slice(block.puzzles.givens());
            Ok(())
        })
    }
);

python_function!(
    #[signature("_guesses": puzzles, *, threads = None)]
    /// How many guesses the portable kernel makes before it knows whether there is one solution, as uint32 of shape (…):
    /// the ``difficulty`` of `generate`. Classic 9x9 only.
    pub fn guesses<'py>(
        py: Python<'py>,
        keywords: Keywords,
    ) -> PyResult<Bound<'py, PyArrayDyn<u32>>> {
        let call = Call::new(py, Some(puzzles), &keywords)?;
        call.expect_classic(py, "the number of guesses")?;
        let input = call.input("puzzles", puzzles)?;
        input.expect_givens("the number of guesses")?;
        each_row(py, &input, &call, &[], LEAST, 0, &|block, control| {
            for (number, grid) in block.values.iter_mut().zip(classic_grids(block.puzzles)) {
                control.checkpoint()?;
                *number = solve::guesses(grid, control)?.try_into().unwrap_or(u32::MAX);
            }
            Ok(())
        })
    }
);

python_function!(
    #[signature("_singles": puzzles, *, rules = None, threads = None)]
    /// Whether naked and hidden singles alone solve each puzzle, as bool of shape (…).
    pub fn singles<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
        let (call, input) = Call::givens(py, puzzles, &keywords, "this function")?;
        let engine = &call.engine;
        each_flag(py, &input, &call, &[], LEAST, &|block, control| match engine {
            Engine::Classic(_) => {
                for (solved, grid) in block.values.iter_mut().zip(classic_grids(block.puzzles)) {
                    control.checkpoint()?;
                    *solved = solve::solved_by_singles(grid);
                }
                Ok(())
            }
            Engine::Other(_) => {
                let values = block.values;
                let mut write = |row: usize, masks: &[u64]| {
                    values[row] = masks.iter().all(|mask| mask.is_power_of_two());
                };
                engine.candidates(block.puzzles, Level::Singles, &mut write, control)
            }
        })
    }
);

python_function!(
    #[signature("_traces": puzzles, *, scale: Option<Word> = None, threads = None)]
    /// The number of givens and 81 times (row, column, digit, technique), as uint8 of shape (…, 325); 255 throughout
    /// if a puzzle has no solution or several. Classic 9x9 only.
    ///
    /// Without ``scale`` the techniques are those of [`solve::trace`], else the numbers of ``bitdoku.Technique``.
    pub fn traces<'py>(
        py: Python<'py>,
        keywords: Keywords,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        const WIDTH: usize = 1 + 4 * 81;
        let call = Call::new(py, Some(puzzles), &keywords)?;
        call.expect_classic(py, "a trace")?;
        let scale = scale.map(|scale| scale.choose("scale", &SCALES)).transpose()?;
        let input = call.input("puzzles", puzzles)?;
        input.expect_givens("a trace")?;
        let engine = &call.engine;
        let least = if scale.is_some() { 1 } else { LEAST };
        each_row(py, &input, &call, &[WIDTH], least, 255, &|block, control| {
            let grids = classic_grids(block.puzzles);
            let steps = match scale {
                None => plain_traces(engine, block.puzzles, control)?,
                Some(scale) => scale_traces(engine, scale, block.puzzles, control)?,
            };
            for ((row, grid), steps) in block.values.chunks_exact_mut(WIDTH).zip(grids).zip(steps) {
                if steps.len() < 81 {
                    row.fill(255);
                    continue;
                }
                row[0] = grid.clues() as u8;
                for (out, (cell, digit, technique)) in row[1..].chunks_exact_mut(4).zip(steps) {
                    out.copy_from_slice(&[cell.row() as u8, cell.column() as u8, digit, technique]);
                }
            }
            Ok(())
        })
    }
);

/// A cell that is filled, with the number of a technique; 0 for givens.
type Filling = (Cell, u8, u8);

/// The order of singles; no cells for puzzles without exactly one solution.
fn plain_traces(
    engine: &Engine,
    puzzles: Puzzles<'_>,
    control: &Control<'_>,
) -> Result<Vec<Vec<Filling>>, Error> {
    let grids = classic_grids(puzzles);
    let mut cells = vec![[0; 81]; grids.len()];
    let mut verdicts = vec![Verdict::Undecided; grids.len()];
    engine.solve(puzzles, cells.as_flattened_mut(), &mut verdicts, control)?;
    let mut traces = Vec::with_capacity(grids.len());
    for ((grid, solution), verdict) in grids.iter().zip(Grid::unchecked_slice(&cells)).zip(verdicts)
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

/// The order of the steps of a scale, after the givens; no cells for puzzles without exactly one solution.
fn scale_traces(
    engine: &Engine,
    scale: Scale,
    puzzles: Puzzles<'_>,
    control: &Control<'_>,
) -> Result<Vec<Vec<Filling>>, Error> {
    let filled = engine.filled(scale, puzzles, control)?;
    let traces = classic_grids(puzzles).iter().zip(filled).map(|(grid, filled)| {
        let givens = Cell::all().filter(|&cell| grid.get(cell) != 0);
        let givens = givens.map(|cell| (cell, grid.get(cell), 0));
        let filled = filled
            .into_iter()
            .map(|(at, technique)| (at.classic_cell(), at.digit, technique.number()));
        givens.chain(filled).collect()
    });
    Ok(traces.collect())
}

python_function!(
    #[signature("_class_keys": puzzles, *, by: Word, rules = None, symbols = None, threads = None)]
    /// What `bitdoku.datasets` compares: 16 bytes for each puzzle, equal if two puzzles count as the same.
    ///
    /// ``by`` is "exact" (the cells), "class" (the fingerprint) or "solution_class" (the solution's fingerprint if there
    /// is exactly one solution, else the puzzle's own).
    pub fn class_keys<'py>(
        py: Python<'py>,
        keywords: Keywords,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let call = Call::new(py, Some(puzzles), &keywords)?;
        let by = by.choose(
            "by",
            &[("exact", By::Exact), ("class", By::Class), ("solution_class", By::SolutionClass)],
        )?;
        let input = call.input("puzzles", puzzles)?;
        input.expect_givens("this function")?;
        let area = input.size().area;
        let engine = &call.engine;
        each_row(py, &input, &call, &[16], LEAST, 0, &|block, control| {
            let (keys, _) = block.values.as_chunks_mut();
            let cells = block.puzzles.givens();
            match by {
                By::Exact => {
                    crate::engine::row_digests(cells, area, keys);
                    Ok(())
                }
                By::Class => engine.fingerprint(cells, keys, control),
                By::SolutionClass => engine.solution_fingerprint(cells, keys, control),
            }
        })
    }
);

/// What makes two puzzles the same.
#[derive(Clone, Copy)]
enum By {
    Exact,
    Class,
    SolutionClass,
}

/// The rows of a block as classic grids.
pub fn classic_grids(puzzles: Puzzles<'_>) -> &[Grid] {
    Grid::unchecked_slice(puzzles.givens().as_chunks().0)
}
