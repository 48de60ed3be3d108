//! The cell whose digits a node's children take.
//!
//! ```text
//!   the band with the least freedom       freedom = candidates above one a cell; 0 where all is settled
//!     in it the first open cell             1  2  3 | 10 11 12 | 19 20 21
//!                                           4  5  6 | 13 14 15 | 22 23 24
//!                                           7  8  9 | 16 17 18 | 25 26 27
//! ```
//!
//! Not the smallest tree, but the one in which most nodes become the same: what a finished part of a band leaves to
//! the others is only which digits its columns have used, so all nodes should finish the same part first, whatever
//! their candidates. For the same reason nodes never go by stacks: the board is turned at the start so that its bands
//! are those to go by, see [`upright`].
//!
//! Thousand nodes for the puzzles of `bitdoku-peers count` with 82 thousand, 226 thousand, 839 thousand, 2.1, 8.2
//! and 13 million solutions: 10, 23, 81, 132, 155 and 433; with the cell of fewest candidates in the box of least
//! freedom 11, 27, 97, 162, 194 and 542; where the branches of [`guess`](super::super::guess) are taken instead 18, 28,
//! 127, 357, 322 and 739. A first cell has more children than one of fewest candidates, so that the first two take
//! 5 % more time, the third and fourth 6 and 17 % less. One order of the bands for all nodes is worse (8.2 million: three
//! times the nodes).

#![forbid(unsafe_code)]

use crate::solve::lanes::simd::Simd;

/// The cell to branch on in every lane, 0 to 80.
#[inline(always)]
pub(super) fn choose<S: Simd>(s: S, cells: &[S::Vector; 81]) -> S::Vector {
    let one = s.splat(1);
    let mut least = s.splat(0x7fff);
    let mut chosen = s.splat(0);
    for band in 0..3 {
        let mut freedom = s.splat(0);
        let mut first = s.splat(0);
        // From the last to the first, so that the first stays.
        for k in (0..27).rev() {
            let at = 27 * band + 3 * (k / 9) + 9 * (k % 9 / 3) + k % 3;
            let above = s.saturating_sub(s.population(cells[at]), one);
            freedom = s.add(freedom, above);
            first = s.select(s.is_zero(above), first, s.splat(at as u16));
        }
        let rank = s.select(s.is_zero(freedom), s.splat(0x7fff), freedom);
        let better = s.less(rank, least);
        least = s.select(better, rank, least);
        chosen = s.select(better, first, chosen);
    }
    chosen
}

/// The board or its transpose: the one whose bands have less freedom, the least counted twice, the most not at
/// all. On 120 puzzles that takes 9 % more nodes than the better of the two, never to turn the board 17 %.
pub(super) fn upright(cells: &[u16; 81]) -> [u16; 81] {
    let transpose: [u16; 81] = std::array::from_fn(|i| cells[9 * (i % 9) + i / 9]);
    let freedom = |cells: &[u16; 81]| {
        let mut bands = [0, 1, 2]
            .map(|band| cells[27 * band..][..27].iter().map(|cell| cell.count_ones()).sum::<u32>());
        bands.sort_unstable();
        2 * bands[0] + bands[1]
    };
    if freedom(&transpose) < freedom(cells) { transpose } else { *cells }
}
