//! Nine boxes in two 128-bit vectors, with the instructions of NEON.

use std::arch::aarch64::*;

use crate::control::Control;
use crate::error::Error;
use crate::solve::arch::neon::Neon;
use crate::solve::register;
use crate::solve::{Answers, Query};

use super::layout::Aligned;
use super::pairs::{Octet, Pairs};

impl Neon {
    /// Answers a query, one puzzle after the other; leaves one undecided after `patience` dead ends.
    #[inline]
    pub fn search_singly(
        self,
        query: &Query<'_>,
        answers: &mut Answers<'_>,
        control: &Control<'_>,
        patience: u64,
    ) -> Result<(), Error> {
        // SAFETY: `self` is the proof that the processor has the features that the function enables.
        unsafe { search(self, query, answers, control, patience) }
    }
}

#[target_feature(enable = "neon")]
fn search(
    proof: Neon,
    query: &Query<'_>,
    answers: &mut Answers<'_>,
    control: &Control<'_>,
    patience: u64,
) -> Result<(), Error> {
    register::search(Pairs(proof), query, answers, control, patience)
}

/// Methods whose body is made of intrinsics.
macro_rules! operations {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty { $($body:tt)* })*) => {$(
        #[inline(always)]
        fn $name(self, $($argument: $type),*) -> $result {
            // SAFETY: the intrinsics need these processor features and nothing else; `self` proves them.
            unsafe { $($body)* }
        }
    )*};
}

impl Octet for Neon {
    type Vector = uint16x8_t;

    #[inline(always)]
    fn load(self, words: &[u16; 8]) -> uint16x8_t {
        // SAFETY: the array has eight words, and `self` proves the features.
        unsafe { vld1q_u16(words.as_ptr()) }
    }
    #[inline(always)]
    fn store(self, v: uint16x8_t, words: &mut [u16; 8]) {
        // SAFETY: the array has eight words, and `self` proves the features.
        unsafe { vst1q_u16(words.as_mut_ptr(), v) }
    }
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
        fn splat(value: u16) -> uint16x8_t { vdupq_n_u16(value) }
        fn and(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vandq_u16(a, b) }
        fn or(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vorrq_u16(a, b) }
        fn xor(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { veorq_u16(a, b) }
        fn and_not(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vbicq_u16(a, b) }
        fn add(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vaddq_u16(a, b) }
        fn min(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vminq_u16(a, b) }
        fn population(v: uint16x8_t) -> uint16x8_t {
            vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(v)))
        }
        fn zeros(v: uint16x8_t) -> uint16x8_t { vceqzq_u16(v) }
        fn crossing(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vextq_u16::<4>(a, b) }
    }
}
