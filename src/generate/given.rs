//! Given puzzles: makes them minimal, marks redundant clues, searches for harder neighbors.

#![forbid(unsafe_code)]

use crate::board::{Candidates, Cell, Digits, Grid};
use crate::control::{Control, Stop, decided};
use crate::error::Error;
use crate::random::{Domain, Key, Words};
use crate::solve::{Answers, Backend, Puzzle, Puzzles, Query, UNDECIDED, count_up_to};

use super::reduce::{Questions, Reduction, puzzle, reduce};
use super::symmetry::Symmetry;
use super::unavoidable::{CellSet, difference};

fn clues(puzzle: &Grid) -> CellSet {
    difference(puzzle, &Grid::EMPTY)
}

/// Removes clues in random order until none can be removed or only `fewest` are left. Puzzle i of the slice is item
/// `first + i` of its stream, and its result depends only on the seed and that number. If the nodes or the time run out,
/// the remaining clues are kept.
///
/// # Errors
/// [`Error::NotUnique`] with the number of the first puzzle that has no or several solutions; [`Error::Stopped`].
///
/// # Panics
/// If there is not one result for each puzzle, or an item's number is 2^57 or more.
pub fn minimize(
    backend: Backend,
    key: &Key,
    first: u64,
    fewest: u32,
    puzzles: &[Grid],
    out: &mut [Grid],
    control: &Control<'_>,
) -> Result<(), Error> {
    const STEP: usize = 512;
    assert_eq!(puzzles.len(), out.len());
    if control.nodes() < u64::MAX {
        return minimize_within(key, first, fewest, puzzles, out, control);
    }
    let cells = Symmetry::None.orbit_of_each();
    let mut questions = Questions::default();
    let mut number = first;
    for (puzzles, out) in puzzles.chunks(STEP).zip(out.chunks_mut(STEP)) {
        let (counts, solutions) = two_solutions(backend, puzzles, control)?;
        let mut reductions = Vec::with_capacity(puzzles.len());
        let mut reduced = Vec::with_capacity(puzzles.len());
        for (((given, out), solution), count) in puzzles.iter().zip(out).zip(&solutions).zip(counts)
        {
            *out = *given;
            match count {
                1 => {
                    let order = order(key, number, given);
                    reductions.push(Reduction::new(solution, clues(given), &cells, &order, fewest));
                    reduced.push(out);
                }
                UNDECIDED => {}
                solutions => return Err(Error::NotUnique { row: number as usize, solutions }),
            }
            number += 1;
        }
        match reduce(backend, &mut reductions, &mut questions, control) {
            // Each puzzle has one solution after each removal, so a part of the removals is a valid result.
            Err(Error::Stopped(Stop::Deadline)) => {}
            result => result?,
        }
        for (out, reduction) in reduced.into_iter().zip(&reductions) {
            *out = puzzle(reduction.solution(), reduction.clues());
        }
    }
    Ok(())
}

/// [`minimize`] with a limit of nodes, one clue after another.
fn minimize_within(
    key: &Key,
    first: u64,
    fewest: u32,
    puzzles: &[Grid],
    out: &mut [Grid],
    control: &Control<'_>,
) -> Result<(), Error> {
    out.copy_from_slice(puzzles);
    for (number, puzzle) in (first..).zip(out) {
        if !control.has_time()? {
            return Ok(());
        }
        let (mut masks, mut nodes) = (puzzle.givens(), control.nodes());
        let mut count = |masks: &Candidates, limit| {
            decided(count_up_to(Puzzle::Candidates(masks), limit, &mut nodes, control))
        };
        match count(&masks, 2)? {
            Some(1) => {}
            Some(solutions) => return Err(Error::NotUnique { row: number as usize, solutions }),
            None => continue,
        }
        let mut clues = puzzle.clues();
        for cell in order(key, number, puzzle).into_iter().map(usize::from) {
            let given = masks[cell];
            masks[cell] = !given;
            if clues > fewest as usize && count(&masks, 1)? == Some(0) {
                masks[cell] = Digits::ALL;
                puzzle.set(Cell::new(cell), 0);
                clues -= 1;
            } else {
                masks[cell] = given;
            }
        }
    }
    Ok(())
}

/// The cells of the clues, in the random order in which they are removed.
fn order(key: &Key, number: u64, given: &Grid) -> Vec<u8> {
    let mut order: Vec<u8> = (0..81).filter(|&i| given.cells()[usize::from(i)] != 0).collect();
    key.words(Domain::Minimize, 0, 128 * number).shuffle(&mut order);
    order
}

/// Marks redundant givens: the removal of that given alone leaves the number of solutions unchanged. A mark is `None` if
/// the nodes or the time ran out.
///
/// # Errors
/// [`Error::Stopped`].
///
/// # Panics
/// If there is not one result for each puzzle.
pub fn redundant(
    backend: Backend,
    puzzles: &[Grid],
    out: &mut [[Option<bool>; 81]],
    control: &Control<'_>,
) -> Result<(), Error> {
    assert_eq!(puzzles.len(), out.len());
    let has_limit = control.nodes() < u64::MAX;
    let step = if has_limit { 1 } else { 32 };
    for (puzzles, out) in puzzles.chunks(step).zip(out.chunks_mut(step)) {
        let mut asked = Vec::new();
        let mut questions = Vec::new();
        for (row, puzzle) in puzzles.iter().enumerate() {
            out[row] = [Some(false); 81];
            let givens = puzzle.givens();
            for cell in Cell::all().filter(|&cell| puzzle.get(cell) != 0) {
                let mut question = givens;
                question[cell.index()] = !Digits::only(puzzle.get(cell));
                questions.push(question);
                asked.push((row, cell.index()));
            }
        }
        let mut counts = vec![UNDECIDED; questions.len()];
        // Queries that need no guess make no checkpoint.
        let has_time = control.has_time()?;
        if has_time && has_limit {
            let mut nodes = control.nodes();
            for (count, question) in counts.iter_mut().zip(&questions) {
                let question = Puzzle::Candidates(question);
                let found = decided(count_up_to(question, 1, &mut nodes, control))?;
                *count = found.unwrap_or(UNDECIDED);
            }
        } else if has_time {
            let query = Query::new(Puzzles::Candidates(&questions), 1);
            backend.search(
                &query,
                &mut Answers { counts: &mut counts, solutions: None },
                control,
            )?;
        }
        for ((row, cell), count) in asked.into_iter().zip(counts) {
            out[row][cell] = (count != UNDECIDED).then_some(count == 0);
        }
    }
    Ok(())
}

/// The number of neighbors from which `harder` selects the best.
const NEIGHBOURS: usize = 32;

/// Moves from each puzzle to the hardest of some neighbors by a measure, unless all are easier. Repeats this `rounds`
/// times, or until the measure reaches `target`.
///
/// A neighbor has one or two clues removed and as many added elsewhere ({−1+1}, {−2+2}). The removal admits other
/// solutions. With probability 1/2 one of them becomes the new solution. Clues are then added in cells where two
/// solutions differ until one solution is left. The result is the hardest puzzle visited: never easier than before,
/// with the same number of clues. Only the portable kernel is used, so the result is the same on every machine if the
/// measure is.
///
/// # Errors
/// [`Error::NotUnique`], [`Error::Stopped`].
///
/// # Panics
/// If there is not one result for each puzzle, or an item's number is 2^48 or more.
#[expect(clippy::too_many_arguments, reason = "the request, its source and its outputs")]
pub fn harder(
    key: &Key,
    first: u64,
    puzzles: &[Grid],
    out: &mut [Grid],
    rounds: u32,
    measure: &mut dyn FnMut(&Grid, &Control<'_>) -> Result<f64, Error>,
    target: f64,
    control: &Control<'_>,
) -> Result<(), Error> {
    assert_eq!(puzzles.len(), out.len());
    for (number, (given, out)) in (first..).zip(puzzles.iter().zip(out)) {
        let (counts, solutions) =
            two_solutions(Backend::Scalar, std::slice::from_ref(given), control)?;
        if counts[0] != 1 {
            return Err(Error::NotUnique { row: number as usize, solutions: counts[0] });
        }
        let mut words = key.words(Domain::Harder, number, 0);
        let mut here = (measure(given, control)?, *given, solutions[0]);
        let mut best = here;
        for _ in 0..rounds {
            if best.0 >= target {
                break;
            }
            let mut next: Option<(f64, Grid, Grid)> = None;
            for _ in 0..NEIGHBOURS {
                control.checkpoint()?;
                if let Some((puzzle, solution)) = neighbour(&here.1, &here.2, &mut words, control)?
                {
                    let hard = measure(&puzzle, control)?;
                    if next.is_none_or(|(most, ..)| hard > most) {
                        next = Some((hard, puzzle, solution));
                    }
                }
            }
            // Steps to equally hard puzzles cross plateaus.
            if let Some(next) = next
                && next.0 >= here.0
            {
                here = next;
                if here.0 > best.0 {
                    best = here;
                }
            }
        }
        *out = best.1;
    }
    Ok(())
}

/// A random unique puzzle with the same number of clues, one or two of them moved; `None` if the attempt failed.
fn neighbour(
    puzzle: &Grid,
    solution: &Grid,
    words: &mut Words,
    control: &Control<'_>,
) -> Result<Option<(Grid, Grid)>, Error> {
    let (mut puzzle, mut solution) = (*puzzle, *solution);
    let exchanged = 1 + words.below(2);
    let mut removed: CellSet = 0;
    for _ in 0..exchanged {
        let clues: Vec<Cell> = Cell::all().filter(|&cell| puzzle.get(cell) != 0).collect();
        let cell = clues[words.below(clues.len() as u64) as usize];
        puzzle.set(cell, 0);
        removed |= 1 << cell.index();
    }
    for added in 0..=exchanged {
        let Some(other) = another(&puzzle, &solution, control)? else {
            // The puzzle is unique with fewer clues than before: the missing clues are added anywhere and are
            // redundant.
            for _ in added..exchanged {
                let blank: Vec<Cell> = Cell::all().filter(|&cell| puzzle.get(cell) == 0).collect();
                let cell = blank[words.below(blank.len() as u64) as usize];
                puzzle.set(cell, solution.get(cell));
            }
            return Ok(Some((puzzle, solution)));
        };
        if added == exchanged {
            break;
        }
        let places = difference(&solution, &other) & !removed;
        if places == 0 {
            break;
        }
        let mut place = places;
        for _ in 0..words.below(u64::from(places.count_ones())) {
            place &= place - 1;
        }
        let cell = Cell::new(place.trailing_zeros() as usize);
        if words.below(2) == 1 {
            solution = other;
        }
        puzzle.set(cell, solution.get(cell));
    }
    Ok(None)
}

/// A solution of `puzzle` other than `solution`, which must be a solution.
fn another(puzzle: &Grid, solution: &Grid, control: &Control<'_>) -> Result<Option<Grid>, Error> {
    let ask = |puzzles: Puzzles<'_>, limit| {
        let (mut counts, mut found) = ([0], [Grid::EMPTY]);
        let mut answers = Answers { counts: &mut counts, solutions: Some(&mut found) };
        Backend::Scalar.search(&Query::new(puzzles, limit), &mut answers, control)?;
        Ok::<_, Error>((counts[0], found[0]))
    };
    let (count, found) = ask(Puzzles::Grids(std::slice::from_ref(puzzle)), 2)?;
    if count < 2 || found != *solution {
        return Ok((count >= 2).then_some(found));
    }
    // The search found the known solution first. Another one differs somewhere, so exclude the known digits one by one.
    let givens = puzzle.givens();
    for cell in Cell::all().filter(|&cell| puzzle.get(cell) == 0) {
        let mut question = givens;
        question[cell.index()] = !Digits::only(solution.get(cell));
        let (count, found) = ask(Puzzles::Candidates(&[question]), 1)?;
        if count == 1 {
            return Ok(Some(found));
        }
    }
    unreachable!("one of two solutions differs from the known one in a blank cell")
}

fn two_solutions(
    backend: Backend,
    puzzles: &[Grid],
    control: &Control<'_>,
) -> Result<(Vec<u64>, Vec<Grid>), Error> {
    let (mut counts, mut solutions) = (vec![0; puzzles.len()], vec![Grid::EMPTY; puzzles.len()]);
    let query = Query::new(Puzzles::Grids(puzzles), 2);
    let mut answers = Answers { counts: &mut counts, solutions: Some(&mut solutions) };
    backend.search(&query, &mut answers, control)?;
    Ok((counts, solutions))
}
