//! Unavoidable sets: sets of cells of which every puzzle needs a clue.
//!
//! ```text
//!   . 4 . | . 7 .          in some grid these four cells hold 4 7 / 7 4: exchanged, they give another grid with
//!   . 7 . | . 4 .          the same remaining cells, so every puzzle of this grid needs a clue in one of them
//! ```
//!
//! A set is a mask of 81 bits. A clue is *known to be needed* if some set has no other clue left; that saves a search. Only sets
//! that are cheap to find are listed: for each two digits, the connected parts of their 18 cells (a part can exchange the two
//! digits), and for each two rows of a band or columns of a stack, the cycles of columns or rows in which they hold the same
//! digits. Searches find others: the cells in which a second solution differs are an unavoidable set.

#![forbid(unsafe_code)]

use crate::board::Grid;

/// Cells, bit i is cell i.
pub type CellSet = u128;

/// The cells in which two grids differ.
pub fn difference(one: &Grid, other: &Grid) -> CellSet {
    one.cells()
        .iter()
        .zip(other.cells())
        .enumerate()
        .fold(0, |set, (i, (a, b))| set | CellSet::from(a != b) << i)
}

/// The number of listed sets that contain a cell: one for each other digit, one for each other line of its chutes.
const PER_CELL: usize = 8 + 4;

/// The number that denotes no set.
const NONE: u8 = 0;

/// At most 36 · 4 + 18 · 3 sets, and number 0.
const SETS: usize = 200;

/// The listed unavoidable sets of a grid, by cell.
#[derive(Clone)]
pub struct Unavoidable {
    /// The sets of each cell.
    of_cell: [[u8; PER_CELL]; 81],
    /// The number of sets, number 0 included.
    number: u8,
    /// The number of cells of each.
    size: Left,
}

/// The number of clues that each set has left.
#[derive(Clone, Copy)]
pub struct Left([u8; SETS]);

impl Unavoidable {
    /// The sets of `solution`, about 110.
    pub fn new(solution: &Grid) -> Unavoidable {
        let mut of =
            Unavoidable { of_cell: [[NONE; PER_CELL]; 81], number: 1, size: Left([0; SETS]) };
        of.size.0[usize::from(NONE)] = u8::MAX;
        of.two_digits(solution);
        of.two_lines(solution);
        of
    }

    /// All sets.
    pub fn sets(&self) -> Vec<CellSet> {
        let mut sets = vec![0; usize::from(self.number)];
        for (cell, numbers) in self.of_cell.iter().enumerate() {
            numbers.iter().for_each(|&number| sets[usize::from(number)] |= 1 << cell);
        }
        sets.split_off(1)
    }

    /// The number of `clues` in each set.
    pub fn left(&self, clues: CellSet) -> Left {
        if clues.count_ones() == 81 {
            return self.size;
        }
        let mut left = Left([0; SETS]);
        for (cell, numbers) in self.of_cell.iter().enumerate() {
            let clue = (clues >> cell & 1) as u8;
            numbers.iter().for_each(|&number| left.0[usize::from(number)] += clue);
        }
        left.0[usize::from(NONE)] = u8::MAX;
        left
    }

    /// Removes the clues `unit`, unless that empties a set; returns whether they were removed.
    #[inline]
    pub fn take(&self, unit: CellSet, left: &mut Left) -> bool {
        let cell = unit.trailing_zeros() as usize;
        if unit & (unit - 1) == 0 {
            let numbers = &self.of_cell[cell];
            // No early exit: it would be mispredicted.
            let fewest = numbers.iter().fold(u8::MAX, |n, &i| n.min(left.0[usize::from(i)]));
            if fewest == 1 {
                return false;
            }
            numbers.iter().for_each(|&i| left.0[usize::from(i)] -= 1);
            left.0[usize::from(NONE)] = u8::MAX;
            return true;
        }
        let before = *left;
        let mut rest = unit;
        while rest != 0 {
            let cell: CellSet = rest & rest.wrapping_neg();
            if !self.take(cell, left) {
                *left = before;
                return false;
            }
            rest &= rest - 1;
        }
        true
    }

    /// Completes the set with the next number, of twice `length` cells.
    fn close(&mut self, length: u32) {
        self.size.0[usize::from(self.number)] = 2 * length as u8;
        self.number += 1;
    }

    /// For each two digits, the parts of their cells that can exchange them.
    fn two_digits(&mut self, solution: &Grid) {
        // The place of each digit in each row, column and box, as column or row of the cell.
        let mut column_in_row = [[0u8; 9]; 9];
        let mut row_in_column = [[0u8; 9]; 9];
        let mut row_in_box = [[0u8; 9]; 9];
        for (i, &digit) in solution.cells().iter().enumerate() {
            let (row, column, digit) = (i / 9, i % 9, usize::from(digit - 1));
            column_in_row[digit][row] = column as u8;
            row_in_column[digit][column] = row as u8;
            row_in_box[digit][row / 3 * 3 + column / 3] = row as u8;
        }
        for a in 0..9 {
            for b in a + 1..9 {
                // From a row to those where `b` is in the column or the box of this row's `a`: both ways are
                // permutations of the rows, so going forward reaches the whole part.
                let mut open = 0x1ffu16;
                while open != 0 {
                    let mut front = open & open.wrapping_neg();
                    let before = open.count_ones();
                    while front != 0 {
                        let row = front.trailing_zeros() as usize;
                        let column = usize::from(column_in_row[a][row]);
                        let other = usize::from(column_in_row[b][row]);
                        self.of_cell[9 * row + column][b - 1] = self.number;
                        self.of_cell[9 * row + other][a] = self.number;
                        open &= !(1 << row);
                        front |= 1 << row_in_column[b][column];
                        front |= 1 << row_in_box[b][row / 3 * 3 + column / 3];
                        front &= open;
                    }
                    self.close(before - open.count_ones());
                }
            }
        }
    }

    /// For each two rows of a band or columns of a stack, the cycles in which they can exchange their digits. Cycles of two
    /// cells a line are two-digit sets and left out.
    fn two_lines(&mut self, solution: &Grid) {
        let cells = solution.cells();
        for (direction, (along, across)) in [(1, 9), (9, 1)].into_iter().enumerate() {
            for first in 0..9 {
                let mut place = [0usize; 10];
                for k in 0..9 {
                    place[usize::from(cells[first * across + k * along])] = k;
                }
                for second in first + 1..first / 3 * 3 + 3 {
                    let slot = 8 + 2 * direction;
                    // Of the other two lines of the chute, the first or the second.
                    let (slot_first, slot_second) = (slot + second % 3 - 1, slot + first % 3);
                    let mut open = 0x1ffu16;
                    while open != 0 {
                        let start = open;
                        let mut k = open.trailing_zeros() as usize;
                        while open >> k & 1 == 1 {
                            open &= !(1 << k);
                            k = place[usize::from(cells[second * across + k * along])];
                        }
                        let mut cycle = start & !open;
                        let length = cycle.count_ones();
                        if length > 2 {
                            while cycle != 0 {
                                let k = cycle.trailing_zeros() as usize;
                                self.of_cell[first * across + k * along][slot_first] = self.number;
                                self.of_cell[second * across + k * along][slot_second] =
                                    self.number;
                                cycle &= cycle - 1;
                            }
                            self.close(length);
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;

    #[test]
    fn exchanging_the_cells_of_a_set_gives_another_grid() {
        for solution in [
            "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
            "123456789456789123789123456231674895875912364694538217317265948542897631968341572",
        ] {
            let cells: Vec<u8> = solution.bytes().map(|byte| byte - b'0').collect();
            let solution = Grid::new(cells.try_into().unwrap()).unwrap();
            let of = Unavoidable::new(&solution);
            assert!(of.sets().len() > 36);
            let mut longest = 0;
            for set in of.sets() {
                let inside: Vec<Cell> = Cell::all().filter(|c| set >> c.index() & 1 == 1).collect();
                let mut digits: Vec<u8> = inside.iter().map(|&cell| solution.get(cell)).collect();
                digits.sort_unstable();
                digits.dedup();
                longest = longest.max(digits.len());
                // Two digits change places, or two lines do.
                let exchanged = |cell: Cell| {
                    if digits.len() == 2 {
                        return digits[0] + digits[1] - solution.get(cell);
                    }
                    let rows = inside.iter().filter(|other| other.row() == cell.row()).count() > 2;
                    let same = |other: &Cell| {
                        if rows {
                            other.column() == cell.column()
                        } else {
                            other.row() == cell.row()
                        }
                    };
                    let partner = inside.iter().find(|&other| *other != cell && same(other));
                    solution.get(*partner.expect("two lines"))
                };
                let mut other = solution;
                inside.iter().for_each(|&cell| other.set(cell, exchanged(cell)));
                assert!(other.is_solution() && other != solution);
                assert_eq!(difference(&solution, &other), set);
                // Taken one after the other, the last is protected; all together are, too.
                let mut left = of.left(CellSet::MAX >> (128 - 81));
                assert!(!of.take(set, &mut left));
                for (i, &cell) in inside.iter().enumerate() {
                    let mut alone = of.left(set);
                    assert!(!of.take(set, &mut alone) && alone.0 == of.left(set).0);
                    let rest = inside[i..].iter().fold(0, |a, c| a | 1 << c.index());
                    let mut left = of.left(rest | (CellSet::MAX >> (128 - 81)) & !set);
                    assert_eq!(of.take(1 << cell.index(), &mut left), i + 1 < inside.len());
                }
            }
            assert!(longest > 2);
        }
    }
}
