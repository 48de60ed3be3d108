//! One engine for boards of any side under any rules.
//!
//! ```text
//!   Engine ─┬─ Classic(Backend)     9x9: crate::solve, crate::symmetry, crate::generate, many puzzles at once
//!           └─ Other(OtherRules)    all other rules: crate::rules and the modules `rules` of the others, one puzzle at a time
//! ```
//!
//! Rows are contiguous in slices: side² bytes for givens, solutions and forms, side² masks for candidates.
//!
//! *Invariant.* Every function expects whole rows, one result per row, and cells no greater than the largest digit.

#![forbid(unsafe_code)]

mod check;
mod classic;
mod columns;
mod compose;
mod difficulty;
mod explain;
mod generate;
mod guesses;
mod measure;
mod ranked;
mod rate;
mod symmetry;

use std::sync::{Arc, OnceLock};

use crate::board::{Candidates, Digits, Grid};
use crate::control::Control;
use crate::error::Error;
use crate::generate::rules::Grids;
use crate::logic::any;
use crate::rules::{self, Constraint, RuleSet, RulesFault, Solver};
use crate::solve::{self, Backend, Level, Verdict};
use crate::symmetry::rules::Symmetries;

pub use crate::rules::Start as Puzzles;
pub use check::Checked;
pub use columns::{COLUMNS, Column, ColumnRow, Needs};
pub use difficulty::{Difficulty, Steps};
pub use explain::{Ended, Explanation, Extent, Scale, State};
pub use measure::Measure;
pub use rate::RateOptions;
pub use symmetry::row_digests;

/// The number of cells of boards between two checkpoints.
const CHECK_EVERY: usize = 1024;

/// Receives the number of a puzzle, the masks of the candidates that occur, and those left undecided.
pub type WriteOccurring<'a> = &'a mut dyn FnMut(usize, &[u64], &[u64]);

/// Rules with their solver, symmetries and generator. Cheap to clone.
#[derive(Clone)]
pub enum Engine {
    /// Classic Sudoku.
    Classic(Backend),
    /// Any other rules.
    Other(Arc<OtherRules>),
}

/// Rules other than classic Sudoku, with values that are computed once.
pub struct OtherRules {
    set: Arc<RuleSet>,
    /// The number of rows and columns of a box. The constraints of rows, columns and boxes are then not among the `own`
    /// constraints.
    shape: Option<(usize, usize)>,
    own: Vec<Constraint>,
    /// The backend of the classic kernels if they can solve the puzzles as pencil marks, because the own constraints
    /// only restrict the digits of single cells.
    classic: Option<Backend>,
    symmetries: OnceLock<Symmetries>,
    grids: OnceLock<Grids>,
    logic: OnceLock<Result<any::Rules, RulesFault>>,
}

impl Engine {
    /// The engine for a board of `side` rows and columns with these digits and `own` constraints. With the `shape` of
    /// boxes, rows, columns and boxes are constraints as well. Texts name the `clues`, by default the `own`
    /// constraints, see [`RuleSet::clues`]. If the rules are those of classic 9x9 Sudoku, the result is the classic
    /// engine.
    ///
    /// # Errors
    /// A side or number of digits beyond 64, fewer digits than `side`, boxes of another board, or the first invalid
    /// constraint.
    pub fn new(
        side: usize,
        digits: usize,
        shape: Option<(usize, usize)>,
        own: Vec<Constraint>,
        clues: Option<Vec<Constraint>>,
        backend: Backend,
    ) -> Result<Engine, RulesFault> {
        let set = match clues {
            Some(clues) => RuleSet::with_clues(side, digits, shape, &own, clues)?,
            None => RuleSet::with_digits(side, digits, shape, &own)?,
        }
        .with_backend(backend);
        if set.plain() == Some((3, 3)) {
            return Ok(Engine::Classic(backend));
        }
        let mut other = OtherRules::new(Arc::new(set), shape, own);
        other.classic = (other.set.houses() == Some((3, 3))).then_some(backend);
        Ok(Engine::Other(Arc::new(other)))
    }

    /// The engine for classic Sudoku.
    pub fn classic(backend: Backend) -> Engine {
        Engine::Classic(backend)
    }

    /// The number of rows and columns of a board.
    pub fn side(&self) -> usize {
        match self {
            Engine::Classic(_) => 9,
            Engine::Other(other) => other.set.side(),
        }
    }

    /// The number of digits.
    pub fn digits(&self) -> usize {
        match self {
            Engine::Classic(_) => 9,
            Engine::Other(other) => other.set.digits(),
        }
    }

    /// The rules in the representation of [`crate::rules`].
    pub fn rule_set(&self) -> &RuleSet {
        static CLASSIC: OnceLock<RuleSet> = OnceLock::new();
        match self {
            Engine::Classic(_) => CLASSIC.get_or_init(|| {
                RuleSet::with_digits(9, 9, Some((3, 3)), &[]).expect("the rules of classic Sudoku")
            }),
            Engine::Other(other) => &other.set,
        }
    }

    /// The classic engine and the puzzles as pencil marks, if the rules only restrict the digits of single cells on a
    /// classic board. Its kernels are much faster.
    fn as_classic(&self, puzzles: Puzzles<'_>) -> Option<(Engine, Vec<u64>)> {
        let Engine::Other(other) = self else { return None };
        let backend = other.classic?;
        let allowed = other.set.allowed().iter().cycle();
        let masks = puzzles.sets().zip(allowed).map(|(set, allowed)| set & allowed).collect();
        Some((Engine::Classic(backend), masks))
    }

    /// The number of cells of a board.
    pub fn area(&self) -> usize {
        self.side() * self.side()
    }

    /// The number of rows that justify a thread, given that number for classic Sudoku.
    pub fn worth_a_thread(&self, classic: usize) -> usize {
        match self {
            Engine::Other(other) if other.set.plain().is_none() || other.set.side() > 8 => 1,
            _ => classic,
        }
    }

    /// Solves each puzzle: writes its verdict and, if it has one, a solution. If there are several solutions, it is the
    /// lexicographically smallest up to side 9, and the first one found on larger boards. The solution is a blank grid
    /// if there is none or the puzzle is undecided.
    ///
    /// # Errors
    /// [`Error::Stopped`] if cancelled.
    pub fn solve(
        &self,
        puzzles: Puzzles<'_>,
        solutions: &mut [u8],
        verdicts: &mut [Verdict],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        if let Some((classic, masks)) = self.as_classic(puzzles) {
            return classic.solve(Puzzles::Candidates(&masks), solutions, verdicts, control);
        }
        match self {
            Engine::Classic(backend) => with_classic(puzzles, |puzzles| {
                solve::solve(*backend, puzzles, grids_mut(solutions), verdicts, control)
            }),
            Engine::Other(other) => other.each_solution(
                puzzles,
                solutions,
                verdicts,
                control,
                |solver, puzzle, solution| solver.solve(puzzle, solution, control),
            ),
        }
    }

    /// [`Engine::solve`] with a solution that depends only on the puzzle and the rules, instead of the smallest one. For
    /// classic Sudoku, it is the smallest one as well, which takes no longer.
    ///
    /// # Errors
    /// [`Error::Stopped`] if cancelled.
    pub fn solve_any(
        &self,
        puzzles: Puzzles<'_>,
        solutions: &mut [u8],
        verdicts: &mut [Verdict],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        match self {
            Engine::Other(other) if other.classic.is_none() => other.each_solution(
                puzzles,
                solutions,
                verdicts,
                control,
                |solver, puzzle, solution| solver.solve_any(puzzle, solution, control),
            ),
            _ => self.solve(puzzles, solutions, verdicts, control),
        }
    }

    /// Writes the verdict on each puzzle.
    ///
    /// # Errors
    /// [`Error::Stopped`] if cancelled.
    pub fn verdict(
        &self,
        puzzles: Puzzles<'_>,
        verdicts: &mut [Verdict],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        if let Some((classic, masks)) = self.as_classic(puzzles) {
            return classic.verdict(Puzzles::Candidates(&masks), verdicts, control);
        }
        match self {
            Engine::Classic(backend) => with_classic(puzzles, |puzzles| {
                solve::verdict(*backend, puzzles, verdicts, control)
            }),
            Engine::Other(other) => {
                other.each(puzzles, verdicts, control, |solver, puzzle, verdict| {
                    *verdict = solver.verdict(puzzle, control)?;
                    Ok(())
                })
            }
        }
    }

    /// Writes min(number of solutions, `limit`) for each puzzle, or [`UNDECIDED`](solve::UNDECIDED).
    ///
    /// # Errors
    /// [`Error::Stopped`] if cancelled.
    pub fn count(
        &self,
        puzzles: Puzzles<'_>,
        counts: &mut [u64],
        limit: u64,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        if let Some((classic, masks)) = self.as_classic(puzzles) {
            return classic.count(Puzzles::Candidates(&masks), counts, limit, control);
        }
        match self {
            Engine::Classic(backend) => with_classic(puzzles, |puzzles| {
                solve::count(*backend, puzzles, counts, limit, control)
            }),
            Engine::Other(other) => {
                other.each(puzzles, counts, control, |solver, puzzle, count| {
                    *count = solver.count(puzzle, limit, control)?;
                    Ok(())
                })
            }
        }
    }

    /// Computes the candidates of each cell at a level; calls `write` with the number of each puzzle and its masks.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn candidates(
        &self,
        puzzles: Puzzles<'_>,
        level: Level,
        write: &mut dyn FnMut(usize, &[u64]),
        control: &Control<'_>,
    ) -> Result<(), Error> {
        if level == Level::True
            && let Some((classic, masks)) = self.as_classic(puzzles)
        {
            return classic.candidates(Puzzles::Candidates(&masks), level, write, control);
        }
        let area = self.area();
        let mut masks = vec![0; area];
        match self {
            Engine::Classic(_) => with_classic(puzzles, |puzzles| {
                for row in 0..puzzles.len() {
                    control.checkpoint()?;
                    let found = solve::candidates(puzzles.get(row), level, control)?;
                    masks.iter_mut().zip(found).for_each(|(mask, set)| *mask = set.bits().into());
                    write(row, &masks);
                }
                Ok(())
            }),
            Engine::Other(other) => {
                let mut rows: Vec<usize> = (0..puzzles.len() / area).collect();
                other.each(puzzles, &mut rows, control, |solver, puzzle, row| {
                    rules::candidates(solver, puzzle, level, &mut masks, control)?;
                    write(*row, &masks);
                    Ok(())
                })
            }
        }
    }

    /// Computes the candidates of each cell that occur in some solution; calls `write` with the number of each puzzle,
    /// its masks, and the masks of the candidates left undecided when the nodes or the time ran out.
    ///
    /// # Errors
    /// [`Error::Stopped`] if cancelled.
    pub fn occurring(
        &self,
        puzzles: Puzzles<'_>,
        write: WriteOccurring<'_>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        if let Some((classic, masks)) = self.as_classic(puzzles) {
            return classic.occurring(Puzzles::Candidates(&masks), write, control);
        }
        let area = self.area();
        let (mut masks, mut undecided) = (vec![0; area], vec![0; area]);
        match self {
            Engine::Classic(_) => with_classic(puzzles, |puzzles| {
                let wide = |candidates: Candidates, masks: &mut [u64]| {
                    masks.iter_mut().zip(candidates).for_each(|(m, set)| *m = set.bits().into());
                };
                for row in 0..puzzles.len() {
                    control.has_time()?;
                    let (found, open) = solve::occurring(puzzles.get(row), control)?;
                    wide(found, &mut masks);
                    wide(open, &mut undecided);
                    write(row, &masks, &undecided);
                }
                Ok(())
            }),
            Engine::Other(other) => {
                let mut rows: Vec<usize> = (0..puzzles.len() / area).collect();
                other.each(puzzles, &mut rows, control, |solver, puzzle, row| {
                    rules::occurring(solver, puzzle, &mut masks, &mut undecided, control)?;
                    write(*row, &masks, &undecided);
                    Ok(())
                })
            }
        }
    }

    /// Writes whether naked and hidden singles alone solve each puzzle.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn solved_by_singles(
        &self,
        puzzles: &[u8],
        solved: &mut [bool],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        match self {
            Engine::Classic(_) => {
                for (solved, grid) in solved.iter_mut().zip(grids(puzzles)) {
                    control.checkpoint()?;
                    *solved = solve::solved_by_singles(grid);
                }
                Ok(())
            }
            Engine::Other(_) => {
                let mut write = |row: usize, masks: &[u64]| {
                    solved[row] = masks.iter().all(|mask| mask.is_power_of_two());
                };
                self.candidates(Puzzles::Givens(puzzles), Level::Singles, &mut write, control)
            }
        }
    }

    /// Marks the givens of each puzzle that break a rule by themselves or together with other givens.
    ///
    /// # Panics
    /// If there is not one mark per cell, the puzzles are not whole boards, or a digit is above the largest.
    pub fn conflicts(&self, puzzles: &[u8], marks: &mut [bool]) {
        let area = self.area();
        assert!(puzzles.len() == marks.len() && puzzles.len().is_multiple_of(area));
        let largest = puzzles.iter().fold(0, |largest, &digit| digit.max(largest));
        assert!(usize::from(largest) <= self.digits(), "digit {largest} of {}", self.digits());
        match self {
            Engine::Classic(_) => {
                for (grid, marks) in grids(puzzles).iter().zip(marks.chunks_exact_mut(area)) {
                    marks.copy_from_slice(&grid.conflicts());
                }
            }
            Engine::Other(other) => {
                for (puzzle, marks) in puzzles.chunks_exact(area).zip(marks.chunks_exact_mut(area))
                {
                    rules::conflicts(&other.set, puzzle, marks);
                }
            }
        }
    }

    /// Writes whether each complete grid obeys the rules; a grid with a blank does not.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn are_solutions(
        &self,
        candidates: &[u8],
        valid: &mut [bool],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        match self {
            Engine::Classic(_) => {
                for (grid, valid) in grids(candidates).iter().zip(valid) {
                    *valid = grid.is_solution();
                }
                Ok(())
            }
            Engine::Other(other) => {
                let area = self.area();
                let complete = |row: usize| {
                    candidates[row * area..(row + 1) * area].iter().all(|&digit| digit != 0)
                };
                let mut rows = valid.iter_mut().enumerate().collect::<Vec<_>>();
                other.each(Puzzles::Givens(candidates), &mut rows, control, |solver, grid, row| {
                    *row.1 = complete(row.0)
                        && solver.verdict(grid, &Control::unlimited())? == Verdict::Unique;
                    Ok(())
                })
            }
        }
    }

    /// The rules in the representation used by human logic; `None` for classic Sudoku.
    pub fn logic(&self) -> Option<&any::Rules> {
        match self {
            Engine::Classic(_) => None,
            Engine::Other(other) => other.logic().ok(),
        }
    }

    /// All solutions of one puzzle, lazily, in lexicographic order.
    pub fn solutions(&self, puzzle: Puzzles<'_>) -> Solutions {
        if let Some((classic, masks)) = self.as_classic(puzzle) {
            return classic.solutions(Puzzles::Candidates(&masks));
        }
        match self {
            Engine::Classic(_) => with_classic(puzzle, |puzzle| {
                Solutions::Classic(solve::Solutions::new(puzzle.get(0)))
            }),
            Engine::Other(other) => {
                let walk = rules::Solutions::new(Arc::clone(&other.set), puzzle);
                Solutions::Other(Box::new(walk))
            }
        }
    }
}

impl OtherRules {
    fn new(set: Arc<RuleSet>, shape: Option<(usize, usize)>, own: Vec<Constraint>) -> OtherRules {
        let (symmetries, grids, logic) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        OtherRules { set, shape, own, classic: None, symmetries, grids, logic }
    }

    /// All constraints.
    fn constraints(&self) -> Vec<Constraint> {
        let houses = self.shape.map_or_else(Vec::new, |(h, w)| Constraint::houses(h, w));
        houses.into_iter().chain(self.own.iter().cloned()).collect()
    }

    /// The rules in the representation used by human logic.
    fn logic(&self) -> Result<&any::Rules, Error> {
        let rules = self.logic.get_or_init(|| any::Rules::new(Arc::clone(&self.set)));
        rules.as_ref().map_err(|fault| Error::Unsupported { what: fault.to_string() })
    }

    /// Calls `solve` with each puzzle and its solution, and writes the verdicts.
    fn each_solution(
        &self,
        puzzles: Puzzles<'_>,
        solutions: &mut [u8],
        verdicts: &mut [Verdict],
        control: &Control<'_>,
        mut solve: impl FnMut(&mut Solver<'_>, Puzzles<'_>, &mut [u8]) -> Result<Verdict, Error>,
    ) -> Result<(), Error> {
        let mut solutions = solutions.chunks_exact_mut(self.set.cells());
        self.each(puzzles, verdicts, control, |solver, puzzle, verdict| {
            let solution = solutions.next().expect("a solution for each puzzle");
            *verdict = solve(solver, puzzle, solution)?;
            Ok(())
        })
    }

    /// Calls `work` with each puzzle and the corresponding item.
    fn each<T>(
        &self,
        puzzles: Puzzles<'_>,
        items: &mut [T],
        control: &Control<'_>,
        mut work: impl FnMut(&mut Solver<'_>, Puzzles<'_>, &mut T) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let area = self.set.cells();
        assert!(puzzles.len() == items.len() * area);
        let mut solver = Solver::new(&self.set);
        let mut cells = 0;
        for (row, item) in items.iter_mut().enumerate() {
            cells += area;
            if cells >= CHECK_EVERY {
                cells = 0;
                // The solver checks the deadline itself.
                control.has_time()?;
            }
            let range = row * area..(row + 1) * area;
            work(&mut solver, puzzles.cells(range), item)?;
        }
        Ok(())
    }
}

/// An iterator-like search for solutions, which a [`Control`] may interrupt.
pub enum Solutions {
    /// The solutions of a classic puzzle.
    Classic(solve::Solutions),
    /// The solutions of a puzzle under other rules.
    Other(Box<rules::Solutions>),
}

impl Solutions {
    /// The next solution, or `None` after the last one. The node limit of `control` applies to each call.
    ///
    /// # Errors
    /// [`Error::Stopped`]; the next call continues from there.
    pub fn next(&mut self, control: &Control<'_>) -> Result<Option<Box<[u8]>>, Error> {
        match self {
            Solutions::Classic(walk) => {
                Ok(walk.next(control)?.map(|grid| grid.cells().as_slice().into()))
            }
            Solutions::Other(walk) => walk.next(control),
        }
    }
}

/// Reinterprets rows of 81 cells as grids.
fn grids(cells: &[u8]) -> &[Grid] {
    Grid::unchecked_slice(cells.as_chunks().0)
}

fn grids_mut(cells: &mut [u8]) -> &mut [Grid] {
    Grid::unchecked_slice_mut(cells.as_chunks_mut().0)
}

fn classic_candidates(masks: &[u64]) -> Vec<Candidates> {
    let (rows, _) = masks.as_chunks::<81>();
    rows.iter().map(|row| row.map(|mask| Digits::from_bits(mask as u16))).collect()
}

/// Calls `work` with puzzles in the representation of the classic kernels.
fn with_classic<T>(puzzles: Puzzles<'_>, work: impl FnOnce(solve::Puzzles<'_>) -> T) -> T {
    match puzzles {
        Puzzles::Givens(cells) => work(solve::Puzzles::Grids(grids(cells))),
        Puzzles::Candidates(masks) => work(solve::Puzzles::Candidates(&classic_candidates(masks))),
    }
}
