//! Pairs of 64-bit words: the operations used by the scalar kernel.

/// The fastest pair for the target.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(in crate::solve) type Native = x86::Sse2;
/// The fastest pair for the target.
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
pub(in crate::solve) type Native = [u64; 2];

/// Two 64-bit words. Every operation applies to both words separately.
///
/// Sums and differences must not overflow a word.
pub(in crate::solve) trait Pair: Copy {
    /// A pair of word 0 and word 1.
    fn new(words: [u64; 2]) -> Self;
    /// Word 0 and word 1.
    fn words(self) -> [u64; 2];
    /// Bitwise AND.
    fn and(self, other: Self) -> Self;
    /// Bitwise OR.
    fn or(self, other: Self) -> Self;
    /// The bits of `self` that are not set in `other`.
    fn minus(self, other: Self) -> Self;
    /// The sum of each word.
    fn add(self, other: Self) -> Self;
    /// The difference of each word.
    fn sub(self, other: Self) -> Self;
    /// Shifts to higher bits.
    fn shl<const N: i32>(self) -> Self;
    /// Shifts to lower bits.
    fn shr<const N: i32>(self) -> Self;
    /// Whether the two pairs are equal.
    fn is(self, other: Self) -> bool;

    /// Whether any bit is set.
    #[inline(always)]
    fn any(self) -> bool {
        !self.is(Self::new([0; 2]))
    }
}

impl Pair for [u64; 2] {
    #[inline(always)]
    fn new(words: [u64; 2]) -> Self {
        words
    }
    #[inline(always)]
    fn words(self) -> [u64; 2] {
        self
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        [self[0] & other[0], self[1] & other[1]]
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        [self[0] | other[0], self[1] | other[1]]
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        [self[0] & !other[0], self[1] & !other[1]]
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        [self[0] + other[0], self[1] + other[1]]
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        [self[0] - other[0], self[1] - other[1]]
    }
    #[inline(always)]
    fn shl<const N: i32>(self) -> Self {
        [self[0] << N, self[1] << N]
    }
    #[inline(always)]
    fn shr<const N: i32>(self) -> Self {
        [self[0] >> N, self[1] >> N]
    }
    #[inline(always)]
    fn is(self, other: Self) -> bool {
        (self[0] ^ other[0]) | (self[1] ^ other[1]) == 0
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod x86 {
    use std::arch::x86_64::*;

    /// A pair in one register, with the baseline instructions of x86-64.
    #[derive(Clone, Copy)]
    pub(in crate::solve) struct Sse2(__m128i);

    macro_rules! operations {
        ($($name:ident: $intrinsic:ident;)*) => {$(
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                // SAFETY: SSE2, by the condition on this module.
                unsafe { Sse2($intrinsic(self.0, other.0)) }
            }
        )*};
    }

    impl super::Pair for Sse2 {
        #[inline(always)]
        fn new([low, high]: [u64; 2]) -> Self {
            // SAFETY: SSE2, by the condition on this module.
            unsafe { Sse2(_mm_set_epi64x(high as i64, low as i64)) }
        }
        #[inline(always)]
        fn words(self) -> [u64; 2] {
            // SAFETY: SSE2, by the condition on this module.
            unsafe {
                let high = _mm_unpackhi_epi64(self.0, self.0);
                [_mm_cvtsi128_si64(self.0) as u64, _mm_cvtsi128_si64(high) as u64]
            }
        }
        operations! {
            and: _mm_and_si128;
            or: _mm_or_si128;
            add: _mm_add_epi64;
            sub: _mm_sub_epi64;
        }
        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            // SAFETY: SSE2, by the condition on this module.
            unsafe { Sse2(_mm_andnot_si128(other.0, self.0)) }
        }
        #[inline(always)]
        fn shl<const N: i32>(self) -> Self {
            // SAFETY: SSE2, by the condition on this module.
            unsafe { Sse2(_mm_slli_epi64::<N>(self.0)) }
        }
        #[inline(always)]
        fn shr<const N: i32>(self) -> Self {
            // SAFETY: SSE2, by the condition on this module.
            unsafe { Sse2(_mm_srli_epi64::<N>(self.0)) }
        }
        #[inline(always)]
        fn is(self, other: Self) -> bool {
            // SAFETY: SSE2, by the condition on this module.
            unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(self.0, other.0)) == 0xffff }
        }
    }
}
