//! The choice between the boards of a text: the last complete one, unless the words before it offer it beside another.

use super::{Reading, Reason};

/// Words since the last complete board, as flags.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Words(u8);

impl Words {
    /// A word of at least three letters, or any in other scripts.
    const ANY: u8 = 1;
    /// A word that offers a further board beside the one before it.
    const CHOICE: u8 = 2;
    /// A word that replaces the board before it, or calls the next one better.
    const DECISION: u8 = 4;
    /// A word that takes back the board before it.
    const RETRACTION: u8 = 8;
    /// A word after which another board is begun.
    const REJECTION: u8 = 16;
    /// A word for the last board.
    const FINAL: u8 = 32;
    /// A word for a board, before its name.
    const NOUN: u8 = 64;
    /// A word before the name of the chosen board.
    const PICK: u8 = 128;

    /// The flags of one word.
    pub(super) fn from_word(word: &str) -> Words {
        let mut buffer = [0; 32];
        let Some(lower) = buffer.get_mut(..word.len()) else { return Words(Words::ANY) };
        lower.copy_from_slice(word.as_bytes());
        lower.make_ascii_lowercase();
        let lower = &*lower;
        let is_in = |list: &[&str]| list.iter().any(|known| known.as_bytes() == lower);
        let begins = |list: &[&str]| list.iter().any(|stem| lower.starts_with(stem.as_bytes()));
        let is_long = word.len() > 2 && !word.bytes().any(|byte| byte.is_ascii_digit());
        let kinds = [
            (is_long, Words::ANY),
            (is_in(CHOICE), Words::CHOICE),
            (begins(DECISION), Words::DECISION),
            (begins(RETRACTION), Words::DECISION | Words::RETRACTION),
            (is_in(&["wrong", "redo", "restart"]), Words::REJECTION),
            (begins(&["final", "最终"]), Words::FINAL | Words::DECISION),
            (is_in(NOUNS), Words::NOUN),
            (is_in(PICKS), Words::PICK),
        ];
        Words(kinds.iter().filter(|(is_one, _)| *is_one).fold(0, |all, (_, kind)| all | kind))
    }

    pub(super) fn add(&mut self, other: Words) {
        self.0 |= other.0;
    }

    fn has(self, kinds: u8) -> bool {
        self.0 & kinds != 0
    }

    pub(super) fn has_noun(self) -> bool {
        self.has(Words::NOUN)
    }

    /// Whether two different boards with these words between them are alternatives.
    fn is_choice(self) -> bool {
        !self.has(Words::DECISION) && (self.has(Words::CHOICE) || !self.has(Words::ANY))
    }
}

const CHOICE: &[&str] = &[
    "or",
    "alternatively",
    "alternative",
    "another",
    "other",
    "second",
    "also",
    "option",
    "either",
    "version",
    "candidate",
    "segunda",
    "seconde",
    "zweite",
    "oder",
    "解",
    "第",
    "种",
];
const NOUNS: &[&str] = &["version", "option", "solution", "candidate", "grid", "board", "answer"];
const PICKS: &[&str] = &["answer", "choose", "pick", "prefer", "final"];
/// Beginnings of words.
const RETRACTION: &[&str] = &[
    "wait",
    "mistake",
    "error",
    "wrong",
    "correct",
    "fix",
    "actually",
    "revis",
    "conflict",
    "invalid",
    "repeat",
    "duplicat",
    "sorry",
    "oops",
    "apolog",
    "violat",
    "incorrect",
    "fail",
    "corr",
    "korr",
    "fehler",
    "erreur",
    "falsch",
    "redo",
    "restart",
    "修",
    "更正",
    "错",
    "改",
];
const DECISION: &[&str] = &[
    "instead", "recheck", "swap", "exchang", "adjust", "retry", "updat", "again", "try", "attempt",
    "errata",
];

/// The boards of a text so far, as far as they matter.
pub(super) struct Chosen<'a> {
    puzzle: &'a [u8],
    complete: Option<Box<[u8]>>,
    incomplete: Option<Box<[u8]>>,
    /// A board from its columns or boxes.
    units: Option<Box<[u8]>>,
    /// Whether the last complete board is one of several offered.
    is_choice: bool,
    /// Whether the words before it call it the last one.
    is_final: bool,
    /// Whether the puzzle was repeated.
    has_puzzle: bool,
    /// Whether there was a part of a board.
    has_part: bool,
    words: Words,
    /// The last name of a board, and the boards that follow one.
    name: Option<u8>,
    named: Vec<(u8, Box<[u8]>)>,
    /// The name after a word that picks a board.
    picked: Option<u8>,
}

impl<'a> Chosen<'a> {
    pub(super) fn new(puzzle: &'a [u8]) -> Chosen<'a> {
        Chosen {
            puzzle,
            complete: None,
            incomplete: None,
            units: None,
            is_choice: false,
            is_final: false,
            has_puzzle: false,
            has_part: false,
            words: Words::default(),
            name: None,
            named: Vec::new(),
            picked: None,
        }
    }

    /// Words, and the name of a board among them.
    pub(super) fn word(&mut self, words: Words, name: Option<u8>) {
        self.words.add(words);
        if name.is_some() {
            self.name = name;
            self.picked = name.filter(|_| self.words.has(Words::PICK));
        }
    }

    /// Whether a given of the first row contradicts a row.
    pub(super) fn contradicts(&self, row: &[u8]) -> bool {
        row.iter().zip(self.puzzle).any(|(digit, given)| *given != 0 && digit != given)
    }

    /// A part of a board. A complete board before it does not count if the words between reject it.
    pub(super) fn part(&mut self) {
        self.has_part = true;
        if self.words.has(Words::REJECTION) {
            self.complete = None;
        }
    }

    pub(super) fn board(&mut self, cells: &[u8]) {
        if cells.contains(&0) {
            if let Some(cells) = from_zero(cells) {
                return self.board(&cells);
            }
            if cells == self.puzzle {
                self.has_puzzle = true;
            } else {
                self.incomplete = Some(cells.into());
                if self.words.has(Words::RETRACTION) {
                    self.complete = None;
                }
            }
            return;
        }
        let is_final = self.words.has(Words::FINAL);
        match &self.complete {
            Some(before) if **before == *cells => {
                self.is_choice &= !self.words.has(Words::DECISION);
                self.is_final |= is_final;
            }
            Some(_) if self.is_final && !self.words.has(Words::RETRACTION | Words::FINAL) => return,
            Some(_) => (self.is_choice, self.is_final) = (self.words.is_choice(), is_final),
            None => self.is_final = is_final,
        }
        if let Some(name) = self.name.take() {
            self.named.retain(|(other, _)| *other != name);
            self.named.push((name, cells.into()));
        }
        self.picked = None;
        self.complete = Some(cells.into());
        self.words = Words::default();
    }

    pub(super) fn units(&mut self, cells: Box<[u8]>) {
        self.units = Some(cells);
    }

    pub(super) fn has_complete(&self) -> bool {
        self.complete.is_some() || self.units.is_some()
    }

    pub(super) fn reading(self) -> Reading {
        if self.is_choice
            && let Some((_, board)) =
                self.named.into_iter().find(|(name, _)| Some(*name) == self.picked)
        {
            return Reading { board: Some(board), reason: Reason::Complete };
        }
        let (board, reason) = match (self.complete, self.incomplete) {
            (Some(_), _) if self.is_choice => (None, Reason::Ambiguous),
            (Some(board), _) => (Some(board), Reason::Complete),
            _ if self.units.is_some() => (self.units, Reason::Complete),
            (None, Some(board)) => (Some(board), Reason::Incomplete),
            _ if self.has_part => (None, Reason::Incomplete),
            _ if self.has_puzzle => (None, Reason::Puzzle),
            _ => (None, Reason::Missing),
        };
        Reading { board, reason }
    }
}

/// The board, if it is one of more than nine digits that counts them from 0.
fn from_zero(cells: &[u8]) -> Option<Vec<u8>> {
    let side = cells.len().isqrt();
    let is_shifted = side > 9
        && cells.iter().filter(|&&digit| digit == 0).count() == side
        && cells.iter().all(|&digit| usize::from(digit) < side);
    is_shifted.then(|| cells.iter().map(|&digit| digit + 1).collect())
}
