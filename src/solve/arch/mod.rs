//! The kernels for each instruction set, and [`Backend::search`].
//!
//! ```text
//!   scalar.rs                  plain integers, one puzzle at a time
//!   sse.rs  avx2.rs  avx512.rs
//!   neon.rs  simd128.rs        lanes: many puzzles, with 8 to 32 nodes in the words of a vector
//!   register/                  one puzzle at a time, for the same instruction sets
//! ```
//!
//! A new backend requires a variant and a proof in `cpu.rs`, its words in `crate::arch`, an implementation of
//! [`Simd`](super::lanes::Simd) here and of [`Nine`](super::register::Nine) in `register/`, and two lines below. The
//! tests of this module compare all backends.

#![expect(unsafe_code, reason = "vector loads and stores; calls that need processor features")]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod register;
mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse;
#[cfg(test)]
mod tests;

#[cfg(any(test, feature = "generate"))]
pub(crate) use scalar::count_up_to;
pub use scalar::guesses;
pub(super) use scalar::{Outcome, Search, State};

#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
use crate::arch::Words;
#[cfg(target_arch = "x86_64")]
use crate::arch::Ymm;
use crate::board::Grid;
use crate::control::{Control, Stop};
use crate::cpu::Backend;
#[cfg(target_arch = "aarch64")]
use crate::cpu::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::cpu::Simd128;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512, Sse};
use crate::error::Error;

use super::lanes::{self, Dive, Diving, Rules};
use super::register::{self as singly, Wanted};
use super::{Answers, Puzzle, Puzzles, Query, Tier, choose};
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
use register::Pairs;

/// Compiles the two kernels of an instruction set with its features, with dives as separate functions. The vectors of
/// the kernel for one puzzle have type `$nine` and are constructed from the proof.
macro_rules! kernels {
    ($proof:ident: $features:tt, $nine:ty, $vectors:expr) => {
        #[cfg_attr(
            target_family = "wasm",
            expect(unused_unsafe, reason = "in WebAssembly, calls that need features are safe")
        )]
        impl $proof {
            /// Answers a query, many puzzles at a time.
            fn search_lanes(
                self,
                query: &Query<'_>,
                answers: &mut Answers<'_>,
                control: &Control<'_>,
            ) -> Result<(), Error> {
                #[target_feature(enable = $features)]
                fn search(
                    proof: $proof,
                    query: &Query<'_>,
                    answers: &mut Answers<'_>,
                    control: &Control<'_>,
                ) -> Result<(), Error> {
                    lanes::search(proof, query, answers, control, |dive, cells, lanes| {
                        proof.advance(dive, cells, lanes)
                    })
                }
                // SAFETY: `self` proves that the processor has these features.
                unsafe { search(self, query, answers, control) }
            }

            /// See [`Dive::advance`].
            fn advance(
                self,
                dive: &mut Dive<$proof>,
                cells: &mut [<$proof as Words>::Vector; 81],
                lanes: Diving,
            ) -> u32 {
                #[target_feature(enable = $features)]
                #[inline(never)]
                fn advance(
                    proof: $proof,
                    dive: &mut Dive<$proof>,
                    cells: &mut [<$proof as Words>::Vector; 81],
                    lanes: Diving,
                ) -> u32 {
                    dive.advance(proof, cells, lanes)
                }
                // SAFETY: `self` proves that the processor has these features.
                unsafe { advance(self, dive, cells, lanes) }
            }

            /// See [`singly::search`].
            #[inline]
            fn search_singly(
                self,
                puzzle: Puzzle<'_>,
                solution: Option<&mut Grid>,
                wanted: &Wanted,
                control: &Control<'_>,
            ) -> Result<u64, Stop> {
                #[target_feature(enable = $features)]
                fn search(
                    proof: $proof,
                    puzzle: Puzzle<'_>,
                    solution: Option<&mut Grid>,
                    wanted: &Wanted,
                    control: &Control<'_>,
                ) -> Result<u64, Stop> {
                    let dive = |search: &mut _,
                                puzzle: Puzzle<'_>,
                                solution: Option<&mut _>,
                                wanted: &_| {
                        proof.dive(search, puzzle, solution, wanted);
                    };
                    singly::search($vectors(proof), puzzle, solution, wanted, control, dive)
                }
                // SAFETY: `self` proves that the processor has these features.
                unsafe { search(self, puzzle, solution, wanted, control) }
            }

            /// See [`singly::dive::search`].
            fn dive(
                self,
                search: &mut singly::Search<$nine>,
                puzzle: Puzzle<'_>,
                solution: Option<&mut Grid>,
                wanted: &Wanted,
            ) {
                #[target_feature(enable = $features)]
                #[inline(never)]
                fn dive(
                    proof: $proof,
                    search: &mut singly::Search<$nine>,
                    puzzle: Puzzle<'_>,
                    solution: Option<&mut Grid>,
                    wanted: &Wanted,
                ) {
                    singly::dive::search($vectors(proof), search, puzzle, solution, wanted);
                }
                // SAFETY: `self` proves that the processor has these features.
                unsafe { dive(self, search, puzzle, solution, wanted) }
            }

            /// See [`lanes::tiers`].
            fn tiers(
                self,
                puzzles: Puzzles<'_>,
                rules: Rules<'_>,
                tiers: &mut [Tier],
                control: &Control<'_>,
            ) -> Result<bool, Error> {
                #[target_feature(enable = $features)]
                fn tiers_of(
                    proof: $proof,
                    puzzles: Puzzles<'_>,
                    rules: Rules<'_>,
                    tiers: &mut [Tier],
                    control: &Control<'_>,
                ) -> Result<(), Error> {
                    lanes::tiers(proof, puzzles, rules, tiers, control)
                }
                // SAFETY: `self` proves that the processor has these features.
                unsafe { tiers_of(self, puzzles, rules, tiers, control) }.map(|()| true)
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
kernels!(Sse: "sse4.1,ssse3", Pairs<Sse>, Pairs);
#[cfg(target_arch = "x86_64")]
kernels!(Avx2: "avx2,bmi1,bmi2,lzcnt,popcnt", Avx2, std::convert::identity);
#[cfg(target_arch = "x86_64")]
kernels!(
    Avx512: "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,gfni,vaes,bmi1,bmi2,lzcnt,popcnt",
    Ymm,
    Ymm
);
#[cfg(target_arch = "aarch64")]
kernels!(Neon: "neon", Pairs<Neon>, Pairs);
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
kernels!(Simd128: "simd128", Pairs<Simd128>, Pairs);

/// Returns `$call` with the proof of the backend's features, if the processor has them.
macro_rules! by_vectors {
    ($backend:expr, $proof:ident => $call:expr) => {
        match $backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Sse => {
                if let Some($proof) = Sse::detect() {
                    return $call;
                }
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => {
                if let Some($proof) = Avx2::detect() {
                    return $call;
                }
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => {
                if let Some($proof) = Avx512::detect() {
                    return $call;
                }
            }
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => {
                if let Some($proof) = Neon::detect() {
                    return $call;
                }
            }
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Backend::Simd128 => {
                if let Some($proof) = Simd128::detect() {
                    return $call;
                }
            }
            _ => {}
        }
    };
}

/// The kernel that answers a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kernel {
    /// The faster one for this query.
    Fastest,
    /// The kernel for a single puzzle, if the backend has one.
    #[cfg(test)]
    Singly,
    /// The lanes kernel, if the backend has one.
    #[cfg(test)]
    Lanes,
}

impl Backend {
    /// Answers `query`.
    ///
    /// # Errors
    /// [`Error::Stopped`]; the answers are then unspecified.
    ///
    /// # Panics
    /// If the number of answers differs from the number of puzzles, or the limit is 0.
    #[inline]
    pub fn search(
        self,
        query: &Query<'_>,
        answers: &mut Answers<'_>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        self.search_by(Kernel::Fastest, query, answers, control)
    }

    /// Like [`Backend::search`], with a choice of kernel.
    fn search_by(
        self,
        kernel: Kernel,
        query: &Query<'_>,
        answers: &mut Answers<'_>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let n = query.puzzles.len();
        assert!(query.limit > 0, "expected a limit of at least 1");
        assert!(answers.counts.len() == n, "expected a count for each puzzle");
        assert!(
            answers.solutions.as_ref().is_none_or(|s| s.len() == n),
            "expected a solution for each puzzle"
        );
        // The number of dead ends and solutions after which a puzzle moves to the lanes.
        let patience = if self == Backend::Avx512 { 20 } else { 1024 };
        by_vectors!(self, proof => {
            let singly = |puzzle: Puzzle<'_>, solution: Option<&mut Grid>, wanted: &Wanted| {
                proof.search_singly(puzzle, solution, wanted, control)
            };
            let lanes = |query: &Query<'_>, answers: &mut Answers<'_>| {
                proof.search_lanes(query, answers, control)
            };
            match kernel {
                Kernel::Fastest => choose::search(query, answers, control, patience, singly, lanes),
                #[cfg(test)]
                Kernel::Singly => {
                    choose::one_by_one(query, answers, control, query.limit, u64::MAX, singly).map(|_| ())
                }
                #[cfg(test)]
                Kernel::Lanes => lanes(query, answers),
            }
        });
        scalar::search(query, answers, control)
    }

    /// Writes the tiers of the puzzles that the rules solve, and leaves the other tiers unchanged. Returns `false` on
    /// the scalar backend, which does not implement the function.
    ///
    /// # Errors
    /// [`Error::Stopped`]; the tiers are then unspecified.
    pub(super) fn tiers(
        self,
        puzzles: Puzzles<'_>,
        rules: Rules<'_>,
        tiers: &mut [Tier],
        control: &Control<'_>,
    ) -> Result<bool, Error> {
        by_vectors!(self, proof => proof.tiers(puzzles, rules, tiers, control));
        Ok(false)
    }
}
