//! [`Words`] for NEON.

#![expect(
    unsafe_code,
    reason = "vector loads and stores; intrinsics whose processor features are proven"
)]

use std::arch::aarch64::*;

use super::{Words, operations};
use crate::cpu::Neon;

impl Words for Neon {
    type Vector = uint16x8_t;
    const WORDS: usize = 8;

    #[inline(always)]
    fn load(self, from: &[u16]) -> uint16x8_t {
        let from = &from[..8];
        // SAFETY: the slice is as long as the vector, any alignment is allowed, and `self` proves the features.
        unsafe { vld1q_u16(from.as_ptr()) }
    }
    #[inline(always)]
    fn store(self, v: uint16x8_t, to: &mut [u16]) {
        let to = &mut to[..8];
        // SAFETY: the slice is as long as the vector, any alignment is allowed, and `self` proves the features.
        unsafe { vst1q_u16(to.as_mut_ptr(), v) }
    }

    operations! {
        fn splat(value: u16) -> uint16x8_t { vdupq_n_u16(value) }
        fn and(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vandq_u16(a, b) }
        fn or(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vorrq_u16(a, b) }
        fn xor(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { veorq_u16(a, b) }
        fn and_not(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vbicq_u16(a, b) }
        fn add(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vaddq_u16(a, b) }
        fn saturating_sub(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vqsubq_u16(a, b) }
        fn min(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vminq_u16(a, b) }
        fn population(v: uint16x8_t) -> uint16x8_t {
            vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(v)))
        }
    }
}
