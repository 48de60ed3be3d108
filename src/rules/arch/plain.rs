//! The operations for every processor: digit by digit, and unit by unit.

#![forbid(unsafe_code)]

use super::vectors::{DIGITS, Steps, UnitCounts, Units, Unsupported, Vectors, most_digits, size};

/// The operations for every processor.
#[derive(Clone, Copy)]
pub(super) struct Plain;

impl Vectors for Plain {
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "iterators are not always inlined here")]
    fn unit_counts<const W: usize>(
        self,
        units: Units<'_>,
        places: &[u64; W],
        due: &[u64; W],
    ) -> UnitCounts<W> {
        let mut left = 0;
        for w in 0..W {
            let mut word = due[w];
            while word != 0 {
                left |= units.of_cell[64 * w + word.trailing_zeros() as usize];
                word &= word - 1;
            }
        }
        let mut counts = UnitCounts { none: 0, few: 0, alone: [0; W] };
        while left != 0 {
            let unit = left.trailing_zeros() as usize;
            let mut here = [0; W];
            for w in 0..W {
                here[w] = units.eights[unit / 8 * W + w][unit % 8] & places[w];
            }
            let bit = left & left.wrapping_neg();
            left ^= bit;
            match size(&here) {
                0 => counts.none |= bit,
                1 => {
                    for w in 0..W {
                        counts.alone[w] |= here[w];
                    }
                }
                2 | 3 => counts.few |= bit,
                _ => {}
            }
        }
        counts
    }

    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "iterators are not always inlined here")]
    fn unsupported<const W: usize>(
        self,
        places: &[[u64; W]],
        cells: &[u64; W],
        supports: &[u16; DIGITS],
        _: &[u16; DIGITS],
    ) -> Unsupported<W> {
        let mut found = Unsupported { digits: 0, cells: [[0; DIGITS]; W] };
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

    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "iterators are not always inlined here")]
    fn relate<const W: usize>(
        self,
        places: &mut [[u64; W]; DIGITS],
        cells: &[u64; W],
        relation: Steps<'_, W>,
    ) -> bool {
        let largest = relation.beside.len();
        // What goes with each digit is read from the side of the partner here.
        let against = self.unsupported(&places[..largest], cells, relation.supports, &[0; DIGITS]);
        let mut digits = against.digits;
        let mut removed = 0;
        while digits != 0 {
            let e = digits.trailing_zeros() as usize;
            digits &= digits - 1;
            let mut gone = [0; W];
            for (&step, from) in relation.steps.iter().zip(relation.from) {
                for w in 0..W {
                    let word = u128::from(against.cells[w][e] & from[w]);
                    let (by, first) =
                        if step > 0 { (step, w) } else { (64 + step, w.wrapping_sub(1)) };
                    let moved = word << by;
                    if first < W {
                        gone[first] |= moved as u64;
                    }
                    if first.wrapping_add(1) < W {
                        gone[first.wrapping_add(1)] |= (moved >> 64) as u64;
                    }
                }
            }
            for w in 0..W {
                removed |= places[e][w] & gone[w];
                places[e][w] &= !gone[w];
            }
        }
        removed != 0
    }

    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "iterators are not always inlined here")]
    fn singles<const W: usize>(
        self,
        places: &mut [[u64; W]; DIGITS],
        done: &mut [u64; W],
        all: &[u64; W],
        peers: &[[u64; W]],
    ) -> Result<(), [u64; W]> {
        let most = most_digits(W);
        loop {
            let (mut once, mut twice) = ([0; W], [0; W]);
            for d in 0..most {
                for w in 0..W {
                    twice[w] |= once[w] & places[d][w];
                    once[w] |= places[d][w];
                }
            }
            let (mut empty, mut fresh) = ([0; W], [0; W]);
            for w in 0..W {
                empty[w] = all[w] & !once[w];
                fresh[w] = once[w] & !twice[w] & !done[w];
                done[w] |= fresh[w];
            }
            if empty != [0; W] {
                return Err(empty);
            }
            if fresh == [0; W] {
                return Ok(());
            }
            for d in 0..most {
                let (mut settled, mut seen) = ([0; W], [0; W]);
                for w in 0..W {
                    settled[w] = places[d][w] & fresh[w];
                    let mut word = settled[w];
                    while word != 0 {
                        let peers = &peers[64 * w + word.trailing_zeros() as usize];
                        word &= word - 1;
                        for v in 0..W {
                            seen[v] |= peers[v];
                        }
                    }
                }
                if settled == [0; W] {
                    continue;
                }
                let mut clash = 0;
                for w in 0..W {
                    clash |= settled[w] & seen[w];
                    places[d][w] &= !seen[w];
                }
                if clash != 0 {
                    return Err(std::array::from_fn(|w| settled[w] & seen[w]));
                }
            }
        }
    }

    #[inline(always)]
    fn catch_up<const W: usize>(
        self,
        places: &[[u64; W]; DIGITS],
        seen: &mut [[u64; W]; DIGITS],
        changed: &mut [[u64; W]; DIGITS],
    ) -> [u64; W] {
        let mut cells = [0; W];
        for d in 0..most_digits(W) {
            for w in 0..W {
                let left = seen[d][w] & !places[d][w];
                changed[d][w] |= left;
                cells[w] |= left;
                seen[d][w] = places[d][w];
            }
        }
        cells
    }

    #[inline(always)]
    fn take<const W: usize>(
        self,
        places: &mut [[u64; W]; DIGITS],
        gone: &[[u64; W]; DIGITS],
    ) -> bool {
        let mut removed = 0;
        for d in 0..most_digits(W) {
            for w in 0..W {
                removed |= places[d][w] & gone[d][w];
                places[d][w] &= !gone[d][w];
            }
        }
        removed != 0
    }
}
