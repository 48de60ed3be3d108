//! Canonical forms of boards with few symmetries: every move is tried, and abandoned when its image exceeds the best so
//! far.
//!
//! *Cost.* About 15 ns per move; most moves are abandoned in the first row.

#![forbid(unsafe_code)]

use crate::control::Control;
use crate::error::Error;

use super::frame::Frame;
use super::moves::Moves;

/// The maximum total number of cells in all moves.
const MOST_CELLS: u64 = 1 << 26;

/// The number of moves between two checkpoints.
const CHECK_EVERY: usize = 1 << 14;

/// All symmetries of a set of rules, to be tried one by one.
#[derive(Debug)]
pub(super) struct Forms {
    frame: Frame,
    /// The contribution of each line to the number of a cell.
    parts: Vec<u16>,
    /// The largest digit.
    largest: u8,
    /// Whether every relabeling keeps the rules.
    free: bool,
    /// The lines of all moves, one move after another.
    moves: Vec<u8>,
    /// The number of moves that keep digits; the moves after them reverse digits.
    straight: usize,
    /// Whether every move both keeps and reverses digits.
    both_ways: bool,
}

impl Forms {
    /// Lists all moves.
    ///
    /// # Errors
    /// [`Error::TooManySymmetries`].
    pub fn new(frame: Frame, digits: usize, free: bool, moves: &Moves) -> Result<Forms, Error> {
        let most = MOST_CELLS / (frame.side * frame.side) as u64;
        if moves.number().is_none_or(|number| number > most) {
            return Err(Error::TooManySymmetries { most });
        }
        Ok(Forms {
            frame,
            parts: frame.parts(),
            largest: digits as u8,
            free,
            moves: moves.all(frame),
            straight: moves.straight(),
            both_ways: moves.reverses_in_place,
        })
    }

    /// Writes the smallest image of a puzzle; returns the number of moves of cells that attain it.
    pub fn canonical(
        &self,
        puzzle: &[u8],
        form: &mut [u8],
        control: &Control<'_>,
    ) -> Result<u64, Error> {
        let side = self.frame.side;
        // Larger than any digit, so that the first image is smaller.
        form.fill(u8::MAX);
        let mut number = 0;
        for (k, lines) in self.moves.chunks_exact(2 * side).enumerate() {
            if k % CHECK_EVERY == 0 {
                control.checkpoint()?;
            }
            let relabel = match (self.free, k < self.straight) {
                (true, _) => Relabel::AsTheyAppear,
                (_, true) => Relabel::Keep,
                (_, false) => Relabel::Reverse,
            };
            number = match self.compare(puzzle, lines, relabel, form) {
                Some(true) => 1,
                Some(false) => number + 1,
                None => number,
            };
        }
        // A move that attains the form both with kept and with reversed digits counts as one.
        let reversed = |digit: u8| if digit == 0 { 0 } else { self.largest + 1 - digit };
        if self.both_ways && form.iter().all(|&digit| reversed(digit) == digit) {
            number /= 2;
        }
        Ok(number)
    }

    /// Compares an image with the best one; returns `None` if it is greater. A smaller image replaces the best one;
    /// returns whether it did.
    #[inline]
    fn compare(
        &self,
        puzzle: &[u8],
        lines: &[u8],
        relabel: Relabel,
        best: &mut [u8],
    ) -> Option<bool> {
        let side = self.frame.side;
        let (rows, columns) = lines.split_at(side);
        let part = |line: u8| usize::from(self.parts[usize::from(line)]);
        let mut labels = [0; 65];
        let mut used = 0;
        let mut smaller = false;
        for (&row, best) in rows.iter().zip(best.chunks_exact_mut(side)) {
            for (&column, best) in columns.iter().zip(best) {
                let digit = puzzle[part(row) + part(column)];
                let value = match relabel {
                    _ if digit == 0 => 0,
                    Relabel::Keep => digit,
                    Relabel::Reverse => self.largest + 1 - digit,
                    Relabel::AsTheyAppear => {
                        let label = &mut labels[usize::from(digit)];
                        if *label == 0 {
                            used += 1;
                            *label = used;
                        }
                        *label
                    }
                };
                if !smaller {
                    if value > *best {
                        return None;
                    }
                    smaller = value < *best;
                }
                *best = value;
            }
        }
        Some(smaller)
    }
}

/// The relabeling of digits.
#[derive(Clone, Copy)]
enum Relabel {
    Keep,
    /// d → largest + 1 − d.
    Reverse,
    /// The first digit that appears becomes 1, the second becomes 2, …
    AsTheyAppear,
}
