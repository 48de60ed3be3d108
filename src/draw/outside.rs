//! Clues outside the board: one slot beside each row, column and corner. The clues of a slot are stacked away from the board.
//!
//! ```text
//!         12            a number for the column
//!       9   14          arrows of two diagonals, each in its half of the slot
//!        ↙ ↘
//!    ┌─────────┐
//! ```

use super::colors::{Color, Paint, ROUNDED};
use super::data::{Arguments, Result};
use super::glyphs::number_path;
use super::grid::{Cell, edge};
use super::numbers::G;

/// Down and right: -1, 0 or 1.
type Direction = (i64, i64);

/// A number beside the board.
#[derive(Clone, PartialEq)]
struct Clue {
    number: String,
    /// The direction of an arrow from the number into a diagonal, or (0, 0).
    direction: Direction,
    /// The path of strokes around the number.
    frame: &'static str,
}

/// The clues outside a board.
pub struct Slots {
    side: i64,
    /// The clues by the place of their slot, whose row or column is -1 or the side of the board.
    clues: Vec<(Cell, Vec<Clue>)>,
}

impl Slots {
    pub const fn new(side: usize) -> Slots {
        Slots { side: side as i64, clues: Vec::new() }
    }

    /// Adds the clue of a rule, unless it is there. Returns false for other rules.
    pub fn add(&mut self, given: &Arguments<'_>) -> Result<bool> {
        let (frame, key) = match given.name {
            "sandwich" => ("", "sum"),
            "skyscraper" => ("M-7.5 10V-8L0 -11.5L7.5 -8V10", "count"),
            "x_sum" => ("M-11.5 -9.5H11.5V9.5H-11.5Z", "sum"),
            "full_rank" => ("M-12.5 0L-7 -9.5H7L12.5 0L7 9.5H-7Z", "rank"),
            "numbered_room" => ("M-10.5 0a10.5 10.5 0 0 1 21 0a10.5 10.5 0 0 1 -21 0z", "digit"),
            "little_killer" => ("", "sum"),
            _ => return Ok(false),
        };
        let (slot, direction) = if given.name == "little_killer" {
            let way = given.number("direction")?;
            let down = if way.contains("down") { 1 } else { -1 };
            let right = if way.contains("right") { 1 } else { -1 };
            let (row, column) = given.cell("start")?;
            ((row - down, column - right), (down, right))
        } else {
            let end = if given.flag("reverse", false)? { self.side } else { -1 };
            let slot = match given.line("row")? {
                Some(row) => (row, end),
                None => (end, given.line("column")?.unwrap_or(0)),
            };
            (slot, (0, 0))
        };
        let clue = Clue { number: given.number(key)?, direction, frame };
        match self.clues.iter_mut().find(|(other, _)| *other == slot) {
            Some((_, clues)) if clues.contains(&clue) => {}
            Some((_, clues)) => clues.push(clue),
            None => self.clues.push((slot, vec![clue])),
        }
        Ok(true)
    }

    /// The clues as elements, and the space they need.
    pub fn draw(&self, paint: &Paint) -> (String, u32) {
        let mut out = String::new();
        let depths =
            self.clues.iter().map(|(slot, clues)| self.draw_slot(*slot, clues, paint, &mut out));
        let room = depths.max().map_or(0, |depth| depth + 2);
        (out, room)
    }

    /// Draws the clues of a slot, from the board outward: arrows first, one of each direction in a layer. Returns their depth.
    fn draw_slot(&self, slot: Cell, clues: &[Clue], paint: &Paint, out: &mut String) -> u32 {
        let mut depth = 0;
        let (mut arrows, numbers): (Vec<&Clue>, Vec<&Clue>) =
            clues.iter().partition(|clue| clue.direction != (0, 0));
        while !arrows.is_empty() {
            // The first clue of each direction; directions in the order of their last clues, from the end.
            let mut layer: Vec<&Clue> = Vec::new();
            for &arrow in arrows.iter().rev() {
                match layer.iter_mut().find(|one| one.direction == arrow.direction) {
                    Some(later) => *later = arrow,
                    None => layer.push(arrow),
                }
            }
            for arrow in &layer {
                self.draw_arrow(slot, arrow, depth, paint, out);
            }
            arrows.retain(|arrow| !layer.contains(arrow));
            depth += 34;
        }
        for Clue { number, frame, .. } in numbers {
            let (x, y) = self.beside(slot, depth + 13);
            let path = number_path(number, x, y, if frame.is_empty() { 1.0 } else { 0.85 });
            *out += &paint.ink(&path, 1.8);
            if !frame.is_empty() {
                *out += &format!(
                    r#"<path {} {ROUNDED} transform="translate({} {})" stroke-width="1.2" d="{frame}"/>"#,
                    paint.stroke(Color::Candidate),
                    G(x),
                    G(y)
                );
            }
            depth += 24;
        }
        depth
    }

    fn draw_arrow(&self, slot: Cell, clue: &Clue, depth: u32, paint: &Paint, out: &mut String) {
        // Along an edge each direction has its half of the slot; a corner has one direction.
        let half =
            |place: i64, way: i64| if (0..self.side).contains(&place) { way as f64 } else { 0.0 };
        let (below, beside) = (half(slot.0, clue.direction.0), half(slot.1, clue.direction.1));
        let (down, right) = (clue.direction.0 as f64, clue.direction.1 as f64);
        let (x, y) = self.beside(slot, depth + 23);
        *out +=
            &paint.ink(&number_path(&clue.number, x + 9.0 * beside, y + 9.0 * below, 0.85), 1.6);
        let (x, y) = self.beside(slot, depth + 3);
        let (x, y) = (x + 17.0 * beside, y + 17.0 * below);
        let tip = format!(
            "M{} {}H{}V{}M{} {}L{} {}",
            G(x - 6.0 * right),
            G(y),
            G(x),
            G(y - 6.0 * down),
            G(x - 9.0 * right),
            G(y - 9.0 * down),
            G(x),
            G(y)
        );
        *out += &paint.ink(&tip, 1.3);
    }

    /// The point in the middle of a slot, at a distance from the edge of the board.
    fn beside(&self, (row, column): Cell, distance: u32) -> (f64, f64) {
        let distance = f64::from(distance);
        let point = |place: i64| {
            let start = edge(place.clamp(0, self.side));
            if place < 0 {
                start - distance
            } else if place >= self.side {
                start + distance
            } else {
                start + 20.0
            }
        };
        (point(column), point(row))
    }
}
