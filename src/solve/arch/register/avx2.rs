//! The kernel for one puzzle: nine boxes in a 256-bit vector, with AVX2 instructions.

use std::arch::x86_64::*;

use crate::arch::operations;
use crate::board::{Candidates, Grid};
use crate::cpu::Avx2;
use crate::solve::register::{ALL, Nine};

use super::layout;
use super::rows;

impl Nine for Avx2 {
    #[inline(always)]
    fn read_grid(self, grid: &Grid) -> [__m256i; 9] {
        // SAFETY: `self` proves the features.
        unsafe { rows::join(rows::read_grid(grid)) }
    }
    #[inline(always)]
    fn read_candidates(self, candidates: &Candidates) -> [__m256i; 9] {
        // SAFETY: `self` proves the features.
        unsafe { rows::join(rows::read_candidates(candidates)) }
    }
    #[inline(always)]
    fn write(self, x: &[__m256i; 9], grid: &mut Grid) {
        // SAFETY: `self` proves the features.
        unsafe { rows::write(&halves(x), grid) }
    }

    operations! {
        fn unless(x: __m256i, rest: __m256i) -> __m256i {
            _mm256_and_si256(x, _mm256_cmpeq_epi16(rest, _mm256_setzero_si256()))
        }
        fn settle(x: __m256i, possible: __m256i, unsure: __m256i) -> __m256i {
            let x = _mm256_and_si256(x, possible);
            let hidden = _mm256_andnot_si256(unsure, x);
            // psignw: `unsure` where `hidden` is not empty, else 0.
            _mm256_andnot_si256(_mm256_sign_epi16(unsure, hidden), x)
        }
        fn nonzero(v: __m256i) -> u16 {
            let zero = _mm256_cmpeq_epi16(v, _mm256_setzero_si256());
            let bytes =
                _mm_packs_epi16(_mm256_castsi256_si128(zero), _mm256_extracti128_si256::<1>(zero));
            !_mm_movemask_epi8(bytes) as u16
        }
        fn is_zero(v: __m256i) -> bool { _mm256_testz_si256(v, v) != 0 }
        fn has_zero(v: __m256i) -> bool {
            _mm256_movemask_epi8(_mm256_cmpeq_epi16(v, _mm256_setzero_si256())) != 0
        }
        fn is_all(v: __m256i) -> bool {
            _mm256_testc_si256(v, _mm256_set1_epi16(ALL as i16)) != 0
        }
        fn only(v: __m256i, word: usize) -> __m256i { _mm256_and_si256(v, layout::ONLY[word].load_256()) }
        fn least(bands: __m256i, stacks: __m256i) -> (u16, usize) {
            rows::least(
                [_mm256_castsi256_si128(bands), _mm256_extracti128_si256::<1>(bands)],
                _mm256_castsi256_si128(stacks),
            )
        }
    }

    #[inline(always)]
    fn at_most_three(self, all: __m256i) -> __m256i {
        self.unless(all, self.rest(self.rest(self.rest(all))))
    }
    rows::shuffles_of_256_bits!();
}

/// Splits 256-bit vectors into pairs of 128-bit vectors.
#[inline]
#[target_feature(enable = "avx2")]
fn halves(x: &[__m256i; 9]) -> [[__m128i; 2]; 9] {
    let mut pairs = [[_mm_setzero_si128(); 2]; 9];
    for i in 0..9 {
        pairs[i] = [_mm256_castsi256_si128(x[i]), _mm256_extracti128_si256::<1>(x[i])];
    }
    pairs
}
