//! Nodes that wait, each once: a node that is there already only gains weight.
//!
//! ```text
//!   levels    open cells   …   30   31   32   …     from the fullest on: what a node leads to has fewer, so
//!                               n    n    n         when a level's turn comes most of its nodes have arrived
//!                               n         n
//!
//!   slots     by the key:  . n . . n n . .          which may be the same node? A slot has a few bits of its key,
//!                                                   so that few entries are looked at in vain
//!   entries   key, weight
//!   cells     the node itself, nine bits a cell
//! ```
//!
//! Two nodes are the same if their open cells have the same candidates, up to the names of the digits: what is
//! settled has no say any more. The [key](Simd::nameless) is a sum over the digits of a hash of where each may
//! still go, so names do not matter. It has 128 bits; that two nodes that differ share one is not looked
//! for: among 10⁹ nodes the chance is 10⁻²¹.
//!
//! Who is taken leaves its slot behind, which then points to an entry without weight or with another key. The next node
//! with the same bits of a key takes it over, and the rest go when there are too many. A search that has turned depth
//! first meets the same small nodes over and over: with a slot for each time, all to be passed the next time, five
//! million nodes of the empty grid took 25 times as long.
//!
//! Zobrist's transposition tables (1970) and the component caches of model counters (Sang, Bacchus, Beame, Kautz and
//! Pitassi, 2004) keep what was counted; here the numbers flow the other way, from the root to the solutions.

#![forbid(unsafe_code)]

use crate::solve::lanes::simd::{Cells, Simd};

/// Open cells: 0 to 81.
const LEVELS: usize = 82;

/// Slots at first.
const SLOTS: usize = 1 << 12;

/// Bits of a slot that tell the place of an entry, one added; above them are bits of the key.
const PLACE: u32 = (1 << 22) - 1;

/// Whether a node is there already, and in how many ways the search has come to it.
#[derive(Clone, Copy)]
struct Entry {
    key: [u64; 2],
    /// 0 once it is taken.
    weight: u64,
}

/// A node's cells.
#[derive(Clone, Copy)]
struct Packed {
    /// Digits 1 to 8.
    low: [u8; 96],
    /// Cells that may hold a 9.
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

/// The nodes that wait.
pub(super) struct Pending {
    entries: Vec<Entry>,
    cells: Vec<Packed>,
    unused: Vec<u32>,
    levels: [Vec<u32>; LEVELS],
    /// No level above has a node.
    fullest: usize,
    len: usize,
    slots: Vec<u32>,
    /// Slots that are not 0.
    used: usize,
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
        }
    }

    /// Forgets all nodes.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.cells.clear();
        self.unused.clear();
        self.levels.iter_mut().for_each(Vec::clear);
        self.slots.truncate(SLOTS);
        self.slots.fill(0);
        (self.fullest, self.len, self.used) = (0, 0, 0);
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds a node with `open` open cells that was come to in `weight` ways.
    #[inline(always)]
    pub fn add<S: Simd>(&mut self, s: S, cells: &Cells, key: [u64; 2], open: usize, weight: u64) {
        let last = self.slots.len() - 1;
        let mut slot = key[0] as usize & last;
        let mark = key[1] as u32 & !PLACE;
        // The first slot on the way that somebody has left behind.
        let mut left = None;
        while self.slots[slot] != 0 {
            if self.slots[slot] & !PLACE == mark {
                let entry = &mut self.entries[(self.slots[slot] & PLACE) as usize - 1];
                if entry.weight == 0 || entry.key[1] as u32 & !PLACE != mark {
                    left.get_or_insert(slot);
                } else if entry.key == key {
                    entry.weight = entry.weight.saturating_add(weight);
                    return;
                }
            }
            slot = (slot + 1) & last;
        }
        self.used += usize::from(left.is_none());
        let slot = left.unwrap_or(slot);
        let entry = Entry { key, weight };
        let place = match self.unused.pop() {
            Some(place) => {
                self.entries[place as usize] = entry;
                self.cells[place as usize] = Packed::pack(s, cells);
                place
            }
            None => {
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

    /// Has the slot of a key on its way from memory; to wait for it would be a tenth of all the time.
    #[inline(always)]
    pub fn look(&self, key: [u64; 2]) {
        std::hint::black_box(self.slots[key[0] as usize & (self.slots.len() - 1)]);
    }

    /// Takes one of the nodes with the most open cells, or with the fewest: its place and its weight.
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
            self.levels.iter().position(|level| !level.is_empty()).expect("a node waits")
        };
        let place = self.levels[level].pop().expect("a level with nodes");
        self.unused.push(place);
        self.len -= 1;
        let weight = std::mem::take(&mut self.entries[place as usize].weight);
        Some((place, weight))
    }

    /// Writes the cells of a node that was taken; they stay until the next is added.
    #[inline(always)]
    pub fn cells<S: Simd>(&self, s: S, place: u32, cells: &mut Cells) {
        self.cells[place as usize].unpack(s, cells);
    }

    /// Slots only for those that wait: at least four times as many, and never fewer than before.
    #[cold]
    #[inline(never)]
    fn sweep(&mut self) {
        let size = (4 * self.len).next_power_of_two().max(self.slots.len());
        let last = size - 1;
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
