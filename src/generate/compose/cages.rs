//! Divisions of a board into cages whose digits differ, and changes that exclude other solutions.
//!
//! ```text
//!   ┌───┬─┐   a second solution exchanges the digits of x and y, which are in one cage: the sums agree
//!   │x y│z│
//!   └───┼ │   moved: y joins z. Both sums now differ under the second solution, because a cage whose sum agreed
//!   ┌─┐ │ │   gains or loses a cell that does not
//! ```
//!
//! Cages start in the cell with the fewest free neighbors and grow to a random size, so that few single cells remain;
//! these join a neighbor. A cage of four cells or more is divided rather than changed.

#![forbid(unsafe_code)]

use crate::random::Words;
use crate::rules::of_given;

/// The number of divisions and of changed cells tried for each other solution.
const TRIES: usize = 12;

/// The cages of a board: each cell is in one.
pub struct Cages {
    side: usize,
    /// The sizes of the largest cage.
    largest: usize,
    /// The number of the cage of each cell.
    of: Vec<u16>,
    /// The cells of each cage, which may be empty after changes.
    pub cages: Vec<Vec<u16>>,
}

const NONE: u16 = u16::MAX;

impl Cages {
    /// Random cages for a grid; `weights[k]` is the weight of size k.
    pub fn random(side: usize, grid: &[u8], weights: &[u32], words: &mut Words) -> Cages {
        let largest = weights.iter().rposition(|&weight| weight > 0).unwrap_or(1);
        let (of, cages) = (vec![NONE; side * side], Vec::new());
        let mut all = Cages { side, largest, of, cages };
        while let Some(first) = all.tightest(0..(side * side) as u16, words) {
            let number = all.cages.len() as u16;
            all.cages.push(Vec::new());
            all.put(first, number);
            let size = size(weights, words);
            while all.cages[usize::from(number)].len() < size {
                let cage = &all.cages[usize::from(number)];
                let digits = digits(cage, grid);
                let near = cage
                    .iter()
                    .flat_map(|&cell| neighbors(side, cell))
                    .filter(|&cell| of_given(grid[usize::from(cell)]) & digits == 0);
                let Some(next) = all.tightest(near.collect::<Vec<_>>(), words) else { break };
                all.put(next, number);
            }
        }
        all.join_singles(grid);
        all
    }

    /// One of the free cells that have the fewest free neighbors.
    fn tightest(&self, cells: impl IntoIterator<Item = u16>, words: &mut Words) -> Option<u16> {
        let free = |cell: u16| self.of[usize::from(cell)] == NONE;
        let mut fewest = usize::MAX;
        let mut found = Vec::new();
        for cell in cells.into_iter().filter(|&cell| free(cell)) {
            let around = neighbors(self.side, cell).filter(|&cell| free(cell)).count();
            if around < fewest {
                fewest = around;
                found.clear();
            }
            if around == fewest && !found.contains(&cell) {
                found.push(cell);
            }
        }
        (!found.is_empty()).then(|| found[words.below(found.len() as u64) as usize])
    }

    fn put(&mut self, cell: u16, number: u16) {
        self.of[usize::from(cell)] = number;
        self.cages[usize::from(number)].push(cell);
    }

    /// Moves a cell to another cage.
    fn shift(&mut self, cell: u16, number: u16) {
        let old = &mut self.cages[usize::from(self.of[usize::from(cell)])];
        old.retain(|&other| other != cell);
        self.put(cell, number);
    }

    /// Joins cages of one cell to a neighbor, or takes a neighboring cell from a cage of three or more.
    fn join_singles(&mut self, grid: &[u8]) {
        for number in 0..self.cages.len() {
            let &[cell] = &self.cages[number][..] else { continue };
            let digit = of_given(grid[usize::from(cell)]);
            let near = || neighbors(self.side, cell).map(|near| self.of[usize::from(near)]);
            let size = |cage: u16| self.cages[usize::from(cage)].len();
            let fits = |&cage: &u16| {
                size(cage) < self.largest
                    && digits(&self.cages[usize::from(cage)], grid) & digit == 0
            };
            if let Some(cage) = near().filter(fits).min_by_key(|&cage| (size(cage), cage)) {
                self.shift(cell, cage);
                continue;
            }
            let given = neighbors(self.side, cell).find(|&other| {
                let cage = self.of[usize::from(other)];
                size(cage) > 2
                    && of_given(grid[usize::from(other)]) != digit
                    && self.holds_without(cage, &[other])
            });
            if let Some(other) = given {
                self.shift(other, number as u16);
            }
        }
    }

    /// Whether the cells of a cage are still connected without some of them.
    fn holds_without(&self, cage: u16, removed: &[u16]) -> bool {
        let cells = &self.cages[usize::from(cage)];
        let rest: Vec<u16> = cells.iter().copied().filter(|cell| !removed.contains(cell)).collect();
        is_connected(self.side, &rest)
    }

    /// Whether the sums of the cages distinguish a grid from the solution.
    fn excludes(&self, grid: &[u8], other: &[u8]) -> bool {
        self.cages.iter().any(|cage| {
            sum(cage, grid) != sum(cage, other)
                || digits(cage, other).count_ones() as usize != cage.len()
        })
    }

    /// Changes the cages such that none of the `others`, of which only the last satisfies them, does. Returns whether it
    /// succeeded.
    pub fn exclude(&mut self, grid: &[u8], others: &[Vec<u8>], words: &mut Words) -> bool {
        let other = others.last().expect("another solution");
        let mut cells: Vec<u16> = (0..grid.len() as u16)
            .filter(|&cell| grid[usize::from(cell)] != other[usize::from(cell)])
            .collect();
        words.shuffle(&mut cells);
        for &cell in cells.iter().take(TRIES) {
            if self.divide(cell, grid, other, words) {
                return true;
            }
        }
        // Prefer changes that leave no single cell.
        for fewest in [2, 1] {
            for &cell in &cells {
                let from = self.of[usize::from(cell)];
                if self.cages[usize::from(from)].len() <= fewest
                    || !self.holds_without(from, &[cell])
                {
                    continue;
                }
                let mut near: Vec<u16> =
                    neighbors(self.side, cell).map(|near| self.of[usize::from(near)]).collect();
                words.shuffle(&mut near);
                for to in near {
                    let cage = &self.cages[usize::from(to)];
                    if to == from
                        || cage.len() >= self.largest
                        || digits(cage, grid) & of_given(grid[usize::from(cell)]) != 0
                    {
                        continue;
                    }
                    self.shift(cell, to);
                    if others.iter().all(|other| self.excludes(grid, other)) {
                        return true;
                    }
                    self.shift(cell, from);
                }
            }
        }
        false
    }

    /// Divides the cage of a cell into two connected parts of two cells or more whose sums the other grid changes.
    fn divide(&mut self, cell: u16, grid: &[u8], other: &[u8], words: &mut Words) -> bool {
        let number = self.of[usize::from(cell)];
        let cage = &self.cages[usize::from(number)];
        if cage.len() < 4 {
            return false;
        }
        let size = 2 + words.below(cage.len() as u64 - 3) as usize;
        let mut part = vec![cell];
        while part.len() < size {
            let near: Vec<u16> = part
                .iter()
                .flat_map(|&cell| neighbors(self.side, cell))
                .filter(|near| cage.contains(near) && !part.contains(near))
                .collect();
            part.push(near[words.below(near.len() as u64) as usize]);
        }
        if !self.holds_without(number, &part) || sum(&part, grid) == sum(&part, other) {
            return false;
        }
        let new = self.cages.len() as u16;
        self.cages.push(Vec::new());
        part.into_iter().for_each(|cell| self.shift(cell, new));
        true
    }
}

/// A random size.
pub fn size(weights: &[u32], words: &mut Words) -> usize {
    let mut left = words.below(weights.iter().map(|&weight| u64::from(weight)).sum());
    for (size, &weight) in weights.iter().enumerate() {
        if left < u64::from(weight) {
            return size;
        }
        left -= u64::from(weight);
    }
    unreachable!("the number is below the sum of the weights")
}

fn digits(cells: &[u16], grid: &[u8]) -> u64 {
    cells.iter().fold(0, |set, &cell| set | of_given(grid[usize::from(cell)]))
}

fn sum(cells: &[u16], grid: &[u8]) -> u32 {
    cells.iter().map(|&cell| u32::from(grid[usize::from(cell)])).sum()
}

/// The cells that share an edge with a cell.
pub fn neighbors(side: usize, cell: u16) -> impl Iterator<Item = u16> {
    let (cell, n) = (usize::from(cell), side);
    let (row, column) = (cell / n, cell % n);
    let near = [
        (row > 0).then(|| cell - n),
        (column > 0).then(|| cell - 1),
        (column + 1 < n).then(|| cell + 1),
        (row + 1 < n).then(|| cell + n),
    ];
    near.into_iter().flatten().map(|cell| cell as u16)
}

/// Whether cells form one piece.
pub fn is_connected(side: usize, cells: &[u16]) -> bool {
    let Some(&first) = cells.first() else { return true };
    let mut found = vec![first];
    let mut next = 0;
    while let Some(&cell) = found.get(next) {
        next += 1;
        for near in neighbors(side, cell) {
            if cells.contains(&near) && !found.contains(&near) {
                found.push(near);
            }
        }
    }
    found.len() == cells.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Domain, Key};

    /// A grid whose digits increase along its rows; successive rows are shifted by several digits.
    fn cyclic(side: usize) -> Vec<u8> {
        let shift = |row: usize| row * 3 + row / 3;
        (0..side * side).map(|cell| ((shift(cell / side) + cell % side) % side) as u8 + 1).collect()
    }

    #[test]
    fn cages_cover_the_board() {
        for side in [4, 6, 9, 12] {
            let grid = cyclic(side);
            for item in 0..50 {
                let mut words = Key::from_u64(1).words(Domain::Marks, item, 0);
                let cages = Cages::random(side, &grid, &[0, 0, 3, 2, 1], &mut words);
                let mut covered: Vec<u16> = cages.cages.concat();
                covered.sort_unstable();
                assert!(covered.iter().copied().eq(0..(side * side) as u16));
                for cage in &cages.cages {
                    assert!(cage.len() <= 4 && is_connected(side, cage));
                    assert_eq!(digits(cage, &grid).count_ones() as usize, cage.len());
                }
            }
        }
    }

    /// Another grid with the sums of all cages: two cells of a cage exchange their digits.
    #[test]
    fn changed_cages_exclude_the_other_solutions() {
        let (side, grid) = (9, cyclic(9));
        let mut excluded = 0;
        for item in 0..50 {
            let mut words = Key::from_u64(2).words(Domain::Marks, item, 0);
            let mut cages = Cages::random(side, &grid, &[0, 0, 1, 1, 1], &mut words);
            let mut others: Vec<Vec<u8>> = Vec::new();
            for _ in 0..4 {
                let cage = cages.cages.iter().find(|cage| cage.len() > 1).expect("a cage of two");
                let mut other = grid.clone();
                other.swap(usize::from(cage[0]), usize::from(cage[1]));
                assert!(!cages.excludes(&grid, &other));
                others.push(other);
                if !cages.exclude(&grid, &others, &mut words) {
                    break;
                }
                excluded += 1;
                assert!(others.iter().all(|other| cages.excludes(&grid, other)));
                assert!(cages.cages.iter().all(|cage| is_connected(side, cage)));
            }
        }
        // Often the neighbors of both cells are full, or have their digits; real solutions differ in more cells.
        assert!(excluded > 100, "{excluded} of 200");
    }
}
