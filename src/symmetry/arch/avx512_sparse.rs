//! Sparse boards with AVX-512 VBMI: the steps of `symmetry::sparse` on three rows at a time.
//!
//! ```text
//!   one 128-bit lane = one row        byte 15 - k = place k, bytes 0..7 unused
//!
//!   VPSHUFB     digits·4 in the order of the state's columns
//!   VPMULTISHIFTQB  their labels, from the nibble map
//!   VPMADDUBSW, VPACKUSWB  two labels per byte: the value in the highest 36 bits of each lane's low qword
//! ```

use std::arch::x86_64::*;
use std::mem::offset_of;

use super::avx512::load;
use crate::arch::Aligned;
use crate::cpu::Avx512;
use crate::symmetry::sparse::{self, Board, Scratch, State, Steps};
use crate::symmetry::sparse_tables::REVERSED;

/// Implements [`super::sparse()`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
pub fn canonical(avx512: Avx512, grid: &[u8; 81], scratch: &mut Scratch) -> ([u8; 81], u32) {
    sparse::canonical(avx512, grid, scratch)
}

impl Steps for Avx512 {
    #[inline(always)]
    fn board(self, grid: &[u8; 81]) -> Board {
        // SAFETY: `self` is a proof of every feature that the function is compiled for.
        unsafe { board(grid) }
    }

    #[inline(always)]
    fn values(self, board: &Board, state: &State, first: usize, _wanted: u32) -> [u64; 4] {
        // SAFETY: as in `board`.
        unsafe { values(board, state, first) }
    }

    #[inline(always)]
    fn value(self, board: &Board, state: &State, row: usize) -> u64 {
        // SAFETY: as in `board`.
        unsafe { value(board, state, row) }
    }

    #[inline(always)]
    fn reorder(self, columns: &[u8; 16], number: usize) -> [u8; 16] {
        // SAFETY: as in `board`.
        unsafe { reorder(columns, number) }
    }
}

/// The index of cell `place` of line `line` of 18; 127 (a blank after the grid) if it does not exist.
const fn cell(line: usize, place: usize) -> u8 {
    if place >= 9 || line >= 18 {
        127
    } else if line < 9 {
        (9 * line + place) as u8
    } else {
        (9 * place + line - 9) as u8
    }
}

/// The cells of the board's rows, four lines per table.
static LINE_CELLS: [Aligned<[u8; 64]>; 5] = {
    let mut tables = [Aligned([0; 64]); 5];
    let mut i = 0;
    while i < 5 * 64 {
        tables[i / 64].0[i % 64] = cell(i / 16, i % 16);
        i += 1;
    }
    tables
};

/// Row r and column r, in two lanes each.
static CROSSES: [Aligned<[u8; 64]>; 9] = {
    let mut tables = [Aligned([0; 64]); 9];
    let mut i = 0;
    while i < 9 * 64 {
        tables[i / 64].0[i % 64] = cell(i / 64 + 9 * (i / 16 % 2), i % 16);
        i += 1;
    }
    tables
};

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn board(grid: &[u8; 81]) -> Board {
    let (low, high) = load(grid);
    // Digits are at most 9, so no value overflows a byte.
    let (low, high) = (_mm512_slli_epi16::<2>(low), _mm512_slli_epi16::<2>(high));
    let mut board = Board { rows: [[0; 16]; 20], masks: [0; 20] };
    let rows = board.rows.as_flattened_mut();
    for (t, (rows, masks)) in
        rows.chunks_exact_mut(64).zip(board.masks.chunks_exact_mut(4)).enumerate()
    {
        let digits = _mm512_permutex2var_epi8(low, LINE_CELLS[t].load_512(), high);
        // SAFETY: the chunk is 64 bytes long, and any alignment is allowed.
        unsafe { _mm512_storeu_si512(rows.as_mut_ptr().cast(), digits) };
        let mask = _mm512_test_epi8_mask(digits, digits);
        (0..4).for_each(|k| masks[k] = (mask >> (16 * k)) as u16);
    }
    board
}

/// The labels of digits·4 in each lane, packed two per byte in the low half.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
fn labels(digits: __m512i, map: u64) -> __m512i {
    let labels = _mm512_multishift_epi64_epi8(digits, _mm512_set1_epi64(map as i64));
    let labels = _mm512_and_si512(labels, _mm512_set1_epi8(15));
    let pairs = _mm512_maddubs_epi16(labels, _mm512_set1_epi16(0x1001));
    _mm512_packus_epi16(pairs, pairs)
}

// The columns of a state are loaded as an aligned vector.
const _: () = assert!(align_of::<State>() >= 16 && offset_of!(State, columns) % 16 == 0);

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
fn values(board: &Board, state: &State, first: usize) -> [u64; 4] {
    let rows = &board.rows.as_flattened()[16 * first..16 * first + 64];
    // SAFETY: the slice is 64 bytes long, and any alignment is allowed; the columns are 16 bytes long and aligned to 16,
    // as asserted above.
    let (rows, columns) = unsafe {
        (_mm512_loadu_si512(rows.as_ptr().cast()), _mm_load_si128(state.columns.as_ptr().cast()))
    };
    let digits = _mm512_shuffle_epi8(rows, _mm512_broadcast_i32x4(columns));
    let packed = labels(digits, state.labels);
    let packed = _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 0, 0, 0, 0), packed);
    let mut values = [0; 4];
    // SAFETY: `values` is 32 bytes long, and any alignment is allowed.
    unsafe { _mm256_storeu_si256(values.as_mut_ptr().cast(), _mm512_castsi512_si256(packed)) };
    values
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
fn value(board: &Board, state: &State, row: usize) -> u64 {
    // SAFETY: a row is 16 bytes long, and any alignment is allowed; the columns are 16 bytes long and aligned to 16, as
    // asserted above.
    let (row, columns) = unsafe {
        (
            _mm_loadu_si128(board.rows[row].as_ptr().cast()),
            _mm_load_si128(state.columns.as_ptr().cast()),
        )
    };
    let digits = _mm_shuffle_epi8(row, columns);
    let labels = _mm_multishift_epi64_epi8(digits, _mm_set1_epi64x(state.labels as i64));
    let labels = _mm_and_si128(labels, _mm_set1_epi8(15));
    let pairs = _mm_maddubs_epi16(labels, _mm_set1_epi16(0x1001));
    _mm_cvtsi128_si64(_mm_packus_epi16(pairs, pairs)) as u64
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn reorder(columns: &[u8; 16], number: usize) -> [u8; 16] {
    let order = &REVERSED[number];
    let mut out = [0; 16];
    // SAFETY: three arrays of 16 bytes; any alignment is allowed.
    unsafe {
        let columns = _mm_loadu_si128(columns.as_ptr().cast());
        let order = _mm_loadu_si128(order.as_ptr().cast());
        _mm_storeu_si128(out.as_mut_ptr().cast(), _mm_shuffle_epi8(columns, order));
    }
    out
}

/// Implements [`super::repeats`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
pub fn repeats(grid: &[u8; 81]) -> bool {
    let (low, high) = load(grid);
    // Lanes 0 and 1 hold digits 1 to 8 as bits, lanes 2 and 3 hold the nines.
    let eight = _mm_setr_epi8(0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
    let nine = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    let bits = _mm512_mask_broadcast_i32x4(_mm512_broadcast_i32x4(eight), 0xff00, nine);
    let (mut seen, mut twice) = (_mm512_setzero_si512(), _mm512_setzero_si512());
    for cells in &CROSSES {
        let digits = _mm512_permutex2var_epi8(low, cells.load_512(), high);
        let digits = _mm512_shuffle_epi8(bits, digits);
        // twice | (seen & digits)
        twice = _mm512_ternarylogic_epi64::<0xf8>(twice, seen, digits);
        seen = _mm512_or_si512(seen, digits);
    }
    _mm512_test_epi8_mask(twice, twice) != 0
}
