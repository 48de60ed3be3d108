//! AVX-512 with VPOPCNTDQ (Ice Lake, Zen 4 and later): eight words at once.

#![expect(unsafe_code, reason = "calls that need processor features; a vector store")]

use std::arch::x86_64::{
    __m512i, _mm_cvtsi32_si128, _mm_set_epi64x, _mm256_setr_epi64x, _mm512_add_epi64,
    _mm512_and_si512, _mm512_andnot_si512, _mm512_broadcast_i64x2, _mm512_broadcast_i64x4,
    _mm512_mask_cmpeq_epi64_mask, _mm512_mask_cmple_epu64_mask, _mm512_mask_or_epi64,
    _mm512_maskz_permutexvar_epi64, _mm512_or_si512, _mm512_popcnt_epi64, _mm512_reduce_or_epi64,
    _mm512_set1_epi64, _mm512_setr_epi64, _mm512_setzero_si512, _mm512_shuffle_epi32,
    _mm512_shuffle_i64x2, _mm512_sll_epi64, _mm512_srl_epi64, _mm512_storeu_si512,
    _mm512_test_epi64_mask,
};
use std::array;

use crate::cpu::Avx512;

use super::vectors::{DIGITS, Steps, UnitCounts, Units, Unsupported, Vectors, Work, most_digits};

/// Runs the work with AVX-512.
pub(super) fn run<W: Work>(avx512: Avx512, work: W) -> W::Result {
    #[target_feature(
        enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vpopcntdq,bmi1,bmi2,popcnt"
    )]
    fn wide<W: Work>(work: W, avx512: Avx512) -> W::Result {
        work.run(avx512)
    }
    // SAFETY: `avx512` proves that the processor has these features.
    unsafe { wide(work, avx512) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(words: &[u64; 8]) -> __m512i {
    let [a, b, c, d, e, f, g, h] = words.map(|word| word as i64);
    _mm512_setr_epi64(a, b, c, d, e, f, g, h)
}

/// Implements [`Vectors::unit_counts`], with one lane for each of eight units.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn unit_counts<const W: usize>(
    units: Units<'_>,
    places: &[u64; W],
    due: &[u64; W],
) -> UnitCounts<W> {
    let zero = _mm512_setzero_si512();
    let one = _mm512_set1_epi64(1);
    let three = _mm512_set1_epi64(3);
    let mut alone = [zero; W];
    let mut counts = UnitCounts { none: 0, few: 0, alone: [0; W] };
    let mut shift = 0;
    for words in units.eights.chunks_exact(W) {
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
        counts.none |= u64::from(is_none) << shift;
        counts.few |= u64::from(is_few) << shift;
        shift += 8;
    }
    counts.alone = alone.map(|alone| _mm512_reduce_or_epi64(alone) as u64);
    counts
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(words: __m512i) -> [u64; 8] {
    let mut stored = [0; 8];
    // SAFETY: the array has as many bytes as the vector.
    unsafe { _mm512_storeu_si512(stored.as_mut_ptr().cast(), words) };
    stored
}

/// Implements [`Vectors::unsupported`], with one lane for each of eight digits.
#[inline]
#[target_feature(enable = "avx512f")]
fn unsupported<const W: usize>(
    places: &[[u64; W]],
    cells: &[u64; W],
    _: &[u16; DIGITS],
    misfits: &[u16; DIGITS],
) -> Unsupported<W> {
    let zero = _mm512_setzero_si512();
    // Lane e: the cells with a digit whose partners may be e + 1.
    let mut held = [[zero; 2]; W];
    for (places, misfits) in places.iter().zip(misfits) {
        let [low, high] = (!misfits).to_le_bytes();
        for w in 0..W {
            let places = _mm512_set1_epi64(places[w] as i64);
            held[w][0] = _mm512_mask_or_epi64(held[w][0], low, held[w][0], places);
            held[w][1] = _mm512_mask_or_epi64(held[w][1], high, held[w][1], places);
        }
    }
    let mut found = Unsupported { digits: 0, cells: [[0; DIGITS]; W] };
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

/// All places of a board, eight words per vector; only the first [`vectors`] are used.
type Board<const W: usize> = [[__m512i; 2]; W];

/// The number of vectors for the places of all digits that a board may have.
const fn vectors(words: usize) -> usize {
    (words * most_digits(words)).div_ceil(8)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_board<const W: usize>(places: &[[u64; W]; DIGITS]) -> Board<W> {
    let words = places.as_flattened().as_chunks().0;
    let mut board = [[_mm512_setzero_si512(); 2]; W];
    for i in 0..vectors(W) {
        board[i / 2][i % 2] = load(&words[i]);
    }
    board
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_board<const W: usize>(board: &Board<W>, places: &mut [[u64; W]; DIGITS]) {
    let words = places.as_flattened_mut().as_chunks_mut().0;
    for i in 0..vectors(W) {
        words[i] = store(board[i / 2][i % 2]);
    }
}

/// A vector with the same set of cells for each digit.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn spread<const W: usize>(cells: &[u64; W]) -> __m512i {
    let word = |w: usize| cells[w] as i64;
    match W {
        1 => _mm512_set1_epi64(word(0)),
        2 => _mm512_broadcast_i64x2(_mm_set_epi64x(word(1), word(0))),
        _ => _mm512_broadcast_i64x4(_mm256_setr_epi64x(word(0), word(1), word(2), word(3))),
    }
}

/// The set for the first digit of a vector.
#[inline]
#[target_feature(enable = "avx512f")]
fn set_of<const W: usize>(words: __m512i) -> [u64; W] {
    let words = store(words);
    array::from_fn(|w| words[w])
}

/// Exchanges words that are `BY` apart.
#[inline]
#[target_feature(enable = "avx512f")]
fn swapped<const BY: usize>(words: __m512i) -> __m512i {
    match BY {
        4 => _mm512_shuffle_i64x2::<0b01_00_11_10>(words, words),
        2 => _mm512_shuffle_i64x2::<0b10_11_00_01>(words, words),
        _ => _mm512_shuffle_epi32::<0b01_00_11_10>(words),
    }
}

/// For each digit of a vector, the cells that at least one digit of the board may be in, and the cells that at least
/// two may be in.
#[inline]
#[target_feature(enable = "avx512f")]
fn once_and_twice<const W: usize>(board: &Board<W>) -> (__m512i, __m512i) {
    let (mut once, mut twice) = (_mm512_setzero_si512(), _mm512_setzero_si512());
    for i in 0..vectors(W) {
        let places = board[i / 2][i % 2];
        twice = _mm512_or_si512(twice, _mm512_and_si512(once, places));
        once = _mm512_or_si512(once, places);
    }
    let join = |(once, twice), (other_once, other_twice)| {
        let twice = _mm512_or_si512(
            _mm512_or_si512(twice, other_twice),
            _mm512_and_si512(once, other_once),
        );
        (_mm512_or_si512(once, other_once), twice)
    };
    let mut cells = join((once, twice), (swapped::<4>(once), swapped::<4>(twice)));
    if W <= 2 {
        cells = join(cells, (swapped::<2>(cells.0), swapped::<2>(cells.1)));
    }
    if W == 1 {
        cells = join(cells, (swapped::<1>(cells.0), swapped::<1>(cells.1)));
    }
    cells
}

/// Implements [`Vectors::singles`]. The board stays in registers, because loading a vector that was written word by
/// word would stall.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn singles<const W: usize>(
    places: &mut [[u64; W]; DIGITS],
    done: &mut [u64; W],
    all: &[u64; W],
    peers: &[[u64; W]],
) -> Result<(), [u64; W]> {
    let mut board = load_board(places);
    let (all, mut all_done) = (spread(all), spread(done));
    loop {
        let (once, twice) = once_and_twice::<W>(&board);
        let empty = _mm512_andnot_si512(once, all);
        if _mm512_test_epi64_mask(empty, empty) != 0 {
            return Err(set_of(empty));
        }
        let fresh = _mm512_andnot_si512(_mm512_or_si512(twice, all_done), once);
        if _mm512_test_epi64_mask(fresh, fresh) == 0 {
            store_board(&board, places);
            *done = set_of(all_done);
            return Ok(());
        }
        all_done = _mm512_or_si512(all_done, fresh);
        let mut gone = [[_mm512_setzero_si512(); 2]; W];
        let cells: [u64; W] = set_of(fresh);
        for w in 0..W {
            let mut word = cells[w];
            while word != 0 {
                let mut cell = [0; W];
                cell[w] = word & word.wrapping_neg();
                let seen = spread(&peers[64 * w + word.trailing_zeros() as usize]);
                word &= word - 1;
                let cell = spread(&cell);
                for i in 0..vectors(W) {
                    // All words of the digit that is in the cell.
                    let mut here = _mm512_and_si512(board[i / 2][i % 2], cell);
                    if W >= 2 {
                        here = _mm512_or_si512(here, swapped::<1>(here));
                    }
                    if W == 4 {
                        here = _mm512_or_si512(here, swapped::<2>(here));
                    }
                    let here = _mm512_test_epi64_mask(here, here);
                    let gone = &mut gone[i / 2][i % 2];
                    *gone = _mm512_mask_or_epi64(*gone, here, *gone, seen);
                }
            }
        }
        let mut clash = 0;
        for i in 0..vectors(W) {
            let (words, gone) = (&mut board[i / 2][i % 2], &mut gone[i / 2][i % 2]);
            let left = _mm512_andnot_si512(*gone, *words);
            *gone = _mm512_and_si512(_mm512_and_si512(*words, *gone), fresh);
            clash |= _mm512_test_epi64_mask(*gone, *gone);
            *words = left;
        }
        if clash != 0 {
            let mut clashes = [[0; W]; DIGITS];
            store_board(&gone, &mut clashes);
            let first = clashes.iter().find(|&&cells| cells != [0; W]);
            return Err(*first.expect("some bit was set"));
        }
    }
}

/// Implements [`Vectors::relate`].
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn relate<const W: usize>(
    places: &mut [[u64; W]; DIGITS],
    cells: &[u64; W],
    relation: Steps<'_, W>,
) -> bool {
    let zero = _mm512_setzero_si512();
    // For each digit, first the cells with a digit whose partners may have it; then the cells without one.
    let mut against = [[zero; 2]; W];
    for (places, beside) in places.iter().zip(relation.beside) {
        let (places, beside) = (spread(places), beside.to_le_bytes());
        for i in 0..vectors(W) {
            let held = &mut against[i / 2][i % 2];
            *held = _mm512_mask_or_epi64(*held, beside[i], *held, places);
        }
    }
    let cells = spread(cells);
    for i in 0..vectors(W) {
        let held = &mut against[i / 2][i % 2];
        *held = _mm512_andnot_si512(*held, cells);
    }
    // The bits that a shift carries from each word of a set into the next word, or into the previous one.
    let (onward, onto) = match W {
        1 => (zero, 0),
        2 => (_mm512_setr_epi64(0, 0, 0, 2, 0, 4, 0, 6), 0b1010_1010),
        _ => (_mm512_setr_epi64(0, 0, 1, 2, 0, 4, 5, 6), 0b1110_1110),
    };
    let (backward, back_onto) = match W {
        1 => (zero, 0),
        2 => (_mm512_setr_epi64(1, 0, 3, 0, 5, 0, 7, 0), 0b0101_0101),
        _ => (_mm512_setr_epi64(1, 2, 3, 0, 5, 6, 7, 0), 0b0111_0111),
    };
    let mut gone = [[zero; 2]; W];
    for (&step, from) in relation.steps.iter().zip(relation.from) {
        let from = spread(from);
        let by = _mm_cvtsi32_si128(step.abs());
        let rest = _mm_cvtsi32_si128(64 - step.abs());
        for i in 0..vectors(W) {
            let here = _mm512_and_si512(against[i / 2][i % 2], from);
            let (moved, carried) = if step > 0 {
                let carried = _mm512_maskz_permutexvar_epi64(onto, onward, here);
                (_mm512_sll_epi64(here, by), _mm512_srl_epi64(carried, rest))
            } else {
                let carried = _mm512_maskz_permutexvar_epi64(back_onto, backward, here);
                (_mm512_srl_epi64(here, by), _mm512_sll_epi64(carried, rest))
            };
            let gone = &mut gone[i / 2][i % 2];
            *gone = _mm512_or_si512(*gone, _mm512_or_si512(moved, carried));
        }
    }
    take_board(places, &gone)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn take_board<const W: usize>(places: &mut [[u64; W]; DIGITS], gone: &Board<W>) -> bool {
    let mut board = load_board(places);
    let mut removed = 0;
    for i in 0..vectors(W) {
        let (words, gone) = (&mut board[i / 2][i % 2], gone[i / 2][i % 2]);
        removed |= _mm512_test_epi64_mask(*words, gone);
        *words = _mm512_andnot_si512(gone, *words);
    }
    store_board(&board, places);
    removed != 0
}

/// Implements [`Vectors::take`].
#[inline]
#[target_feature(enable = "avx512f")]
fn take<const W: usize>(places: &mut [[u64; W]; DIGITS], gone: &[[u64; W]; DIGITS]) -> bool {
    take_board(places, &load_board(gone))
}

/// Implements [`Vectors::catch_up`].
#[inline]
#[target_feature(enable = "avx512f")]
fn catch_up<const W: usize>(
    places: &[[u64; W]; DIGITS],
    seen: &mut [[u64; W]; DIGITS],
    changed: &mut [[u64; W]; DIGITS],
) -> [u64; W] {
    let (now, before, mut all) = (load_board(places), load_board(seen), load_board(changed));
    let mut cells = _mm512_setzero_si512();
    for i in 0..vectors(W) {
        let left = _mm512_andnot_si512(now[i / 2][i % 2], before[i / 2][i % 2]);
        let all = &mut all[i / 2][i % 2];
        *all = _mm512_or_si512(*all, left);
        cells = _mm512_or_si512(cells, left);
    }
    store_board(&now, seen);
    store_board(&all, changed);
    cells = _mm512_or_si512(cells, swapped::<4>(cells));
    if W <= 2 {
        cells = _mm512_or_si512(cells, swapped::<2>(cells));
    }
    if W == 1 {
        cells = _mm512_or_si512(cells, swapped::<1>(cells));
    }
    set_of(cells)
}

/// Defines methods that call the functions with the same names.
macro_rules! forward {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {$(
        #[inline(always)]
        fn $name<const W: usize>(self, $($argument: $type),*) -> $result {
            // SAFETY: `self` proves that the processor has these features.
            unsafe { $name($($argument),*) }
        }
    )*};
}

type Places<const W: usize> = [[u64; W]; DIGITS];

impl Vectors for Avx512 {
    forward! {
        unit_counts(units: Units<'_>, places: &[u64; W], due: &[u64; W]) -> UnitCounts<W>;
        unsupported(
            places: &[[u64; W]], cells: &[u64; W], supports: &[u16; DIGITS], misfits: &[u16; DIGITS]
        ) -> Unsupported<W>;
        relate(places: &mut Places<W>, cells: &[u64; W], relation: Steps<'_, W>) -> bool;
        singles(
            places: &mut Places<W>, done: &mut [u64; W], all: &[u64; W], peers: &[[u64; W]]
        ) -> Result<(), [u64; W]>;
        catch_up(places: &Places<W>, seen: &mut Places<W>, changed: &mut Places<W>) -> [u64; W];
        take(places: &mut Places<W>, gone: &Places<W>) -> bool;
    }
}
