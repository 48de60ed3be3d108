//! Upper bounds on the consequences of each assumption, as sets without order and parents.
//!
//! ```text
//!   assumption       level 0        level 1              level 2              level 3
//!   r1c1.5 on   ──►  singles   ──►  + locked, pairs, ──► + static chains ──►  + multiple chains      each level starts
//!   r1c1.5 off  ──►  …              X-wings                                                           from the previous one
//!                      │
//!   the next step      └──►  minus the candidates that the step removed, continued from there
//! ```
//!
//! *Invariant.* A bound contains everything that [`propagate`](super::propagate) can conclude from the assumption at that
//! level, in any order. If the propagation can end in a contradiction, so does the bound. For each rule of the propagation, the
//! bound applies a rule that concludes at least as much, up to the fixpoint. So an assumption whose bound has no contradiction
//! has none, and branches whose bounds have nothing in common have no common conclusion.
//!
//! Bounds only shrink when candidates are removed, and a fixpoint does not depend on the order. So the bounds of a step start
//! from the bounds of the previous step, and the bounds of a level from those of the level below. Filled cells keep their value
//! as a candidate.
//!
//! Levels 4 and 5 apply level 1 and then assume each candidate in turn, within each other assumption, at level 0 or level 2.
//!
//! *Cost.* About 700 bytes for each assumption and level from 1 on. A microsecond for each assumption at level 1, and ten at
//! level 2.

mod links;
mod patterns;
mod singles;
mod state;

use crate::board::Cell;
use crate::logic::Position;
use crate::logic::grid9::tuples;

use super::bits::{Bits, number};
use super::branch::Branch;
use super::closure::{ABSENT, common, join, members, open};
use links::Links;
use singles::Singles;
use state::{Map, Row, State, Work, without};

/// The highest level with bounds.
pub(super) const HIGHEST: usize = 5;

/// The possible consequences of one assumption: nodes that are on, and nodes that are off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reached {
    on: Row,
    off: Row,
}

impl Reached {
    /// Everything, as the start of an intersection.
    pub(super) const ALL: Reached = Reached { on: [!0; 4], off: [!0; 4] };

    pub(super) fn and(&self, other: &Reached) -> Reached {
        Reached { on: common(&self.on, &other.on), off: common(&self.off, &other.off) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.on == [0; 4] && self.off == [0; 4]
    }
}

/// The state of the bound of one assumption at one level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Unknown,
    /// Computed for the position with this number. For later positions it has to be updated.
    Known(u32),
    /// Ends in a contradiction, for that position and all later ones.
    Contradiction,
}

/// The bounds of a position, updated from the bounds of earlier positions.
pub(super) struct Bounds {
    map: Map,
    /// The position itself.
    start: State,
    values: [u8; 81],
    /// The number of positions so far.
    age: u32,
    /// The position for which the map was built.
    map_age: u32,
    /// Level 0, and the position for which it was computed.
    singles: Singles,
    singles_age: u32,
    /// Level 0 for a state within an assumption.
    within: Singles,
    /// For each higher level and each assumption, the state at the fixpoint.
    states: [Vec<State>; HIGHEST + 1],
    status: [Vec<Status>; HIGHEST + 1],
    /// Whether static (multiple) chains remove nothing from the position; `None` if not computed.
    clean: [Option<bool>; 2],
    work: Work,
    links: Links,
    /// For each assumption within another one, the candidates that it removes; all of them after a contradiction.
    removed: Vec<Row>,
}

impl Bounds {
    pub(super) fn new() -> Bounds {
        Bounds {
            map: Map::new(),
            start: State::NONE,
            values: [0; 81],
            age: 0,
            map_age: 0,
            singles: Singles::new(),
            singles_age: 0,
            within: Singles::new(),
            states: [const { Vec::new() }; HIGHEST + 1],
            status: [const { Vec::new() }; HIGHEST + 1],
            clean: [None; 2],
            work: Work::new(),
            links: Links::new(),
            removed: Vec::new(),
        }
    }

    /// Sets the position. Returns whether it has few enough candidates for bounds.
    pub(super) fn take(&mut self, position: &Position) -> bool {
        self.clean = [None; 2];
        self.age += 1;
        if self.follows(position) {
            return true;
        }
        self.map_age = self.age;
        self.values = *position.values();
        for status in &mut self.status {
            status.clear();
        }
        let fits = self.map.take(position);
        if fits {
            self.start = State::of(position);
            self.start.alive = self.map.all();
        }
        fits
    }

    /// Updates the position if it results from the previous one by removing candidates and filling cells. Returns whether it
    /// does.
    fn follows(&mut self, position: &Position) -> bool {
        if self.map.candidates.is_empty() {
            return false;
        }
        let mut alive = [0; 4];
        for candidate in open(position) {
            let node = self.map.node[usize::from(candidate)];
            if node == ABSENT || !self.start.is_alive(node) {
                return false;
            }
            alive[usize::from(node) / 64] |= 1 << (node % 64);
        }
        for cell in Cell::all() {
            let (value, before) = (position.value(cell), self.values[cell.index()]);
            if value == before {
                continue;
            }
            if before != 0 {
                return false;
            }
            let node = self.map.node[usize::from(number(cell, value))];
            if node == ABSENT || !self.start.is_alive(node) {
                return false;
            }
            alive[usize::from(node) / 64] |= 1 << (node % 64);
        }
        for node in members(without(&self.start.alive, &alive)) {
            self.start.remove(&self.map, node);
        }
        true
    }

    /// Whether an assumption may end in a contradiction.
    pub(super) fn contradicts(&mut self, level: usize, candidate: u16, on: bool) -> bool {
        let node = usize::from(self.map.node[usize::from(candidate)]);
        if level == 0 {
            return self.singles(node, on).is_none();
        }
        let assumption = 2 * node + usize::from(on);
        self.settle(level, assumption);
        self.status[level][assumption] == Status::Contradiction
    }

    /// The possible consequences of an assumption that cannot end in a contradiction.
    pub(super) fn reached(&mut self, level: usize, candidate: u16, on: bool) -> Reached {
        let node = usize::from(self.map.node[usize::from(candidate)]);
        if level == 0 {
            return self.singles(node, on).unwrap_or(Reached::ALL);
        }
        let assumption = 2 * node + usize::from(on);
        self.settle(level, assumption);
        let state = &self.states[level][assumption];
        let mut reached = Reached { on: [0; 4], off: without(&self.start.alive, &state.alive) };
        for node in members(state.on) {
            if !self.start.is_settled(&self.map, node) || assumption == 2 * node + 1 {
                reached.on[node / 64] |= 1 << (node % 64);
            }
        }
        reached
    }

    /// The actual conclusions of a branch.
    pub(super) fn concluded(&self, branch: &Branch) -> Reached {
        let mut reached = Reached { on: [0; 4], off: [0; 4] };
        for (state, row) in [(true, &mut reached.on), (false, &mut reached.off)] {
            for candidate in branch.settled(state) {
                let node = usize::from(self.map.node[usize::from(candidate)]);
                row[node / 64] |= 1 << (node % 64);
            }
        }
        reached
    }

    /// The bound of level 0; `None` if it ends in a contradiction.
    fn singles(&mut self, node: usize, on: bool) -> Option<Reached> {
        if self.singles_age < self.map_age {
            self.singles.take(&self.map, &self.start.alive);
        } else if self.singles_age < self.age {
            self.singles.shrink(&self.map, &self.start.alive);
        }
        self.singles_age = self.age;
        self.singles.of(&self.map, node, on)
    }

    /// Computes the bound of an assumption for the current position, at level 1 or higher.
    fn settle(&mut self, level: usize, assumption: usize) {
        let count = 2 * self.map.candidates.len();
        if self.status[level].len() < count {
            self.status[level].resize(count, Status::Unknown);
            self.states[level].resize(count, State::NONE);
        }
        match self.status[level][assumption] {
            Status::Contradiction => return,
            Status::Known(age) if age == self.age => return,
            _ => {}
        }
        // Levels 4 and 5 consist of level 1 and of assumptions at level 0 or 2.
        let (lower, inner) = match level {
            4 => (1, 0),
            5 => (1, 2),
            _ => (level - 1, 0),
        };
        // The nodes that are on and the nodes that remain, at the level below.
        let lower_rows = if lower == 0 {
            self.singles(assumption / 2, assumption & 1 != 0)
                .map(|reached| (reached.on, without(&self.start.alive, &reached.off)))
        } else {
            self.settle(lower, assumption);
            let holds = self.status[lower][assumption] != Status::Contradiction;
            let state = &self.states[lower][assumption];
            holds.then_some((state.on, state.alive))
        };
        let Some((on, alive)) = lower_rows else {
            self.status[level][assumption] = Status::Contradiction;
            return;
        };
        if inner > 0 {
            for other in 0..count {
                if self.start.is_alive((other / 2) as u16) {
                    self.settle(inner, other);
                }
            }
        }
        self.work.begin();
        // States from which static (multiple) chains are known to remove nothing.
        let mut clean: [Option<State>; 2] = [None; 2];
        let mut is_ready = false;
        let mut state;
        if self.status[level][assumption] == Status::Unknown {
            state = if lower == 0 {
                let mut state = State { on, ..self.start };
                for node in members(without(&self.start.alive, &alive)) {
                    state.remove(&self.map, node);
                }
                state
            } else {
                self.states[lower][assumption]
            };
            match level {
                1 => self.work.differ(&self.start, &state),
                2 => clean[0] = self.clean_start(0),
                3 => clean = [Some(state), self.clean_start(1)],
                _ => {}
            }
        } else {
            state = self.states[level][assumption];
            let gone = without(&state.alive, &alive);
            clean = [Some(state); 2];
            is_ready = gone == [0; 4];
            self.work.remove_each(&self.map, &mut state, gone);
        }
        let mut holds = true;
        while !is_ready && holds {
            let (map, work, links) = (&self.map, &mut self.work, &mut self.links);
            if level <= 3 {
                holds = close(map, &mut state, level, clean, work, links);
                break;
            }
            holds = close(map, &mut state, 1, clean, work, links);
            if holds {
                let gone = self.assume(&state, inner);
                is_ready = gone == [0; 4];
                self.work.begin();
                self.work.remove_each(&self.map, &mut state, gone);
            }
        }
        self.states[level][assumption] = state;
        self.status[level][assumption] =
            if holds { Status::Known(self.age) } else { Status::Contradiction };
    }

    /// The candidates removed by assumptions within a state, including all kinds of branches.
    fn assume(&mut self, state: &State, level: usize) -> Row {
        let n = self.map.candidates.len();
        let mut gone = [0; 4];
        self.removed.clear();
        self.removed.resize(n, state.alive);
        if level == 0 {
            self.within.take(&self.map, &state.alive);
        }
        for node in members(state.alive) {
            if state.digits[usize::from(self.map.spots[node].cell)].is_power_of_two() {
                continue;
            }
            let (on, off) =
                (self.inner(state, level, node, true), self.inner(state, level, node, false));
            match on {
                Some(on) => self.removed[node] = on,
                None => gone[node / 64] |= 1 << (node % 64),
            }
            if off.is_none() {
                join(&mut gone, &common(&self.map.weak[node], &state.alive));
            }
            if let (Some(on), Some(off)) = (on, off) {
                join(&mut gone, &common(&on, &off));
            }
        }
        let removed = |node: u16| &self.removed[usize::from(node)];
        for (cell, &digits) in state.digits.iter().enumerate() {
            if digits & digits.wrapping_sub(1) != 0 {
                let mut row = state.alive;
                for digit in tuples::members(digits) {
                    row = common(&row, removed(self.map.at(cell, digit)));
                }
                join(&mut gone, &row);
            }
        }
        for (house, places) in state.places.iter().enumerate() {
            for (digit, &places) in places.iter().enumerate() {
                if places & places.wrapping_sub(1) != 0 {
                    let mut row = state.alive;
                    for place in tuples::members(places) {
                        row = common(&row, removed(self.map.in_house(house, place, digit)));
                    }
                    join(&mut gone, &row);
                }
            }
        }
        gone
    }

    /// The candidates that an assumption within a state removes from it; `None` if it ends in a contradiction.
    fn inner(&mut self, state: &State, level: usize, node: usize, on: bool) -> Option<Row> {
        if level == 0 {
            return self.within.of(&self.map, node, on).map(|reached| reached.off);
        }
        let assumption = 2 * node + usize::from(on);
        if self.status[level][assumption] == Status::Contradiction {
            return None;
        }
        let outer = &self.states[level][assumption];
        let gone = without(&outer.alive, &state.alive);
        if gone == [0; 4] {
            return Some(without(&state.alive, &outer.alive));
        }
        let mut both = *outer;
        self.work.begin();
        self.work.remove_each(&self.map, &mut both, gone);
        let clean = [Some(*outer); 2];
        let (map, work, links) = (&self.map, &mut self.work, &mut self.links);
        let holds = close(map, &mut both, level, clean, work, links);
        holds.then(|| without(&state.alive, &both.alive))
    }

    /// The position itself, if static (or multiple) chains remove nothing from it.
    fn clean_start(&mut self, kind: usize) -> Option<State> {
        let (map, links, start) = (&self.map, &mut self.links, &self.start);
        let clean = *self.clean[kind].get_or_insert_with(|| {
            let removed = match kind {
                0 => links.single(map, start, None),
                _ => links.multiple(map, start, None),
            };
            removed == [0; 4]
        });
        clean.then_some(self.start)
    }
}

/// The search for the candidates that static chains remove from a position.
pub(super) struct Removable {
    map: Map,
    links: Links,
}

impl Removable {
    pub(super) fn new() -> Removable {
        Removable { map: Map::new(), links: Links::new() }
    }

    pub(super) fn find(&mut self, position: &Position) -> Option<Bits> {
        if !self.map.take(position) {
            return None;
        }
        let mut state = State::of(position);
        state.alive = self.map.all();
        let mut removable = Bits::NONE;
        for node in members(self.links.single(&self.map, &state, None)) {
            removable.insert(self.map.candidates[node]);
        }
        Some(removable)
    }
}

/// Continues to the fixpoint. Returns whether there is no contradiction.
fn close(
    map: &Map,
    state: &mut State,
    level: usize,
    mut clean: [Option<State>; 2],
    work: &mut Work,
    links: &mut Links,
) -> bool {
    loop {
        if !work.singles(map, state) {
            return false;
        }
        if work.patterns(map, state) {
            continue;
        }
        if level == 1 {
            return true;
        }
        let mut gone = links.single(map, state, clean[0].as_ref());
        clean[0] = Some(*state);
        if gone == [0; 4] && level > 2 {
            gone = links.multiple(map, state, clean[1].as_ref());
            clean[1] = Some(*state);
        }
        if gone == [0; 4] {
            return true;
        }
        work.remove_each(map, state, gone);
    }
}
