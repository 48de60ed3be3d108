//! Pencil marks as text: the candidates of each cell (Sukaku).
//!
//! ```text
//!   12.4....9 .2....... …      for each cell as many characters as digits: the k-th is digit k or a blank
//!   | 1249  2  35678 | 4 …     n² groups, each with the digits of a cell in any order; ! for no digit
//! ```
//!
//! White space, commas, bars and frame lines separate groups; the first form ignores them. A comment begins with `#` or
//! `;` and ends with its line.

use super::lines::{COMMENT, Line, is_frame, is_vertical, lines};
use super::spelling::{self, is_mark};
use super::{Alphabet, Position, TextError};

/// Parses the candidates of each cell, on a board of any side, in row-major order. Bit k of a mask represents digit k +
/// 1.
///
/// ```
/// use bitdoku::board::text::{Alphabet, parse_pencilmarks};
///
/// let four = Alphabet::standard(4);
/// let marks = parse_pencilmarks("1234 12 3 4 | 34 4 12 12 | 2 1 34 34 | 34 34 1 2", &four).unwrap();
/// assert_eq!(marks[..4], [0b1111, 0b0011, 0b0100, 0b1000]);
/// assert_eq!(parse_pencilmarks(&"12.4".repeat(16), &four), Ok(vec![0b1011; 16]));
/// ```
///
/// # Errors
/// The first error in the text, with its position; [`TextError::for_board`] writes the message.
pub fn parse_pencilmarks(text: &str, alphabet: &Alphabet) -> Result<Vec<u64>, TextError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some(masks) = clean_line(text.trim_end().as_bytes(), alphabet) {
        return Ok(masks);
    }
    let (side, digits) = (alphabet.side(), alphabet.digits());
    let rewritten = spelling::without_titles(text)
        .or_else(|| spelling::without_label(text, side * side * digits, alphabet));
    let text = rewritten.as_deref().unwrap_or(text);
    let groups: Vec<Group> =
        lines(text).filter(|line| !is_frame(line.text)).flat_map(groups).collect();
    let characters = groups.iter().map(|group| group.text.chars().count()).sum();
    if characters == side * side * digits {
        by_position(&groups, alphabet)
    } else if groups.len() == side * side {
        by_lists(&groups, alphabet)
    } else {
        Err(TextError::Pencilmarks { characters, groups: groups.len() })
    }
}

/// Whether a text has at least two groups of increasing digits, as only a grid of candidates has.
pub fn lists_candidates(text: &str) -> bool {
    let is_list = |group: &Group<'_>| {
        let bytes = group.text.as_bytes();
        bytes.len() > 1 && bytes.iter().all(u8::is_ascii_digit) && bytes.is_sorted_by(|a, b| a < b)
    };
    lines(text).flat_map(groups).filter(is_list).nth(1).is_some()
}

/// Formats candidates as one line, with a character for each digit of each cell and `.` for a digit that is not a
/// candidate.
pub fn pencilmarks_line(masks: &[u64], alphabet: &Alphabet) -> String {
    let marks = |&mask: &u64| {
        (0..alphabet.digits()).map(move |k| {
            let value = if mask >> k & 1 == 1 { k as u8 + 1 } else { 0 };
            alphabet.symbol(value)
        })
    };
    masks.iter().flat_map(marks).collect()
}

/// Parses a text with exactly one ASCII character for each digit of each cell and nothing between them; `None` for any
/// other text, or if a digit is misplaced.
fn clean_line(bytes: &[u8], alphabet: &Alphabet) -> Option<Vec<u64>> {
    let (side, digits) = (alphabet.side(), alphabet.digits());
    if side == 0 || bytes.len() != side * side * digits {
        return None;
    }
    let mut clean = true;
    let mask = |cell: &[u8]| {
        cell.iter().enumerate().fold(0, |mask, (k, &byte)| {
            let value = usize::from(alphabet.ascii_value(byte));
            clean &= value == 0 || value == k + 1;
            mask | u64::from(value != 0) << k
        })
    };
    let masks = bytes.chunks_exact(digits).map(mask).collect();
    clean.then_some(masks)
}

/// Characters between two separators.
struct Group<'a> {
    text: &'a str,
    at: Position,
}

impl Group<'_> {
    /// The characters with their positions.
    fn characters(&self) -> impl Iterator<Item = (char, Position)> + '_ {
        let at = |i| Position { line: self.at.line, column: self.at.column + i };
        self.text.chars().enumerate().map(move |(i, c)| (c, at(i)))
    }
}

/// The groups of a line, up to its comment.
fn groups(line: Line<'_>) -> impl Iterator<Item = Group<'_>> {
    let content = line.text.split(COMMENT).next().unwrap_or_default();
    let groups = content.split(|c: char| c.is_whitespace() || c == ',' || is_vertical(c));
    groups.filter(|text| !text.is_empty()).map(move |text| {
        let byte = text.as_ptr() as usize - line.text.as_ptr() as usize;
        Group { text, at: line.at(byte) }
    })
}

/// Parses as many characters for each cell as there are digits.
fn by_position(groups: &[Group<'_>], alphabet: &Alphabet) -> Result<Vec<u64>, TextError> {
    let (side, digits) = (alphabet.side(), alphabet.digits());
    let mut masks = vec![0; side * side];
    for (i, (found, at)) in groups.iter().flat_map(Group::characters).enumerate() {
        let (cell, k) = (i / digits, i % digits);
        match alphabet.value(found) {
            Some(0) => {}
            Some(value) if usize::from(value) == k + 1 => masks[cell] |= 1 << k,
            Some(_) => {
                let due = alphabet.symbol(k as u8 + 1);
                return Err(TextError::Misplaced { at, found, due, cell });
            }
            None => return Err(TextError::Character { at, found, cell }),
        }
    }
    Ok(masks)
}

/// Parses one group of digits for each cell.
fn by_lists(groups: &[Group<'_>], alphabet: &Alphabet) -> Result<Vec<u64>, TextError> {
    let mask = |(cell, group): (usize, &Group<'_>)| {
        if group.text == "!" {
            return Ok(0);
        }
        group.characters().filter(|&(c, _)| !is_mark(c)).try_fold(0u64, |mask, (found, at)| {
            let value = alphabet.value(found).filter(|&value| value > 0);
            let bit = 1 << (value.ok_or(TextError::NotADigit { at, found, cell })? - 1);
            if mask & bit != 0 {
                return Err(TextError::Repeated { at, found, cell });
            }
            Ok(mask | bit)
        })
    };
    groups.iter().enumerate().map(mask).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Frame, candidates};
    use super::*;
    use crate::board::{Candidates, Digits};

    const NINE: Alphabet = Alphabet::STANDARD;

    /// A test pattern: every second digit, shifted by the cell.
    fn marks() -> Vec<u64> {
        (0..81).map(|cell| 0x155 << (cell % 2) & 0x1ff | 1 << (cell % 9)).collect()
    }

    fn message(text: &str) -> String {
        parse_pencilmarks(text, &NINE).expect_err(text).to_string()
    }

    fn lists(masks: &[u64]) -> Vec<String> {
        let list = |mask: &u64| {
            let digits = (0..9).filter(|k| mask >> k & 1 == 1);
            digits.map(|k| char::from(b'1' + k)).collect::<String>()
        };
        masks.iter().map(list).collect()
    }

    #[test]
    fn a_line_of_729_in_any_dress() {
        let line = pencilmarks_line(&marks(), &NINE);
        assert!(line.starts_with("1.3.5.7.9.2.4.6.8."), "{line}");
        let cells: Vec<&str> = (0..81).map(|i| &line[9 * i..9 * i + 9]).collect();
        let rows: Vec<String> = cells.chunks(9).map(|row| row.join(" ")).collect();
        for text in [
            line.clone(),
            format!("\u{feff}{line}\r\n"),
            format!("  {line} # a comment"),
            format!("# a title\n{line}; SE 8.3\n"),
            line.replace('.', "0"),
            cells.join(" "),
            cells.join(","),
            rows.join("\n"),
            rows.iter().map(|row| format!("| {row} |\n+-----+\n")).collect(),
        ] {
            assert_eq!(parse_pencilmarks(&text, &NINE).as_ref(), Ok(&marks()), "{text}");
        }
        assert_eq!(parse_pencilmarks(&".".repeat(729), &NINE), Ok(vec![0; 81]));
    }

    #[test]
    fn grids_of_candidates_read_back() {
        let mut masks = marks();
        masks[17] = 0;
        let sets: Candidates = std::array::from_fn(|i| Digits::from_bits(masks[i] as u16));
        for frame in [Frame::Box, Frame::Ascii] {
            let text = candidates(&sets, &NINE, frame);
            assert_eq!(parse_pencilmarks(&text, &NINE).as_ref(), Ok(&masks), "{text}");
        }
        // HoDoKu's format, with dots at the corners of the frame.
        let lists = lists(&marks());
        let bands: Vec<String> = lists
            .chunks(27)
            .map(|band| {
                band.chunks(9)
                    .map(|row| {
                        let boxes: Vec<String> =
                            row.chunks(3).map(|three| three.join("   ")).collect();
                        format!("| {} |\n", boxes.join(" | "))
                    })
                    .collect()
            })
            .collect();
        let text = format!(
            ".-----------.-----------.-----------.\n{}'-----------'-----------'-----------'",
            bands.join(":-----------+-----------+-----------:\n")
        );
        assert_eq!(parse_pencilmarks(&text, &NINE).as_ref(), Ok(&marks()), "{text}");
        let backwards: Vec<String> =
            lists.iter().map(|list| list.chars().rev().collect()).collect();
        assert_eq!(parse_pencilmarks(&backwards.join(" "), &NINE), Ok(marks()));
    }

    #[test]
    fn other_sides_and_symbols() {
        for side in [1usize, 4, 16, 25, 35] {
            let alphabet = Alphabet::standard(side);
            let all = u64::MAX >> (64 - side);
            let masks: Vec<u64> = (0..side * side)
                .map(|cell| (0x9e37_79b9_7f4a_7c15 << (cell % 31)) & all | 1)
                .collect();
            let line = pencilmarks_line(&masks, &alphabet);
            assert_eq!(line.len(), side * side * side);
            assert_eq!(parse_pencilmarks(&line, &alphabet), Ok(masks));
        }
        let hex = Alphabet::new("0123456789ABCDEF").unwrap();
        let text = pencilmarks_line(&[0x8001; 256], &hex);
        assert!(text.starts_with("0..............F"));
        assert_eq!(parse_pencilmarks(&text.to_lowercase(), &hex), Ok(vec![0x8001; 256]));
        let greek = Alphabet::new("αβγδεζηθι").unwrap();
        assert_eq!(parse_pencilmarks(&pencilmarks_line(&marks(), &greek), &greek), Ok(marks()));
        assert_eq!(parse_pencilmarks("", &Alphabet::new("").unwrap()), Ok(vec![]));
    }

    #[test]
    fn errors_name_cell_and_value() {
        let line = pencilmarks_line(&marks(), &NINE);
        assert_eq!(
            message(&format!("{}5{}", &line[..101], &line[102..])),
            "r2c3 holds '5' at line 1, column 102; expected '3' or a blank"
        );
        assert!(
            message(&line.replacen('.', "a", 1)).starts_with("r1c1 holds 'a' at line 1, column 2;")
        );
        assert_eq!(
            message(&line[1..]),
            "the text holds 728 characters in 1 group; expected 729 characters of pencil marks, or 81 groups of candidates"
        );
        assert!(message("").starts_with("the text holds 0 characters in 0 groups;"));
        let with = |cell: usize, list: &str| {
            let mut lists = lists(&marks());
            lists[cell] = list.into();
            let rows: Vec<String> = lists.chunks(9).map(|row| row.join(" ")).collect();
            message(&rows.join("\n"))
        };
        assert_eq!(
            with(10, "131"),
            "r2c2 lists '1' twice, again at line 2, column 9; expected it once"
        );
        assert_eq!(with(9, "."), "r2c1 lists '.' at line 2, column 1; expected a digit");
        assert_eq!(with(80, "1!"), "r9c9 lists '!' at line 9, column 46; expected a digit");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_printed_reads_back(masks in prop::collection::vec(0..0x200u64, 81)) {
            let line = pencilmarks_line(&masks, &NINE);
            prop_assert_eq!(parse_pencilmarks(&line, &NINE), Ok(masks));
        }

        #[test]
        fn garbage_never_panics(text in any::<String>(), looks in "[0-9.|+\\-! \n,;#xA-I]{0,900}") {
            for text in [text, looks] {
                if let Err(error) = parse_pencilmarks(&text, &NINE) {
                    prop_assert!(!error.to_string().is_empty());
                }
            }
        }
    }
}
