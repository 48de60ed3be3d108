//! Nine boxes in a 256-bit vector, with the instructions of AVX2.

use std::arch::x86_64::*;

use crate::board::{Candidates, Grid};
use crate::control::Control;
use crate::error::Error;
use crate::solve::arch::avx2::Avx2;
use crate::solve::register::{self, ALL, Nine};
use crate::solve::{Answers, Query};

use super::layout::{self, Aligned};
use super::rows;

impl Avx2 {
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

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn search(
    proof: Avx2,
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
    patience: u64,
) -> Result<(), Error> {
    register::search(proof, query, answers, control, patience)
}

/// The table as a vector.
#[inline]
#[target_feature(enable = "avx2")]
fn table<T>(table: &'static Aligned<T>) -> __m256i {
    const { assert!(size_of::<T>() == 32) };
    // SAFETY: the table has 32 bytes and is aligned to 64.
    unsafe { _mm256_load_si256(std::ptr::from_ref(table).cast()) }
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

impl Nine for Avx2 {
    type Vector = __m256i;

    #[inline(always)]
    fn read_grid(self, grid: &Grid) -> [__m256i; 9] {
        // SAFETY: `self` proves the features.
        unsafe { join(rows::read_grid(grid)) }
    }
    #[inline(always)]
    fn read_candidates(self, candidates: &Candidates) -> [__m256i; 9] {
        // SAFETY: `self` proves the features.
        unsafe { join(rows::read_candidates(candidates)) }
    }
    #[inline(always)]
    fn write(self, x: &[__m256i; 9], grid: &mut Grid) {
        // SAFETY: `self` proves the features.
        unsafe { rows::write(&halves(x), grid) }
    }

    operations! {
        fn splat(value: u16) -> __m256i { _mm256_set1_epi16(value as i16) }
        fn and(a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
        fn or(a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
        fn xor(a: __m256i, b: __m256i) -> __m256i { _mm256_xor_si256(a, b) }
        fn and_not(a: __m256i, b: __m256i) -> __m256i { _mm256_andnot_si256(b, a) }
        fn add(a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi16(a, b) }
        fn min(a: __m256i, b: __m256i) -> __m256i { _mm256_min_epu16(a, b) }
        fn population(v: __m256i) -> __m256i {
            let counts = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let nibble = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(counts, _mm256_and_si256(v, nibble));
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(v), nibble);
            let bytes = _mm256_add_epi8(low, _mm256_shuffle_epi8(counts, high));
            _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1))
        }
        fn unless(x: __m256i, rest: __m256i) -> __m256i {
            _mm256_and_si256(x, _mm256_cmpeq_epi16(rest, _mm256_setzero_si256()))
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
        fn only(v: __m256i, word: usize) -> __m256i { _mm256_and_si256(v, table(&layout::ONLY[word])) }
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
    #[inline(always)]
    fn across<const N: usize>(self, v: __m256i) -> __m256i {
        // SAFETY: `self` proves the features.
        unsafe { _mm256_shuffle_epi8(v, table(&layout::ACROSS[N])) }
    }
    #[inline(always)]
    fn down<const N: usize>(self, v: __m256i) -> __m256i {
        // SAFETY: `self` proves the features.
        unsafe {
            match N {
                1 => _mm256_permute4x64_epi64::<{ layout::DOWN[1] }>(v),
                _ => _mm256_permute4x64_epi64::<{ layout::DOWN[2] }>(v),
            }
        }
    }
}

/// Pairs of 128 bits as 256.
#[inline]
#[target_feature(enable = "avx2")]
fn join(pairs: [[__m128i; 2]; 9]) -> [__m256i; 9] {
    let mut x = [_mm256_setzero_si256(); 9];
    for i in 0..9 {
        x[i] = _mm256_set_m128i(pairs[i][1], pairs[i][0]);
    }
    x
}

/// 256 bits as pairs of 128.
#[inline]
#[target_feature(enable = "avx2")]
fn halves(x: &[__m256i; 9]) -> [[__m128i; 2]; 9] {
    let mut pairs = [[_mm_setzero_si128(); 2]; 9];
    for i in 0..9 {
        pairs[i] = [_mm256_castsi256_si128(x[i]), _mm256_extracti128_si256::<1>(x[i])];
    }
    pairs
}
