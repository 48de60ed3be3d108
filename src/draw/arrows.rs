//! The arrows of chains. They run from mark to mark. Among curves with different bends, the one that covers the fewest digits
//! and earlier arrows is drawn; costs are summed over squares of `GRAIN` units.

use std::ops::{Add, Mul, Sub};

use super::colors::{Color, Paint};
use super::step::{Candidate, Step};

/// The colors of branches.
const BRANCHES: [Color; 5] =
    [Color::Chain1, Color::Chain2, Color::Chain3, Color::Chain4, Color::Chain5];
/// The distance of the ends of an arrow from the centers of its candidates, outside their marks.
const GAP: f64 = 6.4;
/// The width of the squares for costs.
const GRAIN: f64 = 2.0;
/// The distances of curves from the straight line, in the middle.
const BENDS: [f64; 13] =
    [0.0, 4.0, -4.0, 8.0, -8.0, 13.0, -13.0, 19.0, -19.0, 27.0, -27.0, 38.0, -38.0];
/// The dashes of weak links, and of links by nested steps.
const WEAK: &str = "4.6 3.2";
const NESTED: &str = "0.1 3.6";

/// A point or a distance.
#[derive(Clone, Copy, Debug)]
struct Point {
    x: f64,
    y: f64,
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, factor: f64) -> Point {
        Point { x: self.x * factor, y: self.y * factor }
    }
}

impl Point {
    fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// Turned by a right angle.
    fn turned(self) -> Point {
        Point { x: -self.y, y: self.x }
    }

    fn over(self, divisor: f64) -> Point {
        Point { x: self.x / divisor, y: self.y / divisor }
    }

    /// The point at a distance from this one, in the direction of another.
    fn toward(self, end: Point, distance: f64) -> Point {
        let length = (end - self).length();
        self + ((end - self) * distance).over(if length == 0.0 { 1.0 } else { length })
    }

    fn text(self) -> String {
        format!("{:.1} {:.1}", self.x, self.y)
    }
}

/// A quadratic curve.
#[derive(Clone, Copy)]
struct Curve {
    start: Point,
    control: Point,
    end: Point,
}

impl Curve {
    /// Points of the curve, about 2 units apart.
    fn points(&self) -> Vec<Point> {
        let length = (self.control - self.start).length() + (self.end - self.control).length();
        let last = ((length / 2.0) as usize).max(4) - 1;
        let step = 1.0 / last as f64;
        let point = |k: usize| {
            let t = if k == last { 1.0 } else { k as f64 * step };
            let rest = 1.0 - t;
            self.start * (rest * rest) + self.control * (2.0 * t * rest) + self.end * (t * t)
        };
        (0..=last).map(point).collect()
    }

    /// The paths of the curve and of an arrowhead at its end.
    fn arrow(&self) -> (String, String) {
        let Curve { start, control, end: tip } = *self;
        let size = if (tip - start).length() > 12.0 { 5.2 } else { 4.2 };
        let end = tip.toward(control, 0.7 * size);
        // The head has the direction of the curve's end.
        let back = tip.toward(end, size);
        let side = (tip - back).turned() * 0.45;
        let [left, right] = [back + side, back - side].map(Point::text);
        let head = format!("M{}L{left}L{right}Z", tip.text());
        (format!("M{}Q{} {}", start.text(), control.text(), end.text()), head)
    }
}

/// The cost of drawing over each square of a board.
pub struct Costs {
    /// The number of squares in a row.
    width: usize,
    costs: Vec<f64>,
}

impl Costs {
    /// The costs of an empty board.
    pub fn new(extent: u32) -> Costs {
        let width = (f64::from(extent) / GRAIN).ceil() as usize;
        Costs { width, costs: vec![0.02; width * width] }
    }

    /// Increases the cost around a point.
    pub fn add(&mut self, x: f64, y: f64, reach: f64, cost: f64) {
        let squares = |middle: f64| {
            let first = ((middle - reach) / GRAIN).max(0.0) as usize;
            let end = ((middle + (reach + GRAIN)) / GRAIN).max(0.0) as usize;
            first.min(self.width)..end.min(self.width)
        };
        let columns = squares(x);
        for row in squares(y) {
            for cost_here in &mut self.costs[row * self.width..][columns.clone()] {
                *cost_here += cost;
            }
        }
    }

    /// The cost of a curve with these points.
    fn along(&self, points: &[Point]) -> f64 {
        let most = self.width as f64 * GRAIN;
        if points.iter().any(|point| point.x.min(point.y) < 0.0 || point.x.max(point.y) >= most) {
            return f64::INFINITY;
        }
        let square = |value: f64| (value / GRAIN) as usize;
        let cost = |point: &Point| self.costs[square(point.y) * self.width + square(point.x)];
        pairwise_sum(&points.iter().map(cost).collect::<Vec<_>>())
    }

    /// The cheapest curve between the centers of two candidates. It makes its squares more expensive.
    fn curve(&mut self, start: Point, end: Point) -> Curve {
        let length = (end - start).length();
        let normal = (end - start).turned().over(length);
        let mut cheapest: Option<(f64, Curve, Vec<Point>)> = None;
        for bend in BENDS {
            // Marks in one cell may touch, so the arrow bends around them.
            let is_usual = if length < 30.0 {
                (8.0..=13.0).contains(&bend.abs())
            } else {
                bend.abs() <= f64::max(30.0, 0.75 * length)
            };
            if !is_usual {
                continue;
            }
            let control = (start + end) * 0.5 + normal * (2.0 * bend);
            let curve =
                Curve { start: start.toward(control, GAP), control, end: end.toward(control, GAP) };
            let points = curve.points();
            let cost = self.along(&points) + 0.05 * bend.abs();
            if cheapest.as_ref().is_none_or(|(least, ..)| cost < *least) {
                cheapest = Some((cost, curve, points));
            }
        }
        let (cost, curve, points) = cheapest.expect("some bend is possible at any length");
        if cost < f64::INFINITY {
            for point in points.iter().step_by(2) {
                self.add(point.x, point.y, 2.5, 0.25);
            }
        }
        curve
    }
}

/// The sum in the order of NumPy, whose rounding decides between curves with equal costs.
fn pairwise_sum(values: &[f64]) -> f64 {
    if values.len() < 8 {
        return values.iter().sum();
    }
    if values.len() > 128 {
        let (left, right) = values.split_at(values.len() / 2 / 8 * 8);
        return pairwise_sum(left) + pairwise_sum(right);
    }
    let (eights, rest) = values.as_chunks::<8>();
    let mut sums = eights[0];
    for eight in &eights[1..] {
        sums.iter_mut().zip(eight).for_each(|(sum, value)| *sum += value);
    }
    let [a, b, c, d, e, f, g, h] = sums;
    let sum = ((a + b) + (c + d)) + ((e + f) + (g + h));
    rest.iter().fold(sum, |sum, value| sum + value)
}

/// The arrows of the chains of a step; `center` returns the center of a candidate.
pub fn arrows(
    step: &Step,
    center: impl Fn(Candidate) -> (f64, f64),
    costs: &mut Costs,
    paint: &Paint,
) -> String {
    let center = |candidate| {
        let (x, y) = center(candidate);
        Point { x, y }
    };
    let mut out = String::new();
    for (branch, color) in step.drawn_links().iter().zip(BRANCHES.into_iter().cycle()) {
        let mut lines: Vec<(&str, String)> = Vec::new();
        let mut heads = String::new();
        for link in branch {
            let (start, end) = (link.start.0, link.end.0);
            if start == end {
                // The digit must be in the cell because it is not: the link has no extent.
                continue;
            }
            let (line, head) = costs.curve(center(start), center(end)).arrow();
            heads += &head;
            let dash = match (link.is_nested, link.is_strong()) {
                (true, _) => NESTED,
                (false, true) => "",
                (false, false) => WEAK,
            };
            match lines.iter_mut().find(|(other, _)| *other == dash) {
                Some((_, path)) => path.push_str(&line),
                None => lines.push((dash, line)),
            }
        }
        for (dash, path) in lines {
            let cap = if dash == WEAK { "butt" } else { "round" };
            let dash = if dash.is_empty() {
                String::new()
            } else {
                format!(r#" stroke-dasharray="{dash}""#)
            };
            out += &format!(
                r#"<path {} fill="none" stroke-linecap="{cap}" stroke-width="1.7"{dash} d="{path}"/>"#,
                paint.stroke(color)
            );
        }
        if !heads.is_empty() {
            out += &format!(r#"<path {} d="{heads}"/>"#, paint.fill(color));
        }
    }
    out
}
