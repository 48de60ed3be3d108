//! Proofs of forcing nets, found by following an event backwards.
//!
//! A proof keeps only those cells of a clue that the conclusion needs.

use crate::rules::bits;

use super::net::{Clue, Conflict, Event, NONE, Net, Why};
use crate::logic::Candidate;
use crate::logic::conclusion::{Conclusion, Why as Reason};

impl Net<'_> {
    /// The possible digits of a cell before an event.
    fn before(&self, cell: u16, event: u32) -> u64 {
        let original = self.look.position.possible(cell);
        let gone = |digit: &u64| {
            let off = self.off[self.index(Candidate::nth(cell, digit.trailing_zeros()))];
            off == NONE || off >= event
        };
        bits(original).filter(gone).fold(0, |set, digit| set | digit)
    }

    /// The events before `event` by which digits of a cell are off.
    fn offs(&self, cell: u16, event: u32) -> Vec<u32> {
        // If the cell has its digit by then, that event implies all of them.
        let on = self.on[usize::from(cell)];
        if on < event {
            return vec![on];
        }
        let digits = bits(self.look.position.possible(cell));
        let offs =
            digits.map(|digit| self.off[self.index(Candidate::nth(cell, digit.trailing_zeros()))]);
        offs.filter(|&off| off < event).collect()
    }

    /// The events that a clue needs in order to exclude a candidate, or to be violated.
    fn needed(&self, clue: Clue, mark: Option<Candidate>, event: u32) -> Vec<u32> {
        let cells = clue.cells(&self.look);
        let mut sets: Vec<u64> = cells.iter().map(|&cell| self.before(cell, event)).collect();
        let says = |sets: &[u64]| match (clue.kept(&self.look, sets), mark) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(kept), Some(mark)) => {
                let at = |i: usize| cells[i] == mark.cell && kept[i] >> mark.d() & 1 == 0;
                (0..cells.len()).any(at)
            }
        };
        let mut events = Vec::new();
        for i in 0..cells.len() {
            let original = self.look.position.possible(cells[i]);
            if original != sets[i] {
                let changed = std::mem::replace(&mut sets[i], original);
                if !says(&sets) {
                    sets[i] = changed;
                    events.extend(self.offs(cells[i], event));
                }
            }
        }
        events
    }

    /// The events from which an event follows.
    fn parents(&self, number: u32) -> Vec<u32> {
        let Event { mark, why, .. } = self.events[number as usize];
        match why {
            Why::Assumed => Vec::new(),
            Why::SameCell(event) | Why::Peer(event) | Why::Table(event, _) => vec![event],
            Why::LastDigit => {
                let digits = bits(self.look.position.possible(mark.cell) & !(1 << mark.d()));
                digits
                    .map(|digit| {
                        self.off[self.index(Candidate::nth(mark.cell, digit.trailing_zeros()))]
                    })
                    .collect()
            }
            Why::LastPlace(unit) => self.place_offs(unit, mark.d(), number),
            Why::Clue(clue) => self.needed(clue, Some(mark), number),
        }
    }

    /// The events before `event` by which a digit lost its places in a unit.
    fn place_offs(&self, unit: u32, d: u32, event: u32) -> Vec<u32> {
        let cells = &self.look.house(unit).cells;
        cells
            .iter()
            .map(|&cell| self.off[self.index(Candidate::nth(cell, d))])
            .filter(|&off| off < event)
            .collect()
    }

    /// The given events and all events that they depend on, in order.
    fn slice(&self, ends: Vec<u32>) -> Vec<u32> {
        let mut needed = vec![false; self.events.len()];
        let mut open = ends;
        while let Some(event) = open.pop() {
            if !std::mem::replace(&mut needed[event as usize], true) {
                open.extend(self.parents(event));
            }
        }
        (0..self.events.len() as u32).filter(|&event| needed[event as usize]).collect()
    }

    /// The events from which a conflict follows.
    pub(super) fn causes(&self, conflict: Conflict) -> Vec<u32> {
        let end = self.events.len() as u32;
        match conflict {
            Conflict::Cell(cell) => {
                let digits = bits(self.look.position.possible(cell));
                digits
                    .map(|digit| self.off[self.index(Candidate::nth(cell, digit.trailing_zeros()))])
                    .collect()
            }
            Conflict::Place(unit, d) => self.place_offs(unit, d, end),
            Conflict::Clue(clue) => self.needed(clue, None, end),
        }
    }

    /// The assumption and the conclusions that lead to the events `ends`, with the indices of those events among the
    /// conclusions.
    pub(super) fn conclusions(&self, ends: &[u32]) -> (Vec<Conclusion>, Vec<usize>) {
        // The assumption is included even if nothing depends on it.
        let slice = self.slice([ends, &[0]].concat());
        let numbers = |events: &[u32]| -> Vec<usize> {
            let number = |event| slice.binary_search(event).expect("an event of the slice");
            events.iter().map(number).collect()
        };
        let conclude = |&number: &u32| {
            let Event { mark, on, why } = self.events[number as usize];
            let parents = self.parents(number);
            let look = &self.look;
            let why = match why {
                Why::Assumed => Reason::Assumed,
                Why::SameCell(_) | Why::LastDigit => Reason::Cell,
                Why::Peer(event) => {
                    let other = self.events[event as usize].mark.cell;
                    Reason::House(look.rules.between(other, mark.cell))
                }
                Why::LastPlace(unit) => Reason::House(unit),
                Why::Table(_, house) => Reason::Clue(house, look.house(house).name.clone()),
                Why::Clue(clue) => Reason::Clue(clue.house(look), clue.name(look)),
            };
            let (cells, digit) = (vec![mark.cell], mark.digit);
            Conclusion { cells, digit, on, why, parents: numbers(&parents) }
        };
        (slice.iter().map(conclude).collect(), numbers(ends))
    }
}
