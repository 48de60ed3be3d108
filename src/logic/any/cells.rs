//! Sets of cells of a board of any side.

use smallvec::SmallVec;

use crate::logic::bits::members;

/// A set of cells: bit c % 64 of word c / 64 stands for cell c. All sets of a board have the same number of words.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Cells(SmallVec<[u64; 4]>);

impl Cells {
    /// The set with these words.
    pub fn of(words: &[u64]) -> Cells {
        Cells(SmallVec::from_slice(words))
    }

    /// The set of the given cells, in `words` words.
    pub fn from_cells(cells: &[u16], words: usize) -> Cells {
        let mut set = Cells(SmallVec::from_elem(0, words));
        cells.iter().for_each(|&cell| set.insert(cell));
        set
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: u16) {
        self.0[usize::from(cell) / 64] |= 1 << (cell % 64);
    }

    /// The cells in both sets.
    #[must_use]
    pub fn and(self, words: &[u64]) -> Cells {
        self.each(words, |word, other| word & other)
    }

    /// The cells in either set.
    #[must_use]
    pub fn or(self, words: &[u64]) -> Cells {
        self.each(words, |word, other| word | other)
    }

    /// The cells that are not in the other set.
    #[must_use]
    pub fn without(self, words: &[u64]) -> Cells {
        self.each(words, |word, other| word & !other)
    }

    fn each(mut self, words: &[u64], work: impl Fn(u64, u64) -> u64) -> Cells {
        self.0.iter_mut().zip(words).for_each(|(word, &other)| *word = work(*word, other));
        self
    }

    /// The words of the set.
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Whether all cells of the set are in the other set.
    pub fn is_within(&self, words: &[u64]) -> bool {
        self.0.iter().zip(words).all(|(word, other)| word & !other == 0)
    }

    /// Whether the two sets have a cell in common.
    pub fn meets(&self, words: &[u64]) -> bool {
        self.0.iter().zip(words).any(|(word, other)| word & other != 0)
    }

    /// Whether `cell` is in the set.
    pub fn contains(&self, cell: u16) -> bool {
        self.0[usize::from(cell) / 64] >> (cell % 64) & 1 != 0
    }

    /// The cells in row-major order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        members(self.0.iter().copied())
    }

    /// The first cell.
    pub fn first(&self) -> Option<u16> {
        self.iter().next()
    }
}
