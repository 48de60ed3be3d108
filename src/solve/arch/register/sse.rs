//! The kernel for one puzzle: nine boxes in two 128-bit vectors, with SSE4.1 instructions.

use std::arch::x86_64::*;

use crate::arch::{Aligned, operations};
use crate::board::{Candidates, Grid};
use crate::cpu::Sse;

use super::pairs::Octet;
use super::rows;

impl Octet for Sse {
    #[inline(always)]
    fn shuffle(self, v: __m128i, bytes: &'static Aligned<[u8; 32]>) -> __m128i {
        // SAFETY: `self` proves the features.
        unsafe { _mm_shuffle_epi8(v, bytes.load_128()) }
    }

    operations! {
        fn zeros(v: __m128i) -> __m128i { _mm_cmpeq_epi16(v, _mm_setzero_si128()) }
        fn settle(x: __m128i, possible: __m128i, unsure: __m128i) -> __m128i {
            let x = _mm_and_si128(x, possible);
            let hidden = _mm_andnot_si128(unsure, x);
            // psignw: `unsure` where `hidden` is not empty, else 0.
            _mm_andnot_si128(_mm_sign_epi16(unsure, hidden), x)
        }
        fn nonzero(v: __m128i) -> u8 {
            let zero = _mm_cmpeq_epi16(v, _mm_setzero_si128());
            !_mm_movemask_epi8(_mm_packs_epi16(zero, zero)) as u8
        }
        fn crossing(a: __m128i, b: __m128i) -> __m128i { _mm_alignr_epi8::<8>(b, a) }
        fn read_grid(grid: &Grid) -> [[__m128i; 2]; 9] { rows::read_grid(grid) }
        fn read_candidates(candidates: &Candidates) -> [[__m128i; 2]; 9] {
            rows::read_candidates(candidates)
        }
        fn write(x: &[[__m128i; 2]; 9], grid: &mut Grid) -> () { rows::write(x, grid) }
    }
}
