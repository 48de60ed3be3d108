//! The proof that the sampler is uniform, with the sampler's own tables.
//!
//! *Injective*: all choices can be read off the grid. The partitions and structures of the boxes determine the word,
//! the completion determines the threshold, and the orders of rows, columns and digits determine the label.
//!
//! *Surjective with constant weight*: the completions of all proposals, times the labels, add up to exactly the number
//! of grids, and no proposal has more completions than there are thresholds.

#![forbid(unsafe_code)]

use super::build::{Label, Skeleton};
use super::proposal::{Draw, Open};
use super::tables::{MOST, ORBITS, PARTITIONS, STRUCTURES, Tables};
use super::*;

/// Sums r over all 36^5 · 56^3 draws; about a second.
///
/// r is a sum over l of alpha_l(Y4, C22) · delta_l(Y7, C32). The draws of Y4 and Y7 are summed first, for each (C22,
/// C21) and (C32, C31); the draws of the first band are counted as the number of ways to (C12, C11).
#[test]
fn the_completions_of_all_proposals_are_all_grids() {
    let t = Tables::get();
    let mut ways = vec![[0u64; PARTITIONS]; PARTITIONS];
    for r13 in t.transverse[0] {
        for [r11, r12] in t.structure[r13 as usize] {
            for c12 in t.transverse[r12 as usize] {
                for c11 in t.transverse[r11 as usize] {
                    ways[c12 as usize][c11 as usize] += 1;
                }
            }
        }
    }
    let entry = |bytes: &[u8; 64], pair: u32, l: usize| {
        bytes[t.permutation[pair as usize >> 8].0[l] as usize]
    };
    let summed = |vectors: &[tables::Bytes]| {
        // [C22 or C32][C21 or C31][l]
        let mut sums = vec![[[0i16; STRUCTURES]; PARTITIONS]; PARTITIONS];
        for (c, sums) in sums.iter_mut().enumerate() {
            for (root, sums) in sums.iter_mut().enumerate() {
                for y in t.transverse[root] {
                    let pair = t.pair[y as usize][c];
                    let vector = &vectors[pair as usize & 0xff].0;
                    for (l, sum) in sums.iter_mut().enumerate() {
                        *sum += i16::from(entry(vector, pair, l));
                    }
                }
            }
        }
        sums
    };
    let (upper, lower) = (summed(&t.alpha), summed(&t.delta));
    let mut total = 0u128;
    for (structures, ways) in t.structure.iter().zip(&ways) {
        for &[c22, c32] in structures {
            let (upper, lower) = (&upper[c22 as usize], &lower[c32 as usize]);
            for (structures, ways) in t.structure.iter().zip(ways) {
                let mut sum = 0u64;
                for &[c21, c31] in structures {
                    let (a, d) = (&upper[c21 as usize], &lower[c31 as usize]);
                    let dot: i32 =
                        a.iter().zip(d).map(|(&a, &d)| i32::from(a) * i32::from(d)).sum();
                    sum += dot as u64;
                }
                total += u128::from(ways * sum);
            }
        }
    }
    assert_eq!(total * 1680 * 6u128.pow(5), 6_670_903_752_021_072_936_960);
}

/// All pairs of pairs, up to a common digit permutation: 131 · 78,400.
#[test]
fn no_proposal_has_more_completions_than_thresholds_or_than_its_bound() {
    let t = Tables::get();
    let mut most = 0;
    for orbit in 0..ORBITS as u32 {
        let (y, c) = (0..PARTITIONS)
            .flat_map(|y| (0..PARTITIONS).map(move |c| (y, c)))
            .find(|&(y, c)| t.pair[y][c] & 0xff == orbit)
            .expect("no orbit is empty");
        for lower in t.pair.as_flattened() {
            let open = Open { upper: t.pair[y][c], lower: *lower, threshold: 0, slot: 0 };
            let r = open.completions(t);
            most = most.max(r);
            let bound = u32::from(t.most[orbit as usize][*lower as usize & 0xff]);
            assert!(r <= bound || bound == 255);
        }
    }
    assert_eq!(u64::from(most), MOST);
}

/// The vectors of a pair, derived from orbit and permutation, agree with a direct count.
#[test]
fn orbits_carry_the_vectors() {
    let t = Tables::get();
    for (y, c) in (0..PARTITIONS as u16).flat_map(|y| (0..PARTITIONS as u16).map(move |c| (y, c))) {
        let pair = t.pair[y as usize][c as usize];
        let places = &t.permutation[pair as usize >> 8].0;
        for (&[second, third], &place) in t.structure[0].iter().zip(places) {
            let alpha = t.alpha[pair as usize & 0xff].0[place as usize];
            let delta = t.delta[pair as usize & 0xff].0[place as usize];
            assert_eq!(u32::from(alpha), t.fitting_both(y, c, second).count_ones());
            assert_eq!(u32::from(delta), t.fitting_both(y, c, third).count_ones());
        }
    }
}

/// Each threshold below r produces a different, valid grid.
#[test]
fn every_threshold_names_another_grid() {
    let t = Tables::get();
    let mut words = Key::from_u64(5).words(Domain::Grids, 0, 0);
    let mut candidates = 0;
    while candidates < 600 {
        let draw = Draw::new(t, words.next_word());
        let open = draw.open(t, 0);
        let r = open.completions(t);
        candidates += u32::from(r > 0);
        let label = Label::new(words.next_word(), || unreachable!());
        let mut grids: Vec<_> = (0..r)
            .map(|threshold| {
                let completion = Open { threshold, ..open }.completion(t, &draw);
                let grid = Skeleton::new(t, &draw, completion).grid(t, &label);
                assert!(grid.is_solution(), "{grid}");
                grid
            })
            .collect();
        grids.sort();
        grids.dedup();
        assert_eq!(grids.len(), r as usize);
    }
}

#[test]
fn labels_are_all_different() {
    let t = Tables::get();
    let mut maps = t.relabel.to_vec();
    maps.sort();
    maps.dedup();
    assert_eq!(maps.len(), 1680);
    // A surplus word is skipped, whatever follows.
    let word = 0x9e37_79b9_7f4a_7c15;
    assert_eq!(Label::new(0, || word), Label::new(word, || unreachable!()));
}

fn stream(seed: u64, backend: Backend) -> GridStream {
    GridStream { key: Key::from_u64(seed), domain: Domain::Grids, family: 0, backend }
}

/// Every kernel produces the same grids, in one call or in odd shards.
#[test]
fn a_grid_depends_on_its_number_alone() {
    let mut whole = vec![Grid::EMPTY; 3000];
    stream(3, Backend::Scalar).fill(1 << 40, &mut whole);
    assert!(whole.iter().all(Grid::is_solution));
    let other = Backend::detect();
    if other != Backend::Avx512 {
        eprintln!("SKIPPED: this machine has no AVX-512 to compare with");
    }
    for backend in [Backend::Scalar, other] {
        for size in [1, 7, 513, 3000] {
            let mut shards = vec![Grid::EMPTY; 3000];
            for (i, shard) in shards.chunks_mut(size).enumerate().take(600) {
                stream(3, backend).fill((1 << 40) + (i * size) as u64, shard);
            }
            let made = (600 * size).min(3000);
            assert!(shards[..made] == whole[..made], "{backend:?}, shards of {size}");
        }
    }
    let elsewhere = GridStream { family: 1, ..stream(3, Backend::Scalar) };
    let mut grid = [Grid::EMPTY];
    elsewhere.fill(1 << 40, &mut grid);
    assert_ne!(grid[0], whole[0]);
}

/// Exact and measured means of uniform grids and of their transposes: four-cell unavoidable sets (11.578884), distinct
/// digit triples among the 27 minirows (23.493 ± 0.002).
#[test]
fn the_statistics_are_those_of_uniform_grids() {
    const GRIDS: usize = 200_000;
    let mut grids = vec![Grid::EMPTY; GRIDS];
    stream(11, Backend::detect()).fill(0, &mut grids);
    let mut unavoidable = Sample::default();
    let mut triples = [Sample::default(), Sample::default()];
    let mut bands_less_stacks = Sample::default();
    let mut rows_less_columns = Sample::default();
    for grid in &grids {
        let at = |transposed: bool, row: usize, column: usize| {
            grid.cells()[if transposed { 9 * column + row } else { 9 * row + column }]
        };
        let [(u, m), (v, n)] = [false, true].map(|transposed| {
            let mut rectangles = 0;
            for (r, s) in (0..9).flat_map(|r| (r + 1..r / 3 * 3 + 3).map(move |s| (r, s))) {
                for (c, d) in (0..9).flat_map(|c| (c / 3 * 3 + 3..9).map(move |d| (c, d))) {
                    rectangles += u32::from(
                        at(transposed, r, c) == at(transposed, s, d)
                            && at(transposed, r, d) == at(transposed, s, c),
                    );
                }
            }
            let mut sets: Vec<u16> = (0..27)
                .map(|mini| {
                    (0..3).fold(0, |a, k| a | 1 << at(transposed, mini / 3, mini % 3 * 3 + k))
                })
                .collect();
            sets.sort_unstable();
            sets.dedup();
            (f64::from(rectangles), sets.len() as f64)
        });
        unavoidable.add(u + v);
        bands_less_stacks.add(u - v);
        triples[0].add(m);
        triples[1].add(n);
        rows_less_columns.add(m - n);
    }
    unavoidable.expect(11.578_884, 0.0);
    bands_less_stacks.expect(0.0, 0.0);
    triples[0].expect(23.493, 0.002);
    triples[1].expect(23.493, 0.002);
    rows_less_columns.expect(0.0, 0.0);
    // Each digit is in each cell one ninth of the time.
    for cell in 0..81 {
        for digit in 1..=9 {
            let count = grids.iter().filter(|grid| grid.cells()[cell] == digit).count() as f64;
            let z = (count - GRIDS as f64 / 9.0) / (GRIDS as f64 * 8.0 / 81.0).sqrt();
            assert!(z.abs() < 5.0, "digit {digit} in cell {cell}: z = {z}");
        }
    }
}

#[derive(Default)]
struct Sample {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, x: f64) {
        self.n += 1.0;
        self.sum += x;
        self.squares += x * x;
    }

    /// Asserts that the mean is `expected`, known to within `known`, up to 4.5 standard errors.
    fn expect(&self, expected: f64, known: f64) {
        let mean = self.sum / self.n;
        let error = ((self.squares / self.n - mean * mean) / self.n).sqrt();
        assert!((mean - expected).abs() < 4.5 * error + known, "{mean} ± {error}, not {expected}");
    }
}
