//! Random regions: divisions of a board into connected pieces with as many cells as a row.
//!
//! ```text
//!   A A B      a and b change regions if A and B stay connected.       A A B
//!   A a B      Short borders are preferred, so that regions            A b B
//!   b B B      are compact.                                            a B B   (a not connected to B's rest: refused)
//! ```
//!
//! The walk begins with boxes, or with rows if the side is prime, and ends when no region is a row or a column and few
//! are boxes or other rectangles. With a symmetry, the images of two cells are exchanged together, so that the regions
//! keep the symmetry of the boxes.

#![forbid(unsafe_code)]

use crate::random::Words;

use crate::generate::symmetry::Symmetry;

use super::cages::{is_connected, neighbors};

/// The maximum number of exchanges tried for each cell, and the least number made for two cells.
const TRIED: usize = 3_000;
const MADE: usize = 3;

/// The number of regions for each one that may be a rectangle.
const REGIONS_FOR_RECTANGLE: usize = 4;

/// The region of each cell, numbered from 0 in the order of their first cells; `None` if the boxes of the board do not
/// have the symmetry, or if the walk finds no irregular regions.
pub fn random(side: usize, symmetry: Symmetry, words: &mut Words) -> Option<Vec<u16>> {
    let moves = symmetry.permutations(side);
    let height =
        (1..=side).filter(|height| side.is_multiple_of(*height) && height * height <= side);
    let height = height.max().unwrap_or(1);
    let width = side / height;
    let area = side * side;
    let place = |cell: usize| (cell / side / height * height + cell % side / width) as u16;
    let mut walk = Walk::new(side, (0..area).map(place).collect());
    let is_same = |a: usize, b: usize| walk.region[a] == walk.region[b];
    let keeps = |to: &Vec<usize>| {
        (1..area).all(|cell| is_same(cell, cell - 1) == is_same(to[cell], to[cell - 1]))
    };
    if !moves.iter().all(keeps) {
        return None;
    }
    let mut made = 0;
    for _ in 0..TRIED * area {
        if walk.exchange(&moves, words) {
            made += 1;
            if made >= MADE * area / (2 * moves.len()) && walk.is_irregular() {
                return Some(walk.numbered());
            }
        }
    }
    None
}

struct Walk {
    side: usize,
    region: Vec<u16>,
    /// The cells of each region.
    cells: Vec<Vec<u16>>,
}

impl Walk {
    fn new(side: usize, region: Vec<u16>) -> Walk {
        let mut cells = vec![Vec::new(); side];
        for (cell, &number) in region.iter().enumerate() {
            cells[usize::from(number)].push(cell as u16);
        }
        Walk { side, region, cells }
    }

    /// Tries to exchange two random cells and their images; returns whether it did.
    fn exchange(&mut self, moves: &[Vec<usize>], words: &mut Words) -> bool {
        let a = words.below(self.region.len() as u64) as usize;
        let near: Vec<u16> = neighbors(self.side, a as u16).collect();
        if near.is_empty() {
            return false;
        }
        let beside = near[words.below(near.len() as u64) as usize];
        let (from, to) = (self.region[a], self.region[usize::from(beside)]);
        if from == to {
            return false;
        }
        let partners = &self.cells[usize::from(to)];
        let b = usize::from(partners[words.below(partners.len() as u64) as usize]);
        let touches = neighbors(self.side, b as u16)
            .any(|near| usize::from(near) != a && self.region[usize::from(near)] == from);
        if !touches {
            return false;
        }
        let mut pairs: Vec<(usize, usize)> = moves.iter().map(|to| (to[a], to[b])).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut cells: Vec<usize> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        cells.sort_unstable();
        if cells.windows(2).any(|pair| pair[0] == pair[1]) {
            return false;
        }
        let before = self.borders(&cells);
        pairs.iter().for_each(|&(a, b)| self.swap(a, b));
        let after = self.borders(&cells);
        // A longer border is accepted with probability 1/2 for each edge; edges that are images of each other count once.
        let longer = after.saturating_sub(before) / pairs.len();
        let is_short = longer == 0 || words.below(1 << longer.min(16)) == 0;
        if is_short && cells.iter().all(|&cell| self.is_connected(self.region[cell])) {
            return true;
        }
        pairs.iter().for_each(|&(a, b)| self.swap(a, b));
        false
    }

    /// Exchanges the regions of two cells.
    fn swap(&mut self, a: usize, b: usize) {
        for (cell, other) in [(a, b), (b, a)] {
            let cells = &mut self.cells[usize::from(self.region[cell])];
            let at = cells.iter_mut().find(|known| usize::from(**known) == cell);
            *at.expect("each cell is in the list of its region") = other as u16;
        }
        self.region.swap(a, b);
    }

    /// The number of edges of some cells between different regions.
    fn borders(&self, cells: &[usize]) -> usize {
        let differs = |a: usize, b: u16| self.region[a] != self.region[usize::from(b)];
        let edges = |&cell: &usize| {
            neighbors(self.side, cell as u16).filter(|&near| differs(cell, near)).count()
        };
        cells.iter().map(edges).sum()
    }

    fn is_connected(&self, number: u16) -> bool {
        is_connected(self.side, &self.cells[usize::from(number)])
    }

    /// Whether no region is a row or a column, and few are rectangles.
    fn is_irregular(&self) -> bool {
        let span = |values: Vec<usize>| match (values.iter().min(), values.iter().max()) {
            (Some(least), Some(most)) => most - least + 1,
            _ => 0,
        };
        let mut rectangles = 0;
        for cells in &self.cells {
            let height = span(cells.iter().map(|&cell| usize::from(cell) / self.side).collect());
            let width = span(cells.iter().map(|&cell| usize::from(cell) % self.side).collect());
            if height == 1 || width == 1 {
                return false;
            }
            rectangles += usize::from(height * width == self.side);
        }
        rectangles * REGIONS_FOR_RECTANGLE <= self.side
    }

    /// The regions, numbered by their first cells.
    fn numbered(self) -> Vec<u16> {
        let mut order: Vec<u16> = Vec::new();
        let mut number = |region: u16| {
            let known = order.iter().position(|&other| other == region);
            known.unwrap_or_else(|| {
                order.push(region);
                order.len() - 1
            }) as u16
        };
        self.region.into_iter().map(&mut number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Domain, Key};

    #[test]
    fn regions_are_connected_and_irregular() {
        for side in 1..=9 {
            for (name, symmetry) in Symmetry::NAMED {
                let key = Key::from_u64(1);
                let mut words = key.words(Domain::Marks, side as u64, 0);
                let found: Vec<_> = (0..2).map(|_| random(side, symmetry, &mut words)).collect();
                if side < 4 || found.contains(&None) {
                    assert!(found.iter().all(Option::is_none), "{side} {name}");
                    assert!(side < 4 || name != "none" && name != "half_turn", "{side} {name}");
                }
                for regions in found.into_iter().flatten() {
                    let walk = Walk::new(side, regions);
                    for number in 0..side as u16 {
                        let size = walk.region.iter().filter(|&&region| region == number).count();
                        assert!(size == side && walk.is_connected(number), "{side} {name}");
                    }
                    assert!(walk.is_irregular(), "{side} {name}");
                    let same = |a: usize, b: usize| walk.region[a] == walk.region[b];
                    for to in symmetry.permutations(side) {
                        for a in 0..side * side {
                            let mut before = 0..a;
                            assert!(
                                before.all(|b| same(a, b) == same(to[a], to[b])),
                                "{side} {name}"
                            );
                        }
                    }
                }
            }
        }
    }
}
