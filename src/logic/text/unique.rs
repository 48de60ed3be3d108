//! Sentences for techniques that assume a unique solution: rectangles and loops of two digits, and BUG.

use super::words::{all_digits, and, any_digit, in_one_of, number, or};

/// A deadly pattern: cells that must not all hold the same two digits.
#[derive(Clone, Copy)]
pub(crate) struct Deadly<'a> {
    pub(crate) cells: &'a [String],
    pub(crate) digits: u64,
}

impl Deadly<'_> {
    fn because(self, because: &str) -> String {
        format!(
            "If {} held only {}, these two digits could be swapped and the puzzle would have two solutions. {because}",
            and(self.cells),
            all_digits(self.digits)
        )
    }

    fn tell(self, because: &str, gone: &str) -> String {
        format!("{} Remove {gone}.", self.because(because))
    }

    fn tell_one_of(self, because: &str, cells: &[String], digit: u8, gone: &str) -> String {
        format!("{} {}", self.because(because), in_one_of(cells, digit, gone))
    }

    /// Type 1: one cell has other candidates.
    pub(crate) fn one(self, cell: &str, gone: &str) -> String {
        self.tell(&format!("Only {cell} can prevent that, so it holds another digit."), gone)
    }

    /// Type 2: the cells with other candidates share one extra digit.
    pub(crate) fn two(self, cells: &[String], extra: u8, gone: &str) -> String {
        let because = format!("Only {extra} in {} can prevent that.", or(cells));
        self.tell_one_of(&because, cells, extra, gone)
    }

    fn extra(cells: &[String], extras: u64) -> String {
        format!("To prevent that, {} must be {}.", or(cells), any_digit(extras))
    }

    /// Type 3: one of two cells holds one of `extras` and forms a naked set with other cells of a house.
    pub(crate) fn naked(
        self,
        cells: &[String],
        extras: u64,
        house: &str,
        (others, digits): (&[String], u64),
        gone: &str,
    ) -> String {
        let because = format!(
            "{} In {house}, that cell and {} can then only be {}: {} cells for as many digits, so no other cell there can be one \
             of them.",
            Self::extra(cells, extras),
            and(others),
            any_digit(digits),
            number(others.len() + 1)
        );
        self.tell(&because, gone)
    }

    /// Type 3: one of two cells holds one of `extras`, and the other forms a hidden set with other cells of a house.
    pub(crate) fn hidden(
        self,
        cells: &[String],
        extras: u64,
        house: &str,
        (others, digits): (&[String], u64),
        gone: &str,
    ) -> String {
        let because = format!(
            "{} In {house}, {} can then only go in the other of the two cells and {}, so no other digit can go there.",
            Self::extra(cells, extras),
            all_digits(digits),
            and(others)
        );
        self.tell(&because, gone)
    }

    /// Type 4: in some houses one of the two digits has places only in two of the cells.
    pub(crate) fn locked(self, cells: &[String], digit: u8, houses: &str, gone: &str) -> String {
        let other = any_digit(self.digits & !(1 << (digit - 1)));
        let because = format!(
            "In {houses}, {digit} can only go in {}, so one of them is {digit}. If the other were {other}, the pattern \
             would be complete.",
            or(cells)
        );
        self.tell(&because, gone)
    }

    /// A digit confined to the corners in both lines of one direction: placing it in one of two opposite corners would complete
    /// the pattern.
    pub(crate) fn diagonal(self, cells: &[String], digit: u8, lines: &str, gone: &str) -> String {
        let other = any_digit(self.digits & !(1 << (digit - 1)));
        let because = format!(
            "In {lines}, {digit} can only go in these cells. If {} were {digit}, both would be {digit}, and the \
             other two corners would be {other}.",
            or(cells)
        );
        self.tell(&because, gone)
    }

    /// A digit confined to the corners in the row and the column of `cell`: the other digit there would complete the pattern.
    pub(crate) fn corner(self, cell: &str, digit: u8, lines: &str, gone: &str) -> String {
        let other = any_digit(self.digits & !(1 << (digit - 1)));
        let because = format!(
            "In {lines}, {digit} can only go in these cells. If {cell} were {other}, the corners beside it would be {digit}, and \
             the opposite corner {other}."
        );
        self.tell(&because, gone)
    }

    /// Avoidable rectangle: a digit that would complete a rectangle with three solved corners.
    pub(crate) fn avoidable(self, cell: &str, digit: u8, gone: &str) -> String {
        let because = format!(
            "The other three are solved, and none of them is a given, so {cell} must not complete the pattern with {digit}."
        );
        self.tell(&because, gone)
    }

    /// Avoidable rectangle: a digit in one of two corners prevents the pattern; the other corners are solved.
    pub(crate) fn avoidable_two(self, cells: &[String], digit: u8, gone: &str) -> String {
        let because = format!(
            "The other two are solved, and neither is a given. Only {digit} in {} can prevent that.",
            or(cells)
        );
        self.tell_one_of(&because, cells, digit, gone)
    }
}

/// BUG: cells with extra candidates. Without these, every empty cell would have two candidates.
#[derive(Clone, Copy)]
pub(crate) struct Bug<'a> {
    pub(crate) cells: &'a [String],
    /// The extra candidates of each cell.
    pub(crate) extras: &'a [u64],
}

impl Bug<'_> {
    fn all(self) -> u64 {
        self.extras.iter().fold(0, |all, extras| all | extras)
    }

    fn tell(self, because: &str) -> String {
        let each = self.cells.iter().zip(self.extras);
        let each: Vec<String> =
            each.map(|(cell, &extras)| format!("{} in {cell}", any_digit(extras))).collect();
        let without = match self.all().count_ones() {
            1 => format!("{} in {}", any_digit(self.all()), or(self.cells)),
            _ => or(&each),
        };
        format!(
            "Without {without}, every empty cell would have two candidates, and every digit two places in each row, column and box \
             that needs it. Such a puzzle never has exactly one solution. {because}"
        )
    }

    /// Type 1: one cell, which holds one of its extra candidates.
    pub(crate) fn one(self, gone: &str) -> String {
        let is = format!("So {} is {}.", self.cells[0], any_digit(self.all()));
        self.tell(&if gone.is_empty() { is } else { format!("{is} Remove {gone}.") })
    }

    /// Type 2: all extra candidates have the same digit.
    pub(crate) fn two(self, gone: &str) -> String {
        self.tell(&in_one_of(self.cells, self.all().trailing_zeros() as u8 + 1, gone))
    }

    /// Type 3: one of the cells forms a naked set with other cells of a house.
    pub(crate) fn naked(
        self,
        house: &str,
        (others, digits): (&[String], u64),
        gone: &str,
    ) -> String {
        self.tell(&format!(
            "So one of {} holds an extra candidate. In {house}, that cell and {} can then only be {}: {} cells for as many digits, \
             so no other cell there can be one of them. Remove {gone}.",
            and(self.cells),
            and(others),
            any_digit(digits),
            number(others.len() + 1)
        ))
    }

    /// Type 4: a further digit is in one of the two cells.
    pub(crate) fn locked(self, house: &str, digit: u8, gone: &str) -> String {
        self.tell(&format!(
            "So {} holds an extra candidate. In {house}, {digit} can only go in these two cells, so the other one is {digit}. \
             Neither can hold anything else. Remove {gone}.",
            or(self.cells)
        ))
    }
}
