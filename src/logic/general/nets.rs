//! Forcing nets: all that follows from an assumption by singles and clues.
//!
//! ```text
//!   events   a candidate is on or off, and the events before it that make it so
//!   round    all that follows at once from the events of the round before; if nothing does, one pass over the clues
//! ```
//!
//! Nets are followed round by round, all assumptions one round deeper each time, so that a short contradiction is found before
//! a long one. The proof is what the contradiction needs, followed backwards. Of the cells of a clue it keeps those without
//! which the clue would not say the same.

use crate::logic::Technique;
use crate::logic::nodes::Nodes;
use crate::rules::{bits, is_single};

use super::clues::support;
use super::found::{Found, Halt, Link, Look, Mark, Reason, Sink, digits_text};

/// No event.
const NONE: u32 = u32::MAX;

/// What an event follows from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Why {
    Assumed,
    /// The digit that the event puts into the same cell.
    SameCell(u32),
    /// The digit that the event puts into a peer.
    Peer(u32),
    /// By a table, from the digit of the event.
    Table(u32, u32),
    /// All other digits of the cell are off.
    LastDigit,
    /// All other places in the unit are off.
    LastPlace(u32),
    /// By a clue, from what is off in its cells.
    Clue(Clue),
}

/// A clue by kind and number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Clue {
    Pairs(u32),
    Sum(u32),
    Line(u32),
}

#[derive(Clone, Copy, Debug)]
struct Event {
    mark: Mark,
    on: bool,
    why: Why,
}

/// What cannot be.
#[derive(Clone, Copy, Debug)]
enum Conflict {
    Cell(u16),
    Place(u32, u32),
    Clue(Clue),
}

/// All that follows from an assumption.
struct Net<'a> {
    look: Look<'a>,
    sets: Vec<u64>,
    events: Vec<Event>,
    /// The event by which a candidate is off.
    off: Vec<u32>,
    /// The event by which a cell has a digit.
    on: Vec<u32>,
    /// Cells that changed since the last pass over the clues.
    dirty: Vec<bool>,
    conflict: Option<Conflict>,
    is_finished: bool,
}

impl<'a> Net<'a> {
    fn new(look: &Look<'a>, mark: Mark, rounds: usize) -> Net<'a> {
        let cells = look.rules.cells();
        let mut net = Net {
            look: *look,
            sets: (0..cells).map(|cell| look.position.possible(cell as u16)).collect(),
            events: Vec::new(),
            off: vec![NONE; cells * look.rules.side()],
            on: vec![NONE; cells],
            dirty: vec![false; cells],
            conflict: None,
            is_finished: false,
        };
        net.put(mark, Why::Assumed);
        let mut next = 0;
        for _ in 0..rounds {
            let end = net.events.len();
            while next < end && net.conflict.is_none() {
                net.follow(next as u32);
                next += 1;
            }
            if net.conflict.is_none() && net.events.len() == end {
                net.pass();
                net.is_finished = net.events.len() == end;
            }
            if net.conflict.is_some() || net.is_finished {
                net.is_finished = true;
                break;
            }
        }
        net
    }

    fn index(&self, mark: Mark) -> usize {
        usize::from(mark.cell) * self.look.rules.side() + mark.d as usize
    }

    /// A cell gets a digit.
    fn put(&mut self, mark: Mark, why: Why) {
        let cell = usize::from(mark.cell);
        if self.on[cell] == NONE && self.look.position.values()[cell] == 0 {
            self.on[cell] = self.events.len() as u32;
            self.events.push(Event { mark, on: true, why });
        }
    }

    /// A cell loses a digit.
    fn remove(&mut self, mark: Mark, why: Why) {
        let cell = usize::from(mark.cell);
        let digit = 1u64 << mark.d;
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

    /// What follows from an event.
    fn follow(&mut self, number: u32) {
        let Event { mark: Mark { cell, d }, on, .. } = self.events[number as usize];
        let look = self.look;
        let geometry = look.rules.geometry();
        if on {
            for digit in bits(self.sets[usize::from(cell)] & !(1 << d)) {
                self.remove(Mark { cell, d: digit.trailing_zeros() }, Why::SameCell(number));
            }
            for peer in geometry.peers(usize::from(cell)).iter() {
                self.remove(Mark { cell: peer, d }, Why::Peer(number));
            }
            for &relation in look.rules.related(usize::from(cell)) {
                let gone = self.sets[usize::from(relation.to)] & !look.rules.partners(relation, d);
                for digit in bits(gone) {
                    let mark = Mark { cell: relation.to, d: digit.trailing_zeros() };
                    self.remove(mark, Why::Table(number, relation.house));
                }
            }
            return;
        }
        let set = self.sets[usize::from(cell)];
        if is_single(set) {
            self.put(Mark { cell, d: set.trailing_zeros() }, Why::LastDigit);
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
                (Some(&cell), None) => self.put(Mark { cell, d }, Why::LastPlace(unit)),
                _ => {}
            }
        }
    }

    /// What each clue says whose cells have changed.
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
                    self.remove(Mark { cell, d: digit.trailing_zeros() }, Why::Clue(clue));
                }
            }
        }
    }

    // --- proofs ------------------------------------------------------------------------------------------------------

    /// The digits of a cell before an event.
    fn before(&self, cell: u16, event: u32) -> u64 {
        let original = self.look.position.possible(cell);
        let gone = |digit: &u64| {
            let off = self.off[self.index(Mark { cell, d: digit.trailing_zeros() })];
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
            digits.map(|digit| self.off[self.index(Mark { cell, d: digit.trailing_zeros() })]);
        offs.filter(|&off| off < event).collect()
    }

    /// The events that a clue needs to exclude a candidate, or to fail.
    fn needed(&self, clue: Clue, mark: Option<Mark>, event: u32) -> Vec<u32> {
        let cells = clue.cells(&self.look);
        let mut sets: Vec<u64> = cells.iter().map(|&cell| self.before(cell, event)).collect();
        let says = |sets: &[u64]| match (clue.kept(&self.look, sets), mark) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(kept), Some(mark)) => {
                let at = |i: usize| cells[i] == mark.cell && kept[i] >> mark.d & 1 == 0;
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
                let digits = bits(self.look.position.possible(mark.cell) & !(1 << mark.d));
                digits
                    .map(|digit| self.off[self.index(Mark { d: digit.trailing_zeros(), ..mark })])
                    .collect()
            }
            Why::LastPlace(unit) => self.place_offs(unit, mark.d),
            Why::Clue(clue) => self.needed(clue, Some(mark), number),
        }
    }

    /// The events by which a digit lost its places in a unit.
    fn place_offs(&self, unit: u32, d: u32) -> Vec<u32> {
        let cells = &self.look.house(unit).cells;
        cells
            .iter()
            .map(|&cell| self.off[self.index(Mark { cell, d })])
            .filter(|&off| off != NONE)
            .collect()
    }

    /// All events that lead to some, in order.
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

    /// The events that lead to the conflict.
    fn conflict_slice(&self, conflict: Conflict) -> Vec<u32> {
        let end = self.events.len() as u32;
        let ends = match conflict {
            Conflict::Cell(cell) => {
                let digits = bits(self.look.position.possible(cell));
                digits
                    .map(|digit| self.off[self.index(Mark { cell, d: digit.trailing_zeros() })])
                    .collect()
            }
            Conflict::Place(unit, d) => self.place_offs(unit, d),
            Conflict::Clue(clue) => self.needed(clue, None, end),
        };
        self.slice(ends)
    }

    /// The links of a proof.
    fn links(&self, slice: &[u32]) -> Vec<Link> {
        let mut links = Vec::new();
        for &number in slice {
            let event = self.events[number as usize];
            for parent in self.parents(number) {
                let parent = self.events[parent as usize];
                let reason = match event.why {
                    Why::Assumed | Why::SameCell(_) | Why::LastDigit => Reason::Cell,
                    Why::Peer(_) => {
                        Reason::House(self.look.rules.between(parent.mark.cell, event.mark.cell))
                    }
                    Why::Table(_, house) | Why::LastPlace(house) => Reason::House(house),
                    Why::Clue(clue) => Reason::House(clue.house(&self.look)),
                };
                let (from, to) = (parent.mark, event.mark);
                links.push(Link { from, from_on: parent.on, to, to_on: event.on, reason });
            }
        }
        links
    }

    /// The sentence for a candidate that is off because of a digit elsewhere; clues tell what they remove.
    fn end(&self, mark: Mark) -> String {
        let look = &self.look;
        let why = match self.events[self.off[self.index(mark)] as usize].why {
            Why::SameCell(event) => {
                format!("since it is {}", self.events[event as usize].mark.d + 1)
            }
            Why::Peer(event) => {
                let other = self.events[event as usize].mark.cell;
                format!("by {}", look.house(look.rules.between(mark.cell, other)).name)
            }
            _ => return String::new(),
        };
        format!(" {} is not {}, {why}.", look.cell(mark.cell), mark.d + 1)
    }

    /// The sentences of a proof: what gets a digit, and what clues remove.
    fn told(&self, slice: &[u32]) -> String {
        let look = &self.look;
        let mut text = String::new();
        let mut clues: Option<(Clue, Vec<Mark>)> = None;
        let flush = |clues: &mut Option<(Clue, Vec<Mark>)>, text: &mut String| {
            let Some((clue, marks)) = clues.take() else { return };
            let parts: Vec<String> = marks
                .chunk_by(|a, b| a.cell == b.cell)
                .map(|marks| {
                    let digits = marks.iter().fold(0, |set, mark| set | 1 << mark.d);
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
                        mark.d + 1,
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

impl Clue {
    fn cells<'a>(self, look: &Look<'a>) -> &'a [u16] {
        match self {
            Clue::Pairs(i) => &look.house(look.rules.pairs()[i as usize].house).cells,
            Clue::Sum(i) => &look.rules.sums()[i as usize].cells,
            Clue::Line(i) => look.rules.lines()[i as usize].automaton.cells(),
        }
    }

    fn house(self, look: &Look<'_>) -> u32 {
        match self {
            Clue::Pairs(i) => look.rules.pairs()[i as usize].house,
            Clue::Sum(i) => look.rules.sums()[i as usize].house,
            Clue::Line(i) => look.rules.lines()[i as usize].house,
        }
    }

    /// What the clue leaves of sets; `None` if it fails.
    fn kept(self, look: &Look<'_>, sets: &[u64]) -> Option<Vec<u64>> {
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

    /// The clue after "the sum of": its cells, if it follows from others.
    fn of(self, look: &Look<'_>) -> String {
        match self {
            Clue::Sum(i) if look.rules.sums()[i as usize].derived.is_some() => {
                format!("{} (innies and outies)", self.name(look))
            }
            _ => self.name(look),
        }
    }

    fn name(self, look: &Look<'_>) -> String {
        match self {
            Clue::Sum(i) => super::clues::sum_name(look, &look.rules.sums()[i as usize]),
            _ => look.house(self.house(look)).name.clone(),
        }
    }
}

/// How many rounds nets are followed, one after the other.
fn depths() -> impl Iterator<Item = usize> {
    (1..6).chain(std::iter::successors(Some(8), |depth| Some(2 * depth)))
}

/// The first contradiction of the shallowest nets.
pub fn contradiction(look: &Look<'_>, nodes: &Nodes<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let mut open = marks(look);
    for rounds in depths() {
        let mut deeper = Vec::new();
        for mark in open {
            nodes.checkpoint()?;
            let net = Net::new(look, mark, rounds);
            let Some(conflict) = net.conflict else {
                if !net.is_finished {
                    deeper.push(mark);
                }
                continue;
            };
            let mut found = Found::removing(Technique::ForcingNetContradiction, vec![mark]).by(
                vec![mark.cell],
                1 << mark.d,
                Vec::new(),
            );
            if look.texts {
                let slice = net.conflict_slice(conflict);
                found.houses = match conflict {
                    Conflict::Cell(_) => Vec::new(),
                    Conflict::Place(unit, _) => vec![unit],
                    Conflict::Clue(clue) => vec![clue.house(look)],
                };
                found.chains = vec![net.links(&slice)];
                found.text = format!("Suppose that {}.{}", look.is(mark), net.told(&slice));
                found.text += &match conflict {
                    Conflict::Cell(cell) => {
                        format!(" Then no digit is left for {}.", look.cell(cell))
                    }
                    Conflict::Place(unit, d) => {
                        format!(" Then {} has no place left in {}.", d + 1, look.house(unit).name)
                    }
                    Conflict::Clue(clue @ Clue::Sum(_)) => {
                        format!(" Then the sum of {} cannot be reached.", clue.of(look))
                    }
                    Conflict::Clue(clue) => format!(" Then {} cannot be met.", clue.name(look)),
                };
                found.text += &format!(" So {} is not {}.", look.cell(mark.cell), mark.d + 1);
                found.pattern = format!("{} is {}", look.cell(mark.cell), mark.d + 1);
            }
            sink(found)?;
        }
        if deeper.is_empty() {
            break;
        }
        open = deeper;
    }
    Ok(())
}

/// All candidates.
fn marks(look: &Look<'_>) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (cell, &set) in look.position.all_candidates().iter().enumerate() {
        marks.extend(bits(set).map(|digit| Mark { cell: cell as u16, d: digit.trailing_zeros() }));
    }
    marks
}

/// What all candidates of a cell, or all places of a digit in a unit, lead to.
pub fn verity(look: &Look<'_>, nodes: &Nodes<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let all = marks(look);
    let mut nets = std::collections::HashMap::new();
    for &mark in &all {
        nodes.checkpoint()?;
        nets.insert(mark, Net::new(look, mark, usize::MAX));
    }
    let mut groups: Vec<(Vec<Mark>, Option<u32>)> =
        all.chunk_by(|a, b| a.cell == b.cell).map(|marks| (marks.to_vec(), None)).collect();
    for unit in look.rules.geometry().units().filter(|unit| unit.is_complete()) {
        for d in 0..look.rules.side() as u32 {
            let places = look.position.places_in(unit.set().words(), d);
            if places.len() >= 2 {
                groups.push((look.marks(&places, d), Some(unit.number() as u32)));
            }
        }
    }
    groups.sort_by_key(|(marks, _)| marks.len());
    for (group, unit) in groups {
        nodes.checkpoint()?;
        // A branch that contradicts itself is no alternative, but its candidate would have been removed.
        let branches: Vec<&Net<'_>> = group.iter().map(|mark| &nets[mark]).collect();
        for &mark in &all {
            let at = branches[0].index(mark);
            if !branches.iter().all(|net| net.off[at] != NONE) {
                continue;
            }
            let mut found = Found::removing(Technique::ForcingNetVerity, vec![mark]);
            found.cells = group.iter().map(|mark| mark.cell).collect();
            found.cells.dedup();
            found.digits = group.iter().fold(0, |set, mark| set | 1 << mark.d);
            found.houses.extend(unit);
            if look.texts {
                let (text, pattern) = match unit {
                    Some(unit) => {
                        let name = &look.house(unit).name;
                        let digit = group[0].d + 1;
                        (
                            format!(
                                "Each place left for {digit} in {name} leads to the same conclusion."
                            ),
                            format!("{digit} in {name}"),
                        )
                    }
                    None => {
                        let cell = look.cell(group[0].cell);
                        (format!("Each digit left for {cell} leads to the same conclusion."), cell)
                    }
                };
                (found.text, found.pattern) = (text, pattern);
                for (net, &start) in branches.iter().zip(&group) {
                    let slice = net.slice(vec![net.off[at]]);
                    found.chains.push(net.links(&slice));
                    found.text += &format!(
                        "\nSuppose that {}.{}{}",
                        look.is(start),
                        net.told(&slice),
                        net.end(mark)
                    );
                }
                found.text +=
                    &format!("\nIn every case {} is not {}.", look.cell(mark.cell), mark.d + 1);
            }
            sink(found)?;
        }
    }
    Ok(())
}
