//! Random complete grids.
//!
//! Plain boards of side 4, 6 and 8 with two stacks or two bands, and classic 9x9, are drawn uniformly (two_stacks.rs,
//! [`crate::generate::grids`]). For all other rules it is a random search: of the cells with the fewest digits one at
//! random, a random digit of it, all that follows. A try that meets more than a few dead ends is given up and another
//! begins, since some beginnings have no end. Rules with few grids or none would have them go on for hours: after some
//! tries the solver is asked, for each cell and a random digit, whether a grid has it. Every grid can come out, but not
//! each as often as another.

#![forbid(unsafe_code)]

use crate::board::Grid;
use crate::control::{Control, Stop};
use crate::error::Error;
use crate::generate::grids::GridStream;
use crate::random::{Domain, Key, Words};

use super::propagate::Effort;
use super::rule_set::RuleSet;
use super::search::given;
use super::solver::Solver;
use super::state::{Conflict, State, bits};
use super::two_stacks::TwoStacks;

/// Items are numbered below this.
pub const ITEMS: u64 = 1 << 40;

/// Dead ends of the first try; each further try has a little more.
const DEAD_ENDS: u32 = 16;

/// Tries before the solver is asked.
const ALONE: u64 = 128;

/// Nodes that it may take for all its answers together.
const NODES: u64 = 1 << 18;

/// Tries of an item before it is given up.
const TRIES: u64 = 1 << 14;

/// Writes random grid number `item`; it depends on the rules, the key and `item` alone.
///
/// # Errors
/// [`Error::Impossible`] if there is no grid, [`Error::NotFound`] if none was found, [`Error::Stopped`].
pub fn random_grid(
    rules: &RuleSet,
    key: &Key,
    item: u64,
    grid: &mut [u8],
    control: &Control<'_>,
) -> Result<(), Error> {
    match rules.plain {
        Some((3, 3)) => {
            let mut grids = [Grid::EMPTY];
            let backend = rules.backend;
            GridStream { key: *key, domain: Domain::Grids, family: 0, backend }
                .fill(item, &mut grids);
            grid.copy_from_slice(grids[0].cells());
            return Ok(());
        }
        Some((height, width)) if rules.small.is_some() => {
            let mut words = key.words(Domain::Grids, item, 0);
            TwoStacks::of(height * width).random(&mut words, height != 2, grid);
            return Ok(());
        }
        _ => {}
    }
    let mut state = State::new(rules);
    let begun = state.reset(rules.allowed.iter().copied());
    if begun.and_then(|()| state.propagate(Effort::Full)).is_err() {
        return Err(Error::Impossible { reason: "no grid obeys the rules".to_owned() });
    }
    let mut words = key.words(Domain::Grids, item, 0);
    for attempt in 0..TRIES {
        if attempt == ALONE && ask_for_each_cell(rules, &mut words, grid, control)? {
            return Ok(());
        }
        match fill(&mut state, &mut words, DEAD_ENDS + attempt as u32, control)? {
            Filled::Full => {
                state.write_digits(grid);
                return Ok(());
            }
            Filled::Impossible => {
                return Err(Error::Impossible { reason: "no grid obeys the rules".to_owned() });
            }
            Filled::GivenUp => {}
        }
    }
    Err(Error::NotFound { item, wanted: "a complete grid".to_owned(), attempts: TRIES })
}

enum Filled {
    Full,
    GivenUp,
    Impossible,
}

/// One try; leaves the state as it was, but for what it found if it is full.
fn fill(
    state: &mut State<'_>,
    words: &mut Words,
    patience: u32,
    control: &Control<'_>,
) -> Result<Filled, Error> {
    let bottom = state.mark();
    let mut guesses: Vec<(usize, u16, u64)> = Vec::new();
    let mut dead_ends = 0;
    while state.open > 0 {
        control.checkpoint()?;
        let (cell, digit) = pick(state, words);
        guesses.push((state.mark(), cell, digit));
        let mut held = state.keep(cell, digit);
        while held.and_then(|()| state.propagate(Effort::Full)) == Err(Conflict) {
            dead_ends += 1;
            let Some((mark, cell, digit)) = guesses.pop() else { return Ok(Filled::Impossible) };
            state.undo(mark);
            if dead_ends > patience {
                state.undo(bottom);
                return Ok(Filled::GivenUp);
            }
            held = state.keep(cell, !digit);
        }
    }
    Ok(Filled::Full)
}

/// Writes a grid whose digits are chosen one by one, in random order, of those that lead to a grid; false where that takes
/// the solver too long.
fn ask_for_each_cell(
    rules: &RuleSet,
    words: &mut Words,
    grid: &mut [u8],
    control: &Control<'_>,
) -> Result<bool, Error> {
    let mut solver = Solver::new(rules);
    let mut nodes = NODES;
    let mut sets = rules.allowed.clone();
    let mut ask = |sets: &[u64], grid: &mut [u8]| -> Result<Option<bool>, Stop> {
        match solver.find(sets.iter().copied(), grid, &mut nodes, control) {
            Err(Stop::Nodes) => Ok(None),
            found => found.map(Some),
        }
    };
    match ask(&sets, grid)? {
        None => return Ok(false),
        Some(false) => {
            return Err(Error::Impossible { reason: "no grid obeys the rules".to_owned() });
        }
        Some(true) => {}
    }
    let mut order: Vec<usize> = (0..sets.len()).collect();
    words.shuffle(&mut order);
    for cell in order {
        // The grid that is known has all digits that were chosen.
        let mut left = sets[cell];
        loop {
            let number = words.below(u64::from(left.count_ones())) as usize;
            let digit = bits(left).nth(number).expect("as many digits");
            sets[cell] = digit;
            if digit == given(grid[cell]) {
                break;
            }
            match ask(&sets, grid)? {
                None => return Ok(false),
                Some(true) => break,
                Some(false) => left &= !digit,
            }
        }
    }
    Ok(true)
}

/// A random cell of those with the fewest digits, and a random digit of it.
fn pick(state: &State<'_>, words: &mut Words) -> (u16, u64) {
    let sizes = || state.domain.iter().map(|digits| digits.count_ones()).enumerate();
    let fewest = sizes().map(|(_, size)| size).filter(|&size| size > 1).min().unwrap_or(0);
    let mut cells: Vec<usize> =
        sizes().filter(|&(_, size)| size == fewest).map(|(cell, _)| cell).collect();
    let cell = cells.swap_remove(words.below(cells.len() as u64) as usize);
    let number = words.below(u64::from(fewest)) as usize;
    let digit = bits(state.domain[cell]).nth(number).expect("as many digits");
    (cell as u16, digit)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rules::constraint::Constraint;

    /// Rows and columns of a board whose cells all hold any of its digits.
    fn latin(side: usize) -> Vec<Constraint> {
        let row = |k: usize| (0..side).map(|i| side * k + i).collect();
        let column = |k: usize| (0..side).map(|i| side * i + k).collect();
        let lines = (0..side).flat_map(|k| [row(k), column(k)]);
        lines.map(|cells| Constraint::Different { cells }).collect()
    }

    #[test]
    fn digit_by_digit_every_grid_comes() {
        let rules = RuleSet::new(4, &latin(4)).unwrap();
        let mut found = HashSet::new();
        for item in 0..6000 {
            let mut words = Key::from_u64(5).words(Domain::Grids, item, 0);
            let mut grid = [0; 16];
            let control = Control::unlimited();
            assert!(ask_for_each_cell(&rules, &mut words, &mut grid, &control).unwrap());
            found.insert(grid);
        }
        // The Latin squares of order 4.
        assert_eq!(found.len(), 576);
    }
}
