//! The portable and the AVX-512 kernels, and the choice between them by backend. All give the same results.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "vector loads and stores; calls that need processor features")
)]

#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512_sparse;
#[cfg(target_arch = "x86_64")]
mod avx512_transform;

use super::prepared::Prepared;
use super::transform::Draw;
use super::{complete, repeated, sparse};
use crate::board::Grid;
use crate::cpu::Backend;

/// Returns the result of the AVX-512 kernel if the backend supports it; the kernel may use the proof.
macro_rules! by_avx512 {
    ($backend:ident, $call:expr) => {
        by_avx512!($backend, _proof => $call)
    };
    ($backend:ident, $proof:ident => $call:expr) => {
        #[cfg(target_arch = "x86_64")]
        if let Some($proof) = $backend.avx512() {
            // SAFETY: there is a proof of every feature that the kernel is compiled for.
            return unsafe { $call };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = $backend;
    };
}

/// Writes the canonical forms of the complete, valid grids among `grids`, and their numbers of automorphisms. For all
/// other grids, the number is 0 and the form unspecified.
pub(super) fn complete(backend: Backend, grids: &[Grid], forms: &mut [Grid], counts: &mut [u32]) {
    assert!(grids.len() == forms.len() && grids.len() == counts.len());
    by_avx512!(backend, avx512::complete(grids, forms, counts));
    for ((grid, form), count) in grids.iter().zip(forms).zip(counts) {
        *count = 0;
        if grid.is_solution() {
            let cells;
            (cells, *count) = complete::canonical(grid.cells());
            *form = Grid::unchecked(cells);
        }
    }
}

/// The canonical form of a board without a repeated digit in a line, and its number of automorphisms.
pub(super) fn sparse(
    backend: Backend,
    grid: &[u8; 81],
    scratch: &mut sparse::Scratch,
) -> ([u8; 81], u32) {
    by_avx512!(backend, avx512 => avx512_sparse::canonical(avx512, grid, scratch));
    sparse::canonical(sparse::Plain, grid, scratch)
}

/// Whether some row or column contains a digit twice.
pub(super) fn repeats(backend: Backend, grid: &[u8; 81]) -> bool {
    by_avx512!(backend, avx512_sparse::repeats(grid));
    repeated::repeats(grid)
}

/// Draws a random transformation for each item.
pub(super) fn prepare(backend: Backend, draw: &mut Draw<'_>, items: &mut [Prepared]) {
    by_avx512!(backend, avx512_transform::prepare(draw, items));
    items.iter_mut().for_each(|item| *item = Prepared::from_numbers(draw.next_numbers()));
}

/// Transforms each grid by the item with the same index.
pub(super) fn transform(
    backend: Backend,
    items: &[Prepared],
    grids: &[Grid],
    results: &mut [Grid],
) {
    assert!(items.len() == grids.len() && items.len() == results.len());
    by_avx512!(backend, avx512_transform::transform(items, grids, results));
    for ((item, grid), result) in items.iter().zip(grids).zip(results) {
        item.apply(grid, result);
    }
}

/// Transforms one grid by each item.
pub(super) fn transform_one(
    backend: Backend,
    items: &[Prepared],
    grid: &Grid,
    results: &mut [Grid],
) {
    assert!(items.len() == results.len());
    by_avx512!(backend, avx512_transform::transform(items, std::iter::repeat(grid), results));
    for (item, result) in items.iter().zip(results) {
        item.apply(grid, result);
    }
}
