//! Removes givens in random order while the puzzle has one solution.

#![forbid(unsafe_code)]

use crate::control::{Control, Stop};
use crate::error::Error;
use crate::random::{Domain, Key};
use crate::rules::{Solver, of_given};
use crate::solve::UNDECIDED;

/// Removes givens from `puzzle`, number `item`, each once in an order that depends on the key and `item` alone, if there is
/// still one solution without it; stops when only `floor` are left. `row` is the row that errors name.
///
/// # Errors
/// [`Error::NotUnique`] if there was not one solution to begin with; [`Error::Stopped`].
pub fn minimize(
    solver: &mut Solver<'_>,
    key: &Key,
    item: u64,
    row: usize,
    puzzle: &mut [u8],
    floor: usize,
    control: &Control<'_>,
) -> Result<(), Error> {
    match solver.count(&*puzzle, 2, control)? {
        1 => {}
        UNDECIDED => return Err(Stop::Deadline.into()),
        solutions => return Err(Error::NotUnique { row, solutions }),
    }
    let mut order: Vec<usize> = (0..puzzle.len()).filter(|&cell| puzzle[cell] != 0).collect();
    let mut left = order.len();
    key.words(Domain::Minimize, item, 0).shuffle(&mut order);
    let mut sets: Vec<u64> = puzzle.iter().map(|&digit| of_given(digit)).collect();
    for cell in order {
        if left <= floor {
            break;
        }
        // A second solution without this given has another digit here.
        let given = std::mem::replace(&mut sets[cell], !of_given(puzzle[cell]));
        match solver.count(&sets[..], 1, control)? {
            0 => {
                puzzle[cell] = 0;
                sets[cell] = of_given(0);
                left -= 1;
            }
            UNDECIDED => return Err(Stop::Deadline.into()),
            _ => sets[cell] = given,
        }
    }
    Ok(())
}
