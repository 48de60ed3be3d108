//! New puzzles: removes clues of random grids in random order until one puzzle meets the request.

#![forbid(unsafe_code)]

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::control::Control;
use crate::error::Error;
use crate::generate::produce::Refused;
use crate::generate::{Judge, Request, Symmetry};
use crate::random::{Domain, Key};
use crate::rules::{RuleSet, Solver};

use super::ITEMS;
use super::grids::Grids;
use super::removal::Removal;

/// The default number of grids to try for each puzzle: seconds on one core for a 9x9 puzzle.
const EFFORT: u64 = 200;

/// The default if a judge rejects most of the puzzles: minutes.
const JUDGED_EFFORT: u64 = 10_000;

/// Fills `puzzles` and `solutions`, side² bytes each, with the puzzles number `first`, `first + 1`, … and their
/// solutions; `made` counts the finished puzzles. A puzzle depends only on the rules, the request, the judge, the key
/// and its number: it is the result of the first attempt that succeeds and that the judge accepts. Without `grids`, the
/// request must contain a solution.
///
/// # Errors
/// [`Error::Impossible`], [`Error::NotFound`], [`Error::Stopped`].
///
/// # Panics
/// If the slices differ in length or are not whole boards, an item's number is [`ITEMS`] or more, or there is neither
/// `grids` nor a solution in the request.
#[expect(clippy::too_many_arguments, reason = "rules, request, stream and output")]
pub fn generate(
    rules: &RuleSet,
    grids: Option<&Grids>,
    request: &Request,
    mut judge: Option<&mut dyn Judge>,
    key: &Key,
    first: u64,
    puzzles: &mut [u8],
    solutions: &mut [u8],
    made: &AtomicU64,
    control: &Control<'_>,
) -> Result<(), Error> {
    request.check_other(rules.side())?;
    let area = rules.cells();
    assert!(puzzles.len() == solutions.len() && puzzles.len().is_multiple_of(area));
    let groups = request.symmetry.groups(rules.side());
    let mut solver = Solver::new(rules);
    if let Some(given) = &request.solution
        && (given.contains(&0)
            || Removal::new(&mut solver, given, control).solutions(control)? != 1)
    {
        return Err(Request::broken());
    }
    let rows = puzzles.chunks_exact_mut(area).zip(solutions.chunks_exact_mut(area));
    for (item, (puzzle, solution)) in (first..).zip(rows) {
        assert!(item < ITEMS, "expected an item number below 2^40");
        let default = if judge.is_some() { JUDGED_EFFORT } else { EFFORT };
        let attempts = request.effort.map_or(default, NonZeroU64::get);
        let mut found = false;
        let mut refused = Refused::default();
        for attempt in 0..attempts {
            let key = key_of(key, attempt);
            match (&request.solution, grids) {
                (Some(given), _) => solution.copy_from_slice(given),
                (None, Some(grids)) => grids.fill(rules, &key, item, solution, control)?,
                (None, None) => unreachable!("expected grids or a given solution"),
            }
            found = self::attempt(
                &mut solver,
                request,
                &groups,
                &key,
                item,
                solution,
                puzzle,
                control,
            )? && refused.accepts(&mut judge, puzzle, control)?;
            if found {
                break;
            }
        }
        if !found {
            return Err(refused.error(item, request, &judge, attempts));
        }
        made.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// The key of an attempt; the first attempt uses the seed's own key.
pub(in crate::generate) fn key_of(key: &Key, attempt: u64) -> Key {
    if attempt == 0 {
        return *key;
    }
    let mut words = key.words(Domain::Retries, attempt, 0);
    Key::from_state(std::array::from_fn(|_| words.next_word() as u32))
}

/// Makes a puzzle from a grid; returns whether it meets the request.
#[expect(clippy::too_many_arguments, reason = "the body of one loop")]
fn attempt(
    solver: &mut Solver<'_>,
    request: &Request,
    groups: &[Vec<usize>],
    key: &Key,
    item: u64,
    grid: &[u8],
    puzzle: &mut [u8],
    control: &Control<'_>,
) -> Result<bool, Error> {
    puzzle.copy_from_slice(grid);
    if let Some(pattern) = &request.pattern {
        for (digit, inside) in puzzle.iter_mut().zip(pattern) {
            *digit *= u8::from(*inside);
        }
    }
    let mut removal = Removal::new(solver, puzzle, control);
    if request.pattern.is_some() {
        if removal.solutions(control)? != 1 {
            return Ok(false);
        }
        if !request.reduces() {
            return Ok(true);
        }
    }
    let mut words = key.words(Domain::Clues, item, 0);
    let fewest = match request.clues {
        Some((low, high)) if !request.minimal => {
            low as usize + words.below(u64::from(high - low) + 1) as usize
        }
        _ => 0,
    };
    let mut units: Vec<Vec<usize>> = groups
        .iter()
        .map(|group| group.iter().copied().filter(|&cell| puzzle[cell] != 0).collect())
        .filter(|unit: &Vec<usize>| !unit.is_empty())
        .collect();
    words.shuffle(&mut units);
    let mut clues = puzzle.iter().filter(|&&digit| digit != 0).count();
    for unit in &units {
        control.checkpoint()?;
        if clues - unit.len() >= fewest && removal.remove(unit, control)? {
            clues -= unit.len();
        }
    }
    // After the removal of whole groups, a single clue may still be redundant.
    if request.minimal && request.symmetry != Symmetry::None {
        for cell in 0..puzzle.len() {
            if removal.puzzle[cell] != 0 && removal.follows(cell, control)? {
                return Ok(false);
            }
        }
    }
    puzzle.copy_from_slice(&removal.puzzle);
    Ok(request.allows(clues as u32))
}
