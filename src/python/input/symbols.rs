//! `symbols=`: the characters of a call's texts, and how a text becomes cells and cells become text.
//!
//! ```text
//!   None            1 to 9, A to Z          a clean row costs one pass; workers write results as characters
//!   "ABCDEFGHI"     A B C D E F G H I       results stay digits until a Python or Arrow text is made of them
//!   over 35 digits  numbers between blanks  likewise
//! ```

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::board::text::{self, Alphabet, MAX_SIDE, TextError};
use crate::files::write::LETTERS_END;

use crate::python::arch::points;
use crate::python::arguments::{quoted, wrong_kind};
use crate::python::errors::Fault;

use super::rows::{Content, ILLEGAL, Size, other_size};

/// How the texts of a call are read and written.
#[derive(Clone)]
pub struct Symbols {
    /// The boards of the call.
    pub size: Size,
    /// The caller's own symbols; `None` for the standard ones.
    own: Option<Arc<Alphabet>>,
    standard: &'static Alphabet,
    /// Whether a character that is neither a symbol nor a blank is an [`ILLEGAL`] cell rather than a fault.
    pub is_answer: bool,
    /// The content of all texts, where the first one does not decide.
    pub content: Option<Content>,
}

/// The standard alphabet of a size, made at its first use. There are some two thousand sizes, of which a program uses few.
fn standard(size: Size) -> &'static Alphabet {
    static ALPHABETS: [OnceLock<Alphabet>; MAX_SIDE + 1] =
        [const { OnceLock::new() }; MAX_SIDE + 1];
    static OTHERS: Mutex<BTreeMap<(usize, usize), &'static Alphabet>> = Mutex::new(BTreeMap::new());
    let Size { side, digits, .. } = size;
    if side == digits {
        return ALPHABETS[side].get_or_init(|| Alphabet::standard(side));
    }
    let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
    others
        .entry((side, digits))
        .or_insert_with(|| Box::leak(Box::new(Alphabet::standard(digits).on_board(side))))
}

impl Symbols {
    /// The standard symbols of a size.
    pub fn standard(size: Size) -> Symbols {
        Symbols { size, own: None, standard: standard(size), is_answer: false, content: None }
    }

    /// Parses the argument `symbols`.
    pub fn new(size: Size, symbols: Option<&Bound<'_, PyAny>>) -> PyResult<Symbols> {
        let Some(symbols) = symbols else { return Ok(Symbols::standard(size)) };
        let expected = format!("{} different characters, the first for 1", size.digits);
        let Ok(text) = symbols.cast::<PyString>() else {
            return Err(wrong_kind("symbols", symbols, &format!("a str of {expected}")));
        };
        let refuse = |why: String, hint: &str| {
            PyValueError::new_err(format!(
                "symbols is {}: {why}; expected {expected}{hint}",
                quoted(text)
            ))
        };
        let characters = text.len()?;
        if characters != size.digits {
            let plural = if characters == 1 { "" } else { "s" };
            // A side that is a square is hardly a slip.
            let hint = match characters.isqrt().pow(2) == characters {
                true => other_size(size, characters),
                false => String::new(),
            };
            return Err(refuse(format!("{characters} character{plural}"), &hint));
        }
        let name = text.to_cow().map_err(|_| refuse("half a character".to_owned(), ""))?;
        let alphabet = Alphabet::new(&name).map_err(|error| refuse(error.to_string(), ""))?;
        let alphabet = alphabet.on_board(size.side);
        let own = (alphabet != *standard(size)).then(|| Arc::new(alphabet));
        Ok(Symbols { own, ..Symbols::standard(size) })
    }

    /// The same symbols for answers, where any character counts as a cell.
    pub fn for_answers(&self) -> Symbols {
        Symbols { is_answer: true, ..self.clone() }
    }

    /// The alphabet.
    pub fn alphabet(&self) -> &Alphabet {
        match &self.own {
            Some(alphabet) => alphabet,
            None => self.standard,
        }
    }

    /// Whether workers write results as characters, one byte a cell.
    pub fn is_plain(&self) -> bool {
        self.own.is_none() && self.size.digits <= LETTERS_END
    }

    /// The most bytes that the text of a board takes in UTF-8.
    pub fn widest(&self) -> usize {
        let Size { digits, area, .. } = self.size;
        match &self.own {
            None if digits <= LETTERS_END => area,
            None => 3 * area - 1,
            Some(alphabet) => {
                let bytes = |value| alphabet.symbol(value).len_utf8();
                area * (0..=digits as u8).map(bytes).max().unwrap_or(1)
            }
        }
    }

    /// The most characters that the text of a board takes.
    pub fn characters(&self) -> usize {
        let Size { digits, area, .. } = self.size;
        if self.own.is_none() && digits > LETTERS_END { 3 * area - 1 } else { area }
    }

    /// Reads a row of exactly one character a cell into `cells`; `false` for any other text, and what is in `cells`
    /// then means nothing.
    #[inline(always)]
    fn read_clean(&self, bytes: &[u8], cells: &mut [u8]) -> bool {
        if self.own.is_some() {
            return false;
        }
        if self.size.digits == 9
            && let Ok(cells) = <&mut [u8; 81]>::try_from(&mut *cells)
        {
            return text::parse_line_into(bytes, cells);
        }
        self.size.digits <= LETTERS_END
            && text::parse_row_into(bytes, self.alphabet(), cells)
            && !self.has_digit_zero(bytes, cells)
    }

    /// Whether 0 seems to be a digit in a text of these cells: the board has more than nine digits, 0 and another blank
    /// both occur, and the highest digit does not.
    ///
    /// Boards of 0 to F in print have `.` for a blank. Up to nine digits, files that mix 0 and `.` are common.
    fn has_digit_zero(&self, text: &[u8], cells: &[u8]) -> bool {
        let digits = self.size.digits;
        if self.own.is_some() || !(10..=LETTERS_END).contains(&digits) || !text.contains(&b'0') {
            return false;
        }
        let zeros = text.iter().filter(|&&byte| byte == b'0').count();
        let blanks = cells.iter().filter(|&&cell| cell == 0).count();
        // Numbers of two digits have more characters than cells.
        let signs = text.iter().filter(|byte| byte.is_ascii_alphanumeric()).count();
        let is_plain = signs - zeros <= cells.len() - blanks;
        is_plain && zeros < blanks && !cells.contains(&(digits as u8))
    }

    /// Reads many clean rows with nothing between them; `false` where one is not clean, and what is in `cells` then
    /// means nothing.
    pub fn read_points(&self, bytes: &[u8], cells: &mut [u8]) -> bool {
        match self.size.side {
            9 if self.size.digits == 9 => self.own.is_none() && points::parse(bytes, cells),
            _ => {
                let area = self.size.area;
                let mut rows = bytes.chunks_exact(area).zip(cells.chunks_exact_mut(area));
                rows.all(|(bytes, cells)| self.read_clean(bytes, cells))
            }
        }
    }

    /// Writes the row of a text, digits or pencil marks; at an error what it holds means nothing.
    #[inline(always)]
    pub fn read(&self, text: &str, content: Content, row: &mut [u8]) -> Result<(), Fault> {
        match content {
            Content::Digits if self.read_clean(text.as_bytes(), row) => Ok(()),
            _ => self.read_unclean(text, content, row),
        }
    }

    /// Out of line, so that a clean text costs no call.
    #[inline(never)]
    fn read_unclean(&self, text: &str, content: Content, row: &mut [u8]) -> Result<(), Fault> {
        match content {
            Content::Digits => row.copy_from_slice(&self.read_any(text)?),
            Content::Candidates => {
                let masks = text::parse_pencilmarks(text, self.alphabet()).or_else(|error| {
                    // Givens among pencil marks: a blank cell has all candidates.
                    let all = u64::MAX >> (64 - self.size.digits);
                    let mask = |digit| if digit == 0 { all } else { 1u64 << (digit - 1) };
                    let cells = text::parse_cells(text, self.alphabet());
                    cells.map(|cells| cells.into_iter().map(mask).collect()).map_err(|_| error)
                });
                row.copy_from_slice(bytemuck::cast_slice(&masks.map_err(Fault::Text)?));
            }
        }
        Ok(())
    }

    /// The same for a text that may not be UTF-8.
    #[inline]
    pub fn read_bytes(&self, bytes: &[u8], content: Content, row: &mut [u8]) -> Result<(), Fault> {
        if content == Content::Digits && self.read_clean(bytes, row) {
            return Ok(());
        }
        if !bytes.is_empty() && bytes.iter().all(|&byte| byte < 10) {
            return Err(Fault::RawDigits);
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => self.read(text, content, row),
            Err(_) if self.is_answer => self.read(&String::from_utf8_lossy(bytes), content, row),
            Err(error) => {
                let at = error.valid_up_to();
                Err(Fault::Bytes { at, byte: bytes[at] })
            }
        }
    }

    /// What the texts of a call hold that begin with this one: pencil marks where it is no board, but as long as a
    /// grid of candidates, or with lists of them.
    pub fn content_of(&self, text: &str) -> Content {
        if let Some(content) = self.content {
            return content;
        }
        let Size { digits, area, .. } = self.size;
        let long = text.len() >= digits * area || text::lists_candidates(text);
        if long
            && text::parse_cells(text, self.alphabet()).is_err()
            && text::parse_pencilmarks(text, self.alphabet()).is_ok()
        {
            return Content::Candidates;
        }
        Content::Digits
    }

    fn read_any(&self, text: &str) -> Result<Vec<u8>, Fault> {
        let alphabet = self.alphabet();
        match text::parse_cells(text, alphabet) {
            Ok(cells) if !self.is_answer && self.has_digit_zero(text.as_bytes(), &cells) => {
                Err(Fault::DigitZero)
            }
            Ok(cells) => Ok(cells),
            Err(error) if self.is_answer => self.read_answer(text, error),
            Err(TextError::Character { at, found, cell }) if self.own.is_some() => {
                let symbols = (1..=alphabet.digits() as u8).map(|value| alphabet.symbol(value));
                Err(Fault::Symbol { at, found, cell, symbols: symbols.collect() })
            }
            Err(error) => Err(Fault::Text(error)),
        }
    }

    /// An answer that is not a puzzle: as many characters as cells, or as many words, each a cell whatever it is.
    fn read_answer(&self, text: &str, error: TextError) -> Result<Vec<u8>, Fault> {
        let area = self.size.area;
        let value = |c: char| self.alphabet().value(c).unwrap_or(ILLEGAL);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let words =
            || text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let word_value = |word: &str| {
            let mut characters = word.chars();
            match (characters.next(), characters.next()) {
                (Some(c), None) => value(c),
                _ => match word.parse::<u8>() {
                    Ok(number) if self.own.is_none() && usize::from(number) <= self.size.digits => {
                        number
                    }
                    _ => ILLEGAL,
                },
            }
        };
        let cells: Vec<u8> = if text.chars().count() == area {
            text.chars().map(value).collect()
        } else if words().count() == area {
            words().map(word_value).collect()
        } else {
            words().flat_map(str::chars).map(value).collect()
        };
        if cells.len() == area {
            return Ok(cells);
        }
        Err(Fault::Text(match error {
            // Too many or too few cells is what is wrong with it, not what is in one of them.
            TextError::Character { .. } | TextError::Value { .. } | TextError::After { .. } => {
                TextError::Length { cells: cells.len() }
            }
            error => error,
        }))
    }

    /// What stands for a digit, `.` for 0.
    pub fn word(&self, digit: u8) -> String {
        match digit {
            10.. if self.own.is_none() && self.size.digits > LETTERS_END => digit.to_string(),
            _ => self.alphabet().symbol(digit).to_string(),
        }
    }

    /// The characters of a row that the workers wrote, in UTF-8: characters already, or digits.
    #[inline(always)]
    pub fn written<'a>(&self, row: &'a [u8]) -> Cow<'a, [u8]> {
        if self.is_plain() {
            return Cow::Borrowed(row);
        }
        Cow::Owned(self.spelled(row))
    }

    #[inline(never)]
    fn spelled(&self, row: &[u8]) -> Vec<u8> {
        let between = if self.own.is_some() { "" } else { " " };
        let words: Vec<String> = row.iter().map(|&digit| self.word(digit)).collect();
        words.join(between).into_bytes()
    }
}
