//! The rules that are drawn as lines through cells.

use super::colors::{Color, ROUNDED};
use super::grid::{CELL, Cell};
use super::numbers::G;
use super::rules::{Shapes, Spot, center, described, spot, squared_distance};

impl Shapes<'_> {
    /// Draws a line through cells. Captions name the cells of a line with gaps.
    pub fn draw_line(&mut self, name: &str, cells: &[Cell], color: Color, width: f64) {
        if cells.windows(2).any(|pair| squared_distance(pair[0], pair[1]) >= 4) {
            self.captions.push(described(name, cells));
        }
        if matches!(color, Color::Candidate | Color::Thin) {
            self.lined.extend(cells);
        }
        self.draw_polyline(cells.iter().copied().map(spot), color, width);
    }

    pub fn draw_polyline(
        &mut self,
        spots: impl IntoIterator<Item = Spot>,
        color: Color,
        width: f64,
    ) {
        let point = |spot| {
            let (x, y) = center(spot);
            format!("{},{}", G(x), G(y))
        };
        let points = spots.into_iter().map(point).collect::<Vec<_>>().join(" ");
        let (stroke, width) = (self.paint.stroke(color), G(width));
        self.under +=
            &format!(r#"<polyline points="{points}" {stroke} {ROUNDED} stroke-width="{width}"/>"#);
    }

    pub fn draw_with_round_ends(&mut self, name: &str, cells: &[Cell], color: Color, width: f64) {
        self.draw_line(name, cells, color, width);
        self.draw_circle(cells[0]);
        self.draw_circle(cells[cells.len() - 1]);
    }

    pub fn draw_lockout(&mut self, name: &str, cells: &[Cell], difference: Option<String>) {
        self.captions.extend(difference.map(|n| format!("lockout ends differ by {n}")));
        self.draw_line(name, cells, Color::Thin, 4.0);
        for cell in [cells[0], cells[cells.len() - 1]] {
            let (x, y) = center(spot(cell));
            let diamond = format!("M{} {}l17 -17l17 17l-17 17z", G(x - 17.0), G(y));
            let fill = self.paint.fill(Color::Paper);
            let stroke = self.paint.stroke(Color::Candidate);
            self.under += &format!(
                r#"<path {fill} d="{diamond}"/><path {stroke} fill="none" stroke-width="1.5" d="{diamond}"/>"#
            );
        }
    }

    /// Draws an arrow, which ends before the digit of its last cell. Its head is two short strokes back from the tip.
    pub fn draw_arrow(&mut self, name: &str, circle: &[Cell], path: &[Cell]) {
        let (tip, before) = path.split_last().expect("a list has an item");
        let tail = circle[circle.len() - 1];
        let (row, column) = spot(*before.last().unwrap_or(&tail));
        let last = spot(*tip);
        let (down, right) = (last.0 - row, last.1 - column);
        let length = down.hypot(right);
        let short = 13.0 / f64::from(CELL) / if length == 0.0 { 1.0 } else { length };
        let end = (last.0 - short * down, last.1 - short * right);
        let cells = [tail].into_iter().chain(before.iter().copied());
        self.lined.extend(cells.clone().chain([*tip]));
        self.draw_polyline(cells.map(spot).chain([end]), Color::Candidate, 2.0);
        let (x, y) = center(end);
        let along = 7.0 * right * short * f64::from(CELL) / 13.0;
        let across = 7.0 * down * short * f64::from(CELL) / 13.0;
        let head = format!(
            "M{} {}L{} {}L{} {}",
            G(x - along - across),
            G(y - across + along),
            G(x),
            G(y),
            G(x - along + across),
            G(y - across - along)
        );
        let stroke = self.paint.stroke(Color::Candidate);
        self.under += &format!(r#"<path {stroke} {ROUNDED} stroke-width="2" d="{head}"/>"#);
        if circle.len() == 1 {
            self.draw_circle(tail);
        } else {
            self.draw_line(name, circle, Color::Candidate, 32.0);
            self.draw_line(name, circle, Color::Paper, 29.0);
        }
    }
}
