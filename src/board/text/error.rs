//! Errors of text: data with positions; [`fmt::Display`] writes one lower-case sentence.

use std::fmt;

/// A position in a text, counted from 1 as editors do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is not a puzzle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TextError {
    /// A character that is neither a digit nor a blank, in place of a cell.
    Character {
        /// The position of the character.
        at: Position,
        /// The character.
        found: char,
        /// The number of the cell.
        cell: usize,
    },
    /// A character after the last cell that does not begin a comment.
    After {
        /// The position of the character.
        at: Position,
        /// The character.
        found: char,
    },
    /// A number that is too large for a digit, or not whole.
    Value {
        /// The position of the number.
        at: Position,
        /// The number as it is written.
        found: Box<str>,
        /// The number of the cell.
        cell: usize,
    },
    /// A grid of candidates instead of a puzzle.
    Candidates {
        /// The position of the first list of candidates.
        at: Position,
        /// The list as it is written.
        found: Box<str>,
    },
    /// Too few or too many cells.
    Length {
        /// The number of cells.
        cells: usize,
    },
    /// The right number of lines, but this one is too short or too long.
    Row {
        /// The line, counted from 1.
        line: usize,
        /// The number of its cells.
        cells: usize,
    },
    /// As many lists as the side, not all of as many cells.
    List {
        /// The list, counted from 1.
        row: usize,
        /// The number of its cells.
        cells: usize,
    },
    /// A framed board with too few or too many rows.
    Rows {
        /// The number of rows.
        rows: usize,
    },
    /// A line of a framed board whose bars are not between boxes or cells.
    Bars {
        /// The line, counted from 1.
        line: usize,
    },
    /// Blanks written as spaces, in a frame that does not determine their cells.
    Spaces {
        /// The position of a digit whose cell is ambiguous.
        at: Position,
    },
    /// Another board, or a part of one, after the first.
    SecondBoard {
        /// Its first position.
        at: Position,
    },
    /// Pencil marks that are neither as many characters as candidates nor as many groups as cells.
    Pencilmarks {
        /// The number of characters.
        characters: usize,
        /// The number of groups.
        groups: usize,
    },
    /// A digit at a wrong position: the k-th pencil mark of a cell is digit k or a blank.
    Misplaced {
        /// The position of the digit.
        at: Position,
        /// The digit.
        found: char,
        /// The digit of this position.
        due: char,
        /// The number of the cell.
        cell: usize,
    },
    /// A character that is not a digit, in a list of a cell's candidates.
    NotADigit {
        /// The position of the character.
        at: Position,
        /// The character.
        found: char,
        /// The number of the cell.
        cell: usize,
    },
    /// A digit that occurs twice in the list of a cell's candidates.
    Repeated {
        /// The position of the second occurrence.
        at: Position,
        /// The digit.
        found: char,
        /// The number of the cell.
        cell: usize,
    },
    /// An alphabet that does not have nine symbols.
    Side {
        /// The number of its symbols.
        symbols: usize,
    },
}

/// An error in the text of a board of this side with so many digits.
struct Sized<'a>(&'a TextError, usize, usize);

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

    /// The message for a board of this side with so many digits; [`fmt::Display`] assumes 9 and 9.
    pub fn for_board(&self, side: usize, digits: usize) -> impl fmt::Display + '_ {
        Sized(self, side, digits)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Sized(self, 9, 9).fmt(f)
    }
}

impl fmt::Display for Sized<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sized(error, side, digits) = *self;
        let (area, last) = (side * side, (side * side).saturating_sub(1));
        // A text with too many cells is wrong at the last one.
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
                "{found:?} at {at} follows the {area} cells; expected the end, white space, or a comment after '#', ',' or ';'"
            ),
            TextError::Value { at, found, cell } => {
                let (found, more) = match found.char_indices().nth(20) {
                    Some((end, _)) if found.len() > 40 => (&found[..end], "…"),
                    _ => (&**found, ""),
                };
                let whole = if found.contains('.') { "whole numbers " } else { "" };
                write!(
                    f,
                    "{} holds {found}{more} at {at}; expected {whole}0..{digits}",
                    place(*cell)
                )
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
            TextError::List { row, cells } => {
                write!(f, "list {row} holds {cells} cell{}; expected {side}", plural(*cells))
            }
            TextError::Rows { rows } => {
                write!(f, "the frame holds {rows} row{}; expected {side}", plural(*rows))
            }
            TextError::Bars { line } => match side {
                9 => write!(
                    f,
                    "the bars of line {line} do not divide it into nine cells; expected three boxes or nine cells between them"
                ),
                _ => write!(
                    f,
                    "the bars of line {line} do not divide it into {side} cells; expected boxes or {side} cells between them"
                ),
            },
            TextError::Spaces { at } => write!(
                f,
                "the spaces around {at} do not determine which cells are blank; expected evenly spaced cells, or a '.' in each blank one"
            ),
            TextError::SecondBoard { at } => {
                write!(
                    f,
                    "a second board begins at {at}; expected one puzzle in a text, so split it there"
                )
            }
            TextError::Pencilmarks { characters, groups } => write!(
                f,
                "the text holds {characters} character{} in {groups} group{}; expected {} characters of pencil marks, or {area} groups of candidates",
                plural(*characters),
                plural(*groups),
                area * digits
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
