//! The lanes kernel with 8 lanes: NEON, which every 64-bit Arm processor has.

use std::arch::aarch64::*;

use crate::arch::operations;
use crate::cpu::Neon;
use crate::solve::lanes::Simd;

impl Simd for Neon {
    type Mask = uint16x8_t;
    /// The source of each byte; an index out of range leaves the byte unchanged.
    type Route = uint8x16_t;

    #[inline(always)]
    fn widen(self, bytes: &[u8]) -> uint16x8_t {
        let bytes = &bytes[..8];
        // SAFETY: the slice is 8 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { vmovl_u8(vld1_u8(bytes.as_ptr())) }
    }
    #[inline(always)]
    fn narrow(self, v: uint16x8_t, bytes: &mut [u8]) {
        let bytes = &mut bytes[..8];
        // SAFETY: the slice is 8 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { vst1_u8(bytes.as_mut_ptr(), vmovn_u16(v)) }
    }

    #[inline(always)]
    fn candidates(self, givens: &[u8]) -> [uint16x8_t; 2] {
        let givens = &givens[..16];
        // SAFETY: the slice is 16 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { candidates(vld1q_u8(givens.as_ptr())) }
    }
    #[inline(always)]
    fn digits(self, singles: [uint16x8_t; 2], bytes: &mut [u8]) {
        let bytes = &mut bytes[..16];
        // SAFETY: the slice is 16 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { vst1q_u8(bytes.as_mut_ptr(), digits(singles)) }
    }

    operations! {
        fn zip_16(a: uint16x8_t, b: uint16x8_t) -> [uint16x8_t; 2] { [vzip1q_u16(a, b), vzip2q_u16(a, b)] }
        fn zip_32(a: uint16x8_t, b: uint16x8_t) -> [uint16x8_t; 2] {
            let [a, b] = [vreinterpretq_u32_u16(a), vreinterpretq_u32_u16(b)];
            [vreinterpretq_u16_u32(vzip1q_u32(a, b)), vreinterpretq_u16_u32(vzip2q_u32(a, b))]
        }
        fn zip_64(a: uint16x8_t, b: uint16x8_t) -> [uint16x8_t; 2] {
            let [a, b] = [vreinterpretq_u64_u16(a), vreinterpretq_u64_u16(b)];
            [vreinterpretq_u16_u64(vzip1q_u64(a, b)), vreinterpretq_u16_u64(vzip2q_u64(a, b))]
        }
        fn is_zero(v: uint16x8_t) -> uint16x8_t { vceqzq_u16(v) }
        fn equal(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vceqq_u16(a, b) }
        fn less(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vcltq_u16(a, b) }
        fn select(mask: uint16x8_t, yes: uint16x8_t, no: uint16x8_t) -> uint16x8_t {
            vbslq_u16(mask, yes, no)
        }
        fn lanes(mask: uint16x8_t) -> u32 { u32::from(vaddvq_u16(vandq_u16(mask, bits()))) }
        fn mask(lanes: u32) -> uint16x8_t { vtstq_u16(vdupq_n_u16(lanes as u16), bits()) }
        fn carry(route: uint8x16_t, source: uint16x8_t, rest: uint16x8_t) -> uint16x8_t {
            vreinterpretq_u16_u8(vqtbx1q_u8(
                vreinterpretq_u8_u16(rest),
                vreinterpretq_u8_u16(source),
                route,
            ))
        }
        fn full(
            possible: uint16x8_t, certain: uint16x8_t, overfull: &mut uint16x8_t, _ones: uint16x8_t
        ) -> uint16x8_t {
            let n = vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(certain)));
            *overfull = vmaxq_u16(*overfull, n);
            vbslq_u16(vcgeq_u16(n, vdupq_n_u16(3)), certain, possible)
        }
    }

    #[inline(always)]
    fn route(self, from: &[u8; 32], to: u32) -> uint8x16_t {
        let mut bytes = [[0xffu8; 2]; 8];
        for (lane, bytes) in bytes.iter_mut().enumerate() {
            if to & 1 << lane != 0 {
                *bytes = [2 * from[lane], 2 * from[lane] + 1];
            }
        }
        // SAFETY: the array is 16 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { vld1q_u8(bytes.as_ptr().cast()) }
    }
}

/// Bit `i` in lane `i`.
#[inline]
#[target_feature(enable = "neon")]
fn bits() -> uint16x8_t {
    const BITS: [u16; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
    // SAFETY: the array is 16 bytes long, and any alignment is allowed.
    unsafe { vld1q_u16(BITS.as_ptr()) }
}

/// The candidates of cells with these givens.
#[inline]
#[target_feature(enable = "neon")]
fn candidates(givens: uint8x16_t) -> [uint16x8_t; 2] {
    const LOW: [u8; 16] = [255, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0];
    const HIGH: [u8; 16] = [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    // SAFETY: the arrays are 16 bytes long, and any alignment is allowed.
    let (low, high) = unsafe { (vld1q_u8(LOW.as_ptr()), vld1q_u8(HIGH.as_ptr())) };
    let (low, high) = (vqtbl1q_u8(low, givens), vqtbl1q_u8(high, givens));
    [vreinterpretq_u16_u8(vzip1q_u8(low, high)), vreinterpretq_u16_u8(vzip2q_u8(low, high))]
}

/// The digits of cells with one candidate.
#[inline]
#[target_feature(enable = "neon")]
fn digits(singles: [uint16x8_t; 2]) -> uint8x16_t {
    let [a, b] = singles;
    let a = vsubq_u16(vdupq_n_u16(16), vclzq_u16(a));
    let b = vsubq_u16(vdupq_n_u16(16), vclzq_u16(b));
    vmovn_high_u16(vmovn_u16(a), b)
}
