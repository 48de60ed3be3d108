//! Random complete grids.
//!
//! Plain boards with sides 4, 6 and 8 with two stacks or two bands are drawn uniformly (two_stacks.rs), and so are
//! small boards with few enough grids to list them all. All other rules use a random search: it assigns a random digit
//! to a random cell among the cells with the fewest digits, and propagates. An attempt with more than a few dead ends
//! is abandoned, because some beginnings have no completion. Under rules with few grids or none, such attempts may
//! never succeed. After a number of attempts, the solver therefore decides for each cell and a random digit whether
//! some grid has it. Every grid can occur, but not all have the same probability.

#![forbid(unsafe_code)]

use std::sync::Arc;

use crate::control::{Control, Stop};
use crate::error::Error;
use crate::random::{Domain, Key, Words};
use crate::rules::{Conflict, Effort, RuleSet, Solutions, Solver, Start, State, bits, of_given};

use super::two_stacks::TwoStacks;

/// The exclusive upper bound of item numbers.
pub const ITEMS: u64 = 1 << 40;

/// The number of dead ends allowed in the first attempt; each further attempt allows one more.
const DEAD_ENDS: u32 = 16;

/// The number of attempts before the solver is used.
const ALONE: u64 = 128;

/// The total number of nodes that the solver may use.
const NODES: u64 = 1 << 18;

/// The number of attempts after which an item fails.
const TRIES: u64 = 1 << 14;

/// The largest side of a board whose grids may be few enough to list.
const LISTED_SIDE: usize = 6;

/// The maximum number of listed grids, up to relabeling if every relabeling keeps the rules.
const LISTED: usize = 100_000;

/// The complete grids under some rules, prepared for drawing.
#[derive(Debug)]
pub enum Grids {
    /// The grids of a plain board with two stacks or two bands, drawn uniformly.
    TwoStacks {
        /// Whether there are two bands instead of two stacks.
        transposed: bool,
    },
    /// All grids, drawn uniformly; with `free`, one grid of each class under relabeling.
    Listed {
        /// The grids, side² bytes each.
        grids: Vec<u8>,
        /// Whether every relabeling keeps the rules.
        free: bool,
    },
    /// Some of the grids, by random search.
    Searched,
}

impl Grids {
    /// Prepares drawing from the grids of `rules`; `free` is whether every relabeling keeps the rules. Takes up to
    /// about 0.1 s, so keep the result.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn new(rules: &RuleSet, free: bool, control: &Control<'_>) -> Result<Grids, Error> {
        if let Some((height, width)) = rules.plain()
            && matches!(height * width, 4 | 6 | 8)
            && height > 1
            && width > 1
        {
            return Ok(Grids::TwoStacks { transposed: height != 2 });
        }
        if rules.side() > LISTED_SIDE {
            return Ok(Grids::Searched);
        }
        let mut start = vec![0u8; rules.cells()];
        // A row may repeat digits, unless the rules make it a unit.
        let first_row = || 0..rules.side();
        let sees = |a: usize, b: usize| rules.geometry().sees(a, b);
        let free = free && first_row().all(|a| (0..a).all(|b| sees(a, b)));
        if free {
            (1..).zip(&mut start[..rules.side()]).for_each(|(digit, cell)| *cell = digit);
        }
        let most = LISTED as u64 + 1;
        if Solver::new(rules).count(&start[..], most, control)? >= most {
            return Ok(Grids::Searched);
        }
        let mut solutions = Solutions::new(Arc::new(rules.clone()), &start[..]);
        let mut grids = Vec::new();
        while let Some(grid) = solutions.next(control)? {
            grids.extend_from_slice(&grid);
        }
        Ok(Grids::Listed { grids, free })
    }

    /// Writes the random grids number `first`, `first + 1`, …, side² bytes each. If the grids are searched, every grid
    /// can occur, but not all have the same probability.
    ///
    /// # Errors
    /// [`Error::Impossible`] if there is no grid, [`Error::NotFound`] if none was found, [`Error::Stopped`].
    ///
    /// # Panics
    /// If an item's number is [`ITEMS`] or more.
    pub fn fill(
        &self,
        rules: &RuleSet,
        key: &Key,
        first: u64,
        grids: &mut [u8],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        for (item, grid) in (first..).zip(grids.chunks_exact_mut(rules.cells())) {
            assert!(item < ITEMS, "expected an item number below 2^40");
            control.checkpoint()?;
            match self {
                Grids::TwoStacks { transposed } => {
                    let mut words = key.words(Domain::Grids, item, 0);
                    TwoStacks::of(rules.side()).random(&mut words, *transposed, grid);
                }
                Grids::Listed { grids, free } => {
                    let all = grids.chunks_exact(rules.cells());
                    if all.len() == 0 {
                        return Err(Error::Impossible { reason: NO_GRID.to_owned() });
                    }
                    let mut words = key.words(Domain::Grids, item, 0);
                    let chosen = words.below(all.len() as u64) as usize;
                    grid.copy_from_slice(&grids[chosen * rules.cells()..][..rules.cells()]);
                    if *free {
                        let mut labels: Vec<u8> = (1..=rules.digits() as u8).collect();
                        words.shuffle(&mut labels);
                        grid.iter_mut().for_each(|digit| *digit = labels[usize::from(*digit) - 1]);
                    }
                }
                Grids::Searched => search(rules, key, item, TRIES, grid, control)?,
            }
        }
        Ok(())
    }
}

const NO_GRID: &str = "no grid obeys the rules";

/// Writes random grid number `item` by random search with at most `tries` attempts.
///
/// # Errors
/// [`Error::Impossible`] if there is no grid, [`Error::NotFound`] if none was found, [`Error::Stopped`].
pub fn search(
    rules: &RuleSet,
    key: &Key,
    item: u64,
    tries: u64,
    grid: &mut [u8],
    control: &Control<'_>,
) -> Result<(), Error> {
    let trail = rules.trail();
    let mut state = State::new(trail);
    let begun = state.reset(trail, Start::Candidates(rules.allowed()));
    if begun.and_then(|()| state.propagate(trail, Effort::Full)).is_err() {
        return Err(Error::Impossible { reason: NO_GRID.to_owned() });
    }
    let mut words = key.words(Domain::Grids, item, 0);
    for attempt in 0..tries {
        if attempt == ALONE && choose_each_cell(rules, &mut words, grid, control)? {
            return Ok(());
        }
        match fill(rules, &mut state, &mut words, DEAD_ENDS + attempt as u32, control)? {
            Filled::Full => {
                state.write_digits(grid);
                return Ok(());
            }
            Filled::Impossible => {
                return Err(Error::Impossible { reason: NO_GRID.to_owned() });
            }
            Filled::Abandoned => {}
        }
    }
    Err(Error::NotFound {
        item,
        wanted: "a complete grid".to_owned(),
        attempts: tries,
        found: String::new(),
    })
}

enum Filled {
    Full,
    Abandoned,
    Impossible,
}

/// Makes one attempt; restores the state unless it found a grid.
fn fill(
    rules: &RuleSet,
    state: &mut State,
    words: &mut Words,
    most_dead_ends: u32,
    control: &Control<'_>,
) -> Result<Filled, Error> {
    let trail = rules.trail();
    let bottom = state.mark();
    let mut guesses: Vec<(usize, u16, u64)> = Vec::new();
    let mut dead_ends = 0;
    while state.open > 0 {
        control.checkpoint()?;
        let (cell, digit) = pick(state, words);
        guesses.push((state.mark(), cell, digit));
        let mut held = state.keep(trail, cell, digit);
        while held.and_then(|()| state.propagate(trail, Effort::Full)) == Err(Conflict) {
            dead_ends += 1;
            let Some((mark, cell, digit)) = guesses.pop() else { return Ok(Filled::Impossible) };
            state.undo(mark);
            if dead_ends > most_dead_ends {
                state.undo(bottom);
                return Ok(Filled::Abandoned);
            }
            held = state.keep(trail, cell, !digit);
        }
    }
    Ok(Filled::Full)
}

/// Writes a grid whose digits are chosen cell by cell, in random order, among the digits that extend to a grid. Returns
/// `false` if that takes the solver too many nodes.
fn choose_each_cell(
    rules: &RuleSet,
    words: &mut Words,
    grid: &mut [u8],
    control: &Control<'_>,
) -> Result<bool, Error> {
    let mut solver = Solver::new(rules);
    let mut nodes = NODES;
    let mut sets = rules.allowed().to_vec();
    let mut ask = |sets: &[u64], grid: &mut [u8]| match solver.find(sets, grid, &mut nodes, control)
    {
        Err(Error::Stopped(Stop::Nodes)) => Ok(None),
        found => found.map(Some),
    };
    match ask(&sets, grid)? {
        None => return Ok(false),
        Some(false) => {
            return Err(Error::Impossible { reason: NO_GRID.to_owned() });
        }
        Some(true) => {}
    }
    let mut order: Vec<usize> = (0..sets.len()).collect();
    words.shuffle(&mut order);
    for cell in order {
        // The known grid contains all digits chosen so far.
        let mut left = sets[cell];
        loop {
            let number = words.below(u64::from(left.count_ones())) as usize;
            let digit = bits(left).nth(number).expect("a digit with this number");
            sets[cell] = digit;
            if digit == of_given(grid[cell]) {
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

/// A random cell among the cells with the fewest digits, and a random digit of it.
fn pick(state: &State, words: &mut Words) -> (u16, u64) {
    let sizes = || state.domain.iter().map(|digits| digits.count_ones()).enumerate();
    let fewest = sizes().map(|(_, size)| size).filter(|&size| size > 1).min().unwrap_or(0);
    let mut cells: Vec<usize> =
        sizes().filter(|&(_, size)| size == fewest).map(|(cell, _)| cell).collect();
    let cell = cells.swap_remove(words.below(cells.len() as u64) as usize);
    let number = words.below(u64::from(fewest)) as usize;
    let digit = bits(state.domain[cell]).nth(number).expect("a digit with this number");
    (cell as u16, digit)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rules::Constraint;

    /// The rows and columns of a board whose cells may hold any of its digits.
    fn latin(side: usize) -> Vec<Constraint> {
        let row = |k: usize| (0..side).map(|i| side * k + i).collect();
        let column = |k: usize| (0..side).map(|i| side * i + k).collect();
        let lines = (0..side).flat_map(|k| [row(k), column(k)]);
        lines.map(Constraint::different).collect()
    }

    #[test]
    fn rows_that_may_repeat_digits_are_listed() {
        // Each column contains 1 and 2.
        let columns = [vec![0, 2], vec![1, 3]].map(Constraint::different);
        let rules = RuleSet::new(2, &columns).unwrap();
        let grids = Grids::new(&rules, true, &Control::unlimited()).unwrap();
        let Grids::Listed { grids, free } = grids else { panic!("four grids can be listed") };
        let listed: HashSet<&[u8]> = grids.chunks(4).collect();
        assert_eq!((listed.len(), free), (4, false));
    }

    #[test]
    fn digit_by_digit_every_grid_comes() {
        let rules = RuleSet::new(4, &latin(4)).unwrap();
        let mut found = HashSet::new();
        for item in 0..6000 {
            let mut words = Key::from_u64(5).words(Domain::Grids, item, 0);
            let mut grid = [0; 16];
            let control = Control::unlimited();
            assert!(choose_each_cell(&rules, &mut words, &mut grid, &control).unwrap());
            found.insert(grid);
        }
        // The Latin squares of order 4.
        assert_eq!(found.len(), 576);
    }
}
