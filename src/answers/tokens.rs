//! The tokens of a line: cells, labels and words.

use super::chosen::Words;
use super::plain::BREAK;
use super::words::{Meaning, meaning};
use crate::board::text::Alphabet;

/// The longest look-ahead for the end of a remark in parentheses, in bytes.
const AHEAD: usize = 80;

#[derive(Clone, Copy, Debug)]
pub(super) enum Token {
    /// A word that can be cells.
    Cells {
        /// Its characters as cells are `values[start..start + count]`; the count is 0 if they are not all cells.
        start: u32,
        count: u32,
        /// The word as one cell.
        one: Option<u8>,
        /// The word as a number.
        number: Option<u8>,
    },
    /// A character that is a blank cell or punctuation.
    Blank,
    Bar,
    Separator,
    Open,
    Close,
    /// The words before a colon or an equals sign.
    Label(Caption),
    /// A word that is no cell.
    Word(Caption),
    /// A boundary between boards.
    Break,
    /// The end of a sentence.
    Stop,
    /// The rest of the line is a remark.
    Remark,
}

impl Token {
    /// The number of characters of a word that can be cells.
    pub(super) fn characters(&self) -> usize {
        match self {
            Token::Cells { count, .. } => (*count as usize).max(1),
            _ => 0,
        }
    }
}

/// The cells of a word.
pub(super) fn cells_of_word(values: &[u8], start: u32, count: u32) -> &[u8] {
    &values[start as usize..][..count as usize]
}

/// What words say about the cells after them.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Caption {
    /// The number of a row.
    pub number: Option<u8>,
    /// The number in words, as "first".
    pub ordinal: Option<u8>,
    /// The unit that it names.
    pub unit: Option<Unit>,
    pub words: Words,
    /// The letter of a word of one letter, or the name of a board.
    pub name: Option<u8>,
}

impl Caption {
    /// Adds the words of another caption, which follow.
    pub(super) fn add(&mut self, next: Caption) {
        self.number = next.number.or(self.number);
        self.ordinal = next.ordinal.or(self.ordinal);
        self.unit = next.unit.or(self.unit);
        self.words.add(next.words);
    }

    /// The number of a row.
    pub(super) fn row(&self) -> Option<u8> {
        self.number.or(self.ordinal.filter(|_| self.unit == Some(Unit::Row)))
    }

    /// Whether the cells after it are columns or boxes.
    pub(super) fn is_line(&self) -> bool {
        matches!(self.unit, Some(Unit::Column | Unit::Box))
    }

    /// Whether the cells after it are no row.
    pub(super) fn is_other(&self) -> bool {
        self.unit.is_some_and(|unit| unit != Unit::Row)
    }
}

/// The meaning of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    Row,
    Column,
    Box,
    /// Digits that are no part of a board, such as missing ones.
    Other,
}

/// The tokens of a line, with the cells of words.
pub(super) struct Line<'a> {
    pub tokens: &'a [Token],
    pub values: &'a [u8],
    /// Whether it is a rule, as below the heading of a table.
    pub is_rule: bool,
}

pub(super) struct Lexer<'a> {
    alphabet: &'a Alphabet,
    /// The first digit as a number, if digits are numbers.
    first: Option<u8>,
    tokens: Vec<Token>,
    values: Vec<u8>,
    /// Whether the line has words that can be cells.
    has_cells: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(alphabet: &'a Alphabet) -> Lexer<'a> {
        let first = match alphabet.symbol(1) {
            '1' => Some(1),
            '0' => Some(0),
            _ => None,
        };
        Lexer { alphabet, first, tokens: Vec::new(), values: Vec::new(), has_cells: false }
    }

    pub(super) fn line(&mut self, line: &str) -> Line<'_> {
        self.tokens.clear();
        self.values.clear();
        self.has_cells = false;
        let (mut at, mut is_rule, mut before) = (0, false, ' ');
        while let Some(c) = line[at..].chars().next() {
            let next = at + c.len_utf8();
            let rest = &line[next..];
            at = next;
            match c {
                BREAK => self.tokens.push(Token::Break),
                '|' => self.tokens.push(Token::Bar),
                ',' | ';' => self.tokens.push(Token::Separator),
                '[' | '{' => self.tokens.push(Token::Open),
                ']' | '}' | ')' => self.tokens.push(Token::Close),
                '(' => match self.has_cells.then(|| self.remark(rest)).flatten() {
                    Some(length) => at += length,
                    None => self.tokens.push(Token::Open),
                },
                ':' | '=' => self.label(c),
                '+' => is_rule = true,
                '#' if self.has_cells => self.tokens.push(Token::Remark),
                '/' if rest.starts_with('/') && self.has_cells => self.tokens.push(Token::Remark),
                '#' => self.tokens.push(Token::Word(Caption::default())),
                '"' | '\'' if rest.starts_with(c) => {
                    at += 1;
                    match rest[1..].starts_with(c) {
                        true => at += 1,
                        false => self.blank(),
                    }
                }
                '-' => {
                    is_rule |= "-|:+".contains(before);
                    self.tokens.push(Token::Blank);
                }
                '.' | '!' | '?'
                    if before.is_alphanumeric()
                        && rest.chars().next().is_none_or(char::is_whitespace)
                        && self.is_sentence(rest) =>
                {
                    self.tokens.push(Token::Stop)
                }
                '.' | '_' | '*' | '?' | '~' => self.tokens.push(Token::Blank),
                _ if c.is_alphanumeric() => {
                    let others = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
                    at = next + others;
                    let word = &line[next - c.len_utf8()..at];
                    let is_whole = !before.is_alphanumeric() && before != '.';
                    self.word(word);
                    if is_whole && word.len() <= 1 + usize::from(self.alphabet.digits() > 9) {
                        at += zero_fraction(word, &line[at..]);
                    }
                    // The number of an item in a list.
                    if let [Token::Cells { number: Some(_), .. }] = self.tokens[..]
                        && let Some(text) = line[at..].strip_prefix(['.', ')'])
                        && text.starts_with([' ', '\t'])
                    {
                        at += 1;
                    }
                }
                _ => {}
            }
            before = line[..at].chars().next_back().unwrap_or(' ');
            if let Some(Token::Remark) = self.tokens.last() {
                break;
            }
        }
        if is_rule && !self.has_cells {
            self.tokens.retain(|token| !matches!(token, Token::Blank));
        }
        is_rule &= !self.has_cells;
        Line { tokens: &self.tokens, values: &self.values, is_rule }
    }

    /// The length of a remark with words, or a size, up to the closing parenthesis, if it is near.
    fn remark(&self, text: &str) -> Option<usize> {
        let near = text.bytes().take(AHEAD).take_while(|&byte| byte != b')').count();
        let inner = text.get(..near)?;
        let has_words =
            inner.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_alphabetic));
        ((has_words || self.is_size(inner)) && text[near..].starts_with(')')).then_some(near + 1)
    }

    /// Whether a word is the size of the board, as "9x9".
    fn is_size(&self, word: &str) -> bool {
        let sides = (word.len() <= 6).then(|| word.split_once(['x', '×'])).flatten();
        sides.is_some_and(|(rows, columns)| {
            rows == columns && rows.parse() == Ok(self.alphabet.side())
        })
    }

    /// Whether the tokens before a full stop are a sentence: they end with a word, or with a word and a number before another
    /// sentence.
    fn is_sentence(&self, rest: &str) -> bool {
        match self.tokens[..] {
            [.., Token::Word(_)] => true,
            [.., Token::Word(_), Token::Cells { number: Some(_), .. }] => {
                rest.trim_start().starts_with(char::is_uppercase)
            }
            _ => false,
        }
    }

    fn blank(&mut self) {
        self.tokens.push(Token::Cells {
            start: self.values.len() as u32,
            count: 1,
            one: Some(0),
            number: None,
        });
        self.values.push(0);
        self.has_cells = true;
    }

    fn word(&mut self, word: &str) {
        if ["null", "none", "nan"].iter().any(|name| word.eq_ignore_ascii_case(name)) {
            return self.blank();
        }
        if self.is_size(word) {
            return self.tokens.push(Token::Word(Caption::default()));
        }
        if word.eq_ignore_ascii_case("and") && self.has_cells {
            return self.tokens.push(Token::Separator);
        }
        let start = self.values.len();
        let values = word.chars().map_while(|c| self.alphabet.value(c));
        self.values.extend(values);
        if self.values.len() - start < word.chars().count() {
            self.values.truncate(start);
        }
        let count = self.values.len() - start;
        let number = whole(word);
        let one = match self.first {
            _ if count == 1 => Some(self.values[start]),
            Some(first) if self.alphabet.digits() > 9 => number
                .map(|number| (number + 1).saturating_sub(first))
                .filter(|&value| usize::from(value) <= self.alphabet.digits()),
            _ => None,
        };
        self.has_cells |= count > 0 || one.is_some();
        self.tokens.push(match count > 0 || one.is_some() {
            true => Token::Cells { start: start as u32, count: count as u32, one, number },
            false => Token::Word(caption(word)),
        });
    }

    /// Turns the words since the last separator, or the parenthesis just closed, into a label. Cells before a colon are no
    /// label, but for a single number.
    fn label(&mut self, sign: char) {
        let is_end = |token: &Token| {
            matches!(
                token,
                Token::Separator
                    | Token::Bar
                    | Token::Open
                    | Token::Close
                    | Token::Label(_)
                    | Token::Stop
                    | Token::Break
            )
        };
        let mut start = self.tokens.len();
        if let Some(Token::Close) = self.tokens.last() {
            while start > 0 && !matches!(self.tokens[start - 1], Token::Open | Token::Label(_)) {
                start -= 1;
            }
        }
        let side = self.alphabet.side();
        let mut has_words = false;
        while let Some(token) = self.tokens[..start].last() {
            // A row before the words.
            let is_row = matches!(token, Token::Cells { count, .. } if *count as usize >= side);
            if is_end(token) || has_words && is_row {
                break;
            }
            has_words |= matches!(token, Token::Word(_));
            start -= 1;
        }
        // The last number of a sentence before.
        if let [Token::Cells { .. }, Token::Blank, Token::Word(_), ..] = self.tokens[start..] {
            start += 2;
        }
        let mut label = Caption::default();
        let (mut words, mut cells, mut blanks) = (0, 0, 0);
        let mut before = Words::default();
        for token in &self.tokens[start..] {
            match token {
                Token::Cells { number, .. } => {
                    cells += 1;
                    label.number = *number;
                    if let Some(number) = number.filter(|_| before.has_noun()) {
                        label.name = Some(number);
                    }
                }
                Token::Word(caption) => {
                    words += 1;
                    label.add(*caption);
                    label.name = caption.name.filter(|_| before.has_noun()).or(label.name);
                    before = caption.words;
                }
                Token::Blank => blanks += 1,
                _ => {}
            }
        }
        let filled: usize = self.tokens[start..].iter().map(Token::characters).sum();
        if words == 0
            && cells > 1
            && blanks == 0
            && filled.is_multiple_of(self.alphabet.side())
            && sign == '='
        {
            // A row and its sum.
            return self.tokens.push(Token::Remark);
        }
        if cells > 1 || words == 0 && blanks > 0 {
            label.number = None;
        }
        if words > 0 || cells > 0 && (sign == '=' || cells == 1 && blanks == 0) {
            self.tokens.truncate(start);
            self.tokens.push(Token::Label(label));
        }
    }
}

/// The length of ".0" after a number.
fn zero_fraction(word: &str, rest: &str) -> usize {
    let Some(zeros) = rest.strip_prefix('.') else { return 0 };
    let count = zeros.bytes().take_while(|&byte| byte == b'0').count();
    let is_end = !zeros[count..].starts_with(|c: char| c.is_alphanumeric() || c == '.');
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    if count > 0 && is_end && is_number { 1 + count } else { 0 }
}

/// A whole number of at most two digits.
fn whole(word: &str) -> Option<u8> {
    (word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| word.parse().ok())?
}

fn caption(word: &str) -> Caption {
    let digits = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
    let (name, rest) = word.split_at(digits);
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    let Meaning { words, unit, ordinal } = meaning(word, name);
    let unit = match (name, length) {
        ("c" | "C" | "k" | "K", 1..) | ("列" | "열", _) => Some(Unit::Column),
        ("r" | "R", 1..) | ("行" | "행", _) => Some(Unit::Row),
        ("b" | "B", 1..) | ("宫" | "宮", _) => Some(Unit::Box),
        _ => unit,
    };
    let name = match *word.as_bytes() {
        [letter] => Some(letter.to_ascii_uppercase()),
        _ => None,
    };
    Caption { number: whole(&rest[..length]), ordinal, unit, words, name }
}
