//! AVX-512 with VPOPCNTDQ, as of Ice Lake and Zen 4: counts the bits of eight words at once.

#![expect(unsafe_code, reason = "calls that need features of the processor; a vector is stored")]

use std::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_andnot_si512, _mm512_mask_cmpeq_epi64_mask,
    _mm512_mask_cmple_epu64_mask, _mm512_mask_or_epi64, _mm512_or_si512, _mm512_popcnt_epi64,
    _mm512_reduce_or_epi64, _mm512_set1_epi64, _mm512_setr_epi64, _mm512_setzero_si512,
    _mm512_storeu_si512, _mm512_test_epi64_mask,
};

use super::{Census, Units, Unsupported, Vectors, Work};

/// Proof that the processor has it.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    /// The proof, if it has.
    #[inline]
    pub fn detect() -> Option<Avx512> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx512(()))
    }

    /// Does this with it.
    pub fn run<W: Work>(self, work: W) -> W::Result {
        #[target_feature(
            enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vpopcntdq,bmi1,bmi2,popcnt"
        )]
        fn wide<W: Work>(work: W, avx512: Avx512) -> W::Result {
            work.run(avx512)
        }
        // SAFETY: `self` proves that the processor has these features.
        unsafe { wide(work, self) }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(words: &[u64; 8]) -> __m512i {
    let [a, b, c, d, e, f, g, h] = words.map(|word| word as i64);
    _mm512_setr_epi64(a, b, c, d, e, f, g, h)
}

/// See [`Vectors::census`]: a lane for each of eight units.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn census<const W: usize>(units: &[[u64; 8]], places: &[u64; W], due: &[u64; W]) -> Census<W> {
    let zero = _mm512_setzero_si512();
    let one = _mm512_set1_epi64(1);
    let three = _mm512_set1_epi64(3);
    let mut alone = [zero; W];
    let mut census = Census { none: 0, few: 0, alone: [0; W] };
    let mut shift = 0;
    for words in units.chunks_exact(W) {
        let (mut is_due, mut count) = (zero, zero);
        let mut here = [zero; W];
        for w in 0..W {
            let unit = load(&words[w]);
            here[w] = _mm512_and_si512(unit, _mm512_set1_epi64(places[w] as i64));
            count = _mm512_add_epi64(count, _mm512_popcnt_epi64(here[w]));
            let due = _mm512_and_si512(unit, _mm512_set1_epi64(due[w] as i64));
            is_due = _mm512_or_si512(is_due, due);
        }
        let is_due = _mm512_test_epi64_mask(is_due, is_due);
        let is_none = _mm512_mask_cmpeq_epi64_mask(is_due, count, zero);
        let is_one = _mm512_mask_cmpeq_epi64_mask(is_due, count, one);
        let is_few = _mm512_mask_cmple_epu64_mask(is_due, count, three) & !is_none & !is_one;
        for w in 0..W {
            alone[w] = _mm512_mask_or_epi64(alone[w], is_one, alone[w], here[w]);
        }
        census.none |= u64::from(is_none) << shift;
        census.few |= u64::from(is_few) << shift;
        shift += 8;
    }
    census.alone = alone.map(|alone| _mm512_reduce_or_epi64(alone) as u64);
    census
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(words: __m512i) -> [u64; 8] {
    let mut stored = [0; 8];
    // SAFETY: an array of as many bytes.
    unsafe { _mm512_storeu_si512(stored.as_mut_ptr().cast(), words) };
    stored
}

/// See [`Vectors::unsupported`]: a lane for each of eight digits.
#[inline]
#[target_feature(enable = "avx512f")]
fn unsupported<const W: usize>(
    places: &[[u64; W]],
    cells: &[u64; W],
    misfits: &[u16; 16],
) -> Unsupported<W> {
    let zero = _mm512_setzero_si512();
    // Lane e: where a digit is that a partner may be e + 1 beside.
    let mut held = [[zero; 2]; W];
    for (places, misfits) in places.iter().zip(misfits) {
        let [low, high] = (!misfits).to_le_bytes();
        for w in 0..W {
            let places = _mm512_set1_epi64(places[w] as i64);
            held[w][0] = _mm512_mask_or_epi64(held[w][0], low, held[w][0], places);
            held[w][1] = _mm512_mask_or_epi64(held[w][1], high, held[w][1], places);
        }
    }
    let mut found = Unsupported { digits: 0, cells: [[0; 16]; W] };
    let mut any = [zero; 2];
    for w in 0..W {
        let cells = _mm512_set1_epi64(cells[w] as i64);
        for half in 0..2 {
            let against = _mm512_andnot_si512(held[w][half], cells);
            any[half] = _mm512_or_si512(any[half], against);
            found.cells[w][8 * half..8 * half + 8].copy_from_slice(&store(against));
        }
    }
    let digits = any.map(|any| _mm512_test_epi64_mask(any, any));
    found.digits = u16::from_le_bytes(digits);
    found
}

impl Vectors for Avx512 {
    #[inline(always)]
    fn census<const W: usize>(
        self,
        units: Units<'_>,
        places: &[u64; W],
        due: &[u64; W],
    ) -> Census<W> {
        // SAFETY: `self` proves that the processor has these features.
        unsafe { census(units.eights, places, due) }
    }

    #[inline(always)]
    fn unsupported<const W: usize>(
        self,
        places: &[[u64; W]],
        cells: &[u64; W],
        _: &[u16; 16],
        misfits: &[u16; 16],
    ) -> Unsupported<W> {
        // SAFETY: `self` proves that the processor has these features.
        unsafe { unsupported(places, cells, misfits) }
    }
}
