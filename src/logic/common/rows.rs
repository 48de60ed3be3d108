//! Bit rows: a table with one bit for each pair of a row and an almost locked set.
//!
//! ```text
//!   row 0   [ 256 bits ][ 256 bits ] …      blocks[0 .. width]
//!   row 1   [ 256 bits ][ 256 bits ] …      blocks[width .. 2 · width]
//! ```

/// Units of work for one examined pair of sets, or pair of groups of sets.
pub(crate) const PAIR: usize = 16;

use crate::logic::bits::ones;

/// 256 bits, enough for one row in most positions.
type Block = [u64; 4];

/// A table of rows with the same number of bits.
#[derive(Default)]
pub(crate) struct Rows {
    width: usize,
    blocks: Vec<Block>,
}

impl Rows {
    /// Resets the table to `rows` empty rows of at least `bits` bits.
    pub(crate) fn reset(&mut self, rows: usize, bits: usize) {
        self.width = bits.div_ceil(256);
        self.blocks.clear();
        self.blocks.resize(rows * self.width, [0; 4]);
    }

    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[Block] {
        &self.blocks[row * self.width..][..self.width]
    }

    #[inline]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [Block] {
        &mut self.blocks[row * self.width..][..self.width]
    }

    /// Clears the table and returns its first two rows.
    #[inline]
    pub(crate) fn two_cleared(&mut self) -> (&mut [Block], &mut [Block]) {
        self.blocks.fill([0; 4]);
        let (one, rest) = self.blocks.split_at_mut(self.width);
        (one, &mut rest[..self.width])
    }

    #[inline]
    pub(crate) fn contains(&self, row: usize, bit: usize) -> bool {
        self.row(row)[bit / 256][bit / 64 % 4] >> (bit % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, row: usize, bit: usize) {
        self.row_mut(row)[bit / 256][bit / 64 % 4] |= 1 << (bit % 64);
    }
}

/// Adds the bits of `from` to `to`.
#[inline]
pub(crate) fn add(to: &mut [Block], from: &[Block]) {
    for (to, from) in to.iter_mut().zip(from) {
        for (to, from) in to.iter_mut().zip(from) {
            *to |= from;
        }
    }
}

/// Adds the bits of `from` to `once`, and the bits already in `once` to `twice`.
#[inline]
pub(crate) fn add_twice(once: &mut [Block], twice: &mut [Block], from: &[Block]) {
    for ((once, twice), from) in once.iter_mut().zip(twice).zip(from) {
        for ((once, twice), from) in once.iter_mut().zip(twice).zip(from) {
            *twice |= *once & from;
            *once |= from;
        }
    }
}

/// Removes the bits of `from` from `to`.
#[inline]
pub(crate) fn take(to: &mut [Block], from: &[Block]) {
    for (to, from) in to.iter_mut().zip(from) {
        for (to, from) in to.iter_mut().zip(from) {
            *to &= !from;
        }
    }
}

/// Clears the bits 0 to `last`.
#[inline]
pub(crate) fn keep_above(row: &mut [Block], last: usize) {
    for word in row.iter_mut().flatten().take((last + 1) / 64) {
        *word = 0;
    }
    if let Some(word) = row.iter_mut().flatten().nth((last + 1) / 64) {
        *word &= u64::MAX << ((last + 1) % 64);
    }
}

/// The positions above `last` of the bits set in both rows, in increasing order.
#[inline]
pub(crate) fn both_above<'a>(
    one: &'a [Block],
    other: &'a [Block],
    last: usize,
) -> impl Iterator<Item = usize> + 'a {
    both_from(one, other, last + 1)
}

/// The positions from `least` on of the bits set in both rows, in increasing order.
#[inline]
pub(crate) fn both_from<'a>(
    one: &'a [Block],
    other: &'a [Block],
    least: usize,
) -> impl Iterator<Item = usize> + 'a {
    let first = least / 64;
    (first..4 * one.len()).flat_map(move |word| {
        let mut bits = one[word / 4][word % 4] & other[word / 4][word % 4];
        if word == first {
            bits &= u64::MAX << (least % 64);
        }
        ones(bits).map(move |bit| 64 * word + usize::from(bit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_above_every_place_are_kept() {
        for last in 0..512 {
            let mut row = [[u64::MAX; 4]; 2];
            keep_above(&mut row, last);
            let words: Vec<u64> = row.into_iter().flatten().collect();
            let kept = (0..512).filter(|bit| words[bit / 64] >> (bit % 64) & 1 == 1);
            assert!(kept.eq(last + 1..512), "{last}");
        }
    }
}
