//! 16 lanes: AVX2.

use std::arch::x86_64::*;

use crate::control::Control;
use crate::error::Error;
use crate::solve::lanes::{self, Simd};
use crate::solve::{Answers, Query};

/// Proof that this processor has the instructions.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    /// The proof, if it holds.
    pub fn detect() -> Option<Avx2> {
        let present = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt");
        present.then_some(Avx2(()))
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

#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
fn search(
    proof: Avx2,
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

/// How lanes travel: bytes to take from the same half, from the other half, and the lanes that arrive.
#[derive(Clone, Copy)]
pub(super) struct Route {
    same: __m256i,
    other: __m256i,
    to: __m256i,
}

impl Simd for Avx2 {
    type Vector = __m256i;
    type Mask = __m256i;
    type Route = Route;
    const LANES: usize = 16;

    #[inline(always)]
    fn load(self, from: &[u16]) -> __m256i {
        let from = &from[..16];
        // SAFETY: the slice is 32 bytes long, any alignment will do, and `self` proves the features.
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, v: __m256i, to: &mut [u16]) {
        let to = &mut to[..16];
        // SAFETY: the slice is 32 bytes long, any alignment will do, and `self` proves the features.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), v) }
    }

    operations! {
        fn splat(value: u16) -> __m256i { _mm256_set1_epi16(value as i16) }
        fn and(a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
        fn or(a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
        fn xor(a: __m256i, b: __m256i) -> __m256i { _mm256_xor_si256(a, b) }
        fn and_not(a: __m256i, b: __m256i) -> __m256i { _mm256_andnot_si256(b, a) }
        fn add(a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi16(a, b) }
        fn saturating_sub(a: __m256i, b: __m256i) -> __m256i { _mm256_subs_epu16(a, b) }
        fn population(v: __m256i) -> __m256i {
            let nibbles = _mm256_set1_epi8(15);
            let table = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            ));
            let low = _mm256_shuffle_epi8(table, _mm256_and_si256(v, nibbles));
            let high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(v), nibbles));
            let bytes = _mm256_add_epi8(low, high);
            let both = _mm256_add_epi8(bytes, _mm256_srli_epi16::<8>(bytes));
            _mm256_and_si256(both, _mm256_set1_epi16(255))
        }
        fn is_zero(v: __m256i) -> __m256i { _mm256_cmpeq_epi16(v, _mm256_setzero_si256()) }
        fn equal(a: __m256i, b: __m256i) -> __m256i { _mm256_cmpeq_epi16(a, b) }
        fn less(a: __m256i, b: __m256i) -> __m256i { _mm256_cmpgt_epi16(b, a) }
        fn select(mask: __m256i, yes: __m256i, no: __m256i) -> __m256i {
            _mm256_blendv_epi8(no, yes, mask)
        }
        fn lanes(mask: __m256i) -> u32 {
            let low = _mm256_castsi256_si128(mask);
            let high = _mm256_extracti128_si256::<1>(mask);
            _mm_movemask_epi8(_mm_packs_epi16(low, high)) as u32
        }
        fn mask(lanes: u32) -> __m256i {
            let bits = _mm256_setr_epi16(
                1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768,
            );
            _mm256_cmpeq_epi16(_mm256_and_si256(_mm256_set1_epi16(lanes as i16), bits), bits)
        }
        fn carry(route: Route, source: __m256i, rest: __m256i) -> __m256i {
            let swapped = _mm256_permute4x64_epi64::<0b01_00_11_10>(source);
            let same = _mm256_shuffle_epi8(source, route.same);
            let other = _mm256_shuffle_epi8(swapped, route.other);
            _mm256_blendv_epi8(rest, _mm256_or_si256(same, other), route.to)
        }
    }

    #[inline(always)]
    fn route(self, from: &[u8; 32], to: u32) -> Route {
        // A byte index with its top bit set gives 0.
        let mut same = [[0x80u8; 2]; 16];
        let mut other = [[0x80u8; 2]; 16];
        for lane in 0..16 {
            let source = from[lane];
            let place = source % 8 * 2;
            let table = if (source ^ lane as u8) & 8 == 0 { &mut same } else { &mut other };
            table[lane] = [place, place + 1];
        }
        // SAFETY: both arrays are 32 bytes long, any alignment will do, and `self` proves the features.
        let [same, other] = unsafe {
            [_mm256_loadu_si256(same.as_ptr().cast()), _mm256_loadu_si256(other.as_ptr().cast())]
        };
        Route { same, other, to: self.mask(to) }
    }
}
