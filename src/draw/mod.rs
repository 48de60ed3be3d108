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
//!   │  └───────┘  │     rules.rs, outside.rs   the shapes of rules      step.rs, arrows.rs   a step of human logic
//!   └─────────────┘     grid.rs   lines      glyphs.rs   digits and text as strokes      colors.rs   themes
//!   caption: the rules that have no picture
//! ```
//!
//! Rules and steps arrive as JSON, read by data.rs: named rules exist only outside the core, and pages and Python exchange
//! steps in this form anyway.
//!
//! Candidates are copies (`use`) of one shape for each digit, which makes pictures small. The identifier of a shape names its
//! content, so that two pictures on one page may share it.

#![forbid(unsafe_code)]

mod arrows;
mod colors;
mod data;
mod glyphs;
mod grid;
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
