//! HoDoKu's compact notation of cells and eliminations: `r12c4,r3c5<>7`.

use crate::board::{Cell, Digits};

use crate::logic::grid9::cells::{CellSet, HOUSE_SETS};
use crate::logic::step::Candidate;

use super::words;

/// The notation of a set of cells. Each group consists of the first remaining cell and the remaining cells of its row, or of
/// its column if the row has no other.
pub(crate) fn cells(mut set: CellSet) -> String {
    let mut parts: Vec<String> = Vec::new();
    while let Some(cell) = set.iter().next() {
        let in_row = set & HOUSE_SETS[cell.row()];
        let in_column = set & HOUSE_SETS[9 + cell.column()];
        let group = if in_row.is_several() { in_row } else { in_column };
        let numbers = |of: fn(Cell) -> usize| {
            let numbers: Digits =
                group.iter().fold(Digits::NONE, |all, cell| all | Digits::only(of(cell) as u8 + 1));
            digits(numbers)
        };
        parts.push(format!("r{}c{}", numbers(Cell::row), numbers(Cell::column)));
        set = set.without(group);
    }
    parts.join(",")
}

/// Digits without separators.
pub(crate) fn digits(digits: Digits) -> String {
    digits.iter().map(|digit| char::from(b'0' + digit)).collect()
}

/// Digits separated by slashes: `4/5/8`.
pub(crate) fn alternatives(digits: impl Into<u64>) -> String {
    words::digits(digits.into()).join("/")
}

/// Houses, given as bits in the order of [`crate::board::HOUSES`]: `r27b4`.
pub(crate) fn houses(bits: u32) -> String {
    let of_kind = |(kind, letter): (usize, &str)| {
        let numbers = digits(Digits::from_bits((bits >> (9 * kind) & 0x1FF) as u16));
        if numbers.is_empty() { numbers } else { format!("{letter}{numbers}") }
    };
    ["r", "c", "b"].into_iter().enumerate().map(of_kind).collect()
}

/// Eliminations grouped by digit, in the order in which the digits first appear.
pub(crate) fn removed(eliminations: &[Candidate]) -> String {
    let (mut seen, mut parts) = (Digits::NONE, Vec::new());
    for &Candidate { digit, .. } in eliminations {
        if !seen.contains(digit) {
            seen |= Digits::only(digit);
            let same = eliminations.iter().filter(|gone| gone.digit == digit);
            parts.push(format!("{}<>{digit}", cells(same.map(|gone| gone.cell).collect())));
        }
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::testing::cell;

    #[test]
    fn cells_of_a_row_come_together_and_then_those_of_a_column() {
        let set = |names: &str| names.split(' ').map(cell).collect::<CellSet>();
        assert_eq!(cells(set("r4c4 r5c4 r5c6 r6c6 r6c5")), "r45c4,r56c6,r6c5");
        assert_eq!(cells(set("r4c7 r4c9 r5c7 r5c9")), "r4c79,r5c79");
        assert_eq!(houses(1 << 1 | 1 << 6 | 1 << 21), "r27b4");
        let gone = |name, digit| Candidate::new(cell(name), digit);
        let list = [gone("r1c1", 7), gone("r3c1", 3), gone("r3c1", 7), gone("r9c2", 4)];
        assert_eq!(removed(&list), "r13c1<>7, r3c1<>3, r9c2<>4");
    }
}
