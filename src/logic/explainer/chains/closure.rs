//! The candidates that are on if a candidate is on, level by level, for all candidates at once.
//!
//! ```text
//!              weak           strong                        step[q]  = all s with  q on ⇒ r off ⇒ s on
//!   q on  ───────────► r off ───────────► s on              back[s]  = all such q
//!
//!   level 0    p                            one bit row for each start p
//!   level 1    step[p]
//!   level 2    the steps of level 1, without the nodes of levels 0 and 1
//! ```
//!
//! The candidates of a position (or of one digit, or of the cells with two candidates) are renumbered, so that a row has one to
//! four words. Links are symmetric, so chains that start from an off need no levels of their own: `p off` continues with the
//! levels of its strong neighbors.
//!
//! *Cost.* For 200 candidates, all levels of all starts take about ten microseconds.

use crate::logic::Position;
use crate::logic::grid9::houses::HOUSES_OF;

use super::bits::{CANDIDATES, cell, digit, number};
use super::links::{System, is_pair};

/// Not among the nodes.
pub(super) const ABSENT: u16 = u16::MAX;

/// The nodes, their links as bit rows, and the levels.
pub(super) struct Closure {
    pub(super) system: System,
    /// The number of words in a row: 1, 2, 3, 4 or 12. Few positions with chains have more than 256 candidates.
    pub(super) words: usize,
    /// The candidate of each node, in ascending order.
    pub(super) candidates: Vec<u16>,
    /// The node of each candidate, or [`ABSENT`].
    pub(super) node: Box<[u16; CANDIDATES]>,
    weak: Vec<u64>,
    strong: Vec<u64>,
    step: Vec<u64>,
    back: Vec<u64>,
    /// The nodes first reached at each level, with a row for each start.
    levels: Vec<u64>,
    /// The nodes reached so far, with a row for each start.
    reached: Vec<u64>,
    /// The number of levels computed.
    pub(super) known: usize,
    /// Whether there are no further levels.
    complete: bool,
    /// Scratch: the members of each digit in each house.
    groups: Vec<u64>,
}

/// Calls a function or method with the number of words as a constant.
macro_rules! with_words {
    ($words:expr, $self:ident . $name:ident ( $($argument:expr),* )) => {
        match $words {
            1 => $self.$name::<1>($($argument),*),
            2 => $self.$name::<2>($($argument),*),
            3 => $self.$name::<3>($($argument),*),
            4 => $self.$name::<4>($($argument),*),
            _ => $self.$name::<12>($($argument),*),
        }
    };
    ($words:expr, $name:ident ( $($argument:expr),* )) => {
        match $words {
            1 => $name::<1>($($argument),*),
            2 => $name::<2>($($argument),*),
            3 => $name::<3>($($argument),*),
            4 => $name::<4>($($argument),*),
            _ => $name::<12>($($argument),*),
        }
    };
}
pub(super) use with_words;

/// The members of a row, in ascending order.
#[inline]
pub(super) fn members<const W: usize>(row: [u64; W]) -> impl Iterator<Item = usize> {
    let mut rest = row;
    let mut word = 0;
    std::iter::from_fn(move || {
        while word < W {
            if rest[word] != 0 {
                let bit = rest[word].trailing_zeros() as usize;
                rest[word] &= rest[word] - 1;
                return Some(64 * word + bit);
            }
            word += 1;
        }
        None
    })
}

/// Whether two rows have a member in common.
#[inline]
pub(super) fn meet<const W: usize>(a: &[u64; W], b: &[u64; W]) -> bool {
    (0..W).fold(0, |all, k| all | a[k] & b[k]) != 0
}

/// Adds the members of `b` to `a`.
#[inline]
pub(super) fn join<const W: usize>(a: &mut [u64; W], b: &[u64; W]) {
    for k in 0..W {
        a[k] |= b[k];
    }
}

/// The members of both rows.
#[inline]
pub(super) fn common<const W: usize>(a: &[u64; W], b: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|k| a[k] & b[k])
}

#[inline]
fn rows<const W: usize>(words: &[u64]) -> &[[u64; W]] {
    words.as_chunks().0
}

#[inline]
fn rows_mut<const W: usize>(words: &mut [u64]) -> &mut [[u64; W]] {
    words.as_chunks_mut().0
}

impl Closure {
    pub(super) fn new() -> Closure {
        Closure {
            system: System::Xy,
            words: 1,
            candidates: Vec::new(),
            node: Box::new([ABSENT; CANDIDATES]),
            weak: Vec::new(),
            strong: Vec::new(),
            step: Vec::new(),
            back: Vec::new(),
            levels: Vec::new(),
            reached: Vec::new(),
            known: 0,
            complete: true,
            groups: Vec::new(),
        }
    }

    /// Sets the nodes to `candidates`, which must be ascending. Returns the number of words in a row.
    pub(super) fn take(&mut self, system: System, candidates: impl Iterator<Item = u16>) -> usize {
        for &candidate in &self.candidates {
            self.node[usize::from(candidate)] = ABSENT;
        }
        self.system = system;
        self.candidates.clear();
        for candidate in candidates {
            self.node[usize::from(candidate)] = self.candidates.len() as u16;
            self.candidates.push(candidate);
        }
        let words = self.candidates.len().div_ceil(64);
        self.words = match words {
            0..=4 => words.max(1),
            _ => 12,
        };
        self.words
    }

    pub(super) fn weak<const W: usize>(&self, node: usize) -> &[u64; W] {
        &rows(&self.weak)[node]
    }

    pub(super) fn strong<const W: usize>(&self, node: usize) -> &[u64; W] {
        &rows(&self.strong)[node]
    }

    pub(super) fn back<const W: usize>(&self, node: usize) -> &[u64; W] {
        &rows(&self.back)[node]
    }

    /// The nodes first reached at a level, which must have been computed.
    pub(super) fn level<const W: usize>(&self, level: usize, start: usize) -> &[u64; W] {
        &rows(&self.levels)[level * self.candidates.len() + start]
    }

    /// The nodes reached at the levels computed so far.
    pub(super) fn reached<const W: usize>(&self, start: usize) -> &[u64; W] {
        &rows(&self.reached)[start]
    }

    /// Builds the rows of the links.
    pub(super) fn link<const W: usize>(&mut self, position: &Position) {
        let n = self.candidates.len();
        for list in [&mut self.weak, &mut self.strong, &mut self.step, &mut self.back] {
            list.clear();
            list.resize(n * W, 0);
        }
        let within_cells = self.system != System::X;
        let within_houses = self.system != System::Y;
        // The members of the 243 pairs of house and digit. The candidates of a cell are adjacent numbers.
        self.groups.clear();
        self.groups.resize(243 * W, 0);
        let groups = rows_mut::<W>(&mut self.groups);
        for (node, &candidate) in self.candidates.iter().enumerate() {
            let at = usize::from(digit(candidate)) - 1;
            for (house, _) in HOUSES_OF[cell(candidate).index()] {
                groups[9 * usize::from(house) + at][node / 64] |= 1 << (node % 64);
            }
        }
        let (weak, strong) = (rows_mut::<W>(&mut self.weak), rows_mut::<W>(&mut self.strong));
        for (node, &candidate) in self.candidates.iter().enumerate() {
            let (cell, digit) = (cell(candidate), digit(candidate));
            let row = &mut weak[node];
            for (house, _) in HOUSES_OF[cell.index()] {
                let group = &groups[9 * usize::from(house) + usize::from(digit) - 1];
                join(row, group);
                let places = position.places(usize::from(house), digit);
                if within_houses && is_pair(places) {
                    join(&mut strong[node], group);
                }
            }
            if within_cells {
                let digits = position.candidates(cell);
                for other in digits.iter() {
                    let other = self.node[usize::from(number(cell, other))];
                    if other != ABSENT {
                        let other = usize::from(other);
                        row[other / 64] |= 1 << (other % 64);
                        if is_pair(digits.bits()) {
                            strong[node][other / 64] |= 1 << (other % 64);
                        }
                    }
                }
            }
            row[node / 64] &= !(1 << (node % 64));
            strong[node][node / 64] &= !(1 << (node % 64));
        }
        let mut linked = [0; W];
        for (node, row) in strong.iter().enumerate() {
            if *row != [0; W] {
                linked[node / 64] |= 1 << (node % 64);
            }
        }
        let (step, back) = (rows_mut::<W>(&mut self.step), rows_mut::<W>(&mut self.back));
        for node in 0..n {
            for off in members(common(&weak[node], &linked)) {
                join(&mut step[node], &strong[off]);
            }
            for off in members(strong[node]) {
                join(&mut back[node], &weak[off]);
            }
        }
        self.levels.clear();
        self.levels.resize(n * W, 0);
        let level = rows_mut::<W>(&mut self.levels);
        for (node, row) in level.iter_mut().enumerate() {
            row[node / 64] |= 1 << (node % 64);
        }
        self.reached.clear();
        self.reached.extend_from_slice(&self.levels);
        self.known = 1;
        self.complete = false;
    }

    /// Computes the levels up to `level`. Returns whether that level has any nodes.
    pub(super) fn extend<const W: usize>(&mut self, level: usize) -> bool {
        let n = self.candidates.len();
        while self.known <= level && !self.complete {
            let from = (self.known - 1) * n;
            self.levels.resize((self.known + 1) * n * W, 0);
            let levels = rows_mut::<W>(&mut self.levels);
            let (before, after) = levels.split_at_mut(from + n);
            let reached = rows_mut::<W>(&mut self.reached);
            let step = rows::<W>(&self.step);
            let mut any = 0;
            for start in 0..n {
                let mut new = [0; W];
                for on in members(before[from + start]) {
                    join(&mut new, &step[on]);
                }
                for k in 0..W {
                    new[k] &= !reached[start][k];
                    reached[start][k] |= new[k];
                    any |= new[k];
                }
                after[start] = new;
            }
            if any == 0 {
                self.complete = true;
            } else {
                self.known += 1;
            }
        }
        self.known > level
    }

    /// The nodes that `start` off turns on at a level. Its strong neighbors are level 1.
    pub(super) fn off_level<const W: usize>(&self, level: usize, start: usize) -> [u64; W] {
        let mut row = [0; W];
        if level <= self.known {
            for on in members(*self.strong::<W>(start)) {
                join(&mut row, self.level(level - 1, on));
            }
        }
        row
    }
}

/// The candidates of a position, in ascending order.
pub(super) fn open(position: &Position) -> impl Iterator<Item = u16> + '_ {
    position
        .empty()
        .iter()
        .flat_map(|cell| position.candidates(cell).iter().map(move |digit| number(cell, digit)))
}
