//! The transitions of automata with up to 64 states at a time, as shifts of a set of states.
//!
//! ```text
//!   sandwich of 18, digit 5    before -> before, sum s -> sum s + 5, after -> after
//!                              two shifts: by 0 of the states before and after, by 5 of the sums up to 13
//! ```
//!
//! Most automata count or add, so a digit takes many states equally far. The states that a set of states leads to are then a
//! few shifts of it, and those that lead into a set are the same shifts backwards. Digits with the same transitions are
//! treated as one: an automaton that counts a digit has two classes of digits.
//!
//! An automaton with more states that reads many cells is in few of them before each cell. These are numbered anew for each
//! cell, which then has its own shifts.

#![forbid(unsafe_code)]

use super::digits::{self, Conflict, bits};

/// The most shifts of a digit; with more, states are followed one by one.
const MOST_SHIFTS: usize = 3;

/// The same if each cell has its own.
const MOST_SHIFTS_OF_A_CELL: usize = 16;

/// The transitions of all digits, with the first states and those that are accepted.
#[derive(Clone, Debug)]
pub(super) struct Shifts {
    /// One for all cells, or one for each.
    steps: Vec<Step>,
    start: u64,
    accepting: u64,
}

/// The transitions of a cell.
#[derive(Clone, Default, Debug)]
struct Step {
    /// Digits with the same transitions, and the end of their shifts, which is the start of the next.
    classes: Vec<(u64, u32)>,
    shifts: Vec<Shift>,
}

/// These states go so many states up, modulo 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shift {
    states: u64,
    up: u32,
}

impl Step {
    /// The shifts of these transitions, `next(state, d)`; `None` if a digit has more than `most`.
    fn new(
        largest: usize,
        states: usize,
        most: usize,
        next: impl Fn(u32, u32) -> Option<u32>,
    ) -> Option<Step> {
        let Step { mut classes, mut shifts } = Step::default();
        for d in 0..largest as u32 {
            let mut own: Vec<Shift> = Vec::new();
            for state in 0..states as u32 {
                let Some(next) = next(state, d) else { continue };
                let up = next.wrapping_sub(state) & 63;
                let number = own.iter().position(|shift| shift.up == up).unwrap_or(own.len());
                match own.get_mut(number) {
                    Some(shift) => shift.states |= 1 << state,
                    None if number == most => return None,
                    None => own.push(Shift { states: 1 << state, up }),
                }
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
        Some(Step { classes, shifts })
    }

    /// The classes of digits, each with its shifts.
    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = (u64, &[Shift])> {
        let mut start = 0;
        self.classes.iter().map(move |&(digits, end)| {
            let shifts = &self.shifts[start..end as usize];
            start = end as usize;
            (digits, shifts)
        })
    }
}

impl Shifts {
    /// The shifts of these transitions, `next(state, d)`; `None` if there are too many states or shifts.
    pub fn new(
        largest: usize,
        states: usize,
        next: impl Fn(u32, u32) -> Option<u32>,
        (start, accepting): (u32, &[u64]),
    ) -> Option<Shifts> {
        let &[accepting] = accepting else { return None };
        let steps = vec![Step::new(largest, states, MOST_SHIFTS, next)?];
        Some(Shifts { steps, start: 1 << start, accepting })
    }

    /// The same for the states that are `useful` before each cell and after the last, sets of `words` words: for each cell
    /// these are numbered from 0.
    pub fn of_cells(
        largest: usize,
        words: usize,
        useful: &[u64],
        next: impl Fn(u32, u32) -> Option<u32>,
    ) -> Option<Shifts> {
        let layers: Vec<Vec<u32>> =
            useful.chunks(words).map(|set| members(set).collect()).collect();
        if layers.iter().any(|layer| layer.len() > 64) {
            return None;
        }
        let mut numbers = vec![None; 64 * words];
        let steps = layers.windows(2).map(|layers| {
            let [before, after] = layers else { unreachable!("windows of two") };
            numbers.fill(None);
            (0..).zip(after).for_each(|(number, &state)| numbers[state as usize] = Some(number));
            let next = |number: u32, d| numbers[next(before[number as usize], d)? as usize];
            Step::new(largest, before.len(), MOST_SHIFTS_OF_A_CELL, next)
        });
        let steps = steps.collect::<Option<Vec<Step>>>()?;
        let accepting = digits::all(layers.last()?.len());
        Some(Shifts { steps, start: 1, accepting })
    }

    /// Removes from the sets the digits that no accepted sequence uses; leaves the useful states in `layers`.
    ///
    /// # Errors
    /// There is no accepted sequence.
    pub fn narrow(&self, sets: &mut [u64], layers: &mut Vec<u64>) -> Result<(), Conflict> {
        // Two loops: a step for all cells stays in registers.
        match &self.steps[..] {
            [step] => self.narrow_by(|_| step, sets, layers),
            steps => self.narrow_by(|i| &steps[i], sets, layers),
        }
    }

    #[inline(always)]
    fn narrow_by<'s>(
        &self,
        step: impl Fn(usize) -> &'s Step,
        sets: &mut [u64],
        layers: &mut Vec<u64>,
    ) -> Result<(), Conflict> {
        layers.clear();
        let mut states = self.start;
        for (i, &digits) in sets.iter().enumerate() {
            layers.push(states);
            let mut next = 0;
            for (class, shifts) in step(i).iter() {
                let here = if digits & class == 0 { 0 } else { states };
                for shift in shifts {
                    next |= (here & shift.states).rotate_left(shift.up);
                }
            }
            states = next;
        }
        states &= self.accepting;
        layers.push(states);
        if states == 0 {
            return Err(Conflict);
        }
        for (i, (set, layer)) in sets.iter_mut().zip(&mut *layers).enumerate().rev() {
            let (mut from, mut kept) = (0, 0);
            for (class, shifts) in step(i).iter().filter(|(class, _)| *set & class != 0) {
                let mut here = 0;
                for shift in shifts {
                    here |= states.rotate_right(shift.up) & shift.states;
                }
                here &= *layer;
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

/// The numbers in a bit set.
#[inline]
pub(super) fn members(words: &[u64]) -> impl Iterator<Item = u32> {
    words
        .iter()
        .enumerate()
        .flat_map(|(i, &word)| bits(word).map(move |bit| 64 * i as u32 + bit.trailing_zeros()))
}

#[cfg(test)]
mod tests {
    use crate::random::{Domain, Key};
    use crate::rules::automaton::Automaton;
    use crate::rules::digits::Conflict;

    use super::*;

    /// Automata of many states, which are in few of them before each cell, against following all states.
    #[test]
    fn shifts_of_each_cell_remove_what_following_states_removes() {
        let mut seen = [0; 3];
        for item in 0..400 {
            let mut words = Key::from_u64(6).words(Domain::Grids, item, 0);
            let (n, of_cell, largest) = (4 + words.below(4) as usize, 1 + words.below(20), 4);
            // The states before cell i are a block; some transitions lead to the next block, the others nowhere.
            let states = (n as u64 + 1) * of_cell;
            let mut next = |state: u64| match words.below(3) {
                0 => -1,
                _ => ((state / of_cell + 1) * of_cell + words.below(of_cell)) as i64,
            };
            let transitions: Vec<Vec<i64>> = (0..states)
                .map(|state| (0..largest).map(|_| next(state)).collect())
                .map(|row: Vec<i64>| {
                    row.into_iter().map(|to| if to < states as i64 { to } else { -1 }).collect()
                })
                .collect();
            let cells: Vec<usize> = (0..n).collect();
            let accepting: Vec<usize> =
                (0..of_cell).map(|i| (n as u64 * of_cell + i) as usize).collect();
            let automaton = Automaton::new(&cells, 0, &accepting, &transitions);
            let (mut sets, mut layers) = (vec![0b1111; n], Vec::new());
            if automaton.narrow_states(&mut sets, &mut layers).is_err() {
                continue;
            }
            let words_of = automaton.states().div_ceil(64);
            let next = |state, d| automaton.next(state, d);
            let Some(shifts) = Shifts::of_cells(largest, words_of, &layers, next) else {
                seen[2] += 1;
                continue;
            };
            for _ in 0..10 {
                let sets: Vec<u64> = (0..n).map(|_| 1 + words.below(15)).collect();
                let (mut expected, mut found) = (sets.clone(), sets);
                let held = automaton.narrow_states(&mut expected, &mut layers);
                assert_eq!(shifts.narrow(&mut found, &mut Vec::new()), held);
                if held != Err(Conflict) {
                    assert_eq!(found, expected);
                }
                seen[usize::from(held.is_ok())] += 1;
            }
        }
        assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
    }
}
