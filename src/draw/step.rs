//! A step of human logic on a board: shaded houses and cells, marked candidates, and chains as arrows.
//!
//! ```text
//!   house ░    cell of the pattern ▒ with a frame     other cell involved ░ with a dashed frame
//!   digit of the pattern, or on in a chain ●     off in a chain ○     extra digit ◉     removed ⊘     placed ◎
//!   strong link, from off to on  ──▶     weak link, from on to off  - - ▶     nested step  ···▶     colors: branches
//! ```
//!
//! Shapes repeat the meaning of the colors, for prints in black and white. A chain with many links is reduced to the shortest
//! path from each assumption to its end; `omission_note` says so.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::logic::Technique;

use super::colors::Color;
use super::data::{Board, DrawError, Result, fail, parse};
use super::grid::Cell;

/// The houses of a step with one chain are shaded if there are at most this many.
const MAX_HOUSES: usize = 3;
/// A chain with more arrows is reduced.
const MAX_ARROWS: usize = 18;

/// Techniques with a deadly pattern. Its additional digits are marked.
const DEADLY_PATTERNS: [Technique; 10] = [
    Technique::UniqueRectangle,
    Technique::UniqueLoop,
    Technique::Bug,
    Technique::BugPlusOne,
    Technique::Uniqueness1,
    Technique::Uniqueness2,
    Technique::Uniqueness4,
    Technique::Uniqueness5,
    Technique::Uniqueness6,
    Technique::HiddenRectangle,
];
const BUGS: [Technique; 2] = [Technique::Bug, Technique::BugPlusOne];
/// Fish that may have fins. Half of their houses are base houses, followed by the cover houses.
const FISH: [Technique; 11] = [
    Technique::FinnedXWing,
    Technique::SashimiXWing,
    Technique::FinnedSwordfish,
    Technique::SashimiSwordfish,
    Technique::FinnedJellyfish,
    Technique::SashimiJellyfish,
    Technique::FinnedFrankenXWing,
    Technique::FinnedFrankenSwordfish,
    Technique::LargeFish,
    Technique::FrankenJellyfish,
    Technique::MutantFish,
];

/// A digit in a cell, by its position from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Candidate {
    pub cell: Cell,
    pub digit: usize,
}

/// A candidate, and whether it is on.
type End = (Candidate, bool);

/// A link of a chain.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    pub start: End,
    pub end: End,
    /// Whether the reason is a step within the chain.
    pub is_nested: bool,
}

impl Link {
    /// Whether the link goes from off to on.
    pub const fn is_strong(&self) -> bool {
        self.end.1 && !self.start.1
    }

    const fn ends(&self) -> (End, End) {
        (self.start, self.end)
    }
}

/// The parts of a step that a picture shows.
pub struct Step {
    technique: Technique,
    pub placements: Vec<Candidate>,
    eliminations: Vec<Candidate>,
    cells: Vec<Cell>,
    digits: Vec<usize>,
    /// The cells of each house.
    houses: Vec<Vec<Cell>>,
    /// Whether the board is the classic one.
    is_classic: bool,
    branches: Vec<Vec<Link>>,
    notation: String,
}

impl Step {
    /// The step of the JSON of `Step.to_dict`, with the cells of its houses if the board is not classic.
    pub fn read(text: &str, board: &Board) -> Result<Step> {
        let step = parse("step", text)?;
        let reader = Reader { side: board.side, digits: board.digits };
        let name = step["technique"].as_str().unwrap_or_default();
        let technique = Technique::ALL.into_iter().find(|one| one.key() == name);
        let Some(technique) = technique else {
            return fail(format!("step: unknown technique {name:?}"));
        };
        let candidates = |key: &str| list(&step, key, |one| reader.candidate(one));
        let cells_of_houses = &step["house_cells"];
        let is_classic = cells_of_houses.is_null();
        let houses = if is_classic {
            list(&step, "houses", |one| reader.house(one))?
        } else {
            list(&step, "house_cells", |one| every(one, |cell| reader.cell(cell)))?
        };
        Ok(Step {
            technique,
            placements: candidates("placements")?,
            eliminations: candidates("eliminations")?,
            cells: list(&step, "cells", |one| reader.cell(one))?,
            digits: list(&step, "digits", |one| reader.digit(one))?,
            houses,
            is_classic,
            branches: list(&step, "links", |one| every(one, |link| reader.link(link)))?,
            notation: step["notation"].as_str().unwrap_or_default().to_owned(),
        })
    }

    /// Whether the step has chains.
    pub const fn has_chains(&self) -> bool {
        !self.branches.is_empty()
    }

    /// The cells of the houses to shade.
    pub fn shaded_cells(&self) -> Vec<Cell> {
        if !self.has_chains() {
            return self.houses.concat();
        }
        if self.is_classic {
            // A forcing chain that tries all places of a digit in a house names this house in its notation.
            let kind = self.notation.split(" in ").skip(1).find_map(|rest| {
                ["row", "column", "block"].into_iter().position(|kind| {
                    rest.strip_prefix(kind).is_some_and(|end| end.starts_with(" ==>"))
                })
            });
            if let (Some(kind), Some(&(row, column))) = (kind, self.cells.first()) {
                return house_cells(kind, [row, column, row / 3 * 3 + column / 3][kind]);
            }
            // The houses of long chains cover most of the board.
            if self.branches.len() > 1 {
                return Vec::new();
            }
        }
        if self.houses.len() <= MAX_HOUSES { self.houses.concat() } else { Vec::new() }
    }

    /// The cells of the pattern, and the other cells involved.
    pub fn pattern_cells(&self) -> (&[Cell], &[Cell]) {
        self.cells.split_at(self.aligned().unwrap_or(self.cells.len()).min(self.cells.len()))
    }

    /// The number of cells that lose digits. The cells after them exclude combinations.
    fn aligned(&self) -> Option<usize> {
        match self.technique {
            Technique::AlignedPairExclusion => Some(2),
            Technique::AlignedTripletExclusion => Some(3),
            _ => None,
        }
    }

    /// The candidates of the pattern.
    fn pattern(&self) -> impl Iterator<Item = Candidate> {
        self.cells
            .iter()
            .flat_map(|&cell| self.digits.iter().map(move |&digit| Candidate { cell, digit }))
    }

    /// The colors of the discs behind candidates; later ones override earlier ones.
    pub fn candidate_colors(&self, mask: impl Fn(Cell) -> u64) -> Vec<(Candidate, Color)> {
        let mut colors = Vec::new();
        let mut color = |candidates: &mut dyn Iterator<Item = Candidate>, color| {
            colors.extend(candidates.map(|one| (one, color)));
        };
        if !self.has_chains() && self.aligned().is_none() {
            if !BUGS.contains(&self.technique) {
                color(&mut self.pattern(), Color::On);
            }
            color(&mut self.extra_candidates(mask).into_iter(), Color::Orange);
        }
        color(&mut self.linked(true).into_iter(), Color::On);
        color(&mut self.eliminations.iter().copied(), Color::Red);
        color(&mut self.placements.iter().copied(), Color::On);
        colors
    }

    /// The candidates to ring thinly: those that are off in a chain, and extra candidates.
    pub fn off_candidates(&self, mask: impl Fn(Cell) -> u64) -> Vec<Candidate> {
        let mut ringed = Vec::new();
        for one in self.linked(false).into_iter().chain(self.extra_candidates(mask)) {
            if !ringed.contains(&one) && !self.eliminations.contains(&one) {
                ringed.push(one);
            }
        }
        ringed
    }

    /// The candidates in the drawn links that are on, or off.
    fn linked(&self, on: bool) -> Vec<Candidate> {
        let links = self.drawn_links().concat();
        let ends = links.iter().flat_map(|link| [link.start, link.end]);
        ends.filter(|end| end.1 == on).map(|end| end.0).collect()
    }

    /// The fins of a fish, and the candidates that keep a deadly pattern or a BUG from being one.
    fn extra_candidates(&self, mask: impl Fn(Cell) -> u64) -> Vec<Candidate> {
        let is_fin = |cell: &Cell| {
            let (base, cover) = self.houses.split_at(self.houses.len() / 2);
            let number =
                |houses: &[Vec<Cell>]| houses.iter().filter(|house| house.contains(cell)).count();
            number(cover) == 0 || number(base) > 1
        };
        if FISH.contains(&self.technique) {
            return self.pattern().filter(|one| is_fin(&one.cell)).collect();
        }
        if !DEADLY_PATTERNS.contains(&self.technique) {
            return Vec::new();
        }
        let is_bug = BUGS.contains(&self.technique);
        let extra = |&cell: &Cell| {
            let mask = mask(cell);
            // In a BUG, cells with two candidates have no extra candidate.
            let digits = (1..=64).filter(move |digit| mask >> (digit - 1) & 1 == 1);
            let digits = digits.filter(move |_| !is_bug || mask.count_ones() > 2);
            digits
                .filter(move |digit| self.digits.contains(digit) == is_bug)
                .map(move |digit| Candidate { cell, digit })
        };
        self.cells.iter().flat_map(extra).collect()
    }

    /// The links to draw of each branch. A link that branches share is drawn once.
    pub fn drawn_links(&self) -> Vec<Vec<Link>> {
        drawn_links(&self.branches)
    }
}

fn drawn_links(branches: &[Vec<Link>]) -> Vec<Vec<Link>> {
    let is_long = count(branches) > MAX_ARROWS;
    let mut seen = HashSet::new();
    let mut drawn = Vec::new();
    for links in branches {
        let links = if is_long { shortest_path(links) } else { links.clone() };
        let new: Vec<Link> =
            links.iter().filter(|link| !seen.contains(&link.ends())).copied().collect();
        seen.extend(links.iter().map(Link::ends));
        drawn.push(new);
    }
    drawn
}

/// A sentence about the links of a step that its picture omits; empty if there are none.
///
/// # Errors
/// The JSON of the step is malformed.
pub fn omission_note(step: &str) -> Result<String, DrawError> {
    let step = parse("step", step)?;
    let reader = Reader { side: 64, digits: 64 };
    let branches = list(&step, "links", |one| every(one, |link| reader.link(link)))?;
    let (number, drawn) = (count(&branches), count(&drawn_links(&branches)));
    Ok(if drawn < number {
        format!("The picture shows {drawn} of {number} links: the shortest path of each branch.")
    } else {
        String::new()
    })
}

/// The number of different links.
fn count(branches: &[Vec<Link>]) -> usize {
    branches.iter().flatten().map(Link::ends).collect::<HashSet<_>>().len()
}

/// The shortest path from the assumption, which is the start of the first link, to the end of the last.
fn shortest_path(links: &[Link]) -> Vec<Link> {
    let (Some(first), Some(last)) = (links.first(), links.last()) else { return Vec::new() };
    let (first, last) = (first.start, last.end);
    let mut link_to: HashMap<End, Option<Link>> = HashMap::from([(first, None)]);
    let mut reached = vec![first];
    while !reached.is_empty() && !link_to.contains_key(&last) {
        let mut next = Vec::new();
        for link in links {
            if reached.contains(&link.start) && !link_to.contains_key(&link.end) {
                link_to.insert(link.end, Some(*link));
                next.push(link.end);
            }
        }
        reached = next;
    }
    let mut path = Vec::new();
    let mut end = last;
    while let Some(&Some(link)) = link_to.get(&end) {
        path.push(link);
        end = link.start;
    }
    path.reverse();
    path
}

/// The cells of a row, a column or a box of the classic board.
fn house_cells(kind: usize, k: i64) -> Vec<Cell> {
    let cell = |i| match kind {
        0 => (k, i),
        1 => (i, k),
        _ => (k / 3 * 3 + i / 3, k % 3 * 3 + i % 3),
    };
    (0..9).map(cell).collect()
}

/// Reads the parts of a step on a board of this size.
struct Reader {
    side: usize,
    digits: usize,
}

impl Reader {
    fn number(&self, value: &Value, what: &str, least: usize, most: usize) -> Result<usize> {
        let number = value.as_u64().map(|number| number as usize);
        match number.filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok(number),
            None => fail(format!("step: the {what} is {value}; expected {least}..{most}")),
        }
    }

    fn digit(&self, value: &Value) -> Result<usize> {
        self.number(value, "digit", 1, self.digits)
    }

    fn cell(&self, value: &Value) -> Result<Cell> {
        let place = |k: usize, what| self.number(&value[k], what, 0, self.side - 1);
        Ok((place(0, "row")? as i64, place(1, "column")? as i64))
    }

    fn candidate(&self, value: &Value) -> Result<Candidate> {
        Ok(Candidate { cell: self.cell(value)?, digit: self.digit(&value[2])? })
    }

    /// The cells of a house of the classic board.
    fn house(&self, value: &Value) -> Result<Vec<Cell>> {
        let kinds = ["row", "column", "box"];
        let kind = kinds.into_iter().position(|kind| value[0] == kind);
        match kind.filter(|_| self.side == 9) {
            Some(kind) => Ok(house_cells(kind, self.number(&value[1], "house", 0, 8)? as i64)),
            None => {
                fail(format!("step: house {value} without house_cells; expected a house of 9x9"))
            }
        }
    }

    fn link(&self, value: &Value) -> Result<Link> {
        let end = |name: &str, on: &str| -> Result<End> {
            match value[on].as_bool() {
                Some(is_on) => Ok((self.candidate(&value[name])?, is_on)),
                None => {
                    fail(format!("step: {on} of a link is {}; expected true or false", value[on]))
                }
            }
        };
        Ok(Link {
            start: end("start", "start_on")?,
            end: end("end", "end_on")?,
            is_nested: value["reason"].is_number(),
        })
    }
}

/// The items of a list.
fn every<T>(value: &Value, read: impl Fn(&Value) -> Result<T>) -> Result<Vec<T>> {
    match value {
        Value::Array(items) => items.iter().map(read).collect(),
        other => fail(format!("step: {other}; expected a list")),
    }
}

/// The items of the list with a key.
fn list<T>(step: &Value, key: &str, read: impl Fn(&Value) -> Result<T>) -> Result<Vec<T>> {
    every(&step[key], read)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link between digits 1 of a row.
    fn link(start: i64, end: i64) -> Link {
        let at = |column: i64| (Candidate { cell: (0, column), digit: 1 }, column % 2 == 0);
        Link { start: at(start), end: at(end), is_nested: false }
    }

    #[test]
    fn long_chains_are_reduced_to_the_shortest_path_of_each_branch() {
        let detour: Vec<Link> = (0..20).map(|column| link(column, column + 1)).collect();
        assert_eq!(
            count(&drawn_links(&[detour[..18].to_vec()])),
            18,
            "short chains are not reduced"
        );
        let with_shortcut: Vec<Link> = [&detour[..], &[link(0, 19), link(19, 20)]].concat();
        let drawn = drawn_links(&[with_shortcut.clone(), with_shortcut, Vec::new()]);
        let ends = |links: &[Link]| links.iter().map(|link| link.end.0.cell.1).collect::<Vec<_>>();
        // The second branch shares the links of the first one.
        assert_eq!(
            drawn.iter().map(|links| ends(links)).collect::<Vec<_>>(),
            [vec![19, 20], vec![], vec![]]
        );
    }

    #[test]
    fn steps_that_do_not_fit_are_refused() {
        let board = Board::read("{}").expect("a board");
        let step = |technique: &str, cells: &str| {
            format!(
                r#"{{"technique": "{technique}", "placements": [], "eliminations": [], "cells": {cells},
                "houses": [["row", 3]], "links": [], "digits": [1], "notation": ""}}"#
            )
        };
        let read = Step::read(&step("naked_pair", "[[3, 0], [3, 1]]"), &board).expect("a step");
        assert_eq!(read.shaded_cells(), (0..9).map(|column| (3, column)).collect::<Vec<_>>());
        for (technique, cells) in [("none", "[]"), ("naked_pair", "[[9, 0]]"), ("naked_pair", "4")]
        {
            assert!(Step::read(&step(technique, cells), &board).is_err());
        }
    }
}
