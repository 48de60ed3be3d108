//! Sentences for singles and for digits of the solution.

/// A hidden single: a digit with one place left in a house.
pub(crate) fn hidden(house: &str, cell: &str, digit: u8) -> String {
    format!("In {house}, {cell} is the only place left for {digit}.")
}

/// A full house: the last empty cell of a house.
pub(crate) fn last(house: &str, cell: &str, digit: u8) -> String {
    format!(
        "{cell} is the last empty cell in {house}, and {digit} is the only digit missing there."
    )
}

/// A naked single: a cell with one candidate left.
pub(crate) fn naked(cell: &str, digit: u8) -> String {
    format!("{cell} can only be {digit}: every other digit has been ruled out.")
}

/// A digit taken from the solution.
pub(crate) fn brute_force(cell: &str, digit: u8) -> String {
    format!("{cell} is {digit} in the solution; no technique in use proves it.")
}
