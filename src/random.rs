//! Random numbers by position: every word is a pure function of (seed, domain, lane, index).
//!
//! ```text
//!   seed ── SeedSequence ──────────> 256-bit key ─┐
//!   1 (8 bits) · domain (8) · lane (48) ── nonce ─┤ ChaCha8 ──> word 0, word 1, word 2, …   (64 bits each)
//!   index of the first word wanted ───── counter ─┘
//! ```
//!
//! There is no shared generator state: item i reads its own words at a known position. A result is therefore the same
//! in one call or in a hundred shards, on one thread or on many.
//!
//! The generator is the ChaCha stream cipher with 8 rounds, from the crate `chacha20` of the RustCrypto project, which
//! `rand` uses too. No known statistical test distinguishes it from noise, seeking takes constant time, and neighboring
//! keys, nonces and counters produce unrelated words.
//!
//! *Cost.* Sequential reading takes 14 ns for 8 words and a seek 65 ns (four blocks are computed at once).
//! A lane should therefore hold many consecutive items. Philox would be faster for single blocks, but its crates have
//! one author and no users.
//!
//! The hash of NumPy's `SeedSequence` (M. E. O'Neill's `seed_seq_fe`) turns an integer seed into the key, so `seed=42`
//! and `SeedSequence(42)` are equivalent.

#![forbid(unsafe_code)]

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// The version of all streams. It changes whenever the result for some (seed, index) changes.
///
/// Since version 2, grids, puzzles and symmetries of other rules come from these streams. The results for classic rules
/// are unchanged since version 1.
pub const STREAM_VERSION: u8 = 2;

/// The first byte of the nonce. It is independent of [`STREAM_VERSION`], because another value would change every word.
const NONCE: u8 = 1;

/// The purpose of the words. Two domains have no words in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[non_exhaustive]
pub enum Domain {
    /// Uniformly random complete grids.
    Grids = 1,
    /// The order in which clues are removed, and other choices of the generator.
    Clues = 2,
    /// The grids of the generator's first attempts.
    Solutions = 6,
    /// The grids of its later attempts.
    Attempts = 7,
    /// Random classic symmetries.
    Transforms = 3,
    /// Random symmetries of other rules.
    Moves = 8,
    /// The keys of later attempts under other rules.
    Retries = 9,
    /// Minimization of given puzzles.
    Minimize = 4,
    /// The neighborhood search for harder puzzles.
    Harder = 5,
    /// Random solutions of a puzzle that has several.
    Samples = 10,
    /// The difficulties, and the puzzles of a data set, of a game's episodes.
    Episodes = 11,
    /// The regions and marks of composed puzzles.
    Marks = 12,
}

/// A cipher key, derived from a seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key([u8; 32]);

impl Key {
    /// The key of an integer seed of any size, as 32-bit words, least significant first.
    ///
    /// Equal to `np.random.SeedSequence(seed).generate_state(8)`.
    pub fn from_integer(words: &[u32]) -> Key {
        let significant = words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        Key::from_state(seed_sequence(&words[..significant]))
    }

    /// The key of a seed of up to 64 bits.
    pub fn from_u64(seed: u64) -> Key {
        Key::from_integer(&[seed as u32, (seed >> 32) as u32])
    }

    /// The key that consists of these words, the output of `SeedSequence.generate_state(8)`.
    pub fn from_state(state: [u32; 8]) -> Key {
        let mut key = [0; 32];
        for (bytes, word) in key.chunks_exact_mut(4).zip(state) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Key(key)
    }

    /// A reader of the words of `domain` and `lane`, starting at index `first`.
    ///
    /// # Panics
    /// If `lane` is 2^48 or more.
    pub fn words(&self, domain: Domain, lane: u64, first: u64) -> Words {
        assert!(lane >> 48 == 0, "expected a lane below 2^48");
        let mut generator = ChaCha8Rng::from_seed(self.0);
        generator.set_stream(u64::from(NONCE) << 56 | u64::from(domain as u8) << 48 | lane);
        generator.set_word_pos(2 * u128::from(first));
        Words(generator)
    }
}

/// A reader of random words.
pub struct Words(ChaCha8Rng);

impl Words {
    /// The next word.
    #[inline]
    pub fn next_word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Fills `words` with the next words; faster than reading one at a time.
    pub fn fill(&mut self, words: &mut [u64]) {
        self.0.fill_bytes(bytemuck::cast_slice_mut(words));
        // Words are little-endian bytes on every machine.
        words.iter_mut().for_each(|word| *word = u64::from_le(*word));
    }

    /// An unbiased number below `bound`, or 0 if `bound` is 0. Reads one word, rarely more (Lemire's method).
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        loop {
            let product = u128::from(self.next_word()) * u128::from(bound);
            // The division is necessary only if the low half is small enough to be one of the surplus values.
            let low = product as u64;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 64) as u64;
            }
        }
    }

    /// Shuffles `items` uniformly; reads one word per item except the last.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// Computes eight words of state from any number of words of entropy, by the published algorithm of `SeedSequence`.
fn seed_sequence(entropy: &[u32]) -> [u32; 8] {
    fn hash(value: u32, constant: &mut u32, multiplier: u32) -> u32 {
        let value = value ^ *constant;
        *constant = constant.wrapping_mul(multiplier);
        let value = value.wrapping_mul(*constant);
        value ^ value >> 16
    }
    fn mix(x: u32, y: u32) -> u32 {
        let mixed = x.wrapping_mul(0xca01_f9dd).wrapping_sub(y.wrapping_mul(0x4973_f715));
        mixed ^ mixed >> 16
    }
    let mut constant = 0x43b0_d7e5;
    let mut absorb = |value| hash(value, &mut constant, 0x931e_8875);
    let mut pool: [u32; 4] =
        std::array::from_fn(|i| absorb(entropy.get(i).copied().unwrap_or_default()));
    for from in 0..4 {
        for to in (0..4).filter(|&to| to != from) {
            pool[to] = mix(pool[to], absorb(pool[from]));
        }
    }
    for &word in entropy.iter().skip(4) {
        for slot in &mut pool {
            *slot = mix(*slot, absorb(word));
        }
    }
    let mut constant = 0x8b51_f9dd;
    std::array::from_fn(|i| hash(pool[i % 4], &mut constant, 0x58f3_8ded))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Printed by NumPy 2: `np.random.SeedSequence(seed).generate_state(8)`.
    #[test]
    fn an_integer_seed_means_what_it_means_to_numpy() {
        let known: [(&[u32], [u32; 8]); 3] = [
            (
                &[0x1],
                [
                    0x6d6791ff, 0x672d8ee5, 0x4eb1072c, 0x8ae19ca1, 0x1322fc4a, 0x4915796d,
                    0xaba049bd, 0xd0cc2bdc,
                ],
            ),
            (
                &[0xffffffff, 0xffffffff],
                [
                    0x928cad0d, 0xaebca151, 0x8638dc7a, 0x119c3044, 0x59e642a7, 0x1bbb1556,
                    0xe8c4a8f6, 0xa76b11e3,
                ],
            ),
            (
                &[0x76543210, 0xfedcba98, 0x9abcdef0, 0x12345678, 0x9abcdef0, 0x12345678],
                [
                    0x837f5ff5, 0x60bc2f3e, 0xbdd0e1f6, 0xd2ed33b6, 0xec0906f3, 0x8a83a5f1,
                    0xe38c1d5a, 0x9cfa714,
                ],
            ),
        ];
        for (words, state) in known {
            assert_eq!(Key::from_integer(words), Key::from_state(state), "{words:x?}");
        }
        assert_eq!(Key::from_integer(&[42]), Key::from_integer(&[42, 0, 0]));
        assert_eq!(Key::from_u64(u64::MAX), Key::from_integer(&[u32::MAX, u32::MAX]));
    }

    /// The start of the key stream for key and nonce zero, from D. J. Bernstein's reference implementation.
    #[test]
    fn the_generator_is_chacha8() {
        let mut bytes = [0; 16];
        ChaCha8Rng::from_seed([0; 32]).fill_bytes(&mut bytes);
        assert_eq!(u128::from_be_bytes(bytes), 0x3e00ef2f895f40d67f5bb8e81f09a5a1);
    }

    /// Released streams do not change: a change here requires a new [`STREAM_VERSION`].
    #[test]
    fn the_streams_stay_what_they_were() {
        let mut words = Key::from_u64(1).words(Domain::Grids, 2, 3);
        assert_eq!(
            [words.next_word(), words.next_word()],
            [9_991_555_892_424_966_851, 16_872_374_621_767_473_751]
        );
    }

    #[test]
    fn a_word_depends_on_its_position_alone() {
        let key = Key::from_u64(7);
        let mut all = [0; 1000];
        key.words(Domain::Clues, 5, 0).fill(&mut all);
        for first in [0, 1, 7, 8, 31, 32, 33, 500] {
            let mut reader = key.words(Domain::Clues, 5, first as u64);
            assert!(all[first..].iter().all(|&word| word == reader.next_word()), "{first}");
            let mut rest = vec![0; 1000 - first];
            key.words(Domain::Clues, 5, first as u64).fill(&mut rest);
            assert_eq!(rest, all[first..]);
        }
        let far = u64::MAX / 4;
        let mut reader = key.words(Domain::Clues, 5, far - 1);
        reader.next_word();
        assert_eq!(reader.next_word(), key.words(Domain::Clues, 5, far).next_word());
        for other in [
            key.words(Domain::Grids, 5, 0).next_word(),
            key.words(Domain::Clues, 6, 0).next_word(),
            Key::from_u64(8).words(Domain::Clues, 5, 0).next_word(),
        ] {
            assert_ne!(other, all[0]);
        }
    }

    #[test]
    fn small_ranges_are_uniform() {
        let mut words = Key::from_u64(1).words(Domain::Clues, 0, 0);
        let mut orders = [0u32; 24];
        for _ in 0..240_000 {
            let mut items = [0, 1, 2, 3];
            words.shuffle(&mut items);
            orders[items[0] * 6
                + (items[1] - usize::from(items[1] > items[0])) * 2
                + usize::from(items[2] > items[3])] += 1;
        }
        let chi: f64 = orders.iter().map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 60.0, "chi-square {chi} on 23 degrees of freedom");
        assert!((0..1000).all(|_| words.below(1) == 0));
    }
}
