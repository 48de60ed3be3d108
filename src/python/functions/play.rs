//! The core of `bitdoku.env`: the boards of a game, and the puzzles of its episodes.
//!
//! python/bitdoku/env allocates the arrays, which no other code has yet, so they are written in place.

use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::exceptions::{PyInterruptedError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::control::{Control, Limits};
use crate::engine::Difficulty;
use crate::generate::{Method, Request, Symmetry};
use crate::play::{Boards, Game, Kind, Mask, Mistakes, Options, Results, Reward, Saved, Views};
use crate::random::{Domain, Key};

use crate::python::arguments::call::{Call, Keywords};
use crate::python::arguments::{Word, rules};
use crate::python::errors::core_error;
use crate::python::run::detach::{detach, detach_with};

use super::generate::DifficultyArgument;
use super::logic::expect_logic;
use super::signature::python_function;

/// Puzzles drawn by a worker at a time.
const DRAWN: usize = 16;

/// Cells, kinds and witnesses; for each board whether its puzzle has one solution, and the number of steps.
type State = (Vec<u8>, Vec<u8>, Vec<u8>, Vec<bool>, Vec<u64>);

/// A writeable array of ours.
fn writeable<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    array.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))
}

fn expect_length(name: &str, length: usize, expected: usize) -> PyResult<()> {
    match length == expected {
        true => Ok(()),
        false => {
            Err(PyValueError::new_err(format!("{name} has {length} entries; expected {expected}")))
        }
    }
}

/// The boards of a game, see `bitdoku.env`.
#[pyclass(module = "bitdoku._core", frozen)]
pub struct PlayBoards(Mutex<Boards>);

impl PlayBoards {
    /// The boards. Threads that work on them are detached, so the caller must be detached as well.
    fn lock(&self) -> MutexGuard<'_, Boards> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The arrays of the observations.
struct Arrays<'py> {
    board: PyReadwriteArrayDyn<'py, u8>,
    mask: PyReadwriteArrayDyn<'py, bool>,
    candidates: Option<PyReadwriteArrayDyn<'py, i8>>,
}

impl<'py> Arrays<'py> {
    fn new(
        board: &Bound<'py, PyArrayDyn<u8>>,
        mask: &Bound<'py, PyArrayDyn<bool>>,
        candidates: Option<&Bound<'py, PyArrayDyn<i8>>>,
        boards: (usize, usize, usize, usize),
    ) -> PyResult<Arrays<'py>> {
        let (count, area, actions, digits) = boards;
        let candidates = candidates.map(writeable).transpose()?;
        let mut arrays = Arrays { board: writeable(board)?, mask: writeable(mask)?, candidates };
        let views = arrays.views()?;
        expect_length("board", views.board.len(), count * area)?;
        expect_length("mask", views.mask.len(), count * actions)?;
        if let Some(candidates) = &views.candidates {
            expect_length("candidates", candidates.len(), count * area * digits)?;
        }
        Ok(arrays)
    }

    fn views(&mut self) -> PyResult<Views<'_>> {
        let candidates = self.candidates.as_mut().map(|array| array.as_slice_mut()).transpose()?;
        Ok(Views { board: self.board.as_slice_mut()?, mask: self.mask.as_slice_mut()?, candidates })
    }
}

#[pymethods]
impl PlayBoards {
    #[new]
    #[pyo3(signature = (count, rules, *, erase, mistakes, reward, penalty, mask, most_steps))]
    #[expect(clippy::too_many_arguments, reason = "the options of a game")]
    fn new(
        py: Python<'_>,
        count: usize,
        rules: &Bound<'_, PyAny>,
        erase: bool,
        mistakes: Word<'_, '_>,
        reward: Word<'_, '_>,
        penalty: f64,
        mask: Word<'_, '_>,
        most_steps: Option<u64>,
    ) -> PyResult<PlayBoards> {
        let options = Options {
            erase,
            mistakes: mistakes.choose(
                "mistakes",
                &[("keep", Mistakes::Keep), ("end", Mistakes::End), ("refuse", Mistakes::Refuse)],
            )?,
            reward: reward.choose(
                "reward",
                &[("sparse", Reward::Sparse), ("cells", Reward::Cells), ("forced", Reward::Forced)],
            )?,
            penalty,
            mask: mask.choose("mask", &[("legal", Mask::Legal), ("correct", Mask::Correct)])?,
            most_steps: most_steps.unwrap_or(u64::MAX),
        };
        let engine = rules::engine(py, Some(rules))?;
        Ok(PlayBoards(Mutex::new(Boards::new(Game::new(engine, options), count))))
    }

    /// Starts a puzzle with its solution on each board of `rows`, and writes the observations of these boards.
    #[pyo3(signature = (rows, puzzles, solutions, unique, board, mask, candidates))]
    #[expect(clippy::too_many_arguments, reason = "the puzzles and the observations")]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        rows: Vec<usize>,
        puzzles: &Bound<'py, PyArrayDyn<u8>>,
        solutions: &Bound<'py, PyArrayDyn<u8>>,
        unique: Vec<bool>,
        board: &Bound<'py, PyArrayDyn<u8>>,
        mask: &Bound<'py, PyArrayDyn<bool>>,
        candidates: Option<&Bound<'py, PyArrayDyn<i8>>>,
    ) -> PyResult<()> {
        let sizes = self.sizes(py);
        let (count, area, ..) = sizes;
        let (puzzles, solutions) = (puzzles.to_vec()?, solutions.to_vec()?);
        expect_length("puzzles", puzzles.len(), rows.len() * area)?;
        expect_length("solutions", solutions.len(), rows.len() * area)?;
        expect_length("unique", unique.len(), rows.len())?;
        if let Some(row) = rows.iter().find(|&&row| row >= count) {
            return Err(PyValueError::new_err(format!("board {row} of {count}")));
        }
        let mut arrays = Arrays::new(board, mask, candidates, sizes)?;
        let views = arrays.views()?;
        detach(py, 1, Limits::NONE, vec![views], |mut views, control| {
            let mut boards = self.lock();
            let starts = puzzles.chunks_exact(area).zip(solutions.chunks_exact(area)).zip(&unique);
            for (&row, ((puzzle, solution), &unique)) in rows.iter().zip(starts) {
                boards.reset(row, puzzle, solution, unique);
                boards.write(row, &mut views, control)?;
            }
            Ok(())
        })
    }

    /// Performs one action on each board that is not skipped, and writes the results and the observations of all boards.
    #[pyo3(signature = (actions, skip, reward, terminated, truncated, solved, board, mask, candidates))]
    #[expect(clippy::too_many_arguments, reason = "the results and the observations")]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyArray1<i64>>,
        skip: &Bound<'py, PyArray1<bool>>,
        reward: &Bound<'py, PyArrayDyn<f64>>,
        terminated: &Bound<'py, PyArrayDyn<bool>>,
        truncated: &Bound<'py, PyArrayDyn<bool>>,
        solved: &Bound<'py, PyArrayDyn<bool>>,
        board: &Bound<'py, PyArrayDyn<u8>>,
        mask: &Bound<'py, PyArrayDyn<bool>>,
        candidates: Option<&Bound<'py, PyArrayDyn<i8>>>,
    ) -> PyResult<()> {
        let sizes = self.sizes(py);
        let (count, _, most, _) = sizes;
        let (actions, skip) = (actions.to_vec()?, skip.to_vec()?);
        expect_length("actions", actions.len(), count)?;
        expect_length("skip", skip.len(), count)?;
        if let Some(row) = actions.iter().position(|&action| !(0..most as i64).contains(&action)) {
            let place = if count > 1 { format!("actions[{row}]") } else { "action".to_owned() };
            return Err(PyValueError::new_err(format!(
                "{place} is {}; expected 0..{}",
                actions[row],
                most - 1
            )));
        }
        let actions: Vec<u32> = actions.iter().map(|&action| action as u32).collect();
        let mut arrays = Arrays::new(board, mask, candidates, sizes)?;
        let (mut reward, mut terminated) = (writeable(reward)?, writeable(terminated)?);
        let (mut truncated, mut solved) = (writeable(truncated)?, writeable(solved)?);
        let results = Results {
            reward: reward.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            solved: solved.as_slice_mut()?,
        };
        expect_length("reward", results.reward.len(), count)?;
        for flags in [&results.terminated, &results.truncated, &results.solved] {
            expect_length("the array of flags", flags.len(), count)?;
        }
        let parts = vec![(results, arrays.views()?)];
        detach(py, 1, Limits::NONE, parts, |(mut results, mut views), control| {
            self.lock().step(&actions, &skip, &mut results, &mut views, control)
        })
    }

    /// The state of all boards: cells, kinds and witnesses as bytes, and for each board whether its puzzle has one
    /// solution, and the number of steps.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (cells, kinds, witness, unique, steps) = py.detach(|| {
            let boards = self.lock();
            let (mut cells, mut kinds, mut witness) = (Vec::new(), Vec::new(), Vec::new());
            let (mut unique, mut steps) = (Vec::new(), Vec::new());
            for saved in (0..boards.count()).map(|number| boards.saved(number)) {
                cells.extend_from_slice(saved.cells);
                kinds.extend(saved.kinds.iter().map(|&kind| kind as u8));
                witness.extend_from_slice(saved.witness);
                unique.push(saved.unique);
                steps.push(saved.steps);
            }
            (cells, kinds, witness, unique, steps)
        });
        let [cells, kinds, witness] = [cells, kinds, witness].map(|part| PyBytes::new(py, &part));
        (cells, kinds, witness, unique, steps).into_pyobject(py)
    }

    /// Sets the state of all boards.
    fn restore(&self, py: Python<'_>, state: State) -> PyResult<()> {
        let (count, area, _, digits) = self.sizes(py);
        let (cells, kinds, witness, unique, steps) = state;
        let kinds: Option<Vec<Kind>> = kinds.into_iter().map(Kind::from_number).collect();
        let kinds = kinds.unwrap_or_default();
        let consistent = |((&digit, &kind), &solution): ((&u8, &Kind), &u8)| {
            usize::from(digit.max(solution)) <= digits
                && solution > 0
                && match kind {
                    Kind::Blank => digit == 0,
                    Kind::Wrong => digit != 0,
                    Kind::Given | Kind::Right | Kind::Forced => digit == solution,
                }
        };
        let lengths = [cells.len(), kinds.len(), witness.len()] == [count * area; 3]
            && [unique.len(), steps.len()] == [count; 2];
        if !lengths || !cells.iter().zip(&kinds).zip(&witness).all(consistent) {
            return Err(PyValueError::new_err(format!(
                "the state is not that of {count} boards of this game; expected the value of get_state()"
            )));
        }
        py.detach(|| {
            let mut boards = self.lock();
            for number in 0..count {
                let own = number * area..(number + 1) * area;
                let saved = Saved {
                    cells: &cells[own.clone()],
                    kinds: &kinds[own.clone()],
                    witness: &witness[own],
                    unique: unique[number],
                    steps: steps[number],
                };
                boards.restore(number, &saved);
            }
        });
        Ok(())
    }

    /// Writes the observations of all boards.
    #[pyo3(signature = (board, mask, candidates))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyArrayDyn<u8>>,
        mask: &Bound<'py, PyArrayDyn<bool>>,
        candidates: Option<&Bound<'py, PyArrayDyn<i8>>>,
    ) -> PyResult<()> {
        let sizes = self.sizes(py);
        let mut arrays = Arrays::new(board, mask, candidates, sizes)?;
        detach(py, 1, Limits::NONE, vec![arrays.views()?], |mut views, control| {
            let boards = self.lock();
            (0..sizes.0).try_for_each(|number| boards.write(number, &mut views, control))
        })
    }
}

impl PlayBoards {
    /// The numbers of boards, cells, actions and digits.
    fn sizes(&self, py: Python<'_>) -> (usize, usize, usize, usize) {
        py.detach(|| {
            let boards = self.lock();
            let game = boards.game();
            (boards.count(), game.area(), game.actions(), game.digits())
        })
    }
}

python_function!(
    #[signature(
        seeds: Vec<u64>, items: Vec<u64>, bands: Vec<usize>, puzzles: &Bound<'py, PyArrayDyn<u8>>,
        solutions: &Bound<'py, PyArrayDyn<u8>>, *, difficulties: Vec<Option<DifficultyArgument>>, clues: Option<(u32, u32)>,
        wanted: Option<Py<PyAny>>, rules?, threads?
    )]
    /// Fills `puzzles` and `solutions`: row i is item `items[i]` of the stream of `seeds[i]`, with difficulty number `bands[i]`.
    /// Raises InterruptedError as soon as the function `wanted` returns False.
    pub fn draw_puzzles<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<()> {
        let call = Call::new(py, None, &keywords)?;
        let request = Request {
            method: Method::TopDown,
            clues,
            symmetry: Symmetry::None,
            pattern: None,
            minimal: clues.is_none(),
            effort: None,
            solution: None,
        };
        let difficulties: Vec<Option<Difficulty>> = difficulties
            .into_iter()
            .map(|one| one.map(Difficulty::try_from).transpose())
            .collect::<PyResult<_>>()?;
        let engine = &call.engine;
        for difficulty in &difficulties {
            if difficulty.is_some() {
                expect_logic(py, &call, false)?;
            }
            engine.check(&request, difficulty.as_ref()).map_err(|error| core_error(py, &error))?;
        }
        if let Some(band) = bands.iter().find(|&&band| band >= difficulties.len()) {
            return Err(PyValueError::new_err(format!("band {band} of {}", difficulties.len())));
        }
        let area = engine.area();
        let (mut puzzles, mut solutions) = (writeable(puzzles)?, writeable(solutions)?);
        let (puzzles, solutions) = (puzzles.as_slice_mut()?, solutions.as_slice_mut()?);
        for length in [items.len(), bands.len()] {
            expect_length("items", length, seeds.len())?;
        }
        expect_length("puzzles", puzzles.len(), seeds.len() * area)?;
        expect_length("solutions", solutions.len(), seeds.len() * area)?;
        let parts: Vec<_> = puzzles
            .chunks_mut(DRAWN * area)
            .zip(solutions.chunks_mut(DRAWN * area))
            .enumerate()
            .collect();
        let visit = |py: Python<'_>| -> PyResult<()> {
            py.check_signals()?;
            match &wanted {
                Some(wanted) if !wanted.call0(py)?.is_truthy(py)? => {
                    Err(PyInterruptedError::new_err("the puzzles are no longer wanted"))
                }
                _ => Ok(()),
            }
        };
        let work = |(part, (puzzles, solutions)): (usize, (&mut [u8], &mut [u8])),
                    control: &Control<'_>| {
            let rows = puzzles.chunks_exact_mut(area).zip(solutions.chunks_exact_mut(area));
            for (row, (puzzle, solution)) in (part * DRAWN..).zip(rows) {
                let (key, difficulty) = (Key::from_u64(seeds[row]), &difficulties[bands[row]]);
                engine.generate(
                    &request,
                    difficulty.as_ref(),
                    &key,
                    items[row],
                    puzzle,
                    solution,
                    &AtomicU64::new(0),
                    control,
                )?;
            }
            Ok(())
        };
        detach_with(py, call.threads, Limits::NONE, &visit, parts, work)?
            .map_err(|error| core_error(py, &error))
    }
);

/// For each episode, a random number below `bound`.
#[pyfunction]
pub fn episode_numbers(seeds: Vec<u64>, items: Vec<u64>, bound: u64) -> Vec<u64> {
    let number = |(seed, item): (u64, u64)| {
        Key::from_u64(seed).words(Domain::Episodes, item & ((1 << 48) - 1), 0).below(bound)
    };
    seeds.into_iter().zip(items).map(number).collect()
}
