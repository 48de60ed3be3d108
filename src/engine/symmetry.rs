//! Canonical forms, fingerprints, automorphisms and random symmetries under any rules.

#![forbid(unsafe_code)]

use crate::control::Control;
use crate::error::Error;
use crate::random::Key;
use crate::solve::{Backend, Verdict};
use crate::symmetry::rules::Symmetries;
use crate::symmetry::{self, Group, STEP};

use super::{Engine, OtherRules, Puzzles, grids, grids_mut};

impl OtherRules {
    /// The symmetries, computed on first use.
    fn symmetries(&self, control: &Control<'_>) -> Result<&Symmetries, Error> {
        if self.symmetries.get().is_none() {
            let (side, digits) = (self.set.side(), self.set.digits());
            let shape = self.set.plain().or(self.shape);
            let found = Symmetries::new(side, digits, shape, &self.constraints(), control)?;
            // Another thread may have been faster; the results are equal.
            let _ = self.symmetries.set(found);
        }
        Ok(self.symmetries.get().expect("it has just been set"))
    }

    /// Whether every relabeling of the digits keeps the rules.
    pub(super) fn free(&self, control: &Control<'_>) -> Result<bool, Error> {
        Ok(self.symmetries(control)?.free())
    }
}

impl Engine {
    /// Writes the canonical form of each puzzle, and the number of moves of cells that change only its labels.
    ///
    /// # Errors
    /// [`Error::TooManySymmetries`], [`Error::Stopped`].
    pub fn canonical(
        &self,
        puzzles: &[u8],
        forms: &mut [u8],
        counts: &mut [u64],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        match self {
            Engine::Classic(backend) => {
                let mut narrow = [0; STEP];
                let rows = grids(puzzles).chunks(STEP).zip(grids_mut(forms).chunks_mut(STEP));
                for ((puzzles, forms), counts) in rows.zip(counts.chunks_mut(STEP)) {
                    let narrow = &mut narrow[..puzzles.len()];
                    symmetry::canonical(*backend, puzzles, forms, narrow, control)?;
                    counts.iter_mut().zip(narrow).for_each(|(count, n)| *count = (*n).into());
                }
                Ok(())
            }
            Engine::Other(other) => {
                other.symmetries(control)?.canonical(puzzles, forms, counts, control)
            }
        }
    }

    /// Whether the numbers written by [`Engine::canonical`] fit into 32 bits.
    pub fn counts_fit_u32(&self) -> bool {
        self.is_classic()
    }

    /// Writes 16 bytes that identify the class of each puzzle: the BLAKE2b digest of the form, as text for classic
    /// puzzles, as bytes for others.
    ///
    /// # Errors
    /// As [`Engine::canonical`].
    pub fn fingerprint(
        &self,
        puzzles: &[u8],
        fingerprints: &mut [[u8; 16]],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let other = match self {
            Engine::Classic(backend) => {
                return symmetry::fingerprint(*backend, grids(puzzles), fingerprints, control);
            }
            Engine::Other(other) => other.symmetries(control)?,
        };
        let area = self.area();
        assert!(puzzles.len() == area * fingerprints.len());
        let mut forms = vec![0; area * fingerprints.len().min(STEP)];
        let mut counts = [0; STEP];
        for (puzzles, fingerprints) in
            puzzles.chunks(STEP * area).zip(fingerprints.chunks_mut(STEP))
        {
            let forms = &mut forms[..puzzles.len()];
            other.canonical(puzzles, forms, &mut counts[..fingerprints.len()], control)?;
            symmetry::digest_rows(forms, area, fingerprints);
        }
        Ok(())
    }

    /// Writes 16 bytes that identify the class of each puzzle's solution if it has exactly one, and otherwise the class
    /// of the puzzle itself. A puzzle with several solutions is never complete, so the two cases cannot be confused.
    ///
    /// # Errors
    /// As [`Engine::canonical`].
    pub fn solution_fingerprint(
        &self,
        puzzles: &[u8],
        fingerprints: &mut [[u8; 16]],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let area = self.area();
        let mut solutions = vec![0; puzzles.len()];
        let mut verdicts = vec![Verdict::Undecided; fingerprints.len()];
        self.solve(Puzzles::Givens(puzzles), &mut solutions, &mut verdicts, control)?;
        let rows = solutions.chunks_exact_mut(area).zip(puzzles.chunks_exact(area));
        for ((solution, puzzle), verdict) in rows.zip(verdicts) {
            if verdict != Verdict::Unique {
                solution.copy_from_slice(puzzle);
            }
        }
        self.fingerprint(&solutions, fingerprints, control)
    }

    /// A stream of random symmetries; item i depends only on the rules, the key, the group and i.
    ///
    /// # Errors
    /// [`Error::Stopped`], while the symmetries of other rules are computed.
    pub fn moves<'a>(
        &'a self,
        key: &'a Key,
        group: Group,
        control: &Control<'_>,
    ) -> Result<Moves<'a>, Error> {
        let source = match self {
            Engine::Classic(backend) => Source::Classic(*backend),
            Engine::Other(other) => Source::Other(other.symmetries(control)?),
        };
        Ok(Moves { source, key, group })
    }
}

/// A stream of random symmetries of some rules.
#[derive(Clone, Copy)]
pub struct Moves<'a> {
    source: Source<'a>,
    key: &'a Key,
    group: Group,
}

#[derive(Clone, Copy)]
enum Source<'a> {
    Classic(Backend),
    Other(&'a Symmetries),
}

impl Moves<'_> {
    /// Applies symmetries `first + copies·p` to `first + copies·(p + 1)` to puzzle p.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn apply(
        &self,
        first: u64,
        copies: usize,
        puzzles: &[u8],
        results: &mut [u8],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        match self.source {
            Source::Classic(backend) => {
                let mut draw = symmetry::Draw::new(self.key, self.group, first);
                let (puzzles, results) = (grids(puzzles), grids_mut(results));
                symmetry::shuffle(backend, puzzles, results, copies, &mut draw, control)
            }
            Source::Other(symmetries) => {
                let (key, group) = (self.key, self.group);
                symmetries.shuffle(key, group, first, copies, puzzles, results, control)
            }
        }
    }

    /// Calls `write` for symmetries `first`, `first + 1`, … with the source of each cell, `area` sources per symmetry.
    /// For arrays that do not contain digits.
    pub fn sources(&self, first: u64, items: usize, mut write: impl FnMut(usize, &[u16])) {
        match self.source {
            Source::Classic(_) => {
                let mut draw = symmetry::Draw::new(self.key, self.group, first);
                for item in 0..items {
                    write(item, &draw.next_transform().sources().map(u16::from));
                }
            }
            Source::Other(symmetries) => {
                let mut draw = symmetries.draw(self.key, self.group, first);
                for item in 0..items {
                    write(item, &draw.next_move().sources);
                }
            }
        }
    }
}

/// Writes 16 bytes that identify each row itself; rows with equal cells have equal bytes.
pub fn row_digests(cells: &[u8], area: usize, digests: &mut [[u8; 16]]) {
    match area {
        81 => symmetry::digest(grids(cells), digests),
        _ => (cells.chunks(STEP * area).zip(digests.chunks_mut(STEP)))
            .for_each(|(rows, digests)| symmetry::digest_rows(rows, area, digests)),
    }
}
