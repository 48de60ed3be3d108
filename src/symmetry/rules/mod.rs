//! The symmetries of any rules: combinations of a move of the cells and a relabeling of the digits that map the rules
//! to themselves.
//!
//! ```text
//!   frame.rs      moves of a board with boxes: orders of rows and columns, transposition
//!   facts.rs      rules as numbers of cells and pairs of cells; automata.rs for lines that automata read
//!   search.rs     finds a move that keeps the rules
//!   moves.rs      all such moves, as products of a few
//!   forms.rs      canonical forms, by trying all moves; small.rs of plain boards up to 6x6, faster
//!   draw.rs       random symmetries
//! ```
//!
//! Candidates for moves are the orders of rows within bands, of bands, of columns within stacks and of stacks, and
//! transposition where boxes allow it (128 for 4x4, 3,456 for 6x6, 442,368 for 8x8); some of them keep the rules. For
//! boards with other regions, only rotations and reflections are examined. Relabelings are all n! permutations if the
//! rules only compare digits for equality, and otherwise the identity and the reversal d → n + 1 − d.
//!
//! The canonical form of a puzzle is its smallest image, read row by row, under all of these symmetries. Plain boards
//! with sides of 7 and more have a different form ([`plain`](super::plain)).

#![forbid(unsafe_code)]

mod automata;
mod draw;
mod facts;
mod forms;
mod frame;
mod moves;
mod search;
mod small;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use crate::control::Control;
use crate::error::Error;
use crate::random::Key;
use crate::rules::Constraint;

use super::{Group, STEP};
use facts::{Facts, Rules};
use forms::Forms;
use frame::Frame;
use moves::Moves;
use small::{Scratch, Small, small};

pub use draw::{Draw, ITEMS, Move};

/// The symmetries of a set of rules.
#[derive(Debug)]
pub struct Symmetries {
    frame: Frame,
    /// The number of digits.
    digits: usize,
    free: bool,
    kind: Kind,
}

/// The method by which symmetries are drawn and forms are computed.
#[derive(Debug)]
enum Kind {
    /// A plain board: every move and every relabeling.
    Plain { shape: (usize, usize), small: Option<Box<dyn Small>> },
    /// Some of the board's moves, listed when the first form is computed.
    Some { moves: Moves, forms: OnceLock<Result<Forms, Error>> },
}

impl Symmetries {
    /// Finds the symmetries of a board of `side` rows and columns and `digits` digits under `constraints`.
    ///
    /// `shape` is the number of rows and of columns of a box: [`RuleSet::plain`](crate::rules::RuleSet::plain) if it is
    /// known, or the boxes of the board to which rules were added; `None` for a board with other regions. Automata
    /// should be minimal, because some symmetries of other automata may be missed. The search takes milliseconds, and
    /// up to a second for boards beyond 16x16, so keep the result.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    ///
    /// # Panics
    /// If the side is not 1 to 64, `shape` does not belong to it, or a constraint does not fit on the board.
    pub fn new(
        side: usize,
        digits: usize,
        shape: Option<(usize, usize)>,
        constraints: &[Constraint],
        control: &Control<'_>,
    ) -> Result<Symmetries, Error> {
        let frame = Frame::new(shape.unwrap_or((1, side)));
        assert_eq!(frame.side, side, "boxes are of another board");
        let rules = Rules::new(side, digits, constraints);
        let line = |cell: u16| (usize::from(cell) / side, usize::from(cell) % side);
        let share_house = |a: u16, b: u16| {
            let ((row, column), (other_row, other_column)) = (line(a), line(b));
            let boxes = |(height, width)| {
                row / height == other_row / height && column / width == other_column / width
            };
            row == other_row || column == other_column || shape.is_some_and(boxes)
        };
        let (board, reversed) = rules.facts(share_house, control)?;
        let kind = match shape {
            // The tables assume as many digits as cells in a row; boards that small have few moves.
            Some(shape) if board.is_empty() && (digits == side || small(frame).is_none()) => {
                Kind::Plain { shape, small: small(frame) }
            }
            _ => {
                let reversed: Option<&Facts> = reversed.as_ref();
                let moves = match shape {
                    Some(_) => Moves::of_boxes(frame, &board, reversed, control)?,
                    None => Moves::of_square(frame, &board, reversed),
                };
                Kind::Some { moves, forms: OnceLock::new() }
            }
        };
        Ok(Symmetries { frame, digits, free: rules.free(), kind })
    }

    /// The number of rows and columns of the board.
    pub fn side(&self) -> usize {
        self.frame.side
    }

    /// Whether every relabeling of the digits keeps the rules. Otherwise at most the reversal does, which maps the
    /// largest digit to 1.
    pub fn free(&self) -> bool {
        self.free
    }

    /// Writes the canonical form of each puzzle, and the number of moves of cells that change only its labels
    /// (`u64::MAX` means that many or more).
    ///
    /// `puzzles` and `forms` contain side² bytes per row, digits from 0; `counts` contains one number per row.
    ///
    /// # Errors
    /// [`Error::TooManySymmetries`], [`Error::Stopped`].
    ///
    /// # Panics
    /// If the slices differ in their number of rows, or a digit is above the largest.
    pub fn canonical(
        &self,
        puzzles: &[u8],
        forms: &mut [u8],
        counts: &mut [u64],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let area = self.side() * self.side();
        assert!(puzzles.len() == forms.len() && puzzles.len() == area * counts.len());
        let rows = puzzles.chunks_exact(area).zip(forms.chunks_exact_mut(area)).zip(counts);
        match &self.kind {
            Kind::Plain { small: Some(small), .. } => {
                let mut scratch = Scratch::default();
                for (k, ((puzzle, form), count)) in rows.enumerate() {
                    if k % STEP == 0 {
                        control.checkpoint()?;
                    }
                    *count = small.canonical(puzzle, form, &mut scratch);
                }
            }
            Kind::Plain { shape, small: None } => {
                for ((puzzle, form), count) in rows {
                    *count = super::plain::canonical(*shape, self.digits, puzzle, form, control)?;
                }
            }
            Kind::Some { moves, forms: all } => {
                let all = all.get_or_init(|| Forms::new(self.frame, self.digits, self.free, moves));
                let all = all.as_ref().map_err(Error::clone)?;
                for ((puzzle, form), count) in rows {
                    *count = all.canonical(puzzle, form, control)?;
                }
            }
        }
        Ok(())
    }

    /// A stream of random symmetries with the numbers `item`, `item + 1`, … Each depends only on the rules, the key,
    /// the group and its number.
    ///
    /// # Panics
    /// If `item` is [`ITEMS`] or more.
    pub fn draw<'a>(&'a self, key: &'a Key, group: Group, item: u64) -> Draw<'a> {
        Draw::new(self, key, group, item)
    }

    /// Applies random symmetries `item + copies·p` to `item + copies·(p + 1)` to puzzle p.
    ///
    /// To apply the same symmetries to several arrays, pass the arrays one after another with the same `item`; for
    /// arrays that do not contain digits, use [`Symmetries::draw`].
    ///
    /// # Errors
    /// [`Error::Stopped`].
    ///
    /// # Panics
    /// If there are not `copies` results for each puzzle, or an item's number reaches [`ITEMS`].
    #[expect(clippy::too_many_arguments, reason = "a stream, its input and its output")]
    pub fn shuffle(
        &self,
        key: &Key,
        group: Group,
        item: u64,
        copies: usize,
        puzzles: &[u8],
        results: &mut [u8],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let area = self.side() * self.side();
        assert!(puzzles.len() * copies == results.len());
        let mut draw = self.draw(key, group, item);
        for (k, result) in results.chunks_exact_mut(area).enumerate() {
            if k % STEP == 0 {
                control.checkpoint()?;
            }
            let start = k / copies * area;
            draw.next_move().apply(&puzzles[start..start + area], result);
        }
        Ok(())
    }
}
