//! Vector instructions for the search with boards.
//!
//! Loops over the digits of a board are portable code on 64-bit words; the compiler processes two words at a time with
//! the baseline of x86-64, and four with AVX2. The places of a digit are counted in four units at a time with AVX2, and
//! in eight with AVX-512, where operations on all digits process eight words at a time.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod vectors;

use crate::cpu::Backend;
use vectors::Plain;
pub(super) use vectors::{DIGITS, Steps, Units, Vectors, Work, size};

/// Runs the work with the widest vectors of the backend.
pub(super) fn run<W: Work>(backend: Backend, work: W) -> W::Result {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(avx512) = backend.avx512() {
            return avx512::run(avx512, work);
        }
        if let Some(avx2) = backend.avx2() {
            return avx2::run(avx2, work);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = backend;
    work.run(Plain)
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::cpu::{Avx2, Avx512};
    use crate::random::{Domain, Key};

    #[test]
    fn places_are_counted_as_every_processor_does() {
        if let Some(avx2) = Avx2::detect() {
            compare::<1>(avx2);
            compare::<2>(avx2);
        }
        if let Some(avx512) = Avx512::detect() {
            compare::<1>(avx512);
            compare::<2>(avx512);
            compare::<4>(avx512);
        }
    }

    fn compare<const W: usize>(vectors: impl Vectors) {
        let mut seen = [0; 3];
        for item in 0..200 {
            let mut words = Key::from_u64(512).words(Domain::Grids, item, 0);
            // Each bit is set with probability 1 / 2^ands.
            let mut word = |ands: usize| (0..ands).fold(!0, |word, _| word & words.next_word());
            let mut eights = vec![[0; 8]; 8 * W];
            let mut of_cell = vec![0; 64 * W];
            let count = if item % 2 == 0 { 43 } else { 64 };
            for unit in 0..count {
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
            let one = Plain.unit_counts(units, &places, &due);
            let other = vectors.unit_counts(units, &places, &due);
            assert_eq!((one.none, one.few, one.alone), (other.none, other.few, other.alone));
            for (seen, any) in seen.iter_mut().zip([one.none, one.few, one.alone[0]]) {
                *seen += usize::from(any != 0);
            }
        }
        assert!(seen.iter().all(|&n| n > 10), "{seen:?}");
    }

    #[test]
    fn avx512_finds_what_has_no_support_as_every_processor_does() {
        if let Some(avx512) = Avx512::detect() {
            compare_supports::<1>(avx512);
            compare_supports::<2>(avx512);
            compare_supports::<4>(avx512);
        }
    }

    fn compare_supports<const W: usize>(avx512: Avx512) {
        for item in 0..200 {
            let mut words = Key::from_u64(511).words(Domain::Grids, item, 0);
            let mut word = |ands: usize| (0..ands).fold(!0, |word, _| word & words.next_word());
            let places = [[0; W]; 9].map(|places| places.map(|_| word(2)));
            let cells = [0; W].map(|_| word(1));
            let misfits = [0; DIGITS].map(|_: u16| word(1) as u16 & 0x1ff);
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
    }

    #[test]
    fn avx512_does_what_every_processor_does() {
        if let Some(avx512) = Avx512::detect() {
            compare_boards::<1>(avx512, 8);
            compare_boards::<2>(avx512, 11);
            compare_boards::<4>(avx512, 16);
        }
    }

    fn compare_boards<const W: usize>(avx512: Avx512, side: usize) {
        // Relations that remove candidates and others that do not; boards that reach a fixpoint and others that do not.
        let mut seen = [0; 4];
        let all: [u64; W] =
            std::array::from_fn(|w| u64::MAX >> (64 * (w + 1)).saturating_sub(side * side).min(63));
        let empty = [[0; W]; DIGITS];
        for item in 0..400 {
            let mut words = Key::from_u64(513).words(Domain::Grids, item, W as u64);
            let mut set = |ands: usize| -> [u64; W] {
                std::array::from_fn(|w| (0..ands).fold(all[w], |word, _| word & words.next_word()))
            };
            let board = |set: &mut dyn FnMut(usize) -> [u64; W], ands: usize| {
                let mut board = empty;
                board[..side].iter_mut().for_each(|places| *places = set(ands));
                board
            };
            let places = board(&mut set, 1);
            let gone = board(&mut set, 5 + item as usize % 5);
            let (mut one, mut other) = (places, places);
            assert_eq!(Plain.take(&mut one, &gone), avx512.take(&mut other, &gone));
            assert_eq!(one, other);

            let (mut last, mut changed) = (board(&mut set, 1), board(&mut set, 2));
            let (mut other_last, mut other_changed) = (last, changed);
            let cells = Plain.catch_up(&places, &mut last, &mut changed);
            assert_eq!(cells, avx512.catch_up(&places, &mut other_last, &mut other_changed));
            assert_eq!((last, changed), (other_last, other_changed));
            assert_eq!(last, places);

            let table: Vec<u16> = (0..side).map(|_| (set(1)[0] & 0xffff) as u16).collect();
            let allowed = |d: usize, e: usize| table[d] >> e & 1 == 1;
            let supports = std::array::from_fn(|e| {
                (0..side).filter(|&d| allowed(d, e)).fold(0, |set, d| set | 1 << d)
            });
            let bits = (1 << W) - 1;
            let digit = |d: usize| (0..16).filter(move |&e| allowed(d, e));
            let beside: Vec<u64> =
                (0..side).map(|d| digit(d).fold(0, |set, e| set | bits << (W * e))).collect();
            // Neighbors; then arbitrary steps within the range of a one-word shift.
            let neighbours = [1, -1, side as i32, -(side as i32)];
            let any = neighbours.map(|step| step.signum() * (1 + (set(1)[0] % 63) as i32));
            let steps = if item % 2 == 0 { neighbours } else { any };
            let from = steps.map(|step: i32| {
                let mut cells = set(1);
                let inside = |cell: usize| {
                    usize::try_from(cell as i32 + step).is_ok_and(|partner| partner < side * side)
                };
                for cell in (0..64 * W).filter(|&cell| !inside(cell)) {
                    cells[cell / 64] &= !(1 << (cell % 64));
                }
                cells
            });
            let sparse = board(&mut set, 2);
            let relation =
                Steps { supports: &supports, beside: &beside, steps: &steps, from: &from };
            let (mut one, mut other, cells) = (sparse, sparse, set(1 + item as usize % 9));
            let removed = Plain.relate(&mut one, &cells, relation);
            assert_eq!(removed, avx512.relate(&mut other, &cells, relation));
            assert_eq!(one, other);
            assert_eq!(removed, one != sparse);
            seen[usize::from(removed)] += 1;

            // Most cells have many digits, some have one or two.
            let mut places = [all; DIGITS];
            places[side..].fill([0; W]);
            let few = set(2 + item as usize % 6);
            for cell in (0..64 * W).filter(|cell| few[cell / 64] >> (cell % 64) & 1 == 1) {
                let digits = set(2)[0];
                for (d, places) in places[..side].iter_mut().enumerate() {
                    if digits >> d & 1 == 0 {
                        places[cell / 64] &= !(1 << (cell % 64));
                    }
                }
            }
            let peers: Vec<[u64; W]> = (0..64 * W)
                .map(|cell| {
                    let mut peers = set(3);
                    peers[cell / 64] &= !(1 << (cell % 64));
                    peers
                })
                .collect();
            let (mut one, mut other) = (places, places);
            let (mut done, mut other_done) = ([0; W], [0; W]);
            let held = Plain.singles(&mut one, &mut done, &all, &peers);
            assert_eq!(held, avx512.singles(&mut other, &mut other_done, &all, &peers));
            match held {
                Ok(()) => {
                    assert_eq!((one, done), (other, other_done));
                    seen[2] += 1;
                }
                Err(_) => seen[3] += 1,
            }
        }
        assert!(seen.iter().all(|&n| n > 5), "{seen:?}");
    }
}
