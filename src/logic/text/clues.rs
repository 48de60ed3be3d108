//! Sentences for clues: pair tables, sums, and lines.

use super::words::{and, any_digit, capitalised, digits, houses, or};

/// The cells that lose digits, with the digits that remain in each.
pub(crate) type Left<'a> = &'a [(String, u64)];

/// The maximum number of combinations that a sentence lists.
const LISTED: usize = 6;

/// `r1c1 can only be 2 or 3; r1c2 can only be 4`.
fn left_for(left: Left<'_>) -> String {
    let parts = left.iter().map(|(cell, left)| format!("{cell} can only be {}", any_digit(*left)));
    parts.collect::<Vec<_>>().join("; ")
}

/// A digit that, together with a clue, leaves no candidate for another cell.
pub(crate) fn pair(
    clue: &str,
    (cell, digit): (&str, u8),
    (other, left): (&str, u64),
    gone: &str,
) -> String {
    format!(
        "If {cell} were {digit}, {clue} would rule out every digit left for {other}: {}. Remove {gone}.",
        any_digit(left)
    )
}

/// Digits that are incompatible with every candidate of the neighboring cell along a clue.
pub(crate) fn pairs(clue: &str, left: Left<'_>) -> String {
    format!(
        "Along {clue}, a digit stays only if the neighboring cell can hold a digit that goes with it. So {}.",
        left_for(left)
    )
}

/// Digits that occur in no solution of a line. `unit` names the unit that contains all its cells, if there is one.
pub(crate) fn line(clue: &str, unit: Option<&str>, left: Left<'_>) -> String {
    let once = unit.map_or(String::new(), |unit| format!(" and no digit twice in {unit}"));
    format!(
        "Try every way to fill {clue} with the candidates left{once}. In all that satisfy it, {}.",
        left_for(left).replace(" can only be ", " is ")
    )
}

/// Cells with weights and their sum, without minus signs: `r1c1 + r1c2 = 4`, `r1c1 = r1c2 + r1c3`.
pub(crate) fn formula(terms: &[(String, i64)], mut total: i64) -> String {
    let side = |sign: i64| -> Vec<String> {
        let side = terms.iter().filter(|term| term.1 * sign > 0);
        let name = |(cell, weight): &(String, i64)| match weight.abs() {
            1 => cell.clone(),
            weight => format!("{weight} × {cell}"),
        };
        side.map(name).collect()
    };
    let (mut left, mut right) = (side(1), side(-1));
    if left.is_empty() {
        (left, right, total) = (right, left, -total);
    }
    match (total, right.is_empty()) {
        (total, true) => format!("{} = {total}", left.join(" + ")),
        (0, _) => format!("{} = {}", left.join(" + "), right.join(" + ")),
        (1.., _) => format!("{} = {} + {total}", left.join(" + "), right.join(" + ")),
        _ => format!("{} + {} = {}", left.join(" + "), -total, right.join(" + ")),
    }
}

/// The effect of a sum on its cells.
pub(crate) struct Sum<'a> {
    /// The sets of digits that add up, if the cells are few and cannot repeat a digit; empty otherwise.
    pub(crate) ways: &'a [u64],
    /// Whether none of these sets contains a removed digit.
    pub(crate) is_clear: bool,
    pub(crate) left: Left<'a>,
    pub(crate) gone: &'a str,
}

impl Sum<'_> {
    /// ` as 1+2 or 3+4`, ` in 12 ways`.
    fn ways(&self) -> String {
        let joined = |&set: &u64| digits(set).join("+");
        match self.ways.len() {
            0 => String::new(),
            count if count <= LISTED => {
                format!(" as {}", or(&self.ways.iter().map(joined).collect::<Vec<_>>()))
            }
            count => format!(" in {count} ways"),
        }
    }

    fn rest(&self) -> String {
        match self.is_clear && self.ways.len() <= LISTED {
            true => format!("Remove {}.", self.gone),
            false => format!("So {}.", left_for(self.left)),
        }
    }

    /// The step of a cage.
    pub(crate) fn cage(&self, clue: &str, sum: i64) -> String {
        let (ways, rest) = (self.ways(), self.rest());
        let only = if self.ways.len() <= LISTED { " only" } else { "" };
        format!("With the candidates left, {clue} can{only} add up to {sum}{ways}. {rest}")
    }

    /// The step of a cage with one cell.
    pub(crate) fn single(&self, clue: &str, cell: &str, sum: i64) -> String {
        format!(
            "{} is {cell} alone, so {cell} is {sum}. Remove {}.",
            capitalised(clue.to_owned()),
            self.gone
        )
    }

    /// The step of any other clue.
    pub(crate) fn clue(&self, clue: &str, formula: &str) -> String {
        format!("By {clue}, {formula}. {}", self.rest())
    }

    /// The step of innies and outies: the cells that are in either the units or the clues, but not in both.
    pub(crate) fn derived(
        &self,
        (units, whole): (&[String], i64),
        (clues, part): (&[String], i64),
        cells: &[String],
        formula: &str,
    ) -> String {
        let add = |names: &[String]| if names.len() == 1 { "adds" } else { "add" };
        let ways = if cells.len() > 1 { self.ways() } else { String::new() };
        let rest = if cells.len() > 1 { format!(" {}", self.rest()) } else { String::new() };
        let both = houses(units);
        format!(
            "{} {} up to {whole}, and {} to {part}. They contain the same cells except for {}, so {formula}{ways}.{rest}",
            capitalised(both),
            add(units),
            and(clues),
            and(cells),
        )
    }
}

/// An impossible sum of a cage.
pub(crate) fn cage_without(clue: &str, sum: i64) -> String {
    format!("{clue} cannot add up to {sum}")
}

/// An impossible sum that follows from other sums.
pub(crate) fn formula_without(formula: &str) -> String {
    format!("{formula} is impossible")
}

/// Any other clue that cannot be satisfied.
pub(crate) fn broken(clue: &str) -> String {
    format!("{clue} cannot be satisfied")
}
