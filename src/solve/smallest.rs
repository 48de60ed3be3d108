//! The lexicographically smallest of several solutions.

use crate::board::{Cell, Digits, Grid};
use crate::control::Control;
use crate::error::Error;

use super::batch::{Budget, proceed};
use super::{Answers, Backend, Puzzles, Query, UNDECIDED};

/// Turns `solution`, any solution of `puzzle`, into its smallest one.
///
/// Cell by cell: fix what is smaller so far, and ask whether a smaller digit still leaves a solution. Each
/// question is one search for one solution, and there are at most 81 times 8 of them; nothing is enumerated.
/// `false` if the budget ran out.
pub(super) fn smallest(
    backend: Backend,
    puzzle: &Grid,
    solution: &mut Grid,
    budget: Budget,
    control: &Control<'_>,
) -> Result<bool, Error> {
    let mut open = puzzle.givens();
    for cell in Cell::all() {
        let i = cell.index();
        for digit in open[i].iter().take_while(|&digit| digit < solution.cells()[i]) {
            if !proceed(control)? {
                return Ok(false);
            }
            let mut question = open;
            question[i] = Digits::only(digit);
            let mut count = [0];
            let mut found = [Grid::EMPTY];
            let query =
                Query { puzzles: Puzzles::Candidates(&[question]), limit: 1, nodes: budget.nodes };
            backend.search(
                &query,
                &mut Answers { counts: &mut count, solutions: Some(&mut found) },
                control,
            )?;
            match count[0] {
                UNDECIDED => return Ok(false),
                0 => continue,
                _ => {
                    *solution = found[0];
                    break;
                }
            }
        }
        open[i] = Digits::only(solution.get(cell));
    }
    Ok(true)
}
