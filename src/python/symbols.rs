//! `symbols=`: the characters of a call's texts, and how a text becomes cells and cells become text.
//!
//! ```text
//!   None            1 2 3 4 5 6 7 8 9      a clean row costs one pass, and comes out as the workers made it
//!   "ABCDEFGHI"     A B C D E F G H I      texts are read by the general reader; results are rewritten at the end
//! ```
//!
//! Workers write every result with the digits 1 to 9 and `.`, 81 bytes a row ([`line`](super::text::line)); only where
//! it becomes a Python or Arrow text does another alphabet take their place. So a call without `symbols` pays nothing.

#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::board::text::{self, Alphabet, TextError};

use super::fault::Fault;
use super::rows::{Cells, ILLEGAL};

/// How the texts of a call are read and written.
#[derive(Clone, Default)]
pub struct Symbols {
    /// Nine symbols; `None` for 1 to 9.
    alphabet: Option<Arc<Alphabet>>,
    /// Whether a character that is neither a symbol nor a blank is an [`ILLEGAL`] cell rather than a fault.
    judging: bool,
}

impl Symbols {
    /// Looks at the argument `symbols`.
    pub fn new(symbols: Option<&Bound<'_, PyAny>>) -> PyResult<Symbols> {
        let Some(symbols) = symbols else { return Ok(Symbols::default()) };
        let Ok(text) = symbols.cast::<PyString>() else {
            return Err(PyTypeError::new_err(format!(
                "symbols is {}; expected a str of nine different characters, the first for 1",
                symbols.get_type().name()?
            )));
        };
        let refuse = |why: String| {
            PyValueError::new_err(format!(
                "symbols is {}: {why}; expected nine different characters, the first for 1",
                text.repr().map_or_else(|_| String::new(), |text| text.to_string())
            ))
        };
        let characters = text.len()?;
        if characters != 9 {
            return Err(refuse(format!(
                "{characters} character{}",
                if characters == 1 { "" } else { "s" }
            )));
        }
        let name = text.to_cow().map_err(|_| refuse("half a character".to_owned()))?;
        let alphabet = Alphabet::new(&name).map_err(|error| refuse(error.to_string()))?;
        let alphabet = (alphabet != Alphabet::STANDARD).then(|| Arc::new(alphabet));
        Ok(Symbols { alphabet, judging: false })
    }

    /// The same for answers, which are judged and not refused: whatever stands in a cell is a cell.
    pub fn judging(&self) -> Symbols {
        Symbols { judging: true, ..self.clone() }
    }

    /// The alphabet.
    pub fn alphabet(&self) -> &Alphabet {
        self.alphabet.as_deref().unwrap_or(&Alphabet::STANDARD)
    }

    /// The most bytes that a symbol takes in UTF-8.
    pub fn widest(&self) -> usize {
        let alphabet = self.alphabet();
        (0..=9).map(|value| alphabet.symbol(value).len_utf8()).max().unwrap_or(1)
    }

    /// Whether results are as the workers made them.
    pub fn is_standard(&self) -> bool {
        self.alphabet.is_none()
    }

    /// Writes the cells of a text; at an error they mean nothing.
    #[inline]
    pub fn read(&self, text: &str, cells: &mut Cells) -> Result<(), Fault> {
        if self.alphabet.is_none() && text::parse_line_into(text.as_bytes(), cells) {
            return Ok(());
        }
        *cells = self.read_any(text)?;
        Ok(())
    }

    /// Writes the cells of a text that is not known to be UTF-8; at an error they mean nothing.
    #[inline]
    pub fn read_bytes(&self, bytes: &[u8], cells: &mut Cells) -> Result<(), Fault> {
        if self.alphabet.is_none() && text::parse_line_into(bytes, cells) {
            return Ok(());
        }
        *cells = self.read_any_bytes(bytes)?;
        Ok(())
    }

    #[inline(never)]
    fn read_any_bytes(&self, bytes: &[u8]) -> Result<Cells, Fault> {
        if !bytes.is_empty() && bytes.iter().all(|&byte| byte < 10) {
            return Err(Fault::RawDigits);
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => self.read_any(text),
            Err(_) if self.judging => self.read_any(&String::from_utf8_lossy(bytes)),
            Err(error) => {
                let at = error.valid_up_to();
                Err(Fault::Bytes { at, byte: bytes[at] })
            }
        }
    }

    #[inline(never)]
    fn read_any(&self, text: &str) -> Result<Cells, Fault> {
        match text::parse_with(text, self.alphabet()) {
            Ok(grid) => Ok(*grid.cells()),
            Err(error) if self.judging => self.judged(text, error),
            Err(TextError::Character { at, found, cell }) if !self.is_standard() => {
                let alphabet = self.alphabet();
                let symbols = (1..=9).map(|value| alphabet.symbol(value)).collect();
                Err(Fault::Symbol { at, found, cell, symbols })
            }
            Err(error) => Err(Fault::Text(error)),
        }
    }

    /// An answer that is no puzzle: 81 characters, or 81 of them between separators, each a cell whatever it is.
    fn judged(&self, text: &str, error: TextError) -> Result<Cells, Fault> {
        let alphabet = self.alphabet();
        let value = |c: char| alphabet.value(c).unwrap_or(ILLEGAL);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let words =
            || text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let word_value = |word: &str| {
            let mut characters = word.chars();
            match (characters.next(), characters.next()) {
                (Some(c), None) => value(c),
                _ => ILLEGAL,
            }
        };
        let cells: Vec<u8> = if text.chars().count() == 81 {
            text.chars().map(value).collect()
        } else if words().count() == 81 {
            words().map(word_value).collect()
        } else {
            words().flat_map(str::chars).map(value).collect()
        };
        let found = cells.len();
        cells.try_into().map_err(|_| match error {
            // Too many or too few cells is what is wrong with it, not what stands in one of them.
            TextError::Character { .. } | TextError::Value { .. } | TextError::After { .. } => {
                Fault::Text(TextError::Length { cells: found })
            }
            error => Fault::Text(error),
        })
    }

    /// The characters of a row that the workers wrote, in UTF-8.
    #[inline]
    pub fn written<'a>(&self, line: &'a Cells) -> Cow<'a, [u8]> {
        match &self.alphabet {
            None => Cow::Borrowed(line),
            Some(alphabet) => {
                let value = |&byte: &u8| if byte == b'.' { 0 } else { byte - b'0' };
                let text: String = line.iter().map(|byte| alphabet.symbol(value(byte))).collect();
                Cow::Owned(text.into_bytes())
            }
        }
    }
}
