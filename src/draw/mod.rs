//! Boards drawn as SVG, without fonts.
//!
//! A cell is 40 units wide; the size of a picture is its width in pixels.
//!
//! ```text
//!   room: clues outside the board, in layers
//!   ┌─────────────┐
//!   │ MARGIN      │     on a board with sums of cages, digits and candidates are lower
//!   │  ┌───────┐  │
//!   │  │ cells │  │     picture.rs   the layers of a picture, digits and candidates
//!   │  └───────┘  │     rules.rs, lines.rs, outside.rs   the shapes of rules      step.rs, arrows.rs   a step
//!   └─────────────┘     grid.rs   lines      glyphs.rs   digits and text as strokes      colors.rs   themes
//!   caption: the rules that have no picture
//! ```
//!
//! Rules and steps arrive as JSON, which data.rs and step.rs read. The core has no named rules, and steps need a form that
//! can be stored, with the cells of the houses of any rules.
//!
//! Candidates are copies (`use`) of one shape for each digit, which makes pictures small. The identifier of a shape names its
//! content, so that two pictures on one page may share it.

#![forbid(unsafe_code)]

mod arrows;
mod colors;
mod data;
mod glyphs;
mod grid;
mod lines;
mod numbers;
mod outside;
mod picture;
mod rules;
mod step;

use std::error::Error;
use std::fmt;

pub use colors::{Color, Theme};
pub use grid::{CELL, MARGIN};
pub use rules::SUM_HEIGHT;

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

/// The reason why a board cannot be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawError(String);

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for DrawError {}

/// Draws a board as SVG.
///
/// # Errors
/// The JSON of the rules or of the step is malformed; cells, candidates or places do not fit the board.
///
/// # Examples
/// ```
/// use bitdoku::draw::{Drawing, svg};
///
/// let rules = r#"{"box": [2, 2], "rules": [{"rule": "killer_cage", "cells": [[0, 0], [0, 1]], "sum": 3}]}"#;
/// let (cells, none) = ([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [false; 16]);
/// let drawing = Drawing { rules, cells: &cells, givens: &none, conflicts: &none, ..Drawing::default() };
/// assert!(svg(&drawing)?.starts_with("<svg "));
/// # Ok::<(), bitdoku::draw::DrawError>(())
/// ```
pub fn svg(drawing: &Drawing<'_>) -> Result<String, DrawError> {
    picture::svg(drawing)
}

/// A sentence about the links of a step that its picture omits; empty if there are none.
///
/// # Errors
/// The JSON of the step is malformed.
pub fn omission_note(step: &str) -> Result<String, DrawError> {
    step::omission_note(step)
}

/// What a picture of rules does not show, in words, as under a board.
///
/// # Errors
/// The JSON of the rules is malformed.
pub fn captions(rules: &str) -> Result<Vec<String>, DrawError> {
    let board = data::Board::read(rules)?;
    Ok(rules::Shapes::new(&board, &colors::Paint::new(Theme::Light), true)?.captions)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIX: &str = r#"{"box": [2, 3], "digits": [0, 1, 2, 3, 4, 5], "rules": []}"#;

    /// The picture of a board of 6x6 with 1 1 in the first two cells and all candidates in the others.
    fn picture(
        rules: &str,
        highlight: &[(Place, Color)],
        theme: Theme,
    ) -> Result<String, DrawError> {
        let (mut cells, mut flags) = ([0; 36], [false; 36]);
        (cells[0], cells[1], flags[0]) = (1, 1, true);
        svg(&Drawing {
            rules,
            cells: &cells,
            givens: &flags,
            conflicts: &flags,
            candidates: Some(&[0b11_1111; 36]),
            highlight,
            theme,
            ..Drawing::default()
        })
    }

    #[test]
    fn digits_candidates_and_highlights_are_drawn() {
        let places = [(Place::Cell(5), Color::Blue), (Place::Candidate(7, 6), Color::Red)];
        let svg = picture(SIX, &places, Theme::Light).expect("a picture");
        // The first digit is 0; the three candidates in a row are 12 units apart.
        assert_eq!(svg.matches(r##"<use href="#bd6-0""##).count(), 34);
        assert!(svg.contains(
            r##"<use href="#bd6-0" x="90" y="10"/><use href="#bd6-1" x="102" y="10"/>"##
        ));
        assert!(svg.contains(r##"<path class="f-blue" fill="#a5d8ff" d="M202 2h40v40h-40z"/>"##));
        assert!(svg.contains(r##"<circle cx="74" cy="62" r="6" class="f-red" fill="#ffc9c9"/>"##));
        assert!(
            svg.contains(r##"stroke="#d1242f" fill="none""##),
            "the digit in conflict has a ring"
        );
        assert!(!svg.contains("<style>"));
    }

    #[test]
    fn automatic_themes_have_a_style_sheet() {
        let svg = picture(SIX, &[], Theme::Auto).expect("a picture");
        assert!(svg.contains("--bd-paper:#ffffff;") && svg.contains("--bd-paper:#15181c;"));
        assert!(!svg.contains("--bd-chain1"), "only used colors");
    }

    #[test]
    fn captions_say_what_is_not_drawn() {
        let rules = r#"{"rules": [
            {"rule": "anti_knight"},
            {"rule": "kropki_white", "pairs": [[[0, 0], [0, 1]], [[1, 1], [1, 4]]]},
            {"rule": "any_of", "rules": [{"rule": "palindrome", "cells": [[0, 0], [0, 2]]}]}
        ]}"#;
        let expected = ["anti knight", "white dot r2c2 r2c5", "palindrome r1c1 r1c3", "any of"];
        assert_eq!(captions(rules), Ok(expected.map(str::to_owned).to_vec()));
    }

    #[test]
    fn data_that_do_not_fit_are_refused() {
        let six = |rule: &str| format!(r#"{{"box": [2, 3], "rules": [{rule}]}}"#);
        let cases = [
            ("[", "not valid JSON"),
            ("[]", "a JSON object"),
            (r#"{"box": [0, 3]}"#, "a box"),
            (r#"{"regions": [[0, 0], [1]]}"#, "n rows of n regions"),
            (r#"{"box": [2, 3], "digits": [1]}"#, "6 to 64 digits"),
            ("{}", "expected 81 of each"),
            (&six("3"), "a rule is 3"),
            (&six(r#"{"rule": "renban", "cells": [[0, 6]]}"#), "cells is [[0,6]]"),
            (&six(r#"{"rule": "renban", "cells": []}"#), "renban: cells is []"),
            (&six(r#"{"rule": "sandwich", "row": 0}"#), "sandwich: sum is missing"),
        ];
        for (rules, message) in cases {
            let error = picture(rules, &[], Theme::Light).expect_err(rules).to_string();
            assert!(error.contains(message), "{rules}: {error}");
        }
        let outside = [(Place::Candidate(0, 7), Color::Blue)];
        assert!(picture(SIX, &outside, Theme::Light).is_err());
    }
}
