//! The lanes kernel with 32 lanes: AVX-512 as of Ice Lake and Zen 4 (F, BW, VL, VBMI, VBMI2, BITALG, GFNI, VAES).
//!
//! Three-operand logic replaces most pairs of operations, masks replace compare-and-select, and the population count of
//! 16-bit lanes (BITALG) counts the digits whose last places are in a minirow. The first AVX-512 processors lack
//! BITALG. They would need separate code for little gain, so they use AVX2.

use std::arch::x86_64::*;

use crate::arch::operations;
use crate::cpu::Avx512;
use crate::solve::lanes::{Cells, Simd};

impl Simd for Avx512 {
    type Mask = __mmask32;
    type Route = (__m512i, __mmask32);

    #[inline(always)]
    fn widen(self, bytes: &[u8]) -> __m512i {
        let bytes = &bytes[..32];
        // SAFETY: the slice is 32 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { _mm512_cvtepu8_epi16(_mm256_loadu_si256(bytes.as_ptr().cast())) }
    }
    #[inline(always)]
    fn narrow(self, v: __m512i, bytes: &mut [u8]) {
        let bytes = &mut bytes[..32];
        // SAFETY: the slice is 32 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), _mm512_cvtepi16_epi8(v)) }
    }

    #[inline(always)]
    fn candidates(self, givens: &[u8]) -> [__m512i; 2] {
        let givens = &givens[..64];
        // SAFETY: the slice is 64 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { candidates(_mm512_loadu_si512(givens.as_ptr().cast())) }
    }
    #[inline(always)]
    fn digits(self, singles: [__m512i; 2], bytes: &mut [u8]) {
        let bytes = &mut bytes[..64];
        // SAFETY: the slice is 64 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), digits(singles)) }
    }

    operations! {
        fn zip_16(a: __m512i, b: __m512i) -> [__m512i; 2] { [_mm512_unpacklo_epi16(a, b), _mm512_unpackhi_epi16(a, b)] }
        fn zip_32(a: __m512i, b: __m512i) -> [__m512i; 2] { [_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b)] }
        fn zip_64(a: __m512i, b: __m512i) -> [__m512i; 2] { [_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b)] }
        fn is_zero(v: __m512i) -> __mmask32 { _mm512_testn_epi16_mask(v, v) }
        fn equal(a: __m512i, b: __m512i) -> __mmask32 { _mm512_cmpeq_epi16_mask(a, b) }
        fn less(a: __m512i, b: __m512i) -> __mmask32 { _mm512_cmplt_epu16_mask(a, b) }
        fn select(mask: __mmask32, yes: __m512i, no: __m512i) -> __m512i {
            _mm512_mask_blend_epi16(mask, no, yes)
        }
        fn carry(route: (__m512i, __mmask32), source: __m512i, rest: __m512i) -> __m512i {
            _mm512_mask_permutexvar_epi16(rest, route.1, route.0, source)
        }
        fn full(possible: __m512i, certain: __m512i, overfull: &mut __m512i, _ones: __m512i) -> __m512i {
            let three = _mm512_set1_epi16(3);
            let n = _mm512_popcnt_epi16(certain);
            *overfull = _mm512_max_epi16(*overfull, n);
            _mm512_mask_blend_epi16(_mm512_cmpge_epi16_mask(n, three), possible, certain)
        }
        fn singles(x: [__m512i; 3], below: [__m512i; 3]) -> __m512i {
            let [a, b, c] = [
                _mm512_testn_epi16_mask(x[0], below[0]),
                _mm512_testn_epi16_mask(x[1], below[1]),
                _mm512_testn_epi16_mask(x[2], below[2]),
            ];
            // Addition has a masked form, OR does not. The results are the same unless two cells hold the same digit.
            let sum = _mm512_maskz_mov_epi16(a, x[0]);
            let sum = _mm512_mask_add_epi16(sum, b, sum, x[1]);
            _mm512_mask_add_epi16(sum, c, sum, x[2])
        }
        fn settle(x: __m512i, hidden: __m512i, possible: __m512i) -> __m512i {
            let here = _mm512_test_epi16_mask(x, hidden);
            _mm512_and_si512(x, _mm512_mask_blend_epi16(here, possible, hidden))
        }
    }

    #[inline(always)]
    fn relabelling_invariant_key(self, cells: &Cells) -> ([u64; 2], usize) {
        // SAFETY: `self` proves the features.
        unsafe { relabelling_invariant_key(cells) }
    }

    #[inline(always)]
    fn lanes(self, mask: __mmask32) -> u32 {
        mask
    }
    #[inline(always)]
    fn mask(self, lanes: u32) -> __mmask32 {
        lanes
    }
    #[inline(always)]
    fn route(self, from: &[u8; 32], to: u32) -> (__m512i, __mmask32) {
        // SAFETY: the array is 32 bytes long, any alignment is allowed, and `self` proves the features.
        (unsafe { _mm512_cvtepu8_epi16(_mm256_loadu_si256(from.as_ptr().cast())) }, to)
    }
    operations! {
        fn packing(lanes: u32) -> (__m512i, __mmask32) {
            (_mm512_maskz_compress_epi16(lanes, counting()), !0)
        }
        fn spreading(lanes: u32) -> (__m512i, __mmask32) {
            (_mm512_maskz_expand_epi16(lanes, counting()), lanes)
        }
        fn moving(from: u32, to: u32) -> (__m512i, __mmask32) {
            let packed = _mm512_maskz_compress_epi16(from, counting());
            (_mm512_maskz_expand_epi16(to, packed), to)
        }
    }
}

/// Implements [`Simd::relabelling_invariant_key`].
///
/// ```text
///   cells 0 … 63, digits 1 to 8     one byte per cell   eight 8x8 bit matrices, transposed   bytes sorted by digit
///   other cells                     the same            the same                             the same
///   digit 9                         three masks
/// ```
///
/// The result is a block of 128 bits for each digit, which four rounds of AES mix.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,gfni,vaes,popcnt")]
fn relabelling_invariant_key(cells: &Cells) -> ([u64; 2], usize) {
    const LOW_BYTES: [u8; 64] = {
        let mut index = [0; 64];
        let mut i = 0;
        while i < 64 {
            index[i] = 2 * (i as u8 ^ 7);
            i += 1;
        }
        index
    };
    const TRANSPOSED: [u8; 64] = {
        let mut index = [0; 64];
        let mut i = 0;
        while i < 64 {
            index[i] = (8 * (i % 8) + i / 8) as u8;
            i += 1;
        }
        index
    };
    const EACH_BIT: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);
    // SAFETY: the arrays are 64 bytes long, any alignment is allowed.
    let [low_bytes, transposed] =
        [LOW_BYTES, TRANSPOSED].map(|bytes| unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) });
    let mut open = [0; 3];
    let mut ninth = [0; 3];
    let mut words = [_mm512_setzero_si512(); 3];
    for (i, word) in words.iter_mut().enumerate() {
        let part = &cells[32 * i..][..32];
        // SAFETY: the slice is 64 bytes long, any alignment is allowed.
        let v = unsafe { _mm512_loadu_si512(part.as_ptr().cast()) };
        open[i] = _mm512_test_epi16_mask(v, _mm512_add_epi16(v, _mm512_set1_epi16(-1)));
        *word = _mm512_maskz_mov_epi16(open[i], v);
        ninth[i] = _mm512_test_epi16_mask(*word, _mm512_set1_epi16(0x100));
    }
    let first = _mm512_permutex2var_epi8(words[0], low_bytes, words[1]);
    let last = _mm512_permutex2var_epi8(words[2], low_bytes, _mm512_setzero_si512());
    let transpose = |v| {
        let squares = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(EACH_BIT), v);
        _mm512_permutexvar_epi8(transposed, squares)
    };
    let [first, last] = [transpose(first), transpose(last)];
    let first_of_ninth = u64::from(ninth[0]) | u64::from(ninth[1]) << 32;
    let mut blocks = [
        _mm512_unpacklo_epi64(first, last),
        _mm512_unpackhi_epi64(first, last),
        _mm512_zextsi128_si512(_mm_set_epi64x(i64::from(ninth[2]), first_of_ninth as i64)),
    ];
    for key in
        [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0x2409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89]
    {
        let key = _mm512_set_epi64(!key, key, !key, key, !key, key, !key, key);
        for block in &mut blocks {
            *block = _mm512_aesenc_epi128(*block, key);
        }
    }
    let sum = _mm512_add_epi64(_mm512_add_epi64(blocks[0], blocks[1]), blocks[2]);
    let sum = _mm256_add_epi64(_mm512_castsi512_si256(sum), _mm512_extracti64x4_epi64::<1>(sum));
    let sum = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let key = [_mm_cvtsi128_si64(sum) as u64, _mm_extract_epi64::<1>(sum) as u64];
    (key, open.map(u32::count_ones).into_iter().sum::<u32>() as usize)
}

/// The vector 0, 1, 2 … 31.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn counting() -> __m512i {
    const NUMBERS: [u8; 32] = {
        let mut numbers = [0; 32];
        let mut i = 0;
        while i < 32 {
            numbers[i] = i as u8;
            i += 1;
        }
        numbers
    };
    // SAFETY: the array is 32 bytes long and any alignment is allowed.
    _mm512_cvtepu8_epi16(unsafe { _mm256_loadu_si256(NUMBERS.as_ptr().cast()) })
}

/// The candidates of cells with these givens.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn candidates(givens: __m512i) -> [__m512i; 2] {
    let low = _mm_setr_epi8(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
    let high = _mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    let low = _mm512_shuffle_epi8(_mm512_broadcast_i32x4(low), givens);
    let high = _mm512_shuffle_epi8(_mm512_broadcast_i32x4(high), givens);
    [_mm512_unpacklo_epi8(low, high), _mm512_unpackhi_epi8(low, high)]
}

/// The digits of cells with one candidate.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn digits(singles: [__m512i; 2]) -> __m512i {
    let one = _mm512_set1_epi16(1);
    // If x is bit k alone, 2x - 1 has k + 1 bits.
    let [a, b] = singles;
    let a = _mm512_popcnt_epi16(_mm512_sub_epi16(_mm512_add_epi16(a, a), one));
    let b = _mm512_popcnt_epi16(_mm512_sub_epi16(_mm512_add_epi16(b, b), one));
    _mm512_packus_epi16(a, b)
}
