//! New classic puzzles: attempts, in waves, until each item has its puzzle.
//!
//! ```text
//!   item 7   attempt 0 ✗                 wave 1: one attempt for each item
//!            attempts 1 ✗ 2 ✗            wave 2: two for each remaining item
//!            attempts 3 ✗ 4 ✓ 5 ✗ 6 ✓    wave 3: four … the first that succeeds counts: number 4
//! ```
//!
//! Attempt a of item i is a grid and an order of the cells, read from words that depend only on the seed, i and a. The
//! first successful attempt is the item's puzzle. A puzzle therefore depends neither on the machine nor on the wave,
//! and the kernels always receive hundreds of puzzles at once, even for a single item that is hard to find. A [`Judge`]
//! judges the successful attempts of an item one after another, up to the first that it accepts.

#![forbid(unsafe_code)]

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::Grid;
use crate::control::Control;
use crate::error::Error;
use crate::random::{Domain, Key};
use crate::solve::Backend;

use super::attempt::Attempt;
use super::controlled;
use super::grids::GridStream;
use super::reduce::{Questions, Reduction, puzzle, reduce};
use super::request::{Method, Request, given_grid};
use super::symmetry::Symmetry;
use super::unavoidable::{CellSet, EVERYWHERE, cells, sets};

/// The exclusive upper bound of item numbers.
pub const ITEMS: u64 = 1 << 40;

/// The number of attempts at a time: enough for every lane of the widest kernel, and few enough (2 KB each) for the
/// second-level cache.
const WAVE: usize = 512;

/// The number of words for the choices of an attempt.
const WORDS: u64 = 128;

/// A stream of puzzles, and the kernels that compute it.
#[derive(Clone, Copy, Debug)]
pub struct Maker {
    /// The seed.
    pub key: Key,
    /// The kernels, which do not affect the result.
    pub backend: Backend,
}

/// Judges puzzles by criteria beyond a [`Request`], such as difficulty.
pub trait Judge {
    /// Judges the cells of a puzzle with one solution. The result must depend only on the puzzle.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    fn judge(&mut self, puzzle: &[u8], control: &Control<'_>) -> Result<Judgement, Error>;

    /// A description of the requested puzzles, to follow "a puzzle with … and" in messages.
    fn wanted(&self) -> String;
}

/// The result of comparing a puzzle with the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// The puzzle meets the request.
    Accepted,
    /// The puzzle is easier.
    Easier,
    /// The puzzle is harder.
    Harder,
    /// The puzzle needs a technique that is not allowed, or does not need a required one.
    OtherSteps,
}

/// The numbers of an item's puzzles that were easier, harder, or needed other techniques.
#[derive(Clone, Copy, Default)]
pub(super) struct Refused([u64; 3]);

impl Refused {
    /// Whether the judge, if there is one, accepts a puzzle.
    pub fn accepts(
        &mut self,
        judge: &mut Option<&mut dyn Judge>,
        puzzle: &[u8],
        control: &Control<'_>,
    ) -> Result<bool, Error> {
        let Some(judge) = judge else { return Ok(true) };
        Ok(self.count(judge.judge(puzzle, control)?))
    }

    /// Counts a judgement; returns whether it is acceptance.
    pub fn count(&mut self, judgement: Judgement) -> bool {
        match judgement {
            Judgement::Accepted => return true,
            Judgement::Easier => self.0[0] += 1,
            Judgement::Harder => self.0[1] += 1,
            Judgement::OtherSteps => self.0[2] += 1,
        }
        false
    }

    /// The error for an item, including a summary of the rejected puzzles.
    pub fn error(
        self,
        item: u64,
        request: &Request,
        judge: &Option<&mut dyn Judge>,
        attempts: u64,
    ) -> Error {
        let (mut wanted, mut found) = (request.to_string(), String::new());
        if let Some(judge) = judge {
            let joint = if wanted.contains(" with ") { "and" } else { "with" };
            wanted.push_str(&format!(" {joint} {}", judge.wanted()));
            found = self.to_string();
        }
        Error::NotFound { item, wanted, attempts, found }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [easier, harder, other] = self.0;
        write!(
            f,
            "of {} rated puzzles, {easier} were easier, {harder} were harder, {other} needed other techniques",
            easier + harder + other
        )
    }
}

/// Fills `puzzles` and `solutions` with the puzzles number `first`, `first + 1`, … and their solutions; `made` counts
/// the finished puzzles.
///
/// # Errors
/// [`Error::Impossible`], [`Error::NotFound`], [`Error::Stopped`].
///
/// # Panics
/// If the slices differ in length, or an item's number is [`ITEMS`] or more.
#[expect(clippy::too_many_arguments, reason = "the request, its source and its outputs")]
pub fn generate(
    maker: &Maker,
    request: &Request,
    mut judge: Option<&mut dyn Judge>,
    first: u64,
    puzzles: &mut [Grid],
    solutions: &mut [Grid],
    made: &AtomicU64,
    control: &Control<'_>,
) -> Result<(), Error> {
    assert_eq!(puzzles.len(), solutions.len());
    assert!(first.checked_add(puzzles.len() as u64).is_some_and(|end| end <= ITEMS));
    request.check()?;
    let mut questions = Questions::default();
    for start in (0..puzzles.len()).step_by(WAVE) {
        let end = puzzles.len().min(start + WAVE);
        let slots = Slots {
            first: first + start as u64,
            puzzles: &mut puzzles[start..end],
            solutions: &mut solutions[start..end],
        };
        waves(maker, request, &mut judge, slots, &mut questions, made, control)?;
    }
    Ok(())
}

struct Slots<'a> {
    first: u64,
    puzzles: &'a mut [Grid],
    solutions: &'a mut [Grid],
}

fn waves(
    maker: &Maker,
    request: &Request,
    judge: &mut Option<&mut dyn Judge>,
    slots: Slots<'_>,
    questions: &mut Questions,
    made: &AtomicU64,
    control: &Control<'_>,
) -> Result<(), Error> {
    let mut open: Vec<usize> = (0..slots.puzzles.len()).collect();
    let (mut done, mut width, effort) = (0, 1, request.grids());
    let mut refused = vec![Refused::default(); open.len()];
    while let Some(&slot) = open.first() {
        control.checkpoint()?;
        if done == effort {
            let item = slots.first + slot as u64;
            return Err(refused[slot].error(item, request, judge, done));
        }
        width = width.min((WAVE / open.len()).max(1)).min((effort - done) as usize);
        let mut attempts = maker.begin(request, slots.first, &open, done, width);
        work(maker.backend, request, &mut attempts, questions, control)?;
        open.clear();
        for of_item in attempts.chunks(width) {
            let slot = of_item[0].slot;
            let mut is_open = true;
            for attempt in of_item.iter().filter(|attempt| attempt.alive) {
                let puzzle = puzzle(&attempt.solution, attempt.clues);
                is_open = !refused[slot].accepts(judge, puzzle.cells(), control)?;
                if !is_open {
                    slots.puzzles[slot] = puzzle;
                    slots.solutions[slot] = attempt.solution;
                    made.fetch_add(1, Ordering::Relaxed);
                    break;
                }
            }
            if is_open {
                open.push(slot);
            }
        }
        done += width as u64;
        width *= 2;
    }
    Ok(())
}

impl Maker {
    /// Creates attempts `done`, … `done + width - 1` of each open item.
    fn begin(
        &self,
        request: &Request,
        first: u64,
        open: &[usize],
        done: u64,
        width: usize,
    ) -> Vec<Attempt> {
        let stream =
            |domain, family| GridStream { key: self.key, domain, family, backend: self.backend };
        let given = request.solution.as_deref().and_then(given_grid);
        let mut grids = vec![given.unwrap_or(Grid::EMPTY); open.len() * width];
        if given.is_some() {
            // All attempts have this grid.
        } else if done == 0 {
            // The first attempts of consecutive items use consecutive grids of one stream.
            stream(Domain::Solutions, 0).fill(first, &mut grids);
        } else {
            for (&slot, grids) in open.iter().zip(grids.chunks_mut(width)) {
                stream(Domain::Attempts, first + slot as u64).fill(done, grids);
            }
        }
        let numbered = open.iter().flat_map(|&slot| (done..).take(width).map(move |a| (slot, a)));
        numbered
            .zip(grids)
            .map(|((slot, attempt), solution)| {
                let item = first + slot as u64;
                let mut words = self.key.words(Domain::Clues, item, WORDS * attempt);
                let mut order = std::array::from_fn(|cell| cell as u8);
                words.shuffle(&mut order);
                let aim = request
                    .clues
                    .map_or(0, |(low, high)| low + words.below(u64::from(high - low) + 1) as u32);
                Attempt { slot, solution, order, aim, clues: EVERYWHERE, alive: true }
            })
            .collect()
    }
}

/// Chooses the clues of all attempts and marks the attempts that meet the request.
fn work(
    backend: Backend,
    request: &Request,
    attempts: &mut [Attempt],
    questions: &mut Questions,
    control: &Control<'_>,
) -> Result<(), Error> {
    match request.method {
        Method::Controlled => controlled::choose(backend, attempts, control)?,
        Method::TopDown => choose(backend, request, attempts, questions, control)?,
    }
    for attempt in attempts.iter_mut().filter(|attempt| attempt.alive) {
        attempt.alive = request.allows(attempt.clues.count_ones());
    }
    // Removing clues one by one already leaves a minimal puzzle.
    if request.minimal && request.symmetry != Symmetry::None {
        keep_minimal(backend, attempts, questions, control)?;
    }
    Ok(())
}

/// Chooses clues from the top down.
fn choose(
    backend: Backend,
    request: &Request,
    attempts: &mut [Attempt],
    questions: &mut Questions,
    control: &Control<'_>,
) -> Result<(), Error> {
    let inside = request.open_cells();
    let units = request.symmetry.orbit_of_each();
    for attempt in attempts.iter_mut() {
        attempt.clues = inside;
        if inside != EVERYWHERE {
            attempt.alive = sets(&attempt.solution).iter().all(|set| set & inside != 0);
        }
    }
    if inside != EVERYWHERE {
        questions.clear();
        for (i, attempt) in attempts.iter().enumerate().filter(|(_, attempt)| attempt.alive) {
            questions.put(i, &attempt.solution.givens(), EVERYWHERE & !inside);
        }
        questions.search(backend, control, &mut |i, unique, _| attempts[i].alive = unique)?;
    }
    if request.pattern.is_some() && !request.reduces() {
        return Ok(());
    }
    let mut numbers = Vec::with_capacity(attempts.len());
    let mut reductions = Vec::with_capacity(attempts.len());
    for (i, attempt) in attempts.iter().enumerate() {
        if attempt.alive {
            let fewest = if request.minimal { 0 } else { attempt.aim };
            let (solution, order) = (&attempt.solution, &attempt.order);
            reductions.push(Reduction::new(solution, inside, &units, order, fewest));
            numbers.push(i);
        }
    }
    reduce(backend, &mut reductions, questions, control)?;
    let clues: Vec<CellSet> = reductions.iter().map(Reduction::clues).collect();
    for (i, clues) in numbers.into_iter().zip(clues) {
        attempts[i].clues = clues;
    }
    Ok(())
}

/// Keeps only attempts without a redundant clue.
fn keep_minimal(
    backend: Backend,
    attempts: &mut [Attempt],
    questions: &mut Questions,
    control: &Control<'_>,
) -> Result<(), Error> {
    questions.clear();
    for (i, attempt) in attempts.iter().enumerate().filter(|(_, attempt)| attempt.alive) {
        let givens = puzzle(&attempt.solution, attempt.clues).givens();
        for cell in cells(attempt.clues) {
            questions.put(i, &givens, 1 << cell);
        }
    }
    questions.search(backend, control, &mut |i, unique, _| attempts[i].alive &= !unique)
}
