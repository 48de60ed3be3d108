//! Rarer spellings of boards, rewritten into the common ones that `plain` and `framed` read.
//!
//! ```text
//!   Grid 01 ⏎ 53..7…             titles before a board             blanked out
//!   easy 53..7…  ·  53..7…:1:    a label before, a colon after     blanked out
//!   53--7----                    `-` for a blank                   53__7____
//!   53  7    6  195…             a space for a blank               53__7____6__195…
//!   ["5", "", " ", …]            an empty cell of a list           ["5", _ , "_", …]
//!   5,3,,,7,,,,                  an empty field                    the cells themselves
//! ```
//!
//! *Invariant.* Each character stays in its line and column, so that errors have the positions of the original text.
//! Except for lists, the other spellings are tried only after the common ones have failed.

use super::lines::{COMMENT, Line, bars, is_comment, is_frame, is_vertical, lines};
use super::{Alphabet, Position, TextError};

/// Characters that mark a placed digit, as in `+5`, `5+` and `<5>`. Such a cell is filled.
pub(super) const fn is_mark(c: char) -> bool {
    matches!(c, '+' | '<' | '>')
}

/// A list in brackets or parentheses whose empty cells are written as blanks; `None` for other texts.
///
/// `""` and `" "` are blanks, and so are the spaces in n texts of n characters.
pub(super) fn list(text: &str) -> Option<String> {
    let body = text.trim_start();
    let inner = ["np.array", "array", "tensor"].iter().find_map(|name| body.strip_prefix(name));
    let list = inner.unwrap_or(body);
    let is_tuple = inner.is_none() && list.starts_with('(');
    let begin = if inner.is_some() { list.strip_prefix('(')?.trim_start() } else { list };
    if !(begin.starts_with('[') || is_tuple) {
        return None;
    }
    let items: Vec<&str> = quoted(begin).map(|(_, item)| item).collect();
    let rows_of_spaces = items.iter().all(|item| item.chars().count() == items.len());
    if inner.is_none()
        && !is_tuple
        && !items.iter().any(|item| item.trim().is_empty() || rows_of_spaces)
    {
        return None;
    }
    let offset = text.len() - begin.len();
    let mut out: Vec<u8> = text.bytes().collect();
    out[..offset].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    for (start, item) in quoted(begin) {
        let start = offset + start;
        if item.is_empty() {
            out[start - 1..start + 1].copy_from_slice(b"_ ");
        } else if item == " " || rows_of_spaces {
            let bytes = &mut out[start..start + item.len()];
            bytes.iter_mut().filter(|byte| **byte == b' ').for_each(|byte| *byte = b'_');
        }
    }
    if is_tuple {
        for byte in &mut out {
            *byte = match *byte {
                b'(' => b'[',
                b')' => b']',
                other => other,
            };
        }
    }
    String::from_utf8(out).ok()
}

/// The texts in quotes, with their offsets in bytes.
fn quoted(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let open = from + text[from..].find(['"', '\''])?;
        let quote = char::from(text.as_bytes()[open]);
        let length = text[open + 1..].find(quote)?;
        from = open + length + 2;
        Some((open + 1, &text[open + 1..open + 1 + length]))
    })
}

/// Lines with cells, or with other content.
fn content(text: &str) -> Vec<Line<'_>> {
    lines(text).filter(|line| !is_comment(line.text) && !line.text.trim().is_empty()).collect()
}

/// Whether a line is a title rather than a row: words, not as long as the line after it.
pub fn is_title(line: &str, next: Option<&str>) -> bool {
    let line = line.trim();
    let length = line.chars().count();
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let is_word =
        |c: char| c.is_alphanumeric() || c.is_whitespace() || "[]()#:.-=*/_'\",!&".contains(c);
    // A row of letters has digits or dots beside them.
    let first = line.split_whitespace().next().unwrap_or_default();
    let first = first.trim_start_matches(['[', '(', '*', '#', '=', '-', '\'', '"']);
    let first = first.strip_suffix([':', '.', ')', ']', ',', '"', '\'']).unwrap_or(first);
    let is_word_first = first.is_empty() || first.chars().all(char::is_alphabetic);
    is_word_first
        && letters >= 3
        && length <= 60
        && line.chars().all(is_word)
        && !line.split_whitespace().all(|word| word.chars().count() == 1)
        && next.is_none_or(|next| next.trim().chars().count() != length)
}

/// A text without the titles before its board.
pub(super) fn without_titles(text: &str) -> Option<String> {
    let content = content(text);
    let is_title =
        |pair: &&[Line<'_>]| is_title(pair[0].text, Some(pair[1].text)) || is_frame(pair[0].text);
    let titles = content.windows(2).take_while(is_title).count();
    let end = content.get(titles)?.byte;
    let has_title = content[..titles].iter().any(|line| !is_frame(line.text));
    has_title.then(|| blanked(text, 0, end))
}

/// A text whose board is one field of `length` cells, without the label before it and the colons after it.
pub(super) fn without_label(text: &str, length: usize, alphabet: &Alphabet) -> Option<String> {
    let line = *content(text).first()?;
    let mut fields = Fields(line.text, 0);
    let is_board = |field: &&str| {
        field.chars().count() == length && field.chars().all(|c| alphabet.value(c).is_some())
    };
    let field = fields.find(|field| is_board(field))?;
    let (start, end) = (fields.1 - field.len(), fields.1);
    if start == 0 && !line.text[end..].starts_with(':') {
        return None;
    }
    let (before, row) = (&text[..line.byte], &text[line.byte + start..line.byte + end]);
    let label = " ".repeat(line.text[..start].chars().count());
    let after = line.text[end..].replace(':', " ");
    Some(format!("{before}{label}{row}{after}{}", &text[line.byte + line.text.len()..]))
}

/// The fields of a line, between white space, commas, semicolons and colons.
pub(super) struct Fields<'a>(pub &'a str, pub usize);

impl<'a> Iterator for Fields<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':');
        let rest = self.0.get(self.1..)?;
        let start = rest.find(|c| !is_separator(c))?;
        let length = rest[start..].find(is_separator).unwrap_or(rest.len() - start);
        self.1 += start + length;
        Some(&rest[start..start + length])
    }
}

/// A text with spaces instead of some of its characters, but for line breaks.
fn blanked(text: &str, start: usize, end: usize) -> String {
    let spaces = text[start..end].chars().map(|c| if matches!(c, '\n' | '\r') { c } else { ' ' });
    format!("{}{}{}", &text[..start], spaces.collect::<String>(), &text[end..])
}

/// A text with `_` for each `-` that is a blank cell.
///
/// A line with as many dashes as a board has cells in a row is a row if the board has too few rows without such lines.
pub(super) fn with_dashes(text: &str, side: usize) -> Option<String> {
    let is_negative = |word: &str| {
        word.strip_prefix('-')
            .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    let words = || text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']'));
    if !text.contains('-')
        || content(text).iter().any(|line| has_blank(line.text))
        || words().any(|word| word.len() == 1) && words().any(is_negative)
    {
        return None;
    }
    let dashes = |line: &str| line.matches('-').count();
    let is_cell = |c: char| c == '-' || c.is_whitespace() || is_vertical(c) || c == ',';
    let may_be_row = |line: &str| dashes(line) == side && line.chars().all(is_cell);
    let content = content(text);
    let rows = content.iter().filter(|line| !is_frame(line.text)).count();
    let dashed = content.iter().filter(|line| may_be_row(line.text)).count();
    let are_rows = rows + dashed == side;
    let mut out = String::with_capacity(text.len());
    for (i, line) in text.split('\n').enumerate() {
        if i > 0 {
            out.push('\n');
        }
        let is_row = if is_frame(line) { are_rows && may_be_row(line) } else { !is_comment(line) };
        if is_row { out += &line.replace('-', "_") } else { out += line }
    }
    Some(out)
}

/// Whether a row has blanks other than `-`.
fn has_blank(line: &str) -> bool {
    !is_frame(line)
        && line.split(COMMENT).next().is_some_and(|row| row.contains(['.', '0', '_', '*', '?']))
}

/// A text with `_` for each space that is a blank cell: n² digits and spaces in one line, or n lines of n.
pub(super) fn with_spaces(text: &str, alphabet: &Alphabet) -> Option<String> {
    let side = alphabet.side();
    let rows: Vec<Line> = lines(text)
        .filter(|line| !(line.text.is_empty() || is_comment(line.text) || is_frame(line.text)))
        .collect();
    let width = if rows.len() == 1 { side * side } else { side };
    let is_cell = |c: char| c == ' ' || alphabet.value(c).is_some_and(|value| value > 0);
    let lengths = || rows.iter().map(|line| line.text.chars().count());
    let fits = (rows.len() == 1 || rows.len() == side)
        && lengths().max() == Some(width)
        && rows.iter().all(|line| line.text.chars().all(is_cell));
    if !fits {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for row in rows {
        out += &text[at..row.byte];
        out += &row.text.replace(' ', "_");
        out += &"_".repeat(width - row.text.chars().count());
        at = row.byte + row.text.len();
    }
    Some(out + &text[at..])
}

/// The cells of a board whose fields may be empty, as spreadsheets copy and save it; `None` for other shapes.
///
/// The board is n lines of n fields, or one line of n² fields with or without a label before them. Tabs at the end of
/// a line may be missing.
pub(super) fn fields(text: &str, alphabet: &Alphabet) -> Option<Result<Vec<u8>, TextError>> {
    let side = alphabet.side();
    if text.trim_start().starts_with('[') || text.contains(is_vertical) {
        return None;
    }
    let rows: Vec<Line> =
        lines(text).filter(|line| !(is_comment(line.text) || is_frame(line.text))).collect();
    let delimiter = *['\t', ';', ','].iter().find(|&&sign| text.contains(sign))?;
    let is_empty = |line: &&Line| line.text.trim_matches(' ').is_empty();
    let first = rows.iter().take_while(is_empty).count();
    let last = rows.len() - rows.iter().rev().take_while(is_empty).count();
    let mut rows: Vec<Line> = rows.get(first..last)?.to_vec();
    if delimiter != '\t' || rows.len() != side {
        rows.retain(|line| !is_empty(&line));
    }
    let width = match rows.len() {
        1 => side * side,
        n if n == side => side,
        _ => return None,
    };
    let mut cells = Vec::with_capacity(side * side);
    for line in &rows {
        let mut fields: Vec<&str> = line.text.split(delimiter).collect();
        if fields.len() == width + 1 {
            if fields[width].trim().is_empty() {
                fields.pop();
            } else if rows.len() == 1 && value(fields[0], alphabet).is_none() {
                fields.remove(0);
            }
        }
        if fields.len() > width || fields.len() < width && (delimiter != '\t' || rows.len() == 1) {
            return None;
        }
        for field in &fields {
            let Some(value) = value(field, alphabet) else {
                let start = field.as_ptr() as usize - line.text.as_ptr() as usize;
                let at: Position = line.at(start + field.len() - field.trim_start().len());
                let found = field.trim().into();
                return Some(Err(TextError::Value { at, found, cell: cells.len() }));
            };
            cells.push(value);
        }
        cells.resize(cells.len() + width - fields.len(), 0);
    }
    Some(Ok(cells))
}

/// The value of a field: a symbol, a number, or a blank in one of its spellings.
fn value(field: &str, alphabet: &Alphabet) -> Option<u8> {
    let field = field.trim().trim_matches(['"', '\'']).trim();
    let mut characters = field.chars();
    match (characters.next(), characters.next()) {
        (None, _) | (Some('-'), None) => Some(0),
        (Some(c), None) => alphabet.value(c),
        _ if matches!(field, "null" | "None" | "nan" | "NaN" | "NA" | "<NA>") => Some(0),
        _ if alphabet.is_standard() => {
            let number: f64 = field.trim_matches(is_mark).parse().ok()?;
            let is_digit =
                number.fract() == 0.0 && (0.0..=alphabet.digits() as f64).contains(&number);
            is_digit.then_some(number as u8)
        }
        _ => None,
    }
}

/// A framed board with spaces instead of the marks of placed digits.
pub(super) fn without_marks(text: &str) -> Option<String> {
    if !text.contains(is_mark) {
        return None;
    }
    let line =
        |line: &str| if bars(line) > 0 { line.replace(is_mark, " ") } else { line.to_owned() };
    Some(text.split('\n').map(line).collect::<Vec<_>>().join("\n"))
}

/// The number of cells in a row of a board: 0 for a line of a frame, and `None` where spaces may be blanks.
///
/// This only divides a file into boards; the parsers read them.
pub fn row_width(line: &str) -> Option<usize> {
    let line = line.split(['#', '%']).next().unwrap_or_default();
    if is_frame(line) {
        return Some(0);
    }
    let visible = |part: &str| part.chars().filter(|&c| !c.is_whitespace() && !is_mark(c)).count();
    let words = |part: &str| part.split_whitespace().count();
    if bars(line) > 0 {
        let all: Vec<&str> = line.split(is_vertical).collect();
        let first = usize::from(all[0].trim().is_empty());
        let last = all.len() - usize::from(all.len() > 1 && all[all.len() - 1].trim().is_empty());
        let parts = all.get(first..last).unwrap_or_default();
        if parts.len() > 3 && parts.iter().all(|part| visible(part) <= 1) {
            return Some(parts.len());
        }
        let equal = |count: &dyn Fn(&str) -> usize| {
            let n = parts.first().map_or(0, |part| count(part));
            parts.iter().all(|part| count(part) == n).then_some(n * parts.len())
        };
        let by_words = equal(&words).filter(|&n| n > parts.len());
        return by_words.or_else(|| equal(&visible).filter(|&n| n > 0));
    }
    for delimiter in ['\t', ';', ','] {
        let fields: Vec<&str> = line.split(delimiter).collect();
        let n = fields.len();
        if n > 3 {
            let is_closed = fields[n - 1].trim().is_empty() && (n - 1).isqrt().pow(2) == n - 1;
            return Some(n - usize::from(is_closed && n > 4));
        }
    }
    let groups: Vec<usize> = line.split_whitespace().map(visible).collect();
    let sum: usize = groups.iter().sum();
    let is_box = groups.iter().all(|&n| n == groups[0] && n > 1) && sum <= 25;
    let are_boxes = groups.len() < 4 || is_box && groups.len() <= 2 * groups[0];
    Some(if groups.len() > 3 && !are_boxes { groups.len() } else { sum })
}

/// The parts of a line with a board in one field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts<'a> {
    /// The text before the board.
    pub label: &'a str,
    /// The board with everything after it but the solution.
    pub puzzle: &'a str,
    /// A second, complete board.
    pub solution: Option<&'a str>,
}

/// Splits a line at the first field of `length` cells, or at field number `field`, counted from 1; `None` if there is no such field.
///
/// A second board that is complete, or has faults, is the solution, right or wrong; other text remains behind the puzzle.
pub fn parts<'a>(
    line: &'a str,
    alphabet: &Alphabet,
    length: usize,
    field: Option<usize>,
) -> Option<Parts<'a>> {
    let area = alphabet.side() * alphabet.side();
    let line = line.trim();
    let content = line.split(['#', '%']).next().unwrap_or_default();
    let count = |text: &str, least: u8| {
        let is_cell = |c: char| alphabet.value(c).is_some_and(|value| value >= least);
        text.chars().filter(|&c| is_cell(c) || least == 0 && c == '-').count()
    };
    // Boards with faults are boards too, so that nothing else on the line is taken for them.
    let is_board = |text: &str, length: usize| {
        let all = text.chars().filter(|&c| !is_mark(c)).count();
        4 * all >= 3 * length && 4 * all <= 5 * length && 4 * count(text, 0) >= 3 * all
    };
    let mut fields = Fields(content, 0);
    let puzzle = match field {
        Some(number) => fields.nth(number.checked_sub(1)?)?,
        None => fields.find(|text| is_board(text, length))?,
    };
    let start = fields.1 - puzzle.len();
    let end = fields.1;
    let mut others = fields.filter(|text| is_board(text, area));
    let (second, third) = (others.next(), others.next());
    // A second board that the parser would take for a comment is a solution with faults.
    let is_clear =
        |text: &&str| count(text, 1) == area || count(text, 0) != area || text.contains('-');
    let solution = second.filter(|text| third.is_none() && is_clear(text));
    let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':');
    let label = content[..start].trim_matches(is_separator);
    let puzzle =
        if solution.is_some() || second.is_none() { &content[start..end] } else { &line[start..] };
    Some(Parts { label, puzzle, solution })
}
