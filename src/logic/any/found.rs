//! What a finder finds: a step with its proof, and the words for it.

use std::fmt::Write;

use smallvec::SmallVec;

use crate::control::Stop;
use crate::logic::Technique;
use crate::logic::grid9::pattern::listed;
use crate::rules::bits;

use super::cells::Cells;
use super::position::Position;
use super::rules::{House, Rules, cell_name};

/// The candidate d + 1 of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mark {
    /// The cell.
    pub cell: u16,
    /// One less than the digit.
    pub d: u32,
}

/// Why one candidate decides another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Both are in one cell.
    Cell,
    /// By this house.
    House(u32),
}

/// If the first candidate is on (or off), then the second is off (or on).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// What is assumed or known.
    pub from: Mark,
    /// Whether it is on.
    pub from_on: bool,
    /// What follows.
    pub to: Mark,
    /// Whether it is on.
    pub to_on: bool,
    /// Why.
    pub reason: Reason,
}

/// A step: its conclusion and what proves it.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The technique.
    pub technique: Technique,
    /// What it places.
    pub placements: SmallVec<[Mark; 1]>,
    /// What it removes, by cell, then by digit.
    pub eliminations: Vec<Mark>,
    /// The cells of the pattern.
    pub cells: Vec<u16>,
    /// The digits of the pattern.
    pub digits: u64,
    /// The houses that prove it.
    pub houses: Vec<u32>,
    /// The links of its chains, a list for each branch.
    pub chains: Vec<Vec<Link>>,
    /// Sentences; empty unless they are wanted.
    pub text: String,
    /// The pattern in a few words; empty unless it is wanted.
    pub pattern: String,
}

/// Why a search ends early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// Enough was found.
    Enough,
    /// The position has no solution.
    Contradiction,
    /// The control says so.
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

/// Takes what finders find.
pub type Sink<'a> = dyn FnMut(Found) -> Result<(), Halt> + 'a;

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

impl Found {
    /// A step that removes candidates.
    pub fn removing(technique: Technique, mut eliminations: Vec<Mark>) -> Found {
        eliminations.sort_unstable();
        eliminations.dedup();
        Found {
            technique,
            placements: SmallVec::new(),
            eliminations,
            cells: Vec::new(),
            digits: 0,
            houses: Vec::new(),
            chains: Vec::new(),
            text: String::new(),
            pattern: String::new(),
        }
    }

    /// A step that places a digit.
    pub fn placing(technique: Technique, placed: Mark) -> Found {
        let mut found = Found::removing(technique, Vec::new());
        found.placements.push(placed);
        found.cells.push(placed.cell);
        found.digits = 1 << placed.d;
        found
    }

    /// Does what the step says.
    pub fn apply(&self, rules: &Rules, position: &mut Position) {
        self.placements.iter().for_each(|mark| position.place(rules, mark.cell, mark.d));
        self.eliminations.iter().for_each(|mark| position.remove(mark.cell, mark.d));
    }

    /// The step in a line of notation without the name of its technique: `1 in r1c5,r1c8 => r4c5<>1`.
    pub fn notation(&self, look: &Look<'_>) -> String {
        let conclusion = look.conclusion(self);
        match self.pattern.is_empty() {
            true => conclusion,
            false => format!("{} => {conclusion}", self.pattern),
        }
    }

    /// The same with cells, digits and houses.
    #[must_use]
    pub fn by(mut self, cells: Vec<u16>, digits: u64, houses: Vec<u32>) -> Found {
        (self.cells, self.digits, self.houses) = (cells, digits, houses);
        self
    }

    /// The same with alternatives of [`Look::alternatives`].
    #[must_use]
    pub fn by_alternatives(self, marks: &[Mark], unit: Option<u32>) -> Found {
        let mut cells: Vec<u16> = marks.iter().map(|mark| mark.cell).collect();
        cells.dedup();
        let digits = marks.iter().fold(0, |set, mark| set | 1 << mark.d);
        self.by(cells, digits, unit.into_iter().collect())
    }
}

impl<'a> Look<'a> {
    /// The step with its words, if they are wanted.
    pub fn tell(&self, mut found: Found, words: impl FnOnce(&Found) -> (String, String)) -> Found {
        if self.texts {
            (found.pattern, found.text) = words(&found);
        }
        found
    }

    /// The candidates of a digit in some cells.
    pub fn marks(&self, cells: &Cells, d: u32) -> Vec<Mark> {
        cells.iter().map(|cell| Mark { cell, d }).collect()
    }

    /// All candidates, cell by cell.
    pub fn all_marks(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        for (cell, &set) in self.position.all_candidates().iter().enumerate() {
            let of_cell = |digit: u64| Mark { cell: cell as u16, d: digit.trailing_zeros() };
            marks.extend(bits(set).map(of_cell));
        }
        marks
    }

    /// Candidates of which one is right, the few first: those of a cell, and the places of a digit in a unit, with its number.
    pub fn alternatives(&self) -> Vec<(Vec<Mark>, Option<u32>)> {
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
    pub fn alternatives_text(&self, marks: &[Mark], unit: Option<u32>) -> (String, String) {
        let (kind, what) = match unit {
            Some(unit) => ("place", format!("{} in {}", marks[0].d + 1, self.house(unit).name)),
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
    pub fn is(&self, mark: Mark) -> String {
        format!("{} is {}", self.cell(mark.cell), mark.d + 1)
    }

    /// `: remove 4 from r1c2; remove 5 from r3c3 and r4c3.`
    pub fn removed(&self, marks: &[Mark]) -> String {
        let mut by_digit: Vec<u32> = marks.iter().map(|mark| mark.d).collect();
        by_digit.sort_unstable();
        by_digit.dedup();
        // Digits of the same cells are told together.
        let mut groups: Vec<(Vec<u16>, u64)> = Vec::new();
        for d in by_digit {
            let cells: Vec<u16> =
                marks.iter().filter(|mark| mark.d == d).map(|mark| mark.cell).collect();
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
    pub fn conclusion(&self, found: &Found) -> String {
        let mut text = String::new();
        for (marks, sign) in [(&found.placements[..], "="), (&found.eliminations[..], "<>")] {
            for mark in marks {
                let comma = if text.is_empty() { "" } else { ", " };
                let _ = write!(text, "{comma}{}{sign}{}", self.cell(mark.cell), mark.d + 1);
            }
        }
        text
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
