//! Techniques that rely on a single solution: unique rectangles of type 1, and BUG + 1.
//!
//! They are right only on boards with rows, columns and boxes and no other rules, where the digits of a rectangle could be
//! swapped. Everywhere else they are off; so they are for puzzles of pencil marks.

use crate::logic::Technique;
use crate::rules::{bits, is_single};

use super::found::{Found, Halt, Look, Mark, Sink, digits_short, digits_text};

/// Four cells in two rows, two columns and two boxes, of which three have the same two digits.
pub fn rectangles(look: &Look<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let side = look.rules.side();
    let (height, width) = look.rules.set().plain().expect("a plain board");
    let all = look.position.all_candidates();
    let boxed = |cell: usize| (cell / side / height, cell % side / width);
    for first in 0..all.len() {
        let set = all[first];
        if set.count_ones() != 2 {
            continue;
        }
        let (row, column) = (first / side, first % side);
        for other in (0..side).filter(|&other| other != column) {
            if all[row * side + other] != set {
                continue;
            }
            for below in (0..side).filter(|&below| below != row) {
                let (third, last) = (below * side + column, below * side + other);
                if all[third] != set || all[last] & set != set || all[last] == set {
                    continue;
                }
                let corners = [first, row * side + other, third, last];
                let mut boxes = corners.map(boxed);
                boxes.sort_unstable();
                let count = 1 + boxes.windows(2).filter(|pair| pair[0] != pair[1]).count();
                // Without boxes, each row is a box of its own.
                if count != 2 {
                    continue;
                }
                let cell = last as u16;
                let marks =
                    bits(set).map(|digit| Mark { cell, d: digit.trailing_zeros() }).collect();
                let cells = corners.map(|cell| cell as u16).to_vec();
                let found =
                    Found::removing(Technique::Uniqueness1, marks).by(cells, set, Vec::new());
                sink(look.tell(found, |found| {
                    let digits = digits_text(set, "or");
                    let text = format!(
                        "If {} were {digits}, the digits of {} could be swapped, and there would be two solutions{}",
                        look.cell(cell),
                        look.cells(&found.cells),
                        look.removed(&found.eliminations)
                    );
                    (format!("{} in {}", digits_short(set), look.short(&found.cells)), text)
                }))?;
            }
        }
    }
    Ok(())
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
        let mark = Mark { cell: cell as u16, d: extra.trailing_zeros() };
        let found = Found::placing(Technique::BugPlusOne, mark);
        sink(look.tell(found, |_| {
            let text = format!(
                "If {} were not {}, each open cell would have two digits and each digit two places, and there would be no or \
                 several solutions. So it is {}.",
                look.cell(mark.cell),
                mark.d + 1,
                mark.d + 1
            );
            (String::new(), text)
        }))?;
    }
    Ok(())
}
