//! Sentences for almost locked sets and aligned exclusion.

use crate::rules::{bits, is_single};

use super::words::{a, all_digits, and, any_digit, or};

/// A set of cells that has one candidate more than cells.
pub(crate) struct Almost {
    pub(crate) cells: Vec<String>,
    pub(crate) digits: u64,
}

impl Almost {
    fn told(&self, letter: char) -> String {
        let cells = and(&self.cells);
        match self.cells.len() {
            1 => format!("Set {letter}: {cells} is {}.", any_digit(self.digits)),
            _ => format!("Set {letter}: {cells} use all but one of {}.", all_digits(self.digits)),
        }
    }
}

/// A chain of almost locked sets, named A, B, …. `links` holds the restricted common digits of each set and the next: each
/// digit can be in only one of the two. `ends` holds the digits shared by the first and the last set.
pub(crate) fn chain(sets: &[Almost], links: &[u64], ends: u64, gone: &str) -> String {
    let mut text: Vec<String> =
        sets.iter().zip('A'..).map(|(set, letter)| set.told(letter)).collect();
    let pairs = || links.iter().zip(('A'..).zip('B'..));
    for (link, (one, other)) in pairs() {
        for digit in bits(*link).map(|digit| digit.trailing_zeros() as u8 + 1) {
            let a = a(digit);
            text.push(format!(
                "Every {digit} of {one} sees every {digit} of {other}, so they cannot both have {a}."
            ));
        }
    }
    let ends_text = all_digits(ends);
    if let [link] = links
        && !is_single(*link)
    {
        text.push(format!(
            "Each set lacks only one digit, so A lacks one of {0} and B the other. All their other digits are used, and so is each \
             of {0} once. No cell that sees every place for one of these digits can be that digit.",
            all_digits(*link)
        ));
    } else {
        let last = ('A'..).nth(sets.len() - 1).unwrap_or('A');
        let (lack, each, seen) = match is_single(ends) {
            true => (ends_text.clone(), format!("{ends_text} is"), ends_text.clone()),
            false => (
                format!("one of {ends_text}"),
                format!("each of {ends_text} is"),
                "one of them".to_owned(),
            ),
        };
        let own =
            |number: usize| links.get(number).map_or(ends_text.clone(), |link| all_digits(*link));
        text.push(format!("If A lacks {lack}, it has {}.", own(0)));
        for (number, letter) in ('B'..).enumerate().take(links.len()) {
            text.push(format!("Then {letter} lacks {} and has {}.", own(number), own(number + 1)));
        }
        let that = if is_single(ends) { &ends_text } else { "that digit" };
        text.push(format!(
            "So {each} in A or {last}, and no cell that sees every place for {seen} in both sets can be {that}."
        ));
    }
    format!("{} Remove {gone}.", text.join(" "))
}

/// A death blossom: for each digit of the stem cell, a set that loses that digit to the stem. Every one of these sets then
/// contains `common`.
pub(crate) fn blossom(
    stem: &str,
    digits: u64,
    petals: &[Almost],
    common: u8,
    gone: &str,
) -> String {
    let each = bits(digits).zip(petals).map(|(digit, Almost { cells, digits })| {
        let digit = digit.trailing_zeros() + 1;
        match cells.len() {
            1 => format!("If it is {digit}, {} cannot be {digit} and is {common}.", cells[0]),
            _ => format!(
                "If it is {digit}, {}, which use all but one of {}, lack {digit} and have {common}.",
                and(cells),
                all_digits(*digits)
            ),
        }
    });
    format!(
        "{stem} can only be {}. {} In each case one of these sets has {common}, so no cell that sees every place for {common} in \
         all of them can be {common}. Remove {gone}.",
        any_digit(digits),
        each.collect::<Vec<_>>().join(" ")
    )
}

/// An aligned exclusion: the reasons for the single candidates, and what they remove together.
pub(crate) fn aligned(each: &[String], gone: &str) -> String {
    format!("{} Remove {gone}.", each.join(" "))
}

/// The reason why one of two cells cannot hold a digit. For each digit of the other cell, `each` names the cell that would have
/// no candidate left, or `None` if the two digits are equal.
pub(crate) fn aligned_pair(
    (cell, digit): (&str, u8),
    other: &str,
    each: &[(u8, Option<String>)],
) -> String {
    let each: Vec<String> = each
        .iter()
        .map(|(other_digit, emptied)| match emptied {
            None => format!("{other_digit}, because the two cells see each other"),
            Some(emptied) => format!("{other_digit}, because nothing would be left for {emptied}"),
        })
        .collect();
    format!(
        "If {cell} is {digit}, {other} cannot be {}. That leaves no digit for {other}, so {cell} is not {digit}.",
        each.join("; nor ")
    )
}

/// The reason why one of three cells cannot hold a digit. `emptied` lists cells with their candidates, one of which would be
/// left without any.
pub(crate) fn aligned_triplet(
    (cell, digit): (&str, u8),
    others: &[String],
    emptied: &[(String, u64)],
) -> String {
    let emptied: Vec<String> =
        emptied.iter().map(|(cell, digits)| format!("{cell} ({})", any_digit(*digits))).collect();
    let end = match emptied.len() {
        0 => String::new(),
        _ => format!(" or leaves no digit for {}", or(&emptied)),
    };
    format!(
        "If {cell} is {digit}, every choice of digits for {} repeats a digit in a row, column or box{end}. So {cell} is not \
         {digit}.",
        and(others)
    )
}
