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
mod drawing;
mod glyphs;
mod grid;
mod lines;
mod numbers;
mod outside;
mod picture;
mod rules;
mod step;

pub use colors::{Color, Theme};
pub use data::DrawError;
pub use drawing::{Drawing, Place};
pub use grid::{CELL, MARGIN};
pub use picture::svg;
pub use rules::{SUM_HEIGHT, captions};
pub use step::omission_note;

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
