//! All moves that keep some rules, as products of a few moves.
//!
//! ```text
//!   level 0    moves that take row 1 from row 1, 4, 7            one for each possible source, a row or a column
//!   level 1    of those that leave row 1: column 1 from 1, 2, 3
//!   level 2    of those that leave row 1 and column 1: row 2 from 2, 3      …  until only the identity is left
//!
//!   a move = one of level 0 · one of level 1 · one of level 2 …              unique for each move
//! ```
//!
//! *Credit.* This is a chain of stabilizers (C. C. Sims, 1970), except that a search (search.rs) decides whether a line
//! can come from another.
//!
//! *Cost.* The number of moves is the product of the lengths of the levels; a random move is the product of a random
//! element of each level.

#![forbid(unsafe_code)]

use crate::control::Control;
use crate::error::Error;
use crate::random::Words;

use super::facts::Facts;
use super::frame::{Frame, Lines};
use super::search::{Search, depth_of, keeps, line_at};

/// The moves that keep some rules.
#[derive(Debug)]
pub(super) struct Moves {
    /// Only the levels with more than one move; each level begins with the identity.
    levels: Vec<Vec<Lines>>,
    /// A move that keeps the rules if digits are reversed as well, d → digits + 1 − d. All such moves are its products
    /// with the other moves.
    reversing: Option<Lines>,
    /// Whether reversing the digits, without moving a cell, keeps the rules.
    pub reverses_in_place: bool,
}

impl Moves {
    /// The moves of a board with boxes; `reversed` contains the facts about reversed digits.
    pub fn of_boxes(
        frame: Frame,
        board: &Facts,
        reversed: Option<&Facts>,
        control: &Control<'_>,
    ) -> Result<Moves, Error> {
        let search = Search::new(frame, board, board);
        let lines = 2 * frame.side;
        let mut generators = Vec::new();
        let mut levels = Vec::new();
        for depth in (0..lines).rev() {
            let line = line_at(frame.side, depth);
            let mut level = orbit(frame, line, &generators);
            let mut fails = vec![false; lines];
            for to in (0..lines).filter(|&to| depth_of(frame.side, to) > depth) {
                if fails[to] || level[to].is_some() {
                    continue;
                }
                match search.find(depth, to as u8, control)? {
                    Some(found) => {
                        generators.push(found);
                        level = orbit(frame, line, &generators);
                    }
                    None => {
                        let same = orbit(frame, to, &generators);
                        fails.iter_mut().zip(same).for_each(|(fails, to)| *fails |= to.is_some());
                    }
                }
            }
            let mut level: Vec<Lines> = level.into_iter().flatten().collect();
            if level.len() > 1 {
                level.sort_unstable();
                levels.push(level);
            }
        }
        levels.reverse();
        let mut reversing = None;
        if let Some(reversed) = reversed {
            let search = Search::new(frame, board, reversed);
            for to in 0..lines {
                reversing = search.find(0, to as u8, control)?;
                if reversing.is_some() {
                    break;
                }
            }
        }
        let reverses_in_place =
            reversed.is_some_and(|reversed| keeps(frame, board, reversed, &frame.identity()));
        Ok(Moves { levels, reversing, reverses_in_place })
    }

    /// The rotations and reflections of a board that keep its rules.
    pub fn of_square(frame: Frame, board: &Facts, reversed: Option<&Facts>) -> Moves {
        let last = frame.side as u8 - 1;
        let mirrored = |lines: &mut [u8], mirror: bool| {
            lines.iter_mut().filter(|_| mirror).for_each(|line| *line = last - *line);
        };
        let moves = (0..8).map(|k| {
            let mut lines: Vec<u8> = (0..=last).chain(0..=last).collect();
            let (rows, columns) = lines.split_at_mut(frame.side);
            mirrored(rows, k & 1 != 0);
            mirrored(columns, k & 2 != 0);
            let crossed = if k & 4 != 0 { rows } else { columns };
            crossed.iter_mut().for_each(|line| *line += frame.side as u8);
            lines.into_boxed_slice()
        });
        let kept = |source: &Facts| {
            moves.clone().filter(|lines| keeps(frame, board, source, lines)).collect()
        };
        let reversing: Vec<Lines> = reversed.map_or_else(Vec::new, kept);
        let reverses_in_place = reversing.contains(&frame.identity());
        Moves {
            levels: vec![kept(board)],
            reversing: reversing.into_iter().next(),
            reverses_in_place,
        }
    }

    /// The number of moves, including the moves that reverse digits; `None` for 2^64 and more.
    pub fn number(&self) -> Option<u64> {
        let reversed = 1 + u64::from(self.reversing.is_some());
        self.levels.iter().try_fold(reversed, |all, level| all.checked_mul(level.len() as u64))
    }

    /// The number of moves that keep digits. If some moves reverse digits, there are equally many of them.
    pub fn straight(&self) -> usize {
        self.levels.iter().map(Vec::len).product()
    }

    /// Writes a random move; with `reversing`, it may be one that reverses digits. Returns whether it reverses digits.
    pub fn draw(&self, words: &mut Words, reversing: bool, lines: &mut [u8]) -> bool {
        lines.iter_mut().zip(0..).for_each(|(line, k)| *line = k);
        for level in self.levels.iter().rev() {
            after(&level[words.below(level.len() as u64) as usize], lines);
        }
        match &self.reversing {
            Some(reversed) if reversing && words.below(2) == 1 => {
                after(reversed, lines);
                true
            }
            _ => false,
        }
    }

    /// Every move, with `2 · side` lines each; moves that reverse digits come last.
    pub fn all(&self, frame: Frame) -> Vec<u8> {
        let mut all = frame.identity().into_vec();
        let products = |level: &[Lines], all: &[u8]| {
            let mut longer = Vec::with_capacity(level.len() * all.len());
            for first in level {
                let start = longer.len();
                longer.extend_from_slice(all);
                after(first, &mut longer[start..]);
            }
            longer
        };
        for level in self.levels.iter().rev() {
            all = products(level, &all);
        }
        if let Some(reversed) = &self.reversing {
            let more = products(std::slice::from_ref(reversed), &all);
            all.extend(more);
        }
        all
    }
}

/// Replaces one or several moves by the composition of `first` and then the move.
fn after(first: &Lines, lines: &mut [u8]) {
    lines.iter_mut().for_each(|line| *line = first[usize::from(*line)]);
}

/// For each line in the orbit of `line` under `generators`, a product of generators that leads to it.
fn orbit(frame: Frame, line: usize, generators: &[Lines]) -> Vec<Option<Lines>> {
    let mut reached: Vec<Option<Lines>> = vec![None; 2 * frame.side];
    reached[line] = Some(frame.identity());
    let mut open = vec![line];
    while let Some(from) = open.pop() {
        for generator in generators {
            let to = usize::from(generator[from]);
            if reached[to].is_none() {
                reached[to] = reached[from].clone().map(|mut lines| {
                    after(generator, &mut lines);
                    lines
                });
                open.push(to);
            }
        }
    }
    reached
}
