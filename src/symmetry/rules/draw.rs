//! Random symmetries of rules, by number.
//!
//! Item i reads words starting at index 256·i: first the words for its relabeling, then the words for its move. Under
//! rules that every relabeling keeps, the subgroups therefore draw the same relabeling, or move, as the whole group.
//! 64x64 needs the most words: 63 for labels, 127 for lines.

#![forbid(unsafe_code)]

use crate::random::{Domain, Key, Words};

use super::super::Group;
use super::{Kind, Symmetries};

/// The exclusive upper bound of item numbers.
pub const ITEMS: u64 = 1 << 62;

/// The number of words for an item.
const WORDS: u64 = 256;

/// The number of items in a lane.
const LANE: u64 = 1 << 48;

/// A symmetry: cell p of the result is cell `sources[p]` of the source, relabeled by `digits`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// For each cell of the result, the cell of the source.
    pub sources: Vec<u16>,
    /// The images of the digits, from 0 (blank, always 0) to the largest.
    pub digits: Vec<u8>,
}

impl Move {
    /// Applies the symmetry to a puzzle.
    ///
    /// # Panics
    /// If the puzzle has another side or contains a greater digit.
    #[inline]
    pub fn apply(&self, puzzle: &[u8], result: &mut [u8]) {
        for (&source, result) in self.sources.iter().zip(result) {
            *result = self.digits[usize::from(puzzle[usize::from(source)])];
        }
    }
}

/// A stream of random symmetries.
pub struct Draw<'a> {
    symmetries: &'a Symmetries,
    key: &'a Key,
    group: Group,
    /// The number of the next item.
    item: u64,
    parts: Vec<u16>,
    lines: Vec<u8>,
    drawn: Move,
}

impl<'a> Draw<'a> {
    pub(super) fn new(
        symmetries: &'a Symmetries,
        key: &'a Key,
        group: Group,
        item: u64,
    ) -> Draw<'a> {
        let (frame, side) = (symmetries.frame, symmetries.side());
        let drawn = Move {
            sources: (0..(side * side) as u16).collect(),
            digits: (0..=symmetries.digits as u8).collect(),
        };
        let lines = frame.identity().into_vec();
        Draw { symmetries, key, group, item, parts: frame.parts(), lines, drawn }
    }

    /// Draws the next symmetry.
    ///
    /// # Panics
    /// If its number is [`ITEMS`] or more.
    pub fn next_move(&mut self) -> &Move {
        assert!(self.item < ITEMS, "expected an item number below 2^62");
        let (lane, first) = (self.item / LANE, self.item % LANE * WORDS);
        let mut words = self.key.words(Domain::Moves, lane, first);
        self.item += 1;
        self.relabel(&mut words);
        if self.group != Group::Digits {
            self.rearrange(&mut words);
        }
        &self.drawn
    }

    /// Draws a relabeling.
    fn relabel(&mut self, words: &mut Words) {
        if !self.symmetries.free {
            self.set_digits(
                self.group == Group::Digits && self.reverses_in_place() && words.below(2) == 1,
            );
            return;
        }
        let digits = &mut self.drawn.digits[1..];
        digits.iter_mut().zip(1..).for_each(|(digit, k)| *digit = k);
        words.shuffle(digits);
        if self.group == Group::Geometry {
            digits.sort_unstable();
        }
    }

    /// Draws a move of the cells.
    fn rearrange(&mut self, words: &mut Words) {
        let frame = self.symmetries.frame;
        match &self.symmetries.kind {
            Kind::Plain { .. } => frame.draw(words, &mut self.lines),
            Kind::Some { moves, .. } => {
                let reversing = self.group == Group::All;
                if moves.draw(words, reversing, &mut self.lines) {
                    self.set_digits(true);
                }
            }
        }
        let (rows, columns) = self.lines.split_at(frame.side);
        for (&row, sources) in rows.iter().zip(self.drawn.sources.chunks_exact_mut(frame.side)) {
            let row = self.parts[usize::from(row)];
            for (&column, source) in columns.iter().zip(sources) {
                *source = row + self.parts[usize::from(column)];
            }
        }
    }

    fn reverses_in_place(&self) -> bool {
        matches!(&self.symmetries.kind, Kind::Some { moves, .. } if moves.reverses_in_place)
    }

    /// Sets the relabeling to the identity or the reversal.
    fn set_digits(&mut self, reversed: bool) {
        let digits = &mut self.drawn.digits[1..];
        digits.iter_mut().zip(1..).for_each(|(digit, k)| *digit = k);
        if reversed {
            digits.reverse();
        }
    }
}
