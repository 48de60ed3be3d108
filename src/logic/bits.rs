//! Bit sets: iteration over the set bits of words, and a set of fixed size.

/// The positions of the set bits of a word, in ascending order.
#[inline]
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as u16;
            word &= word - 1;
            bit
        })
    })
}

/// The positions of the set bits of a sequence of words, in ascending order; word k holds the bits from 64·k.
#[inline]
pub(crate) fn members(words: impl IntoIterator<Item = u64>) -> impl Iterator<Item = u16> {
    let words = (0..).step_by(64).zip(words);
    words.flat_map(|(first, word)| ones(word).map(move |bit| first + bit))
}

/// A set of numbers below 64·W.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub(crate) const NONE: Self = Bits([0; W]);
    /// The set of all numbers below 64·W.
    pub(crate) const ALL: Self = Bits([u64::MAX; W]);

    #[inline]
    pub(crate) fn contains(&self, number: impl Into<usize>) -> bool {
        let number = number.into();
        self.0[number / 64] >> (number % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, number: impl Into<usize>) {
        let number = number.into();
        self.0[number / 64] |= 1 << (number % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, number: impl Into<usize>) {
        let number = number.into();
        self.0[number / 64] &= !(1 << (number % 64));
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(crate) fn and(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|k| self.0[k] & other.0[k]))
    }

    #[inline]
    pub(crate) fn or(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|k| self.0[k] | other.0[k]))
    }

    #[inline]
    pub(crate) fn without(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|k| self.0[k] & !other.0[k]))
    }

    /// The words of the set, lowest numbers first.
    #[inline]
    pub(crate) fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// The members of the set, in ascending order.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = u16> + use<W> {
        members(self.0)
    }
}
