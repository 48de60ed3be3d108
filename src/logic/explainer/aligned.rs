//! Aligned pair and triplet exclusion.
//!
//! ```text
//!   +----------+----------+
//!   | *A .  .  | . .  .   |     A, B   the cells of the pattern
//!   | .  12 .  | . .  .   |     excluders: cells that both A and B see, here with candidates 12 and 13
//!   | 13 .  *B | . .  .   |     A and B cannot hold 1 and 2, nor 1 and 3, in either order
//!   +----------+----------+
//! ```
//!
//! A combination of digits for the cells is impossible if it leaves an excluder without a digit, or if it repeats a digit in
//! cells that see each other. A digit that occurs in no possible combination is removed.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::board::{Cell, Digits};

use crate::logic::common::wings::peers_in_order;
use crate::logic::grid9::cells::{CellSet, PEER_SETS};
use crate::logic::grid9::pattern::{self, Removal, Removals};
use crate::logic::grid9::position::Position;
use crate::logic::step::{Candidate, NO_HOUSES, Step};
use crate::logic::technique::Technique;
use crate::logic::text::almost as text;

/// Two or three cells, and the digits removed from each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Aligned {
    /// The two or three cells; with two cells, the last entry is a copy of the second.
    cells: [Cell; 3],
    gone: [Digits; 3],
    is_triplet: bool,
}

/// The cells that patterns may use, with their excluders.
struct Base {
    cells: SmallVec<[Cell; 96]>,
    /// For each of `cells`, the excluders that it sees.
    excluders: SmallVec<[CellSet; 96]>,
}

impl Base {
    /// The cells that have at least two candidates, see an excluder, and see no cell with a single candidate.
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

/// The combinations of digits that a set of excluders forbids.
struct Forbidden {
    /// For each digit, the digits that cannot occur together with it.
    pairs: [u16; 9],
    /// Sets of three digits that cannot all occur together.
    triplets: SmallVec<[u16; 20]>,
}

impl Forbidden {
    #[inline]
    fn new(position: &Position, excluders: CellSet) -> Forbidden {
        let mut forbidden = Forbidden { pairs: [0; 9], triplets: SmallVec::new() };
        for cell in excluders.iter() {
            let digits = position.candidates(cell).bits();
            let others = digits & (digits - 1);
            if others.is_power_of_two() {
                forbidden.pairs[digits.trailing_zeros() as usize] |= others;
                forbidden.pairs[others.trailing_zeros() as usize] |= digits & !others;
            } else {
                forbidden.triplets.push(digits);
            }
        }
        forbidden
    }

    /// The digits that another cell cannot hold if one cell holds `digit`. `do_see`: the two cells see each other.
    #[inline]
    fn with(&self, digit: u16, do_see: bool) -> u16 {
        let equal = if do_see { digit } else { 0 };
        self.pairs[digit.trailing_zeros() as usize] | equal
    }
}

/// Visits the useful pairs: by the second cell in row-major order, then by the first, which precedes it.
///
/// Only pairs with a cell or an excluder in `changed` are visited.
pub(crate) fn pairs<B>(
    position: &Position,
    changed: CellSet,
    found: &mut impl FnMut(Aligned) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let base = Base::new(position, position.cells_by_count().two);
    for (j, &second) in base.cells.iter().enumerate() {
        for (i, &first) in base.cells[..j].iter().enumerate() {
            let common = base.excluders[i] & base.excluders[j];
            if !common.is_several()
                || !(common | CellSet::only(first) | CellSet::only(second)).meets(changed)
            {
                continue;
            }
            let forbidden = Forbidden::new(position, common);
            let of = [first, second].map(|cell| position.candidates(cell).bits());
            let sees = first.sees(second);
            let mut possible = [0; 2];
            for a in bits(of[0]) {
                let allowed = of[1] & !forbidden.with(a, sees);
                possible[1] |= allowed;
                possible[0] |= if allowed != 0 { a } else { 0 };
            }
            if possible != of {
                let gone = [of[0] & !possible[0], of[1] & !possible[1], 0].map(Digits::from_bits);
                found(Aligned { cells: [first, second, second], gone, is_triplet: false })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Visits the useful triplets: by the second cell and the first as for pairs. The third cell is an excluder of the first cell,
/// then of the second.
///
/// Only triplets with a cell or an excluder in `changed` are visited.
pub(crate) fn triplets<B>(
    position: &Position,
    changed: CellSet,
    found: &mut impl FnMut(Aligned) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let counts = position.cells_by_count();
    let base = Base::new(position, counts.two | counts.three);
    let members: CellSet = base.cells.iter().copied().collect();
    for (j, &second) in base.cells.iter().enumerate() {
        for (i, &first) in base.cells[..j].iter().enumerate() {
            let pair = base.excluders[i] & base.excluders[j];
            if !pair.is_several() {
                continue;
            }
            let both = CellSet::only(first) | CellSet::only(second);
            let mut thirds = ((base.excluders[i] | base.excluders[j]) & members).without(both);
            if !(both | pair).meets(changed) {
                thirds &= changed;
            }
            let exclude = |third: Cell| {
                let common = pair & PEER_SETS[third.index()];
                let is_asked =
                    common.is_several() && (common | both | CellSet::only(third)).meets(changed);
                if is_asked { exclude(position, [first, second, third], common) } else { None }
            };
            // The order of the third cells matters only if a triplet is useful, and few are.
            if !thirds.iter().any(|third| exclude(third).is_some()) {
                continue;
            }
            let of_first = peers_in_order(first, thirds);
            let of_second = peers_in_order(second, thirds.without(PEER_SETS[first.index()]));
            for third in of_first.chain(of_second) {
                if let Some(gone) = exclude(third) {
                    found(Aligned { cells: [first, second, third], gone, is_triplet: true })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The digits removed from each of three cells; `None` if there are none.
#[inline]
fn exclude(position: &Position, cells: [Cell; 3], common: CellSet) -> Option<[Digits; 3]> {
    let of = cells.map(|cell| position.candidates(cell).bits());
    let [see_12, see_13, see_23] =
        [(0, 1), (0, 2), (1, 2)].map(|(i, k): (usize, usize)| cells[i].sees(cells[k]));
    let forbidden = Forbidden::new(position, common);
    let mut possible = [0; 3];
    for a in bits(of[0]) {
        let second = of[1] & !forbidden.with(a, see_12);
        let third = of[2] & !forbidden.with(a, see_13);
        for b in bits(second) {
            let mut allowed = third & !forbidden.with(b, see_23);
            for &digits in &forbidden.triplets {
                let left = digits & !(a | b);
                if left.is_power_of_two() {
                    allowed &= !left;
                }
            }
            if allowed != 0 {
                possible = [possible[0] | a, possible[1] | b, possible[2] | allowed];
            }
            // This digit can show nothing more.
            if possible[0] & a != 0 && second & !possible[1] == 0 && third & !possible[2] == 0 {
                break;
            }
        }
        if possible == of {
            return None;
        }
    }
    Some([0, 1, 2].map(|i| Digits::from_bits(of[i] & !possible[i])))
}

/// The set bits of a mask, each as a mask of its own.
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

    pub(crate) fn step(&self, position: &Position) -> Step {
        let excluders = self.excluders(position);
        let mut step = Step::new(self.technique());
        step.eliminations = pattern::candidates_of(position, &self.removals());
        step = step.by(
            self.cells().iter().copied().chain(excluders.iter()),
            self.gone.into_iter().fold(Digits::NONE, |all, gone| all | gone),
            NO_HOUSES,
        );
        let each = step.eliminations.iter().map(|gone| self.text(position, excluders, *gone));
        let each: Vec<String> = each.collect();
        step.text = text::aligned(&each, &pattern::removed(&step.eliminations));
        step.notation = format!(
            "Aligned {} Exclusion: {} => {}",
            if self.is_triplet { "Triplet" } else { "Pair" },
            pattern::cells_notation(self.cells()),
            pattern::conclusion_notation(&[], &step.eliminations)
        );
        step
    }

    /// The cells of the pattern other than `cell`.
    fn others(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.cells().iter().copied().filter(move |&other| other != cell)
    }

    /// A sufficient set of excluders: every combination with a removed digit repeats a digit in a house, or leaves one of these
    /// cells without a digit.
    fn excluders(&self, position: &Position) -> CellSet {
        let common = self.cells().iter().copied().collect::<CellSet>().common_peers();
        let mut open: Vec<CellSet> = Vec::new();
        for (&cell, gone) in self.cells().iter().zip(self.gone) {
            let mut combinations = vec![vec![(cell, 0)]];
            for other in self.others(cell) {
                let with = |known: &Vec<(Cell, u8)>| {
                    let digits = position.candidates(other).iter();
                    digits.map(|digit| [&known[..], &[(other, digit)]].concat()).collect::<Vec<_>>()
                };
                combinations = combinations.iter().flat_map(with).collect();
            }
            for digit in gone.iter() {
                for combination in &mut combinations {
                    combination[0].1 = digit;
                    let is_equal = |&(one, digit): &(Cell, u8)| {
                        combination.iter().any(|&(other, same)| digit == same && one.sees(other))
                    };
                    if !combination.iter().any(is_equal) {
                        let digits = combination
                            .iter()
                            .fold(Digits::NONE, |all, &(_, digit)| all | Digits::only(digit));
                        let is_emptied = |&cell: &Cell| {
                            let left = position.candidates(cell);
                            !left.is_empty() && left.without(digits).is_empty()
                        };
                        open.push(common.iter().filter(is_emptied).collect());
                    }
                }
            }
        }
        let mut order: Vec<_> = open.iter().map(|set| set.len()).zip(0..open.len()).collect();
        order.sort_unstable();
        let open = order.into_iter().map(|(_, place)| open[place]);
        open.fold(CellSet::NONE, |used, excluders| match excluders.iter().next() {
            Some(first) if !excluders.meets(used) => used | CellSet::only(first),
            _ => used,
        })
    }

    /// The reason why one of the cells cannot hold a digit.
    fn text(&self, position: &Position, excluders: CellSet, gone: Candidate) -> String {
        let cell = gone.classic_cell();
        let others: SmallVec<[Cell; 2]> = self.others(cell).collect();
        let name = cell.to_string();
        let [other] = others[..] else {
            let digits = |cell: Cell| (cell.to_string(), position.candidates(cell).into());
            let emptied: Vec<(String, u64)> = excluders.iter().map(digits).collect();
            let others = pattern::names(others.iter().copied());
            return text::aligned_triplet((&name, gone.digit), &others, &emptied);
        };
        let each = position.candidates(other).iter().map(|digit| {
            let both = Digits::only(digit) | Digits::only(gone.digit);
            let mut emptied =
                excluders.iter().filter(|&cell| position.candidates(cell).without(both).is_empty());
            let sees = digit == gone.digit && other.sees(cell);
            (digit, emptied.next().filter(|_| !sees).map(|cell| cell.to_string()))
        });
        text::aligned_pair((&name, gone.digit), &other.to_string(), &each.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::testing::{before, marked, visited};

    fn all_pairs(position: &Position) -> Vec<Aligned> {
        visited(|found| {
            let _ = pairs(position, CellSet::ALL, &mut |aligned| found(aligned));
        })
    }

    fn all_triplets(position: &Position) -> Vec<Aligned> {
        visited(|found| {
            let _ = triplets(position, CellSet::ALL, &mut |aligned| found(aligned));
        })
    }

    #[test]
    fn pairs_that_empty_a_cell_are_impossible() {
        let marks = [("r1c1", "15"), ("r3c3", "123"), ("r2c2", "12"), ("r1c2", "13")];
        let position = marked(&marks);
        let found = all_pairs(&position);
        // With 1 in the first cell, the second cell cannot hold 1, 2 or 3.
        assert!(found.iter().any(|aligned| {
            aligned.step(&position).notation == "Aligned Pair Exclusion: r1c1,r3c3 => -1r1c1"
        }));
        let position = marked(&[("r1c1", "15"), ("r3c3", "123"), ("r2c2", "12")]);
        assert_eq!(all_pairs(&position), []);
    }

    #[test]
    fn triplets_that_empty_a_cell_are_impossible() {
        let example =
            ".7.9.......6...7.35..6..9......2.5.6.2...3..4....8..2......72.9...21..4...7.6....";
        let (position, step) = before(example, Technique::AlignedTripletExclusion);
        assert_eq!(step.notation, "Aligned Triplet Exclusion: r2c5,r3c8,r3c9 => -8r3c9");
        assert_eq!(all_triplets(&position)[0].step(&position), Step { rating: 0.0, ..step });
        assert_eq!(all_pairs(&position), []);
    }
}
