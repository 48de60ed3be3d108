//! Transformations with AVX-512 VBMI: draws them and applies them to grids.
//!
//! ```text
//!   VPERMB      the source row (times nine) and the source column of each of 81 cells; their sum is the source
//!   VPERMI2B    the cells at these sources          VPSHUFB    relabeled
//! ```

use std::arch::x86_64::*;

use super::avx512::load;
use crate::arch::Aligned;
use crate::board::Grid;
use crate::symmetry::lines::{DEAL, DEALS, LINE_ORDERS, LINES};
use crate::symmetry::prepared::Prepared;
use crate::symmetry::transform::Draw;

/// The row and column of cells 0..64 and 64..81.
static CELL_PARTS: [[Aligned<[u8; 64]>; 2]; 2] = {
    let mut tables = [[Aligned([0; 64]); 2]; 2];
    let mut i = 0;
    while i < 81 {
        tables[i / 64][0].0[i % 64] = (i / 9) as u8;
        tables[i / 64][1].0[i % 64] = (i % 9) as u8;
        i += 1;
    }
    tables
};

/// Implements [`super::transform`].
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vnni,bmi1,bmi2,popcnt"
)]
pub fn transform<'a>(
    items: &[Prepared],
    grids: impl IntoIterator<Item = &'a Grid>,
    results: &mut [Grid],
) {
    let parts = [0, 1].map(|half| [0, 1].map(|part| CELL_PARTS[half][part].load_512()));
    for ((item, grid), result) in items.iter().zip(grids).zip(results) {
        let (low, high) = load(grid.cells());
        // SAFETY: three arrays of 16 bytes, one after the other in a type that is aligned to 16.
        let [rows, columns, digits] = unsafe {
            [&item.rows, &item.columns, &item.digits]
                .map(|part| _mm_load_si128(part.as_ptr().cast()))
        };
        let (rows, columns) = (_mm512_castsi128_si512(rows), _mm512_castsi128_si512(columns));
        let digits = _mm512_broadcast_i32x4(digits);
        let [first, last] = parts.map(|[row, column]| {
            let sources = _mm512_add_epi8(
                _mm512_permutexvar_epi8(row, rows),
                _mm512_permutexvar_epi8(column, columns),
            );
            _mm512_shuffle_epi8(digits, _mm512_permutex2var_epi8(low, sources, high))
        });
        let cells = result.cells_mut();
        // SAFETY: 64 + 17 = 81 bytes are written, limited by the mask: all of the result. Any alignment is allowed.
        unsafe {
            _mm512_storeu_si512(cells.as_mut_ptr().cast(), first);
            _mm512_mask_storeu_epi8(cells.as_mut_ptr().add(64).cast(), 0x1ffff, last);
        }
    }
}

/// The 216 inner orders as shuffles of a deal: place d receives the image of d, all other places nothing.
static INNER_ORDERS: [[u8; 16]; 216] = {
    let mut orders = [[15; 16]; 216];
    let mut i = 0;
    while i < 216 {
        let mut k = 0;
        while k < 9 {
            orders[i][k + 1] = LINES[i][k];
            k += 1;
        }
        i += 1;
    }
    orders
};

/// Implements [`super::prepare`].
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vnni,bmi1,bmi2,popcnt"
)]
pub fn prepare(draw: &mut Draw<'_>, items: &mut [Prepared]) {
    let nines = _mm_setr_epi8(0, 9, 18, 27, 36, 45, 54, 63, 72, 0, 0, 0, 0, 0, 0, 0);
    let deals = &DEAL;
    for item in items {
        let (geometry, relabelling) = draw.next_numbers();
        let (lines, relabelling) = (geometry as usize / 2, relabelling as usize);
        let transposed = 0u16.wrapping_sub(geometry as u16 & 1);
        let tables = [
            &LINES[lines / LINE_ORDERS % LINE_ORDERS],
            &LINES[lines % LINE_ORDERS],
            &deals[relabelling / 216 % DEALS],
            &INNER_ORDERS[relabelling % 216],
        ];
        // SAFETY: the tables' rows are arrays of 16 bytes, and any alignment is allowed.
        let [rows, columns, deal, order] =
            tables.map(|row| unsafe { _mm_loadu_si128(row.as_ptr().cast()) });
        let rows = _mm_mask_shuffle_epi8(rows, !transposed, nines, rows);
        let columns = _mm_mask_shuffle_epi8(columns, transposed, nines, columns);
        let digits = _mm_shuffle_epi8(deal, order);
        // SAFETY: three arrays of 16 bytes, one after the other in a type that is aligned to 16.
        unsafe {
            _mm_store_si128(item.rows.as_mut_ptr().cast(), rows);
            _mm_store_si128(item.columns.as_mut_ptr().cast(), columns);
            _mm_store_si128(item.digits.as_mut_ptr().cast(), digits);
        }
    }
}
