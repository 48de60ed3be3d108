//! The kernel for one puzzle: nine boxes in two 128-bit vectors of WebAssembly.

use std::arch::wasm32::*;

use crate::arch::{Aligned, operations};
use crate::cpu::Simd128;

use super::pairs::Octet;

impl Octet for Simd128 {
    #[inline(always)]
    fn shuffle(self, v: v128, bytes: &'static Aligned<[u8; 32]>) -> v128 {
        // SAFETY: the table has 32 bytes, of which 16 are read, and its type aligns it.
        u8x16_swizzle(v, unsafe { v128_load(bytes.0.as_ptr().cast()) })
    }

    operations! {
        fn zeros(v: v128) -> v128 { u16x8_eq(v, u16x8_splat(0)) }
        fn nonzero(v: v128) -> u8 { !u16x8_bitmask(u16x8_eq(v, u16x8_splat(0))) }
        fn crossing(a: v128, b: v128) -> v128 { u64x2_shuffle::<1, 2>(a, b) }
    }
}
