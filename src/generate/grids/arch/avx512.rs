//! AVX-512 kernel: one register holds a vector of completions, or one band.

use std::arch::x86_64::*;

use crate::arch::Aligned;
use crate::board::Grid;

use super::super::build::{Label, Skeleton};
use super::super::proposal::{Draw, Open, choose};
use super::super::tables::{Bytes, ORDERS, Sets, Tables};
use super::portable;

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vnni,avx512bitalg,bmi1,bmi2,popcnt"
)]
pub fn attempt(
    tables: &Tables,
    words: &[[u64; 8]],
    attempt: usize,
    live: &mut Vec<u32>,
    open: &mut [Open],
    accepted: &mut [u64],
) {
    let (mut still, worth) = portable::sift(tables, words, attempt, live, open);
    for open in &open[..worth] {
        let slot = open.slot as usize;
        accepted[slot] = words[slot][attempt];
        live[still] = open.slot;
        let [alpha, delta] = vectors(tables, open);
        let quads = _mm512_dpbusd_epi32(_mm512_setzero_si512(), alpha, delta);
        let completions = _mm512_reduce_add_epi32(quads) as u32;
        still += usize::from(open.threshold >= completions);
    }
    live.truncate(still);
}

#[target_feature(enable = "avx512f,avx512vbmi")]
#[inline]
fn vectors(tables: &Tables, open: &Open) -> [__m512i; 2] {
    let permuted = |pair: u32, vectors: &[Bytes]| {
        let (orbit, permutation) = (pair as usize & 0xff, pair as usize >> 8);
        _mm512_permutexvar_epi8(
            tables.permutation[permutation].load_512(),
            vectors[orbit].load_512(),
        )
    };
    [permuted(open.upper, &tables.alpha), permuted(open.lower, &tables.delta)]
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vnni,avx512bitalg,bmi1,bmi2,popcnt"
)]
pub fn build(tables: &Tables, accepted: &[u64], labels: &[Label], out: &mut [Grid]) {
    for ((&word, label), grid) in accepted.iter().zip(labels).zip(out) {
        let draw = Draw::new(tables, word);
        let completion = completion(tables, &draw);
        let skeleton = Skeleton::new(tables, &draw, completion);
        *grid = Grid::unchecked(cells(tables, &skeleton, label));
    }
}

/// The completion selected by the threshold: the sums of groups of four products, their running sums, the first one
/// above the threshold, then the same among its four products.
#[target_feature(enable = "avx512f,avx512vbmi,avx512vnni,bmi1,bmi2,popcnt")]
#[inline]
fn completion(tables: &Tables, draw: &Draw) -> [u16; 3] {
    let open = draw.open(tables, 0);
    let [alpha, delta] = vectors(tables, &open);
    let zero = _mm512_setzero_si512();
    let quads = _mm512_dpbusd_epi32(zero, alpha, delta);
    let mut sums = quads;
    sums = _mm512_add_epi32(sums, _mm512_alignr_epi32::<15>(sums, zero));
    sums = _mm512_add_epi32(sums, _mm512_alignr_epi32::<14>(sums, zero));
    sums = _mm512_add_epi32(sums, _mm512_alignr_epi32::<12>(sums, zero));
    sums = _mm512_add_epi32(sums, _mm512_alignr_epi32::<8>(sums, zero));
    let above = _mm512_cmpgt_epi32_mask(sums, _mm512_set1_epi32(open.threshold as i32));
    // An accepted threshold is below the last sum.
    let quad = above.trailing_zeros() as usize & 15;
    let before = bytes(_mm512_sub_epi32(sums, quads));
    let (alpha, delta) = (bytes(alpha), bytes(delta));
    let before: [u8; 4] = std::array::from_fn(|i| before[4 * quad + i]);
    let mut rest = open.threshold - u32::from_le_bytes(before);
    let mut l = 4 * quad;
    for _ in 0..3 {
        let product = u32::from(alpha[l]) * u32::from(delta[l]);
        if rest < product {
            break;
        }
        rest -= product;
        l += 1;
    }
    choose(tables, draw, l, rest, u32::from(delta[l]), |mask, n| {
        _pdep_u64(1 << n, mask).trailing_zeros() as u16
    })
}

/// For each order of a band's rows, the position of the row set for cell 9·row + 3·stack + column of the band, if the
/// three sets of stack s are at 4·s.
static ROWS: [Aligned<[u16; 32]>; 6] = {
    let mut places = [Aligned([0; 32]); 6];
    let mut cell = 0;
    while cell < 27 * 6 {
        let (order, row, stack) = (cell / 27, cell % 27 / 9, cell % 9 / 3);
        places[order].0[cell % 27] = (4 * stack + ORDERS[order][row]) as u16;
        cell += 1;
    }
    places
};

/// The same for the columns, by the orders in stacks 1 and 2.
static COLUMNS: [[Aligned<[u16; 32]>; 6]; 6] = {
    let mut places = [[Aligned([0; 32]); 6]; 6];
    let mut cell = 0;
    while cell < 27 * 36 {
        let (orders, stack, column) = ([cell / 162, cell / 27 % 6, 0], cell % 9 / 3, cell % 3);
        places[orders[0]][orders[1]].0[cell % 27] =
            (4 * stack + ORDERS[orders[stack]][column]) as u16;
        cell += 1;
    }
    places
};

/// The cells, one band at a time: the intersection of row sets and column sets laid out over 27 lanes.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
#[inline]
fn cells(tables: &Tables, skeleton: &Skeleton, label: &Label) -> [u8; 81] {
    let columns = COLUMNS[label.columns[0]][label.columns[1]].load_512();
    let digits = _mm256_broadcastsi128_si256(load_digits(&tables.relabel[label.digits]));
    let mut cells = [0; 81 + 5];
    for band in 0..3 {
        let rows = side_by_side(skeleton.rows[band]);
        let rows = _mm512_permutexvar_epi16(ROWS[label.rows[band]].load_512(), rows);
        let [a, b, c] = skeleton.columns;
        let sets = side_by_side([a[band], b[band], c[band]]);
        let shared = _mm512_and_si512(rows, _mm512_permutexvar_epi16(columns, sets));
        // The position of the only set bit.
        let number = _mm512_popcnt_epi16(_mm512_sub_epi16(shared, _mm512_set1_epi16(1)));
        let band_cells = _mm256_shuffle_epi8(digits, _mm512_cvtepi16_epi8(number));
        store_band(band_cells, &mut cells, band);
    }
    let mut grid = [0; 81];
    grid.copy_from_slice(&cells[..81]);
    grid
}

#[target_feature(enable = "avx512f")]
#[inline]
fn side_by_side(sets: [Sets; 3]) -> __m512i {
    let [a, b, c] = sets.map(bytemuck::cast::<Sets, i64>);
    _mm512_castsi256_si512(_mm256_set_epi64x(0, c, b, a))
}

#[target_feature(enable = "avx512f")]
#[inline]
fn bytes(vector: __m512i) -> [u8; 64] {
    // SAFETY: both are 64 bytes, of which every pattern is valid.
    unsafe { std::mem::transmute(vector) }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn load_digits(digits: &[u8; 16]) -> __m128i {
    // SAFETY: 16 bytes are read from 16.
    unsafe { _mm_loadu_si128(digits.as_ptr().cast()) }
}

/// Writes 27 cells, and five more bytes that the next band overwrites.
#[target_feature(enable = "avx512f")]
#[inline]
fn store_band(band_cells: __m256i, cells: &mut [u8; 86], band: usize) {
    let place = &mut cells[27 * band..][..32];
    // SAFETY: 32 bytes are written to a slice of 32.
    unsafe { _mm256_storeu_si256(place.as_mut_ptr().cast(), band_cells) }
}
