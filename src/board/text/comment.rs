//! Checks the text after a board, which may contain a comment but not a second board.
//!
//! A file, or a row of a table, must not be mistaken for one puzzle. So this module counts everything that could be
//! cells: 81 cells in sequence, another line of nine, or nine more lines with bars are a second board.

use super::lines::{bars, is_comment, is_frame, is_vertical, lines_from, names_columns};
use super::{Alphabet, Position, TextError};

/// The form of the board, which determines the meaning of a number after it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    /// One unbroken row of cells. The rest of the line is a comment, including numbers.
    Row,
    /// Groups of cells. Another group would belong to the same board.
    Groups,
    /// A frame. Also used for the captions above a frame.
    Frame,
}

/// Checks that `text` contains only a comment from `byte` on; `at` is the position of that byte.
///
/// # Errors
/// [`TextError::SecondBoard`], or [`TextError::Length`] if another group of cells follows.
pub(super) fn check(
    text: &str,
    byte: usize,
    at: Position,
    after: After,
    alphabet: &Alphabet,
) -> Result<(), TextError> {
    let side = alphabet.side();
    let area = side * side;
    // A sequence of cells with nothing else between them, across lines and frames.
    let (mut run, mut run_at) = (0, at);
    let (mut barred, mut barred_at) = (0, at);
    // The next group continues the groups of cells, unless a semicolon begins a comment.
    let mut goes_on = after == After::Groups && !text[byte..].trim_start().starts_with(';');
    let mut more = false;
    for (i, line) in lines_from(text, byte, at).enumerate() {
        if is_comment(line.text) || is_frame(line.text) {
            continue;
        }
        let content = &line.text[..line.text.find(['#', '%']).unwrap_or(line.text.len())];
        let (mut cells, mut pure) = (0, true);
        for token in content.split(|c: char| is_separator(c)).filter(|token| !token.is_empty()) {
            let count = token.chars().count();
            if token.chars().all(|c| alphabet.value(c).is_some()) {
                if run == 0 {
                    run_at = line.at(token.as_ptr() as usize - line.text.as_ptr() as usize);
                }
                more |= goes_on;
                run += count;
                cells += count;
            } else {
                if more {
                    return Err(TextError::Length { cells: area + run });
                }
                (run, pure) = (0, false);
            }
            goes_on = false;
            if run >= area {
                return Err(TextError::SecondBoard { at: run_at });
            }
        }
        let further_line = i > 0 || after == After::Frame;
        if further_line && !more && pure && cells >= side && !names_columns(content, side) {
            return Err(TextError::SecondBoard { at: line.start() });
        }
        if bars(line.text) >= 2 {
            if barred == 0 {
                barred_at = line.start();
            }
            barred += 1;
            if barred == side {
                return Err(TextError::SecondBoard { at: barred_at });
            }
        }
    }
    if more { Err(TextError::Length { cells: area + run }) } else { Ok(()) }
}

/// Includes the byte order mark, which occurs between concatenated files.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || is_vertical(c) || matches!(c, ',' | ';' | '[' | ']' | '\u{feff}')
}
