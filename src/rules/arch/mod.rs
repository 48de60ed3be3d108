//! The search of small boards with the widest vectors that it gains from.
//!
//! Its loops over the digits of a board are plain code, a word of 64 bits for each digit. The baseline of x86-64 takes two of
//! them at a time, AVX2 four. With AVX-512 the places of a digit are counted in eight units at a time, which takes as long
//! as in one.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls that need features of the processor")
)]

#[cfg(target_arch = "x86_64")]
mod avx512;

/// Work to do with the widest vectors; `run` must be inlined, and what it calls.
pub(super) trait Work {
    type Result;

    fn run(self, vectors: impl Vectors) -> Self::Result;
}

/// At most 64 units, in the ways in which they are looked at.
#[derive(Clone, Copy)]
pub(super) struct Units<'r> {
    /// Sets of cells: the first words of eight units, then their second words, ...; then the next eight. Empty sets fill up
    /// the last ones.
    pub eights: &'r [[u64; 8]],
    /// For each cell the units that it is in, as bits.
    pub of_cell: &'r [u64],
}

/// What is to be known of the places of a digit in the units that have due cells; bit i stands for unit i.
pub(super) struct Census<const W: usize> {
    /// Units without a place.
    pub none: u64,
    /// Units with two places or three.
    pub few: u64,
    /// The places that are alone in a unit.
    pub alone: [u64; W],
}

/// Cells that a partner with some digit could not be beside.
pub(super) struct Unsupported<const W: usize> {
    /// The digits of which there are such cells, as bits; digits that are not on the board may be among them.
    pub digits: u16,
    /// `cells[w][e]`: word w of those for digit e + 1.
    pub cells: [[u64; 16]; W],
}

/// What some processors do at once.
pub(super) trait Vectors: Copy {
    /// Of these places in these units.
    fn census<const W: usize>(
        self,
        units: Units<'_>,
        places: &[u64; W],
        due: &[u64; W],
    ) -> Census<W>;

    /// Of these cells those that hold none of the digits `supports[e]` with which a partner may be e + 1; `misfits[d]` says
    /// the same the other way round: what no partner of d + 1 may be.
    fn unsupported<const W: usize>(
        self,
        places: &[[u64; W]],
        cells: &[u64; W],
        supports: &[u16; 16],
        misfits: &[u16; 16],
    ) -> Unsupported<W>;
}

/// What every processor does.
#[derive(Clone, Copy)]
struct Plain;

impl Vectors for Plain {
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "iterators are not always inlined here")]
    fn census<const W: usize>(
        self,
        units: Units<'_>,
        places: &[u64; W],
        due: &[u64; W],
    ) -> Census<W> {
        let mut left = 0;
        for w in 0..W {
            let mut word = due[w];
            while word != 0 {
                left |= units.of_cell[64 * w + word.trailing_zeros() as usize];
                word &= word - 1;
            }
        }
        let mut census = Census { none: 0, few: 0, alone: [0; W] };
        while left != 0 {
            let unit = left.trailing_zeros() as usize;
            let mut here = [0; W];
            for w in 0..W {
                here[w] = units.eights[unit / 8 * W + w][unit % 8] & places[w];
            }
            let bit = left & left.wrapping_neg();
            left ^= bit;
            match size(&here) {
                0 => census.none |= bit,
                1 => {
                    for w in 0..W {
                        census.alone[w] |= here[w];
                    }
                }
                2 | 3 => census.few |= bit,
                _ => {}
            }
        }
        census
    }

    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "iterators are not always inlined here")]
    fn unsupported<const W: usize>(
        self,
        places: &[[u64; W]],
        cells: &[u64; W],
        supports: &[u16; 16],
        _: &[u16; 16],
    ) -> Unsupported<W> {
        let mut found = Unsupported { digits: 0, cells: [[0; 16]; W] };
        for e in 0..places.len() {
            let mut against = *cells;
            let mut digits = supports[e];
            while digits != 0 {
                let places = &places[digits.trailing_zeros() as usize];
                digits &= digits - 1;
                for w in 0..W {
                    against[w] &= !places[w];
                }
            }
            let mut any = 0;
            for w in 0..W {
                any |= against[w];
                found.cells[w][e] = against[w];
            }
            found.digits |= u16::from(any != 0) << e;
        }
        found
    }
}

/// How many cells. Pairs of words are counted as one number, which keeps compilers from counting in vectors, where the
/// answer comes late.
#[inline(always)]
pub(super) fn size<const W: usize>(cells: &[u64; W]) -> u32 {
    if W == 1 {
        return cells[0].count_ones();
    }
    let mut size = 0;
    for w in 0..W / 2 {
        size += (u128::from(cells[2 * w]) | u128::from(cells[2 * w + 1]) << 64).count_ones();
    }
    size
}

/// Does this with the widest vectors.
pub(super) fn widest<W: Work>(work: W) -> W::Result {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn wide<W: Work>(work: W) -> W::Result {
            work.run(Plain)
        }
        if let Some(avx512) = avx512::Avx512::detect() {
            return avx512.run(work);
        }
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the processor has these features, as the lines before have asked.
            return unsafe { wide(work) };
        }
    }
    work.run(Plain)
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::random::{Domain, Key};

    #[test]
    fn avx512_says_what_every_processor_says() {
        if let Some(avx512) = avx512::Avx512::detect() {
            compare::<1>(avx512);
            compare::<2>(avx512);
            compare::<4>(avx512);
        }
    }

    fn compare<const W: usize>(avx512: avx512::Avx512) {
        let mut seen = [0; 3];
        for item in 0..200 {
            let mut words = Key::from_u64(512).words(Domain::Grids, item, 0);
            // Each bit is there with probability 1 / 2^ands.
            let mut word = |ands: usize| (0..ands).fold(!0, |word, _| word & words.next_word());
            let mut eights = vec![[0; 8]; 6 * W];
            let mut of_cell = vec![0; 64 * W];
            for unit in 0..43 {
                for w in 0..W {
                    let set = word(4 + W.ilog2() as usize);
                    eights[unit / 8 * W + w][unit % 8] = set;
                    for cell in (0..64).filter(|cell| set >> cell & 1 == 1) {
                        of_cell[64 * w + cell] |= 1 << unit;
                    }
                }
            }
            let units = Units { eights: &eights, of_cell: &of_cell };
            let (places, due) = ([0; W].map(|_| word(1)), [0; W].map(|_| word(3)));
            let one = Plain.census(units, &places, &due);
            let other = avx512.census(units, &places, &due);
            assert_eq!((one.none, one.few, one.alone), (other.none, other.few, other.alone));
            for (seen, any) in seen.iter_mut().zip([one.none, one.few, one.alone[0]]) {
                *seen += usize::from(any != 0);
            }

            let places = [[0; W]; 9].map(|places| places.map(|_| word(2)));
            let cells = [0; W].map(|_| word(1));
            let misfits = [0; 16].map(|_: u16| word(1) as u16 & 0x1ff);
            let supports = std::array::from_fn(|e| {
                (0..9).filter(|&d| misfits[d] >> e & 1 == 0).fold(0, |set, d| set | 1 << d)
            });
            let one = Plain.unsupported(&places, &cells, &supports, &misfits);
            let other = avx512.unsupported(&places, &cells, &supports, &misfits);
            assert_eq!(one.digits & 0x1ff, other.digits & 0x1ff);
            for w in 0..W {
                assert_eq!(one.cells[w][..9], other.cells[w][..9]);
            }
        }
        assert!(seen.iter().all(|&n| n > 10), "{seen:?}");
    }
}
