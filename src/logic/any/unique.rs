//! Techniques that rely on a single solution: unique rectangles of types 1 to 6, hidden ones, and BUG + 1.
//!
//! They are right only on boards with rows, columns and boxes and no other rules, where the digits of a rectangle could be
//! swapped. Everywhere else they are off; so they are for puzzles of pencil marks.
//!
//! Not shared with `hodoku::rectangles`, where a corner counts whose digit is gone, and one search finds all types.

use crate::logic::Technique;
use crate::rules::{UnitKind, bits, is_single};

use super::cells::Cells;
use super::look::{Look, Sink, digits_short, digits_text};
use super::subsets::combine;
use crate::logic::scale::Halt;
use crate::logic::{Candidate, Step};

/// Four cells in two rows, two columns and two boxes that all may have two digits.
struct Rectangle {
    /// The first has no other digit. The second is in its row, the third in its column.
    corners: [u16; 4],
    /// The two digits.
    set: u64,
    /// The corners that have more digits: in the solution one of them has.
    roof: Vec<u16>,
}

/// All rectangles with a corner of two digits.
fn all(look: &Look<'_>) -> Vec<Rectangle> {
    let side = look.rules.side();
    let (height, width) = look.rules.set().plain().expect("a plain board");
    let all = look.position.all_candidates();
    let boxed = |cell: usize| (cell / side / height, cell % side / width);
    let mut found = Vec::new();
    for first in 0..all.len() {
        let set = all[first];
        if set.count_ones() != 2 {
            continue;
        }
        let (row, column) = (first / side, first % side);
        let has = |cell: usize| all[cell] & set == set;
        for other in (0..side).filter(|&other| other != column && has(row * side + other)) {
            for below in (0..side).filter(|&below| below != row && has(below * side + column)) {
                let last = below * side + other;
                if !has(last) {
                    continue;
                }
                let corners = [first, row * side + other, below * side + column, last];
                let mut boxes = corners.map(boxed);
                boxes.sort_unstable();
                let count = 1 + boxes.windows(2).filter(|pair| pair[0] != pair[1]).count();
                let corners = corners.map(|cell| cell as u16);
                let roof: Vec<u16> = corners
                    .into_iter()
                    .filter(|&cell| look.position.candidates(cell) != set)
                    .collect();
                // Without boxes, each row is a box of its own.
                if count == 2 && !roof.is_empty() {
                    found.push(Rectangle { corners, set, roof });
                }
            }
        }
    }
    found
}

/// Unique rectangles of a type.
pub fn rectangles(look: &Look<'_>, technique: Technique, sink: &mut Sink<'_>) -> Result<(), Halt> {
    for rectangle in all(look) {
        let Rectangle { set, roof, .. } = &rectangle;
        let extra = look.union(roof) & !set;
        let is_line = roof.len() == 2 && look.sees(roof[0], roof[1]);
        match technique {
            Technique::Uniqueness1 if roof.len() == 1 => {
                let why = format!("{} has another digit", look.cell(roof[0]));
                tell(look, &rectangle, technique, marks(roof, *set), Vec::new(), &why, sink)?;
            }
            Technique::Uniqueness2 | Technique::Uniqueness5 => {
                let fits = match technique {
                    Technique::Uniqueness2 => is_line,
                    _ => roof.len() == 3 || (roof.len() == 2 && !is_line),
                };
                if !fits || !is_single(extra) {
                    continue;
                }
                let d = extra.trailing_zeros();
                let with = roof.iter().copied().filter(|&cell| look.position.has(cell, d));
                let gone = look.common_peers(with).and(look.position.places(d));
                let why = format!(
                    "{} is in one of {}, and not in cells that see all of these",
                    d + 1,
                    look.cells(roof)
                );
                tell(look, &rectangle, technique, look.marks(&gone, d), Vec::new(), &why, sink)?;
            }
            Technique::Uniqueness3 if is_line => with_subset(look, &rectangle, extra, sink)?,
            Technique::Uniqueness4 if is_line => {
                for unit in units_of(look, [roof[0], roof[1]]) {
                    for digit in bits(*set) {
                        if has_only(look, unit, digit, roof) {
                            let why = format!(
                                "one of {}, the only places of {} in {}, is that digit, and neither is the other",
                                look.cells(roof),
                                digits_text(digit, "or"),
                                look.house(unit).name
                            );
                            let gone = marks(roof, set & !digit);
                            tell(look, &rectangle, technique, gone, vec![unit], &why, sink)?;
                        }
                    }
                }
            }
            Technique::Uniqueness6 if roof.len() == 2 && !is_line => {
                diagonal(look, &rectangle, sink)?;
            }
            Technique::HiddenRectangle => hidden(look, &rectangle, sink)?,
            _ => {}
        }
    }
    Ok(())
}

/// The candidates of some digits in some cells.
fn marks(cells: &[u16], digits: u64) -> Vec<Candidate> {
    let of_cell =
        |&cell: &u16| bits(digits).map(move |digit| Candidate::nth(cell, digit.trailing_zeros()));
    cells.iter().flat_map(of_cell).collect()
}

/// The units that contain two cells.
fn units_of<'a>(look: &Look<'a>, [a, b]: [u16; 2]) -> impl Iterator<Item = u32> + use<'a> {
    let geometry = look.rules.geometry();
    let has = move |unit: &u32| geometry.unit(*unit as usize).set().contains(usize::from(b));
    geometry.units_of(usize::from(a)).iter().copied().filter(has)
}

/// Whether a digit has only these places in a unit.
fn has_only(look: &Look<'_>, unit: u32, digit: u64, cells: &[u16]) -> bool {
    let unit = look.rules.geometry().unit(unit as usize);
    let places = look.position.places_in(unit.set().words(), digit.trailing_zeros());
    places.iter().all(|place| cells.contains(&place))
}

/// Whether a digit has no place but corners in some lines.
fn has_only_corners(
    look: &Look<'_>,
    digit: u64,
    corners: &[u16],
    in_lines: impl Fn(u16) -> bool,
) -> bool {
    let places = Cells::of(look.position.places(digit.trailing_zeros()));
    places.iter().all(|cell| !in_lines(cell) || corners.contains(&cell))
}

/// Type 3: one of two corners has a further digit, and k other cells of a unit have with these k + 1 digits: all of these are
/// in them.
fn with_subset(
    look: &Look<'_>,
    rectangle: &Rectangle,
    extra: u64,
    sink: &mut Sink<'_>,
) -> Result<(), Halt> {
    let roof = &rectangle.roof;
    for unit in units_of(look, [roof[0], roof[1]]) {
        let open = look.open(look.rules.geometry().unit(unit as usize));
        let others: Vec<(u16, u64)> = open.filter(|(cell, _)| !roof.contains(cell)).collect();
        for sizes in [[1, 2], [2, 3], [3, 4]] {
            combine(&others, sizes, extra, &mut |chosen, &digits| {
                let outside = others.iter().filter(|(cell, _)| !chosen.contains(cell));
                let gone = outside.flat_map(|&(cell, own)| marks(&[cell], digits & own)).collect();
                let why = format!(
                    "one of {} is {}. In {}, this and {} have the digits {}, which no other cell there is",
                    look.cells(roof),
                    digits_text(extra, "or"),
                    look.house(unit).name,
                    look.cells(chosen),
                    digits_text(digits, "and")
                );
                tell(look, rectangle, Technique::Uniqueness3, gone, vec![unit], &why, sink)
            })?;
        }
    }
    Ok(())
}

/// Type 6: a digit has no place outside the rectangle in both its rows, or both its columns. If it were in one of the corners
/// with more digits, which are diagonal, it would be in the other too, and all four would have only the two digits.
fn diagonal(look: &Look<'_>, rectangle: &Rectangle, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let Rectangle { corners, set, roof } = rectangle;
    let side = look.rules.side() as u16;
    for digit in bits(*set) {
        for kind in [UnitKind::Row, UnitKind::Column] {
            let line = |cell: u16| match kind {
                UnitKind::Row => cell / side,
                _ => cell % side,
            };
            let in_lines = |cell: u16| corners.iter().any(|&corner| line(corner) == line(cell));
            if !has_only_corners(look, digit, corners, in_lines) {
                continue;
            }
            let lines = if kind == UnitKind::Row { "rows" } else { "columns" };
            let why = format!(
                "{} has no other place in their {lines}. In one of {} it would be in the other too, and all four would be \
                 just these digits",
                digits_text(digit, "or"),
                look.cells(roof)
            );
            let gone = marks(roof, digit);
            tell(look, rectangle, Technique::Uniqueness6, gone, Vec::new(), &why, sink)?;
        }
    }
    Ok(())
}

/// Hidden: a digit has only corners left in the row and in the column of the last one. If that had the other digit, the
/// corners beside it would have this one, and the first, which has no other digits, would complete the rectangle.
fn hidden(look: &Look<'_>, rectangle: &Rectangle, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let Rectangle { corners, set, .. } = rectangle;
    let side = look.rules.side() as u16;
    let last = corners[3];
    for digit in bits(*set) {
        let in_lines = |cell: u16| cell / side == last / side || cell % side == last % side;
        if !has_only_corners(look, digit, corners, in_lines) {
            continue;
        }
        let other = set & !digit;
        let why = format!(
            "{} is not {}: else {}, with no other place in its row and column, would be in {} and {}, and {} would be {}",
            look.cell(last),
            digits_text(other, "or"),
            digits_text(digit, "or"),
            look.cell(corners[2]),
            look.cell(corners[1]),
            look.cell(corners[0]),
            digits_text(other, "or")
        );
        let gone = marks(&[last], other);
        tell(look, rectangle, Technique::HiddenRectangle, gone, Vec::new(), &why, sink)?;
    }
    Ok(())
}

fn tell(
    look: &Look<'_>,
    rectangle: &Rectangle,
    technique: Technique,
    gone: Vec<Candidate>,
    houses: Vec<u32>,
    why: &str,
    sink: &mut Sink<'_>,
) -> Result<(), Halt> {
    if gone.is_empty() {
        return Ok(());
    }
    let Rectangle { corners, set, .. } = rectangle;
    let found = Step::removing(technique, gone).by(corners.to_vec(), *set, houses);
    sink(look.tell(found, |found| {
        let text = format!(
            "If {} were all {}, these could be swapped, and there would be two solutions. So {why}{}",
            look.cells(corners),
            digits_text(*set, "or"),
            look.removed(&found.eliminations)
        );
        (format!("{} in {}", digits_short(*set), look.short(corners)), text)
    }))
}

/// All open cells have two candidates but one that has three: that one has the digit that occurs three times in its units.
pub fn bug_plus_one(look: &Look<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let geometry = look.rules.geometry();
    let mut three = None;
    for (cell, set) in look.position.all_candidates().iter().enumerate() {
        match set.count_ones() {
            0 | 2 => {}
            3 if three.is_none() => three = Some(cell),
            _ => return Ok(()),
        }
    }
    let Some(cell) = three else { return Ok(()) };
    // Without one of its digits, each digit has two places or none in each unit.
    let mut extra = 0;
    for unit in geometry.units() {
        let is_here = unit.set().contains(cell);
        for d in 0..look.rules.digits() as u32 {
            match look.position.places_in(unit.set().words(), d).len() {
                0 | 2 => {}
                3 if is_here && look.position.has(cell as u16, d) => extra |= 1 << d,
                _ => return Ok(()),
            }
        }
    }
    if is_single(extra) {
        let mark = Candidate::nth(cell as u16, extra.trailing_zeros());
        let found = Step::placing(Technique::BugPlusOne, mark);
        sink(look.tell(found, |_| {
            let text = format!(
                "If {} were not {}, each open cell would have two digits and each digit two places, and there would be no or \
                 several solutions. So it is {}.",
                look.cell(mark.cell),
                mark.digit,
                mark.digit
            );
            (String::new(), text)
        }))?;
    }
    Ok(())
}
