//! The vectors of the lane engine: [`Words`] with masks, sets of lanes, and operations that move lanes.
//!
//! The types that implement [`Simd`] prove that the processor has the instructions, so all methods are safe. They are
//! `#[inline(always)]`, so that they become part of the function with the `#[target_feature]`; otherwise each would be a call.

use crate::arch::Words;

/// The candidates of each cell of a node, in whole vectors; the items after the last cell are 0.
pub type Cells = [u16; 96];

/// The operations of one family of vector instructions; a lane is a word of [`Words`].
pub trait Simd: Words {
    /// A truth value for each lane.
    type Mask: Copy;
    /// A permutation of lanes, see [`Simd::route`].
    type Route: Copy;
    /// At most 32, so that a set of lanes is a `u32`.
    const LANES: usize = Self::WORDS;
    /// The set of all lanes.
    const EVERY_LANE: u32 = if Self::LANES == 32 { !0 } else { (1 << Self::LANES) - 1 };

    /// Lanes that are 0.
    fn is_zero(self, v: Self::Vector) -> Self::Mask;
    /// Lanes that are equal.
    fn equal(self, a: Self::Vector, b: Self::Vector) -> Self::Mask;
    /// Lanes with a < b; both are below 0x8000.
    fn less(self, a: Self::Vector, b: Self::Vector) -> Self::Mask;
    /// `yes` in the lanes of the mask, `no` in the others.
    fn select(self, mask: Self::Mask, yes: Self::Vector, no: Self::Vector) -> Self::Vector;
    /// The lanes of the mask as a set.
    fn lanes(self, mask: Self::Mask) -> u32;
    /// A set of lanes as a mask.
    fn mask(self, lanes: u32) -> Self::Mask;

    /// The route that moves lane `from[i]` to lane `i`, for the lanes in `to`. `from` has `LANES` entries below `LANES`.
    fn route(self, from: &[u8; 32], to: u32) -> Self::Route;
    /// Moves lanes of `source` by a route; the other lanes are those of `rest`.
    fn carry(self, route: Self::Route, source: Self::Vector, rest: Self::Vector) -> Self::Vector;

    /// `LANES` bytes as numbers.
    fn widen(self, bytes: &[u8]) -> Self::Vector;
    /// Numbers below 256 as `LANES` bytes.
    fn narrow(self, v: Self::Vector, bytes: &mut [u8]);
    /// The candidates of `2·LANES` cells with these givens: the digit, or all nine for a blank (0). Numbers above 9 give any
    /// set. Of each 16 bytes, the lower eight go to the first vector.
    fn candidates(self, givens: &[u8]) -> [Self::Vector; 2];
    /// The digits of cells with one candidate as `2·LANES` bytes, in the order of [`Simd::candidates`].
    fn digits(self, singles: [Self::Vector; 2], bytes: &mut [u8]);
    /// In each 128 bits, the words of `a` and `b` by turns: those of the lower halves, then those of the upper halves.
    fn zip_16(self, a: Self::Vector, b: Self::Vector) -> [Self::Vector; 2];
    /// The same by pairs of words.
    fn zip_32(self, a: Self::Vector, b: Self::Vector) -> [Self::Vector; 2];
    /// The same by fours of words.
    fn zip_64(self, a: Self::Vector, b: Self::Vector) -> [Self::Vector; 2];

    // Some processors have better instructions for the following.

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

    /// The union of those of three cells that hold one digit or none. `below` is each cell minus 1. If two cells hold the
    /// same single digit, so that there is no solution, the result is unspecified.
    #[inline(always)]
    fn singles(self, x: [Self::Vector; 3], below: [Self::Vector; 3]) -> Self::Vector {
        self.or3(
            self.single(x[0], below[0]),
            self.single(x[1], below[1]),
            self.single(x[2], below[2]),
        )
    }
    /// x if it has one bit or none, else 0; `below` is x minus 1.
    #[inline(always)]
    fn single(self, x: Self::Vector, below: Self::Vector) -> Self::Vector {
        // Without its lowest bit x is more than half of x, unless that was its only bit.
        let rest = self.and(x, below);
        self.saturating_sub(x, self.add(rest, rest))
    }

    /// The lowest bit of each lane.
    #[inline(always)]
    fn lowest_bit(self, v: Self::Vector) -> Self::Vector {
        self.and_not(v, self.add(v, self.splat(0xffff)))
    }

    /// `certain` if it has three bits or more, else `possible`. Makes `overfull` at least 4 if it has more.
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

    /// The lanes with each digit; all numbers are below 512.
    #[inline(always)]
    fn places(self, v: Self::Vector) -> [u32; 9] {
        let mut places = [0; 9];
        for (digit, place) in places.iter_mut().enumerate() {
            *place =
                self.lanes(self.is_zero(self.and(v, self.splat(1 << digit)))) ^ Self::EVERY_LANE;
        }
        places
    }

    /// A hash of 128 bits of the candidates of the open cells, and the number of open cells (those with several candidates).
    /// It is a sum over the digits, so relabelling the digits does not change it.
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
    /// Loads lanes and spreads them by a route of [`Simd::spreading`]; the other lanes are those of `rest`.
    #[inline(always)]
    fn spread(self, route: Self::Route, from: &[u16], rest: Self::Vector) -> Self::Vector {
        self.carry(route, self.load(from), rest)
    }
    /// A route from the first, second … lane of `from` to the first, second … of `to`, as many as `to` has.
    #[inline(always)]
    fn moving(self, from: u32, to: u32) -> Self::Route {
        let mut table = [0; 32];
        for (from, to) in each(from).zip(each(to)) {
            table[to] = from as u8;
        }
        self.route(&table, to)
    }
}

/// The two halves of the product, combined.
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

/// The lowest `n` lanes of a set, or all if it has no more.
#[inline(always)]
pub fn lowest(lanes: u32, n: usize) -> u32 {
    let mut rest = lanes;
    for _ in 0..n.min(32) {
        rest &= rest.wrapping_sub(1);
    }
    lanes & !rest
}
