//! Nodes that wait, each once: a node that is there already only gains weight.
//!
//! ```text
//!   levels    candidates left   …   61   62   63   …        from the fullest on: what a node leads to has fewer, so
//!                                    |    |    |            when a level's turn comes most of its nodes have arrived
//!                                   n n   n  n n n
//!
//!   chains    key  ──>  n ──> n                             by the key: is it there?
//!
//!   boards    digit 1   . x . . x x …   81 bits             the node itself, one bit a cell and digit that is gone
//!             digit 2   x . . x . . …
//! ```
//!
//! Two nodes are the same if their open cells have the same candidates, up to the names of the digits: what is
//! settled has no say any more. The key is a sum over the digits of a hash of where each may still go, so
//! names do not matter. It has 128 bits; that two nodes that differ share one is not looked for: among 10⁹ nodes
//! the chance is 10⁻²¹.
//!
//! Zobrist's transposition tables (1970) and the component caches of model counters (Sang, Bacchus, Beame, Kautz and
//! Pitassi, 2004) keep what was counted; here the numbers flow the other way, from the root to the solutions.

#![forbid(unsafe_code)]

use crate::solve::lanes::simd::Simd;

/// Where each digit may not go: three words of 32, 32 and 17 cells a digit, and ones beyond.
pub(super) type Boards = [u32; 27];

/// Candidates, cell by cell, in whole vectors.
pub(super) type Cells = [u16; 96];

/// Levels: a node has from 0 to 729 candidates left.
const LEVELS: usize = 730;

/// No node.
const NONE: u32 = u32::MAX;

/// What is looked at when a node arrives: half a line of the cache.
#[derive(Clone, Copy)]
struct Entry {
    key: u128,
    /// In how many ways the search has come to it.
    weight: u64,
    /// The next of its chain.
    next: u32,
    /// The next of its level.
    below: u32,
}

/// The nodes that wait.
pub(super) struct Pending {
    entries: Vec<Entry>,
    boards: Vec<Boards>,
    unused: Vec<u32>,
    chains: Vec<u32>,
    levels: [u32; LEVELS],
    /// No level above has a node.
    fullest: usize,
    len: usize,
}

impl Pending {
    pub fn new() -> Pending {
        Pending {
            entries: Vec::new(),
            boards: Vec::new(),
            unused: Vec::new(),
            chains: vec![NONE; 1 << 12],
            levels: [NONE; LEVELS],
            fullest: 0,
            len: 0,
        }
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds a node that was come to in `weight` ways.
    #[inline(always)]
    pub fn add(&mut self, boards: &Boards, (key, level): (u128, usize), weight: u64) {
        let chain = key as usize & (self.chains.len() - 1);
        let mut at = self.chains[chain];
        while at != NONE {
            let entry = &mut self.entries[at as usize];
            if entry.key == key {
                entry.weight = entry.weight.saturating_add(weight);
                return;
            }
            at = entry.next;
        }
        let entry = Entry { key, weight, next: self.chains[chain], below: self.levels[level] };
        let place = match self.unused.pop() {
            Some(place) => {
                self.entries[place as usize] = entry;
                self.boards[place as usize] = *boards;
                place
            }
            None => {
                self.entries.push(entry);
                self.boards.push(*boards);
                (self.entries.len() - 1) as u32
            }
        };
        self.chains[chain] = place;
        self.levels[level] = place;
        self.fullest = self.fullest.max(level);
        self.len += 1;
        if self.len > self.chains.len() {
            self.grow();
        }
    }

    /// Takes one of the nodes with the most candidates left, or with the fewest; its weight is in the result.
    #[inline(always)]
    pub fn take(&mut self, fullest: bool) -> Option<(&Boards, u64)> {
        if self.len == 0 {
            return None;
        }
        let level = if fullest {
            while self.levels[self.fullest] == NONE {
                self.fullest -= 1;
            }
            self.fullest
        } else {
            self.levels.iter().position(|&first| first != NONE).expect("a node waits")
        };
        let place = self.levels[level];
        let Entry { key, weight, next, below } = self.entries[place as usize];
        self.levels[level] = below;
        let chain = key as usize & (self.chains.len() - 1);
        if self.chains[chain] == place {
            self.chains[chain] = next;
        } else {
            let mut before = self.chains[chain] as usize;
            while self.entries[before].next != place {
                before = self.entries[before].next as usize;
            }
            self.entries[before].next = next;
        }
        self.unused.push(place);
        self.len -= 1;
        Some((&self.boards[place as usize], weight))
    }

    /// Twice as many chains.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let mut chains = vec![NONE; 2 * self.chains.len()];
        let last = chains.len() - 1;
        for &first in &self.levels {
            let mut place = first;
            while place != NONE {
                let entry = &mut self.entries[place as usize];
                let chain = &mut chains[entry.key as usize & last];
                (entry.next, *chain) = (*chain, place);
                place = entry.below;
            }
        }
        self.chains = chains;
    }
}

/// Where each digit may not go in `cells`; the key of the node, and its level.
#[inline(always)]
pub(super) fn boards_of<S: Simd>(s: S, cells: &Cells, boards: &mut Boards) -> (u128, usize) {
    let ones = s.splat(0xffff);
    // The cells with one candidate at most.
    let mut closed = [0; 3];
    for word in 0..3 {
        let mut words = [0; 9];
        for part in 0..32 / S::LANES {
            let shift = part * S::LANES;
            let v = s.load(&cells[32 * word + shift..]);
            let several = s.and(v, s.add(v, ones));
            closed[word] |= s.lanes(s.is_zero(several)) << shift;
            for (digit, word) in words.iter_mut().enumerate() {
                *word |= s.lanes(s.is_zero(s.and(v, s.splat(1 << digit)))) << shift;
            }
        }
        for digit in 0..9 {
            boards[3 * digit + word] = words[digit];
        }
    }
    let mut level = 0;
    let (mut low, mut high) = (0u64, 0u64);
    for digit in 0..9 {
        // Where the digit may go among the open cells.
        let [a, b, c] = [0, 1, 2].map(|word| u64::from(!(boards[3 * digit + word] | closed[word])));
        let ab = a | b << 32;
        level += ab.count_ones() + c.count_ones();
        let hash = fold(ab ^ 0x9e37_79b9_7f4a_7c15, c ^ 0xd1b5_4a32_d192_ed03);
        low = low.wrapping_add(hash);
        high = high.wrapping_add(fold(hash ^ ab, c ^ 0xe703_7ed1_a0b4_28db));
    }
    (u128::from(high) << 64 | u128::from(low), level as usize)
}

/// The candidates of each cell.
#[inline(always)]
pub(super) fn cells_of<S: Simd>(s: S, boards: &Boards, cells: &mut Cells) {
    let zero = s.splat(0);
    for word in 0..3 {
        for part in 0..32 / S::LANES {
            let shift = part * S::LANES;
            let mut v = zero;
            for digit in 0..9 {
                let gone = s.mask(boards[3 * digit + word] >> shift & S::EVERY_LANE);
                v = s.or(v, s.select(gone, zero, s.splat(1 << digit)));
            }
            s.store(v, &mut cells[32 * word + shift..]);
        }
    }
}

/// Both halves of the product, folded.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
