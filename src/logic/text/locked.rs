//! Sentences for locked candidates.

use super::words::{a, all_digits, both, or};

/// A digit whose places in the base house are all in the cover house too.
pub(crate) struct Locked<'a> {
    pub(crate) digit: u8,
    pub(crate) base: &'a str,
    pub(crate) cover: &'a str,
    pub(crate) cells: &'a [String],
}

fn places(house: &str, digit: u8, cells: &[String]) -> String {
    format!("In {house}, {digit} can only go in {}", or(cells))
}

impl Locked<'_> {
    fn premise(&self) -> String {
        let all = if self.cells.len() == 2 { "both" } else { "all" };
        format!("{}, {all} of them in {}.", places(self.base, self.digit, self.cells), self.cover)
    }

    /// The step that removes the digit from the rest of the cover.
    pub(crate) fn text(&self, gone: &str) -> String {
        let Locked { digit, cover, .. } = self;
        format!(
            "{} Whichever it is, no other cell in {cover} can be {digit}. Remove {gone}.",
            self.premise()
        )
    }

    /// The step that places the digit in a third house, which has one place left.
    pub(crate) fn direct(&self, house: &str, cell: &str) -> String {
        let Locked { digit, cover, .. } = self;
        format!(
            "{} So in {house}, {digit} cannot be in {cover}, which leaves {cell} as its only place.",
            self.premise()
        )
    }
}

/// All places of a digit in a house exclude the same candidates. `same` if the excluded candidates have the same digit.
pub(crate) fn any(house: &str, digit: u8, cells: &[String], same: bool, gone: &str) -> String {
    format!("{}. {}", places(house, digit, cells), whichever(digit, cells, same, gone))
}

/// A digit without which a sum is impossible. `sum` is a clause that says so.
pub(crate) fn in_sum(sum: &str, digit: u8, cells: &[String], same: bool, gone: &str) -> String {
    let need = format!("Without {}, {sum}", a(digit));
    let place = or(cells);
    format!("{need}. So it must go in {place}. {}", whichever(digit, cells, same, gone))
}

fn whichever(digit: u8, cells: &[String], same: bool, gone: &str) -> String {
    match (same, cells.len()) {
        (true, 1) => format!("So no cell that sees it can be {digit}. Remove {gone}."),
        (true, count) => {
            let seen = both(count);
            format!("Whichever it is, no cell that sees {seen} can be {digit}. Remove {gone}.")
        }
        (false, _) => format!("Whichever it is, it rules out the same candidates. Remove {gone}."),
    }
}

/// The reason of locked candidates within a chain.
pub(crate) fn reason(digits: u64, [base, cover]: [&str; 2]) -> String {
    format!("all places left for {} in {base} are in {cover}", all_digits(digits))
}
