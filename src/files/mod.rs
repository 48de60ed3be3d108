//! Readers and writers of text formats: from bytes to columns of text, and back.
//!
//! ```text
//!   bytes ── feed ──> Input ── csv.rs, json/, lines.rs ────> Batch ── batch ──> columns of Texts, lines, faults
//!                     UTF-8, lines counted                   the rows so far
//! ```
//!
//! *Invariant.* A reader accepts its bytes in pieces of any size, and the result does not depend on where they are
//! split. It stores the unread bytes and the rows of one batch. A row is at most 2^24 bytes long, so a file that
//! is one endless row ends in an error. Other modules decode the boards. Invalid UTF-8 becomes U+FFFD before any
//! parsing, as with Python's `errors="replace"`.

#![forbid(unsafe_code)]

mod csv;
mod json;
mod lines;
#[cfg(test)]
mod tests;
mod texts;
pub mod write;

pub use csv::CsvReader;
pub use json::JsonReader;
pub use lines::LineReader;
pub use texts::{NULL, OTHER, STRING, Texts};

use std::collections::TryReserveError;
use std::fmt;
use std::mem;

use memchr::{memchr2, memchr2_iter};

/// The maximum number of bytes in a row.
const LIMIT: usize = 1 << 24;

/// The reason why a reader cannot continue.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// An error in the file, as a message.
    Format(String),
    /// Memory allocation failed.
    Memory(TryReserveError),
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Format(message)
    }
}

impl From<TryReserveError> for Failure {
    fn from(error: TryReserveError) -> Failure {
        Failure::Memory(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Format(message) => f.write_str(message),
            Failure::Memory(error) => error.fmt(f),
        }
    }
}

/// Rows of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The names of the columns in order of appearance (JSON); empty for other formats.
    pub names: Vec<String>,
    /// The columns.
    pub columns: Vec<Texts>,
    /// The number of the first line of each row.
    pub lines: Vec<i64>,
    /// Malformed rows, with messages.
    pub faults: Vec<(usize, String)>,
    /// The rows that span several lines (CSV).
    pub several: Vec<usize>,
}

impl Batch {
    /// Counts a row that begins in this line.
    fn add_line(&mut self, line: i64) -> Result<(), TryReserveError> {
        self.lines.try_reserve(1)?;
        self.lines.push(line);
        Ok(())
    }

    /// Removes and returns the first rows; the other rows, or the capacity, remain.
    fn take(&mut self, rows: usize) -> Result<Batch, TryReserveError> {
        let rest = |column: &mut Texts| {
            column.pad(self.lines.len())?;
            if rows < self.lines.len() {
                column.split_off(rows)
            } else {
                Texts::new(rows, column.data.len())
            }
        };
        let columns = self.columns.iter_mut().map(rest).collect::<Result<_, _>>()?;
        let faults = self.faults.partition_point(|&(row, _)| row < rows);
        let several = self.several.partition_point(|&row| row < rows);
        let later = |(row, fault)| (row - rows, fault);
        let rest = Batch {
            names: self.names.clone(),
            columns,
            lines: self.lines.split_off(rows),
            faults: self.faults.split_off(faults).into_iter().map(later).collect(),
            several: self.several.split_off(several).into_iter().map(|row| row - rows).collect(),
        };
        Ok(mem::replace(self, rest))
    }
}

/// The interface of the readers of all formats.
pub trait Reader {
    /// The unread bytes.
    fn input(&mut self) -> &mut Input;

    /// The rows not yet returned.
    fn ready(&mut self) -> &mut Batch;

    /// Reads until `rows` rows are ready or more bytes are needed.
    ///
    /// # Errors
    /// [`Failure`] if the file is invalid or memory ran out. The reader then cannot continue.
    fn read(&mut self, rows: usize) -> Result<(), Failure>;

    /// The next rows; `None` if fewer than `rows` are complete. With `flush`, or at the end of the file, fewer rows
    /// suffice.
    ///
    /// # Errors
    /// As [`Reader::read`].
    fn batch(&mut self, rows: usize, flush: bool) -> Result<Option<Batch>, Failure> {
        self.read(rows)?;
        let enough = if flush || self.input().ended { 1 } else { rows };
        let ready = self.ready().lines.len();
        if ready < enough || ready == 0 {
            return Ok(None);
        }
        Ok(Some(self.ready().take(ready.min(rows))?))
    }
}

/// Unread bytes, as UTF-8, and the number of their first line.
#[derive(Debug)]
pub struct Input {
    /// The name of the file, for messages.
    name: String,
    /// The text.
    data: String,
    /// The number of bytes read from it.
    at: usize,
    /// The first bytes of an incomplete character.
    incomplete: Vec<u8>,
    /// Whether the data include the end of the file.
    ended: bool,
    /// The number of the line of the first unread byte.
    line: i64,
    /// Whether the byte before it is a carriage return.
    after_return: bool,
    /// The number of unread bytes known to contain no line break.
    unbroken: usize,
}

impl Input {
    /// An input without bytes; the first byte will be in line `line`.
    pub fn new(name: String, line: i64) -> Input {
        let (data, incomplete) = (String::new(), Vec::new());
        Input {
            name,
            data,
            at: 0,
            incomplete,
            ended: false,
            line,
            after_return: false,
            unbroken: 0,
        }
    }

    /// Adds bytes; an empty slice marks the end of the file.
    ///
    /// # Errors
    /// Memory allocation failed.
    pub fn feed(&mut self, data: &[u8]) -> Result<(), TryReserveError> {
        // Moves fewer bytes than have been read.
        if self.at >= self.data.len() / 2 {
            self.data.drain(..self.at);
            self.at = 0;
        }
        if data.is_empty() {
            self.ended = true;
            if !mem::take(&mut self.incomplete).is_empty() {
                self.data.push(char::REPLACEMENT_CHARACTER);
            }
            return Ok(());
        }
        let joined = [&*mem::take(&mut self.incomplete), data];
        let joined = if joined[0].is_empty() { data } else { &joined.concat() };
        self.data.try_reserve(joined.len())?;
        if let Ok(text) = str::from_utf8(joined) {
            self.data.push_str(text);
            return Ok(());
        }
        // The replacement of one byte takes three.
        self.data.try_reserve(3 * joined.len())?;
        let mut chunks = joined.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.data.push_str(chunk.valid());
            let more = || str::from_utf8(chunk.invalid()).is_err_and(|e| e.error_len().is_none());
            if chunks.peek().is_none() && more() {
                self.incomplete = chunk.invalid().to_vec();
            } else if !chunk.invalid().is_empty() {
                self.data.push(char::REPLACEMENT_CHARACTER);
            }
        }
        Ok(())
    }

    /// The unread text.
    fn rest(&self) -> &str {
        &self.data[self.at..]
    }

    /// Skips some bytes, and counts their lines.
    fn skip(&mut self, bytes: usize) {
        let skipped = &self.data.as_bytes()[self.at..self.at + bytes];
        for at in memchr2_iter(b'\n', b'\r', skipped) {
            let before = if at == 0 { self.after_return } else { skipped[at - 1] == b'\r' };
            self.line += i64::from(skipped[at] == b'\r' || !before);
        }
        self.after_return = skipped.last().map_or(self.after_return, |&last| last == b'\r');
        self.at += bytes;
        self.unbroken = 0;
    }

    /// Like [`Self::skip`], for exactly one line that is not blank, including its line break.
    fn skip_line(&mut self, bytes: usize) {
        self.at += bytes;
        self.line += 1;
        self.after_return = self.data.as_bytes()[self.at - 1] == b'\r';
        self.unbroken = 0;
    }

    /// The next line without its line break, and the number of bytes to skip after it; `None` if the line is
    /// incomplete.
    ///
    /// # Errors
    /// If the line is too long.
    fn line(&mut self) -> Result<Option<(&str, usize)>, String> {
        let rest = &self.data.as_bytes()[self.at..];
        let end = memchr2(b'\n', b'\r', &rest[self.unbroken..]).map(|at| self.unbroken + at);
        self.unbroken = end.unwrap_or(rest.len());
        if self.unbroken > LIMIT {
            return Err(self.too_long("a line", self.line));
        }
        Ok(match end {
            Some(end) => Some((&self.rest()[..end], end + 1)),
            None if self.ended && !rest.is_empty() => Some((self.rest(), rest.len())),
            None => None,
        })
    }

    /// Like [`Self::line`], for the next line with text: skips blank lines and comments, and strips white space.
    fn line_with_text(&mut self) -> Result<Option<(&str, usize)>, String> {
        while let Some((line, bytes)) = self.line()? {
            if matches!(stripped(line).as_bytes().first(), None | Some(b'#' | b'%')) {
                self.skip(bytes);
            } else {
                // The borrow checker does not allow the line to leave the loop.
                return Ok(self.line()?.map(|(line, bytes)| (without_margins(line), bytes)));
            }
        }
        Ok(None)
    }

    fn too_long(&self, what: &str, line: i64) -> String {
        format!("{}:{line}: {what} has more than 16,777,216 bytes", self.name)
    }
}

/// A line without white space at both ends, unless spaces there may be blanks of a board.
fn without_margins(line: &str) -> &str {
    let text = stripped(line);
    let is_cell = |byte: u8| byte == b' ' || byte.is_ascii_alphanumeric();
    let area = line.len();
    let is_board = text.len() < area
        && area >= 16
        && area.isqrt().pow(2) == area
        && text.contains(' ')
        && line.bytes().all(is_cell)
        && line.bytes().any(|byte| byte.is_ascii_digit());
    if is_board { line } else { text }
}

/// The text without white space at both ends, like Python's `str.strip()`, which includes four separator characters.
fn stripped(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || ('\x1c'..='\x1f').contains(&c))
}
