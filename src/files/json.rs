//! JSON: lines of one object each, or a document.
//!
//! ```text
//!   {"puzzle": "5…"}             one object a line: a bad line is a fault of its row
//!   {"puzzle": "6…"}
//!
//!   [{"puzzle": "5…"}, …]        ["5…", "6…"]        [[5,3,0,…], …]        an array of items
//!   {"name": "x", "puzzles": [ … ]}                                        an object that holds such an array
//!   {                                                                      one object over many lines, or several
//!      "puzzle": "5…"            bad syntax is an error
//!   }
//! ```
//!
//! The first line with text tells. [`Scan`] finds the end of an item, serde_json reads it; a tree is never built.

use std::collections::HashMap;
use std::fmt;

use memchr::{memchr, memchr2};
use serde_core::Deserializer as _;
use serde_core::de::{DeserializeSeed, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Deserializer, Error};

use super::{Batch, Input, LIMIT, NULL, OTHER, Reader, STRING, Texts, stripped};

/// How deep values may be nested.
const DEEPEST: usize = 100;
/// The most names of columns.
const MOST_NAMES: usize = 4096;
/// How much of a line, and of a document, is looked at to tell what it is.
const LINE: usize = 1 << 16;
const DOCUMENT: usize = 1 << 20;

/// Reads JSON.
pub struct JsonReader {
    input: Input,
    table: Table,
    place: Place,
    scan: Scan,
}

/// Where in the file the reader is.
#[derive(Clone, Copy)]
enum Place {
    Start,
    Lines,
    /// Between the values of a document.
    Top {
        first: bool,
    },
    /// In an array of items, which may be in an object.
    Array {
        inside: bool,
        expected: Expected,
    },
    /// After the array in an object.
    Rest,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    ItemOrEnd,
    Item,
    CommaOrEnd,
}

/// What a step of the reader came to.
enum Step {
    Done,
    /// More bytes are needed.
    More,
}

impl JsonReader {
    /// A reader of a file.
    pub fn new(input: Input) -> JsonReader {
        JsonReader { input, table: Table::default(), place: Place::Start, scan: Scan::default() }
    }

    fn error(&self, lines: usize, what: &str) -> String {
        format!("{}:{}: invalid JSON: {what}", self.input.name, self.input.line + lines as i64)
    }

    /// Reads a line.
    fn read_line(&mut self) -> Result<Step, String> {
        let Some((text, bytes)) = self.input.line_with_text()? else { return Ok(Step::More) };
        let row = self.table.ready.lines.len();
        let fault = match self.table.add(text, false) {
            Ok(()) => None,
            Err(error) if error.is_data() => Some(reason(&error)),
            Err(error) => {
                Some(format!("invalid JSON: {} at column {}", reason(&error), error.column()))
            }
        };
        self.table.ready.faults.extend(fault.map(|fault| (row, fault)));
        self.table.ready.lines.push(self.input.line);
        self.check_names()?;
        self.input.skip(bytes);
        Ok(Step::Done)
    }

    /// Reads an item of a document.
    fn read_item(&mut self) -> Result<Step, String> {
        let rest = self.input.rest();
        let end = self.scan.end(rest.as_bytes(), self.input.ended);
        if end.unwrap_or(rest.len()) > LIMIT {
            return Err(self.input.too_long("a value"));
        }
        let Some(end) = end else {
            return if self.input.ended { Err(self.open()) } else { Ok(Step::More) };
        };
        let row = self.table.ready.lines.len();
        match self.table.add(&rest[..end], true) {
            Ok(()) => {}
            Err(error) if error.is_data() => {
                self.table.ready.faults.push((row, reason(&error)));
            }
            Err(error) => {
                return Err(self.error(error.line().saturating_sub(1), &reason(&error)));
            }
        }
        self.table.ready.lines.push(self.input.line);
        self.check_names()?;
        self.skip(end);
        Ok(Step::Done)
    }

    fn open(&self) -> String {
        self.error(0, "the file ends within a value that begins here")
    }

    fn skip(&mut self, bytes: usize) {
        self.input.skip(bytes);
        self.scan = Scan::default();
    }

    fn check_names(&self) -> Result<(), String> {
        if self.table.ready.names.len() > MOST_NAMES {
            let (name, line) = (&self.input.name, self.input.line);
            return Err(format!(
                "{name}:{line}: objects have more than {MOST_NAMES} different names"
            ));
        }
        Ok(())
    }

    /// Tells lines from a document.
    fn start(&mut self) -> Result<Step, String> {
        if self.input.line_with_text()?.is_none() && self.input.unbroken <= LINE {
            return Ok(Step::More);
        }
        let rest = self.input.rest();
        let end = memchr2(b'\n', b'\r', rest.as_bytes());
        let (line, after) = rest.split_at(end.unwrap_or(rest.len()));
        let is_long = line.len() > LINE;
        let (line, next) = (stripped(line), after.trim_start().bytes().next());
        let Some(first) = line.bytes().next().filter(|&first| first != b'#') else {
            return Ok(Step::More);
        };
        let mut scan = Scan::default();
        let end = scan.end(line.as_bytes(), true);
        // Whether there is more text; unknown if the file goes on.
        let alone = match next {
            Some(_) => Some(false),
            None => self.input.ended.then_some(true),
        };
        let is_document = match (first, end) {
            _ if is_long => Some(matches!(first, b'{' | b'[')),
            (b'[', Some(end)) if is_flat(&line.as_bytes()[..end]) => alone,
            (b'[', _) => Some(true),
            (b'{', Some(end)) => match line[end..].trim_start().bytes().next() {
                Some(other) => Some(other == b'{'),
                None if array_of(&line.as_bytes()[..end]).is_some() => alone,
                None => Some(false),
            },
            // A complete line of a document, or what is left of an object.
            (b'{', None) => match serde_json::from_str::<&RawValue>(line) {
                Err(error) if error.is_eof() && !scan.in_string => {
                    let goes_on =
                        matches!(line.as_bytes()[line.len() - 1], b'{' | b'[' | b',' | b':');
                    alone.map(|alone| !alone && (goes_on || next != Some(b'{')))
                }
                _ => Some(false),
            },
            _ => Some(false),
        };
        match is_document {
            None if after.len() <= LIMIT => return Ok(Step::More),
            Some(false) => self.place = Place::Lines,
            _ => self.place = Place::Top { first: true },
        }
        Ok(Step::Done)
    }

    /// Reads on between the values of a document.
    fn top(&mut self, first: bool) -> Result<Step, String> {
        if self.input.rest().starts_with('#') {
            return Ok(if self.input.line_with_text()?.is_none() {
                Step::More
            } else {
                Step::Done
            });
        }
        let rest = self.input.rest().as_bytes();
        let end = self.scan.end(rest, self.input.ended).filter(|&end| end <= DOCUMENT);
        if end.is_none() && rest.len() < DOCUMENT && !self.input.ended {
            return Ok(Step::More);
        }
        let look = &rest[..end.unwrap_or(rest.len().min(DOCUMENT))];
        let items = match rest[0] {
            b'[' if end.is_none() || !(is_flat(look) || is_board(look)) => Some((0, false)),
            b'{' if first => array_of(look).map(|at| (at, true)),
            _ => None,
        };
        if let Some((at, inside)) = items {
            self.skip(at + 1);
            self.place = Place::Array { inside, expected: Expected::ItemOrEnd };
            return Ok(Step::Done);
        }
        self.place = Place::Top { first: false };
        self.read_item()
    }

    /// Reads on in an array of items.
    fn array(&mut self, inside: bool, expected: Expected) -> Result<Step, String> {
        use Expected::{CommaOrEnd, Item, ItemOrEnd};
        let mut step = Step::Done;
        let mut next = Place::Array { inside, expected: CommaOrEnd };
        match (self.input.rest().as_bytes()[0], expected) {
            (b']', CommaOrEnd | ItemOrEnd) => {
                self.skip(1);
                next = if inside { Place::Rest } else { Place::Top { first: false } };
                self.scan.depth = usize::from(inside);
            }
            (b',', CommaOrEnd) => {
                self.skip(1);
                next = Place::Array { inside, expected: Item };
            }
            (b',' | b']' | b'}' | b':', _) => return Err(self.error(0, "expected value")),
            (_, CommaOrEnd) => return Err(self.error(0, "expected `,` or `]`")),
            (_, Item | ItemOrEnd) => step = self.read_item()?,
        }
        if let Step::Done = step {
            self.place = next;
        }
        Ok(step)
    }

    /// Skips what comes after the array in an object.
    fn rest(&mut self) -> Result<Step, String> {
        let Some(end) = self.scan.end(self.input.rest().as_bytes(), false) else {
            self.input.skip(self.scan.at);
            self.scan.at = 0;
            return Ok(Step::More);
        };
        self.skip(end);
        self.place = Place::Top { first: false };
        Ok(Step::Done)
    }
}

impl Reader for JsonReader {
    fn input(&mut self) -> &mut Input {
        &mut self.input
    }

    fn ready(&mut self) -> &mut Batch {
        &mut self.table.ready
    }

    fn read(&mut self, rows: usize) -> Result<(), String> {
        while self.table.ready.lines.len() < rows {
            if !matches!(self.place, Place::Start | Place::Lines | Place::Rest) {
                let rest = self.input.rest();
                let space = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
                if space > 0 {
                    self.skip(space);
                }
            }
            if self.input.rest().is_empty() {
                return match self.place {
                    Place::Array { .. } | Place::Rest if self.input.ended => {
                        Err(self.error(0, "the file ends within a value"))
                    }
                    _ => Ok(()),
                };
            }
            let step = match self.place {
                Place::Start => self.start()?,
                Place::Lines => self.read_line()?,
                Place::Top { first } => self.top(first)?,
                Place::Array { inside, expected } => self.array(inside, expected)?,
                Place::Rest => self.rest()?,
            };
            if let Step::More = step {
                break;
            }
        }
        Ok(())
    }
}

/// The text of an error without its line and column.
fn reason(error: &Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

/// Finds the end of a value, in pieces: brackets, and texts without those in them.
#[derive(Default)]
struct Scan {
    /// How many bytes were looked at.
    at: usize,
    depth: usize,
    deepest: usize,
    in_string: bool,
    found: Option<usize>,
}

impl Scan {
    /// Where the value at the start of `bytes` ends, which only have got longer since the last call.
    fn end(&mut self, bytes: &[u8], all: bool) -> Option<usize> {
        self.found = self.found.or_else(|| self.search(bytes, all));
        self.found
    }

    fn search(&mut self, bytes: &[u8], all: bool) -> Option<usize> {
        while self.at < bytes.len() {
            if self.in_string {
                let Some(found) = memchr2(b'"', b'\\', &bytes[self.at..]) else {
                    self.at = bytes.len();
                    return None;
                };
                let at = self.at + found;
                if bytes[at] == b'\\' {
                    self.at = at;
                    if at + 1 >= bytes.len() {
                        return None;
                    }
                    self.at += 2;
                    continue;
                }
                self.at = at + 1;
                self.in_string = false;
                if self.depth == 0 {
                    return Some(self.at);
                }
                continue;
            }
            match bytes[self.at] {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' if self.depth > 0 => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        self.at += 1;
                        return Some(self.at);
                    }
                }
                b'}' | b']' | b',' | b' ' | b'\t' | b'\n' | b'\r' if self.depth == 0 => {
                    return Some(self.at);
                }
                _ => {}
            }
            self.deepest = self.deepest.max(self.depth);
            self.at += 1;
        }
        (all && self.depth == 0 && !self.in_string).then_some(self.at)
    }
}

/// Whether a list holds numbers.
fn is_flat(list: &[u8]) -> bool {
    !matches!(list[1..].trim_ascii_start().first(), Some(b'{' | b'[' | b'"' | b']') | None)
}

/// Whether a board may have so many cells.
fn is_area(cells: usize) -> bool {
    cells >= 16 && cells.isqrt().pow(2) == cells
}

/// Whether a value is a board: a list of n² numbers, n lists of n numbers, or a text of n² characters, mostly digits and
/// points.
fn is_board(value: &[u8]) -> bool {
    if let Some(text) = value.strip_prefix(b"\"") {
        let cells = text.len() - 1;
        let known = text.iter().filter(|byte| byte.is_ascii_digit() || **byte == b'.').count();
        return is_area(cells) && 2 * known >= cells;
    }
    if value.first() != Some(&b'[') || value.iter().any(|byte| matches!(byte, b'"' | b'{')) {
        return false;
    }
    let (mut depth, mut deepest, mut lists, mut commas) = (0, 0, 1, 0);
    for byte in value {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            b',' if depth == 1 => lists += 1,
            b',' => commas += 1,
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    match is_flat(value) {
        true => is_area(lists),
        false => deepest == 2 && lists > 1 && commas + lists == lists * lists,
    }
}

/// Where the array of items in an object begins; `None` if a member is a board, or none is such an array. The object may
/// be cut.
pub(super) fn array_of(bytes: &[u8]) -> Option<usize> {
    let mut found = None;
    let mut at = 1;
    loop {
        let skip =
            |at: usize| at + bytes[at..].iter().take_while(|b| b" \t\r\n,:".contains(b)).count();
        let key = skip(at);
        if bytes.get(key) != Some(&b'"') {
            return found;
        }
        let Some(length) = Scan::default().end(&bytes[key..], false) else { return found };
        let start = skip(key + length);
        let end = Scan::default().end(&bytes[start..], false).map(|length| start + length);
        let value = &bytes[start..end.unwrap_or(bytes.len())];
        if end.is_some() && is_board(value) {
            return None;
        }
        if value.first() == Some(&b'[') && !is_flat(value) && value[1..].trim_ascii_start() != b"]"
        {
            found = found.or(Some(start));
        }
        match end {
            Some(end) if end > start => at = end,
            _ => return found,
        }
    }
}

/// The rows so far, and the columns by name.
#[derive(Default)]
struct Table {
    ready: Batch,
    columns: HashMap<String, usize>,
    /// The column of the next name, if it is the same as in the row before.
    next: usize,
}

impl Table {
    /// The column with a name, a new one if there is none.
    fn column(&mut self, name: &str) -> usize {
        let next = self.next;
        let column = if self.ready.names.get(next).is_some_and(|other| other == name) {
            next
        } else if let Some(&column) = self.columns.get(name) {
            column
        } else {
            let column = self.ready.names.len();
            self.ready.names.push(name.to_owned());
            self.ready.columns.push(Texts::new(0, 0));
            self.columns.insert(name.to_owned(), column);
            column
        };
        self.next = column + 1;
        column
    }

    /// Sets what the next row has in a column; the last value counts.
    fn set(&mut self, column: usize, kind: u8, text: &str) {
        let row = self.ready.lines.len();
        let column = &mut self.ready.columns[column];
        column.truncate(row);
        column.pad(row);
        column.push(kind, text.as_bytes());
    }

    /// Sets what the next row has in the columns; nothing if there is an error, which is about data if the item is valid
    /// JSON. In a document items may also be texts and lists.
    fn add(&mut self, item: &str, in_document: bool) -> Result<(), Error> {
        let names = self.ready.names.len();
        let result = match self.read(item, item, in_document) {
            // Python writes numbers that are not JSON.
            Err(error) if !error.is_data() => match with_numbers(item) {
                Some(parsed) => self.read(&parsed, item, in_document),
                None => Err(error),
            },
            result => result,
        };
        if result.is_err() {
            let row = self.ready.lines.len();
            self.ready.columns.truncate(names);
            self.ready.columns.iter_mut().for_each(|column| column.truncate(row));
            for name in self.ready.names.drain(names..) {
                self.columns.remove(&name);
            }
        }
        result
    }

    /// Reads an item, the source of which has the same length.
    fn read(&mut self, parsed: &str, source: &str, in_document: bool) -> Result<(), Error> {
        self.next = 0;
        let mut reader = Deserializer::from_str(parsed);
        if parsed.starts_with('{') {
            reader.deserialize_map(Row { table: self, parsed, source })?;
            return reader.end();
        }
        let value: &RawValue = serde_core::Deserialize::deserialize(&mut reader)?;
        reader.end()?;
        let kind = match parsed.as_bytes()[0] {
            b'[' | b'"' if in_document => {
                let column = self.column("puzzle");
                return self.set_value(column, value.get(), source, 0);
            }
            b'[' => "array",
            b'"' => "string",
            b't' | b'f' => "boolean",
            b'n' => "null",
            _ => "number",
        };
        Err(Error::custom(format!("JSON {kind}; expected an object")))
    }

    fn set_value(
        &mut self,
        column: usize,
        value: &str,
        source: &str,
        depth: usize,
    ) -> Result<(), Error> {
        match value.as_bytes()[0] {
            b'"' if memchr(b'\\', value.as_bytes()).is_none() => {
                self.set(column, STRING, &value[1..value.len() - 1]);
            }
            b'"' => Deserializer::from_str(value).deserialize_bytes(Text(|text: &str| {
                self.set(column, STRING, text);
            }))?,
            b'n' => self.set(column, NULL, ""),
            first => {
                let mut scan = Scan { deepest: depth, depth, ..Scan::default() };
                if matches!(first, b'[' | b'{') {
                    scan.end(value.as_bytes(), true);
                }
                if scan.deepest > DEEPEST {
                    return Err(Error::custom("JSON nested more than 100 deep"));
                }
                self.set(column, OTHER, source);
            }
        }
        Ok(())
    }
}

/// An object as a row.
struct Row<'a> {
    table: &'a mut Table,
    parsed: &'a str,
    source: &'a str,
}

impl<'de> Visitor<'de> for Row<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Row { table, parsed, source } = self;
        while let Some(column) = map.next_key_seed(Text(|name: &str| table.column(name)))? {
            let value = map.next_value::<&RawValue>()?.get();
            let start = value.as_ptr().addr() - parsed.as_ptr().addr();
            let source = &source[start..start + value.len()];
            table.set_value(column, value, source, 1).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}

/// Hands on a text; halves of pairs of surrogates become U+FFFD.
struct Text<F>(F);

impl<'de, T, F: FnOnce(&str) -> T> Visitor<'de> for Text<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<T, E> {
        if let Ok(text) = str::from_utf8(bytes) {
            return Ok(self.0(text));
        }
        // Surrogates are three bytes of what would be UTF-8, as long as U+FFFD.
        let mut bytes = bytes.to_vec();
        for at in 0..bytes.len() - 2 {
            if bytes[at] == 0xED && bytes[at + 1] >= 0xA0 {
                bytes[at..at + 3].copy_from_slice("\u{FFFD}".as_bytes());
            }
        }
        Ok(self.0(&String::from_utf8_lossy(&bytes)))
    }
}

impl<'de, T, F: FnOnce(&str) -> T> DeserializeSeed<'de> for Text<F> {
    type Value = T;

    fn deserialize<D: serde_core::Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_bytes(self)
    }
}

/// The text with numbers of the same length for `NaN`, `Infinity` and `-Infinity`; `None` if it has none of them.
fn with_numbers(text: &str) -> Option<String> {
    let mut parsed = String::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut in_string = false;
    let mut found = false;
    let mut at = 0;
    let ends_word = |at: usize| bytes.get(at).is_none_or(|b| b" \t\r\n,:[]{}\"".contains(b));
    while at < bytes.len() {
        let rest = &text[at..];
        let is_start = !in_string && (at == 0 || ends_word(at - 1));
        let number = [("NaN", "0.0"), ("Infinity", "0.000000"), ("-Infinity", "-0.000000")];
        let number = number
            .iter()
            .find(|(word, _)| is_start && rest.starts_with(word) && ends_word(at + word.len()));
        if let Some((word, number)) = number {
            parsed.push_str(number);
            at += word.len();
            found = true;
            continue;
        }
        let mut length = rest.chars().next().map_or(1, char::len_utf8);
        match bytes[at] {
            b'"' => in_string = !in_string,
            b'\\' if in_string => {
                length += rest[1..].chars().next().map_or(0, char::len_utf8);
            }
            _ => {}
        }
        parsed.push_str(&rest[..length]);
        at += length;
    }
    found.then_some(parsed)
}
