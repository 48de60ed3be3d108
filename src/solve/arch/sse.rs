//! The lanes kernel with 8 lanes: SSE4.1 with the byte shuffle of SSSE3.

use std::arch::x86_64::*;

use crate::arch::operations;
use crate::cpu::Sse;
use crate::solve::lanes::Simd;

impl Simd for Sse {
    type Mask = __m128i;
    /// The source of each byte, and the lanes that are written.
    type Route = (__m128i, __m128i);

    #[inline(always)]
    fn widen(self, bytes: &[u8]) -> __m128i {
        let bytes = &bytes[..8];
        // SAFETY: the slice is 8 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { _mm_cvtepu8_epi16(_mm_loadl_epi64(bytes.as_ptr().cast())) }
    }
    #[inline(always)]
    fn narrow(self, v: __m128i, bytes: &mut [u8]) {
        let bytes = &mut bytes[..8];
        // SAFETY: the slice is 8 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { _mm_storel_epi64(bytes.as_mut_ptr().cast(), _mm_packus_epi16(v, v)) }
    }

    #[inline(always)]
    fn candidates(self, givens: &[u8]) -> [__m128i; 2] {
        let givens = &givens[..16];
        // SAFETY: the slice is 16 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { candidates(_mm_loadu_si128(givens.as_ptr().cast())) }
    }
    #[inline(always)]
    fn digits(self, singles: [__m128i; 2], bytes: &mut [u8]) {
        let bytes = &mut bytes[..16];
        // SAFETY: the slice is 16 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), digits(singles)) }
    }

    operations! {
        fn zip_16(a: __m128i, b: __m128i) -> [__m128i; 2] { [_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)] }
        fn zip_32(a: __m128i, b: __m128i) -> [__m128i; 2] { [_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b)] }
        fn zip_64(a: __m128i, b: __m128i) -> [__m128i; 2] { [_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b)] }
        fn is_zero(v: __m128i) -> __m128i { _mm_cmpeq_epi16(v, _mm_setzero_si128()) }
        fn equal(a: __m128i, b: __m128i) -> __m128i { _mm_cmpeq_epi16(a, b) }
        fn less(a: __m128i, b: __m128i) -> __m128i { _mm_cmpgt_epi16(b, a) }
        fn select(mask: __m128i, yes: __m128i, no: __m128i) -> __m128i {
            _mm_blendv_epi8(no, yes, mask)
        }
        fn lanes(mask: __m128i) -> u32 {
            _mm_movemask_epi8(_mm_packs_epi16(mask, _mm_setzero_si128())) as u32
        }
        fn mask(lanes: u32) -> __m128i {
            let bits = _mm_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128);
            _mm_cmpeq_epi16(_mm_and_si128(_mm_set1_epi16(lanes as i16), bits), bits)
        }
        fn carry(route: (__m128i, __m128i), source: __m128i, rest: __m128i) -> __m128i {
            _mm_blendv_epi8(rest, _mm_shuffle_epi8(source, route.0), route.1)
        }
    }

    #[inline(always)]
    fn route(self, from: &[u8; 32], to: u32) -> (__m128i, __m128i) {
        let mut bytes = [[0u8; 2]; 8];
        for (bytes, from) in bytes.iter_mut().zip(from) {
            *bytes = [2 * from, 2 * from + 1];
        }
        // SAFETY: the array is 16 bytes long, any alignment is allowed, and `self` proves the features.
        (unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }, self.mask(to))
    }
}

/// The candidates of cells with these givens.
#[inline]
#[target_feature(enable = "sse4.1,ssse3")]
fn candidates(givens: __m128i) -> [__m128i; 2] {
    let low = _mm_setr_epi8(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
    let high = _mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    let (low, high) = (_mm_shuffle_epi8(low, givens), _mm_shuffle_epi8(high, givens));
    [_mm_unpacklo_epi8(low, high), _mm_unpackhi_epi8(low, high)]
}

/// The digits of cells with one candidate.
#[inline]
#[target_feature(enable = "sse4.1,ssse3")]
fn digits(singles: [__m128i; 2]) -> __m128i {
    // A de Bruijn number: its upper four bits differ for each shift by 0 to 15 places.
    let number = _mm_set1_epi16(0x09af);
    let digits = _mm_setr_epi8(1, 2, 3, 6, 4, 0, 7, 0, 0, 5, 9, 0, 0, 8, 0, 0);
    let [a, b] = singles;
    let a = _mm_srli_epi16::<12>(_mm_mullo_epi16(a, number));
    let b = _mm_srli_epi16::<12>(_mm_mullo_epi16(b, number));
    _mm_shuffle_epi8(digits, _mm_packus_epi16(a, b))
}
