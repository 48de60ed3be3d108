//! What the lane engine asks of a processor beside [`Words`]: masks, sets of lanes, and lanes that move.
//!
//! Only `arch/` implements [`Simd`], for types that prove that the processor has the instructions. So everything here is
//! safe, and the engine is written once. All methods are `#[inline(always)]`: they must end up inside the function of
//! `arch/` that carries the `#[target_feature]`, or each would be a call.

use crate::arch::Words;

/// A node's candidates, cell by cell, in whole vectors; those behind the last cell are 0.
pub type Cells = [u16; 96];

/// The operations of one family of vector instructions; a lane is a word of [`Words`].
pub trait Simd: Words {
    /// One truth value a lane.
    type Mask: Copy;
    /// Which lane goes where, see [`Simd::route`].
    type Route: Copy;
    /// At most 32, so that a set of lanes is a `u32`.
    const LANES: usize = Self::WORDS;
    /// The set of all lanes.
    const EVERY_LANE: u32 = if Self::LANES == 32 { !0 } else { (1 << Self::LANES) - 1 };

    /// Lanes that are 0.
    fn is_zero(self, v: Self::Vector) -> Self::Mask;
    /// Lanes that are the same.
    fn equal(self, a: Self::Vector, b: Self::Vector) -> Self::Mask;
    /// Lanes where a < b; both below 0x8000.
    fn less(self, a: Self::Vector, b: Self::Vector) -> Self::Mask;
    /// `yes` where the mask holds, `no` elsewhere.
    fn select(self, mask: Self::Mask, yes: Self::Vector, no: Self::Vector) -> Self::Vector;
    /// The lanes of the mask as a set.
    fn lanes(self, mask: Self::Mask) -> u32;
    /// A set of lanes as a mask.
    fn mask(self, lanes: u32) -> Self::Mask;

    /// Lane `i` of the result of [`Simd::carry`] comes from lane `from[i]`, for the lanes in `to`; `from`
    /// has `LANES` entries below `LANES`.
    fn route(self, from: &[u8; 32], to: u32) -> Self::Route;
    /// Brings lanes of `source` where the route says; the other lanes are those of `rest`.
    fn carry(self, route: Self::Route, source: Self::Vector, rest: Self::Vector) -> Self::Vector;

    /// `LANES` bytes as numbers.
    fn widen(self, bytes: &[u8]) -> Self::Vector;
    /// Numbers below 256 as `LANES` bytes.
    fn narrow(self, v: Self::Vector, bytes: &mut [u8]);
    /// The candidates of a cell with this given: the digit alone, or all for a blank (0). Numbers that are
    /// no digit give any set of digits.
    fn candidates(self, given: Self::Vector) -> Self::Vector;
    /// The digit of a cell with one candidate.
    fn digits(self, single: Self::Vector) -> Self::Vector;
    /// Turns each block of eight lanes on its diagonal: lane j of vector i goes to lane i of vector j.
    fn transpose(self, v: [Self::Vector; 8]) -> [Self::Vector; 8];

    // What follows can be said with the above, and is said better by processors that know more.

    /// The union of those of the three cells that hold one digit (or none). `below` is each cell less 1.
    /// Where two cells hold the same single digit the result is unspecified: such a lane has no solution.
    #[inline(always)]
    fn singles(self, x: [Self::Vector; 3], below: [Self::Vector; 3]) -> Self::Vector {
        self.or3(
            self.single(x[0], below[0]),
            self.single(x[1], below[1]),
            self.single(x[2], below[2]),
        )
    }
    /// x where it has one bit or none, else 0; `below` is x less 1.
    #[inline(always)]
    fn single(self, x: Self::Vector, below: Self::Vector) -> Self::Vector {
        // Without its lowest bit x is still more than half of x, unless that was its only bit.
        let rest = self.and(x, below);
        self.saturating_sub(x, self.add(rest, rest))
    }

    /// `certain` where it has three bits or more, else `possible`; sets bits of `crowd` where it has more.
    #[inline(always)]
    fn full(
        self,
        possible: Self::Vector,
        certain: Self::Vector,
        crowd: &mut Self::Vector,
        ones: Self::Vector,
    ) -> Self::Vector {
        let less = self.and(certain, self.add(certain, ones));
        let less = self.and(less, self.add(less, ones));
        let full = self.is_zero(less);
        let less = self.and(less, self.add(less, ones));
        *crowd = self.or(*crowd, less);
        self.select(full, possible, certain)
    }

    /// x & hidden where that is not empty, else x & possible.
    #[inline(always)]
    fn settle(self, x: Self::Vector, hidden: Self::Vector, possible: Self::Vector) -> Self::Vector {
        let here = self.and(x, hidden);
        self.select(self.is_zero(here), self.and(x, possible), here)
    }

    /// The lanes that have each digit; all are below 512.
    #[inline(always)]
    fn places(self, v: Self::Vector) -> [u32; 9] {
        let mut places = [0; 9];
        for (digit, place) in places.iter_mut().enumerate() {
            *place =
                self.lanes(self.is_zero(self.and(v, self.splat(1 << digit)))) ^ Self::EVERY_LANE;
        }
        places
    }

    /// The places of the digits in the cells with several candidates, without their names: 128 bits that are, but for a
    /// chance of 2⁻¹²⁸, the same only where those cells have the same candidates or some digits have changed names in
    /// all of them. Beside it, the number of those cells.
    #[inline(always)]
    fn nameless(self, cells: &Cells) -> ([u64; 2], usize) {
        let zero = self.splat(0);
        let ones = self.splat(0xffff);
        let mut open = 0;
        // Where each digit may go: three words of 32 cells.
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
        for digit in 0..9 {
            let [a, b, c] = places.map(|word| u64::from(word[digit]));
            let ab = a | b << 32;
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
    /// A route that spreads lanes 0, 1, 2 … over `lanes`.
    #[inline(always)]
    fn spreading(self, lanes: u32) -> Self::Route {
        let mut from = [0; 32];
        for (place, lane) in each(lanes).enumerate() {
            from[lane] = place as u8;
        }
        self.route(&from, lanes)
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

/// Both halves of the product, as one.
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
