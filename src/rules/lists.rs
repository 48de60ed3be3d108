//! Lists of lists in contiguous memory.

#![forbid(unsafe_code)]

use std::ops::Range;

/// Many short lists, stored one after another.
#[derive(Clone, Debug)]
pub(super) struct Lists<T> {
    items: Vec<T>,
    /// The end of each list, which is the start of the next.
    ends: Vec<u32>,
}

impl<T> Default for Lists<T> {
    fn default() -> Lists<T> {
        Lists { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Lists<T> {
    /// No lists, with capacity for `lists` lists with `items` items in total.
    pub fn with_capacity(lists: usize, items: usize) -> Lists<T> {
        Lists { items: Vec::with_capacity(items), ends: Vec::with_capacity(lists) }
    }

    /// Adds a list at the end.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.ends.push(self.items.len() as u32);
    }

    /// The number of lists.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// List number `i`.
    #[inline]
    pub fn get(&self, i: usize) -> &[T] {
        &self.items[self.place(i)]
    }

    /// Mutable access to list number `i`.
    #[inline]
    pub fn get_mut(&mut self, i: usize) -> &mut [T] {
        let place = self.place(i);
        &mut self.items[place]
    }

    #[inline]
    fn place(&self, i: usize) -> Range<usize> {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        start..self.ends[i] as usize
    }

    /// All lists.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|i| self.get(i))
    }
}

impl Lists<u16> {
    /// For each number below `items`, the lists that contain it, in order.
    pub fn turned(&self, items: usize) -> Lists<u32> {
        let mut ends = vec![0; items];
        self.items.iter().for_each(|&item| ends[usize::from(item)] += 1);
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        let mut lists = vec![0; self.items.len()];
        for (number, list) in self.iter().enumerate() {
            for &item in list {
                let end = &mut ends[usize::from(item)];
                lists[*end as usize] = number as u32;
                *end += 1;
            }
        }
        Lists { items: lists, ends }
    }
}

impl<T, L: IntoIterator<Item = T>> FromIterator<L> for Lists<T> {
    fn from_iter<I: IntoIterator<Item = L>>(lists: I) -> Lists<T> {
        let lists = lists.into_iter();
        let mut all = Lists::with_capacity(lists.size_hint().0, 0);
        lists.for_each(|list| all.push(list));
        all
    }
}

/// Concatenated sets of these cells, of `words` words each.
pub(super) fn sets<'a>(lists: impl Iterator<Item = &'a [u16]>, words: usize) -> Vec<u64> {
    let mut all = Vec::with_capacity(words * lists.size_hint().0);
    for cells in lists {
        let start = all.len();
        all.resize(start + words, 0);
        cells.iter().for_each(|&cell| insert(&mut all[start..], cell));
    }
    all
}

/// Adds a cell to a set.
pub(super) fn insert(set: &mut [u64], cell: u16) {
    set[usize::from(cell) / 64] |= 1 << (cell % 64);
}
