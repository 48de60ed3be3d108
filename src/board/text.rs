//! Puzzles as text: reading.

use super::Grid;

/// Why a text is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TextError {
    /// A character that is neither a digit nor a blank.
    Character {
        /// Where.
        at: Position,
        /// What stands there.
        found: char,
    },
    /// Not 81 cells.
    Length {
        /// How many there are.
        cells: usize,
    },
}

/// A place in a text, counted from 1 as editors do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl std::fmt::Display for TextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TextError::Character { at, found } => {
                write!(f, "{found:?} at {at} is neither a digit 1 to 9 nor a blank")
            }
            TextError::Length { cells } => write!(f, "{cells} cells; expected 81"),
        }
    }
}

impl std::error::Error for TextError {}

/// The puzzle that a text shows.
///
/// # Errors
/// What is wrong with it and where.
pub fn parse(text: &str) -> Result<Grid, TextError> {
    if let Some(grid) = parse_line(text.as_bytes()) {
        return Ok(grid);
    }
    let mut cells = [0; 81];
    let mut n = 0;
    for (i, found) in text.chars().enumerate() {
        let value = match found {
            '1'..='9' => found as u8 - b'0',
            '.' | '0' | '_' | '*' | '?' | 'x' | 'X' => 0,
            _ => {
                return Err(TextError::Character { at: Position { line: 1, column: i + 1 }, found });
            }
        };
        if n < 81 {
            cells[n] = value;
        }
        n += 1;
    }
    if n != 81 {
        return Err(TextError::Length { cells: n });
    }
    Ok(Grid::new(cells).unwrap_or_default())
}

/// The puzzle of a row of exactly 81 characters, each a digit or a blank; nothing for any other text.
///
/// The fast path for files and arrays of one puzzle a row; whatever it refuses, [`parse`] judges.
pub fn parse_line(bytes: &[u8]) -> Option<Grid> {
    let bytes: &[u8; 81] = bytes.try_into().ok()?;
    let mut bad = false;
    let cells = bytes.map(|byte| {
        let value = VALUES[byte as usize];
        bad |= value > 9;
        value
    });
    if bad { None } else { Grid::new(cells).ok() }
}

/// The value of each byte as a cell, 255 where it is none.
const VALUES: [u8; 256] = {
    let mut values = [255; 256];
    let mut digit = 0;
    while digit <= 9 {
        values[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    let mut k = 0;
    while k < 6 {
        values[b"._*?xX"[k] as usize] = 0;
        k += 1;
    }
    values
};
