//! What each cell may still hold, with a trail of every change so that all of it can be taken back.
//!
//! ```text
//!   domain   [ 0b1011 | 0b0100 | ... ]                one set of digits a cell
//!   trail    (cell 7, 0b1111) (cell 9, 0b0110) ...    what cells held before, oldest first
//!   placed   cells that got down to one digit, whose peers have not been told
//!   due      bit set of deductions that have something new to look at
//! ```
//!
//! *Invariant.* Between two calls of [`State::propagate`](super::propagate) nothing is placed or due, and `open` counts the
//! cells with two digits or more. *Cost.* Nothing is allocated while searching once the vectors have grown.

#![forbid(unsafe_code)]

use super::rule_set::{Events, RuleSet};

/// No solution below this state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conflict;

/// The state of a search.
pub(crate) struct State<'r> {
    pub rules: &'r RuleSet,
    pub(super) events: &'r Events,
    pub domain: Vec<u64>,
    pub open: usize,
    /// How often each cell took part in a conflict.
    pub weight: Vec<u32>,
    pub(super) trail: Vec<(u16, u64)>,
    pub(super) placed: Vec<u16>,
    pub(super) due: Vec<u64>,
    /// Words of `due` below this are zero.
    pub(super) first_due: usize,
    pub(super) scratch: Scratch,
}

/// Room for intermediate results of the deductions.
#[derive(Default)]
pub(super) struct Scratch {
    pub sums: Vec<u128>,
    pub states: Vec<u64>,
    pub sets: Vec<u64>,
}

/// Whether a set has one digit.
#[inline]
pub(super) fn is_single(digits: u64) -> bool {
    digits != 0 && digits & (digits - 1) == 0
}

/// The digits of a set, as bits, smallest first.
#[inline]
pub(crate) fn bits(mut digits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = digits & digits.wrapping_neg();
        digits ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

impl<'r> State<'r> {
    /// A state for boards of these rules; [`State::reset`] puts a board in.
    pub fn new(rules: &'r RuleSet) -> State<'r> {
        let events = rules.events();
        State {
            rules,
            events,
            domain: rules.allowed.clone(),
            open: 0,
            weight: vec![0; rules.cells()],
            trail: Vec::new(),
            placed: Vec::new(),
            due: vec![0; events.schedule.end.div_ceil(64)],
            first_due: 0,
            scratch: Scratch::default(),
        }
    }

    /// Forgets all and starts with these sets, taken together with what the rules allow. Everything is due.
    ///
    /// # Errors
    /// A cell can hold nothing.
    pub fn reset(&mut self, sets: impl Iterator<Item = u64>) -> Result<(), Conflict> {
        self.trail.clear();
        self.clear_due();
        self.weight.fill(0);
        self.open = 0;
        let mut result = Ok(());
        for (cell, set) in sets.enumerate() {
            let digits = set & self.rules.allowed[cell];
            self.domain[cell] = digits;
            if is_single(digits) {
                self.placed.push(cell as u16);
            } else {
                self.open += 1;
            }
            if digits == 0 {
                result = Err(Conflict);
            }
        }
        let end = self.events.schedule.end;
        for (i, word) in self.due.iter_mut().enumerate() {
            *word = if end - 64 * i >= 64 { !0 } else { (1 << (end - 64 * i)) - 1 };
        }
        self.first_due = 0;
        result
    }

    /// Keeps of `cell` only what is in `digits`.
    #[inline]
    pub fn keep(&mut self, cell: u16, digits: u64) -> Result<(), Conflict> {
        let old = self.domain[usize::from(cell)];
        let new = old & digits;
        if new == old {
            return Ok(());
        }
        self.trail.push((cell, old));
        self.domain[usize::from(cell)] = new;
        for &(word, bits) in self.events.watch.get(usize::from(cell)) {
            self.due[usize::from(word)] |= bits;
            self.first_due = self.first_due.min(usize::from(word));
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

    /// Lets a deduction narrow the sets of these cells.
    pub(super) fn narrow(
        &mut self,
        cells: &[u16],
        deduce: impl FnOnce(&mut [u64], &mut Scratch) -> Result<(), Conflict>,
    ) -> Result<(), Conflict> {
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut sets = std::mem::take(&mut scratch.sets);
        sets.clear();
        sets.extend(cells.iter().map(|&cell| self.domain[usize::from(cell)]));
        let narrowed = deduce(&mut sets, &mut scratch);
        let result = narrowed.and_then(|()| {
            cells.iter().zip(&sets).try_for_each(|(&cell, &digits)| self.keep(cell, digits))
        });
        if result.is_err() {
            self.blame(cells);
        }
        scratch.sets = sets;
        self.scratch = scratch;
        result
    }

    /// Where the trail is now.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// What the cells held when the trail was at `mark`.
    pub fn before(&self, mark: usize) -> Vec<u64> {
        let mut domain = self.domain.clone();
        for &(cell, old) in self.trail[mark..].iter().rev() {
            domain[usize::from(cell)] = old;
        }
        domain
    }

    /// Takes back all that happened since `mark`, and what was still to do.
    pub fn undo(&mut self, mark: usize) {
        for (cell, old) in self.trail.drain(mark..).rev() {
            let domain = &mut self.domain[usize::from(cell)];
            if is_single(*domain) && !is_single(old) {
                self.open += 1;
            }
            *domain = old;
        }
        self.clear_due();
    }

    /// Notes that these cells took part in a conflict.
    pub fn blame(&mut self, cells: &[u16]) {
        for &cell in cells {
            self.weight[usize::from(cell)] += 1;
        }
    }

    fn clear_due(&mut self) {
        self.placed.clear();
        self.due[self.first_due..].fill(0);
        self.first_due = self.due.len();
    }

    /// The digits of a board whose cells have one each, 1 to side.
    pub fn write_digits(&self, digits: &mut [u8]) {
        for (digit, &set) in digits.iter_mut().zip(&self.domain) {
            *digit = set.trailing_zeros() as u8 + 1;
        }
    }
}
