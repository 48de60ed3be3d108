//! The kernels, one file a processor family, and the choice between them.
//!
//! ```text
//!   backend   lanes   needs                              kernels
//!   scalar      -     nothing                            scalar.rs
//!   sse         8     SSE4.1                             sse.rs
//!   avx2       16     AVX2, BMI                          avx2.rs
//!   avx512     32     AVX-512 as of Ice Lake, Zen 4      avx512.rs
//!   neon        8     aarch64                            neon.rs
//! ```
//!
//! The lanes are for many puzzles; `register/` has the kernels for one at a time of the same processors.
//!
//! To add one: a file with a proof type (made only after asking the processor) that implements
//! [`Simd`](super::lanes::Simd), a function with the `#[target_feature]`s that calls the lane engine, the
//! same in `register/`, and a line in each `match` below. The tests of this module then run it against the others.

#![expect(unsafe_code, reason = "vector loads and stores; calls of what the processor has")]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod register;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod sse;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

pub use scalar::guesses;
pub(super) use scalar::{Outcome, Search, State};

use crate::control::Control;
use crate::error::Error;

use super::{Answers, Query, choose};

/// A set of kernels. All give the same answers.
///
/// Only [`Backend::detect`], [`Backend::available`] and [`Backend::named`] should be asked for one: calling a
/// backend that the machine lacks falls back to the scalar one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// Plain 64-bit integers, on every processor.
    Scalar,
    /// 128-bit vectors: SSE4.1.
    Sse,
    /// 256-bit vectors: AVX2.
    Avx2,
    /// 512-bit vectors: AVX-512 as of Ice Lake and Zen 4.
    Avx512,
    /// 128-bit vectors of 64-bit Arm.
    Neon,
}

/// Which of a backend's kernels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// What is faster.
    Chosen,
    /// One puzzle at a time in registers, where the backend can.
    #[cfg_attr(not(test), expect(dead_code, reason = "for tests"))]
    Singly,
    /// Many in lanes, where the backend can.
    #[cfg_attr(not(test), expect(dead_code, reason = "for tests"))]
    Lanes,
}

impl Backend {
    /// All there are, slowest first.
    pub const ALL: [Backend; 5] =
        [Backend::Scalar, Backend::Neon, Backend::Sse, Backend::Avx2, Backend::Avx512];

    /// The fastest that runs on this machine.
    pub fn detect() -> Backend {
        static DETECTED: OnceLock<Backend> = OnceLock::new();
        *DETECTED.get_or_init(|| *Backend::available().last().expect("scalar is always there"))
    }

    /// All that run on this machine, slowest first.
    pub fn available() -> Vec<Backend> {
        Backend::ALL.into_iter().filter(|backend| backend.is_available()).collect()
    }

    /// Whether this machine can run it.
    pub fn is_available(self) -> bool {
        match self {
            Backend::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Backend::Sse => sse::Sse::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => avx2::Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => avx512::Avx512::detect().is_some(),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => neon::Neon::detect().is_some(),
            _ => false,
        }
    }

    /// The name that `BITDOKU_BACKEND` and `bd.backend()` use.
    pub const fn name(self) -> &'static str {
        match self {
            Backend::Scalar => "scalar",
            Backend::Sse => "sse",
            Backend::Avx2 => "avx2",
            Backend::Avx512 => "avx512",
            Backend::Neon => "neon",
        }
    }

    /// The backend with this name.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] where there is none, or this machine cannot run it.
    pub fn named(name: &str) -> Result<Backend, Error> {
        Backend::available().into_iter().find(|b| b.name() == name).ok_or_else(|| {
            Error::BackendUnavailable {
                asked: name.to_owned(),
                available: Backend::available().into_iter().map(Backend::name).collect(),
            }
        })
    }

    /// Answers `query`.
    ///
    /// # Errors
    /// [`Error::Stopped`], with the answers unspecified.
    ///
    /// # Panics
    /// If there are not as many places for answers as puzzles, or the limit is 0.
    #[inline]
    pub fn search(
        self,
        query: &Query<'_>,
        answers: &mut Answers<'_>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        self.search_by(Way::Chosen, query, answers, control)
    }

    /// The same, with the choice between the kernels left to the caller.
    fn search_by(
        self,
        way: Way,
        query: &Query<'_>,
        answers: &mut Answers<'_>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let n = query.puzzles.len();
        assert!(query.limit > 0, "counting nothing takes no search");
        assert!(answers.counts.len() == n, "a count for each puzzle");
        assert!(
            answers.solutions.as_ref().is_none_or(|s| s.len() == n),
            "a place for each solution"
        );
        /// Answers by the kernels of this proof, if there is one: a look at a cached answer. The number is
        /// that of the dead ends after which a puzzle leaves the kernel for one.
        macro_rules! answer_by {
            ($proof:expr, $patience:literal) => {
                if let Some(proof) = $proof {
                    return match way {
                        Way::Chosen => choose::search(
                            query,
                            answers,
                            $patience,
                            |answers, patience| {
                                proof.search_singly(query, answers, control, patience)
                            },
                            |query, answers| proof.search(query, answers, control),
                        ),
                        Way::Singly => proof.search_singly(query, answers, control, u64::MAX),
                        Way::Lanes => proof.search(query, answers, control),
                    };
                }
            };
        }
        match self {
            #[cfg(target_arch = "x86_64")]
            Backend::Sse => answer_by!(sse::Sse::detect(), 1024),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => answer_by!(avx2::Avx2::detect(), 1024),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => answer_by!(avx512::Avx512::detect(), 20),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => answer_by!(neon::Neon::detect(), 1024),
            _ => {}
        }
        scalar::search(query, answers, control)
    }
}
