//! The scale of HoDoKu 2.2: level and score.
//!
//! ```text
//!   57 searches in the order of the table  ──►  the conclusion of the first that has one  ──►  apply, begin again
//!   4 more if they are named
//!
//!   score   the sum of the scores of all steps
//!   level   that of the hardest step; one up for each level whose highest score is exceeded
//! ```
//!
//! Which step is taken decides all later ones, so the searches follow the order of the program to the letter, also in the
//! order in which a step removes its candidates. Scores depend on the puzzle as it is written: equivalent puzzles can differ.
//!
//! HoDoKu is by Bernhard Hobiger. The techniques are written from a description of what the program does, and compared with
//! its results.

pub(crate) mod almost;
mod alternating;
pub(crate) mod best;
mod bug_plus_one;
mod colors;
mod fish;
pub(crate) mod found;
mod franken;
mod named;
mod proof;
mod queues;
mod rectangles;
mod remote_pair;
mod searches;
mod single_digit;
mod subsets;
mod sue_de_coq;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod wings;
mod x_chain;
mod xy_chain;

pub use queues::State;
pub use table::techniques_in_order;

use crate::board::Grid;
use crate::control::{Control, Stop};
use crate::rules;

use super::filled::{Filled, Order};
use super::grid9::position::Changes;
use super::scale::{Halt, Scale, Start};
use super::score::{Grade, Level, Rating, Tally, Within};
use super::technique::{Options, Techniques};
use super::{Nodes, Step, Technique};
use found::Found;
use proof::Proof;
use searches::{Memory, first};
use table::{ROWS, techniques_of};

/// Level and score of a puzzle, as if it had exactly one solution. It may take long; [`Scale::rate`] has limits.
pub fn rate(puzzle: &Grid) -> Rating<Grade> {
    let mut scale = Hodoku::new(Options::default());
    let cells = &puzzle.cells()[..];
    scale.rate_puzzle(cells.into(), &Control::unlimited()).expect("nothing stops it")
}

/// The scale, with the memory of its searches, which is kept from puzzle to puzzle.
pub struct Hodoku {
    allowed: Techniques,
    /// Which rows of the table are used.
    rows: u64,
    /// For each row what it has not seen, but the rows before it have.
    pending: [Changes; ROWS],
    memory: Memory,
}

impl Hodoku {
    /// A scale that uses the techniques of `options`.
    pub fn new(options: Options) -> Hodoku {
        let allowed = options.allowed();
        let rows = rows(|technique| allowed.contains(technique));
        Hodoku { allowed, rows, pending: [Changes::ALL; ROWS], memory: Memory::new() }
    }

    /// Forgets the puzzle before.
    fn begin(&mut self) {
        self.pending = [Changes::ALL; ROWS];
        self.memory.forget();
    }

    /// The next step of the path on which the searches of the scale are.
    ///
    /// A search gets the changes since it last found nothing. Every search runs whenever a later one runs, so a row has seen all
    /// that the rows after it have seen.
    fn search(
        &mut self,
        state: &mut State,
        nodes: &Nodes<'_>,
    ) -> Result<Option<Found<Proof>>, Stop> {
        let mut unseen = Changes::NONE;
        for row in 0..ROWS {
            if row == SINGLES {
                nodes.checkpoint()?;
                unseen = state.position_mut().take_changes();
                self.memory.forget();
            }
            if self.rows >> row & 1 == 0 {
                continue;
            }
            if row >= SINGLES {
                unseen.add(&self.pending[row]);
                self.pending[row] = Changes::NONE;
            }
            let technique = techniques_of(row)[0];
            let among = (self.allowed, &unseen);
            if let Some(found) = first(technique, state, among, &mut self.memory, nodes)? {
                self.pending[row] = unseen;
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Takes step after step and shows each before it is applied, as long as `show` says to go on; whether all cells are
    /// filled at the end.
    fn walk(
        &mut self,
        state: &mut State,
        nodes: &Nodes<'_>,
        mut show: impl FnMut(&State, &Found<Proof>) -> bool,
    ) -> Result<bool, Stop> {
        self.begin();
        while !state.position().is_full() {
            let Some(found) = self.search(state, nodes)? else { return Ok(false) };
            if !show(state, &found) {
                return Ok(false);
            }
            state.apply(&found.placements, &found.eliminations);
        }
        Ok(true)
    }

    /// The open cells in the order in which the steps fill them, as far as there are steps.
    ///
    /// # Errors
    /// As [`Scale::rate`].
    pub fn filled(
        &mut self,
        puzzle: rules::Start<'_>,
        control: &Control<'_>,
    ) -> Result<Vec<Filled>, Stop> {
        let mut state = self.position(&Start::new(puzzle));
        let mut order = Order::new(state.position().values());
        self.walk(&mut state, &Nodes::new(control), |state, found| {
            let place = found.technique.place();
            let rank = f64::from(place) + f64::from(found.technique.number()) / 256.0;
            order.step(state.position().values(), found.technique, rank);
            true
        })?;
        Ok(order.end(state.position().values()))
    }
}

/// The rows with a technique that is wanted.
fn rows(mut is_wanted: impl FnMut(Technique) -> bool) -> u64 {
    let used = |row: usize| techniques_of(row).iter().any(|&technique| is_wanted(technique));
    (0..ROWS).map(used).enumerate().fold(0, |rows, (row, used)| rows | u64::from(used) << row)
}

impl Scale for Hodoku {
    type Position = State;
    type Grade = Grade;

    fn position(&self, start: &Start) -> State {
        State::new(&start.grid(), start.given_cells(), &start.digits())
    }

    fn values<'p>(&self, state: &'p State) -> &'p [u8] {
        state.position().values()
    }

    fn candidates(&self, state: &State) -> Vec<u64> {
        state.position().masks()
    }

    fn contradicts_itself(&self, state: &State) -> bool {
        state.position().is_impossible()
    }

    fn next(&mut self, state: &mut State, nodes: &Nodes<'_>) -> Result<Option<Step>, Halt> {
        self.begin();
        let Some(found) = self.search(state, nodes)? else { return Ok(None) };
        let step = found.step(state.position());
        state.apply(&found.placements, &found.eliminations);
        Ok(Some(step))
    }

    /// The step of each search that has one, in the order of the scale; of singles all.
    fn all(&mut self, state: &State, nodes: &Nodes<'_>) -> Result<Vec<Step>, Halt> {
        let singles = state.all_singles().into_iter();
        let allowed = singles.filter(|found| self.allowed.contains(found.technique));
        let mut all: Vec<Found<Proof>> = allowed.map(Found::into).collect();
        self.memory.forget();
        for row in (SINGLES..ROWS).filter(|row| self.rows >> row & 1 != 0) {
            nodes.checkpoint()?;
            let mut state = state.clone();
            let technique = techniques_of(row)[0];
            let among = (self.allowed, &Changes::ALL);
            all.extend(first(technique, &mut state, among, &mut self.memory, nodes)?);
        }
        Ok(all.iter().map(|found| found.step(state.position())).collect())
    }

    fn level(&self, _: &Start, steps: &[Technique], is_solved: bool) -> Option<(Level, u32)> {
        let grade = Tally::of(steps.iter().copied()).rating(is_solved, None).grade;
        Some((grade.level, grade.score))
    }

    fn rate(&mut self, mut state: State, nodes: &Nodes<'_>) -> Result<Rating<Grade>, Stop> {
        let mut tally = Tally::new();
        let is_solved = self.walk(&mut state, nodes, |_, found| {
            tally.add(found.technique);
            true
        })?;
        Ok(tally.rating(is_solved, None))
    }

    fn rate_within(
        &mut self,
        mut state: State,
        within: &Within,
        nodes: &Nodes<'_>,
    ) -> Result<Option<Rating<Grade>>, Stop> {
        // The rows up to the last that may give a step of a puzzle that is wanted.
        let last = rows(|technique| within.wants(technique)).checked_ilog2();
        let all = self.rows;
        self.rows &= last.map_or(0, |last| u64::MAX >> (63 - last));
        let mut tally = Tally::new();
        let walked = self.walk(&mut state, nodes, |_, found| {
            tally.add(found.technique);
            within.fits(&tally, found.technique)
        });
        self.rows = all;
        let is_solved = walked?;
        let rating = tally.rating(true, None);
        Ok((is_solved && rating.grade.level <= within.level).then_some(rating))
    }
}

/// The first rows of the table: they have queues.
const SINGLES: usize = 3;
