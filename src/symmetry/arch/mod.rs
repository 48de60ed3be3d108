//! The kernels, one file a processor family, and the choice between them.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "vector loads and stores; calls of what the processor has")
)]

#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512_sparse;

use super::prepared::Prepared;
use super::transform::Draw;
use super::{complete, repeated, sparse};
use crate::board::Grid;

/// A set of kernels. All give the same results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kernels {
    /// Plain integers, on every processor.
    Portable,
    /// AVX-512 with VBMI.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

/// Proof that this processor has the instructions: made by [`Kernels::detect`] alone.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Avx512(());

impl Kernels {
    /// The fastest that run on this machine.
    pub fn detect() -> Kernels {
        #[cfg(target_arch = "x86_64")]
        if avx512::available() {
            return Kernels::Avx512(Avx512(()));
        }
        Kernels::Portable
    }

    /// All that run on this machine, slowest first.
    pub fn available() -> Vec<Kernels> {
        match Kernels::detect() {
            Kernels::Portable => vec![Kernels::Portable],
            #[cfg(target_arch = "x86_64")]
            vector => vec![Kernels::Portable, vector],
        }
    }

    /// Writes the canonical forms of the complete, valid grids among `grids` and their numbers of
    /// automorphisms; leaves 0 for the number of all others, whose forms are then unspecified.
    pub(super) fn complete(self, grids: &[Grid], forms: &mut [Grid], counts: &mut [u32]) {
        assert!(grids.len() == forms.len() && grids.len() == counts.len());
        match self {
            Kernels::Portable => {
                for ((grid, form), count) in grids.iter().zip(forms).zip(counts) {
                    *count = 0;
                    if complete::is_complete(grid.cells()) {
                        let cells;
                        (cells, *count) = complete::canonical(grid.cells());
                        *form = Grid::unchecked(cells);
                    }
                }
            }
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the proof is made by `detect` alone, which has seen every feature that the kernel is
            // compiled for.
            Kernels::Avx512(_) => unsafe { avx512::complete(grids, forms, counts) },
        }
    }

    /// The canonical form of a board without a repeated digit in a line, and its number of automorphisms.
    pub(super) fn sparse(self, grid: &[u8; 81], scratch: &mut sparse::Scratch) -> ([u8; 81], u32) {
        match self {
            Kernels::Portable => sparse::canonical::<sparse::Plain>(grid, scratch),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `complete`.
            Kernels::Avx512(_) => unsafe { avx512_sparse::canonical(grid, scratch) },
        }
    }

    /// Whether some row or column holds a digit twice.
    pub(super) fn repeats(self, grid: &[u8; 81]) -> bool {
        match self {
            Kernels::Portable => repeated::repeats(grid),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `complete`.
            Kernels::Avx512(_) => unsafe { avx512_sparse::repeats(grid) },
        }
    }

    /// Draws items.
    pub(super) fn prepare(self, draw: &mut Draw<'_>, items: &mut [Prepared]) {
        match self {
            Kernels::Portable => items
                .iter_mut()
                .for_each(|item| *item = Prepared::from_numbers(draw.next_numbers())),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `complete`.
            Kernels::Avx512(_) => unsafe { avx512::prepare(draw, items) },
        }
    }

    /// Writes each grid moved by the item of the same number.
    pub(super) fn transform(self, items: &[Prepared], grids: &[Grid], results: &mut [Grid]) {
        assert!(items.len() == grids.len() && items.len() == results.len());
        match self {
            Kernels::Portable => {
                for ((item, grid), result) in items.iter().zip(grids).zip(results) {
                    item.apply(grid, result);
                }
            }
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `complete`.
            Kernels::Avx512(_) => unsafe { avx512::transform(items, grids, results) },
        }
    }

    /// Writes one grid moved by each item.
    pub(super) fn transform_one(self, items: &[Prepared], grid: &Grid, results: &mut [Grid]) {
        assert!(items.len() == results.len());
        match self {
            Kernels::Portable => {
                for (item, result) in items.iter().zip(results) {
                    item.apply(grid, result);
                }
            }
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `complete`.
            Kernels::Avx512(_) => unsafe {
                avx512::transform(items, std::iter::repeat(grid), results);
            },
        }
    }
}
