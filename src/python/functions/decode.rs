//! `_best_boards`, the private function of `bitdoku.decode`.

use numpy::{IxDyn, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn};
use pyo3::prelude::*;

use crate::decode::{Boards, Request, Results};
use crate::solve::Verdict;

use crate::python::allocate::zeros;
use crate::python::arguments::call::{Call, Keywords};
use crate::python::run::detach::detach;

use super::signature::python_function;

/// The maximum number of boards per part of the work: enough to fill the lanes of the widest kernel.
const BATCH: usize = 512;

/// The boards, their solutions, scores and verdicts.
type Arrays<'py> = (
    Bound<'py, PyArrayDyn<u8>>,
    Bound<'py, PyArrayDyn<u8>>,
    Bound<'py, PyArrayDyn<f64>>,
    Bound<'py, PyArrayDyn<u8>>,
);

python_function!(
    #[signature("_best_boards": scores: PyReadonlyArrayDyn<'py, f64>, blank: bool, unique: bool, k: usize, rules = None,
        threads = None, budget = None)]
    /// The `k` best boards for each row of scores, an array of shape (rows, cells, values) that nobody else writes, without
    /// NaN and +inf. With `blank`, value 0 is blank and the boards are puzzles.
    pub fn best_boards<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Arrays<'py>> {
        let mut call = Call::new(py, None, &keywords)?;
        let boards = if blank { Boards::Puzzles { unique } } else { Boards::Grids };
        let nodes = call.limits.nodes.take().unwrap_or(u64::MAX);
        let request = Request { engine: &call.engine, boards, k, nodes };
        let scores = scores.as_slice()?;
        let (area, width) = (call.engine.area(), call.engine.area() * request.values());
        let rows = scores.len() / width;
        let cells = zeros::<u8, IxDyn>(py, &[rows, k, area])?;
        let solutions = zeros::<u8, IxDyn>(py, &[rows, k, area])?;
        let sums = zeros::<f64, IxDyn>(py, &[rows, k])?;
        let verdicts = zeros::<u8, IxDyn>(py, &[rows, k])?;
        {
            let mut cells = cells.readwrite();
            let mut solutions = solutions.readwrite();
            let (mut sums, mut verdicts) = (sums.readwrite(), verdicts.readwrite());
            let rows_of_part = (rows / (4 * call.threads)).clamp(1, BATCH);
            let boards = rows_of_part * k * area;
            let parts = scores
                .chunks(rows_of_part * width)
                .zip(cells.as_slice_mut()?.chunks_mut(boards))
                .zip(solutions.as_slice_mut()?.chunks_mut(boards))
                .zip(sums.as_slice_mut()?.chunks_mut(rows_of_part * k))
                .zip(verdicts.as_slice_mut()?.chunks_mut(rows_of_part * k))
                .collect();
            detach(py, call.threads, call.limits, parts, |part, control| {
                let ((((scores, boards), solutions), sums), numbers) = part;
                let mut verdicts = vec![Verdict::Undecided; numbers.len()];
                let verdicts_mut = &mut verdicts[..];
                let results = Results { boards, solutions, scores: sums, verdicts: verdicts_mut };
                request.decode(scores, results, control)?;
                numbers.iter_mut().zip(verdicts).for_each(|(number, v)| *number = v as u8);
                Ok(())
            })?;
        }
        Ok((cells, solutions, sums, verdicts))
    }
);
