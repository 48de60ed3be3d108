//! Clues go, in random order, for as long as the puzzle keeps its one solution.

#![forbid(unsafe_code)]

use crate::control::Control;
use crate::error::Error;
use crate::random::{Domain, Key};
use crate::rules::{Solver, given};

/// Takes givens out of `puzzle`, number `item`, each in its turn in an order that depends on the key and `item`
/// alone, if there is still one solution without it; stops when only `floor` are left. `row` is named in errors.
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
    let mut solution = vec![0; puzzle.len()];
    let mut nodes = u64::MAX;
    let sets: Vec<u64> = puzzle.iter().map(|&digit| given(digit)).collect();
    let count = solver.ask(sets.into_iter(), 2, &mut nodes, Some(&mut solution), control)?;
    match count {
        1 => {}
        solutions => return Err(Error::NotUnique { row, solutions }),
    }
    let mut order: Vec<usize> = (0..puzzle.len()).filter(|&cell| puzzle[cell] != 0).collect();
    let mut left = order.len();
    key.words(Domain::Minimize, item, 0).shuffle(&mut order);
    for cell in order {
        if left <= floor {
            break;
        }
        let digit = std::mem::take(&mut puzzle[cell]);
        // A second solution would have another digit here.
        let sets = puzzle.iter().enumerate();
        let sets = sets.map(|(i, &other)| if i == cell { !given(digit) } else { given(other) });
        match solver.ask(sets, 1, &mut nodes, None, control)? {
            0 => left -= 1,
            _ => puzzle[cell] = digit,
        }
    }
    Ok(())
}
