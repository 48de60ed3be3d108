//! The sampler's two inner loops, portable and for AVX-512, and the choice between them by backend. Both give the same
//! results.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "vector loads and stores; calls that need processor features")
)]

#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use crate::board::Grid;
use crate::cpu::Backend;

use super::build::Label;
use super::proposal::Open;
use super::tables::Tables;

/// Each item of `live` tries word number `attempt` of its eight words. Items that accept it are removed from `live`,
/// and their word is written to `accepted`; the words of other items in `accepted` are unspecified.
pub(super) fn attempt(
    backend: Backend,
    tables: &Tables,
    words: &[[u64; 8]],
    attempt: usize,
    live: &mut Vec<u32>,
    open: &mut [Open],
    accepted: &mut [u64],
) {
    #[cfg(target_arch = "x86_64")]
    if backend.avx512().is_some() {
        // SAFETY: there is a proof of every feature that the kernel is compiled for.
        return unsafe { avx512::attempt(tables, words, attempt, live, open, accepted) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = backend;
    portable::attempt(tables, words, attempt, live, open, accepted);
}

/// Writes the grid of each item.
pub(super) fn build(
    backend: Backend,
    tables: &Tables,
    accepted: &[u64],
    labels: &[Label],
    out: &mut [Grid],
) {
    #[cfg(target_arch = "x86_64")]
    if backend.avx512().is_some() {
        // SAFETY: there is a proof of every feature that the kernel is compiled for.
        return unsafe { avx512::build(tables, accepted, labels, out) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = backend;
    portable::build(tables, accepted, labels, out);
}
