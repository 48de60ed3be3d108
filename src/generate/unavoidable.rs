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

/// The parts of each two digits' cells that can exchange them, put behind what `sets` holds; about 80.
pub fn two_digit_sets(solution: &Grid, sets: &mut Vec<CellSet>) {
    // Where each digit stands in each row, column and box, as the row of the cell.
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
            // Rows hang together where the cell of `a` in the one sees the cell of `b` in the other; two hops
            // close a part, and the smallest row names it.
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
                let mut part = open & open.wrapping_neg();
                loop {
                    let mut grown = part;
                    let mut rest = part;
                    while rest != 0 {
                        grown |= linked[rest.trailing_zeros() as usize];
                        rest &= rest - 1;
                    }
                    if grown == part {
                        break;
                    }
                    part = grown;
                }
                open &= !part;
                let mut set = 0;
                let mut rest = part;
                while rest != 0 {
                    let row = rest.trailing_zeros() as usize;
                    set |= 1 << (9 * row + usize::from(column_in_row[a][row]));
                    set |= 1 << (9 * row + usize::from(column_in_row[b][row]));
                    rest &= rest - 1;
                }
                sets.push(set);
            }
        }
    }
}

/// The cycles in which two rows of a band, or two columns of a stack, can exchange their digits; about 45, of which
/// the four-cell ones are two-digit sets as well.
pub fn two_line_sets(solution: &Grid, sets: &mut Vec<CellSet>) {
    let cells = solution.cells();
    for (along, across) in [(1, 9), (9, 1)] {
        for first in 0..9 {
            let mut place = [0usize; 10];
            for k in 0..9 {
                place[usize::from(cells[first * across + k * along])] = k;
            }
            for second in first + 1..first / 3 * 3 + 3 {
                let mut open = 0x1ffu16;
                while open != 0 {
                    let mut set = 0;
                    let mut k = open.trailing_zeros() as usize;
                    let mut length = 0;
                    while open >> k & 1 == 1 {
                        open &= !(1 << k);
                        set |=
                            1 << (first * across + k * along) | 1 << (second * across + k * along);
                        k = place[usize::from(cells[second * across + k * along])];
                        length += 1;
                    }
                    // Cycles of two are listed with their two digits.
                    if length > 2 {
                        sets.push(set);
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
    fn exchanging_two_digits_in_a_set_gives_another_grid() {
        let solution =
            "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
        let cells: Vec<u8> = solution.bytes().map(|byte| byte - b'0').collect();
        let solution = Grid::new(cells.try_into().unwrap()).unwrap();
        let mut sets = Vec::new();
        two_digit_sets(&solution, &mut sets);
        assert!(sets.len() >= 36);
        for set in sets {
            let inside: Vec<Cell> = Cell::all().filter(|c| set >> c.index() & 1 == 1).collect();
            let mut digits: Vec<u8> = inside.iter().map(|&cell| solution.get(cell)).collect();
            digits.sort_unstable();
            digits.dedup();
            assert_eq!(digits.len(), 2);
            let mut other = solution;
            for cell in inside {
                other.set(cell, digits[0] + digits[1] - solution.get(cell));
            }
            assert!(other.is_solution() && other != solution);
            assert_eq!(difference(&solution, &other), set);
        }
    }

    #[test]
    fn exchanging_two_lines_in_a_set_gives_another_grid() {
        let solution =
            "123456789456789123789123456231674895875912364694538217317265948542897631968341572";
        let cells: Vec<u8> = solution.bytes().map(|byte| byte - b'0').collect();
        let solution = Grid::new(cells.try_into().unwrap()).unwrap();
        let mut sets = Vec::new();
        two_line_sets(&solution, &mut sets);
        assert!(!sets.is_empty());
        for set in sets {
            let inside: Vec<usize> = (0..81).filter(|i| set >> i & 1 == 1).collect();
            // Two rows hold more than two cells each; two columns hold two in each row.
            let rows = inside.iter().filter(|&&i| i / 9 == inside[0] / 9).count() > 2;
            let mut other = *solution.cells();
            for &i in &inside {
                let partner = inside
                    .iter()
                    .copied()
                    .find(|&j| j != i && if rows { j % 9 == i % 9 } else { j / 9 == i / 9 });
                other[i] = solution.cells()[partner.expect("two lines")];
            }
            let other = Grid::new(other).unwrap();
            assert!(other.is_solution() && other != solution);
            assert_eq!(difference(&solution, &other), set);
        }
    }
}
