//! Decoding: the boards with the highest scores, given a score for each value of each cell.
//!
//! ```text
//!   scores   cell 0 [ -4.1  -0.1  -3.2 … ]     the score of a board is the sum over its cells; -inf: impossible
//!            cell 1 [ -0.0  -9.9  -7.1 … ]
//!               │
//!               └─ the best value of each cell ── valid ── done: most boards, many at a time
//!                                             └── not valid ── puzzles.rs   values are blank and digits
//!                                                          └── grids.rs     values are digits · bound.rs
//! ```
//!
//! Both searches are exact. A sum of scores is computed cell by cell in reading order, so it depends on nothing else.

#![forbid(unsafe_code)]

mod bound;
mod grids;
mod puzzles;
mod request;

use crate::control::{Control, Stop};
use crate::engine::Puzzles;
use crate::error::Error;
use crate::solve::Verdict;

use request::Decoded;
pub use request::{Boards, Request};

/// Memory for the results, `k` for each row of scores, best first.
pub struct Results<'a> {
    /// The boards, initially blank.
    pub boards: &'a mut [u8],
    /// A solution of each board, initially blank.
    pub solutions: &'a mut [u8],
    /// The scores.
    pub scores: &'a mut [f64],
    /// The verdict on each board. Where there is no board: `NoSolution` if no further board exists, `Undecided` if the
    /// search ended early; the score is then -inf or NaN.
    pub verdicts: &'a mut [Verdict],
}

impl Request<'_> {
    /// Decodes rows of scores, each with [`Request::values`] scores for each cell. NaN and +inf are not allowed.
    ///
    /// # Errors
    /// [`Error::Stopped`] if cancelled.
    pub fn decode(
        &self,
        scores: &[f64],
        results: Results<'_>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let (area, k) = (self.engine.area(), self.k);
        let width = area * self.values();
        let Results { boards, solutions, scores: sums, verdicts } = results;
        let rows = scores.len() / width;
        assert!(rows * width == scores.len() && rows * k == verdicts.len());
        if k == 1 {
            self.decode_plain(scores, boards, solutions, verdicts, control)?;
        }
        let boards = boards.chunks_exact_mut(k * area);
        let results = boards.zip(solutions.chunks_exact_mut(k * area));
        let results = results.zip(sums.chunks_exact_mut(k)).zip(verdicts.chunks_exact_mut(k));
        for (scores, (((boards, solutions), sums), verdicts)) in
            scores.chunks_exact(width).zip(results)
        {
            if k == 1 && self.accepts(verdicts[0]) {
                sums[0] = self.sum(scores, boards);
                if sums[0] > f64::NEG_INFINITY {
                    continue;
                }
            }
            boards.fill(0);
            solutions.fill(0);
            let mut found = Vec::new();
            let end = match self.decode_one(scores, &mut found, control) {
                Ok(()) => (Verdict::NoSolution, f64::NEG_INFINITY),
                Err(Error::Stopped(Stop::Deadline | Stop::Nodes)) => (Verdict::Undecided, f64::NAN),
                Err(error) => return Err(error),
            };
            verdicts.fill(end.0);
            sums.fill(end.1);
            for (i, decoded) in found.into_iter().enumerate() {
                boards[i * area..(i + 1) * area].copy_from_slice(&decoded.board);
                solutions[i * area..(i + 1) * area].copy_from_slice(&decoded.solution);
                (sums[i], verdicts[i]) = (decoded.score, decoded.verdict);
            }
        }
        Ok(())
    }

    /// Writes the board with the best value of each cell, its verdict and a solution.
    fn decode_plain(
        &self,
        scores: &[f64],
        boards: &mut [u8],
        solutions: &mut [u8],
        verdicts: &mut [Verdict],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let first = u8::from(self.boards == Boards::Grids);
        for (value, scores) in boards.iter_mut().zip(scores.chunks_exact(self.values())) {
            let best = |best: usize, i: usize| if scores[i] > scores[best] { i } else { best };
            *value = first + (1..scores.len()).fold(0, best) as u8;
        }
        if self.boards != Boards::Grids {
            return self.engine.solve(Puzzles::Givens(boards), solutions, verdicts, control);
        }
        let mut valid = vec![false; verdicts.len()];
        self.engine.are_solutions(boards, &mut valid, control)?;
        solutions.copy_from_slice(boards);
        for (verdict, valid) in verdicts.iter_mut().zip(valid) {
            *verdict = if valid { Verdict::Unique } else { Verdict::NoSolution };
        }
        Ok(())
    }

    /// Appends up to `k` boards to `found`, best first; fewer if there are no more.
    fn decode_one(
        &self,
        scores: &[f64],
        found: &mut Vec<Decoded>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        match self.boards {
            Boards::Grids => grids::decode(self, scores, found, control),
            Boards::Puzzles { .. } => puzzles::decode(self, scores, found, control),
        }
    }
}
