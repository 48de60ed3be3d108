//! Reads boards without bars: a row of 81 characters, nine lines of nine, groups, numbers.
//!
//! ```text
//!   53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//!   530070000 600195000 …             groups: each character is a cell
//!   5 3 0 0 7 0 0 0 0, 6 0 …          81 numbers: each number is a cell, so 12 is one cell and out of range
//!   [[5. 3. 0. 0. 7. 0. 0. 0. 0.]     lists as numpy, Python and JSON print them; 5. and 5.0 are 5
//!   [["5", "3", ".", null, …]         cells in quotes; null, None and nan are blanks
//! ```
//!
//! `12` can be a group of two cells or a number. Numbers take precedence: a text of mostly single digits with one `12`
//! is an error, not a board with one more cell.

use super::comment::{self, After};
use super::lines::{COMMENT, is_comment, is_frame, is_vertical, lines};
use super::spelling::is_mark;
use super::{Alphabet, Position, TextError};

/// Characters between two separators.
struct Group<'a> {
    text: &'a str,
    at: Position,
    /// The number of the inner list, counted from 1; 0 outside of lists.
    list: usize,
    /// The offset in bytes of the end of the group in the whole text.
    end: usize,
    /// The position of the second of two commas before the group with nothing between them.
    empty_field: Option<Position>,
}

impl Group<'_> {
    /// The number of characters that are cells.
    fn len(&self) -> usize {
        self.text.chars().filter(|&c| !is_mark(c)).count()
    }

    /// The position after the group.
    fn end_position(&self) -> Position {
        Position { line: self.at.line, column: self.at.column + self.text.chars().count() }
    }

    /// Whether the group may be a number, or a blank among numbers.
    ///
    /// In a list, `1.5` is a number, not a digit, a blank and a digit.
    fn is_number(&self, alphabet: &Alphabet) -> bool {
        let number = match self.list {
            0 => self.text.len() <= 3 && self.text.bytes().all(|byte| byte.is_ascii_digit()),
            _ => {
                let is_word = matches!(self.text, "true" | "false" | "True" | "False");
                is_word || self.is_null() || self.text.parse::<f64>().is_ok()
            }
        };
        number || self.is_blank(alphabet)
    }

    /// Whether the group is a missing value in a list.
    fn is_null(&self) -> bool {
        self.list > 0 && matches!(self.text, "null" | "None" | "nan" | "NaN")
    }

    /// The value of a whole number, which has a point in a list of floats.
    fn whole(&self) -> Option<usize> {
        self.text.parse().ok().or_else(|| {
            let value: f64 = self.text.parse().ok().filter(|_| self.list > 0)?;
            (value.fract() == 0.0 && (0.0..1e3).contains(&value)).then_some(value as usize)
        })
    }

    fn is_blank(&self, alphabet: &Alphabet) -> bool {
        self.len() == 1 && self.text.chars().all(|c| alphabet.value(c) == Some(0))
    }
}

/// Reads a board without bars; with `skip_bars`, bars count as white space.
pub(super) fn read(text: &str, alphabet: &Alphabet, skip_bars: bool) -> Result<Vec<u8>, TextError> {
    let area = alphabet.side() * alphabet.side();
    let list = text.trim_start().starts_with('[');
    let groups = groups(text, area + 1, list, skip_bars);
    // The groups that form the board, either with one cell per character or with one cell per group.
    let mut sum = 0;
    let whole = groups.iter().position(|group| {
        sum += group.len();
        sum >= area
    });
    let by_characters = whole.filter(|_| sum == area).map(|last| last + 1);
    let (used, numbers) = if alphabet.is_standard() && are_numbers(&groups, by_characters, alphabet)
    {
        (groups.len().min(area), true)
    } else {
        (by_characters.unwrap_or(groups.len()), false)
    };
    let (used, further) = groups.split_at(used);
    let cells =
        if numbers { number_cells(used, alphabet)? } else { character_cells(used, alphabet)? };
    if let Some((line, cells)) = ragged(used, numbers, alphabet.side(), |group| group.at.line) {
        return Err(TextError::Row { line, cells });
    }
    if let Some((row, cells)) = ragged(used, numbers, alphabet.side(), |group| group.list) {
        return Err(TextError::List { row, cells });
    }
    if cells.len() != area {
        let more = further.iter().take_while(|group| group.is_number(alphabet)).count();
        return Err(TextError::Length { cells: cells.len() + more });
    }
    let Some(last) = used.last() else { return Ok(cells) };
    let (end, at) = if list { close(text, last)? } else { (last.end, last.end_position()) };
    let after = if used.len() == 1 { After::Row } else { After::Groups };
    comment::check(text, end, at, after, alphabet)?;
    Ok(cells)
}

/// Splits a text into its first groups. They end at a comment, whose first character is a group of its own.
fn groups(text: &str, limit: usize, list: bool, skip_bars: bool) -> Vec<Group<'_>> {
    let mut groups: Vec<Group> = Vec::with_capacity(limit);
    let (mut comma, mut empty_field) = (false, None);
    let mut inner = usize::from(list);
    for line in lines(text).filter(|line| !is_comment(line.text) && !is_frame(line.text)) {
        let mut start = None;
        let ends = line.text.char_indices().chain([(line.text.len(), ' ')]);
        for (i, c) in ends {
            let comment = COMMENT.contains(&c);
            let separator = c.is_whitespace()
                || c == ','
                || list && matches!(c, '[' | ']' | '"' | '\'')
                || skip_bars && is_vertical(c);
            if !separator && !comment {
                start.get_or_insert(i);
                continue;
            }
            let mut push = |from: usize, to: usize| {
                groups.push(Group {
                    text: &line.text[from..to],
                    at: line.at(from),
                    list: inner,
                    end: line.byte + to,
                    empty_field: empty_field.take(),
                });
            };
            if let Some(start) = start.take() {
                push(start, i);
                comma = false;
            }
            if comment {
                push(i, i + 1);
                return groups;
            }
            inner += usize::from(list && c == ']');
            if c == ',' {
                if comma || groups.is_empty() {
                    empty_field.get_or_insert(line.at(i));
                }
                comma = true;
            }
            if groups.len() >= limit {
                return groups;
            }
        }
    }
    groups
}

/// Whether the groups are numbers rather than sequences of characters.
fn are_numbers(groups: &[Group], by_characters: Option<usize>, alphabet: &Alphabet) -> bool {
    let area = alphabet.side() * alphabet.side();
    let numbers = groups.iter().take_while(|group| group.is_number(alphabet)).count();
    let long = |n: usize| groups[..n].iter().any(|group| group.text.len() > 1 && group.len() > 1);
    if numbers >= area {
        return long(area);
    }
    // There are fewer groups than cells, but most are single digits: numbers with one or two missing.
    let in_list = groups.first().is_some_and(|group| group.list > 0).then_some(groups.len());
    by_characters.or(in_list).is_some_and(|n| 2 * n > area && n <= numbers && long(n))
}

fn number_cells(groups: &[Group], alphabet: &Alphabet) -> Result<Vec<u8>, TextError> {
    let mut cells = Vec::with_capacity(groups.len());
    for group in groups {
        empty_field(group, cells.len())?;
        let value = match group.whole() {
            Some(value) if value <= alphabet.digits() => value as u8,
            None if group.is_blank(alphabet) || group.is_null() => 0,
            _ => {
                return Err(TextError::Value {
                    at: group.at,
                    found: group.text.into(),
                    cell: cells.len(),
                });
            }
        };
        cells.push(value);
    }
    Ok(cells)
}

fn character_cells(groups: &[Group], alphabet: &Alphabet) -> Result<Vec<u8>, TextError> {
    let area = alphabet.side() * alphabet.side();
    let mut cells = Vec::with_capacity(area);
    for group in groups {
        if cells.len() < area {
            empty_field(group, cells.len())?;
        }
        let is_digit = |c: char| alphabet.value(c).is_some_and(|value| value > 0);
        let characters: Vec<char> = group.text.chars().collect();
        for (i, &found) in characters.iter().enumerate() {
            let beside = [i.wrapping_sub(1), i + 1].map(|k| characters.get(k).copied());
            if is_mark(found) && beside.into_iter().flatten().any(is_digit) {
                continue;
            }
            let at = Position { line: group.at.line, column: group.at.column + i };
            match alphabet.value(found) {
                Some(value) => cells.push(value),
                None if cells.len() < area => {
                    return Err(TextError::Character { at, found, cell: cells.len() });
                }
                None if cells.len() == area => return Err(TextError::After { at, found }),
                // There are already too many cells.
                None => return Ok(cells),
            }
        }
    }
    Ok(cells)
}

fn empty_field(group: &Group, cells: usize) -> Result<(), TextError> {
    match group.empty_field {
        Some(at) => Err(TextError::Character { at, found: ',', cell: cells }),
        None => Ok(()),
    }
}

/// If there are `side` rows, the first row without exactly `side` cells, and its number of cells.
fn ragged(
    groups: &[Group],
    numbers: bool,
    side: usize,
    row_of: impl Fn(&Group) -> usize,
) -> Option<(usize, usize)> {
    let mut counts: Vec<(usize, usize)> = Vec::with_capacity(side);
    for group in groups {
        let cells = if numbers { 1 } else { group.len() };
        match counts.last_mut() {
            Some((row, count)) if *row == row_of(group) => *count += cells,
            _ => counts.push((row_of(group), cells)),
        }
    }
    if counts.len() != side {
        return None;
    }
    counts.into_iter().find(|&(_, cells)| cells != side)
}

/// Skips the brackets that close a list after its last group.
fn close(text: &str, last: &Group) -> Result<(usize, Position), TextError> {
    let mut open = 0usize;
    for c in text[..last.end].chars() {
        match c {
            '[' => open += 1,
            ']' => open = open.saturating_sub(1),
            _ => {}
        }
    }
    let mut at = last.end_position();
    for (i, c) in text[last.end..].char_indices() {
        match c {
            _ if open == 0 => return Ok((last.end + i, at)),
            ']' => open -= 1,
            '\n' => at = Position { line: at.line + 1, column: 0 },
            _ if c.is_whitespace() || matches!(c, ',' | '"' | '\'') => {}
            '[' => return Err(TextError::SecondBoard { at }),
            _ => return Err(TextError::After { at, found: c }),
        }
        at.column += 1;
    }
    Ok((text.len(), at))
}
