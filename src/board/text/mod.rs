//! Puzzles as text. Reads all common formats and prints three.
//!
//! ```text
//!   parse ── clean row of 81 ─────────────────────────────► done            (this file)
//!        └── plain.rs    rows, groups, numbers, lists
//!             └── framed.rs   bars and headings, spaces as blanks
//!             └── spelling.rs  titles, labels, dashes, empty fields: rewritten and read again
//!   all ───── comment.rs  only a comment may follow, no second board
//!   pencilmarks.rs  the candidates of each cell
//!   print.rs  a line, a framed board, a grid of candidates
//!   recognize.rs  the side of a text, where it is not known
//! ```
//!
//! The parser is strict: a text is either a puzzle that can be read in only one way, or an error with a position and a
//! reason. The parser skips white space, frames, row and column headings outside a frame, and comments; nothing else.
//!
//! *Cost.* A clean row takes one pass over its 81 bytes; any other text takes a few passes and some allocations.
//!
//! The [`Alphabet`] determines the side of the board. A [`Grid`] is always 9x9; other boards are lists of cells.

mod alphabet;
mod comment;
mod error;
mod framed;
mod lines;
mod pencilmarks;
mod plain;
mod print;
mod recognize;
mod spelling;

pub use alphabet::{Alphabet, AlphabetError, MAX_SIDE};
pub use error::{Position, TextError};
pub use pencilmarks::{lists_candidates, parse_pencilmarks, pencilmarks_line};
pub use print::{Frame, board, candidates, framed, line};
pub use recognize::{Kind, likely_side, recognize, recognize_in};
pub use spelling::{Parts, is_title, parts, row_width};

use std::str::FromStr;

use super::Grid;

/// Parses a puzzle with the digits 1 to 9.
///
/// ```
/// use bitdoku::board::text::parse;
///
/// let row = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = parse(row).unwrap();
/// assert_eq!(parse(&format!("{row}  # easy")), Ok(puzzle));
/// let error = parse(&row.replace('7', "a")).unwrap_err();
/// assert!(error.to_string().starts_with("r1c5 holds 'a' at line 1, column 5"));
/// ```
///
/// # Errors
/// The first error in the text, with its position.
pub fn parse(text: &str) -> Result<Grid, TextError> {
    parse_with(text, &Alphabet::STANDARD)
}

/// Parses a puzzle written in an alphabet of nine symbols.
///
/// # Errors
/// The first error in the text, with its position, or [`TextError::Side`] if the alphabet does not have nine symbols.
pub fn parse_with(text: &str, alphabet: &Alphabet) -> Result<Grid, TextError> {
    if let Some(symbols) = [alphabet.digits(), alphabet.side()].into_iter().find(|&n| n != 9) {
        return Err(TextError::Side { symbols });
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some(grid) = parse_row(text, alphabet)? {
        return Ok(grid);
    }
    let cells = read(text, alphabet)?;
    // The readers return 81 values of the alphabet, or an error.
    let cells = cells.try_into().expect("a board has 81 cells");
    Ok(Grid::new(cells).expect("nine symbols have the values 1 to 9"))
}

/// Equivalent to [`parse`].
impl FromStr for Grid {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Grid, TextError> {
        parse(text)
    }
}

/// Parses a board of any side into its cells, in row-major order: 0 for blank, digits from 1.
///
/// ```
/// use bitdoku::board::text::{Alphabet, parse_cells};
///
/// let cells = parse_cells("12|34 34|12 21|43 4.|21", &Alphabet::standard(4)).unwrap();
/// assert_eq!(cells, [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 0, 2, 1]);
/// ```
///
/// # Errors
/// The first error in the text, with its position; [`TextError::for_board`] writes the message.
pub fn parse_cells(text: &str, alphabet: &Alphabet) -> Result<Vec<u8>, TextError> {
    read(text.strip_prefix('\u{feff}').unwrap_or(text), alphabet)
}

/// Parses a row of exactly 81 characters, each a digit or a blank; `None` for any other text.
///
/// This is the fast path for files and arrays with one puzzle per row; [`parse`] handles everything else. It uses
/// comparisons instead of a table lookup, so that the compiler can vectorize it: 25 ns instead of 120 ns. Rows whose
/// blanks are all `.` or `0` take 5 ns.
pub fn parse_line(bytes: &[u8]) -> Option<Grid> {
    let mut cells = [0; 81];
    parse_line_into(bytes, &mut cells).then(|| Grid::unchecked(cells))
}

/// Like [`parse_line`], but writes to `cells`. Returns `false` for any other text and leaves `cells` unspecified.
#[inline]
pub fn parse_line_into(bytes: &[u8], cells: &mut [u8; 81]) -> bool {
    let Ok(bytes) = <&[u8; 81]>::try_from(bytes) else { return false };
    if points(bytes, cells) {
        return true;
    }
    let mut all_cells = true;
    *cells = bytes.map(|byte| {
        let digit = byte.wrapping_sub(b'0');
        let is_digit = digit <= 9;
        let is_blank = (byte == b'.')
            | (byte == b'_')
            | (byte == b'*')
            | (byte == b'?')
            | (byte | 0x20 == b'x');
        all_cells &= is_digit | is_blank;
        if is_digit { digit } else { 0 }
    });
    all_cells
}

/// Parses a row with exactly one character per cell, in an alphabet of any side. Returns `false` for any other text and
/// leaves `cells` unspecified.
#[inline]
pub fn parse_row_into(bytes: &[u8], alphabet: &Alphabet, cells: &mut [u8]) -> bool {
    if bytes.len() != cells.len() {
        return false;
    }
    let values = bytes.iter().map(|&byte| alphabet.ascii_value(byte));
    cells.iter_mut().zip(values).fold(true, |clean, (cell, value)| {
        *cell = value;
        clean & (value != alphabet::NOT_A_CELL)
    })
}

/// Parses any number of rows with nothing between them. Returns whether all characters are digits or `.`; if not,
/// `cells` is unspecified.
///
/// # Panics
/// If the lengths differ.
#[inline(always)]
pub fn parse_points(bytes: &[u8], cells: &mut [u8]) -> bool {
    assert_eq!(bytes.len(), cells.len(), "expected one cell per character");
    // The compiler vectorizes only blocks of a fixed size.
    let (blocks, rest) = bytes.as_chunks::<32>();
    let (cell_blocks, cell_rest) = cells.as_chunks_mut::<32>();
    let mut clean = true;
    for (cells, bytes) in cell_blocks.iter_mut().zip(blocks) {
        clean &= points(bytes, cells);
    }
    for (cell, &byte) in cell_rest.iter_mut().zip(rest) {
        clean &= points(&[byte], std::array::from_mut(cell));
    }
    clean
}

/// Parses one block for [`parse_points`].
#[inline(always)]
fn points<const N: usize>(bytes: &[u8; N], cells: &mut [u8; N]) -> bool {
    let mut clean = true;
    *cells = bytes.map(|byte| {
        let digit = byte.wrapping_sub(b'0');
        let is_digit = digit <= 9;
        clean &= is_digit | (byte == b'.');
        if is_digit { digit } else { 0 }
    });
    clean
}

/// Parses a clean row in the standard alphabet, with or without a comment.
fn parse_row(text: &str, alphabet: &Alphabet) -> Result<Option<Grid>, TextError> {
    let Some((row, rest)) = text.as_bytes().split_at_checked(81) else { return Ok(None) };
    let separated = rest.first().is_none_or(|byte| b" \t\r\n,;#".contains(byte));
    if !separated || !alphabet.is_standard() {
        return Ok(None);
    }
    let Some(grid) = parse_line(row) else { return Ok(None) };
    if !rest.is_empty() {
        let at = Position { line: 1, column: 82 };
        comment::check(text, 81, at, comment::After::Row, alphabet)?;
    }
    Ok(Some(grid))
}

/// Parses a board in any format.
fn read(text: &str, alphabet: &Alphabet) -> Result<Vec<u8>, TextError> {
    let list = spelling::list(text);
    let text = list.as_deref().unwrap_or(text);
    let mut error = match common(text, alphabet) {
        Err(error) => error,
        read => return read,
    };
    let area = alphabet.side() * alphabet.side();
    let titled = spelling::without_titles(text);
    if let Some(text) = &titled {
        match common(text, alphabet) {
            Err(second) => error = second,
            read => return read,
        }
    }
    let text = titled.as_deref().unwrap_or(text);
    let labeled = |text: &str| spelling::without_label(text, area, alphabet);
    if let Some(text) = labeled(text) {
        return common(&text, alphabet);
    }
    if let TextError::Character { found: '-', .. } | TextError::After { found: '-', .. } = error
        && let Some(text) = spelling::with_dashes(text, alphabet.side())
    {
        return common(labeled(&text).as_deref().unwrap_or(&text), alphabet);
    }
    let others =
        [spelling::with_dashes(text, alphabet.side()), spelling::with_spaces(text, alphabet)];
    if let Some(cells) = others.iter().flatten().find_map(|text| common(text, alphabet).ok()) {
        return Ok(cells);
    }
    spelling::fields(text, alphabet).unwrap_or(Err(error))
}

/// Parses a board in one of the common formats.
fn common(text: &str, alphabet: &Alphabet) -> Result<Vec<u8>, TextError> {
    match plain::read(text, alphabet, false) {
        Ok(cells) => Ok(cells),
        Err(error) => {
            let barred: Vec<usize> =
                lines::lines(text).map(|line| lines::bars(line.text)).filter(|&n| n > 0).collect();
            match barred[..] {
                [] => Err(error),
                // A board on one line, with bars between boxes or cells.
                [_] => plain::read(text, alphabet, true),
                _ => match spelling::without_marks(text) {
                    Some(text) => framed::read(&text, alphabet),
                    None => framed::read(text, alphabet),
                },
            }
        }
    }
}

#[cfg(test)]
mod tests;
