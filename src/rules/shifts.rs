//! The transitions of automata with up to 64 states, as shifts of a set of states.
//!
//! ```text
//!   sandwich of 18, digit 5    before -> before, sum s -> sum s + 5, after -> after
//!                              two shifts: by 0 of the states before and after, by 5 of the sums up to 13
//! ```
//!
//! Most automata count or add, so a digit moves many states by the same distance. The successors of a set of states are
//! then a few shifts of the set, and its predecessors are the same shifts backwards. Digits with the same transitions
//! form one class: an automaton that counts a digit has two classes of digits.

#![forbid(unsafe_code)]

use super::digits::{Conflict, bits};

/// The maximum number of shifts of a digit; with more, states are followed one by one.
const MOST_SHIFTS: usize = 3;

/// The transitions of all digits, with the initial and the accepting states.
#[derive(Clone, Debug)]
pub(super) struct Shifts {
    /// Digits with the same transitions, and the end of their shifts, which is the start of the next class.
    classes: Vec<(u64, u32)>,
    shifts: Vec<Shift>,
    start: u64,
    accepting: u64,
}

/// States that move up by the same number, modulo 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shift {
    pub states: u64,
    pub up: u32,
}

impl Shift {
    /// The shifts from each state, by its number, to its successor.
    pub fn all(after: impl Iterator<Item = Option<u32>>) -> Vec<Shift> {
        let mut shifts: Vec<Shift> = Vec::new();
        for (state, after) in (0..).zip(after) {
            let Some(after) = after else { continue };
            let up = after.wrapping_sub(state) & 63;
            match shifts.iter_mut().find(|shift| shift.up == up) {
                Some(shift) => shift.states |= 1 << state,
                None => shifts.push(Shift { states: 1 << state, up }),
            }
        }
        shifts
    }

    /// The states reached from a set of states.
    #[inline(always)]
    pub fn forward(shifts: &[Shift], states: u64) -> u64 {
        let mut next = 0;
        for shift in shifts {
            next |= (states & shift.states).rotate_left(shift.up);
        }
        next
    }

    /// The states from which a state of the set is reached.
    #[inline(always)]
    pub fn back(shifts: &[Shift], states: u64) -> u64 {
        let mut from = 0;
        for shift in shifts {
            from |= states.rotate_right(shift.up) & shift.states;
        }
        from
    }
}

impl Shifts {
    /// The shifts of the transitions `next(state, d)`; `None` if there are too many states or shifts.
    pub fn new(
        largest: usize,
        states: usize,
        next: impl Fn(u32, u32) -> Option<u32>,
        (start, accepting): (u32, &[u64]),
    ) -> Option<Shifts> {
        let &[accepting] = accepting else { return None };
        let (mut classes, mut shifts): (Vec<(u64, u32)>, Vec<Shift>) = Default::default();
        for d in 0..largest as u32 {
            let own = Shift::all((0..states as u32).map(|state| next(state, d)));
            if own.len() > MOST_SHIFTS {
                return None;
            }
            let mut start = 0;
            let known = classes.iter_mut().find(|(_, end)| {
                let shifts = &shifts[start..*end as usize];
                start = *end as usize;
                shifts == own
            });
            match known {
                Some((digits, _)) => *digits |= 1 << d,
                None => {
                    shifts.extend(own);
                    classes.push((1 << d, shifts.len() as u32));
                }
            }
        }
        Some(Shifts { classes, shifts, start: 1 << start, accepting })
    }

    /// The classes of digits, each with its shifts.
    #[inline(always)]
    fn classes(&self) -> impl Iterator<Item = (u64, &[Shift])> {
        let mut start = 0;
        self.classes.iter().map(move |&(digits, end)| {
            let shifts = &self.shifts[start..end as usize];
            start = end as usize;
            (digits, shifts)
        })
    }

    /// Removes from the sets the digits that no accepted sequence uses; stores the useful states in `layers`.
    ///
    /// # Errors
    /// There is no accepted sequence.
    #[inline]
    pub fn narrow(&self, sets: &mut [u64], layers: &mut Vec<u64>) -> Result<(), Conflict> {
        layers.clear();
        let mut states = self.start;
        for &digits in &*sets {
            layers.push(states);
            let mut next = 0;
            for (class, shifts) in self.classes() {
                let here = if digits & class == 0 { 0 } else { states };
                next |= Shift::forward(shifts, here);
            }
            states = next;
        }
        states &= self.accepting;
        layers.push(states);
        if states == 0 {
            return Err(Conflict);
        }
        for (set, layer) in sets.iter_mut().zip(&mut *layers).rev() {
            let (mut from, mut kept) = (0, 0);
            for (class, shifts) in self.classes().filter(|(class, _)| *set & class != 0) {
                let here = Shift::back(shifts, states) & *layer;
                from |= here;
                kept |= if here == 0 { 0 } else { class };
            }
            *set &= kept;
            *layer = from;
            states = from;
        }
        Ok(())
    }
}

/// The members of a bit set.
#[inline]
pub(super) fn members(words: &[u64]) -> impl Iterator<Item = u32> {
    words
        .iter()
        .enumerate()
        .flat_map(|(i, &word)| bits(word).map(move |bit| 64 * i as u32 + bit.trailing_zeros()))
}
