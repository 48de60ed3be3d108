//! A column of texts.
//!
//! ```text
//!   data      53..7....6..195...null-98....
//!   offsets   0         10        20            one more than rows
//!   kinds     STRING    STRING    NULL …        one byte per row
//! ```

use std::collections::TryReserveError;

/// No value; the text is empty.
pub const NULL: u8 = 0;
/// A text.
pub const STRING: u8 = 1;
/// Another JSON value; the text is its source.
pub const OTHER: u8 = 2;

/// Concatenated texts. Each of them is UTF-8.
#[derive(Debug, PartialEq, Eq)]
pub struct Texts {
    /// The texts without separators.
    pub data: Vec<u8>,
    /// The start of each text, followed by the end of the last one.
    pub offsets: Vec<i64>,
    /// The kind of each row's value.
    pub kinds: Vec<u8>,
}

impl Default for Texts {
    fn default() -> Texts {
        Texts { data: Vec::new(), offsets: vec![0], kinds: Vec::new() }
    }
}

impl Texts {
    /// An empty column with capacity for `rows` rows and `bytes` bytes.
    ///
    /// # Errors
    /// Memory allocation failed.
    pub fn new(rows: usize, bytes: usize) -> Result<Texts, TryReserveError> {
        let mut texts = Texts::default();
        texts.data.try_reserve_exact(bytes)?;
        texts.offsets.try_reserve_exact(rows)?;
        texts.kinds.try_reserve_exact(rows)?;
        Ok(texts)
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Memory allocation failed.
    #[inline]
    pub fn push(&mut self, kind: u8, text: &[u8]) -> Result<(), TryReserveError> {
        self.data.try_reserve(text.len())?;
        self.offsets.try_reserve(1)?;
        self.kinds.try_reserve(1)?;
        self.data.extend_from_slice(text);
        self.offsets.push(self.data.len() as i64);
        self.kinds.push(kind);
        Ok(())
    }

    /// Adds nulls until there are `rows` rows.
    ///
    /// # Errors
    /// Memory allocation failed.
    pub fn pad(&mut self, rows: usize) -> Result<(), TryReserveError> {
        self.offsets.try_reserve(rows - self.len())?;
        self.kinds.try_reserve(rows - self.len())?;
        self.offsets.resize(rows + 1, self.data.len() as i64);
        self.kinds.resize(rows, NULL);
        Ok(())
    }

    /// Removes all rows from number `rows` on.
    pub fn truncate(&mut self, rows: usize) {
        if rows < self.len() {
            self.kinds.truncate(rows);
            self.offsets.truncate(rows + 1);
            self.data.truncate(self.offsets[rows] as usize);
        }
    }

    /// Removes all rows from number `rows` on, and returns them.
    ///
    /// # Errors
    /// Memory allocation failed.
    pub fn split_off(&mut self, rows: usize) -> Result<Texts, TryReserveError> {
        let start = self.offsets[rows];
        let data = &self.data[start as usize..];
        let mut rest = Texts::new(self.len() - rows, data.len())?;
        rest.data.extend_from_slice(data);
        rest.offsets.extend(self.offsets[rows + 1..].iter().map(|offset| offset - start));
        rest.kinds.extend_from_slice(&self.kinds[rows..]);
        self.truncate(rows);
        Ok(rest)
    }
}
