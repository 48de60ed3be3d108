//! [`Words`] for SSE4.1, AVX2 and AVX-512.

#![expect(
    unsafe_code,
    reason = "vector loads and stores; intrinsics whose processor features are proven"
)]

use std::arch::x86_64::*;

use super::{Aligned, Words, operations};
use crate::cpu::{Avx2, Avx512, Sse};

/// 256-bit vectors processed with AVX-512 instructions.
#[derive(Clone, Copy)]
pub(crate) struct Ymm(pub Avx512);

/// Implements [`Words`] with the named intrinsics.
macro_rules! words {
    ($proof:ty, $vector:ty, $words:literal:
     $load:ident $store:ident $splat:ident $and:ident $or:ident $xor:ident $not_and:ident
     $add:ident $saturating_sub:ident $min:ident; $($more:tt)*) => {
        impl Words for $proof {
            type Vector = $vector;
            const WORDS: usize = $words;

            #[inline(always)]
            fn load(self, from: &[u16]) -> $vector {
                let from = &from[..$words];
                // SAFETY: the slice is as long as the vector, any alignment is allowed, and `self` proves the features.
                unsafe { $load(from.as_ptr().cast()) }
            }
            #[inline(always)]
            fn store(self, v: $vector, to: &mut [u16]) {
                let to = &mut to[..$words];
                // SAFETY: the slice is as long as the vector, any alignment is allowed, and `self` proves the features.
                unsafe { $store(to.as_mut_ptr().cast(), v) }
            }
            operations! {
                fn splat(value: u16) -> $vector { $splat(value as i16) }
                fn and(a: $vector, b: $vector) -> $vector { $and(a, b) }
                fn or(a: $vector, b: $vector) -> $vector { $or(a, b) }
                fn xor(a: $vector, b: $vector) -> $vector { $xor(a, b) }
                fn and_not(a: $vector, b: $vector) -> $vector { $not_and(b, a) }
                fn add(a: $vector, b: $vector) -> $vector { $add(a, b) }
                fn saturating_sub(a: $vector, b: $vector) -> $vector { $saturating_sub(a, b) }
                fn min(a: $vector, b: $vector) -> $vector { $min(a, b) }
                $($more)*
            }
        }
    };
}

/// Implements [`Words`] for AVX-512, which has a population count of words (BITALG) and three-operand logic by truth
/// table.
macro_rules! words_avx512 {
    ($proof:ty, $vector:ty, $population:ident, $logic:ident, $($rest:tt)*) => {
        words! { $proof, $vector, $($rest)*
            fn population(v: $vector) -> $vector { $population(v) }
            fn or3(a: $vector, b: $vector, c: $vector) -> $vector { $logic::<{ A | B | C }>(a, b, c) }
            fn and3(a: $vector, b: $vector, c: $vector) -> $vector { $logic::<{ A & B & C }>(a, b, c) }
            fn xor3(a: $vector, b: $vector, c: $vector) -> $vector { $logic::<{ A ^ B ^ C }>(a, b, c) }
            fn majority(a: $vector, b: $vector, c: $vector) -> $vector {
                $logic::<{ A & B | B & C | C & A }>(a, b, c)
            }
            fn or_and(a: $vector, b: $vector, c: $vector) -> $vector { $logic::<{ A | B & C }>(a, b, c) }
            fn and_or(a: $vector, b: $vector, c: $vector) -> $vector { $logic::<{ A & (B | C) }>(a, b, c) }
            fn and_nor(a: $vector, b: $vector, c: $vector) -> $vector {
                $logic::<{ A & !(B | C) & 0xff }>(a, b, c)
            }
        }
    };
}

/// The truth table of a three-operand function is the function applied to these three constants.
const A: i32 = 0b1111_0000;
const B: i32 = 0b1100_1100;
const C: i32 = 0b1010_1010;

words! { Sse, __m128i, 8:
    _mm_loadu_si128 _mm_storeu_si128 _mm_set1_epi16 _mm_and_si128 _mm_or_si128 _mm_xor_si128 _mm_andnot_si128
    _mm_add_epi16 _mm_subs_epu16 _mm_min_epu16;
    fn population(v: __m128i) -> __m128i {
        let counts = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
        let nibble = _mm_set1_epi8(15);
        let low = _mm_shuffle_epi8(counts, _mm_and_si128(v, nibble));
        let high = _mm_shuffle_epi8(counts, _mm_and_si128(_mm_srli_epi16::<4>(v), nibble));
        _mm_maddubs_epi16(_mm_add_epi8(low, high), _mm_set1_epi8(1))
    }
}

words! { Avx2, __m256i, 16:
    _mm256_loadu_si256 _mm256_storeu_si256 _mm256_set1_epi16 _mm256_and_si256 _mm256_or_si256 _mm256_xor_si256
    _mm256_andnot_si256 _mm256_add_epi16 _mm256_subs_epu16 _mm256_min_epu16;
    fn population(v: __m256i) -> __m256i {
        let counts =
            _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
        let nibble = _mm256_set1_epi8(15);
        let low = _mm256_shuffle_epi8(counts, _mm256_and_si256(v, nibble));
        let high = _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16::<4>(v), nibble));
        _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1))
    }
}

words_avx512! { Ymm, __m256i, _mm256_popcnt_epi16, _mm256_ternarylogic_epi32, 16:
    _mm256_loadu_si256 _mm256_storeu_si256 _mm256_set1_epi16 _mm256_and_si256 _mm256_or_si256 _mm256_xor_si256
    _mm256_andnot_si256 _mm256_add_epi16 _mm256_subs_epu16 _mm256_min_epu16;
}

words_avx512! { Avx512, __m512i, _mm512_popcnt_epi16, _mm512_ternarylogic_epi32, 32:
    _mm512_loadu_si512 _mm512_storeu_si512 _mm512_set1_epi16 _mm512_and_si512 _mm512_or_si512 _mm512_xor_si512
    _mm512_andnot_si512 _mm512_add_epi16 _mm512_subs_epu16 _mm512_min_epu16;
}

impl<T: bytemuck::NoUninit> Aligned<T> {
    /// Loads the first 16 bytes of the table.
    #[inline]
    #[target_feature(enable = "sse2")]
    pub fn load_128(&self) -> __m128i {
        const { assert!(size_of::<T>() >= 16) };
        // SAFETY: the table has 16 bytes, none of them padding, and its type aligns it.
        unsafe { _mm_load_si128(std::ptr::from_ref(self).cast()) }
    }

    /// Loads the first 32 bytes of the table.
    #[inline]
    #[target_feature(enable = "avx")]
    pub fn load_256(&self) -> __m256i {
        const { assert!(size_of::<T>() >= 32) };
        // SAFETY: the table has 32 bytes, none of them padding, and its type aligns it.
        unsafe { _mm256_load_si256(std::ptr::from_ref(self).cast()) }
    }

    /// Loads the 64 bytes of the table.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn load_512(&self) -> __m512i {
        const { assert!(size_of::<T>() >= 64) };
        // SAFETY: the table has 64 bytes, none of them padding, and its type aligns it.
        unsafe { _mm512_load_si512(std::ptr::from_ref(self).cast()) }
    }
}
