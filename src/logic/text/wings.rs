//! Sentences for wings, remote pairs and Sue de Coq.

use super::words::{all_digits, and, any_digit, in_one_of, number};

/// XY-wing and XYZ-wing: a pivot and two wings, each wing with the digit that it shares only with the pivot.
pub(crate) fn xy(
    (pivot, digits): (&str, u64),
    wings: [(&str, u8); 2],
    common: u8,
    gone: &str,
) -> String {
    let mut cases: Vec<String> =
        wings.iter().map(|(wing, digit)| format!("if it is {digit}, {wing} is {common}")).collect();
    let mut cells: Vec<String> = wings.iter().map(|(wing, _)| (*wing).to_owned()).collect();
    if digits >> (common - 1) & 1 != 0 {
        cases.push(format!("otherwise it is {common} itself"));
        cells.insert(0, pivot.to_owned());
    }
    let cases = super::words::capitalised(cases.join("; "));
    let end = in_one_of(&cells, common, gone);
    format!("{pivot} can only be {}. {cases}. {end}", any_digit(digits))
}

/// W-wing: two cells with the same two digits, and a house in which every place of `linking` is seen by one of them.
pub(crate) fn w(
    cells: [&str; 2],
    digits: u64,
    (house, places): (&str, &[String]),
    [linking, digit]: [u8; 2],
    gone: &str,
) -> String {
    let cells = cells.map(str::to_owned);

    format!(
        "{} can only be {}. In {house}, {linking} can only go in {}, and each of these sees one of the two cells. If both were {linking}, \
         {house} would have no {linking}. {}",
        and(&cells),
        any_digit(digits),
        super::words::or(places),
        in_one_of(&cells, digit, gone)
    )
}

/// Remote pair: cells that alternate between two digits. `ends` holds pairs of cells at an odd distance along the chain.
pub(crate) fn remote_pair(
    cells: &[String],
    digits: u64,
    ends: &[[String; 2]],
    gone: &str,
) -> String {
    let (any, all) = (any_digit(digits), all_digits(digits));
    let start = format!(
        "{} can only be {any}, and each sees the next, so {all} alternate along them.",
        and(cells)
    );
    match ends {
        _ if cells.len() == 2 => format!(
            "{} can only be {any} and see each other, so they hold both digits, and no cell that sees both can be {any}. Remove \
             {gone}.",
            and(cells)
        ),
        [pair] => format!(
            "{start} {} are an odd number of steps apart, so they hold both digits, and no cell that sees both can be {any}. \
             Remove {gone}.",
            and(pair)
        ),
        _ => {
            let pairs: Vec<String> = ends.iter().map(|pair| and(pair)).collect();
            format!(
                "{start} Two cells an odd number of steps apart hold both digits, such as {}. No cell that sees both cells of \
                 such a pair can be {any}. Remove {gone}.",
                pairs.join(", or ")
            )
        }
    }
}

/// Cells with their digits.
pub(crate) type Part<'a> = (&'a [String], u64);

/// Sue de Coq: the cells where two houses cross, and further cells of each of the two houses.
pub(crate) fn sue_de_coq(
    [one, other]: [&str; 2],
    crossing: Part<'_>,
    [left, right]: [Part<'_>; 2],
    gone: &str,
) -> String {
    let cells = crossing.0.len() + left.0.len() + right.0.len();
    let digits = crossing.1 | left.1 | right.1;
    let twice = left.1 & right.1;
    let cells = number(cells);
    let reason = match twice {
        0 => format!(
            "Two of these {cells} cells that share a digit are always both in {one} or both in {other}, so no digit can appear \
             twice. The {cells} cells have only {cells} digits between them, so each digit is used."
        ),
        _ => format!(
            "Of these digits, {} can appear once in each part, the others only once in all. That is just enough for the {cells} \
             cells, so each digit is used as often as it can be.",
            all_digits(twice),
        ),
    };
    format!(
        "Where {one} and {other} cross, {} can only be {}. Add {} in {one} ({}) and {} in {other} ({}). {} No cell that sees every \
         place for one of the digits {} here can be that digit. Remove {gone}.",
        and(crossing.0),
        any_digit(crossing.1),
        and(left.0),
        any_digit(left.1),
        and(right.0),
        any_digit(right.1),
        reason,
        all_digits(digits)
    )
}
