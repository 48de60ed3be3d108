//! Writes tables as text: CSV, JSON lines, plain lines.
//!
//! ```text
//!   Column::Boards   53..7.… 6..195…       one byte per cell: characters, or digits for large sides
//!   Column::Values   null  text  source    text is quoted, JSON source is not
//! ```
//!
//! CSV is quoted as by Python's `csv.writer`: fields that contain a delimiter, a quote or a line break, and an empty
//! field that is alone in its row. JSON is spaced and escaped as by `json.dumps(…, ensure_ascii=False)`. The characters
//! of boards need neither, so writing a board is a single copy.

use std::borrow::Cow;
use std::collections::TryReserveError;
use std::io::Write;

/// The value of all cells of a missing board.
pub const MISSING: u8 = 255;

/// The largest number of digits that are all single characters.
pub const LETTERS_END: usize = 35;

/// A column of a table.
pub enum Column<'a> {
    /// Boards.
    Boards(Boards<'a>),
    /// Other values.
    Values(Vec<Value<'a>>),
}

/// A value of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value<'a> {
    /// No value.
    Null,
    /// Text in UTF-8.
    Text(Cow<'a, [u8]>),
    /// JSON source, written unchanged.
    Source(Cow<'a, [u8]>),
}

/// Boards of one side.
pub struct Boards<'a> {
    rows: usize,
    area: usize,
    /// The character for blank cells; `None` if the cells are written as numbers.
    blank: Option<u8>,
    read: ReadCells<'a>,
    /// The row of the first board in `piece`.
    first: usize,
    /// The cells of consecutive boards, or their characters; [`MISSING`] in all cells of a missing board.
    piece: Vec<u8>,
}

/// Reads the cells of boards, starting at the given row: digits, or [`MISSING`] in all cells of a board. The text
/// written for other values is unspecified.
pub type ReadCells<'a> = Box<dyn Fn(usize, &mut [u8]) + 'a>;

/// The value of a row in a column.
enum Field<'a> {
    Null,
    /// Characters without a special meaning in any format.
    Plain(&'a [u8]),
    /// Cells to be written as numbers.
    Numbers(&'a [u8]),
    Text(&'a [u8]),
    Source(&'a [u8]),
}

impl<'a> Boards<'a> {
    /// `rows` boards of `area` cells, written with one character per cell if there are enough characters.
    pub fn new(rows: usize, area: usize, blank: u8, read: ReadCells<'a>) -> Boards<'a> {
        let blank = (area <= LETTERS_END * LETTERS_END).then_some(blank);
        Boards { rows, area, blank, read, first: 0, piece: Vec::new() }
    }

    fn load(&mut self, first: usize, rows: usize) {
        self.first = first;
        self.piece.resize(rows * self.area, 0);
        (self.read)(first, &mut self.piece);
        if let Some(blank) = self.blank {
            to_characters(&mut self.piece, blank);
        }
    }

    fn row(&self, row: usize) -> Field<'_> {
        let cells = &self.piece[(row - self.first) * self.area..][..self.area];
        match self.blank {
            _ if cells[0] == MISSING => Field::Null,
            Some(_) => Field::Plain(cells),
            None => Field::Numbers(cells),
        }
    }
}

/// Replaces digits by characters.
fn to_characters(cells: &mut [u8], blank: u8) {
    for cell in cells {
        let letter = if *cell > 9 { b'A' - b'0' - 10 } else { 0 };
        let digit = cell.wrapping_add(b'0' + letter);
        *cell = match *cell {
            0 => blank,
            MISSING => MISSING,
            _ => digit,
        };
    }
}

impl Column<'_> {
    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        match self {
            Column::Boards(boards) => boards.rows,
            Column::Values(values) => values.len(),
        }
    }

    #[inline]
    fn field(&self, row: usize) -> Field<'_> {
        match self {
            Column::Boards(boards) => boards.row(row),
            Column::Values(values) => match &values[row] {
                Value::Null => Field::Null,
                Value::Text(text) => Field::Text(text),
                Value::Source(source) => Field::Source(source),
            },
        }
    }

    /// An upper bound on the number of bytes of all rows, without quotes and separators.
    fn bytes(&self) -> usize {
        match self {
            Column::Boards(Boards { rows, area, blank, .. }) => {
                let cell = if blank.is_some() { 1 } else { 4 };
                cell * rows * area
            }
            Column::Values(values) => {
                let length = |value: &Value<'_>| match value {
                    Value::Null => 0,
                    Value::Text(text) | Value::Source(text) => text.len(),
                };
                values.iter().map(length).sum()
            }
        }
    }
}

/// The text, or an error if memory ran out.
pub type Written = Result<Vec<u8>, TryReserveError>;

/// The length from which a text reserves memory before it is needed. A vector that grows by itself aborts the process
/// when memory runs out.
const LONG: usize = 1 << 23;

/// The capacity that a long text reserves for the next row.
const ROW: usize = 1 << 20;

/// Calls `write` with each row and with the text, which has capacity for all rows if each field takes `around`
/// additional bytes. Boards are read in pieces that stay in the first-level cache.
fn for_each_row(
    mut columns: Vec<Column<'_>>,
    around: usize,
    mut write: impl FnMut(&mut Vec<u8>, &[Column<'_>], usize),
) -> Written {
    let mut out = Vec::new();
    let bytes = columns.iter().map(|column| column.bytes() + column.len() * around);
    let bytes: usize = bytes.sum();
    out.try_reserve_exact(if bytes > LONG { bytes + ROW } else { bytes })?;
    let rows = columns.first().map_or(0, Column::len);
    let areas = columns.iter().map(|column| match column {
        Column::Boards(boards) => boards.area,
        Column::Values(_) => 0,
    });
    let piece = (1 << 14) / areas.sum::<usize>().max(1) + 1;
    for first in (0..rows).step_by(piece) {
        let end = rows.min(first + piece);
        for column in &mut columns {
            if let Column::Boards(boards) = column {
                boards.load(first, end - first);
            }
        }
        for row in first..end {
            if out.len() > LONG && out.capacity() - out.len() < ROW {
                out.try_reserve(ROW)?;
            }
            write(&mut out, &columns, row);
        }
    }
    Ok(out)
}

/// Writes rows as CSV, each followed by `\n`. The columns must have the same length. The delimiter must not be a
/// letter, a digit, a period or the character for a blank.
///
/// # Errors
/// Memory allocation failed.
pub fn csv(columns: Vec<Column<'_>>, delimiter: u8) -> Written {
    for_each_row(columns, 1, |out, columns, row| {
        let start = out.len();
        for (i, column) in columns.iter().enumerate() {
            if i > 0 {
                out.push(delimiter);
            }
            match column.field(row) {
                Field::Null => {}
                Field::Plain(characters) => out.extend_from_slice(characters),
                Field::Numbers(cells) => write_numbers(out, cells),
                Field::Text(text) | Field::Source(text) => write_field(out, text, delimiter),
            }
        }
        if columns.len() == 1 && out.len() == start {
            out.extend_from_slice(b"\"\"");
        }
        out.push(b'\n');
    })
}

/// Writes rows as JSON, one object per line. The columns must have the same length.
///
/// # Errors
/// Memory allocation failed.
pub fn json(names: &[String], columns: Vec<Column<'_>>) -> Written {
    let key = |(i, name): (usize, &String)| {
        let mut key = if i == 0 { b"{".to_vec() } else { b", ".to_vec() };
        write_string(&mut key, name.as_bytes());
        key.extend_from_slice(b": ");
        key
    };
    let keys: Vec<Vec<u8>> = names.iter().enumerate().map(key).collect();
    let longest = keys.iter().map(Vec::len).max().unwrap_or(0);
    for_each_row(columns, longest + 4, |out, columns, row| {
        for (key, column) in keys.iter().zip(columns) {
            out.extend_from_slice(key);
            match column.field(row) {
                Field::Null => out.extend_from_slice(b"null"),
                Field::Plain(characters) => {
                    out.push(b'"');
                    out.extend_from_slice(characters);
                    out.push(b'"');
                }
                Field::Numbers(cells) => {
                    out.push(b'"');
                    write_numbers(out, cells);
                    out.push(b'"');
                }
                Field::Text(text) => write_string(out, text),
                Field::Source(source) => out.extend_from_slice(source),
            }
        }
        out.extend_from_slice(b"}\n");
    })
}

/// Writes the rows of the only column, one per line, without quoting.
///
/// # Errors
/// Memory allocation failed.
pub fn lines(columns: Vec<Column<'_>>) -> Written {
    for_each_row(columns, 1, |out, columns, row| {
        match columns[0].field(row) {
            Field::Null => {}
            Field::Numbers(cells) => write_numbers(out, cells),
            Field::Plain(text) | Field::Text(text) | Field::Source(text) => {
                out.extend_from_slice(text);
            }
        }
        out.push(b'\n');
    })
}

/// Writes cells as numbers separated by spaces.
fn write_numbers(out: &mut Vec<u8>, cells: &[u8]) {
    for cells in cells.chunks(64) {
        let (mut text, mut end) = ([0; 3 * 64], 0);
        for &cell in cells {
            // If there is only one digit, it overwrites the first.
            let tens = usize::from(cell > 9);
            text[end] = b'0' + cell / 10;
            text[end + tens] = b'0' + cell % 10;
            end += tens + 1;
            text[end] = b' ';
            end += 1;
        }
        out.extend_from_slice(&text[..end]);
    }
    out.truncate(out.len() - 1);
}

/// Whether any byte passes the test; tests all of them, many at a time.
#[inline]
fn any(text: &[u8], test: impl Fn(u8) -> bool) -> bool {
    text.iter().fold(false, |any, &byte| any | test(byte))
}

fn write_field(out: &mut Vec<u8>, text: &[u8], delimiter: u8) {
    if !any(text, |byte| byte == delimiter || matches!(byte, b'"' | b'\r' | b'\n')) {
        return out.extend_from_slice(text);
    }
    out.push(b'"');
    for part in text.split_inclusive(|byte| *byte == b'"') {
        out.extend_from_slice(part);
        if part.ends_with(b"\"") {
            out.push(b'"');
        }
    }
    out.push(b'"');
}

fn write_string(out: &mut Vec<u8>, text: &[u8]) {
    let is_special = |byte: u8| byte < b' ' || matches!(byte, b'"' | b'\\');
    out.push(b'"');
    if !any(text, is_special) {
        out.extend_from_slice(text);
        return out.push(b'"');
    }
    for &byte in text {
        match byte {
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0c => out.extend_from_slice(b"\\f"),
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            _ if is_special(byte) => {
                write!(out, "\\u{byte:04x}").expect("a write to a vector succeeds");
            }
            _ => out.push(byte),
        }
    }
    out.push(b'"');
}

/// Converts bytes to UTF-8. Invalid bytes become `\xff`, as with Python's `backslashreplace`.
pub fn utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    if std::str::from_utf8(bytes).is_ok() {
        return Cow::Borrowed(bytes);
    }
    let mut out = Vec::with_capacity(bytes.len() + 8);
    for chunk in bytes.utf8_chunks() {
        out.extend_from_slice(chunk.valid().as_bytes());
        for byte in chunk.invalid() {
            write!(out, "\\x{byte:02x}").expect("a write to a vector succeeds");
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards with the cells of `rows`, which are numbers or characters.
    fn boards<'a>(rows: &'a [&[u8]], blank: u8) -> Column<'a> {
        let area = rows[0].len();
        let read = move |first, cells: &mut [u8]| {
            for (row, cells) in rows[first..].iter().zip(cells.chunks_mut(area)) {
                cells.copy_from_slice(row);
            }
        };
        Column::Boards(Boards::new(rows.len(), area, blank, Box::new(read)))
    }

    fn texts(texts: &[Option<&'static str>]) -> Column<'static> {
        let value = |text: &Option<&'static str>| match text {
            None => Value::Null,
            Some(text) => Value::Text(Cow::Borrowed(text.as_bytes())),
        };
        Column::Values(texts.iter().map(value).collect())
    }

    fn string(bytes: Written) -> String {
        String::from_utf8(bytes.expect("memory")).expect("text")
    }

    #[test]
    fn csv_is_quoted_where_it_has_to_be() {
        let special = texts(&[
            Some("a,b"),
            Some("say \"x\""),
            Some("\r"),
            Some("\n"),
            Some(" a;b\t"),
            Some(""),
            None,
        ]);
        let board: &[u8] = &[1, 0, 3, 4];
        let rows = [board, &[255; 4], board, board, board, board, board];
        assert_eq!(
            string(csv(vec![boards(&rows, b'.'), special], b',')),
            "1.34,\"a,b\"\n,\"say \"\"x\"\"\"\n1.34,\"\r\"\n1.34,\"\n\"\n1.34, a;b\t\n1.34,\n1.34,\n"
        );
        let alone = texts(&[Some(""), None, Some("a,b"), Some("a;b")]);
        assert_eq!(string(csv(vec![alone], b';')), "\"\"\n\"\"\na,b\n\"a;b\"\n");
        assert_eq!(string(csv(vec![], b',')), "");
    }

    #[test]
    fn json_is_escaped() {
        let source = Value::Source(Cow::Borrowed(&b"[1, \"x\"]"[..]));
        let columns = vec![
            texts(&[Some("\"\\/\n\r\t\u{8}\u{c}\u{1}\u{1f}\u{7f}é😀")]),
            texts(&[None]),
            Column::Values(vec![source]),
            boards(&[&[0, 2, 3, 4]], b'0'),
            boards(&[&[255; 4]], b'0'),
        ];
        let names = ["a\"", "b", "c", "d", "e"].map(str::to_owned);
        assert_eq!(
            string(json(&names, columns)),
            "{\"a\\\"\": \"\\\"\\\\/\\n\\r\\t\\b\\f\\u0001\\u001f\u{7f}é😀\", \"b\": null, \"c\": [1, \"x\"], \
             \"d\": \"0234\", \"e\": null}\n"
        );
    }

    #[test]
    fn escapes_may_need_more_room_than_the_text() {
        let text = "\"".repeat(1 << 17);
        let value = Value::Text(Cow::Borrowed(text.as_bytes()));
        let rows = 300;
        let found = csv(vec![Column::Values(vec![value; rows])], b',').expect("memory");
        let line = format!("\"{}\"\n", text.repeat(2));
        assert!(
            found.len() == rows * line.len()
                && found.chunks(line.len()).all(|row| row == line.as_bytes())
        );
    }

    #[test]
    fn boards_have_characters_or_numbers() {
        let large: Vec<u8> = (0..36 * 36).map(|cell| (cell % 37) as u8).collect();
        let numbers: Vec<String> = large.iter().map(u8::to_string).collect();
        let rows: [&[u8]; 2] = [&large, &[255; 36 * 36]];
        assert_eq!(string(lines(vec![boards(&rows, b'.')])), numbers.join(" ") + "\n\n");
        assert_eq!(string(csv(vec![boards(&rows, b'.')], b',')), numbers.join(" ") + "\n\"\"\n");
        let name = ["a".to_owned()];
        let text = format!("{{\"a\": \"{}\"}}\n", numbers.join(" "));
        assert_eq!(string(json(&name, vec![boards(&[&large], b'.')])), text);
        let letters: Vec<u8> = (0..35 * 35).map(|cell| (cell % 36) as u8).collect();
        let symbols = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        let expected: Vec<u8> = letters.iter().map(|&digit| symbols[usize::from(digit)]).collect();
        let line = [&expected[..], b"\n"].concat();
        // Many pieces.
        assert_eq!(lines(vec![boards(&[&letters[..]; 40], b'0')]), Ok(line.repeat(40)));
    }

    #[test]
    fn bytes_that_are_no_text_become_escapes() {
        assert_eq!(utf8("é".as_bytes()), Cow::Borrowed("é".as_bytes()));
        assert_eq!(*utf8(b"a\xff\xed\xa0\x80b\xe2\x82"), *b"a\\xff\\xed\\xa0\\x80b\\xe2\\x82");
    }
}
