//! Given puzzles: makes them minimal, marks redundant clues.

#![forbid(unsafe_code)]

use crate::control::{Control, decided};
use crate::error::Error;
use crate::random::{Domain, Key};
use crate::rules::{RuleSet, Solver};

use super::removal::Removal;

/// Removes clues of each puzzle in random order until none can be removed or only `fewest` are left. Row i is item
/// `first + i` of its stream, and its result depends only on the rules, the key and that number. If the nodes or the time
/// run out, the remaining clues are kept.
///
/// # Errors
/// [`Error::NotUnique`] with the number `first + i` of the first puzzle that has no or several solutions;
/// [`Error::Stopped`].
pub fn minimize(
    rules: &RuleSet,
    key: &Key,
    first: u64,
    fewest: u32,
    puzzles: &mut [u8],
    control: &Control<'_>,
) -> Result<(), Error> {
    let mut solver = Solver::new(rules);
    for (item, puzzle) in (first..).zip(puzzles.chunks_exact_mut(rules.cells())) {
        if !control.has_time()? {
            return Ok(());
        }
        let mut removal = Removal::new(&mut solver, puzzle, control);
        match decided(removal.solutions(control))? {
            Some(1) => {}
            Some(solutions) => return Err(Error::NotUnique { row: item as usize, solutions }),
            None => continue,
        }
        let mut order: Vec<usize> = (0..puzzle.len()).filter(|&cell| puzzle[cell] != 0).collect();
        key.words(Domain::Minimize, item, 0).shuffle(&mut order);
        let mut clues = order.len();
        for cell in order {
            // Searches without a guess do not read the clock.
            let is_open = clues > fewest as usize && control.has_time()?;
            if is_open && decided(removal.remove(&[cell], control))? == Some(true) {
                clues -= 1;
            }
        }
        puzzle.copy_from_slice(&removal.puzzle);
    }
    Ok(())
}

/// Marks redundant givens: the removal of that given alone leaves the number of solutions unchanged. A mark is `None` if
/// the nodes or the time ran out. `puzzles` and `marks` contain side² items per row; puzzles with several solutions or
/// none are accepted.
///
/// # Errors
/// [`Error::Stopped`].
///
/// # Panics
/// If the slices differ in length.
pub fn redundant(
    rules: &RuleSet,
    puzzles: &[u8],
    marks: &mut [Option<bool>],
    control: &Control<'_>,
) -> Result<(), Error> {
    assert_eq!(puzzles.len(), marks.len());
    let mut solver = Solver::new(rules);
    let area = rules.cells();
    for (puzzle, marks) in puzzles.chunks_exact(area).zip(marks.chunks_exact_mut(area)) {
        let mut removal = Removal::new(&mut solver, puzzle, control);
        for (cell, mark) in marks.iter_mut().enumerate() {
            *mark = match puzzle[cell] {
                0 => Some(false),
                _ if control.has_time()? => decided(removal.follows(cell, control))?,
                _ => None,
            };
        }
    }
    Ok(())
}
