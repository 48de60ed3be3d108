//! JSON: lines with one object each, or a document.
//!
//! ```text
//!   {"puzzle": "5…"}             one object per line: a bad line is a fault of its row
//!   {"puzzle": "6…"}
//!
//!   [{"puzzle": "5…"}, …]        ["5…", "6…"]        [[5,3,0,…], …]        an array of items
//!   {                                                                      one object over many lines, or several
//!      "puzzle": "5…"            bad syntax is an error
//!   }
//! ```
//!
//! Documents of other shapes are read in Python. The first line with text determines the form. [`Scan`] finds the end of an item and serde_json reads it; no tree is
//! built.

mod scan;
mod table;

use memchr::memchr2;
use serde_json::value::RawValue;

use super::{Batch, Failure, Input, LIMIT, Reader, stripped};
use scan::Scan;
use table::{Table, reason};

/// The maximum number of column names.
const MOST_NAMES: usize = 4096;
/// The number of bytes of a line examined to determine the form.
const LINE: usize = 1 << 16;

/// A reader of JSON.
pub struct JsonReader {
    input: Input,
    table: Table,
    place: Place,
    /// The number of array items read.
    items: usize,
    scan: Scan,
}

/// The position of the reader in the file.
#[derive(Clone, Copy)]
enum Place {
    Start,
    Lines,
    /// Between the values of a document.
    Top,
    /// In an array of items.
    Array(Expected),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    ItemOrEnd,
    Item,
    CommaOrEnd,
}

/// The result of a step of the reader.
enum Step {
    Done,
    /// More bytes are needed.
    More,
}

impl JsonReader {
    /// A reader of a file.
    pub fn new(input: Input) -> JsonReader {
        JsonReader {
            input,
            table: Table::default(),
            place: Place::Start,
            items: 0,
            scan: Scan::default(),
        }
    }

    fn error(&self, lines: usize, what: &str) -> Failure {
        let (name, line) = (&self.input.name, self.input.line + lines as i64);
        // Many documents have all items on one line.
        let place = match self.place {
            Place::Array(_) if line == 1 => format!("{name}[{}]", self.items),
            _ => format!("{name}:{line}"),
        };
        Failure::Format(format!("{place}: invalid JSON: {what}"))
    }

    /// Reads a line.
    fn read_line(&mut self) -> Result<Step, Failure> {
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
        self.finish_row()?;
        self.input.skip(bytes);
        Ok(Step::Done)
    }

    /// Reads an item of a document.
    fn read_item(&mut self) -> Result<Step, Failure> {
        let rest = self.input.rest();
        let end = self.scan.end(rest.as_bytes(), self.input.ended);
        if end.unwrap_or(rest.len()) > LIMIT {
            return Err(self.input.too_long("a value", self.input.line).into());
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
        self.finish_row()?;
        self.skip(end);
        Ok(Step::Done)
    }

    fn open(&self) -> Failure {
        self.error(0, "the file ends within a value that begins here")
    }

    fn skip(&mut self, bytes: usize) {
        self.input.skip(bytes);
        self.scan = Scan::default();
    }

    /// Counts a row that has been read.
    fn finish_row(&mut self) -> Result<(), Failure> {
        let (name, line) = (&self.input.name, self.input.line);
        if let Some(error) = self.table.memory_error.take() {
            return Err(error.into());
        }
        self.table.ready.add_line(line)?;
        if self.table.ready.names.len() > MOST_NAMES {
            let message =
                format!("{name}:{line}: objects have more than {MOST_NAMES} different names");
            return Err(message.into());
        }
        Ok(())
    }

    /// Determines whether the file consists of lines or is a document.
    fn start(&mut self) -> Result<Step, Failure> {
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
        // Whether there is no more text; unknown if the file continues.
        let alone = match next {
            Some(_) => Some(false),
            None => self.input.ended.then_some(true),
        };
        let is_document = match (first, end) {
            _ if is_long => Some(matches!(first, b'{' | b'[')),
            (b'[', _) => Some(true),
            (b'{', Some(end)) => match line[end..].trim_start().bytes().next() {
                Some(other) => Some(other == b'{'),
                None => Some(false),
            },
            // Either a complete line of a document, or a truncated object in a file of lines.
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
            _ => self.place = Place::Top,
        }
        Ok(Step::Done)
    }

    /// Continues between the values of a document.
    fn top(&mut self) -> Result<Step, Failure> {
        match self.input.rest().as_bytes()[0] {
            b'#' => {
                // Only that line: the text after it is JSON, which has fewer kinds of white space.
                let Some((_, bytes)) = self.input.line()? else { return Ok(Step::More) };
                self.skip(bytes);
                Ok(Step::Done)
            }
            b'[' => {
                self.skip(1);
                self.place = Place::Array(Expected::ItemOrEnd);
                Ok(Step::Done)
            }
            _ => self.read_item(),
        }
    }

    /// Continues in an array of items.
    fn array(&mut self, expected: Expected) -> Result<Step, Failure> {
        use Expected::{CommaOrEnd, Item, ItemOrEnd};
        let mut step = Step::Done;
        let mut next = Place::Array(CommaOrEnd);
        match (self.input.rest().as_bytes()[0], expected) {
            (b']', CommaOrEnd | ItemOrEnd) => {
                self.skip(1);
                next = Place::Top;
            }
            (b',', CommaOrEnd) => {
                self.skip(1);
                next = Place::Array(Item);
            }
            (b',' | b']' | b'}' | b':', _) => return Err(self.error(0, "expected value")),
            (_, CommaOrEnd) => return Err(self.error(0, "expected `,` or `]`")),
            (_, Item | ItemOrEnd) => {
                step = self.read_item()?;
                self.items += usize::from(matches!(step, Step::Done));
            }
        }
        if let Step::Done = step {
            self.place = next;
        }
        Ok(step)
    }
}

impl Reader for JsonReader {
    fn input(&mut self) -> &mut Input {
        &mut self.input
    }

    fn ready(&mut self) -> &mut Batch {
        &mut self.table.ready
    }

    fn read(&mut self, rows: usize) -> Result<(), Failure> {
        while self.table.ready.lines.len() < rows {
            if !matches!(self.place, Place::Start | Place::Lines) {
                let rest = self.input.rest();
                let space = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
                if space > 0 {
                    self.skip(space);
                }
            }
            if self.input.rest().is_empty() {
                return match self.place {
                    Place::Array(_) if self.input.ended => {
                        Err(self.error(0, "the file ends within a value"))
                    }
                    _ => Ok(()),
                };
            }
            let step = match self.place {
                Place::Start => self.start()?,
                Place::Lines => self.read_line()?,
                Place::Top => self.top()?,
                Place::Array(expected) => self.array(expected)?,
            };
            if let Step::More = step {
                break;
            }
        }
        Ok(())
    }
}
