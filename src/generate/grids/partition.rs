//! Partitions of the digits into blocks as large as a side of a box, and the ways in which the partitions of a band fit
//! together.
//!
//! ```text
//!   a box        1 2 3      its row partition     {123 | 456 | 789}
//!                4 5 6      its column partition  {147 | 258 | 369}      transverse: every row block
//!                7 8 9                                                   meets every column block once
//!
//!   a band       [1 2 3]  4 5 6   7 8 9       row r of the three boxes holds every digit once. Given the
//!                [4 5 6]  7 8 9   1 2 3       first box, the other two are one of 56 *structures*.
//!                [7 8 9]  1 2 3   4 5 6
//! ```
//!
//! Digits are 0 to 8 here, and sets of digits are masks. The blocks of a partition are in the order of their smallest
//! digits; if the order has a meaning (a row or a column), the partition is *labeled*. The code is generic over the
//! box side N, so that a test can check the 4x4 analog with the same code.

#![forbid(unsafe_code)]

/// Blocks of N digits each.
pub type Blocks<const N: usize> = [u16; N];

/// Every unlabeled partition, in lexicographic order; the first is {012 | 345 | 678}.
pub fn partitions<const N: usize>() -> Vec<Blocks<N>> {
    fn extend<const N: usize>(blocks: &mut Blocks<N>, block: usize, all: &mut Vec<Blocks<N>>) {
        if block == N {
            all.push(*blocks);
            return;
        }
        let free = everything::<N>() & !blocks[..block].iter().fold(0, |a, b| a | b);
        let smallest = free & free.wrapping_neg();
        for set in subsets(free & !smallest, N - 1) {
            blocks[block] = smallest | set;
            extend(blocks, block + 1, all);
        }
    }
    let mut all = Vec::new();
    extend(&mut [0; N], 0, &mut all);
    all
}

/// Whether every block of `one` shares exactly one digit with every block of `other`.
pub fn transverse<const N: usize>(one: &Blocks<N>, other: &Blocks<N>) -> bool {
    one.iter().all(|a| other.iter().all(|b| (a & b).count_ones() == 1))
}

/// The partition without its labels: blocks in the order of their smallest digits.
pub fn unlabelled<const N: usize>(mut blocks: Blocks<N>) -> Blocks<N> {
    blocks.sort_unstable_by_key(|block| block.trailing_zeros());
    blocks
}

/// The possible second boxes of a band, by the rows of the first box: the labeled partitions whose block r is disjoint
/// from block r of `first`.
///
/// With three boxes, the third box contains the remaining digits. In this order, structure i + 28 (modulo 56) is
/// structure i with the second and the third box exchanged.
pub fn structures<const N: usize>(first: &Blocks<N>) -> Vec<Blocks<N>> {
    fn extend<const N: usize>(
        first: &Blocks<N>,
        blocks: &mut Blocks<N>,
        row: usize,
        all: &mut Vec<Blocks<N>>,
    ) {
        if row == N {
            all.push(*blocks);
            return;
        }
        let used = first[row] | blocks[..row].iter().fold(0, |a, b| a | b);
        for set in subsets(everything::<N>() & !used, N) {
            blocks[row] = set;
            extend(first, blocks, row + 1, all);
        }
    }
    let mut all = Vec::new();
    extend(first, &mut [0; N], 0, &mut all);
    let (mut ordered, mut exchanged) = (Vec::new(), Vec::new());
    for second in all {
        let third = rest(first, &second);
        // With two boxes, a band has no third box and nothing to pair up.
        if third.contains(&0) || second < third {
            ordered.push(second);
            exchanged.push(third);
        }
    }
    if exchanged.iter().all(|third| !third.contains(&0)) {
        ordered.extend(exchanged);
    }
    ordered
}

/// The digits of each row that remain for the third box.
pub fn rest<const N: usize>(first: &Blocks<N>, second: &Blocks<N>) -> Blocks<N> {
    std::array::from_fn(|row| everything::<N>() & !first[row] & !second[row])
}

/// The set of all digits.
pub const fn everything<const N: usize>() -> u16 {
    ((1u32 << (N * N)) - 1) as u16
}

/// The subsets of `set` with `size` digits, in lexicographic order of their digits.
fn subsets(set: u16, size: usize) -> Vec<u16> {
    if size == 0 {
        return vec![0];
    }
    let mut all = Vec::new();
    let mut open = set;
    while open != 0 {
        let smallest = open & open.wrapping_neg();
        open &= !smallest;
        all.extend(subsets(open, size - 1).into_iter().map(|set| set | smallest));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_as_the_textbooks_say() {
        let all = partitions::<3>();
        assert_eq!(all.len(), 280);
        assert_eq!(all[0], [0o007, 0o070, 0o700]);
        for p in &all {
            assert_eq!(all.iter().filter(|q| transverse(p, q)).count(), 36);
            let structures = structures(p);
            assert_eq!(structures.len(), 56);
            for i in 0..56 {
                assert_eq!(rest(p, &structures[i]), structures[(i + 28) % 56]);
            }
        }
    }

    /// The 4x4 analog of the sampler, with all its draws one after another: root column partition of box 2, then R12,
    /// C11, R21; box 4 must be transverse; 6 labeled partitions, row orders 2·2, column order 2.
    #[test]
    fn the_4x4_analogue_gives_each_of_the_288_grids_once() {
        let all = partitions::<2>();
        assert_eq!(all.len(), 3);
        let labelled: Vec<Blocks<2>> = all.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).collect();
        let across = |p: Blocks<2>| {
            all.iter().copied().filter(move |q| transverse(&unlabelled(p), q)).collect::<Vec<_>>()
        };
        let next = |p: Blocks<2>| {
            let structures = structures(&p);
            assert_eq!(structures.len(), 1);
            structures[0]
        };
        let (mut draws, mut grids) = (0, std::collections::HashSet::new());
        let c12 = all[0];
        let c22 = next(c12);
        for r12 in across(c12) {
            let r11 = next(r12);
            for c11 in across(r11) {
                let c21 = next(c11);
                for r21 in across(c21) {
                    let r22 = next(r21);
                    for label in 0..48 {
                        draws += 1;
                        if !transverse(&r22, &c22) {
                            continue;
                        }
                        let target = labelled[label / 8];
                        let (rows, columns) =
                            ([label & 1, label >> 1 & 1], [label >> 2 & 1, 0usize]);
                        let grid: [u16; 16] = std::array::from_fn(|cell| {
                            let (row, column) = (cell / 4, cell % 4);
                            let (band, stack) = (row / 2, column / 2);
                            let r = [[r11, r12], [r21, r22]][band][stack][(row % 2) ^ rows[band]];
                            let c = [[c11, c12], [c21, c22]][band][stack]
                                [(column % 2) ^ columns[stack]];
                            let digit = (r & c).trailing_zeros();
                            // Digit d of block b of partition 0 becomes the digit at its place in block b.
                            let block = target[digit as usize / 2];
                            if digit.is_multiple_of(2) {
                                block.trailing_zeros() as u16
                            } else {
                                block.ilog2() as u16
                            }
                        });
                        assert!(grids.insert(grid), "a grid came twice");
                    }
                }
            }
        }
        assert_eq!(draws, 384);
        assert_eq!(grids.len(), 288);
        for grid in grids {
            for house in 0..4 {
                let digits = |cells: [usize; 4]| cells.iter().fold(0, |a, &c| a | 1 << grid[c]);
                let corner = house / 2 * 8 + house % 2 * 2;
                assert_eq!(digits(std::array::from_fn(|k| 4 * house + k)), 15);
                assert_eq!(digits(std::array::from_fn(|k| 4 * k + house)), 15);
                assert_eq!(digits([corner, corner + 1, corner + 4, corner + 5]), 15);
            }
        }
    }
}
