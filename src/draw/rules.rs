//! Drawing of rules: thermometers, cages, dots and the like, in the usual way.
//!
//! There are two layers: `under` contains shapes that fill cells, drawn before lines and digits; `over` contains shapes on
//! borders. `shades` are the colors of cells, which highlights override; their outlines are in `over`. `captions` name the
//! rules without a picture (anti-knight, primitives), rules with an ambiguous picture, and details that are not drawn, such as
//! that all dots are given.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::colors::{Color, Paint, ROUNDED, Theme};
use super::data::{Arguments, Board, DrawError, Result};
use super::glyphs::{number_path, several};
use super::grid::{CELL, Cell, MARGIN, edge, outline};
use super::numbers::G;
use super::outside::Slots;

/// The height of the sums of cages.
pub const SUM_HEIGHT: f64 = 7.6;

/// Rules with a picture that need a caption because the picture is ambiguous.
const CAPTIONED: [&str; 16] = [
    "any_of",
    "counting_circles",
    "double_arrow",
    "entropic",
    "equal_sums",
    "full_rank",
    "indexing",
    "lockout",
    "look_and_say",
    "lunchbox",
    "numbered_room",
    "region_sum_line",
    "same_values",
    "skyscraper",
    "x_sum",
    "zipper",
];

/// The color of the lines of a rule. Cells on the same board have other colors.
fn line_color(rule: &str) -> Option<Color> {
    match rule {
        "diagonals" | "region_sum_line" => Some(Color::Blue),
        "entropic" => Some(Color::Orange),
        "modular" => Some(Color::Yellow),
        "sum_line" => Some(Color::Red),
        "whispers" => Some(Color::Green),
        _ => None,
    }
}

/// The colors of the lines of rules, including the alternatives of `any_of`.
fn line_colors(rules: &[Value], side: usize) -> Result<Vec<Color>> {
    let mut colors = Vec::new();
    for rule in rules {
        let given = Arguments::read(rule, side)?;
        colors.extend(line_color(given.name));
        for alternative in given.alternatives() {
            colors.extend(line_colors(alternative, side)?);
        }
    }
    Ok(colors)
}

/// A point of a board in cells: row and column of a cell are its center, and a fraction of 0.5 is on a border.
pub type Spot = (f64, f64);

pub const fn spot((row, column): Cell) -> Spot {
    (row as f64, column as f64)
}

/// The coordinates of a point of a board.
pub fn center((row, column): Spot) -> (f64, f64) {
    let (margin, cell) = (f64::from(MARGIN), f64::from(CELL));
    (margin + (column + 0.5) * cell, margin + (row + 0.5) * cell)
}

fn between([first, second]: [Cell; 2]) -> Spot {
    ((first.0 + second.0) as f64 / 2.0, (first.1 + second.1) as f64 / 2.0)
}

/// The square of the distance of two cells.
pub const fn squared_distance(first: Cell, second: Cell) -> i64 {
    (first.0 - second.0).pow(2) + (first.1 - second.1).pow(2)
}

/// A name and cells in words: `white dot r1c1 r3c3`.
pub fn described(name: &str, cells: &[Cell]) -> String {
    let cells = cells.iter().map(|(row, column)| format!(" r{}c{}", row + 1, column + 1));
    format!("{name}{}", cells.collect::<String>())
}

/// The shapes of the rules of a board.
pub struct Shapes<'a> {
    pub under: String,
    pub over: String,
    /// The colors of cells.
    pub shades: HashMap<Cell, Color>,
    /// What is not drawn, in words.
    pub captions: Vec<String>,
    /// The sums of cages, in the order of the first one in each cell whose corner shows them.
    pub sums: Vec<(Cell, Vec<String>)>,
    /// The cells with thin lines, which candidates interrupt.
    pub lined: HashSet<Cell>,
    /// The space that clues outside the board need on each side.
    pub room: u32,
    slots: Slots,
    board: &'a Board,
    pub paint: &'a Paint,
    /// The colors of groups of cells, used in turn.
    group_colors: Vec<Color>,
    groups: usize,
}

impl<'a> Shapes<'a> {
    /// The shapes of all rules; none if the board is not marked.
    pub fn new(board: &'a Board, paint: &'a Paint, is_marked: bool) -> Result<Shapes<'a>> {
        let lines = line_colors(&board.rules, board.side)?;
        // Yellow, the usual highlight, comes last.
        let [yellow, others @ ..] = Color::HIGHLIGHTS;
        let colors = others.into_iter().chain([yellow]);
        let mut shapes = Shapes {
            under: String::new(),
            over: String::new(),
            shades: HashMap::new(),
            captions: Vec::new(),
            sums: Vec::new(),
            lined: HashSet::new(),
            room: 0,
            slots: Slots::new(board.side),
            board,
            paint,
            group_colors: colors.filter(|color| !lines.contains(color)).collect(),
            groups: 0,
        };
        if is_marked {
            shapes.draw(&board.rules)?;
        }
        let mut seen = HashSet::new();
        shapes.captions.retain(|caption| seen.insert(caption.clone()));
        let (clues, room) = shapes.slots.draw(paint);
        shapes.over += &clues;
        shapes.room = room;
        for (cell, sums) in std::mem::take(&mut shapes.sums) {
            shapes.draw_sums(cell, &sums);
            shapes.sums.push((cell, sums));
        }
        Ok(shapes)
    }

    fn draw(&mut self, rules: &[Value]) -> Result<()> {
        for rule in rules {
            let given = Arguments::read(rule, self.board.side)?;
            let name = given.name.replace('_', " ");
            let is_drawn = self.draw_rule(&name, &given)?;
            if !is_drawn || CAPTIONED.contains(&given.name) {
                self.captions.push(name);
            }
        }
        Ok(())
    }

    /// Draws a rule. Returns false if it has no picture.
    fn draw_rule(&mut self, name: &str, given: &Arguments<'_>) -> Result<bool> {
        use Color::{Candidate, Line, Paper, Thin, Violet};
        let cells = || given.cells("cells");
        match given.name {
            "any_of" => {
                for alternative in given.alternatives() {
                    self.draw(alternative)?;
                }
            }
            // Lines.
            "entropic" | "whispers" | "modular" | "sum_line" | "region_sum_line" => {
                let detail = match given.name {
                    "whispers" => {
                        given.text("difference")?.map(|n| format!("whispers differ by {n}"))
                    }
                    "modular" => Some(format!("modulus {}", given.number("modulus")?)),
                    "sum_line" => {
                        Some(format!("parts of a line with sum {}", given.number("sum")?))
                    }
                    _ => None,
                };
                self.captions.extend(detail);
                let width = if given.name == "region_sum_line" { 7.0 } else { 9.0 };
                let color = line_color(given.name).expect("a rule with lines");
                self.draw_line(name, &cells()?, color, width);
            }
            "palindrome" => self.draw_line(name, &cells()?, Line, 7.0),
            // The purple of cells is too pale for a line.
            "renban" => self.draw_line(name, &cells()?, Violet, 9.0),
            "thermometer" => {
                let cells = cells()?;
                self.under += &self.disc(spot(cells[0]), 15.0, Line);
                let width = if given.flag("slow", false)? { 8.0 } else { 13.0 };
                self.draw_line(name, &cells, Line, width);
            }
            "between" => self.draw_with_round_ends(name, &cells()?, Thin, 3.0),
            "double_arrow" => self.draw_with_round_ends(name, &cells()?, Candidate, 2.0),
            "lockout" => self.draw_lockout(name, &cells()?, given.text("difference")?),
            "zipper" => {
                // Two rails, and a ring in the middle cell.
                let cells = cells()?;
                self.draw_line(name, &cells, Violet, 11.0);
                self.draw_line(name, &cells, Paper, 4.0);
                if cells.len() % 2 == 1 {
                    self.under += &self.disc(spot(cells[cells.len() / 2]), 9.0, Violet);
                }
            }
            "arrow" => {
                self.draw_arrow(name, &given.cell_or_cells("circle")?, &given.cells("path")?)
            }
            "diagonals" => {
                let (first, last) = (-0.5, self.board.side as f64 - 0.5);
                let main = given.flag("main", true)?.then_some([(first, first), (last, last)]);
                let anti = given.flag("anti", true)?.then_some([(first, last), (last, first)]);
                for ends in main.into_iter().chain(anti) {
                    self.draw_polyline(ends, Color::Blue, 2.0);
                }
            }
            // Cells.
            "even" => self.draw_parity(&cells()?, "m-14 -14h28v28h-28z"),
            "odd" => {
                self.draw_parity(&cells()?, "m-14.5 0a14.5 14.5 0 0 1 29 0a14.5 14.5 0 0 1 -29 0z");
            }
            "extra_region" => self.draw_groups(&[cells()?]),
            "windoku" => self.draw_groups(&self.windows()),
            "clone" => self.draw_groups(&[cells()?, given.cells("copy")?]),
            "equal_sums" | "same_values" => self.draw_groups(&given.groups("groups")?),
            "maximum" => self.draw_extreme(&cells()?, false),
            "minimum" => self.draw_extreme(&cells()?, true),
            "indexing" => {
                let is_column = given.text("by")?.is_none_or(|by| by == "column");
                self.shade(&cells()?, if is_column { Color::Red } else { Color::Orange });
            }
            "counting_circles" => {
                for cell in cells()? {
                    self.draw_circle(cell);
                }
            }
            // Cages.
            "killer_cage" => self.draw_cage(&cells()?, given.text("sum")?),
            "different" => self.draw_cage(&cells()?, None),
            "look_and_say" => self.draw_cage(&cells()?, given.text("clue")?),
            "lunchbox" => {
                // A cage drawn as a box with round corners.
                let cells = cells()?;
                self.draw_line(name, &cells, Candidate, 31.0);
                self.draw_line(name, &cells, Paper, 28.5);
                self.write_sum(cells[0], given.number("sum")?);
            }
            // Borders.
            "quadruple" => self.draw_quadruple(given.cell("cell")?, &given.digits("digits")?),
            "kropki_white" => self.draw_dots("white dot", &given.pairs("pairs")?, Color::White),
            "kropki_black" => self.draw_dots("black dot", &given.pairs("pairs")?, Color::Black),
            "kropki" => {
                self.draw_dots("white dot", &given.pairs("white")?, Color::White);
                self.draw_dots("black dot", &given.pairs("black")?, Color::Black);
                self.captions.push("all dots given".to_owned());
            }
            "xv" => {
                self.draw_letters("X", &given.pairs("x")?, "M-3 -4L3 4M3 -4L-3 4");
                self.draw_letters("V", &given.pairs("v")?, "M-3 -4L0 4L3 -4");
                if given.flag("all_given", false)? {
                    self.captions.push("all X and V given".to_owned());
                }
            }
            "greater_than" => self.draw_greater_than(&given.pairs("pairs")?),
            _ => return self.slots.add(given),
        }
        Ok(true)
    }

    // --- shapes ------------------------------------------------------------------------------------------------------

    fn disc(&self, at: Spot, radius: f64, color: Color) -> String {
        let (x, y) = center(at);
        let fill = self.paint.fill(color);
        format!(r#"<circle cx="{}" cy="{}" r="{}" {fill}/>"#, G(x), G(y), G(radius))
    }

    /// A disc with an edge. An element has one CSS class for its color, so the edge is a separate circle.
    fn ring(&self, at: Spot, radius: f64, color: Color, edge: Color) -> String {
        let (disc, stroke) = (self.disc(at, radius, color), self.paint.stroke(edge));
        let (x, y) = center(at);
        let place = format!(r#"cx="{}" cy="{}" r="{}""#, G(x), G(y), G(radius));
        format!(r#"{disc}<circle {place} fill="none" {stroke} stroke-width="1.5"/>"#)
    }

    /// Draws a large circle in a cell.
    pub fn draw_circle(&mut self, cell: Cell) {
        self.lined.insert(cell);
        self.under += &self.ring(spot(cell), 16.0, Color::Paper, Color::Candidate);
    }

    /// Colors cells and outlines them.
    fn shade(&mut self, cells: &[Cell], color: Color) {
        self.shades.extend(cells.iter().map(|&cell| (cell, color)));
        self.trace(&outline(cells), "");
    }

    fn trace(&mut self, path: &str, dash: &str) {
        let stroke = self.paint.stroke(Color::Candidate);
        self.over +=
            &format!(r#"<path {stroke} fill="none" stroke-width="1.3"{dash} d="{path}"/>"#);
    }

    /// The pairs of adjacent cells. Captions name other pairs: a mark midway would be on cells between them.
    fn adjacent(&mut self, name: &str, pairs: &[[Cell; 2]]) -> Vec<[Cell; 2]> {
        let (near, far): (Vec<_>, Vec<_>) = pairs
            .iter()
            .copied()
            .partition(|[first, second]| squared_distance(*first, *second) == 1);
        self.captions.extend(far.iter().map(|pair| described(name, pair)));
        near
    }

    // --- cells -------------------------------------------------------------------------------------------------------

    /// Draws shapes with an edge, which makes them visible on the bulb of a thermometer.
    fn draw_parity(&mut self, cells: &[Cell], shape: &str) {
        let shape = |&cell: &Cell| {
            let (x, y) = center(spot(cell));
            format!("M{} {}{shape}", G(x), G(y))
        };
        let path: String = cells.iter().map(shape).collect();
        self.under += &format!(r#"<path {} d="{path}"/>"#, self.paint.fill(Color::Line));
        self.lined.extend(cells);
        self.trace(&path, "");
    }

    /// The windows of windoku: boxes one cell from the edges and from other windows.
    fn windows(&self) -> Vec<Vec<Cell>> {
        let Some((height, width)) = self.board.shape else { return Vec::new() };
        let starts = |size: usize| (1..self.board.side - size).step_by(size + 1);
        let window = |top: usize, left: usize| -> Vec<Cell> {
            let cells = (0..height * width).map(|k| (top + k / width, left + k % width));
            cells.map(|(row, column)| (row as i64, column as i64)).collect()
        };
        starts(height).flat_map(|top| starts(width).map(move |left| window(top, left))).collect()
    }

    /// Shades cells, and points from the larger to the smaller cell on their borders to other cells.
    fn draw_extreme(&mut self, cells: &[Cell], is_minimum: bool) {
        self.shade(cells, Color::House);
        let side = 0..self.board.side as i64;
        for &(row, column) in cells {
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let other = (row + down, column + right);
                if side.contains(&other.0) && side.contains(&other.1) && !cells.contains(&other) {
                    let cell = (row, column);
                    let pair = if is_minimum { [other, cell] } else { [cell, other] };
                    self.draw_greater_than(&[pair]);
                }
            }
        }
    }

    /// Outlines each group, all in one color.
    fn draw_groups(&mut self, groups: &[Vec<Cell>]) {
        let color = self.group_colors[self.groups % self.group_colors.len()];
        self.groups += 1;
        groups.iter().for_each(|cells| self.shade(cells, color));
    }

    // --- cages and borders -------------------------------------------------------------------------------------------

    fn draw_cage(&mut self, cells: &[Cell], sum: Option<String>) {
        self.trace(&outline(cells), r#" stroke-dasharray="3.5 2.5""#);
        if let (Some(sum), Some(&first)) = (sum, cells.iter().min()) {
            self.write_sum(first, sum);
        }
    }

    /// Writes a sum or another clue into the corner of a cell.
    fn write_sum(&mut self, cell: Cell, sum: String) {
        match self.sums.iter_mut().find(|(other, _)| *other == cell) {
            Some((_, sums)) => sums.push(sum),
            None => self.sums.push((cell, vec![sum])),
        }
    }

    /// Draws the sums of a cell side by side, on backgrounds that hide the edges of cages.
    fn draw_sums(&mut self, (row, column): Cell, sums: &[String]) {
        let (mut x, y) = (edge(column) + 1.5, edge(row) + 1.0);
        let natural = |sum: &String| 1.5 + 6.0 * sum.len() as f64;
        // Long numbers shrink to the width of the cell.
        let fit = ((f64::from(CELL) - 3.0) / sums.iter().map(natural).sum::<f64>()).min(1.0);
        for sum in sums {
            let width = fit * natural(sum);
            let fill = self.paint.fill(Color::Paper);
            self.over += &format!(
                r#"<rect x="{}" y="{}" width="{}" height="9.2" {fill}/>"#,
                G(x),
                G(y),
                G(width)
            );
            // All numbers have the height SUM_HEIGHT: `number_path` makes several digits smaller.
            let scale = SUM_HEIGHT / 14.0 / several(sum) * fit;
            let path = number_path(sum, x + width / 2.0, y + 4.6, scale);
            self.over += &self.paint.ink(&path, 1.4);
            x += width;
        }
    }

    /// Draws digits in a circle around a corner, two in a row.
    fn draw_quadruple(&mut self, cell: Cell, digits: &[u64]) {
        let corner = (cell.0 as f64 + 0.5, cell.1 as f64 + 0.5);
        let (x, y) = center(corner);
        self.over += &self.ring(corner, 11.0, Color::Paper, Color::Thick);
        let rows = if digits.len() > 2 { vec![&digits[..2], &digits[2..]] } else { vec![digits] };
        let small = if self.board.side < 10 { 0.5 } else { 0.4 };
        let scale = if digits.len() > 1 { small } else { 0.85 };
        let from_middle = |k: usize, count: usize| k as f64 - (count as f64 - 1.0) / 2.0;
        for (k, row) in rows.iter().enumerate() {
            for (j, digit) in row.iter().enumerate() {
                let u = x + 7.4 * from_middle(j, row.len());
                let v = y + 8.6 * from_middle(k, rows.len());
                let path = number_path(&digit.to_string(), u, v, scale);
                self.over += &self.paint.ink(&path, 1.3);
            }
        }
    }

    fn draw_dots(&mut self, name: &str, pairs: &[[Cell; 2]], color: Color) {
        for pair in self.adjacent(name, pairs) {
            self.over += &self.ring(between(pair), 5.0, color, Color::Thick);
        }
    }

    fn draw_letters(&mut self, name: &str, pairs: &[[Cell; 2]], strokes: &str) {
        for pair in self.adjacent(name, pairs) {
            self.draw_sign(pair, strokes);
        }
    }

    fn draw_greater_than(&mut self, pairs: &[[Cell; 2]]) {
        for [first, second] in self.adjacent("greater than", pairs) {
            let strokes = match (second.0 - first.0, second.1 - first.1) {
                (0, 1) => "M-3 -4.5L3 0L-3 4.5",
                (0, -1) => "M3 -4.5L-3 0L3 4.5",
                (1, 0) => "M-4.5 -3L0 3L4.5 -3",
                _ => "M-4.5 3L0 -3L4.5 3",
            };
            self.draw_sign([first, second], strokes);
        }
    }

    /// Draws a sign on the border between two cells.
    fn draw_sign(&mut self, pair: [Cell; 2], strokes: &str) {
        let at = between(pair);
        let (x, y) = center(at);
        self.over += &self.disc(at, 6.5, Color::Paper);
        self.over += &format!(
            r#"<path transform="translate({} {})" {} {ROUNDED} stroke-width="1.6" d="{strokes}"/>"#,
            G(x),
            G(y),
            self.paint.stroke(Color::Thick)
        );
    }
}

/// What a picture of rules does not show, in words, as under a board.
///
/// # Errors
/// The JSON of the rules is malformed.
pub fn captions(rules: &str) -> Result<Vec<String>, DrawError> {
    let board = Board::read(rules)?;
    Ok(Shapes::new(&board, &Paint::new(Theme::Light), true)?.captions)
}
