//! Requests for puzzles under any rules, and the rejection of impossible requests.

#![forbid(unsafe_code)]

use std::fmt;
use std::num::NonZeroU64;

use crate::board::Grid;
use crate::error::Error;

use super::symmetry::Symmetry;
use super::unavoidable::{CellSet, EVERYWHERE};

/// The minimum number of clues of a puzzle with one solution (G. McGuire, B. Tugemann, G. Civario, 2012).
const FEWEST_CLUES: u32 = 17;

/// The method of choosing clues.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Method {
    /// Removes clues in random order while the puzzle stays unique.
    TopDown,
    /// The same, but discards the grid if a clue cannot be removed before the puzzle is minimal. All minimal puzzles
    /// with c clues are then equally likely, and C(81, c) is their weight in statistics over all minimal puzzles (D.
    /// Berthier).
    Controlled,
}

/// A request for puzzles. All puzzles have exactly one solution.
#[derive(Clone, Debug)]
pub struct Request {
    /// The method of choosing clues.
    pub method: Method,
    /// The minimum and maximum number of clues.
    pub clues: Option<(u32, u32)>,
    /// The symmetry of the pattern of clues; whole orbits are removed.
    pub symmetry: Symmetry,
    /// For each cell, whether it may hold a clue. Without `clues`, `symmetry` and `minimal`, all of these cells do.
    pub pattern: Option<Vec<bool>>,
    /// Whether no single clue may be removable.
    pub minimal: bool,
    /// The maximum number of grids to try for each puzzle; `None` for the default, which takes seconds on one core.
    pub effort: Option<NonZeroU64>,
    /// The solution of all puzzles; `None` for a random one for each puzzle. With a solution, attempts differ in the
    /// order of removal.
    pub solution: Option<Vec<u8>>,
}

impl Request {
    /// A request for any minimal puzzle, top-down.
    pub const MINIMAL: Request = Request {
        method: Method::TopDown,
        clues: None,
        symmetry: Symmetry::None,
        pattern: None,
        minimal: true,
        effort: None,
        solution: None,
    };

    /// The maximum number of grids to try for each classic puzzle. The controlled method needs 250,000 on average.
    pub(super) fn grids(&self) -> u64 {
        self.effort.map_or_else(
            || match self.method {
                Method::TopDown => 1_000_000,
                Method::Controlled => 20_000_000,
            },
            NonZeroU64::get,
        )
    }

    /// Rejects requests that no puzzle under other rules can meet, on a board with `side` rows.
    ///
    /// # Errors
    /// [`Error::Impossible`], [`Error::Unsupported`].
    pub fn check_other(&self, side: usize) -> Result<(), Error> {
        let refuse = |what: &str| Err(Error::Unsupported { what: what.to_owned() });
        if self.method == Method::Controlled {
            return refuse("method \"controlled\" is only for classic 9x9 puzzles");
        }
        self.check_board(side)
    }

    fn check_board(&self, side: usize) -> Result<(), Error> {
        let area = side * side;
        let refuse = |reason: String| Err(Error::Impossible { reason });
        if let Some((low, high)) = self.clues {
            if low > high {
                return refuse(format!("the range of clues from {low} to {high} is empty"));
            }
            if low as usize > area {
                return refuse(format!(
                    "a grid has only {area} cells; expected at most {area} clues, not {low}"
                ));
            }
        }
        if let Some(cells) = &self.pattern
            && cells.len() != area
        {
            return refuse(format!("the pattern has {} cells; expected {area}", cells.len()));
        }
        match &self.solution {
            Some(cells) if cells.len() != area => {
                refuse(format!("the solution has {} cells; expected {area}", cells.len()))
            }
            Some(_) if self.method == Method::Controlled => {
                refuse("method \"controlled\" does not accept a solution".into())
            }
            _ => Ok(()),
        }
    }

    /// The error for an invalid solution.
    pub(super) fn broken() -> Error {
        Error::Impossible {
            reason: "the solution is not a complete grid that obeys the rules".into(),
        }
    }

    /// Rejects requests that no classic puzzle can meet.
    ///
    /// # Errors
    /// [`Error::Impossible`].
    pub fn check(&self) -> Result<(), Error> {
        self.check_board(9)?;
        if let Some(cells) = &self.solution
            && !given_grid(cells).is_some_and(|grid| grid.is_solution())
        {
            return Err(Request::broken());
        }
        let refuse = |reason: String| Err(Error::Impossible { reason });
        if let Some((_, high)) = self.clues
            && high < FEWEST_CLUES
        {
            return refuse(format!(
                "no puzzle with {high} clues has exactly one solution; the minimum is 17"
            ));
        }
        let inside = self.open_cells();
        let cells = inside.count_ones();
        if cells < FEWEST_CLUES.max(self.clues.map_or(0, |(low, _)| low)) {
            return refuse(format!("the pattern has room for only {cells} clues"));
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
                    "the pattern leaves {blank} {what} {} blank; exchanging them gives another solution",
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
                let inside = if self.leaves_cells_blank() { " inside the pattern" } else { "" };
                return refuse(format!(
                    "clues with symmetry {:?}{inside} come in whole groups, which cannot add up to {wish}; nearest \
                     possible: {}",
                    self.symmetry.name(),
                    nearby.join(" and ")
                ));
            }
        }
        if self.method == Method::Controlled
            && (self.symmetry != Symmetry::None || self.leaves_cells_blank())
        {
            return refuse("method \"controlled\" does not accept a symmetry or a pattern".into());
        }
        Ok(())
    }

    /// Whether the pattern excludes a cell.
    fn leaves_cells_blank(&self) -> bool {
        self.pattern.as_ref().is_some_and(|cells| cells.contains(&false))
    }

    /// Whether clues are removed beyond the cells excluded by the pattern.
    pub(super) fn reduces(&self) -> bool {
        self.minimal || self.clues.is_some() || self.symmetry != Symmetry::None
    }

    /// The orbits of a classic board that lie inside the pattern.
    fn open_orbits(&self) -> impl Iterator<Item = CellSet> {
        let pattern = self.pattern.as_ref().map_or(EVERYWHERE, |cells| {
            cells.iter().enumerate().fold(0, |set, (i, &inside)| set | CellSet::from(inside) << i)
        });
        self.symmetry.orbits().into_iter().filter(move |orbit| orbit & !pattern == 0)
    }

    /// The cells of a classic board that may hold clues: whole orbits inside the pattern.
    pub fn open_cells(&self) -> CellSet {
        self.open_orbits().sum()
    }

    /// The possible sums of sizes of orbits inside the pattern, in increasing order, from the minimum number of clues.
    fn possible_clues(&self) -> Vec<u32> {
        let sums = self.open_orbits().fold(1u128, |sums, orbit| sums | sums << orbit.count_ones());
        (FEWEST_CLUES..=81).filter(|clues| sums >> clues & 1 == 1).collect()
    }

    /// Whether a puzzle may have this number of clues.
    pub fn allows(&self, clues: u32) -> bool {
        self.clues.is_none_or(|(low, high)| (low..=high).contains(&clues))
    }
}

/// The grid of 81 digits, if they are valid.
pub(super) fn given_grid(cells: &[u8]) -> Option<Grid> {
    Grid::new(cells.try_into().ok()?).ok()
}

/// The cells of a line: rows 0 to 8, columns 9 to 17.
fn line_cells(line: usize) -> CellSet {
    (0..9).fold(0, |cells, k| cells | 1 << if line < 9 { 9 * line + k } else { 9 * k + line - 9 })
}

/// Describes the requested puzzle in messages.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |low: u64, high: u64, what: &str| match low == high {
            true => format!("{low} {what}"),
            false => format!("{low} to {high} {what}"),
        };
        let symmetry = format!("symmetry {:?}", self.symmetry.name());
        let parts = [
            self.clues.map(|(low, high)| range(low.into(), high.into(), "clues")),
            (self.symmetry != Symmetry::None).then_some(symmetry),
            self.leaves_cells_blank().then(|| "clues inside the pattern".to_owned()),
            self.solution.as_ref().map(|_| "the given solution".to_owned()),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let with = if parts.is_empty() { "" } else { " with " };
        let kind = if self.minimal { "a minimal puzzle" } else { "a puzzle" };
        write!(f, "{kind}{with}{}", parts.join(", "))
    }
}
