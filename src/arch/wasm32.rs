//! [`Words`] for the vectors of WebAssembly (simd128).

#![expect(unsafe_code, reason = "vector loads and stores")]

use std::arch::wasm32::*;

use super::{Words, operations};
use crate::cpu::Simd128;

impl Words for Simd128 {
    type Vector = v128;
    const WORDS: usize = 8;

    #[inline(always)]
    fn load(self, from: &[u16]) -> v128 {
        let from = &from[..8];
        // SAFETY: the slice is as long as the vector, and any alignment is allowed.
        unsafe { v128_load(from.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, v: v128, to: &mut [u16]) {
        let to = &mut to[..8];
        // SAFETY: the slice is as long as the vector, and any alignment is allowed.
        unsafe { v128_store(to.as_mut_ptr().cast(), v) }
    }

    operations! {
        fn splat(value: u16) -> v128 { u16x8_splat(value) }
        fn and(a: v128, b: v128) -> v128 { v128_and(a, b) }
        fn or(a: v128, b: v128) -> v128 { v128_or(a, b) }
        fn xor(a: v128, b: v128) -> v128 { v128_xor(a, b) }
        fn and_not(a: v128, b: v128) -> v128 { v128_andnot(a, b) }
        fn add(a: v128, b: v128) -> v128 { u16x8_add(a, b) }
        fn saturating_sub(a: v128, b: v128) -> v128 { u16x8_sub_sat(a, b) }
        fn min(a: v128, b: v128) -> v128 { u16x8_min(a, b) }
        fn population(v: v128) -> v128 { u16x8_extadd_pairwise_u8x16(u8x16_popcnt(v)) }
    }
}
