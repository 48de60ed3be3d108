//! The canonical form of complete grids with AVX-512 VBMI: the six chutes of a grid in the lanes of one register.
//!
//! ```text
//!   qword lane 0..5 = chute (three bands, three stacks); lanes 6, 7 idle
//!
//!   81 cells in two registers ── VPERMI2B ──> 8 × one cell of box 1, ── VPSLLVQ, OR ──> labels: nibble d = label of
//!   digit d ── VPERMI2B, VPMULTISHIFTQB ──> columns of boxes 2 | 3 as dwords (row 1, row 2, column, row 0)
//!   ── VPMINUD/VPMAXUD ──> sorted ── signs of differences, VPERMB ranks, VPMADDUBSW ──> key of each chute
//! ```
//!
//! `VPMULTISHIFTQB`, with digits·4 as control and a nibble map as data, relabels eight cells per lane at once. The grid
//! along a way is computed similarly: one VPERMI2B loads 62 cells (eight of the first row, six whole rows) at indices
//! that are sums of a row part and a column part, so no transposed copy is needed. The order of the six rows is a table
//! lookup by the seven signs that determine it.

use std::arch::x86_64::*;

use crate::arch::Aligned;
use crate::board::{Grid, HOUSES};
use crate::symmetry::bands::{BANDS, KEYS, ORDER_RANKS, TRIPLE_RANKS, WAYS};
use crate::symmetry::lines::{LINE_ORDERS, LINES, ORDERS_OF_3};

/// Cell (row, column) of chute 0..6; the idle lanes 6 and 7 repeat chute 5.
const fn cell(chute: usize, row: usize, column: usize) -> u8 {
    let chute = if chute > 5 { 5 } else { chute };
    let index =
        if chute < 3 { 9 * (3 * chute + row) + column } else { 9 * column + 3 * (chute - 3) + row };
    index as u8
}

/// The position of cell i + 1 of box 1 of each chute, in the lowest byte of each lane.
static BOX_1: [Aligned<[u8; 64]>; 8] = {
    let mut tables = [Aligned([0; 64]); 8];
    let mut i = 0;
    while i < 8 {
        let mut chute = 0;
        while chute < 8 {
            tables[i].0[8 * chute] = cell(chute, (i + 1) / 3, (i + 1) % 3);
            chute += 1;
        }
        i += 1;
    }
    tables
};

/// The positions of column k of boxes 2 (low dword) and 3: rows 1, 2, unused, row 0.
static COLUMNS: [Aligned<[u8; 64]>; 3] = {
    let mut tables = [Aligned([0; 64]); 3];
    let mut i = 0;
    while i < 3 * 16 {
        let (k, dword) = (i / 16, i % 16);
        let column = 3 + 3 * (dword % 2) + k;
        let rows = [1, 2, 0, 0];
        let mut byte = 0;
        while byte < 4 {
            tables[k].0[4 * dword + byte] = cell(dword / 2, rows[byte], column);
            byte += 1;
        }
        i += 1;
    }
    tables
};

/// Cells 2t (bytes 0..27) and 2t + 1 (bytes 32..59) of each house; the other bytes refer to a blank.
static HOUSE_CELLS: [Aligned<[u8; 64]>; 5] = {
    let mut tables = [Aligned([127; 64]); 5];
    let mut i = 0;
    while i < 27 * 9 {
        let (house, k) = (i / 9, i % 9);
        tables[k / 2].0[house + 32 * (k % 2)] = HOUSES[house][k].index() as u8;
        i += 1;
    }
    tables
};

/// The row part of the index of the 62 cells of a way, by 3·chute + first row: eight cells of that row, then six rows.
static WAY_ROWS: [Aligned<[u8; 64]>; 18] = {
    let mut tables = [Aligned([0; 64]); 18];
    let mut i = 0;
    while i < 18 * 62 {
        let (table, p) = (i / 62, i % 62);
        let chute = table / 3;
        let band = chute % 3;
        let row = if p < 8 { 3 * band + table % 3 } else { (3 * band + 3 + (p - 8) / 9) % 9 };
        tables[table].0[p] = (if chute < 3 { 9 * row } else { row }) as u8;
        i += 1;
    }
    tables
};

/// The column of each of the 62 cells.
static WAY_COLUMNS: Aligned<[u8; 64]> = {
    let mut table = Aligned([0; 64]);
    let mut p = 0;
    while p < 62 {
        table.0[p] = (if p < 8 { p + 1 } else { (p - 8) % 9 }) as u8;
        p += 1;
    }
    table
};

/// The source of each of 54 cells, for six rows ordered by the signs a<b, a<c, b<c, d<e, d<f, e<f,
/// min(a,b,c)<min(d,e,f) of their first cells.
static ROW_ORDERS: [Aligned<[u8; 64]>; 128] = {
    let mut tables = [Aligned([0; 64]); 128];
    let mut signs = 0;
    while signs < 128 {
        let mut p = 0;
        while p < 54 {
            // Sign 6 means that the first band comes first.
            let half = if signs >> 6 & 1 == 1 { p / 27 } else { 1 - p / 27 };
            let [ab, ac, bc] =
                [signs >> (3 * half) & 1, signs >> (3 * half + 1) & 1, signs >> (3 * half + 2) & 1];
            // The number of rows before each row.
            let ranks = [2 - ab - ac, 1 - bc + ab, ac + bc];
            let place = p / 9 % 3;
            let mut row = 0;
            while row < 2 && ranks[row] != place {
                row += 1;
            }
            tables[signs].0[p] = (8 + 9 * (3 * half + row) + p % 9) as u8;
            p += 1;
        }
        signs += 1;
    }
    tables
};

static ORDER_RANK_TABLE: Aligned<[u8; 64]> = Aligned(ORDER_RANKS);
static TRIPLE_RANK_TABLE: Aligned<[u8; 64]> = Aligned(TRIPLE_RANKS);

/// The keys of a grid, used to look up its classes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Keys {
    /// The columns of boxes 2 and 3 in normal order, in bytes 0..3 and 4..7, for each chute.
    columns: [u64; 8],
    /// The key of each chute.
    keys: [u32; 8],
    /// Whether the grid is complete and valid.
    complete: bool,
}

/// The number of grids whose keys are computed before the first lookup of their classes, so that the lookups of one
/// grid, which miss the first-level cache, overlap with those of the next.
const STEP: usize = 16;

/// Implements [`super::complete()`].
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vnni,bmi1,bmi2,popcnt"
)]
pub fn complete(grids: &[Grid], forms: &mut [Grid], counts: &mut [u32]) {
    let mut keys = [Keys { columns: [0; 8], keys: [0; 8], complete: false }; STEP];
    let chunks = grids.chunks(STEP).zip(forms.chunks_mut(STEP)).zip(counts.chunks_mut(STEP));
    for ((grids, forms), counts) in chunks {
        for (grid, keys) in grids.iter().zip(&mut keys) {
            chute_keys(grid, keys);
        }
        for (((grid, keys), form), count) in grids.iter().zip(&keys).zip(forms).zip(counts) {
            *count = 0;
            if keys.complete {
                *count = follow_ways(grid, keys, form);
            }
        }
    }
}

/// The 81 cells in two registers, followed by zeros.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn load(cells: &[u8; 81]) -> (__m512i, __m512i) {
    let cells = cells.as_ptr();
    // SAFETY: 64 + 17 = 81 bytes are read, limited by the mask: all of the grid. Any alignment is allowed.
    unsafe {
        (_mm512_loadu_si512(cells.cast()), _mm512_maskz_loadu_epi8(0x1ffff, cells.add(64).cast()))
    }
}

/// (a & b) | c.
const AND_OR: i32 = 0xea;
/// a | b | c.
const OR: i32 = 0xfe;

#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vnni,bmi1,bmi2,popcnt"
)]
fn chute_keys(grid: &Grid, out: &mut Keys) {
    let (low, high) = load(grid.cells());
    // Boards with a blank are not complete. All bytes of `high` except 17 are blank.
    let blanks = _mm512_testn_epi8_mask(high, high).count_ones();
    out.complete =
        _mm512_testn_epi8_mask(low, low) == 0 && blanks == 64 - 17 && is_complete(low, high);
    if !out.complete {
        return;
    }

    // Digits times four; digits are at most 9, so no value overflows a byte.
    let (low, high) = (_mm512_slli_epi16::<2>(low), _mm512_slli_epi16::<2>(high));
    let place = |i: usize| {
        let shift =
            _mm512_maskz_permutex2var_epi8(0x0101_0101_0101_0101, low, BOX_1[i].load_512(), high);
        _mm512_sllv_epi64(_mm512_set1_epi64(i as i64 + 1), shift)
    };
    let labels = _mm512_ternarylogic_epi64::<OR>(
        _mm512_ternarylogic_epi64::<OR>(place(0), place(1), place(2)),
        _mm512_ternarylogic_epi64::<OR>(place(3), place(4), place(5)),
        _mm512_or_si512(place(6), place(7)),
    );

    let column = |k: usize| {
        let digits = _mm512_permutex2var_epi8(low, COLUMNS[k].load_512(), high);
        let labelled = _mm512_multishift_epi64_epi8(digits, labels);
        let number = (3 + k as i64) << 16 | (6 + k as i64) << 48;
        _mm512_ternarylogic_epi64::<AND_OR>(
            labelled,
            _mm512_set1_epi32(0x0f00_0f0f),
            _mm512_set1_epi64(number),
        )
    };
    let (a, b, c) = (column(0), column(1), column(2));

    // The labels in row 0 (byte 3: bits 0..6 for labels 3..9), and whether 0 and 1 are in row 1 (byte 0: bits 6 and 7).
    let bits =
        _mm512_broadcast_i32x4(_mm_setr_epi8(64, -128, 0, 1, 2, 4, 8, 16, 32, 0, 0, 0, 0, 0, 0, 0));
    let sets = _mm512_ternarylogic_epi64::<OR>(
        _mm512_shuffle_epi8(bits, a),
        _mm512_shuffle_epi8(bits, b),
        _mm512_shuffle_epi8(bits, c),
    );

    let (a, b) = (_mm512_min_epu32(a, b), _mm512_max_epu32(a, b));
    let (b, c) = (_mm512_min_epu32(b, c), _mm512_max_epu32(b, c));
    let (a, b) = (_mm512_min_epu32(a, b), _mm512_max_epu32(a, b));

    let numbers = _mm512_set1_epi32(0x00ff_0000);
    let columns = _mm512_ternarylogic_epi64::<OR>(
        _mm512_srli_epi32::<16>(_mm512_and_si512(a, numbers)),
        _mm512_srli_epi32::<8>(_mm512_and_si512(b, numbers)),
        _mm512_and_si512(c, numbers),
    );

    // Labels differ by at most 8, so the sign of a byte difference is the result of the comparison.
    let ab = _mm512_srli_epi32::<7>(_mm512_sub_epi8(a, b));
    let ac = _mm512_srli_epi32::<6>(_mm512_sub_epi8(a, c));
    let bc = _mm512_srli_epi32::<5>(_mm512_sub_epi8(b, c));
    let signs = _mm512_ternarylogic_epi64::<AND_OR>(
        bc,
        _mm512_set1_epi32(0x0404),
        _mm512_ternarylogic_epi64::<AND_OR>(
            ac,
            _mm512_set1_epi32(0x0202),
            _mm512_and_si512(ab, _mm512_set1_epi32(0x0101)),
        ),
    );
    let signs = _mm512_maddubs_epi16(signs, _mm512_set1_epi32(0x0801));
    let orders = _mm512_permutexvar_epi8(signs, ORDER_RANK_TABLE.load_512());
    let triples = _mm512_permutexvar_epi8(sets, TRIPLE_RANK_TABLE.load_512());

    // Bytes: order in box 2, 0, two bits, rank of three | order in box 3, 0, 0, 0.
    let parts = _mm512_ternarylogic_epi64::<OR>(
        _mm512_and_si512(orders, _mm512_set1_epi32(0xff)),
        _mm512_and_si512(triples, _mm512_set1_epi64(0xff00_0000)),
        _mm512_and_si512(_mm512_slli_epi64::<10>(sets), _mm512_set1_epi64(0x0003_0000)),
    );
    let words = _mm512_maddubs_epi16(parts, _mm512_set1_epi64(0x0000_0001_0401_0024));
    let sums = _mm512_madd_epi16(words, _mm512_set1_epi64(0x0000_0001_0510_0001));
    let keys = _mm512_add_epi32(sums, _mm512_srli_epi64::<32>(sums));
    // SAFETY: `columns` is 64 bytes long and first in a type that is aligned to 64; `keys` is 32 bytes long, and any
    // alignment is allowed.
    unsafe {
        _mm512_store_si512(out.columns.as_mut_ptr().cast(), columns);
        _mm256_storeu_si256(out.keys.as_mut_ptr().cast(), _mm512_cvtepi64_epi32(keys));
    }
}

/// Whether each house contains every digit.
///
/// Digits 1 to 8 count as 2^0 to 2^7, nine and blank as 0. If the nine cells of a house sum to 255 modulo 256, at most
/// one of them counts as 0, because seven powers of two cannot have this sum. If one does, the other eight are all
/// different. If, in addition, nine cells of the grid hold a nine, every row, column and box has exactly one.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vnni,bmi1,bmi2,popcnt"
)]
fn is_complete(low: __m512i, high: __m512i) -> bool {
    let powers =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0));
    let nine = _mm512_set1_epi8(9);
    let nines = _mm512_cmpeq_epi8_mask(low, nine).count_ones()
        + _mm512_cmpeq_epi8_mask(high, nine).count_ones();
    let (low, high) = (_mm512_shuffle_epi8(powers, low), _mm512_shuffle_epi8(powers, high));
    let cells = |t: usize| _mm512_permutex2var_epi8(low, HOUSE_CELLS[t].load_512(), high);
    let sums = _mm512_add_epi8(
        _mm512_add_epi8(_mm512_add_epi8(cells(0), cells(1)), _mm512_add_epi8(cells(2), cells(3))),
        cells(4),
    );
    let sums = _mm256_add_epi8(_mm512_castsi512_si256(sums), _mm512_extracti64x4_epi64::<1>(sums));
    let full = _mm256_cmpeq_epi8_mask(sums, _mm256_set1_epi8(-1));
    nines == 9 && full & 0x7ff_ffff == 0x7ff_ffff
}

/// Looks up the classes and follows every way that leads to the smallest one. Returns the number of automorphisms.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vnni,bmi1,bmi2,popcnt"
)]
fn follow_ways(grid: &Grid, keys: &Keys, form: &mut Grid) -> u32 {
    let bands = &*BANDS;
    let class = |chute: usize| bands.class[keys.keys[chute] as usize % KEYS] as i16;
    let classes =
        _mm_setr_epi16(class(0), class(1), class(2), class(3), class(4), class(5), -1, -1);
    let smallest = _mm_minpos_epu16(classes);
    let mut chutes = _mm_cmpeq_epi16_mask(classes, _mm_broadcastw_epi16(smallest)) & 0x3f;
    let class = _mm_extract_epi16::<0>(smallest) as usize;
    let count = usize::from(bands.count[class]);

    let (low, high) = load(grid.cells());
    let (low, high) = (_mm512_slli_epi16::<2>(low), _mm512_slli_epi16::<2>(high));
    let mut best = _mm512_set1_epi8(-1);
    let mut automorphisms = 0;
    while chutes != 0 {
        let chute = chutes.trailing_zeros() as usize;
        chutes &= chutes - 1;
        let columns = _mm_set_epi64x(0x0002_0100, keys.columns[chute] as i64);
        let times = if chute < 3 {
            _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0)
        } else {
            _mm_setr_epi8(0, 9, 18, 27, 36, 45, 54, 63, 72, 0, 0, 0, 0, 0, 0, 0)
        };
        let columns = _mm_shuffle_epi8(times, columns);
        let start = class * WAYS + usize::from(bands.start[keys.keys[chute] as usize % KEYS]);
        for &way in &bands.ways[start..start + count] {
            let rest = follow(low, high, chute, columns, way);
            let differ = _mm512_cmpneq_epi8_mask(rest, best);
            let smaller = _mm512_cmplt_epu8_mask(rest, best) & differ & differ.wrapping_neg();
            if smaller != 0 {
                best = rest;
                automorphisms = 0;
            }
            automorphisms += u32::from(smaller != 0 || differ == 0);
        }
    }
    let form = form.cells_mut();
    form[..32].copy_from_slice(&bands.rows[class]);
    // SAFETY: 54 bytes are written from byte 27 of 81 on, limited by the mask.
    unsafe {
        _mm512_mask_storeu_epi8(form.as_mut_ptr().add(27).cast(), LAST_SIX_ROWS, best);
    }
    automorphisms
}

/// The mask of 54 cells.
const LAST_SIX_ROWS: u64 = (1 << 54) - 1;

/// The last six rows of the grid along `way`, followed by zeros.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vnni,bmi1,bmi2,popcnt"
)]
fn follow(low: __m512i, high: __m512i, chute: usize, columns: __m128i, way: u16) -> __m512i {
    let way = usize::from(way);
    let order = &LINES[way % LINE_ORDERS];
    // SAFETY: the table's row is an array of 16 bytes, and any alignment is allowed.
    let order = unsafe { _mm_loadu_si128(order.as_ptr().cast()) };
    // The columns are stored as (box 2, –, box 3, –, box 1).
    let in_order = _mm_setr_epi8(8, 9, 10, 0, 1, 2, 4, 5, 6, -1, -1, -1, -1, -1, -1, -1);
    let columns = _mm_shuffle_epi8(columns, in_order);
    let columns = _mm512_castsi128_si512(_mm_shuffle_epi8(columns, order));
    let first = usize::from(ORDERS_OF_3[way / LINE_ORDERS % 6][0]);
    let sources = _mm512_add_epi8(
        WAY_ROWS[3 * chute + first].load_512(),
        _mm512_permutexvar_epi8(WAY_COLUMNS.load_512(), columns),
    );
    let cells = _mm512_permutex2var_epi8(low, sources, high);

    // Cells 0..8 are columns 1..9 of the first row; the digit of column 0 has label 0.
    let shifts = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(cells));
    let labels = _mm512_sllv_epi64(_mm512_setr_epi64(1, 2, 3, 4, 5, 6, 7, 8), shifts);
    let labels =
        _mm256_or_si256(_mm512_castsi512_si256(labels), _mm512_extracti64x4_epi64::<1>(labels));
    let labels =
        _mm_or_si128(_mm256_castsi256_si128(labels), _mm256_extracti128_si256::<1>(labels));
    let labels = _mm_or_si128(labels, _mm_unpackhi_epi64(labels, labels));
    let cells = _mm512_multishift_epi64_epi8(cells, _mm512_broadcastq_epi64(labels));
    let cells = _mm512_and_si512(cells, _mm512_set1_epi8(15));

    // The first cells of the six rows as single bits, with smaller labels higher; label 0 is in the first row.
    let firsts =
        _mm512_castsi128_si512(_mm_setr_epi8(8, 17, 26, 0, 35, 44, 53, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    let firsts = _mm512_castsi512_si128(_mm512_maskz_permutexvar_epi8(0b0111_0111, firsts, cells));
    let bits = _mm_setr_epi8(0, -128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0);
    let firsts = _mm_shuffle_epi8(bits, firsts);
    let left = _mm_shuffle_epi8(
        firsts,
        _mm_setr_epi8(0, 0, 1, 4, 4, 5, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1),
    );
    let right = _mm_shuffle_epi8(
        firsts,
        _mm_setr_epi8(1, 2, 2, 5, 6, 6, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1),
    );
    let signs = usize::from(_mm_cmpgt_epu8_mask(left, right));
    let sets = _mm_dpbusd_epi32(_mm_setzero_si128(), firsts, _mm_set1_epi8(1));
    let bands = usize::from(_mm_cmpgt_epu32_mask(sets, _mm_shuffle_epi32::<1>(sets)) & 1);
    let order = ROW_ORDERS[signs & 63 | bands << 6].load_512();
    let rest = _mm512_permutexvar_epi8(order, cells);
    _mm512_maskz_add_epi8(LAST_SIX_ROWS, rest, _mm512_set1_epi8(1))
}
