//! What a picture shows, as plain data.

use super::colors::{Color, Theme};

/// A board to draw. Cells are numbered row by row from 0, digits by their position from 1.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    /// The rules: the JSON of `Rules.to_json` in Python, with the box or the regions, the digits, and the named rules. `{}`
    /// stands for classic Sudoku.
    pub rules: &'a str,
    /// The digit of each cell, 0 where blank.
    pub cells: &'a [u8],
    /// Whether each cell is given.
    pub givens: &'a [bool],
    /// Whether the digit of each cell breaks a rule.
    pub conflicts: &'a [bool],
    /// Masks of all cells, shown in blank ones: bit k for digit k + 1.
    pub candidates: Option<&'a [u64]>,
    /// Colors of places. They override the colors of the step.
    pub highlight: &'a [(Place, Color)],
    /// The step to draw: the JSON of `Step.to_dict` in Python. On other boards than the classic one, the key `house_cells` has
    /// the cells of each of its houses.
    pub step: Option<&'a str>,
    /// The colors.
    pub theme: Theme,
    /// The width in pixels; `None` stands for `scale` times the natural one, but at most `max_size`.
    pub size: Option<u32>,
    /// The scale of the default size.
    pub scale: f64,
    /// The limit of the default size.
    pub max_size: u32,
    /// The text for screen readers.
    pub label: &'a str,
    /// Whether rules without a picture are named below the board.
    pub is_captioned: bool,
    /// Whether rules are drawn at all.
    pub is_marked: bool,
}

/// An empty drawing, to be completed with cells, givens and conflicts: `Drawing { cells, …, ..Drawing::default() }`.
impl Default for Drawing<'_> {
    fn default() -> Self {
        Drawing {
            rules: "{}",
            cells: &[],
            givens: &[],
            conflicts: &[],
            candidates: None,
            highlight: &[],
            step: None,
            theme: Theme::Auto,
            size: None,
            scale: 1.0,
            max_size: u32::MAX,
            label: "",
            is_captioned: true,
            is_marked: true,
        }
    }
}

/// A cell or one of its candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The number of the cell.
    Cell(usize),
    /// The number of the cell and the position of the digit, from 1.
    Candidate(usize, usize),
}
