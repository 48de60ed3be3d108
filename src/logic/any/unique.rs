//! Techniques that rely on a single solution: unique rectangles of types 1 to 6, hidden ones, and BUG + 1.
//!
//! They are right only on boards with rows, columns and boxes and no other rules, where the digits of a rectangle could be
//! swapped. Everywhere else they are off; so they are for puzzles of pencil marks.
//!
//! Not shared with `hodoku::rectangles`, where a corner counts whose digit is gone, and one search finds all types.

use crate::logic::Technique;
use crate::logic::text::unique::{Bug, Deadly};
use crate::logic::text::words;
use crate::rules::{UnitKind, bits, is_single};

use super::cells::Cells;
use super::look::{Look, Sink};
use super::subsets::combine;
use crate::logic::scale::Halt;
use crate::logic::text::short::alternatives;
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
                let gone = marks(roof, *set);
                tell(look, &rectangle, technique, gone, None, sink, |deadly, gone| {
                    deadly.one(&look.cell(roof[0]), gone)
                })?;
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
                let gone = look.marks(&gone, d);
                tell(look, &rectangle, technique, gone, None, sink, |deadly, gone| {
                    deadly.two(&look.names(roof.iter().copied()), d as u8 + 1, gone)
                })?;
            }
            Technique::Uniqueness3 if is_line => with_subset(look, &rectangle, extra, sink)?,
            Technique::Uniqueness4 if is_line => {
                for unit in units_of(look, [roof[0], roof[1]]) {
                    for digit in bits(*set) {
                        if has_only(look, unit, digit, roof) {
                            let gone = marks(roof, set & !digit);
                            tell(
                                look,
                                &rectangle,
                                technique,
                                gone,
                                Some(unit),
                                sink,
                                |deadly, gone| {
                                    let names = look.names(roof.iter().copied());
                                    deadly.locked(&names, nth(digit), &look.house(unit).name, gone)
                                },
                            )?;
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
                let technique = Technique::Uniqueness3;
                tell(look, rectangle, technique, gone, Some(unit), sink, |deadly, gone| {
                    let [roof, chosen] =
                        [roof, chosen].map(|cells| look.names(cells.iter().copied()));
                    let house = &look.house(unit).name;
                    deadly.naked(&roof, extra, house, (&chosen, digits), gone)
                })
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
            let gone = marks(roof, digit);
            let technique = Technique::Uniqueness6;
            tell(look, rectangle, technique, gone, None, sink, |deadly, gone| {
                let kind = if kind == UnitKind::Row { "row" } else { "column" };
                let lines =
                    [corners[0], corners[3]].map(|corner| format!("{kind} {}", line(corner) + 1));
                let roof = look.names(roof.iter().copied());
                deadly.diagonal(&roof, nth(digit), &words::houses(&lines), gone)
            })?;
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
        let gone = marks(&[last], other);
        let technique = Technique::HiddenRectangle;
        tell(look, rectangle, technique, gone, None, sink, |deadly, gone| {
            let lines = format!("row {} and column {}", last / side + 1, last % side + 1);
            deadly.corner(&look.cell(last), nth(digit), &lines, gone)
        })?;
    }
    Ok(())
}

/// The digit of a set of one.
fn nth(digit: u64) -> u8 {
    digit.trailing_zeros() as u8 + 1
}

/// The step of a rectangle that removes `gone`, by a unit if it needs one.
fn tell(
    look: &Look<'_>,
    rectangle: &Rectangle,
    technique: Technique,
    gone: Vec<Candidate>,
    unit: Option<u32>,
    sink: &mut Sink<'_>,
    words: impl FnOnce(Deadly<'_>, &str) -> String,
) -> Result<(), Halt> {
    if gone.is_empty() {
        return Ok(());
    }
    let Rectangle { corners, set, .. } = rectangle;
    let found = Step::removing(technique, gone).by(corners.to_vec(), *set, unit);
    sink(look.tell(found, |found| {
        let deadly = Deadly { cells: &look.names(*corners), digits: *set };
        let text = words(deadly, &look.removed(found));
        (format!("{} in {}", alternatives(*set), look.short(corners)), text)
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
            let cells = [look.cell(mark.cell)];
            let text = Bug { cells: &cells, extras: &[extra] }.one("");
            (String::new(), text)
        }))?;
    }
    Ok(())
}
