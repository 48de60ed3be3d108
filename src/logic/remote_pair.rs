//! Remote pairs: a chain of cells with the same two candidates.
//!
//! ```text
//!   a b ── a b ── a b ── a b       each cell sees the next, so their values alternate: two cells an odd number of links
//!                                  apart hold both digits, and a cell that sees these two holds neither
//! ```

use smallvec::SmallVec;

use crate::board::{Cell, Digits};

use super::best::{self, WORTHLESS, Worth};
use super::cells::{CellSet, PEER_SETS};
use super::found::{Found, Proof, Technique};
use super::position::Position;

/// The longest chain, in cells.
const LONGEST: usize = 10;

/// A chain of cells that have the same two candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RemotePair {
    pub(crate) digits: Digits,
    pub(crate) cells: SmallVec<[Cell; LONGEST]>,
}

/// The search among the cells of one pair of digits.
struct Search {
    digits: Digits,
    cells: CellSet,
    /// The cells that have one of the digits.
    targets: [CellSet; 9],
    way: SmallVec<[Cell; LONGEST]>,
}

/// The chain that removes most: of an even number of cells, 4 to 10.
pub(crate) fn remote_pair(position: &Position) -> Option<Found> {
    let two = position.cells_by_count().two;
    let mut best: (Worth, Option<RemotePair>, CellSet) = (WORTHLESS, None, CellSet::NONE);
    for start in two.iter() {
        let digits = position.candidates(start);
        let cells = digits.iter().fold(two, |cells, digit| cells & position.cells(digit));
        if cells.len() < 4 {
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
    Some(Found {
        technique: Technique::RemotePair,
        placements: SmallVec::new(),
        eliminations,
        proof: Proof::RemotePair(pair),
    })
}

impl Search {
    /// Adds cells to the way; `seen` are the cells that see two cells of it an odd number of links apart.
    fn extend(&mut self, seen: CellSet, best: &mut (Worth, Option<RemotePair>, CellSet)) {
        let last = self.way[self.way.len() - 1];
        let met: CellSet = self.way.iter().copied().collect();
        for cell in (self.cells & PEER_SETS[last.index()]).without(met).iter() {
            // Three, five, … links back; neighbours are naked pairs, which come before.
            let mut seen = seen;
            for other in self.way.iter().rev().skip(2).step_by(2) {
                seen |= PEER_SETS[cell.index()] & PEER_SETS[other.index()];
            }
            self.way.push(cell);
            if self.way.len() % 2 == 0 && self.way.len() >= 4 {
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
