//! A column of texts.
//!
//! ```text
//!   data      53..7....6..195...null-98....
//!   offsets   0         10        20            one more than rows
//!   kinds     STRING    STRING    NULL …        a byte a row
//! ```

/// No value; the text is empty.
pub const NULL: u8 = 0;
/// A text.
pub const STRING: u8 = 1;
/// Another value of JSON: the text is its source.
pub const OTHER: u8 = 2;

/// Texts, one after the other. Each of them is UTF-8.
#[derive(Debug, PartialEq, Eq)]
pub struct Texts {
    /// The texts without anything in between.
    pub data: Vec<u8>,
    /// Where each text begins, and at the end where the last one ends.
    pub offsets: Vec<i64>,
    /// What each row holds.
    pub kinds: Vec<u8>,
}

impl Texts {
    /// An empty column with room for so many rows and bytes.
    pub fn new(rows: usize, bytes: usize) -> Texts {
        let mut offsets = Vec::with_capacity(rows + 1);
        offsets.push(0);
        Texts { data: Vec::with_capacity(bytes), offsets, kinds: Vec::with_capacity(rows) }
    }

    /// How many rows.
    pub(crate) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Adds a row.
    #[inline]
    pub fn push(&mut self, kind: u8, text: &[u8]) {
        self.data.extend_from_slice(text);
        self.offsets.push(self.data.len() as i64);
        self.kinds.push(kind);
    }

    /// Adds nulls until there are so many rows.
    pub fn pad(&mut self, rows: usize) {
        self.offsets.resize(rows + 1, self.data.len() as i64);
        self.kinds.resize(rows, NULL);
    }

    /// Drops all rows from this one on.
    pub fn truncate(&mut self, rows: usize) {
        if rows < self.len() {
            self.kinds.truncate(rows);
            self.offsets.truncate(rows + 1);
            self.data.truncate(self.offsets[rows] as usize);
        }
    }

    /// Drops all rows from this one on, and returns them.
    pub fn split_off(&mut self, rows: usize) -> Texts {
        let start = self.offsets[rows];
        let rest = Texts {
            data: self.data[start as usize..].to_vec(),
            offsets: self.offsets[rows..].iter().map(|offset| offset - start).collect(),
            kinds: self.kinds[rows..].to_vec(),
        };
        self.truncate(rows);
        rest
    }
}
