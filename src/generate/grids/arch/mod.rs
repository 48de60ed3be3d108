//! The sampler's two inner loops, plain and for AVX-512, and the choice between them.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "vector loads and stores; calls of what the processor has")
)]

#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use crate::board::Grid;

use super::build::Label;
use super::proposal::Open;
use super::tables::Tables;

/// A way to compute grids. All give the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kernel {
    /// Plain code, on every processor.
    Portable,
    /// AVX-512 with VBMI, VNNI and BITALG (Ice Lake, Zen 4 and later).
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

/// Proof that this processor has the instructions: made by [`Kernel::detect`] alone.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Avx512(());

impl Kernel {
    /// The fastest that runs here.
    pub fn detect() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        if avx512::detected() {
            return Kernel::Avx512(Avx512(()));
        }
        Kernel::Portable
    }

    /// Lets each item of `live` try word number `attempt` of its eight. Who finds a grid has the word put into
    /// `accepted` and leaves `live`; what `accepted` holds of the others is of no meaning.
    pub(super) fn attempt(
        self,
        tables: &Tables,
        words: &[[u64; 8]],
        attempt: usize,
        live: &mut Vec<u32>,
        open: &mut [Open],
        accepted: &mut [u64],
    ) {
        match self {
            Kernel::Portable => portable::attempt(tables, words, attempt, live, open, accepted),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the proof is made by `detect` alone, which has seen every feature that the kernel is
            // compiled for.
            Kernel::Avx512(_) => unsafe {
                avx512::attempt(tables, words, attempt, live, open, accepted);
            },
        }
    }

    /// Writes the grid of each item.
    pub(super) fn build(
        self,
        tables: &Tables,
        accepted: &[u64],
        labels: &[Label],
        out: &mut [Grid],
    ) {
        match self {
            Kernel::Portable => portable::build(tables, accepted, labels, out),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `attempt`.
            Kernel::Avx512(_) => unsafe { avx512::build(tables, accepted, labels, out) },
        }
    }
}
