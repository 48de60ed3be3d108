//! Errors in texts. A variant holds data with positions; [`fmt::Display`] writes one sentence in lower case.

use std::fmt;

/// A position in a text, counted from 1 as in editors.
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

/// The reason why a text is not a puzzle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TextError {
    /// A character that is neither a digit nor a blank, where a cell is expected.
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
        /// The number as written.
        found: Box<str>,
        /// The number of the cell.
        cell: usize,
    },
    /// A grid of candidates where a puzzle is expected.
    Candidates {
        /// The position of the first list of candidates.
        at: Position,
        /// The list as written.
        found: Box<str>,
    },
    /// Too few or too many cells.
    Length {
        /// The number of cells.
        cells: usize,
    },
    /// A text with the right number of lines, one of which has too few or too many cells.
    Row {
        /// The line, counted from 1.
        line: usize,
        /// The number of cells in the line.
        cells: usize,
    },
    /// Nested lists, as many as the board has rows, one of which has too few or too many cells.
    List {
        /// The list, counted from 1.
        row: usize,
        /// The number of cells in the list.
        cells: usize,
    },
    /// A framed board with too few or too many rows.
    Rows {
        /// The number of rows.
        rows: usize,
    },
    /// A line of a framed board with bars that do not lie between boxes or cells.
    Bars {
        /// The line, counted from 1.
        line: usize,
    },
    /// Blank cells written as spaces in a frame that does not determine their position.
    Spaces {
        /// The position of a digit whose cell is ambiguous.
        at: Position,
    },
    /// A second board, or a part of one, after the first.
    SecondBoard {
        /// The position where it begins.
        at: Position,
    },
    /// Pencil marks with the wrong number of both characters (one per candidate) and groups (one per cell).
    Pencilmarks {
        /// The number of characters.
        characters: usize,
        /// The number of groups.
        groups: usize,
    },
    /// A digit at the wrong position: the k-th pencil mark of a cell must be digit k or a blank.
    Misplaced {
        /// The position of the digit.
        at: Position,
        /// The digit.
        found: char,
        /// The digit that belongs at this position.
        due: char,
        /// The number of the cell.
        cell: usize,
    },
    /// A character that is not a digit, in a cell's list of candidates.
    NotADigit {
        /// The position of the character.
        at: Position,
        /// The character.
        found: char,
        /// The number of the cell.
        cell: usize,
    },
    /// A digit that occurs twice in a cell's list of candidates.
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

/// An error in the text of a board with this side and number of digits.
struct Sized<'a>(&'a TextError, usize, usize);

impl TextError {
    /// The number of the cell at fault, if the error concerns one cell.
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

    /// The message for a board with this side and number of digits; [`fmt::Display`] assumes 9 and 9.
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
        // A text with too many cells is reported at the last cell of the board.
        let place = |cell: usize| {
            let cell = cell.min(last);
            format!("r{}c{}", cell / side.max(1) + 1, cell % side.max(1) + 1)
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
