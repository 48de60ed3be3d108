//! Names of cells, digits and houses in English sentences.
//!
//! Cells and houses are passed by name (`r1c2`, `row 4`, `the cage at r1c1`), and sets of digits as bits, bit k for digit
//! k + 1.

use crate::logic::Candidate;
use crate::rules::bits;

/// The texts of a sequence of items.
pub(crate) fn names<T: ToString>(things: impl IntoIterator<Item = T>) -> Vec<String> {
    things.into_iter().map(|thing| thing.to_string()).collect()
}

/// `r1c1` for cell 0 of a board with `side` columns.
pub(crate) fn cell(cell: u16, side: usize) -> String {
    format!("r{}c{}", usize::from(cell) / side + 1, usize::from(cell) % side + 1)
}

/// The names of cells.
pub(crate) fn cells(cells: impl IntoIterator<Item: Into<u16>>, side: usize) -> Vec<String> {
    cells.into_iter().map(|one| cell(one.into(), side)).collect()
}

/// Eliminations, sorted by cell, grouped by equal digits: `7 from r1c2 and r1c3; 5 and 6 from r2c2`.
pub(crate) fn removed(gone: &[Candidate], side: usize) -> String {
    let mut by_digits: Vec<(u64, Vec<String>)> = Vec::new();
    for group in gone.chunk_by(|a, b| a.cell == b.cell) {
        let digits = group.iter().fold(0, |set, gone| set | 1 << gone.d());
        let cell = cell(group[0].cell, side);
        match by_digits.iter_mut().find(|(other, _)| *other == digits) {
            Some((_, cells)) => cells.push(cell),
            None => by_digits.push((digits, vec![cell])),
        }
    }
    let parts =
        by_digits.iter().map(|(set, cells)| format!("{} from {}", all_digits(*set), and(cells)));
    parts.collect::<Vec<_>>().join("; ")
}

fn listed(parts: &[impl AsRef<str>], word: &str) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    match &parts[..] {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [all @ .., last] => format!("{} {word} {last}", all.join(", ")),
    }
}

/// `r1c2, r1c3 and r1c4`.
pub(crate) fn and(parts: &[impl AsRef<str>]) -> String {
    listed(parts, "and")
}

/// `r1c2, r1c3 or r1c4`.
pub(crate) fn or(parts: &[impl AsRef<str>]) -> String {
    listed(parts, "or")
}

/// `r1c2 is 5, r1c3 is 6, and r1c4 is 7`.
pub(crate) fn clauses(parts: &[String]) -> String {
    match parts {
        [all @ .., last] if all.len() > 1 => format!("{}, and {last}", all.join(", ")),
        _ => and(parts),
    }
}

/// The digits of a set as texts.
pub(crate) fn digits(digits: u64) -> Vec<String> {
    names(bits(digits).map(|digit| digit.trailing_zeros() + 1))
}

/// `3, 5 and 9`.
pub(crate) fn all_digits(set: u64) -> String {
    and(&digits(set))
}

/// `3, 5 or 9`.
pub(crate) fn any_digit(set: u64) -> String {
    or(&digits(set))
}

/// A number in words, up to ten: `two`.
pub(crate) fn number(count: usize) -> String {
    let small =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    small.get(count).map_or_else(|| count.to_string(), |&word| word.to_owned())
}

/// The object of "sees" for a number of cells: `it`, `both`, `all of them`.
pub(crate) fn both(count: usize) -> &'static str {
    match count {
        1 => "it",
        2 => "both",
        _ => "all of them",
    }
}

/// `is` or `are`.
pub(crate) fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// A digit with its article: `a 7`, `an 8`.
pub(crate) fn a(digit: u8) -> String {
    let article = if matches!(digit, 8 | 11 | 18) { "an" } else { "a" };
    format!("{article} {digit}")
}

/// Houses, with consecutive houses of the same kind combined: `rows 2 and 6`, `row 2, column 5 and box 1`.
pub(crate) fn houses(names: &[String]) -> String {
    let kind = |name: &str| name.split(' ').next().unwrap_or_default().to_owned();
    let is_numbered = |kind: &str| matches!(kind, "row" | "column" | "box" | "region");
    let group = |group: &[String]| match group {
        [first, _, ..] if is_numbered(&kind(first)) => {
            let plural = if kind(first) == "box" { "boxes" } else { &format!("{}s", kind(first)) };
            let numbers: Vec<&str> =
                group.iter().filter_map(|name| name.split(' ').nth(1)).collect();
            vec![format!("{plural} {}", and(&numbers))]
        }
        _ => group.to_vec(),
    };
    let groups: Vec<String> = names.chunk_by(|a, b| kind(a) == kind(b)).flat_map(group).collect();
    and(&groups)
}

/// The sentence with a capital letter, unless it starts with a cell name.
pub(crate) fn capitalised(mut sentence: String) -> String {
    let is_word = sentence.as_bytes().get(1).is_some_and(u8::is_ascii_lowercase);
    if let (true, Some(first)) = (is_word, sentence.get_mut(..1)) {
        first.make_ascii_uppercase();
    }
    sentence
}

/// The last sentences of a proof that one of the cells holds a digit. `gone` lists the eliminations.
pub(crate) fn in_one_of(cells: &[String], digit: u8, gone: &str) -> String {
    format!(
        "So {} is {digit}, and no cell that sees {} can be {digit}. Remove {gone}.",
        or(cells),
        both(cells.len())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_of_a_kind_are_named_together() {
        assert_eq!(houses(&names(["row 2", "row 6", "box 1"])), "rows 2 and 6 and box 1");
        assert_eq!(houses(&names(["box 1", "box 2"])), "boxes 1 and 2");
        assert_eq!(
            houses(&names(["the cage at r1c1"; 2])),
            "the cage at r1c1 and the cage at r1c1"
        );
        assert_eq!(capitalised("row 1".into()) + &capitalised("r1c1".into()), "Row 1r1c1");
        assert_eq!(clauses(&names(["a", "b"])), "a and b");
        assert_eq!(clauses(&names(["a", "b", "c"])), "a, b, and c");
    }
}
