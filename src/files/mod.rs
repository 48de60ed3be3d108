//! Readers and writers of text formats: bytes in, columns of text out, and back.
//!
//! ```text
//!   bytes ── feed ──> Input ── csv.rs, json/, lines.rs ────> Batch ── batch ──> columns of Texts, lines, faults
//!                     UTF-8, lines counted                   the rows so far
//! ```
//!
//! A reader takes its bytes in pieces of any size; how they are cut changes nothing. It holds what is not yet read and
//! the rows of one batch. A row is at most [`LIMIT`] bytes long, so a file that is one endless row ends in an error.
//! Boards are decoded elsewhere. Invalid UTF-8 becomes U+FFFD before anything else looks at it, as with
//! `errors="replace"` of Python.

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

/// The most bytes of a row.
const LIMIT: usize = 1 << 24;

/// Why a reader cannot go on.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// What is wrong with the file.
    Format(String),
    /// There is no memory.
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
    /// The names of the columns as they appeared (JSON), or none.
    pub names: Vec<String>,
    /// The columns.
    pub columns: Vec<Texts>,
    /// The first line of each row.
    pub lines: Vec<i64>,
    /// Malformed rows and what is wrong with them.
    pub faults: Vec<(usize, String)>,
    /// Rows of more than one line (CSV).
    pub several: Vec<usize>,
}

impl Batch {
    /// Counts a row that begins in this line.
    fn add_line(&mut self, line: i64) -> Result<(), TryReserveError> {
        self.lines.try_reserve(1)?;
        self.lines.push(line);
        Ok(())
    }

    /// The first rows; the others, or room for as many, remain.
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

/// What the readers of all formats do.
pub trait Reader {
    /// The bytes that are not yet read.
    fn input(&mut self) -> &mut Input;

    /// The rows that are not yet given out.
    fn ready(&mut self) -> &mut Batch;

    /// Reads until so many rows are ready or more bytes are needed.
    ///
    /// # Errors
    /// What is wrong with the file, or that there is no memory. The reader then cannot go on.
    fn read(&mut self, rows: usize) -> Result<(), Failure>;

    /// The next rows; `None` if fewer are complete. With `flush` or at the end of the file fewer rows are enough.
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

/// Bytes to read, as UTF-8, and the number of their first line.
#[derive(Debug)]
pub struct Input {
    /// The name of the file, for errors.
    name: String,
    /// UTF-8.
    data: String,
    /// What was read of it.
    at: usize,
    /// The first bytes of a character.
    incomplete: Vec<u8>,
    /// Whether that is the end of the file.
    ended: bool,
    /// The number of the line of the first byte to read.
    line: i64,
    /// Whether the byte before it is a carriage return.
    after_return: bool,
    /// Bytes to read that are known to hold no line break.
    unbroken: usize,
}

impl Input {
    /// No bytes yet; the first ones begin line `line`.
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

    /// Adds bytes; none at the end of the file.
    ///
    /// # Errors
    /// There is no memory.
    pub fn feed(&mut self, data: &[u8]) -> Result<(), TryReserveError> {
        // Moves fewer bytes than were read.
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
        // The replacement of a byte has three.
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

    /// What is to read.
    fn rest(&self) -> &str {
        &self.data[self.at..]
    }

    /// Goes on by some bytes, and counts their lines.
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

    /// The next line without its end, and the bytes to skip after it is read; `None` if it is not complete.
    ///
    /// # Errors
    /// If it is too long.
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

    /// The next line with text, as [`Self::line`]; blank lines and comments are skipped. White space around it is left
    /// out.
    fn line_with_text(&mut self) -> Result<Option<(&str, usize)>, String> {
        while let Some((line, bytes)) = self.line()? {
            if matches!(stripped(line).as_bytes().first(), None | Some(b'#')) {
                self.skip(bytes);
            } else {
                // The borrow checker does not let the line out of the loop.
                return Ok(self.line()?.map(|(line, bytes)| (stripped(line), bytes)));
            }
        }
        Ok(None)
    }

    fn too_long(&self, what: &str, line: i64) -> String {
        format!("{}:{line}: {what} has more than 16,777,216 bytes", self.name)
    }
}

/// Without white space at both ends, as `str.strip()` of Python, which counts four separators in.
fn stripped(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || ('\x1c'..='\x1f').contains(&c))
}
