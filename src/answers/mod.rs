//! Answers of language models: boards in prose, and the cells of a board that are right.
//!
//! ```text
//!   text ──sections──► the part that counts ──plain──► lines without markup ──tokens──► cells, labels, words
//!        thinking blocks, <answer>, \boxed          LaTeX, HTML, boxes, other digits        │
//!                                                     rows, groups, lists ◄── segment ◄─────┤
//!                                                     r1c1=5              ◄── places  ◄─────┘
//!                                                        └──► chosen: the last complete board, words decide
//!   words.rs   the words that decide            grade.rs   the digits that agree with some solution
//! ```
//!
//! [`crate::board::text`] reads a text that is a board, and refuses any other. This reader finds boards among words and
//! never fails; its result is a [`Reading`].
//!
//! *Cost.* Every pass is linear in the length of the text, and look-ahead is bounded. Memory is a small multiple of the
//! longest line.

#![forbid(unsafe_code)]

mod chosen;
mod grade;
mod places;
mod plain;
mod reading;
mod rows;
mod sections;
mod segment;
mod tokens;
mod words;

pub use grade::{right_cells, right_moves};
pub use reading::{Reading, Reason};

use crate::board::text::Alphabet;

use chosen::Chosen;
use rows::Rows;
use tokens::Lexer;

/// Finds the answer to a puzzle in a text. `shape` has the rows and columns of a box, for answers that list boxes.
///
/// # Panics
/// If the puzzle does not have the cells of the alphabet's board.
///
/// ```
/// use bitdoku::answers::{Reason, read};
/// use bitdoku::board::text::Alphabet;
///
/// let puzzle = [1, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 1];
/// let text = "Solved:\n\n| 1 | 2 | 3 | 4 |\n| 3 | 4 | 1 | 2 |\n| 2 | 1 | 4 | 3 |\n| 4 | 3 | 2 | 1 |\n";
/// let reading = read(text, &puzzle, &Alphabet::standard(4), Some((2, 2)));
/// assert_eq!(reading.reason, Reason::Complete);
/// assert_eq!(reading.board.unwrap()[..4], [1, 2, 3, 4]);
/// ```
pub fn read(
    text: &str,
    puzzle: &[u8],
    alphabet: &Alphabet,
    shape: Option<(usize, usize)>,
) -> Reading {
    assert_eq!(puzzle.len(), alphabet.side().pow(2), "expected a digit or a blank for each cell");
    let none = |reason| Reading { board: None, reason };
    if text.trim().is_empty() {
        return none(Reason::Empty);
    }
    let spoken = sections::without_thinking(text);
    if spoken.trim().is_empty() {
        return none(Reason::Thinking);
    }
    let sections = sections::answers(&spoken);
    for section in sections {
        let reading = read_section(section.text, puzzle, alphabet, shape);
        if section.decides || reading.reason != Reason::Missing {
            return reading;
        }
    }
    read_section(&spoken, puzzle, alphabet, shape)
}

/// The placements in a text, such as `r1c1=5`: rows and columns from 0, and digits. The text counts rows and columns from 1,
/// or from 0 if it has a 0. Placements outside the board are included; a number that is no digit is 0.
///
/// ```
/// use bitdoku::answers::placements;
/// use bitdoku::board::text::Alphabet;
///
/// let found = placements("First **r1c2** = 2, then (2, 1): 3 and r9c9=7", &Alphabet::standard(4));
/// assert_eq!(found, [(0, 1, 2), (1, 0, 3), (8, 8, 0)]);
/// ```
pub fn placements(text: &str, alphabet: &Alphabet) -> Vec<(usize, usize, u8)> {
    places::placements(&plain::plain(text), alphabet)
}

fn read_section(
    text: &str,
    puzzle: &[u8],
    alphabet: &Alphabet,
    shape: Option<(usize, usize)>,
) -> Reading {
    let plain = plain::plain(text);
    let mut chosen = Chosen::new(puzzle);
    let mut lexer = Lexer::new(alphabet);
    let mut rows = Rows::new(alphabet.side(), shape);
    for line in plain.split('\n') {
        let tokens = lexer.line(line);
        segment::read_line(tokens, alphabet.side(), &mut rows, &mut chosen);
    }
    rows.end(&mut chosen);
    if chosen.has_complete() {
        return chosen.reading();
    }
    match places::read(&plain, puzzle, alphabet) {
        Some(board) => {
            let is_complete = !board.contains(&0);
            let reason = if is_complete { Reason::Complete } else { Reason::Incomplete };
            Reading { board: Some(board), reason }
        }
        None => chosen.reading(),
    }
}

#[cfg(test)]
mod tests;
