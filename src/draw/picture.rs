//! The layers of a picture from bottom to top: paper, shades, shapes that fill cells, lines, frames, shapes on borders, discs,
//! arrows, candidates, digits and rings, caption.

use std::collections::HashMap;

use super::arrows::{Costs, arrows};
use super::colors::{Color, Paint, ROUNDED};
use super::data::{Board, DrawError, Result, fail};
use super::drawing::{Drawing, Place};
use super::glyphs::{number_path, text_path, text_width};
use super::grid::{self, CELL, MARGIN, edge};
use super::numbers::{G, significant};
use super::rules::Shapes;
use super::step::{Candidate, Step};

/// The height of a line of the caption, and the scale of its text.
const LINE_HEIGHT: u32 = 16;
const TEXT_SCALE: f64 = 0.68;

/// The colors of the places of a board.
struct Colors {
    cells: Vec<Option<Color>>,
    candidates: HashMap<Candidate, Color>,
}

/// A picture that is drawn, with its measures.
struct Picture<'a> {
    drawing: &'a Drawing<'a>,
    board: &'a Board,
    paint: &'a Paint,
    shapes: &'a Shapes<'a>,
    step: Option<&'a Step>,
    /// Masks of all cells.
    masks: &'a [u64],
    /// The candidates of a cell form a square grid: the number of candidates in a row, and their distance, 12 units for 9
    /// digits.
    per_row: usize,
    pitch: f64,
}

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
    let board = Board::read(drawing.rules)?;
    expect_fitting(drawing, &board)?;
    let paint = Paint::new(drawing.theme);
    let shapes = Shapes::new(&board, &paint, drawing.is_marked)?;
    let step = drawing.step.map(|step| Step::read(step, &board)).transpose()?;
    let blank = vec![0; board.side * board.side];
    let per_row = (board.digits - 1).isqrt() + 1;
    let picture = Picture {
        drawing,
        board: &board,
        paint: &paint,
        shapes: &shapes,
        step: step.as_ref(),
        masks: drawing.candidates.unwrap_or(&blank),
        per_row,
        pitch: 36.0 / per_row as f64,
    };
    Ok(picture.draw())
}

/// Refuses cells, masks and places that the board does not have.
fn expect_fitting(drawing: &Drawing<'_>, board: &Board) -> Result<()> {
    let area = board.side * board.side;
    let lengths = [drawing.cells.len(), drawing.givens.len(), drawing.conflicts.len()];
    if lengths.iter().chain(&drawing.candidates.map(<[u64]>::len)).any(|&length| length != area) {
        return fail(format!("cells, givens, conflicts and candidates: expected {area} of each"));
    }
    let digits = board.digits;
    if let Some(cell) = drawing.cells.iter().position(|&digit| usize::from(digit) > digits) {
        return fail(format!("cell {cell} holds {}; expected 0..{digits}", drawing.cells[cell]));
    }
    let most = u64::MAX >> (64 - digits);
    if let Some(&mask) =
        drawing.candidates.and_then(|masks| masks.iter().find(|&&mask| mask > most))
    {
        return fail(format!("candidates hold the mask {mask}; expected 0..{most}"));
    }
    let fits = |place: &Place| match *place {
        Place::Cell(cell) => cell < area,
        Place::Candidate(cell, digit) => cell < area && (1..=digits).contains(&digit),
    };
    match drawing.highlight.iter().find(|(place, _)| !fits(place)) {
        Some((place, _)) => fail(format!("highlight of {place:?}; expected a place on the board")),
        None => Ok(()),
    }
}

impl Picture<'_> {
    fn draw(&self) -> String {
        let paint = self.paint;
        let extent = self.board.side as u32 * CELL + 2 * MARGIN;
        let room = self.shapes.room;
        let width = extent + 2 * room;
        let caption = if self.drawing.is_captioned {
            wrapped(&self.shapes.captions, f64::from(extent - 3 * MARGIN))
        } else {
            Vec::new()
        };
        let height =
            width + LINE_HEIGHT * caption.len() as u32 + if caption.is_empty() { 0 } else { 6 };
        let head = self.head(width, height);
        let mut out = String::new();
        let corner = if room > 0 { format!(r#"x="-{room}" y="-{room}" "#) } else { String::new() };
        let fill = paint.fill(Color::Paper);
        out += &format!(r#"<rect {corner}width="{width}" height="{height}" rx="3" {fill}/>"#);

        let colors = self.colors();
        out += &self.backgrounds(&colors);
        out += &self.shapes.under;
        let (side, regions) = (self.board.side, &self.board.regions);
        out += &format!(
            r#"<path {} stroke-width="1" d="{}"/><path {} stroke-width="3" stroke-linecap="square" d="{}"/>"#,
            paint.stroke(Color::Thin),
            grid::lines(side, regions, false),
            paint.stroke(Color::Thick),
            grid::lines(side, regions, true)
        );
        out += &self.frames();
        out += &self.shapes.over;
        out += &self.contents(&colors, extent);
        out += &self.caption(&caption, extent + room + 8);
        let style = paint.style().unwrap_or_default();
        format!("{head}{style}{out}</svg>")
    }

    /// The lines of the caption; `top` is the middle of the first one.
    fn caption(&self, lines: &[String], top: u32) -> String {
        if lines.is_empty() {
            return String::new();
        }
        let line = |(k, line): (usize, &String)| {
            let y = top + LINE_HEIGHT * k as u32;
            text_path(line, f64::from(2 * MARGIN), f64::from(y), TEXT_SCALE)
        };
        let path: String = lines.iter().enumerate().map(line).collect();
        let stroke = self.paint.stroke(Color::Candidate);
        format!(r#"<path {stroke} {ROUNDED} stroke-width="1.3" d="{path}"/>"#)
    }

    /// The start of the root element.
    fn head(&self, width: u32, height: u32) -> String {
        let Drawing { size, scale, max_size, label, .. } = *self.drawing;
        let size = size.unwrap_or_else(|| {
            // Large boards are smaller by default unless candidates have to be legible.
            let natural = if self.drawing.candidates.is_some() && self.board.digits > 9 {
                f64::from(CELL) / 3.0 / self.pitch
            } else if self.board.side <= 9 {
                1.0
            } else {
                0.75
            };
            let size = (f64::from(width) * scale * natural).round_ties_even();
            (size as u32).min(max_size)
        });
        let high = (f64::from(size) * f64::from(height) / f64::from(width)).round_ties_even();
        let room = -i64::from(self.shapes.room);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="{}" width="{size}" height="{high}" viewBox="{room} {room} {width} {height}" style="max-width:100%;height:auto" role="img" aria-label="{}">"#,
            self.paint.class(),
            escaped(label),
        )
    }

    /// The colors of cells and candidates. The shades of rules are below the colors of the step and of highlights.
    fn colors(&self) -> Colors {
        let mut cells = vec![None; self.board.side * self.board.side];
        let mut candidates = HashMap::new();
        for (&cell, &color) in &self.shapes.shades {
            cells[self.board.number(cell)] = Some(color);
        }
        if let Some(step) = self.step {
            let (pattern, others) = step.pattern_cells();
            let shaded = step.shaded_cells();
            let groups =
                [(&shaded[..], Color::House), (pattern, Color::Pattern), (others, Color::House)];
            for (group, color) in groups {
                group.iter().for_each(|&cell| cells[self.board.number(cell)] = Some(color));
            }
            candidates.extend(step.candidate_colors(|cell| self.mask(cell)));
        }
        for &(place, color) in self.drawing.highlight {
            match place {
                Place::Cell(cell) => cells[cell] = Some(color),
                Place::Candidate(cell, digit) => {
                    let side = self.board.side;
                    let cell = ((cell / side) as i64, (cell % side) as i64);
                    candidates.insert(Candidate { cell, digit }, color);
                }
            }
        }
        Colors { cells, candidates }
    }

    fn mask(&self, cell: grid::Cell) -> u64 {
        self.masks[self.board.number(cell)]
    }

    /// The cells with their numbers in order.
    fn cells(&self) -> impl Iterator<Item = (usize, grid::Cell)> {
        let side = self.board.side;
        (0..side * side).map(move |k| (k, ((k / side) as i64, (k % side) as i64)))
    }

    /// Squares in the colors of cells. A highlight replaces the background of a given, whose digit is still bold.
    fn backgrounds(&self, colors: &Colors) -> String {
        let mut squares: Vec<(Color, String)> = Vec::new();
        for (k, (row, column)) in self.cells() {
            let ground = self.drawing.givens[k].then_some(Color::Ground);
            let Some(color) = colors.cells[k].or(ground) else { continue };
            let square = format!("M{} {}h{CELL}v{CELL}h-{CELL}z", edge(column), edge(row));
            match squares.iter_mut().find(|(other, _)| *other == color) {
                Some((_, path)) => path.push_str(&square),
                None => squares.push((color, square)),
            }
        }
        let path = |(color, path): &(Color, String)| {
            format!(r#"<path {} d="{path}"/>"#, self.paint.fill(*color))
        };
        squares.iter().map(path).collect()
    }

    /// Frames around the cells of the step.
    fn frames(&self) -> String {
        let Some(step) = self.step else { return String::new() };
        let (pattern, others) = step.pattern_cells();
        let mut out = String::new();
        for (cells, dash) in [(pattern, ""), (others, r#" stroke-dasharray="5 3""#)] {
            if cells.is_empty() {
                continue;
            }
            let inside = G(f64::from(CELL) - 3.6);
            let frame = |&(row, column): &grid::Cell| {
                let (x, y) = (G(edge(column) + 1.8), G(edge(row) + 1.8));
                format!("M{x} {y}h{inside}v{inside}h-{inside}z")
            };
            let path: String = cells.iter().map(frame).collect();
            let stroke = self.paint.stroke(Color::Frame);
            out += &format!(r#"<path {stroke} fill="none" stroke-width="1.2"{dash} d="{path}"/>"#);
        }
        out
    }

    /// The center of a candidate.
    fn center(&self, candidate: Candidate) -> (f64, f64) {
        let (x, y) = middle(candidate.cell);
        let spot = candidate.digit - 1;
        let half = (self.per_row as f64 - 1.0) / 2.0;
        let right = (spot % self.per_row) as f64 - half;
        let down = (spot / self.per_row) as f64 - half;
        if self.has_sums() {
            (x + right * self.pitch, y + 3.6 + down * self.pitch * 0.73)
        } else {
            (x + right * self.pitch, y + down * self.pitch)
        }
    }

    /// Digits and candidates with their marks, and the arrows of chains.
    fn contents(&self, colors: &Colors, extent: u32) -> String {
        let has_chains = self.step.is_some_and(Step::has_chains);
        let costs = has_chains.then(|| Costs::new(extent));
        let mut marks = Marks { costs, ..Marks::default() };
        for (k, cell) in self.cells() {
            if self.drawing.cells[k] > 0 {
                self.add_digit(k, cell, &mut marks);
                continue;
            }
            marks.shown |= self.masks[k];
            for digit in digits_in(self.masks[k]) {
                let candidate = Candidate { cell, digit };
                self.add_candidate(candidate, colors.candidates.get(&candidate), &mut marks);
            }
        }
        let mut out = std::mem::take(&mut marks.discs);
        let [mut placed, mut off] = [const { String::new() }; 2];
        if let Some(step) = self.step {
            let ring = |one: &Candidate, size| circle(self.center(*one), size * self.pitch);
            placed = step.placements.iter().map(|one| ring(one, 0.53)).collect();
            let ringed = step.off_candidates(|cell| self.mask(cell));
            off = ringed.iter().map(|one| ring(one, 0.46)).collect();
            if let Some(costs) = &mut marks.costs {
                out += &arrows(step, |candidate| self.center(candidate), costs, self.paint);
            }
        }
        out += &self.copies(&marks);
        for (color, width, path) in [
            (Color::Given, 3.5, marks.given),
            (Color::Solved, 2.2, marks.solved),
            (Color::Clash, 2.2, marks.conflicts),
            (Color::Clash, 1.8, marks.strikes),
            (Color::Placed, 1.8, placed),
            (Color::Off, 1.1, off),
        ] {
            if !path.is_empty() {
                let stroke = self.paint.stroke(color);
                out += &format!(r#"<path {stroke} {ROUNDED} stroke-width="{width}" d="{path}"/>"#);
            }
        }
        out
    }

    fn add_digit(&self, k: usize, cell: grid::Cell, marks: &mut Marks) {
        let (x, y) = middle(cell);
        let lower = if self.has_sums() { 2.5 } else { 0.0 };
        let number = self.number(usize::from(self.drawing.cells[k]));
        let paths = if self.drawing.givens[k] { &mut marks.given } else { &mut marks.solved };
        *paths += &number_path(&number, x, y + lower, 1.45);
        if let Some(costs) = &mut marks.costs {
            costs.add(x, y, 8.0, 0.3);
        }
        if self.drawing.conflicts[k] {
            marks.conflicts += &circle((x, y + lower), 16.0 - lower);
        }
    }

    fn add_candidate(&self, candidate: Candidate, color: Option<&Color>, marks: &mut Marks) {
        let (x, y) = self.center(candidate);
        if let Some(costs) = &mut marks.costs {
            costs.add(x, y, 4.0, 0.5);
        }
        let (right, down) = (G(x), G(y));
        if let Some(&color) = color {
            let (radius, fill) = (G(self.pitch / 2.0), self.paint.fill(color));
            marks.discs += &format!(r#"<circle cx="{right}" cy="{down}" r="{radius}" {fill}/>"#);
        }
        if color == Some(&Color::Red) {
            let reach = 5.0 * self.pitch / 12.0;
            let [left, right, top, bottom] = [x - reach, x + reach, y - reach, y + reach].map(G);
            marks.strikes += &format!("M{left} {bottom}L{right} {top}");
        }
        let id = self.id(candidate.digit);
        let copy = format!(r##"<use href="#{id}" x="{right}" y="{down}"/>"##);
        marks.copies += &copy;
        if color.is_none() && self.shapes.lined.contains(&candidate.cell) {
            marks.halos += &copy;
        }
    }

    /// The shapes of the shown candidates, and their copies.
    fn copies(&self, marks: &Marks) -> String {
        if marks.shown == 0 {
            return String::new();
        }
        let scale = self.pitch / 20.0 * if self.has_sums() { 0.82 } else { 1.0 };
        let glyph = |digit| {
            let path = number_path(&self.number(digit), 0.0, 0.0, scale);
            format!(r#"<path id="{}" d="{path}"/>"#, self.id(digit))
        };
        let mut out =
            format!("<defs>{}</defs>", digits_in(marks.shown).map(glyph).collect::<String>());
        let width = 0.3 + 0.08 * self.pitch;
        for (color, width, copies) in
            [(Color::Paper, width + 2.4, &marks.halos), (Color::Candidate, width, &marks.copies)]
        {
            if !copies.is_empty() {
                let (stroke, width) = (self.paint.stroke(color), significant(width, 2));
                out += &format!(r#"<g {stroke} {ROUNDED} stroke-width="{width}">{copies}</g>"#);
            }
        }
        out
    }

    /// Whether sums are in the corners of cells, which lowers digits and candidates.
    const fn has_sums(&self) -> bool {
        !self.shapes.sums.is_empty()
    }

    /// The digit at a position.
    fn number(&self, position: usize) -> String {
        (position + self.board.first - 1).to_string()
    }

    /// The identifier of the shape of a candidate.
    fn id(&self, position: usize) -> String {
        let sums = if self.has_sums() { "s" } else { "" };
        format!("bd{sums}{}-{}", self.board.digits, self.number(position))
    }
}

/// The contents of cells: paths of lines, and elements.
#[derive(Default)]
struct Marks {
    given: String,
    solved: String,
    /// Rings around digits, and strokes through candidates.
    conflicts: String,
    strikes: String,
    /// Discs behind candidates, and candidates.
    discs: String,
    copies: String,
    /// Candidates that interrupt the thin lines of rules.
    halos: String,
    /// The candidates of any cell.
    shown: u64,
    /// The costs of arrows, if there are any.
    costs: Option<Costs>,
}

/// The center of a cell.
fn middle((row, column): grid::Cell) -> (f64, f64) {
    let half = f64::from(CELL) / 2.0;
    (edge(column) + half, edge(row) + half)
}

/// The digits of a mask, from 1.
fn digits_in(mask: u64) -> impl Iterator<Item = usize> {
    (1..=64).filter(move |digit| mask >> (digit - 1) & 1 == 1)
}

fn circle((x, y): (f64, f64), radius: f64) -> String {
    let (start, width) = (G(x - radius), 2.0 * radius);
    let (y, right, left) = (G(y), G(width), G(-width));
    format!(
        "M{start} {y}a{radius:?} {radius:?} 0 0 1 {right} 0a{radius:?} {radius:?} 0 0 1 {left} 0z"
    )
}

/// The captions as lines of at most this width.
fn wrapped(captions: &[String], width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in captions.join(", ").split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), TEXT_SCALE) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Text for an attribute.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#x27;"),
            other => out.push(other),
        }
    }
    out
}
