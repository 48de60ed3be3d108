//! The search of small boards with the widest vectors that it gains from.
//!
//! Its loops over the digits of a board are plain code, a word of 64 bits for each digit. The baseline of x86-64 takes two of
//! them at a time, AVX2 four.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls that need features of the processor")
)]

use crate::control::{Control, Signal};

use super::small::Small;

/// [`Small::search`], for AVX2 where there is AVX2.
pub(super) fn count(
    small: Small,
    puzzle: &[u8],
    limit: u64,
    nodes: &mut u64,
    first: &mut [u8],
    control: &Control<'_>,
) -> Result<u64, Signal> {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn wide(
            small: Small,
            puzzle: &[u8],
            limit: u64,
            nodes: &mut u64,
            first: &mut [u8],
            control: &Control<'_>,
        ) -> Result<u64, Signal> {
            small.search(puzzle, limit, nodes, first, control)
        }
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the processor has these features, as the lines before have asked.
            return unsafe { wide(small, puzzle, limit, nodes, first, control) };
        }
    }
    small.search(puzzle, limit, nodes, first, control)
}
