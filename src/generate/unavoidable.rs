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
//!
//! Both are parts of a graph of nine nodes: the rows of two digits, or the columns of two rows. All 54 graphs are closed at once
//! (Warshall), one in each 16-bit lane. Cycles of two cells a line are listed twice, which harms nothing.
//!
//! *Cost.* No branches, where following each part had a misprediction for each. docs/dev/generating.md has the figures.

#![forbid(unsafe_code)]

use crate::board::Grid;

/// Cells, bit i is cell i.
pub type CellSet = u128;

/// The cells in which two grids differ.
pub fn difference(one: &Grid, other: &Grid) -> CellSet {
    let mut bytes = [0; 16];
    let (one, other) = (one.cells().chunks(8), other.cells().chunks(8));
    for ((one, other), byte) in one.zip(other).zip(&mut bytes) {
        for (k, (a, b)) in one.iter().zip(other).enumerate() {
            *byte |= u8::from(a != b) << k;
        }
    }
    CellSet::from_le_bytes(bytes)
}

/// The number of listed sets that contain a cell: one for each other digit, one for each other line of its chutes.
const PER_CELL: usize = 8 + 4;

/// The graphs: of 36 pairs of digits, 9 pairs of rows, and 9 of columns; and two lanes that are not used.
const GRAPHS: usize = 36 + 9 + 9 + 2;

/// The pairs of digits, less 1.
const DIGITS: [(usize, usize); 36] = {
    let mut pairs = [(0, 0); 36];
    let (mut n, mut b) = (0, 1);
    while b < 9 {
        let mut a = 0;
        while a < b {
            pairs[n] = (a, b);
            n += 1;
            a += 1;
        }
        b += 1;
    }
    pairs
};

/// Two lines of a chute.
#[derive(Clone, Copy)]
struct Lines {
    /// Their first cells.
    starts: [usize; 2],
    /// From a cell to the next.
    along: usize,
    /// The places of their sets among those of a cell.
    slots: [usize; 2],
}

const LINES: [Lines; 18] = {
    let mut lines = [Lines { starts: [0; 2], along: 0, slots: [0; 2] }; 18];
    let mut n = 0;
    while n < 18 {
        let (along, across) = if n < 9 { (1, 9) } else { (9, 1) };
        // Of each three the pairs 0 1, 0 2, 1 2.
        let (one, other) = [(0, 1), (0, 2), (1, 2)][n % 3];
        let chute = n % 9 / 3 * 3;
        let slot = if n < 9 { 8 } else { 10 };
        lines[n] = Lines {
            starts: [(chute + one) * across, (chute + other) * across],
            along,
            slots: [slot + other - 1, slot + one],
        };
        n += 1;
    }
    lines
};

/// More than the sets, at most four for each graph, so that any number is an index.
const SETS: usize = 256;

/// The listed unavoidable sets of a grid, by cell.
#[derive(Clone)]
pub struct Unavoidable {
    of_cell: [[u8; PER_CELL]; 81],
}

/// The number of clues that each set has left.
#[derive(Clone, Copy)]
pub struct Left([u8; SETS]);

impl Unavoidable {
    /// The sets of `solution`, about 130, and the number of their cells.
    pub fn new(solution: &Grid) -> (Unavoidable, Left) {
        let cells = solution.cells();
        // The place of each digit in each row, and the row of each digit in each column and box, as a bit.
        let mut column_in_row = [[0u8; 9]; 9];
        let mut box_in_row = [[0u8; 9]; 9];
        let mut row_in_column = [[0u16; 9]; 9];
        let mut row_in_box = [[0u16; 9]; 9];
        for (i, &digit) in cells.iter().enumerate() {
            let (row, column, digit) = (i / 9, i % 9, usize::from(digit - 1));
            column_in_row[digit][row] = column as u8;
            box_in_row[digit][row] = (row / 3 * 3 + column / 3) as u8;
            row_in_column[digit][column] = 1 << row;
            row_in_box[digit][row / 3 * 3 + column / 3] = 1 << row;
        }
        // For each node of each graph the nodes that are in its part, as far as known.
        let mut parts = [[0u16; GRAPHS]; 9];
        for (graph, (a, b)) in DIGITS.into_iter().enumerate() {
            // From a row to those where `b` is in the column or the box of this row's `a`: both ways are permutations of the
            // rows, so going forward reaches the whole part.
            for (row, parts) in parts.iter_mut().enumerate() {
                let [column, r#box] = [column_in_row[a][row], box_in_row[a][row]].map(usize::from);
                parts[graph] = row_in_column[b][column] | row_in_box[b][r#box];
            }
        }
        for (graph, Lines { starts: [first, second], along, .. }) in (36..).zip(LINES) {
            // From a cell of the first line to that where the second has the digit beside it.
            let mut place = [0u16; 10];
            for k in 0..9 {
                place[usize::from(cells[first + k * along])] = 1 << k;
            }
            for (k, parts) in parts.iter_mut().enumerate() {
                parts[graph] = place[usize::from(cells[second + k * along])];
            }
        }
        for through in 0..9 {
            let reached = parts[through];
            for parts in &mut parts {
                for (part, reached) in parts.iter_mut().zip(&reached) {
                    *part |= reached & (*part >> through & 1).wrapping_neg();
                }
            }
        }

        let mut of = Unavoidable { of_cell: [[0; PER_CELL]; 81] };
        let (mut next, mut sizes) = (0, Left([0; SETS]));
        for (graph, (a, b)) in DIGITS.into_iter().enumerate() {
            let numbers = numbers(&parts, graph, &mut next);
            for (row, number) in numbers.into_iter().enumerate() {
                of.of_cell[9 * row + usize::from(column_in_row[a][row])][b - 1] = number;
                of.of_cell[9 * row + usize::from(column_in_row[b][row])][a] = number;
                sizes.0[usize::from(number)] += 2;
            }
        }
        for (graph, Lines { starts: [first, second], along, slots }) in (36..).zip(LINES) {
            let numbers = numbers(&parts, graph, &mut next);
            for (k, number) in numbers.into_iter().enumerate() {
                of.of_cell[first + k * along][slots[0]] = number;
                of.of_cell[second + k * along][slots[1]] = number;
                sizes.0[usize::from(number)] += 2;
            }
        }
        (of, sizes)
    }

    /// All sets.
    pub fn sets(&self) -> Vec<CellSet> {
        let mut sets = [0; SETS];
        for (cell, numbers) in self.of_cell.iter().enumerate() {
            numbers.iter().for_each(|&number| sets[usize::from(number)] |= 1 << cell);
        }
        sets.into_iter().filter(|&set| set != 0).collect()
    }

    /// The number of `clues` in each set.
    pub fn left(&self, clues: CellSet) -> Left {
        let mut left = Left([0; SETS]);
        for (cell, numbers) in self.of_cell.iter().enumerate() {
            let clue = (clues >> cell & 1) as u8;
            numbers.iter().for_each(|&number| left.0[usize::from(number)] += clue);
        }
        left
    }

    /// Removes the clues `unit`, unless that empties a set; returns whether they were removed.
    #[inline]
    pub fn take(&self, unit: CellSet, left: &mut Left) -> bool {
        if unit.is_power_of_two() {
            return self.take_cell(unit.trailing_zeros() as usize, left);
        }
        let before = *left;
        let mut rest = unit;
        while rest != 0 {
            if !self.take_cell(rest.trailing_zeros() as usize, left) {
                *left = before;
                return false;
            }
            rest &= rest - 1;
        }
        true
    }

    #[inline(always)]
    fn take_cell(&self, cell: usize, left: &mut Left) -> bool {
        let numbers = &self.of_cell[cell];
        // No early exit: it would be mispredicted.
        let fewest = numbers.iter().fold(u8::MAX, |n, &i| n.min(left.0[usize::from(i)]));
        if fewest == 1 {
            return false;
        }
        numbers.iter().for_each(|&i| left.0[usize::from(i)] -= 1);
        true
    }
}

/// Numbers the parts of a graph from `next` on; returns that of each node.
#[inline]
fn numbers(parts: &[[u16; GRAPHS]; 9], graph: usize, next: &mut u8) -> [u8; 9] {
    let mut numbers = [0; 9];
    for node in 0..9 {
        let lowest = parts[node][graph].trailing_zeros() as usize;
        numbers[node] = if lowest < node { numbers[lowest] } else { *next };
        *next += u8::from(lowest >= node);
    }
    numbers
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
            let (of, sizes) = Unavoidable::new(&solution);
            assert!(of.sets().len() > 36);
            assert_eq!(of.left(CellSet::MAX >> (128 - 81)).0, sizes.0);
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
