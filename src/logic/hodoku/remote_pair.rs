//! Remote pairs: a chain of cells with the same two candidates.
//!
//! ```text
//!   a b ── a b ── a b ── a b       each cell sees the next, so their values alternate: two cells an odd number of links
//!                                  apart hold both digits, and a cell that sees these two holds neither
//! ```

use smallvec::SmallVec;

use crate::board::{Cell, Digits, HOUSES, House};

use super::best::{self, WORTHLESS, Worth};
use super::found::Found;
use crate::logic::grid9::cells::{CellSet, PEER_SETS};
use crate::logic::grid9::houses;
use crate::logic::grid9::pattern;
use crate::logic::grid9::position::{Changes, Position};
use crate::logic::step::{Candidate, Link, LinkReason, NO_HOUSES, Step};
use crate::logic::technique::Technique;
use crate::logic::text::{short, wings as text};

/// The maximum length of a chain, in cells.
const LONGEST: usize = 10;

/// A chain of cells with the same two candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RemotePair {
    pub(crate) digits: Digits,
    pub(crate) cells: SmallVec<[Cell; LONGEST]>,
}

/// The search among the cells of one pair of digits.
struct Search {
    digits: Digits,
    cells: CellSet,
    /// For each of the two digits, the cells that have it.
    targets: [CellSet; 9],
    way: SmallVec<[Cell; LONGEST]>,
}

/// The chain that removes most, with 4, 6, 8 or 10 cells, whose ends remove something. Without a changed cell that now has two
/// candidates, there is no new chain.
pub(crate) fn remote_pair(position: &Position, changes: &Changes) -> Option<Found<RemotePair>> {
    let two = position.cells_by_count().two;
    if !two.meets(changes.cells) {
        return None;
    }
    let mut best: (Worth, Option<RemotePair>, CellSet) = (WORTHLESS, None, CellSet::NONE);
    for start in two.iter() {
        let digits = position.candidates(start);
        let cells = digits.iter().fold(two, |cells, digit| cells & position.cells(digit));
        if cells.len() < 4 {
            continue;
        }
        // A house with three such cells has no solution, and there may be too many paths to follow.
        let is_crowded =
            |house: &House| house.iter().filter(|&&cell| cells.contains(cell)).count() > 2;
        if HOUSES.iter().any(is_crowded) {
            continue;
        }
        let targets = std::array::from_fn(|k| {
            let digit = k as u8 + 1;
            if digits.contains(digit) { position.cells(digit) } else { CellSet::NONE }
        });
        let mut search = Search { digits, cells, targets, way: SmallVec::new() };
        search.way.push(start);
        search.extend(CellSet::NONE, &mut best);
    }
    let (_, pair, seen) = best;
    let pair = pair?;
    let eliminations = best::by_digit(pair.digits, |digit| position.cells(digit) & seen);
    Some(Found::removing(Technique::RemotePair, eliminations, pair))
}

impl RemotePair {
    /// For each cell that loses a digit, two cells of the chain that it sees and that are an odd number of links apart.
    fn ends(&self, removed: &[Candidate]) -> Vec<[String; 2]> {
        let mut ends = Vec::new();
        for gone in removed {
            let sees = |at: &usize| PEER_SETS[usize::from(gone.cell)].contains(self.cells[*at]);
            let seen: SmallVec<[usize; LONGEST]> = (0..self.cells.len()).filter(sees).collect();
            let last = |&first: &usize| {
                Some((first, *seen.iter().find(|&&last| last > first && (last - first) % 2 == 1)?))
            };
            let Some((first, last)) = seen.iter().find_map(last) else { continue };
            let pair = [first, last].map(|at| self.cells[at].to_string());
            if !ends.contains(&pair) {
                ends.push(pair);
            }
        }
        ends
    }

    pub(crate) fn step(&self, removed: &[Candidate]) -> Step {
        let mut step =
            Step::new(Technique::RemotePair).by(self.cells.to_vec(), self.digits, NO_HOUSES);
        // The digit removed first alternates with the other.
        let first = removed[0].digit;
        let second = self.digits.without(Digits::only(first)).smallest();
        let turns = [second, first];
        let on = |at: usize| Candidate::new(self.cells[at], turns[at % 2]);
        let (mut links, mut notation) = (Vec::new(), format!("Remote Pair: {first}/{second} "));
        for at in 0..self.cells.len() {
            let now = on(at);
            let before = Candidate { cell: now.cell, digit: turns[(at + 1) % 2] };
            links.push(Link {
                from: before,
                from_on: false,
                to: now,
                to_on: true,
                reason: LinkReason::Cell,
            });
            notation.push_str(&now.classic_cell().to_string());
            if at + 1 < self.cells.len() {
                let next = Candidate::new(self.cells[at + 1], now.digit);
                let house = houses::shared(now.classic_cell(), next.classic_cell());
                let reason = LinkReason::House(house.into());
                links.push(Link { from: now, from_on: true, to: next, to_on: false, reason });
                notation.push_str(&format!(" -{}- ", now.digit));
                step.houses.push(house.into());
            }
        }
        step.complexity = 2 * self.cells.len();
        step.chains = vec![links];
        step.text = text::remote_pair(
            &pattern::names(self.cells.iter().copied()),
            self.digits.into(),
            &self.ends(removed),
            &pattern::removed(&pattern::in_order(removed)),
        );
        step.notation = format!("{notation} => {}", short::removed(removed));
        step
    }
}

impl Search {
    /// Whether some cell sees both the first cell of the path and `last`.
    fn ends_remove(&self, last: Cell) -> bool {
        let seen = PEER_SETS[self.way[0].index()] & PEER_SETS[last.index()];
        self.targets.iter().any(|cells| cells.meets(seen))
    }

    /// Adds cells to the path. `seen` holds the cells that see two of its cells an odd number of links apart.
    fn extend(&mut self, seen: CellSet, best: &mut (Worth, Option<RemotePair>, CellSet)) {
        let last = self.way[self.way.len() - 1];
        let met: CellSet = self.way.iter().copied().collect();
        for cell in (self.cells & PEER_SETS[last.index()]).without(met).iter() {
            // The cells 3, 5, … links back. Adjacent cells are naked pairs, which precede this technique.
            let mut seen = seen;
            for other in self.way.iter().rev().skip(2).step_by(2) {
                seen |= PEER_SETS[cell.index()] & PEER_SETS[other.index()];
            }
            self.way.push(cell);
            if matches!(self.way.len(), 4 | 6 | 8 | 10) && self.ends_remove(cell) {
                let worth =
                    best::worth(self.digits, |digit| self.targets[usize::from(digit) - 1] & seen);
                if worth < best.0 {
                    let pair = RemotePair { digits: self.digits, cells: self.way.clone() };
                    *best = (worth, Some(pair), seen);
                }
            }
            if self.way.len() < LONGEST {
                self.extend(seen, best);
            }
            self.way.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::hodoku::proof::Proof;
    use crate::logic::testing::{marked, pencilmarks};

    #[test]
    fn cells_an_odd_number_of_links_apart_hold_both_digits() {
        let chain = |last| marked(&[("r1c1 r1c5 r5c5", "12"), ("r5c3", last)]);
        let position = chain("12");
        let found = remote_pair(&position, &Changes::ALL).unwrap();
        let step = found.clone().into::<Proof>().step(&position);
        assert_eq!(
            step.notation,
            "Remote Pair: 1/2 r1c1 -2- r1c5 -1- r5c5 -2- r5c3 => r123c3,r456c1<>1, r123c3,r456c1<>2"
        );
        assert_eq!((step.houses, step.complexity), (vec![0, 13, 4], 8));
        assert_eq!(remote_pair(&position, &Changes::NONE), None);
        assert_eq!(remote_pair(&chain("13"), &Changes::ALL), None);
    }

    #[test]
    fn the_ends_of_the_chain_remove_something() {
        let position = pencilmarks(
            "368 146 9 5 2 18 7 346 346 \
             368 146 346 69 7 18 5 3469 2 \
             7 5 2 3 4 69 69 1 8 \
             369 4679 346 8 5 2 169 3469 13467 \
             1 68 368 7 9 4 2 5 36 \
             2 479 5 1 6 3 89 489 47 \
             69 2 1 4 8 69 3 7 5 \
             5 3 68 2 1 7 4 68 9 \
             4 689 7 69 3 5 168 2 16",
        );
        // The six cells from r3c7 to r7c1 would remove more, but their ends remove nothing.
        let found = remote_pair(&position, &Changes::ALL).unwrap();
        assert_eq!(
            found.clone().into::<Proof>().step(&position).notation,
            "Remote Pair: 6/9 r2c4 -9- r3c6 -6- r7c6 -9- r7c1 => r2c1<>6"
        );
    }
}
