//! The measures of a board, its lines, and outlines of groups of cells.

use std::collections::BTreeSet;

use super::numbers::G;

/// The width of a cell.
pub const CELL: u32 = 40;
/// The offset of the first cell.
pub const MARGIN: u32 = 2;
/// The distance of an outline from the borders of the cells.
const INSET: f64 = 2.7;

/// Row and column. Slots outside the board have -1 or the side.
pub type Cell = (i64, i64);

/// The left or top edge of a cell in a column or row.
pub fn edge(number: i64) -> f64 {
    (i64::from(MARGIN) + number * i64::from(CELL)) as f64
}

/// The path of the thin lines within regions, or of the thick lines around them, merged into runs.
pub fn lines(side: usize, regions: &[usize], thick: bool) -> String {
    let mut out = String::new();
    for letter in ['h', 'v'] {
        let region =
            |k: usize, j: usize| regions[if letter == 'h' { k * side + j } else { j * side + k }];
        for k in 0..=side {
            let is_thick = |j| k == 0 || k == side || region(k - 1, j) != region(k, j);
            let mut start = 0;
            for j in 0..side {
                if j + 1 < side && is_thick(j + 1) == is_thick(j) {
                    continue;
                }
                if is_thick(j) == thick {
                    let (at, along) = (
                        MARGIN as usize + k * CELL as usize,
                        MARGIN as usize + start * CELL as usize,
                    );
                    let (x, y) = if letter == 'h' { (along, at) } else { (at, along) };
                    out.push_str(&format!("M{x} {y}{letter}{}", (j + 1 - start) * CELL as usize));
                }
                start = j + 1;
            }
        }
    }
    out
}

/// The path of the outline of cells, drawn inside them.
pub fn outline(cells: &[Cell]) -> String {
    let mut out = String::new();
    let cells: BTreeSet<Cell> = cells.iter().copied().collect();
    for &(row, column) in &cells {
        // The edges above and below; with rows and columns exchanged, the edges at the left and right.
        for turned in [false, true] {
            let (at, along) = if turned { (column, row) } else { (row, column) };
            let has = |at, along| cells.contains(&if turned { (along, at) } else { (at, along) });
            for step in [-1, 1] {
                if has(at + step, along) {
                    continue;
                }
                let level = edge(at + i64::from(step > 0)) - step as f64 * INSET;
                let end = |side: i64| {
                    let end = edge(along + i64::from(side > 0));
                    if !has(at, along + side) {
                        end - side as f64 * INSET
                    } else if has(at + step, along + side) {
                        end + side as f64 * INSET
                    } else {
                        end
                    }
                };
                let (level, first, last) = (G(level), G(end(-1)), G(end(1)));
                out.push_str(&if turned {
                    format!("M{level} {first}V{last}")
                } else {
                    format!("M{first} {level}H{last}")
                });
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thick_lines_surround_regions() {
        let regions: Vec<usize> = (0..16).map(|cell| cell / 8 * 2 + cell % 4 / 2).collect();
        assert_eq!(
            lines(4, &regions, true),
            "M2 2h160M2 82h160M2 162h160M2 2v160M82 2v160M162 2v160"
        );
        assert_eq!(lines(4, &regions, false), "M2 42h160M2 122h160M42 2v160M122 2v160");
    }

    #[test]
    fn an_outline_is_inside_its_cells() {
        assert_eq!(outline(&[(0, 0)]), "M4.7 4.7H39.3M4.7 39.3H39.3M4.7 4.7V39.3M39.3 4.7V39.3");
        assert_eq!(outline(&[(0, 0), (0, 1)]).matches('M').count(), 6);
    }
}
