//! Reads boards with bars.
//!
//! ```text
//!        A B C   D E F   G H I        captions: skipped
//!      +-------+-------+-------+      frame: skipped
//!    1 | 8     |       |       |
//!    |   |       |       |     |
//!    0   1       2       3     4      the bars divide a row into parts; parts 0 and 4 are outside the frame
//! ```
//!
//! The bars separate three boxes or nine cells, or enclose one row. If every cell is written out, counting the cells is
//! enough, and the outer bars may be missing. If blanks are spaces, the outer bars are required, all boxes must have
//! the same width, and the digits must lie in evenly spaced columns, centered in their box. If several spacings fit,
//! the text is an error.

use super::comment::{self, After};
use super::lines::{Line, bars, is_comment, is_frame, is_vertical, lines, names_columns};
use super::{Alphabet, Position, TextError};

/// A row of the board, split at its bars. The first and the last part are outside the outer bars.
struct Row {
    number: usize,
    parts: Vec<Part>,
}

/// The text between two bars.
struct Part {
    /// The column of its first character, from 0.
    column: usize,
    characters: Vec<char>,
}

/// The range of parts in each row that contains the board.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Window {
    first: usize,
    parts: usize,
}

/// Reads a board with bars.
pub(super) fn read(text: &str, alphabet: &Alphabet) -> Result<Vec<u8>, TextError> {
    let side = alphabet.side();
    let all: Vec<Line> = lines(text).collect();
    let barred = |i: &usize| bars(all[*i].text) > 0;
    let (Some(first), Some(last)) =
        ((0..all.len()).find(barred), (0..all.len()).rev().find(barred))
    else {
        return Err(TextError::Rows { rows: 0 });
    };
    let chosen = choose_rows(&all, first, last, side)?;
    let rows: Vec<Row> = chosen.iter().map(|line| Row::new(line)).collect();
    let parts = rows[0].parts.len();
    if let Some(row) = rows.iter().find(|row| row.parts.len() != parts) {
        return Err(TextError::Bars { line: row.number });
    }
    let cells = read_rows(&rows, alphabet)?;

    comment::check(
        &text[..all[first].byte],
        0,
        Position { line: 1, column: 1 },
        After::Frame,
        alphabet,
    )?;
    if let Some(next) = all.get(last + 1) {
        let at = Position { line: next.number, column: 1 };
        comment::check(text, next.byte, at, After::Frame, alphabet)?;
    }
    Ok(cells)
}

/// Selects the lines with bars that are rows of the board.
fn choose_rows<'a>(
    all: &[Line<'a>],
    first: usize,
    last: usize,
    side: usize,
) -> Result<Vec<Line<'a>>, TextError> {
    let mut rows = Vec::with_capacity(side);
    for (i, line) in all.iter().enumerate().take(last + 1).skip(first) {
        // Column headings on the line above the frame may contain bars too.
        let is_heading = i == first
            && names_columns(line.text, side)
            && all.get(i + 1).is_some_and(|next| is_frame(next.text));
        if is_heading || is_comment(line.text) || is_frame(line.text) || line.text.trim().is_empty()
        {
            continue;
        }
        if bars(line.text) == 0 {
            let at = line.start();
            let found = line.text.trim_start().chars().next().unwrap_or(' ');
            return Err(match rows.len() * side {
                cell if cell < side * side => TextError::Character { at, found, cell },
                _ => TextError::After { at, found },
            });
        }
        rows.push(*line);
    }
    // A line of only bars and spaces is a row of blanks, unless there are nine rows without it; then it is only
    // spacing.
    let is_spacing = |line: &Line| line.text.chars().all(|c| is_vertical(c) || c.is_whitespace());
    let visible = rows.iter().filter(|line| !is_spacing(line)).count();
    if visible == side {
        rows.retain(|line| !is_spacing(line));
    }
    match rows.len() {
        n if n == side => Ok(rows),
        n if n >= 2 * side => Err(TextError::SecondBoard { at: rows[side].start() }),
        n => Err(TextError::Rows { rows: n }),
    }
}

impl Row {
    fn new(line: &Line) -> Row {
        let mut parts = vec![Part { column: 0, characters: Vec::new() }];
        for (column, c) in line.text.chars().enumerate() {
            let last = parts.len() - 1;
            if !is_vertical(c) {
                parts[last].characters.push(c);
            } else if parts[last].characters.is_empty() && last > 0 {
                // Two adjacent bars are one thick bar.
                parts[last].column = column + 1;
            } else {
                parts.push(Part { column: column + 1, characters: Vec::new() });
            }
        }
        Row { number: line.number, parts }
    }

    fn at(&self, part: &Part, i: usize) -> Position {
        Position { line: self.number, column: part.column + i + 1 }
    }
}

impl Part {
    /// The characters other than white space, with their offsets in the part.
    fn visible(&self) -> impl Iterator<Item = (usize, char)> + '_ {
        self.characters.iter().copied().enumerate().filter(|(_, c)| !c.is_whitespace())
    }

    /// The words of the part, each with the offset of its first character.
    fn words(&self) -> Vec<(usize, String)> {
        let mut words: Vec<(usize, String)> = Vec::new();
        let mut next = usize::MAX;
        for (i, c) in self.visible() {
            match words.last_mut() {
                Some((_, word)) if i == next => word.push(c),
                _ => words.push((i, c.to_string())),
            }
            next = i + 1;
        }
        words
    }

    /// Whether the part contains exactly `cells` cells, all of them written out.
    fn is_full(&self, cells: usize) -> bool {
        self.visible().count() == cells || self.words().len() == cells
    }

    /// Whether the part may be beside the board: empty, a short heading such as `A`, `1.` or `r1`, or a comment.
    fn is_heading(&self) -> bool {
        let text: String = self.visible().map(|(_, c)| c).collect();
        text.starts_with('#')
            || text.chars().count() <= 3
                && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | ':' | ')'))
    }
}

fn read_rows(rows: &[Row], alphabet: &Alphabet) -> Result<Vec<u8>, TextError> {
    let side = alphabet.side();
    let parts = rows[0].parts.len();
    let counts: Vec<usize> = (1..=side).filter(|&n| side.is_multiple_of(n)).collect();
    let mut windows: Vec<Window> = Vec::new();
    for &count in &counts {
        for first in 0..=1 {
            let window = Window { first, parts: count };
            let fits = first + count <= parts && first + count + 1 >= parts;
            if fits
                && !windows.contains(&window)
                && rows.iter().all(|row| row.is_full(window, side))
            {
                windows.push(window);
            }
        }
    }
    match windows[..] {
        [window] => written_out(rows, window, alphabet),
        [] if parts >= 3 && counts.contains(&(parts - 2)) => {
            let window = Window { first: 1, parts: parts - 2 };
            match rows.iter().find(|row| !row.has_headings(window)) {
                Some(row) => Err(TextError::Bars { line: row.number }),
                None => spaced(rows, window, alphabet),
            }
        }
        // Either no range of parts fits, or two do.
        _ => Err(TextError::Bars { line: rows[0].number }),
    }
}

impl Row {
    fn board(&self, window: Window) -> &[Part] {
        &self.parts[window.first..window.first + window.parts]
    }

    fn has_headings(&self, window: Window) -> bool {
        let (before, rest) = self.parts.split_at(window.first);
        before.iter().chain(&rest[window.parts..]).all(Part::is_heading)
    }

    fn is_full(&self, window: Window, side: usize) -> bool {
        self.board(window).iter().all(|part| part.is_full(side / window.parts))
            && self.has_headings(window)
    }
}

/// Reads a board with every cell written out, as characters or as numbers between spaces.
fn written_out(rows: &[Row], window: Window, alphabet: &Alphabet) -> Result<Vec<u8>, TextError> {
    let mut cells = Vec::with_capacity(alphabet.side() * alphabet.side());
    let mut first_number = None;
    for row in rows {
        for part in row.board(window) {
            let words = part.words();
            let by_words = words.len() == alphabet.side() / window.parts;
            for (i, word) in words {
                let is_number =
                    by_words && word.len() > 1 && word.bytes().all(|b| b.is_ascii_digit());
                if is_number && alphabet.is_standard() {
                    if let Ok(value) = word.parse::<usize>()
                        && value <= alphabet.digits()
                    {
                        cells.push(value as u8);
                        continue;
                    }
                    let at = row.at(part, i);
                    let error =
                        TextError::Value { at, found: word.clone().into(), cell: cells.len() };
                    // One such number is an error; two that look like candidates mean that the text is a grid of
                    // candidates.
                    match first_number.take() {
                        None => first_number = Some((error, word, at)),
                        Some((_, first, at)) if is_increasing(&first) && is_increasing(&word) => {
                            return Err(TextError::Candidates { at, found: first.into() });
                        }
                        Some((error, ..)) => return Err(error),
                    }
                    cells.push(0);
                    continue;
                }
                let count = if by_words { 1 } else { usize::MAX };
                let first = cells.len();
                for (k, found) in word.chars().enumerate() {
                    let (at, cell) =
                        (row.at(part, i + k), if by_words { first } else { first + k });
                    match alphabet.value(found) {
                        Some(value) if k < count => cells.push(value),
                        _ => return Err(TextError::Character { at, found, cell }),
                    }
                }
            }
        }
    }
    match first_number {
        Some((error, ..)) => Err(error),
        None => Ok(cells),
    }
}

fn is_increasing(word: &str) -> bool {
    word.as_bytes().is_sorted_by(|a, b| a < b)
}

/// Evenly spaced columns of a box, some of which contain only spaces.
#[derive(Clone, Copy)]
struct Spacing {
    first: usize,
    step: usize,
}

/// Reads a board in which blanks are spaces: the column of a digit determines its cell.
fn spaced(rows: &[Row], window: Window, alphabet: &Alphabet) -> Result<Vec<u8>, TextError> {
    let count = alphabet.side() / window.parts;
    let width = rows[0].board(window)[0].characters.len();
    for row in rows {
        for part in row.board(window) {
            let stray = part.visible().find(|&(_, c)| alphabet.value(c).is_none());
            let uneven = count > 1 && part.characters.len() != width;
            if let Some((i, found)) = stray {
                let column = (i * count / part.characters.len()).min(count - 1);
                let index = row.number_of(part, window) * count + column;
                let at = row.at(part, i);
                let before = rows.iter().take_while(|other| other.number != row.number).count();
                return Err(TextError::Character {
                    at,
                    found,
                    cell: before * alphabet.side() + index,
                });
            }
            if uneven || count > 1 && part.characters.contains(&'\t') {
                let i = part.visible().next().map_or(0, |(i, _)| i);
                return Err(TextError::Spaces { at: row.at(part, i) });
            }
        }
    }
    let place = |spacing: Spacing| place(rows, window, count, spacing, alphabet);
    if count == 1 {
        // A cell between two bars may have any width.
        return place(Spacing { first: 0, step: 0 });
    }
    let mut found = spacings(width, count).filter_map(|spacing| place(spacing).ok());
    let at = || {
        let part = |row: &Row| {
            row.board(window).iter().find_map(|p| p.visible().next().map(|(i, _)| row.at(p, i)))
        };
        rows.iter().find_map(part).unwrap_or(Position { line: rows[0].number, column: 1 })
    };
    let first = found.next().ok_or_else(|| TextError::Spaces { at: at() })?;
    if found.any(|other| other != first) {
        return Err(TextError::Spaces { at: at() });
    }
    Ok(first)
}

impl Row {
    /// The number of a part within the board, from 0.
    fn number_of(&self, part: &Part, window: Window) -> usize {
        self.board(window).iter().position(|other| other.column == part.column).unwrap_or(0)
    }
}

/// All even spacings of `count` cells in a box of this width whose margins differ by at most one.
fn spacings(width: usize, count: usize) -> impl Iterator<Item = Spacing> {
    (1..=width).flat_map(move |step| {
        let span = (count - 1) * step + 1;
        let margin = width.saturating_sub(span);
        let firsts = if span > width { 0..0 } else { margin / 2..margin.div_ceil(2) + 1 };
        firsts.map(move |first| Spacing { first, step })
    })
}

/// The cells under a spacing, or an error if a digit is not in one of its columns.
fn place(
    rows: &[Row],
    window: Window,
    count: usize,
    spacing: Spacing,
    alphabet: &Alphabet,
) -> Result<Vec<u8>, TextError> {
    let mut cells = Vec::with_capacity(alphabet.side() * alphabet.side());
    for row in rows {
        for part in row.board(window) {
            let start = cells.len();
            cells.resize(start + count, 0);
            for (n, (i, c)) in part.visible().enumerate() {
                let k = match spacing.step {
                    0 if n == 0 => Some(0),
                    0 => None,
                    step => {
                        let offset = i.checked_sub(spacing.first);
                        offset
                            .filter(|offset| offset.is_multiple_of(step))
                            .map(|offset| offset / step)
                    }
                };
                let value = alphabet.value(c);
                match (k, value) {
                    (Some(k), Some(value)) if k < count => cells[start + k] = value,
                    _ => return Err(TextError::Spaces { at: row.at(part, i) }),
                }
            }
        }
    }
    Ok(cells)
}
