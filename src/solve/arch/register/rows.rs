//! Reads and writes nine boxes row by row with 128-bit vectors, for SSE4.1 and AVX2.
//!
//! ```text
//!   row of the grid    a b c a b c a b c          9 bytes, in box order
//!   sorted             a a a a b b b b c c c c    by position, with the first repeated: the layout of a band
//!   as sets            a a a a b b b b            two tables of 16 bytes, for the lower and upper half of a word
//!                      c c c c
//! ```

#![expect(clippy::needless_range_loop, reason = "the same number indexes several arrays")]

use std::arch::x86_64::*;

use crate::arch::Aligned;
use crate::board::{Candidates, Grid};
use crate::solve::register::LOWEST;

/// A vector of 16 words as its words 0 to 7 and 8 to 15.
pub type Pair = [__m128i; 2];

/// Defines methods of [`Nine`](crate::solve::register::Nine) for 256-bit vectors.
macro_rules! shuffles_of_256_bits {
    () => {
        #[inline(always)]
        fn across<const N: usize>(self, v: __m256i) -> __m256i {
            // SAFETY: `self` proves the features.
            unsafe { _mm256_shuffle_epi8(v, layout::ACROSS[N].load_256()) }
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
    };
}
pub(super) use shuffles_of_256_bits;

/// The bytes of a row sorted by position; `SORT[1]` is for a row that ends where the 16 bytes end.
static SORT: [Aligned<[u8; 16]>; 2] = {
    let mut sort = [Aligned([0x80; 16]); 2];
    let mut i = 0;
    while i < 12 {
        let cell = i % 4 % 3 * 3 + i / 4;
        sort[0].0[i] = cell as u8;
        sort[1].0[i] = cell as u8 + 7;
        i += 1;
    }
    sort
};
/// The lower and upper byte of each digit's set. Bytes above 9 do not occur in a grid; their sets are arbitrary.
static SETS: [Aligned<[u8; 16]>; 2] = {
    let mut sets = [Aligned([0; 16]); 2];
    let mut value = 0;
    while value < 10 {
        let set = if value == 0 { 0x1ff << LOWEST } else { 1 << (LOWEST as usize - 1 + value) };
        sets[0].0[value] = (set & 0xff) as u8;
        sets[1].0[value] = (set >> 8) as u8;
        value += 1;
    }
    sets
};

/// Reads a puzzle into nine vectors.
#[inline]
#[target_feature(enable = "sse4.1")]
pub fn read_grid(grid: &Grid) -> [Pair; 9] {
    let bytes = grid.cells();
    let mut x = [[_mm_setzero_si128(); 2]; 9];
    for line in 0..3 {
        let mut sets = [[_mm_setzero_si128(); 2]; 3];
        for band in 0..3 {
            let row = 3 * band + line;
            let (start, sort) = if row < 8 { (9 * row, 0) } else { (65, 1) };
            // SAFETY: the 16 bytes end at 79 or, in the last row, at 81.
            let values = unsafe { _mm_loadu_si128(bytes[start..start + 16].as_ptr().cast()) };
            let values = _mm_shuffle_epi8(values, SORT[sort].load_128());
            let low = _mm_shuffle_epi8(SETS[0].load_128(), values);
            let high = _mm_shuffle_epi8(SETS[1].load_128(), values);
            sets[band] = [_mm_unpacklo_epi8(low, high), _mm_unpackhi_epi8(low, high)];
        }
        let [[a, c], [d, f], [g, i]] = sets;
        x[3 * line] = [_mm_unpacklo_epi64(a, d), _mm_unpacklo_epi64(g, a)];
        x[3 * line + 1] = [_mm_unpackhi_epi64(a, d), _mm_unpackhi_epi64(g, a)];
        x[3 * line + 2] = [_mm_unpacklo_epi64(c, f), _mm_unpacklo_epi64(i, c)];
    }
    x
}

/// Reads a puzzle with pencil marks into nine vectors.
#[inline]
#[target_feature(enable = "sse4.1")]
pub fn read_candidates(candidates: &Candidates) -> [Pair; 9] {
    let mut x = [[_mm_setzero_si128(); 2]; 9];
    for position in 0..9 {
        // Four words for a band; the fourth repeats the first.
        let mut bands = [0u64; 3];
        for band in 0..3 {
            let first = 9 * (3 * band + position / 3) + position % 3;
            let word = |k: usize| u64::from(candidates[first + 3 * k].bits()) << LOWEST;
            bands[band] = word(0) | word(1) << 16 | word(2) << 32 | word(0) << 48;
        }
        x[position] = [
            _mm_set_epi64x(bands[1] as i64, bands[0] as i64),
            _mm_set_epi64x(bands[0] as i64, bands[2] as i64),
        ];
    }
    x
}

/// Joins pairs of 128-bit vectors into 256-bit vectors.
#[inline]
#[target_feature(enable = "avx2")]
pub fn join(pairs: [Pair; 9]) -> [__m256i; 9] {
    let mut x = [_mm256_setzero_si256(); 9];
    for i in 0..9 {
        x[i] = _mm256_set_m128i(pairs[i][1], pairs[i][0]);
    }
    x
}

/// Assembles a row from the bytes of its first two positions and those of its third position, for the first and the
/// second band of a vector.
static ROW: [[Aligned<[u8; 16]>; 2]; 2] = {
    let mut row = [[Aligned([0x80; 16]); 2]; 2];
    let mut i = 0;
    while i < 18 {
        let (band, cell) = (i / 9, i % 9);
        let (position, byte) = (cell % 3, (cell / 3 + 4 * band) as u8);
        if position < 2 {
            row[band][0].0[cell] = byte + 8 * position as u8;
        } else {
            row[band][1].0[cell] = byte;
        }
        i += 1;
    }
    row
};

/// Writes a solved puzzle.
#[inline]
#[target_feature(enable = "sse4.1")]
pub fn write(x: &[Pair; 9], grid: &mut Grid) {
    let bytes = grid.cells_mut();
    for line in 0..3 {
        for half in 0..2 {
            let first = digits(x[3 * line][half], x[3 * line + 1][half]);
            let third = digits(x[3 * line + 2][half], x[3 * line + 2][half]);
            for band in 0..2 - half {
                let first = _mm_shuffle_epi8(first, ROW[band][0].load_128());
                let third = _mm_shuffle_epi8(third, ROW[band][1].load_128());
                let nine = _mm_or_si128(first, third);
                let row = 9 * (3 * (2 * half + band) + line);
                let (eight, last) = bytes[row..row + 9].split_at_mut(8);
                // SAFETY: eight bytes.
                unsafe { _mm_storel_epi64(eight.as_mut_ptr().cast(), nine) };
                last[0] = _mm_extract_epi8::<8>(nine) as u8;
            }
        }
    }
}

/// The digits of 8 + 8 words, each with exactly one digit, as bytes.
#[inline]
#[target_feature(enable = "sse4.1")]
fn digits(a: __m128i, b: __m128i) -> __m128i {
    // Saturation turns 9 into 255 and thereby distinguishes it from 8.
    let bits = _mm_packus_epi16(
        _mm_srli_epi16::<{ LOWEST as i32 }>(a),
        _mm_srli_epi16::<{ LOWEST as i32 }>(b),
    );
    let nibble = _mm_set1_epi8(15);
    let low = _mm_setr_epi8(0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0);
    let high = _mm_setr_epi8(0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 9);
    _mm_add_epi8(
        _mm_shuffle_epi8(low, _mm_and_si128(bits, nibble)),
        _mm_shuffle_epi8(high, _mm_and_si128(_mm_srli_epi16::<4>(bits), nibble)),
    )
}

/// See [`Nine::least`](crate::solve::register::Nine::least).
#[inline]
#[target_feature(enable = "sse4.1")]
pub fn least(bands: Pair, stacks: __m128i) -> (u16, usize) {
    let first_two = _mm_setr_epi8(0, 1, 8, 9, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    let third = _mm_setr_epi8(-1, -1, -1, -1, 0, 1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    let bands =
        _mm_or_si128(_mm_shuffle_epi8(bands[0], first_two), _mm_shuffle_epi8(bands[1], third));
    let idle = _mm_setr_epi16(0, 0, 0, 0, 0, 0, -1, -1);
    let six = _mm_or_si128(_mm_or_si128(bands, _mm_bslli_si128::<6>(stacks)), idle);
    let least = _mm_minpos_epu16(six);
    (_mm_extract_epi16::<0>(least) as u16, (_mm_extract_epi16::<1>(least) as usize).min(5))
}
