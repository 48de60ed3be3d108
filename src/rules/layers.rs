//! The transitions of automata that have many states and read many cells: for each cell, only those of the few states
//! before it.
//!
//! ```text
//!   full rank   line read again, a line beside it     5, then the other digit:   less   ->  one smaller line more, decided
//!                                                                               5      ->  not yet decided
//!                                                                               more   ->  decided
//!   decided     the rest of the line makes no difference: a jump to its end
//! ```
//!
//! The states before a cell from which an accepting state can be reached are renumbered, up to 64 of them. A digit
//! moves many states by the same distance (a shift), or to the same state (a gather). From some states, the next cells
//! lead to the same state whatever they hold. If only such states are reached, these cells are not read.

#![forbid(unsafe_code)]

use super::digits::Conflict;
use super::shifts::{Shift, members};

/// The maximum number of shifts and gathers of a digit; with more, states are followed one by one.
const MOST_MOVES: usize = 16;

/// The minimum number of cells worth skipping.
const SHORTEST_JUMP: usize = 4;

/// The transitions of each cell.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    steps: Vec<Step>,
    jumps: Vec<Option<Jump>>,
}

/// The transitions of a cell.
#[derive(Clone, Default, Debug)]
struct Step {
    /// Digits with the same transitions, and the ends of their shifts and gathers, which are the starts of the next
    /// class.
    classes: Vec<(u64, usize, usize)>,
    shifts: Vec<Shift>,
    gathers: Vec<Gather>,
}

/// The transitions of a digit.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Moves<'s> {
    shifts: &'s [Shift],
    gathers: &'s [Gather],
}

/// States from which the next cells make no difference.
#[derive(Clone, Debug)]
struct Jump {
    states: u64,
    cells: usize,
    step: Step,
}

/// More than two states that all lead to one state, which is given as a one-element set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Gather {
    states: u64,
    to: u64,
}

impl Step {
    /// The transitions `next(state, d)`; `None` if a digit has too many shifts and gathers.
    fn new(largest: usize, states: usize, next: impl Fn(u32, u32) -> Option<u32>) -> Option<Step> {
        let mut step = Step::default();
        for d in 0..largest as u32 {
            let after: Vec<Option<u32>> = (0..states as u32).map(|state| next(state, d)).collect();
            let (mut shifts, mut gathers) = (Shift::all(after.iter().copied()), Vec::new());
            if shifts.len() > MOST_MOVES {
                gathers = gathered(&after);
                let but = gathers.iter().fold(0, |all, gather| all | gather.states);
                let others = (0..)
                    .zip(&after)
                    .map(|(state, &after)| after.filter(|_| but >> state & 1 == 0));
                shifts = Shift::all(others);
            }
            if shifts.len() + gathers.len() > MOST_MOVES {
                return None;
            }
            let own = Moves { shifts: &shifts, gathers: &gathers };
            let known = step.iter().position(|(_, moves)| moves == own);
            match known {
                Some(known) => step.classes[known].0 |= 1 << d,
                None => {
                    step.shifts.extend(shifts);
                    step.gathers.extend(gathers);
                    step.classes.push((1 << d, step.shifts.len(), step.gathers.len()));
                }
            }
        }
        Some(step)
    }

    /// The classes of digits, each with its transitions.
    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = (u64, Moves<'_>)> {
        let (mut shift, mut gather) = (0, 0);
        self.classes.iter().map(move |&(digits, end_of_shifts, end_of_gathers)| {
            let shifts = &self.shifts[shift..end_of_shifts];
            let gathers = &self.gathers[gather..end_of_gathers];
            (shift, gather) = (end_of_shifts, end_of_gathers);
            (digits, Moves { shifts, gathers })
        })
    }
}

/// The states that have more than two predecessors.
fn gathered(after: &[Option<u32>]) -> Vec<Gather> {
    let mut from = [0u64; 64];
    for (state, after) in after.iter().enumerate() {
        if let &Some(after) = after {
            from[after as usize] |= 1 << state;
        }
    }
    let gathers = from.iter().enumerate().filter(|(_, states)| states.count_ones() > 2);
    gathers.map(|(to, &states)| Gather { states, to: 1 << to }).collect()
}

impl Moves<'_> {
    /// The states reached from a set of states.
    #[inline(always)]
    fn forward(self, states: u64) -> u64 {
        let mut next = Shift::forward(self.shifts, states);
        for gather in self.gathers {
            next |= if states & gather.states == 0 { 0 } else { gather.to };
        }
        next
    }

    /// The states from which a state of the set is reached.
    #[inline(always)]
    fn back(self, states: u64) -> u64 {
        let mut from = Shift::back(self.shifts, states);
        for gather in self.gathers {
            from |= if states & gather.to == 0 { 0 } else { gather.states };
        }
        from
    }
}

impl Layers {
    /// The transitions `next(state, d)` between the states that are `useful` before each cell and after the last, given
    /// as sets of `words` words; `None` if there are too many states, or too many shifts and gathers.
    pub fn new(
        largest: usize,
        words: usize,
        useful: &[u64],
        next: impl Fn(u32, u32) -> Option<u32>,
    ) -> Option<Layers> {
        let layers: Vec<Vec<u32>> =
            useful.chunks(words).map(|set| members(set).collect()).collect();
        if layers.iter().any(|layer| layer.len() > 64) {
            return None;
        }
        let mut numbers = vec![None; 64 * words];
        let (mut steps, mut jumps) = (Vec::new(), Vec::new());
        // For each state, the number of next cells that make no difference, and the state after them.
        let mut ends: Vec<(usize, u32)> =
            (0..layers.last()?.len() as u32).map(|state| (0, state)).collect();
        for layers in layers.windows(2).rev() {
            let [before, after] = layers else { unreachable!("windows of two") };
            numbers.fill(None);
            (0..).zip(after).for_each(|(number, &state)| numbers[state as usize] = Some(number));
            let next = |number: u32, d| numbers[next(before[number as usize], d)? as usize];
            steps.push(Step::new(largest, before.len(), next)?);
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
        Some(Layers { steps, jumps })
    }

    /// Removes from the sets the digits that no accepted sequence uses. Stores the useful states in `layers`, with none
    /// where a cell made no difference.
    ///
    /// # Errors
    /// There is no accepted sequence.
    pub fn narrow(&self, sets: &mut [u64], layers: &mut Vec<u64>) -> Result<(), Conflict> {
        layers.clear();
        // The initial state is the only one before the first cell.
        let mut states = 1;
        while let Some(&digits) = sets.get(layers.len()) {
            let i = layers.len();
            layers.push(states);
            if let Some(jump) = &self.jumps[i]
                && states & !jump.states == 0
            {
                layers.resize(i + jump.cells, 0);
                states = jump.moves().forward(states);
                continue;
            }
            let steps = self.steps[i].iter().filter(|(class, _)| digits & class != 0);
            states = steps.fold(0, |next, (_, moves)| next | moves.forward(states));
        }
        // After the last cell all states are accepting.
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
            let mut from = 0;
            if let Some(jump) = &self.jumps[i]
                && i + jump.cells == end
            {
                from = jump.moves().back(states) & layers[i];
            } else {
                let mut kept = 0;
                for (class, moves) in self.steps[i].iter().filter(|(class, _)| sets[i] & class != 0)
                {
                    let here = moves.back(states) & layers[i];
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
    /// The longest jump, given for each state the number of next cells that make no difference and the state after
    /// them.
    fn new(ends: &[(usize, u32)]) -> Option<Jump> {
        let cells =
            ends.iter().map(|&(cells, _)| cells).max().filter(|&cells| cells >= SHORTEST_JUMP)?;
        let end = |state: u32, _| {
            Some(ends[state as usize]).filter(|end| end.0 == cells).map(|end| end.1)
        };
        let step = Step::new(1, ends.len(), end)?;
        let bit = |(state, end): (usize, &(usize, u32))| u64::from(end.0 == cells) << state;
        let states = ends.iter().enumerate().map(bit).fold(0, |states, bit| states | bit);
        Some(Jump { states, cells, step })
    }

    #[inline(always)]
    fn moves(&self) -> Moves<'_> {
        self.step.iter().next().expect("one digit").1
    }
}

#[cfg(test)]
mod tests {
    use crate::random::{Domain, Key, Words};
    use crate::rules::automaton::Automaton;
    use crate::rules::digits::Conflict;

    use super::*;

    /// Compares automata with many states, but few before each cell, with following all states.
    #[test]
    fn moves_of_each_cell_remove_what_following_states_removes() {
        let (mut seen, mut jumped) = ([0; 3], 0);
        for item in 0..800 {
            let mut words = Key::from_u64(6).words(Domain::Grids, item, 0);
            let (n, of_cell, largest) = (4 + words.below(8) as usize, 1 + words.below(20), 4);
            // In every other automaton, all digits lead from many states to the same state.
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
            let Some(moves) = Layers::new(largest, words_of, &layers, next) else {
                seen[2] += 1;
                continue;
            };
            for _ in 0..10 {
                let sets: Vec<u64> = (0..n).map(|_| 1 + words.below(15)).collect();
                let (mut expected, mut found) = (sets.clone(), sets);
                let held = automaton.narrow_states(&mut expected, &mut layers);
                let mut reached = Vec::new();
                assert_eq!(moves.narrow(&mut found, &mut reached), held);
                jumped += usize::from(held.is_ok() && reached.contains(&0));
                if held != Err(Conflict) {
                    assert_eq!(found, expected);
                }
                seen[usize::from(held.is_ok())] += 1;
            }
        }
        assert!(seen[0] > 100 && seen[1] > 100 && jumped > 100, "{seen:?} {jumped}");
    }
}
