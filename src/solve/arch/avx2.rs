//! The lanes kernel with 16 lanes: AVX2.

use std::arch::x86_64::*;

use crate::arch::operations;
use crate::cpu::Avx2;
use crate::solve::lanes::Simd;

/// The source of each byte within two 128-bit halves, and the lanes that are written. In [`Simd::carry`], `one` reads
/// the lane's own half and `other` the opposite half. In [`Simd::spread`], `one` reads the lower half and `other` the
/// upper half.
#[derive(Clone, Copy)]
pub struct Route {
    one: __m256i,
    other: __m256i,
    to: __m256i,
    /// Whether more than half of the lanes are written, in which case [`Simd::spread`] needs the upper half.
    wide: bool,
}

impl Simd for Avx2 {
    type Mask = __m256i;
    type Route = Route;

    #[inline(always)]
    fn widen(self, bytes: &[u8]) -> __m256i {
        let bytes = &bytes[..16];
        // SAFETY: the slice is 16 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { _mm256_cvtepu8_epi16(_mm_loadu_si128(bytes.as_ptr().cast())) }
    }
    #[inline(always)]
    fn narrow(self, v: __m256i, bytes: &mut [u8]) {
        let bytes = &mut bytes[..16];
        // SAFETY: the slice is 16 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe {
            let both = _mm256_packus_epi16(v, v);
            let packed = _mm256_permute4x64_epi64::<0b00_00_10_00>(both);
            _mm_storeu_si128(bytes.as_mut_ptr().cast(), _mm256_castsi256_si128(packed));
        }
    }

    #[inline(always)]
    fn candidates(self, givens: &[u8]) -> [__m256i; 2] {
        let givens = &givens[..32];
        // SAFETY: the slice is 32 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { candidates(_mm256_loadu_si256(givens.as_ptr().cast())) }
    }
    #[inline(always)]
    fn digits(self, singles: [__m256i; 2], bytes: &mut [u8]) {
        let bytes = &mut bytes[..32];
        // SAFETY: the slice is 32 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), digits(singles)) }
    }

    operations! {
        fn zip_16(a: __m256i, b: __m256i) -> [__m256i; 2] { [_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)] }
        fn zip_32(a: __m256i, b: __m256i) -> [__m256i; 2] { [_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)] }
        fn zip_64(a: __m256i, b: __m256i) -> [__m256i; 2] { [_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)] }
        fn is_zero(v: __m256i) -> __m256i { _mm256_cmpeq_epi16(v, _mm256_setzero_si256()) }
        fn equal(a: __m256i, b: __m256i) -> __m256i { _mm256_cmpeq_epi16(a, b) }
        fn less(a: __m256i, b: __m256i) -> __m256i { _mm256_cmpgt_epi16(b, a) }
        fn select(mask: __m256i, yes: __m256i, no: __m256i) -> __m256i {
            _mm256_blendv_epi8(no, yes, mask)
        }
        fn lanes(mask: __m256i) -> u32 {
            let low = _mm256_castsi256_si128(mask);
            let high = _mm256_extracti128_si256::<1>(mask);
            _mm_movemask_epi8(_mm_packs_epi16(low, high)) as u32
        }
        fn mask(lanes: u32) -> __m256i { mask_of(lanes) }
        fn places(v: __m256i) -> [u32; 9] {
            let bytes = _mm256_and_si256(v, _mm256_set1_epi16(0xff));
            let high = _mm256_extracti128_si256::<1>(bytes);
            let mut bytes = _mm_packus_epi16(_mm256_castsi256_si128(bytes), high);
            let mut places = [0; 9];
            for place in places[..8].iter_mut().rev() {
                *place = _mm_movemask_epi8(bytes) as u32;
                bytes = _mm_add_epi8(bytes, bytes);
            }
            let ninth = _mm256_cmpgt_epi16(v, _mm256_set1_epi16(0xff));
            let high = _mm256_extracti128_si256::<1>(ninth);
            let ninth = _mm_packs_epi16(_mm256_castsi256_si128(ninth), high);
            places[8] = _mm_movemask_epi8(ninth) as u32;
            places
        }
        fn carry(route: Route, source: __m256i, rest: __m256i) -> __m256i {
            let swapped = _mm256_permute4x64_epi64::<0b01_00_11_10>(source);
            let one = _mm256_shuffle_epi8(source, route.one);
            let other = _mm256_shuffle_epi8(swapped, route.other);
            _mm256_blendv_epi8(rest, _mm256_or_si256(one, other), route.to)
        }
    }

    #[inline(always)]
    fn spread(self, route: Route, from: &[u16], rest: __m256i) -> __m256i {
        let from = &from[..16];
        // SAFETY: the slice is 32 bytes long, any alignment is allowed, and `self` proves the features.
        unsafe {
            // Each half is loaded twice. The broadcasting load is as fast as a plain one, and no permutation is needed.
            let low = _mm256_broadcastsi128_si256(_mm_loadu_si128(from.as_ptr().cast()));
            let mut lanes = _mm256_shuffle_epi8(low, route.one);
            if route.wide {
                let high = _mm_loadu_si128(from[8..].as_ptr().cast());
                let other = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(high), route.other);
                lanes = _mm256_or_si256(lanes, other);
            }
            _mm256_blendv_epi8(rest, lanes, route.to)
        }
    }
    #[inline(always)]
    fn route(self, from: &[u8; 32], to: u32) -> Route {
        // SAFETY: the array is longer than 16 bytes, any alignment is allowed, and `self` proves the features.
        unsafe { route_of(_mm_loadu_si128(from.as_ptr().cast()), to, own_half()) }
    }

    // These functions use no loops over lanes, whose narrow stores would stall the following vector load, and no
    // parallel bit deposit or extract, which take hundreds of cycles on Zen 1 and Zen 2.
    operations! {
        fn packing(lanes: u32) -> Route { route_of(list_of(lanes), 0xffff, own_half()) }
        fn spreading(lanes: u32) -> Route {
            route_of(ranks_of(lanes), lanes, _mm256_setzero_si256())
        }
        fn moving(from: u32, to: u32) -> Route {
            route_of(_mm_shuffle_epi8(list_of(from), ranks_of(to)), to, own_half())
        }
    }
}

/// The members of each set of eight, one per nibble, lowest first.
static LISTS: [u32; 256] = {
    let mut lists = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut member, mut place) = (0, 0);
        while member < 8 {
            if set >> member & 1 == 1 {
                lists[set] |= member << (4 * place);
                place += 1;
            }
            member += 1;
        }
        set += 1;
    }
    lists
};

/// The lanes of a set, one per byte, lowest first; the remaining bytes are 0.
#[inline]
#[target_feature(enable = "avx2")]
fn list_of(lanes: u32) -> __m128i {
    let [low, high] = [lanes & 0xff, lanes >> 8 & 0xff];
    let eights = ((1u64 << (4 * high.count_ones())) - 1) & 0x8888_8888;
    let high = u64::from(LISTS[high as usize]) | eights;
    bytes_of(u64::from(LISTS[low as usize]) | high << (4 * low.count_ones()))
}

/// For each lane, in one byte, the number of lanes of the set below it.
#[inline]
#[target_feature(enable = "avx2")]
fn ranks_of(lanes: u32) -> __m128i {
    // One nibble per lane: first 0 or 1, then, after a multiplication, the number of set lanes below.
    let mut ones = u64::from(lanes);
    ones = (ones | ones << 24) & 0x0000_00ff_0000_00ff;
    ones = (ones | ones << 12) & 0x000f_000f_000f_000f;
    ones = (ones | ones << 6) & 0x0303_0303_0303_0303;
    ones = (ones | ones << 3) & 0x1111_1111_1111_1111;
    bytes_of((ones << 4).wrapping_mul(0x1111_1111_1111_1111))
}

/// Expands nibbles to bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn bytes_of(nibbles: u64) -> __m128i {
    let low_nibble = _mm_set1_epi8(15);
    let pairs = _mm_cvtsi64_si128(nibbles.cast_signed());
    let even = _mm_and_si128(pairs, low_nibble);
    let odd = _mm_and_si128(_mm_srli_epi16::<4>(pairs), low_nibble);
    _mm_unpacklo_epi8(even, odd)
}

/// The candidates of cells with these givens.
#[inline]
#[target_feature(enable = "avx2")]
fn candidates(givens: __m256i) -> [__m256i; 2] {
    let low = _mm_setr_epi8(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
    let high = _mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    let low = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(low), givens);
    let high = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(high), givens);
    [_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high)]
}

/// The digits of cells with one candidate.
#[inline]
#[target_feature(enable = "avx2")]
fn digits(singles: [__m256i; 2]) -> __m256i {
    // A de Bruijn number: its upper four bits differ for each shift by 0 to 15 places.
    let number = _mm256_set1_epi16(0x09af);
    let digits = _mm_setr_epi8(1, 2, 3, 6, 4, 0, 7, 0, 0, 5, 9, 0, 0, 8, 0, 0);
    let [a, b] = singles;
    let a = _mm256_srli_epi16::<12>(_mm256_mullo_epi16(a, number));
    let b = _mm256_srli_epi16::<12>(_mm256_mullo_epi16(b, number));
    _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(digits), _mm256_packus_epi16(a, b))
}

/// The first lane of each lane's own half: 0 or 8.
#[inline]
#[target_feature(enable = "avx2")]
fn own_half() -> __m256i {
    _mm256_setr_epi16(0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8)
}

/// The route that moves the lane given by byte i of `sources` to lane i. `half` is the first lane of the half that
/// `one` reads.
#[inline]
#[target_feature(enable = "avx2")]
fn route_of(sources: __m128i, to: u32, half: __m256i) -> Route {
    let source = _mm256_cvtepu8_epi16(sources);
    // The two bytes of each source lane within its half.
    let within = _mm256_and_si256(source, _mm256_set1_epi16(7));
    let bytes = _mm256_add_epi16(
        _mm256_mullo_epi16(within, _mm256_set1_epi16(0x0202)),
        _mm256_set1_epi16(0x0100),
    );
    // One of the two shuffles must produce 0; an index with its top bit set does so.
    let eight = _mm256_set1_epi16(8);
    let other_half = _mm256_and_si256(_mm256_xor_si256(source, half), eight);
    let in_other = _mm256_cmpeq_epi16(other_half, eight);
    let in_one = _mm256_xor_si256(in_other, _mm256_set1_epi16(-1));
    Route {
        one: _mm256_or_si256(bytes, in_other),
        other: _mm256_or_si256(bytes, in_one),
        to: mask_of(to),
        wide: to.count_ones() > 8,
    }
}

/// A mask with all bits set in each lane of the set.
#[inline]
#[target_feature(enable = "avx2")]
fn mask_of(lanes: u32) -> __m256i {
    let bits = _mm256_setr_epi16(
        1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768,
    );
    _mm256_cmpeq_epi16(_mm256_and_si256(_mm256_set1_epi16(lanes as i16), bits), bits)
}
