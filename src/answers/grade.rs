//! The digits of an answer that are right.
//!
//! A digit is right if some solution contains it together with the givens and the right digits before it. If the puzzle has
//! one solution, those are the digits of the solution; an answer is a solution if it is complete and every digit is right.

use crate::control::Control;
use crate::engine::{Engine, Puzzles};
use crate::error::Error;
use crate::solve::Verdict;

/// Marks the digits of a board that are right, in row order; blank cells are not. In a complete puzzle that breaks a rule, no
/// digit is right.
///
/// # Errors
/// [`Error::Stopped`].
///
/// # Panics
/// If the puzzle, the answer and the marks do not have as many cells as a board of the engine.
pub fn right_cells(
    engine: &Engine,
    puzzle: &[u8],
    answer: &[u8],
    right: &mut [bool],
    control: &Control<'_>,
) -> Result<(), Error> {
    assert!(answer.len() == puzzle.len() && right.len() == puzzle.len());
    let mut board = Board::new(engine, puzzle, control)?;
    if board.verdict == Verdict::NoSolution && !puzzle.contains(&0) {
        return Ok(());
    }
    for (cell, (&digit, right)) in answer.iter().zip(right).enumerate() {
        *right = digit != 0 && board.place(cell, digit, control)?;
    }
    Ok(())
}

/// Marks the placements (cell, digit) that are right, in order. A digit for a filled cell is right if it is the same.
///
/// # Errors
/// [`Error::Stopped`].
pub fn right_moves(
    engine: &Engine,
    puzzle: &[u8],
    moves: &[(usize, u8)],
    control: &Control<'_>,
) -> Result<Vec<bool>, Error> {
    let mut board = Board::new(engine, puzzle, control)?;
    moves.iter().map(|&(cell, digit)| board.place(cell, digit, control)).collect()
}

/// A puzzle with the right digits so far.
struct Board<'a> {
    engine: &'a Engine,
    cells: Vec<u8>,
    /// A solution that contains the cells, unless there is none.
    solution: Vec<u8>,
    verdict: Verdict,
}

impl<'a> Board<'a> {
    fn new(engine: &'a Engine, puzzle: &[u8], control: &Control<'_>) -> Result<Board<'a>, Error> {
        let (cells, solution) = (puzzle.to_vec(), vec![0; puzzle.len()]);
        let mut board = Board { engine, cells, solution, verdict: Verdict::Undecided };
        board.solve(control)?;
        Ok(board)
    }

    fn solve(&mut self, control: &Control<'_>) -> Result<(), Error> {
        let mut verdict = [Verdict::Undecided];
        let puzzle = Puzzles::Givens(&self.cells);
        self.engine.solve(puzzle, &mut self.solution, &mut verdict, control)?;
        [self.verdict] = verdict;
        Ok(())
    }

    /// Places a digit if it is right.
    fn place(&mut self, cell: usize, digit: u8, control: &Control<'_>) -> Result<bool, Error> {
        if self.cells[cell] != 0 {
            return Ok(self.cells[cell] == digit);
        }
        if self.solution[cell] == digit {
            self.cells[cell] = digit;
            return Ok(true);
        }
        if self.verdict != Verdict::Multiple {
            return Ok(false);
        }
        let before = (self.solution.clone(), self.verdict);
        self.cells[cell] = digit;
        self.solve(control)?;
        let is_right = self.verdict != Verdict::NoSolution;
        if !is_right {
            self.cells[cell] = 0;
            (self.solution, self.verdict) = before;
        }
        Ok(is_right)
    }
}
