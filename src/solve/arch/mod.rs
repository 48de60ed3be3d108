//! The kernels, one file a processor family, and the choice between those of a backend.
//!
//! ```text
//!   scalar.rs                            plain integers, one puzzle at a time
//!   sse.rs  avx2.rs  avx512.rs  neon.rs  lanes: many puzzles, 8 to 32 nodes in the words of a vector
//!   register/                            one puzzle at a time, of the same processors
//! ```
//!
//! To add a backend: a variant and a proof in `cpu.rs`, its words in `crate::arch`, a file that implements
//! [`Simd`](super::lanes::Simd) with a function with the `#[target_feature]`s that calls the lane engine, the same in
//! `register/`, and a line in the `match` below. The tests of this module then run it against the others.

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

pub use scalar::guesses;
pub(super) use scalar::{Outcome, Search, State};

use crate::control::Control;
use crate::cpu::Backend;
#[cfg(target_arch = "aarch64")]
use crate::cpu::Neon;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512, Sse};
use crate::error::Error;

use super::{Answers, Query, choose};

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
            Backend::Sse => answer_by!(Sse::detect(), 1024),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => answer_by!(Avx2::detect(), 1024),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => answer_by!(Avx512::detect(), 20),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => answer_by!(Neon::detect(), 1024),
            _ => {}
        }
        scalar::search(query, answers, control)
    }
}
