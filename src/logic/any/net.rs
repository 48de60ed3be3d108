//! Forcing nets: all consequences of an assumption by singles and clues.
//!
//! ```text
//!   events   a candidate is on or off, with the earlier events that imply it
//!   round    all direct consequences of the events of the previous round; if there are none, one pass over the clues
//! ```

use crate::logic::text::clues;
use crate::rules::{bits, is_single};

use super::clues::{sum_name, support};
use super::look::Look;
use crate::logic::Candidate;

/// No event.
pub(super) const NONE: u32 = u32::MAX;

/// The reason of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    Assumed,
    /// This event puts another digit into the cell.
    SameCell(u32),
    /// This event puts the digit into a peer.
    Peer(u32),
    /// A pair table excludes the candidate, given this event.
    Table(u32, u32),
    /// All other digits of the cell are off.
    LastDigit,
    /// All other places in the unit are off.
    LastPlace(u32),
    /// A clue excludes the candidate, given the events in its cells.
    Clue(Clue),
}

/// A clue by kind and number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Clue {
    Pairs(u32),
    Sum(u32),
    Line(u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) mark: Candidate,
    pub(super) on: bool,
    pub(super) why: Why,
}

/// A contradiction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    Cell(u16),
    Place(u32, u32),
    Clue(Clue),
}

/// All consequences of an assumption, as far as they were followed.
pub(super) struct Net<'a> {
    pub(super) look: Look<'a>,
    sets: Vec<u64>,
    pub(super) events: Vec<Event>,
    /// For each candidate, the event by which it is off.
    pub(super) off: Vec<u32>,
    /// For each cell, the event by which it has a digit.
    pub(super) on: Vec<u32>,
    /// The cells that changed since the last pass over the clues.
    dirty: Vec<bool>,
    pub(super) conflict: Option<Conflict>,
    pub(super) is_finished: bool,
    /// The first event that was not followed yet.
    next: usize,
    rounds: usize,
}

impl<'a> Net<'a> {
    pub(super) fn new(look: &Look<'a>, mark: Candidate, rounds: usize) -> Net<'a> {
        let cells = look.rules.cells();
        let mut net = Net {
            look: *look,
            sets: (0..cells).map(|cell| look.position.possible(cell as u16)).collect(),
            events: Vec::new(),
            off: vec![NONE; cells * look.rules.digits()],
            on: vec![NONE; cells],
            dirty: vec![false; cells],
            conflict: None,
            is_finished: false,
            next: 0,
            rounds: 0,
        };
        net.put(mark, Why::Assumed);
        net.deepen(rounds);
        net
    }

    /// Continues until `rounds` rounds are done in total.
    pub(super) fn deepen(&mut self, rounds: usize) {
        while self.rounds < rounds && !self.is_finished {
            self.rounds += 1;
            let end = self.events.len();
            while self.next < end && self.conflict.is_none() {
                self.follow(self.next as u32);
                self.next += 1;
            }
            let mut has_news = self.events.len() > end;
            if self.conflict.is_none() && !has_news {
                self.pass();
                has_news = self.events.len() > end;
            }
            self.is_finished = self.conflict.is_some() || !has_news;
        }
    }

    pub(super) fn index(&self, mark: Candidate) -> usize {
        usize::from(mark.cell) * self.look.rules.digits() + mark.d() as usize
    }

    /// Puts a digit into a cell.
    fn put(&mut self, mark: Candidate, why: Why) {
        let cell = usize::from(mark.cell);
        if self.on[cell] == NONE && self.look.position.values()[cell] == 0 {
            self.on[cell] = self.events.len() as u32;
            self.events.push(Event { mark, on: true, why });
        }
    }

    /// Removes a digit from a cell.
    fn remove(&mut self, mark: Candidate, why: Why) {
        let cell = usize::from(mark.cell);
        let digit = 1u64 << mark.d();
        if self.conflict.is_some() || self.sets[cell] & digit == 0 {
            return;
        }
        self.sets[cell] &= !digit;
        let at = self.index(mark);
        self.off[at] = self.events.len() as u32;
        self.dirty[cell] = true;
        self.events.push(Event { mark, on: false, why });
        if self.sets[cell] == 0 {
            self.conflict = Some(Conflict::Cell(mark.cell));
        }
    }

    /// Adds the direct consequences of an event.
    fn follow(&mut self, number: u32) {
        let Event { mark, on, .. } = self.events[number as usize];
        let (cell, d) = (mark.cell, mark.d());
        let look = self.look;
        let geometry = look.rules.geometry();
        if on {
            for digit in bits(self.sets[usize::from(cell)] & !(1 << d)) {
                self.remove(Candidate::nth(cell, digit.trailing_zeros()), Why::SameCell(number));
            }
            for peer in geometry.peers(usize::from(cell)).iter() {
                self.remove(Candidate::nth(peer, d), Why::Peer(number));
            }
            for &relation in look.rules.related(usize::from(cell)) {
                let gone = self.sets[usize::from(relation.to)] & !look.rules.partners(relation, d);
                for digit in bits(gone) {
                    let mark = Candidate::nth(relation.to, digit.trailing_zeros());
                    self.remove(mark, Why::Table(number, relation.house));
                }
            }
            return;
        }
        let set = self.sets[usize::from(cell)];
        if is_single(set) {
            self.put(Candidate::nth(cell, set.trailing_zeros()), Why::LastDigit);
        }
        for &unit in geometry.units_of(usize::from(cell)) {
            let cells = geometry.unit(unit as usize);
            if !cells.is_complete() {
                continue;
            }
            let mut places =
                cells.cells().iter().filter(|&&cell| self.sets[usize::from(cell)] >> d & 1 == 1);
            match (places.next(), places.next()) {
                (None, _) => {
                    self.conflict.get_or_insert(Conflict::Place(unit, d));
                }
                (Some(&cell), None) => self.put(Candidate::nth(cell, d), Why::LastPlace(unit)),
                _ => {}
            }
        }
    }

    /// Applies each clue whose cells have changed.
    fn pass(&mut self) {
        let look = self.look;
        let dirty = std::mem::replace(&mut self.dirty, vec![false; look.rules.cells()]);
        let is_dirty = |cells: &[u16]| cells.iter().any(|&cell| dirty[usize::from(cell)]);
        let pairs = (0..look.rules.pairs().len() as u32).map(Clue::Pairs);
        let sums = (0..look.rules.sums().len() as u32).map(Clue::Sum);
        let lines = (0..look.rules.lines().len() as u32).map(Clue::Line);
        for clue in pairs.chain(sums).chain(lines) {
            let cells = clue.cells(&look);
            if !is_dirty(cells) {
                continue;
            }
            let sets: Vec<u64> = cells.iter().map(|&cell| self.sets[usize::from(cell)]).collect();
            let Some(kept) = clue.kept(&look, &sets) else {
                self.conflict.get_or_insert(Conflict::Clue(clue));
                return;
            };
            for ((&cell, set), kept) in cells.iter().zip(sets).zip(kept) {
                for digit in bits(set & !kept) {
                    self.remove(Candidate::nth(cell, digit.trailing_zeros()), Why::Clue(clue));
                }
            }
        }
    }
}

impl Clue {
    pub(super) fn cells<'a>(self, look: &Look<'a>) -> &'a [u16] {
        match self {
            Clue::Pairs(i) => &look.house(look.rules.pairs()[i as usize].house).cells,
            Clue::Sum(i) => &look.rules.sums()[i as usize].cells,
            Clue::Line(i) => look.rules.lines()[i as usize].automaton.cells(),
        }
    }

    pub(super) fn house(self, look: &Look<'_>) -> u32 {
        match self {
            Clue::Pairs(i) => look.rules.pairs()[i as usize].house,
            Clue::Sum(i) => look.rules.sums()[i as usize].house,
            Clue::Line(i) => look.rules.lines()[i as usize].house,
        }
    }

    /// The candidates that the clue leaves; `None` if it cannot be satisfied.
    pub(super) fn kept(self, look: &Look<'_>, sets: &[u64]) -> Option<Vec<u64>> {
        let mut sets = sets.to_vec();
        match self {
            Clue::Pairs(i) => {
                let clue = &look.rules.pairs()[i as usize];
                support(look, clue, self.cells(look), &mut sets).then_some(sets)
            }
            Clue::Sum(i) => look.rules.sums()[i as usize].narrow(&sets).map(|left| left.kept),
            Clue::Line(i) => {
                let automaton = &look.rules.lines()[i as usize].automaton;
                automaton.narrow(&mut sets, &mut Vec::new()).ok().map(|()| sets)
            }
        }
    }

    /// The sentence that the clue cannot be satisfied.
    pub(super) fn broken(self, look: &Look<'_>) -> String {
        let name = self.name(look);
        match self {
            Clue::Sum(i) if look.rules.sums()[i as usize].derived.is_some() => {
                clues::formula_without(&name)
            }
            Clue::Sum(i) => clues::cage_without(&name, look.rules.sums()[i as usize].sum),
            _ => clues::broken(&name),
        }
    }

    pub(super) fn name(self, look: &Look<'_>) -> String {
        match self {
            Clue::Sum(i) => sum_name(look, &look.rules.sums()[i as usize]),
            _ => look.house(self.house(look)).name.clone(),
        }
    }
}
