//! Sentences for fish, empty rectangles, and other patterns of one digit.

use super::words::{all_digits, and, capitalised, houses, in_one_of, number, or};

/// A fish: apart from the fins, all places of the digit in the base houses are in the same number of cover houses.
pub(crate) struct Fish<'a> {
    pub(crate) digit: u8,
    pub(crate) bases: &'a [String],
    pub(crate) covers: &'a [String],
    pub(crate) fins: &'a [String],
    /// Base cells that lose the digit because two cover houses contain them.
    pub(crate) twice: &'a [String],
}

impl Fish<'_> {
    /// The sentences of a fish that removes `gone`.
    pub(crate) fn text(&self, gone: &str) -> String {
        let Fish { digit, fins, .. } = self;
        let (bases, covers) = (houses(self.bases), houses(self.covers));
        let count = number(self.bases.len());
        let twice = match self.twice {
            [] => String::new(),
            cells => format!(", and neither can {}, which would count for two of them", or(cells)),
        };
        let rest = format!(
            "{bases} need {count} {digit}s between them, and {covers} can hold only {count}, so no other cell there can be \
             {digit}{twice}"
        );
        match fins.len() {
            0 => format!(
                "In {bases}, {digit} can only go in {covers}. {}. Remove {gone}.",
                capitalised(rest)
            ),
            count => {
                let (not, one, seen) = match count {
                    1 => (format!("{} is not {digit}", fins[0]), "it is", "it"),
                    2 => (format!("neither of them is {digit}"), "one of them is", "both"),
                    _ => (format!("none of them is {digit}"), "one of them is", "all of them"),
                };
                format!(
                    "Apart from {}, every place left for {digit} in {bases} is in {covers}. If {not}, {rest}. If {one} \
                     {digit}, no cell that sees {seen} can be {digit}. In both cases, remove {gone}.",
                    and(fins)
                )
            }
        }
    }
}

/// The reason of an X-wing within a chain.
pub(crate) fn reason(digits: u64, [one, two]: [&str; 2]) -> String {
    let lines = if one.starts_with("row") { "columns" } else { "rows" };
    let digit = all_digits(digits);
    format!("the places left for {digit} in {one} and {two} are in the same two {lines}")
}

/// Two houses with two places each, joined by a third house that contains one place of each. The cells are in the order of the
/// chain; `shared` is the joining house.
pub(crate) fn two_links(
    digit: u8,
    [first, one, other, last]: [&str; 4],
    [in_first, shared, in_last]: [&str; 3],
    gone: &str,
) -> String {
    let joined = match shared.starts_with("the ") {
        true => format!("By {shared}, {one} and {other} cannot both be {digit}."),
        false => format!("{one} and {other} are both in {shared}, so they cannot both be {digit}."),
    };
    format!(
        "In {in_first}, {digit} can only go in {first} or {one}; in {in_last}, only in {other} or {last}. {joined} {}",
        in_one_of(&[first.to_owned(), last.to_owned()], digit, gone)
    )
}

/// An empty rectangle: a house with two places, `near` and `far`, and a box in which a digit in `near` leaves only the cells
/// `left`.
pub(crate) fn empty_rectangle(
    digit: u8,
    (link, near, far): (&str, &str, &str),
    (r#box, left): (&str, &[String]),
    gone: &str,
) -> String {
    let group = if left.len() == 1 { "" } else { "one of " };
    let seen = if left.len() == 1 { "both" } else { "all of them" };
    format!(
        "In {link}, {digit} can only go in {near} or {far}. If {near} is {digit}, then so is {group}{}: {near} sees every other \
         place for {digit} in {box}. So {far} or {group}{} is {digit}, and no cell that sees {seen} can be {digit}. Remove \
         {gone}.",
        and(left),
        and(left),
    )
}
