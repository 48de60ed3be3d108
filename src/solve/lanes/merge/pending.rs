//! Pending nodes without duplicates: an equal node adds its weight to the existing one.
//!
//! ```text
//!   levels    open cells   …   30   31   32   …     taken from the fullest: the children of a node have fewer open
//!                               n    n    n         cells, so most nodes of a level have been added by then
//!                               n         n
//!
//!   slots     by the key:  . n . . n n . .          a hash table; a slot contains a few bits of its key, so that
//!                                                   few entries are compared in vain
//!   entries   key, weight
//!   cells     the node itself, nine bits per cell
//! ```
//!
//! Two nodes are equal if their open cells have the same candidates up to a relabeling of the digits; settled cells do
//! not matter. The [key](Simd::relabelling_invariant_key) has 128 bits. Collisions are not detected: among 10⁹ nodes
//! the probability is 10⁻²¹.
//!
//! A node that is taken leaves its slot behind, which then refers to an entry without weight or with another key. The
//! next node with the same bits of its key reuses the slot, and a sweep removes the other stale slots when there are
//! too many. A depth-first search meets the same small nodes again and again. If each of them took a new slot, five
//! million nodes of the empty grid would take 25 times as long.
//!
//! *Credit.* Zobrist's transposition tables (1970) and the component caches of model counters (Sang, Bacchus, Beame,
//! Kautz and Pitassi, 2004) store counts. Here the weights are passed from the root to the solutions instead.

#![forbid(unsafe_code)]

use crate::solve::lanes::simd::{Cells, Simd};

/// The number of levels: 0 to 81 open cells.
const LEVELS: usize = 82;

/// The initial number of slots.
const SLOTS: usize = 1 << 12;

/// The bits of a slot that contain the index of an entry plus one; the bits above belong to the key.
const PLACE: u32 = (1 << 22) - 1;

/// The key of a node, and the number of paths that lead to it.
#[derive(Clone, Copy)]
struct Entry {
    key: [u64; 2],
    /// 0 after the node has been taken.
    weight: u64,
}

/// The cells of a node.
#[derive(Clone, Copy)]
struct Packed {
    /// The candidates 1 to 8 of each cell.
    low: [u8; 96],
    /// The cells that may hold a 9.
    nine: [u32; 3],
}

impl Packed {
    #[inline(always)]
    fn pack<S: Simd>(s: S, cells: &Cells) -> Packed {
        let mut packed = Packed { low: [0; 96], nine: [0; 3] };
        for part in 0..96 / S::LANES {
            let start = part * S::LANES;
            let v = s.load(&cells[start..]);
            s.narrow(s.and(v, s.splat(0xff)), &mut packed.low[start..]);
            let nine = s.lanes(s.is_zero(s.and(v, s.splat(0x100)))) ^ S::EVERY_LANE;
            packed.nine[start / 32] |= nine << (start % 32);
        }
        packed
    }

    #[inline(always)]
    fn unpack<S: Simd>(&self, s: S, cells: &mut Cells) {
        for part in 0..96 / S::LANES {
            let start = part * S::LANES;
            let low = s.widen(&self.low[start..]);
            let nine = s.mask(self.nine[start / 32] >> (start % 32) & S::EVERY_LANE);
            let v = s.or(low, s.select(nine, s.splat(0x100), s.splat(0)));
            s.store(v, &mut cells[start..]);
        }
    }
}

/// The pending nodes.
pub(super) struct Pending {
    entries: Vec<Entry>,
    cells: Vec<Packed>,
    unused: Vec<u32>,
    levels: [Vec<u32>; LEVELS],
    /// An upper bound on the levels that contain nodes.
    fullest: usize,
    len: usize,
    slots: Vec<u32>,
    /// The number of slots that are not 0.
    used: usize,
    /// Whether a node was lost because memory ran out.
    pub is_short: bool,
}

impl Pending {
    pub fn new() -> Pending {
        Pending {
            entries: Vec::new(),
            cells: Vec::new(),
            unused: Vec::new(),
            levels: [const { Vec::new() }; LEVELS],
            fullest: 0,
            len: 0,
            slots: vec![0; SLOTS],
            used: 0,
            is_short: false,
        }
    }

    /// Removes all nodes.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.cells.clear();
        self.unused.clear();
        self.levels.iter_mut().for_each(Vec::clear);
        self.slots.truncate(SLOTS);
        self.slots.fill(0);
        (self.fullest, self.len, self.used) = (0, 0, 0);
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds a node with `open` open cells and `weight` paths that lead to it.
    #[inline(always)]
    pub fn add<S: Simd>(&mut self, s: S, cells: &Cells, key: [u64; 2], open: usize, weight: u64) {
        let last = self.slots.len() - 1;
        let mut slot = key[0] as usize & last;
        let mark = key[1] as u32 & !PLACE;
        // The first slot of the probe sequence that can be reused.
        let mut reusable = None;
        while self.slots[slot] != 0 {
            if self.slots[slot] & !PLACE == mark {
                let entry = &mut self.entries[(self.slots[slot] & PLACE) as usize - 1];
                if entry.weight == 0 || entry.key[1] as u32 & !PLACE != mark {
                    reusable.get_or_insert(slot);
                } else if entry.key == key {
                    entry.weight = entry.weight.saturating_add(weight);
                    return;
                }
            }
            slot = (slot + 1) & last;
        }
        self.used += usize::from(reusable.is_none());
        let slot = reusable.unwrap_or(slot);
        let entry = Entry { key, weight };
        let place = match self.unused.pop() {
            Some(place) => {
                self.entries[place as usize] = entry;
                self.cells[place as usize] = Packed::pack(s, cells);
                place
            }
            None => {
                if self.entries.try_reserve(1).is_err() || self.cells.try_reserve(1).is_err() {
                    self.is_short = true;
                    return;
                }
                self.entries.push(entry);
                self.cells.push(Packed::pack(s, cells));
                (self.entries.len() - 1) as u32
            }
        };
        self.slots[slot] = mark | (place + 1);
        self.levels[open].push(place);
        self.fullest = self.fullest.max(open);
        self.len += 1;
        if 2 * self.used > self.slots.len() {
            self.sweep();
        }
    }

    /// Prefetches the slot of a key; waiting for it later would take a tenth of the time.
    #[inline(always)]
    pub fn prefetch(&self, key: [u64; 2]) {
        std::hint::black_box(self.slots[key[0] as usize & (self.slots.len() - 1)]);
    }

    /// Takes a node with the most open cells, or with the fewest. Returns its index and weight.
    #[inline(always)]
    pub fn take(&mut self, fullest: bool) -> Option<(u32, u64)> {
        if self.len == 0 {
            return None;
        }
        let level = if fullest {
            while self.levels[self.fullest].is_empty() {
                self.fullest -= 1;
            }
            self.fullest
        } else {
            self.levels.iter().position(|level| !level.is_empty()).expect("a pending node")
        };
        let place = self.levels[level].pop().expect("a level with nodes");
        self.unused.push(place);
        self.len -= 1;
        let weight = std::mem::take(&mut self.entries[place as usize].weight);
        Some((place, weight))
    }

    /// Writes the cells of a taken node; they remain valid until a node is added.
    #[inline(always)]
    pub fn cells<S: Simd>(&self, s: S, place: u32, cells: &mut Cells) {
        self.cells[place as usize].unpack(s, cells);
    }

    /// Keeps only the slots of pending nodes, with at least four slots per node and never fewer slots than before.
    #[cold]
    #[inline(never)]
    fn sweep(&mut self) {
        let size = (4 * self.len).next_power_of_two().max(self.slots.len());
        let last = size - 1;
        if self.slots.try_reserve(size - self.slots.len()).is_err() {
            self.is_short = true;
            return;
        }
        self.slots.clear();
        self.slots.resize(size, 0);
        for (place, entry) in self.entries.iter().enumerate() {
            if entry.weight != 0 {
                let mut slot = entry.key[0] as usize & last;
                while self.slots[slot] != 0 {
                    slot = (slot + 1) & last;
                }
                self.slots[slot] = entry.key[1] as u32 & !PLACE | (place as u32 + 1);
            }
        }
        self.used = self.len;
    }
}
