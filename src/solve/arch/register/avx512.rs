//! The kernel for one puzzle: nine boxes in a 256-bit vector, with AVX-512 instructions.
//!
//! It uses three-operand logic, the population count of 16-bit words, shifts by a different number for each word, and
//! byte permutations, which read and write a grid in few instructions. A shift serves as a selection and takes one
//! cycle; the same selection by a mask would take seven.

use std::arch::x86_64::*;

use crate::arch::{Aligned, Words, Ymm, operations};
use crate::board::{Candidates, Grid};
use crate::solve::register::{ALL, LOWEST, Nine, place};

use super::layout;
use super::rows;

/// A grid occupies two vectors: bytes 0..64 and 64..81. The mask selects the latter.
const TAIL: __mmask64 = (1 << 17) - 1;
/// The vectors of positions are read in pairs: 2k in the lower half, 2k + 1 in the upper half.
const PAIRS: usize = 5;

/// For each pair, the cell of each word, as a byte index in the lower byte, for 8-bit permutations.
static GRID_CELLS: [Aligned<[u8; 64]>; PAIRS] = {
    let mut tables = [Aligned([0; 64]); PAIRS];
    let mut i = 0;
    while i < 32 * PAIRS {
        let (position, word) = (i / 16, i % 16);
        tables[i / 32].0[i % 32 * 2] = layout::cell(position % 9, word) as u8;
        i += 1;
    }
    tables
};
/// The candidates of a cell by its byte. Bytes above 9 do not occur in a grid; their sets are arbitrary.
static SETS: Aligned<[u16; 32]> = {
    let mut sets = [ALL; 32];
    let mut digit = 1;
    while digit <= 9 {
        sets[digit] = 1 << (LOWEST as usize - 1 + digit);
        digit += 1;
    }
    Aligned(sets)
};
/// The location of each cell's digit after the nine vectors are stored as bytes, two vectors per word: positions 0 to 3
/// in the first 64 bytes, 4 to 7 in the second, 8 in a separate vector.
static PLACES: [Aligned<[u8; 64]>; 2] = {
    let mut places = [Aligned([0; 64]); 2];
    let mut cell = 0;
    while cell < 81 {
        let (position, word) = place(cell);
        places[cell / 64].0[cell % 64] =
            (position / 4 % 2 * 64 + position % 2 * 32 + 2 * word + position / 2 % 2) as u8;
        if position == 8 {
            places[cell / 64].0[cell % 64] = 2 * word as u8;
        }
        cell += 1;
    }
    places
};
/// The cells of position 8.
const LAST_POSITION: [__mmask64; 2] = {
    let mut masks = [0; 2];
    let mut cell = 0;
    while cell < 81 {
        if place(cell).0 == 8 {
            masks[cell / 64] |= 1 << (cell % 64);
        }
        cell += 1;
    }
    masks
};

/// Loads a table as a vector.
#[inline]
#[target_feature(enable = "avx512f")]
fn table<T: bytemuck::NoUninit>(table: &'static Aligned<T>) -> __m512i {
    // The black box prevents the compiler from loading all tables before the first puzzle and spilling them at once,
    // which costs 14 ns in a call for one puzzle.
    std::hint::black_box(table).load_512()
}

impl Nine for Ymm {
    operations! {
        fn read_grid(grid: &Grid) -> [__m256i; 9] { read_grid(grid) }
        fn read_candidates(candidates: &Candidates) -> [__m256i; 9] {
            rows::join(rows::read_candidates(candidates))
        }
        fn write(x: &[__m256i; 9], grid: &mut Grid) -> () { write(x, grid) }
        fn unless(x: __m256i, rest: __m256i) -> __m256i { _mm256_sllv_epi16(x, rest) }
        fn at_most_three(all: __m256i) -> __m256i {
            let less_four = _mm256_add_epi16(_mm256_popcnt_epi16(all), _mm256_set1_epi16(-4));
            _mm256_and_si256(all, _mm256_srai_epi16::<15>(less_four))
        }
        fn nonzero(v: __m256i) -> u16 { _mm256_test_epi16_mask(v, v) }
        fn is_zero(v: __m256i) -> bool { _mm256_test_epi16_mask(v, v) == 0 }
        fn has_zero(v: __m256i) -> bool { _mm256_testn_epi16_mask(v, v) != 0 }
        fn is_all(v: __m256i) -> bool {
            _mm256_cmpneq_epi16_mask(v, _mm256_set1_epi16(ALL as i16)) == 0
        }
        fn only(v: __m256i, word: usize) -> __m256i {
            _mm256_maskz_mov_epi16(layout::COPIES[word], v)
        }
        fn least(bands: __m256i, stacks: __m256i) -> (u16, usize) {
            let six = _mm256_setr_epi16(0, 4, 8, 16, 17, 18, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
            let six = _mm256_castsi256_si128(_mm256_permutex2var_epi16(bands, six, stacks));
            let least = _mm_minpos_epu16(six);
            let region = _mm_extract_epi16::<1>(least) as usize;
            // The two unused words repeat the first one, and the instruction reports the first of equal words.
            (_mm_extract_epi16::<0>(least) as u16, region.min(5))
        }
    }

    #[inline(always)]
    fn settle(self, x: __m256i, possible: __m256i, unsure: __m256i) -> __m256i {
        let hidden = self.and(x, self.and_not(possible, unsure));
        self.or_and(hidden, self.unless(x, hidden), possible)
    }
    rows::shuffles_of_256_bits!();
}

/// Reads a puzzle into nine vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
fn read_grid(grid: &Grid) -> [__m256i; 9] {
    let bytes = grid.cells();
    // SAFETY: the array has 81 bytes, and the mask limits the second load to the last 17.
    let (head, tail) = unsafe {
        let (head, tail) = (bytes.as_ptr(), bytes[64..].as_ptr());
        (_mm512_loadu_epi8(head.cast()), _mm512_maskz_loadu_epi8(TAIL, tail.cast()))
    };
    let mut pairs = [head; PAIRS];
    for k in 0..PAIRS {
        // Byte indices in the even bytes with the odd bytes cleared form words.
        let even = 0x5555_5555_5555_5555;
        let values = _mm512_maskz_permutex2var_epi8(even, head, table(&GRID_CELLS[k]), tail);
        pairs[k] = _mm512_permutexvar_epi16(values, table(&SETS));
    }
    split(pairs)
}

/// Writes a solved puzzle.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg")]
fn write(x: &[__m256i; 9], grid: &mut Grid) {
    let first = two_a_word([x[0], x[1], x[2], x[3]]);
    let second = two_a_word([x[4], x[5], x[6], x[7]]);
    let third = digits(_mm512_castsi256_si512(x[8]));
    let mut parts = [first; 2];
    for k in 0..2 {
        let places = table(&PLACES[k]);
        let part = _mm512_permutex2var_epi8(first, places, second);
        parts[k] = _mm512_mask_permutexvar_epi8(part, LAST_POSITION[k], places, third);
    }
    let bytes = grid.cells_mut();
    let (head, tail) = bytes.split_at_mut(64);
    // SAFETY: 64 bytes and, by the mask, 17.
    unsafe {
        _mm512_storeu_epi8(head.as_mut_ptr().cast(), parts[0]);
        _mm512_mask_storeu_epi8(tail.as_mut_ptr().cast(), TAIL, parts[1]);
    }
}

/// Splits the pairs into halves.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn split(pairs: [__m512i; PAIRS]) -> [__m256i; 9] {
    let mut x = [_mm512_castsi512_si256(pairs[4]); 9];
    for k in 0..4 {
        x[2 * k] = _mm512_castsi512_si256(pairs[k]);
        x[2 * k + 1] = _mm512_extracti64x4_epi64::<1>(pairs[k]);
    }
    x
}

/// The digits of four vectors: the first two in the lower bytes, the other two in the upper bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn two_a_word(x: [__m256i; 4]) -> __m512i {
    let low = digits(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(x[0]), x[1]));
    let high = digits(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(x[2]), x[3]));
    _mm512_or_si512(low, _mm512_slli_epi16::<8>(high))
}

/// The digit of each word, which contains exactly one.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg")]
fn digits(x: __m512i) -> __m512i {
    let below = _mm512_popcnt_epi16(_mm512_add_epi16(x, _mm512_set1_epi16(-1)));
    _mm512_sub_epi16(below, _mm512_set1_epi16(LOWEST as i16 - 1))
}
