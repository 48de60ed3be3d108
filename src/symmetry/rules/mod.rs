//! The symmetries of any rules: which moves of cells, with which relabelling of digits, turn them into themselves.

#![forbid(unsafe_code)]

use crate::control::Control;
use crate::error::Error;
use crate::random::Key;
use crate::rules::Constraint;

use super::Group;

/// The symmetries of a set of rules.
#[derive(Debug)]
pub struct Symmetries {}

impl Symmetries {
    /// Finds the symmetries of a board of `side` rows and columns on which `constraints` hold.
    ///
    /// `shape` is the number of rows and of columns of a box: `RuleSet::plain` if it is known, else the boxes of the board
    /// to which rules were added; `None` for a board with other regions. Costs some milliseconds, for large boards with many
    /// constraints up to seconds, so the result is worth keeping.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    ///
    /// # Panics
    /// If `shape` does not belong to the side, or a constraint does not fit on the board.
    pub fn new(
        side: usize,
        shape: Option<(usize, usize)>,
        constraints: &[Constraint],
        control: &Control<'_>,
    ) -> Result<Symmetries, Error> {
        let _ = (side, shape, constraints, control);
        unimplemented!()
    }

    /// Rows and columns of the board.
    pub fn side(&self) -> usize {
        unimplemented!()
    }

    /// Whether any relabelling of the digits keeps the rules; else at most d → side + 1 − d does.
    pub fn free(&self) -> bool {
        unimplemented!()
    }

    /// Writes the representative of each puzzle's class, the smallest image row by row, and how many moves of cells leave
    /// the puzzle as it is but for labels (`u64::MAX`: that many or more).
    ///
    /// `puzzles` and `forms` hold side² bytes a row, `counts` one number a row. Of plain boards from 7x7 on the
    /// representative is another one, which [`plain`](super::plain) describes.
    ///
    /// # Errors
    /// [`Error::TooManySymmetries`], [`Error::Cancelled`].
    ///
    /// # Panics
    /// If the slices differ in their numbers of rows.
    pub fn canonical(
        &self,
        puzzles: &[u8],
        forms: &mut [u8],
        counts: &mut [u64],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let _ = (puzzles, forms, counts, control);
        unimplemented!()
    }

    /// Writes 16 bytes that name each puzzle's class: the BLAKE2b digest of the side² bytes of its form.
    ///
    /// # Errors
    /// As [`Symmetries::canonical`].
    ///
    /// # Panics
    /// If the slices differ in their numbers of rows.
    pub fn fingerprint(
        &self,
        puzzles: &[u8],
        fingerprints: &mut [[u8; 16]],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let _ = (puzzles, fingerprints, control);
        unimplemented!()
    }

    /// Random symmetries number `item`, `item + 1`, …; each depends on the rules, the key, the group and its number alone.
    pub fn draw<'a>(&'a self, key: &'a Key, group: Group, item: u64) -> Draw<'a> {
        let _ = (key, group, item);
        unimplemented!()
    }

    /// Moves puzzle p by random symmetries `item + copies·p` to `item + copies·(p + 1)`. Arrays that have to move
    /// together are moved one after the other from the same `item`; what is not made of digits goes through
    /// [`Symmetries::draw`].
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    ///
    /// # Panics
    /// If there are not `copies` results for each puzzle, or an item's number reaches 2^62.
    #[expect(clippy::too_many_arguments, reason = "three of them are the item")]
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
        let _ = (key, group, item, copies, puzzles, results, control);
        unimplemented!()
    }
}

/// A symmetry: cell p of the result is cell `sources[p]` of the source, relabelled by `digits`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// For each cell of the result the cell of the source.
    pub sources: Vec<u16>,
    /// What the digits 0 (blank, always 0) to side become.
    pub digits: Vec<u8>,
}

impl Move {
    /// Moves a puzzle.
    pub fn apply(&self, puzzle: &[u8], result: &mut [u8]) {
        let _ = (puzzle, result);
        unimplemented!()
    }
}

/// Random symmetries one after the other.
pub struct Draw<'a> {
    _symmetries: &'a Symmetries,
}

impl Draw<'_> {
    /// The next symmetry.
    pub fn next_move(&mut self) -> &Move {
        unimplemented!()
    }
}
