//! Unavoidable sets: sets of cells in which every puzzle needs a clue.
//!
//! ```text
//!   . 4 . | . 7 .          in some grid these four cells hold 4 7 / 7 4: exchanged, they give another grid with
//!   . 7 . | . 4 .          the same remaining cells, so every puzzle of this grid needs a clue in one of them
//! ```
//!
//! A set is a mask of 81 bits. A clue is *known to be needed* if some set has no other clue left; this saves a search.
//! Only sets that are cheap to find are listed: for each two digits, the connected parts of their 18 cells (a part can
//! exchange the two digits), and for each two rows of a band or columns of a stack, the cycles of columns or rows in
//! which they hold the same digits. The controlled method finds further sets from searches: the cells in which a second
//! solution differs.
//!
//! The listed sets are parts of graphs with nine nodes: the rows of two digits, or the columns of two rows. The
//! closures of all graphs are computed at once (Warshall), one graph in each 16-bit lane. Cycles of two cells per line
//! are listed twice, which is harmless.
//!
//! *Cost.* There are no branches; following the parts one by one had a misprediction for each. The data that a removal
//! needs about the grid occupy 16 bytes, in the order of removal, because most of the time was spent waiting for
//! memory. docs/dev/generating.md has the figures.

#![forbid(unsafe_code)]

use crate::board::Grid;

/// A set of cells; bit i is cell i.
pub type CellSet = u128;

/// The set of all 81 cells.
pub const EVERYWHERE: CellSet = (1 << 81) - 1;

/// The cells of a set, in order.
#[inline]
pub fn cells(set: CellSet) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let cell = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (cell < 81).then_some(cell)
    })
}

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

/// The number of graphs: for each pair of digits, in both orders and each digit with itself; for each two rows of a
/// band; for each two columns of a stack; and unused lanes.
const GRAPHS: usize = 104;

/// The index of the first graph of two lines. Each line identifies the graph of the other two lines of its chute.
const LINES: usize = 81;

/// The other two lines of the chute of each line: the rows, then the columns.
const OTHERS: [[usize; 2]; 18] = {
    let mut others = [[0; 2]; 18];
    let mut line = 0;
    while line < 18 {
        let first = line / 3 * 3;
        others[line] = [first + (line + 1) % 3, first + (line + 2) % 3];
        line += 1;
    }
    others
};

/// The cells of each line: the rows, then the columns.
const LINE_CELLS: [[CellSet; 9]; 18] = {
    let mut cells = [[0; 9]; 18];
    let mut n = 0;
    while n < 81 {
        cells[n / 9][n % 9] = 1 << n;
        cells[9 + n % 9][n / 9] = 1 << n;
        n += 1;
    }
    cells
};

/// A clue of a solution, with the listed unavoidable sets that contain it, as a bit set.
///
/// ```text
///   13 fields of nine bits   its part in the graphs of its digit with each digit, itself included, of its row with the two
///                            [`OTHERS`], of its column with the two
///   7 bits, 4 bits           its cell, its digit minus 1
/// ```
#[derive(Clone, Copy)]
pub struct Clue(u128);

/// The positions of the lowest bits of a clue's cell and of its digit.
const CELL: u32 = 13 * 9;
const DIGIT: u32 = CELL + 7;

/// The lowest bit of each of the first `n` fields of a [`Clue`].
const fn fields(n: usize) -> u128 {
    let (mut ones, mut k) = (0, 0);
    while k < n {
        ones |= 1 << (9 * k);
        k += 1;
    }
    ones
}

/// The remaining clues.
#[derive(Clone, Copy)]
#[cfg_attr(test, derive(PartialEq, Debug))]
pub struct Left {
    /// For each digit, the rows in which it is a clue: bit 9 * digit + row.
    digits: u128,
    /// For each row, the columns of its clues; for each column, the rows.
    lines: [u16; 18],
}

/// The clues of `solution` in these cells.
pub fn clues(solution: &Grid, cells: &[u8]) -> Vec<Clue> {
    // The node of each digit in each row (its column), in each column (its row) and in each box (its row), as a bit.
    let mut lines = [[0u16; 9]; 18];
    let mut boxes = [[0u16; 9]; 9];
    let digits = solution.cells().iter().map(|&digit| usize::from(digit - 1));
    for (i, digit) in digits.clone().enumerate() {
        let (row, column) = (i / 9, i % 9);
        lines[row][digit] = 1 << column;
        lines[9 + column][digit] = 1 << row;
        boxes[row / 3 * 3 + column / 3][digit] = 1 << row;
    }
    // For each node of each graph, the nodes known to be in the same part.
    let mut parts = [[0u16; GRAPHS]; 9];
    for (i, digit) in digits.enumerate() {
        // Edges from a row to the rows where the other digit is in the column or the box of this row's `digit`. Both
        // maps are permutations of the rows, so following edges forward reaches the whole part.
        let (row, column) = (i / 9, i % 9);
        let to = &mut parts[row][9 * digit..][..9];
        let (in_column, in_box) = (&lines[9 + column], &boxes[row / 3 * 3 + column / 3]);
        for ((to, in_column), in_box) in to.iter_mut().zip(in_column).zip(in_box) {
            *to = in_column | in_box;
        }
        // An edge from a cell of a line to the cell where another line has its digit.
        for (line, place) in [(row, column), (9 + column, row)] {
            let [other, third] = OTHERS[line];
            parts[place][LINES + third] = lines[other][digit];
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
    let clue = |&cell: &u8| {
        let cell = usize::from(cell);
        let (row, column, digit) = (cell / 9, cell % 9, usize::from(solution.cells()[cell] - 1));
        let [a, b, c, d, e, f, g, h, i] =
            *parts[row][9 * digit..].first_chunk().expect("nine digits");
        let [k, j] = OTHERS[row].map(|third| parts[column][LINES + third]);
        let [m, l] = OTHERS[9 + column].map(|third| parts[row][LINES + third]);
        let low = joined([a, b, c, d, e, f, g]);
        let high = joined([h, i, j, k, l, m]);
        let place = (cell as u128) << CELL | (digit as u128) << DIGIT;
        Clue(place | u128::from(high) << (7 * 9) | u128::from(low))
    };
    cells.iter().map(clue).collect()
}

/// Joins fields of nine bits.
#[inline(always)]
fn joined<const N: usize>(fields: [u16; N]) -> u64 {
    fields.iter().rev().fold(0, |all, &field| all << 9 | u64::from(field))
}

/// All listed unavoidable sets of `solution`.
pub fn sets(solution: &Grid) -> Vec<CellSet> {
    let mut cell_of = [[0; 9]; 9];
    let mut cell = 1;
    for (i, &digit) in solution.cells().iter().enumerate() {
        cell_of[usize::from(digit - 1)][i / 9] = cell;
        cell <<= 1;
    }
    let mut sets = Vec::with_capacity(192);
    // Adds the part of a clue in a graph if the clue is its lowest node; `cells` contains the cells of each node.
    let mut add = |clue: Clue, field: usize, node: usize, cells: [&[CellSet; 9]; 2]| {
        let part = (clue.0 >> (9 * field)) as u16 & 0x1ff;
        if part.trailing_zeros() as usize == node {
            sets.push((0..9).fold(0, |set, node| {
                let inside = CellSet::from(part >> node & 1).wrapping_neg();
                set | (cells[0][node] | cells[1][node]) & inside
            }));
        }
    };
    let everywhere: [u8; 81] = std::array::from_fn(|cell| cell as u8);
    for clue in clues(solution, &everywhere) {
        let (row, column) = (clue.cell() / 9, clue.cell() % 9);
        for other in 0..clue.digit() {
            add(clue, other, row, [&cell_of[clue.digit()], &cell_of[other]]);
        }
        for (line, place, field) in [(row, column, 9), (9 + column, row, 11)] {
            for (k, other) in OTHERS[line].into_iter().enumerate() {
                if other > line {
                    add(clue, field + k, place, [&LINE_CELLS[line], &LINE_CELLS[other]]);
                }
            }
        }
    }
    sets
}

impl Clue {
    /// The cell of the clue.
    #[inline]
    pub fn cell(self) -> usize {
        (self.0 >> CELL) as usize & 0x7f
    }

    /// The digit of the clue, minus 1.
    #[inline]
    fn digit(self) -> usize {
        (self.0 >> DIGIT) as usize
    }
}

impl Left {
    /// All clues of a solution.
    pub const ALL: Left = Left { digits: EVERYWHERE, lines: [0x1ff; 18] };

    /// Only these clues.
    pub fn only(clues: &[Clue]) -> Left {
        let mut left = Left { digits: 0, lines: [0; 18] };
        for clue in clues {
            let (row, column) = (clue.cell() / 9, clue.cell() % 9);
            left.digits |= 1 << (9 * clue.digit() + row);
            left.lines[row] |= 1 << column;
            left.lines[9 + column] |= 1 << row;
        }
        left
    }

    /// Removes clues unless that empties a set; returns whether they were removed.
    #[inline]
    pub fn take(&mut self, clues: &[Clue]) -> bool {
        if let [clue] = clues {
            return self.take_one(*clue);
        }
        let before = *self;
        let taken = clues.iter().all(|&clue| self.take_one(clue));
        if !taken {
            *self = before;
        }
        taken
    }

    #[inline(always)]
    fn take_one(&mut self, clue: Clue) -> bool {
        let (row, column, digit) = (clue.cell() / 9, clue.cell() % 9, clue.digit());
        let rows = (self.digits >> (9 * digit)) as u64 & 0x1ff & !(1 << row);
        let [[a, b], [c, d]] = [(row, column), (9 + column, row)].map(|(line, place)| {
            let own = self.lines[line] & !(1 << place);
            OTHERS[line].map(|other| own | self.lines[other])
        });
        let beside = u128::from(joined([a, b, c, d])) << 81;
        let own = u128::from(rows) * fields(9);
        let inside = clue.0 & (self.digits | own | beside);
        // Whether a field is zero: the lowest such field borrows, which sets its highest bit. The field for the clue's
        // own digit contains the clue itself.
        if inside.wrapping_sub(fields(13)) & !inside & fields(13) << 8 != 0 {
            return false;
        }
        self.digits &= !(1 << (9 * digit + row));
        self.lines[row] &= !(1 << column);
        self.lines[9 + column] &= !(1 << row);
        true
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
            let clues = clues(&solution, &std::array::from_fn::<u8, 81, _>(|cell| cell as u8));
            let only = |set: CellSet| {
                let inside = clues.iter().filter(|clue| set >> clue.cell() & 1 == 1);
                Left::only(&inside.copied().collect::<Vec<Clue>>())
            };
            assert_eq!(only(EVERYWHERE), Left::ALL);
            assert!(sets(&solution).len() > 36);
            let mut longest = 0;
            for set in sets(&solution) {
                let inside: Vec<Cell> = Cell::all().filter(|c| set >> c.index() & 1 == 1).collect();
                let mut digits: Vec<u8> = inside.iter().map(|&cell| solution.get(cell)).collect();
                digits.sort_unstable();
                digits.dedup();
                longest = longest.max(digits.len());
                // Exchanges two digits or two lines.
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
                // If the cells are removed one after another, the last is protected; all together are protected too.
                let of_set: Vec<Clue> = inside.iter().map(|cell| clues[cell.index()]).collect();
                for before in [Left::ALL, only(set)] {
                    let mut left = before;
                    assert!(!left.take(&of_set) && left == before);
                }
                for i in 0..inside.len() {
                    let rest = inside[i..].iter().fold(0, |a, c| a | 1 << c.index());
                    let mut left = only(rest | EVERYWHERE & !set);
                    assert_eq!(left.take(&of_set[i..=i]), i + 1 < inside.len());
                }
            }
            assert!(longest > 2);
        }
    }
}
