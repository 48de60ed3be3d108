//! The puzzle as finders receive it, and the text of their steps.

use std::fmt::Write;

use crate::logic::scale::Halt;
use crate::logic::text::chain::{self, Board, Narrator};
use crate::logic::text::words;
use crate::logic::{Candidate, Step};
use crate::rules::{Unit, bits};

use super::cells::Cells;
use super::position::Position;
use super::rules::{House, Rules, cell_name};

/// Receives each step. An error ends the search.
pub type Sink<'a> = dyn FnMut(Step) -> Result<(), Halt> + 'a;

/// The input of a finder.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position.
    pub position: &'a Position,
    /// Whether steps need sentences.
    pub texts: bool,
}

impl<'a> Look<'a> {
    /// Adds notation and sentences to a step if they are needed. `words` returns both; the notation is the pattern alone.
    pub fn tell(&self, mut found: Step, words: impl FnOnce(&Step) -> (String, String)) -> Step {
        if self.texts {
            (found.notation, found.text) = words(&found);
        }
        found
    }

    /// The candidates of digit d + 1 in the cells.
    pub fn marks(&self, cells: &Cells, d: u32) -> Vec<Candidate> {
        cells.iter().map(|cell| Candidate::nth(cell, d)).collect()
    }

    /// All candidates, cell by cell.
    pub fn all_marks(&self) -> Vec<Candidate> {
        let mut marks = Vec::new();
        for (cell, &set) in self.position.all_candidates().iter().enumerate() {
            let of_cell = |digit: u64| Candidate::nth(cell as u16, digit.trailing_zeros());
            marks.extend(bits(set).map(of_cell));
        }
        marks
    }

    /// Sets of candidates of which exactly one is true, smaller sets first: the candidates of a cell, and the places of a digit
    /// in a unit with the number of the unit.
    pub fn alternatives(&self) -> Vec<(Vec<Candidate>, Option<u32>)> {
        let all = self.all_marks();
        let mut groups: Vec<_> =
            all.chunk_by(|a, b| a.cell == b.cell).map(|marks| (marks.to_vec(), None)).collect();
        for unit in self.rules.geometry().units().filter(|unit| unit.is_complete()) {
            for d in 0..self.rules.digits() as u32 {
                let places = self.position.places_in(unit.set().words(), d);
                if places.len() >= 2 {
                    groups.push((self.marks(&places, d), Some(unit.number() as u32)));
                }
            }
        }
        groups.sort_by_key(|(marks, _)| marks.len());
        groups
    }

    /// The notation of alternatives, and the sentence that all of them lead to the same conclusion.
    pub fn alternatives_text(&self, marks: &[Candidate], unit: Option<u32>) -> (String, String) {
        let (cell, digit) = (self.cell(marks[0].cell), marks[0].digit);
        match unit.map(|unit| &self.house(unit).name) {
            Some(house) => (format!("{digit} in {house}"), chain::places_of(digit, house)),
            None => (cell.clone(), chain::digits_of(&cell)),
        }
    }

    /// The cells that see all of the given cells.
    pub fn common_peers(&self, cells: impl IntoIterator<Item = u16>) -> Cells {
        let mut cells = cells.into_iter();
        let geometry = self.rules.geometry();
        let first = cells.next().expect("a cell");
        let peers = |cell: u16| geometry.peers(usize::from(cell)).words();
        cells.fold(Cells::of(peers(first)), |common, cell| common.and(peers(cell)))
    }

    /// Whether two cells see each other.
    pub fn sees(&self, a: u16, b: u16) -> bool {
        self.rules.geometry().sees(usize::from(a), usize::from(b))
    }

    /// `r1c1`.
    pub fn cell(&self, cell: u16) -> String {
        cell_name(cell, self.rules.side())
    }

    /// The names of cells.
    pub fn names(&self, cells: impl IntoIterator<Item = u16>) -> Vec<String> {
        words::cells(cells, self.rules.side())
    }

    /// `r1c1,r1c2`.
    pub fn short(&self, cells: &[u16]) -> String {
        self.names(cells.iter().copied()).join(",")
    }

    /// The house with this number.
    pub fn house(&self, number: u32) -> &'a House {
        self.rules.house_of(number)
    }

    /// The names of houses.
    pub fn house_names(&self, numbers: &[u32]) -> Vec<String> {
        numbers.iter().map(|&number| self.house(number).name.clone()).collect()
    }

    /// The eliminations of a step, in a sentence.
    pub fn removed(&self, found: &Step) -> String {
        words::removed(&found.eliminations, self.rules.side())
    }

    /// The sentences of a chain.
    pub(crate) fn narrate(&self, tell: impl FnOnce(&mut Narrator<'_>) -> String) -> String {
        let house = |number: u32| self.house(number).name.clone();
        let sees = |a: u16, b: u16| self.sees(a, b);
        let side = self.rules.side();
        let board = Board { side, house: &house, sees: &sees, reason: &|_| None };
        tell(&mut Narrator::new(&board, &[]))
    }

    /// `r1c2<>4, r3c3<>5` or `r1c2=4`.
    pub fn conclusion(&self, found: &Step) -> String {
        let mut text = String::new();
        for (marks, sign) in [(&found.placements[..], "="), (&found.eliminations[..], "<>")] {
            for mark in marks {
                let comma = if text.is_empty() { "" } else { ", " };
                let _ = write!(text, "{comma}{}{sign}{}", self.cell(mark.cell), mark.digit);
            }
        }
        text
    }

    /// The empty cells of a unit with their candidates.
    pub fn open<'s>(&'s self, unit: Unit<'s>) -> impl Iterator<Item = (u16, u64)> + 's {
        let cells = unit.cells().iter().map(|&cell| (cell, self.position.candidates(cell)));
        cells.filter(|(_, digits)| *digits != 0)
    }

    /// The union of the candidates of the cells.
    pub fn union(&self, cells: &[u16]) -> u64 {
        cells.iter().fold(0, |all, &cell| all | self.position.candidates(cell))
    }
}
