//! JSON items as rows of a table.

use std::collections::{HashMap, TryReserveError};
use std::fmt;

use memchr::memchr;
use serde_core::Deserializer as _;
use serde_core::de::{DeserializeSeed, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Deserializer, Error};

use super::scan::Scan;
use crate::files::{Batch, NULL, OTHER, STRING, Texts};

/// The maximum depth of nested values.
const DEEPEST: usize = 100;

/// The rows so far, and the columns by name.
#[derive(Default)]
pub struct Table {
    /// The rows.
    pub ready: Batch,
    columns: HashMap<String, usize>,
    /// The column of the next name, if it is the same as in the previous row.
    next: usize,
    /// Set if memory ran out for a value of the last row.
    pub memory_error: Option<TryReserveError>,
}

impl Table {
    /// The column with this name; a new one if there is none.
    fn column(&mut self, name: &str) -> usize {
        let next = self.next;
        let column = if self.ready.names.get(next).is_some_and(|other| other == name) {
            next
        } else if let Some(&column) = self.columns.get(name) {
            column
        } else {
            let column = self.ready.names.len();
            self.ready.names.push(name.to_owned());
            self.ready.columns.push(Texts::default());
            self.columns.insert(name.to_owned(), column);
            column
        };
        self.next = column + 1;
        column
    }

    /// Sets the value of the next row in a column; the last value for a column counts.
    fn set(&mut self, column: usize, kind: u8, text: &str) {
        let row = self.ready.lines.len();
        let column = &mut self.ready.columns[column];
        column.truncate(row);
        let pushed = column.pad(row).and_then(|()| column.push(kind, text.as_bytes()));
        self.memory_error = pushed.err().or(self.memory_error.take());
    }

    /// Sets the values of the next row; sets nothing if there is an error. A data error means that the item is valid
    /// JSON, so its names are known. In a document, items may also be strings and lists.
    pub fn add(&mut self, item: &str, in_document: bool) -> Result<(), Error> {
        let names = self.ready.names.len();
        let result = match self.read(item, in_document) {
            // Python writes numbers that are not valid JSON.
            Err(error) if !error.is_data() => match with_numbers(item) {
                Some(item) => self.read(&item, in_document),
                None => Err(error),
            },
            result => result,
        };
        if let Err(error) = &result {
            let row = self.ready.lines.len();
            if !error.is_data() {
                self.ready.columns.truncate(names);
                for name in self.ready.names.drain(names..) {
                    self.columns.remove(&name);
                }
            }
            self.ready.columns.iter_mut().for_each(|column| column.truncate(row));
        }
        result
    }

    /// Reads an item.
    fn read(&mut self, item: &str, in_document: bool) -> Result<(), Error> {
        self.next = 0;
        let mut reader = Deserializer::from_str(item);
        if item.starts_with('{') {
            reader.deserialize_map(Row { table: self })?;
            return reader.end();
        }
        let value: &RawValue = serde_core::Deserialize::deserialize(&mut reader)?;
        reader.end()?;
        let kind = match item.as_bytes()[0] {
            b'[' | b'"' if in_document => {
                let column = self.column("puzzle");
                return self.set_value(column, value.get(), 0);
            }
            b'[' => "array",
            b'"' => "string",
            b't' | b'f' => "boolean",
            b'n' => "null",
            _ => "number",
        };
        Err(Error::custom(format!("JSON {kind}; expected an object")))
    }

    fn set_value(&mut self, column: usize, value: &str, depth: usize) -> Result<(), Error> {
        match value.as_bytes()[0] {
            b'"' if memchr(b'\\', value.as_bytes()).is_none() => {
                self.set(column, STRING, &value[1..value.len() - 1]);
            }
            b'"' => Deserializer::from_str(value).deserialize_bytes(Text(|text: &str| {
                self.set(column, STRING, text);
            }))?,
            b'n' => self.set(column, NULL, ""),
            first => {
                let mut scan = Scan::within(depth);
                if matches!(first, b'[' | b'{') {
                    scan.end(value.as_bytes(), true);
                }
                if scan.deepest > DEEPEST {
                    return Err(Error::custom("JSON nested more than 100 levels deep"));
                }
                self.set(column, OTHER, value);
            }
        }
        Ok(())
    }
}

/// An object as a row.
struct Row<'a> {
    table: &'a mut Table,
}

impl<'de> Visitor<'de> for Row<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let table = self.table;
        let mut result = Ok(());
        while let Some(column) = map.next_key_seed(Text(|name: &str| table.column(name)))? {
            let value = map.next_value::<&RawValue>()?.get();
            result = result.and(table.set_value(column, value, 1));
        }
        result.map_err(A::Error::custom)
    }
}

/// Passes on a string; lone surrogates become U+FFFD.
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
        // A surrogate would be encoded in three bytes of UTF-8, as many as U+FFFD.
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

/// The text with null in place of `NaN` and too large numbers in place of `Infinity` and `-Infinity`; `None` if it
/// contains none of these.
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
        let number = [("NaN", "null"), ("Infinity", "1e999"), ("-Infinity", "-1e999")];
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

/// The message of an error without its line and column.
pub fn reason(error: &Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}
