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
//! cell, which then has its own shifts. Where all of them go the same way whatever the next cells hold, as in a line whose
//! first digit says that the rest does not matter, these cells are not read.

#![forbid(unsafe_code)]

use super::digits::{self, Conflict, bits};

/// The most shifts of a digit; with more, states are followed one by one.
const MOST_SHIFTS: usize = 3;

/// The same if each cell has its own.
const MOST_SHIFTS_OF_A_CELL: usize = 16;

/// The fewest cells that are worth not to be read.
const SHORTEST_JUMP: usize = 4;

/// The transitions of all digits, with the first states and those that are accepted.
#[derive(Clone, Debug)]
pub(super) struct Shifts {
    /// One for all cells, or one for each.
    steps: Vec<Step>,
    /// For each cell, if each has its own shifts.
    jumps: Vec<Option<Jump>>,
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

/// From these states, the next cells make no difference.
#[derive(Clone, Debug)]
struct Jump {
    states: u64,
    cells: usize,
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
        Some(Shifts { steps, jumps: Vec::new(), start: 1 << start, accepting })
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
        let (mut steps, mut jumps) = (Vec::new(), Vec::new());
        // For each state, how many cells from here on make no difference, and the state after them.
        let mut ends: Vec<(usize, u32)> =
            (0..layers.last()?.len() as u32).map(|state| (0, state)).collect();
        for layers in layers.windows(2).rev() {
            let [before, after] = layers else { unreachable!("windows of two") };
            numbers.fill(None);
            (0..).zip(after).for_each(|(number, &state)| numbers[state as usize] = Some(number));
            let next = |number: u32, d| numbers[next(before[number as usize], d)? as usize];
            steps.push(Step::new(largest, before.len(), MOST_SHIFTS_OF_A_CELL, next)?);
            let end = |state: u32| match next(state, 0) {
                Some(after) if (1..largest as u32).all(|d| next(state, d) == Some(after)) => {
                    let (cells, end) = ends[after as usize];
                    (cells + 1, if cells == 0 { after } else { end })
                }
                _ => (0, state),
            };
            ends = (0..before.len() as u32).map(end).collect();
            jumps.push(Jump::new(&ends));
        }
        steps.reverse();
        jumps.reverse();
        let accepting = digits::all(layers.last()?.len());
        Some(Shifts { steps, jumps, start: 1, accepting })
    }

    /// Removes from the sets the digits that no accepted sequence uses; leaves the useful states in `layers`, none where
    /// a cell made no difference.
    ///
    /// # Errors
    /// There is no accepted sequence.
    pub fn narrow(&self, sets: &mut [u64], layers: &mut Vec<u64>) -> Result<(), Conflict> {
        // Two loops: a step for all cells stays in registers.
        match &self.steps[..] {
            [step] => self.narrow_by(|_| step, |_| None, sets, layers),
            steps => self.narrow_by(|i| &steps[i], |i| self.jumps[i].as_ref(), sets, layers),
        }
    }

    #[inline(always)]
    fn narrow_by<'s>(
        &self,
        step: impl Fn(usize) -> &'s Step,
        jump: impl Fn(usize) -> Option<&'s Jump>,
        sets: &mut [u64],
        layers: &mut Vec<u64>,
    ) -> Result<(), Conflict> {
        layers.clear();
        let mut states = self.start;
        while let Some(&digits) = sets.get(layers.len()) {
            let i = layers.len();
            layers.push(states);
            if let Some(jump) = jump(i)
                && states & !jump.states == 0
            {
                layers.resize(i + jump.cells, 0);
                states = moved(states, &jump.shifts);
                continue;
            }
            let mut next = 0;
            for (class, shifts) in step(i).iter() {
                next |= moved(if digits & class == 0 { 0 } else { states }, shifts);
            }
            states = next;
        }
        states &= self.accepting;
        layers.push(states);
        if states == 0 {
            return Err(Conflict);
        }
        let mut end = sets.len();
        while end > 0 {
            let mut i = end - 1;
            while layers[i] == 0 {
                i -= 1;
            }
            let (mut from, mut kept) = (0, 0);
            if let Some(jump) = jump(i)
                && i + jump.cells == end
            {
                from = moved_back(states, &jump.shifts) & layers[i];
            } else {
                for (class, shifts) in step(i).iter().filter(|(class, _)| sets[i] & class != 0) {
                    let here = moved_back(states, shifts) & layers[i];
                    from |= here;
                    kept |= if here == 0 { 0 } else { class };
                }
                sets[i] &= kept;
            }
            layers[i] = from;
            states = from;
            end = i;
        }
        Ok(())
    }
}

impl Jump {
    /// The longest jump, of states of which each has a number of cells that make no difference and the state after them.
    fn new(ends: &[(usize, u32)]) -> Option<Jump> {
        let cells =
            ends.iter().map(|&(cells, _)| cells).max().filter(|&cells| cells >= SHORTEST_JUMP)?;
        let end = |state: u32, _| {
            Some(ends[state as usize]).filter(|end| end.0 == cells).map(|end| end.1)
        };
        let Step { shifts, .. } = Step::new(1, ends.len(), MOST_SHIFTS_OF_A_CELL, end)?;
        let states = shifts.iter().fold(0, |states, shift| states | shift.states);
        Some(Jump { states, cells, shifts })
    }
}

/// Where these shifts lead from a set of states.
#[inline(always)]
fn moved(states: u64, shifts: &[Shift]) -> u64 {
    shifts.iter().fold(0, |next, shift| next | (states & shift.states).rotate_left(shift.up))
}

/// The states from which these shifts lead into a set of states.
#[inline(always)]
fn moved_back(states: u64, shifts: &[Shift]) -> u64 {
    shifts.iter().fold(0, |from, shift| from | states.rotate_right(shift.up) & shift.states)
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
    use crate::random::{Domain, Key, Words};
    use crate::rules::automaton::Automaton;
    use crate::rules::digits::Conflict;

    use super::*;

    /// Automata of many states, which are in few of them before each cell, against following all states.
    #[test]
    fn shifts_of_each_cell_remove_what_following_states_removes() {
        let (mut seen, mut jumped) = ([0; 3], 0);
        for item in 0..800 {
            let mut words = Key::from_u64(6).words(Domain::Grids, item, 0);
            let (n, of_cell, largest) = (4 + words.below(8) as usize, 1 + words.below(20), 4);
            // From many states of every other automaton, all digits lead to the same state.
            let is_free = |words: &mut Words| item % 2 == 1 && words.below(8) > 0;
            // The states before cell i are a block; some transitions lead to the next block, the others nowhere.
            let states = (n as u64 + 1) * of_cell;
            let next = |state: u64, words: &mut Words| match words.below(3) {
                0 => -1,
                _ if state >= n as u64 * of_cell => -1,
                _ => ((state / of_cell + 1) * of_cell + words.below(of_cell)) as i64,
            };
            let transitions: Vec<Vec<i64>> = (0..states)
                .map(|state| match is_free(&mut words) {
                    true => vec![next(state, &mut words); largest],
                    false => (0..largest).map(|_| next(state, &mut words)).collect(),
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
                let mut layers_of_shifts = Vec::new();
                assert_eq!(shifts.narrow(&mut found, &mut layers_of_shifts), held);
                if held != Err(Conflict) {
                    assert_eq!(found, expected);
                }
                seen[usize::from(held.is_ok())] += 1;
                jumped += usize::from(held.is_ok() && layers_of_shifts.contains(&0));
            }
        }
        assert!(seen[0] > 100 && seen[1] > 100 && jumped > 100, "{seen:?} {jumped}");
    }
}
