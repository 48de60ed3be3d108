//! The side and the kind of a board in a text, for readers that do not know the side.
//!
//! ```text
//!   lengths of the groups ── possible sides ── parsers ──> the first side that a parser accepts
//!   [16, 16, 16, 16]         8, 4              parse_cells, parse_pencilmarks
//! ```
//!
//! The lengths only propose sides; the parsers of [`super::parse_cells`] and [`super::parse_pencilmarks`] decide. So a
//! text that is recognized can be read, and reads as it does for a caller who knows the side.

use super::lines::{is_comment, is_frame, is_vertical, lines};
use super::spelling::{self, Fields, is_mark};
use super::{Alphabet, MAX_SIDE, lists_candidates, parse_cells, parse_pencilmarks};

/// The smallest side that is recognized: shorter texts are more often something else.
const LEAST_SIDE: usize = 4;

/// The kind of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Givens and blanks.
    Puzzle,
    /// A digit in each cell.
    Grid,
    /// The candidates of each cell.
    Pencilmarks,
}

/// The side and the kind of the board in a text with the standard digits, or `None` for another text.
///
/// A board may be followed by anything that is separated from it, even by a second board: the parsers judge that.
///
/// ```
/// use bitdoku::board::text::{Kind, recognize};
///
/// assert_eq!(recognize("12|34 34|12 21|43 4.|21"), Some((4, Kind::Puzzle)));
/// assert_eq!(recognize(&"12.4".repeat(16)), Some((4, Kind::Pencilmarks)));
/// assert_eq!(recognize("# a title"), None);
/// ```
pub fn recognize(text: &str) -> Option<(usize, Kind)> {
    let rewritten = spelling::list(text).or_else(|| spelling::without_titles(text));
    let text = rewritten.as_deref().unwrap_or(text);
    let groups = Groups::of(text);
    let kind = |cells: Vec<u8>| if cells.contains(&0) { Kind::Puzzle } else { Kind::Grid };
    let marks = |side: usize| {
        let masks = parse_pencilmarks(text, &Alphabet::standard(side)).ok()?;
        // Fewer candidates than cells: a board of n⁴ cells with few givens, since n³ characters are n⁶ for a square n.
        let candidates: u32 = masks.iter().map(|mask| mask.count_ones()).sum();
        (candidates as usize >= masks.len()).then_some((side, Kind::Pencilmarks))
    };
    if let Some(found) = cube_root(groups.characters).and_then(marks) {
        return Some(found);
    }
    let first = groups.first.clone();
    let first_length = length_of(&text[first.clone()]);
    // Rows of dashes, or of empty fields, are lines too.
    let all_lines =
        lines(text).filter(|line| !line.text.is_empty() && !is_comment(line.text)).count();
    let by_number = square_root(groups.number);
    // Groups of n² characters, longer than a row of the board that they would form, are boards of their own.
    let are_boards = |side: usize| first_length > side && square_root(first_length).is_some();
    let by_characters =
        square_root(groups.characters).filter(|&side| groups.number == 1 || !are_boards(side));
    // The items of a list are cells or rows; a list of boards is not a board.
    let are_parts = |side: usize| !groups.is_list || first_length == 1 || first_length == side;
    for (side, text) in [
        (by_characters.filter(|&side| groups.are_equal && are_parts(side)), text),
        (square_root(first_length).filter(|_| !groups.is_list || groups.number == 1), &text[first]),
        (by_number, text),
        (by_characters.filter(|_| !groups.is_list), text),
        (Some(groups.lines).filter(|side| (LEAST_SIDE..=MAX_SIDE).contains(side)), text),
        (Some(all_lines).filter(|side| (LEAST_SIDE..=MAX_SIDE).contains(side)), text),
        // A label before the board, spaces as blanks, empty fields.
        (square_root(groups.longest), text),
        (square_root(text.trim_matches(['\r', '\n']).chars().count()), text),
        (square_root(groups.fields), text),
        (square_root(groups.fields.saturating_sub(1)), text),
    ] {
        if let Some(side) = side
            && let Ok(cells) = parse_cells(text, &Alphabet::standard(side))
        {
            return Some((side, kind(cells)));
        }
    }
    // Lists of candidates are long; a board with one number of two digits is not.
    let longest = cube_root(groups.longest).and_then(marks);
    longest.or_else(|| {
        let is_long = |side: &usize| text.len() >= side.pow(3) || lists_candidates(text);
        by_number.filter(is_long).and_then(marks)
    })
}

/// The side and the kind of the board in a text in other symbols, or `None` for another text.
pub fn recognize_in(text: &str, alphabet: &Alphabet) -> Option<(usize, Kind)> {
    let kind = |cells: Vec<u8>| if cells.contains(&0) { Kind::Puzzle } else { Kind::Grid };
    parse_cells(text, alphabet).ok().map(|cells| (alphabet.side(), kind(cells)))
}

/// The side that a text has by its length alone, with boxes of several rows and columns: a board with faults.
pub fn likely_side(text: &str) -> Option<usize> {
    let groups = Groups::of(text);
    let first = square_root(text[groups.first.clone()].chars().count());
    let numbers = square_root(groups.number).filter(|_| groups.are_numbers);
    first.or(numbers).filter(|&side| (2..side).any(|rows| side.is_multiple_of(rows)))
}

/// The lengths of the characters between separators.
struct Groups {
    /// The bytes of the first group.
    first: std::ops::Range<usize>,
    number: usize,
    /// The characters of all groups.
    characters: usize,
    /// Whether all groups have the same length.
    are_equal: bool,
    /// Whether all groups are numbers or a single character.
    are_numbers: bool,
    /// The lines with groups.
    lines: usize,
    /// Whether the text is a list in brackets.
    is_list: bool,
    /// The characters of the longest field of a line.
    longest: usize,
    /// The fields of the first line, with empty ones.
    fields: usize,
}

impl Groups {
    fn of(text: &str) -> Groups {
        let mut groups = Groups {
            first: 0..0,
            number: 0,
            characters: 0,
            are_equal: true,
            are_numbers: true,
            lines: 0,
            is_list: text.trim_start().starts_with('['),
            longest: 0,
            fields: 0,
        };
        let is_list = groups.is_list;
        let is_separator = |c: char| {
            let of_list = is_list && matches!(c, '[' | ']' | '"' | '\'');
            c.is_whitespace() || matches!(c, ',' | '\u{feff}') || is_vertical(c) || of_list
        };
        let mut length = 0;
        for line in lines(text).filter(|line| !is_comment(line.text) && !is_frame(line.text)) {
            let content = line.text.split(['#', '%']).next().unwrap_or_default();
            if groups.lines == 0 {
                groups.fields = ['\t', ';', ',']
                    .map(|sign| 1 + content.matches(sign).count())
                    .into_iter()
                    .max()
                    .unwrap_or(0);
            }
            groups.longest =
                Fields(content, 0).map(length_of).max().unwrap_or(0).max(groups.longest);
            let content = content.split(';').next().unwrap_or_default();
            groups.lines += usize::from(!content.trim().is_empty());
            for group in content.split(is_separator).filter(|group| !group.is_empty()) {
                let start = group.as_ptr() as usize - text.as_ptr() as usize;
                let characters = length_of(group);
                if groups.number == 0 {
                    (groups.first, length) = (start..start + group.len(), characters);
                }
                groups.number += 1;
                groups.characters += characters;
                groups.are_equal &= characters == length;
                groups.are_numbers &=
                    characters == 1 || group.bytes().all(|byte| byte.is_ascii_digit());
            }
        }
        groups
    }
}

/// The number of characters that are cells.
fn length_of(group: &str) -> usize {
    group.chars().filter(|&c| !is_mark(c)).count()
}

fn square_root(n: usize) -> Option<usize> {
    let root = n.isqrt();
    (root * root == n && (LEAST_SIDE..=MAX_SIDE).contains(&root)).then_some(root)
}

fn cube_root(n: usize) -> Option<usize> {
    (LEAST_SIDE..=MAX_SIDE).find(|side| side.pow(3) == n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_every_side() {
        for side in [4, 6, 9, 12, 16, 25] {
            let alphabet = Alphabet::standard(side);
            let mut cells: Vec<u8> =
                (0..side * side).map(|i| ((i / side + i) % side + 1) as u8).collect();
            for kind in [Kind::Grid, Kind::Puzzle] {
                let word = |&digit: &u8| alphabet.symbol(digit).to_string();
                let line: String = cells.iter().map(word).collect();
                let rows: Vec<String> =
                    cells.chunks(side).map(|row| row.iter().map(word).collect()).collect();
                let numbers: Vec<String> = cells.iter().map(u8::to_string).collect();
                for text in [
                    line.clone(),
                    format!("\u{feff}{line}\r\n"),
                    format!("{line} a comment, 17"),
                    format!("{line}# a comment"),
                    format!("{line},{line}"),
                    rows.join(" "),
                    rows.join("\n"),
                    numbers.join(" "),
                    numbers.join(", "),
                    format!("[{}]", numbers.join(", ")),
                    format!("[\"{}\"]", rows.join("\", \"")),
                    format!("[\"{}\"]", numbers.join("\", \"")).replace("\"0\"", "\"\""),
                    format!("['{}']", numbers.join("' '")).replace("'0'", "' '"),
                    rows.iter().map(|row| format!("| {row} |\n")).collect(),
                ] {
                    assert_eq!(recognize(&text), Some((side, kind)), "{text}");
                }
                cells[side] = 0;
            }
        }
    }

    #[test]
    fn pencil_marks_of_every_side() {
        for side in [4, 6, 9, 16] {
            let alphabet = Alphabet::standard(side);
            let all = (1 << side) - 1;
            let masks: Vec<u64> = (0..side * side).map(|i| all & !(1 << (i % side))).collect();
            let line = super::super::pencilmarks_line(&masks, &alphabet);
            let lists: Vec<String> = line
                .as_bytes()
                .chunks(side)
                .map(|cell| String::from_utf8_lossy(cell).replace('.', ""))
                .collect();
            for text in [line, lists.join(", ")] {
                assert_eq!(recognize(&text), Some((side, Kind::Pencilmarks)), "{text}");
            }
        }
        // Few givens in the places of pencil marks.
        assert_eq!(recognize(&format!("1{}", ".".repeat(63))), Some((8, Kind::Puzzle)));
    }

    #[test]
    fn other_texts() {
        let four = [".".repeat(81).as_str(); 4].join("\n");
        assert_eq!(recognize(&four), Some((9, Kind::Puzzle)));
        let two = format!("[\"{0}\", \"{0}\"]", ".".repeat(81));
        for text in
            [two.as_str(), "", "puzzle", "53..7", "2024-01-01", "z".repeat(81).as_str(), "a/b.csv"]
        {
            assert_eq!(recognize(text), None, "{text}");
        }
        assert_eq!(likely_side(&"z".repeat(81)), Some(9));
        assert_eq!(likely_side(&"!".repeat(25)), None);
    }
}
