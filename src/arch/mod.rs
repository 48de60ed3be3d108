//! Vectors of 16-bit words: one set of operations, implemented for each instruction set.
//!
//! ```text
//!        +---------+---------+---------+-- ... --+---------+
//!        | 16 bits | 16 bits | 16 bits |         | 16 bits |   a Vector; a word is usually a set of digits,
//!        +---------+---------+---------+-- ... --+---------+   and every operation applies to all words
//!
//!   type          vector     used by
//!   Sse, Neon     128 bits   solve: the lanes kernel; in pairs, the kernel for one puzzle
//!   Simd128       128 bits   the same
//!   Avx2          256 bits   solve: the lanes kernel and the kernel for one puzzle
//!   Avx512        512 bits   solve: the lanes kernel
//!   Ymm           256 bits   solve: the kernel for one puzzle, with AVX-512 instructions
//! ```
//!
//! *Invariant.* Each type that implements [`Words`] contains a proof that the processor has the instructions
//! (`cpu.rs`), so the methods are safe to call.
//!
//! *Cost.* The methods are `#[inline(always)]`, so each compiles to its instructions inside the function that enables
//! the processor features. Without the attribute, each operation would be a function call.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::Ymm;

/// A value aligned to a cache line, which is also the width of the largest vector.
#[derive(Clone, Copy, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub(crate) struct Aligned<T>(pub T);

/// Defines methods of a proof type; the bodies consist of intrinsics.
macro_rules! operations {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty { $($body:tt)* })*) => {$(
        #[inline(always)]
        #[cfg_attr(
            target_family = "wasm",
            expect(unused_unsafe, reason = "in WebAssembly, calls that need features are safe")
        )]
        fn $name(self, $($argument: $type),*) -> $result {
            // SAFETY: the intrinsics need these processor features and nothing else; `self` proves them.
            unsafe { $($body)* }
        }
    )*};
}
pub(crate) use operations;

/// An array with one value per listed number, written out element by element. A closure would not inherit the enabled
/// processor features.
macro_rules! unrolled {
    ($i:ident in [$($n:literal)*] => $value:expr) => {
        [$({ const $i: usize = $n; $value }),*]
    };
}
pub(crate) use unrolled;

/// Operations that apply to every word of a vector.
pub(crate) trait Words: Copy {
    /// A vector of `WORDS` 16-bit words.
    type Vector: Copy;
    /// The number of words in a vector.
    const WORDS: usize;

    /// Loads the first `WORDS` words of `from`; no alignment is required.
    fn load(self, from: &[u16]) -> Self::Vector;
    /// Stores the words at the start of `to`.
    fn store(self, v: Self::Vector, to: &mut [u16]);
    /// A vector with `value` in every word.
    fn splat(self, value: u16) -> Self::Vector;
    /// a & b
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// a | b
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// a ^ b
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// a & !b
    fn and_not(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// a + b, wrapping.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// max(a - b, 0)
    fn saturating_sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The smaller of each pair of words.
    fn min(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The number of bits set in each word.
    fn population(self, v: Self::Vector) -> Self::Vector;

    // The defaults below are for processors that lack a single instruction for the operation.

    /// a | b | c
    #[inline(always)]
    fn or3(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.or(self.or(a, b), c)
    }
    /// a & b & c
    #[inline(always)]
    fn and3(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.and(self.and(a, b), c)
    }
    /// a ^ b ^ c
    #[inline(always)]
    fn xor3(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.xor(self.xor(a, b), c)
    }
    /// The bits that are set in at least two of the three words.
    #[inline(always)]
    fn majority(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.or(self.and(a, b), self.and(self.or(a, b), c))
    }
    /// a | b & c
    #[inline(always)]
    fn or_and(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.or(a, self.and(b, c))
    }
    /// a & (b | c)
    #[inline(always)]
    fn and_or(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.and(a, self.or(b, c))
    }
    /// a & !(b | c)
    #[inline(always)]
    fn and_nor(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.and_not(a, self.or(b, c))
    }
}
