//! Techniques that assume a single solution: unique rectangles of types 1 to 6, hidden rectangles, and BUG + 1.
//!
//! They are valid only on boards with rows, columns and boxes and no other rules, where the digits of a rectangle can be
//! swapped. On other boards they are not used, and neither are they for puzzles given as pencil marks.
//!
//! `hodoku::rectangles` is separate, because there a corner may have lost one of the digits, and one search finds all types.

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

/// Four cells in two rows, two columns and two boxes that all have the same two candidates, possibly with more.
struct Rectangle {
    /// The first corner has no other candidates. The second is in its row, and the third in its column.
    corners: [u16; 4],
    /// The two digits.
    set: u64,
    /// The corners with extra candidates. In the solution, one of them holds one.
    roof: Vec<u16>,
}

/// All rectangles that have a corner with two candidates.
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
                // Without boxes, each row counts as a box.
                if count == 2 && !roof.is_empty() {
                    found.push(Rectangle { corners, set, roof });
                }
            }
        }
    }
    found
}

/// Finds the rectangles of a technique.
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

/// The candidates of the digits in the cells.
fn marks(cells: &[u16], digits: u64) -> Vec<Candidate> {
    let of_cell =
        |&cell: &u16| bits(digits).map(move |digit| Candidate::nth(cell, digit.trailing_zeros()));
    cells.iter().flat_map(of_cell).collect()
}

/// The units that contain both cells.
fn units_of<'a>(look: &Look<'a>, [a, b]: [u16; 2]) -> impl Iterator<Item = u32> + use<'a> {
    let geometry = look.rules.geometry();
    let has = move |unit: &u32| geometry.unit(*unit as usize).set().contains(usize::from(b));
    geometry.units_of(usize::from(a)).iter().copied().filter(has)
}

/// Whether a digit has no other places in a unit.
fn has_only(look: &Look<'_>, unit: u32, digit: u64, cells: &[u16]) -> bool {
    let unit = look.rules.geometry().unit(unit as usize);
    let places = look.position.places_in(unit.set().words(), digit.trailing_zeros());
    places.iter().all(|place| cells.contains(&place))
}

/// Whether a digit has no place except the corners in some lines.
fn has_only_corners(
    look: &Look<'_>,
    digit: u64,
    corners: &[u16],
    in_lines: impl Fn(u16) -> bool,
) -> bool {
    let places = Cells::of(look.position.places(digit.trailing_zeros()));
    places.iter().all(|cell| !in_lines(cell) || corners.contains(&cell))
}

/// Type 3: one of two corners holds an extra digit, and k other cells of a unit have k + 1 candidates together with the extra
/// digits. So these cells and the corner hold all of the digits.
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

/// Type 6: in both rows or both columns of the rectangle, a digit has no place except the corners. If it were in one of the
/// corners with extra candidates, which are diagonally opposite, it would be in the other too, and all corners would hold the
/// two digits.
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

/// Hidden rectangle: in the row and the column of the last corner, a digit has no place except the corners. If the last corner
/// held the other digit, the corners beside it would hold this one, and the first corner, which has no other candidates, would
/// complete the rectangle.
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

/// The digit of a set with one digit.
fn nth(digit: u64) -> u8 {
    digit.trailing_zeros() as u8 + 1
}

/// The step of a rectangle that removes `gone`, with the unit used in its proof, if any.
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

/// Finds BUG + 1: all empty cells have two candidates, except for one with three. It holds the digit that has three places in
/// its units.
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
    // Without one of its digits, every digit would have two places or none in each unit.
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
