//! Search with one trail: guess, conclude, take back.
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

use crate::control::{Control, Signal};

use super::propagate::Effort;
use super::rule_set::RuleSet;
use super::state::{Conflict, State, bits, is_single};

/// Work, in cells looked at, between two looks at the control.
const CHECK_EVERY: usize = 1 << 14;

/// What a search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// All cells have one digit.
    Solution,
    /// There are no more.
    Nothing,
    /// The nodes ran out.
    OutOfNodes,
    /// The control said stop.
    Stopped(Signal),
}

struct Guess {
    mark: usize,
    cell: u16,
    digit: u64,
}

/// A depth-first search that can go on after each solution.
pub(super) struct Search<'r> {
    pub state: State<'r>,
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

impl<'r> Search<'r> {
    /// A search by these rules.
    pub fn new(rules: &'r RuleSet) -> Search<'r> {
        Search { state: State::new(rules), guesses: Vec::new(), work: 0, next: Next::Back }
    }

    /// Starts with what each cell may hold, and concludes.
    pub fn begin(&mut self, sets: impl Iterator<Item = u64>) -> Result<(), Conflict> {
        self.guesses.clear();
        let result = self.state.reset(sets).and_then(|()| self.state.propagate(Effort::Full));
        self.next = if result.is_ok() { Next::Look } else { Next::Back };
        result
    }

    /// What the cells could hold before the first guess.
    pub fn beginning(&self) -> Vec<u64> {
        let bottom = self.guesses.first().map_or(self.state.mark(), |guess| guess.mark);
        self.state.before(bottom)
    }

    /// The next solution; each node takes one from `nodes`.
    pub fn next(&mut self, nodes: &mut u64, control: &Control<'_>) -> Found {
        loop {
            match self.next {
                Next::Look => {
                    if self.state.open == 0 {
                        self.next = Next::Back;
                        return Found::Solution;
                    }
                    if *nodes == 0 {
                        return Found::OutOfNodes;
                    }
                    self.work += self.state.domain.len();
                    if self.work >= CHECK_EVERY {
                        self.work = 0;
                        let signal = control.checkpoint();
                        if signal != Signal::Continue {
                            return Found::Stopped(signal);
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

    fn conclude(&mut self, held: Result<(), Conflict>) {
        self.next = match held.and_then(|()| self.state.propagate(Effort::Full)) {
            Ok(()) => Next::Look,
            Err(Conflict) => Next::Back,
        };
    }
}

/// What a cell with this given may hold; any digit for a blank.
#[inline]
pub(super) fn given(digit: u8) -> u64 {
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
        let peers = self.rules.peers.get(usize::from(cell)).iter();
        peers.filter(|&&peer| !is_single(self.domain[usize::from(peer)])).count()
    }

    /// The digit of `cell` that the fewest peers could hold.
    fn freest(&self, cell: u16) -> u64 {
        let peers = self.rules.peers.get(usize::from(cell));
        let holders = |digit: &u64| {
            peers.iter().filter(|&&peer| self.domain[usize::from(peer)] & digit != 0).count()
        };
        bits(self.domain[usize::from(cell)]).min_by_key(holders).expect("an open cell has digits")
    }
}
