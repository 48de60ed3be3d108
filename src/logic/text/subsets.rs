//! Sentences for naked and hidden sets.

use super::words::{all_digits, and, any_digit, houses, number, or};

/// `both cells`, `all three cells`.
fn all(count: usize, things: &str) -> String {
    match count {
        2 => format!("both {things}"),
        _ => format!("all {} {things}", number(count)),
    }
}

/// A naked set. `inside` if the set removes candidates only within `in_houses`.
pub(crate) fn naked(
    in_houses: &[String],
    cells: &[String],
    digits: u64,
    inside: bool,
    gone: &str,
) -> String {
    let rest = match inside {
        true => format!("no other cell in {} can be {}", or(in_houses), any_digit(digits)),
        false => {
            "no cell that sees every place for one of these digits here can be that digit".into()
        }
    };
    format!(
        "In {}, {} can only be {}. These {} cells use up {}, so {rest}. Remove {gone}.",
        houses(in_houses),
        and(cells),
        any_digit(digits),
        number(cells.len()),
        all(cells.len(), "digits"),
    )
}

fn premise(house: &str, cells: &[String], digits: u64) -> String {
    let count = cells.len();
    format!(
        "In {house}, {} can only go in {}. The {} digits need {}, so no other digit can go there.",
        all_digits(digits),
        and(cells),
        number(count),
        all(count, "cells")
    )
}

/// A hidden set: digits with the same number of places in a house.
pub(crate) fn hidden(house: &str, cells: &[String], digits: u64, gone: &str) -> String {
    format!("{} Remove {gone}.", premise(house, cells, digits))
}

/// A hidden set that leaves one place for another digit.
pub(crate) fn direct(
    house: &str,
    cells: &[String],
    digits: u64,
    (cell, digit): (&str, u8),
) -> String {
    let premise = premise(house, cells, digits);
    format!("{premise} That leaves {cell} as the only place for {digit} in {house}.")
}

/// The reason of a naked pair within a chain.
pub(crate) fn naked_reason(house: &str, digits: u64) -> String {
    format!("two cells of {house} can only be {}", any_digit(digits))
}

/// The reason of a hidden pair within a chain.
pub(crate) fn hidden_reason(house: &str, digits: u64) -> String {
    format!("{} have only the same two places left in {house}", all_digits(digits))
}
