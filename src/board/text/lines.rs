//! Lines of a text, and the characters used to draw frames.

use super::Position;

/// Characters that begin a comment.
pub(super) const COMMENT: [char; 3] = ['#', ';', '%'];

/// Whether `c` is `-` or a similar character: a horizontal line of a frame.
pub(super) const fn is_horizontal(c: char) -> bool {
    matches!(c, '-' | '=' | '–' | '—' | '─' | '━' | '═' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍')
}

/// Whether `c` is `|` or a similar character: a bar between the cells of a row.
pub(super) const fn is_vertical(c: char) -> bool {
    matches!(c, '|' | '¦' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏')
}

/// Whether `c` is `+` or any other box-drawing character.
pub(super) const fn is_corner(c: char) -> bool {
    c == '+' || ('\u{2500}' <= c && c <= '\u{257f}' && !is_horizontal(c) && !is_vertical(c))
}

/// Whether a line belongs only to a frame: at least two horizontal strokes, and otherwise only frame characters.
///
/// Some programs draw corners with `.`, `:`, `'` and `*` (`.-------.`, `*-----*`). A comment may follow.
pub(super) fn is_frame(line: &str) -> bool {
    let mut strokes = 0;
    for c in line.split(COMMENT).next().unwrap_or_default().chars() {
        if is_horizontal(c) {
            strokes += 1;
        } else if !(is_vertical(c) || is_corner(c) || c.is_whitespace() || ".:'`*,/\\".contains(c))
        {
            return false;
        }
    }
    strokes >= 2
}

/// Whether the whole line is a comment.
pub(super) fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with(['#', '%'])
}

/// The number of bars in a line; 0 for comments and frame lines.
pub(super) fn bars(line: &str) -> usize {
    let bars = line.chars().filter(|&c| is_vertical(c)).count();
    if bars == 0 || is_comment(line) || is_frame(line) { 0 } else { bars }
}

/// Whether a line is a column heading: 1 to 9, 0 to 8 or A to I, in order.
pub(super) fn names_columns(line: &str, side: usize) -> bool {
    let names = || line.chars().filter(|&c| !c.is_whitespace() && !is_vertical(c));
    let bare = line.replace(is_vertical, " ");
    let numbers =
        |first: usize| bare.split_whitespace().map(str::parse).eq((first..first + side).map(Ok));
    if side > 9 && (numbers(1) || numbers(0)) {
        return true;
    }
    [b'1', b'0', b'A', b'a']
        .iter()
        .any(|&first| names().eq((0..side).map(|k| char::from(first.wrapping_add(k as u8)))))
}

/// A line of a text.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// The number of the line, counted from 1.
    pub number: usize,
    /// The number of characters in the line before [`Line::text`].
    pub before: usize,
    /// The offset in bytes of the line in the whole text.
    pub byte: usize,
    /// The line without its line break.
    pub text: &'a str,
}

impl Line<'_> {
    /// The position of the character that begins at this byte of the line.
    pub fn at(&self, byte: usize) -> Position {
        let column = self.before + self.text[..byte].chars().count() + 1;
        Position { line: self.number, column }
    }

    /// The position of the first character that is not white space.
    pub fn start(&self) -> Position {
        self.at(self.text.len() - self.text.trim_start().len())
    }
}

/// The lines of a text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    lines_from(text, 0, Position { line: 1, column: 1 })
}

/// The lines of a text from a byte on; `start` is the position of that byte.
pub(super) fn lines_from(
    text: &str,
    mut byte: usize,
    start: Position,
) -> impl Iterator<Item = Line<'_>> {
    text[byte..].split('\n').enumerate().map(move |(i, whole)| {
        let line = Line {
            number: start.line + i,
            before: if i == 0 { start.column - 1 } else { 0 },
            byte,
            text: whole.strip_suffix('\r').unwrap_or(whole),
        };
        byte += whole.len() + 1;
        line
    })
}
