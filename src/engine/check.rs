//! Checks answers.

#![forbid(unsafe_code)]

use crate::control::Control;
use crate::error::Error;

use super::{Engine, Puzzles};

/// The results of checking answers, with one item for each answer, and one for each of its cells.
pub struct Checked<'a> {
    /// Whether the answer is a solution.
    pub correct: &'a mut [bool],
    /// Whether the answer agrees with the puzzle.
    pub respects_givens: &'a mut [bool],
    /// Whether every cell has a digit.
    pub complete: &'a mut [bool],
    /// The cells that break a rule, differ from the puzzle or hold no digit of the board.
    pub errors: &'a mut [bool],
}

impl Engine {
    /// Checks answers, whose cells may hold any values. `row` returns a puzzle and its answer; all results are false if
    /// it returns `None`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Stopped`].
    pub fn check_answers<'a>(
        &self,
        row: impl Fn(usize) -> Option<(Puzzles<'a>, &'a [u8])>,
        checked: Checked<'_>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let (most, area) = (self.digits(), self.area());
        let Checked { correct, respects_givens, complete, errors } = checked;
        let mut legal = Vec::new();
        legal.try_reserve_exact(errors.len()).map_err(|_| Error::OutOfMemory)?;
        for i in 0..correct.len() {
            let known = |&value: &u8| if usize::from(value) <= most { value } else { 0 };
            match row(i) {
                Some((_, answer)) => legal.extend(answer.iter().map(known)),
                None => legal.resize(legal.len() + area, 0),
            }
        }
        self.conflicts(&legal, errors);
        self.are_solutions(&legal, correct, control)?;
        for (i, errors) in errors.chunks_exact_mut(area).enumerate() {
            let Some((puzzle, answer)) = row(i) else {
                (correct[i], respects_givens[i], complete[i]) = (false, false, false);
                errors.fill(false);
                continue;
            };
            // Whether a cell of the answer agrees with the puzzle; a blank cell disagrees with a given only.
            let respected = |cell: usize, value: u8| match puzzle {
                Puzzles::Givens(givens) => givens[cell] == 0 || givens[cell] == value,
                Puzzles::Candidates(masks) => match value {
                    0 => !masks[cell].is_power_of_two(),
                    1..=64 => masks[cell] >> (value - 1) & 1 == 1,
                    _ => false,
                },
            };
            respects_givens[i] = true;
            for (cell, error) in errors.iter_mut().enumerate() {
                let value = answer[cell];
                let fits = respected(cell, value);
                respects_givens[i] &= fits;
                *error |= usize::from(value) > most || !fits && value != 0;
            }
            complete[i] = legal[i * area..(i + 1) * area].iter().all(|&digit| digit != 0);
            correct[i] &= respects_givens[i];
        }
        Ok(())
    }
}
