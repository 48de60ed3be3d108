//! The choice between the boards of a text: the last complete one, unless the words before it offer it beside another.

use super::reading::{Reading, Reason};

/// Words since the last complete board, as flags.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Words(pub(super) u16);

impl Words {
    /// A word of at least three letters, or any in other scripts.
    pub(super) const ANY: u16 = 1;
    /// A word that offers a further board beside the one before it.
    pub(super) const CHOICE: u16 = 2;
    /// A word that replaces the board before it, or calls the next one better.
    pub(super) const DECISION: u16 = 4;
    /// A word that takes back the board before it.
    pub(super) const RETRACTION: u16 = 8;
    /// A word after which another board is begun.
    pub(super) const REJECTION: u16 = 16;
    /// A word for the last board.
    pub(super) const FINAL: u16 = 32;
    /// A word for a board, before its name.
    pub(super) const NOUN: u16 = 64;
    /// A word before the name of the chosen board.
    pub(super) const PICK: u16 = 128;

    /// A word that calls a board wrong: the next one if it introduces it, else the one before.
    pub(super) const WRONG: u16 = 256;
    /// A negation.
    pub(super) const NOT: u16 = 512;
    /// A word about the board before.
    pub(super) const BACK: u16 = 1024;

    pub(super) fn add(&mut self, other: Words) {
        self.0 |= other.0;
    }

    fn has(self, kinds: u16) -> bool {
        self.0 & kinds != 0
    }

    pub(super) fn has_noun(self) -> bool {
        self.has(Words::NOUN)
    }

    /// Whether these words introduce a board as a wrong one.
    fn is_warning(self) -> bool {
        self.has(Words::WRONG | Words::NOT)
            && !self.has(Words::RETRACTION | Words::FINAL | Words::BACK)
    }

    /// Whether two different boards with these words between them are alternatives.
    fn is_choice(self) -> bool {
        !self.has(Words::DECISION) && (self.has(Words::CHOICE) || !self.has(Words::ANY))
    }
}

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
    /// Whether another puzzle follows, with which the answer ends.
    is_over: bool,
    /// Whether the puzzle was repeated.
    has_puzzle: bool,
    /// Whether there was a part of a board.
    has_part: bool,
    words: Words,
    /// The words of the last sentence, or line of words.
    introduction: Words,
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
            is_over: false,
            has_puzzle: false,
            has_part: false,
            words: Words::default(),
            introduction: Words::default(),
            name: None,
            named: Vec::new(),
            picked: None,
        }
    }

    /// Words, and the name of a board among them.
    pub(super) fn word(&mut self, words: Words, name: Option<u8>) {
        self.words.add(words);
        self.introduction.add(words);
        if name.is_some() {
            self.name = name;
            self.picked = name.filter(|_| self.words.has(Words::PICK));
        }
    }

    /// A sentence begins.
    pub(super) fn sentence(&mut self) {
        self.introduction = Words::default();
    }

    /// A numbered row. It replaces one of the complete board before it if the words between take the board back.
    pub(super) fn row(&mut self, number: usize, cells: &[u8]) {
        let start = number.wrapping_sub(1).wrapping_mul(cells.len());
        if let Some(row) =
            self.complete.as_mut().and_then(|board| board.get_mut(start..)?.get_mut(..cells.len()))
            && self.words.has(Words::RETRACTION)
            && !self.introduction.is_warning()
        {
            row.copy_from_slice(cells);
        }
    }

    /// Whether a given contradicts these cells, the first ones of a board.
    pub(super) fn contradicts(&self, cells: &[u8]) -> bool {
        let mut pairs = cells.iter().zip(self.puzzle);
        pairs.any(|(&digit, &given)| given != 0 && digit != 0 && digit != given)
    }

    fn is_another_puzzle(&self, cells: &[u8]) -> bool {
        let blank = cells.iter().filter(|&&digit| digit == 0).count();
        2 * blank > cells.len() && self.contradicts(cells)
    }

    /// Some numbered rows, which may explain the board before them.
    pub(super) fn numbered_part(&mut self) {
        self.has_part = true;
    }

    /// A part of a board. A complete board before it does not count if the words between reject it.
    pub(super) fn part(&mut self) {
        self.has_part = true;
        if self.words.has(Words::REJECTION) {
            self.complete = None;
        }
    }

    pub(super) fn board(&mut self, cells: &[u8]) {
        if self.is_over {
            return;
        }
        if cells.contains(&0) {
            if let Some(cells) = from_zero(cells) {
                return self.board(&cells);
            }
            if cells == self.puzzle {
                self.has_puzzle = true;
            } else if self.complete.is_some() && self.is_another_puzzle(cells) {
                self.is_over = true;
            } else {
                self.incomplete = Some(cells.into());
                if self.words.has(Words::RETRACTION | Words::WRONG) {
                    self.complete = None;
                }
            }
            return;
        }
        let is_warning = std::mem::take(&mut self.introduction).is_warning();
        if let Some(before) = &self.complete
            && **before != *cells
            && (is_warning || self.contradicts(cells) && !self.contradicts(before))
        {
            return;
        }
        let is_final = self.words.has(Words::FINAL);
        match &self.complete {
            Some(before) if **before == *cells => {
                self.is_choice &= !self.words.has(Words::DECISION);
                self.is_final |= is_final;
            }
            Some(_)
                if self.is_final
                    && !self.words.has(Words::RETRACTION | Words::WRONG | Words::FINAL) =>
            {
                return;
            }
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
