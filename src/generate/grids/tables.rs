//! The sampler's tables, 0.8 MB, computed on first use (about 10 ms).
//!
//! Partitions are numbered 0 to 279, structures of a partition 0 to 55, and the 1296 digit permutations that keep
//! partition 0 (its *stabilizer*) in any order. A fixed digit map carries each partition p to partition 0, and the
//! structures of p are the structures of partition 0 carried back, so one row of masks suffices for all p (`fits`).
//!
//! The vectors alpha and delta of the method (see `proposal.rs`) depend on a pair of partitions. Under the stabilizer
//! the 78,400 pairs fall into 131 orbits. A pair is stored as (orbit, permutation), and its vector is the orbit's
//! vector with permuted entries.

#![forbid(unsafe_code)]

use std::sync::OnceLock;

use crate::arch::Aligned;

use super::partition::{self, Blocks};

/// The number of partitions of nine digits into triples.
pub const PARTITIONS: usize = 280;
/// The number of partitions transverse to a given one.
pub const TRANSVERSE: usize = 36;
/// The number of structures of a band, given its first box.
pub const STRUCTURES: usize = 56;
/// The number of classes of pairs under the stabilizer of partition 0.
pub const ORBITS: usize = 131;
/// The largest number of completions of any proposal; a test checks all proposals.
pub const MOST: u64 = 224;
const STABILISER: usize = 1296;

/// 56 bytes, one for each structure of partition 0, and eight zeros: a vector register.
pub type Bytes = Aligned<[u8; 64]>;

/// Three adjacent sets of digits, one for each row or column, and a zero.
pub type Sets = [u16; 4];

/// The sampler's tables; see the module.
#[derive(bytemuck::Zeroable)]
#[repr(C)]
pub struct Tables {
    /// For each partition, the 36 partitions transverse to it.
    pub transverse: [[u16; TRANSVERSE]; PARTITIONS],
    /// The partition of structure i of p (second box), and of structure i + 28 (third box).
    pub structure: [[[u16; 2]; STRUCTURES]; PARTITIONS],
    /// The blocks of each partition.
    pub blocks: [Sets; PARTITIONS],
    /// The blocks of structure i of p, labeled by the blocks of p.
    pub structure_blocks: [[Sets; STRUCTURES]; PARTITIONS],
    /// The number of partition q relative to p, that is, after p has been carried to partition 0.
    pub relative: [[u16; PARTITIONS]; PARTITIONS],
    /// Bit i: structure i of partition 0 is transverse to q.
    pub fits: [u64; PARTITIONS],
    /// For the pair (y, c): its orbit, and its permutation << 8.
    pub pair: [[u32; PARTITIONS]; PARTITIONS],
    /// The vector alpha of each orbit.
    pub alpha: [Bytes; ORBITS],
    /// The vector delta of each orbit: alpha with structures i and i + 28 exchanged.
    pub delta: [Bytes; ORBITS],
    /// The index in the orbit's vector of entry l of the pair's vector.
    pub permutation: [Bytes; STABILISER],
    /// The scalar product of two orbits' vectors, each sorted; at most 255. No order of their entries has a greater
    /// product (rearrangement inequality).
    pub most: [[u8; ORBITS]; ORBITS],
    /// The digit permutations that carry partition 0 to each of the 1680 labeled partitions.
    pub relabel: [[u8; 16]; 1680],
}

impl Tables {
    /// The tables, computed by the first caller.
    pub fn get() -> &'static Tables {
        static TABLES: OnceLock<Box<Tables>> = OnceLock::new();
        TABLES.get_or_init(make)
    }

    /// Bit i: structure i of `p` is transverse to `q`.
    #[inline]
    pub fn fitting(&self, p: u16, q: u16) -> u64 {
        self.fits[self.relative[p as usize][q as usize] as usize]
    }

    /// Bit i: structure i of `p` has a second box transverse to `second` and a third box transverse to `third`.
    #[inline]
    pub fn fitting_both(&self, p: u16, second: u16, third: u16) -> u64 {
        self.fitting(p, second) & exchange(self.fitting(p, third))
    }
}

/// Maps "structure i" to "structure i + 28 modulo 56".
#[inline]
pub fn exchange(mask: u64) -> u64 {
    (mask >> 28 | mask << 28) & ((1 << STRUCTURES) - 1)
}

/// A permutation of the digits, applied to sets.
struct DigitMap([u16; 9]);

impl DigitMap {
    fn apply(&self, set: u16) -> u16 {
        let mut image = 0;
        let mut rest = set;
        while rest != 0 {
            image |= self.0[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        image
    }

    fn apply_all(&self, blocks: &Blocks<3>) -> Blocks<3> {
        blocks.map(|block| self.apply(block))
    }

    /// Maps block k of `from`, in increasing order, to block k of `to`.
    fn between(from: &Blocks<3>, to: &Blocks<3>) -> DigitMap {
        let mut map = [0; 9];
        for (&from, &to) in from.iter().zip(to) {
            let (mut from, mut to) = (from, to);
            while from != 0 {
                map[from.trailing_zeros() as usize] = to & to.wrapping_neg();
                from &= from - 1;
                to &= to - 1;
            }
        }
        DigitMap(map)
    }
}

/// The six orders of three items.
pub const ORDERS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The numbers of block lists, looked up by their first two blocks.
struct Numbers(Vec<u16>);

impl Numbers {
    fn new(lists: &[Blocks<3>]) -> Numbers {
        let mut numbers = vec![u16::MAX; 1 << 18];
        for (number, blocks) in lists.iter().enumerate() {
            numbers[Numbers::key(blocks)] = number as u16;
        }
        Numbers(numbers)
    }

    fn key(blocks: &Blocks<3>) -> usize {
        usize::from(blocks[0]) << 9 | usize::from(blocks[1])
    }

    fn of(&self, blocks: &Blocks<3>) -> u16 {
        self.0[Numbers::key(blocks)]
    }
}

fn make() -> Box<Tables> {
    let partitions = partition::partitions::<3>();
    let structures = partition::structures(&partitions[0]);
    let numbers = Numbers::new(&partitions);
    let number = |blocks: Blocks<3>| numbers.of(&partition::unlabelled(blocks));
    // The tables are far too large for the stack of a thread.
    let mut t: Box<Tables> = bytemuck::zeroed_box();

    for (p, blocks) in partitions.iter().enumerate() {
        t.blocks[p] = [blocks[0], blocks[1], blocks[2], 0];
        let mut across = (0..).zip(&partitions).filter(|(_, q)| partition::transverse(blocks, q));
        t.transverse[p] = std::array::from_fn(|_| across.next().expect("36 of them").0);
        t.fits[p] = (0..STRUCTURES)
            .filter(|&i| partition::transverse(&structures[i], blocks))
            .fold(0, |mask, i| mask | 1 << i);
        let there = DigitMap::between(blocks, &partitions[0]);
        let back = DigitMap::between(&partitions[0], blocks);
        for (q, blocks) in partitions.iter().enumerate() {
            t.relative[p][q] = number(there.apply_all(blocks));
        }
        for (i, structure) in structures.iter().enumerate() {
            let [a, b, c] = back.apply_all(structure);
            t.structure_blocks[p][i] = [a, b, c, 0];
            t.structure[p][i][0] = number([a, b, c]);
        }
        for i in 0..STRUCTURES {
            t.structure[p][i][1] = t.structure[p][(i + 28) % STRUCTURES][0];
        }
    }

    // The stabilizer: its action on partitions, and on the structures of partition 0.
    let structure_numbers = Numbers::new(&structures);
    let mut moved = vec![[0u16; PARTITIONS]; STABILISER];
    for (g, moved) in moved.iter_mut().enumerate() {
        let blocks = ORDERS[g % 6];
        let digits = [ORDERS[g / 6 % 6], ORDERS[g / 36 % 6], ORDERS[g / 216]];
        let map =
            DigitMap(std::array::from_fn(|d| 1 << (3 * blocks[d / 3] + digits[d / 3][d % 3])));
        for (q, partition) in partitions.iter().enumerate() {
            moved[q] = number(map.apply_all(partition));
        }
        // The last eight places refer to the zeros after the vector.
        t.permutation[g] = Aligned([STRUCTURES as u8; 64]);
        for (l, structure) in structures.iter().enumerate() {
            let mut image = [0; 3];
            (0..3).for_each(|row| image[blocks[row]] = map.apply(structure[row]));
            t.permutation[g].0[structure_numbers.of(&image) as usize] = l as u8;
        }
    }

    t.pair = [[u32::MAX; PARTITIONS]; PARTITIONS];
    let mut orbit = 0;
    for y in 0..PARTITIONS as u16 {
        for c in 0..PARTITIONS as u16 {
            if t.pair[y as usize][c as usize] != u32::MAX {
                continue;
            }
            for (g, moved) in (0..).zip(&moved) {
                t.pair[moved[y as usize] as usize][moved[c as usize] as usize] =
                    orbit as u32 | g << 8;
            }
            for l in 0..STRUCTURES {
                let [second, third] = t.structure[0][l];
                t.alpha[orbit].0[l] = t.fitting_both(y, c, second).count_ones() as u8;
                t.delta[orbit].0[l] = t.fitting_both(y, c, third).count_ones() as u8;
            }
            orbit += 1;
        }
    }
    assert_eq!(orbit, ORBITS);

    let mut sorted = t.alpha;
    sorted.iter_mut().for_each(|bytes| bytes.0.sort_unstable());
    for a in 0..ORBITS {
        for d in 0..ORBITS {
            let product: u32 = sorted[a]
                .0
                .iter()
                .zip(&sorted[d].0)
                .map(|(&x, &y)| u32::from(x) * u32::from(y))
                .sum();
            t.most[a][d] = product.min(255) as u8;
        }
    }

    for (k, map) in t.relabel.iter_mut().enumerate() {
        let blocks = partitions[k / 6];
        let target = ORDERS[k % 6].map(|block| blocks[block]);
        for (digit, image) in DigitMap::between(&partitions[0], &target).0.iter().enumerate() {
            map[digit] = image.trailing_zeros() as u8 + 1;
        }
    }
    t
}
