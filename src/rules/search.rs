//! Search: what all searches can do, and the one with a trail: guess, conclude, take back. For sides up to 16 there is a
//! faster one, [`super::boards`].
//!
//! ```text
//!   guesses   [ r1c4 = 3 | r7c2 = 8 | ... ]     each with the place in the trail where it was made
//!
//!   conflict: undo the last guess, rule it out for good below the one before, conclude again
//! ```
//!
//! *Choice.* A cell with two digits that took part in the most conflicts, then with the most unsolved peers, then the
//! first. Where every open cell has three or more, a digit with two places in a unit is as good as a cell with two digits;
//! else the cell with the fewest digits for the conflicts it took part in (dom/wdeg). *Digit.* The one that fewest peers
//! could hold, so that the guess leaves them the most; of equals the smallest.
//!
//! Nothing depends on time or chance, so the same board gives the same answer everywhere.

#![forbid(unsafe_code)]

use crate::control::{Control, Stop};

use super::boards::{self, BoardSearch};
use super::propagate::Effort;
use super::rule_set::RuleSet;
use super::state::{Conflict, State, bits, is_single};

/// Work, in cells looked at, between two looks at the control; [`RuleSet::cost`] is that of a node.
pub(super) const CHECK_EVERY: usize = 1 << 14;

/// What a search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// All cells have one digit.
    Solution,
    /// There are no more.
    Nothing,
    /// The search stopped here and can go on.
    Stopped(Stop),
}

/// A depth-first search that can go on after each solution.
pub(super) trait Search {
    /// Starts with what each cell may hold. Fails if it is clear that there is no solution.
    fn begin(&mut self, sets: &mut dyn Iterator<Item = u64>) -> Result<(), Conflict>;

    /// The next solution; each node takes one from `nodes`.
    fn next(&mut self, nodes: &mut u64, control: &Control<'_>) -> Found;

    /// What the cells could hold before the first guess.
    fn beginning(&self) -> Vec<u64>;

    /// The digits of the solution that `next` has just found.
    fn write_digits(&self, digits: &mut [u8]);
}

/// The search that suits the side.
pub(super) fn search(rules: &RuleSet) -> Box<dyn Search + '_> {
    if rules.side > boards::LARGEST {
        return Box::new(TrailSearch::new(rules));
    }
    match boards::words(rules.cells()) {
        1 => Box::new(BoardSearch::<1>::new(rules)),
        2 => Box::new(BoardSearch::<2>::new(rules)),
        _ => Box::new(BoardSearch::<4>::new(rules)),
    }
}

struct Guess {
    mark: usize,
    cell: u16,
    digit: u64,
}

/// The search with a trail.
struct TrailSearch<'r> {
    state: State<'r>,
    guesses: Vec<Guess>,
    work: usize,
    /// What `begin` or the last step left to do.
    next: Next,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The state is a fixpoint: look whether it is a solution, else guess.
    Look,
    /// Go back to the last guess.
    Back,
}

impl<'r> TrailSearch<'r> {
    fn new(rules: &'r RuleSet) -> TrailSearch<'r> {
        TrailSearch { state: State::new(rules), guesses: Vec::new(), work: 0, next: Next::Back }
    }

    fn conclude(&mut self, held: Result<(), Conflict>) {
        self.next = match held.and_then(|()| self.state.propagate(Effort::Full)) {
            Ok(()) => Next::Look,
            Err(Conflict) => Next::Back,
        };
    }
}

impl Search for TrailSearch<'_> {
    fn begin(&mut self, sets: &mut dyn Iterator<Item = u64>) -> Result<(), Conflict> {
        self.guesses.clear();
        let result = self.state.reset(sets).and_then(|()| self.state.propagate(Effort::Full));
        self.next = if result.is_ok() { Next::Look } else { Next::Back };
        result
    }

    fn beginning(&self) -> Vec<u64> {
        let bottom = self.guesses.first().map_or(self.state.mark(), |guess| guess.mark);
        self.state.before(bottom)
    }

    fn next(&mut self, nodes: &mut u64, control: &Control<'_>) -> Found {
        loop {
            match self.next {
                Next::Look => {
                    if self.state.open == 0 {
                        self.next = Next::Back;
                        return Found::Solution;
                    }
                    if *nodes == 0 {
                        return Found::Stopped(Stop::Nodes);
                    }
                    self.work += self.state.rules.cost;
                    if self.work >= CHECK_EVERY {
                        self.work = 0;
                        if let Err(stop) = control.checkpoint() {
                            return Found::Stopped(stop);
                        }
                    }
                    *nodes -= 1;
                    let (cell, digit) = self.state.choose();
                    self.guesses.push(Guess { mark: self.state.mark(), cell, digit });
                    let held = self.state.keep(cell, digit);
                    self.conclude(held);
                }
                Next::Back => {
                    let Some(Guess { mark, cell, digit }) = self.guesses.pop() else {
                        return Found::Nothing;
                    };
                    self.state.undo(mark);
                    let held = self.state.keep(cell, !digit);
                    self.conclude(held);
                }
            }
        }
    }

    fn write_digits(&self, digits: &mut [u8]) {
        self.state.write_digits(digits);
    }
}

/// What a cell with this given may hold; any digit for a blank.
#[inline]
pub(crate) fn given(digit: u8) -> u64 {
    if digit == 0 { !0 } else { 1 << (digit - 1) }
}

impl State<'_> {
    /// The next guess, as a cell and one digit.
    fn choose(&self) -> (u16, u64) {
        let mut pairs: Option<(u32, usize, u16)> = None;
        let mut best: Option<(u64, u64, u16)> = None;
        for (cell, &digits) in self.domain.iter().enumerate() {
            let rest = digits & digits.wrapping_sub(1);
            if rest == 0 {
                continue;
            }
            let weight = self.weight[cell];
            if is_single(rest) {
                let better = match pairs {
                    None => true,
                    Some((most, ..)) if weight != most => weight > most,
                    Some((_, unsolved, _)) => self.unsolved_peers(cell as u16) > unsolved,
                };
                if better {
                    pairs = Some((weight, self.unsolved_peers(cell as u16), cell as u16));
                }
            } else if pairs.is_none() {
                // digits / (1 + weight), compared crosswise.
                let (size, weight) = (u64::from(digits.count_ones()), u64::from(weight) + 1);
                if best.is_none_or(|(s, w, _)| size * w < s * weight) {
                    best = Some((size, weight, cell as u16));
                }
            }
        }
        if let Some((_, _, cell)) = pairs {
            return (cell, self.freest(cell));
        }
        if let Some(guess) = self.two_places() {
            return guess;
        }
        let (_, _, cell) = best.expect("some cell is open");
        (cell, self.freest(cell))
    }

    /// A digit with two places in a unit: one of the places, the digit.
    fn two_places(&self) -> Option<(u16, u64)> {
        let mut best: Option<(u32, u16, u64)> = None;
        for unit in self.rules.units.iter() {
            let (mut once, mut twice, mut thrice) = (0, 0, 0);
            for &cell in unit {
                let digits = self.domain[usize::from(cell)];
                thrice |= twice & digits;
                twice |= once & digits;
                once |= digits;
            }
            for digit in bits(twice & !thrice) {
                let places =
                    unit.iter().filter(|&&cell| self.domain[usize::from(cell)] & digit != 0);
                let weight = places.clone().map(|&cell| self.weight[usize::from(cell)]).sum();
                if best.is_none_or(|(most, ..)| weight > most) {
                    let place = places.max_by_key(|&&cell| self.weight[usize::from(cell)]);
                    best = place.map(|&cell| (weight, cell, digit));
                }
            }
        }
        best.map(|(_, cell, digit)| (cell, digit))
    }

    fn unsolved_peers(&self, cell: u16) -> usize {
        let peers = self.events.peers.get(usize::from(cell)).iter();
        peers.filter(|&&peer| !is_single(self.domain[usize::from(peer)])).count()
    }

    /// The digit of `cell` that the fewest peers could hold.
    fn freest(&self, cell: u16) -> u64 {
        let peers = self.events.peers.get(usize::from(cell));
        let holders = |digit: &u64| {
            peers.iter().filter(|&&peer| self.domain[usize::from(peer)] & digit != 0).count()
        };
        bits(self.domain[usize::from(cell)]).min_by_key(holders).expect("an open cell has digits")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::rules::random_grid;
    use crate::random::{Domain, Key, Words};
    use crate::rules::constraint::Constraint;
    use crate::solve::Backend;

    fn boxes(height: usize, width: usize) -> Vec<Constraint> {
        let side = height * width;
        let cell = |unit: usize, i: usize| {
            let (top, left) = (unit / height * height, unit % height * width);
            [side * unit + i, side * i + unit, side * (top + i / width) + left + i % width]
        };
        let unit = |kind: usize, unit: usize| (0..side).map(|i| cell(unit, i)[kind]).collect();
        let units = (0..3 * side).map(|u| unit(u % 3, u / 3));
        units.map(|cells| Constraint::Different { cells }).collect()
    }

    /// A constraint that `grid` obeys.
    fn constraint(words: &mut Words, side: usize, grid: &[u8]) -> Constraint {
        let mut below = |bound: usize| words.below(bound as u64) as usize;
        let mut cells: Vec<usize> = (0..2 + below(4)).map(|_| below(side * side)).collect();
        cells.sort_unstable();
        cells.dedup();
        let value = |cell: usize| i64::from(grid[cell]);
        match below(4) {
            0 => {
                let (a, b) = (below(side * side), below(side * side));
                let mut table: Vec<u64> = (0..side)
                    .map(|_| (0..side).filter(|_| below(2) == 0).fold(0, |row, e| row | 1 << e))
                    .collect();
                table[usize::from(grid[a]) - 1] |= given(grid[b]);
                Constraint::Related { pairs: vec![(a, b)], table }
            }
            1 => {
                let sum = cells.iter().map(|&cell| value(cell)).sum();
                Constraint::Total { cells, sum, weights: None, no_repeat: false }
            }
            2 => {
                let weights: Vec<i64> = cells.iter().map(|_| below(5) as i64 - 2).collect();
                let sum = cells.iter().zip(&weights).map(|(&cell, w)| w * value(cell)).sum();
                Constraint::Total { cells, sum, weights: Some(weights), no_repeat: false }
            }
            _ => {
                // The sum, modulo 3.
                let next = |state: usize, d: usize| ((state + d + 1) % 3) as i64;
                let end = cells.iter().map(|&cell| value(cell)).sum::<i64>() % 3;
                let transitions =
                    (0..3).map(|state| (0..side).map(|d| next(state, d)).collect()).collect();
                let accepting = vec![end as usize];
                Constraint::Accepted { cells, states: 3, start: 0, accepting, transitions }
            }
        }
    }

    /// min(number of solutions, 20), and how many nodes that took.
    fn count(search: &mut dyn Search, puzzle: &[u8]) -> (usize, u64) {
        if search.begin(&mut puzzle.iter().map(|&digit| given(digit))).is_err() {
            return (0, 0);
        }
        let (mut nodes, control) = (u64::MAX, Control::unlimited());
        let found = || search.next(&mut nodes, &control) == Found::Solution;
        let count = std::iter::repeat_with(found).take(20).take_while(|&found| found).count();
        (count, u64::MAX - nodes)
    }

    #[test]
    fn boards_and_trail_find_as_many_solutions() {
        let key = Key::from_u64(7);
        let mut seen = [0; 3];
        for (height, width) in [(2, 4), (3, 3), (2, 5), (3, 4), (4, 4)] {
            let side = height * width;
            let plain = boxes(height, width);
            let plain_rules = RuleSet::new(side, &plain).unwrap();
            for item in 0..60 {
                let mut words = key.words(Domain::Grids, item, side as u64);
                let mut grid = vec![0; side * side];
                random_grid(&plain_rules, &key, item, &mut grid, &Control::unlimited()).unwrap();
                let more = (0..3 * side).map(|_| constraint(&mut words, side, &grid));
                let constraints: Vec<Constraint> = plain.iter().cloned().chain(more).collect();
                let rules = RuleSet::new(side, &constraints).unwrap();
                let (mut boards, mut trail) = (search(&rules), TrailSearch::new(&rules));
                let mut puzzle = grid;
                let share = 40 + words.below(30);
                puzzle.iter_mut().filter(|_| words.below(100) < share).for_each(|d| *d = 0);
                if item % 4 == 0 {
                    puzzle[words.below(9) as usize] = 1 + words.below(side as u64) as u8;
                }
                let (expected, _) = count(&mut trail, &puzzle);
                let found = count(&mut *boards, &puzzle);
                assert_eq!(found.0, expected, "{constraints:?} {puzzle:?}");
                for backend in Backend::available() {
                    let rules = rules.clone().with_backend(backend);
                    let other = count(&mut *search(&rules), &puzzle);
                    assert_eq!(other, found, "{backend:?} {constraints:?} {puzzle:?}");
                }
                seen[expected.min(2)] += 1;
            }
        }
        assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
    }
}
