//! The controlled-bias method of D. Berthier (2009): minimal puzzles with a known bias.
//!
//! ```text
//!   order     a b c … m │ n o p q …        the first cell that cannot be removed is n: the puzzle is n o p q …
//!   removed   ──────────┘                  it counts only if it is minimal, else the grid is discarded
//! ```
//!
//! Each set of c clues has a probability proportional to 1 / C(81, c), so the weight C(81, c) makes the sample uniform
//! over all minimal puzzles.
//!
//! *Cost.* About 250,000 grids yield one puzzle, so most of the work is to discard grids quickly. The number of
//! removals lies between `low` (that many cells can be removed) and `high` (that many cannot). Unavoidable sets bound
//! `high` without a search, and each second solution found by a search yields another such set.

#![forbid(unsafe_code)]

use crate::control::Control;
use crate::error::Error;
use crate::solve::Backend;

use super::attempt::Attempt;
use super::reduce::{Questions, puzzle};
use super::unavoidable::{CellSet, EVERYWHERE, cells, difference, sets};

/// The state of an attempt.
struct Progress {
    /// The position of each cell in the order.
    rank: [u8; 81],
    /// Unavoidable sets; the last cell of each in the order must be kept.
    known: Vec<CellSet>,
    low: usize,
    high: usize,
    /// Whether a set bounds `high`; in that case `high - 1` removals are likely to succeed.
    sharp: bool,
    asked: usize,
    /// Clues of the finished puzzle that may be redundant.
    doubtful: CellSet,
    stage: Stage,
}

#[derive(PartialEq, Eq)]
enum Stage {
    /// Searches the number of removals.
    Length,
    /// Tests every clue.
    Minimality,
    Done,
}

/// Chooses the clues of each attempt, or discards the attempt.
pub(super) fn choose(
    backend: Backend,
    attempts: &mut [Attempt],
    control: &Control<'_>,
) -> Result<(), Error> {
    let mut progress: Vec<Progress> = attempts.iter().map(Progress::new).collect();
    let mut questions = Questions::with_solutions();
    loop {
        control.checkpoint()?;
        questions.clear();
        let mut asked = false;
        for (i, (one, attempt)) in progress.iter_mut().zip(attempts.iter_mut()).enumerate() {
            if let Some((clues, removed)) = one.next_question(attempt) {
                questions.put(i, &puzzle(&attempt.solution, clues).givens(), removed);
                asked = true;
            }
        }
        if !asked {
            return Ok(());
        }
        questions.search(backend, control, &mut |i, unique, found| {
            let different = found.map_or(0, |found| difference(&attempts[i].solution, found));
            progress[i].record_answer(&mut attempts[i], unique, different);
        })?;
    }
}

/// The clues without the first `removed` cells of the order.
fn rest(attempt: &Attempt, removed: usize) -> CellSet {
    attempt.order[removed..].iter().fold(0, |cells, cell| cells | 1 << cell)
}

impl Progress {
    fn new(attempt: &Attempt) -> Progress {
        let mut rank = [0; 81];
        for (position, &cell) in (0..).zip(&attempt.order) {
            rank[usize::from(cell)] = position;
        }
        let known = sets(&attempt.solution);
        let high = known.iter().map(|&set| last(&rank, set)).min().unwrap_or(80) + 1;
        Progress {
            rank,
            known,
            low: 0,
            high,
            sharp: true,
            asked: 0,
            doubtful: 0,
            stage: Stage::Length,
        }
    }

    /// The clues of the next puzzle to test, and the clues whose removal is tested.
    fn next_question(&mut self, attempt: &mut Attempt) -> Option<(CellSet, CellSet)> {
        if self.stage == Stage::Length {
            if self.high - self.low > 1 {
                self.asked =
                    if self.sharp { self.high - 1 } else { usize::midpoint(self.low, self.high) };
                return Some((EVERYWHERE, EVERYWHERE & !rest(attempt, self.asked)));
            }
            attempt.clues = rest(attempt, self.low);
            let needed = self.known.iter().map(|set| set & attempt.clues);
            self.doubtful =
                attempt.clues & !needed.filter(|left| left.is_power_of_two()).fold(0, |a, b| a | b);
            self.stage = Stage::Minimality;
        }
        if self.stage == Stage::Minimality {
            if self.doubtful == 0 {
                self.stage = Stage::Done;
                return None;
            }
            let unit = self.doubtful & self.doubtful.wrapping_neg();
            return Some((attempt.clues, unit));
        }
        None
    }

    fn record_answer(&mut self, attempt: &mut Attempt, unique: bool, different: CellSet) {
        match self.stage {
            Stage::Length if unique => self.low = self.asked,
            Stage::Length => {
                self.sharp = different != 0;
                self.high = self.asked;
                if self.sharp {
                    self.high = self.high.min(last(&self.rank, different) + 1);
                    self.known.push(different);
                }
            }
            Stage::Minimality if unique => {
                attempt.alive = false;
                self.stage = Stage::Done;
            }
            Stage::Minimality => self.doubtful &= self.doubtful - 1,
            Stage::Done => {}
        }
    }
}

/// The position of the last cell of a set; once it is removed, the whole set is.
fn last(rank: &[u8; 81], set: CellSet) -> usize {
    usize::from(cells(set).map(|cell| rank[cell]).max().unwrap_or(0))
}
