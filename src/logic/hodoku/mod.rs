//! The scale of HoDoKu 2.2: level and score.
//!
//! ```text
//!   57 searches in the order of the table  ──►  the conclusion of the first successful one  ──►  apply, repeat
//!   4 more on explicit request
//!
//!   score   the sum of the scores of all steps
//!   level   the level of the hardest step, raised by one for each level whose maximum score is exceeded
//! ```
//!
//! Every step affects all later ones, so the searches reproduce the order of the program exactly, including the order in which
//! a step removes its candidates. Scores depend on how the puzzle is written: equivalent puzzles can have different scores.
//!
//! HoDoKu is by Bernhard Hobiger. The techniques are implemented from a description of the program's behavior, and compared
//! with its results.

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

/// Level and score of a puzzle, assuming that it has exactly one solution. This may take long; [`Scale::rate`] accepts limits.
pub fn rate(puzzle: &Grid) -> Rating<Grade> {
    let mut scale = Hodoku::new(Options::default());
    let cells = &puzzle.cells()[..];
    scale.rate_puzzle(cells.into(), &Control::unlimited()).expect("nothing stops it")
}

/// The scale of HoDoKu, with buffers that its searches reuse from puzzle to puzzle.
pub struct Hodoku {
    allowed: Techniques,
    /// The rows of the table in use.
    rows: u64,
    /// For each row, the changes that it has not searched, but the rows before it have.
    pending: [Changes; ROWS],
    memory: Memory,
}

impl Hodoku {
    /// A scale restricted to the techniques of `options`.
    pub fn new(options: Options) -> Hodoku {
        let allowed = options.allowed();
        let rows = rows(|technique| allowed.contains(technique));
        Hodoku { allowed, rows, pending: [Changes::ALL; ROWS], memory: Memory::new() }
    }

    /// Prepares for a new puzzle.
    fn begin(&mut self) {
        self.pending = [Changes::ALL; ROWS];
        self.memory.forget();
    }

    /// The next step of the current path.
    ///
    /// A search covers the changes since it last found nothing. Whenever a row runs, all rows before it have run too, so a row
    /// has covered everything that later rows have covered.
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

    /// Applies step after step, as long as `show`, which sees each step before it is applied, returns true. Returns whether all
    /// cells are filled in the end.
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

    /// The cells that the steps fill, in that order. Cells that the techniques cannot fill are missing.
    ///
    /// # Errors
    /// As for [`Scale::rate`].
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

/// The rows with at least one technique that satisfies `is_wanted`.
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

    /// The step of each successful search, in the order of the scale, and all singles.
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
        // Rows after the last allowed one cannot give a step within the limits.
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

/// The number of rows for singles, which come first and use queues.
const SINGLES: usize = 3;
