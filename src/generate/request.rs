//! What is wanted of a puzzle, and what is refused at once because no puzzle can be like that.

#![forbid(unsafe_code)]

use std::fmt;

use crate::error::Error;

use super::symmetry::Symmetry;
use super::unavoidable::CellSet;

/// All 81 cells.
pub const EVERYWHERE: CellSet = (1 << 81) - 1;

/// The fewest clues that a puzzle with one solution can have (G. McGuire, B. Tugemann, G. Civario, 2012).
pub const FEWEST_CLUES: u32 = 17;

/// How clues are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Method {
    /// Clues go in random order as long as the puzzle stays unique.
    TopDown,
    /// The same, but the grid is given up where a clue cannot go before the puzzle is minimal: so every minimal
    /// puzzle with c clues is equally likely, and C(81, c) is its weight for statistics over all of them (D. Berthier).
    Controlled,
}

/// What is wanted of each puzzle. It always has exactly one solution.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request {
    /// How clues are chosen.
    pub method: Method,
    /// The fewest and the most clues.
    pub clues: Option<(u32, u32)>,
    /// What the pattern of clues looks like when turned and mirrored.
    pub symmetry: Symmetry,
    /// Where clues may be.
    pub pattern: CellSet,
    /// No clue can go.
    pub minimal: bool,
    /// The fewest and the most guesses, as [`crate::solve::guesses`] counts them.
    pub guesses: Option<(u64, u64)>,
    /// Attempts (grids) for each puzzle before it counts as impossible.
    pub effort: u64,
}

impl Request {
    /// Any minimal puzzle, top-down.
    pub const MINIMAL: Request = Request {
        method: Method::TopDown,
        clues: None,
        symmetry: Symmetry::None,
        pattern: EVERYWHERE,
        minimal: true,
        guesses: None,
        effort: 1_000_000,
    };

    /// The same with `low` to `high` clues.
    #[must_use]
    pub fn with_clues(self, low: u32, high: u32) -> Request {
        Request { clues: Some((low, high)), ..self }
    }

    /// The same with clues in a symmetric pattern.
    #[must_use]
    pub fn with_symmetry(self, symmetry: Symmetry) -> Request {
        Request { symmetry, ..self }
    }

    /// The same with clues in these cells only: bit i for cell i.
    #[must_use]
    pub fn with_pattern(self, pattern: CellSet) -> Request {
        Request { pattern, ..self }
    }

    /// The same, minimal or not.
    #[must_use]
    pub fn with_minimal(self, minimal: bool) -> Request {
        Request { minimal, ..self }
    }

    /// The same by another method.
    #[must_use]
    pub fn with_method(self, method: Method) -> Request {
        Request { method, ..self }
    }

    /// The same for puzzles that take `low` to `high` guesses, as [`crate::solve::guesses`] counts them.
    #[must_use]
    pub fn with_guesses(self, low: u64, high: u64) -> Request {
        Request { guesses: Some((low, high)), ..self }
    }

    /// The same with at most so many attempts for each puzzle.
    #[must_use]
    pub fn with_effort(self, effort: u64) -> Request {
        Request { effort, ..self }
    }

    /// Refuses what no puzzle can be.
    ///
    /// # Errors
    /// [`Error::Impossible`].
    pub fn check(&self) -> Result<(), Error> {
        let refuse = |reason: String| Err(Error::Impossible { reason });
        if let Some((low, high)) = self.clues {
            if low > high {
                return refuse(format!("the range of clues from {low} to {high} is empty"));
            }
            if high < FEWEST_CLUES {
                return refuse(format!(
                    "no puzzle with {high} clues has exactly one solution; the fewest are 17"
                ));
            }
            if low > 81 {
                return refuse(format!("a grid has 81 cells, not {low}"));
            }
        }
        if let Some((low, high)) = self.guesses
            && low > high
        {
            return refuse(format!("the range of guesses from {low} to {high} is empty"));
        }
        let inside = self.open_cells();
        let cells = inside.count_ones();
        if cells < FEWEST_CLUES.max(self.clues.map_or(0, |(low, _)| low)) {
            return refuse(format!("the pattern has room for {cells} clues only"));
        }
        // Two blank rows of a band, or columns of a stack, could be exchanged.
        for chute in 0..6 {
            let blank = (0..3).filter(|line| inside & line_cells(3 * chute + line) == 0).count();
            if blank > 1 {
                let (what, number) = if chute < 3 {
                    ("rows of band", chute)
                } else {
                    ("columns of stack", chute - 3)
                };
                return refuse(format!(
                    "the pattern leaves {blank} {what} {} blank, which can be exchanged",
                    number + 1
                ));
            }
        }
        if let Some((low, high)) = self.clues {
            let possible = self.possible_clues();
            if !(low..=high).any(|clues| possible.contains(&clues)) {
                let fewer = possible.iter().rev().find(|&&clues| clues < low);
                let more = possible.iter().find(|&&clues| clues > high);
                let nearby: Vec<String> =
                    fewer.into_iter().chain(more).map(u32::to_string).collect();
                let wish = if low == high { low.to_string() } else { format!("{low} to {high}") };
                let inside = if self.pattern == EVERYWHERE { "" } else { " inside the pattern" };
                return refuse(format!(
                    "clues with symmetry {:?}{inside} come in whole groups, which cannot add up to {wish}; the nearest \
                     that they can are {}",
                    self.symmetry.name(),
                    nearby.join(" and ")
                ));
            }
        }
        if self.method == Method::Controlled
            && (self.symmetry != Symmetry::None || self.pattern != EVERYWHERE)
        {
            return refuse("method \"controlled\" takes no symmetry and no pattern".into());
        }
        Ok(())
    }

    /// The cells that may hold clues: whole orbits inside the pattern.
    pub fn open_cells(&self) -> CellSet {
        self.symmetry.orbits().iter().filter(|&orbit| orbit & !self.pattern == 0).sum()
    }

    /// What the sizes of orbits inside the pattern can add up to, in increasing order; nothing below the fewest clues.
    fn possible_clues(&self) -> Vec<u32> {
        let orbits = self.symmetry.orbits();
        let sizes = orbits
            .iter()
            .filter(|&orbit| orbit & !self.pattern == 0)
            .map(|orbit| orbit.count_ones());
        let sums = sizes.fold(1u128, |sums, size| sums | sums << size);
        (FEWEST_CLUES..=81).filter(|clues| sums >> clues & 1 == 1).collect()
    }

    /// Whether a puzzle with these clues has the right number of them.
    pub fn allows(&self, clues: CellSet) -> bool {
        self.clues.is_none_or(|(low, high)| (low..=high).contains(&clues.count_ones()))
    }
}

/// Rows 0 to 8, columns 9 to 17.
fn line_cells(line: usize) -> CellSet {
    (0..9).fold(0, |cells, k| cells | 1 << if line < 9 { 9 * line + k } else { 9 * k + line - 9 })
}

/// The wish in words, for messages.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a puzzle")?;
        let mut link = " with";
        if let Some((low, high)) = self.clues {
            if low == high {
                write!(f, "{link} {low} clues")?;
            } else {
                write!(f, "{link} {low} to {high} clues")?;
            }
            link = ",";
        }
        if self.symmetry != Symmetry::None {
            write!(f, "{link} symmetry {:?}", self.symmetry.name())?;
            link = ",";
        }
        if self.pattern != EVERYWHERE {
            write!(f, "{link} clues inside the pattern")?;
            link = ",";
        }
        if self.minimal {
            write!(f, "{link} no clue that can go")?;
            link = ",";
        }
        if let Some((low, high)) = self.guesses {
            write!(f, "{link} {low} to {high} guesses")?;
        }
        Ok(())
    }
}
