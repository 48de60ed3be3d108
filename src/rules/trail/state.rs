//! The digits that each cell may hold, with a trail of all changes so that they can be undone.
//!
//! ```text
//!   domain   [ 0b1011 | 0b0100 | ... ]                one set of digits for each cell
//!   trail    (cell 7, 0b1111) (cell 9, 0b0110) ...    earlier sets of cells, oldest first
//!   placed   cells with one digit left that has not been removed from their peers yet
//!   due      bit set of the deductions with a cell that has changed
//! ```
//!
//! A state does not contain the rules: they are passed to each call and must be the same.
//!
//! *Invariant.* Between two calls of [`State::propagate`], nothing is placed or due, and `open` is the number of cells
//! with at least two digits.
//!
//! *Cost.* No memory is allocated once the vectors have grown.

#![forbid(unsafe_code)]

use crate::rules::digits::{Conflict, is_single};
use crate::rules::start::Start;

use super::plan::Rules;

/// The state of a search.
pub(crate) struct State {
    pub(crate) domain: Vec<u64>,
    /// The number of cells with at least two digits.
    pub(crate) open: usize,
    /// The number of conflicts in which each cell took part.
    pub(super) weight: Vec<u32>,
    trail: Vec<(u16, u64)>,
    pub(super) placed: Vec<u16>,
    due: Vec<u64>,
    /// Words of `due` before this one are zero.
    first_due: usize,
    scratch: Scratch,
}

/// Memory for intermediate results of the deductions.
#[derive(Default)]
pub(super) struct Scratch {
    pub sums: Vec<u128>,
    pub states: Vec<u64>,
    sets: Vec<u64>,
}

impl State {
    /// A state for boards under these rules; [`State::reset`] starts with a puzzle.
    pub(crate) fn new(rules: Rules<'_>) -> State {
        State {
            domain: rules.compiled.allowed.clone(),
            open: 0,
            weight: vec![0; rules.compiled.cells()],
            trail: Vec::new(),
            placed: Vec::new(),
            due: vec![0; rules.plan.first.end.div_ceil(64)],
            first_due: 0,
            scratch: Scratch::default(),
        }
    }

    /// Starts with a puzzle. Every deduction is due.
    ///
    /// # Errors
    /// A cell has no digit.
    pub(crate) fn reset(&mut self, rules: Rules<'_>, start: Start<'_>) -> Result<(), Conflict> {
        self.trail.clear();
        self.clear_due();
        self.weight.fill(0);
        self.open = 0;
        let mut result = Ok(());
        let sets = start.sets().zip(&rules.compiled.allowed);
        for ((cell, domain), (set, allowed)) in (0..).zip(&mut self.domain).zip(sets) {
            *domain = set & allowed;
            if is_single(*domain) {
                self.placed.push(cell);
            } else {
                self.open += 1;
            }
            if *domain == 0 {
                result = Err(Conflict);
            }
        }
        let end = rules.plan.first.end;
        for (i, word) in self.due.iter_mut().enumerate() {
            *word = if end - 64 * i >= 64 { !0 } else { (1 << (end - 64 * i)) - 1 };
        }
        self.first_due = 0;
        result
    }

    /// Removes from `cell` all digits that are not in `digits`.
    ///
    /// # Errors
    /// The cell has no digit left.
    #[inline]
    pub(crate) fn keep(
        &mut self,
        rules: Rules<'_>,
        cell: u16,
        digits: u64,
    ) -> Result<(), Conflict> {
        let old = self.domain[usize::from(cell)];
        let new = old & digits;
        if new == old {
            return Ok(());
        }
        self.trail.push((cell, old));
        self.domain[usize::from(cell)] = new;
        for &(word, bits) in rules.plan.watch.get(usize::from(cell)) {
            self.due[word as usize] |= bits;
            self.first_due = self.first_due.min(word as usize);
        }
        if new & new.wrapping_sub(1) == 0 {
            if new == 0 {
                self.weight[usize::from(cell)] += 1;
                return Err(Conflict);
            }
            self.open -= 1;
            self.placed.push(cell);
        }
        Ok(())
    }

    /// Narrows the sets of these cells by a deduction.
    pub(super) fn narrow(
        &mut self,
        rules: Rules<'_>,
        cells: &[u16],
        deduce: impl FnOnce(&mut [u64], &mut Scratch) -> Result<(), Conflict>,
    ) -> Result<(), Conflict> {
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut sets = std::mem::take(&mut scratch.sets);
        sets.clear();
        sets.extend(cells.iter().map(|&cell| self.domain[usize::from(cell)]));
        let narrowed = deduce(&mut sets, &mut scratch);
        let result = narrowed.and_then(|()| {
            cells.iter().zip(&sets).try_for_each(|(&cell, &digits)| self.keep(rules, cell, digits))
        });
        if result.is_err() {
            self.blame(cells);
        }
        scratch.sets = sets;
        self.scratch = scratch;
        result
    }

    /// Returns the number of the cheapest deduction below `end` that is due, and marks it as no longer due.
    pub(super) fn take_due(&mut self, end: usize) -> Option<usize> {
        while self.first_due < self.due.len() && self.due[self.first_due] == 0 {
            self.first_due += 1;
        }
        let word = self.due.get_mut(self.first_due)?;
        let number = 64 * self.first_due + word.trailing_zeros() as usize;
        if number >= end {
            return None;
        }
        *word &= *word - 1;
        Some(number)
    }

    /// The current length of the trail.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// The digits of the cells when the trail had the length `mark`.
    pub(super) fn before(&self, mark: usize) -> Vec<u64> {
        let mut domain = self.domain.clone();
        for &(cell, old) in self.trail[mark..].iter().rev() {
            domain[usize::from(cell)] = old;
        }
        domain
    }

    /// Undoes all changes since `mark`; no deduction is then due.
    pub(crate) fn undo(&mut self, mark: usize) {
        for (cell, old) in self.trail.drain(mark..).rev() {
            let domain = &mut self.domain[usize::from(cell)];
            if is_single(*domain) && !is_single(old) {
                self.open += 1;
            }
            *domain = old;
        }
        self.clear_due();
    }

    /// Counts a conflict in which these cells took part.
    pub(super) fn blame(&mut self, cells: &[u16]) {
        for &cell in cells {
            self.weight[usize::from(cell)] += 1;
        }
    }

    fn clear_due(&mut self) {
        self.placed.clear();
        self.due[self.first_due..].fill(0);
        self.first_due = self.due.len();
    }

    /// Writes the digits of a state in which each cell has one digit.
    pub(crate) fn write_digits(&self, digits: &mut [u8]) {
        for (digit, &set) in digits.iter_mut().zip(&self.domain) {
            *digit = set.trailing_zeros() as u8 + 1;
        }
    }
}
