//! The vectors of the lanes kernel: [`Words`] with masks, sets of lanes, and operations that move lanes.
//!
//! *Invariant.* Each type that implements [`Simd`] contains a proof that the processor has the instructions, so the
//! methods are safe to call. They are `#[inline(always)]`, so that they become part of the function with the
//! `#[target_feature]`; otherwise each operation would be a function call.

use crate::arch::Words;

/// The candidates of each cell of a node, in whole vectors; the items after the last cell are 0.
pub type Cells = [u16; 96];

/// The operations of one instruction set; a lane is a word of [`Words`].
pub trait Simd: Words {
    /// A truth value for each lane.
    type Mask: Copy;
    /// A permutation of lanes, see [`Simd::route`].
    type Route: Copy;
    /// The number of lanes; at most 32, so that a set of lanes is a `u32`.
    const LANES: usize = Self::WORDS;
    /// The set of all lanes.
    const EVERY_LANE: u32 = if Self::LANES == 32 { !0 } else { (1 << Self::LANES) - 1 };

    /// The lanes that are 0.
    fn is_zero(self, v: Self::Vector) -> Self::Mask;
    /// The lanes in which a = b.
    fn equal(self, a: Self::Vector, b: Self::Vector) -> Self::Mask;
    /// The lanes in which a < b; both must be below 0x8000.
    fn less(self, a: Self::Vector, b: Self::Vector) -> Self::Mask;
    /// `yes` in the lanes of the mask, `no` in the others.
    fn select(self, mask: Self::Mask, yes: Self::Vector, no: Self::Vector) -> Self::Vector;
    /// Converts a mask to a set of lanes.
    fn lanes(self, mask: Self::Mask) -> u32;
    /// Converts a set of lanes to a mask.
    fn mask(self, lanes: u32) -> Self::Mask;

    /// The route that moves lane `from[i]` to lane `i`, for each lane in `to`. `from` has `LANES` entries below
    /// `LANES`.
    fn route(self, from: &[u8; 32], to: u32) -> Self::Route;
    /// Moves lanes of `source` along a route; the other lanes come from `rest`.
    fn carry(self, route: Self::Route, source: Self::Vector, rest: Self::Vector) -> Self::Vector;

    /// Converts `LANES` bytes to words.
    fn widen(self, bytes: &[u8]) -> Self::Vector;
    /// Converts words below 256 to `LANES` bytes.
    fn narrow(self, v: Self::Vector, bytes: &mut [u8]);
    /// The candidates of `2·LANES` cells with these givens: the digit, or all nine for a blank (0). The result for
    /// values above 9 is an arbitrary set. The lower eight of each 16 bytes go to the first vector.
    fn candidates(self, givens: &[u8]) -> [Self::Vector; 2];
    /// The digits of cells with one candidate as `2·LANES` bytes, in the order of [`Simd::candidates`].
    fn digits(self, singles: [Self::Vector; 2], bytes: &mut [u8]);
    /// Interleaves the words of `a` and `b` within each 128 bits: first the words of the lower halves, then those of
    /// the upper halves.
    fn zip_16(self, a: Self::Vector, b: Self::Vector) -> [Self::Vector; 2];
    /// Like [`Simd::zip_16`], with pairs of words.
    fn zip_32(self, a: Self::Vector, b: Self::Vector) -> [Self::Vector; 2];
    /// Like [`Simd::zip_16`], with groups of four words.
    fn zip_64(self, a: Self::Vector, b: Self::Vector) -> [Self::Vector; 2];

    // The defaults below are for processors without better instructions.

    /// Transposes each block of eight lanes: lane j of vector i goes to lane i of vector j.
    #[inline(always)]
    fn transpose(self, v: [Self::Vector; 8]) -> [Self::Vector; 8] {
        let ([a, b], [c, d]) = (self.zip_16(v[0], v[1]), self.zip_16(v[2], v[3]));
        let ([e, f], [g, h]) = (self.zip_16(v[4], v[5]), self.zip_16(v[6], v[7]));
        let ([i, j], [k, l]) = (self.zip_32(a, c), self.zip_32(b, d));
        let ([m, n], [o, p]) = (self.zip_32(e, g), self.zip_32(f, h));
        let ([a, b], [c, d]) = (self.zip_64(i, m), self.zip_64(j, n));
        let ([e, f], [g, h]) = (self.zip_64(k, o), self.zip_64(l, p));
        [a, b, c, d, e, f, g, h]
    }

    /// The union of the cells with at most one digit, out of three. `below` is each cell minus 1. If two cells hold the
    /// same single digit, there is no solution and the result is unspecified.
    #[inline(always)]
    fn singles(self, x: [Self::Vector; 3], below: [Self::Vector; 3]) -> Self::Vector {
        self.or3(
            self.single(x[0], below[0]),
            self.single(x[1], below[1]),
            self.single(x[2], below[2]),
        )
    }
    /// x if it has at most one bit, else 0; `below` is x minus 1.
    #[inline(always)]
    fn single(self, x: Self::Vector, below: Self::Vector) -> Self::Vector {
        // Without its lowest bit, x is more than half of x, unless that was its only bit.
        let rest = self.and(x, below);
        self.saturating_sub(x, self.add(rest, rest))
    }

    /// The lowest bit of each lane.
    #[inline(always)]
    fn lowest_bit(self, v: Self::Vector) -> Self::Vector {
        self.and_not(v, self.add(v, self.splat(0xffff)))
    }

    /// `certain` if it has at least three bits, else `possible`. Makes `overfull` at least 4 if it has more than three
    /// bits.
    #[inline(always)]
    fn full(
        self,
        possible: Self::Vector,
        certain: Self::Vector,
        overfull: &mut Self::Vector,
        ones: Self::Vector,
    ) -> Self::Vector {
        let less = self.and(certain, self.add(certain, ones));
        let less = self.and(less, self.add(less, ones));
        let full = self.is_zero(less);
        let less = self.and(less, self.add(less, ones));
        *overfull = self.or(*overfull, less);
        self.select(full, possible, certain)
    }

    /// x & hidden if that is not empty, else x & possible.
    #[inline(always)]
    fn settle(self, x: Self::Vector, hidden: Self::Vector, possible: Self::Vector) -> Self::Vector {
        let here = self.and(x, hidden);
        self.select(self.is_zero(here), self.and(x, possible), here)
    }

    /// For each digit, the lanes that contain it; all words must be below 512.
    #[inline(always)]
    fn places(self, v: Self::Vector) -> [u32; 9] {
        let mut places = [0; 9];
        for (digit, place) in places.iter_mut().enumerate() {
            *place =
                self.lanes(self.is_zero(self.and(v, self.splat(1 << digit)))) ^ Self::EVERY_LANE;
        }
        places
    }

    /// A 128-bit hash of the candidates of the open cells (those with several candidates), and the number of open
    /// cells. The hash is a sum over the digits, so relabeling the digits does not change it.
    #[inline(always)]
    fn relabelling_invariant_key(self, cells: &Cells) -> ([u64; 2], usize) {
        let zero = self.splat(0);
        let ones = self.splat(0xffff);
        let mut open = 0;
        // The places of each digit: three words of 32 cells.
        let mut places = [[0; 9]; 3];
        for (word, places) in places.iter_mut().enumerate() {
            for part in 0..32 / Self::LANES {
                let shift = part * Self::LANES;
                let v = self.load(&cells[32 * word + shift..]);
                let closed = self.is_zero(self.and(v, self.add(v, ones)));
                open += Self::LANES as u32 - self.lanes(closed).count_ones();
                let v = self.select(closed, zero, v);
                for (place, lanes) in places.iter_mut().zip(self.places(v)) {
                    *place |= lanes << shift;
                }
            }
        }
        let [mut low, mut high] = [0u64; 2];
        let [first, second, third] = &places;
        for ((&a, &b), &c) in first.iter().zip(second).zip(third) {
            let (ab, c) = (u64::from(a) | u64::from(b) << 32, u64::from(c));
            let hash = folded(ab ^ 0x9e37_79b9_7f4a_7c15, c ^ 0xd1b5_4a32_d192_ed03);
            low = low.wrapping_add(hash);
            high = high.wrapping_add(folded(hash ^ ab, c ^ 0xe703_7ed1_a0b4_28db));
        }
        ([low, high], open as usize)
    }

    /// A route that packs `lanes` into lanes 0, 1, 2 …
    #[inline(always)]
    fn packing(self, lanes: u32) -> Self::Route {
        let mut from = [0; 32];
        for (place, lane) in each(lanes).enumerate() {
            from[place] = lane as u8;
        }
        self.route(&from, Self::EVERY_LANE)
    }
    /// A route that spreads lanes 0, 1, 2 … over `lanes`, for [`Simd::spread`].
    #[inline(always)]
    fn spreading(self, lanes: u32) -> Self::Route {
        let mut from = [0; 32];
        for (place, lane) in each(lanes).enumerate() {
            from[lane] = place as u8;
        }
        self.route(&from, lanes)
    }
    /// Loads lanes and spreads them along a route of [`Simd::spreading`]; the other lanes come from `rest`.
    #[inline(always)]
    fn spread(self, route: Self::Route, from: &[u16], rest: Self::Vector) -> Self::Vector {
        self.carry(route, self.load(from), rest)
    }
    /// A route from the k-th lane of `from` to the k-th lane of `to`, for every lane of `to`.
    #[inline(always)]
    fn moving(self, from: u32, to: u32) -> Self::Route {
        let mut table = [0; 32];
        for (from, to) in each(from).zip(each(to)) {
            table[to] = from as u8;
        }
        self.route(&table, to)
    }
}

/// The XOR of the two halves of the product.
#[inline(always)]
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// The lanes of a set, lowest first.
#[inline(always)]
pub fn each(mut lanes: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (lanes != 0).then(|| {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            lane
        })
    })
}

/// The lowest `n` lanes of a set, or all of them if there are fewer.
#[inline(always)]
pub fn lowest(lanes: u32, n: usize) -> u32 {
    let mut rest = lanes;
    for _ in 0..n.min(32) {
        rest &= rest.wrapping_sub(1);
    }
    lanes & !rest
}
