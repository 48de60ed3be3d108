//! Why a text is no puzzle: data first, one lower-case sentence at the edge.

use std::fmt;

/// A place in a text, counted from 1 as editors do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character of the line.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is no puzzle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TextError {
    /// A character that is neither a digit nor a blank, where a cell was due.
    Character {
        /// Where it stands.
        at: Position,
        /// What stands there.
        found: char,
        /// The number of the cell that was due.
        cell: usize,
    },
    /// The board is complete, and something else than a comment follows.
    After {
        /// Where it stands.
        at: Position,
        /// What stands there.
        found: char,
    },
    /// A number that is no digit.
    Value {
        /// Where it stands.
        at: Position,
        /// The number as it is written.
        found: Box<str>,
        /// The number of the cell that holds it.
        cell: usize,
    },
    /// A grid of candidates, which is no puzzle.
    Candidates {
        /// The first list of candidates.
        at: Position,
        /// The list as it is written.
        found: Box<str>,
    },
    /// Too few or too many cells.
    Length {
        /// How many there are.
        cells: usize,
    },
    /// Nine lines, of which this one is too short or too long.
    Row {
        /// The line, counted from 1.
        line: usize,
        /// How many cells it holds.
        cells: usize,
    },
    /// A framed board with too few or too many rows.
    Rows {
        /// How many there are.
        rows: usize,
    },
    /// A line of a framed board whose bars do not divide it as those of a board do.
    Bars {
        /// The line, counted from 1.
        line: usize,
    },
    /// Blanks written as spaces, in a frame that does not tell which cells they are.
    Spaces {
        /// A digit whose cell is unknown.
        at: Position,
    },
    /// Another board, or a part of one, behind the first.
    SecondBoard {
        /// Where it begins.
        at: Position,
    },
    /// Pencil marks that are neither n³ characters nor n² groups.
    Pencilmarks {
        /// How many characters there are.
        characters: usize,
        /// How many groups.
        groups: usize,
    },
    /// A digit where another, or a blank, was due: the k-th of a cell's pencil marks is digit k.
    Misplaced {
        /// Where it is.
        at: Position,
        /// What is there.
        found: char,
        /// The digit that was due.
        due: char,
        /// The number of the cell.
        cell: usize,
    },
    /// A character that is not a digit, in a list of a cell's candidates.
    NotADigit {
        /// Where it is.
        at: Position,
        /// What is there.
        found: char,
        /// The number of the cell.
        cell: usize,
    },
    /// A digit that a list of a cell's candidates has twice.
    Repeated {
        /// Where it is for the second time.
        at: Position,
        /// The digit.
        found: char,
        /// The number of the cell.
        cell: usize,
    },
    /// An alphabet that has not nine symbols.
    Side {
        /// How many it has.
        symbols: usize,
    },
}

/// An error in the text of a board of that side.
struct Sided<'a>(&'a TextError, usize);

impl TextError {
    /// The number of the cell at fault, if it is one cell.
    pub fn cell(&self) -> Option<usize> {
        match self {
            TextError::Character { cell, .. }
            | TextError::Value { cell, .. }
            | TextError::Misplaced { cell, .. }
            | TextError::NotADigit { cell, .. }
            | TextError::Repeated { cell, .. } => Some(*cell),
            _ => None,
        }
    }

    /// The sentence for a text that had to show a board of that side; [`fmt::Display`] takes it to be 9.
    pub fn for_side(&self, side: usize) -> impl fmt::Display + '_ {
        Sided(self, side)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Sided(self, 9).fmt(f)
    }
}

impl fmt::Display for Sided<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sided(error, side) = *self;
        let (area, last) = (side * side, (side * side).saturating_sub(1));
        // Where a text goes on, its last cell.
        let place = |cell: usize| {
            let cell = cell.min(last);
            format!("cell ({}, {})", cell / side.max(1), cell % side.max(1))
        };
        match error {
            TextError::Character { at, found, cell } => write!(
                f,
                "{} holds {found:?} at {at}; expected a digit or one of the blanks . 0 _ * ? x X",
                place(*cell)
            ),
            TextError::After { at, found } => write!(
                f,
                "{found:?} at {at} follows the {area} cells; expected the end, white space, or a comment behind '#', ',' or ';'"
            ),
            TextError::Value { at, found, cell } => {
                write!(f, "{} holds {found} at {at}; expected 0..{side}", place(*cell))
            }
            TextError::Candidates { at, found } => write!(
                f,
                "{found} at {at} lists candidates; expected a puzzle, with one digit or a blank in each cell"
            ),
            TextError::Length { cells } => {
                write!(f, "the text holds {cells} cell{}; expected {area}", plural(*cells))
            }
            TextError::Row { line, cells } => {
                write!(f, "line {line} holds {cells} cell{}; expected {side}", plural(*cells))
            }
            TextError::Rows { rows } => {
                write!(f, "the frame holds {rows} row{}; expected {side}", plural(*rows))
            }
            TextError::Bars { line } => match side {
                9 => write!(
                    f,
                    "the bars of line {line} do not divide it into nine cells like those of a board; expected three boxes or nine cells between them"
                ),
                _ => write!(
                    f,
                    "the bars of line {line} do not divide it into {side} cells like those of a board; expected boxes or {side} cells between them"
                ),
            },
            TextError::Spaces { at } => write!(
                f,
                "the spaces around {at} do not tell which cells are blank; expected evenly spaced cells, or a '.' in each blank one"
            ),
            TextError::SecondBoard { at } => {
                write!(f, "a second board begins at {at}; expected one puzzle in a text")
            }
            TextError::Pencilmarks { characters, groups } => write!(
                f,
                "the text holds {characters} character{} in {groups} group{}; expected {} characters of pencil marks, or {area} groups of candidates",
                plural(*characters),
                plural(*groups),
                area * side
            ),
            TextError::Misplaced { at, found, due, cell } => {
                write!(f, "{} holds {found:?} at {at}; expected {due:?} or a blank", place(*cell))
            }
            TextError::NotADigit { at, found, cell } => {
                write!(f, "{} lists {found:?} at {at}; expected a digit", place(*cell))
            }
            TextError::Repeated { at, found, cell } => {
                write!(f, "{} lists {found:?} twice, again at {at}; expected it once", place(*cell))
            }
            TextError::Side { symbols } => {
                write!(f, "the alphabet has {symbols} symbol{}; expected 9", plural(*symbols))
            }
        }
    }
}

impl std::error::Error for TextError {}

fn plural(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}
