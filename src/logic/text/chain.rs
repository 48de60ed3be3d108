//! Sentences for chains, loops and nets.
//!
//! ```text
//!   Suppose r6c2 is 2.
//!   The 2 in r6c2 rules out r6c8, so r2c8 is 2, the only place left for 2 in column 8.
//!   r2c8 is 2, so it is not 5.
//! ```
//!
//! A sentence states a conclusion that is on, together with the reasons why the alternatives are off. A conclusion that is off
//! has its own sentence only if a clue or a technique excludes it, or at the end of a branch.

use crate::logic::conclusion::{Conclusion, Why};
use crate::logic::{Candidate, Step};

use super::words::{
    and, any_digit, are, capitalised, cell, cells, clauses, in_one_of, or, removed,
};

/// The properties of a board that the sentences need.
pub(crate) struct Board<'a> {
    pub(crate) side: usize,
    /// The name of a house.
    pub(crate) house: &'a dyn Fn(u32) -> String,
    pub(crate) sees: &'a dyn Fn(u16, u16) -> bool,
    /// The reason why the pattern of a nested step removes something; `None` if the nested step is a chain.
    pub(crate) reason: &'a dyn Fn(&Step) -> Option<String>,
}

/// The contradiction at the end of a chain.
pub(crate) enum Clash {
    /// The assumption and its opposite.
    Assumption,
    /// A candidate that is both on and off.
    Candidate(Candidate),
    /// A cell without a digit.
    Cell(u16),
    /// A digit without a place in a house.
    Place(u32, u8),
    /// A violated clue, by name.
    Clue(String),
}

/// Writes the sentences for the branches of a chain.
pub(crate) struct Narrator<'a> {
    board: &'a Board<'a>,
    nested: &'a [Step],
    /// The patterns described so far.
    patterns: Vec<String>,
    /// The premises of the previous nested step.
    facts: String,
    /// The last conclusion written.
    last: String,
}

/// The length up to which the premises of a nested step are repeated.
const SHORT: usize = 40;

impl<'a> Narrator<'a> {
    pub(crate) fn new(board: &'a Board<'a>, nested: &'a [Step]) -> Narrator<'a> {
        Narrator { board, nested, patterns: Vec::new(), facts: String::new(), last: String::new() }
    }

    fn cell(&self, number: u16) -> String {
        cell(number, self.board.side)
    }

    fn cells(&self, numbers: &[u16]) -> Vec<String> {
        cells(numbers.iter().copied(), self.board.side)
    }

    /// `r1c2 is 5`, `r1c2 or r1c3 is 5`, `neither r1c2 nor r1c3 is 5`.
    fn state(&self, names: &[String], digits: &str, on: bool) -> String {
        match (on, names.len()) {
            (true, _) => format!("{} is {digits}", or(names)),
            (false, 1) => format!("{} is not {digits}", names[0]),
            (false, 2) => format!("neither {} nor {} is {digits}", names[0], names[1]),
            (false, _) => format!("none of {} is {digits}", and(names)),
        }
    }

    fn is(&self, one: &Conclusion) -> String {
        self.state(&self.cells(&one.cells), &one.digit.to_string(), one.on)
    }

    /// The opposite of a conclusion.
    fn opposite(&self, one: &Conclusion) -> String {
        self.state(&self.cells(&one.cells), &one.digit.to_string(), !one.on)
    }

    /// A conclusion as the cause of an exclusion: `the 2 in r6c2`.
    fn by(&self, one: &Conclusion) -> String {
        format!("the {} in {}", one.digit, or(&self.cells(&one.cells)))
    }

    /// The premises of a conclusion: `the 2 in r6c2 rules out r6c8 and r7c8 is 5`.
    fn facts(&self, list: &[Conclusion], parents: &[usize]) -> String {
        // Each fact with the cells and the digits to which it applies.
        let mut facts: Vec<(Fact, Vec<u16>, u64)> = Vec::new();
        for one in parents.iter().map(|&number| &list[number]) {
            let by = one.parents.first().copied();
            let fact = match (&one.why, by) {
                _ if one.on => Fact::Holds(one),
                (Why::Cell, Some(by)) => Fact::Holds(&list[by]),
                (Why::House(_) | Why::Houses(_), Some(by)) => Fact::Excluded(&list[by]),
                _ => Fact::Known(if one.cells.len() > 1 { Some(one) } else { None }, one.digit),
            };
            let digit = 1 << (one.digit - 1);
            match facts.iter_mut().find(|(other, ..)| *other == fact) {
                Some((_, cells, digits)) => {
                    cells.extend(&one.cells);
                    *digits |= digit;
                }
                None => facts.push((fact, one.cells.clone(), digit)),
            }
        }
        // A list of cells could absorb the clause after it, so lists come last.
        facts.sort_by_key(|(fact, ..)| matches!(fact, Fact::Excluded(_)));
        let parts = facts.iter().map(|(fact, cells, digits)| {
            let names = self.cells(cells);
            match fact {
                Fact::Holds(by) => self.is(by),
                Fact::Excluded(by) => format!("{} rules out {}", self.by(by), and(&names)),
                Fact::Known(Some(_), digit) => self.state(&names, &digit.to_string(), false),
                Fact::Known(None, _) => {
                    format!("{} {} not {}", and(&names), are(names.len()), any_digit(*digits))
                }
            }
        });
        clauses(&parts.collect::<Vec<_>>())
    }

    /// The reasons why a cell has lost digits: `r1c4 sees the 5 in r4c4 and the 7 in r1c1, and is not 8`.
    fn losses(&self, cell: u16, list: &[Conclusion], parents: &[usize]) -> String {
        let (mut seen, mut lost): (Vec<String>, u64) = (Vec::new(), 0);
        for one in parents.iter().map(|&number| &list[number]) {
            match (&one.why, one.parents.first()) {
                (Why::House(_) | Why::Houses(_), Some(&by)) => seen.push(self.by(&list[by])),
                _ => lost |= 1 << (one.digit - 1),
            }
        }
        let cell = self.cell(cell);
        let lost_text = format!("is not {}", any_digit(lost));
        match (seen.len(), lost) {
            (0, _) => format!("{cell} {lost_text}"),
            (_, 0) => format!("{cell} sees {}", and(&seen)),
            _ => format!("{cell} sees {}, and {lost_text}", and(&seen)),
        }
    }

    /// The sentences of a branch, without the conclusions that `before` already contains.
    pub(crate) fn branch(&mut self, list: &[Conclusion], before: &[Conclusion]) -> Vec<String> {
        let is_told = |&number: &usize| {
            let one = &list[number];
            let is_brief = matches!(one.why, Why::Cell | Why::House(_) | Why::Houses(_));
            let is_clear = one.on || number + 1 == list.len() || !is_brief;
            is_clear && !before.iter().any(|other| other.says(one))
        };
        let numbers: Vec<usize> = (0..list.len()).filter(is_told).collect();
        let is_together = |&one: &usize, &next: &usize| match (&list[one].why, &list[next].why) {
            (Why::Clue(_, one), Why::Clue(_, next)) => one == next,
            (Why::Nested(one), Why::Nested(next)) => one == next,
            _ => false,
        };
        let parts = numbers.chunk_by(is_together).map(|together| self.sentence(together, list));
        let parts = parts.collect();
        self.facts.clear();
        self.last.clear();
        parts
    }

    /// One sentence for a group of conclusions with the same reason.
    fn sentence(&mut self, together: &[usize], list: &[Conclusion]) -> String {
        let one = &list[together[0]];
        let is = self.is(one);
        let by = one.parents.first().map(|&number| &list[number]);
        let sentence = match (&one.why, by) {
            (Why::Nested(number), _) => self.within(*number, together, list),
            (Why::Clue(_, name), _) => {
                let gone: Vec<&Conclusion> = together.iter().map(|&number| &list[number]).collect();
                let mut parents: Vec<usize> =
                    gone.iter().flat_map(|one| &one.parents).copied().collect();
                parents.sort_unstable();
                parents.dedup();
                let parts = gone.chunk_by(|a, b| a.cells == b.cells).map(|group| {
                    let digits = group.iter().fold(0, |set, one| set | 1 << (one.digit - 1));
                    self.state(&self.cells(&group[0].cells), &any_digit(digits), false)
                });
                let parts = clauses(&parts.collect::<Vec<_>>());
                match self.facts(list, &parents) {
                    facts if facts.is_empty() => format!("by {name}, {parts}"),
                    facts => format!("{facts}, so by {name}, {parts}"),
                }
            }
            (Why::Cell, None) if one.on => {
                format!("{} can only be {}", or(&self.cells(&one.cells)), one.digit)
            }
            (Why::House(house), None) if one.on => {
                format!(
                    "{is}, the only place left for {} in {}",
                    one.digit,
                    (self.board.house)(*house)
                )
            }
            (Why::Assumed, _) | (_, None) => format!("Suppose {is}"),
            (Why::Cell, _) if one.on => {
                let losses = self.losses(one.cells[0], list, &one.parents);
                format!("{}it can only be {}", self.then(losses), one.digit)
            }
            (Why::House(house), _) if one.on => {
                let places = if one.cells.len() == 1 { "place" } else { "places" };
                format!(
                    "{}{is}, the only {places} left for {} in {}",
                    self.then(self.facts(list, &one.parents)),
                    one.digit,
                    (self.board.house)(*house)
                )
            }
            (Why::Cell, Some(by)) => format!("{}it is not {}", self.then(self.is(by)), one.digit),
            (Why::Houses(houses), Some(by)) => {
                let mut names: Vec<String> = Vec::new();
                for &house in houses {
                    let name = (self.board.house)(house);
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                format!("by {}, {} means that {is}", and(&names), self.by(by))
            }
            (Why::House(house), Some(by)) => {
                let house = (self.board.house)(*house);
                let digit = one.digit;
                match house.starts_with("the ") {
                    true => format!("by {house}, {} means that {is}", self.by(by)),
                    false => {
                        let place = or(&self.cells(&by.cells));
                        format!("{house} has its {digit} in {place}, so {is}")
                    }
                }
            }
        };
        self.last = if together.len() == 1 { is } else { String::new() };
        capitalised(sentence) + "."
    }

    /// The premises of a conclusion, shortened to "then" if the previous sentence ended with them.
    fn then(&self, facts: String) -> String {
        if facts == self.last { "then ".into() } else { format!("{facts}, so ") }
    }

    /// The conclusions of a nested step. A pattern is described in full only the first time, and a nested chain only by number.
    fn within(&mut self, number: u16, together: &[usize], list: &[Conclusion]) -> String {
        let facts = self.facts(list, &list[together[0]].parents);
        let because = match &facts[..] {
            "" => String::new(),
            facts if facts == self.facts && facts.len() > SHORT => "for the same reasons, ".into(),
            facts => format!("since {facts}, "),
        };
        let mut gone: Vec<Candidate> = together
            .iter()
            .flat_map(|&number| {
                let Conclusion { cells, digit, .. } = &list[number];
                cells.iter().map(|&cell| Candidate { cell, digit: *digit })
            })
            .collect();
        gone.sort_unstable();
        let gone = removed(&gone, self.board.side);
        self.facts = facts;
        match (self.board.reason)(&self.nested[usize::from(number)]) {
            Some(reason) if self.patterns.contains(&reason) => {
                format!("as before, {because}this removes {gone}")
            }
            Some(reason) => {
                let sentence = format!("{because}{reason}, which removes {gone}");
                self.patterns.push(reason);
                sentence
            }
            None => {
                format!("{because}a nested chain removes {gone} (nested step {})", number + 1)
            }
        }
    }

    /// An assumption that leads to a contradiction. The contradiction follows from the conclusions `lost` of the first branch;
    /// `lost` is empty if the branches already end with them.
    pub(crate) fn contradiction(
        &mut self,
        branches: &[Vec<Conclusion>],
        clash: &Clash,
        lost: &[usize],
    ) -> String {
        let (mut lines, mut before) = (Vec::new(), Vec::new());
        let (list, start) = (&branches[0], &branches[0][0]);
        for branch in branches {
            if !before.is_empty() {
                self.last = self.is(start);
            }
            let mut parts = self.branch(branch, &before);
            if !before.is_empty() && !parts.is_empty() {
                parts.insert(0, format!("Still supposing {}:", self.is(start)));
            }
            before.extend(branch.iter().cloned());
            if !parts.is_empty() {
                lines.push(parts.join(" "));
            }
        }
        lines.push(self.wrong(list, clash, lost));
        lines.join("\n")
    }

    /// The contradiction at the end of a branch, and the resulting negation of its assumption.
    fn wrong(&self, list: &[Conclusion], clash: &Clash, lost: &[usize]) -> String {
        let facts = self.facts(list, lost);
        let why = match clash {
            Clash::Assumption => "This is the opposite of the assumption".to_owned(),
            Clash::Candidate(Candidate { cell, digit }) => {
                format!("{} cannot both be {digit} and not be {digit}", self.cell(*cell))
            }
            Clash::Cell(cell) if lost.is_empty() => {
                format!("That leaves no digit for {}", self.cell(*cell))
            }
            Clash::Cell(cell) => {
                format!("{}, so no digit is left for it", self.losses(*cell, list, lost))
            }
            Clash::Place(house, digit) => {
                let house = (self.board.house)(*house);
                match lost {
                    [] => format!("That leaves no place for {digit} in {house}"),
                    _ => format!("{facts}, so no place is left for {digit} in {house}"),
                }
            }
            Clash::Clue(broken) if lost.is_empty() => broken.clone(),
            Clash::Clue(broken) => format!("{facts}, so {broken}"),
        };
        format!("{}. So {}.", capitalised(why), self.opposite(&list[0]))
    }

    /// Exhaustive assumptions that all lead to the same conclusion. A branch may instead end in a contradiction, given with the
    /// conclusions from which it follows.
    pub(crate) fn common(
        &mut self,
        intro: String,
        branches: &[Vec<Conclusion>],
        clashes: &[Option<(Clash, Vec<usize>)>],
        (Candidate { cell, digit }, on): (Candidate, bool),
    ) -> String {
        let outcome = self.state(&[self.cell(cell)], &digit.to_string(), on);
        let mut lines = vec![intro];
        for (number, list) in branches.iter().enumerate() {
            let mut parts = self.branch(list, &[]);
            if let Some(Some((clash, lost))) = clashes.get(number) {
                parts.push(self.wrong(list, clash, lost));
            }
            lines.push(parts.join(" "));
        }
        lines.retain(|line| !line.is_empty());
        let every = if clashes.iter().any(Option::is_some) { "every other" } else { "every" };
        lines.push(format!("In {every} case, {outcome}."));
        lines.join("\n")
    }

    /// A chain from one end to the other.
    pub(crate) fn chain(&mut self, list: &[Conclusion], gone: &[Candidate]) -> String {
        let text = self.branch(list, &[]).join(" ");
        let removed = removed(gone, self.board.side);
        let (first, last) = (&list[0], &list[list.len() - 1]);
        let end = match (first.on, last.on) {
            (true, _) => format!("So the assumption is wrong. Remove {removed}."),
            (false, true) if first.cells == last.cells && first.digit == last.digit => {
                let is = self.is(last);
                match gone {
                    [] => format!("So the assumption is wrong: {is}."),
                    _ => format!("So the assumption is wrong: {is}. Remove {removed}."),
                }
            }
            (false, true) if first.digit == last.digit => {
                let ends = [&first.cells[..], &last.cells].concat();
                in_one_of(&self.cells(&ends), first.digit, &removed)
            }
            (false, true) if first.cells == last.cells => format!(
                "So {} or {}, and no other digit. Remove {removed}.",
                self.opposite(first),
                last.digit
            ),
            (false, true) => format!(
                "So {} or {}. Either way, remove {removed}.",
                self.opposite(first),
                self.is(last)
            ),
            (false, false) => format!(
                "If {} instead, {} as well. Remove {removed}.",
                self.opposite(first),
                self.is(last)
            ),
        };
        format!("{text}\n{end}")
    }

    /// A chain that closes into a loop.
    pub(crate) fn cycle(&mut self, list: &[Conclusion], gone: &[Candidate]) -> String {
        let text = self.branch(list, &[]).join(" ");
        let opposite = self.opposite(&list[0]);
        format!(
            "{text}\nThis closes a loop, which works in both directions: if {opposite} instead, every link holds in reverse. {}.",
            self.either_way(list, gone)
        )
    }

    /// The exclusions of a loop. In one direction every candidate that is on is true, in the other direction every candidate
    /// that is off. So of a candidate that is on and one that is off, one is true, and anything that both exclude is false.
    fn either_way(&self, cycle: &[Conclusion], gone: &[Candidate]) -> String {
        let mut groups: Vec<([&Conclusion; 2], Vec<Candidate>)> = Vec::new();
        for &one in gone {
            let excludes = |by: &&Conclusion| match by.cells[..] {
                [cell] if cell == one.cell => by.digit != one.digit,
                _ => {
                    by.digit == one.digit
                        && by.cells.iter().all(|&cell| (self.board.sees)(cell, one.cell))
                }
            };
            let around = cycle.iter().zip(cycle.iter().cycle().skip(1));
            let linked = around
                .map(|(a, b)| [a, b])
                .find(|pair| pair[0].on != pair[1].on && pair.iter().all(excludes));
            let any = |on| cycle.iter().filter(|by| by.on == on).find(excludes);
            let pair = linked.or_else(|| any(true).zip(any(false)).map(|(on, off)| [on, off]));
            let Some(pair) = pair else { continue };
            match groups.iter_mut().find(|(other, _)| *other == pair) {
                Some((_, all)) => all.push(one),
                None => groups.push((pair, vec![one])),
            }
        }
        let parts = groups.iter().map(|([one, other], gone)| {
            let digits = gone.iter().fold(0, |set, one| set | 1 << (one.digit - 1));
            let mut places: Vec<u16> = gone.iter().map(|one| one.cell).collect();
            places.dedup();
            let names = self.cells(&places);
            let (names, is) = (and(&names), are(names.len()));
            let digits = any_digit(digits);
            let [on, off] = [one, other]
                .map(|end| self.state(&self.cells(&end.cells), &end.digit.to_string(), true));
            if one.cells == other.cells {
                format!("{on} or {}, so it is not {digits}", other.digit)
            } else if one.digit == other.digit {
                let ends = [&one.cells[..], &other.cells].concat();
                let sees = if places.len() == 1 { "sees" } else { "see" };
                let both = if ends.len() == 2 { "both" } else { "all of these" };
                let ends = self.cells(&ends);
                format!(
                    "{} is {}, so {names}, which {sees} {both}, {is} not {digits}",
                    or(&ends),
                    one.digit
                )
            } else {
                format!("{on} or {off}, so {names} {is} not {digits}")
            }
        });
        format!("Either way, {}", parts.collect::<Vec<_>>().join("; "))
    }
}

/// A reason why places of a digit are excluded.
#[derive(PartialEq)]
enum Fact<'a> {
    /// The cell holds this.
    Holds(&'a Conclusion),
    /// A house of the cell contains this.
    Excluded(&'a Conclusion),
    /// A conclusion written before. A conclusion about several cells forms a fact of its own.
    Known(Option<&'a Conclusion>, u8),
}

/// A nested step: a pattern for this reason.
pub(crate) fn pattern(reason: String, gone: &str) -> String {
    capitalised(format!("{reason}, which removes {gone}."))
}

/// The introduction to branches for every candidate of a cell.
pub(crate) fn digits_of(cell: &str) -> String {
    format!("Every candidate of {cell} leads to the same conclusion.")
}

/// The introduction to branches for every place of a digit in a house.
pub(crate) fn places_of(digit: u8, house: &str) -> String {
    format!("Every place left for {digit} in {house} leads to the same conclusion.")
}

/// The introduction to branches for a candidate and its negation.
pub(crate) fn both_ways(cell: &str, digit: u8) -> String {
    format!("Whether {cell} is {digit} or not, the conclusion is the same.")
}
