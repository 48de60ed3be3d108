//! Sets of cells that a puzzle cannot leave blank altogether.
//!
//! ```text
//!   . 4 . | . 7 .          in some grid these four cells hold 4 7 / 7 4: exchanged, they give another grid with
//!   . 7 . | . 4 .          the same remaining cells, so every puzzle of this grid needs a clue in one of them
//! ```
//!
//! A set is a mask of 81 bits. A clue is *known to be needed* where some set has no other clue left; that saves
//! a search. Of all unavoidable sets only those are listed that cost next to nothing: for each two digits, the
//! connected parts of their 18 cells (a part can exchange the two digits), and for each two rows of a band or
//! columns of a stack, the cycles of columns or rows in which they hold the same digits. The search itself finds others: where
//! a puzzle has a second solution, the cells in which it differs are an unavoidable set.

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

/// How many of the listed sets a cell is in: one with each other digit, one with each other line of its chutes.
const PER_CELL: usize = 8 + 4;

/// The unavoidable sets of a grid that cost next to nothing, found by their cells.
pub struct Unavoidable {
    /// At most 36 · 4 + 18 · 3 sets behind number 0, which stands for none.
    sets: Vec<CellSet>,
    /// The sets of each cell.
    of_cell: [[u8; PER_CELL]; 81],
}

impl Unavoidable {
    /// The sets of `solution`, about 110: 1.5 microseconds.
    pub fn new(solution: &Grid) -> Unavoidable {
        let mut sets = Vec::with_capacity(200);
        sets.push(CellSet::MAX);
        let mut of = Unavoidable { sets, of_cell: [[0; PER_CELL]; 81] };
        of.two_digits(solution);
        of.two_lines(solution);
        of
    }

    /// All sets.
    pub fn sets(&self) -> &[CellSet] {
        &self.sets[1..]
    }

    /// Whether some set with a cell in `unit` has no cell in `clues`.
    #[inline]
    pub fn protect(&self, unit: CellSet, clues: CellSet) -> bool {
        let mut rest = unit;
        while rest != 0 {
            let sets = &self.of_cell[rest.trailing_zeros() as usize];
            // No early end: it would be mispredicted.
            let missed = sets
                .iter()
                .fold(false, |missed, &set| missed | (self.sets[usize::from(set)] & clues == 0));
            if missed {
                return true;
            }
            rest &= rest - 1;
        }
        false
    }

    /// For each two digits, the parts of their cells that can exchange them.
    fn two_digits(&mut self, solution: &Grid) {
        // Where each digit stands in each row, column and box, as column or row of the cell.
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
                // Rows hang together where the cell of `a` in the one sees the cell of `b` in the other.
                let mut linked = [0u16; 9];
                for row in 0..9 {
                    let column = usize::from(column_in_row[a][row]);
                    let r#box = row / 3 * 3 + column / 3;
                    for other in [row_in_column[b][column], row_in_box[b][r#box]] {
                        linked[row] |= 1 << other;
                        linked[usize::from(other)] |= 1 << row;
                    }
                }
                let mut open = 0x1ffu16;
                while open != 0 {
                    let number = self.sets.len() as u8;
                    let mut set = 0;
                    let mut front = open & open.wrapping_neg();
                    while front != 0 {
                        let row = front.trailing_zeros() as usize;
                        open &= !(1 << row);
                        front = (front | linked[row]) & open;
                        for (digit, other) in [(a, b - 1), (b, a)] {
                            let cell = 9 * row + usize::from(column_in_row[digit][row]);
                            set |= 1 << cell;
                            self.of_cell[cell][other] = number;
                        }
                    }
                    self.sets.push(set);
                }
            }
        }
    }

    /// For each two rows of a band or columns of a stack, the cycles in which they can exchange their digits. Those of
    /// two cells a line are two-digit sets as well and left out.
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
                        let mut set: CellSet = 0;
                        let mut k = open.trailing_zeros() as usize;
                        while open >> k & 1 == 1 {
                            open &= !(1 << k);
                            set |= 1 << (first * across + k * along);
                            set |= 1 << (second * across + k * along);
                            k = place[usize::from(cells[second * across + k * along])];
                        }
                        let mut cycle = start & !open;
                        if cycle.count_ones() > 2 {
                            let number = self.sets.len() as u8;
                            self.sets.push(set);
                            while cycle != 0 {
                                let k = cycle.trailing_zeros() as usize;
                                self.of_cell[first * across + k * along][slot_first] = number;
                                self.of_cell[second * across + k * along][slot_second] = number;
                                cycle &= cycle - 1;
                            }
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
            for &set in of.sets() {
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
                // Each of its cells is protected by it, and only where the others are gone.
                for &cell in &inside {
                    let unit = 1 << cell.index();
                    assert!(of.protect(unit, !set));
                    assert!(!of.protect(unit, CellSet::MAX & !unit));
                }
            }
            assert!(longest > 2);
        }
    }
}
