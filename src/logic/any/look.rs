//! What a finder of this engine looks at, what it returns, and the words for it.

use std::fmt::Write;

use crate::logic::grid9::pattern::listed;
use crate::logic::scale::Halt;
use crate::logic::{Candidate, Step};
use crate::rules::{Unit, bits};

use super::cells::Cells;
use super::position::Position;
use super::rules::{House, Rules, cell_name};

/// Takes what finders find.
pub type Sink<'a> = dyn FnMut(Step) -> Result<(), Halt> + 'a;

/// What a finder looks at.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position.
    pub position: &'a Position,
    /// Whether sentences are wanted.
    pub texts: bool,
}

impl<'a> Look<'a> {
    /// The step with its pattern in a few words, as its notation, and its sentences, if they are wanted.
    pub fn tell(&self, mut found: Step, words: impl FnOnce(&Step) -> (String, String)) -> Step {
        if self.texts {
            (found.notation, found.text) = words(&found);
        }
        found
    }

    /// The candidates of a digit in some cells.
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

    /// Candidates of which one is right, the few first: those of a cell, and the places of a digit in a unit, with its number.
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

    /// Alternatives in a few words, and a sentence that all of them lead to the same.
    pub fn alternatives_text(&self, marks: &[Candidate], unit: Option<u32>) -> (String, String) {
        let (kind, what) = match unit {
            Some(unit) => ("place", format!("{} in {}", marks[0].digit, self.house(unit).name)),
            None => ("digit", self.cell(marks[0].cell)),
        };
        let text = format!("Each {kind} left for {what} leads to the same conclusion.");
        (what, text)
    }

    /// The cells that all of these see.
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

    /// `r1c1, r1c2 and r1c3`.
    pub fn cells(&self, cells: &[u16]) -> String {
        listed(cells.iter().map(|&cell| self.cell(cell)), "and")
    }

    /// `r1c1,r1c2`.
    pub fn short(&self, cells: &[u16]) -> String {
        cells.iter().map(|&cell| self.cell(cell)).collect::<Vec<_>>().join(",")
    }

    /// A house.
    pub fn house(&self, number: u32) -> &'a House {
        self.rules.house_of(number)
    }

    /// Houses in a sentence.
    pub fn houses(&self, numbers: &[u32]) -> String {
        listed(numbers.iter().map(|&number| self.house(number).name.clone()), "and")
    }

    /// `r1c1 is 5`.
    pub fn is(&self, mark: Candidate) -> String {
        format!("{} is {}", self.cell(mark.cell), mark.digit)
    }

    /// `: remove 4 from r1c2; remove 5 from r3c3 and r4c3.`
    pub fn removed(&self, marks: &[Candidate]) -> String {
        let mut by_digit: Vec<u32> = marks.iter().map(|mark| mark.d()).collect();
        by_digit.sort_unstable();
        by_digit.dedup();
        // Digits of the same cells are told together.
        let mut groups: Vec<(Vec<u16>, u64)> = Vec::new();
        for d in by_digit {
            let cells: Vec<u16> =
                marks.iter().filter(|mark| mark.d() == d).map(|mark| mark.cell).collect();
            match groups.iter_mut().find(|(known, _)| *known == cells) {
                Some((_, digits)) => *digits |= 1 << d,
                None => groups.push((cells, 1 << d)),
            }
        }
        let parts = groups.iter().map(|(cells, digits)| {
            format!("{} from {}", digits_text(*digits, "and"), self.cells(cells))
        });
        format!(": remove {}.", parts.collect::<Vec<_>>().join("; "))
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

    /// The open cells of a unit with their candidates.
    pub fn open<'s>(&'s self, unit: Unit<'s>) -> impl Iterator<Item = (u16, u64)> + 's {
        let cells = unit.cells().iter().map(|&cell| (cell, self.position.candidates(cell)));
        cells.filter(|(_, digits)| *digits != 0)
    }

    /// The candidates that any of these cells has.
    pub fn union(&self, cells: &[u16]) -> u64 {
        cells.iter().fold(0, |all, &cell| all | self.position.candidates(cell))
    }
}

/// `1, 2 and 3`.
pub fn digits_text(digits: u64, last: &str) -> String {
    listed(bits(digits).map(|digit| (digit.trailing_zeros() + 1).to_string()), last)
}

/// `1/2/3`.
pub fn digits_short(digits: u64) -> String {
    joined(digits, "/")
}

/// Digits with `between` between them, such as `1+2+3`.
pub fn joined(digits: u64, between: &str) -> String {
    let digits = bits(digits).map(|digit| (digit.trailing_zeros() + 1).to_string());
    digits.collect::<Vec<_>>().join(between)
}
