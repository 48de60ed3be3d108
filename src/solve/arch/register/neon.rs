//! The kernel for one puzzle: nine boxes in two 128-bit vectors, with NEON instructions.

use std::arch::aarch64::*;

use crate::arch::{Aligned, Words, operations};
use crate::cpu::Neon;

use super::pairs::Octet;

impl Octet for Neon {
    #[inline(always)]
    fn shuffle(self, v: uint16x8_t, bytes: &'static Aligned<[u8; 32]>) -> uint16x8_t {
        // SAFETY: the table has 32 bytes, of which 16 are read, and `self` proves the features.
        unsafe {
            let bytes = vld1q_u8(bytes.0.as_ptr());
            vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(v), bytes))
        }
    }
    #[inline(always)]
    fn nonzero(self, v: uint16x8_t) -> u8 {
        let bits = self.load(&[1, 2, 4, 8, 16, 32, 64, 128]);
        // SAFETY: `self` proves the features.
        unsafe { vaddvq_u16(vbicq_u16(bits, vceqzq_u16(v))) as u8 }
    }

    operations! {
        fn zeros(v: uint16x8_t) -> uint16x8_t { vceqzq_u16(v) }
        fn crossing(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vextq_u16::<4>(a, b) }
    }
}
