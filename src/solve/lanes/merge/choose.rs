//! Chooses the cell on which a node branches.
//!
//! ```text
//!   the band with the least freedom       freedom = candidates beyond one for each cell; 0 if all is settled
//!     in it the first open cell             1  2  3 | 10 11 12 | 19 20 21
//!                                           4  5  6 | 13 14 15 | 22 23 24
//!                                           7  8  9 | 16 17 18 | 25 26 27
//! ```
//!
//! This order does not produce the smallest tree, but it produces the most equal nodes: a finished part of a band
//! affects the other bands only by the set of digits that each column has used. All nodes should therefore finish the
//! same part first, whatever their candidates. For the same reason nodes use only bands; the board is transposed at the
//! start if that is better, see [`oriented`].
//!
//! *Cost.* docs/dev/performance.md, "Counting", compares this with other orders.

#![forbid(unsafe_code)]

use crate::solve::lanes::simd::Simd;

/// The cell to branch on in each lane, 0 to 80.
#[inline(always)]
pub(super) fn choose<S: Simd>(s: S, cells: &[S::Vector; 81]) -> S::Vector {
    let one = s.splat(1);
    let mut least = s.splat(0x7fff);
    let mut chosen = s.splat(0);
    for band in 0..3 {
        let mut freedom = s.splat(0);
        let mut first = s.splat(0);
        // From the last to the first, so that the first open cell remains.
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

/// The board or its transpose, whichever has bands with less freedom, where the least freedom counts twice and the
/// greatest not at all. On 120 puzzles this takes 9 % more nodes than the better of the two; never transposing takes 17
/// % more.
pub(super) fn oriented(cells: &[u16; 81]) -> [u16; 81] {
    let transpose: [u16; 81] = std::array::from_fn(|i| cells[9 * (i % 9) + i / 9]);
    let freedom = |cells: &[u16; 81]| {
        let mut bands = [0, 1, 2]
            .map(|band| cells[27 * band..][..27].iter().map(|cell| cell.count_ones()).sum::<u32>());
        bands.sort_unstable();
        2 * bands[0] + bands[1]
    };
    if freedom(&transpose) < freedom(cells) { transpose } else { *cells }
}
