//! Notation as HoDoKu writes it: `r1c136,r27c8` for cells, `r1c3<>4, r27c8<>5` for what goes.

#![forbid(unsafe_code)]

use crate::board::{Cell, Digits};

use super::cells::CellSet;
use super::step::Candidate;

/// Cells, those of a row together, then those rows that have the same columns.
pub(crate) fn cells(cells: CellSet) -> String {
    let mut groups: Vec<(String, String)> = Vec::new();
    let sorted: Vec<Cell> = cells.iter().collect();
    for row in sorted.chunk_by(|a, b| a.row() == b.row()) {
        let columns: String = row.iter().map(|cell| (cell.column() + 1).to_string()).collect();
        let number = (row[0].row() + 1).to_string();
        match groups.iter_mut().find(|(_, other)| *other == columns) {
            Some((rows, _)) => rows.push_str(&number),
            None => groups.push((number, columns)),
        }
    }
    let groups: Vec<String> =
        groups.into_iter().map(|(rows, columns)| format!("r{rows}c{columns}")).collect();
    groups.join(",")
}

/// Cells in the order given, one by one: `r1c1,r1c5`.
pub(crate) fn listed(cells: &[Cell]) -> String {
    super::pattern::cells_notation(cells)
}

/// Digits with slashes: `4/5/8`.
pub(crate) fn alternatives(digits: Digits) -> String {
    digits.iter().map(|digit| digit.to_string()).collect::<Vec<_>>().join("/")
}

/// Houses (bit k is the k-th of [`crate::board::HOUSES`]): `r27b4`.
pub(crate) fn houses(bits: u32) -> String {
    let mut text = String::new();
    for (kind, letter) in ["r", "c", "b"].into_iter().enumerate() {
        let numbers: String = (0..9)
            .filter(|k| bits >> (9 * kind + k) & 1 != 0)
            .map(|k| (k + 1).to_string())
            .collect();
        if !numbers.is_empty() {
            text.push_str(letter);
            text.push_str(&numbers);
        }
    }
    text
}

/// What goes, by digit: `r1c3<>4, r27c8<>5`.
pub(crate) fn removed(eliminations: &[Candidate]) -> String {
    let parts = (1..=9).filter_map(|digit| {
        let of_digit = eliminations.iter().filter(|gone| gone.digit == digit);
        let set: CellSet = of_digit.map(|gone| gone.cell).collect();
        (!set.is_empty()).then(|| format!("{}<>{digit}", cells(set)))
    });
    parts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::testing::cell;

    #[test]
    fn cells_of_a_row_or_column_are_written_together() {
        let set = |names: &str| names.split(' ').map(cell).collect::<CellSet>();
        assert_eq!(cells(set("r1c1 r1c3 r1c6 r2c8 r7c8")), "r1c136,r27c8");
        assert_eq!(houses(1 << 1 | 1 << 6 | 1 << 21), "r27b4");
        let gone = [("r2c8", 5), ("r1c3", 4), ("r7c8", 5)];
        let gone = gone.map(|(name, digit)| Candidate { cell: cell(name), digit });
        assert_eq!(removed(&gone), "r1c3<>4, r27c8<>5");
    }
}
