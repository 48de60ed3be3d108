//! The controlled-bias method of D. Berthier (2009): minimal puzzles with a known bias.
//!
//! ```text
//!   order     a b c … m │ n o p q …        the first cell that cannot go is n: the puzzle is n o p q …
//!   removed   ──────────┘                  it counts only where it is minimal, else the grid is given up
//! ```
//!
//! A set of c clues then comes out with a probability proportional to 1 / C(81, c), whatever the set, so the weight
//! C(81, c) makes the sample uniform over all minimal puzzles. Some 250,000 grids give one puzzle, so most of the
//! work is to say no quickly. The end of the removals lies between `low` (that many cells can go) and `high` (that many
//! cannot); unavoidable sets bound `high` for nothing, and each second solution found by a search is another one.

#![forbid(unsafe_code)]

use crate::control::Control;
use crate::error::Error;
use crate::solve::Backend;

use super::attempt::Attempt;
use super::reduce::Questions;
use super::request::EVERYWHERE;
use super::unavoidable::{CellSet, Unavoidable, difference};

/// How far an attempt is.
struct Course {
    /// Position of each cell in the order.
    rank: [u8; 81],
    /// The last cell of each known set in the order is kept.
    known: Vec<CellSet>,
    low: usize,
    high: usize,
    /// Whether a set bounds `high`; then one less is likely to be possible.
    sharp: bool,
    asked: usize,
    /// Clues of the finished puzzle that are not known to be needed.
    doubtful: CellSet,
    stage: Stage,
}

#[derive(PartialEq, Eq)]
enum Stage {
    /// How many can go?
    Length,
    /// Is every clue needed?
    Minimality,
    Over,
}

/// Chooses the clues of each attempt, or gives it up.
pub(super) fn choose(
    backend: Backend,
    attempts: &mut [Attempt],
    questions: &mut Questions,
    control: &Control<'_>,
) -> Result<(), Error> {
    let mut courses: Vec<Course> = attempts.iter().map(Course::new).collect();
    loop {
        control.checkpoint()?;
        questions.clear();
        let mut asked = false;
        for (i, (course, attempt)) in courses.iter_mut().zip(attempts.iter_mut()).enumerate() {
            if let Some((keep, removed)) = course.ask(attempt) {
                questions.put(i, &attempt.solution, keep, removed);
                asked = true;
            }
        }
        if !asked {
            return Ok(());
        }
        questions.search(backend, control, |i, unique, found| {
            let different = difference(&attempts[i].solution, found);
            courses[i].answer(&mut attempts[i], unique, different);
        })?;
    }
}

/// The clues when the first `removed` cells of the order are gone.
fn rest(attempt: &Attempt, removed: usize) -> CellSet {
    attempt.order[removed..].iter().fold(0, |cells, cell| cells | 1 << cell)
}

impl Course {
    fn new(attempt: &Attempt) -> Course {
        let mut rank = [0; 81];
        for (position, &cell) in (0..).zip(&attempt.order) {
            rank[usize::from(cell)] = position;
        }
        let known = Unavoidable::new(&attempt.solution).sets();
        let high = known.iter().map(|&set| last(&rank, set)).min().unwrap_or(80) + 1;
        Course {
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

    fn ask(&mut self, attempt: &mut Attempt) -> Option<(CellSet, CellSet)> {
        if self.stage == Stage::Length {
            if self.high - self.low > 1 {
                self.asked =
                    if self.sharp { self.high - 1 } else { usize::midpoint(self.low, self.high) };
                let keep = rest(attempt, self.asked);
                return Some((keep, EVERYWHERE));
            }
            attempt.clues = rest(attempt, self.low);
            let needed = self.known.iter().map(|set| set & attempt.clues);
            self.doubtful =
                attempt.clues & !needed.filter(|left| left.is_power_of_two()).fold(0, |a, b| a | b);
            self.stage = Stage::Minimality;
        }
        if self.stage == Stage::Minimality {
            if self.doubtful == 0 {
                self.stage = Stage::Over;
                return None;
            }
            let unit = self.doubtful & self.doubtful.wrapping_neg();
            return Some((attempt.clues & !unit, unit));
        }
        None
    }

    fn answer(&mut self, attempt: &mut Attempt, unique: bool, different: CellSet) {
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
                self.stage = Stage::Over;
            }
            Stage::Minimality => self.doubtful &= self.doubtful - 1,
            Stage::Over => {}
        }
    }
}

/// The position of the last cell of a set: the set is gone when that cell goes.
fn last(rank: &[u8; 81], set: CellSet) -> usize {
    let mut rest = set;
    let mut last = 0;
    while rest != 0 {
        last = last.max(rank[rest.trailing_zeros() as usize]);
        rest &= rest - 1;
    }
    usize::from(last)
}
