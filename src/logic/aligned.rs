//! Aligned pair and triplet exclusion.
//!
//! ```text
//!   +----------+----------+
//!   | *A .  .  | . .  .   |     cells A and B
//!   | .  12 .  | . .  .   |     excluders: cells that both see, here 12 and 13
//!   | 13 .  *B | . .  .   |     A and B cannot hold 1 and 2, nor 1 and 3, in either order
//!   +----------+----------+
//! ```
//!
//! Combinations that would leave an excluder without a digit are impossible, and so are equal digits in cells that see each
//! other. A digit that occurs in no possible combination goes.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::board::{Cell, Digits};

use super::cells::{CellSet, PEER_SETS};
use super::pattern::{self, Removal, Removals};
use super::position::Position;
use super::step::{Step, Technique};
use super::wings::peers_in_order;

/// Two or three cells, and the digits that they cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Aligned {
    /// Two cells, or three.
    cells: [Cell; 3],
    gone: [Digits; 3],
    is_triplet: bool,
}

/// The cells that can take part, and their excluders.
struct Base {
    cells: SmallVec<[Cell; 96]>,
    /// For each of `cells` the excluders that it sees.
    excluders: SmallVec<[CellSet; 96]>,
}

impl Base {
    /// Cells with two candidates or more that see an excluder, and no cell with one candidate.
    fn new(position: &Position, excluders: CellSet) -> Base {
        let counts = position.cells_by_count();
        let mut cells = SmallVec::new();
        let mut seen = SmallVec::new();
        for cell in counts.two_or_more.iter() {
            let peers = PEER_SETS[cell.index()];
            if excluders.meets(peers) && !counts.one.meets(peers) {
                cells.push(cell);
                seen.push(excluders & peers);
            }
        }
        Base { cells, excluders: seen }
    }
}

/// The candidates of some excluders.
type Excluded = SmallVec<[u16; 20]>;

/// Visits the pairs that remove something: the second cell in row-major order, then the first before it.
///
/// `changed`: only pairs of which a cell or an excluder is among these cells.
#[inline(never)]
pub(crate) fn pairs<B>(
    position: &Position,
    changed: CellSet,
    found: &mut impl FnMut(Aligned) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let base = Base::new(position, position.cells_by_count().two);
    for (j, &second) in base.cells.iter().enumerate() {
        for (i, &first) in base.cells[..j].iter().enumerate() {
            let common = base.excluders[i] & base.excluders[j];
            if common.len() < 2
                || !(common | CellSet::only(first) | CellSet::only(second)).meets(changed)
            {
                continue;
            }
            let excluded: Excluded =
                common.iter().map(|cell| position.candidates(cell).bits()).collect();
            let [of_first, of_second] =
                [first, second].map(|cell| position.candidates(cell).bits());
            let sees = first.sees(second);
            let (mut possible_first, mut possible_second) = (0, 0);
            for a in bits(of_first) {
                let mut allowed = if sees { of_second & !a } else { of_second };
                for &pair in &excluded {
                    if pair & a != 0 {
                        allowed &= !(pair & !a);
                    }
                }
                possible_second |= allowed;
                possible_first |= if allowed != 0 { a } else { 0 };
            }
            if (possible_first, possible_second) != (of_first, of_second) {
                found(Aligned {
                    cells: [first, second, second],
                    gone: [of_first & !possible_first, of_second & !possible_second, 0]
                        .map(Digits::from_bits),
                    is_triplet: false,
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Visits the triplets that remove something: by the second cell and the first as in pairs; the third is an excluder of the
/// first, then of the second.
///
/// `changed`: only triplets of which a cell or an excluder is among these cells.
#[inline(never)]
pub(crate) fn triplets<B>(
    position: &Position,
    changed: CellSet,
    found: &mut impl FnMut(Aligned) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let counts = position.cells_by_count();
    let base = Base::new(position, counts.two | counts.three);
    let is_base: CellSet = base.cells.iter().copied().collect();
    let mut seen = [CellSet::NONE; 81];
    for (&cell, &excluders) in base.cells.iter().zip(&base.excluders) {
        seen[cell.index()] = excluders;
    }
    for (j, &second) in base.cells.iter().enumerate() {
        for (i, &first) in base.cells[..j].iter().enumerate() {
            let pair = base.excluders[i] & base.excluders[j];
            if pair.len() < 2 {
                continue;
            }
            let both = CellSet::only(first) | CellSet::only(second);
            let thirds = [
                base.excluders[i] & is_base,
                (base.excluders[j] & is_base).without(base.excluders[i]),
            ];
            let is_changed = (both | pair).meets(changed);
            for third in peers_in_order(first, thirds[0]).chain(peers_in_order(second, thirds[1])) {
                let common = pair & seen[third.index()];
                if both.contains(third) || common.len() < 2 {
                    continue;
                }
                if !is_changed && !changed.contains(third)
                    || !(common | both | CellSet::only(third)).meets(changed)
                {
                    continue;
                }
                if let Some(gone) = exclude(position, [first, second, third], common) {
                    found(Aligned { cells: [first, second, third], gone, is_triplet: true })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The digits that each of three cells cannot hold; none if they can hold all.
#[inline]
fn exclude(position: &Position, cells: [Cell; 3], common: CellSet) -> Option<[Digits; 3]> {
    let of = cells.map(|cell| position.candidates(cell).bits());
    let [see_12, see_13, see_23] =
        [(0, 1), (0, 2), (1, 2)].map(|(i, k): (usize, usize)| cells[i].sees(cells[k]));
    let excluded: Excluded = common.iter().map(|cell| position.candidates(cell).bits()).collect();
    let mut possible = [0; 3];
    for a in bits(of[0]) {
        for b in bits(of[1]) {
            if see_12 && a == b {
                continue;
            }
            // Nothing new can be shown.
            if possible[0] & a != 0 && possible[1] & b != 0 && possible[2] == of[2] {
                continue;
            }
            let mut allowed = of[2];
            if see_13 {
                allowed &= !a;
            }
            if see_23 {
                allowed &= !b;
            }
            for &digits in &excluded {
                let left = digits & !(a | b);
                // With none left every third digit is excluded, with one left that one.
                if left == 0 {
                    allowed = 0;
                } else if left & (left - 1) == 0 {
                    allowed &= !left;
                }
            }
            if allowed != 0 {
                possible = [possible[0] | a, possible[1] | b, possible[2] | allowed];
            }
        }
        if possible == of {
            return None;
        }
    }
    if possible == of {
        return None;
    }
    Some([0, 1, 2].map(|i| Digits::from_bits(of[i] & !possible[i])))
}

/// The bits of a mask, one by one.
#[inline]
fn bits(mask: u16) -> impl Iterator<Item = u16> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let lowest = rest & rest.wrapping_neg();
        rest ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

impl Aligned {
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells[..if self.is_triplet { 3 } else { 2 }]
    }

    pub(crate) fn removals(&self) -> Removals {
        let each = self.cells().iter().zip(self.gone);
        each.map(|(&cell, digits)| Removal { cells: CellSet::only(cell), digits }).collect()
    }

    pub(crate) fn technique(&self) -> Technique {
        if self.is_triplet {
            Technique::AlignedTripletExclusion
        } else {
            Technique::AlignedPairExclusion
        }
    }

    pub(crate) fn step(&self, position: &Position, rating: f64) -> Step {
        let mut step = pattern::step(self.technique(), rating);
        step.eliminations = pattern::candidates_of(position, &self.removals());
        step.cells = self.cells().to_vec();
        step.digits = self.gone.into_iter().fold(Digits::NONE, |all, gone| all | gone);
        let limit = if self.is_triplet { 3 } else { 2 };
        let common: CellSet = self.cells().iter().copied().collect::<CellSet>().common_peers();
        let excluders =
            common.iter().filter(|&cell| (2..=limit).contains(&position.candidates(cell).len()));
        let excluders = excluders.map(|cell| {
            format!("{cell} ({})", pattern::digits_notation(position.candidates(cell)))
        });
        step.text = format!(
            "Try all combinations of digits in {}: those with equal digits in one house, and those that leave no digit for \
             {}, are impossible. What occurs in no other combination goes: {}.",
            pattern::cells_text(step.cells.iter().copied()),
            pattern::listed(excluders.collect(), "or"),
            pattern::eliminations_text(&step.eliminations)
        );
        step.notation = format!(
            "Aligned {} Exclusion: {} => {}",
            if self.is_triplet { "Triplet" } else { "Pair" },
            pattern::cells_notation(&step.cells),
            pattern::conclusion_notation(&[], &step.eliminations)
        );
        step
    }
}
