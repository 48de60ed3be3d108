//! The search of small boards with the widest vectors that it gains from.
//!
//! Its loops over the digits of a board are plain code, a word of 64 bits for each digit. The baseline of x86-64 takes two of
//! them at a time, AVX2 four.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls that need features of the processor")
)]

/// Work to do with the widest vectors; `run` must be inlined, and what it calls.
pub(super) trait Work {
    type Result;

    fn run(self) -> Self::Result;
}

/// Does this with the widest vectors.
pub(super) fn widest<W: Work>(work: W) -> W::Result {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn wide<W: Work>(work: W) -> W::Result {
            work.run()
        }
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the processor has these features, as the lines before have asked.
            return unsafe { wide(work) };
        }
    }
    work.run()
}
