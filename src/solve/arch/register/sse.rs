//! Nine boxes in two 128-bit vectors, with the instructions of SSE4.1.

use std::arch::x86_64::*;

use crate::board::{Candidates, Grid};
use crate::control::Control;
use crate::error::Error;
use crate::solve::arch::sse::Sse;
use crate::solve::register;
use crate::solve::{Answers, Query};

use super::layout::Aligned;
use super::pairs::{Octet, Pairs};
use super::rows;

impl Sse {
    /// Answers a query, one puzzle after the other; leaves one undecided after `patience` dead ends.
    #[inline]
    pub fn search_singly(
        self,
        query: &Query<'_>,
        answers: &mut Answers<'_>,
        control: &Control<'_>,
        patience: u64,
    ) -> Result<(), Error> {
        // SAFETY: `self` is the proof that the processor has the features that the function enables.
        unsafe { search(self, query, answers, control, patience) }
    }
}

#[target_feature(enable = "sse4.1,ssse3")]
fn search(
    proof: Sse,
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
    patience: u64,
) -> Result<(), Error> {
    register::search(Pairs(proof), query, answers, control, patience)
}

/// Methods whose body is made of intrinsics.
macro_rules! operations {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty { $($body:tt)* })*) => {$(
        #[inline(always)]
        fn $name(self, $($argument: $type),*) -> $result {
            // SAFETY: the intrinsics need these processor features and nothing else; `self` proves them.
            unsafe { $($body)* }
        }
    )*};
}

impl Octet for Sse {
    type Vector = __m128i;

    #[inline(always)]
    fn load(self, words: &[u16; 8]) -> __m128i {
        // SAFETY: the array has 16 bytes, any alignment will do, and `self` proves the features.
        unsafe { _mm_loadu_si128(words.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, v: __m128i, words: &mut [u16; 8]) {
        // SAFETY: the array has 16 bytes, any alignment will do, and `self` proves the features.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), v) }
    }
    #[inline(always)]
    fn shuffle(self, v: __m128i, bytes: &'static Aligned<[u8; 32]>) -> __m128i {
        // SAFETY: the table has 32 bytes and is aligned to 64, and `self` proves the features.
        unsafe { _mm_shuffle_epi8(v, _mm_load_si128(bytes.0.as_ptr().cast())) }
    }

    operations! {
        fn splat(value: u16) -> __m128i { _mm_set1_epi16(value as i16) }
        fn and(a: __m128i, b: __m128i) -> __m128i { _mm_and_si128(a, b) }
        fn or(a: __m128i, b: __m128i) -> __m128i { _mm_or_si128(a, b) }
        fn xor(a: __m128i, b: __m128i) -> __m128i { _mm_xor_si128(a, b) }
        fn and_not(a: __m128i, b: __m128i) -> __m128i { _mm_andnot_si128(b, a) }
        fn add(a: __m128i, b: __m128i) -> __m128i { _mm_add_epi16(a, b) }
        fn min(a: __m128i, b: __m128i) -> __m128i { _mm_min_epu16(a, b) }
        fn population(v: __m128i) -> __m128i {
            let counts = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
            let nibble = _mm_set1_epi8(15);
            let low = _mm_shuffle_epi8(counts, _mm_and_si128(v, nibble));
            let high = _mm_shuffle_epi8(counts, _mm_and_si128(_mm_srli_epi16::<4>(v), nibble));
            _mm_maddubs_epi16(_mm_add_epi8(low, high), _mm_set1_epi8(1))
        }
        fn zeros(v: __m128i) -> __m128i { _mm_cmpeq_epi16(v, _mm_setzero_si128()) }
        fn nonzero(v: __m128i) -> u8 {
            let zero = _mm_cmpeq_epi16(v, _mm_setzero_si128());
            !_mm_movemask_epi8(_mm_packs_epi16(zero, zero)) as u8
        }
        fn crossing(a: __m128i, b: __m128i) -> __m128i { _mm_alignr_epi8::<8>(b, a) }
        fn read_grid(grid: &Grid) -> [[__m128i; 2]; 9] { rows::read_grid(grid) }
        fn read_candidates(candidates: &Candidates) -> [[__m128i; 2]; 9] {
            rows::read_candidates(candidates)
        }
        fn write(x: &[[__m128i; 2]; 9], grid: &mut Grid) -> () { rows::write(x, grid) }
    }
}
