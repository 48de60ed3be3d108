//! The lanes kernel with 8 lanes: the vectors of WebAssembly.

use std::arch::wasm32::*;

use crate::arch::operations;
use crate::cpu::Simd128;
use crate::solve::lanes::Simd;

impl Simd for Simd128 {
    type Mask = v128;
    /// The source of each byte, and the lanes that are written.
    type Route = (v128, v128);

    #[inline(always)]
    fn widen(self, bytes: &[u8]) -> v128 {
        let bytes = &bytes[..8];
        // SAFETY: the slice is 8 bytes long, and any alignment is allowed.
        unsafe { u16x8_load_extend_u8x8(bytes.as_ptr()) }
    }
    #[inline(always)]
    fn narrow(self, v: v128, bytes: &mut [u8]) {
        let bytes = &mut bytes[..8];
        // SAFETY: the slice is 8 bytes long, and any alignment is allowed.
        unsafe { v128_store64_lane::<0>(u8x16_narrow_i16x8(v, v), bytes.as_mut_ptr().cast()) }
    }

    #[inline(always)]
    fn candidates(self, givens: &[u8]) -> [v128; 2] {
        let givens = &givens[..16];
        // SAFETY: the slice is 16 bytes long, and any alignment is allowed.
        let givens = unsafe { v128_load(givens.as_ptr().cast()) };
        let low = u8x16(255, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0);
        let high = u8x16(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
        let (low, high) = (u8x16_swizzle(low, givens), u8x16_swizzle(high, givens));
        [
            u8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(low, high),
            u8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(
                low, high,
            ),
        ]
    }
    #[inline(always)]
    fn digits(self, singles: [v128; 2], bytes: &mut [u8]) {
        // A de Bruijn number: its upper four bits differ for each shift by 0 to 15 places.
        let number = u16x8_splat(0x09af);
        let digits = u8x16(1, 2, 3, 6, 4, 0, 7, 0, 0, 5, 9, 0, 0, 8, 0, 0);
        let [a, b] = singles.map(|v| u16x8_shr(u16x8_mul(v, number), 12));
        let bytes = &mut bytes[..16];
        let digits = u8x16_swizzle(digits, u8x16_narrow_i16x8(a, b));
        // SAFETY: the slice is 16 bytes long, and any alignment is allowed.
        unsafe { v128_store(bytes.as_mut_ptr().cast(), digits) }
    }

    operations! {
        fn zip_16(a: v128, b: v128) -> [v128; 2] {
            [u16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(a, b), u16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(a, b)]
        }
        fn zip_32(a: v128, b: v128) -> [v128; 2] {
            [u32x4_shuffle::<0, 4, 1, 5>(a, b), u32x4_shuffle::<2, 6, 3, 7>(a, b)]
        }
        fn zip_64(a: v128, b: v128) -> [v128; 2] {
            [u64x2_shuffle::<0, 2>(a, b), u64x2_shuffle::<1, 3>(a, b)]
        }
        fn is_zero(v: v128) -> v128 { u16x8_eq(v, u16x8_splat(0)) }
        fn equal(a: v128, b: v128) -> v128 { u16x8_eq(a, b) }
        fn less(a: v128, b: v128) -> v128 { i16x8_lt(a, b) }
        fn select(mask: v128, yes: v128, no: v128) -> v128 { v128_bitselect(yes, no, mask) }
        fn lanes(mask: v128) -> u32 { u32::from(u16x8_bitmask(mask)) }
        fn mask(lanes: u32) -> v128 {
            let bits = u16x8(1, 2, 4, 8, 16, 32, 64, 128);
            u16x8_eq(v128_and(u16x8_splat(lanes as u16), bits), bits)
        }
        fn carry(route: (v128, v128), source: v128, rest: v128) -> v128 {
            v128_bitselect(u8x16_swizzle(source, route.0), rest, route.1)
        }
    }

    #[inline(always)]
    fn route(self, from: &[u8; 32], to: u32) -> (v128, v128) {
        let mut bytes = [[0u8; 2]; 8];
        for (bytes, from) in bytes.iter_mut().zip(from) {
            *bytes = [2 * from, 2 * from + 1];
        }
        // SAFETY: the array is 16 bytes long, and any alignment is allowed.
        (unsafe { v128_load(bytes.as_ptr().cast()) }, self.mask(to))
    }
}
