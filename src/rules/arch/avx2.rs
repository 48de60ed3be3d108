//! AVX2: counts the places of a digit in four units at a time, in all units. A branch for each unit that is due follows
//! no pattern and would cost more.

#![expect(unsafe_code, reason = "calls that need processor features")]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_or_si128, _mm256_add_epi8, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_pd, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_cmpgt_epi64, _mm256_extracti128_si256, _mm256_movemask_pd, _mm256_or_si256,
    _mm256_sad_epu8, _mm256_set1_epi8, _mm256_set1_epi64x, _mm256_setr_epi8, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi16,
};

use crate::cpu::Avx2;

use super::vectors::{Plain, UnitCounts, Units, Vectors, Work};

/// Runs the work with AVX2.
pub(super) fn run<W: Work>(avx2: Avx2, work: W) -> W::Result {
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn wide<W: Work>(work: W, avx2: Avx2) -> W::Result {
        work.run(avx2)
    }
    // SAFETY: `avx2` proves that the processor has these features.
    unsafe { wide(work, avx2) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(words: [u64; 4]) -> __m256i {
    let [a, b, c, d] = words.map(|word| word as i64);
    _mm256_setr_epi64x(a, b, c, d)
}

/// The number of bits set in each byte.
#[inline]
#[target_feature(enable = "avx2")]
fn sizes_of_bytes(words: __m256i) -> __m256i {
    let sizes = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3,
        3, 4,
    );
    let low = _mm256_set1_epi8(0xf);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(words), low);
    let low = _mm256_and_si256(words, low);
    _mm256_add_epi8(_mm256_shuffle_epi8(sizes, low), _mm256_shuffle_epi8(sizes, high))
}

#[inline]
#[target_feature(enable = "avx2")]
fn mask(words: __m256i) -> u64 {
    _mm256_movemask_pd(_mm256_castsi256_pd(words)) as u64
}

/// The bits set in any word.
#[inline]
#[target_feature(enable = "avx2")]
fn any(words: __m256i) -> u64 {
    let (low, high) = (_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words));
    let both = _mm_or_si128(low, high);
    (_mm_cvtsi128_si64(both) | _mm_extract_epi64::<1>(both)) as u64
}

/// Implements [`Vectors::unit_counts`], with one lane for each of four units.
#[inline]
#[target_feature(enable = "avx2")]
fn unit_counts<const W: usize>(
    units: Units<'_>,
    places: &[u64; W],
    due: &[u64; W],
) -> UnitCounts<W> {
    let zero = _mm256_setzero_si256();
    let number = |n| _mm256_set1_epi64x(n);
    let mut alone = [zero; W];
    let mut counts = UnitCounts { none: 0, few: 0, alone: [0; W] };
    let mut shift = 0;
    for words in units.eights.chunks_exact(W) {
        for half in 0..2 {
            let (mut is_due, mut sizes) = (zero, zero);
            let mut here = [zero; W];
            for w in 0..W {
                let unit = load(words[w].as_chunks().0[half]);
                here[w] = _mm256_and_si256(unit, _mm256_set1_epi64x(places[w] as i64));
                sizes = _mm256_add_epi8(sizes, sizes_of_bytes(here[w]));
                let due = _mm256_and_si256(unit, _mm256_set1_epi64x(due[w] as i64));
                is_due = _mm256_or_si256(is_due, due);
            }
            let count = _mm256_sad_epu8(sizes, zero);
            let not_due = _mm256_cmpeq_epi64(is_due, zero);
            let due = |which| _mm256_andnot_si256(not_due, which);
            let is_one = due(_mm256_cmpeq_epi64(count, number(1)));
            let (is_more, is_less) =
                (_mm256_cmpgt_epi64(count, number(1)), _mm256_cmpgt_epi64(number(4), count));
            let is_few = due(_mm256_and_si256(is_more, is_less));
            for w in 0..W {
                alone[w] = _mm256_or_si256(alone[w], _mm256_and_si256(is_one, here[w]));
            }
            counts.none |= mask(due(_mm256_cmpeq_epi64(count, zero))) << shift;
            counts.few |= mask(is_few) << shift;
            shift += 4;
        }
    }
    counts.alone = alone.map(|words| any(words));
    counts
}

impl Vectors for Avx2 {
    /// On boards of more words, counting all units takes longer than counting only the units that are due.
    #[inline(always)]
    fn unit_counts<const W: usize>(
        self,
        units: Units<'_>,
        places: &[u64; W],
        due: &[u64; W],
    ) -> UnitCounts<W> {
        if W > 2 {
            return Plain.unit_counts(units, places, due);
        }
        // SAFETY: `self` proves that the processor has these features.
        unsafe { unit_counts(units, places, due) }
    }
}
