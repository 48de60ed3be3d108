//! Vectors of 16-bit words: the operations that several kernels need, once for each family of instructions.
//!
//! ```text
//!        +---------+---------+---------+-- ... --+---------+
//!        | 16 bits | 16 bits | 16 bits |         | 16 bits |   one Vector: the same operation on each word,
//!        +---------+---------+---------+-- ... --+---------+   mostly a set of digits
//!
//!   type          vector     used by
//!   Sse, Neon     128 bits   solve: lanes, and in pairs one puzzle at a time
//!   Avx2          256 bits   solve: lanes, one puzzle at a time
//!   Avx512        512 bits   solve: lanes
//!   Ymm           256 bits   solve: one puzzle at a time with the instructions of AVX-512
//! ```
//!
//! A type that implements [`Words`] proves that the processor has the instructions (`cpu.rs`), so its methods are safe. They
//! are `#[inline(always)]`, so that they become part of the function that enables the features; otherwise each is a call.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::Ymm;

/// Aligned to a cache line, which is also the widest vector.
#[derive(Clone, Copy, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub(crate) struct Aligned<T>(pub T);

/// Methods of a proof whose bodies are intrinsics.
macro_rules! operations {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty { $($body:tt)* })*) => {$(
        #[inline(always)]
        fn $name(self, $($argument: $type),*) -> $result {
            // SAFETY: the intrinsics need these processor features and nothing else; `self` proves them.
            unsafe { $($body)* }
        }
    )*};
}
pub(crate) use operations;

/// The array of a value for each of these numbers, written out. A closure would lose the features of the processor.
macro_rules! unrolled {
    ($i:ident in [$($n:literal)*] => $value:expr) => {
        [$({ const $i: usize = $n; $value }),*]
    };
}
pub(crate) use unrolled;

/// The operations on all words of a vector at once.
pub(crate) trait Words: Copy {
    /// `WORDS` numbers of 16 bits.
    type Vector: Copy;
    /// How many words a vector has.
    const WORDS: usize;

    /// The first `WORDS` numbers of `from`, with any alignment.
    fn load(self, from: &[u16]) -> Self::Vector;
    /// Writes the words to the start of `to`.
    fn store(self, v: Self::Vector, to: &mut [u16]);
    /// The same number in every word.
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
    /// The smaller of the two numbers.
    fn min(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The number of bits of each word.
    fn population(self, v: Self::Vector) -> Self::Vector;

    // Some processors have fewer instructions for the following.

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
    /// Bits that at least two of the three have.
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
