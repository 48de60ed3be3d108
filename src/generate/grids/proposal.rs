//! A proposal: a 64-bit word that encodes the partitions of eight of the nine boxes, and its completions.
//!
//! ```text
//!      stack 1        stack 2        stack 3              drawn, in this order
//!    R11 · C11      R12 · C12      R13 · C13 = 0          R13 (36, transverse to C13), structure (56) -> R11 R12
//!    Y4  · C21      R22 · C22      R23 · C23              C12 (36, to R12), C11 (36, to R11)
//!    Y7  · C31      R32 · C32      R33 · C33              structure (56) of C11 -> C21 C31, Y4 (36), Y7 (36)
//!                                                         structure (56) of C12 -> C22 C32, threshold (224)
//! ```
//!
//! A completion is a structure l of C13 (C23, C33), i of Y4 (R22, R23) and j of Y7 (R32, R33) that make the four boxes
//! at the lower right transverse. With alpha_l = #{i: S_i(Y4) fits C22, T_i(Y4) fits S_l} and delta_l = #{j: S_j(Y7)
//! fits C32, T_j(Y7) fits T_l}, there are r = sum of alpha_l · delta_l completions. The proposal is accepted if its
//! threshold t < 224 is below r, and t then *is* the number of the completion, counted by l, then i, then j.

#![forbid(unsafe_code)]

use super::tables::{MOST, Tables};

/// The number of draws.
const DRAWS: u64 = 36 * 56 * 36 * 36 * 56 * 36 * 36 * 56 * MOST;
/// The number of rejected words: 2^64 is not a multiple of [`DRAWS`].
const SURPLUS: u64 = DRAWS.wrapping_neg() % DRAWS;

/// The part of a proposal that determines its completions.
#[derive(Clone, Copy, Default)]
pub struct Open {
    /// The orbit of the pair (Y4, C22), and its permutation << 8.
    pub upper: u32,
    /// The same for the pair (Y7, C32).
    pub lower: u32,
    /// The threshold, below 224.
    pub threshold: u32,
    /// The item of the proposal.
    pub slot: u32,
}

/// The partitions that a word encodes.
#[derive(Clone, Copy)]
pub struct Draw {
    pub r13: u16,
    pub first_band: u16,
    pub c12: u16,
    pub c11: u16,
    pub first_stack: u16,
    pub y4: u16,
    pub y7: u16,
    pub second_stack: u16,
    pub c22: u16,
    pub c32: u16,
    pub threshold: u32,
}

impl Draw {
    /// Reads a word as the digits of a number in mixed radix. Surplus words (1 in 32,600) get a threshold that no
    /// proposal passes.
    #[inline(always)]
    pub fn new(tables: &Tables, word: u64) -> Draw {
        let mut fraction = word;
        let mut digit = |radix: u64| {
            let product = u128::from(fraction) * u128::from(radix);
            fraction = product as u64;
            (product >> 64) as usize
        };
        let r13 = tables.transverse[0][digit(36)];
        let first_band = digit(56);
        let [r11, r12] = tables.structure[r13 as usize][first_band];
        let c12 = tables.transverse[r12 as usize][digit(36)];
        let c11 = tables.transverse[r11 as usize][digit(36)];
        let first_stack = digit(56);
        let [c21, c31] = tables.structure[c11 as usize][first_stack];
        let y4 = tables.transverse[c21 as usize][digit(36)];
        let y7 = tables.transverse[c31 as usize][digit(36)];
        let second_stack = digit(56);
        let [c22, c32] = tables.structure[c12 as usize][second_stack];
        let threshold = digit(MOST) as u32;
        Draw {
            r13,
            first_band: first_band as u16,
            c12,
            c11,
            first_stack: first_stack as u16,
            y4,
            y7,
            second_stack: second_stack as u16,
            c22,
            c32,
            threshold: if fraction < SURPLUS { MOST as u32 } else { threshold },
        }
    }

    /// The part of the proposal that determines its completions.
    #[inline(always)]
    pub fn open(&self, tables: &Tables, slot: u32) -> Open {
        Open {
            upper: tables.pair[self.y4 as usize][self.c22 as usize],
            lower: tables.pair[self.y7 as usize][self.c32 as usize],
            threshold: self.threshold,
            slot,
        }
    }
}

impl Open {
    /// Whether the proposal may have more completions than its threshold. 42 % of proposals pass, and half of these are
    /// accepted.
    #[inline(always)]
    pub fn may_pass(&self, tables: &Tables) -> bool {
        let most = tables.most[self.upper as usize & 0xff][self.lower as usize & 0xff];
        self.threshold < u32::from(most)
    }

    /// The number of completions.
    #[inline]
    pub fn completions(&self, tables: &Tables) -> u32 {
        let [alpha, delta] = self.vectors(tables);
        // Products are at most 224. Bytes would suffice, but the compiler has a dot product for words.
        (0..56).map(|l| u32::from(alpha[l]) * u32::from(delta[l])).sum()
    }

    fn vectors(&self, tables: &Tables) -> [[u8; 56]; 2] {
        let permuted = |pair: u32, vector: &[super::tables::Bytes]| {
            let (orbit, permutation) = (pair as usize & 0xff, pair as usize >> 8);
            let (vector, places) = (&vector[orbit].0, &tables.permutation[permutation].0);
            // Places are below 64; the mask tells the compiler so.
            std::array::from_fn(|l| vector[places[l] as usize & 63])
        };
        [permuted(self.upper, &tables.alpha), permuted(self.lower, &tables.delta)]
    }

    /// The completion selected by an accepted threshold, as structures (l, i, j) of C13, Y4 and Y7.
    pub fn completion(&self, tables: &Tables, draw: &Draw) -> [u16; 3] {
        let [alpha, delta] = self.vectors(tables);
        let mut rest = self.threshold;
        for l in 0..56 {
            let product = u32::from(alpha[l]) * u32::from(delta[l]);
            if rest < product {
                return choose(tables, draw, l, rest, u32::from(delta[l]), nth_bit);
            }
            rest -= product;
        }
        unreachable!("the threshold of an accepted proposal is below its number of completions")
    }
}

/// The completion with structure l of C13 and number `rest` among them; there are `lower` completions for each i.
#[inline(always)]
pub fn choose(
    tables: &Tables,
    draw: &Draw,
    l: usize,
    rest: u32,
    lower: u32,
    nth_bit: impl Fn(u64, u32) -> u16,
) -> [u16; 3] {
    let [c23, c33] = tables.structure[0][l];
    let upper_mask = tables.fitting_both(draw.y4, draw.c22, c23);
    let lower_mask = tables.fitting_both(draw.y7, draw.c32, c33);
    [l as u16, nth_bit(upper_mask, rest / lower), nth_bit(lower_mask, rest % lower)]
}

fn nth_bit(mut mask: u64, n: u32) -> u16 {
    for _ in 0..n {
        mask &= mask - 1;
    }
    mask.trailing_zeros() as u16
}
