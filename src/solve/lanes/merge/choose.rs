//! The cell whose digits a node's children take.
//!
//! ```text
//!   the band with the least freedom       freedom = candidates above one a cell; 0 where all is settled
//!     in it the box with the least
//!       in it the cell with the fewest candidates
//! ```
//!
//! Not the smallest tree, but the one in which most nodes become the same: what a finished band leaves to the
//! others is only which digits its columns have used. For the same reason nodes never go by stacks: the board is
//! turned at the start so that its bands are those to go by, see [`upright`].
//!
//! Thousand nodes for the puzzles of `bitdoku-peers count` with 82 thousand, 226 thousand, 839 thousand, 2.1, 8.2
//! and 13 million solutions: 11, 27, 97, 162, 194 and 542; where the branches of [`guess`](super::super::guess) are
//! taken instead 18, 28, 127, 357, 322 and 739.

#![forbid(unsafe_code)]

use crate::solve::lanes::simd::Simd;

/// The cell to branch on in every lane, 0 to 80.
#[inline(always)]
pub(super) fn choose<S: Simd>(s: S, cells: &[S::Vector; 81]) -> S::Vector {
    let one = s.splat(1);
    let mut least = s.splat(0x7fff);
    let mut chosen = s.splat(0);
    for band in 0..3 {
        let mut of_band = s.splat(0);
        let mut boxes = [(s.splat(0), s.splat(0)); 3];
        for (b, of_box) in boxes.iter_mut().enumerate() {
            let mut fewest = s.splat(10);
            let mut cell = s.splat(0);
            let mut sum = s.splat(0);
            for k in 0..9 {
                let at = 27 * band + 3 * b + 9 * (k / 3) + k % 3;
                let n = s.population(cells[at]);
                let above = s.saturating_sub(n, one);
                sum = s.add(sum, above);
                // Settled cells come last.
                let rank = s.select(s.is_zero(above), s.splat(10), n);
                let better = s.less(rank, fewest);
                fewest = s.select(better, rank, fewest);
                cell = s.select(better, s.splat(at as u16), cell);
            }
            of_band = s.add(of_band, sum);
            *of_box = (sum, cell);
        }
        // At most 216 a band and 72 a box.
        let mut scaled = of_band;
        for _ in 0..7 {
            scaled = s.add(scaled, scaled);
        }
        for (sum, cell) in boxes {
            let rank = s.select(s.is_zero(sum), s.splat(0x7fff), s.add(scaled, sum));
            let better = s.less(rank, least);
            least = s.select(better, rank, least);
            chosen = s.select(better, cell, chosen);
        }
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
