//! The proofs of nets: an event followed backwards, as links and as sentences.
//!
//! Of the cells of a clue a proof keeps those without which the clue would not say the same.

use crate::rules::bits;

use super::look::digits_text;
use super::net::{Clue, Conflict, Event, NONE, Net, Why};
use crate::logic::{Candidate, Link, LinkReason};

impl Net<'_> {
    /// The digits of a cell before an event.
    fn before(&self, cell: u16, event: u32) -> u64 {
        let original = self.look.position.possible(cell);
        let gone = |digit: &u64| {
            let off = self.off[self.index(Candidate::nth(cell, digit.trailing_zeros()))];
            off == NONE || off >= event
        };
        bits(original).filter(gone).fold(0, |set, digit| set | digit)
    }

    /// The events by which digits of a cell are off, before an event.
    fn offs(&self, cell: u16, event: u32) -> Vec<u32> {
        // If the cell has its digit by then, that tells all.
        let on = self.on[usize::from(cell)];
        if on < event {
            return vec![on];
        }
        let digits = bits(self.look.position.possible(cell));
        let offs =
            digits.map(|digit| self.off[self.index(Candidate::nth(cell, digit.trailing_zeros()))]);
        offs.filter(|&off| off < event).collect()
    }

    /// The events that a clue needs to exclude a candidate, or to fail.
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

    /// The events that an event follows from.
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

    /// The events by which a digit lost its places in a unit, before an event.
    fn place_offs(&self, unit: u32, d: u32, event: u32) -> Vec<u32> {
        let cells = &self.look.house(unit).cells;
        cells
            .iter()
            .map(|&cell| self.off[self.index(Candidate::nth(cell, d))])
            .filter(|&off| off < event)
            .collect()
    }

    /// All events that lead to some, in order.
    pub(super) fn slice(&self, ends: Vec<u32>) -> Vec<u32> {
        let mut needed = vec![false; self.events.len()];
        let mut open = ends;
        while let Some(event) = open.pop() {
            if !std::mem::replace(&mut needed[event as usize], true) {
                open.extend(self.parents(event));
            }
        }
        (0..self.events.len() as u32).filter(|&event| needed[event as usize]).collect()
    }

    /// The events that lead to the conflict.
    pub(super) fn conflict_slice(&self, conflict: Conflict) -> Vec<u32> {
        let end = self.events.len() as u32;
        let ends = match conflict {
            Conflict::Cell(cell) => {
                let digits = bits(self.look.position.possible(cell));
                digits
                    .map(|digit| self.off[self.index(Candidate::nth(cell, digit.trailing_zeros()))])
                    .collect()
            }
            Conflict::Place(unit, d) => self.place_offs(unit, d, end),
            Conflict::Clue(clue) => self.needed(clue, None, end),
        };
        self.slice(ends)
    }

    /// The links of a proof.
    pub(super) fn links(&self, slice: &[u32]) -> Vec<Link> {
        let mut links = Vec::new();
        for &number in slice {
            let event = self.events[number as usize];
            for parent in self.parents(number) {
                let parent = self.events[parent as usize];
                let reason = match event.why {
                    Why::Assumed | Why::SameCell(_) | Why::LastDigit => LinkReason::Cell,
                    Why::Peer(_) => LinkReason::House(
                        self.look.rules.between(parent.mark.cell, event.mark.cell),
                    ),
                    Why::Table(_, house) | Why::LastPlace(house) => LinkReason::House(house),
                    Why::Clue(clue) => LinkReason::House(clue.house(&self.look)),
                };
                let (from, to) = (parent.mark, event.mark);
                links.push(Link { from, from_on: parent.on, to, to_on: event.on, reason });
            }
        }
        links
    }

    /// The sentence for a candidate that is off because of a digit elsewhere; clues tell what they remove.
    pub(super) fn end(&self, mark: Candidate) -> String {
        let look = &self.look;
        let why = match self.events[self.off[self.index(mark)] as usize].why {
            Why::SameCell(event) => {
                format!("since it is {}", self.events[event as usize].mark.digit)
            }
            Why::Peer(event) => {
                let other = self.events[event as usize].mark.cell;
                format!("by {}", look.house(look.rules.between(mark.cell, other)).name)
            }
            _ => return String::new(),
        };
        format!(" {} is not {}, {why}.", look.cell(mark.cell), mark.digit)
    }

    /// The sentences of a proof: what gets a digit, and what clues remove.
    pub(super) fn told(&self, slice: &[u32]) -> String {
        let look = &self.look;
        let mut text = String::new();
        let mut clues: Option<(Clue, Vec<Candidate>)> = None;
        let flush = |clues: &mut Option<(Clue, Vec<Candidate>)>, text: &mut String| {
            let Some((clue, marks)) = clues.take() else { return };
            let parts: Vec<String> = marks
                .chunk_by(|a, b| a.cell == b.cell)
                .map(|marks| {
                    let digits = marks.iter().fold(0, |set, mark| set | 1 << mark.d());
                    format!("{} is not {}", look.cell(marks[0].cell), digits_text(digits, "or"))
                })
                .collect();
            *text += &format!(" By {}, {}.", clue.name(look), parts.join(" and "));
        };
        for &number in slice {
            let Event { mark, on, why } = self.events[number as usize];
            match why {
                Why::Clue(clue) => {
                    if clues.as_ref().is_some_and(|(known, _)| *known != clue) {
                        flush(&mut clues, &mut text);
                    }
                    clues.get_or_insert((clue, Vec::new())).1.push(mark);
                    continue;
                }
                _ => flush(&mut clues, &mut text),
            }
            match why {
                Why::LastDigit => {
                    text += &format!(" {}, the only digit left there.", look.is(mark))
                }
                Why::LastPlace(unit) => {
                    text += &format!(
                        " {}, the only place left in {}.",
                        look.is(mark),
                        look.house(unit).name
                    );
                }
                Why::Table(_, house) if !on => {
                    text += &format!(
                        " {} is not {}, by {}.",
                        look.cell(mark.cell),
                        mark.digit,
                        look.house(house).name
                    );
                }
                _ => {}
            }
        }
        flush(&mut clues, &mut text);
        text
    }
}
