//! All moves that keep some rules, as a few of them whose products they are.
//!
//! ```text
//!   level 0    moves that take row 1 from row 1, 4, 7            one for each row or column that it can come from
//!   level 1    of those that leave row 1: column 1 from 1, 2, 3
//!   level 2    of those that leave row 1 and column 1: row 2 from 2, 3      …  until only one is left
//!
//!   a move = one of level 0 · one of level 1 · one of level 2 …              each in exactly one way
//! ```
//!
//! This is a chain of stabilizers (C. C. Sims, 1970), except that a search decides whether a line can come from another
//! (search.rs). The number of moves is the product of the lengths of the levels, and a random move that of one of each.

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
    /// Only those of more than one move; each begins with the one that changes nothing.
    levels: Vec<Vec<Lines>>,
    /// A move that keeps the rules if digits turn around as well, d → side + 1 − d; its products with the others are all
    /// such.
    turning: Option<Lines>,
    /// Whether the digits alone can turn around, every cell left where it is.
    pub turns_in_place: bool,
}

impl Moves {
    /// The moves of a board with boxes; `turned` is what the rules say about digits turned around.
    pub fn of_boxes(
        frame: Frame,
        board: &Facts,
        turned: Option<&Facts>,
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
        let mut turning = None;
        if let Some(turned) = turned {
            let search = Search::new(frame, board, turned);
            for to in 0..lines {
                turning = search.find(0, to as u8, control)?;
                if turning.is_some() {
                    break;
                }
            }
        }
        let turns_in_place =
            turned.is_some_and(|turned| keeps(frame, board, turned, &frame.identity()));
        Ok(Moves { levels, turning, turns_in_place })
    }

    /// The turns and mirror images of a board that keep its rules.
    pub fn of_square(frame: Frame, board: &Facts, turned: Option<&Facts>) -> Moves {
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
        let kept =
            |seen: &Facts| moves.clone().filter(|lines| keeps(frame, board, seen, lines)).collect();
        let turning: Vec<Lines> = turned.map_or_else(Vec::new, kept);
        let turns_in_place = turning.contains(&frame.identity());
        Moves { levels: vec![kept(board)], turning: turning.into_iter().next(), turns_in_place }
    }

    /// How many there are, those that turn digits around included; `None` for 2^64 and more.
    pub fn number(&self) -> Option<u64> {
        let turned = 1 + u64::from(self.turning.is_some());
        self.levels.iter().try_fold(turned, |all, level| all.checked_mul(level.len() as u64))
    }

    /// How many of them leave digits as they are; the other half, if there is one, turns them around.
    pub fn straight(&self) -> usize {
        self.levels.iter().map(Vec::len).product()
    }

    /// Writes a random move; with `turning` digits may have to turn around, which it tells.
    pub fn draw(&self, words: &mut Words, turning: bool, lines: &mut [u8]) -> bool {
        lines.iter_mut().zip(0..).for_each(|(line, k)| *line = k);
        for level in self.levels.iter().rev() {
            after(&level[words.below(level.len() as u64) as usize], lines);
        }
        match &self.turning {
            Some(turned) if turning && words.below(2) == 1 => {
                after(turned, lines);
                true
            }
            _ => false,
        }
    }

    /// Every move, those that turn digits around behind the others; `2 · side` lines each.
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
        if let Some(turned) = &self.turning {
            let more = products(std::slice::from_ref(turned), &all);
            all.extend(more);
        }
        all
    }
}

/// Makes `first`, and then this, of a move or of several.
fn after(first: &Lines, lines: &mut [u8]) {
    lines.iter_mut().for_each(|line| *line = first[usize::from(*line)]);
}

/// For each line that `generators` lead to from `line`, a product of them that does.
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
