//! Alphabets: the characters that represent digits in a text.
//!
//! ```text
//!   '1' … '9' 'A' … 'Z'   1 … 35, the standard alphabet, upper or lower case
//!   . 0 _ * ? x X         blank, unless the alphabet uses 0 or the letter as a digit
//! ```

use std::fmt;

/// The characters that represent the digits of a puzzle, and the characters for a blank cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Alphabet {
    symbols: [char; MAX_SIDE],
    /// The number of symbols.
    digits: usize,
    /// The number of rows and columns; equal to the number of symbols unless changed by [`Alphabet::on_board`].
    side: usize,
    /// The value of each ASCII character: 0 for a blank, [`NOT_A_CELL`] if it is neither a digit nor a blank.
    ascii: [u8; 128],
}

/// The maximum number of symbols.
pub const MAX_SIDE: usize = 64;

/// The largest side whose digits are all single characters.
const LETTERS_END: usize = 35;

/// Placeholders for digits without a character of their own: unassigned code points at the end of Unicode.
const NO_CHARACTER: [char; MAX_SIDE] = {
    let mut all = ['\0'; MAX_SIDE];
    let mut k = 0;
    while k < MAX_SIDE {
        if let Some(c) = char::from_u32(0x10_ff00 + k as u32) {
            all[k] = c;
        }
        k += 1;
    }
    all
};

/// The value of a character that is neither a digit nor a blank.
pub(super) const NOT_A_CELL: u8 = u8::MAX;

/// The reason why symbols do not form an alphabet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum AlphabetError {
    /// There are more symbols than the largest board has digits.
    TooLong {
        /// The number of symbols.
        symbols: usize,
    },
    /// A symbol occurs twice.
    Repeated {
        /// The symbol.
        symbol: char,
    },
    /// A character has another meaning in a puzzle's text: a blank, a frame, a separator or a comment.
    Reserved {
        /// The symbol.
        symbol: char,
    },
}

impl Alphabet {
    /// The digits 1 to 9.
    pub const STANDARD: Alphabet = Alphabet::standard(9);

    /// The standard alphabet of a board with this side: 1 to 9, then A to Z.
    ///
    /// Above side 35 there are not enough letters. Digits are then numbers separated by white space, and the only
    /// single characters are 1 to 9.
    ///
    /// # Panics
    /// If `side` is above 64.
    pub const fn standard(side: usize) -> Alphabet {
        assert!(side <= MAX_SIDE, "expected a side of at most 64");
        let mut symbols = ['\0'; MAX_SIDE];
        let mut k = 0;
        while k < side {
            symbols[k] = if k < 9 {
                (b'1' + k as u8) as char
            } else if side <= LETTERS_END {
                (b'A' + (k - 9) as u8) as char
            } else {
                NO_CHARACTER[k]
            };
            k += 1;
        }
        Alphabet::with_symbols(symbols, side)
    }

    /// The alphabet in which the k-th of `symbols` represents digit k.
    ///
    /// A letter also matches in its other case, unless that is a symbol too.
    ///
    /// # Errors
    /// [`AlphabetError`] if there are too many symbols, or one is repeated or has another meaning in a puzzle's text.
    pub fn new(symbols: &str) -> Result<Alphabet, AlphabetError> {
        let mut all = ['\0'; MAX_SIDE];
        let mut side = 0;
        for symbol in symbols.chars() {
            if is_reserved(symbol) {
                return Err(AlphabetError::Reserved { symbol });
            }
            if all[..side].contains(&symbol) {
                return Err(AlphabetError::Repeated { symbol });
            }
            if side == MAX_SIDE {
                return Err(AlphabetError::TooLong { symbols: symbols.chars().count() });
            }
            all[side] = symbol;
            side += 1;
        }
        Ok(Alphabet::with_symbols(all, side))
    }

    const fn with_symbols(symbols: [char; MAX_SIDE], digits: usize) -> Alphabet {
        let mut ascii = [NOT_A_CELL; 128];
        let mut k = 0;
        while k < BLANKS.len() {
            ascii[BLANKS[k] as usize] = 0;
            k += 1;
        }
        // The first pass sets the other case; if that is a symbol too, the second pass overwrites it.
        let mut exact = 0;
        while exact < 2 {
            let mut k = 0;
            while k < digits {
                if symbols[k].is_ascii() {
                    let byte = symbols[k] as u8;
                    if exact == 1 {
                        ascii[byte as usize] = k as u8 + 1;
                    } else if byte.is_ascii_alphabetic() {
                        ascii[(byte ^ 0x20) as usize] = k as u8 + 1;
                    }
                }
                k += 1;
            }
            exact += 1;
        }
        Alphabet { symbols, digits, side: digits, ascii }
    }

    /// Returns this alphabet for a board with another side; there may be more digits than cells in a row.
    #[must_use]
    pub const fn on_board(self, side: usize) -> Alphabet {
        Alphabet { side, ..self }
    }

    /// The number of rows and columns of the board.
    #[inline]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// The number of digits.
    #[inline]
    pub const fn digits(&self) -> usize {
        self.digits
    }

    /// The value of a character: 1 and up for a digit, 0 for a blank, `None` for any other character.
    #[inline]
    pub fn value(&self, symbol: char) -> Option<u8> {
        match self.ascii.get(symbol as usize) {
            Some(&value) => (value != NOT_A_CELL).then_some(value),
            None => self.symbols().iter().position(|&other| other == symbol).map(|k| k as u8 + 1),
        }
    }

    /// The value of a byte of ASCII text; [`NOT_A_CELL`] if it is neither a digit nor a blank.
    #[inline]
    pub(super) fn ascii_value(&self, byte: u8) -> u8 {
        self.ascii.get(usize::from(byte)).copied().unwrap_or(NOT_A_CELL)
    }

    /// The character for a value; `.` for 0.
    ///
    /// # Panics
    /// If `value` is above the number of digits.
    #[inline]
    pub fn symbol(&self, value: u8) -> char {
        if value == 0 { '.' } else { self.symbols()[usize::from(value) - 1] }
    }

    /// Whether this is the standard alphabet, the only one that allows numbers with several digits.
    pub(super) fn is_standard(&self) -> bool {
        self.symbols() == Alphabet::standard(self.digits).symbols()
    }

    fn symbols(&self) -> &[char] {
        &self.symbols[..self.digits]
    }
}

impl Default for Alphabet {
    fn default() -> Alphabet {
        Alphabet::STANDARD
    }
}

impl fmt::Debug for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbols: String = self.symbols().iter().collect();
        f.debug_tuple("Alphabet").field(&symbols).finish()
    }
}

impl fmt::Display for AlphabetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AlphabetError::TooLong { symbols } => {
                write!(f, "the alphabet has {symbols} symbols; expected at most {MAX_SIDE}")
            }
            AlphabetError::Repeated { symbol } => {
                write!(f, "the symbol {symbol:?} occurs twice")
            }
            AlphabetError::Reserved { symbol } => write!(
                f,
                "{symbol:?} cannot be a symbol: it is a blank, or part of frames, separators or comments"
            ),
        }
    }
}

impl std::error::Error for AlphabetError {}

/// Characters that mean blank unless they are symbols.
const BLANKS: &[u8] = b".0_*?xX";

fn is_reserved(symbol: char) -> bool {
    symbol.is_whitespace()
        || symbol.is_control()
        || "._*?#%<>,;:'\"()[]{}/\\\u{feff}".contains(symbol)
        || super::lines::is_horizontal(symbol)
        || super::lines::is_vertical(symbol)
        || super::lines::is_corner(symbol)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_continue_the_digits_and_x_is_blank_until_it_is_one() {
        let nine = Alphabet::STANDARD;
        assert_eq!((nine.value('9'), nine.value('A'), nine.value('x')), (Some(9), None, Some(0)));
        let big = Alphabet::standard(35);
        assert_eq!(
            (big.value('A'), big.value('a'), big.value('z')),
            (Some(10), Some(10), Some(35))
        );
        assert_eq!((big.value('x'), big.value('X')), (Some(33), Some(33)));
        for value in 0..=35 {
            assert_eq!(big.value(big.symbol(value)), Some(value));
        }
        assert!(big.is_standard() && nine.is_standard());
    }

    #[test]
    fn an_alphabet_of_ones_own_folds_case_only_where_that_is_clear() {
        let letters = Alphabet::new("aBcDxFghI").unwrap();
        assert_eq!(
            (letters.value('A'), letters.value('b'), letters.value('X')),
            (Some(1), Some(2), Some(5))
        );
        assert_eq!(
            (letters.value('1'), letters.value('0'), letters.value('.')),
            (None, Some(0), Some(0))
        );
        assert!(!letters.is_standard());
        let both = Alphabet::new("aAbB").unwrap();
        assert_eq!(
            (both.value('a'), both.value('A'), both.value('B')),
            (Some(1), Some(2), Some(4))
        );
        let greek = Alphabet::new("αβγδεζηθι").unwrap();
        assert_eq!((greek.value('ι'), greek.value('κ'), greek.symbol(1)), (Some(9), None, 'α'));
    }

    #[test]
    fn what_means_something_else_is_no_symbol() {
        for symbol in "._*?#,;|-=+ \t│─╋".chars() {
            let text = format!("12{symbol}");
            assert_eq!(Alphabet::new(&text), Err(AlphabetError::Reserved { symbol }));
        }
        assert_eq!(Alphabet::new("121"), Err(AlphabetError::Repeated { symbol: '1' }));
        let many: String = ('\u{4e00}'..).take(65).collect();
        assert_eq!(Alphabet::new(&many), Err(AlphabetError::TooLong { symbols: 65 }));
    }
}
