//! 8 lanes: SSE4.1 with SSSE3's byte shuffle, which every x86-64 processor since 2011 has.

use std::arch::x86_64::*;
use std::sync::OnceLock;

use crate::control::Control;
use crate::error::Error;
use crate::solve::lanes::{self, Simd};
use crate::solve::{Answers, Query};

/// Proof that this processor has the instructions.
#[derive(Clone, Copy)]
pub(super) struct Sse(());

impl Sse {
    /// The proof, if it holds.
    pub fn detect() -> Option<Sse> {
        // One answer to look up in a call for one puzzle that takes little longer than 100 ns.
        static PRESENT: OnceLock<bool> = OnceLock::new();
        let present = *PRESENT.get_or_init(|| {
            is_x86_feature_detected!("sse4.1") && is_x86_feature_detected!("ssse3")
        });
        present.then_some(Sse(()))
    }

    /// Answers a query with many puzzles.
    pub fn search(
        self,
        query: &Query<'_>,
        answers: &mut Answers<'_>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        // SAFETY: `self` is the proof that the processor has the features that the function enables.
        unsafe { search(self, query, answers, control) }
    }
}

#[target_feature(enable = "sse4.1,ssse3")]
fn search(
    proof: Sse,
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
) -> Result<(), Error> {
    lanes::search(proof, query, answers, control)
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

impl Simd for Sse {
    type Vector = __m128i;
    type Mask = __m128i;
    /// Bytes to take, and the lanes that arrive.
    type Route = (__m128i, __m128i);
    const LANES: usize = 8;

    #[inline(always)]
    fn load(self, from: &[u16]) -> __m128i {
        let from = &from[..8];
        // SAFETY: the slice is 16 bytes long, any alignment will do, and `self` proves the features.
        unsafe { _mm_loadu_si128(from.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, v: __m128i, to: &mut [u16]) {
        let to = &mut to[..8];
        // SAFETY: the slice is 16 bytes long, any alignment will do, and `self` proves the features.
        unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), v) }
    }

    #[inline(always)]
    fn widen(self, bytes: &[u8]) -> __m128i {
        let bytes = &bytes[..8];
        // SAFETY: the slice is 8 bytes long, any alignment will do, and `self` proves the features.
        unsafe { _mm_cvtepu8_epi16(_mm_loadl_epi64(bytes.as_ptr().cast())) }
    }
    #[inline(always)]
    fn narrow(self, v: __m128i, bytes: &mut [u8]) {
        let bytes = &mut bytes[..8];
        // SAFETY: the slice is 8 bytes long, any alignment will do, and `self` proves the features.
        unsafe { _mm_storel_epi64(bytes.as_mut_ptr().cast(), _mm_packus_epi16(v, v)) }
    }

    operations! {
        fn candidates(given: __m128i) -> __m128i {
            let low = _mm_setr_epi8(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
            let high = _mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
            // The upper byte of each lane gets an index that gives 0.
            let index = _mm_or_si128(given, _mm_set1_epi16(i16::MIN));
            _mm_or_si128(
                _mm_shuffle_epi8(low, index),
                _mm_slli_epi16::<8>(_mm_shuffle_epi8(high, index)),
            )
        }
        fn digits(single: __m128i) -> __m128i {
            // A de Bruijn number: shifted by 0 to 15 places its upper four bits are all different.
            let digits = _mm_setr_epi8(1, 2, 3, 6, 4, 0, 7, 0, 0, 5, 9, 0, 0, 8, 0, 0);
            let product = _mm_mullo_epi16(single, _mm_set1_epi16(0x09af));
            let index = _mm_or_si128(_mm_srli_epi16::<12>(product), _mm_set1_epi16(i16::MIN));
            _mm_shuffle_epi8(digits, index)
        }
        fn transpose(v: [__m128i; 8]) -> [__m128i; 8] {
            let a = [
                _mm_unpacklo_epi16(v[0], v[1]), _mm_unpackhi_epi16(v[0], v[1]),
                _mm_unpacklo_epi16(v[2], v[3]), _mm_unpackhi_epi16(v[2], v[3]),
                _mm_unpacklo_epi16(v[4], v[5]), _mm_unpackhi_epi16(v[4], v[5]),
                _mm_unpacklo_epi16(v[6], v[7]), _mm_unpackhi_epi16(v[6], v[7]),
            ];
            let b = [
                _mm_unpacklo_epi32(a[0], a[2]), _mm_unpackhi_epi32(a[0], a[2]),
                _mm_unpacklo_epi32(a[1], a[3]), _mm_unpackhi_epi32(a[1], a[3]),
                _mm_unpacklo_epi32(a[4], a[6]), _mm_unpackhi_epi32(a[4], a[6]),
                _mm_unpacklo_epi32(a[5], a[7]), _mm_unpackhi_epi32(a[5], a[7]),
            ];
            [
                _mm_unpacklo_epi64(b[0], b[4]), _mm_unpackhi_epi64(b[0], b[4]),
                _mm_unpacklo_epi64(b[1], b[5]), _mm_unpackhi_epi64(b[1], b[5]),
                _mm_unpacklo_epi64(b[2], b[6]), _mm_unpackhi_epi64(b[2], b[6]),
                _mm_unpacklo_epi64(b[3], b[7]), _mm_unpackhi_epi64(b[3], b[7]),
            ]
        }
        fn splat(value: u16) -> __m128i { _mm_set1_epi16(value as i16) }
        fn and(a: __m128i, b: __m128i) -> __m128i { _mm_and_si128(a, b) }
        fn or(a: __m128i, b: __m128i) -> __m128i { _mm_or_si128(a, b) }
        fn xor(a: __m128i, b: __m128i) -> __m128i { _mm_xor_si128(a, b) }
        fn and_not(a: __m128i, b: __m128i) -> __m128i { _mm_andnot_si128(b, a) }
        fn add(a: __m128i, b: __m128i) -> __m128i { _mm_add_epi16(a, b) }
        fn saturating_sub(a: __m128i, b: __m128i) -> __m128i { _mm_subs_epu16(a, b) }
        fn population(v: __m128i) -> __m128i {
            let nibbles = _mm_set1_epi8(15);
            let table = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
            let low = _mm_shuffle_epi8(table, _mm_and_si128(v, nibbles));
            let high = _mm_shuffle_epi8(table, _mm_and_si128(_mm_srli_epi16::<4>(v), nibbles));
            let bytes = _mm_add_epi8(low, high);
            let both = _mm_add_epi8(bytes, _mm_srli_epi16::<8>(bytes));
            _mm_and_si128(both, _mm_set1_epi16(255))
        }
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
        // SAFETY: the array is 16 bytes long, any alignment will do, and `self` proves the features.
        (unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }, self.mask(to))
    }
}
